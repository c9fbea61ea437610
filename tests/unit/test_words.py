"""Index and query terms: every script becomes findable, nothing is slow, the packed form comes back whole."""

import time
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.marks import (
    ASKS,
    COMMENTS,
    COUNTS,
    NAMED,
    NAMES,
    OF_ONESELF,
    TELLS_TIME,
    UPDATES,
    message_terms,
    query_intent,
)
from app.domain.term_codec import term_hash, unpack_joined
from app.domain.words import analyse, pack_terms, query_terms, unpack_terms


def found(query: str, text: str) -> set[str]:
    return {term for term, _ in query_terms(query)} & set(analyse(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("Where did she go swimming?", "We swam a lot; she swims every day."),
        ("What did Ada buy?", "I bought it"),
        ("Who taught the children?", "She can teach any child"),
        ("destress", "Running helps me to de-stress."),
        ("well-being", "It is all about wellbeing"),
        ("表妹的生日", "我表妹下周过生日。"),
        ("女兒幾歲", "我女儿今年三岁，女儿很可爱"),
        ("コーヒーは好き?", "毎朝コーヒーを飲みます"),
        ("서울", "저는 서울에서 살고 있어요"),
        ("แมว", "ฉันชอบแมวมาก"),
        ("perro", "Mi perro se llama Luna y me gusta el campo"),
        ("cafe", "Me gusta el café con leche por la mañana"),
        ("собаки", "У меня есть собака"),
        ("बिल्ली", "मेरी बिल्ली काली है"),
        ("13800138000", "我的电话是 138-0013-8000"),
        ("8000", "我的电话是 138-0013-8000"),
        ("1000", "It cost 1,000 dollars"),
        ("what is foo_bar", "rename foo_bar to baz"),
        ("bar", "rename foo_bar to baz"),
        ("v1.2.3", "upgrade to v1.2.3 today"),
        ("lin.mei@example.org", "write to Lin.Mei@example.org"),
        ("example.org", "see https://example.org/a?b=1"),
        ("C++", "I write C++ at work"),
        ("🎂", "happy birthday 🎂🎉"),
        ("ｆｕｌｌ ｗｉｄｔｈ", "full width"),
        ("？？", "真的吗？？"[-2:]),
    ],
)
def test_a_query_finds_the_text(query: str, text: str) -> None:
    assert found(query, text)


def test_joined_words_are_kept_whole_and_in_parts() -> None:
    assert {"138-0013-8000", "13800138000", "138", "8000"} <= set(analyse("138-0013-8000"))
    assert {"foo_bar", "foo", "bar"} <= set(analyse("foo_bar"))
    assert {"kayano26", "kayano", "26"} <= set(analyse("Kayano26"))


def test_traditional_and_simplified_are_one() -> None:
    assert analyse("臺灣的圖書館") == analyse("台湾的图书馆")


def test_repeats_and_order_are_kept() -> None:
    assert analyse("tea, coffee, tea") == ["tea", "coffe", "tea"]


def test_stop_words_ask_but_do_not_search() -> None:
    assert [term for term, _ in query_terms("What is the name of my dog?")] == ["name", "dog"]
    assert [term for term, _ in query_terms("我的女儿叫什么名字？")] == ["女儿", "名字"]


@pytest.mark.parametrize("query", ["what is it", "是什么", "これは", "???", "to be or not to be"])
def test_a_query_of_stop_words_still_searches(query: str) -> None:
    assert query_terms(query)


def test_parts_weigh_less_than_the_whole() -> None:
    weights = dict(query_terms("foo_bar"))
    assert weights["foo"] < weights["foo_bar"]


@given(st.text(max_size=300))
def test_any_unicode(text: str) -> None:
    terms = analyse(text)
    assert all(terms)
    visible = any(
        character.isprintable() and not character.isspace() for character in unicodedata.normalize("NFKC", text)
    )
    assert terms or not visible
    assert not visible or query_terms(text)
    assert all(0.0 < weight <= 2.0 for _, weight in query_terms(text))


@given(st.text(max_size=200))
def test_what_is_said_is_found_by_itself(text: str) -> None:
    terms = set(analyse(text))
    if terms:
        assert terms & {term for term, _ in query_terms(text)}


