"""What a Chinese message states only together with the one before it. The kinds of saying covered:

- answers: "您住哪儿？" → "苏州"; asked for name, age, home, hometown, birthday, job, employer, budget, allergy, likes,
  contact, time, tools, school, the name, age or kind of a pet or family member, or "您的X是？"
- confirmations: "您是在成都吧？" → "对" states what was asked, as the user's
- corrections: "不是小李 是小黎", "不对，是若汐", "是Y，不是X" correct what stands in the message before
"""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.models import USER, Said, Statement, Subject
from app.domain.extraction.zh.answers_patterns import DODGE, QUESTIONS, SLIP, SLOT, TAG, YES
from app.domain.extraction.zh.gates import ASKS, supposes
from app.domain.extraction.zh.kin import KIN, KIN_RE, PET_RE, PETS
from app.domain.extraction.zh.rule import kind_of
from app.domain.extraction.zh.text import Clause, fold
from app.domain.extraction.zh.values import NUMBER, columns, looks_like_name, tidy

_ASK: Final = tuple((attribute, re.compile(pattern)) for attribute, pattern in QUESTIONS)
_NOT: Final = re.compile(
    r"^(?:啊|哎|诶|喂|都说了|我说了|说了|才|是)*不(?:是|叫|姓|住(?:在)?|在|属)(?P<wrong>[^,，]{1,12}?)"
    r"(?:(?:啦|啊|哦|呀|了|的)*$|(?:，|,| )*(?:而)?(?:是|叫)(?P<right>[^,，]{1,14})$)"
)
_BUT: Final = re.compile(
    r"^(?:而|应该|其实|正确的|我的?|名字|明明|就|正确|应当|写作)*(?:是|叫|姓|住(?:在)?|"
    r"在)(?P<right>[^,，]{1,14})$"
)
_IS_NOT: Final = re.compile(
    r"^(?:应该|其实|我|明明)*(?:是|叫|姓)(?P<right>[^,，]{1,10}?)(?:，|,| )*(?:而)?(?:不是|"
    r"不叫|不姓|别(?:写|记|叫)成|不要写成)(?P<wrong>[^,，]{1,10}?)(?:啦|啊|哦|呀|了)*$"
)
_NO_RIGHT: Final = re.compile(
    r"^(?:我|你|他|没|不|因为|想|要|说|这|那|来|为了|有|怕|真|太|什么|啥|谁|吗)|[吗么]$|"
    r"的问题|意思"
)
_HAN_NAME: Final = re.compile(r"[\u4e00-\u9fff]{2,4}")


def read_answer(clauses: list[Clause], previous: Said | None) -> list[Statement]:
    """Return what the first clause states as the answer to a question in the message before."""
    if previous is None or not clauses or previous.role == "user":
        return []
    asked = fold(previous.content[-400:]).strip()
    questions = _questions(asked)
    first = clauses[0]
    if (
        not questions
        or ASKS.search(first.plain)
        or "?" in first.ending
        or "？" in first.ending
        or supposes(first.plain)
    ):
        return []
    wanted = [(one, question) for question in questions for one, pattern in _ASK if pattern.search(question)]
    if len(wanted) > 1 and (found := _answered_in_turn(wanted, clauses)):
        return found
    value = _answer_value(first)
    if not value or DODGE.match(fold(value)) or columns(value) > 30:
        return []
    if wanted:
        attribute, question = next((one for one in wanted if one[1] == questions[-1]), wanted[-1])
        subject = _asked_about(question)
        return _shaped(attribute, value, subject) + _more(attribute, clauses[1:], subject)
    return _keyed(questions[-1], value)


def _questions(asked: str) -> list[str]:
    """Return the last questions of a folded text, at most three, in order; empty where it asks nothing."""
    sentences = [part.strip() for part in re.split(r"(?<=[？?。！!\n])", asked) if part.strip()]
    asking = [one for one in sentences[-3:] if one.endswith(("?", "？")) or ASKS.search(one)]
    return asking if sentences and (asking[-1:] == sentences[-1:] or asking[-1:] == sentences[-2:-1]) else []


def _answered_in_turn(wanted: list[tuple[str, str]], clauses: list[Clause]) -> list[Statement]:
    """Return the answers to several things asked at once ("168 55kg"): pieces of the shape asked for."""
    pieces = [piece for clause in clauses[:4] for piece in _PIECE.findall(clause.typed[:60])]
    found: list[Statement] = []
    for attribute, question in wanted:
        shape = _SHAPE.get(attribute)
        if shape is None or attribute in {one.attribute for one in found}:
            continue
        for piece in pieces:
            value = tidy(_LEAD.sub("", piece))
            if value and shape.fullmatch(fold(value)) and not DODGE.match(fold(value)):
                found += _shaped(attribute, value, _asked_about(question))
                pieces.remove(piece)
                break
    return found if any(re.search(r"\d|[一二三四五六七八九十]", one.value) for one in found) else []


