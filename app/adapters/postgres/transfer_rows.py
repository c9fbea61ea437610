"""The records of an export: what an import accepts. All is checked, since a bad row would break later searches."""

import struct
from binascii import a2b_base64
from collections.abc import Mapping
from typing import Annotated, Final, NamedTuple, Self
from uuid import UUID

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    model_validator,
)

from app.domain.models import MemoryType, Role, Visibility
from app.domain.summary.models import SummaryKind, Topic
from app.domain.term_codec import check_packed

_HALFVEC_HEAD: Final = struct.Struct(">HH")


def _storable(text: str) -> str:
    """Refuse what PostgreSQL's text can't hold."""
    if "\x00" in text:
        raise ValueError("must not contain U+0000")
    text.encode()
    return text


def _storable_json(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    for key, inner in value.items():
        _storable(key)
        _check_json(inner)
    return value


def _check_json(value: JsonValue) -> None:
    if isinstance(value, str):
        _storable(value)
    elif isinstance(value, list):
        for inner in value:
            _check_json(inner)
    elif isinstance(value, dict):
        _storable_json(value)


def _decoded(text: object) -> bytes:
    if not isinstance(text, str):
        raise ValueError("must be text in base64")
    return a2b_base64(text, strict_mode=True)


def _terms(text: object) -> bytes:
    packed = _decoded(text)
    check_packed(packed)
    return packed


def _vector(text: object) -> bytes:
    packed = _decoded(text)
    upper = packed[1::2]  # of each number the byte with its exponent: cheaper than asking NumPy
    if not packed or len(packed) % 2 or len(upper.translate(None, _NOT_FINITE)) != len(upper):
        raise ValueError("must be base64 of finite float16 numbers")
    return packed


_NOT_FINITE: Final = bytes(byte for byte in range(256) if byte & 0x7C == 0x7C)
"""The upper byte of a float16 whose five bits of exponent are all set: an infinity or not a number."""
Id = Annotated[str, StringConstraints(min_length=1, max_length=255), AfterValidator(_storable)]
Text = Annotated[str, StringConstraints(max_length=1_000_000), AfterValidator(_storable)]
Unit = Annotated[float, Field(ge=0, le=1)]
Seq = Annotated[int, Field(ge=0, lt=2**53)]
Count = Annotated[int, Field(ge=0, lt=2**53)]
Version = Annotated[int, Field(ge=1, lt=2**31)]
Short = Annotated[int, Field(ge=0, lt=2**15)]
Place = Annotated[int, Field(ge=0, lt=2**31)]
Hash = Annotated[str, StringConstraints(pattern=r"^\\x[0-9a-f]{32}$")]
Metadata = Annotated[dict[str, JsonValue], AfterValidator(_storable_json)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SessionRecord(_Record):
    """A session; turns are memories."""

    session_id: Id
    rounds: Count
    last_seq: Seq
    window_start_seq: Seq
    created_at: AwareDatetime
    last_active_at: AwareDatetime
    closed_at: AwareDatetime | None = None
    forgotten_at: None = None
    extracted_seq: Seq | None = None
    extracted_rounds: Count = 0
    shown_seq: Seq = 0
    extract_at: AwareDatetime | None = None
    extract_tries: Short = 0
    model_owed_seq: Seq | None = None
    model_owed_at: AwareDatetime | None = None
    model_tries: Short = 0
    summary_from: Annotated[int, Field(ge=-1, lt=2**53)] = 0
    summary_round: Count = 0

    @model_validator(mode="after")
    def _take_an_older_export_as_read(self) -> Self:
        """Older exports do not say how far a session was read for facts: all of it is taken as read."""
        if self.extracted_seq is not None:
            return self
        return self.model_copy(update={"extracted_seq": self.last_seq, "extracted_rounds": self.rounds})


class PackedVector(NamedTuple):
    """A vector as an export has it: float16 numbers, little-endian. It can stand where COPY wants a HalfVector."""

    packed: bytes

    def to_list(self) -> list[float]:
        """Return its numbers."""
        return list(struct.unpack(f"<{len(self.packed) // 2}e", self.packed))

    def to_binary(self) -> bytes:
        """Return what pgvector's `halfvec_recv` reads: uint16 dimensions, uint16 0, the numbers, all big-endian."""
        swapped = bytearray(len(self.packed))
        swapped[::2], swapped[1::2] = self.packed[1::2], self.packed[::2]
        return _HALFVEC_HEAD.pack(len(self.packed) // 2, 0) + swapped


class _Embedded(_Record):
    """A vector in float16 (little-endian), where there is one, in base64, and the model that made it."""

    model: Annotated[str, StringConstraints(max_length=255), AfterValidator(_storable)] = ""
    embedding: Annotated[bytes, BeforeValidator(_vector)] | None = None

    def vector(self, model: str, dimensions: int) -> PackedVector | None:
        """Return the vector; None where it says to be of this model and has another number of dimensions."""
        if self.embedding is None or (self.model == model and len(self.embedding) != 2 * dimensions):
            return None
        return PackedVector(self.embedding)


class SummaryRecord(_Embedded):
    """The running summary of a session; `form` is its kind. Lines: topic, text, role, message ids, weight.

    Older exports have it without a vector, which is made anew then.
    """

    session_id: Id
    revision: Annotated[int, Field(ge=1, lt=2**53)]
    form: SummaryKind
    lines: list[tuple[Topic, Text, Role, list[Id], Unit]]
    first_seq: Seq
    last_seq: Seq
    last_round: Count
    until: AwareDatetime
    messages: Place
    tokens: Place
    covered_tokens: Count
    made_at: AwareDatetime
    wanted: bool = True


class PieceRecord(_Embedded):
    """A piece; its terms come in base64."""

    piece_no: Short
    start_char: Place
    stop_char: Place
    terms: Annotated[bytes, BeforeValidator(_terms)]
    wanted: bool


class VersionRecord(_Record):
    """A former state of a memory."""

    version: Version
    content: Text
    type: MemoryType
    importance: Unit
    subject: Text | None = None
    metadata: Metadata
    pinned: bool
    expires_at: AwareDatetime | None = None
    changed_at: AwareDatetime
    reason: Text
    changed_by: Text = ""


class MemoryRecord(_Record):
    """A memory with its history and pieces."""

    id: UUID
    session_id: Id | None = None
    agent_id: Id | None = None
    visibility: Visibility
    type: MemoryType
    layers: Annotated[int, Field(ge=1, le=15)]
    content: Text
    content_hash: Hash
    subject: Text | None = None
    metadata: Metadata
    importance: Unit
    confidence: Unit
    trust: Unit
    pinned: bool
    version: Version
    version_at: AwareDatetime | None = None
    version_reason: Text
    version_by: Text = ""
    created_at: AwareDatetime
    occurred_at: AwareDatetime | None = None
    recorded_at: AwareDatetime
    accessed_at: AwareDatetime | None = None
    access_count: Count
    expires_at: AwareDatetime | None = None
    working_until: AwareDatetime | None = None
    superseded_at: AwareDatetime | None = None
    role: Role | None = None
    name: Text | None = None
    message_id: Id | None = None
    seq: Seq | None = None
    round_no: Count | None = None
    part: Short = 0
    document_id: UUID | None = None
    credited: Count = 0
    corrected_at: AwareDatetime | None = None
    versions: list[VersionRecord] = Field(default_factory=list)
    pieces: list[PieceRecord]


class FactRecord(_Record):
    """One version of a fact."""

    session_id: Annotated[str, StringConstraints(max_length=255), AfterValidator(_storable)]
    key: Id
    version: Version
    id: UUID
    value: Text
    retracted: bool
    confidence: Unit
    valid_from: AwareDatetime
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    superseded_at: AwareDatetime | None = None
    source: Metadata
    reason: Text
    ends_at: AwareDatetime | None = None
    source_ids: list[UUID] = Field(default_factory=list)
    changed_by: Text = ""


class DocumentRecord(_Record):
    """A knowledge document; its chunks are memories."""

    id: UUID
    title: Text
    metadata: Metadata
    chunks: Place
    created_at: AwareDatetime


class SeedRecord(_Record):
    """What each user of a tenant starts with."""

    id: UUID
    content: Text
    type: MemoryType
    importance: Unit
    subject: Text | None = None
    metadata: Metadata
    created_at: AwareDatetime


class OwnerRecord(_Record):
    """The last seed that a user was given, or has passed over."""

    last_seed_id: UUID


TENANT_RECORDS: Final[Mapping[str, type[_Record]]] = {
    "document": DocumentRecord,
    "seed": SeedRecord,
    "memory": MemoryRecord,
}
"""What belongs to a tenant: its documents, whose chunks are memories, and its seeds."""
USER_RECORDS: Final[Mapping[str, type[_Record]]] = {
    "owner": OwnerRecord,
    "session": SessionRecord,
    "summary": SummaryRecord,
    "memory": MemoryRecord,
    "fact": FactRecord,
}
