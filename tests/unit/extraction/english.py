"""Extraction as the tests of its rules ask for it: texts in, "attribute=value" out."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from app.domain.extraction.extract import extract
from app.domain.extraction.models import Said, Statement

NOW = datetime(2026, 6, 17, 10, 0, tzinfo=UTC)
"""A Wednesday."""


def talk(*texts: str) -> list[Said]:
    """Return a conversation; what begins with "a: " is said by the assistant, the rest by the user."""
    return [
        Said(
            f"m{place}",
            "assistant" if text.startswith("a: ") else "user",
            text.removeprefix("a: "),
            NOW + timedelta(seconds=20 * place),
        )
        for place, text in enumerate(texts)
    ]


def read(said: list[Said]) -> list[Statement]:
    """Return what is stated in a conversation, without the messages themselves."""
    return [one for one in extract(said) if one.action != "heard"]


def statements(*texts: str) -> list[Statement]:
    """Return what is stated in a conversation."""
    return read(talk(*texts))


def stated(*texts: str) -> list[str]:
    """Return the claims of a conversation as "attribute=value"."""
    return claims(statements(*texts))


def claims(found: Iterable[Statement]) -> list[str]:
    """Return the claims among statements as "attribute=value"."""
    return [f"{one.attribute}={one.value}" for one in found if one.action == "state"]


def ended(*texts: str) -> list[str]:
    """Return the retractions of a conversation as "attribute=value"."""
    return [f"{one.attribute}={one.value}" for one in statements(*texts) if one.action == "retract"]