def _more(attribute: str, clauses: list[Clause], subject: Subject) -> list[Statement]:
    """Return what bare fragments add to an answer that may hold many ("海鲜 | 尤其是虾")."""
    found: list[Statement] = []
    for clause in clauses[:3] if holds_many(attribute) else []:
        added = _ADDED.fullmatch(clause.plain)
        if not added:
            break
        span = added.span("what") if added["what"] else added.span("what2")
        found += _shaped(attribute, tidy(clause.part(*span)), subject)
    return [one for one in found if one.value]


def _keyed(question: str, value: str) -> list[Statement]:
    """Return the answer to any other question about how things are with the user, under the question's own words."""
    if re.search(r"正确的|正确写法|哪个字|怎么写", question):
        return [Statement("fact", "name", value, confidence=0.7)] if looks_like_name(value) else []
    if slot := SLOT.search(question):
        return [Statement("fact", slot["key"], value, confidence=0.7)]
    if not _OF_THE_USER.search(question) or _OF_THE_MOMENT.search(question) or columns(value) > 24:
        return []
    key = _WHAT_IS_ASKED.sub("", question)
    key = key if 2 <= len(key) <= 8 and not re.search("[没不他她它吗吧]", key) else "about"
    return [Statement("fact", key, value, confidence=0.6)]


_LEAD: Final = re.compile(
    r"^(?:哦|嗯|啊|呃|额|就|是|我|叫|它|他|她|姓|在|住|名字|的|对|大概|大约|差不多|"
    r"应该|写|今年|才|刚|满|已经|都|老家|做|当|用|预算|一般|主要|目前|现在|还|"
    r"有|喜欢|:|：|，|,| )*"
)
_PIECE: Final = re.compile(r"[^\s,，、/]+")
_ADDED: Final = re.compile(
    r"(?:(?:尤其|特别|主要|比如|还|也|以及|包括|其次|再就|外加)(?:是|有|像)?|和|"
    r"跟)(?P<what>[\u4e00-\u9fffa-z]{1,8})|(?P<what2>(?!哈|嗯|谢|好|对|就|没)[\u4e00-\u9fff]{1,3})"
)
_OF_THE_USER: Final = re.compile(r"您|你|平时|一般|习惯|通常|家里|平常|日常|目前")
_OF_THE_MOMENT: Final = re.compile(
    r"想(?!必)|需要|打算|今[天晚]|这次|这[个种份]|帮|要不要|哪天|几位|几个人|几份|还有什么|有什么(?:问题|需要|"
    r"可以)|怎么了|什么事|为什么|觉得|发生|"
    r"意思|错误|报错|哪一步|哪个版本|选哪|哪种好|满意|吗[？?]*$|吧[？?]*$|要(?:什么|几|多|哪|点)|吃了|心情|"
    r"感觉|刚才|现在感"
)
_WHAT_IS_ASKED: Final = re.compile(
    r"那(?!边)|请问|方便说下|方便(?:告诉|透露)|您|你|们|的|是|呢|呀|啊|哪(?:里|儿|个|些|款|种|家|位|天)?|什么|"
    r"啥|怎么|怎样|如何|多少|几|平时|一般|通常|都|会|"
    r"现在|目前|[？?，,。！!：: ]|哈+|好的?|可以|告诉我?|一下|下"
)


def _answer_value(first: Clause) -> str:
    lead = _LEAD.match(first.plain)
    start = lead.end() if lead and lead.end() < len(first.plain) else 0
    return tidy(first.typed[start:])


def _asked_about(question: str) -> Subject:
    """Return whom a question is about: a relative or pet of the user's, a name, or the user."""
    if found := re.search(rf"(?:您|你)?(?:家)?(?:的)?(?P<word>{KIN_RE}|{PET_RE})", question):
        return Subject(KIN.get(found["word"]) or PETS[found["word"]])
    if re.match(r"(?:[^,，]{0,4}[,，])?(?:哈+|哇|好的?)?[,，]?(?:那)?(?:它|它们|小家伙|毛孩子)", question):
        return Subject("pet")
    if re.match(r"(?:[^,，]{0,4}[,，])?(?:哈+|哇|好的?)?[,，]?(?:那)?(?:他|她|孩子|宝宝|小朋友)", question):
        return Subject("child")
    named = re.match(
        r"(?:哈+|哇|好的?|嗯)?[,，]?(?P<name>[\u4e00-\u9fff]{2,3})(?=多大|几岁|现在|"
        r"今年|上几|读几|喜欢|对什么)",
        question,
    )
    if named and not named["name"].startswith(("您", "你", "请", "那", "平时", "今年", "现在")):
        return Subject("", named["name"])
    return USER


_SHAPES: Final = {
    "age": rf"{NUMBER}(?:岁半?|个半?月|周岁)?|百天|满月",
    "birthday": r".*(?:[\d一二三四五六七八九十]+月|\d[./-]\d|节|元旦|除夕).*",
    "budget": rf".*{NUMBER}.*",
    "phone": r"[+\d -]{7,20}",
    "email": r"\S+@\S+",
    "height": r".*[\d一].*",
    "weight": r".*\d.*(?:斤|kg|公斤|千克)?",
    "blood_type": r"(?:ab|a|b|o)型?",
    "zodiac": r"[鼠牛虎兔龙蛇马羊猴鸡狗猪]",
    "home": r"[\u4e00-\u9fffa-z ·]{2,20}",
    "hometown": r"[\u4e00-\u9fffa-z ·]{2,20}",
    "name": r"[\u4e00-\u9fffa-z .·'’]{1,20}",
}
_SHAPE: Final = {attribute: re.compile(pattern) for attribute, pattern in _SHAPES.items()}


