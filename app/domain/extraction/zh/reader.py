"""What a user states of themselves and those close to them in Chinese (either script, mixed with English words).

Runs over the clauses of the message: whom each is about (`zh_subjects`), what it states by the rules of each topic
(`zh_self`, `zh_family`, `zh_work`, `zh_tools`, `zh_tastes`, `zh_health`, `zh_plans`, `zh_wishes`, `zh_about`), what
it ends or corrects (`zh_updates`, `zh_answers`). Questions, suppositions, irony, play, quotations and other people's
affairs state nothing (`zh_gates`).
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Final

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.models import USER, Said, Statement
from app.domain.extraction.zh.about import read_about
from app.domain.extraction.zh.amounts import read_amounts
from app.domain.extraction.zh.answers import confirmed, read_answer, read_correction
from app.domain.extraction.zh.called import read_renamed, read_spelt
from app.domain.extraction.zh.classed import read_classed
from app.domain.extraction.zh.continued import read_continued
from app.domain.extraction.zh.family import MEMBERS, read_family
from app.domain.extraction.zh.gates import is_joke, states_nothing
from app.domain.extraction.zh.health import HEALTH
from app.domain.extraction.zh.kept import bare, distinct, is_kept_of, placed, without_contained
from app.domain.extraction.zh.loose import LOOSE, read_loose
from app.domain.extraction.zh.names import read_names
from app.domain.extraction.zh.plans import ACTS, BUDGET, HABITS, PLANS, PURCHASE, SMOKES
from app.domain.extraction.zh.rule import Rule, applies, give, read_rule
from app.domain.extraction.zh.self import RENT
from app.domain.extraction.zh.self import RULES as SELF_RULES
from app.domain.extraction.zh.slots import placed_by_kind
from app.domain.extraction.zh.subjects import Teller, Told
from app.domain.extraction.zh.tastes import TASTES
from app.domain.extraction.zh.text import MOST_CHARACTERS, fold, read_clauses
from app.domain.extraction.zh.times import end_named, limit_of
from app.domain.extraction.zh.tools import SLOT_RULES, TOOLS
from app.domain.extraction.zh.updates import read_generic, read_taken_back, read_updates, take_back
from app.domain.extraction.zh.values import tidy
from app.domain.extraction.zh.wishes import CONTACT, LANGUAGE, LENGTH, STYLE, is_errand_for_assistant
from app.domain.extraction.zh.wishes import RULES as WISH_RULES
from app.domain.extraction.zh.work import WORK

_BUYING: Final = re.compile(
    r"请客|吃饭|一桌|聚餐|消费|买|挑|选|租|送|换|预算|装修|旅|订|礼|价|入手|找|办|推荐|"
    r"想要|求"
)
_USUALLY: Final = re.compile(r"平时|平常|一般|通常|一直|长期")
_SUM: Final = re.compile(r"\d{3}|[百千万k]")
_REMEMBER: Final = re.compile(r"(?:记(?:住|得|一下|下来?|着)|备忘|别忘了?(?:我)?|帮我记)(?!错|不|者|忆)[,，:：]?")
_DONE: Final = re.compile(r"(?:今[天晚早]|昨).*[\u4e00-\u9fff]了.")
_LAID: Final = re.compile(r"放(?!大)|丢|坏|掉|忘|没电|摔|碎")
_DEVICES: Final = frozenset(("phone_model", "computer", "headphones", "camera", "tablet", "watch"))
_SO: Final = re.compile(r"^(?:你)?就(?:把|给|帮|直接|别|不要|用|按|说|停|列|发|叫|提醒)")
_LASTING: Final = (
    *SELF_RULES,
    *MEMBERS,
    *WORK,
    *SLOT_RULES,
    *TOOLS,
    *TASTES,
    *HEALTH,
    *HABITS,
    SMOKES,
    *BUDGET,
    *LOOSE,
)
_TRAVELS: Final = re.compile(
    r"^(?:现在|目前|都|要|会|我|就|只|一直|全家|人|[这本下]个?(?:周|星期|礼拜|月)末?|这几天|这两天|[今明]天|"
    r"后天|暂时|临时|先)*(?:在|去|住|飞|待|到|出差)"
)


def extract_zh(message: Said, previous: Said | None, earlier: Said | None = None) -> list[Statement]:
    """Return what the user's message states, in the order said; `previous` is the message before it, by anybody.

    `earlier` is the user's own message before it: if that spoke of others, a clause without a subject may too.

    Pure and linear in the text, of which at most `MOST_CHARACTERS` are read. Never raises for any text.
    """
    text = message.content[:MOST_CHARACTERS]
    plain = fold(text)
    if not plain.strip():
        return []
    if is_joke(plain):
        return _sourced(read_taken_back(plain, text) or [take_back("", never_true=True)], message)
    if states_nothing(plain, fold(previous.content[:600]) if previous and previous.role == "assistant" else ""):
        return []
    clauses = read_clauses(text)
    found = read_taken_back(plain, text)
    if found:
        return _sourced(found, message)
    if correction := read_correction(clauses, previous, _as_if_said(previous)):
        found += correction
    else:
        found += read_answer(clauses, previous)
    if stated := confirmed(clauses, previous):
        found += [replace(one, confidence=0.7) for one in _read(stated, message.created_at)]
    if earlier and not found:
        found += read_renamed(clauses, earlier.content)
    corrected = {one.value for one in found if one.corrects}
    if spelt := read_spelt(clauses):
        found.append(Statement("fact", "name", spelt, confidence=0.8))
    told = Teller().tell(clauses)
    read = _read_clauses(told, plain, message.created_at)
    read = read_classed(told, read)
    vague = [] if earlier and _of_others(earlier) and "我" not in plain else read
    found += [
        one
        for one in read
        if one.attribute not in ("about", "schedule") or (one in vague and one.value not in corrected)
    ]
    return _sourced([bare(one) for one in placed_by_kind(found, plain) if is_kept_of(one)], message)


def _of_others(earlier: Said) -> bool:
    """Whether a message ends speaking of others."""
    told = Teller().tell(read_clauses(earlier.content[-200:]))
    return bool(told) and told[-1].role in ("other", "errand")


def _as_if_said(previous: Said | None) -> list[Statement]:
    """Return what the message before states, an assistant's read as if the user had said it."""
    if previous is None:
        return []
    text = previous.content[:1000]
    return _read(
        text.replace("您", "我").replace("你", "我") if previous.role == "assistant" else text, previous.created_at
    )


