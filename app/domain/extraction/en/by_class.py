"""The second tier of English: what the rules missed, read by words of known classes and whose they are.

A rule of the first tier knows a phrase; this one knows a word ("beagle", "Leith", "coeliac") and weighs whether it is
the user's (`evidence`), and what it says of the user (`roles`). It adds what no rule has claimed, and is less sure.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.aims import read_aim
from app.domain.extraction.en.asked import read_wish
from app.domain.extraction.en.evidence import LEFT_OUT, NEAR, NOBODY, SAID, STRANGER, View, in_earnest, view, whose
from app.domain.extraction.en.lexicon import Hit, find_terms, terms_of
from app.domain.extraction.en.recurring import read_occasion
from app.domain.extraction.en.roles import Role
from app.domain.extraction.en.roles_of_people import PERSON_ROLES
from app.domain.extraction.en.roles_of_things import THING_ROLES
from app.domain.extraction.en.sums import read_sum
from app.domain.extraction.en.words import CLOSEST, KIN
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.wording import words

_KIN_MAY: Final = words("allergy intolerance diet avoids condition medication job")
"""What a word of a known class may say of somebody close."""
_HERE: Final = re.compile(
    r"^(?:which is|that is|thats|it is|its|where|this is|that being)\b.{0,12}\b(?:where i|where we|my|our|home|i live|"
    r"we live|"
    r"i am|we are)\b",
    re.IGNORECASE,
)
_SOMEBODY: Final = re.compile(
    rf"(?:the |my |our )?(?:[\w-]+ )?(?:{'|'.join(map(re.escape, KIN))}|brother in law|sister in law)\b", re.IGNORECASE
)
_ANYHOW: Final = {
    "condition": "condition",
    "medication": "medication",
    "tech": "tech_stack",
    "instrument": "hobby",
    "hobby": "hobby",
    "sport": "hobby",
    "genre": "likes",
    "language": "language_spoken",
    "diet": "diet",
    "trade": "job",
    "status": "job",
    "kinship": "about",
    "device": "owns",
    "dog": "pet",
    "cat": "pet",
    "pet": "pet",
}
"""Under what a word of a sort goes where nothing around it says more."""
_PASSES: Final = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last (?:night|week|month|year)|this (?:morning|afternoon|evening)|just "
    r"now|ago|saw|met|watched|heard|"
    r"passed|visited|tried|ate|found|noticed|talked|spoke|asked|broke|fixed|wondering|reading about|learned|"
    r"want(?:ed)?|wish|need|look(?:ing)? for|"
    r"buy(?:ing)?|considering|thinking|idea|difference|should|would|could|might|maybe|about|like an?|as if|than|"
    r"instead of|is an?|are|was|were|"
    r"joke|dream(?:t|ed)?|gift|present for|for (?:him|her|them)|you|error|bug|docs|tutorial|called|said)\b",
    re.IGNORECASE,
)
_TASK: Final = re.compile(
    r"(?:please |can you |could you |just |now |ok |so |and )*(?:write|give|make|find|show|tell|list|explain|"
    r"translate|draft|summari[sz]e|recommend|"
    r"suggest|help|compare|plan|create|generate|fix|add|remind|book|convert|calculate|check|look|search|define|"
    r"describe|rewrite|edit|proofread|"
    r"refactor|debug|install|set up|configure|how|what|why|when|where|who|which|is|are|do|does|any|best|cheap|good|"
    r"need|thanks|thank|recipe|"
    r"tips|ideas|thoughts|difference|reminder|ugh|lol|haha|sorry|wow|cool|nice|great)\b",
    re.IGNORECASE,
)
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|am|be|been|has|have|had|do|does|did|will|would|can|cannot|could|should|may|might|must|"
    r"[a-z]{3,}(?:ed|es|ing)|"
    r"goes|went|makes?|gets?|got|comes?|came|says?|said|looks?|seems?|sounds?|works?|runs?|wants?|needs?|likes?|"
    r"loves?|hates?)\b"
)
_STAYS: Final = re.compile(
    r"\b(?:am|are|have got|have|been|is|still|back|ended up|here|wintering|summering|years)\b(?!.*\b(?:trip|holiday|"
    r"flight|hotel|visit\w*|going|"
    r"weekend|friends?|never|want|office)\b).*\b(?:in|on|near|outside)(?: (?:the|rural|central|north|south|east|west|"
    r"deepest))*\W*$",
    re.IGNORECASE,
)
_POINTS: Final = re.compile(
    r"(?:it|they|them|that|the (?:smell|taste|texture|sound|look|skin|seeds)|makes|tastes|smells|gives|i (?:love|hate|"
    r"swell|react|get|come|have got)|"
    r"my (?:throat|tongue|lips|stomach|skin|face)|always|every time|yuck|ew+|gross|yum|never again|ugh)\b",
    re.IGNORECASE,
)
_KINSHIP: Final = re.compile(
    r"(?:my|our) (?:[\w'-]+ )?(?P<v>step\w+|step-\w+|eldest|oldest|youngest|twins?|half-\w+|grandson|granddaughter|"
    r"godson|goddaughter|foster \w+|adopted \w+)\b",
    re.IGNORECASE,
)
_SOMEWHERE: Final = re.compile(
    r"\b(?:(?:am|are|come|originally) from|grew up|raised|born|live|living|based|moved to|settled)(?: in| near| "
    r"outside| on)?(?: an?| the)?(?: [a-z][\w-]+){0,4}?"
    r" (?:in|near|outside|called|of|by|from) (?P<v>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)"
)
_ADDRESS: Final = re.compile(
    r"\b(?P<v>(?:(?:flat|unit|apt|apartment|no\.?) \w+,? )?\d{1,5}[a-z]?,? (?:[A-Z][\w'-]+ ){1,3}(?:Street|St|Road|Rd|"
    r"Lane|Ln|Avenue|Ave|Close|Drive|Dr|Court|Ct|Way|Place|Pl|Terrace|"
    r"Crescent|Gardens|Grove|Hill|Row|Square|Boulevard|Blvd|Walk|Mews|Park|Quay|View|Rise|Parade)\b(?:, [A-Z][\w' "
    r"-]{2,20})?)"
)
_DELIVER: Final = re.compile(
    r"\b(?:deliver\w*|ship\w*|send|post|drop|address|live|living|moved?|moving|house|flat|home|we are at|i am at|find "
    r"(?:me|us)|come to|parcel|package|pick ?up|collect)\b",
    re.IGNORECASE,
)
_COMMON: Final = words("food drink trade dog cat pet workplace hobby sport instrument event allergen")
_NAME_AFTER: Final = re.compile(r" (?:[A-Z][a-z]|& [A-Z])")
_NAME_BEFORE: Final = re.compile(r"[A-Z][\w'.]* $")
_CALLED: Final = re.compile(
    r"s?,? (?:(?:is )?(?:called|named)|(?:by the )?name of|name's|name is|goes by|who answers to) (?P<v>[A-Z][\w'-]+)"
)
_OUR: Final = re.compile(r"\b(?:my|our) (?:[\w-]+ ){0,2}$", re.IGNORECASE)
_NAME_NEXT: Final = re.compile(r",? (?P<v>[A-Z][a-z'-]+)(?=$|[ ,.!?])")
_THEIRS: Final = re.compile(r"\b(?:his|her|their|your|[\w]+'s)(?: [\w-]+){0,2} ?$", re.IGNORECASE)
_VERSION: Final = re.compile(r" v?\d+(?:\.\d+)*\b(?! (?:years?|days?|weeks?|months?|hours?|times|or|of)\b)")
_FIRST: Final = re.compile(r"\b(?:i|me|my|we|us|our)\b", re.IGNORECASE)


Limit = Callable[[Clause, Found, int], None]


def read_classes(clauses: Sequence[tuple[Clause, bool]], found: Found, limit: Limit, other: bool) -> None:
    """Add what the words of known classes in a message's clauses say of the user.

    `clauses` come with whether what stands in them may be claimed (not where one says that something is over);
    `other` tells that the message before them spoke of somebody else; `limit` gives what a clause claims, from a place
    on, the times that it names.
    """
    for place, (whole, claims) in enumerate(clauses):
        clause = in_earnest(whole)
        hits = find_terms(clause.text)
        before = clauses[place - 1][0] if place else None
        after = clauses[place + 1][0] if place + 1 < len(clauses) else None
        here = after is not None and _HERE.match(_from(after)) is not None
        own = SAID if here else whose(clause, hits, _beside(before, after, other))
        first = len(found.statements)
        _read_kinship(clause, found)
        if claims:
            read_wish(clause, hits, found)
            _read_unknown_place(clause, own, found)
            _read_address(clause, own, found)
            read_sum(whole, own, after.sentence if after is not None else "", found)
            read_aim(clause, hits, own, found)
            read_occasion(clause, hits, own, found)
        for hit in hits if claims else ():
            _read_hit(clause, hit, own, found, here=here, wide=_wide(clause, after))
        limit(clause, found, first)


def _read_kinship(clause: Clause, found: Found) -> None:
    """Add what kin somebody is more closely than by the relation they are kept under ("stepson", "eldest")."""
    match = _KINSHIP.match(clause.text)
    if match and clause.usable and clause.subject is not None and clause.subject.relation not in ("user", ""):
        found.add("about", match["v"], subject=clause.subject, confidence=0.6)


def _read_unknown_place(clause: Clause, own: float, found: Found) -> None:
    """Add a place that no list has, where what stands before it leaves no doubt ("from a tiny place near Ullapool")."""
    match = _SOMEWHERE.search(clause.text)
    if match and own >= NEAR and clause.usable and not terms_of(match["v"]) and not is_known(match["v"], found):
        found.add("hometown" if "from" in match[0][:8] or "grew" in match[0] else "home", match["v"], confidence=0.6)


def _read_address(clause: Clause, own: float, found: Found) -> None:
    match = _ADDRESS.search(clause.text)
    if match is None or (own < NEAR and not _DELIVER.search(clause.sentence)) or is_known(match["v"], found):
        return
    if not clause.question and not clause.unreal and _DELIVER.search(clause.sentence):
        found.add("address", match["v"], confidence=0.75)


def _beside(before: Clause | None, after: Clause | None, other: bool) -> float:
    """Return what the clauses around one tell of whom it is about: more than 0 the user, less somebody else."""
    if before is not None and ((before.subject is None and before.spoken) or _SOMEBODY.match(before.text)):
        return -1.0
    if before is None and other:
        return -1.0
    return 0.5 if any(one is not None and _is_own(one) for one in (before, after)) else 0.0


def _from(clause: Clause) -> str:
    """Return what a sentence says from a clause on, without what was cut before it."""
    place = clause.sentence.find(clause.text)
    return clause.sentence[max(place, 0) :]


def _is_own(clause: Clause) -> bool:
    return clause.subject == USER and (clause.spoken or bool(_FIRST.search(clause.text))) and not clause.unreal


def _read_hit(clause: Clause, hit: Hit, own: float, found: Found, *, here: bool, wide: str) -> None:
    if _read_pet(clause, hit, own, found) or is_known(hit.text, found) or _is_in_name(clause.text, hit):
        return
    seen = view(clause, hit, own, wide)
    if here and any(term.sort in ("city", "region", "country") for term in hit.terms):
        found.add("home", hit.text, confidence=0.7)
        return
    if seen.own <= NOBODY or seen.over:
        return
    sorts = {term.sort for term in hit.terms}
    doubtful = all(term.weak for term in hit.terms)
    for role in (*PERSON_ROLES, *THING_ROLES):
        if sorts & role.sorts and _fits(role, seen, doubtful):
            if seen.subject != USER and not _may_be_said(seen.subject, role.attribute):
                continue
            value = role.value.format(_whole_of(seen, role.attribute))
            found.add(role.attribute, value, kind=role.kind, subject=seen.subject, confidence=role.confidence)
            return
    _read_anyhow(seen, sorts, doubtful, found)


def _is_in_name(text: str, hit: Hit) -> bool:
    """Whether a common word is part of a name ("Quince Lane", "Mrs Baker")."""
    if not hit.text[:1].isupper() or not any(term.sort in _COMMON for term in hit.terms):
        return False
    return bool(_NAME_AFTER.match(text[hit.end :]) or _NAME_BEFORE.search(text[: hit.start]))


def _read_pet(clause: Clause, hit: Hit, own: float, found: Found) -> bool:
    """Read an animal with its name beside it, also in a question ("leopard gecko, name of Kevin, should i worry")."""
    relation = next((term.sort for term in hit.terms if term.sort in ("dog", "cat", "pet")), "")
    right, left = clause.text[hit.end :], clause.text[: hit.start]
    named = (_CALLED.match(right) or (_OUR.search(left) and _NAME_NEXT.match(right))) if relation else None
    if not named or own <= STRANGER or _THEIRS.search(left) or clause.unreal:
        return False
    if clause.subject is None and clause.spoken:
        return False
    if not any(one.attribute == "name" and one.value == named["v"] for one in found.statements):
        found.add("name", named["v"], subject=Subject(relation, named["v"]), confidence=0.7)
    if not any(hit.text.casefold() in one.value.casefold() for one in found.statements):
        found.add("pet", hit.text, confidence=0.7)
    return True


def _may_be_said(subject: Subject, attribute: str) -> bool:
    return attribute in _KIN_MAY or (attribute == "hobby" and subject.relation in CLOSEST)


def _read_anyhow(seen: View, sorts: set[str], doubtful: bool, found: Found) -> None:
    """Add a word that no role fits under what its class tells by itself, where it is the user's and nothing passes."""
    if seen.denied or doubtful or _PASSES.search(seen.clause.text) or _TASK.match(seen.clause.text):
        return
    relation = seen.subject.relation
    if relation in ("dog", "cat", "pet") and sorts & {"dog", "cat", "pet"}:
        found.add("pet", seen.hit.text, confidence=0.6)
    if seen.subject != USER:
        return
    least = NEAR if _VERB.search(seen.clause.text) else LEFT_OUT
    for sort, attribute in _ANYHOW.items():
        if sort in sorts and seen.own >= least:
            found.add(attribute, _whole_of(seen, attribute), confidence=0.5)
            return
    if sorts & {"city", "region", "country"} and seen.own >= NEAR and _STAYS.search(seen.left):
        found.add("about", f"in {seen.hit.text}", confidence=0.5)


