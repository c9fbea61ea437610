"""What the German rules take, and what they leave alone."""

import pytest

from tests.unit.extraction.english import ended, stated

SAID = [
    ("ich heiße Jonas und bin 34", ["name=Jonas", "age=34"]),
    ("wir wohnen in Graz", ["home=Graz"]),
    ("meine frau arbeitet bei Siemens", ["employer=Siemens"]),
    ("ich bin allergisch auf nüsse und soja", ["allergy=nüsse", "allergy=soja"]),
    ("unser hund heißt Balu", ["name=Balu"]),
    ("wir haben zwei kinder, Ida (4) und Ole (7)", ["name=Ida", "age=4", "name=Ole", "age=7"]),
    ("ich trinke keinen kaffee", ["avoids=kaffee"]),
    ("ich mag jazz", ["likes=jazz"]),
    ("ich hasse koriander", ["dislikes=koriander"]),
    ("bitte keine emojis", ["rule=keine emojis"]),
    ("ich nutze Rust und Postgres", ["tech_stack=Rust", "tech_stack=Postgres"]),
    ("ich bin von Köln nach Bonn gezogen", ["home=Bonn"]),
    ("mein budget liegt bei 800 euro", ["budget=800 euro"]),
    ("ich arbeite als Hebamme", ["job=Hebamme"]),
]
NOT_SAID = [
    "mein chef ist vegan und wohnt in Rom",
    "wenn ich reich wäre, würde ich in Rom leben",
    "wie wird man pilot?",
    "mein bruder will Influencer werden",
    "haha ok danke",
    "stell dir vor, ich wäre arzt",
]


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_takes_what_is_said(text: str, wanted: list[str]) -> None:
    assert set(wanted) <= set(stated(text))


@pytest.mark.parametrize("text", NOT_SAID)
def test_leaves_alone_what_is_no_fact_of_the_user(text: str) -> None:
    assert stated(text) == []


def test_finds_what_ends() -> None:
    assert ended("ich arbeite nicht mehr bei Bosch") == ["employer=Bosch"]
    assert ended("ich trinke keinen alkohol mehr") == ["=alkohol"]


def test_takes_answers() -> None:
    assert stated("a: Wo wohnst du?", "Kiel") == ["home=Kiel"]
