"""Packing a small budget: how memories, window and card share it."""

from datetime import timedelta

from packing_making import AT, fact, given_of, reasons, recalled, turn

from app.domain.models import CardEntry
from app.domain.packing.messages import IN_WINDOW, pack
from app.domain.packing.window import OVER_BUDGET

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
