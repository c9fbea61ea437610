"""What of a message is the user's own saying: no code, logs, forwarded text, quotations; and where play begins."""

import re
from typing import Final

from app.domain.extraction.zh.gates import starts_play_zh
from app.domain.extraction.zh.text import fold
from app.domain.importance.material import sort_material

_MOST_HEAD: Final = 3_000
_MOST_TAIL: Final = 1_000
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_CODE_LINE: Final = re.compile(
    r"^\s*(?:[{}\[\]();]+\s*$|.*[;{}]\s*$|[\w.\[\]\"']+\s*(?::=|\+=|==|=>|=)\s*(?!(?:my|a|an|the|no|nope|yes|"
    r"love|hate|life|best|worst|pure|hell|happy)\b[\w ',!.]*$)\S.*|"
    r"(?:def|class|import|from \S+ import|const|let|var|function|func|fn|#include|public|"
    r"private)\s+\S.*[({:;=\"'>]\s*\S*|"
    r"\$ \S.*|\s*at \w[\w.$]+\(.*|\s*File \".*|traceback .*|\w*(?:Error|Exception|Warning):.*|"
    r"\"[\w-]+\"\s*:.*|</?[a-z!][^>]*>.*|\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d.*|\[?\d\d:\d\d:\d\d.*|"
    r"\[?(?:info|warn|warning|error|debug|fatal|trace)\b[\]:\s].*|[A-Z][A-Z0-9_]{2,}=.*|(?://|--) .*|@@.*|"
    r"[-+]{3} \S.*|>.*|"
    r"(?:select|insert into|update|delete from|create table|docker|git|npm|pip|sudo|curl|kubectl|cd|ls) .*[-;/=*].*)",
    re.IGNORECASE,
)
_QUOTATION: Final = re.compile(r"\"([^\"\n]{2,1000})\"|“([^”]{2,1000})”|«([^»]{2,1000})»|„([^“”]{2,1000})[“”]")
_HAN_OR_KANA: Final = re.compile(r"[\u3041-\u30fa\u4e00-\u9fff]")
_SENTENCE_WORD: Final = re.compile(
    r"\b(?:i|i'm|im|i've|we|you|he|she|they|it|is|are|was|were|am|will|ich|bin|ist|wir|du|er|sie|yo|soy|es|"
    r"está|somos|me)\b",
    re.IGNORECASE,
)
_TO_TRANSLATE: Final = re.compile(
    r"(?im)^\W*(?:(?:please|pls|can|could|would|you|now|ok|okay|hey|hi|me|help) )*translate\b[^:\n]{0,60}:.*$|"
    r"(?:请|請|帮我|幫我|麻烦|把|将)?(?:翻译|翻譯|译成|譯成)[^:：\n。]{0,20}[:：].*$"
)
"""What is to be translated is a text, whoever says "my name is" in it."""
_FABLED: Final = (
    "halfling|half-?elf|elf|elven|dwarf|dwarven|orc|half-orc|tiefling|gnome|goblin|paladin|rogue|warlock|druid|cleric|"
    "necromancer|sorcere\\w+|wizard|mage|vampire|werewolf|elven ranger|dragonborn|swashbuckler|space pirate"
)
_PRAISE: Final = (
    "best|greatest|star|legend|one|only|most|man|boss|king|queen|life|bomb|assistant|expert|ai|bot|chatbot|machine|"
    "real|good|great|smart|kind|love|sweet|gem|hero|genius|champ|dear|first|last|absolute|total"
)
"""What the assistant is told that it is without any play beginning."""
_PLAY: Final = re.compile(
    r"\brole[- ]?play(?:ing)?\b|\brollenspiel|\bjuego de rol|\bpretend (?:that )?(?:you|to be|i|we|this)\b|"
    r"\b(?:you(?:'| a)?re?|u r|you be|you play|you act as|be|act as|play) (?:the |a |an |my "
    r")[^.!?\n]{2,60}?(?:,| and|;|\.)? "
    r"(?:and )?(?:i(?:'| a)m|im|i'?ll (?:be|play)|i (?:play|will be)|me) (?:(?:the|a|an|your)\b|\")|"
    rf"^\W*(?:ok(?:ay)?|right|so|now|alright),? you(?:'| a)?re (?:the|a|an|my) (?!{_PRAISE})"
    r"[\w' -]{3,40}[,;] ?(?:and )?i(?:'| a)?m |"
    r"\blet'?s play (?:at )?[\w' ]{3,30}?[,.;:!]? (?:and )?i(?:'| a)?m (?!not|in|at|so|on|from)|"
    r"(?:^|[.!?\n] ?)(?:you )?(?:be|act as|act like|play|you'?re|you are|u r|ur) (?:my|the|a|an) "
    r"[^.!?\n]{2,40}[.,;:!] ?(?:and )?"
    r"i(?:'| a)?m (?:the |a |an |your |king|queen|captain|lord|lady|sir|prince)|"
    r"\bi(?:'| a)?m (?:a|an|the|your)\b[^.!?\n]{2,60}[,;] ?(?:and )?(?:you're|ur|you are|u r|you be|you play) (?:a|an|"
    r"the|my)\b|"
    r"\b(?:you be|you play) (?:the |a |an |my )[^!?\n]{2,60}?[.,;] ?(?:and )?i(?:'| a)?m (?-i:[A-Z])|"
    r"\b(?:mock|practi[sc]e|pretend|fake) (?:[\w-]+ )?"
    r"(?:interview|dialog(?:ue)?|conversation|phone call)\b|\binterview "
    r"practi[sc]e\b|"
    r"\bi(?:'| a)m (?:king|queen|emperor|empress|prince|princess|lord|lady|sir|pharaoh|sultan|baron|count|duke|"
    r"captain|admiral|"
    r"wizard|sorcere\w+|dr\.? evil|agent) (?!of the ship)[A-Z]|\b(?:dungeon master|text adventure|d&d (?:campaign|"
    r"character|game)|"
    r"improv (?:game|scene)|my character|in-character|interactive fiction|murder mystery game)\b|"
    r"\bi'?ll (?:be|play) (?:the (?!one|first|last|judge)|\")|\b(?:stay|answer|reply|speak) in character\b|"
    rf"\bi(?:'| a)?m (?-i:[A-Z])[\w' -]{{1,30}}, (?:an? |the )?(?:[\w-]+ ){{0,2}}(?:{_FABLED})\b|"
    rf"\bi(?:'| a)?m an? (?:[\w-]+ ){{0,2}}(?:{_FABLED}),? (?:called|named|lvl|level|of the)\b|"
    r"\blet'?s (?:play|do) (?:some |the |a bit of )?(?:d ?& ?d|dnd|dungeons)\b|"
    r"\b(?:carry on|go on|continue|resume|back) (?:with |to )?(?:the|our|that|my) (?:[\w-]+ ){0,3}"
    r"(?:game|campaign|adventure|quest|dungeon|rpg)\b|"
    r"\bin this (?:scenario|scene|story)\b|\blet'?s (?:play|act out|do) (?:a |the )?(?:scene|scenario|"
    r"character|pretend)|"
    r"\bstell dir vor,? du|\btu so,? als|\bfinge que|\bhaz como (?:que|si)\b|\bimagina que (?:eres|soy)|"
    r"角色扮演|扮演|假装|假裝|ロールプレイ|なりきって|ふりをして",
    re.IGNORECASE,
)
_PLAY_OVER: Final = re.compile(
    r"\b(?:end|stop|done|finish(?:ed)?|enough|over|out) (?:of |with )?(?:the |this |that )?"
    r"(?:role[- ]?play(?:ing)?|pretend(?:ing)?|scene|scenario|acting|game|character|improv)\b|"
    r"\b(?:role[- ]?play|scene|game) (?:is )?(?:over|done|finished|ended)\b|\bend scene\b|\booc\b|"
    r"\bout of character\b|\bback to (?:normal|reality|real life|me)\b|\bin real life\b|\birl\b|\bfor real "
    r"(?:now|this time)\b|"
    r"\bno more (?:role[- ]?play|pretending)\b|\bschluss mit dem (?:rollen)?spiel\b|\bfin del juego\b|\bya no "
    r"juguemos\b|"
    r"结束(?:角色)?扮演|不演了|不玩了|回到现实|說正經的|说正经的|说真的|ロールプレイ(?:は)?(?:終|おわ|ここまで)",
    re.IGNORECASE,
)