def _read(text: str, now: datetime) -> list[Statement]:
    return _read_clauses(Teller().tell(read_clauses(text)), fold(text), now)


def _sourced(found: list[Statement], message: Said) -> list[Statement]:
    """Return the statements without those said twice, with their source."""
    kept = {
        (one.action, one.subject, one.attribute, one.value): replace(one, message_ids=(message.id,)) for one in found
    }
    return list(kept.values())


def _read_clauses(told: list[Told], message: str, now: datetime) -> list[Statement]:
    found: list[Statement] = []
    sentence, limit = -1, None
    for one in told:
        if one.clause.sentence != sentence or _USUALLY.search(one.clause.plain):
            sentence, limit = one.clause.sentence, None
        limit = limit_of(one.clause.plain, now) or limit
        statements = _read_clause(one, message, now, limit)
        statements += read_loose(one, [other.clause.plain for other in told]) if not _stated(statements) else []
        for statement in statements or read_continued(one, found):
            if statement not in found:
                found.append(statement)
    if not any(one.action == "state" for one in found) and _REMEMBER.search(message):
        found += _remembered(told)
    return found


_WENT: Final = re.compile(
    r"[\u4e00-\u9fff]{0,6}?[去看买吃逛喝来回参遇碰玩走见爬骑](?:[\u4e00-\u9fff]{0,2}[了过])(?!吗|就)"
)
"""How what was done today begins, which is no plan ("去了一趟公园")."""


def _stated(found: list[Statement]) -> bool:
    return any(one.action == "state" and one.attribute != "about" for one in found)


