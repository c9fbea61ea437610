"""Tables for people, JSON for comparisons."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import orjson
from rich.console import Console
from rich.table import Table

from app.domain.errors import SetupError

RESULTS: Final = Path("bench-results")
_WIDTH: Final = 160  # where there is no terminal to ask


def console() -> Console:
    """Stdout, wide enough for the tables also when it is a file."""
    found = Console()
    return found if found.is_terminal else Console(width=_WIDTH)


def metric_table(title: str, rows: Mapping[str, Mapping[str, float]], metrics: Sequence[str]) -> Table:
    """A table of a row a name with these metrics, `questions` first; a missing one is left empty."""
    table = Table(title=title, title_justify="left")
    table.add_column("")
    for name in ("questions", *metrics):
        table.add_column(name, justify="right")
    for label, row in rows.items():
        numbers = [f"{row[name]:.3f}" if name in row else "" for name in metrics]
        table.add_row(label, f"{row.get('questions', 0):.0f}", *numbers)
    return table


def write_json(name: str, found: Any) -> Path:
    """Write results under `bench-results/`, the time in the name; returns the path. Raises SetupError."""
    path = RESULTS / f"{name}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.json"
    try:
        RESULTS.mkdir(exist_ok=True)
        path.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2 | orjson.OPT_NON_STR_KEYS))
    except OSError as error:
        raise SetupError(f"{path} cannot be written ({error.strerror}); run this in a folder of your own") from None
    return path
