"""Family, partners and pets, in English.

Kinds of saying: "two girls: Nadia and Zoe", "two kids, Max (5) and Lea (2)", "my kids are 4 and 7", "have a son named
Tim", "my son Tim is 7", "mum of three", "a 3yo", "my wife Anna", "my wife's name is …", "married to …", "me and Farid
have been married 9 years", "single dad", "got engaged", "three sisters", "only child", "had a baby girl"; "a tortoise
called Gerald", "adopted a cat, Miso", "my dog Rex", "got two cats". Names go to the kin they belong to; numbers of
kin to the user.
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.clauses import Speech
from app.domain.extraction.en.family_rules import NAME_LIKE, RULES
from app.domain.extraction.en.rules import compiled, run
from app.domain.extraction.en.strangers import speaks_of_stranger
from app.domain.extraction.en.text import bare
from app.domain.extraction.en.words import COUNT, KIN, KIN_PLURALS, PETS, STRANGERS
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.wording import words

_WORDS: Final = {**PETS, **KIN, **KIN_PLURALS}
for _word, _relation in PETS.items():
    _WORDS.setdefault(_word + "s", _relation)
_KIN: Final = "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
_ADJECTIVES: Final = (
    r"(?:(?!and\b|or\b|the\b|a\b|an\b|my\b|is\b|are\b|of\b|in\b|with\b|for\b|but\b|i\b|who\b|no\b|not\b|that\b|"
    r"was\b|called\b|on\b|to\b)[\w'-]+ ){0,3}?"
)
_CALLED: Final = r"(?:,? ?(?:(?:who (?:is|are) )?(?:called|named)|names? (?:is|are)|by the name of|:|\(|-|–)\s*|,? )"
_GROUP: Final = compiled(
    rf"\b(?:(?P<n>{COUNT}|(?:identical )?twin)\s+(?P<adj>{_ADJECTIVES})(?P<kin>{_KIN})|(?P<parent>mom|mum|mother|dad|"
    rf"father|parent|"
    rf"grandma|grandpa|grandmother|grandfather) (?:of|to) "
    rf"(?P<n2>{COUNT})(?: (?P<kin2>{_KIN}))?)\b(?!['-]\w)(?P<after>[^.!?]*)"
)
_ONE: Final = compiled(
    rf"\b(?:an?|another|one|new|our|my|first|second|third|the|baby|"
    rf"little)\s+(?P<adj>{_ADJECTIVES})(?P<kin>{_KIN})\b(?!['-]\w| (?:food|person|people|lover|fan|sitter|friend|"
    rf"owner|names?\b|training|trainer|hair|bed|toy|allergy|allergies|park|walker|shelter|"
    rf"litter))(?P<after>[^.!?;]*)"
)
_TWINS: Final = compiled(
    r"\b(?:have|has|had|got|raising|expecting|with|welcomed|of|are|having|parents? (?:of|to))(?: our| my| identical| "
    r"fraternal|"
    r" baby| new)* (?P<kin>twins|triplets)\b(?!['-]\w)(?P<after>[^.!?]*)"
)
_AFTER_TIME: Final = re.compile(r"^ (?:in|on|last|this|back in|at|two|three|a) [^,.!?]{1,25}(?=,)", re.IGNORECASE)
_THE_ONE: Final = re.compile(
    r"^(?:i |we )?(?:only |just |really )*(?:have|has|had|got|have got)(?: (?:only|just))* (?:the )?one,? "
    r"(?P<v>(?-i:[A-Z])[\w'-]+)"
    r"(?=$|,)",
    re.IGNORECASE,
)
_ANOTHER: Final = re.compile(
    r"^(?:our |my |the |we had (?:our|a) |had (?:our|a) |just had (?:our|a) )?(?:new )?(?P<n>second|third|fourth|"
    r"fifth|sixth) (?P<kin>kid|child|baby|son|daughter)"
    r"(?:$| (?:has |just |was )?(?:arrived|born|here|came|joined)| is here)",
    re.IGNORECASE,
)
_BORN: Final = re.compile(
    r"^(?:(?:our |my |the )?(?:little|baby|wee|tiny|sweet|newborn) (?P<v>(?-i:[A-Z])[\w'-]+)(?=$|,| (?:is|was|"
    r"arrived|born|came|who|has))|"
    r"(?P<v2>(?-i:[A-Z])[\w'-]+),? (?:was |is )?born (?:on|in|last|this|today|yesterday|at|{DAY}))".replace(
        "{DAY}", r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
    ),
    re.IGNORECASE,
)
_SPELT: Final = re.compile(rf"^{_CALLED}(?P<name>{NAME_LIKE})", re.IGNORECASE)
_LOWER: Final = re.compile(
    r"^,? ?(?:(?:who is |that is )?(?:called|named)|by the name of|:|whose name is)\s*(?P<name>[^\W\d_][\w'-]+)",
    re.IGNORECASE,
)
_LIST: Final = re.compile(
    rf"^{_CALLED}(?P<names>[^\W\d_][\w'-]*(?: ?\([^)]*\)| ?\d{{1,2}})?(?:(?:,? (?:and|&|plus) |, ?|/|"
    rf" ?\+ ?)[^\W\d_][\w'-]*(?: ?\([^)]*\)| \d{{1,2}})?)+)",
    re.IGNORECASE,
)
_AGES: Final = re.compile(
    r"^(?:,? ?(?:are |is |aged? |both |now |ages |they are |who are |\(|:|-|–)*)(?P<ages>\d{1,2}(?:(?:,? "
    r"(?:and|&) |, ?)\d{1,2})+)(?! ?(?:am|pm|days|weeks|kg))",
    re.IGNORECASE,
)
_AGE: Final = re.compile(
    r"^,? ?(?:\(|(?:who )?(?:is |are |turns |turned |aged? )|,\s*)(?P<age>\d{1,2})(?:\)|,|$| ?(?:years? old|yo|y/o|"
    r"now|and)\b)",
    re.IGNORECASE,
)
_NAMED_AGE: Final = re.compile(r"(?P<name>[^\W\d_][\w'-]*)(?: ?\(?(?P<age>\d{1,2})\b[^)]*\)?)?")
_OLD: Final = compiled(r"\b(?P<v>{NUM})[- ]?(?:year|yr|yo|y/o)s?(?:[- ]old)?\b(?: (?P<kin>" + _KIN + r"))?")
_OTHERS_OWN: Final = re.compile(rf"\b{STRANGERS}'?s['’]?\s", re.IGNORECASE)
""" "the mechanics dog": an animal of somebody else's, the apostrophe forgotten."""
_OTHERS: Final = re.compile(
    r"\b(?:vid(?:eo)?|clip|post|article|show|documentary|feed|tiktok|reel|story|read) (?:\w+ ){0,3}?(?:of|about|on|"
    r"by|where)\b|"
    r"\bsome (?:woman|man|lady|guy|couple|family|mum|mom|dad|dude|celeb\w*)\b",
    re.IGNORECASE,
)
_COUNTED_AS: Final = {
    "brother": "siblings",
    "sister": "siblings",
    "sibling": "siblings",
    "son": "children",
    "daughter": "children",
    "child": "children",
}
_UNKNOWN_PET: Final = compiled(
    rf"^(?:have|has|got|have got|adopted|rescued|own) (?:an? |our |my )(?P<what>[a-z-]+(?: [a-z-]+)?), "
    rf"(?P<name>{NAME_LIKE})$"
)
_NO_NAME: Final = words(
    "i and the a an my we he she they it is are was has have who which that but so or not no both all one two "
    "three four five in at on from "
    "with for of to also always now just still very really never please thanks ok lol monday tuesday wednesday "
    "thursday friday saturday "
    "sunday who's will would can could as by out up about when while since because then there here this"
)
_BEFORE_AGE: Final = re.compile(r"\b(?:an?|my|our|have|with)\s*$", re.IGNORECASE)
_BEHIND_AGE: Final = re.compile(
    r"\s*(?:$|,|and\b|who\b|so\b|at\b|\w+ed\b|is\b|has\b|wants\b|named\b|called\b)", re.IGNORECASE
)
_OWNS: Final = re.compile(
    r"^(?:have|has|had|got|have got|has got|adopted|rescued|just adopted|raise|raising|am raising|own|owns|"
    r"keep|bought|getting|live|lives|living|"
    r"welcomed|share|care for|look after|just|single|married|proud|with|single|the|our|my|there are|there is|"
    r"am|are|is|\d+|" + COUNT + r"|an?|no|been|"
    r"mom|mum|dad|father|mother|parent|grandma|grandpa|family|had a baby|gave birth|expecting|also|home|newly|"
    r"work|walk|moved|love|like|adore|me|us|lost|named|recently|took in|foster|fostering)\b",
    re.IGNORECASE,
)
_MY_PET: Final = re.compile(
    rf"^(?:my|our) (?:[\w-]+ "
    rf"){{0,2}}?(?P<v>(?:{'|'.join(sorted(map(re.escape, PETS), key=len, reverse=True))})s?)\b(?! (?:food|sitter|bed|"
    rf"toy|show|walker|groomer|hair)\b)",
    re.IGNORECASE,
)
_MARRIED: Final = compiled(
    rf"\b(?:married to|engaged to|dating|going out with|in a relationship with|seeing|living with|together with|"
    rf"moved in with|live with|lives with) (?:my \w+ )?(?P<name>{NAME_LIKE})"
)
_AND_I: Final = compiled(
    rf"^(?:me and (?P<name>{NAME_LIKE})|(?P<name2>{NAME_LIKE}) and (?:i|me))\b.*\b(?:married|engaged|together|wedding|"
    rf"anniversary|dating|honeymoon|our (?:kids|son|daughter|baby))\b"
)