def _shaped(attribute: str, value: str, subject: Subject) -> list[Statement]:
    """Return the answer as a statement if it has the shape of one."""
    shape = _SHAPE.get(attribute)
    if shape and not shape.fullmatch(fold(value)):
        return []
    if attribute == "name":
        if subject != USER:
            subject = Subject(subject.relation, value)
        elif len(value) == 1:
            attribute = "surname"
    return [Statement(kind_of(attribute), attribute, value, subject, confidence=0.7)]


def confirmed(clauses: list[Clause], previous: Said | None) -> str:
    """Return the assistant's question as the user's statement where the message says yes to it, else ""."""
    if previous is None or previous.role != "assistant" or not clauses or not YES.match(clauses[0].plain):
        return ""
    question = previous.content[-300:].strip()
    sentences = [part.strip() for part in re.split(r"(?<=[。！!？?\n])", question) if part.strip()]
    last = sentences[-1] if sentences else ""
    tag = TAG.search(fold(last))
    if tag is None or not last.endswith(("?", "？")):
        return ""
    stated = last[: tag.start()]
    if ASKS.search(fold(stated)):
        return ""
    return stated.replace("您", "我").replace("你", "我").replace("妳", "我").strip("，, ")


def read_correction(clauses: list[Clause], previous: Said | None, before: list[Statement]) -> list[Statement]:
    """Return what a message corrects; `before` is what the message before it says, as if the user had said it."""
    slipped = False
    for place, clause in enumerate(clauses[:12]):
        plain = clause.plain
        both = _IS_NOT.match(plain)
        match = both or _NOT.match(plain)
        if match and match["wrong"]:
            right, wrong = _pair(clauses, place, match)
            if right and wrong and columns(right) <= 24:
                return _corrected(right, wrong, previous, before)
        if (slipped or SLIP.search(plain)) and (but := _BUT.match(plain)) and not _NO_RIGHT.search(but["right"]):
            right = tidy(clause.part(*but.span("right")))
            if right and columns(right) <= 24:
                return _corrected(right, _alike(right, previous), previous, before)
        slipped = slipped or bool(SLIP.search(plain))
    return []


def _pair(clauses: list[Clause], place: int, match: re.Match[str]) -> tuple[str, str]:
    """Return the right and the wrong value of "不是X 是Y" or "是Y，不是X", "" where it is no such pair."""
    clause = clauses[place]
    wrong = tidy(clause.part(*match.span("wrong")))
    if match["right"]:
        right = "" if _NO_RIGHT.search(match["right"]) else tidy(clause.part(*match.span("right")))
        return right, wrong
    if (
        place + 1 < len(clauses)
        and (but := _BUT.match(clauses[place + 1].plain))
        and not _NO_RIGHT.search(but["right"])
    ):
        return tidy(clauses[place + 1].part(*but.span("right"))), wrong
    earlier = (
        re.match(r"^(?:应该|其实|我们?)*(?:是|叫)(?P<right>[^,，]{1,10})$", clauses[place - 1].plain) if place else None
    )
    if earlier and not _NO_RIGHT.search(earlier["right"]):
        return tidy(clauses[place - 1].part(*earlier.span("right"))), wrong
    return "", wrong


def _alike(right: str, previous: Said | None) -> str:
    """Return what in the message before looks most like the right value (as long, half its characters), else ""."""
    if previous is None or len(right) < 2:
        return ""
    text = previous.content[:1000]
    for start in range(len(text) - len(right) + 1):
        piece = text[start : start + len(right)]
        same = sum(one == other for one, other in zip(piece, right, strict=True))
        if piece != right and same * 2 >= len(right) and (_HAN_NAME.fullmatch(piece) or any(map(str.isdigit, piece))):
            return piece
    return ""


def _corrected(right: str, wrong: str, previous: Said | None, before: list[Statement]) -> list[Statement]:
    """Return the statement that puts `right` in the place of `wrong`, under the attribute that it had."""
    for one in before:
        if (wrong and wrong in one.value) or (not wrong and len(before) == 1):
            value = one.value.replace(wrong, right) if wrong else right
            subject = Subject(one.subject.relation, right) if wrong and one.subject.name == wrong else one.subject
            return [replace(one, value=value, subject=subject, corrects=wrong or one.value, confidence=0.9)]
    text = fold(previous.content) if previous else ""
    called = wrong and re.search(
        rf"{re.escape(fold(wrong))}(?:您好|你好|先生|女士|小姐|同学|太太)|(?:您好|你好|"
        rf"欢迎(?:回来)?)[,，]?{re.escape(fold(wrong))}",
        text,
    )
    if called:
        return [Statement("preference", "address_as", right, corrects=wrong)]
    return [Statement("fact", "", right, corrects=wrong, confidence=0.8)] if wrong or previous else []
