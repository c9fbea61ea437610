"""Reading bench sets, and cutting their sessions into calls."""

import gzip
from datetime import UTC, datetime, timedelta
from pathlib import Path

import orjson
import pytest

from app.bench.replay import CALL_CHARACTERS, CALL_MESSAGES, MESSAGE_CHARACTERS, _calls, _message, just_before
from app.bench.sets import TurnText, find_sets, load_set
from app.domain.errors import SetupError

AT = datetime(2026, 3, 2, tzinfo=UTC)
CONVERSATION = {
    "conversation_id": "c1",
    "lang": "en",
    "sessions": [
        {
            "session_id": "S1",
            "started_at": "2023-05-08T13:56:00Z",
            "turns": [
                {"turn_id": "1:1", "role": "user", "speaker": "Ann", "content": "Hi Bo"},
                {"turn_id": "1:2", "role": "assistant", "speaker": "assistant", "content": "Hello"},
            ],
        }
    ],
}
QUESTION = {
    "question_id": "q1",
    "conversation_id": "c1",
    "lang": "en",
    "question": "Who?",
    "answer": None,
    "category": "x",
    "evidence": ["1:1"],
    "asked_at": "2023-05-09T00:00:00Z",
    "answerable": False,
    "stale_evidence": ["1:2"],
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "conversations.jsonl.gz").write_bytes(gzip.compress(orjson.dumps(CONVERSATION) + b"\n"))
    second = {**QUESTION, "question_id": "q2", "answerable": True}
    (folder / "questions.jsonl").write_bytes(orjson.dumps(QUESTION) + b"\n\n" + orjson.dumps(second))
    return folder


def test_a_set_is_read_whole(folder: Path) -> None:
    bench = load_set(folder)
    assert bench.name == "small"
    ((session_id, turns),) = bench.conversations[0].sessions
    assert session_id == "S1"
    assert [(turn.turn_id, turn.name) for turn in turns] == [("1:1", "Ann"), ("1:2", None)]
    assert turns[0].at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC) < turns[1].at
    first, second = bench.questions
    assert (first.answerable, first.stale, second.answerable) == (False, {"1:2"}, True)
    assert [q.question_id for q in bench.first(1, 1).questions] == ["q1"]
    assert bench.first(None) == bench


def test_a_folder_of_sets_gives_each(folder: Path) -> None:
    assert find_sets(folder) == [folder]
    assert find_sets(folder.parent) == [folder]
    with pytest.raises(SetupError, match="is no bench set"):
        find_sets(folder.parent / "nothing")


def test_a_line_of_another_form_is_one_sentence(folder: Path) -> None:
    (folder / "questions.jsonl").write_text('{"question_id": "q1"}\n')
    with pytest.raises(SetupError, match="not of the form"):
        load_set(folder)
    (folder / "questions.jsonl").write_text("no json\n")
    with pytest.raises(SetupError, match="not of the form"):
        load_set(folder)


def test_calls_hold_every_turn_in_order_and_are_bounded() -> None:
    sizes = [10] * 250 + [CALL_CHARACTERS - 5, 10, 10, CALL_CHARACTERS * 2, 10]
    turns = [TurnText(str(number), "user", None, "x" * size, AT) for number, size in enumerate(sizes)]
    calls = list(_calls(turns))
    assert [turn for call in calls for turn in call] == turns
    assert all(len(call) <= CALL_MESSAGES for call in calls)
    assert all(len(call) == 1 or sum(len(t.content) for t in call) <= CALL_CHARACTERS for call in calls)


def test_a_question_is_put_before_its_own_turn_is_there() -> None:
    asked_at = datetime(2026, 1, 13, 8, 20, tzinfo=UTC)
    assert timedelta(0) < asked_at - just_before(asked_at) < timedelta(seconds=1)


def test_a_turn_longer_than_the_api_takes_loses_its_end() -> None:
    turn = TurnText("1:1", "user", None, "x" * (MESSAGE_CHARACTERS + 1), datetime(2026, 1, 1, tzinfo=UTC))
    assert _message(turn)["content"] == "x" * MESSAGE_CHARACTERS
