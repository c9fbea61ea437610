"""The records of an import as they are read: checked one by one, in batches, never all of them in memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel, ValidationError

from app.adapters.postgres.transfer_rows import (
    TENANT_RECORDS,
    USER_RECORDS,
    FactRecord,
    MemoryRecord,
    OwnerRecord,
    SummaryRecord,
)
from app.domain.errors import InvalidRequest
from app.domain.models import KNOWLEDGE_USER, Owner

ORDER: Final = ("owner", "document", "seed", "session", "summary", "memory", "fact")
"""The kinds of records as an export writes them, and as they have to be stored."""
_RANKS: Final = {kind: rank for rank, kind in enumerate(ORDER)}
BATCH_RECORDS: Final = 2_000
BATCH_CHARS: Final = 4_000_000
KEPT_RECORDS: Final = 8_192
KEPT_CHARS: Final = 16_000_000
"""What was checked is kept for storing up to so much; more than that is read and checked once more."""

Record = Mapping[str, Any]
Batch = dict[str, list[BaseModel]]


@dataclass(slots=True)
class Outline:
    """What a first reading tells. `fact_ids` are the versions of a fact by session ('' for the user's own) and key.

    `kept` are all records with their kinds and about how much they hold, None where they are too many.
    """

    counts: Counter[str] = field(default_factory=Counter)
    in_order: bool = True
    last_seed_ids: list[UUID] = field(default_factory=list)
    fact_ids: dict[tuple[str, str], list[UUID]] = field(default_factory=dict)
    kept: list[tuple[str, BaseModel, int]] | None = field(default_factory=list)

    @property
    def passes(self) -> list[tuple[str, ...]]:
        """The kinds to store with each reading: all with one where they come in order, else each with its own."""
        found = [kind for kind in ORDER if self.counts[kind]]
        return [tuple(found)] if self.in_order else [(kind,) for kind in found]


def known_kinds(owner: Owner) -> Mapping[str, type[BaseModel]]:
    """Return the kinds of records of an owner."""
    return TENANT_RECORDS if owner.user_id == KNOWLEDGE_USER else USER_RECORDS


def outline_of(owner: Owner, records: Iterable[Record]) -> Outline:
    """Read and check every record. Raises InvalidRequest, naming the record."""
    outline = Outline()
    rank = chars = 0
    for kind, record, many in _checked(owner, records, ORDER):
        outline.counts[kind] += 1
        chars += many
        if outline.kept is not None:
            outline.kept.append((kind, record, many))
            if len(outline.kept) > KEPT_RECORDS or chars > KEPT_CHARS:
                outline.kept = None
        outline.in_order = outline.in_order and rank <= _RANKS[kind]
        rank = _RANKS[kind]
        if isinstance(record, FactRecord):
            outline.fact_ids.setdefault((record.session_id, record.key), []).append(record.id)
        elif isinstance(record, OwnerRecord):
            outline.last_seed_ids.append(record.last_seed_id)
    return outline


def batches_of(owner: Owner, outline: Outline, records: Iterable[Record], kinds: tuple[str, ...]) -> Iterator[Batch]:
    """Yield the records of these kinds, at most `BATCH_RECORDS` and about `BATCH_CHARS` at a time."""
    batch: Batch = {}
    count = chars = 0
    for kind, record, many in _checked(owner, records, kinds) if outline.kept is None else outline.kept:
        if kind not in kinds:
            continue
        batch.setdefault(kind, []).append(record)
        count += 1
        chars += many
        if count >= BATCH_RECORDS or chars >= BATCH_CHARS:
            yield batch
            batch, count, chars = {}, 0, 0
    if batch:
        yield batch


def _chars(record: BaseModel) -> int:
    """Return about how much a record holds, with its history, pieces and vectors."""
    if isinstance(record, MemoryRecord):
        chars = len(record.content)
        for piece in record.pieces:
            chars += len(piece.terms) + len(piece.embedding or b"")
        for version in record.versions:
            chars += len(version.content)
        return chars
    if isinstance(record, SummaryRecord):
        return len(record.embedding or b"") + sum(len(line[1]) for line in record.lines)
    return len(record.value) if isinstance(record, FactRecord) else 0


def _checked(owner: Owner, records: Iterable[Record], kinds: tuple[str, ...]) -> Iterator[tuple[str, BaseModel, int]]:
    known = known_kinds(owner)
    for number, given in enumerate(records, 1):
        kind = given.get("kind")
        if not isinstance(kind, str) or kind not in known:
            raise InvalidRequest([(f"record {number}", f"kind must be one of {', '.join(known)}")])
        if kind not in kinds:
            continue
        try:
            fields = dict(given)
            del fields["kind"]
            record = known[kind].model_validate(fields)
        except (ValidationError, UnicodeEncodeError, RecursionError) as error:
            detail = (
                error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "not storable text"}
            )
            place = ".".join(map(str, ("record", number, *detail["loc"])))
            raise InvalidRequest([(place, str(detail["msg"]))]) from error
        yield kind, record, _chars(record)
