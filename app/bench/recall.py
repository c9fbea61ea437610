"""Every measure of a bench set: per message, per session, in a context of 1,000 tokens, freshness, refusal, latency."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from app.bench.metrics import area_under_roc, is_fresh_first, mean, mean_of, percentile, rank_metrics, ranked
from app.bench.progress import Steps
from app.bench.replay import Asked, counts, just_before, user_of
from app.bench.service import Service
from app.bench.sets import BenchSet, Question
from app.domain.packing.block import END_TOKENS, message_tokens
from app.domain.packing.models import TokenCounter

CONTEXT_TOKENS: Final = 1000
MODEL: Final = "gpt-4o"
TOP_K: Final = 50
"""Results asked for: sessions are ranked by their first message, and ten of them need more than ten messages."""


async def recall_in_context(
    service: Service, bench: BenchSet, *, suffix: str, counter: TokenCounter, concurrency: int
) -> dict[str, float]:
    """By question id, the share of its evidence in a context that leaves 1,000 tokens for memories."""
    shares: dict[str, float] = {}
    questions = [question for question in bench.questions if counts(question)]
    free = asyncio.Semaphore(concurrency)
    with Steps(f"{bench.name}: building contexts", len(questions)) as steps:

        async def build(question: Question) -> None:
            own = message_tokens(counter, {"role": "user", "content": question.text}) + END_TOKENS
            async with free:
                context = await service.recall(
                    user_of(question.conversation_id, suffix),
                    question.text,
                    token_budget=own + CONTEXT_TOKENS,
                    model=MODEL,
                    as_of=just_before(question.asked_at),
                )
            shares[question.question_id] = _share(question, context["receipt"])
            steps.advance()

        await asyncio.gather(*map(build, questions))
    return shares


def _share(question: Question, receipt: Sequence[Mapping[str, Any]]) -> float:
    shown = {
        turn for entry in receipt if entry["kind"] == "memory" and entry["included"] for turn in entry["message_ids"]
    }
    return len(shown & question.evidence) / len(question.evidence)


def measure(bench: BenchSet, asked: Sequence[Asked], shares: Mapping[str, float]) -> dict[str, Any]:
    """All numbers of a set: `all`, and the same by category, language and part, each a dictionary of means."""
    session_of = {
        (conversation.conversation_id, turn.turn_id): session_id
        for conversation in bench.conversations
        for session_id, turns in conversation.sessions
        for turn in turns
    }
    rows = [(one, _row(one, shares, session_of)) for one in asked if counts(one.question)]
    return {
        "set": bench.name,
        "questions": len(rows),
        "all": mean_of([row for _, row in rows]),
        "by_category": _grouped(rows, lambda question: question.category),
        "by_language": _grouped(rows, lambda question: question.lang),
        "fresh_first": _fresh_first(asked),
        "refusal_auc": _refusal(asked),
        "search_ms": {
            "p50": 1000 * percentile([one.seconds for one in asked], 0.50),
            "p95": 1000 * percentile([one.seconds for one in asked], 0.95),
            "p99": 1000 * percentile([one.seconds for one in asked], 0.99),
        },
    }


def _row(one: Asked, shares: Mapping[str, float], session_of: Mapping[tuple[str, str], str]) -> dict[str, float]:
    question = one.question
    row = rank_metrics(one.order, question.evidence)
    if question.question_id in shares:
        row["recall@1k"] = shares[question.question_id]
    gold = {session_of[question.conversation_id, turn] for turn in question.evidence}
    by_session = rank_metrics(ranked([[session] for session in one.sessions]), gold)
    row.update((f"session {name}", by_session[name]) for name in ("hit@1", "recall@5", "recall@10"))
    return row


def _grouped(
    rows: Sequence[tuple[Asked, dict[str, float]]], key: Callable[[Question], str]
) -> dict[str, dict[str, float]]:
    names = sorted({key(one.question) for one, _ in rows})
    groups = {name: [row for one, row in rows if key(one.question) == name] for name in names}
    return {name: {"questions": float(len(group)), **mean_of(group)} for name, group in groups.items()}


def _fresh_first(asked: Sequence[Asked]) -> dict[str, float] | None:
    both = [one for one in asked if one.question.stale and counts(one.question)]
    if not both:
        return None
    fresh = [float(is_fresh_first(one.order, one.question.evidence, one.question.stale)) for one in both]
    return {"questions": float(len(both)), "share": mean(fresh)}


def _refusal(asked: Sequence[Asked]) -> dict[str, float] | None:
    """How well the first result tells what can be answered, by its score and by its relevance."""
    yes = [one for one in asked if one.question.answerable]
    no = [one for one in asked if not one.question.answerable]
    if not (yes and no):
        return None
    return {
        "questions": float(len(no)),
        "score": area_under_roc([one.score for one in yes], [one.score for one in no]),
        "relevance": area_under_roc([one.relevance for one in yes], [one.relevance for one in no]),
    }