def read_family(clause: Clause, found: Found, speech: Speech) -> None:
    """Add kin and pets, their number, names and ages, as a clause tells them; `speech` learns whom names mean."""
    if clause.subject is None:
        return
    if clause.subject.name and clause.subject.relation:
        found.add("name", clause.subject.name, subject=clause.subject)
    if clause.subject.relation in ("dog", "cat", "pet") and (match := _MY_PET.match(clause.text)):
        found.add("pet", match["v"])
    run(RULES, clause, found)
    _read_partner(clause, found, speech)
    if clause.subject != USER:
        _read_ages(clause, clause.subject, found)
        return
    if (match := _BORN.match(clause.text)) and (name := match["v"] or match["v2"]).casefold() not in _NO_NAME:
        subject = Subject("grandchild" if re.search(r"\bgrand", speech.text, re.IGNORECASE) else "child", name)
        speech.mention(subject)
        found.add("name", name, subject=subject)
    if not (clause.spoken or _OWNS.match(clause.rest) or _GROUP.match(clause.rest)):
        return
    _read_born(clause, found, speech)
    _read_groups(clause, found, speech)
    _read_single(clause, found, speech)
    if (match := _UNKNOWN_PET.match(clause.rest)) and match["what"].split()[-1] not in _WORDS:
        found.add("pet", match["what"])
        found.add("name", match["name"], subject=Subject("pet", match["name"]))


