"""Japanese extraction: sayings and what must, and must not, come out of them."""

from datetime import UTC, datetime

import pytest

from app.domain.extraction.ja.reader import extract_ja
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.zh.values import columns
from tests.unit.extraction.ja_sayings import ALL

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)


def heard(text: str, before: str = "", at: datetime = NOW) -> list[Statement]:
    """What is taken out of a message of the user's, said after one of the assistant's."""
    return extract_ja(Said("m", "user", text, at), Said("a", "assistant", before, at) if before else None)


@pytest.mark.parametrize(("before", "text", "wanted", "never"), ALL, ids=[one[1][:20] for one in ALL])
def test_a_saying_gives_its_facts_and_no_other(
    before: str, text: str, wanted: tuple[str, ...], never: tuple[str, ...]
) -> None:
    found = [one.value for one in heard(text, before) if one.action == "state"]
    for value in wanted:
        assert any(value in one for one in found), (value, found)
    for value in never:
        assert not any(value in one for one in found), (value, found)
    assert all(columns(one) <= 40 for one in found)


def test_what_holds_for_a_week_is_a_plan_that_ends() -> None:
    (plan,) = heard("今週だけ那覇にいます")
    assert (plan.attribute, plan.valid_to) == ("plan", datetime(2026, 3, 9, tzinfo=UTC))


def test_leaving_a_job_and_a_correction() -> None:
    assert {(one.action, one.attribute) for one in heard("先月会社を辞めました")} >= {("retract", "employer")}
    (one,) = heard("大阪じゃなくて京都です")
    assert (one.value, one.corrects) == ("京都", "大阪")


@pytest.mark.parametrize("text", ["あ" * 5000, "1" * 5000, "「" * 5000, "\ud800私は", ""])
def test_no_text_raises(text: str) -> None:
    heard(text)
    extract_ja(Said("m", "user", "今週だけ那覇にいる" + text, datetime(9999, 12, 31, tzinfo=UTC)), None)
