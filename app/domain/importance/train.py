"""Learns the classes of importance from the labelled sentences in `corpus/`: `python -m app.domain.importance.train`.

Multinomial logistic regression over the features of a text, each once and scaled to a vector of length 1, by AdaGrad
(Duchi, Hazan and Singer 2011) in small batches. Prints how often it is right on folds that it has not seen, then writes
the weights for all sentences, rounded to 8 bits, beside `learned.py`. About a minute.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.domain.importance.features import features_of
from app.domain.importance.learned import CLASSES, WEIGHTS_FILE, Weights, write_weights

CORPUS: Final = Path(__file__).with_name("corpus")
FOLDS: Final = 5
_EPOCHS: Final = 16
_BATCH: Final = 64
_RATE: Final = 0.5
_DECAY: Final = 2e-5
_LEAST_SENTENCES: Final = 2

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


class Sentence(NamedTuple):
    """A line of the corpus: its class (`low`, `medium`, `high`), what kind it is, its language, the text."""

    label: str
    kind: str
    language: str
    text: str


def read_corpus(folder: Path = CORPUS) -> list[Sentence]:
    """Return every labelled sentence, in the order of the files' names. Raises ValueError for a line that is none."""
    sentences = []
    for file in sorted(folder.glob("*.tsv")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            fields = line.split("\t")
            if len(fields) != 4 or fields[0] not in CLASSES:
                raise ValueError(f"{file.name}, line {number}: not class, kind, language and text between tabs")
            sentences.append(Sentence(*fields))
    return sentences


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the weights to tell when they are of another one."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.tsv")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def train(sentences: Sequence[Sentence], *, digest: str = "") -> Weights:
    """Learn weights. A feature must occur in two sentences to count."""
    rows = [set(features_of(sentence.text)) for sentence in sentences]
    counts = Counter(feature for row in rows for feature in row)
    names = sorted(feature for feature, count in counts.items() if count >= _LEAST_SENTENCES)
    place = {name: index for index, name in enumerate(names)}
    ids = [np.array(sorted(place[name] for name in row if name in place), dtype=np.int64) for row in rows]
    labels = np.array([CLASSES.index(sentence.label) for sentence in sentences])
    weights, bias = _descend(ids, labels, len(names))
    return Weights.of(names, weights, bias, digest)


def _descend(ids: Sequence[Ints], labels: Ints, count: int) -> tuple[Floats, Floats]:
    """Return weights (count, 3) and bias (3,) for rows of feature ids, each with at least one."""
    random = np.random.default_rng(1)
    weights = np.zeros((count, len(CLASSES)), np.float32)
    bias = np.zeros(len(CLASSES), np.float32)
    seen, seen_bias = np.full_like(weights, 1e-2), np.full_like(bias, 1e-2)
    for epoch in range(_EPOCHS):
        rate = np.float32(_RATE * (1.0 - epoch / _EPOCHS))
        order = random.permutation(len(ids))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            sizes = np.array([len(ids[row]) for row in batch])
            flat = np.concatenate([ids[row] for row in batch])
            values = np.repeat(1.0 / np.sqrt(sizes), sizes).astype(np.float32)[:, None]
            sums = np.add.reduceat(weights[flat] * values, np.cumsum(sizes) - sizes, axis=0)
            error = _softmax(bias + sums)
            error[np.arange(len(batch)), labels[batch]] -= 1.0
            unique, gradient = _sum_by_id(flat, np.repeat(error, sizes, axis=0) * values)
            gradient += _DECAY * len(ids) / _BATCH * weights[unique]
            seen[unique] += gradient**2
            weights[unique] -= rate * gradient / np.sqrt(seen[unique])
            step = error.sum(axis=0)
            seen_bias += step**2
            bias -= np.float32(0.1) * rate * step / np.sqrt(seen_bias)
    return weights, bias


def _sum_by_id(flat: Ints, rows: Floats) -> tuple[Ints, Floats]:
    """Return the ids that occur, each once, and the sum of each one's rows."""
    order = np.argsort(flat, kind="stable")
    ordered = flat[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    return ordered[starts], np.add.reduceat(rows[order], starts, axis=0)


def _softmax(scores: Floats) -> Floats:
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def right_on_unseen(sentences: Sequence[Sentence], folds: int = FOLDS) -> dict[str, float]:
    """Return the share of right classes by language, each fold (a stretch of every file) judged by the others."""
    right: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    size = -(-len(sentences) // (folds * 8))
    for fold in range(folds):
        held = [row for at, row in enumerate(sentences) if at // size % folds == fold]
        weights = train([row for at, row in enumerate(sentences) if at // size % folds != fold])
        for sentence in held:
            whole[sentence.language] += 1
            right[sentence.language] += weights.class_of(sentence.text) == sentence.label
    return {language: right[language] / whole[language] for language in sorted(whole)}


def main() -> None:
    """Measure, train, write."""
    sentences = read_corpus()
    print(f"{len(sentences)} sentences: {dict(Counter(sentence.label for sentence in sentences))}")
    for language, share in right_on_unseen(sentences).items():
        print(f"right on unseen, {language}: {share:.3f}")
    write_weights(train(sentences, digest=corpus_digest()), WEIGHTS_FILE)
    print(f"written to {WEIGHTS_FILE.name}, {WEIGHTS_FILE.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
