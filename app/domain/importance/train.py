"""Learns the classes of importance from the labelled sentences in `corpus/`: `python -m app.domain.importance.train`.

Prints how often it is right on folds that it has not seen, then writes the weights for all sentences, rounded to 8
bits, beside `learned.py`. A minute or two.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from app.domain.importance.features import features_of
from app.domain.importance.learned import CLASSES, WEIGHTS_FILE, importance_chances, likeliest
from app.domain.linear import LinearModel, write_model
from app.domain.linear.corpus import digest_of, lines_of
from app.domain.linear.train import train as train_linear

CORPUS: Final = Path(__file__).with_name("corpus")
FOLDS: Final = 5


class Sentence(NamedTuple):
    """A line of the corpus: its class (`low`, `medium`, `high`), what kind it is, its language, the text."""

    label: str
    kind: str
    language: str
    text: str


def read_corpus(folder: Path = CORPUS) -> list[Sentence]:
    """Return every labelled sentence, in the order of the files' names. Raises ValueError for a line that is none."""
    sentences = []
    for fields, _, where in lines_of(folder):
        if len(fields) != 4 or fields[0] not in CLASSES:
            raise ValueError(f"{where}: not class, kind, language and text between tabs")
        sentences.append(Sentence(*fields))
    return sentences


def corpus_digest(folder: Path = CORPUS) -> str:
    """Return a SHA-256 of the whole corpus, kept in the weights to tell when they are of another one."""
    return digest_of(folder)


def train(sentences: Sequence[Sentence], *, digest: str = "") -> LinearModel:
    """Learn from labelled sentences."""
    rows = [set(features_of(sentence.text)) for sentence in sentences]
    return train_linear(rows, [sentence.label for sentence in sentences], CLASSES, digest=digest)


def right_on_unseen(sentences: Sequence[Sentence], folds: int = FOLDS) -> dict[str, float]:
    """Return the share of right classes by language, each fold (a stretch of every file) judged by the others."""
    right: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    size = -(-len(sentences) // (folds * 8))
    for fold in range(folds):
        held = [row for at, row in enumerate(sentences) if at // size % folds == fold]
        model = train([row for at, row in enumerate(sentences) if at // size % folds != fold])
        for sentence in held:
            whole[sentence.language] += 1
            right[sentence.language] += likeliest(importance_chances(sentence.text, model)) == sentence.label
    return {language: right[language] / whole[language] for language in sorted(whole)}


def main() -> None:
    """Measure, train, write."""
    sentences = read_corpus()
    print(f"{len(sentences)} sentences: {dict(Counter(sentence.label for sentence in sentences))}")
    for language, share in right_on_unseen(sentences).items():
        print(f"right on unseen, {language}: {share:.3f}")
    write_model(train(sentences, digest=corpus_digest()), WEIGHTS_FILE)
    print(f"written to {WEIGHTS_FILE.name}, {WEIGHTS_FILE.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
