"""Ordinary talk: what people say in long conversations tells little of them, and the card is to stay that way."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.extraction.aligner.pairs import talk_lines
from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said
from app.domain.extraction.tagger.corpus import Effect, read_corpus, read_talks

BEGUN = datetime(2025, 6, 2, 18, 30, tzinfo=UTC)

ENGLISH = (
    (
        "We got engaged on the beach!",
        "Congrats, Priya! You both looked so happy in those photos, wishing you years of it",
    ),
    ("The dress code is a nightmare.", "Haha yes. However, nobody will look at our shoes."),
    ("I finally finished the marathon.", "Wow, Tomas! Sounds like a brutal and wonderful day, proud of you"),
    ("I could send you the playlist.", "Appreciate the offer! Will do it later tonight"),
    (
        "My sister is moving to Lyon in May.",
        "Ooh Lyon looks like a fun place. Last Sunday, they showed it on the telly",
    ),
    ("Shall I bring the cake?", "Not a problem, glad you can make it! See you there"),
    ("My pups learned to swim.", "Aww, getting to meet new pups always makes a day better. Yours are stars!"),
    (
        "We close the sprint tomorrow.",
        "Solid. This draft is clear, no need to polish it. Now give me the next section.",
    ),
    ("The report is long.", "Right, I wanted to let you know it reads fine and I'd love to see the charts"),
    ("I was thinking of adding a ledger.", "Option 2. Lock it in, then list the fields with types and constraints."),
    ("The train was cancelled again.", "Ugh, due to the strike I guess. Fingers crossed it won't take the whole week"),
    ("I sang in front of everyone.", "Hey Noor, that took guts! Your voice gives people hope"),
)
CHINESE = (
    ("我昨天跑完了半马。", "哇太厉害了，给你点赞"),
    ("要不要换个话题？", "没关系，跟你聊天挺开心的"),
    ("今天过得怎么样？", "今天去了一趟超市，看到好多人在排队"),
    ("这道菜你会做吗？", "听着就好吃，周末试试看，谢谢你的建议"),
    ("那家店怎么样？", "去了一家新开的面馆，味道一般般"),
    ("方案一还是方案二？", "方案二吧，先把接口列出来，再说别的"),
    ("我表姐要结婚了。", "恭喜恭喜，替我祝她新婚快乐"),
    ("你说得对。", "嗯嗯，我也这么觉得"),
)


def stated_in(turns: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """Return attributes and values that a conversation of (what the other side says, what the user says) states."""
    said = [
        Said(f"m{place}{role}", role, text, BEGUN + timedelta(seconds=40 * place))
        for place, turn in enumerate(turns)
        for role, text in zip(("assistant", "user"), turn, strict=True)
    ]
    return [(one.attribute, one.value) for one in extract(said) if one.action == "state"]


@pytest.mark.parametrize("turns", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_ordinary_talk_leaves_next_to_nothing_on_the_card(turns: tuple[tuple[str, str], ...]) -> None:
    stated = stated_in(turns)
    assert len(stated) <= 1, stated
    assert not [one for one in stated if one[0] in ("name", "employer", "home", "job", "major", "age")]


@pytest.mark.parametrize("turns", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_a_fact_in_the_middle_of_it_is_found(turns: tuple[tuple[str, str], ...]) -> None:
    told = {
        ENGLISH: ("And you, where are you these days?", "Oh, we live in Tartu now, with our daughter Liis"),
        CHINESE: ("你现在在哪儿？", "我现在住在昆明，女儿叫小满"),
    }[turns]
    middle = len(turns) // 2
    values = {value for _, value in stated_in((*turns[:middle], told, *turns[middle:]))}
    assert values >= ({"Tartu", "Liis"} if turns == ENGLISH else {"昆明", "小满"})


def write(folder: Path, *lines: str) -> Path:
    """Write a file of talks."""
    (folder / "talks_a.tsv").write_text("\n".join(lines), "utf-8")
    return folder


def test_talks_are_read_with_what_becomes_of_facts(tmp_path: Path) -> None:
    folder = write(
        tmp_path,
        "# two friends",
        "en\tSalthill, with a view\thome=Salthill\tWhere did you end up?\t",
        "en\tHa, stop\t\tI am jealous\t",
        "en\tWe are in Oranmore since Sunday\thome=Oranmore\tStill by the sea?\thome=Salthill>>Oranmore",
        "# somebody else",
        "en\tI gave up the piano\t\tStill playing?\t",
    )
    first, second = read_talks(folder)
    assert [len(first), len(second)] == [3, 1]
    assert first[2].effects == (Effect("home", "Salthill", "Oranmore"),)
    assert len(read_corpus(folder)) == 4
    lines = talk_lines(read_talks(folder))
    assert [line.text for line in lines] == ["Ha, stop", "We are in Oranmore since Sunday"]
    (quiet,), (moved,) = (line.facts for line in lines)
    assert (quiet[0].attribute, quiet[0].value, quiet[0].just, quiet[1]) == ("home", "Salthill", True, "none")
    assert moved[1:] == ("changes", "Oranmore")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("en\tWe moved\t\t\thome=Leeds>>Hull", "no change of a fact"),
        ("en\tWe moved to Hull\t\t\thouse=Leeds>>Hull", "no change of a fact"),
        ("en\tWe moved to Hull\t\t\thome=Leeds", "no change of a fact"),
    ],
)
def test_a_change_that_is_none_is_named(tmp_path: Path, line: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=rf"talks_a\.tsv, line 2.*{wrong}"):
        read_talks(write(tmp_path, "# somebody", line))
