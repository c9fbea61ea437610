"""What is measured about every piece of a user for one query: words alone, words with the message before, words of the
session.

Everything is linear in the pieces; each array has one float32 a piece.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.user_index import ROLE_ASSISTANT, Found, UserIndex
from app.domain.words import QueryTerm

K1: Final = 1.2
B_PIECE: Final = 0.5
B_SESSION: Final = 0.5
_COMMON: Final = 10_000
"""A word in more pieces than this says nothing about what stands around it, and would cost the most."""
_BLOCK: Final = 1_000_000
"""Terms are looked at together as long as terms x pieces stay within this many cells."""
_IMAGINED: Final = 10.0
_UNSEEN: Final = 1.5
_COVERED: Final = 4.0
"""Deviations to expect of a piece without a vector, by the share of the query's words it covers."""

Floats = NDArray[np.float32]


class WordScores(NamedTuple):
    """BM25 sums (>= 0, without an upper bound) and how much of the query is there."""

    piece: Floats
    """(n,) BM25 of the piece's own words."""
    pair: Floats
    """(n,) BM25 of the piece taken together with the one before it in its session."""
    session: Floats
    """(n,) BM25 of the whole session the piece stands in."""
    coverage: Floats
    """(n,) share in [0, 1] of the query's weight (inverse document frequency) that the piece's words cover."""
    best: float
    """The greatest BM25 a piece could reach: every word, without end."""


def inverse_frequency(count: int, total: int) -> float:
    """Return Lucene's BM25 inverse document frequency, ln(1 + (N - n + 1/2) / (n + 1/2)): above 0."""
    return float(np.log1p((total - count + 0.5) / (count + 0.5)))


