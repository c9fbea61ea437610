"""What a Japanese message states only together with others: answers to a question, corrections, things to forget.

Covered: "お住まいは？" → "札幌です"; "…じゃなくて…です", "間違えました、…です"; "さっきの…は忘れて".
"""

import re
from typing import Final

from app.domain.extraction.ja.pieces import OPENING, Piece, cut
from app.domain.extraction.ja.rules import ASKS
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.zh.rule import kind_of
from app.domain.extraction.zh.values import columns

_FORGET: Final = re.compile(
    r"(?:さっき(?:の|言った)|先ほど(?:の|言った))?(?P<what>[^、。]{0,14}?)(?:の(?:こと|"
    r"話))?(?:は|を)?(?:忘れて|削除して|消して|覚えなくていい|記録しないで)"
)
_NOT_BUT: Final = re.compile(
    r"(?P<wrong>[^、。はが]{1,12}?)(?:じゃ|では)なく(?:て)?[、]?(?P<right>[^、。はが]{1,12}?)(?:です|"
    r"だよ|だ|の方|$)"
)
_SLIP: Final = re.compile(r"間違え|間違い|違います|訂正|変換ミス|打ち間違|言い間違|じゃなかった")
_IS: Final = re.compile(r"^(?:正しくは|本当は)?(?P<right>[^、。はがを\s]{1,12}?)(?:です|でした|だ)$")
_ANSWERS: Final = tuple(
    (attribute, re.compile(pattern))
    for attribute, pattern in (
        ("name", r"お名前|名前は|何とお呼び|どう呼"),
        ("home", r"お住まい|どこに住|どちらに住|お住い"),
        ("hometown", r"ご出身|出身は|地元は"),
        ("age", r"おいくつ|何歳|年齢"),
        ("birthday", r"誕生日"),
        ("job", r"お仕事|職業|何をされて"),
        ("budget", r"予算"),
        ("allergy", r"アレルギー"),
        ("hobby", r"趣味"),
        ("likes", r"お好き|好きな"),
        ("contact_channel", r"連絡方法|どう連絡|ご連絡は"),
        ("tool", r"何を使|どの(?:ツール|アプリ|ソフト)"),
    )
)
_DODGE: Final = re.compile(r"^(?:いや|いいえ|特に|ない|なし|秘密|わから|別に|えー|うーん|内緒|どうして|なんで)")


def read_corrections(pieces: list[Piece], text: str) -> list[Statement]:
    """Return what a message corrects or wants forgotten."""
    if forget := _FORGET.search(text):
        what = re.sub(r"^.*?(?:言った|話した)", "", forget["what"])
        return [Statement("fact", "", cut(what), action="retract")]
    slipped = False
    for piece in pieces[:8]:
        if (match := _NOT_BUT.search(piece.text)) and not ASKS.search(piece.text):
            return [Statement("fact", "", cut(match["right"]), confidence=0.8, corrects=cut(match["wrong"]))]
        if (slipped or _SLIP.search(text)) and (match := _IS.match(piece.text)) and not _SLIP.search(match["right"]):
            return [Statement("fact", "", cut(match["right"]), confidence=0.8)]
        slipped = slipped or bool(_SLIP.search(piece.text))
    return []


def read_answers(pieces: list[Piece], previous: Said | None) -> list[Statement]:
    if (
        previous is None
        or previous.role != "assistant"
        or not pieces
        or pieces[0].asks
        or not ASKS.search(previous.content[-200:])
    ):
        return []
    value = cut(re.sub(r"(?:です|でした|だよ|だ|になります|かな)+(?:ね|よ)?$", "", OPENING.sub("", pieces[0].text)))
    if (
        not value
        or columns(value) > 24
        or _DODGE.match(value)
        or re.search(r"[はがを].*(?:ます|です|い)$", pieces[0].text)
    ):
        return []
    for attribute, pattern in _ANSWERS:
        if pattern.search(previous.content[-200:]):
            return [Statement(kind_of(attribute), attribute, value, confidence=0.7)]
    return []
