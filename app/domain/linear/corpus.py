"""Corpora that models are learned from: folders of `*.tsv` files, a case a line."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a corpus: its fields, the name of its file without the ending, and where it stands, for errors."""

    fields: list[str]
    author: str
    where: str


def lines_of(folder: Path) -> Iterator[Line]:
    """Go over the lines that are not empty, in the order of the files' names."""
    for file in sorted(folder.glob("*.tsv")):
        for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            if line:
                yield Line(line.split("\t"), file.stem, f"{file.name}, line {number}")


def digest_of(folder: Path, files: str = "*.tsv") -> str:
    """Return a SHA-256 of a whole corpus, kept in a model to tell when it is of another one."""
    digest = hashlib.sha256()
    for file in sorted(folder.glob(files)):
        digest.update(file.read_bytes())
    return digest.hexdigest()
