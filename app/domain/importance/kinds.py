"""What kinds of saying are in a text, by rules for each language.

A text is cut into sentences and each is judged by itself. High kinds are what still matters in weeks: preferences,
standing rules, prohibitions, decisions, promises, deadlines, goals, health, who somebody is, and corrections of these.
Medium ones belong to the story or the work at hand: events, steps, plans, clues, open choices, what somebody reported,
material of one's own. Low is what nobody misses: greetings, thanks, passing states, weather, questions and requests
that state nothing, repeats, jokes, other people's words.
"""

import re
from typing import Final

from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.importance import rules_en as en
from app.domain.importance import rules_zh as zh
from app.domain.importance.material import Material, sort_material
from app.domain.importance.rules import LASTING, RuleSet
from app.domain.importance.rules_de import GERMAN, GERMAN_WORDS
from app.domain.importance.rules_es import SPANISH, SPANISH_WORDS
from app.domain.importance.rules_ja import JAPANESE, KANA

_MOST_SENTENCES: Final = 40
_MOST_TO_TELL: Final = 400
_MOST_COMPARED: Final = 2_000
ASKING: Final = ("?", "？", "吗", "呢")
_STANDING: Final = frozenset({"rule", "prohibition", "remember", "reminder"})
_UNREAL_LIKE: Final = frozenset({"quote", "unreal"})
_SENTENCE: Final = re.compile(r"(?:[^。！？!?\n;；….]++|\.(?!\s|\Z))++[。！？!?;；….]*+")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)
_CLAUSE: Final = re.compile(r"[,，]\s*")
_SIGNS: Final = re.compile(r"[^\w\u3400-\u9fff]+", re.UNICODE)
_NO_SIGN: Final = re.compile(r"[\w\u3400-\u9fff]", re.UNICODE)
_HAN_OR_KANA: Final = re.compile(r"[\u3041-\u30fa\u3400-\u9fff]")
_ZH_PUNCTUATION: Final = str.maketrans({",": "，", "?": "？", "!": "！", ":": "：", "(": "（", ")": "）", " ": ""})
_ZH_PLAIN: Final[dict[int, int | str | None]] = {**TO_SIMPLIFIED, **_ZH_PUNCTUATION}
"""Both at once: neither makes what the other replaces."""
_ENDINGS: Final = frozenset(("s", "t", "ll", "re", "ve", "m", "d"))


def kinds_of(text: str, previous: str | None = None) -> set[str]:
    """Return the kinds of saying in a text (keys of `rules.VALUES`), at least one; `previous` is the message before.

    A bare answer to the question before it is part of the story, a repeat of it is nothing. Linear in the text, of
    which at most about 4,000 characters are read.
    """
    return kinds_in(sort_material(text), text, previous)


def kinds_in(material: Material, text: str, previous: str | None) -> set[str]:
    """Return the same of a text that is sorted already."""
    if material.nothing:
        return {"empty"}
    if is_repeat(text, previous):
        return {"repeat"}
    kinds: set[str] = set()
    for sentence in _sentences(material):
        kinds |= _judge(sentence)
    if material.kind:
        kinds.discard("statement")
        kinds.add(material.kind)
    kinds = kinds or {"empty"}
    if kinds == {"fragment"} and previous is not None and previous.rstrip().endswith(ASKING):
        return {"statement"}  # a bare answer, which means something together with its question
    return kinds


def says(kind: str, material: Material) -> bool:
    """Return whether a text, sorted already, says something of this kind: whether `kinds_in` would name it.

    `kind` is one that a single rule of a language finds, as all are that last.
    """
    return not material.nothing and any(kind in _judge(sentence, kind) for sentence in _sentences(material))


