"""How a running summary is written in the state of a session: JSON arrays, after its version and a bar."""

import orjson

from app.adapters.redis.codec import from_micros, micros
from app.domain.summary.models import SessionSummary, SummaryLine


def encode_summary(summary: SessionSummary | None) -> bytes:
    """A summary without its version; empty for none."""
    if summary is None:
        return b""
    lines = [[line.topic, line.text, line.role, line.message_ids, line.weight] for line in summary.lines]
    places = [summary.first_seq, summary.last_seq, summary.last_round, micros(summary.until)]
    sizes = [summary.messages, summary.tokens, summary.covered_tokens, micros(summary.made_at), summary.revision]
    return orjson.dumps([summary.kind, lines, *places, *sizes])


def decode_summary(stored: bytes) -> SessionSummary | None:
    """The summary of a session's state; None where it says that there is none, or nothing."""
    _, _, raw = stored.partition(b"|")
    if not raw:
        return None
    kind, lines, first_seq, last_seq, last_round, until, *sizes = orjson.loads(raw)
    messages, tokens, covered, made_at, revision = sizes
    return SessionSummary(
        kind=kind,
        lines=tuple(SummaryLine(topic, text, role, tuple(ids), weight) for topic, text, role, ids, weight in lines),
        first_seq=first_seq,
        last_seq=last_seq,
        last_round=last_round,
        until=from_micros(until),
        messages=messages,
        tokens=tokens,
        covered_tokens=covered,
        made_at=from_micros(made_at),
        revision=revision,
    )
