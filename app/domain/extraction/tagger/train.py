"""Learns the tagger from the marked messages in `corpus/`: `python -m app.domain.extraction.tagger.train`.

Prints how many of the values it finds in messages that it has not seen, and how many of what it finds is marked, then
writes both models for the whole corpus. Some minutes.
"""

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.extraction.tagger.features import span_features, token_features, view_of
from app.domain.extraction.tagger.model import BEGIN, INSIDE, KEYS_FILE, LABELS, OUTSIDE, SPANS_FILE, Tagger
from app.domain.extraction.tagger.tokens import Token
from app.domain.linear import write_model
from app.domain.linear.train import train as train_linear

CORPUS: Final = Path(__file__).with_name("corpus")
_EPOCHS: Final = 14
_DECAY: Final = 5e-6
_THRESHOLDS: Final = (0.3, 0.5, 0.7, 0.8, 0.9)


class Marked(NamedTuple):
    """A line of the corpus: language, text, and the stretches [start, end) that are values, with their keys."""

    language: str
    text: str
    values: tuple[tuple[int, int, str], ...]


def read_corpus(folder: Path = CORPUS) -> list[Marked]:
    """Return every marked message, in the order of the files' names. Raises ValueError for a line that is none."""
    found = []
    for file in sorted(folder.glob("*.tsv")):
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if not line:
                continue
            fields = line.split("\t")
            if len(fields) != 3:
                raise ValueError(f"{file.name}, line {number}: not language, text and facts between tabs")
            facts = [fact.partition("=") for fact in fields[2].split(" | ") if fact.strip()]
            found.append(Marked(fields[0], fields[1], _places(fields[1], facts, f"{file.name}, line {number}")))
    return found


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the models."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.tsv")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _places(text: str, facts: Iterable[tuple[str, str, str]], where: str) -> tuple[tuple[int, int, str], ...]:
    places: list[tuple[int, int, str]] = []
    for key, _, value in sorted(facts, key=lambda fact: -len(fact[2])):
        start = text.find(value)
        while start >= 0 and any(start < end and begin < start + len(value) for begin, end, _ in places):
            start = text.find(value, start + 1)
        if start < 0 and value not in text:
            raise ValueError(f"{where}: {value!r} is not in the text")
        if start >= 0 and value:  # a value within another one stays with the longer
            places.append((start, start + len(value), key.strip()))
    return tuple(sorted(places))


def _labels(tokens: Sequence[Token], values: Sequence[tuple[int, int, str]]) -> list[str]:
    labels = [OUTSIDE] * len(tokens)
    for start, end, _ in values:
        inside = [at for at, token in enumerate(tokens) if token.start < end and token.end > start]
        for at in inside:
            labels[at] = BEGIN if at == inside[0] else INSIDE
    return labels


def train(messages: Sequence[Marked], *, digest: str = "") -> Tagger:
    """Learn both models. What the messages are cut into, and their word classes, must be those of reading."""
    rows: list[set[str]] = []
    labels: list[str] = []
    spans: list[set[str]] = []
    keys: list[str] = []
    for message in messages:
        view = view_of(message.text)
        rows += (token_features(view, at) for at in range(len(view.tokens)))
        labels += _labels(view.tokens, message.values)
        for start, end, key in message.values:
            inside = [at for at, token in enumerate(view.tokens) if token.start < end and token.end > start]
            if inside:
                spans.append(span_features(view, inside[0], inside[-1] + 1))
                keys.append(key)
    return Tagger(
        train_linear(rows, labels, LABELS, epochs=_EPOCHS, decay=_DECAY, digest=digest),
        train_linear(spans, keys, sorted(set(keys)), epochs=_EPOCHS, digest=digest),
    )


def measure(tagger: Tagger, messages: Sequence[Marked], least: float) -> dict[str, float]:
    """Return shares: marked values found (overlapping), found ones marked, keys right, messages without any kept so."""
    marked = hit = found = right = keyed = empty = silent = 0
    for message in messages:
        tagged = tagger.tag(message.text, least)
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
    """Measure on every fifth stretch of messages, then train on all and write."""
    messages = read_corpus()
    size = max(1, len(messages) // 50)
    held = [one for at, one in enumerate(messages) if at // size % 5 == 0]
    tagger = train([one for at, one in enumerate(messages) if at // size % 5])
    print(f"{len(messages)} messages, {sum(len(one.values) for one in messages)} values")
    for language in ("en", "zh"):
        part = [one for one in held if one.language == language]
        for least in _THRESHOLDS:
            shares = measure(tagger, part, least)
            print(language, least, " ".join(f"{name} {share:.3f}" for name, share in shares.items()))
    tagger = train(messages, digest=corpus_digest())
    for model, file in ((tagger.spans, SPANS_FILE), (tagger.keys, KEYS_FILE)):
        write_model(model, file)
        print(f"written to {file.name}: {len(model.by_feature)} features, {file.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