def _read_clause(told: Told, message: str, now: datetime, limit: datetime | None) -> list[Statement]:
    """Return what one clause states: lasting things, acts and wishes, updates, the speaker's own nouns."""
    found = read_updates(told, message)
    if counted := read_amounts(told):
        return found + counted
    found += read_names(told)
    found += read_family(told)
    if told.role != "you":
        found += _lasting(told, limit)
    if told.role == "errand" or (_BUYING.search(message) and told.role in ("user", "close")):
        found += _purchase(told, message)
    if told.role in ("user", "you") and not is_errand_for_assistant(told.clause.plain):
        found += _wishes(told)
    if told.role in ("user", "close"):
        found += _acts(told, now, limit, found)
        if limit and not found and told.role == "user" and _TRAVELS.match(told.text) and not _WENT.match(told.text):
            found.append(give(told, "plan", tidy(told.part(0, len(told.text))), 0.7, limit))
    if _LAID.search(told.text):
        found = [one for one in found if one.attribute not in _DEVICES]
    if all(one.attribute == "tool" for one in found):
        return read_generic(told) or distinct(found) or read_about(told, limit is not None)
    return distinct(found)


def _lasting(told: Told, limit: datetime | None) -> list[Statement]:
    """Return what the rules of lasting things find; within a time limit what passes is a plan until then."""
    found: list[Statement] = []
    taken: set[str] = set()
    text = told.text
    in_front = told.front < told.body
    for rule in _LASTING:
        if (rule.pattern.search(text) is None and not in_front) or not applies(rule, told):
            continue
        for one in read_rule(rule, told):
            if one.attribute in taken and not holds_many(one.attribute):
                continue
            if limit and rule.passing:
                if _WENT.match(told.text):
                    continue
                one = give(told, "plan", tidy(told.part(0, len(told.text))), 0.7, limit)
            found.append(one)
        taken = {one.attribute for one in found}
    return without_contained(placed(found))


def _purchase(told: Told, message: str) -> list[Statement]:
    """Return a sum named for something to be bought; sums of one or two digits are amounts of something else."""
    if re.search("租|房东", message) and told.role == "user" and (rent := read_rule(RENT, told)):
        return [one for one in rent if _SUM.search(fold(one.value))]
    for rule in PURCHASE:
        for one in read_rule(rule, told):
            if _SUM.search(fold(one.value)):
                return [replace(one, subject=USER)]
    return []


def _first_of(rules: tuple[Rule, ...], told: Told) -> list[Statement]:
    for rule in rules:
        if applies(rule, told) and (found := read_rule(rule, told)):
            return found
    return []


def _wishes(told: Told) -> list[Statement]:
    """Return how the user wants to be answered and reached; a clause to the assistant ("你…") is the user's wish."""
    wish = replace(told, role="user", subject=USER)
    found: list[Statement] = []
    for rules in (LANGUAGE, LENGTH, STYLE, CONTACT, WISH_RULES):
        if not (
            (rules is WISH_RULES and found)
            or (rules is STYLE and any(one.attribute == "reply_length" for one in found))
        ):
            found += _first_of(rules, wish)
    if not found and _SO.match(told.clause.plain) and re.search("只要|每次|凡是|一旦|但凡", told.opened):
        found.append(give(wish, "rule", tidy(told.clause.typed)))
    return found


def _acts(told: Told, now: datetime, limit: datetime | None, before: list[Statement]) -> list[Statement]:
    """Return the commitment, deadline, goal, recurring event, appointment or plan that a clause states."""
    known = {one.attribute for one in before if one.action == "state"}
    if known & {"rule", "reply_style", "reply_length", "smoking", "wake_time", "bed_time"}:
        return []
    found = [one for one in _first_of(ACTS, told) if len(one.value) > 1]
    if not found and not known & {"employer", "job", "birthday", "home", "plan"}:
        found = [replace(one, valid_to=end_named(told.clause.plain, now)) for one in _first_of(PLANS, told)]
    found = [one for one in found if not (one.attribute == "appointment" and _DONE.search(fold(one.value)))]
    return [replace(one, valid_to=limit) if limit and one.attribute in ("schedule", "plan") else one for one in found]


def _remembered(told: list[Told]) -> list[Statement]:
    """Return what the user asks to be remembered where no rule knows what it is."""
    for one in told:
        if one.role in ("user", "close") and not _REMEMBER.fullmatch(one.clause.plain):
            words = _REMEMBER.search(one.clause.plain)
            start = words.end() if words else 0
            value = tidy(one.clause.part(start, len(one.clause.plain)))
            if len(value) >= 3:
                return [Statement("fact", "remember", value, confidence=0.7)]
    return []
