"""Feeds the conversations of a bench set through the service, waits until they are settled, and asks the questions."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

from app.bench.metrics import rank_metrics, ranked
from app.bench.progress import Steps
from app.bench.service import Service
from app.bench.sets import BenchSet, Conversation, Question, TurnText

CALL_MESSAGES: Final = 100
CALL_CHARACTERS: Final = 200_000
MESSAGE_CHARACTERS: Final = 100_000
"""The longest message that the API takes; one turn of beam is longer and loses its end."""

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question's answer: turns of each result best first, the first result's numbers, and the time it took."""

    question: Question
    results: list[list[str]]
    sessions: list[str]
    score: float
    relevance: float
    seconds: float

    @property
    def order(self) -> list[str]:
        """The turns found, one a place."""
        return ranked(self.results)


def new_suffix() -> str:
    """What tells the users of one replay from those of another."""
    return secrets.token_hex(4)


def user_of(conversation_id: str, suffix: str) -> str:
    """The user that a conversation is replayed as."""
    return f"{conversation_id}~{suffix}"


async def feed(service: Service, bench: BenchSet, *, suffix: str, mode: str, concurrency: int) -> None:
    """Save every conversation, its sessions in order of time, several conversations at once."""
    with Steps(f"{bench.name}: saving turns", sum(c.turns for c in bench.conversations)) as steps:

        async def save(conversation: Conversation) -> None:
            for session_id, turns in conversation.sessions:
                for part in _calls(turns):
                    messages = [_message(turn) for turn in part]
                    await service.save(user_of(conversation.conversation_id, suffix), session_id, messages, mode)
                    steps.advance(len(part))

        await _each(bench.conversations, save, concurrency)


async def settle(service: Service, bench: BenchSet, *, suffix: str) -> None:
    """Wait until nothing of any session is pending any more."""
    with Steps(f"{bench.name}: settling turns", sum(c.turns for c in bench.conversations)) as steps:
        for conversation in bench.conversations:
            user_id = user_of(conversation.conversation_id, suffix)
            for session_id, turns in conversation.sessions:
                await service.wait_until_settled(user_id, session_id)
                steps.advance(len(turns))


async def ask(service: Service, bench: BenchSet, *, suffix: str, top_k: int, concurrency: int) -> list[Asked]:
    """Put every question as of the time it was asked; the answers stand in the order of the questions."""
    answers: dict[str, Asked] = {}
    with Steps(f"{bench.name}: asking questions", len(bench.questions)) as steps:

        async def put(question: Question) -> None:
            started = time.perf_counter()
            user_id = user_of(question.conversation_id, suffix)
            found = await service.search(user_id, question.text, top_k=top_k, as_of=just_before(question.asked_at))
            answers[question.question_id] = _asked(question, found, time.perf_counter() - started)
            steps.advance()

        await _each(bench.questions, put, concurrency)
    return [answers[question.question_id] for question in bench.questions]


def just_before(at: datetime) -> datetime:
    """Return the last moment that lies before: `as_of` takes in what was said at that very time."""
    return at - timedelta(milliseconds=1)


def message_metrics(asked: Iterable[Asked]) -> list[dict[str, float]]:
    """Per answerable question, its metrics per message."""
    return [rank_metrics(one.order, one.question.evidence) for one in asked if counts(one.question)]


def counts(question: Question) -> bool:
    """Whether a question goes into the averages."""
    return question.answerable and bool(question.evidence)


def _asked(question: Question, found: dict[str, Any], seconds: float) -> Asked:
    results = found["results"]
    first = results[0] if results else {"score": 0.0, "relevance": 0.0}
    return Asked(
        question=question,
        results=[result["memory"]["source"]["message_ids"] for result in results],
        sessions=[result["memory"]["source"]["session_id"] for result in results],
        score=first["score"],
        relevance=first["relevance"],
        seconds=seconds,
    )


def _calls(turns: Sequence[TurnText]) -> Iterator[list[TurnText]]:
    """Turns of a session in calls of a bounded size."""
    part: list[TurnText] = []
    characters = 0
    for turn in turns:
        if part and (len(part) == CALL_MESSAGES or characters + len(turn.content) > CALL_CHARACTERS):
            yield part
            part, characters = [], 0
        part.append(turn)
        characters += len(turn.content)
    if part:
        yield part


def _message(turn: TurnText) -> dict[str, Any]:
    return {
        "role": turn.role,
        "content": turn.content[:MESSAGE_CHARACTERS],
        "id": turn.turn_id,
        "name": turn.name,
        "created_at": turn.at,
    }


async def _each(work: Sequence[_T], do: Callable[[_T], Awaitable[None]], concurrency: int) -> None:
    """Do all of it, so many at once, in order of start; the first failure ends it."""
    waiting = iter(work)

    async def run() -> None:
        for one in waiting:
            await do(one)

    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(min(concurrency, len(work))):
                group.create_task(run())
    except ExceptionGroup as failures:
        raise failures.exceptions[0] from None
