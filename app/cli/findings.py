"""What the checks of `doctor` find."""

from dataclasses import dataclass
from typing import Any, Literal

import psycopg

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `advice` is empty where nothing is to be done."""

    level: Level
    subject: str
    found: str
    advice: str = ""


def first_row(connection: psycopg.Connection[Any], query: str) -> tuple[Any, ...]:
    """Return the first row of a query that always has one."""
    row = connection.execute(query.encode()).fetchone()
    if row is None:
        raise psycopg.DataError("no row")
    return tuple(row)
