"""Ranking finds what answers, in any language, in stores of any size, and always in the same order."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.marks import message_terms
from app.domain.piece_scores import DEFAULT_WEIGHTS
from app.domain.ranking import Ranking, parse_query, rank
from app.domain.similarity import Background, calibrate, standardise
from app.domain.term_codec import unpack_terms
from app.domain.timewords import DAY_S, time_spans
from app.domain.user_index import NO_SESSION, PieceColumns, UserIndex
from app.domain.words import pack_terms

NOW, PLAIN = datetime(2026, 5, 20, 12, tzinfo=UTC).timestamp(), Background(0.0, 0.07)


class Piece(NamedTuple):
    text: str
    name: str | None = None
    role: int = 0
    session: int = NO_SESSION
    age_days: float = 1.0
    memory: int | None = None
    cosine: float = float("nan")
    wish: bool = False


def columns_of(pieces: Sequence[Piece]) -> PieceColumns:
    return PieceColumns(
        np.array([place if p.memory is None else p.memory for place, p in enumerate(pieces)], dtype=np.int32),
        np.array([p.session for p in pieces], dtype=np.int32),
        np.arange(len(pieces), dtype=np.int64),
        np.array([p.role for p in pieces], dtype=np.int8),
        np.array([NOW - p.age_days * DAY_S for p in pieces], dtype=np.float64),
        unpack_terms([pack_terms(message_terms(p.text, p.name, wish=p.wish)) for p in pieces]),
    )


def ranked(query: str, pieces: Sequence[Piece], **options: object) -> Ranking:
    cosines = np.array([p.cosine for p in pieces], dtype=np.float32)
    distance = None if np.isnan(cosines).all() else np.float32(1.0) - cosines
    return rank(UserIndex.build(columns_of(pieces)), parse_query(query, NOW), distance, PLAIN, **options)  # type: ignore[arg-type]


def first(query: str, *texts: str) -> str:
    return texts[int(ranked(query, [Piece(text) for text in texts]).memory_no[0])]


@pytest.mark.parametrize(
    ("query", "answer", "others"),
    [
        ("What is my sister's name?", "My sister is called Ines.", ("I had soup for lunch.", "The bus was late.")),
        ("我表妹叫什么名字？", "我表妹叫许念。", ("今天的地铁很挤。", "我中午吃了面。")),
        ("妹はどこに住んでいますか", "妹は札幌に住んでいます。", ("今日はラーメンを食べた。", "電車が遅れた。")),
        ("여동생은 어디에 살아?", "여동생은 부산에 살고 있어요.", ("점심에 국수를 먹었어요.", "버스가 늦었어요.")),
        ("น้องสาวอยู่ที่ไหน", "น้องสาวอยู่เชียงใหม่", ("กินก๋วยเตี๋ยวตอนเที่ยง", "รถเมล์มาช้า")),
        (
            "¿Dónde vive mi hermana?",
            "Mi hermana vive en Cádiz desde marzo.",
            ("Hoy comí sopa.", "El tren llegó tarde."),
        ),
        ("Где живёт моя сестра?", "Моя сестра живет в Казани.", ("Сегодня я ел суп.", "Автобус опоздал.")),
    ],
)
def test_words_alone_find_the_answer(query: str, answer: str, others: tuple[str, str]) -> None:
    assert first(query, others[0], answer, others[1]) == answer


def test_vectors_alone_find_the_answer() -> None:
    result = ranked("Was ist los?", [Piece("aaa", cosine=0.02), Piece("bbb", cosine=0.55), Piece("ccc", cosine=0.1)])
    assert result.memory_no[0] == 1
    assert result.rank_vector.tolist()[0] == 1
    assert result.rank_keyword.tolist() == [0, 0, 0]


def test_what_answers_passes_the_gate_and_what_is_vague_does_not() -> None:
    store = [Piece("我女儿叫朵朵，今年3岁", cosine=0.36), Piece("我今天有点累", cosine=0.05)]
    answer = ranked("我女儿多大", store)
    assert answer.relevance[0] >= 0.82 > answer.relevance[1]
    vague = ranked("那个东西", [piece._replace(cosine=0.06) for piece in store])
    assert vague.relevance.max() < 0.5


def test_the_gate_means_the_same_for_another_model() -> None:
    cosines = np.array([0.36, 0.05], dtype=np.float32)
    one = calibrate(standardise(1 - cosines, Background(0.0, 0.07)))
    two = calibrate(standardise(1 - (0.8 + 0.3 * cosines), Background(0.8, 0.021)))
    assert np.allclose(one, two, atol=1e-3)


@pytest.mark.parametrize("pieces", [[], [Piece("I like tea.")], [Piece("I like tea.", cosine=0.4)]])
def test_tiny_stores(pieces: list[Piece]) -> None:
    result = ranked("Which drink do I like?", pieces)
    assert len(result.memory_no) == len(pieces)
    assert np.all((result.relevance >= 0) & (result.relevance <= 1))


def test_a_reply_is_found_through_the_question_before_it() -> None:
    talk = [
        Piece("Which instrument does your cousin play?", "Bo", 1, 0),
        Piece("The oboe, for years now.", "Ana", 0, 0),
        Piece("The pasta was too salty.", "Ana", 0, 1),
        Piece("A pity about the pasta.", "Bo", 1, 1),
    ]
    assert ranked("What instrument does Ana's cousin play?", talk).memory_no[0] == 1


def test_the_named_speaker_comes_first() -> None:
    talk = [Piece("I bought a red kayak.", "Bo", 1, 0), Piece("I bought a red kayak.", "Ana", 0, 0)]
    assert ranked("Which kayak did Ana buy?", talk).memory_no[0] == 1
    assert ranked("Which kayak did Bo buy?", talk).memory_no[0] == 0


def test_what_another_said_is_doubtful() -> None:
    filler = [Piece(f"Nothing much happened on day {day}.", "Ana", 0, 1) for day in range(20)]
    talk = [Piece("My necklace stands for courage.", "Bo", 1, 0, cosine=0.4), *(p._replace(cosine=0.0) for p in filler)]
    asked = ranked("What does Bo's necklace stand for?", talk).relevance[0]
    mistaken = ranked("What does Ana's necklace stand for?", talk).relevance[0]
    assert mistaken < 0.5 < 0.82 < asked


def test_own_words_before_the_assistants_unless_it_is_asked_for() -> None:
    talk = [
        Piece("Try the lemon tart at the corner bakery.", role=1, session=0),
        Piece("I tried a lemon tart.", session=0),
    ]
    assert ranked("Which tart do I like?", talk).memory_no[0] == 1
    assert ranked("Which tart did you recommend?", talk).memory_no[0] == 0


def test_times_are_a_boost_not_a_filter() -> None:
    pieces = [Piece("We went to the lake.", age_days=200), Piece("We went to the lake.", age_days=33)]
    result = ranked("Where did we go last month?", pieces)
    assert result.memory_no.tolist() == [1, 0]


def test_of_two_equal_statements_the_newer_counts_now() -> None:
    pieces = [Piece("我住在杭州。", age_days=3), Piece("我住在成都。", age_days=300), Piece("今天下雨了。", age_days=1)]
    assert ranked("我现在住在哪里", pieces).memory_no.tolist()[:2] == [0, 1]
    assert ranked("我现在住在哪里", pieces[1::-1]).memory_no.tolist() == [1, 0]


def test_the_best_piece_stands_for_its_memory() -> None:
    pieces = [
        Piece("Nothing here.", memory=7),
        Piece("The spare key is under the fern.", memory=7),
        Piece("Tea.", memory=3),
    ]
    result = ranked("Where is the spare key?", pieces)
    assert result.memory_no.tolist() == [7, 3]
    assert result.best_piece[0] == 1


def test_only_what_is_eligible_is_returned() -> None:
    pieces = [Piece("The spare key is under the fern."), Piece("Tea.")]
    result = ranked("Where is the spare key?", pieces, eligible=np.array([False, True]))
    assert result.memory_no.tolist() == [1]


def test_columns_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="one value a piece"):
        ranked("key", [Piece("The key.")], eligible=np.array([True, False]))
    with pytest.raises(ValueError, match="one length"):
        UserIndex.build(columns_of([Piece("a")])._replace(role=np.zeros(2, np.int8)))


word = st.sampled_from(["key", "fern", "tea", "lake", "red", "kayak", "sister", "杭州", "住", "女儿", "now", "last"])
texts = st.lists(word, min_size=0, max_size=6).map(" ".join)
stores = st.lists(
    st.builds(
        Piece,
        texts,
        st.sampled_from([None, "Ana", "Bo"]),
        st.integers(0, 2),
        st.integers(-1, 2),
        st.floats(0, 400),
        st.integers(0, 9),
        st.sampled_from([float("nan"), -0.1, 0.0, 0.2, 0.6]),
    ),
    max_size=14,
)


@settings(deadline=None)
@given(stores, texts)
def test_whatever_is_stored_the_ranking_is_whole(pieces: list[Piece], query: str) -> None:
    result = ranked(query, pieces)
    assert sorted(result.memory_no.tolist()) == sorted({p.memory or 0 for p in pieces})
    assert np.all(np.diff(result.relevance) <= 0)
    for column in (result.relevance, result.keyword, result.similarity[~np.isnan(result.similarity)]):
        assert np.all((column >= 0.0) & (column <= 1.0 + 1e-6))
    with_vector = {p.memory for p in pieces if not np.isnan(p.cosine)}
    assert {int(no) for no, place in zip(result.memory_no, result.rank_vector, strict=True) if place} == with_vector
    again = ranked(query, pieces)
    assert all(np.array_equal(one, two, equal_nan=True) for one, two in zip(result, again, strict=True))


@settings(deadline=None)
@given(stores, st.integers(0, 14), texts)
def test_an_index_that_grew_is_the_index_built_whole(pieces: list[Piece], cut: int, query: str) -> None:
    columns = columns_of(pieces)
    head, tail = columns_of(pieces[:cut]), columns_of(pieces[cut:])
    tail = tail._replace(seq=columns.seq[cut:], memory_no=columns.memory_no[cut:])
    grown = UserIndex.build(head).append(tail)
    whole = UserIndex.build(columns)
    for name in ("previous", "following", "asks", "named", "dialogue", "memory_of", "session_of"):
        assert np.array_equal(getattr(grown, name), getattr(whole, name)), name
    parsed = parse_query(query, NOW)
    assert np.allclose(rank(grown, parsed, None, PLAIN).relevance, rank(whole, parsed, None, PLAIN).relevance)


def test_a_long_run_of_appends_stays_findable() -> None:
    index = UserIndex.build(columns_of([Piece(f"filler {n}") for n in range(200)]))
    for n in range(30):
        index = index.append(columns_of([Piece(f"needle{n}")])._replace(memory_no=np.array([1000 + n], np.int32)))

    for n in range(30):
        assert rank(index, parse_query(f"needle{n}", NOW), None, PLAIN).memory_no[0] == 1000 + n


def test_a_part_switched_off_no_longer_counts() -> None:
    talk = [Piece("I bought a kayak.", "Bo", 1, 0), Piece("I bought a kayak.", "Ana", 0, 0)]
    off = replace(DEFAULT_WEIGHTS, speaker=0.0)
    scores = ranked("kayak Ana", talk).relevance - ranked("kayak Ana", talk, weights=off).relevance
    assert scores[1] < 0


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("what did I do yesterday", "2026-05-19", "2026-05-20"),
        ("昨天去哪了", "2026-05-19", "2026-05-20"),
        ("last week", "2026-05-11", "2026-05-18"),
        ("上周三说的", "2026-05-13", "2026-05-14"),
        ("上个月", "2026-04-01", "2026-05-01"),
        ("in May 2023", "2023-05-01", "2023-06-01"),
        ("on June 3", "2025-06-03", "2025-06-04"),
        ("2024年3月5日", "2024-03-05", "2024-03-06"),
        ("三天前", "2026-05-17", "2026-05-18"),
        ("2 days ago", "2026-05-18", "2026-05-19"),
        ("去年", "2025-01-01", "2026-01-01"),
        ("in 2022", "2022-01-01", "2023-01-01"),
    ],
)
def test_time_expressions(text: str, start: str, end: str) -> None:
    (span,) = time_spans(text, NOW)
    assert datetime.fromtimestamp(span.start_s, UTC).date().isoformat() == start
    assert datetime.fromtimestamp(span.end_s, UTC).date().isoformat() == end


@pytest.mark.parametrize("text", ["", "may I ask", "tomorrow", "下周", "call 138-0013-8000"])
def test_no_time_is_named(text: str) -> None:
    assert time_spans(text, NOW) == ()


@given(st.text(max_size=80), st.floats(allow_nan=True, allow_infinity=True))
def test_any_query_at_any_clock(text: str, now_s: float) -> None:
    for span in time_spans(text, now_s):
        weights = span.weigh(np.array([span.start_s, now_s, 0.0]))
        assert weights[0] == 1.0
        assert np.all((weights >= 0.0) & (weights <= 1.0))


def test_neighbours_are_those_of_the_session_in_the_order_of_seq() -> None:
    pieces = [
        Piece("a?", role=0, session=5),
        Piece("x", session=2),
        Piece("b", role=1, session=5),
        Piece("y"),
        Piece("z"),
    ]
    columns = columns_of(pieces)._replace(seq=np.array([7, 1, 3, 0, 1], dtype=np.int64))
    index = UserIndex.build(columns)
    none = index.size
    assert index.previous.tolist() == [2, none, none, none, none]
    assert index.following.tolist() == [none, none, 0, none, none]
    assert index.dialogue.tolist() == [True, False, True, False, False]
    assert index.asks.tolist() == [True, False, False, False, False]
    assert [part.tolist() for part in index.find("b")] == [[2], [1.0]]
    assert index.find("nowhere")[0].tolist() == []


def test_a_change_counts_before_what_it_changed_when_asked_how_things_are() -> None:
    filler = [Piece(f"The weather on day {day} was dull.", role=0, cosine=0.0) for day in range(12)]
    old = Piece("My weekly word count target is 1,200 words.", role=0, age_days=20, cosine=0.60)
    new = Piece("My weekly target was adjusted, to 1,350 words.", role=0, age_days=3, cosine=0.50)
    asked = "What is my weekly word target?"
    assert ranked(asked, [old, new, *filler]).memory_no[0] == 1
    assert ranked(asked, [old._replace(age_days=1), new, *filler]).memory_no[0] == 0
    assert ranked("What was my weekly word target at first?", [old, new, *filler]).memory_no[0] == 0
    unchanged = new._replace(text="My weekly target stands at 1,350 words.")
    assert ranked(asked, [old, unchanged, *filler]).memory_no[0] == 0
