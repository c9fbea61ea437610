"""English by words of known classes: what they tell of the user, and what speaks against their being the user's."""

import pytest

from app.domain.extraction.en.lexicon import CLASSES, find_terms, terms_of
from tests.unit.extraction.english import ended, stated

OWN = [
    ("is there a decent bike shop in Nantes? that's where i live", "home=Nantes"),
    ("studio flat, Ghent, no lift", "home=Ghent"),
    ("half an hour from the beach in Swansea, can't complain", "Swansea"),
    ("farrier here, so horses are my whole day", "job=farrier"),
    ("shifts at the distillery rotate, ask me tomorrow", "workplace=distillery"),
    ("only child here, so it all lands on me", "about=only child"),
    ("psoriasis playing up again with this cold", "condition=psoriasis"),
    ("is it ok to run with my sciatica", "condition=sciatica"),
    ("on metformin twice a day", "medication=metformin"),
    ("one bite of kiwi and my throat closes", "allergy=kiwi"),
    ("could you make that again without fennel", "fennel"),
    ("halloumi is my weakness", "likes=halloumi"),
    ("aubergine tastes like wet cardboard", "dislikes=aubergine"),
    ("bouldering every thursday with the same three people", "bouldering"),
    ("opera is basically the only thing on in my car", "likes=opera"),
    ("does my whippet need a coat in winter", "pet=whippet"),
    ("bearded dragon, name of Otto, won't eat, should i worry", "name=Otto"),
    ("elixir and postgres here, before you suggest anything", "tech_stack=postgres"),
    ("our billing service still runs on COBOL", "COBOL"),
    ("no emojis please, i read you aloud", "no emojis"),
    ("could you stick to bullet points", "bullet points"),
    ("never more than five lines, my screen is tiny", "five lines"),
    ("signal's best for me, i don't pick up", "contact_channel=signal"),
    ("a desk lamp, my budget is 60 tops", "budget=60"),
    ("life drawing is wednesday nights, nothing else then", "wednesday nights"),
    ("one day i'll finish this memoir", "memoir"),
    ("told the school i'd judge the cakes", "judge the cakes"),
    ("Joost, my husband, is away until spring", "name=Joost"),
    ("Pickle the hamster chewed the cable", "name=Pickle"),
    ("deliver it to 14 Larkspur Close please", "address=14 Larkspur Close"),
]


@pytest.mark.parametrize(("text", "wanted"), OWN)
def test_takes_words_of_a_class_that_are_the_users(text: str, wanted: str) -> None:
    claims = stated(text)
    assert any(wanted in claim for claim in claims), claims


NOT_OWN = [
    ("my dental hygienist has nine rabbits", "rabbit"),  # somebody called by a trade
    ("the guy fixing the gate plays the banjo", "banjo"),  # does what only people do
    ("the lodger keeps a python in the bath", "python"),
    ("his labrador ate my lunch", "labrador"),  # another's
    ("can hamsters eat celery?", "hamster"),  # a question about a kind
    ("imagine we lived in Alaska with a husky", "Alaska"),  # a supposition
    ("back in school i had a pony", "pony"),  # over
    ("the film is about a surgeon in Lagos", "surgeon"),  # a story
    ("write a bio for a sommelier from Porto", "Porto"),  # ordered text
    ("let's play pirates, i'm Captain Brine and my parrot swears", "parrot"),  # play
    ("i don't own a caravan", "caravan"),  # denied
    ("thinking about whether rust is worth it", "rust"),  # considered
    ("they moved us off Quince Lane", "Quince"),  # part of a name
    ("wonderful, another parking fine, i do love the council", "council"),  # irony
    ("asdf sorry cat on keyboard", "asdf"),
]


@pytest.mark.parametrize(("text", "unwanted"), NOT_OWN)
def test_leaves_words_of_a_class_that_are_not(text: str, unwanted: str) -> None:
    claims = stated(text)
    assert not any(unwanted.casefold() in claim.casefold() for claim in claims), claims


def test_what_follows_a_stranger_is_the_strangers() -> None:
    assert not any(
        "sauna" in claim or "python" in claim for claim in stated("my uncle's boss lives in Dubai", "and a python")
    )


CHANGES = [
    (("we live above a pub in Derry", "sorry i meant Donegal, autocorrect"), "Donegal"),
    (("goodbye Leeds, hello Whitstable!",), "home=Whitstable"),
    (("traded the Fiesta in, got a Yaris",), "Yaris"),
]


@pytest.mark.parametrize(("texts", "wanted"), CHANGES)
def test_one_word_takes_the_place_of_another_of_its_class(texts: tuple[str, ...], wanted: str) -> None:
    assert any(wanted in claim for claim in stated(*texts)), stated(*texts)


def test_a_diet_that_is_over_ends() -> None:
    assert any("keto" in one for one in ended("keto's over, i missed bread"))


NOTHING_LASTING = ["i've just shut my keys in", "still got ten fingers", "i'm a saint, obviously", "still at it"]


@pytest.mark.parametrize("text", NOTHING_LASTING)
def test_the_fallback_leaves_what_says_nothing_lasting(text: str) -> None:
    assert stated(text) == []


def test_every_class_is_read_and_has_terms() -> None:
    sorts = {term.sort for word in ("oslo", "welder", "asthma", "leek", "oboe", "pug", "django", "emojis", "welsh",
                                    "viva") for term in terms_of(word)}  # fmt: skip
    assert len(CLASSES) == 10
    assert {"city", "trade", "condition", "food", "instrument", "dog", "tech", "reply_style", "language",
            "event"} <= sorts  # fmt: skip


def test_the_longest_term_wins_and_plurals_and_capitals_count() -> None:
    assert [hit.text for hit in find_terms("two border collies in New York City")] == [
        "border collies",
        "New York City",
    ]
    assert [hit.text for hit in find_terms("Asthma's back")] == ["Asthma"]
    assert terms_of("a word that no class has") == ()


def test_everyday_words_are_marked_weak() -> None:
    assert all(term.weak for term in terms_of("go"))
    assert not any(term.weak for term in terms_of("kubernetes"))
