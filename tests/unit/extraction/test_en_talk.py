"""English over several messages: answers, changes, endings, corrections, times; and a later batch of sayings."""

from datetime import UTC, datetime

import pytest

from app.domain.extraction.extract import stated_by_rules
from app.domain.extraction.prose import is_play_start
from tests.unit.extraction.english import ended, stated, statements

ANSWERS = [
    (("a: What's your name?", "Odalys"), "name=Odalys"),
    (("a: How old is your son?", "he's 10, nearly 11"), "age=10"),
    (("a: Where are you based?", "lyon"), "home=lyon"),
    (("a: Any allergies I should know about?", "just kiwi and latex"), "allergy=latex"),
    (("a: So you're vegan?", "yep"), "diet=vegan"),
    (("a: You live in Porto, right?", "nope, Braga"), "home=Braga"),
    (("a: What's your budget?", "around 800 euros"), "budget=800 euros"),
    (("a: Which editor do you use?", "helix"), "editor=helix"),
    (("a: When is it due?", "next friday"), "deadline=next friday"),
    (("a: What do you do for a living?", "i patch up boats"), "boats"),
    (("a: Do you have any food restrictions?", "nothing with pork"), "avoids=pork"),
    (("a: You mentioned a sister?", "yeah, Ines"), "name=Ines"),
    (("a: Would you like metric or imperial?", "metric pls"), "units=metric"),
]
NO_ANSWERS = [
    ("a: Are you vegan?", "no"),
    ("a: Where do you live?", "why do you ask?"),
    ("a: What's your name?", "not telling"),
    ("a: You wake up at 5, do yoga, and walk your dog Rufus.", "hm no"),
    ("a: Do you own a boat?", "lol i wish"),
    ("a: You seem to love jazz.", "ok"),
]
CHANGES = [
    (("i live in Graz", "moved to Linz last month"), "home=Linz"),
    (("my sister is 30", "actually she's 31"), "age=31"),
    (("rent went up, im paying 1350 a month now",), "rent=1350 a month"),
    (("we changed our standup to 10am",), "standup=10am"),
    (("the launch was pushed to june",), "launch=june"),
    (("my number is now 555 201 3399",), "phone=555 201 3399"),
    (("switched from vim to helix",), "tool=helix"),
    (("left Google for Stripe",), "employer=Stripe"),
    (("got another hen so its 4 now",), "pet=4 hens"),
    (("office moved, its on the 9th floor now",), "office=9th floor"),
    (("got promoted to head chef",), "job=head chef"),
]
ENDINGS = [
    ("i no longer work at Acme", "employer=Acme"),
    ("i dont play tennis anymore", "hobby=tennis"),
    ("im not vegan anymore", "diet=vegan"),
    ("used to love jazz", "likes=jazz"),
    ("i sold the golf", "=golf"),
    ("we broke up", "marital_status="),
    ("quit my job last week", "employer="),
    ("got laid off from Initech", "employer=Initech"),
    ("cancelled my gym membership", "=gym membership"),
    ("forget what i said about the panda", "=panda"),
    ("please delete my address", "address="),
    ("my dog died", "pet=dog"),
    ("switched from vim to helix", "=vim"),
    ("i gave up coffee", "=coffee"),
]
LATER = [
    (("ngl ive been a night shift baker for 11 yrs",), "baker"),
    (("my better half Priya got into med school",), "name=Priya"),
    (("fwiw peanuts will literally kill me",), "avoids=peanuts"),
    (("my old man's a beekeeper up in Maine",), "beekeeper"),
    (("i swim 2k every morning before work",), "every morning"),
    (("my visa runs out in November",), "November"),
    (("quit apologising all the time",), "apologising"),
    (("dont ring me at work",), "rule=do not ring me at work"),
    (("my budget tops out at 1.2k",), "budget=1.2k"),
    (("brussels sprouts? absolutely not",), "dislikes=brussels sprouts"),
    (("my doctor says i have high cholesterol",), "cholesterol"),
    (("doctors put me on lisinopril",), "medication=lisinopril"),
    (("both my parents are deaf",), "condition=deaf"),
    (("been with the same law firm since 2009",), "law firm"),
    (("had my gallbladder out in january",), "gallbladder"),
    (("evenings work best for calls",), "evenings"),
    (("our db is mongo and the frontend's in svelte",), "svelte"),
    (("i'd rather text than talk on the phone",), "contact_channel=text"),
    (("i foster guide dogs",), "foster guide dogs"),
]