def own_prose(text: str) -> str:
    """Return what the user says in a message, at most about 4,000 characters, "" where it is all pasted.

    Code and log lines, quoted lines, notices and quotations of whole sentences are left out; a quoted name or title
    stays, without its marks.
    """
    if len(text) > _MOST_HEAD + _MOST_TAIL:
        text = text[:_MOST_HEAD] + "\n" + text[-_MOST_TAIL:]
    text = _FENCED.sub("\n", text.replace("\r\n", "\n").replace("\u2028", "\n"))
    text = _TO_TRANSLATE.sub("", text)
    text = "\n".join(line for line in text.split("\n") if not _is_code(line))
    material = sort_material(text)
    if material.nothing:
        return ""
    if material.kind == "foreign":
        text = material.prose
    return _QUOTATION.sub(_unquoted, text).strip()


def is_play_start(text: str) -> bool:
    """Whether the user begins to play somebody, or has the assistant play somebody to them."""
    return bool(_PLAY.search(text)) or starts_play_zh(fold(text))


def is_play_end(text: str) -> bool:
    """Whether the user ends a play."""
    return bool(_PLAY_OVER.search(text))


def _is_code(line: str) -> bool:
    return 0 < len(line) < 2000 and bool(_CODE_LINE.match(line))


def _unquoted(match: re.Match[str]) -> str:
    inside = next(part for part in match.groups() if part is not None)
    if _HAN_OR_KANA.search(inside):
        return match[0]  # the rules of Chinese and Japanese tell speech from a name by what stands before it
    if (len(inside.split()) >= 3 and _SENTENCE_WORD.search(inside)) or inside.count("。"):
        return " … "
    return inside
