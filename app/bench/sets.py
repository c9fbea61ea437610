"""Bench sets on disk: long conversations, and questions about them with the turns that hold the answers.

A set is a folder with `conversations.jsonl.gz` (or `.jsonl`) and `questions.jsonl`, a JSON object a line.
"""

import gzip
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

import orjson

from app.domain.errors import SetupError

TURN_SECONDS: Final = 1
"""Pause between two turns of a session: the sets date sessions only."""


@dataclass(frozen=True, slots=True)
class TurnText:
    """What somebody said; `name` is set where the speaker is not just the role."""

    turn_id: str
    role: str
    name: str | None
    content: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Conversation:
    """All sessions of one user in order of time: (session id, turns)."""

    conversation_id: str
    sessions: tuple[tuple[str, tuple[TurnText, ...]], ...]

    @property
    def turns(self) -> int:
        """How many turns there are in all sessions."""
        return sum(len(turns) for _, turns in self.sessions)


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the turns that answer it. Not `answerable`: nothing does, `evidence` may only tempt."""

    question_id: str
    conversation_id: str
    lang: str
    text: str
    category: str
    evidence: frozenset[str]
    stale: frozenset[str]
    answerable: bool
    asked_at: datetime
    """Its answer lies before: in realmem the question itself is a turn of that moment."""


@dataclass(frozen=True, slots=True)
class BenchSet:
    """One set."""

    name: str
    conversations: tuple[Conversation, ...]
    questions: tuple[Question, ...]

    def first(self, conversations: int | None, questions: int | None = None) -> "BenchSet":
        """The first so many conversations, and of each the first so many questions; None is all."""
        kept = self.conversations[:conversations]
        asked: list[Question] = []
        for conversation in kept:
            own = [q for q in self.questions if q.conversation_id == conversation.conversation_id]
            asked += own[:questions]
        return BenchSet(self.name, kept, tuple(asked))


def find_sets(path: Path) -> list[Path]:
    """The folders of sets at `path`: itself, or those directly inside it. Raises SetupError where there is none."""
    if (path / "questions.jsonl").is_file():
        return [path]
    found = sorted(p.parent for p in path.glob("*/questions.jsonl")) if path.is_dir() else []
    if not found:
        raise SetupError(f"{path} is no bench set: name a folder that holds questions.jsonl and conversations.jsonl.gz")
    return found


def load_set(folder: Path) -> BenchSet:
    """Read a set. Raises SetupError where a file is missing or a line is not of the form."""
    try:
        conversations = tuple(_conversation(line) for line in _lines(folder, "conversations"))
        questions = tuple(_question(line) for line in _lines(folder, "questions"))
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise SetupError(f"{folder} has a line that is not of the form of a bench set: {error!r}") from None
    return BenchSet(folder.resolve().name, conversations, questions)


def _lines(folder: Path, stem: str) -> Iterator[dict[str, Any]]:
    packed, plain = folder / f"{stem}.jsonl.gz", folder / f"{stem}.jsonl"
    try:
        data = gzip.decompress(packed.read_bytes()) if packed.is_file() else plain.read_bytes()
    except OSError as error:
        raise SetupError(f"{plain} cannot be read ({error.strerror})") from None
    return (orjson.loads(line) for line in data.splitlines() if line.strip())


def _conversation(line: dict[str, Any]) -> Conversation:
    sessions = tuple((str(s["session_id"]), _turns(s["started_at"], s["turns"])) for s in line["sessions"])
    return Conversation(str(line["conversation_id"]), sessions)


def _turns(started_at: str, turns: Sequence[dict[str, Any]]) -> tuple[TurnText, ...]:
    start = datetime.fromisoformat(started_at)
    return tuple(
        TurnText(
            turn_id=str(turn["turn_id"]),
            role=turn["role"],
            name=turn["speaker"] if turn["speaker"] not in (turn["role"], "", None) else None,
            content=turn["content"],
            at=start + timedelta(seconds=TURN_SECONDS * number),
        )
        for number, turn in enumerate(turns)
    )


def _question(line: dict[str, Any]) -> Question:
    return Question(
        question_id=str(line["question_id"]),
        conversation_id=str(line["conversation_id"]),
        lang=line["lang"],
        text=line["question"],
        category=line["category"],
        evidence=frozenset(map(str, line["evidence"])),
        stale=frozenset(map(str, line.get("stale_evidence") or ())),
        answerable=bool(line.get("answerable", True)),
        asked_at=datetime.fromisoformat(line["asked_at"]),
    )
