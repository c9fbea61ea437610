"""English told in passing: judgements, limits, bodies, places, animals, children; and what ends by its place."""

import pytest

from app.domain.extraction.en.text import plain
from tests.unit.extraction.english import ended, stated, statements

TAKEN = [
    (("karaoke is a hard pass for me",), "dislikes=karaoke"),
    (("group photos = my nightmare",), "dislikes=group photos"),
    (("something for my dad, 50 euros max",), "budget=50 euros"),
    (("keep it under 60 dollars",), "budget=60 dollars"),
    (("wish i could sing, i do payroll for a brewery",), "job=payroll"),
    (("i handle logistics for Corvel",), "employer=Corvel"),
    (("got the boot from Tesco last week",), "former_employer=Tesco"),
    (("my prescription is -3",), "eyesight=-3"),
    (("my right hip is shot",), "condition=right hip is shot"),
    (("we're on the 4th floor, no lift",), "floor=4th floor"),
    (("i still count in polish",), "language=polish"),
    (("we've got redis in front",), "tech_stack=redis"),
    (("its all Terraform for infra",), "tech_stack=Terraform"),
    (("ours is a beagle called Toast",), "pet=beagle"),
    (("hamster news: Biscuit escaped",), "name=Biscuit"),
    (("gave my brother my word that ill drive him home",), "commitment=drive him home"),
    (("for the dinner: my bf has a sesame allergy",), "allergy=sesame"),
    (("christmas baby, 25 dec",), "birthday=25 dec"),
    (("all i want is to finish my thesis",), "goal=finish my thesis"),
    (("could your replies be in bullet points?",), "rule=replies be in bullet points"),
    (("i cant keep up with Amadou and he's 3",), "name=Amadou"),
    (("if they ask, my mobile is 07700 900123",), "phone=07700 900123"),
    (("ive been to Peru and Chile",), "about=been to Peru and Chile"),
    (("just back from Oman",), "about=visited Oman"),
    (("our youngest, Rolf, is 6",), "age=6"),
    (("favourite is rooibos these days",), "rooibos"),
]
LEFT = [
    ("some couple on tiktok has 12 kids",),
    ("saw a video of a man with 14 cats",),
    ("the neighbours dog is a husky named Bolt",),
    ("i wish i had a yacht",),
    ("dont have one anymore",),
]
ENDED = [
    ("yoga is history", "=yoga"),
    ("done with crossfit", "=crossfit"),
    ("coffee and i are done", "=coffee"),
    ("so over matcha", "=matcha"),
    ("i packed in the piano lessons", "=piano lessons"),
]
CORRECTED = [
    ("no, Fulmar was last term. Gannet wing", "Fulmar", "Gannet wing"),
    ("lol i typed latvia. hes from Estonia", "latvia", "Estonia"),
    ("its five stalls now", "", "five stalls"),
]


@pytest.mark.parametrize(("texts", "claim"), TAKEN)
def test_tells_in_passing(texts: tuple[str, ...], claim: str) -> None:
    assert any(claim in one for one in stated(*texts)), stated(*texts)


@pytest.mark.parametrize("texts", LEFT)
def test_leaves_alone(texts: tuple[str, ...]) -> None:
    assert stated(*texts) == []


@pytest.mark.parametrize(("text", "what"), ENDED)
def test_ends_by_place(text: str, what: str) -> None:
    assert any(what in one for one in ended(text)), ended(text)


@pytest.mark.parametrize(("text", "old", "new"), CORRECTED)
def test_corrects_across_sentences(text: str, old: str, new: str) -> None:
    assert any((one.corrects, one.value) == (old, new) for one in statements(text) if one.action == "state")


def test_writes_out_were_and_lefty() -> None:
    assert plain("were stationed in Guam") == "we are stationed in Guam"
    assert plain("lefty here") == "left-handed here"
