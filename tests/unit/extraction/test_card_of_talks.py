"""What stands on a card after talks: each message read and resolved, the encoder reading along."""

from datetime import UTC, datetime, timedelta

import pytest

from app.domain.extraction.changes import Stated
from app.domain.extraction.extract import extract
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Said
from app.domain.extraction.resolve import resolve

BEGIN = datetime(2026, 1, 5, 9, tzinfo=UTC)
"""A Monday."""


def card(*talks: str) -> dict[str, str]:
    """Return the values shown, by key, after talks a month apart, each of messages between `/`."""
    known: dict[str, KnownFact] = {}
    for number, talk in enumerate(talks):
        at = BEGIN + timedelta(days=30 * number)
        said = [
            Said(f"{number}.{place}", "user", text.strip(), at + timedelta(seconds=30 * place))
            for place, text in enumerate(talk.split("/"))
        ]
        when = {one.id: one.created_at for one in said}
        stated = [
            Stated(one, max(when[i] for i in one.message_ids), f"s{number}", tuple(one.message_ids))
            for one in extract(said)
        ]
        for one in resolve(stated, list(known.values()), at):
            for change in one.changes:
                before = known.get(change.key)
                if before is None or change.valid_from >= before.valid_from:
                    known[change.key] = KnownFact(
                        change.key, change.value, change.confidence, change.valid_from, change.source,
                        change.retracted, change.valid_to, one.stated.told,
                    )  # fmt: skip
    end = BEGIN + timedelta(days=30 * len(talks))
    return {
        key: fact.value
        for key, fact in known.items()
        if not fact.retracted and (fact.valid_to is None or fact.valid_to > end)
    }


@pytest.mark.parametrize(
    ("talks", "held", "gone"),
    [
        (("I'm a roofer, mostly slate", "quit the roofing thing. i'm a lifeguard as of december"), "lifeguard", "roof"),
        (("我在铁路局当检票员", "从铁路局辞职了，现在自己开了家面馆"), "面馆", "检票"),
        (("我在牙科诊所做会计", "上周正式退休了，会计干了二十年"), "退休", "诊所"),
        (("my blood group is B positive", "i had that wrong, it's A positive"), "A positive", "B positive"),
        (("yoga is tuesdays 6pm at the Old Mill", "yoga's been moved to fridays"), "fridays 6pm", "tuesday"),
        (("我最爱吃酸辣粉", "现在一闻酸辣粉就恶心，彻底讨厌了"), "酸辣粉", "colour"),
        (("我老家在宜春", "打错了，我老家是宜昌不是宜春"), "宜昌", "宜春"),
        (("my husband's name is Corin / sorry, autocorrect, it's Colin",), "Colin", "Corin"),
        (("my daughter's name is Bella / no, her name is Bea",), "user_daughter_name=Bea", "Bella"),
        (("my parents live in Sligo", "mom and dad moved to Alicante"), "user_parents_home=Alicante", "Sligo"),
        (("我爸妈住在荆州", "爸爸妈妈搬到宜昌了"), "user_parents_home=宜昌", "荆州"),
        (("my mom is a nurse and dad drives a bus",), "user_mother_job=nurse", "nurse and dad"),
        (
            ("my daughter is called Bella", "my other daughter is called Bea"),
            "daughter_name=Bella",
            "daughter_name=Bea",
        ),
        (("i'm allergic to penicillin", "can't get enough of figs these days"), "figs", ""),
        (("我女儿叫思思，8岁，学古筝", "思思不学古筝了，改学跆拳道，每周六去"), "跆拳道", "古筝"),
        (("我女朋友叫小美，是兽医。我喜欢爵士", "把关于我女朋友的都忘了"), "爵士", "小美"),
        (("我血型是B型", "跟你说过没 我B型血 回头献血叫上我"), "B型", ""),
        (("my mum and dad live in Sligo", "my parents have moved to Porto"), "Porto", "Sligo"),
        (("my phone number is 555-0101", "Call the vet at 555-0177"), "phone=555-0101", "0177"),
        (("my phone number is 555-0101", "call me at 555-0133 from now on"), "555-0133", "phone=555-0101"),
        (("I live in Hull and I drive a Skoda. My cat is called Plum", "Forget everything I told you."), "", "Hull"),
        (
            ("I live in Hull and I drive a Skoda. My cat is called Plum", "please forget all you know about me"),
            "",
            "Plum",
        ),
        (("I live in Hull", "you forgot everything I told you"), "Hull", ""),
        (("I live in Hull", "Forget everything you know."), "Hull", ""),
        (("I live in Hull", "delete everything you noted"), "Hull", ""),
        (("我住在温州", "忘掉我刚才说的话"), "温州", ""),
        (("我住在温州", "把我刚才说的都忘了"), "温州", ""),
        (("我住在温州", "你能把我说过的都忘了吗？"), "", "温州"),
        (("I live in Hull", "Can you forget everything I told you?"), "", "Hull"),
        (("I live in Hull", "forget everything I told you about my boss"), "Hull", ""),
        (("我住在温州，养了只猫叫年糕", "把我之前说过的话都忘了吧"), "", "温州"),
        (("我住在温州，养了只猫叫年糕", "请清空你对我的所有记忆"), "", "年糕"),
        (("我住在温州", "你把我说过的都忘了"), "温州", ""),
        (("我现在住到春天",), "春天", "home=春天"),
        (("my job's at Quarry Lane, sun thru wed nights",), "Quarry Lane", ""),
    ],
)
def test_what_stands_after_talks(talks: tuple[str, ...], held: str, gone: str) -> None:
    shown = " ".join(f"{key}={value}" for key, value in card(*talks).items())
    assert held in shown
    assert not gone or gone not in shown