@pytest.mark.parametrize(
    "unit", ["a", "我", "あ", "한", "ก", "\u0315\u0300", "a.", "1,", "😀", "a_", "foo bar ", "'", "://"]
)
def test_long_texts_take_linear_time(unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    started = time.process_time()
    analyse(text)
    query_terms(text)
    assert time.process_time() - started < 15.0, "quadratic work would take minutes"


terms_of_pieces = st.lists(
    st.lists(st.text(alphabet="abc我\U0001f600", min_size=1, max_size=3), max_size=40), max_size=12
)


@given(terms_of_pieces)
def test_packed_terms_come_back(pieces: list[list[str]]) -> None:
    columns = unpack_terms([pack_terms(terms) for terms in pieces])
    assert columns.lengths.tolist() == [len(terms) for terms in pieces]
    for place, terms in enumerate(pieces):
        run = slice(columns.offsets[place], columns.offsets[place + 1])
        expected = sorted((term_hash(term), terms.count(term)) for term in set(terms))
        assert list(zip(columns.hashes[run].tolist(), columns.frequencies[run].tolist(), strict=True)) == expected


def test_packed_form_is_the_one_written_down() -> None:
    blob = pack_terms(["b", "a", "b"])
    low, high = sorted((term_hash("a"), term_hash("b")))
    assert blob[:4] == (3).to_bytes(4, "little")
    assert blob[4:12] == low.to_bytes(4, "little") + high.to_bytes(4, "little")
    assert blob[12:] == bytes([2, 1] if low == term_hash("b") else [1, 2])
    assert term_hash("a") == 0xE8B7BE43


def test_frequencies_stop_at_255_and_empty_blobs_are_pieces_without_terms() -> None:
    columns = unpack_terms([pack_terms(["a"] * 300), b"", pack_terms([])])
    assert columns.frequencies.tolist() == [255]
    assert columns.lengths.tolist() == [300, 0, 0]
    assert columns.offsets.tolist() == [0, 1, 1, 1]


def test_a_blob_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="5 n bytes"):
        unpack_terms([b"\x01\x00\x00\x00\x05"])
    with pytest.raises(ValueError, match="add up"):
        unpack_joined(pack_terms(["a"]), np.array([4], dtype=np.int64))


def test_marks_tell_about_a_message() -> None:
    asked = message_terms("When did you move, in March 2021?", "Ana Li")
    assert {ASKS, TELLS_TIME, COUNTS, NAMED, "\x02by ana", "\x02by li"} <= set(asked)
    assert not {ASKS, TELLS_TIME, COUNTS, NAMED} & set(message_terms("I like tea."))
    assert pack_terms(message_terms("I like tea?"))[:4] == pack_terms(analyse("I like tea?"))[:4]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("When did we meet?", "when"),
        ("我们什么时候见的面", "when"),
        ("How many cats are there?", "how_many"),
        ("我有几只猫", "how_many"),
        ("What did you recommend for dinner?", "from_assistant"),
        ("你上次推荐的书是哪本", "from_assistant"),
        ("What is my current address?", "current"),
        ("我现在住哪", "current"),
    ],
)
def test_intents(query: str, field: str) -> None:
    assert getattr(query_intent(query), field)
    assert not getattr(query_intent("My sister paints" if query.isascii() else "我妹妹画画"), field)


def test_a_question_about_the_past_is_not_about_now() -> None:
    assert not query_intent("What was my previous address?").current
    assert not query_intent("我以前住在哪").current


def test_marks_tell_what_a_message_does() -> None:
    assert OF_ONESELF in message_terms("I moved out.")
    assert OF_ONESELF in message_terms("我搬家了")
    assert OF_ONESELF not in message_terms("It rained in Iceland.")
    assert COMMENTS in message_terms("Wow, thanks!")
    assert COMMENTS not in message_terms("The train was late.")
    assert NAMES in message_terms("we went to Lisbon by train")
    assert NAMES not in message_terms("We went there by train.")
    assert UPDATES in message_terms("The target was adjusted to 1,350 words.")
    assert UPDATES in message_terms("会议改到周五了")
    assert UPDATES not in message_terms("The target is 1,200 words.")
