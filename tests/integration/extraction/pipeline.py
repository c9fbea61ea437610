"""A service and the extractor on one set of stores, and a reader of statements that stand in the text."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from app.bootstrap import Toolbox, extract_pacing
from app.domain.extraction.models import Said, Statement, Subject
from app.domain.models import Owner
from app.service.extract import ExtractPolicy, ExtractService
from app.service.requests import MessageGiven, SaveRequest
from app.service.services import Services

OWNER = Owner("acme", "u1")
START = datetime(2026, 2, 1, 8, tzinfo=UTC)


def read_lines(messages: Sequence[Said], fresh: Collection[str] | None = None) -> list[Statement]:
    """Statements of messages: "home: Oslo", "-home: Oslo" (a retraction), "daughter.age: 4", "car: Mini until 3"."""
    found = []
    for message in messages:
        if "!" in message.content:
            raise ValueError("a text that breaks a rule")
        if message.role != "user" or ": " not in message.content:
            continue
        attribute, _, value = message.content.partition(": ")
        action: Any = "retract" if attribute.startswith("-") else "state"
        relation, dot, inner = attribute.lstrip("-").partition(".")
        value, _, days = value.partition(" until ")
        valid_to = message.created_at + timedelta(days=float(days)) if days else None
        subject = Subject(relation) if dot else Subject()
        found.append(
            Statement("fact", inner if dot else relation, value, subject, action, 0.9, (message.id,), valid_to=valid_to)
        )
    return found


@dataclass
class Pipeline:
    """The whole service with one reader in place of the rules."""

    tools: Toolbox
    services: Services
    extractor: ExtractService
    said: int = field(default=0)

    async def say(self, *contents: str, session: str = "s1", owner: Owner = OWNER, day: float = 0, **more: Any) -> None:
        """Save user messages, a second apart, and archive them."""
        messages = []
        for content in contents:
            self.said += 1
            at = START + timedelta(days=day, seconds=self.said)
            messages.append(MessageGiven(more.get("role", "user"), content, f"m{self.said}", more.get("name"), at))
        await self.services.save.save(
            SaveRequest(owner, session_id=session, messages=tuple(messages), mode=more.get("mode", "async"))
        )
        await self.tools.archiver.drain_due()

    async def close(self, session: str = "s1", owner: Owner = OWNER) -> Any:
        """Close a session and read it; returns the job."""
        job = await self.services.sessions.close(owner, session)
        await self.tools.archiver.drain_due()
        await self.extractor.extract_due()
        return job

    async def card(self, owner: Owner = OWNER, **query: Any) -> dict[str, str]:
        """The values on the card, from Redis where it holds it."""
        return {key: entry.value for key, entry in (await self.services.facts.card(owner, "s1", **query)).items()}

    async def waiting(self, session: str = "s1", owner: Owner = OWNER) -> int:
        """How many messages still wait."""
        return (await self.services.sessions.get_session(owner, session)).pending.extract


def extractor_of(tools: Toolbox, **policy: Any) -> ExtractService:
    pacing = extract_pacing(tools.settings)
    assert pacing is not None
    values: dict[str, Any] = {
        "batch_sessions": 50, "most_messages": 100, "context_messages": 12, "retry_limit": 3, **policy,
    }  # fmt: skip
    return ExtractService(
        tools.extract_store, tools.working, read_lines, tools.dead_letters, ExtractPolicy(pacing, **values)
    )
