"""Turns what waits in Redis into the rows that Postgres keeps: parts, pieces, terms, layers. Pure."""

import hashlib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from app.domain.ids import part_id
from app.domain.marks import message_terms
from app.domain.models import Layers, Memory, NewMemory, Owner, Turn
from app.domain.splitting import split_text
from app.domain.term_codec import pack_terms
from app.domain.wishes import LEAST_IMPORTANCE, states_wish
from app.domain.words import WHOLE_CHARS, normalise
from app.service.ports import MemoryRow, PendingWork, PieceRow

PART_CHARS = 1_200
"""A message longer than this is kept in parts, a saved memory is searched in pieces, of at most so many characters."""

Spans = Sequence[tuple[int, int]]
Wishes = Literal["not", "perhaps", "surely"]
"""Whether a text states a standing wish of the user: what matters little is not looked at for one."""


class TextReading(NamedTuple):
    """How a text is cut, and what a piece of it that a speaker of a name said is found by."""

    spans: Callable[[str], Spans]
    terms: Callable[[str, str | None, Wishes], bytes]


def content_hash(text: str) -> bytes:
    """Return 16 bytes of BLAKE2b over the text with width, case and white space made equal: "the same text"."""
    whole = normalise(text) if len(text) <= WHOLE_CHARS else unicodedata.normalize("NFKC", text).casefold()
    plain = " ".join(whole.split())
    return hashlib.blake2b(plain.encode(), digest_size=16).digest()


def spans_of(text: str) -> Spans:
    """Return the stretches of at most `PART_CHARS` characters that a text is kept in."""
    return split_text(text, PART_CHARS) if len(text) > PART_CHARS else [(0, len(text))]


def packed_terms(text: str, name: str | None, wishes: Wishes = "not") -> bytes:
    """Return the terms of a piece of text that a speaker of this name said, as they are kept."""
    wish = wishes == "surely" or (wishes == "perhaps" and states_wish(text))
    return pack_terms(message_terms(text, name, wish=wish))


AFRESH: Final = TextReading(spans_of, packed_terms)


def part_count(text: str) -> int:
    """Return how many memories keep a chat message of this text."""
    return len(spans_of(text))


def piece_span(memory: Memory, piece_no: int) -> tuple[int, int] | None:
    """Return the stretch of the content that a piece stands for; None where the memory is one piece."""
    if len(memory.content) <= PART_CHARS:
        return None
    spans = split_text(memory.content, PART_CHARS)
    return spans[piece_no] if piece_no < len(spans) else None


def pieces_of(memory: Memory, *, wanted: bool, reading: TextReading = AFRESH) -> tuple[PieceRow, ...]:
    """Return the pieces of a memory, one for each stretch of at most `PART_CHARS` characters."""
    return tuple(
        PieceRow(
            memory_id=memory.id,
            piece_no=number,
            start_char=start,
            stop_char=stop,
            terms=reading.terms(memory.content[start:stop], memory.name, _wishes_of(memory)),
            wanted=wanted,
        )
        for number, (start, stop) in enumerate(reading.spans(memory.content))
    )


def _wishes_of(memory: Memory) -> Wishes:
    if memory.type == "preference":
        return "surely"
    return "perhaps" if memory.role in (None, "user") and memory.importance >= LEAST_IMPORTANCE else "not"


def turn_memories(owner: Owner, session_id: str, turn: Turn, reading: TextReading = AFRESH) -> list[Memory]:
    """Return a chat message as the memories that keep it: one, or one a part when it is long."""
    text = turn.content
    return [
        Memory(
            id=part_id(turn.id, part),
            user_id=owner.user_id,
            session_id=session_id,
            agent_id=turn.agent_id,
            visibility="shared",
            type="conversation",
            layers=Layers.EPISODIC,
            content=text[start:stop],
            subject=None,
            metadata={},
            importance=turn.importance,
            confidence=1.0,
            trust=0.5,
            pinned=False,
            version=1,
            created_at=turn.created_at,
            occurred_at=None,
            accessed_at=None,
            access_count=0,
            expires_at=None,
            message_id=turn.message_id,
            role=turn.role,
            name=turn.name,
            seq=turn.seq,
            round_no=turn.round_no,
            part=part,
        )
        for part, (start, stop) in enumerate(reading.spans(text))
    ]


def saved_memory(owner: Owner, new: NewMemory) -> Memory:
    """Return a saved memory as it is kept from now on."""
    return Memory(
        id=new.id,
        user_id=owner.user_id,
        session_id=new.session_id,
        agent_id=new.agent_id,
        visibility=new.visibility,
        type=new.type,
        layers=new.layers,
        content=new.content,
        subject=new.subject,
        metadata=new.metadata,
        importance=new.importance,
        confidence=1.0,
        trust=0.5,
        pinned=new.pinned,
        version=1,
        created_at=new.created_at,
        occurred_at=new.occurred_at,
        accessed_at=None,
        access_count=0,
        expires_at=new.expires_at,
        working_until=new.working_until,
    )


def row_of(memory: Memory, *, wanted: bool, reading: TextReading = AFRESH) -> MemoryRow:
    """Return the row of a memory with its pieces; `wanted` says whether it is worth an embedding."""
    return MemoryRow(memory, content_hash(memory.content), pieces_of(memory, wanted=wanted, reading=reading))


def rows_of(work: PendingWork, *, embed_from: float) -> Iterator[MemoryRow]:
    """Yield all rows of what waits. Memories below the importance `embed_from` never cost an embedding."""
    for session in work.sessions:
        for turn in session.turns:
            for memory in turn_memories(work.owner, session.session_id, turn):
                yield row_of(memory, wanted=memory.importance >= embed_from)
    for new in work.memories:
        yield row_of(saved_memory(work.owner, new), wanted=new.importance >= embed_from or new.pinned)
