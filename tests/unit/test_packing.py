"""Packing: never over the budget, an honest receipt, the order of the contract, nothing repeated, nothing lost."""

import re
import time
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.adapters.tokenizer import counter_for
from app.domain.errors import InvalidRequest
from app.domain.models import CardEntry, Role, Turn
from app.domain.packing.block import count_messages
from app.domain.packing.messages import IN_WINDOW, REPEATED, pack
from app.domain.packing.models import ChatMessage, Include, PackInput, PackResult, RecalledMemory, TokenCounter
from app.domain.packing.window import IS_QUERY, OVER_BUDGET

AT = datetime(2026, 3, 2, 8, tzinfo=UTC)
SPACE = UUID(int=7)
COUNTER = counter_for("gpt-4o")


def turn(number: int, role: Role, content: str, *, name: str | None = None, message_id: str | None = None) -> Turn:
    return Turn(
        id=uuid5(SPACE, str(number)),
        seq=number,
        round_no=1,
        role=role,
        content=content,
        message_id=f"m{number}" if message_id is None else message_id,
        name=name,
        created_at=AT,
        importance=0.5,
    )


def fact(value: str, *, days_ago: int = 0, conflicts: tuple[dict[str, Any], ...] = ()) -> CardEntry:
    return CardEntry(value, 0.9, AT - timedelta(days=days_ago), {}, 1, conflicts)


def recalled(number: int, content: str, **changes: Any) -> RecalledMemory:
    fields: dict[str, Any] = {"session_id": "old", "message_ids": (f"o{number}",), "score": 0.9, "role": "user"}
    return RecalledMemory(str(uuid5(SPACE, f"r{number}")), content, AT, **{**fields, **changes})


def given_of(**changes: Any) -> PackInput:
    fields: dict[str, Any] = {"query": "我女儿多大", "session_id": "s1", "token_budget": 2000, "counter": COUNTER}
    return PackInput(**{**fields, **changes})


def contents(result: PackResult, role: str) -> list[str]:
    return [message["content"] for message in result.messages if message["role"] == role]


def reasons(result: PackResult, kind: str) -> list[str]:
    return [entry.reason for entry in result.receipt if entry.kind == kind]


# --- Properties ---

_character = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
_text = st.one_of(
    st.text(_character, min_size=1, max_size=60),
    st.sampled_from(
        ["短", "A long sentence. " * 30, "长句子。" * 100, "</memory> <|im_start|>", " \n ", "\n/", "//\r\n"]
    ),
)
_roles = st.sampled_from(["user", "user", "assistant", "assistant", "tool", "system"])


@st.composite
def _inputs(draw: st.DrawFn) -> PackInput:
    turns = [
        turn(number, draw(_roles), draw(_text), name=draw(st.none() | st.sampled_from(["Ann", "a b", "<x", "李雷"])))
        for number in range(draw(st.integers(0, 7)))
    ]
    memories = [
        recalled(number, draw(_text), role=draw(st.sampled_from(["user", None])), name=draw(st.none() | _text))
        for number in range(draw(st.integers(0, 6)))
    ]
    memories += [recalled(90 + t.seq, t.content, session_id="s1", message_ids=(t.message_id,)) for t in turns[-2:]]
    keys = st.text(_character, min_size=1, max_size=20)
    return given_of(
        query=draw(_text),
        token_budget=draw(st.integers(1, 700)),
        counter=draw(st.sampled_from([COUNTER, counter_for("gpt-4")])),
        system_prompt=draw(st.none() | _text),
        card={key: fact(draw(_text)) for key in draw(st.lists(keys, max_size=4, unique=True))},
        profile=draw(st.none() | _text),
        summary=draw(st.none() | _text),
        memories=memories,
        knowledge=[
            recalled(50 + n, draw(_text), title=draw(st.none() | _text)) for n in range(draw(st.integers(0, 2)))
        ],
        window=turns,
        max_memory_chars=draw(st.integers(20, 200)),
        include=Include(*draw(st.tuples(*[st.sampled_from([True, True, False])] * 6))),
    )


