"""What an assistant remarks before a message neither hides its facts nor makes any; what it asks is asked."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said
from app.domain.extraction.tagger.asking import prompt_in

AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def stated(*talk: str) -> str:
    """Return the values stated in a talk, in which user and assistant take turns, the user first."""
    said = [
        Said(str(place), "assistant" if place % 2 else "user", text, AT + timedelta(seconds=20 * place))
        for place, text in enumerate(talk)
    ]
    return " ".join(one.value for one in extract(said) if one.action == "state")


@pytest.mark.parametrize(
    ("before", "asks"),
    [
        ("What's your shoe size?", True),
        ("Tell me about your week.", True),
        ("您住在哪里", True),
        ("多少錢", True),
        ("请告诉我您的生日。", True),
        ("Sounds fast.", False),
        ("老手艺了", False),
        ("", False),
    ],
)
def test_what_asks_is_told_from_what_remarks(before: str, asks: bool) -> None:
    assert prompt_in(before) == (before if asks else "")


@pytest.mark.parametrize(
    ("talk", "wanted"),
    [
        (("the ring road's a car park", "Drive safely!", "I've driven coaches for eleven years"), "coaches"),
        (("隔壁组又在开会", "辛苦了", "我们做海图的，天天用 QGIS"), "QGIS"),
        (("她們都去墾丁了", "真好", "我住在埔里，種百香果"), "埔里"),
    ],
)
def test_a_remark_hides_no_fact(talk: tuple[str, ...], wanted: str) -> None:
    assert wanted in stated(*talk)


@pytest.mark.parametrize(
    ("talk", "unwanted"),
    [
        (
            ("carry on with the bunker game", "The alarm sounds!", "i'm the medic, 50, allergic to dust"),
            "dust",
        ),
        (("来，接着演，你是掌柜", "客官里边请！", "在下姓燕，行走江湖十年，滴酒不沾"), "十年"),
    ],
)
def test_what_is_played_behind_a_remark_stays_played(talk: tuple[str, ...], unwanted: str) -> None:
    assert unwanted not in stated(*talk)
