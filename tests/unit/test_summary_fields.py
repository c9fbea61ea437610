"""The field of a summary that a sentence belongs to, in both languages, with sentences of our own."""

import pytest

from app.domain.summary.fields import field_of

GOALS = (
    "The aim is to get the boat watertight before autumn",
    "I'm trying to learn the accordion",
    "our team has to replace the old scheduler",
    "I want to read the whole of Proust",
    "my dream is a bakery of my own",
    "我想今年把潜水证考下来",
    "目标是年底前还清房贷",
    "我们打算把网站改成静态的",
)
TASKS = (
    "I still need to call the plumber",
    "the visa hasn't arrived yet",
    "to do: water the ferns",
    "next step: sand the floor",
    "remind me to bring the ladder",
    "Hanna is going to draw the plans",
    "还得去换轮胎",
    "合同还没签",
    "别忘了给房东转账",
    "待办：整理发票",
)
MOODS = (
    "I'm fed up with this printer",
    "ugh, not again",
    "can't wait to see the sea",
    "I feel so relieved",
    "这几天烦死了",
    "特别期待春节",
    "心情不太好，感觉很孤独",
    "Please answer in bullets",
    "说话别那么正式",
)
FACTS = (
    "We decided to rent the barn",
    "I'm allergic to wasps",
    "my son Ruben is nine",
    "我们决定租下那间仓库",
    "我女儿对牛奶过敏",
)


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (field, sentence)
        for field, sentences in (
            ("goals", GOALS),
            ("open_tasks", TASKS),
            ("mood_and_style", MOODS),
            ("confirmed_facts", FACTS),
        )
        for sentence in sentences
    ],
)
def test_a_sentence_stands_in_its_field(field: str, sentence: str) -> None:
    topic, value = field_of(sentence, "user")
    assert (topic, value > 0) == (field, True)


@pytest.mark.parametrize(
    "sentence", ["I want to ask you something", "what do you want to do?", "thanks!", "你好", "我想问一下"]
)
def test_what_one_wants_to_say_is_no_goal(sentence: str) -> None:
    topic, value = field_of(sentence, "user")
    assert topic != "goals" or value == 0


@pytest.mark.parametrize("sentence", ["I'm so happy for you!", "You still need to call them", "我想你应该休息"])
def test_an_assistant_has_no_goals_and_moods(sentence: str) -> None:
    assert field_of(sentence, "assistant")[0] not in ("goals", "mood_and_style")
