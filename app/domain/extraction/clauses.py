"""The clause: the stretch of a message that the rules of a language read, with who it is about and how it is meant."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime

from app.domain.extraction.models import USER, Said, Statement, StatementKind, Subject


@dataclass(frozen=True, slots=True)
class Clause:
    """`text` as cut from its sentence; `rest` what is said of `subject`, behind its words, adverbs and fillers gone.

    `subject` is None where the clause speaks of a stranger or of nobody in particular, so that nothing is taken from
    it; `spoken` tells a subject that was said ("i live") from one left out ("live in"). `question`, `unreal` (a
    hypothesis, a wish, irony, a report of what others claim) and `negated` say how it is meant.
    """

    text: str
    rest: str
    subject: Subject | None = USER
    spoken: bool = True
    question: bool = False
    unreal: bool = False
    negated: bool = False
    plural: bool = False
    sentence: str = ""

    @property
    def usable(self) -> bool:
        """Whether the clause claims anything at all."""
        return not (self.question or self.unreal)


@dataclass(slots=True)
class Found:
    """Collects the statements of one message, in the order in which the rules find them."""

    message: Said
    statements: list[Statement] = field(default_factory=list)

    @property
    def now(self) -> datetime:
        """When the message was said."""
        return self.message.created_at

    def add(
        self,
        attribute: str,
        value: str,
        *,
        kind: StatementKind = "fact",
        subject: Subject = USER,
        confidence: float = 0.9,
        corrects: str = "",
    ) -> bool:
        """Add a claim, unless its value is empty or it stands already; return whether anything was claimed."""
        value = value.strip()
        if not any(character.isalnum() for character in value):
            return False
        one = Statement(kind, attribute, value, subject, confidence=confidence, corrects=corrects)
        if not any(_same(one, other) for other in self.statements):
            self.statements.append(one)
        return True

    def retract(self, attribute: str, value: str = "", *, subject: Subject = USER, never_true: bool = False) -> None:
        """Add that something holds no longer (`never_true`: never did)."""
        one = Statement("fact", attribute, value.strip(), subject, action="retract", never_true=never_true)
        if (attribute or one.value) and one not in self.statements:
            self.statements.append(one)

    def limit_one(self, place: int, valid_from: datetime | None, valid_to: datetime | None) -> None:
        """Give the claim at a place the times that its clause names; a retraction has none."""
        one = self.statements[place]
        if one.action == "state" and (valid_from is not None or valid_to is not None):
            self.statements[place] = replace(one, valid_from=valid_from, valid_to=valid_to)


def _same(one: Statement, other: Statement) -> bool:
    return (one.action, one.attribute, one.subject, one.value.casefold()) == (
        other.action,
        other.attribute,
        other.subject,
        other.value.casefold(),
    )


def slug(phrase: str) -> str:
    """Return a noun phrase as the name of an attribute: lower case, words joined by "_", at most 40 characters."""
    words: Iterable[str] = "".join(char if char.isalnum() else " " for char in phrase.casefold()).split()
    return "_".join(words)[:40].strip("_")
