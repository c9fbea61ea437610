"""Whether a rule puts a value under the wrong name: "moved down to tenor" is no home.

Where the encoder is sure which kind of fact a value is, it is right nine times out of ten, and where a rule's claim is
right it is against it once in seventy (measured on new writers' lines: decision 0038).
"""

from typing import Final

from app.domain.extraction.attributes import MANY, SINGLE
from app.domain.extraction.models import USER, Statement
from app.domain.extraction.wording import words

LEAST_SURE: Final = 0.8
"""The encoder is that sure of a kind where it contradicts a claim."""
_KINDS: Final = {
    "name": "name full_name address_as nickname",
    "nickname": "name full_name address_as nickname",
    "call": "name full_name address_as nickname reply_style rule wants",
    "age": "age birthday",
    "birthday": "birthday age zodiac",
    "home": "home hometown address timezone housing workplace",
    "origin": "home hometown nationality ethnicity language_spoken",
    "address": "home address housing",
    "job": "job employer workplace industry department work_mode skill",
    "employer": "job employer workplace industry department",
    "study": "major degree grade school skill hobby job",
    "school": "school degree grade major",
    "pet": "pet breed owns",
    "likes": "likes hobby favourite_food favourite_music favourite_team favourite_film favourite_book coffee "
    "favourite_colour wants avoids skill habit owns diet dislikes",
    "drink": "likes coffee favourite_food wants habit avoids dislikes",
    "food": "likes favourite_food diet wants habit avoids dislikes",
    "dislikes": "dislikes avoids fear rule likes hobby diet wants",
    "avoid": "avoids dislikes rule diet allergy intolerance fear wants reply_style remember",
    "hobby": "hobby likes skill habit schedule goal",
    "diet": "diet avoids likes dislikes intolerance rule",
    "allergy": "allergy intolerance avoids dislikes condition",
    "health": "condition allergy intolerance eyesight weight fear",
    "medication": "medication condition habit",
    "language": "language language_spoken reply_language nationality",
    "tool": "tool tech_stack programming_language editor operating_system computer phone_model owns skill car",
    "car": "car owns commute tool",
    "possession": "owns tool car computer phone_model",
    "goal": "goal plan wants weight commitment deadline habit schedule",
    "commitment": "commitment goal plan schedule rule habit deadline appointment remember",
    "deadline": "deadline appointment plan commitment goal schedule birthday remember",
    "schedule": "schedule habit work_hours wake_time bed_time contact_time commute appointment commitment deadline "
    "rule plan work_mode hobby",
    "plan": "plan goal deadline appointment commitment wants schedule",
    "style": "wants reply_style reply_length reply_language rule units avoids dislikes language likes remember",
    "contact": "contact_channel email phone wechat contact_time rule wants avoids dislikes remember",
    "budget": "budget rent income currency goal",
    "income": "income budget",
    "religion": "religion ethnicity",
    "status": "marital_status residence_status",
    "experience": "work_years degree",
    "height": "height",
    "weight": "weight goal",
    "gender": "gender pronouns",
    "rule": "rule wants reply_style avoids dislikes remember commitment reply_length reply_language contact_time",
}
_AKIN: Final = {key: words(names) for key, names in _KINDS.items()}
_KNOWN: Final = SINGLE | MANY
_OF_KIN: Final = {
    "family_name": "name full_name", "family_age": "age birthday",
    "family_job": "job employer workplace school major grade",
    "family_home": "home hometown address", "pet_name": "name", "pet_age": "age birthday",
}  # fmt: skip
_NEVER_OTHER: Final = words("name full_name age birthday hometown")
"""Attributes whose values the encoder has a kind for, so that none of them is a fact "of any other kind"."""
_ANIMAL: Final = words("species breed")


def is_miskeyed(claim: Statement, key: str) -> bool:
    """Whether a claim's attribute and the kind of its value by the encoder, which is sure of it, can't both be right.

    What the speaker calls it himself ("my handicap") is no attribute that could be wrong, and a note claims no kind.
    """
    if claim.valid_to is not None:
        return False
    if claim.subject.relation == "pet" and claim.attribute in _ANIMAL:
        return key in _AKIN and not key.startswith(("pet", "family"))  # what one fears or eats is no pet
    if claim.attribute not in _KNOWN or claim.attribute == "about":
        return False
    if claim.subject == USER:
        if key == "other":
            return claim.attribute in _NEVER_OTHER
        if key == "family":
            return claim.attribute == "pet"
        of_kin = key in _OF_KIN or key.startswith(("family_", "pet_"))
        return claim.attribute in SINGLE if of_kin else key in _AKIN and claim.attribute not in _AKIN[key]
    if claim.subject.relation == "pet" and key.startswith("family_"):
        return True
    return key in _OF_KIN and claim.attribute not in words(_OF_KIN[key])