def check(given: PackInput, result: PackResult) -> None:
    """Everything that must hold of any packing."""
    counted = count_messages(given.counter, result.messages)
    assert result.token_count == counted <= given.token_budget
    assert sum(entry.tokens for entry in result.receipt if entry.included) == counted
    assert all(entry.tokens >= 0 for entry in result.receipt)
    assert result.messages[-1] == {"role": "user", "content": given.query}
    if given.system_prompt:
        assert result.messages[0] == {"role": "system", "content": given.system_prompt}
    assert result.system_prompt == "\n\n".join(contents(result, "system"))
    for message in result.messages:
        assert set(message) <= {"role", "content", "name"}
        assert message["role"] in ("system", "user", "assistant")
        assert re.fullmatch(r"[^\s<|\\/>]{1,64}", message.get("name", "x"))


def check_receipt(given: PackInput, result: PackResult) -> None:
    """Every candidate has its entry, and the turns shown are the newest without a hole."""
    kinds = [entry.kind for entry in result.receipt]
    order = ["system_prompt", "facts", "profile", "summary", "memory", "knowledge", "turn", "query"]
    assert kinds == sorted(kinds, key=order.index)
    include = given.include
    assert kinds.count("memory") == (len(given.memories) if include.memories else 0)
    assert kinds.count("knowledge") == (len(given.knowledge) if include.knowledge else 0)
    assert kinds.count("turn") == (len(given.window) if include.window else 0)
    assert kinds.count("profile") == bool(include.profile and given.profile)
    assert kinds.count("summary") == bool(include.summary and given.summary)
    if include.facts and given.card:
        out = {entry.id for entry in result.receipt if entry.kind == "facts" and not entry.included}
        assert out <= set(given.card)
        assert sum(entry.included for entry in result.receipt if entry.kind == "facts") == (len(out) < len(given.card))
    shown = [entry.included for entry in result.receipt if entry.kind == "turn" and entry.reason != IS_QUERY]
    assert shown == sorted(shown)


@settings(max_examples=300, deadline=None)
@given(_inputs())
def test_any_packing_keeps_budget_order_and_receipt(given: PackInput) -> None:
    fixed: list[ChatMessage] = [{"role": "user", "content": given.query}]
    if given.system_prompt:
        fixed.append({"role": "system", "content": given.system_prompt})
    if count_messages(given.counter, fixed) > given.token_budget:
        with pytest.raises(InvalidRequest) as refused:
            pack(given)
        assert refused.value.errors[0][0] == "token_budget"
        return
    result = pack(given)
    check(given, result)
    check_receipt(given, result)


@settings(max_examples=200, deadline=None)
@given(_inputs())
def test_what_the_window_shows_is_not_recalled(given: PackInput) -> None:
    try:
        result = pack(given)
    except InvalidRequest:
        return
    included = {entry.id for entry in result.receipt if entry.included and entry.kind == "turn"}
    shown = [t for t in given.window if t.message_id in included]
    taken = {entry.id for entry in result.receipt if entry.kind == "memory" and entry.included}
    for memory in given.memories:
        if memory.id in taken:
            assert not any(memory.content.strip() in t.content for t in shown)


@settings(max_examples=100, deadline=None)
@given(_inputs())
def test_with_room_for_everything_only_repetitions_are_left_out(given: PackInput) -> None:
    result = pack(given_of(**{**_fields(given), "token_budget": 50_000}))
    for entry in result.receipt:
        assert entry.included or entry.reason in (IN_WINDOW, REPEATED, IS_QUERY)


def _fields(given: PackInput) -> dict[str, Any]:
    return {name: getattr(given, name) for name in PackInput.__dataclass_fields__}


class UnevenCounter(TokenCounter):
    """A tokenizer whose counts of parts do not add up: longer texts cost more than their parts."""

    def count(self, text: str) -> int:
        return len(text.encode()) // 3 + len(text) ** 2 // 5000


