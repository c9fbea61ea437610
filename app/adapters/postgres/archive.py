"""The archiving transaction: turns, saved memories and facts of many owners, all or nothing, safe to repeat."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from app.adapters.postgres.card import read_card
from app.adapters.postgres.database import Connection, Database
from app.adapters.postgres.fact_versions import insert_facts, read_entries
from app.adapters.postgres.foreign_keys import planned_once
from app.adapters.postgres.intake import Intake, take_in
from app.adapters.postgres.known import read_known
from app.adapters.postgres.rows import (
    MEMORY_TYPES,
    PIECE_TYPES,
    memory_values,
    owner_columns,
    piece_values,
)
from app.adapters.postgres.seed_memories import Welcome, welcome
from app.adapters.postgres.seeds import read_session_seed
from app.adapters.postgres.statements import SQL
from app.domain.models import Card, Layers, Owner, SessionSeed
from app.service.ports import ArchiveBatch, ArchiveOutcome, ExtractPacing, MemoryRow, PieceRow


class PostgresArchive:
    """`app.service.ports.Archive` on PostgreSQL."""

    def __init__(
        self, database: Database, pacing: ExtractPacing | None = None, newcomers: Welcome | None = None
    ) -> None:
        """`pacing` says when a session is due to be read for facts; None: never. `newcomers` None: nobody is one."""
        self._database = database
        self._pacing = pacing
        self._newcomers = newcomers

    async def ping(self) -> None:
        """Raise StoreUnavailable unless Postgres answers."""
        await self._database.ping()

    async def store(self, batches: Sequence[ArchiveBatch], *, model: str, now: datetime) -> list[ArchiveOutcome]:
        """Store all batches in one transaction (owners locked in order of id), idempotent on ids and sequence.

        `model` names the model of the vectors that pieces bring along. Outcomes come in the order of the batches.
        """
        if not batches:
            return []
        async with self._database.transaction() as connection:
            versions = await lock_owners(connection, [batch.work.owner for batch in batches], now)
            scored = {row.memory.id: row.memory.layers for batch in batches for row in batch.rows}
            if self._newcomers is not None:
                batches = await welcome(connection, batches, versions, self._newcomers, now)
            known = await read_known(connection, batches, now)
            intakes = [take_in(batch, known) for batch in batches]
            rows = [(intake.owner, row) for intake in intakes for row in intake.rows]
            await copy_memories(connection, rows, versions, model=model)
            await _reinforce(connection, intakes, versions, now)
            await _put_sessions(connection, intakes, versions, now, self._pacing)
            facts = await insert_facts(
                connection, [(intake.owner, fact) for intake in intakes for fact in intake.facts]
            )
            places = [(b.work.owner, fact.session_id, fact.key) for b in batches for fact in b.work.facts]
            entries = await read_entries(connection, places)
        return [
            ArchiveOutcome(
                owner=intake.owner,
                dropped=tuple(intake.dropped),
                reinforced={row.memory.id: target for target, row in intake.reinforcing},
                facts={fact.id: facts[intake.owner.owner_id, fact.id] for fact in intake.facts},
                entries=entries.get(intake.owner.owner_id, {}),
                layers=_more_layers(intake.rows, scored),
            )
            for intake in intakes
        ]

    async def session_seed(self, owner: Owner, session_id: str, *, rounds: int, active_after: datetime) -> SessionSeed:
        """The last rounds of a session and its known message ids; empty when unknown or silent since `active_after`."""
        return await read_session_seed(self._database, owner, session_id, rounds=rounds, active_after=active_after)

    async def card(self, owner: Owner, session_id: str | None, *, as_of: datetime | None = None) -> Card:
        """The current fact card, or the card as of a time (by `valid_from`)."""
        return await read_card(self._database, owner, session_id, as_of=as_of)


def _more_layers(rows: Iterable[MemoryRow], scored: Mapping[UUID, Layers]) -> dict[UUID, Layers]:
    kept = {row.memory.id: row.memory.layers for row in rows}
    return {id: layers for id, layers in kept.items() if scored.get(id, layers) != layers}


async def lock_owners(connection: Connection, owners: Sequence[Owner], now: datetime) -> dict[UUID, int]:
    """Lock owners in order of owner_id, making their rows where missing; returns the new version of each."""
    distinct = {owner.owner_id: owner for owner in owners}
    cursor = await connection.execute(SQL["store.lock_owners"], {**owner_columns(distinct.values()), "now": now})
    return dict(await cursor.fetchall())


async def copy_memories(
    connection: Connection,
    rows: Sequence[tuple[Owner, MemoryRow]],
    versions: dict[UUID, int],
    *,
    model: str,
    document_id: UUID | None = None,
) -> None:
    """Copy new memories and their pieces in; `versions` are the owners', `document_id` that of a knowledge document."""
    if not rows:
        return
    cursor = connection.cursor()
    async with cursor.copy(SQL["store.copy_memories"]) as copy:
        copy.set_types(MEMORY_TYPES)
        for owner, row in rows:
            await copy.write_row(memory_values(owner, row, versions[owner.owner_id], document_id))
    await copy_pieces(connection, [(owner, piece) for owner, row in rows for piece in row.pieces], model=model)


