"""The profile: how a user wants to be answered and what they are like to talk to, apart from what is known of them."""

from collections.abc import Mapping
from typing import Final

from app.domain.extraction.keys import place_of_key
from app.domain.fence import one_line
from app.domain.models import CardEntry

_TRAITS: Final = frozenset({"reply_style", "reply_length", "reply_language", "tone", "style", "mood", "address_as"})
"""Attributes of the user that are traits, whoever stated them."""


def split_profile(card: Mapping[str, CardEntry]) -> tuple[dict[str, CardEntry], dict[str, CardEntry]]:
    """Return the facts of a card and the traits among its entries."""
    facts: dict[str, CardEntry] = {}
    traits: dict[str, CardEntry] = {}
    for key, entry in card.items():
        (traits if _is_trait(key, entry) else facts)[key] = entry
    return facts, traits


def profile_lines(traits: Mapping[str, CardEntry]) -> str | None:
    """Return traits as text, one a line, the surest first; None where there are none."""
    ordered = sorted(traits.items(), key=lambda pair: (-pair[1].confidence, pair[0]))
    lines = [f"- {one_line(place_of_key(key).attribute)}: {one_line(entry.value)}" for key, entry in ordered]
    return "\n".join(lines) or None


def _is_trait(key: str, entry: CardEntry) -> bool:
    if entry.source.get("kind") == "trait":
        return True
    place = place_of_key(key)
    return place.relation == "user" and place.attribute in _TRAITS
