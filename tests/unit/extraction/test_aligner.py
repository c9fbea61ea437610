"""The aligner: what a message does to what is known, in words that no rule has; that its models fit the corpus."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.extraction.aligner.features import Fact, may_concern, pair_view, relation_features, relation_parts
from app.domain.extraction.aligner.model import Aligner, aligner
from app.domain.extraction.aligner.pairs import corpus_digest, read_lines, written_pairs
from app.domain.extraction.aligner.passing import end_of
from app.domain.extraction.aligner.placing import placed
from app.domain.extraction.aligner.stretch import Stretches
from app.domain.extraction.aligner.train import measure, train
from app.domain.extraction.aligner.views import mention_of, message_view
from app.domain.extraction.changes import Stated
from app.domain.extraction.extract import extract
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Said
from app.domain.extraction.resolve import resolve

THEN = datetime(2025, 3, 1, 9, 0, tzinfo=UTC)


def card_after(*sessions: tuple[str, ...], apart: timedelta = timedelta(days=90)) -> dict[str, str]:
    """Return the card after conversations, each of the user's messages 20 seconds after the one before."""
    versions: dict[str, KnownFact] = {}
    for number, texts in enumerate(sessions):
        begun = THEN + apart * number
        said = [
            Said(f"s{number}m{at}", "user", text, begun + timedelta(seconds=20 * at)) for at, text in enumerate(texts)
        ]
        times = {one.id: one.created_at for one in said}
        stated = [
            Stated(one, max(times[id] for id in one.message_ids), f"s{number}", tuple(one.message_ids))
            for one in extract(said)
        ]
        resolved = resolve(stated, versions.values(), datetime(2026, 12, 1, tzinfo=UTC))
        for change in (change for one in resolved for change in one.changes):
            held = versions.get(change.key)
            if held is None or change.valid_from >= held.valid_from:
                versions[change.key] = KnownFact(
                    change.key, change.value, change.confidence, change.valid_from, change.source, change.retracted,
                    change.valid_to,
                )  # fmt: skip
    return {key: fact.value for key, fact in versions.items() if not fact.retracted}


def test_models_are_those_of_the_corpus() -> None:
    found = aligner()
    assert found.relations.digest == found.values.digest == corpus_digest(), (
        "run `python -m app.domain.extraction.aligner.train`"
    )