def _sentences(material: Material) -> list[str]:
    found = [stripped for sentence in _SENTENCE.findall(material.prose) if (stripped := sentence.strip())]
    if len(found) > _MOST_SENTENCES:
        found = found[: _MOST_SENTENCES // 2] + found[-_MOST_SENTENCES // 2 :]
    return found


def is_repeat(text: str, previous: str | None) -> bool:
    """Return whether a message says what the one before it said, signs and case aside."""
    if previous is None:
        return False
    first, other = _NO_SIGN.search(text, 0, _MOST_COMPARED), _NO_SIGN.search(previous, 0, _MOST_COMPARED)
    if first is None or other is None:
        return first is other
    if first.group().lower()[0] != other.group().lower()[0]:
        return False  # what most messages are told by
    return _bare(previous) == _bare(text)


def is_learned_language(prose: str) -> bool:
    """Return whether the classes learned are those of this text's language: Chinese or English."""
    lower = prose[:_MOST_TO_TELL].lower()
    if not lower.isascii() and _HAN_OR_KANA.search(lower):
        return not KANA.search(lower)
    return _foreign_rules(set(_WORD.findall(lower))) is None


def _bare(text: str) -> str:
    return _SIGNS.sub("", text[:_MOST_COMPARED]).lower()


def _judge(sentence: str, wanted: str | None = None) -> set[str]:
    """Return the kinds of one sentence; where `wanted` is given and cannot be among them, not all of them."""
    lower = sentence.lower()
    if not _NO_SIGN.search(lower):
        return set()
    if lower.isascii():
        return _judge_spaced(lower, wanted)
    if zh.MUSIC.search(lower):
        return {"quote"}
    if not _HAN_OR_KANA.search(lower):
        return _judge_spaced(lower.replace("’", "'"), wanted)
    if KANA.search(lower):
        return _settle(JAPANESE.kinds(lower, set(lower)))
    return _judge_chinese(lower.translate(_ZH_PLAIN), wanted)


def _settle(kinds: set[str], *, question: bool = False, moment: bool = False, fragment: bool = False) -> set[str]:
    """Return what is left of the kinds found in one sentence when those that take others back have spoken."""
    if question or "question" in kinds:
        return {"question"}
    if "smalltalk" in kinds:
        return {"smalltalk"}
    taking_back = kinds & _UNREAL_LIKE
    if taking_back and not kinds & {"report"}:
        return taking_back
    if kinds & {"choice"}:
        kinds = kinds - {"decision", "goal"}
    if moment:
        kinds = kinds - {"preference"} or {"state"}
    if kinds & LASTING:
        return kinds
    if "state" in kinds:
        return {"state"}
    return kinds or ({"fragment"} if fragment else {"statement"})


# --- English and other spaced languages -------------------------------------------------------------------------------


def _judge_spaced(sentence: str, wanted: str | None) -> set[str]:
    words = _WORD.findall(sentence)
    unique = {*words, *(word.partition("'")[0] for word in words if "'" in word)}
    if _light(words) or en.GREETING.search(sentence.strip(" !.~☕♥❤☀")):
        return {"smalltalk"}
    foreign = _foreign_rules(unique)
    if foreign is not None:
        return _settle(foreign.kinds(sentence.lstrip("¿¡ "), unique), fragment=len(words) < 2)
    if len(words) > 3 and len(unique) == 1:
        return {"repeat"}
    cleaned = sentence if en.TRAP_WORDS.isdisjoint(unique) else en.TRAPS.sub(" ~ ", sentence).strip()
    if cleaned != sentence and _light(_WORD.findall(cleaned)):
        return {"smalltalk"}
    if sentence.endswith("?") or en.QUESTION_START.search(sentence):
        return _judge_question(cleaned)
    if wanted is not None and not en.RULES.says(wanted, cleaned, unique):
        return set()
    kinds = en.RULES.kinds(cleaned, unique)
    if not kinds & LASTING:
        if len(words) <= 9 and en.STATE_START.search(sentence):
            return {"state"}
        if "state" in kinds and len(words) > 12:
            kinds.discard("state")
        if en.REQUEST_START.search(sentence):
            return {"statement"} if en.OWN.search(en.FOR_ME.sub("", sentence)) else {"request"}
        if _joking(sentence, unique):
            return {"smalltalk"}
    moment = "preference" in kinds and bool(en.MOMENT.search(sentence))
    return _settle(kinds, moment=moment, fragment=len(words) < 2 + (cleaned != sentence))


def _joking(sentence: str, words: set[str]) -> bool:
    """Return whether a sentence laughs about something that is not one's own."""
    if en.JOKES.isdisjoint(words) and not en.JOKING.search(sentence):
        return False
    return not en.OWN.search(en.JOKING.sub("", sentence))


def _light(words: list[str]) -> bool:
    """Return whether words carry nothing: each is light, or is once "'s", "'ll" and the like are off."""
    return all(
        word in en.LIGHT or (word.partition("'")[0] in en.LIGHT and word.partition("'")[2] in _ENDINGS)
        for word in words
    )


def _foreign_rules(words: set[str]) -> RuleSet | None:
    spanish, german = len(words & SPANISH_WORDS), len(words & GERMAN_WORDS)
    if max(spanish, german) <= len(words & _ENGLISH_WORDS):
        return None
    return SPANISH if spanish > german else GERMAN


_ENGLISH_WORDS: Final = frozenset(en.COMMON.split())


def _judge_question(sentence: str) -> set[str]:
    """Return the kinds of what stands before the question in one sentence, and of a rule in the form of a question."""
    kinds = {"question"}
    parts = _CLAUSE.split(sentence)
    for clause in parts[:-1]:
        if not en.QUESTION_START.search(clause):
            kinds |= en.RULES.kinds(clause, set(_WORD.findall(clause))) & LASTING
    last = parts[-1].rstrip("? ")
    if (
        en.IMPERATIVE.search(last)
        or en.REQUEST_START.search(last)
        or last.startswith(("can you", "could you", "will you", "would you"))
    ):
        kinds |= en.RULES.kinds(last, set(_WORD.findall(last))) & _STANDING
    return kinds


# --- Chinese ----------------------------------------------------------------------------------------------------------


def _judge_chinese(plain: str, wanted: str | None) -> set[str]:
    """Return the kinds of a sentence in simplified characters, with the punctuation of Chinese."""
    bare = _SIGNS.sub("", plain)
    weight = _characters_that_weigh(bare, most=2)
    if not weight:
        return {"smalltalk"}
    if len(bare) >= 6 and bare == bare[: len(bare) // 3] * 3:
        return {"repeat"}
    cleaned = zh.TRAPS.sub("～", plain).rstrip("。！～ ")
    if cleaned != plain and not _characters_that_weigh(_SIGNS.sub("", cleaned), most=1):
        return {"smalltalk"}
    if zh.QUESTION.search(plain.rstrip("。！")) and not zh.OPEN_CHOICE.search(plain):
        return _judge_chinese_question(plain.rstrip("。！"))
    units = set(cleaned)
    if wanted is not None and not zh.RULES.says(wanted, cleaned, units):
        return set()
    kinds = zh.RULES.kinds(cleaned, units)
    if "deadline" in kinds and zh.WISH.search(plain):
        kinds = (kinds - {"deadline"}) | {"plan"}
    if not kinds & LASTING:
        if "state" in kinds and len(bare) > 18:
            kinds.discard("state")
        if zh.REQUEST.search(plain):
            return {"statement"} if zh.OWN.search(plain.replace("帮我", "").replace("给我", "")) else {"request"}
        if zh.JOKING.search(plain) and not zh.OWN.search(zh.JOKING.sub("", plain)):
            return {"smalltalk"}
    moment = "preference" in kinds and bool(zh.MOMENT.search(plain))
    return _settle(kinds, moment=moment, fragment=len(bare) < 4 or weight < 2)


def _characters_that_weigh(bare: str, *, most: int) -> int:
    """Return how many characters are left without light words, counted up to `most`: usually the first few tell."""
    place = weight = 0
    while place < len(bare) and weight < most:
        light = zh.LIGHT.match(bare, place)
        if light is None:
            weight += 1
        place = place + 1 if light is None else light.end()
    return weight


def _judge_chinese_question(sentence: str) -> set[str]:
    kinds = {"question"}
    clauses = sentence.split("，")
    for clause in clauses[:-1]:
        if not zh.QUESTION.search(clause):
            kinds |= zh.RULES.kinds(clause, set(clause)) & LASTING
    return kinds
