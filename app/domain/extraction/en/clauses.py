"""Cuts an English message into clauses, and tells of each who it is about and whether it is meant.

Cut at the end of sentences, and inside them where a clause with a subject of its own begins; enumerations stay whole.
A clause about a colleague, a neighbour, a friend or anybody else who is not close kin has no subject. Questions are
clauses that begin like one, or end a sentence with a question mark. Unreal are suppositions ("if i …", "would",
"imagine"), what others say ("he says i …"), and marked irony ("yeah right", "/s", "as if").
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from app.domain.extraction.clauses import Clause
from app.domain.extraction.en.gates import (
    ADVERB,
    AMAZED,
    COMMISSION,
    CUTS,
    FILLER,
    IRONY,
    NAMING,
    NO_QUESTION,
    OWN_PRESENT,
    QUESTION,
    REPORT,
    SAID_WOULD,
    SENTENCE,
    TAG,
    UNREAL,
    WISH,
)
from app.domain.extraction.en.strangers import STRANGER, is_somebody, is_tradesman, speaks_of_stranger
from app.domain.extraction.en.text import plain
from app.domain.extraction.en.words import FEMALE, KIN, KIN_PLURALS, MALE, PETS
from app.domain.extraction.models import USER, Subject

_SUBJECT_START: Final = (
    r"^(?:(?P<i>i|we|me and my \w+|my \w+ and i|me and [A-Z]\w+|[A-Z]\w+ and i|me and (?:the|my) \w+|us|both of us|"
    r"all of us|our (?:family|household|team|company|shop|startup|office|department|squad))|(?P<it>it|that|this|"
    r"there)|(?P<he>he|him|his)|(?P<she>she|her)|(?P<they>they|their|both of them)|(?P<you>you|one(?= (?:can|could|"
    r"should|must|might|does|has|never|would|may)\b)))\b(?!')"
)
_SUBJECT: Final = re.compile(_SUBJECT_START + r"\s*(?:,\s*)?", re.IGNORECASE)
_KIN_WORD: Final = "|".join(sorted(map(re.escape, (*KIN, *KIN_PLURALS, *PETS)), key=len, reverse=True))
_AGE_WORD: Final = (
    r"(?:(?:\d+|two|three|four|five|six|seven|eight|nine|ten)[- ](?:year|yr|yo|month|week)s?(?:[- ]old)?(?:'s)?\s+|"
    r"(?:little|big|older|younger|elder|eldest|oldest|youngest|middle|baby|teenage|twin|only|new|late|poor|"
    r"dear|lovely|beloved|own|old|first|second|\d+|two|three|four|five|six|both|adopted|foster|rescue|black|"
    r"white|ginger|grumpy|fat|half|step|great|sweet|amazing|wonderful|tiny|own)\s+)*"
)
KIN_SUBJECT: Final = re.compile(
    rf"^(?:(?:my|our|both (?:my|our)|all (?:my|our))\s+(?P<how>{_AGE_WORD})|(?P<the>the\s+|(?=(?:big|little|"
    rf"older|younger|oldest|youngest) one\b|baby \w+ is\b|(?:mom|mum|dad|mama|papa|grandma|grandpa|granny|gran|nana|"
    rf"hubby|wifey|"
    rf"missus|wife|husband|kids?|daughter|son|sister|brother|girlfriend|boyfriend|eldest|youngest|toddler|dog|"
    rf"cat)(?: [A-Z]\w+)?(?:'s)? "
    rf"(?:is|are|has|have|was|works?|lives?|loves?|hates?|cannot|does|do not|birthday|goes|starts?|turned|turns|"
    rf"needs?|wants?|"
    rf"takes|plays?|studies|eats?|sleeps?|just|got|only|will)\b)|(?=(?:mom|mum|dad|grandma|grandpa|granny|gran|nana|"
    rf"hubby|wifey)"
    rf"(?:'s)? (?!of\b|to\b|and\b|or\b|in law|jokes?|life|bod\b|version|mode|group|friends?|"
    rf"here)[a-z]{{2,}})))(?P<kin>{_KIN_WORD})(?:'s|"
    rf"s')?\b(?!['-]\w)(?:\s*,?\s*\(?(?:named |called )?(?P<name>(?-i:[A-Z])[\w-]*(?:\s+(?-i:[A-Z])[\w-]+)?|"
    rf"[^\W\d_]{3, 14}(?=\s(?:is|has|was|loves?|hates?|likes|works|lives|goes|plays|turned|turns|cannot|"
    rf"does)\b))(?:\s*\)|\s*,)?(?!\w))?\s*,?\s*",
    re.IGNORECASE,
)
_NO_NAME: Final = re.compile(
    r"(?:also|still|just|always|really|who|already|never|now|only|and|is|has|was|had|will|but|both|that|which|"
    r"usually|here|there|"
    r"who|side|food|name|stuff|school|house|place|job|room|car|birthday|party|ever|currently|recently|finally|"
    r"even|does|loves?|"
    r"hates?|likes?|works?|lives?|i|in|on|at|from|with|said|says|side|sitter|owner|lover|bed|toy|toys|got|are)\b",
    re.IGNORECASE,
)
_APPOSED: Final = re.compile(
    rf"^(?P<name>(?-i:[A-Z])[\w'-]+),? (?:\(?(?:my|our) (?:[\w'-]+ ){{0,2}}?|the )(?P<kin>{_KIN_WORD})\)?(?:,|(?= "
    rf"(?:is|has|was|just)\b))\s*",
    re.IGNORECASE,
)
_NAMED: Final = re.compile(
    r"^(?P<name>[A-Z][\w'-]+)(?:\s*,)?\s+(?=(?:is|has|was|just|and|loves?|hates?|likes?|works?|lives?|goes|plays?|"
    r"turned|turns|cannot|does|will|needs?|eats?|got|wants?|started|also|takes|'s)\b)"
)
_TOPIC: Final = re.compile(
    r"^(?:my |our |the |new )*(?P<what>(?!(?:i|we|it|they|he|she|you|that|this|there|what|which|"
    r"who)\b)[\w'-]+(?: [\w'-]+){0,2}?) (?:is|are|was|has|have|got|just|moved|changed|went|dropped|increased|runs|"
    r"starts)\b",
    re.IGNORECASE,
)
_TOPIC_MOVED: Final = re.compile(
    r"^(?:i |we |have |has |just |finally )*(?:moved|changed|switched|swapped|got a new|got|new|replaced|upgraded) "
    r"(?:my |the |our |to a new |a new )*"
    r"(?P<what>[\w'-]+(?: [\w'-]+)?)$",
    re.IGNORECASE,
)
_KIN_NAMED: Final = re.compile(
    r"\b(?:my|our|the|a|an|new) (?:\w+ ){0,1}(?P<kin>wife|husband|girlfriend|boyfriend|partner|son|daughter|baby|"
    r"kid|mum|mom|dad|mother|father|brother|sister|dog|cat|puppy|kitten)\b|^(?:new )?(?P<kin2>baby)\b",
    re.IGNORECASE,
)


_IS_MINE: Final = re.compile(r"\S+ (?:is|are) (?:my|our)\b", re.IGNORECASE)
_LONGEST_SENTENCE: Final = 1_000
_LONGEST_CLAUSE: Final = 320
"""Characters read of a clause: nobody states a fact in more, and patterns over a clause may take the square of it."""


@dataclass(slots=True)
class Mentioned:
    """Whom and what a conversation has named so far: for "he", "she" and "they", by name, and for "it"."""

    kin: dict[str, Subject | None] = field(default_factory=dict)
    names: dict[str, Subject] = field(default_factory=dict)
    topic: str = ""
    other: bool = False
    """Whether the last clause was about somebody who is not close, so that "has a gym too" is about them."""


class Speech:
    """The clauses of one message, and whom its pronouns and names mean."""

    def __init__(self, text: str, mentioned: Mentioned | None = None) -> None:
        """Cut `text` (see `plain`) into clauses; `mentioned` is what was named before, and is kept up."""
        self.mentioned = mentioned if mentioned is not None else Mentioned()
        self.text = plain(text)

    def clauses(self) -> Iterator[Clause]:
        """Go over the clauses in order; each is cut when those before it are read, so that it knows whom they named."""
        for match in SENTENCE.finditer(self.text):
            sentence = match[0].strip(" ,")
            asks = sentence.endswith("?") and not (TAG.search(sentence) and not QUESTION.match(sentence))
            asks = asks and not (AMAZED.search(sentence) and not QUESTION.match(sentence))
            sentence = TAG.sub("", sentence)[:_LONGEST_SENTENCE]
            irony = bool(IRONY.search(sentence) or COMMISSION.match(sentence))
            pieces = [piece.strip(" ,.!?;") for piece in CUTS.split(sentence)]
            pieces = [piece for piece in pieces if piece]
            doubt = wished = False
            for place, piece in enumerate(pieces):
                doubt = doubt and not (wished and OWN_PRESENT.match(piece))
                wished = bool(WISH.search(piece))
                doubt = doubt or bool(UNREAL.search(SAID_WOULD.sub(" ", piece)))
                question = asks and place == len(pieces) - 1
                yield self._clause(piece, sentence, question, irony or doubt)

    def _clause(self, piece: str, sentence: str, asked: bool, unreal: bool) -> Clause:
        text = piece = piece[:_LONGEST_CLAUSE]
        for _ in range(4):
            shorter = FILLER.sub("", text, count=1)
            if shorter == text or not shorter:
                break
            text = shorter
        question = (asked or bool(QUESTION.match(text))) and not NO_QUESTION.match(text)
        unreal = unreal or (bool(REPORT.search(text)) and not NAMING.search(text))
        subject, rest, spoken, plural = self._subject(text)
        self._note(text, subject)
        for _ in range(3):
            rest = ADVERB.sub("", rest, count=1)
        return Clause(text, rest.strip(), subject, spoken, question, unreal, _negated(rest), plural, sentence)

    def _subject(self, text: str) -> tuple[Subject | None, str, bool, bool]:
        """Return whom a clause is about, what it says of them, whether they were said, and whether they are several."""
        if match := _SUBJECT.match(text):
            return self._pronoun(match, text)
        if match := KIN_SUBJECT.match(text):
            return self._relative(match, text)
        if match := _APPOSED.match(text):
            word = match["kin"].casefold()
            subject = Subject(KIN.get(word) or PETS[word], match["name"])
            self.mention(subject)
            return subject, text[match.end() :], True, False
        if STRANGER.match(text) or is_tradesman(text) or is_somebody(text):
            self.mentioned.kin = dict.fromkeys(("he", "she", "they"))
            return None, text, True, False
        if (known := self._known_name(text)) is not None:
            return known, text.split(None, 1)[1] if " " in text else "", True, False
        if (match := _NAMED.match(text)) and not _IS_MINE.match(text):
            name = match["name"].removesuffix("'s")
            return self.mentioned.names.get(name, Subject("", name)), text[match.end() :], True, False
        return USER, text, False, False

    def _note(self, text: str, subject: Subject | None) -> None:
        """Note what "it" may mean after a clause, and kin that it names without "my" ("the baby is here")."""
        if match := _TOPIC.match(text) or _TOPIC_MOVED.match(text):
            self.mentioned.topic = match["what"].strip()
        if subject is None or subject == USER:
            if speaks_of_stranger(text):
                self.mentioned.kin = dict.fromkeys(("he", "she", "they"))
            elif subject == USER and (match := _KIN_NAMED.search(text)):
                self.mention(Subject(KIN[(match["kin"] or match["kin2"]).casefold()]))

    def _pronoun(self, match: re.Match[str], text: str) -> tuple[Subject | None, str, bool, bool]:
        rest = text[match.end() :]
        if match["i"]:
            return USER, rest, True, False
        for who in ("he", "she", "they"):
            if match[who]:
                return self.mentioned.kin.get(who), rest, True, who == "they"
        if match["it"]:
            return USER, text, False, False
        return None, rest, True, False

    def _relative(self, match: re.Match[str], text: str) -> tuple[Subject | None, str, bool, bool]:
        word = match["kin"].casefold()
        rest = text[match.end() :]
        name = match["name"] or ""
        if name and (_NO_NAME.match(name) or (name.isupper() and len(name) > 4)):
            rest, name = text[match.start("name") :], ""
        name = name[:1].upper() + name[1:]
        relation = KIN.get(word) or KIN_PLURALS.get(word) or PETS[word]
        if match["the"] and relation not in ("child", "dog", "cat", "pet", "family", "in_laws"):
            return None, text, True, False
        subject = Subject(relation, name)
        self.mention(subject)
        return subject, rest, True, word in KIN_PLURALS

    def _known_name(self, text: str) -> Subject | None:
        """Return whom the first word names, in any case; somebody who "turned 6" may be known from before."""
        word = text.split(None, 1)[0].removesuffix("'s").rstrip(",") if text else ""
        for name, subject in self.mentioned.names.items():
            if name.casefold() == word.casefold():
                return subject
        return (
            Subject("", word)
            if re.match(
                r"[^\W\d_]{2,15} (?:just |has just |will be )?(?:turned|turns|turning) (?:\d|[a-z]+\b)|"
                r"(?!(?:it|he|she|that|this|rent|budget|mine|limit|max|temperature|today|everyone|work|price|"
                r"lunch)\b)[^\W\d_]{2,15} is (?:now |"
                r"already |finally )?\d{1,2}(?: now| already| today| years old|$)",
                text,
                re.IGNORECASE,
            )
            else None
        )

    def mention(self, subject: Subject) -> None:
        """Have later pronouns and names mean `subject`."""
        if subject.name:
            self.mentioned.names[subject.name] = subject
        if subject.relation not in FEMALE:
            self.mentioned.kin["he"] = subject
        if subject.relation not in MALE:
            self.mentioned.kin["she"] = subject
        self.mentioned.kin["they"] = subject


def _negated(rest: str) -> bool:
    return bool(
        re.match(
            r"(?:am |are |is |was |have |has |do |does |did )?(?:not|never|no longer|"
            r"cannot(?! (?:get enough|live without|do without|resist|function without|go a day without)\b)|no)\b|"
            r"neither\b",
            rest,
            re.IGNORECASE,
        )
    )
