"""What a user states of themselves and those close to them in Japanese; fewer rules than for Chinese.

A sentence is cut at "、" and "。"; each piece is about whom it names before は, が, の or も, else about whom the piece
before was about. Questions, suppositions, play, quotations and other people's affairs state nothing. Kinds of saying:
see `ja_rules` and `ja_turns`; here also what ends ("…をやめました") and what holds for a time only ("今週だけ那覇に…").
"""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from app.domain.extraction.ja.pieces import ME, OPENING, WHOM, Piece, cut, read_pieces, unquote
from app.domain.extraction.ja.rules import ASKS, IRONY, PETS, PLAY, RULES
from app.domain.extraction.ja.turns import read_answers, read_corrections
from app.domain.extraction.models import USER, Said, Statement, Subject
from app.domain.extraction.zh.rule import kind_of

_DENIES: Final = re.compile(r"(?:じゃ|では|で)?(?:ありませ|ない(?!で|と|か)|なかっ|ません)")
_NEGATIVE: Final = ("dislikes", "avoids", "allergy", "rule", "reply_style", "contact_channel")
_ENDS: Final = re.compile(
    r"(?P<what>[^、。はがを]{1,12}?)(?:を|は)(?:もう|すっかり)?(?:やめ(?:まし|た|"
    r"て)|卒業し|解約し|売(?:りまし|った|っちゃ)|手放し|退会し|(?:飲んで|食べて|"
    r"やって|使って|吸って|通って|飼って)(?:い)?(?:ませ|ない))|もう(?P<what2>[^、。はがを]{1,10}?)"
    r"(?:に(?:は)?住んで|で働いて)(?:い)?(?:ませ|ない)"
)
_QUIT: Final = re.compile(r"(?:会社|仕事|職場)を(?:辞め|退職)|退職し(?:まし|た)|転職し(?:まし|た)")
_SPLIT: Final = re.compile(r"離婚し(?:まし|た)|別れ(?:まし|た)")
_SPAN: Final = re.compile(
    r"(?P<day>今日|本日|今夜)|(?P<week>今週|この週末)|(?P<month>今月)|(?P<while>しばらく|"
    r"一時的に|今だけ|当面|出張で|旅行で|とりあえず)|(?P<next>明日|来週)"
)
_STAYS: Final = re.compile(r"(?:に(?:い(?:ます|る)|滞在|泊ま|行)|で(?:出張|過ごし)|しか|だけ)")
_PASSING: Final = ("home", "likes", "avoids", "employer", "job", "workplace", "hobby", "diet", "tool")
_YES: Final = re.compile(r"^(?:はい|うん|ええ|そう(?:です|だよ)?|その通り|合って)")
_TAG: Final = re.compile(r"(?:です|ます|でした|ました|だった)(?:よ)?(?:ね|か)[?？。]?$")


def extract_ja(message: Said, previous: Said | None) -> list[Statement]:
    """Return what the user's message states, in the order said; `previous` is the message before it, by anybody.

    Pure and linear in the text, of which at most 4,000 characters are read. Never raises for any text.
    """
    text = unquote(message.content)
    if PLAY.search(text) or IRONY.search(text):
        return []
    pieces = read_pieces(text)
    found = read_answers(pieces, previous) + _confirmed(pieces, previous, message.created_at)
    found += read_corrections(pieces, text)
    found += _stated(pieces, message.created_at)
    return [replace(one, message_ids=(message.id,)) for one in dict.fromkeys(found)]


def _stated(pieces: list[Piece], now: datetime) -> list[Statement]:
    found: list[Statement] = []
    limit: datetime | None = None
    sentence = -1
    named: dict[str, Subject] = {}
    for piece in pieces:
        if piece.sentence != sentence:
            sentence, limit = piece.sentence, None
        limit = _limit(piece.text, now) or limit
        if piece.subject is None or piece.asks:
            continue
        subject = named.get(piece.subject.relation, piece.subject)
        piece = replace(piece, subject=subject)
        ended = _ended(piece)
        statements = ended + _pets(piece) + (_by_rules(piece) if not any(one.value for one in ended) else [])
        for one in statements:
            if one.attribute == "name" and one.subject != USER:
                named[one.subject.relation] = one.subject
            elif limit and one.attribute in _PASSING and one.action == "state":
                one = replace(one, kind="fact", attribute="plan", value=cut(piece.text), valid_to=limit)
            found.append(one)
        if limit and not statements and subject == USER and _STAYS.search(piece.text):
            found.append(Statement("fact", "plan", cut(piece.text), confidence=0.7, valid_to=limit))
    return found


