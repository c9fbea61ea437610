"""The nouns of extraction: what was said, and the statements taken out of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.domain.models import Role

StatementKind = Literal["fact", "preference", "goal", "commitment", "trait"]
Told = Literal["state", "retract"]
"""`state` claims a value; `retract` says that something claimed before holds no longer, or never did."""
Action = Told | Literal["heard"]
"""What is told, or `heard`: that states nothing, its value is the message, to be compared with what is known (see
`aligner.align`).
"""


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a conversation, as extraction reads it. `id` names the message in `Statement.message_ids`."""

    id: str
    role: Role
    content: str
    created_at: datetime
    name: str | None = None


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a statement is about: `relation` "user", or one close to the user (see `attributes.RELATIONS`).

    `name` tells several of one relation apart (two daughters), "" where nobody named them.
    """

    relation: str = "user"
    name: str = ""


USER = Subject()
EVERYTHING = "*"
"""The value of a retraction of all that is known of the user; no user's value, for it names nothing."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One thing that the user stated.

    `attribute` is one of `attributes.SINGLE` or `attributes.MANY`, or a short noun phrase of the speaker's own, in
    lower case with words joined by "_" ("router", "网络供应商"); whether it holds one value or many follows from it.
    `value` is concise, in the speaker's words and script: a fact, not a sentence (at most 40 columns where it can be).
    `confidence` lies in [0, 1]: 0.9 said outright, 0.7 by the way or as an answer, 0.5 vague.
    `valid_from` and `valid_to` are times that the statement itself names ("since May", "until Friday", "this week
    only"), None where it names none. `corrects` is what it says was wrong ("not Tim but Tom": "Tim"), "" where nothing.

    A retraction has action "retract": `attribute` may be "" where only `value` tells what ends ("forget what I said
    about the panda": value "panda"; "I no longer work there": attribute "employer", value ""). `never_true` says that
    it was wrong from the start (a slip, a joke), not that it ended.

    One with the action "heard" states nothing: its value is the message itself, `asked` what the assistant said before.
    """

    kind: StatementKind
    attribute: str
    value: str
    subject: Subject = USER
    action: Action = "state"
    confidence: float = 0.9
    message_ids: tuple[str, ...] = ()
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    corrects: str = ""
    never_true: bool = False
    asked: str = ""