def test_what_is_learned_holds_for_lines_not_seen() -> None:
    lines = [line for line in read_lines() if not line.is_plain][::7]
    seen, held = lines[: len(lines) * 4 // 5], lines[len(lines) * 4 // 5 :]
    shares = measure(train(written_pairs(seen)), [one for one in written_pairs(held) if one.relation != "none"])
    right, whole = (sum(int(share.split("/")[part]) for share in shares.values()) for part in (0, 1))
    assert right >= 0.4 * whole, shares


@pytest.mark.parametrize(
    ("line", "told"),
    [("x\thome=Hull\thi\n", "line 1"), ("l\thome=Hull>>York\thi\n", "York"), ("l\thome=Hull\n", "line 1")],
)
def test_a_line_that_is_none_is_named(tmp_path: Path, line: str, told: str) -> None:
    (tmp_path / "a.tsv").write_text(line, "utf-8")
    with pytest.raises(ValueError, match=told):
        read_lines(tmp_path)


@pytest.mark.parametrize(
    ("sessions", "held", "gone"),
    [
        ([("I live in Exeter", "argh typo. Chester!")], "Chester", "Exeter"),
        ([("I live in Bordeaux",), ("the movers just left. hello from Toulouse",)], "Toulouse", "Bordeaux"),
        ([("I'm 26, is it too late to learn violin?", "26? i wish. 62 lol")], "62", "26"),
        ([("I hate the sea",), ("we live by the coast now and i adore the sea",)], "sea", ""),
        ([("我住在嘉定",), ("行李都拖到松江了，以后就住松江",)], "松江", "嘉定"),
        ([("我今年26", "写反了，62")], "62", "26"),
        ([("我喜欢喝可乐",), ("可乐现在闻着就反胃",)], "可乐", ""),
    ],
)
def test_a_message_changes_what_it_is_about(sessions: list[tuple[str, ...]], held: str, gone: str) -> None:
    card = card_after(*sessions)
    assert any(held in value for value in card.values()), card
    assert not gone or not any(gone in value for value in card.values()), card


def test_an_aversion_takes_the_place_of_a_liking() -> None:
    card = card_after(("I love olives",), ("can't even look at olives these days",))
    assert "user_likes:olives" not in card
    assert any("olives" in value for key, value in card.items() if "dislikes" in key or "avoids" in key), card


@pytest.mark.parametrize(
    "later",
    [
        "do you know a good bakery in Antwerp?",
        "in Antwerp this week for work, back on sunday",
        "my cousin moved to Antwerp",
        "thanks, that helped",
    ],
)
def test_a_message_about_something_else_changes_nothing(later: str) -> None:
    assert card_after(("I live in Ghent",), (later,))["user_home"] == "Ghent"


def test_a_list_grows() -> None:
    card = card_after(("I play the cello",), ("picked up the banjo too, the cello stays",))
    assert {"cello", "banjo"} <= {word for value in card.values() for word in value.split()}, card


def test_what_is_older_changes_nothing_that_was_said_later() -> None:
    card = card_after(("i live in Ghent now",), ("I live in Bruges",), apart=timedelta(days=-90))
    assert card["user_home"] == "Ghent"


@pytest.mark.parametrize(
    ("begun", "correction", "held", "gone"),
    [
        ("I'm a nurse in Exeter, i live in Exeter", "argh, Chester i meant", "Chester", "Exeter"),
        ("I live in Antwerp and work at Antwerp Zoo", "typo! Ghent", "Ghent", "home Antwerp"),
    ],
)
def test_a_correction_reaches_all_that_was_told_in_the_same_words(
    begun: str, correction: str, held: str, gone: str
) -> None:
    card = card_after((begun, correction))
    told = {f"{key.removeprefix('user_')} {value}" for key, value in card.items()}
    assert any(held in value for value in card.values()), card
    assert not any(gone in one for one in told), card


def test_a_mere_number_is_corrected_once() -> None:
    card = card_after(("my son is 4, my daughter is 14", "oops, son's 5"))
    assert {"5", "14"} <= set(card.values()), card
    assert "4" not in card.values(), card


def test_a_new_value_that_takes_the_place_of_one_fact_is_not_that_of_another() -> None:
    card = card_after(("our provider is Telia, our router is a Zyxel",), ("provider is Telenor now, router unchanged",))
    assert sum("Telenor" in value for value in card.values()) == 1, card


def test_what_is_replaced_is_not_noted_anew() -> None:
    card = card_after(
        ("my workshop is at Harbour Street",), ("they threw us out of Harbour Street, my workshop is at Mill Lane now",)
    )
    assert not any("Harbour" in value for value in card.values()), card


def test_one_value_told_under_two_attributes_is_outdated_under_both() -> None:
    """An older conversation that comes later: the possession goes into history with the car."""
    card = card_after(("i drive a Skoda now",), ("bought myself a Volvo, i drive a Volvo",), apart=timedelta(days=-200))
    assert not any("Volvo" in value for value in card.values()), card
    assert any("Skoda" in value for value in card.values()), card


@pytest.mark.parametrize(
    ("text", "value", "attribute", "days"),
    [
        ("just tomorrow do it at 9am, late flight", "9am", "schedule", 2),
        ("Up early. The gym is at six this week only.", "six", "schedule", 5),
        ("这周先用Vim", "Vim", "editor", 5),
        ("i use Emacs from now on", "Emacs", "editor", None),
        ("换成Vim了，这周换的", "Vim", "editor", None),
        ("moved to friday, just for today", "friday", "appointment", None),
        ("I work at Acme. See you tomorrow only.", "Acme", "employer", None),
    ],
)
def test_a_value_for_a_time_only_ends_by_itself(text: str, value: str, attribute: str, days: int | None) -> None:
    said_at = datetime(2025, 3, 5, 9, 0, tzinfo=UTC)  # a Wednesday
    midnight = said_at.replace(hour=0)
    assert end_of(text, value, attribute, said_at) == (None if days is None else midnight + timedelta(days=days))


def test_the_parts_of_a_reading_share_no_feature() -> None:
    """Their sums are added up: a feature in two parts would count twice."""
    pair = pair_view("no more Leeds, York now. 我搬到York了", Fact("home", "Leeds"))
    parts = [features() for _, features in relation_parts(pair)]
    assert sum(len(part) for part in parts) == len(relation_features(pair))
    stretches = Stretches(pair)
    for place in stretches.places():
        ones = [stretches.of_start(place[0]), stretches.of_end(place[1])]
        ones += [features() for _, features in stretches.parts(*place)]
        assert sum(len(one) for one in ones) == len(stretches.features(*place))


def test_sums_that_are_kept_change_no_reading() -> None:
    texts = ["argh typo. Chester!", "hello from Chester, the movers just left", "我搬到松江了", "argh typo. Chester!"]
    facts = [Fact("home", "Exeter", just=True), Fact("hometown", "Exeter"), Fact("home", "嘉定"), Fact("age", "31")]
    kept = aligner()
    for text in texts:
        for fact in facts:
            pair = pair_view(text, fact)
            fresh = Aligner(kept.relations, kept.values)
            assert kept.relation(pair) == fresh.relation(pair)
            assert kept.new_value(pair) == fresh.new_value(pair)


def test_a_fact_that_a_message_cannot_be_about_is_not_compared_with_it() -> None:
    view = message_view("picked up the banjo, and moved to York")
    assert may_concern(view, Fact("home", "Leeds"))
    assert may_concern(view, Fact("hobby", "cello"))
    assert not may_concern(view, Fact("goal", "read 20 books"))
    assert not may_concern(view, Fact("home", "Leeds", "sister", named=False))
    assert may_concern(view, Fact("goal", "read 20 books", just=True))


def test_numbers_are_found_in_words_and_digits() -> None:
    assert mention_of(message_view("we keep three hens"), "3 hens").whole
    assert mention_of(message_view("家里养了三只羊"), "3只羊").at


def test_a_new_value_takes_the_place_of_its_kind_within_the_old() -> None:
    assert placed("physio monday", "wednesday") == "physio wednesday"
    assert placed("two cats", "three cats") == "three cats"
    assert placed("Leeds", "York") == "York"


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80), st.text(max_size=20))
def test_any_text_is_read(text: str, value: str) -> None:
    pair = pair_view(text, Fact("home", value))
    assert abs(sum(aligner().relation(pair).values()) - 1.0) < 1e-6
    aligner().new_value(pair)


