"""English that no saying knows: read by its build, with the subject left out, or pointing at what was said before."""

import pytest

from app.domain.extraction.en.text import plain
from app.domain.extraction.models import Statement
from tests.unit.extraction.cards import Card, fact
from tests.unit.extraction.english import ended, stated, statements

TAKEN = [
    # by its build
    (("my sister breeds alpacas",), "breeds alpacas"),
    (("our boiler runs on wood pellets",), "boiler runs on wood pellets"),
    (("i do the bookkeeping for a choir",), "bookkeeping"),
    (("we have a caravan outside Whitby",), "caravan"),
    # the subject left out
    (("allergic to lupin and proud of it",), "allergy=lupin"),
    (("phd student in Utrecht",), "job=phd student"),
    (("big on sudoku",), "likes=sudoku"),
    # apart what changes apart
    (("i'm a welder at Holt Marine",), "employer=Holt Marine"),
    (("im in a basement flat in Leith",), "home=Leith"),
    (("started at Corbel on monday as a rigger",), "job=rigger"),
    # names
    (("put me down as Odette Varga",), "name=Odette Varga"),
    (("its Babajide but everyone says Jide",), "nickname=Jide"),
    (("i only got the one, Linus, hes 9",), "name=Linus"),
    # answers to questions of no known kind
    (("a: What kind of tea?", "lapsang"), "tea=lapsang"),
    (("a: What do you grow?", "mostly leeks"), "grow=leeks"),
    # wonder is no question
    (("ok and now i love beetroot??",), "likes=beetroot"),
]
LEFT = [
    ("never enough llamas",),
    ("my coworker breeds alpacas",),
    ("oh yeah i adore queueing for hours",),
    ("i was wrong",),
    ("if we had a caravan we would go",),
    ("a: How long have you played?", "20 years"),
]


@pytest.mark.parametrize(("texts", "wanted"), TAKEN)
def test_takes_by_build(texts: tuple[str, ...], wanted: str) -> None:
    assert any(wanted in claim for claim in stated(*texts)), stated(*texts)


@pytest.mark.parametrize("texts", LEFT)
def test_leaves_what_may_not_last(texts: tuple[str, ...]) -> None:
    assert not any(
        word in claim for claim in stated(*texts) for word in ("llama", "alpaca", "queue", "sauna", "caravan")
    )
    assert not any(claim.startswith("age=") for claim in stated(*texts))


def test_what_ends_takes_its_place_with_it() -> None:
    (one,) = statements("packed up and left Bergen, Narvik now")
    assert (one.attribute, one.value, one.corrects) == ("", "Narvik", "Bergen")
    assert "=bass" in ended("the band split so no more bass for me")


@pytest.mark.parametrize(
    ("known", "said", "value"),
    [
        (fact("name", "Tim", "son", "Tim"), fact("", "Tom", corrects="Tim"), "Tom"),
        (fact("allergy", "walnuts"), fact("", "pecans", corrects="walnuts"), "pecans"),
        (fact("habit", "smoke like 20 a day"), fact("", "seven a day"), "smoke like seven a day"),
        (fact("pet", "six chickens"), fact("", "4 chickens"), "4 chickens"),
        (fact("ram", "16 gigs"), fact("", "32"), "32 gigs"),
    ],
)
def test_a_claim_without_attribute_takes_the_place_of_what_it_means(
    known: Statement, said: Statement, value: str
) -> None:
    card = Card()
    card.say(0, known)
    card.say(1, said)
    assert list(card.shown().values()) == [value]


def test_a_claim_that_means_nothing_known_is_not_stored() -> None:
    card = Card()
    card.say(0, fact("home", "Oslo"))
    card.say(1, fact("", "Tom", corrects="Tim"), fact("", "32"))
    assert list(card.shown().values()) == ["Oslo"]


@pytest.mark.parametrize("unit", ["a.b.", "a-", "x&", "not so ", "my old ", "Anna and "])
def test_spelling_out_keeps_long_texts_short(unit: str) -> None:
    text = (unit * 4000)[:4000]
    assert len(plain(text)) <= 2 * len(text)
    assert len(statements(text)) <= 130
