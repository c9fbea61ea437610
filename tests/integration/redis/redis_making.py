"""Makes turns, memories and facts for the tests of working memory."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from app.adapters.redis.working_memory import RedisWorkingMemory
from app.domain.models import Card, Layers, NewFact, NewMemory, NewTurn, Owner, Role, SessionSeed
from app.service.ports import AppendOutcome

NOW = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)
ALICE = Owner("default", "alice")


def after(seconds: float) -> datetime:
    """So many seconds after NOW."""
    return NOW + timedelta(seconds=seconds)


def turn(content: str, role: Role = "user", message_id: str | None = None) -> NewTurn:
    """A message said NOW."""
    return NewTurn(uuid4(), role, content, message_id, None, NOW, 0.5)


def next_seq(last_seq: int, now: datetime) -> int:
    """The number of the turn after `last_seq` (0: the session has none): milliseconds times 1,000, and always more."""
    return max(last_seq + 1, int(now.timestamp() * 1000) * 1000)


def round_of(role: Role, last_round: int) -> int:
    """The round of a turn after one of `last_round` (0: none): what comes before the first user message is one too."""
    return last_round + 1 if role == "user" or last_round == 0 else last_round


def rounds(count: int, first: int = 0) -> list[NewTurn]:
    """So many rounds of a user message and an answer: u0, a0, u1, a1 …"""
    made = []
    for number in range(first, first + count):
        made += [turn(f"u{number}"), turn(f"a{number}", "assistant")]
    return made


def memory(content: str, metadata: dict[str, object] | None = None) -> NewMemory:
    """A saved memory with every field set."""
    return NewMemory(
        id=uuid4(),
        content=content,
        type="preference",
        importance=0.9,
        layers=Layers.WORKING | Layers.SEMANTIC,
        session_id="s",
        agent_id="agent",
        visibility="private",
        subject="user",
        metadata=metadata or {},
        created_at=NOW,
        occurred_at=NOW.replace(year=1969, microsecond=123_457),
        expires_at=after(60),
        working_until=after(90),
        pinned=True,
    )


def fact(key: str, value: str, at: float = 0, session_id: str | None = None, *, retracted: bool = False) -> NewFact:
    """A fact valid from `at` seconds after NOW."""
    source = {"message_ids": ["m1"], "said": value}
    return NewFact(uuid4(), key, value, session_id, after(at), NOW, 0.75, source, "said", retracted)


async def append(
    to: RedisWorkingMemory,
    turns: Sequence[NewTurn] = (),
    memories: Sequence[NewMemory] = (),
    facts: Sequence[NewFact] = (),
    *,
    owner: Owner = ALICE,
    session_id: str | None = "s",
    now: datetime = NOW,
    due_at: datetime | None = None,
    seed: SessionSeed | None = None,
    card: Card | None = None,
) -> AppendOutcome:
    """Append to a session that is laid empty where it is not held, as a new one is."""
    outcome = await to.append(
        owner,
        session_id=session_id,
        turns=turns,
        memories=memories,
        facts=facts,
        now=now,
        due_at=due_at or now,
        seed=seed or SessionSeed(),
        card=card if card is not None else Card(),
    )
    assert outcome is not None
    return outcome


async def window(of: RedisWorkingMemory, session_id: str = "s", owner: Owner = ALICE) -> list[str]:
    """The contents of a session's window; fails where the session is not held."""
    shown = (await of.snapshot(owner, session_id)).window
    assert shown is not None
    return [each.content for each in shown]


async def waiting(of: RedisWorkingMemory, owner: Owner = ALICE) -> list[str]:
    """The contents of all turns that wait for Postgres."""
    work = await of.read_pending(owner)
    return [each.content for session in work.sessions for each in session.turns]


def ids(entries: Sequence[NewTurn | NewMemory | NewFact]) -> list[UUID]:
    """Their ids."""
    return [each.id for each in entries]
