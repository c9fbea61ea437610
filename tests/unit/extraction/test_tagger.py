"""The tagger: tokens, what it finds that no rule knows, what of the rules it refuses; its models fit the corpus."""

from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.tagger.bounds import LEAST_CHANCE
from app.domain.extraction.tagger.candidates import place_of
from app.domain.extraction.tagger.corpus import corpus_digest, read_corpus
from app.domain.extraction.tagger.features import view_of
from app.domain.extraction.tagger.grouping import clusters, freed, vocabulary
from app.domain.extraction.tagger.model import tagger
from app.domain.extraction.tagger.people import whom
from app.domain.extraction.tagger.read import Told, read_tagged
from app.domain.extraction.tagger.tokens import characters_of, tokens_of
from app.domain.extraction.tagger.train import halves_of, measure, train
from app.domain.extraction.tagger.words import asked, groups_of


def test_tokens_are_words_numbers_and_signs() -> None:
    text = "Ann's 3,5 km 跑步, C++!"
    tokens = tokens_of(text)
    assert [text[token.start : token.end] for token in tokens] == ["Ann's", "3,5", "km", "跑步", ",", "C++", "!"]
    assert [token.form for token in tokens] == ["ann's", "#", "km", "跑步", ",", "c++", "!"]
    assert [token.form for token in tokens_of("貓和㐀")] == ["猫", "和", "㐀"]
    assert [(one.start, one.end, one.form) for one in characters_of("跑步!")] == [
        (0, 1, "跑"),
        (1, 2, "步"),
        (2, 3, "!"),
    ]


def test_words_of_like_meaning_share_a_group_also_across_languages() -> None:
    def coarse(word: str) -> str:
        return groups_of(tokens_of(word)[0])[0]

    assert coarse("coffee") == coarse("咖啡") == coarse("beer")
    assert coarse("coffee") != coarse("birthday")
    assert groups_of(tokens_of("coffees")[0])
    assert groups_of(tokens_of("xqzzv")[0]) == ()


def test_vectors_of_like_direction_come_into_one_group() -> None:
    random = np.random.default_rng(2)
    centres = random.normal(size=(4, 16))
    vectors = np.concatenate([centre + random.normal(0, 0.05, (30, 16)) for centre in centres]).astype(np.float32)
    groups = clusters(freed(vectors), 8)
    parts = [set(groups[start : start + 30].tolist()) for start in (0, 30, 60, 90)]
    assert sum(len(part) for part in parts) == len(set().union(*parts)) <= 8, parts
    assert groups.tolist() == clusters(freed(vectors), 8).tolist()


def test_the_vocabulary_is_what_occurs_twice() -> None:
    han, other = vocabulary(["tea tea milk", "喝茶，喝茶，12 12"])
    assert other == ["tea"]
    assert set(han) >= {"茶"}


def test_people_are_told_apart() -> None:
    assert [whom(word) for word in ("i", "my", "neighbour's", "sister", "同事", "妈妈", "table")] == [
        "I", "my", "other", "kin", "other", "kin", "",
    ]  # fmt: skip


def test_what_is_asked_is_the_last_sentence_before() -> None:
    told = asked("Noted. Which city are you in?", tokens_of("leeds"))
    assert {"SQTruecity", "SQ?True"} <= set(told)
    assert not any("noted" in one for one in told)
    assert asked("", tokens_of("leeds")) == ("Q0",)


def test_models_are_those_of_the_corpus() -> None:
    found = tagger()
    assert found.spans.digest == found.keys.digest == found.judge.digest == corpus_digest(), (
        "run `python -m app.domain.extraction.tagger.train`"
    )


def test_no_author_wrote_a_message_twice_and_each_language_is_halved() -> None:
    corpus = read_corpus()
    twice = [
        one for one, count in Counter((line.author, line.text, line.before) for line in corpus).items() if count > 1
    ]
    assert twice == []
    halves = halves_of(corpus)
    for language in ("en", "zh"):
        of = [half for line, half in zip(corpus, halves.tolist(), strict=True) if line.language == language]
        assert 0.35 < sum(of) / len(of) < 0.65