def _read_born(clause: Clause, found: Found, speech: Speech) -> None:
    """Twins, a child named without "my", and an only one ("just the one, Casimir")."""
    if match := _TWINS.search(clause.text):
        found.add("children", match["kin"])
        _name_all("child", match["after"], found, speech)
    if match := _ANOTHER.match(clause.text):
        counts = {"second": "two", "third": "three", "fourth": "four", "fifth": "five", "sixth": "six"}
        found.add(
            "children",
            f"{counts[match['n'].casefold()]} {match['kin'].replace('child', 'kid').replace('baby', 'kid')}s",
        )
    if match := _THE_ONE.match(clause.text):
        subject = Subject("child", match["v"])
        speech.mention(subject)
        found.add("name", match["v"], subject=subject, confidence=0.7)


def _read_groups(clause: Clause, found: Found, speech: Speech) -> None:
    """ "two girls: Nadia and Zoe", "three older sisters", "mum of 2"."""
    for match in _GROUP.finditer(clause.text):
        count = match["n"] or match["n2"]
        word = (
            match["kin"] or match["kin2"] or ("grandkids" if match["parent"].startswith("grand") else "kids")
        ).casefold()
        relation = _WORDS[word]
        if re.match(r"no\b", clause.text[max(0, match.start() - 3) : match.start()]):
            continue
        if speaks_of_stranger(clause.text[: match.start()]) or _OTHERS.search(clause.text[: match.start()]):
            continue
        adjectives = (match["adj"] or "").strip()
        if relation in ("dog", "cat", "pet"):
            found.add("pet", f"{count} {adjectives} {word}".replace("  ", " "))
        else:
            found.add(_COUNTED_AS.get(relation, f"{relation}s"), f"{count} {adjectives} {word}".replace("  ", " "))
        _name_all(relation, match["after"], found, speech)
        if ages := _AGES.match(match["after"]):
            found.add("age", ages["ages"], subject=Subject(relation))


