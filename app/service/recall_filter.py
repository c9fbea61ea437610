"""Which rows of a user's columns a search may show, and in which layer each is. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from app.domain.models import Layers
from app.service.layers import layer_mask
from app.service.requests import SearchRequest
from app.service.user_columns import UserColumns, memory_keys

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Moment:
    """The two clocks of a search: `now` of the server, `as_of` of the question (Unix seconds)."""

    now: float
    as_of: float

    @classmethod
    def of(cls, now: datetime, as_of: datetime | None) -> "Moment":
        """Return the clocks; without `as_of` the question is put now."""
        return cls(now.timestamp(), (as_of or now).timestamp())


@dataclass(frozen=True, slots=True)
class Standing:
    """How the rows of one generation of columns stand from now until something runs out."""

    layers: NDArray[np.int16]
    """(n,) the layers that hold each row, 0 for none."""
    alive: Bools
    """(n,) not expired."""
    until_s: float
    """Unix time of the next change: a window, a place in working memory or a life that ends."""
    plain: bool
    """Whether no row is private or superseded."""


def standing(columns: UserColumns, now_s: float, session_ttl_seconds: int) -> Standing:
    """Return how the rows stand at a time.

    A chat message is in working memory while its session's window shows it, in episodic memory after that. A saved
    memory keeps its layers, but working memory only until `working_until`.
    """
    held = columns.standing
    if held and held[0].until_s > now_s:
        found: Standing = held[0]
        return found
    rows, seq = columns.attributes, columns.index.columns.seq
    ends = columns.windows.last_active_s + session_ttl_seconds
    starts = np.where(ends > now_s, columns.windows.start_seq, np.iinfo(np.int64).max)
    worked = ~(rows.working_until <= now_s)
    saved = np.where(worked, rows.layers, rows.layers & ~np.int16(Layers.WORKING))
    said = np.where(seq >= starts[rows.session], np.int16(Layers.WORKING), np.int16(Layers.EPISODIC))
    layers = np.where(seq >= 0, said, saved).astype(np.int16)
    alive = ~(rows.expires_at <= now_s)
    until = min(_next(ends, now_s), _next(rows.working_until, now_s), _next(rows.expires_at, now_s))
    plain = not bool(rows.private.any()) and not bool(np.isfinite(rows.superseded_at).any())
    made = Standing(layers, alive, until, plain)
    held[:] = [made]
    return made


def _next(times: NDArray[np.float64], now_s: float) -> float:
    """Return the earliest of the times that is still to come; infinity for none."""
    coming = times[times > now_s]
    return float(coming.min()) if len(coming) else float("inf")


def visible_rows(
    columns: UserColumns, request: SearchRequest, stand: Standing, moment: Moment, allowed: set[UUID] | None
) -> Bools:
    """Return where a row (n,) passes every filter of the request. `allowed`: ids that pass the metadata filter."""
    rows, at = columns.attributes, columns.index.columns.time_s
    keep: Bools = ((stand.layers & np.int16(layer_mask(request.layers))) != 0) & stand.alive
    if not stand.plain:
        keep &= ~(rows.superseded_at <= moment.as_of)
        keep &= ~rows.private | columns.agents.mask(rows.agent, _given(request.agent_id))
    if request.as_of is not None:
        keep &= at <= moment.as_of
    if request.session_id is not None:
        keep &= columns.sessions.mask(rows.session, [request.session_id])
    if request.types:
        keep &= columns.types.mask(rows.type, request.types)
    if request.subjects:
        keep &= columns.subjects.mask(rows.subject, request.subjects)
    if request.min_importance is not None:
        keep &= rows.importance >= np.float32(request.min_importance)
    if request.start is not None:
        keep &= at >= request.start.timestamp()
    if request.end is not None:
        keep &= at < request.end.timestamp()
    if allowed is not None:
        keep &= np.isin(memory_keys(rows.memory_ids), _keys(allowed))
    return keep


def _given(value: str | None) -> Sequence[str]:
    return [] if value is None else [value]


def _keys(ids: set[UUID]) -> NDArray[np.uint64]:
    raw = np.frombuffer(b"".join(id.bytes for id in ids), dtype=np.uint8).reshape(-1, 16)
    return memory_keys(raw)