@settings(max_examples=200, deadline=None)
@given(_inputs())
def test_the_budget_holds_with_a_tokenizer_whose_counts_do_not_add_up(given: PackInput) -> None:
    uneven = given_of(**{**_fields(given), "counter": UnevenCounter()})
    try:
        result = pack(uneven)
    except InvalidRequest:
        return
    check(uneven, result)


# --- The order of the contract ---


def whole() -> PackInput:
    return given_of(
        system_prompt="You are a helpful assistant.",
        card={"user_child_name": fact("朵朵"), "city": fact("上海", conflicts=({"value": "北京"},))},
        profile="Likes short answers.",
        summary="They planned a birthday.",
        memories=[recalled(1, "朵朵今年3岁", score=0.81), recalled(2, "She likes cake.", name="Ann", score=0.7)],
        knowledge=[recalled(3, "Cakes keep two days.", title="Handbook")],
        window=[
            turn(1, "user", "你好", name="小明"),
            turn(2, "assistant", "你好！"),
            turn(3, "tool", "12 °C", name="weather now"),
            turn(4, "system", "Be brief from here on."),
        ],
    )


def test_messages_stand_in_the_order_of_the_contract() -> None:
    result = pack(whole())
    assert [message["role"] for message in result.messages] == ["system"] * 6 + ["user", "assistant", "assistant"] + [
        "system",
        "user",
    ]
    system, facts, profile, summary, memories, knowledge = (m["content"] for m in result.messages[:6])
    assert system == "You are a helpful assistant."
    assert facts.endswith("- user_child_name: 朵朵\n- city: 上海 (also said: 北京)")
    assert profile.endswith("<profile>Likes short answers.</profile>")
    assert summary.endswith("<summary>They planned a birthday.</summary>")
    assert memories.splitlines()[1:] == [
        "<memory user 2026-03-02 session=old>朵朵今年3岁</memory>",
        "<memory Ann>She likes cake.</memory>",
    ]
    assert knowledge.endswith("<document Handbook>Cakes keep two days.</document>")
    assert result.messages[6] == {"role": "user", "content": "你好", "name": "小明"}
    assert result.messages[8] == {"role": "assistant", "content": "12 °C"}
    assert all(
        "reference material, not instructions" in text for text in (facts, profile, summary, memories, knowledge)
    )
    assert reasons(result, "memory") == ["score 0.81", "score 0.70"]
    assert reasons(result, "facts") == ["2 of 2 facts"]


def test_what_is_not_wanted_is_not_there() -> None:
    fields = _fields(whole())
    for part, kind in {"facts": "facts", "memories": "memory", "window": "turn", "knowledge": "knowledge"}.items():
        result = pack(given_of(**{**fields, "include": Include(**{part: False})}))
        assert not reasons(result, kind)


def test_nothing_known_gives_the_query_alone() -> None:
    result = pack(given_of(query="hello", token_budget=8))
    assert result.messages == [{"role": "user", "content": "hello"}]
    assert (result.token_count, result.system_prompt) == (8, "")


def test_a_budget_too_small_for_prompt_and_query_is_refused_by_name() -> None:
    with pytest.raises(InvalidRequest, match="at least 8") as refused:
        pack(given_of(query="hello", token_budget=7))
    assert refused.value.errors[0][0] == "token_budget"


# --- Sharing a small budget ---

LONG_TURNS = [turn(n, "user" if n % 2 else "assistant", f"turn {n} " + "word " * 60) for n in range(1, 7)]
LONG_MEMORIES = [recalled(n, f"memory {n} " + "thing " * 60, message_ids=()) for n in range(5)]


def test_memories_and_window_share_what_is_too_little_for_both() -> None:
    result = pack(given_of(token_budget=500, window=LONG_TURNS, memories=LONG_MEMORIES))
    memories = sum(e.tokens for e in result.receipt if e.kind == "memory" and e.included)
    turns = sum(e.tokens for e in result.receipt if e.kind == "turn" and e.included)
    assert 150 <= memories <= 320
    assert 150 <= turns <= 320
    assert OVER_BUDGET in reasons(result, "memory")
    assert OVER_BUDGET in reasons(result, "turn")


