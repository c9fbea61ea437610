"""The arguments of `lua/append.lua`, and what its reply means."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, get_args
from uuid import UUID

from app.adapters.redis import codec
from app.adapters.redis.keys import digest
from app.adapters.redis.scripts import Argument
from app.adapters.redis.summary_codec import encode_summary
from app.domain.models import (
    Card,
    CardEntry,
    NewFact,
    NewMemory,
    NewTurn,
    Owner,
    SavedStatus,
    SessionSeed,
    WindowStats,
)
from app.domain.windowing import last_rounds, seq_floor
from app.service.ports import AppendOutcome

_STATUSES: dict[bytes, SavedStatus] = {status.encode(): status for status in get_args(SavedStatus)}


def session_digest(session_id: str | None) -> str:
    """The session's part of a key; empty for none (and for the user's card)."""
    return "" if session_id is None else digest(session_id)


def card_arguments(entries: Mapping[str, CardEntry]) -> list[Argument]:
    """Key and entry, one after the other."""
    flat: list[Argument] = []
    for key, entry in entries.items():
        flat += (key, codec.encode_entry(entry))
    return flat


def append_arguments(
    owner: Owner,
    session_id: str | None,
    entries: tuple[Sequence[NewTurn], Sequence[NewMemory], Sequence[NewFact]],
    *,
    now: datetime | None,
    limits: tuple[int, int, int],
    seed: SessionSeed | None,
    card: Card | None,
    force: bool = False,
    provisional: bool = False,
) -> list[Argument]:
    """All arguments of the script; `limits` are rounds in the window, TTL in seconds, message ids in a generation.

    `now` is None where nothing is appended and nobody knows when the session was last active. A user's card is laid
    whenever `card` is given, a session's only where there is a session.
    """
    turns, memories, facts = entries
    known = seed or SessionSeed()
    shown = last_rounds(known.turns, limits[0])
    user_card = card_arguments(card.user) if card is not None else []
    session_card = card_arguments(card.session) if card is not None and session_id is not None else []
    arguments: list[Argument] = [owner.tenant_id, owner.user_id, session_digest(session_id), session_id or ""]
    floor, active = (0, "") if now is None else (seq_floor(now), codec.micros(now))
    arguments += (floor, active, *limits, int(force), int(provisional))
    arguments += (len(turns), len(memories), len(facts))
    arguments += (-1 if seed is None else len(shown), 2 * len(known.known_message_ids), known.last_seq, known.rounds)
    arguments.append("" if known.closed_at is None else codec.micros(known.closed_at))
    arguments += (encode_summary(known.summary), known.version)
    arguments.append(-1 if card is None else len(user_card))
    arguments.append(-1 if card is None or session_id is None else len(session_card))
    arguments.append(0 if card is None else card.version)
    arguments += map(codec.encode_numbered_turn, shown)
    for message_id, known_id in known.known_message_ids:
        arguments += (message_id, known_id.hex)
    arguments += (*user_card, *session_card)
    for turn in turns:
        arguments += (turn.message_id or "", codec.encode_turn(turn))
    for memory in memories:
        arguments += (memory.id.hex, codec.encode_memory(memory))
    for fact in facts:
        arguments += (fact.id.hex, session_digest(fact.session_id), codec.sortable(fact.valid_from))
        arguments += (codec.value_digest(fact.value), int(fact.retracted), fact.key, codec.encode_fact(fact))
    return arguments


def read_outcome(
    reply: list[Any], turns: Sequence[NewTurn], memories: Sequence[NewMemory], facts: Sequence[NewFact]
) -> AppendOutcome:
    """What the script answered, put beside what was given."""
    places = iter(reply[4:])
    turn_results: list[tuple[UUID, SavedStatus]] = []
    for turn in turns:
        first = next(places)
        turn_results.append((UUID(hex=first.decode()), "duplicate") if first else (turn.id, "stored"))
    memory_results: list[tuple[UUID, SavedStatus]] = [
        (memory.id, "queued" if next(places) else "duplicate") for memory in memories
    ]
    fact_results = tuple((fact.id, _STATUSES[next(places)], int(next(places))) for fact in facts)
    return AppendOutcome(
        turns=tuple(turn_results),
        memories=tuple(memory_results),
        facts=fact_results,
        window=WindowStats(rounds=reply[0], messages=reply[1], pending_archive=reply[2]),
        waiting=reply[3],
        before=tuple(next(places)),
    )


def take_back_arguments(
    outcome: AppendOutcome,
    session_id: str | None,
    entries: tuple[Sequence[NewTurn], Sequence[NewMemory], Sequence[NewFact]],
    *,
    ttl_seconds: int,
) -> list[Argument]:
    """All arguments of `take_back`: the entries that were new, and what the append answered of the session."""
    turns, memories, facts = entries
    fresh = [turn for turn, (id, _) in zip(turns, outcome.turns, strict=True) if turn.id == id]
    arguments: list[Argument] = [ttl_seconds, session_digest(session_id), len(fresh), len(memories), len(facts)]
    for turn in fresh:
        arguments += (turn.id.hex, turn.message_id or "")
    arguments += [memory.id.hex for memory in memories]
    arguments += [fact.id.hex for fact in facts]
    return [*arguments, *outcome.before]