def _wide(clause: Clause, after: Clause | None) -> str:
    """Return a clause with the rest of its sentence, and with the sentence after it where that points back to it."""
    text = clause.sentence if len(clause.sentence) < 200 else clause.text
    if after is not None and after.sentence != clause.sentence and _POINTS.match(after.sentence):
        text = f"{text}. {after.sentence}"
    return text


def _fits(role: Role, seen: View, doubtful: bool) -> bool:
    if seen.own < role.least + (1.0 if doubtful and not seen.hit.text[:1].isupper() else 0.0):
        return False
    if role.denied is not None and role.denied != seen.denied:
        return False
    return (
        (role.left is None or role.left.search(seen.left) is not None)
        and (role.right is None or role.right.match(seen.right) is not None)
        and (role.clause is None or role.clause.search(seen.wide if role.wide else seen.clause.text) is not None)
    )


def _whole_of(seen: View, attribute: str) -> str:
    """Return the word with the version that stands behind it ("Python 3.13")."""
    if attribute == "tech_stack" and (match := _VERSION.match(seen.right)):
        return seen.hit.text + match[0]
    return seen.hit.text


def is_known(text: str, found: Found) -> bool:
    """Whether a statement of the message, or what it ends, has the word already."""
    word = text.casefold()
    return any(
        word in one.value.casefold() or (one.corrects and word in one.corrects.casefold())
        or (len(one.value) > 2 and one.attribute != "pet" and one.value.casefold() in word)
        for one in found.statements
    )  # fmt: skip