def _name_all(relation: str, after: str, found: Found, speech: Speech) -> None:
    after = _AFTER_TIME.sub("", after)
    listed = _LIST.match(after)
    one = None if listed else _SPELT.match(after)
    for named in _NAMED_AGE.finditer(listed["names"] if listed else one["name"] if one else ""):
        name = named["name"]
        if name.casefold() in _NO_NAME or (
            listed and not listed["names"][0].isupper() and not re.match(r".*(?:called|named|names|:)", after[:14])
        ):
            continue
        subject = Subject(relation, name[:1].upper() + name[1:])
        speech.mention(subject)
        found.add("name", name, subject=subject)
        if named["age"]:
            found.add("age", named["age"], subject=subject)


_NO_PET: Final = re.compile(
    r"\W*(?:pieces?|fillets?|sauce|soup|tacos?|market|stock|cakes?|store|shop|owners?|park|shelter|show|food|bar)\b",
    re.IGNORECASE,
)
_MEETS: Final = re.compile(
    r"\b(?:meet(?:ing)?|see(?:ing)?|saw|met|pet(?:ting)?|marinate|fry|cook|grill|eat|local)\b[^,]*$", re.IGNORECASE
)


def _read_single(clause: Clause, found: Found, speech: Speech) -> None:
    """ "a son named Tim", "my wife Anna", "an orange cat, Miso", "a 3 year old"."""
    for match in _ONE.finditer(clause.text):
        word, after = match["kin"].casefold(), match["after"]
        relation = _WORDS[word]
        before = clause.text[: match.start()]
        if re.search(
            r"(?:\b(?:no|not|want|like|friend'?s|of|than|getting|get|as|for|boss'?s|neighbou?r'?s|i am|am)|'s) $",
            before,
            re.IGNORECASE,
        ) and not match[0].lower().startswith(("my", "our")):
            continue
        if _OTHERS_OWN.search(match["adj"] or ""):
            continue
        mine = match[0].lower().startswith(("my", "our"))
        if relation in ("dog", "cat", "pet") and (_MEETS.search(before) or (_NO_PET.match(after) and not mine)):
            continue
        named = _SPELT.match(after) or _LOWER.match(after)
        name = named["name"] if named and named["name"].split()[0].casefold() not in _NO_NAME else ""
        name = name[:1].upper() + name[1:]
        subject = Subject(relation, name)
        speech.mention(subject)
        if relation in ("dog", "cat", "pet"):
            found.add("pet", bare(f"{match['adj'] or ''}{word}"))
        if name:
            found.add("name", name, subject=subject)
        elif match[0].lower().startswith(("a ", "an ", "another", "one")) and relation not in ("dog", "cat", "pet"):
            attribute = _COUNTED_AS.get(relation, relation)
            held = f"a {match['adj'] or ''}{word}" if relation in _COUNTED_AS else bare(f"{match['adj'] or ''}{word}")
            if held != relation:
                found.add(attribute, held)
        if age := _AGE.match(after[named.end() if named and name else 0 :]):
            found.add("age", age["age"], subject=subject)
        if old := _OLD.search(match[0][: match.start("after") - match.start()]):
            found.add("age", old["v"], subject=subject)
    for old in _OLD.finditer(clause.text):
        before, behind = clause.text[: old.start()], clause.text[old.end() :]
        if not old["kin"] and _BEFORE_AGE.search(before) and _BEHIND_AGE.match(behind):
            found.add("age", old["v"], subject=Subject("child"))


def _read_ages(clause: Clause, subject: Subject, found: Found) -> None:
    if ages := _AGES.match(clause.rest):
        found.add("age", ages["ages"], subject=subject)
    if (old := _OLD.search(clause.text)) and (old.start() < 12 or old["kin"]):
        found.add("age", old["v"], subject=subject)


def _read_partner(clause: Clause, found: Found, speech: Speech) -> None:
    for pattern in (_MARRIED, _AND_I):
        if clause.subject == USER and (match := pattern.search(clause.text)):
            name = match["name"] or match.groupdict().get("name2") or ""
            if name.split()[0].casefold() not in _NO_NAME:
                subject = Subject("partner", name)
                speech.mention(subject)
                found.add("name", name, subject=subject)