@pytest.mark.parametrize(("texts", "wanted"), ANSWERS + CHANGES + LATER)
def test_takes_answers_and_changes(texts: tuple[str, ...], wanted: str) -> None:
    assert any(wanted in claim for claim in stated(*texts)), stated(*texts)


@pytest.mark.parametrize("texts", NO_ANSWERS)
def test_takes_nothing_from_what_answers_nothing(texts: tuple[str, ...]) -> None:
    assert stated(*texts) == []


@pytest.mark.parametrize(("text", "wanted"), ENDINGS)
def test_finds_what_ends(text: str, wanted: str) -> None:
    assert wanted in ended(text)


@pytest.mark.parametrize(
    "text", ["trying to quit smoking", "don't call me before 9", "i sold it", "never mind the rain"]
)
def test_what_ends_nothing_retracts_nothing(text: str) -> None:
    assert ended(text) == []


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("this week only im in Lisbon", datetime(2026, 6, 22, tzinfo=UTC)),
        ("im staying in Lisbon until friday", datetime(2026, 6, 20, tzinfo=UTC)),
        ("i work from home until june 30", datetime(2026, 7, 1, tzinfo=UTC)),
        ("for now im based in Ghent", datetime(2026, 7, 1, tzinfo=UTC)),
        ("just for today call me Captain", datetime(2026, 6, 18, tzinfo=UTC)),
        ("i live in Ghent", None),
        ("dentist on friday at 3pm", None),
    ],
)
def test_what_holds_for_a_time_ends_by_itself(text: str, end: datetime | None) -> None:
    found = statements(text)
    assert found
    assert {one.valid_to for one in found} == {end}


def test_since_names_when_it_began() -> None:
    (diet,) = statements("vegan since may 2020")
    assert diet.valid_from == datetime(2020, 5, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "value", "corrects"),
    [
        ("it's Jon, not John", "Jon", "John"),
        ("not Paris but Lyon", "Lyon", "Paris"),
        ("i live in Lyon, not Paris", "Lyon", "Paris"),
        ("i said 5 but i meant 6", "6", "5"),
    ],
)
def test_says_what_it_corrects(text: str, value: str, corrects: str) -> None:
    assert (value, corrects) in [(one.value, one.corrects) for one in statements(text)]


def test_kin_that_are_told_apart_by_name() -> None:
    found = statements("two girls: Nadia (4) and Zoe (6)")
    assert {(one.subject.name, one.value) for one in found if one.attribute == "age"} == {("Nadia", "4"), ("Zoe", "6")}


def test_a_name_nobody_introduced_is_left_for_the_card_to_know() -> None:
    (one,) = statements("juniper turned 6 on saturday")
    assert (one.subject.relation, one.subject.name, one.value) == ("", "juniper", "6")


@pytest.mark.parametrize(
    ("text", "plays"),
    [
        ("ok you be the judge at the cake contest. im Mrs Pettibone, widow, undefeated since 1987", True),
        ("lets do a mock border interview. im Colonel Vasko", True),
        ("lets do the d&d thing again. i'm Thornwick, halfling beekeeper", True),
        ("im Pell Underbough, a halfling rogue, lvl 3", True),
        ("i'm Sable Nightwind, elven ranger", True),
        ("you're the best, i'm Anna btw", False),
        ("you are a lifesaver, I'm Irish", False),
        ("i'm Bill, a ranger at the park", False),
    ],
)
def test_who_plays_somebody(text: str, plays: bool) -> None:
    assert is_play_start(text) is plays


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I hate coriander and love tea", {"dislikes=coriander", "likes=tea"}),
        ("i wish I had a daughter called Lily", set()),
        ("i'm seeing a guy called Laurent", set()),
        ("I'm just a guy called Laurent", {"name=Laurent"}),
        ("Translate: my name is Pierre", set()),
        ("I moved to Hull", {"home=Hull"}),
    ],
)
def test_plain_sayings_that_newcomers_tried(text: str, wanted: set[str]) -> None:
    claims = {f"{one.attribute}={one.value}" for one in stated_by_rules(text, "", "en") if one.action == "state"}
    assert claims == wanted


def test_an_allergy_that_is_over() -> None:
    for text in ("我不再对花生过敏了", "我对花生不过敏了"):
        found = stated_by_rules(text, "", "zh")
        assert ("allergy", "花生", "retract") in {(one.attribute, one.value, one.action) for one in found}
        assert not [one for one in found if one.action == "state"]
