"""Every statement stays with one owner, and the hot ones find it by an index."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pg_making import MODEL, NOW, OWNER, Make
from pgvector import HalfVector
from psycopg.types.json import Jsonb

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.adapters.postgres.row_security import PARAMETER, scope_of, scoped
from app.adapters.postgres.rows import owner_columns, owner_values
from app.adapters.postgres.statements import FOLDER, OVER_USERS, SQL, read_statements
from app.domain.ids import new_id
from app.domain.models import Owner

SWEEPS = {
    name for file in OVER_USERS for name in re.findall(r"^-- name: (\S+)$", (FOLDER / file).read_text(), re.MULTILINE)
}
OWNED_TABLES = (
    "owners|sessions|memories|memory_versions|pieces|facts|tombstones|forget_receipts|seed_memories|dead_letters"
    "|knowledge_documents|summaries"
)


@pytest.mark.parametrize("name", sorted(set(SQL) - SWEEPS))
def test_a_statement_names_owner_tenant_and_user(name: str) -> None:
    for column in ("owner_id", "tenant_id", "user_id"):
        assert column in SQL[name]
    if SQL[name].startswith("copy "):
        return
    tables = len(re.findall(rf"\b(?:from|join|update|into)\s+(?:{OWNED_TABLES})\b", SQL[name]))
    inserts = len(re.findall(rf"\binsert into (?:{OWNED_TABLES})\b", SQL[name]))
    for column in ("owner_id", "tenant_id", "user_id"):
        filtered = len(re.findall(rf"\b{column} = ", SQL[name]))
        assert filtered >= tables - inserts, f"{name} reads {tables} tables and filters {filtered} times by {column}"


def test_statements_over_many_users_are_the_known_files() -> None:
    assert {name.partition(".")[0] for name in SWEEPS} == {"sweep", "key", "tenant"}
    assert not [name for name in SQL if name.startswith(("sweep.", "key.", "tenant.")) and name not in SWEEPS]


def test_a_name_given_twice_or_text_before_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sql").write_text("-- name: a.b\nselect 1;\n")
    assert read_statements(tmp_path) == {"a.b": "select 1"}
    (tmp_path / "b.sql").write_text("-- name: a.b\nselect 2;\n")
    with pytest.raises(ValueError, match="twice"):
        read_statements(tmp_path)
    (tmp_path / "b.sql").write_text("select 2;\n-- name: c.d\nselect 2;\n")
    with pytest.raises(ValueError, match="before the first"):
        read_statements(tmp_path)


EMPTY_HERE = ("forget_receipts", "seed_memories", "tombstones", "memory_versions", "summaries")
FEW = owner_columns(Owner("acme", f"user {number}") for number in range(3))
HOT: dict[str, dict[str, Any]] = {
    "search.distances": {"known_version": 1},
    "search.delta": {"after_version": 0},
    "search.memories": {"ids": [new_id()] * 20, "superseded": False},
    "search.match_metadata": {"metadata": Jsonb({"a": 1})},
    "session.get": {"session_id": "s1"},
    "session.window_turns": {"session_id": "s1", "window_start_seq": 0, "after_round": 2},
    "session.message_ids": {"session_id": "s1", "limit": 1_000},
    "session.list": {"after_at": None, "after_id": None, "limit": 50},
    "memory.list": {
        "agent_id": None, "layers": 15, "type": None, "session_id": None, "subject": None, "limit": 50,
        "after_at": None, "after_id": None, "now": NOW, "active_after": NOW,
    },
    "memory.get": {"id": new_id(), "now": NOW, "active_after": NOW},
    "memory.history": {"id": new_id()},
    "facts.card": {"session_ids": ["", "s1"]},
    "facts.card_as_of": {"session_ids": ["", "s1"], "as_of": NOW},
    "facts.history": {"session_id": "", "key": "k"},
    "embed.waiting_of": {"memory_ids": [new_id()] * 10, "model": MODEL},
    "embed.count_waiting": {"session_id": "s1", "model": MODEL},
    "embed.write": {"piece_ids": [1] * 32, "embeddings": [HalfVector([1.0, 2.0])] * 32, "model": MODEL},
    "store.lock_owners": {"now": NOW},
    "store.known_ids": {"ids": [new_id()] * 32},
    "store.known_turns": {
        "session_ids": ["s1"] * 32, "first_seqs": [1] * 32, "session_numbers": [1] * 32, "message_ids": ["m1"] * 32,
    },
    "store.same_content": {"hashes": [b"h" * 16] * 32, "now": NOW},
    "store.tombstoned_owners": {},
    "facts.last_versions": {**FEW, "session_ids": [""] * 3, "keys": ["k"] * 3},
    "facts.settle": {**FEW, "session_ids": [""] * 3, "keys": ["k"] * 3, "valid_from": [NOW] * 3, "current": True},
    "memory.count_access": {"ids": [new_id()] * 32, "counts": [1] * 32, "now": NOW},
    "graph.current": {"now": NOW, "limit": 5_000},
    "graph.as_of": {"now": NOW, "limit": 5_000},
    "graph.history": {"now": NOW, "limit": 5_000},
    "finetune.turns": {"session_id": "", "seq": -1, "part": -1, "now": NOW, "limit": 1_000},
    "retention.active_days": {"now": NOW},
    "retention.held": {"now": NOW, "active_after": NOW, "limit": 200_000},
    "retention.has_uses": {"used_trust": 0.8},
    "retention.statements": {"most_chars": 1_000, "limit": 20_000},
    "seeds.unseen": {**FEW, "tenant_owner_ids": [Owner("acme", "").owner_id] * 3},
    "seeds.experience": {"enough": 3},
    "tenant.users": {"tenant_id": "acme", "after": Owner("acme", "user 9").owner_id, "limit": 5},
    "sweep.retention_due": {"before": NOW, "limit": 20},
    "sweep.unembedded": {"model": MODEL, "limit": 32},
    "sweep.unembedded_summaries": {"model": MODEL, "limit": 32},
    "summary.write_vectors": {
        "session_ids": ["s1"] * 32, "revisions": [1] * 32, "made_ats": [NOW] * 32,
        "embeddings": [HalfVector([1.0, 2.0])] * 32, "model": MODEL,
    },
    "sweep.purge": {"now": NOW, "forgotten_before": NOW, "limit": 500},
    "sweep.open_receipts": {"limit": 100},
}  # fmt: skip


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from _nodes(inner)


@pytest.mark.slow
async def test_hot_statements_read_no_whole_table(archive: PostgresArchive, database: Database, make: Make) -> None:
    owners = [Owner("acme", f"user {number}") for number in range(2_000)]
    for start in range(0, len(owners), 500):
        batches = [
            make.batch(
                owner,
                turns=[make.turn("hello there", message_id="m1"), make.turn("hi", role="assistant")],
                memories=[make.memory("likes tea", metadata={"a": 1})],
                facts=[make.fact("k", "v")],
            )
            for owner in owners[start : start + 500]
        ]
        await archive.store(batches, model=MODEL, now=NOW)
    common = {
        **owner_values(OWNER),
        **owner_columns(owners[:32]),
        **owner_values(owners[7]),
        "knowledge_owner_id": Owner("acme", "").owner_id,
        "knowledge_user_id": "",
        "vector": HalfVector(np.ones(4)),
        "model": MODEL,
    }
    found: dict[str, list[str]] = {}
    async with database.transaction() as connection:
        await connection.execute("analyze")
    for name, values in HOT.items():
        parameters = {**common, **values}
        confined = "owner_ids" not in SQL[name] and name not in SWEEPS
        text = (scoped(SQL[name]) if confined else None) or SQL[name]
        parameters[PARAMETER] = scope_of(parameters)
        async with database.transaction(owners[7] if confined else None) as connection:
            cursor = await connection.execute("explain (format json) " + text, parameters)
            plan = (await cursor.fetchall())[0][0][0]["Plan"]
            scans = [node["Relation Name"] for node in _nodes(plan) if node["Node Type"] == "Seq Scan"]
            whole = [table for table in scans if table not in EMPTY_HERE]
            if whole:
                found[name] = whole
    assert found == {}


@pytest.mark.slow
async def test_what_waits_for_a_vector_is_found_by_its_index_without_statistics(
    archive: PostgresArchive, database: Database, make: Make
) -> None:
    for _ in range(4):
        await archive.store([make.batch(turns=[make.turn("hello") for _ in range(2_000)])], model=MODEL, now=NOW)
    async with database.transaction() as connection:
        cursor = await connection.execute(
            "explain (format json) " + SQL["sweep.unembedded"], {"model": MODEL, "limit": 32}
        )
        plan = (await cursor.fetchall())[0][0]
    used = {node.get("Index Name") for node in _nodes(plan[0]["Plan"])}
    assert {"pieces_to_embed", "memories_pkey", "memories_turn"} <= used, json.dumps(plan, indent=1)


def test_statements_are_valid_for_psycopg() -> None:
    """A per cent sign must be doubled or start a named parameter, of any form or in binary."""
    for name, text in SQL.items():
        assert not re.search(r"%(?!\(\w+\)[sb]|%)", text), name
