"""Spans of traces, as far as use cases and the HTTP layer make them."""

from contextlib import AbstractContextManager
from typing import Protocol


class RequestSpan(Protocol):
    """The span of a request while it is open."""

    def answered(self, route: str, status: int) -> None:
        """Say which route answered and how; status 0 means that no answer was sent."""


class Spans(Protocol):
    """What makes spans. They name routes, statuses and stages, never tenants, users or texts."""

    def request(self, method: str, headers: dict[str, str]) -> AbstractContextManager[RequestSpan]:
        """The span of one request, a child of the caller's where `traceparent` names one."""

    def stage(self, name: str) -> AbstractContextManager[None]:
        """A child span of what is going on."""

    def close(self) -> None:
        """Send what waits, and stop."""
