"""A small rule reader for languages with fewer rules: cuts clauses, gates them, runs a table of patterns.

What differs between languages is in a `Phrasebook`; the order of work is the same: role and kin of a clause, claims,
endings, corrections, answers to what the assistant asked.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.domain.extraction.clauses import Found
from app.domain.extraction.models import USER, Said, Statement, StatementKind, Subject
from app.domain.extraction.wording import words

_MOST_CLAUSES: Final = 80
_LONGEST_CLAUSE: Final = 320
_MOST_COLUMNS: Final = 40
_WHOLE: Final = words("rule reply_length about schedule plan appointment deadline work_hours remember")
_OWN: Final = words("goal plan commitment deadline tech_stack rule remember schedule appointment habit hobby")
_CLOSEST: Final = words("user wife husband partner girlfriend boyfriend fiance son daughter child dog cat pet")
"""Whose plans and pastimes are of use; of other kin only what they are is taken."""
_SENTENCE: Final = re.compile(r"[^.!?\n;…]+(?:\.(?=\w)[^.!?\n;…]*)*[.!?…]*")
_QUOTES: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "—": " - ", "–": " - ", "\u00a0": " ", "\u200b": ""}
)
_SIGNS: Final = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f\u200d]+")


class Phrase(NamedTuple):
    """A pattern with a group `v` for the value of `attribute`; `many` splits it into the members of an enumeration."""

    attribute: str
    pattern: re.Pattern[str]
    many: bool = False
    kind: StatementKind = "fact"
    confidence: float = 0.85


@dataclass(frozen=True, slots=True)
class Phrasebook:
    """The rules of one language.

    `cuts` splits a sentence into clauses, `question`, `unreal` and `stranger` tell clauses of which nothing is taken,
    `kin` has the groups `kin` and `name` at the start of a clause about kin, `named` what a clause about the one
    named before looks like, `family` an enumeration of kin (`kin`, `names`), of which `member` (`name`, `age`) is
    one. `stop` ends a value, `lead` and `tail` are stripped from it, `joint` separates members. `phrases` claim,
    `endings` retract, `switches` have `old` and `v`, `asked` maps questions to attributes, `yes` and `shrug` tell
    answers without a value.
    """

    cuts: re.Pattern[str]
    question: re.Pattern[str]
    unreal: re.Pattern[str]
    stranger: re.Pattern[str]
    kin: re.Pattern[str]
    relations: Mapping[str, str]
    named: re.Pattern[str]
    family: re.Pattern[str]
    member: re.Pattern[str]
    stop: re.Pattern[str]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    joint: re.Pattern[str]
    vague: re.Pattern[str]
    phrases: tuple[Phrase, ...]
    endings: tuple[Phrase, ...]
    switches: tuple[re.Pattern[str], ...]
    asked: tuple[tuple[str, re.Pattern[str]], ...]
    shrug: re.Pattern[str]
    answer_lead: re.Pattern[str]
    taken_back: re.Pattern[str]


def phrase(
    attribute: str, pattern: str, *, many: bool = False, kind: StatementKind = "fact", confidence: float = 0.85
) -> Phrase:
    """Return a phrase whose pattern is blind to case."""
    return Phrase(attribute, re.compile(pattern, re.IGNORECASE), many, kind, confidence)


def read(book: Phrasebook, message: Said, previous: Said | None) -> list[Statement]:
    """Return what one message states by the rules of a phrasebook."""
    found = Found(message)
    kin: Subject | None = USER
    for place, (clause, asks) in enumerate(_clauses(book, message.content)):
        if place >= _MOST_CLAUSES:
            break
        if place == 0 and previous is not None and previous.role == "assistant" and not asks:
            _answer(book, clause, previous.content, found)
        if asks or book.question.match(clause) or book.unreal.search(clause):
            continue
        if book.taken_back.match(clause):
            found.statements.append(Statement("fact", "", "", action="retract", never_true=True))
            continue
        if book.stranger.search(clause):
            kin = None
            continue
        kin = _read_clause(book, clause, kin, found)
    return found.statements


def _clauses(book: Phrasebook, text: str) -> Iterator[tuple[str, bool]]:
    plain = _SIGNS.sub("\n", text.translate(_QUOTES))
    for match in _SENTENCE.finditer(plain):
        sentence = match[0].strip()
        pieces = [piece.strip(" ,.!?¿¡") for piece in book.cuts.split(sentence) if piece and piece.strip(" ,.!?¿¡")]
        for place, piece in enumerate(pieces):
            yield piece[:_LONGEST_CLAUSE], sentence.endswith("?") and place == len(pieces) - 1


def _read_clause(book: Phrasebook, clause: str, kin: Subject | None, found: Found) -> Subject | None:
    """Read one clause; return whom a pronoun in the next one means."""
    subject, text = USER, clause
    member = _read_family(book, clause, found)
    if match := book.kin.search(clause):
        name = match["name"] or (
            member.name if member and member.relation == book.relations[match["kin"].casefold()] else ""
        )
        subject = Subject(book.relations[match["kin"].casefold()], name)
        kin = subject
        if name:
            found.add("name", name, subject=subject)
        text = clause[match.end() :].strip(" ,")
        if match.start() > 0 and not text:
            subject, text = USER, clause
    elif match := book.named.match(clause):
        if kin is None or kin == USER:
            return kin
        subject, text = kin, clause[match.end("skip") :].strip() if match["skip"] else clause
    for switch in book.switches:
        if match := switch.search(clause):
            old, new = _value(book, match["old"]), _value(book, match["v"])
            found.retract("", old, subject=USER)
            found.add("tool", new, corrects=old)
            return kin
    ended = False
    for ending in book.endings:
        if match := ending.pattern.search(clause):
            value = _value(book, match["v"]) if match["v"] else ""
            if ending.attribute or value:
                found.retract(ending.attribute, value, subject=subject)
                ended = True
    if not ended:
        _claim(book, text, clause, subject, found)
    return kin


def _read_family(book: Phrasebook, clause: str, found: Found) -> Subject | None:
    """Read an enumeration of kin with names and ages; return the only one, if it is one."""
    match = book.family.search(clause)
    if match is None:
        return None
    members: list[Subject] = []
    relation = book.relations[match["kin"].casefold()]
    for member in book.member.finditer(match["names"]):
        subject = Subject(relation, member["name"])
        found.add("name", member["name"], subject=subject)
        if member["age"]:
            found.add("age", member["age"], subject=subject)
        members.append(subject)
    return members[0] if len(members) == 1 else None


def _claim(book: Phrasebook, text: str, clause: str, subject: Subject, found: Found) -> None:
    for one in book.phrases:
        match = one.pattern.search(text if subject != USER else clause)
        if match is None:
            continue
        said = match["v"] or match.groupdict().get("w") or ""
        parts = book.joint.split(said) if one.many else [said]
        for part in parts[:10]:
            value = _whole(part) if one.attribute in _WHOLE else _value(book, part)
            if one.attribute in _OWN and subject.relation not in _CLOSEST:
                continue
            if value and not book.vague.fullmatch(value) and (not one.many or len(value.split()) <= 5):
                found.add(one.attribute, value, kind=one.kind, subject=subject, confidence=one.confidence)


def _whole(text: str) -> str:
    """Return a value up to the first comma, its small words kept, at most 40 characters."""
    value = re.split(r"[,;()\n]", text.strip(), maxsplit=1)[0].strip(" .:;!?")
    return value if len(value) <= _MOST_COLUMNS else value[: max(value.rfind(" ", 0, _MOST_COLUMNS + 1), 1)]


def _value(book: Phrasebook, text: str) -> str:
    value = book.stop.sub("", text.strip())
    value = book.tail.sub("", book.lead.sub("", value.strip(" ,.:;!?\"'()-"))).strip(" ,.:;!?\"'()-")
    if len(value) > _MOST_COLUMNS:
        value = (
            value[: value.rfind(" ", 0, _MOST_COLUMNS + 1)] if " " in value[:_MOST_COLUMNS] else value[:_MOST_COLUMNS]
        )
        value = book.tail.sub("", value)
    return value


def _answer(book: Phrasebook, first: str, said: str, found: Found) -> None:
    questions = re.findall(r"[^.!?\n]*\?", said[-600:])
    if not questions or book.shrug.match(first):
        return
    for attribute, pattern in book.asked:
        if pattern.search(questions[-1]):
            value = _value(book, book.answer_lead.sub("", first))
            if value and not book.vague.fullmatch(value) and len(value.split()) <= 6:
                found.add(attribute, value, confidence=0.75)
            return
