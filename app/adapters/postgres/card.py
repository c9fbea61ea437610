"""The fact card as Postgres knows it, now or as of a time."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from app.adapters.postgres.database import Database, Row
from app.adapters.postgres.rows import owner_values, short
from app.adapters.postgres.statements import SQL
from app.domain.models import Card, CardEntry, Owner

EMPTY_VERSION: Final = 2**53 - 1
"""Of a card with nothing on it: it holds nothing that a forget could have taken since."""


async def read_card(database: Database, owner: Owner, session_id: str | None, *, as_of: datetime | None) -> Card:
    """Return the user's entries, and those of the session where one is given."""
    parameters = {**owner_values(owner), "session_ids": ["", session_id] if session_id else [""]}
    if as_of is None:
        rows = await database.fetch_all(SQL["facts.card"], parameters)
        version = rows[0][-1] if rows else EMPTY_VERSION
        return replace(card_of([row[:-1] for row in rows], at=datetime.now(UTC)), version=version)
    return card_of(await database.fetch_all(SQL["facts.card_as_of"], {**parameters, "as_of": as_of}), at=as_of)


def card_of(rows: Iterable[Row], *, at: datetime) -> Card:
    """Return the card of rows (session, key, value, confidence, valid_from, source, version, is_current, ends_at).

    What has ended by `at` is not on it.
    """
    card = Card()
    others: list[tuple[dict[str, CardEntry], Row]] = []
    for row in rows:
        session_id, key, value, confidence, valid_from, source, version, is_current, ends_at = row
        if ends_at is not None and ends_at <= at:
            continue
        entries = card.session if session_id else card.user
        if is_current:
            entries[key] = CardEntry(value, short(confidence), valid_from, source, version, valid_to=ends_at)
        else:
            others.append((entries, row))
    for entries, (_, key, value, _, valid_from, source, *_) in others:
        entry = entries.get(key)
        if entry is None:
            continue
        seen = {entry.value, *(conflict["value"] for conflict in entry.conflicts)}
        if value not in seen:
            at = valid_from.astimezone(UTC).isoformat().replace("+00:00", "Z")
            claim = {"value": value, "valid_from": at, "source": source}
            entries[key] = replace(entry, conflicts=(*entry.conflicts, claim))
    return card