def _by_rules(piece: Piece) -> list[Statement]:
    if piece.subject is None:
        return []
    found: list[Statement] = []
    text = OPENING.sub("", piece.text)
    if (me := ME.match(text)) and me.end() < len(text):
        text = text[me.end() :]
    elif whom := WHOM.match(text):
        text = text[whom.start("kin") + len(whom["kin"]) + 1 :]
    for pattern, who in RULES:
        match = pattern.search(text)
        if not match or (who == "user" and piece.subject != USER):
            continue
        attribute, value = next((name.split("__")[0], value) for name, value in match.groupdict().items() if value)
        if attribute not in _NEGATIVE and _DENIES.search(text, match.start()):
            continue
        if any(one.attribute == attribute for one in found):
            continue
        value = cut(value)
        subject = (
            Subject(piece.subject.relation, value) if attribute == "name" and piece.subject != USER else piece.subject
        )
        if value:
            found.append(Statement(kind_of(attribute), attribute, value, subject))
    return found


def _pets(piece: Piece) -> list[Statement]:
    """Read "猫を飼って", "犬のポチ"."""
    if piece.subject is None:
        return []
    kinds = "|".join(sorted(PETS, key=len, reverse=True))
    kept = re.compile(
        rf"(?P<kind>{kinds})(?:が\d?匹?|を|と|も)?(?:\d匹|[一二三]匹)?(?:飼って(?!い?な)|"
        rf"飼い始め|暮らして|迎え(?:まし|た))"
    )
    named = re.compile(rf"(?P<kind>{kinds})の(?P<name>[ァ-ヶー]{{2,8}}|[ぁ-ん]{{2,5}}(?=[がはと、]|$))")
    return [
        *(
            Statement("fact", "species", match["kind"], Subject(PETS[match["kind"]]))
            for match in kept.finditer(piece.text)
        ),
        *(
            Statement("fact", "name", match["name"], Subject(PETS[match["kind"]], match["name"]))
            for match in named.finditer(piece.text)
        ),
    ]


def _ended(piece: Piece) -> list[Statement]:
    """Return what a piece says has ended."""
    found: list[Statement] = []
    subject = piece.subject or USER
    if _QUIT.search(piece.text):
        found += [
            Statement("fact", attribute, "", subject, "retract") for attribute in ("employer", "job", "workplace")
        ]
    elif match := _ENDS.search(piece.text):
        found.append(Statement("fact", "", cut(match["what"] or match["what2"]), subject, "retract"))
    if _SPLIT.search(piece.text):
        found += [
            Statement("fact", "", "", Subject(relation), "retract")
            for relation in ("wife", "husband", "boyfriend", "girlfriend")
        ]
    return found


def _confirmed(pieces: list[Piece], previous: Said | None, now: datetime) -> list[Statement]:
    """Return what the assistant asked ("…に住んでいますよね？") where the user says yes."""
    if previous is None or previous.role != "assistant" or not pieces or not _YES.match(pieces[0].text):
        return []
    last = previous.content[-200:].strip()
    if not _TAG.search(last):
        return []
    stated = re.sub(r"(?:よ)?(?:ね|か)[?？。]?$", "", last)
    return (
        [replace(one, confidence=0.7) for one in _stated(read_pieces(stated), now)] if not ASKS.search(stated) else []
    )


def _limit(text: str, now: datetime) -> datetime | None:
    match = _SPAN.search(text)
    if not match or re.search(r"引っ越し(?:まし|た)|始め(?:まし|た)|なりまし", text):
        return None
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    days = {
        "day": 1,
        "week": 7 - today.weekday(),
        "month": 31 - min(30, today.day),
        "while": 30,
        "next": 14 - today.weekday(),
    }
    try:
        return today + timedelta(days=days[match.lastgroup or "day"])
    except OverflowError:  # a clock at the end of time
        return None