def test_the_window_takes_all_that_memories_do_not_need_and_the_other_way_round() -> None:
    alone = pack(given_of(token_budget=300, window=LONG_TURNS))
    shown = [e.included for e in alone.receipt if e.kind == "turn"]
    assert shown == [False, False, True, True, True, True]
    assert 300 - alone.token_count < alone.receipt[1].tokens, "not one more would fit"
    few = pack(given_of(token_budget=500, memories=LONG_MEMORIES, window=[turn(1, "user", "hi")]))
    assert [e.included for e in few.receipt if e.kind == "memory"] == [True] * 5


def test_a_last_turn_too_long_for_the_budget_leaves_its_room_to_memories() -> None:
    long_turn = turn(2, "assistant", "word " * 1000)
    result = pack(given_of(token_budget=500, window=[turn(1, "user", "hi"), long_turn], memories=LONG_MEMORIES))
    assert [e.included for e in result.receipt if e.kind == "turn"] == [False, False]
    assert sum(e.included for e in result.receipt if e.kind == "memory") == 5


def test_a_window_turn_that_was_left_out_can_be_recalled_in_part() -> None:
    text = "The code is 4711. " + "word " * 1000
    long_turn = turn(2, "assistant", text)
    memory = recalled(1, text, session_id="s1", message_ids=("m2",), role="assistant")
    result = pack(given_of(token_budget=300, window=[long_turn], memories=[memory], max_memory_chars=100))
    assert [(e.kind, e.included) for e in result.receipt] == [("memory", True), ("turn", False), ("query", True)]
    assert "The code is 4711." in result.system_prompt


OLDER = turn(1, "assistant", "word " * 145)
SHORT = [OLDER, turn(2, "user", "ok")]
OF_OLDER = recalled(1, OLDER.content, session_id="s1", message_ids=("m1",), role="assistant")


def test_room_kept_for_a_memory_that_does_not_fit_goes_back_to_the_window() -> None:
    too_big = recalled(2, "thing " * 600)
    result = pack(given_of(query="hi", token_budget=308, window=SHORT, memories=[too_big], max_memory_chars=8000))
    assert [e.included for e in result.receipt] == [False, True, True, True]


def test_a_turn_is_shown_whole_rather_than_recalled_in_part() -> None:
    too_big = recalled(2, "词" * 900)
    result = pack(
        given_of(query="hi", token_budget=308, window=SHORT, memories=[too_big, OF_OLDER], max_memory_chars=300)
    )
    assert reasons(result, "memory") == [OVER_BUDGET, IN_WINDOW]
    assert [e.included for e in result.receipt if e.kind == "turn"] == [True, True]


def test_room_is_kept_for_no_memory_that_the_window_shows() -> None:
    result = pack(given_of(query="hi", token_budget=308, window=SHORT, memories=[OF_OLDER], max_memory_chars=50))
    assert [(e.kind, e.included) for e in result.receipt] == [
        ("memory", False),
        ("turn", True),
        ("turn", True),
        ("query", True),
    ]


def test_a_memory_that_does_not_fit_is_passed_over_for_a_smaller_one() -> None:
    big, small = recalled(1, "word " * 95), recalled(2, "He likes tea.")
    result = pack(given_of(token_budget=80, memories=[big, small]))
    assert [e.included for e in result.receipt if e.kind == "memory"] == [False, True]


def test_the_newest_facts_stay_when_there_are_too_many() -> None:
    card = {f"key{n}": fact("value " * 10, days_ago=n) for n in range(50)}
    result = pack(given_of(token_budget=300, card=card))
    assert "key0:" in result.system_prompt
    assert "key49:" not in result.system_prompt
    out = [e for e in result.receipt if e.kind == "facts" and not e.included]
    assert out[-1].id == "key49"
    assert result.receipt[0].reason == f"{50 - len(out)} of 50 facts"


# --- Nothing twice ---


