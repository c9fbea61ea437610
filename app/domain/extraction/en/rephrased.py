"""English turns of phrase brought to the plain ones that the rules know ("mine's a whippet" → "i have a whippet")."""

import re
from typing import Final

from app.domain.extraction.en.words import KIN, PETS

_PET: Final = "|".join(sorted(map(re.escape, PETS), key=len, reverse=True))
_KIN: Final = "|".join(sorted(map(re.escape, KIN), key=len, reverse=True))
_REPHRASED: Final = tuple(
    (re.compile(pattern, re.IGNORECASE), instead)
    for pattern, instead in (
        (rf"\b(?:mine|ours)(?:'?s| is) (?=an? (?:[\w-]+ ){{0,2}}?(?:{_PET})\b)", "i have "),
        (
            r"\b(?:what|all|the (?:only |one )?thing) (?:i|we) (?:really |actually |truly |do |ever )*(?:want|wanted|"
            r"need|"
            r"dream of|hope for)(?: most| right now| this year| in life)? is (?:for me )?to (?=\w)",
            "i want to ",
        ),
        (
            r"\b((?:my|our) (?:[\w-]+ ){0,2}[\w-]+), ((?-i:[A-Z])[\w'-]+), (?=(?:is|are|has|was|loves?|hates?|likes|"
            r"works|lives|goes|turns|turned|plays|just|cannot|does)\b)",
            r"\1 \2 ",
        ),
        (r"\bleft(?:y| handed| hander|-hander)\b(?!['-])", "left-handed"),
        (r"\bright handed\b", "right-handed"),
        (
            r"\b(?:gave|given|give) (?:[\w' ]{2,40}? )?my word (?:to [\w' ]{2,40}? )?(?:that )?i(?: will|ll|'ll) ",
            "promised to ",
        ),
        (
            r"\b(promised|swore to|told) (?:the|my|our|his|her) [\w']+(?: [\w']+)?? (?:that )?(?:i|we) (?:would|will) ",
            "promised to ",
        ),
        (
            rf"(?:^|(?<=[.!?\n] ))(?!(?:{_KIN}|my|he|she|you|they)\b)(?P<v>(?-i:[a-z])[\w-]+) and (?:i|me) are (?:so "
            rf"|officially )?"
            r"(?:over|done|finished|through|history)\b",
            r"\g<v> is history",
        ),
        (r"\bgot the (?:boot|sack|chop|axe|push|heave-ho) (?:from|at) ", "got sacked from "),
        (
            r"(?:^|(?<=[.!?\n] ))the ([\w-]+(?: [\w-]+)?) (?:just |finally )?let (?:me|us) go\b",
            r"i got laid off from the \1",
        ),
        (r"\b(?:jacked|packed|chucked) in (?=(?:the|my|our) (?:job|post|gig))", "quit "),
        (r"\b(?:jacked|packed|chucked) in (?=(?:the|my|our) )|\bbinned(?: off)? (?=(?:the|my|our) )", "gave up "),
        (r"(?<=\bthat )ill (?=[a-z]{3,} (?:the|my|his|her|their|them|him|it|a|an|up)\b)", "i will "),
        (
            r"\b(?:i am |we are )?(?:just |newly |fresh |recently |landed |returned |home )*(?:(?:got |came |am |"
            r"landed )?(?:back|home)|returned|home) from (?=(?-i:[A-Z])\w+)",
            "i visited ",
        ),
        (
            r"\b(i|we) ((?:really |just |absolutely )?(?:hate|love|like|dislike|adore|detest|loathe|enjoy|"
            r"can ?not stand)) (?!to\b)([^.,;!?\n]{2,40}?) and "
            r"(?=(?:love|like|hate|adore|dislike|enjoy|detest|loathe) )",
            r"\1 \2 \3, and \1 ",
        ),
    )
)


def rephrase(text: str) -> str:
    """Return a text with rarer turns of phrase replaced by plain ones of the same sense."""
    for pattern, instead in _REPHRASED:
        text = pattern.sub(instead, text)
    return text
