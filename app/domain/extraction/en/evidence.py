"""Whose a word of a known class is: what in an English clause speaks for its being the user's, and what against.

For it: "i" or "we" as the subject, "my" before the word, any other first person, a clause without a subject, a first
person in the clauses beside it. Against it: a question (unless the word has "my" before it: "is my beagle too fat?"
supposes a beagle), a supposition, somebody else as the subject or owner, strangers, films and songs and news, what is
over, what is said of a kind of thing in general.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.extraction.clauses import Clause
from app.domain.extraction.en.gates import IRONY, REPORT, UNREAL
from app.domain.extraction.en.lexicon import Hit, terms_of
from app.domain.extraction.en.words import STRANGERS
from app.domain.extraction.models import USER, Subject

SAID: Final = 3.0
"""The speaker is the subject, or the word has "my" before it."""
NEAR: Final = 2.0
"""A first person stands elsewhere in the clause."""
LEFT_OUT: Final = 1.0
"""Nobody is named: the subject may be left out."""
NOBODY: Final = -2.0
STRANGER: Final = -5.0
"""Somebody else is the subject: no \"my\" helps."""

_FIRST: Final = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_OTHERS: Final = re.compile(
    r"\b(?:he|she|his|hers|they|their|theirs|someone|somebody|people|everyone|everybody|anyone|nobody|whose|"
    r"the (?:plumber|driver|guy|woman|man|lady|girl|boy|owner|author|speaker|host|actor|singer|victim|suspect|hero)|"
    r"(?:said|says|told|claims?|claimed|according to|apparently))\b",
    re.IGNORECASE,
)
_STORY: Final = re.compile(
    r"\b(?:film|movie|novel by|episode|documentary about|article|headline|news|tv show|series about|lyrics?|song "
    r"(?:goes|about)|"
    r"poem|character|audio ?guide|advert|commercial|brochure|leaflet|poster|sign says|wikipedia|reddit|tiktok|meme|"
    r"for example|e\.g\.|sample|template|placeholder|lorem|homework question|the question says|exercise says)\b",
    re.IGNORECASE,
)
_OVER: Final = re.compile(
    r"\b(?:used to|years ago|back in|as a (?:kid|child|teen\w*|student|boy|girl)|when i was|once (?:had|owned|lived)|"
    r"in my (?:twenties|thirties|teens|youth)|growing up|a long time ago|ages ago|in the (?:past|nineties|eighties)|"
    r"last (?:century|decade)|no longer|any ?more|formerly|former|ex)\b",
    re.IGNORECASE,
)
_GENERAL: Final = re.compile(
    r"^(?:an? |the |all |most |many )?[\w' -]{2,30}? (?:is|are) (?:an? |the |one of |known |said |native |found |made "
    r")|"
    r"\b(?:in general|statistically|on average|studies|research|scientists|the average)\b",
    re.IGNORECASE,
)
_MINE: Final = re.compile(
    r"\b(?:my|our|mine|ours)\b(?: (?!(?:in|of|at|on|to|for|with|from|by|and|or|is|are|was|has|like|"
    r"than)\b)[\w'-]+){0,3} ?$",
    re.IGNORECASE,
)
_THEIRS: Final = re.compile(
    r"\b(?:his|her|their|your|whose|(?!it|that|this|here|there|what|let|today|tonight)[A-Za-z]+'s)(?: [\w-]+){0,2} ?$",
    re.IGNORECASE,
)
_ELIDED: Final = re.compile(
    r"(?:(?:just|still|also|now|currently|finally|only|recently) )*(?:(?!(?:morning|evening|nothing|something|"
    r"everything|anything|king|ring|thing|spring|string|wedding|building|"
    r"meeting|rating|during|interesting|amazing|according|being|ceiling|pudding|wing|swing|boring|exciting|annoying|"
    r"nursing|reading|writing|cleaning|missing|including|asking|"
    r"wondering|looking|sling|fling|sting|sibling|duckling|dumpling|stuffing|clothing|lighting|painting|drawing|"
    r"landing|parking|shipping|training|heating|housing|funding|"
    r"pricing|spelling|setting|opening|hosting|testing|rendering|streaming|gaming|tracking)\b)[a-z]{2,}ing|been|got|"
    r"have got|live|work|moved|started|grew up|born|"
    r"raised|switched|took up|bought|adopted|inherited|rescued|acquired|took in|got into)\b (?!it\b|that\b|this\b|"
    r"you\b)",
    re.IGNORECASE,
)
_REQUEST: Final = re.compile(r"(?:can|could|would|will) (?:you|we|i)\b", re.IGNORECASE)
_LEAVING_OUT: Final = re.compile(
    r"\b(?:without|minus|no|hold the|leav\w+ out|skip\w*|swap\w*(?: out)?|replac\w+|free of|instead of)(?: (?:the|any|"
    r"all))? ?$",
    re.IGNORECASE,
)
_IF: Final = re.compile(r",?\s(?:if|unless|so if|but if|and if)\s", re.IGNORECASE)
_STRANGE: Final = re.compile(rf"\b{STRANGERS}(?:s|'s|s')?(?!\w)", re.IGNORECASE)
_NOT: Final = re.compile(
    r"\b(?:no|not|never|without|cannot|nothing|neither|nor|none|minus|hardly|barely|nobody)\b(?! (?:only|just|longer))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class View:
    """A word of a known class in its clause: what stands left and right of it, whose it is, and how it is meant.

    `own` weighs the evidence (see the constants); `mine` tells "my" before it, `denied` a no before it, `over` that
    the clause speaks of a time past.
    """

    clause: Clause
    hit: Hit
    left: str
    right: str
    wide: str
    own: float
    mine: bool
    denied: bool
    over: bool
    subject: Subject


def whose(clause: Clause, hits: Sequence[Hit], beside: float) -> float:
    """Return how much speaks for a clause's being about the user; `beside` is what the clauses around it are worth."""
    text = clause.text
    if _STORY.search(text):
        return NOBODY
    first = _FIRST.search(text)
    if clause.subject == USER and clause.spoken:
        return SAID if first and first.start() < 12 else NEAR
    if clause.subject is None and clause.spoken:
        return STRANGER
    if clause.subject is not None and clause.subject != USER and not _is_thing(clause.subject):
        return NEAR if clause.subject.relation else NOBODY
    named = text
    for hit in hits:
        if " " in hit.text and not any(term.sort == "trade" for term in hit.terms):
            named = named.replace(hit.text, "")
    strange = _STRANGE.search(named) is not None or _OTHERS.search(named) is not None
    if first:
        return LEFT_OUT if strange or clause.subject is None else NEAR
    if not strange and _ELIDED.match(text) and not text.endswith("?"):
        return NEAR
    if strange or beside < 0 or _GENERAL.search(text):
        return NOBODY
    return LEFT_OUT + min(0.5, beside)


def _is_thing(subject: Subject) -> bool:
    """Whether what looks like a name is a word of a known class ("Asthma's been bad")."""
    return not subject.relation and bool(terms_of(subject.name))


def in_earnest(clause: Clause) -> Clause:
    """Return a clause that is a supposition only behind an "if" without it ("triptans help if i catch it early")."""
    if not clause.unreal or clause.question:
        return clause
    head = _IF.split(clause.text, maxsplit=1)[0]
    if head == clause.text or len(head) < 8 or not clause.sentence.casefold().find(head[:12].casefold()) <= 4:
        return clause
    if UNREAL.search(head) or REPORT.search(head) or IRONY.search(clause.sentence):
        return clause
    return replace(clause, text=head, unreal=False)


def view(clause: Clause, hit: Hit, own: float, wide: str) -> View:
    """Return a word in its clause with the evidence weighed; `wide` is the clause with what belongs to it beside it."""
    left, right = clause.text[: hit.start][-70:], clause.text[hit.end :][:70]
    mine = bool(_MINE.search(left)) and not _THEIRS.search(left)
    if _THEIRS.search(left) and not mine:
        own = NOBODY
    if mine and own > STRANGER:
        own = max(own, SAID)
    asks_without = _REQUEST.match(clause.text) is not None and _LEAVING_OUT.search(left) is not None
    if clause.unreal or (clause.question and not mine and not asks_without):
        own = NOBODY
    elif clause.question and asks_without:
        own = LEFT_OUT
    subject = clause.subject if clause.subject is not None and not _is_thing(clause.subject) else USER
    return View(
        clause, hit, left, right, wide, own, mine, bool(_NOT.search(left)), bool(_OVER.search(clause.text)), subject
    )
