"""Packing whatever there is: never over the budget, an honest receipt, nothing repeated, nothing lost."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from packing_making import COUNTER, check, check_receipt, counted, fact, fields_of, given_of, recalled, turn

from app.adapters.tokenizer import counter_for
from app.domain.errors import InvalidRequest
from app.domain.packing.messages import IN_WINDOW, REPEATED, pack
from app.domain.packing.models import ChatMessage, Include, PackInput, TokenCounter
from app.domain.packing.window import IS_QUERY

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


@settings(max_examples=300, deadline=None)
@given(_inputs())
def test_any_packing_keeps_budget_order_and_receipt(given: PackInput) -> None:
    fixed: list[ChatMessage] = [{"role": "user", "content": given.query}]
    if given.system_prompt:
        fixed.append({"role": "system", "content": given.system_prompt})
    if counted(given, fixed) > given.token_budget:
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
    result = pack(given_of(**{**fields_of(given), "token_budget": 50_000}))
    for entry in result.receipt:
        assert entry.included or entry.reason in (IN_WINDOW, REPEATED, IS_QUERY)


class UnevenCounter(TokenCounter):
    """A tokenizer whose counts of parts do not add up: longer texts cost more than their parts."""

    def count(self, text: str) -> int:
        return len(text.encode()) // 3 + len(text) ** 2 // 5000


@settings(max_examples=200, deadline=None)
@given(_inputs())
def test_the_budget_holds_with_a_tokenizer_whose_counts_do_not_add_up(given: PackInput) -> None:
    uneven = given_of(**{**fields_of(given), "counter": UnevenCounter()})
    try:
        result = pack(uneven)
    except InvalidRequest:
        return
    check(uneven, result)
