"""Folders for stores of tests."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE_SECONDS = 20.0


@contextmanager
def store_folder() -> Iterator[Path]:
    """An empty folder that goes away at the end, also while the processes of a killed store are still ending.

    Not below pytest's own: every pytest session closes that to other accounts, and as root the stores have another one.
    Postgres' children outlive their killed postmaster by moments and may write a file into what is being removed.
    """
    folder = Path(tempfile.mkdtemp(prefix="haima-test-"))
    try:
        yield folder
    finally:
        _remove(folder)


def _remove(folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            shutil.rmtree(folder)
        except FileNotFoundError:
            if not folder.exists():
                return
        except OSError:
            if time.monotonic() > deadline:
                raise
        else:
            return
        time.sleep(0.1)
