"""Packing: memories of one session and day stand under one mark."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st
from packing_making import check, contents, given_of, recalled

from app.domain.packing.messages import pack
from app.domain.packing.models import RecalledMemory
from app.domain.packing.window import OVER_BUDGET

_MARK = re.compile(r"<memory(?: (?P<speaker>\S+))??(?: (?P<day>\d{4}-\d\d-\d\d)(?: session=(?P<session>\S+))?)?>")


def read_memories(message: str) -> list[tuple[str, str, str, str]]:
    """(speaker, day, session, text) of every memory shown, read as a model would: day and session hold until named."""
    found = []
    day = session = ""
    for line in message.splitlines():
        mark = _MARK.match(line)
        if mark is None:
            continue
        if mark["day"]:
            day, session = mark["day"], mark["session"] or ""
        found.append((mark["speaker"] or "", day, session, line[mark.end() :].removesuffix("</memory>")))
    return found


@st.composite
def _remembered(draw: st.DrawFn) -> list[RecalledMemory]:
    return [
        recalled(
            number,
            f"text {number} " + "and more " * draw(st.integers(0, 12)) + "end",
            session_id=draw(st.sampled_from(["s1", "s2", "s3", None])),
            role=draw(st.sampled_from(["user", "assistant", None])),
            seq=draw(st.none() | st.integers(0, 9)),
        )
        for number in range(draw(st.integers(1, 9)))
    ]


@settings(max_examples=300, deadline=None)
@given(_remembered(), st.integers(30, 500))
def test_each_memory_shown_is_read_with_its_own_day_speaker_and_session(
    memories: list[RecalledMemory], budget: int
) -> None:
    given_ = given_of(memories=memories, token_budget=budget, session_id="now")
    result = pack(given_)
    check(given_, result)
    taken = {entry.id for entry in result.receipt if entry.kind == "memory" and entry.included}
    shown = [read for content in contents(result, "system") for read in read_memories(content)]
    expected = [(m.role or "", m.at.isoformat()[:10], m.session_id or "", m.content) for m in memories if m.id in taken]
    assert sorted(shown) == sorted(expected)


def test_memories_of_one_session_stand_together_as_they_were_said() -> None:
    memories = [
        recalled(1, "third", session_id="a", seq=3),
        recalled(2, "elsewhere", session_id="b", seq=1),
        recalled(3, "second", session_id="a", seq=2, role="assistant"),
    ]
    result = pack(given_of(memories=memories))
    assert contents(result, "system")[0].splitlines()[1:] == [
        "<memory assistant 2026-03-02 session=a>second</memory>",
        "<memory user>third</memory>",
        "<memory user 2026-03-02 session=b>elsewhere</memory>",
    ]
    assert [entry.id for entry in result.receipt if entry.kind == "memory"] == [memory.id for memory in memories]


def test_naming_a_session_once_leaves_room_for_more_memories() -> None:
    apart = [recalled(n, f"She said sentence {n}.", session_id=f"s{n}", seq=n) for n in range(40)]
    together = [recalled(n, f"She said sentence {n}.", session_id="s", seq=n) for n in range(40)]
    counts = [
        sum(entry.included for entry in pack(given_of(memories=memories, token_budget=500)).receipt)
        for memories in (apart, together)
    ]
    assert counts[1] >= 1.5 * counts[0]


@settings(max_examples=100, deadline=None)
@given(_remembered(), st.integers(30, 300))
def test_no_memory_left_out_would_still_have_fitted(memories: list[RecalledMemory], budget: int) -> None:
    result = pack(given_of(memories=memories, token_budget=budget, session_id="now"))
    left = budget - result.token_count
    out = [entry for entry in result.receipt if entry.kind == "memory" and not entry.included]
    some = any(entry.kind == "memory" and entry.included for entry in result.receipt)
    assert not some or all(entry.tokens > left for entry in out if entry.reason == OVER_BUDGET)
