"""The driver: whose words are read, what no rule sees, which language, repeats, corrections across messages."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.extraction.languages import choose_language
from app.domain.extraction.models import Said
from app.domain.extraction.prose import own_prose
from tests.unit.extraction.english import NOW, claims, ended, read, stated, statements, talk


def test_reads_only_what_the_user_says() -> None:
    said = [
        Said("1", "system", "the user's name is Carl and i live in Rome", NOW),
        Said("2", "tool", "i live in Rome", NOW),
        Said("3", "assistant", "I live in Rome and I am vegan.", NOW),
    ]
    assert read(said) == []


def test_names_the_messages_that_say_it() -> None:
    said = talk("i live in Lund", "a: Nice.", "as i said, i live in Lund")
    (home,) = read(said)
    assert home.message_ids == ("m0", "m2")


def test_says_again_after_a_change_is_a_change() -> None:
    assert stated("i live in Lund", "now i live in Umeå", "i live in Lund again") == [
        "home=Lund",
        "home=Umeå",
        "home=Lund",
    ]


@pytest.mark.parametrize(
    ("text", "before", "expected"),
    [
        ("i live in Oslo", "", "en"),
        ("vivo en Oslo", "", "es"),
        ("ich wohne in Oslo", "", "de"),
        ("我住在奥斯陆", "", "zh"),
        ("オスロに住んでいます", "", "ja"),
        ("我们用 Kubernetes 和 Postgres", "", "zh"),
        ("my wife's name is 小红", "", "en"),
        ("Mimi", "Wie heißt deine Katze?", "de"),
        ("Mimi", "", "en"),
    ],
)
def test_chooses_the_language_by_script_and_small_words(text: str, before: str, expected: str) -> None:
    assert choose_language(text, before, "en") == expected


def test_pasted_material_is_left_out() -> None:
    text = (
        "why does this fail\n```\nname = 'my name is Bob'\n```\n2024-01-02 10:00:00 INFO i live in Hell\n> i am vegan\n"
        'Traceback (most recent call last):\n  File "x.py", line 3\nValueError: i live in Limbo\ni work as a welder'
    )
    assert stated(text) == ["job=welder"]


def test_quoted_sentences_are_left_out_and_quoted_names_stay() -> None:
    assert stated('the first line is "My name is Ezra and I live in Hull"') == []
    assert "address_as=Bo" in stated('call me "Bo"')
    assert own_prose("") == ""
    assert own_prose("```\nx\n```") == ""


def test_role_play_is_left_out_until_it_ends() -> None:
    found = stated(
        "let's role-play: you are a doctor and i'm the patient",
        "a: What brings you here?",
        "i'm allergic to penicillin and i live in Madrid",
        "a: I see.",
        "ok end of role play. i'm actually allergic to bees",
    )
    assert found == ["allergy=bees"]


def test_role_play_is_over_after_a_long_silence() -> None:
    play = Said("1", "user", "pretend you're my landlord", NOW)
    later = Said("2", "user", "i live in Gdansk", NOW + timedelta(hours=20))
    assert claims(read([play, later])) == ["home=Gdansk"]


@pytest.mark.parametrize(
    ("texts", "attribute", "value", "corrects"),
    [
        (("i weigh 83 kilos", "a: OK.", "no wait, its 78 kg"), "weight", "78 kg", "83 kilos"),
        (("my son is called Tim", "sorry, meant Tom not Tim"), "name", "Tom", "Tim"),
        (("we use Mongo", "i said Mongo but i meant Mysql"), "tool", "Mysql", "Mongo"),
    ],
)
def test_a_bare_correction_is_tied_to_what_it_corrects(
    texts: tuple[str, ...], attribute: str, value: str, corrects: str
) -> None:
    last = statements(*texts)[-1]
    assert (last.attribute, last.value, last.corrects) == (attribute, value, corrects)


def test_what_is_taken_back_is_retracted_as_never_true() -> None:
    found = statements("i have two horses", "a: Wow!", "just kidding")
    assert [(one.value, one.never_true) for one in found if one.action == "retract"] == [("two horses", True)]


def test_a_correction_of_something_from_before_keeps_what_it_corrects() -> None:
    (one,) = statements("sorry, i meant Tom not Tim")
    assert (one.attribute, one.value, one.corrects) == ("", "Tom", "Tim")


def test_pronouns_mean_whom_an_earlier_message_named() -> None:
    found = statements("me and Farid have been married nine years", "a: Congrats!", "he's a pastry chef")
    assert any(one.value == "pastry chef" and one.subject.name == "Farid" for one in found)


def test_a_stranger_named_between_takes_the_pronoun() -> None:
    told = stated("my wife is a nurse", "my boss is new here", "she is allergic to eggs")
    assert "job=nurse" in told
    assert not any("eggs" in one for one in told)


def test_ends_are_found_across_messages() -> None:
    assert "employer=Acme" in ended("i work at Acme", "i no longer work at Acme")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["user", "assistant"]), st.text(max_size=300)), max_size=5))
def test_no_text_raises(turns: list[tuple[str, str]]) -> None:
    said = [
        Said(str(place), "user" if role == "user" else "assistant", text, NOW)
        for place, (role, text) in enumerate(turns)
    ]
    for one in read(said):
        assert one.message_ids


_TEXT = (
    "i we my our is am not don't no longer like love live in at work from to and , . ? ! 5 30 Tom wife son dog vegan "
    'allergic sorry actually meant forget used every monday 9am until friday $500 – : " ( )'
)
_WORDS = _TEXT.split()


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(_WORDS), max_size=40).map(" ".join))
def test_no_mixture_of_known_words_raises(text: str) -> None:
    for one in statements(text, "a: Really, you live there?", text):
        assert one.action == "retract" or one.value.strip()


_UNITS = ("i live in a ", "my my my ", "and, ", "not ", "i i'm ", "a" * 50 + " ", "(", "no, ", "i am 5 ", "mon/", "x: ")


@pytest.mark.parametrize("unit", _UNITS)
@pytest.mark.parametrize("tail", ["", "ich bin ", "yo soy "])
def test_ends_with_the_longest_texts_of_one_thing_over_and_over(unit: str, tail: str) -> None:
    """A pattern that backtracks without bound would not come to an end here."""
    for one in statements((tail + unit) * 50_000):
        assert len(one.value) <= 200