def word_scores(index: UserIndex, terms: Sequence[QueryTerm]) -> WordScores:
    """Return the keyword scores of every piece, with the user's own document frequencies.

    Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009); the pair and the
    session are scored as documents of their own with the piece's inverse document frequency.
    """
    n = index.size
    found = index.find_all([term for term, _ in terms])
    worths = [
        weight * inverse_frequency(max(len(pieces), 1), n + int(_IMAGINED))
        for (_, weight), (pieces, _) in zip(terms, found, strict=True)
    ]
    total = sum(worths)
    present = [(worth, *where) for worth, where in zip(worths, found, strict=True) if len(where[0])]
    sums = [np.zeros(n, dtype=np.float64) for _ in range(4)]
    block = max(1, _BLOCK // (n + 1))
    for first in range(0, len(present), block):
        added = _block_scores(index, present[first : first + block])
        for whole, part in zip(sums, added, strict=True):
            whole += part
    if total:
        sums[3] /= total
    piece, pair, session, coverage = (part.astype(np.float32) for part in sums)
    return WordScores(piece, pair, session, coverage, best=total * (K1 + 1.0))


def _block_scores(index: UserIndex, present: Sequence[tuple[float, *Found]]) -> tuple[NDArray[np.float64], ...]:
    """Return what some terms add to (piece, pair, session, coverage): all in one go, a row of n + 1 cells each."""
    n = index.size
    width = n + 1
    sizes = [len(pieces) for _, pieces, _ in present]
    worth = np.array([worth for worth, _, _ in present], dtype=np.float32)
    row = np.repeat(np.arange(len(present)), sizes)
    pieces = np.concatenate([pieces for _, pieces, _ in present])
    counts = np.concatenate([counts for _, _, counts in present])
    lengths = index.columns.terms.lengths
    norm = _norm(lengths, B_PIECE)
    coverage = _sums(pieces, weights=worth[row], minlength=n)
    own = worth[row] * _saturate(counts, norm[pieces])
    piece = _sums(pieces, weights=own, minlength=n)
    usable = np.array(sizes) <= _COMMON
    if not index.dialogue.any() or not usable.any():
        return piece, piece, np.zeros(n), coverage
    rest = np.zeros(n)
    if not usable.all():
        kept = usable[row]
        rest = _sums(pieces[~kept], weights=own[~kept], minlength=n)
        row, pieces, counts = row[kept], pieces[kept], counts[kept]
    together = np.zeros(len(present) * width, dtype=np.float32)
    together[row * width + pieces] = counts
    together[row * width + index.following[pieces]] += counts
    together[n::width] = 0.0
    cells = np.flatnonzero(together)
    near_row, near = np.divmod(cells, width)
    paired = lengths + np.append(lengths, np.float32(0.0))[index.previous]
    pair = _sums(near, worth[near_row] * _saturate(together[cells], _norm(paired, B_PIECE)[near]), minlength=n)
    return piece, pair + rest, _session_scores(index, row, pieces, counts, worth), coverage


def _session_scores(
    index: UserIndex, row: NDArray[np.intp], pieces: NDArray[np.int32], counts: Floats, worth: Floats
) -> NDArray[np.float64]:
    """Return for each piece the BM25 of its session for the terms of `row`."""
    sessions = index.session_count
    lengths = _sums(index.session_of, weights=index.columns.terms.lengths, minlength=sessions)
    held = _sums(row * sessions + index.session_of[pieces], weights=counts)
    cells = np.flatnonzero(held)
    cell_row, session = np.divmod(cells, sessions)
    norm = _norm(lengths.astype(np.float32), B_SESSION)
    gained = worth[cell_row] * _saturate(held[cells].astype(np.float32), norm[session])
    return _sums(session, weights=gained, minlength=sessions)[index.session_of]


def _sums(places: NDArray[np.integer], weights: Floats, minlength: int = 0) -> NDArray[np.float64]:
    """Return the sum of the weights at each place."""
    return np.asarray(np.bincount(places, weights=weights, minlength=minlength), dtype=np.float64)


def _norm(lengths: Floats, b: float) -> Floats:
    mean = float(lengths.mean()) if len(lengths) else 0.0
    return (K1 * (1.0 - b + b * lengths / max(mean, 1.0))).astype(np.float32)


def _saturate(counts: Floats, norm: Floats) -> Floats:
    return (K1 + 1.0) * counts / (counts + norm)


def expected_above(above: Floats, coverage: Floats) -> Floats:
    """Return the deviations of the similarity above the background (n,); where there is no vector (NaN), what to expect
    by the share of the query's words in [0, 1] that the piece covers. What is not important is never embedded.
    """
    return np.where(np.isfinite(above), above, np.float32(_UNSEEN) + np.float32(_COVERED) * coverage)


class Spread(NamedTuple):
    """How a measure is spread over a user's pieces, where not every piece was measured."""

    mean: float
    deviation: float
    pieces: int
    """How many it stands for."""


def standard_by(values: Floats, usual: float, spread: Spread) -> Floats:
    """Return what `standard` does where mean and deviation are known from a sample; 0 where NaN."""
    total = spread.pieces + _IMAGINED
    mean = spread.mean * spread.pieces / total
    square = ((spread.deviation**2 + spread.mean**2) * spread.pieces + _IMAGINED * usual * usual) / total
    centred = (values - np.float32(mean)) * np.float32(1.0 / max(square - mean * mean, 1e-12) ** 0.5)
    return np.asarray(np.nan_to_num(centred, copy=False, nan=0.0), dtype=np.float32)


def standard(values: Floats, usual: float) -> Floats:
    """Return the values in deviations from their mean over the user's pieces; 0 where NaN.

    Ten more pieces are imagined, of mean 0 and deviation `usual`, so that a store of two or three is judged by what is
    usual elsewhere and a large one by itself.
    """
    known = np.isfinite(values)
    present = values if known.all() else values[known]
    if not len(present):
        return np.zeros(len(values), dtype=np.float32)
    total = len(present) + _IMAGINED
    mean = float(present.sum(dtype=np.float64)) / total
    square = (float(np.dot(present, present)) + _IMAGINED * usual * usual) / total
    scale = np.float32(1.0 / max(square - mean * mean, 1e-12) ** 0.5)
    centred = (values - np.float32(mean)) * scale
    return centred if len(present) == len(values) else np.where(known, centred, np.float32(0.0))


def centrality(to_mean: Floats) -> Floats:
    """Return the mean cosine of each of n vectors of length 1 to the n - 1 others; 0 for a single one.

    `to_mean`: (n,) its inner product with the mean of all. What lies in the middle of a user's vectors is near to every
    query, a hub. Taking that off is the correction of Suzuki, Hara, Shimbo, Saerens and Fukumizu, "Centering Similarity
    Measures to Reduce Hubs" (EMNLP 2013); here it is an arm of its own, so that what a similarity means stays as it is.
    """
    n = len(to_mean)
    if n < 2:
        return np.zeros(n, dtype=np.float32)
    return ((to_mean * np.float32(n) - np.float32(1.0)) / np.float32(n - 1)).astype(np.float32)


def neighbours(index: UserIndex, match: Floats, steps: dict[int, float]) -> Floats:
    """Return the weighted sum of what stands beside each piece in a dialogue: `steps` maps -2 (two before) to 2 to a
    weight.

    0 outside dialogues and where there is no neighbour.
    """
    if not index.dialogue.any():
        return np.zeros(index.size, dtype=np.float32)
    padded = np.append(match, np.float32(0.0))
    before = np.append(index.previous, np.int32(index.size))
    after = np.append(index.following, np.int32(index.size))
    total = np.zeros(index.size, dtype=np.float32)
    for step, weight in steps.items():
        if weight:
            link = before if step < 0 else after
            total += np.float32(weight) * padded[(link if abs(step) == 1 else link[link])[:-1]]
    return total * index.dialogue


def session_best(index: UserIndex, match: Floats) -> Floats:
    """Return for each piece of a dialogue the best match in its session; 0 outside dialogues."""
    if not index.dialogue.any():
        return np.zeros(index.size, dtype=np.float32)
    best = np.full(index.session_count, -np.inf, dtype=np.float32)
    np.maximum.at(best, index.session_of, match)
    return np.where(index.dialogue, best[index.session_of], np.float32(0.0))


def openings(index: UserIndex) -> NDArray[np.bool_]:
    """Return for each piece whether it begins what the user said in a dialogue: the first piece of the session, or the
    one after an assistant's greeting.
    """
    n = index.size
    first = index.previous == n
    assistant = index.columns.role == ROLE_ASSISTANT
    greeting = np.append(first & assistant, np.False_)[index.previous]
    return np.asarray(index.dialogue & ~assistant & (first | greeting))
