"""Japanese text cut into pieces at "、" and "。", each with whom it is about."""

import re
from dataclasses import dataclass
from typing import Final

from app.domain.extraction.ja.rules import ASKS, KIN, OTHERS, PETS, SUPPOSES
from app.domain.extraction.models import USER, Subject
from app.domain.extraction.zh.values import columns

_MOST: Final = 4_000
_LONGEST: Final = 120
_MOST_PIECES: Final = 300
_QUOTE: Final = re.compile(r"「([^」]{0,800})」|『([^』]{0,800})』|“([^”]{0,800})”")
_PIECE: Final = re.compile(
    r"(?P<hard>[。！!？?\n…]+)|[、,，]|(?:笑|w{2,}|ｗ+|\(笑\)|（笑）)(?=$|[\s。、])|"
    r"[\U0001f000-\U0001faff\u2600-\u27bf]+|[ 　]+(?=[\u3040-\u9fff])"
)
_KIN_WORD: Final = "(?:" + "|".join(sorted((*KIN, *PETS), key=len, reverse=True)) + ")"
OPENING: Final = re.compile(
    r"^(?:そういえば|ちなみに|実は|あの|えっと|ええと|まあ|でも|それに|あと|はい|うん|"
    r"ええ|いや|いまは?|今は|現在は?|最近は?|普段は?|覚えておいて|メモして|すみません|"
    r"あ|ところで)+(?=.{2})"
)
WHOM: Final = re.compile(
    rf"^(?:うちの|私の|僕の|俺の|わたしの|我が家の|家の)?(?P<kin>{_KIN_WORD})(?:の[^はがも、]{{0,6}}?)"
    rf"?(?:は|が|も|の|に|を)(?P<rest>)"
)
ME: Final = re.compile(
    r"^(?:私|わたし|僕|ぼく|俺|おれ|自分|うち|あたし|わたくし|当方)(?:たち)?(?:は|が|"
    r"も|の|、|には|って)"
)
_OTHER: Final = re.compile(
    rf"^(?:[^はがを、]{{0,8}}?)?{OTHERS}(?:さん|たち)?(?:の[^はが]{{1,6}})?(?:は|が|も|"
    rf"に|の|から|いわく|によると|曰く|で)"
)
_REPORTS: Final = re.compile(r"(?:と|って)(?:言って|言った|言われ|いう人|聞い|話して|自慢|書いて|書かれ)")


@dataclass(frozen=True, slots=True)
class Piece:
    text: str
    subject: Subject | None
    sentence: int
    asks: bool


def unquote(text: str) -> str:
    """Return the first 4,000 characters of a text without what is quoted speech."""
    return _QUOTE.sub(_unquoted, text[:_MOST])


def _unquoted(match: re.Match[str]) -> str:
    """Leave a short quoted name or title, without its marks; speech becomes nothing."""
    inside = next(part for part in match.groups() if part is not None)
    return inside if len(inside) <= 8 and not re.search(r"[はがをです。、！？]", inside) else " … "


def read_pieces(text: str) -> list[Piece]:
    """Cut a text into pieces with whom each is about; None is somebody else."""
    pieces: list[Piece] = []
    subject: Subject | None = USER
    start = sentence = 0
    supposing = -1
    cuts = [(cut.start(), cut.end(), cut["hard"] or "") for cut in _PIECE.finditer(text)][:_MOST_PIECES]
    for begin, end, hard in (*cuts, (len(text), len(text), "")):
        piece = text[start:begin].strip()[:_LONGEST]
        if piece:
            subject = _whom(piece, subject)
            if SUPPOSES.search(piece):
                supposing = sentence
            asks = bool(ASKS.search(piece + ("？" if "?" in hard or "？" in hard else "")))
            if supposing != sentence:
                pieces.append(Piece(piece, subject, sentence, asks))
        start = end
        sentence += bool(hard)
        if hard and subject is None:
            subject = USER
    return pieces


def _whom(piece: str, before: Subject | None) -> Subject | None:
    plain = OPENING.sub("", piece)
    if _REPORTS.search(plain) or _OTHER.match(plain):
        return None
    if whom := WHOM.match(plain):
        return Subject(KIN.get(whom["kin"]) or PETS[whom["kin"]])
    if ME.match(plain) or (
        re.match(r"^(?:目標|予算|趣味|仕事|職業|会社|実家|出身|誕生日|連絡|車)(?:は|が)", plain)
        and before is not None
        and before.relation in ("dog", "cat", "pet")
    ):
        return USER
    return before


def cut(value: str) -> str:
    """Return a value without particles around it, at most 40 columns wide."""
    value = re.sub(r"^(?:は|が|も|の|に|を|と|実は|今は|最近|いま)+(?=.{2})", "", value.strip(" 　、。"))
    value = re.sub(r"(?:です|ます|だよ|んです|など|とか|という)$", "", value)
    while columns(value) > 40:
        value = value[:-1]
    return value.strip()
