"""What is believed of the rules' claims where the encoder reads along, and what they may end."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.aligner import vetoing
from app.domain.extraction.aligner.vetoing import without_untouched
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.effects import FactEffect
from app.domain.extraction.extract import extract
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.resolve import resolve
from app.domain.extraction.tagger.denied import is_denied, is_of_somebody

AT = datetime(2026, 6, 1, tzinfo=UTC)


def _shown(text: str) -> dict[str, str]:
    said = extract([Said("1", "user", text, AT)])
    return {f"{one.subject.relation}.{one.attribute}": one.value for one in said if one.action == "state"}


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("我女儿叫小刚子", "daughter.name", "小刚子"),
        ("我儿子叫小刚", "son.name", "小刚"),
        ("我有个女儿叫思琪", "daughter.name", "思琪"),
        ("我阿嬤九十二歲了", "grandmother.age", "九十二歲"),
    ],
)
def test_a_value_is_as_long_as_the_encoder_sees_it(text: str, key: str, value: str) -> None:
    assert _shown(text)[key] == value


@pytest.mark.parametrize(("text", "key"), [("我是左撇子", "user.name"), ("我怕蜘蛛", "pet.species")])
def test_a_value_of_another_kind_goes_where_it_belongs(text: str, key: str) -> None:
    assert key not in _shown(text)


@pytest.mark.parametrize(
    ("text", "attribute", "value", "denied"),
    [
        ("don't answer in Dutch", "reply_language", "Dutch", True),
        ("please never again write in Dutch", "reply_language", "Dutch", True),
        ("请不要用荷兰语回答", "reply_language", "荷兰语", True),
        ("我不会说荷兰语", "language_spoken", "荷兰语", True),
        ("i don't have a parrot", "pet", "parrot", True),
        ("i don't work at Shell", "employer", "Shell", True),
        ("no, i work at Shell", "employer", "Shell", False),
        ("not in English, answer in Dutch", "reply_language", "Dutch", False),
        ("我不仅会说荷兰语", "language_spoken", "荷兰语", False),
        ("i've never left Delft", "home", "Delft", False),
        ("回答别太长", "reply_length", "别太长", False),
        ("i don't eat parrot", "avoids", "parrot", False),
    ],
)
def test_what_is_denied_is_no_claim(text: str, attribute: str, value: str, denied: bool) -> None:
    assert is_denied(text, Statement("fact", attribute, value), text.index(value)) is denied


def _known(*facts: tuple[str, str]) -> KnownFacts:
    before = AT - timedelta(days=9)
    return KnownFacts([KnownFact(key, value, 0.8, before, {"session_id": "s0"}) for key, value in facts], AT)


def _heard(text: str) -> Stated:
    return Stated(Statement("fact", "", text, action="heard"), AT, "s1", ("m",))


def test_rules_end_only_what_the_message_may_touch(monkeypatch: pytest.MonkeyPatch) -> None:
    known = _known(("user_allergy:nuts", "nuts"), ("user_job", "roofer"))
    facts = list(known)
    left, ends = FactEffect((0.9, 0.05, 0.02, 0.02, 0.01), "", 0.0), FactEffect((0.1, 0.1, 0.7, 0.05, 0.05), "", 0.0)
    relations = dict.fromkeys(("nuts", "roofer"), left) | {"nuts": ends}
    monkeypatch.setattr(vetoing, "effects_on", lambda _text, seen, _asked: [relations[fact.value] for fact in seen])
    assert [fact.value for fact in without_untouched(_heard("no nuts"), facts, known)] == ["nuts"]
    assert without_untouched(None, facts, known) == facts
    monkeypatch.setattr(vetoing, "effects_on", lambda *_: None)
    assert without_untouched(_heard("no nuts"), facts, known) == facts


@pytest.mark.parametrize(
    ("first", "later", "key"),
    [
        ("I'm vegan", "I'm no longer vegan", "user_diet"),
        ("I live in Delft", "I don't live in Delft any more", "user_home"),
        ("我对牛奶过敏", "我已经不对牛奶过敏了", "user_allergy:牛奶"),
    ],
)
def test_what_ended_stays_ended_though_it_is_told_later(first: str, later: str, key: str) -> None:
    known: dict[str, KnownFact] = {}
    for text, at in ((later, AT), (first, AT - timedelta(days=300))):
        stated = [Stated(one, at, str(at), ("m",)) for one in extract([Said("m", "user", text, at)])]
        for resolution in resolve(stated, list(known.values()), AT + timedelta(days=1)):
            for one in resolution.changes:
                if one.key not in known or one.valid_from >= known[one.key].valid_from:
                    known[one.key] = KnownFact(
                        one.key, one.value, one.confidence, one.valid_from, one.source, one.retracted, one.valid_to
                    )
    assert all(fact.retracted for fact in known.values() if fact.key == key)
    assert key in known


@pytest.mark.parametrize(
    ("text", "attribute", "value", "theirs"),
    [
        ("Pavel is our sales manager", "job", "sales manager", True),
        ("She was here. Pavel Novak was the cook", "job", "cook", True),
        ("My job is a cook", "job", "cook", False),
        ("I'm the cook", "job", "cook", False),
        ("ring the surgery on 0113 496", "phone", "0113 496", True),
        ("ring me on 0113 496", "phone", "0113 496", False),
        ("物业电话是8123", "phone", "8123", True),
        ("我的电话是8123", "phone", "8123", False),
        ("梦里我叫阿尔法", "name", "阿尔法", True),
    ],
)
def test_what_is_somebody_elses_is_no_claim(text: str, attribute: str, value: str, theirs: bool) -> None:
    assert is_of_somebody(text, Statement("fact", attribute, value), text.index(value)) is theirs


def test_a_job_is_no_longer_than_the_encoder_sees_it() -> None:
    assert _shown("我在一家做玩具的公司当出纳")["user.job"] == "出纳"
