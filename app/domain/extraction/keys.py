"""Keys of extracted facts: readable, the same for the same thing, and what a key given by a caller is about.

`user_home`, `user_daughter_name`, `user_daughter.朵朵_age`, `user_allergy:花生` (one of many values),
`user_home_for_now` (what holds for a time beside what holds otherwise).
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final

from app.domain.extraction.attributes import MANY, RELATIONS, SINGLE, holds_many
from app.domain.words import normalise

MAX_KEY_CHARS: Final = 255
_MAX_NAME_CHARS: Final = 40
_MAX_ELEMENT_CHARS: Final = 48
_MAX_ATTRIBUTE_CHARS: Final = 60
FOR_NOW: Final = "_for_now"

_PAST_WORDS: Final = "former formerly previous previously past prior old ex"
_PAST: Final = frozenset(_PAST_WORDS.split())
_JOINTS: Final = re.compile(r"[^\w]+|_+")
_PREFIX: Final = "user_"

_SYNONYMS: Final = {
    "city": "home", "location": "home", "residence": "home", "lives_in": "home", "home_city": "home",
    "current_city": "home",
    "company": "employer", "works_at": "employer", "organisation": "employer", "organization": "employer",
    "occupation": "job", "profession": "job", "job_title": "job", "position": "job", "first_name": "name",
    "birthdate": "birthday", "date_of_birth": "birthday", "dob": "birthday", "mail": "email", "email_address": "email",
    "phone_number": "phone", "mobile": "phone", "telephone": "phone", "allergies": "allergy", "hobbies": "hobby",
    "like": "likes", "dislike": "dislikes", "preference": "likes", "plans": "plan", "goals": "goal", "skills": "skill",
    "vehicle": "car", "laptop": "computer", "os": "operating_system", "ide": "editor", "body_weight": "weight",
    "preferred_language": "reply_language", "medications": "medication", "tools": "tool", "conditions": "condition",
}  # fmt: skip
_RELATION_SYNONYMS: Final = {
    "kid": "child", "kids": "child", "children": "child", "mom": "mother", "mum": "mother", "dad": "father",
    "spouse": "partner", "fiancé": "fiance", "fiancée": "fiance",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """What a fact is about: an attribute of the user, or of one close to them (`name` "" where nobody named them)."""

    relation: str
    name: str
    attribute: str


def canonical_attribute(attribute: str) -> str:
    """Return the name under which an attribute is kept, whatever it was called ("city" is "home")."""
    plain = "_".join(part for part in _JOINTS.split(normalise(attribute)) if part)[:_MAX_ATTRIBUTE_CHARS]
    plain = plain.replace("favorite", "favourite")
    return _SYNONYMS.get(plain, plain)


def fact_key(place: Place, element: str = "") -> str:
    """Return the key of a fact; `element` is the value where the attribute holds many. At most 255 characters."""
    whom = _PREFIX
    if place.relation != "user":
        whom += place.relation + (f".{slug(place.name, _MAX_NAME_CHARS)}" if place.name else "") + "_"
    key = whom + (place.attribute or "fact")
    return f"{key}:{slug(element, _MAX_ELEMENT_CHARS)}" if element else key


def place_of_key(key: str) -> Place:
    """Return what a fact is about by its key alone, also of keys that callers chose ("city", "user_child_name")."""
    plain = key.partition(":")[0].removesuffix(FOR_NOW).removeprefix(_PREFIX)
    head, dot, rest = plain.partition(".")
    if dot and head in RELATIONS and "_" in rest:
        name, attribute = _split_known(rest)
        return Place(head, name, canonical_attribute(attribute))
    words = normalise(plain).split("_")
    for count in (3, 1):
        relation = "_".join(words[:count])
        relation = _RELATION_SYNONYMS.get(relation, relation)
        if relation in RELATIONS and relation != "user" and len(words) >= count:
            return Place(relation, "", canonical_attribute("_".join(words[count:]) or "name"))
    return Place("user", "", canonical_attribute(plain))


def slug(text: str, most: int) -> str:
    """Return a text as part of a key: letters and digits, "_" between words, a digest behind what is cut.

    Words that would call the fact a past one ("old") are joined to their neighbour.
    """
    words = [word for word in _JOINTS.split(normalise(text)) if word]
    joined = ""
    glue = False
    for word in words:
        past = word in _PAST
        joined += ("" if not joined or glue or past else "_") + word
        glue = past
    if not joined:
        return hashlib.blake2b(text.encode(), digest_size=4).hexdigest()
    if len(joined) <= most:
        return joined
    return f"{joined[:most].rstrip('_')}_{hashlib.blake2b(joined.encode(), digest_size=3).hexdigest()}"


def is_own_phrase(attribute: str) -> bool:
    """Whether an attribute is a phrase of the speaker's own rather than one that all rules share."""
    return attribute not in SINGLE and attribute not in MANY


def names_same_thing(one: str, other: str) -> bool:
    """Whether one phrase is the other with something before it ("provider", "internet_provider"; "预算", "婚礼预算").

    Only phrases of the speakers' own are compared so.
    """
    short, long = sorted((one, other), key=len)
    if short == long:
        return True
    return len(short) >= 2 and (long.endswith(f"_{short}") or (not short.isascii() and long.endswith(short)))


def _split_known(rest: str) -> tuple[str, str]:
    """Return the name and the attribute of the part of a key behind the relation's dot."""
    parts = rest.split("_")
    for start in range(1, len(parts)):
        attribute = "_".join(parts[start:])
        if attribute in SINGLE or holds_many(attribute):
            return "_".join(parts[:start]), attribute
    return "_".join(parts[:-1]), parts[-1]
