"""Checks that what a receipt erased is nowhere in PostgreSQL: every table with an owner is read, whoever made it."""

from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

import psycopg
from psycopg import sql

from app.adapters.postgres.connection import open_plainly
from app.domain.models import Owner

MARKS: Final = frozenset({"tombstones", "forget_receipts"})
"""Tables that name erased ids on purpose: they keep them from coming back, and hold no text."""

_TABLES: Final = """
    select c.relname
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'owner_id' and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
    order by 1
"""
_RECEIPT: Final = """
    select tenant_id, user_id, erase, redis_done, everything, created_at::text, memory_ids, owner_id
    from forget_receipts
    where receipt_id = %s
"""


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """What a receipt says of itself."""

    owner: Owner
    erase: bool
    redis_done: bool
    everything: bool
    created_at: str
    memory_ids: tuple[UUID, ...]


def read_receipt(dsn: str, receipt_id: UUID) -> ErasureReceipt | None:
    """Return a receipt by its id alone, as an operator has it; None where there is none."""
    with open_plainly(dsn) as connection:
        row = connection.execute(_RECEIPT, [receipt_id]).fetchone()
    if row is None:
        return None
    return ErasureReceipt(Owner(row[0], row[1]), row[2], row[3], row[4], row[5], tuple(row[6]))


def find_remains(dsn: str, receipt: ErasureReceipt, texts: list[str]) -> list[tuple[str, str]]:
    """Return (table, what is there) for every table that still holds something of it; `texts` are looked for as well.

    A row is compared as a whole, as text: ids in columns, arrays and JSON alike.
    """
    found: list[tuple[str, str]] = []
    with open_plainly(dsn) as connection:
        for (table,) in connection.execute(_TABLES).fetchall():
            for what, count in _counts(connection, table, receipt, texts):
                if count:
                    found.append((table, f"{count} rows {what}"))
    return found


def _counts(
    connection: psycopg.Connection[Any], table: str, receipt: ErasureReceipt, texts: list[str]
) -> list[tuple[str, int]]:
    rows = sql.SQL("select count(*) from {} as t where owner_id = %(owner_id)s and ").format(sql.Identifier(table))
    holds = sql.SQL("exists (select from unnest(%(wanted)s::text[]) as w (text) where position(w.text in t::text) > 0)")
    counts: list[tuple[str, int]] = []

    def count(what: str, condition: sql.SQL, wanted: list[str]) -> None:
        values = {"owner_id": receipt.owner.owner_id, "wanted": wanted}
        row = connection.execute(rows + condition, values).fetchone()
        counts.append((what, row[0] if row else 0))

    if table not in MARKS:
        count("name an erased memory", holds, [str(id) for id in receipt.memory_ids])
        if receipt.everything and table != "owners":
            count("of a user who was erased (made since then, or left over)", sql.SQL("true"), [])
    if texts:
        count("hold a text that was asked for", holds, texts)
    return counts
