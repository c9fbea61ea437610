"""Learns the tagger from the marked messages in `corpus/`: `python -m app.domain.extraction.tagger.train`.

Three models, one on the other: labels of tokens, keys of stretches, and the judge of candidates, which sees what the
first two say of messages that they have not seen (each half of the authors by the other half) and what the rules state.
Then all are fitted to the whole corpus and written. With `--measure` it prints how well the judge does on the halves
instead. A quarter of an hour.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.extraction.extract import stated_by_rules
from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.candidates import MOST_TOKENS, TAGGED, Candidate, candidates_of
from app.domain.extraction.tagger.corpus import Marked, corpus_digest, read_corpus
from app.domain.extraction.tagger.features import View, span_features, token_features, view_of
from app.domain.extraction.tagger.judge import candidate_features, whole_of
from app.domain.extraction.tagger.model import (
    BEGIN,
    INSIDE,
    JUDGE_FILE,
    KEYS_FILE,
    LABELS,
    OUTSIDE,
    SPANS_FILE,
    VERDICTS,
    Tagger,
)  # fmt: skip
from app.domain.linear import LinearModel, write_model
from app.domain.linear.table import Rows, Table, fit, weights_for

_SPANS_STRENGTH: Final = 0.3
_KEYS_STRENGTH: Final = 0.1
_JUDGE_STRENGTH: Final = 1.0
_STEPS: Final = 20
_KEYS_STEPS: Final = 12
_LEAST_WEIGHT: Final = 2
"""Of 127: a third of the features weigh less, and cost memory in every process."""
_THRESHOLDS: Final = (0.3, 0.5, 0.7, 0.8, 0.9)

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Say = Callable[[str], None]


class _Corpus(NamedTuple):
    messages: Sequence[Marked]
    views: list[View]
    starts: list[int]
    tokens: Table
    labels: Ints
    halves: Ints

    def rows(self, wanted: Mask) -> Mask:
        return np.repeat(wanted, np.diff(self.starts))


def halves_of(messages: Sequence[Marked]) -> Ints:
    """Return 0 or 1 for each message: its author's. Authors of the same languages are dealt out by turns, by size."""
    counts = Counter(message.author for message in messages)
    languages = {author: set[str]() for author in counts}
    for message in messages:
        languages[message.author].add(message.language)
    ranked = sorted(counts, key=lambda author: (sorted(languages[author]), -counts[author], author))
    turns: Counter[str] = Counter()
    of = {}
    for author in ranked:
        group = " ".join(sorted(languages[author]))
        of[author] = turns[group] % 2
        turns[group] += 1
    return np.array([of[message.author] for message in messages])


def train(
    messages: Sequence[Marked],
    claims: Callable[[Marked], Sequence[Statement]],
    *,
    digest: str = "",
    say: Say = lambda _: None,
) -> Tagger:
    """Learn all three models. `claims` gives what the rules state of a message."""
    corpus = _tokens_of(messages)
    say(f"{len(messages)} messages, {len(corpus.labels)} tokens, {len(corpus.tokens.names)} features")
    classes = len(LABELS)
    chances = np.zeros((len(corpus.labels), classes), np.float32)
    for half in (0, 1):
        seen, held = corpus.rows(corpus.halves != half), corpus.rows(corpus.halves == half)
        weights = weights_for(corpus.tokens.part(seen), corpus.labels[seen], classes, _SPANS_STRENGTH, _STEPS)
        chances[held] = corpus.tokens.part(held).chances(*weights)
        say(f"labels of half {half + 1} by the other")
    keys, keys_of_half = _keys_of(corpus, digest)
    say("keys")
    judge = _judge_of(corpus, chances, keys_of_half, claims, digest)
    say("judge")
    spans = fit(
        corpus.tokens,
        corpus.labels,
        LABELS,
        strength=_SPANS_STRENGTH,
        most_steps=_STEPS,
        digest=digest,
        least_weight=_LEAST_WEIGHT,
    )
    return Tagger(spans, keys, judge)


def _tokens_of(messages: Sequence[Marked]) -> _Corpus:
    rows = Rows()
    labels: list[int] = []
    views: list[View] = []
    starts = [0]
    for message in messages:
        view = view_of(message.text, message.before)
        for at in range(len(view.tokens)):
            rows.add(token_features(view, at))
        labels += _labels(view, message)
        views.append(view)
        starts.append(len(rows))
    return _Corpus(messages, views, starts, rows.table(), np.array(labels), halves_of(messages))


def _labels(view: View, message: Marked) -> list[int]:
    labels = [LABELS.index(OUTSIDE)] * len(view.tokens)
    for start, end, _ in message.values:
        inside = _inside(view, start, end)
        for at in inside:
            labels[at] = LABELS.index(BEGIN if at == inside[0] else INSIDE)
    return labels


def _inside(view: View, start: int, end: int) -> list[int]:
    return [at for at, token in enumerate(view.tokens) if token.start < end and token.end > start]


