"""Which of several statements about one thing holds now: the later before the earlier, asked how things are.

Three rules, all of which reorder the top and lift nothing over it by more than a fixed step:

- Pieces that answer as well as the best one stand in the order of time, the newest on top.
- A later piece that tells of a change comes before the best. Such a message ("the deadline has moved to April 25")
  often says little of what the query names, so it is not enough to compare how well both answer: it counts where it
  speaks of the same thing as the best piece itself, by the words that both share, weighed by how rare they are for this
  user.
- One of the next best may be outdated just as well. A later piece that tells of a change of it comes right before it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.marks import COUNTS, TELLS_TIME, UPDATES
from app.domain.ranking_features import Floats
from app.domain.user_index import UserIndex

_FEW: Final = 10
_NEAR: Final = 3.0
_SAME_COVERAGE: Final = 0.02
_SAME_MEANING: Final = 0.5
_SAME_WORDS: Final = 0.4
"""Cosine of the term sets (as `_SHARED`) of two statements of one thing."""
_CHANGE_COVERAGE: Final = 0.6
_CHANGE_MEANING: Final = 2.0
_CHANGE_LIFT: Final = 0.5
_ANSWERED: Final = 0.5
"""Coverage from which on the best piece states what is asked, so that a later statement can be about the same."""
_OWN_COVERAGE: Final = 0.15
_OWN_MEANING: Final = 3.0
"""What a change must say to the query itself: words of it, and deviations above the model's background."""
_SHARED: Final = 0.2
"""Cosine of the term sets of the best piece and of a change, by inverse document frequency."""
_PER_COVERAGE: Final = 0.3
_PER_DEVIATION: Final = 0.05
_CONSIDERED: Final = 12
_MOST: Final = 2
_OUTDATED: Final = 5
"""How many of the best are looked at for a change of them."""
_SHARED_WITH_NEXT: Final = 0.3
"""As `_SHARED`, for those after the best: they answer less surely."""
_JUST_BEFORE: Final = np.float32(0.1)


def newest_first(
    index: UserIndex, score: Floats, coverage: Floats, above: Floats, lift: float, *, equals: bool = True
) -> None:
    """Reorder the top of the scores (n,) in place, by at most `lift` above the best.

    `coverage`: (n,) share of the query each piece covers. `above`: (n,) deviations of its similarity above the model's
    background, NaN without a vector. `equals`: whether the first rule holds too.
    """
    if len(score) < 2:
        return
    few = np.argpartition(-score, _FEW)[:_FEW] if len(score) > _FEW else np.arange(len(score))
    best = int(few[np.argmax(score[few])])
    top = float(score[best])
    known = np.nan_to_num(above, nan=0.0)
    near = few[score[few] >= top - _NEAR]
    changes = _changes(index, score, coverage, known, best, near)
    outdated = _outdated(index, score, coverage, known, near)
    equal = near[(coverage[near] >= coverage[best] - _SAME_COVERAGE) & (known[near] >= known[best] - _SAME_MEANING)]
    equal = equal[_shared(index, best, equal) >= _SAME_WORDS] if equals and len(equal) > 1 else equal[:0]
    if len(equal) > 1:
        time_s, seq = index.columns.time_s, index.columns.seq
        oldest_first = equal[np.lexsort((equal, seq[equal], time_s[equal]))]
        score[oldest_first] = top + np.linspace(0.0, lift, len(equal), dtype=np.float32)
    for place, piece in enumerate(reversed(changes)):
        step = _CHANGE_LIFT * lift * (1.0 + 0.1 * place)
        score[piece] = max(float(score[piece]), top + step)
    for old, new in reversed(outdated):
        score[new] = max(score[new], score[old] + _JUST_BEFORE)


