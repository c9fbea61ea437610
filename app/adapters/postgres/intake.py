"""What of a batch goes in: tombstones, what is there already, and what says the same as a live memory. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from uuid import UUID

from app.adapters.postgres.rows import fact_ref, is_in_flight
from app.domain.models import NewFact, Owner
from app.service.ports import ArchiveBatch, MemoryRow, PendingSession

SameKey = tuple[UUID, bytes, str, str | None, str]
"""Owner, content hash, type, agent and visibility: saved memories that agree in all are one."""


@dataclass(slots=True)
class Known:
    """What Postgres has of the owners of some batches, read under their locks."""

    tombstones: dict[tuple[UUID, str, str], datetime] = field(default_factory=dict)
    ids: set[tuple[UUID, UUID]] = field(default_factory=set)
    seqs: set[tuple[UUID, str, int]] = field(default_factory=set)
    message_ids: set[tuple[UUID, str, str]] = field(default_factory=set)
    same: dict[SameKey, UUID] = field(default_factory=dict)


@dataclass(slots=True)
class Intake:
    """What of one batch is stored, and what is not."""

    owner: Owner
    rows: list[MemoryRow] = field(default_factory=list)
    reinforcing: list[tuple[UUID, MemoryRow]] = field(default_factory=list)
    sessions: list[PendingSession] = field(default_factory=list)
    facts: list[NewFact] = field(default_factory=list)
    dropped: list[UUID] = field(default_factory=list)


def take_in(batch: ArchiveBatch, known: Known) -> Intake:
    """Sort a batch into what is new and what is not; `known` is kept up, so that a batch is checked against itself."""
    intake = Intake(batch.work.owner)
    for group in _memories(batch.rows):
        if group[0].memory.seq is None:
            _take_saved(intake, group[0], known)
        else:
            _take_message(intake, group, known)
    with_turns = {row.memory.session_id for row in intake.rows}
    for session in batch.work.sessions:
        if session.session_id in with_turns or not _is_silent_since_erased(intake.owner, session, known):
            intake.sessions.append(session)
    intake.facts = [fact for fact in batch.work.facts if not _is_fact_erased(intake.owner, fact, known)]
    return intake


def same_key(owner: Owner, row: MemoryRow) -> SameKey:
    """Return what two saved memories must share to be one."""
    memory = row.memory
    return owner.owner_id, row.content_hash, memory.type, memory.agent_id, memory.visibility


def _memories(rows: Sequence[MemoryRow]) -> Iterator[list[MemoryRow]]:
    """Group rows so that all parts of a message are together."""
    turns = [row for row in rows if row.memory.seq is not None]
    turns.sort(key=lambda row: (row.memory.session_id or "", row.memory.seq or 0, row.memory.part))
    for _, parts in groupby(turns, key=lambda row: (row.memory.session_id, row.memory.seq, row.memory.message_id)):
        yield list(parts)
    for row in rows:
        if row.memory.seq is None:
            yield [row]


def _take_message(intake: Intake, parts: list[MemoryRow], known: Known) -> None:
    """Take a message with all its parts or not at all."""
    owner_id, first = intake.owner.owner_id, parts[0].memory
    if any((owner_id, row.memory.id) in known.ids for row in parts):
        return
    session_id = first.session_id or ""
    place = (owner_id, session_id, first.seq or 0)
    own = (owner_id, session_id, first.message_id or "")
    if _is_erased(intake.owner, parts, known) or place in known.seqs or own in known.message_ids:
        intake.dropped.extend(row.memory.id for row in parts)
        return
    known.seqs.add(place)
    if first.message_id is not None:
        known.message_ids.add(own)
    known.ids.update((owner_id, row.memory.id) for row in parts)
    intake.rows.extend(parts)


def _take_saved(intake: Intake, row: MemoryRow, known: Known) -> None:
    owner_id, memory_id = intake.owner.owner_id, row.memory.id
    if (owner_id, memory_id) in known.ids:
        return
    if _is_erased(intake.owner, [row], known):
        intake.dropped.append(memory_id)
        return
    same = known.same.setdefault(same_key(intake.owner, row), memory_id)
    if same != memory_id:
        intake.reinforcing.append((same, row))
        return
    known.ids.add((owner_id, memory_id))
    intake.rows.append(row)


def _is_erased(owner: Owner, rows: Sequence[MemoryRow], known: Known) -> bool:
    if not known.tombstones:
        return False
    owner_id, first = owner.owner_id, rows[0].memory
    if any((owner_id, "memory", str(row.memory.id)) in known.tombstones for row in rows):
        return True
    erased = known.tombstones.get
    return is_in_flight(first.id, erased((owner_id, "user", ""))) or (
        first.session_id is not None and is_in_flight(first.id, erased((owner_id, "session", first.session_id)))
    )


def _is_fact_erased(owner: Owner, fact: NewFact, known: Known) -> bool:
    owner_id, erased = owner.owner_id, known.tombstones.get
    return (
        is_in_flight(fact.id, erased((owner_id, "user", "")))
        or is_in_flight(fact.id, erased((owner_id, "session", fact.session_id or "")))
        or is_in_flight(fact.id, erased((owner_id, "fact", fact_ref(fact.session_id, fact.key))))
    )


def _is_silent_since_erased(owner: Owner, session: PendingSession, known: Known) -> bool:
    """Tell whether a session was erased and nothing was said in it since: its row must not come back."""
    places = ((owner.owner_id, "user", ""), (owner.owner_id, "session", session.session_id))
    return any(at is not None and session.last_active_at <= at for at in map(known.tombstones.get, places))
