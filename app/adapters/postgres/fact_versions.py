"""Writing versions of facts inside a transaction that holds the owners' locks."""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from app.adapters.postgres.card import card_of
from app.adapters.postgres.database import Connection
from app.adapters.postgres.rows import owner_columns
from app.adapters.postgres.statements import SQL
from app.domain.models import CardEntry, NewFact, Owner, SavedStatus

FactOutcome = dict[tuple[UUID, UUID], tuple[SavedStatus, int]]
"""(owner id, fact id) → status and version."""

_Place = tuple[UUID, str, str]
_Current = tuple[datetime, str | None]
"""`valid_from` of a key's current version, and its value (None: a retraction)."""


async def insert_facts(connection: Connection, claimed: Iterable[tuple[Owner, NewFact]]) -> FactOutcome:
    """Insert facts as versions, in the order given, and settle which ones are current.

    A fact is `superseded_previous` where it takes the place of another value, `reinforced` where it says the current
    value again, `stored` where it is the first value or an older one that goes into history, `duplicate` where its id
    is known.
    """
    facts = list(claimed)
    if not facts:
        return {}
    outcome: FactOutcome = {}
    ids = {**owner_columns(owner for owner, _ in facts), "ids": [fact.id for _, fact in facts]}
    for owner_id, fact_id, version in await _rows(connection, "facts.known_ids", ids):
        outcome[owner_id, fact_id] = ("duplicate", version)
    fresh = _without_repeats(facts, outcome)
    if not fresh:
        return outcome
    columns = _card_columns(fresh)
    last: dict[_Place, int] = {}
    current: dict[_Place, _Current] = {}
    for owner_id, session_id, key, version, value, retracted, valid_from in await _rows(
        connection, "facts.last_versions", columns
    ):
        last[owner_id, session_id, key] = version
        current[owner_id, session_id, key] = (valid_from, None if retracted else value)
    versions = _number(fresh, last)
    await connection.execute(SQL["facts.insert"], {**columns, **_values(fresh, versions)})
    settle = _first_of_each(fresh)
    await connection.execute(SQL["facts.settle"], {**settle, "current": False})
    await connection.execute(SQL["facts.settle"], {**settle, "current": True})
    for (owner, fact), version in zip(fresh, versions, strict=True):
        outcome[owner.owner_id, fact.id] = (_claim(current, _place(owner, fact), fact), version)
    return outcome


async def read_entries(
    connection: Connection, places: Iterable[tuple[Owner, str | None, str]]
) -> dict[UUID, dict[tuple[str | None, str], CardEntry]]:
    """Return by owner id what cards show now at these places (owner, session id or None, key).

    A place that shows nothing is missing.
    """
    wanted = list(dict.fromkeys(places))
    if not wanted:
        return {}
    columns = {
        **owner_columns(owner for owner, _, _ in wanted),
        "session_ids": [session_id or "" for _, session_id, _ in wanted],
        "keys": [key for _, _, key in wanted],
    }
    shown: dict[UUID, dict[tuple[str | None, str], CardEntry]] = {}
    rows = await _rows(connection, "facts.entries", columns)
    for (owner_id, session_id), group in groupby(rows, key=lambda row: row[:2]):
        card = card_of([row[1:] for row in group], at=datetime.now(UTC))
        for key, entry in (card.session if session_id else card.user).items():
            shown.setdefault(owner_id, {})[session_id or None, key] = entry
    return shown


def _claim(current: dict[_Place, _Current], place: _Place, fact: NewFact) -> SavedStatus:
    """Return the status of a fact, and keep up what is current (of equal times the one claimed last)."""
    before, shown = current.get(place, (fact.valid_from, None))
    if fact.valid_from < before:
        return "stored"
    current[place] = (fact.valid_from, None if fact.retracted else fact.value)
    if shown is None:
        return "stored"
    return "reinforced" if shown == fact.value and not fact.retracted else "superseded_previous"


async def _rows(connection: Connection, name: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
    cursor = await connection.execute(SQL[name], parameters)
    return await cursor.fetchall()


def _place(owner: Owner, fact: NewFact) -> _Place:
    return owner.owner_id, fact.session_id or "", fact.key


def _without_repeats(facts: list[tuple[Owner, NewFact]], known: FactOutcome) -> list[tuple[Owner, NewFact]]:
    seen: set[tuple[UUID, UUID]] = set(known)
    fresh = []
    for owner, fact in facts:
        if (owner.owner_id, fact.id) not in seen:
            seen.add((owner.owner_id, fact.id))
            fresh.append((owner, fact))
    return fresh


def _number(facts: list[tuple[Owner, NewFact]], last: dict[_Place, int]) -> list[int]:
    """Return the version of each fact: one more than the last of its key, `last` being kept up."""
    versions = []
    for owner, fact in facts:
        place = _place(owner, fact)
        last[place] = last.get(place, 0) + 1
        versions.append(last[place])
    return versions


def _card_columns(facts: list[tuple[Owner, NewFact]]) -> dict[str, Any]:
    return {
        **owner_columns(owner for owner, _ in facts),
        "session_ids": [fact.session_id or "" for _, fact in facts],
        "keys": [fact.key for _, fact in facts],
    }


def _values(facts: list[tuple[Owner, NewFact]], versions: list[int]) -> dict[str, Any]:
    return {
        "versions": versions,
        "ids": [fact.id for _, fact in facts],
        "values": [fact.value for _, fact in facts],
        "retracted": [fact.retracted for _, fact in facts],
        "confidences": [fact.confidence for _, fact in facts],
        "valid_from": [fact.valid_from for _, fact in facts],
        "recorded_at": [fact.recorded_at for _, fact in facts],
        "sources": [Jsonb(fact.source) for _, fact in facts],
        "reasons": [fact.reason for _, fact in facts],
        "ends_at": [fact.valid_to for _, fact in facts],
        "source_ids": ["{" + ",".join(map(str, fact.source_ids)) + "}" for _, fact in facts],
        "changed_by": [fact.changed_by for _, fact in facts],
    }


def _first_of_each(facts: list[tuple[Owner, NewFact]]) -> dict[str, Any]:
    """Return one row a key, with the earliest `valid_from` that came in."""
    first: dict[_Place, tuple[Owner, NewFact]] = {}
    for owner, fact in facts:
        place = _place(owner, fact)
        if place not in first or fact.valid_from < first[place][1].valid_from:
            first[place] = (owner, fact)
    chosen = list(first.values())
    return {**_card_columns(chosen), "valid_from": [fact.valid_from for _, fact in chosen]}
