"""How a running summary is laid out."""

from typing import Any

from app.api.schemas.common import iso
from app.domain.summary.models import TOPICS, SessionSummary


def summary_answer(summary: SessionSummary | None) -> dict[str, Any] | None:
    """The running summary of a session, None where there is none or nothing in it."""
    if summary is None or not summary.lines:
        return None
    return {
        "kind": summary.kind,
        **{topic: summary.texts(topic) for topic in TOPICS},
        "message_ids": list(summary.message_ids),
        "tokens": summary.tokens,
        "covers": {
            "messages": summary.messages,
            "tokens": summary.covered_tokens,
            "first_seq": summary.first_seq,
            "last_seq": summary.last_seq,
            "until": iso(summary.until),
        },
        "made_at": iso(summary.made_at),
    }
