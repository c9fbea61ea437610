"""Importance: sayings of every class in several languages, by rules and as learned; roles, types, answers, monsters."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.importance import Importance, score_by_rules, score_importance
from app.domain.importance.learned import importance_chances, importance_model, likeliest
from app.domain.importance.train import corpus_digest, read_corpus, train
from app.domain.linear import read_model, write_model
from tests.unit import importance_sayings, importance_sayings_zh


def class_of(importance: Importance) -> str:
    return "high" if importance.value >= 0.8 else "medium" if importance.value >= 0.4 else "low"


def cases() -> list[tuple[str, str]]:
    sayings = {**vars(importance_sayings), **vars(importance_sayings_zh)}
    groups = {name: lines for name, lines in sayings.items() if name.isupper()}
    return [(name.rsplit("_", 1)[1].lower(), line) for name, lines in groups.items() for line in lines]


@pytest.mark.parametrize(("expected", "text"), cases())
def test_sayings_have_their_class_by_rules(expected: str, text: str) -> None:
    importance = score_by_rules(text)
    assert class_of(importance) == expected, importance


def test_what_was_learned_agrees_with_nearly_all_of_them() -> None:
    wrong = [(expected, text) for expected, text in cases() if class_of(score_importance(text)) != expected]
    assert len(wrong) <= 0.04 * len(cases()), wrong


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hi there! I'm allergic to penicillin. Have a nice day!", "high"),
        ("早上好！对了，我搬到苏州了。哈哈", "high"),
        ("Since I live in Oslo, what should I wear in May?", "high"),
        ("我对牛奶过敏，这个能喝吗？", "high"),
        ("thanks! haha. see you", "low"),
        ("ok. we went to the lake on Sunday. bye", "medium"),
    ],
)
def test_the_weightiest_sentence_counts(text: str, expected: str) -> None:
    assert class_of(score_importance(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "```python\nMUST_NEVER = True  # always decide\n```",
        "2026-03-01 10:22:01 ERROR deadline exceeded: must retry\n2026-03-01 10:22:02 INFO never mind",
        '{\n  "prefer": "always",\n  "deadline": "friday"\n}',
        "def decide(must, never):\n    return must or never\n",
    ],
)
def test_words_in_code_weigh_nothing(text: str) -> None:
    assert class_of(score_importance(text)) == "medium"


def test_what_is_said_about_code_weighs() -> None:
    text = "Never touch this part of the config:\n```\nretries = 3\n```"
    assert class_of(score_importance(text)) == "high"


def test_a_notice_is_nobodys_saying_but_words_around_it_are() -> None:
    notice = "Dear customer, you must never share your password. All rights reserved. Click here to unsubscribe."
    assert class_of(score_importance(notice)) == "low"
    assert class_of(score_importance("I'm moving to Madrid for good, so I work from Spain now.\n" + notice)) == "high"


def test_a_quotation_weighs_nothing() -> None:
    assert class_of(score_importance('The poster says "always trust your heart and never give up"')) == "low"
    assert class_of(score_importance("书里写着“人永远不要忘记自己的决定”")) == "low"


@pytest.mark.parametrize(
    "text",
    ["", " ", "\n\n", "…", "🙂", "！！！", "\x00", "\ud83d", "----", "\u200d"],
)
def test_nothing_is_worth_nothing(text: str) -> None:
    assert score_importance(text).value == 0.0


@pytest.mark.parametrize(
    ("type_", "least"), [("preference", 0.8), ("decision", 0.8), ("goal", 0.8), ("commitment", 0.8)]
)
def test_the_type_sets_a_least_value(type_: str, least: float) -> None:
    assert score_importance("Tea in the morning", type=type_).value >= least
    assert score_importance("Teezeit", type="fact").value >= 0.4
    assert score_importance("🙂", type=type_).value == 0.0
    assert score_importance("thanks!", type=type_).value < 0.4


def test_the_type_conversation_changes_nothing() -> None:
    for text in ("I'm vegan", "we went home early yesterday", "thanks"):
        assert score_importance(text, type="conversation") == score_importance(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You should always save your work and never share your password.", "medium"),
        ("I love hiking! Your daughter Mia is four.", "medium"),
        ("We agreed to meet every Tuesday at nine.", "high"),
        ("I'll send you the report by Friday.", "high"),
        ("好的，记住了！", "low"),
        ("You're welcome!", "low"),
        ("How are you today?", "low"),
    ],
)
def test_an_assistant_weighs_less_unless_it_binds_itself(text: str, expected: str) -> None:
    assert class_of(score_importance(text, role="assistant")) == expected


@pytest.mark.parametrize("role", ["system", "tool"])
def test_system_and_tool_messages_are_medium_at_most(role: str) -> None:
    assert score_importance("Never share the customer's address.", role=role).value < 0.8


def test_a_bare_answer_belongs_to_its_question() -> None:
    assert class_of(score_importance("Berlin")) == "low"
    assert class_of(score_importance("Berlin", previous="Which city do you live in?")) == "medium"
    assert class_of(score_importance("两个", previous="你有几个孩子？")) == "medium"
    assert class_of(score_importance("thanks!", previous="Anything else?")) == "low"


def test_a_repeat_is_worth_nothing() -> None:
    assert class_of(score_importance("We went to the lake!", previous="we went to the lake")) == "low"


def test_undecided_is_said() -> None:
    assert not score_by_rules("The ferry was late and crowded").decided
    assert score_importance("The ferry was late and crowded").reasons == ("learned medium",)
    assert score_importance("I'm vegan").decided
    assert score_by_rules("I'm vegan").reasons[0] in ("preference", "personal")


@given(st.text(max_size=300), st.sampled_from(["user", "assistant", "system", "tool"]))
def test_any_text_has_an_importance(text: str, role: str) -> None:
    importance = score_importance(text, role=role, previous=text[::-1])
    assert 0.0 <= importance.value <= 1.0
    assert importance == score_importance(text, role=role, previous=text[::-1])


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "我",
        "我喜欢",
        "i like ",
        "(",
        '"',
        "“",
        ".",
        "\n",
        "never ",
        "必须",
        "```",
        "x = 1\n",
        "1",
        "，",
        "i'",
        "😂",
        "我女儿",
        "by by ",
    ],
)
def test_time_is_bounded_for_monsters(unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    began = time.perf_counter()
    score_importance(text)
    assert time.perf_counter() - began < 0.5


@pytest.mark.parametrize(
    "text", ["我同事他在广东深圳上班呢。", "我叔叔家里养了两只鹦鹉呢。", "舅妈在广州开了一家花店呢。"]
)
def test_a_statement_that_ends_softly_is_no_question(text: str) -> None:
    assert score_importance(text, role="user").value >= 0.4


@pytest.mark.parametrize("text", ["我女儿多大了？", "我儿子几岁？", "how old is my niece?", "我爱人属什么的？"])
def test_a_brief_question_tells_nothing(text: str) -> None:
    assert score_importance(text, role="user").value < 0.4


@pytest.mark.parametrize("text", ["那周末呢", "你呢？", "晚上吃什么呢"])
def test_a_short_question_without_its_mark_stays_one(text: str) -> None:
    assert score_importance(text, role="user").value < 0.4


def test_the_weights_are_those_of_the_corpus() -> None:
    assert importance_model().digest == corpus_digest(), "run `python -m app.domain.importance.train`"


def test_what_is_learned_holds_for_sentences_not_seen() -> None:
    """Learned anew from a part of the corpus, judged on another file's; guessing the commonest class gives 0.4."""
    some = read_corpus()[::4]
    seen, held = some[: len(some) * 4 // 5], some[len(some) * 4 // 5 :]
    model = train(seen)
    right = sum(likeliest(importance_chances(sentence.text, model)) == sentence.label for sentence in held)
    assert right >= 0.65 * len(held), right / len(held)


def test_weights_are_read_as_they_were_written(tmp_path: Path) -> None:
    model = train(read_corpus()[:200], digest="x")
    write_model(model, tmp_path / "w.npz")
    assert read_model(tmp_path / "w.npz") == model


def test_a_line_that_is_no_sentence_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("high\tfact\ten\tI'm vegan\nurgent\tfact\ten\thello\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"a\.tsv, line 2"):
        read_corpus(tmp_path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("decaf for me since the operation", "high"),
        ("nobody merges into main without a second pair of eyes", "high"),
        ("酒戒了，家里一瓶不剩", "high"),
        ("孩子他妈对芒果碰都不能碰", "high"),
        ("the plumber came by and left his wrench", "medium"),
        ("上午把墙刷了一遍，下午等它干", "medium"),
        ("must be nice to be a cat", "low"),
        ("笑得我肚子疼", "low"),
    ],
)
def test_what_no_rule_knows_is_learned(text: str, expected: str) -> None:
    assert class_of(score_importance(text)) == expected, score_importance(text)


def test_a_mere_doubt_leaves_no_statement_without_a_vector() -> None:
    """What is told outright and is low with a chance below 0.6 is not sent below 0.4."""
    doubtful = 0
    for sentence in read_corpus():
        low, medium, high = importance_chances(sentence.text)
        if max(medium, high) < 0.5 <= low < 0.6 and score_by_rules(sentence.text).reasons == ("statement",):
            doubtful += 1
            assert score_importance(sentence.text).value >= 0.4, sentence.text
    assert doubtful >= 3, "the test has something to judge"
