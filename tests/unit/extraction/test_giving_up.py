"""A long conversation is not read on when nobody waits for the answer any more."""

import asyncio
import threading
import time
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import pytest

from app.domain.extraction import extract as extracting
from app.domain.extraction.giving_up import GivenUpError, go_on, unless
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Said, Statement
from app.domain.models import Owner
from app.service.extract import ExtractPreview

AT = datetime(2026, 1, 1, tzinfo=UTC)
SAID = [Said(str(n), "user", f"I live in Oslo, number {n}", AT) for n in range(200)]


class _NothingKnown:
    async def known_facts(self, _: Owner) -> list[KnownFact]:
        return []


def test_it_stops_between_messages() -> None:
    asked: list[int] = []

    def unwanted() -> bool:
        asked.append(1)
        return len(asked) > 7

    with unless(unwanted), pytest.raises(GivenUpError):
        extracting.extract(SAID)
    assert len(asked) == 8
    go_on()
    assert extracting.extract(SAID[:1])


async def test_a_preview_that_is_cancelled_is_read_no_further() -> None:
    begun, ended = threading.Event(), threading.Event()

    def read(messages: Sequence[Said], _: Collection[str] | None = None) -> list[Statement]:
        try:
            for _message in messages:
                begun.set()
                time.sleep(0.01)
                go_on()
            return []
        finally:
            ended.set()

    preview = ExtractPreview(_NothingKnown(), read)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await preview.preview(Owner("acme", "u1"), None, SAID * 100)
    assert begun.is_set()
    assert await asyncio.to_thread(ended.wait, 5.0), "200 s otherwise"
    assert await preview.preview(Owner("acme", "u1"), None, SAID[:2]) == []