@pytest.mark.parametrize(
    ("talk", "over"),
    [
        ("in Oslo til thursday for a trade fair", "Oslo"),
        ("just for this week i'm filling in at the Ripon branch", "Ripon"),
        ("on leave this week so wake me at ten, back to usual on monday", "ten"),
        ("for two days answer in Italian, i'm cramming", "Italian"),
        ("no gluten this week, doctor's orders", "gluten"),
        ("接下来五天请用意大利语回复我", "意大利语"),
    ],
)
def test_what_is_for_some_days_is_not_there_a_month_later(talk: str, over: str) -> None:
    assert over not in " ".join(card(talk).values())


def test_what_is_told_under_two_names_gets_one_new_value() -> None:
    values = card("我们家五口人，按五口人做饭", "小姑搬走了，现在家里是4口人").values()
    assert not any("五" in one for one in values)
    assert any("4" in one for one in values)


def test_what_stays_is_not_what_takes_the_place() -> None:
    shown = card(
        "i take ramipril in the morning and iron at night", "doc stopped the ramipril, i'm on losartan now. iron stays"
    )
    assert "iron" in shown.values()
    assert not any("ramipril" in one for one in shown.values())


@pytest.mark.parametrize(
    ("asked", "answer", "stands"),
    [
        ("真的每天都吃苦瓜吗？", "你说呢", False),
        ("Really, your favourite?", "what do you think??", False),
        ("Really, your favourite?", "yes, what do you think of it", True),
        ("喜欢蓝的还是绿的？", "你说呢", True),
        ("听起来像是反话，不喜欢蓝的？", "不然呢", False),
        ("开玩笑的吧，蓝的？", "没有，我真喜欢", True),
        ("Do I detect sarcasm?", "haha yes, obviously", False),
        ("You're joking, surely.", "no, i mean it", True),
        ("Are you kidding?", "of course not", True),
    ],
)
def test_who_asks_back_whether_it_was_meant_takes_it_back(asked: str, answer: str, stands: bool) -> None:
    said = [
        Said("1", "user", "我特别喜欢吃苦瓜" if "苦" in asked or "蓝" in asked else "i love boiled cabbage", BEGIN),
        Said("2", "assistant", asked, BEGIN),
        Said("3", "user", answer, BEGIN),
    ]
    found = extract(said)
    assert any(one.action == "retract" and one.never_true for one in found) is not stands


@pytest.mark.parametrize(
    ("talks", "held", "gone"),
    [
        (("my brother Gethin lives in Rhyl", "Gethin moved to Conwy, i miss him"), "brother.gethin_home=Conwy", "Rhyl"),
        (("我家猫叫麻团，三岁", "麻团胖到16斤了"), "麻团_weight=16斤", "user_weight"),
        (("our daughter Nell is vegan", "Nell isn't vegan any more"), "daughter", "vegan"),
        (
            ("my wife is called Oona", "Oona started a job at the port. we live in Deal now"),
            "user_home=Deal",
            "user_emp",
        ),
        (("my wife is called Oona", "i told Oona that i work at the port"), "work at the port", "oona_"),
        (("my son is called Tom", "Tomorrow works, moved to Leeds last week"), "", "tom_home"),
        (("my son is called Will", "will be working at the Hilton from now on"), "", "will_"),
    ],
)
def test_what_is_said_of_somebody_known_by_name_is_theirs(talks: tuple[str, ...], held: str, gone: str) -> None:
    shown = " ".join(f"{key}={value}" for key, value in card(*talks).items())
    assert held in shown
    assert gone not in shown


@pytest.mark.parametrize(
    ("text", "unwanted"),
    [
        ("is Graz nice to live in? cinemas and so on", "Graz"),
        ("当厨师得学几年啊，辛不辛苦", "厨师"),
        ("ok you're the harbour master, i'm Elspeth, a smuggler", "Elspeth"),
        ("right, you're a casting agent, and i'm trying out as a juggler", "juggler"),
    ],
)
def test_what_is_asked_of_others_or_played_is_no_fact(text: str, unwanted: str) -> None:
    assert unwanted not in " ".join(card(text).values())


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("I live in Graz, is that far from Vienna?", "Graz"),
        ("ok you're the best, i'm Elspeth", "Elspeth"),
        ("我是厨师，几点下班合适？", "厨师"),
    ],
)
def test_what_is_told_beside_a_question_stays(text: str, wanted: str) -> None:
    assert wanted in " ".join(card(text).values())
