"""Fixtures of tests that run the service as people do: as processes."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """An empty folder for embedded stores.

    Not below pytest's own: every pytest session closes that to other accounts, and as root the stores have another one.
    """
    with tempfile.TemporaryDirectory(prefix="haima-test-") as folder:
        yield Path(folder)
