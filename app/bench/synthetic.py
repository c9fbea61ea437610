"""Users made of nothing but synthetic memories, as export files that the service imports: no embedding is computed."""

from base64 import b64encode
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np
import orjson

from app.adapters.embedders.local import LOCAL_DIMENSIONS, LOCAL_MODEL
from app.adapters.embedders.spaces import vector_name
from app.bench.texts import sentence
from app.domain.ids import new_id
from app.domain.models import Layers, Memory
from app.service.prepare import row_of
from app.service.users import FORMAT, VERSION

MODEL: Final = vector_name(LOCAL_MODEL, LOCAL_DIMENSIONS, neutral=True)
LINES_A_FILE: Final = 5_000
"""Memories in one import: some 12 MB."""


def export_file(user_id: str, first: int, count: int) -> bytes:
    """Return an export of `count` memories of a user, those numbered from `first`, each with a random vector."""
    random = np.random.default_rng(first)
    vectors = random.standard_normal((count, LOCAL_DIMENSIONS)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    packed = vectors.astype("<f2")
    now = datetime.now(UTC).replace(microsecond=0)
    head = {"format": FORMAT, "version": VERSION, "user_id": user_id}
    records = [_record(user_id, first + number, packed[number].tobytes(), now) for number in range(count)]
    return b"\n".join(orjson.dumps(line) for line in (head, *records, {"kind": "end", "records": count})) + b"\n"


def _record(user_id: str, number: int, vector: bytes, now: datetime) -> dict[str, object]:
    at = now - timedelta(minutes=number)
    memory = Memory(
        id=new_id(),
        user_id=user_id,
        session_id=None,
        agent_id=None,
        visibility="shared",
        type="conversation",
        layers=Layers.EPISODIC,
        content=sentence(number),
        subject=None,
        metadata={},
        importance=0.6,
        confidence=1.0,
        trust=0.5,
        pinned=False,
        version=1,
        created_at=at,
        occurred_at=None,
        accessed_at=None,
        access_count=0,
        expires_at=None,
    )
    row = row_of(memory, wanted=True)
    piece = row.pieces[0]
    kept = ("visibility", "type", "content", "metadata", "importance", "confidence", "trust", "pinned", "version")
    return {
        "kind": "memory",
        "id": str(memory.id),
        **{name: getattr(memory, name) for name in kept},
        "layers": int(memory.layers),
        "content_hash": "\\x" + row.content_hash.hex(),
        "version_reason": "saved",
        "created_at": at,
        "recorded_at": at,
        "access_count": 0,
        "pieces": [
            {
                "piece_no": 0,
                "start_char": piece.start_char,
                "stop_char": piece.stop_char,
                "terms": b64encode(piece.terms).decode(),
                "wanted": True,
                "model": MODEL,
                "embedding": b64encode(vector).decode(),
            }
        ],
    }