def _outdated(
    index: UserIndex, score: Floats, coverage: Floats, known: Floats, near: NDArray[np.intp]
) -> list[tuple[int, int]]:
    """Return those of the best, but the very best, that a later piece tells a change of, each with that piece."""
    best = near[np.argsort(-score[near], kind="stable")][1:_OUTDATED].tolist()
    told = [old for old in best if coverage[old] >= _ANSWERED and not index.named[old]]
    values = _with_values(index) if told else np.zeros(0, np.int32)
    changes = ((old, _about_the_same(index, coverage, known, old, _SHARED_WITH_NEXT, values)) for old in told)
    return [(old, found[0]) for old, found in changes if found]


def _later_changes(index: UserIndex, piece: int) -> NDArray[np.int32]:
    """Return the pieces with the mark of change that were said after this one."""
    updates = index.find(UPDATES)[0]
    time_s, seq = index.columns.time_s, index.columns.seq
    same_time = (time_s[updates] == time_s[piece]) & (seq[updates] > seq[piece])
    later: NDArray[np.int32] = updates[(time_s[updates] > time_s[piece]) | same_time]
    return later


def _changes(
    index: UserIndex, score: Floats, coverage: Floats, known: Floats, best: int, near: NDArray[np.intp]
) -> list[int]:
    """Return the pieces that tell of a change since the best, the likeliest first."""
    later = _later_changes(index, best)
    close = later[np.isin(later, near)]
    close = close[
        (coverage[close] >= _CHANGE_COVERAGE * coverage[best]) & (known[close] >= known[best] - _CHANGE_MEANING)
    ]
    found = [int(close[np.argmax(score[close])])] if len(close) else []
    if index.named[best] or coverage[best] < _ANSWERED:
        return found
    same = _about_the_same(index, coverage, known, best, _SHARED, _with_values(index))
    return (found + [piece for piece in same if piece not in found])[:_MOST]


def _with_values(index: UserIndex) -> NDArray[np.int32]:
    """Return the pieces that name a number or a time."""
    return np.union1d(index.find(COUNTS)[0], index.find(TELLS_TIME)[0])


def _about_the_same(
    index: UserIndex, coverage: Floats, known: Floats, old: int, least_shared: float, values: NDArray[np.int32]
) -> list[int]:
    """Return the later changes by the same speaker that share their rare words with a piece, the likeliest first.

    `values`: see `_with_values`; where the piece is among them, they must be too.
    """
    role, later = index.columns.role, _later_changes(index, old)
    kept = later[(role[later] == role[old]) & (coverage[later] >= _OWN_COVERAGE) & (known[later] >= _OWN_MEANING)]
    if np.isin(old, values):
        kept = kept[np.isin(kept, values)]
    if len(kept) > _CONSIDERED:
        kept = kept[np.argsort(-known[kept], kind="stable")[:_CONSIDERED]]
    if not len(kept):
        return []
    shared = _shared(index, old, kept)
    same = np.flatnonzero(shared >= least_shared)
    likely = shared[same] + _PER_COVERAGE * coverage[kept[same]] + _PER_DEVIATION * known[kept[same]]
    return [int(piece) for piece in kept[same][np.argsort(-likely, kind="stable")]]


def _shared(index: UserIndex, one: int, others: NDArray[np.integer]) -> Floats:
    """Return for each of the other pieces (k,) the cosine in [0, 1] of its term set and that of `one`, each term with
    the root of its rareness as its weight.
    """
    terms = index.columns.terms
    rows = [terms.hashes[terms.offsets[row] : terms.offsets[row + 1]] for row in (one, *others.tolist())]
    counts = index.piece_counts(np.concatenate(rows))
    rareness = np.log1p((index.size - counts + 0.5) / (counts + 0.5))
    worth = np.split(rareness, np.cumsum([len(row) for row in rows])[:-1])
    own = float(worth[0].sum())
    shared = [
        float(value[np.isin(row, rows[0])].sum()) / max((own * float(value.sum())) ** 0.5, 1e-9)
        for row, value in zip(rows[1:], worth[1:], strict=True)
    ]
    return np.array(shared, dtype=np.float32)