def test_what_is_learned_holds_for_authors_not_seen() -> None:
    corpus = read_corpus()
    halves = halves_of(corpus)
    seen = [line for line, half in zip(corpus, halves, strict=True) if half == 0][::8]
    held = [line for line, half in zip(corpus, halves, strict=True) if half == 1][::40]
    shares = measure(train(seen, lambda _: []), held, 0.4)
    assert shares["found"] >= 0.3, shares
    assert shares["marked"] >= 0.4, shares
    assert shares["silent"] >= 0.5, shares


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("en\tI live in Hull\thome=Leeds", "'Leeds' is not in the text"),
        ("en\tI live in Hull\thouse=Hull", "'house' is no key"),
        ("en\tI live in Hull", "between tabs"),
        ("fr\tj'habite Lille\thome=Lille\t", "between tabs"),
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str, wrong: str) -> None:
    (tmp_path / "a.tsv").write_text(f"en\tI live in Leeds\thome=Leeds\twhere?\n{line}\n", "utf-8")
    with pytest.raises(ValueError, match=rf"a\.tsv, line 2.*{wrong}"):
        read_corpus(tmp_path)


@pytest.mark.parametrize(
    "text",
    [
        "what does a beekeeper earn?",
        "if I were a pirate I would sail to Tahiti",
        "lol that made my day",
        "translate this into Dutch please",
        "好的，谢谢你",
        "北京明天下雨吗？",
    ],
)
def test_nothing_is_found_where_nothing_lasting_is_said(text: str) -> None:
    assert [one for one in tagger().tag(text) if one.chance >= LEAST_CHANCE] == []


def test_the_question_before_tells_what_a_bare_answer_is() -> None:
    def chance(before: str) -> float:
        return max((one.chance for one in tagger().tag("hull, for my sins", before)), default=0.0)

    assert chance("Which city do you live in?") > chance("What should the story be called?")


@pytest.mark.parametrize(
    ("own", "others", "value"),
    [
        (
            "I'm a welder and allergic to shellfish",
            "my client: a welder, allergic to shellfish, 54. a menu",
            "shellfish",
        ),
        ("hi, I'm Ana, a baker from Lyon", "write a bio: 'I'm Ana, a baker from Lyon'", "Ana"),
        ("i'm 80 and deaf", "pretend I'm 80 and deaf", "80"),
        ("我住苏州，天天迟到", "我同事住苏州，天天迟到", "苏州"),
        ("我叫小明，今年八岁", "翻译：我叫小明，今年八岁", "小明"),
    ],
)
def test_claims_count_less_where_they_are_of_others_or_of_drafts(own: str, others: str, value: str) -> None:
    def chance(text: str) -> float:
        claim = Statement("fact", "about", value)
        return next(one.chance for one in tagger().tag(text, "", [claim]) if one.claim is claim)

    assert chance(own) > 0.6
    assert chance(others) < chance(own) - 0.2


def test_a_claim_that_is_not_believed_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "你演法官，我演海盗老莫"
    claim, unplaced = (
        Statement("fact", "about", "老莫", confidence=0.7),
        Statement("fact", "about", "elsewhere", confidence=0.5),
    )
    chance = next(one.chance for one in tagger().tag(text, "", [claim]) if one.claim is claim)
    monkeypatch.setattr("app.domain.extraction.tagger.bounds.LEAST_FOR_CLAIM_READ", chance + 0.01)
    assert claim not in read_tagged(text, [claim, unplaced]).every
    assert unplaced in read_tagged(text, [claim, unplaced]).every
    monkeypatch.setattr("app.domain.extraction.tagger.bounds.LEAST_FOR_CLAIM_READ", chance - 0.01)
    assert claim in read_tagged(text, [claim, unplaced]).every


def test_what_a_claim_says_is_found_in_the_text() -> None:
    text = "we live in Leith, near the Docks"
    assert place_of(text, view_of(text), "leith") == (3, 4)
    assert place_of(text, view_of(text), "the docks") == (6, 8)
    assert place_of(text, view_of(text), "Hull") is None


def test_what_a_claim_says_in_other_words_is_found_from_its_first_to_its_last_word() -> None:
    text = "my cousin swore he'd bring the tent every friday"
    view = view_of(text)
    assert place_of(text, view, "cousin swore he would bring the tent") == (1, 7)
    assert place_of(text, view, "tent at noon each day") is None
    assert place_of(text, view, "") is None


