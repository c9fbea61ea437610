"""Reads the plans of the statements: which partitions they touch, with the owner known and with a generic plan."""

import json
import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg

from app.adapters.postgres.row_security import PARAMETER, scoped
from app.adapters.postgres.search_store import near_statement
from app.adapters.postgres.statements import SQL
from app.domain.models import Owner

OWNER = Owner("acme", "u2")
SHARED = Owner("acme", "")
_GIVEN: dict[str, str] = {
    "owner_id": f"'{OWNER.owner_id}'",
    "owner_ids": f"'{{{OWNER.owner_id}}}'",
    "asked_ids": f"'{{{OWNER.owner_id}}}'",
    "knowledge_owner_id": f"'{SHARED.owner_id}'",
    "knowledge_owner_ids": f"'{{{SHARED.owner_id}}}'",
    "tenant_owner_ids": f"'{{{SHARED.owner_id}}}'",
    "tenant_id": "'acme'",
    "user_id": "'u2'",
    PARAMETER: f"'{OWNER.owner_id}'",
    "source_ids": "'{\"{}\"}'",
}
_OF_TYPE: dict[str, str] = {
    "uuid": "'00000000-0000-7000-8000-000000000001'",
    "text": "'s1'",
    "boolean": "true",
    "timestamp with time zone": "now()",
    "interval": "'1 hour'",
    "jsonb": "'{}'",
    "bytea": "'\\x00'",
    "halfvec": "'[1,2,3]'",
}
_IN_ARRAYS = {"timestamp with time zone": "2026-01-01", "boolean": "t", "halfvec": '"[1,2,3]"', "jsonb": '"{}"'}


def numbered(text: str) -> tuple[str, list[str]]:
    """Return a statement with `$1`, `$2`, … for its parameters, and their names."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)[sb]", text)))
    for number, name in enumerate(names, 1):
        text = re.sub(rf"%\({name}\)[sb]", f"${number}", text)
    return text.replace("%%", "%"), names


def _value(name: str, kind: str) -> str:
    if kind.endswith("[]"):
        inner = _OF_TYPE.get(kind[:-2], "1").strip("'")
        value = f"'{{{_IN_ARRAYS.get(kind[:-2], inner)}}}'"
    else:
        value = _OF_TYPE.get(kind, "1")
    given = _GIVEN.get(name, value) if "uuid" in kind or "text" in kind else value
    return f"{given}::{kind}"


def read_plan(
    connection: psycopg.Connection[Any], name: str, *, generic: bool = False, wall: bool = False, run: bool = False
) -> dict[str, Any]:
    """Return the plan of a statement for OWNER, with what happened when it is `run`.

    `wall`: as a request reads it, its scope laid in the statement itself.
    """
    asked = near_statement(3) if name == "ann.near" else SQL[name]
    statement = (scoped(asked) if wall else None) or asked
    text, names = numbered(statement)
    connection.execute(f"prepare read_plan as {text}".encode())
    try:
        row = connection.execute(
            "select parameter_types::text[] from pg_prepared_statements where name = 'read_plan'"
        ).fetchone()
        assert row is not None
        values = ", ".join(_value(name, kind) for name, kind in zip(names, row[0], strict=True))
        connection.execute(f"set plan_cache_mode = force_{'generic' if generic else 'custom'}_plan".encode())
        call = f"execute read_plan({values})" if values else "execute read_plan"
        how = "analyze, timing off, format json" if run else "format json"
        found = connection.execute(f"explain ({how}) {call}".encode()).fetchone()
        assert found is not None
        return dict(found[0][0]["Plan"])
    finally:
        if connection.info.transaction_status != psycopg.pq.TransactionStatus.INERROR:
            connection.execute("deallocate read_plan")


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield every node of a plan."""
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes(inner)


def touched(plan: dict[str, Any]) -> set[int]:
    """Return the numbers of the partitions that a plan reads, of all tables together; when run, that it has read."""
    read = [node for node in nodes(plan) if node.get("Actual Loops", 1) and node["Node Type"] != "ModifyTable"]
    relations = [str(node.get("Relation Name", "")) for node in read]
    return {int(found[1]) for relation in relations if (found := re.search(r"_p(\d+)$", relation))}


def read_tables(plan: dict[str, Any]) -> set[str]:
    """Return the tables that a plan reads, partitions under the name of their table."""
    return {re.sub(r"_p\d+$", "", str(node["Relation Name"])) for node in nodes(plan) if "Relation Name" in node}


def partition_of(connection: psycopg.Connection[Any], owner_id: UUID, partitions: int) -> int:
    """Return the number of the partition that an owner's rows are in."""
    text = "select satisfies_hash_partition('owners'::regclass, %s, %s, %s::uuid)"
    return next(
        n for n in range(partitions) if connection.execute(text, [partitions, n, owner_id]).fetchone() == (True,)
    )


def shown(plan: dict[str, Any]) -> str:
    """Return a plan for a failing test's message."""
    return json.dumps(plan, indent=1)