async def copy_pieces(connection: Connection, pieces: Sequence[tuple[Owner, PieceRow]], *, model: str) -> None:
    """Copy new pieces in; `model` is that of the vectors they bring along."""
    async with planned_once(connection, len(pieces)), connection.cursor().copy(SQL["store.copy_pieces"]) as copy:
        copy.set_types(PIECE_TYPES)
        for owner, piece in pieces:
            await copy.write_row(piece_values(owner, piece, model))


async def _reinforce(
    connection: Connection, intakes: Sequence[Intake], versions: dict[UUID, int], now: datetime
) -> None:
    again = [(intake.owner, target, row) for intake in intakes for target, row in intake.reinforcing]
    if not again:
        return
    ids = {**owner_columns(owner for owner, _, _ in again), "ids": [target for _, target, _ in again]}
    values = {
        "importances": [row.memory.importance for _, _, row in again],
        "layers": [int(row.memory.layers) for _, _, row in again],
        "pinned": [row.memory.pinned for _, _, row in again],
        "working_until": [row.memory.working_until for _, _, row in again],
        "expires_at": [row.memory.expires_at for _, _, row in again],
        "changed": [versions[owner.owner_id] for owner, _, _ in again],
    }
    await connection.execute(SQL["store.reinforce"], {**ids, **values, "now": now})
    wanted = [(owner, target) for owner, target, row in again if any(piece.wanted for piece in row.pieces)]
    if wanted:
        ids = {**owner_columns(owner for owner, _ in wanted), "ids": [target for _, target in wanted]}
        await connection.execute(SQL["store.want_pieces"], ids)


async def _put_sessions(
    connection: Connection,
    intakes: Sequence[Intake],
    versions: dict[UUID, int],
    now: datetime,
    pacing: ExtractPacing | None,
) -> None:
    distinct = {(i.owner.owner_id, session.session_id): (i.owner, session) for i in intakes for session in i.sessions}
    sessions = list(distinct.values())
    if not sessions:
        return
    values = {
        "session_ids": [session.session_id for _, session in sessions],
        "rounds": [session.rounds for _, session in sessions],
        "last_seqs": [session.last_seq for _, session in sessions],
        "window_start_seqs": [session.window_start_seq for _, session in sessions],
        "last_active_at": [session.last_active_at for _, session in sessions],
        "closed_at": [session.closed_at for _, session in sessions],
        "changed": [versions[owner.owner_id] for owner, _ in sessions],
        "now": now,
        "extract_rounds": pacing.rounds if pacing else None,
        "extract_silence": pacing.silence if pacing else None,
    }
    await connection.execute(SQL["store.put_sessions"], {**owner_columns(owner for owner, _ in sessions), **values})


__all__ = ["PostgresArchive", "copy_memories", "copy_pieces", "lock_owners"]
