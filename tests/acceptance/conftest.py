"""Fixtures of tests that run the service as people do: as processes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.folders import store_folder


@pytest.fixture
def data_folder() -> Iterator[Path]:
    """An empty folder for embedded stores."""
    with store_folder() as folder:
        yield folder
