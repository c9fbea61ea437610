"""Makes what is packed, and counts what comes out."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from app.adapters.tokenizer import counter_for
from app.domain.models import CardEntry, Role, Turn
from app.domain.packing.models import ChatMessage, PackInput, PackResult, RecalledMemory
from app.domain.packing.window import IS_QUERY

AT = datetime(2026, 3, 2, 8, tzinfo=UTC)
SPACE = UUID(int=7)
COUNTER = counter_for("gpt-4o")


def turn(number: int, role: Role, content: str, *, name: str | None = None, message_id: str | None = None) -> Turn:
    return Turn(
        id=uuid5(SPACE, str(number)),
        seq=number,
        round_no=1,
        role=role,
        content=content,
        message_id=f"m{number}" if message_id is None else message_id,
        name=name,
        created_at=AT,
        importance=0.5,
    )


def fact(value: str, *, days_ago: int = 0, conflicts: tuple[dict[str, Any], ...] = ()) -> CardEntry:
    return CardEntry(value, 0.9, AT - timedelta(days=days_ago), {}, 1, conflicts)


def recalled(number: int, content: str, **changes: Any) -> RecalledMemory:
    fields: dict[str, Any] = {"session_id": "old", "message_ids": (f"o{number}",), "score": 0.9, "role": "user"}
    return RecalledMemory(str(uuid5(SPACE, f"r{number}")), content, AT, **{**fields, **changes})


def given_of(**changes: Any) -> PackInput:
    fields: dict[str, Any] = {"query": "我女儿多大", "session_id": "s1", "token_budget": 2000, "counter": COUNTER}
    return PackInput(**{**fields, **changes})


def contents(result: PackResult, role: str) -> list[str]:
    return [message["content"] for message in result.messages if message["role"] == role]


def reasons(result: PackResult, kind: str) -> list[str]:
    return [entry.reason for entry in result.receipt if entry.kind == kind]


def counted(given: PackInput, messages: Sequence[ChatMessage]) -> int:
    """What a whole request costs, as OpenAI's cookbook counts it: 3 a message, 1 a name, 3 at the end."""
    return 3 + sum(3 + sum(map(given.counter.count, message.values())) + ("name" in message) for message in messages)


def check(given: PackInput, result: PackResult) -> None:
    """Everything that must hold of any packing."""
    assert result.token_count == counted(given, result.messages) <= given.token_budget
    assert sum(entry.tokens for entry in result.receipt if entry.included) == result.token_count
    assert all(entry.tokens >= 0 for entry in result.receipt)
    assert result.messages[-1] == {"role": "user", "content": given.query}
    if given.system_prompt:
        assert result.messages[0] == {"role": "system", "content": given.system_prompt}
    assert result.system_prompt == "\n\n".join(contents(result, "system"))
    for message in result.messages:
        assert set(message) <= {"role", "content", "name"}
        assert message["role"] in ("system", "user", "assistant")
        assert re.fullmatch(r"[^\s<|\\/>]{1,64}", message.get("name", "x"))


def check_receipt(given: PackInput, result: PackResult) -> None:
    """Every candidate has its entry, and the turns shown are the newest without a hole."""
    kinds = [entry.kind for entry in result.receipt]
    order = ["system_prompt", "facts", "profile", "summary", "memory", "knowledge", "turn", "query"]
    assert kinds == sorted(kinds, key=order.index)
    include = given.include
    assert kinds.count("memory") == (len(given.memories) if include.memories else 0)
    assert kinds.count("knowledge") == (len(given.knowledge) if include.knowledge else 0)
    assert kinds.count("turn") == (len(given.window) if include.window else 0)
    assert kinds.count("profile") == bool(include.profile and given.profile)
    assert kinds.count("summary") == bool(include.summary and given.summary)
    if include.facts and given.card:
        out = {entry.id for entry in result.receipt if entry.kind == "facts" and not entry.included}
        assert out <= set(given.card)
        assert sum(entry.included for entry in result.receipt if entry.kind == "facts") == (len(out) < len(given.card))
    shown = [entry.included for entry in result.receipt if entry.kind == "turn" and entry.reason != IS_QUERY]
    assert shown == sorted(shown)


def fields_of(given: PackInput) -> dict[str, Any]:
    return {name: getattr(given, name) for name in PackInput.__dataclass_fields__}
