"""Users of very many pieces, written into the tables without the way through the service."""

from typing import Any

import numpy as np
import psycopg
from pg_making import MODEL, NOW
from pgvector import HalfVector
from pgvector.psycopg import register_vector

from app.adapters.postgres.rows import PIECE_TYPES
from app.adapters.postgres.statements import SQL
from app.domain.ids import new_id
from app.domain.models import Owner

DIMENSIONS = 32


def clustered(count: int, seed: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Vectors that lie in groups, as those of texts do; the same groups for every seed."""
    centres = np.random.default_rng(0).standard_normal((40, DIMENSIONS))
    random = np.random.default_rng(seed)
    vectors = centres[random.integers(40, size=count)] + 0.7 * random.standard_normal((count, DIMENSIONS))
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def fill(url: str, owner: Owner, count: int, seed: int) -> None:
    """Store pieces with vectors, without the way through the service."""
    with psycopg.connect(url, autocommit=True) as connection:
        register_vector(connection)
        connection.execute(
            "insert into owners (owner_id, tenant_id, user_id, version, last_active_at) values (%s, %s, %s, 1, %s)",
            [owner.owner_id, owner.tenant_id, owner.user_id, NOW.replace(year=2025)],
        )
        ids = [new_id() for _ in range(count)]
        connection.execute(
            "insert into memories (owner_id, tenant_id, user_id, id, type, layers, content, content_hash, importance,"
            " created_at, changed) select %s, %s, %s, id, 'fact', 2, 'x', '\\x00', 0.5, now(), 1"
            " from unnest(%s::uuid[]) as id",
            [owner.owner_id, owner.tenant_id, owner.user_id, ids],
        )
        with connection.cursor().copy(SQL["store.copy_pieces"]) as copy:
            copy.set_types(PIECE_TYPES)
            for id, vector in zip(ids, clustered(count, seed), strict=True):
                row = (owner.owner_id, owner.tenant_id, owner.user_id, id, 0, 0, 1, b"", True, MODEL)
                copy.write_row((*row, HalfVector(vector)))
        connection.execute("analyze pieces")