TALKS = [
    (
        ("hi there, my name is Oona", "I love pottery and I work for Delft Ceramics as a glazer", "I hate cold kilns"),
        (
            "Thanks, that means a lot to me! Sundays there are so peaceful and everybody brings cake and stories.",
            "Wow, what a lovely picture! My grandmother's bowl had a pattern like that, from a market in Ghent.",
            "Sure, I was thinking of trying something new this spring, maybe a class with friends who paint on silk.",
            "Lately the evenings are long, so I've been looking into pottery fairs and how people sell there.",
            "Haha, great. The lady at the bakery said my mugs look happy and I smiled for the rest of the day.",
            "Well, I'd better go and see to supper before it rains. Let's talk about the glaze recipes again.",
        ),
    ),
    (
        ("我叫小满，在花店上班", "我喜欢旅游和看电影", "我不喜欢吵闹的地方"),
        (
            "最近我去听了一场音乐会，舞台特别漂亮，回来的路上还和朋友聊了好久，心情一下子就好了起来。",
            "其实我也在考虑去旅游放松一下，你觉得春天去海边这个主意怎么样，会不会人太多太挤？",
            "我想找一些电影来看，周末一个人打发打发时间，有什么好的推荐给我吗？",
            "谢谢你的建议，听起来都很不错，我会慢慢考虑的，等忙完这阵子再说，到时候告诉你结果。",
        ),
    ),
]


@pytest.mark.parametrize(("told", "talk"), TALKS)
@pytest.mark.parametrize("apart", [timedelta(0), timedelta(days=9)])
def test_a_talk_about_other_things_leaves_the_card_as_it_is(
    told: tuple[str, ...], talk: tuple[str, ...], apart: timedelta
) -> None:
    before = card_after(told)
    after = card_after((*told, *talk)) if not apart else card_after(told, talk, apart=apart)
    kinds = ("name", "employer", "job", "dislikes")
    assert before
    assert {key: after.get(key) for key in before if key.split(":")[0].endswith(kinds)} == {
        key: value for key, value in before.items() if key.split(":")[0].endswith(kinds)
    }
    liked = {value for key, value in before.items() if "likes" in key}
    held = " ".join(after.values())
    assert all(value in held or value.removeprefix("看") in held for value in liked)  # perhaps as a hobby by now
    assert not any("dislikes" in key for key in after if after[key] in {v for k, v in before.items() if "_likes" in k})