@pytest.mark.parametrize(
    ("before", "text", "name"),
    [
        ("You can call me Quill.", "nice, Quill, I use Blender and Quill", "Quill"),
        ("I'm Quill, your helper.", "Quill and Blender, that's my setup", "Quill"),
        ("叫我小羽吧", "小羽，我用小羽", "小羽"),
    ],
)
def test_the_assistants_name_is_no_fact_of_the_user(
    before: str, text: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.domain.extraction.tagger.bounds.LEAST_CHANCE", 0.0)
    assert name not in {one.value for one in read_tagged(text, [], before).every}
    assert name in {one.value for one in read_tagged(text, [], "Which tools do you use?").every}


def test_what_the_rules_took_is_not_taken_twice() -> None:
    text = "we have two cats and my husband is a beekeeper, we live in a cottage near Leith"
    found = [one for one in tagger().tag(text) if one.chance >= LEAST_CHANCE]
    assert found
    known = [Statement("fact", "about", text[one.start : one.end]) for one in found]
    values = [one.value for one in read_tagged(text, known).every]
    assert len(values) == len(set(values))
    assert set(values) <= {one.value for one in known}


def test_what_was_said_before_is_not_found_again() -> None:
    text = "Leith, yes, where the docks are, and I keep bees"
    read = read_tagged(text, [], "Where do you live?")
    told = [one.value for one in read.found]
    assert told
    earlier = [Statement("fact", "home", f"near {told[0]}")]
    assert [one.value for one in read.after(earlier)] == told[1:]
    assert Told(read.found, []).after(earlier) == read.found, "what rules stated stands"


def test_nothing_of_the_rules_is_changed_beside_a_correction() -> None:
    known = [Statement("fact", "employer", "", action="retract"), Statement("fact", "job", "zebra", confidence=0.3)]
    assert read_tagged("I'm a nurse in Leith with two cats", known).claims == known


def test_what_a_correction_says_was_wrong_is_not_found() -> None:
    known = [Statement("fact", "home", "Whitby", corrects="Leeds")]
    found = read_tagged("I live in Whitby, not Leeds, and I am allergic to walnuts", known).found
    assert not any("Leeds" in one.value for one in found)
    assert any("walnuts" in one.value for one in found)


@given(st.text(max_size=120), st.text(max_size=30))
def test_any_text_can_be_read(text: str, before: str) -> None:
    for one in tagger().tag(text, before):
        assert 0 <= one.start < one.end <= len(text)
        assert 0.0 <= one.chance <= 1.0
        assert 0.0 <= one.sure <= 1.0


def test_statements_of_the_tagger_are_less_sure_than_those_of_rules() -> None:
    said = [
        Said(f"m{place}", "user", message.text, datetime(2026, 1, 1, tzinfo=UTC))
        for place, message in enumerate(read_corpus()[::300])
    ]
    for message in said:
        for one in read_tagged(message.content, []).every:
            assert one.confidence in (0.5, 0.65)
            assert one.value in message.content
    assert extract(said)


def stated_in(*texts: str) -> list[Statement]:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    messages = [Said(f"m{place}", "user", text, at) for place, text in enumerate(texts)]
    return [one for one in extract(messages) if one.action == "state"]


def test_a_schedule_names_a_time() -> None:
    rounds = stated_in(*(f"I live in Lisbon, round {number} of user-1" for number in range(3)))
    assert [one.value for one in rounds if one.attribute in ("home", "schedule")] == ["Lisbon"]
    assert "schedule" in {one.attribute for one in stated_in("yoga every monday evening for years now")}
    assert "schedule" in {one.attribute for one in stated_in("周三晚上雷打不动上陶艺课")}


def test_what_looks_like_a_second_home_is_no_note_either() -> None:
    stated = stated_in(*(f"I live in Lisbon, round {number} of user 0" for number in range(3)))
    assert [(one.attribute, one.value) for one in stated] == [("home", "Lisbon")]


def test_kin_whose_name_is_told_are_not_noted_once_more() -> None:
    assert {(one.subject.relation, one.attribute, one.value) for one in stated_in("我女儿叫朵朵，今年3岁")} == {
        ("daughter", "name", "朵朵"),
        ("daughter", "age", "3岁"),
    }
