"""Checks of foreign keys while many rows are copied in: planned once, not for every row.

PostgreSQL checks each row with a prepared query of its own. Our connections ask for a plan of its own for every call
(`plan_cache_mode = force_custom_plan`, see `database`), which planned that query again for every row: half of what
PostgreSQL spent on an import.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import psycopg

MANY_ROWS: Final = 16
"""From so many on, the two statements more cost less than planning for each row."""
_BEGIN: Final = """
    select current_setting('plan_cache_mode'), current_setting('enable_seqscan'),
        set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)
"""
_END: Final = "select set_config('plan_cache_mode', %s, true), set_config('enable_seqscan', %s, true)"


@asynccontextmanager
async def planned_once(connection: psycopg.AsyncConnection[Any], rows: int) -> AsyncIterator[None]:
    """Copy `rows` rows into a table with a foreign key, in a transaction: one plan serves all checks.

    The plan is kept with the connection, so it must not be one that reads the whole table, which is the cheapest while
    the table is small. Afterwards everything is as it was, and after an error with the transaction's end.
    """
    if rows < MANY_ROWS:
        yield
        return
    cursor = await connection.execute(_BEGIN)
    row = await cursor.fetchone()
    if row is None:
        raise AssertionError("current_setting always gives one row")
    plan_cache_mode, enable_seqscan, *_ = row
    yield
    await connection.execute(_END, [plan_cache_mode, enable_seqscan])
