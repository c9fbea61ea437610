"""The attributes that rules of every language share, so that "我搬到上海了" ends "I live in Beijing"."""

from typing import Final


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


RELATIONS: Final = _names("""
    user wife husband partner girlfriend boyfriend fiance ex child son daughter mother father parents brother
    sister sibling grandmother grandfather grandparents grandchild aunt uncle cousin niece nephew mother_in_law
    father_in_law parents_in_law family household friend dog cat pet
""")
"""Whom a card may speak of. Colleagues, neighbours, strangers and celebrities are not on it; a friend only by name."""

SINGLE: Final = _names("""
    name full_name nickname address_as pronouns age birthday gender zodiac ethnicity nationality religion home
    address housing hometown residence_status marital_status blood_type height weight eyesight job employer
    workplace department work_years work_hours work_mode commute income industry school degree major grade
    phone email wechat contact_channel contact_time language reply_language reply_style reply_length timezone
    units currency diet coffee wake_time bed_time rent budget car phone_model computer operating_system editor
    favourite_team favourite_colour favourite_food favourite_music favourite_book favourite_film breed
""")
"""One value at a time: a newer statement supersedes the older."""

MANY: Final = _names("""
    likes dislikes allergy intolerance avoids condition medication hobby skill language_spoken tool tech_stack
    programming_language owns pet about habit fear plan goal commitment deadline appointment schedule rule
    wants remember
""")
"""Any number of values side by side: each is a fact of its own, and another one is no conflict.

`rule` is a standing instruction to the assistant ("never call me before nine"), `remember` what somebody asks to be
remembered and nothing more special fits, `schedule` what recurs, `plan` and `appointment` what happens once.
"""

OPPOSITES: Final = {"likes": "dislikes", "dislikes": "likes", "avoids": "likes"}
"""Stating one of these for a value ends the other for the same value."""


def holds_many(attribute: str) -> bool:
    """Whether several values of the attribute stand side by side."""
    return attribute in MANY