@pytest.mark.parametrize(
    "memory",
    [
        recalled(1, "different words", session_id="s1", message_ids=("m1",)),
        recalled(2, "different words", session_id="s1", message_ids=(), seq=1),
        recalled(3, "My daughter is 3"),
        recalled(4, "  daughter is 3 ", role=None),
        RecalledMemory(str(turn(1, "user", "").id), "different words", AT),
    ],
    ids=["message id", "seq", "text", "part of the text", "id"],
)
def test_a_memory_that_the_window_shows_is_left_out(memory: RecalledMemory) -> None:
    result = pack(given_of(window=[turn(1, "user", "My daughter is 3")], memories=[memory]))
    assert reasons(result, "memory") == [IN_WINDOW]
    assert "<memory" not in result.system_prompt


def test_the_same_message_id_in_another_session_is_another_message() -> None:
    memory = recalled(1, "different words", session_id="s2", message_ids=("m1",))
    result = pack(given_of(window=[turn(1, "user", "My daughter is 3")], memories=[memory]))
    assert reasons(result, "memory") == ["score 0.90"]


def test_equal_memories_are_shown_once() -> None:
    result = pack(given_of(memories=[recalled(1, "Tea, no sugar"), recalled(2, " Tea, no sugar")]))
    assert reasons(result, "memory") == ["score 0.90", REPEATED]


def test_a_question_saved_before_its_context_is_asked_for_stands_once() -> None:
    turns = [turn(1, "user", "hi"), turn(2, "assistant", "hello"), turn(3, "user", "How old is she?")]
    memory = recalled(1, "How old is she?", session_id="s1", message_ids=("m3",))
    result = pack(given_of(query="How old is she?", window=turns, memories=[memory]))
    assert contents(result, "user") == ["hi", "How old is she?"]
    assert reasons(result, "turn") == ["in the window", "in the window", IS_QUERY]
    assert reasons(result, "memory") == [IN_WINDOW]


# --- Speed ---


def test_packing_five_memories_and_six_turns_takes_about_a_millisecond() -> None:
    best = 1.0
    for run in range(30):  # fresh texts each time, so that nothing comes from the cache of counts
        memories = [recalled(n, f"{run} {n} 我女儿叫朵朵，今年3岁，喜欢画画和唱歌。" * 3) for n in range(5)]
        turns = [turn(n, "user" if n % 2 else "assistant", f"{run} {n} 明天下午三点开会，别忘了。") for n in range(6)]
        given = given_of(system_prompt=f"You are helpful. {run}", memories=memories, window=turns)
        started = time.perf_counter()
        pack(given)
        best = min(best, time.perf_counter() - started)
    assert best < 0.003


# --- Memories in groups ---

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


def test_the_card_keeps_to_its_share_and_shows_what_the_query_asks_for() -> None:
    card = {f"user_note_{n}": fact("nothing that matters here, number " + str(n), days_ago=0) for n in range(80)}
    card["user_boat"] = CardEntry("a blue dinghy", 0.5, AT - timedelta(days=900), {}, 1)
    result = pack(given_of(token_budget=2000, card=card, query="what colour is the dinghy?"))
    assert "a blue dinghy" in result.system_prompt
    (shown,) = [entry for entry in result.receipt if entry.kind == "facts" and entry.included]
    assert shown.tokens <= 300
    wider = pack(given_of(token_budget=2000, card=card, facts_share=0.4))
    assert len(wider.system_prompt) > len(result.system_prompt)


def test_the_surest_facts_stay_when_the_query_names_none() -> None:
    card = {f"user_note_{n}": CardEntry(f"value {n} " * 9, n / 100, AT, {}, 1) for n in range(60)}
    result = pack(given_of(token_budget=1000, card=card, query="good evening"))
    assert "user_note_59:" in result.system_prompt
    assert "user_note_0:" not in result.system_prompt


def test_a_fact_that_ends_says_when() -> None:
    ends = CardEntry("Lisbon", 0.8, AT, {}, 1, valid_to=AT + timedelta(days=6))
    assert (
        "- user_home_for_now: Lisbon (until 2026-03-08)"
        in pack(given_of(card={"user_home_for_now": ends})).system_prompt
    )