def _keys_of(corpus: _Corpus, digest: str) -> tuple[LinearModel, list[LinearModel]]:
    """Return the model of keys, and those by which each half is to be named: learned from the other."""
    rows = Rows()
    keys: list[str] = []
    halves: list[int] = []
    for message, view, half in zip(corpus.messages, corpus.views, corpus.halves.tolist(), strict=True):
        for start, end, key in message.values:
            inside = _inside(view, start, end)
            if inside:
                rows.add(span_features(view, inside[0], inside[-1] + 1))
                keys.append(key)
                halves.append(half)
    table, classes, of = rows.table(least_rows=3), sorted(set(keys)), np.array(halves)
    numbers = np.array([classes.index(key) for key in keys])

    def learn(wanted: Mask, least: int = 1) -> LinearModel:
        part, right = table.part(wanted), numbers[wanted]
        return fit(
            part,
            right,
            classes,
            strength=_KEYS_STRENGTH,
            most_steps=_KEYS_STEPS,
            least_weight=least,
            digest=digest,
        )

    return learn(of >= 0, _LEAST_WEIGHT), [learn(of != half) for half in (0, 1)]


def _judge_of(
    corpus: _Corpus,
    chances: NDArray[np.float32],
    keys: Sequence[LinearModel],
    claims: Callable[[Marked], Sequence[Statement]],
    digest: str,
) -> LinearModel:
    rows = Rows()
    truths: list[int] = []
    for place, (message, view) in enumerate(zip(corpus.messages, corpus.views, strict=True)):
        known = claims(message)
        if any(one.action == "retract" or one.corrects for one in known):
            continue  # which the tagger leaves alone
        start = corpus.starts[place]
        told = chances[start : start + min(len(view.tokens), MOST_TOKENS)].tolist()
        found = candidates_of(message.text, view, told, keys[int(corpus.halves[place])], known)
        if found:
            whole = whole_of(message.text, view, message.before)
            for one, _ in found:
                rows.add(candidate_features(whole, one, len(found)))
                truths.append(int(is_true(view, one, message)))
    return fit(
        rows.table(),
        np.array(truths),
        VERDICTS,
        strength=_JUDGE_STRENGTH,
        most_steps=_STEPS,
        digest=digest,
        least_weight=_LEAST_WEIGHT,
    )


def is_true(view: View, one: Candidate, message: Marked) -> bool:
    """Whether a candidate is a marked value: what rules state if it touches one, else if it is about as long as one."""
    start, end = view.tokens[one.start].start, view.tokens[one.end - 1].end
    for begin, stop, _ in message.values:
        shared = min(end, stop) - max(start, begin)
        if shared > 0 and (
            one.source != TAGGED
            or (shared * 2 >= min(end - start, stop - begin) and end - start <= 3 * (stop - begin) + 8)
        ):
            return True
    return False


def measure(tagger: Tagger, messages: Sequence[Marked], least: float) -> dict[str, float]:
    """Return shares: marked values found (overlapping), found ones marked, keys right, messages without any kept so."""
    marked = hit = found = right = keyed = empty = silent = 0
    for message in messages:
        tagged = [one for one in tagger.tag(message.text, message.before) if one.chance >= least]
        marked += len(message.values)
        found += len(tagged)
        for start, end, key in message.values:
            of = [one for one in tagged if one.start < end and one.end > start]
            hit += bool(of)
            keyed += any(one.key == key for one in of)
        right += sum(any(one.start < end and one.end > start for start, end, _ in message.values) for one in tagged)
        if not message.values:
            empty += 1
            silent += not tagged
    shares = {"found": hit / max(marked, 1), "marked": right / max(found, 1), "key": keyed / max(hit, 1)}
    return shares | {"silent": silent / max(empty, 1)}


def main() -> None:
    """Train on the whole corpus and write; with `--measure`, on half of the authors, and tell of the others."""
    messages = read_corpus()
    begun = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - begun:5.0f} s  {text}", flush=True)

    if "--measure" in sys.argv:
        halves = halves_of(messages)
        seen = [one for one, half in zip(messages, halves, strict=True) if half == 0]
        tagger = train(seen, stated_of, say=say)
        for language in ("en", "zh"):
            held = [one for one, half in zip(messages, halves, strict=True) if half == 1 and one.language == language]
            for least in _THRESHOLDS:
                shares = measure(tagger, held, least)
                say(f"{language} {least} " + " ".join(f"{name} {share:.3f}" for name, share in shares.items()))
        return
    tagger = train(messages, stated_of, digest=corpus_digest(), say=say)
    for model, file in ((tagger.spans, SPANS_FILE), (tagger.keys, KEYS_FILE), (tagger.judge, JUDGE_FILE)):
        write_model(model, file)
        say(f"written to {file.name}: {len(model.by_feature)} features, {file.stat().st_size / 1e3:.0f} kB")


def stated_of(message: Marked) -> list[Statement]:
    """Return what the rules state of a message."""
    return stated_by_rules(message.text, message.before, message.language)


if __name__ == "__main__":
    main()
