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
        (("天天堵车", "确实", "我们测绘队用 ArcGIS，配 Leica 全站仪"), "Leica"),
        (("隔壁的狗又叫", "吵死了", "我家那只柴犬从来不叫"), "柴犬"),
        (("她們都去墾丁了", "真好", "我住在埔里，種百香果"), "百香果"),
        (("the ferry's late again", "Typical.", "i'm a harbour pilot, so it's my fault really"), "harbour pilot"),
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
        (("我们继续玩太空站", "警报响了！", "我是三号舱的医生，今年五十岁"), "五十"),
        (("来，接着演，你是掌柜", "客官里边请！", "在下姓燕，行走江湖十年，滴酒不沾"), "十年"),
    ],
)
def test_what_is_played_behind_a_remark_stays_played(talk: tuple[str, ...], unwanted: str) -> None:
    assert unwanted not in stated(*talk)
