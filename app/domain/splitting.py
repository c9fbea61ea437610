"""Cuts long texts at places where people pause: paragraphs, lines and sentences, in any script.

The length aimed at is even (1,300 characters with at most 1,200 become two halves, not 1,200 and 100). Among the
places allowed, the best is a trade between how good it is and how near to that length. Code blocks are kept whole
where they fit. A run without any such place is cut by force, but not inside what is seen as one character.
"""

import re
import unicodedata
from bisect import bisect_right
from typing import Final

_CLOSERS: Final = "\"'”’»›)\\]）】」』》〉〕｝}"
_BREAK: Final = re.compile(
    rf"(?P<paragraph>\n[ \t\r]*+\n\s*+)"
    rf"|(?P<line>\r?\n[ \t]*+)"
    rf"|(?P<wide>(?<![。！？｡．…])[。！？｡．…]++[{_CLOSERS}]*+\s*+)"
    rf"|(?P<stop>(?<![.!?؟।])[.!?؟।]++[{_CLOSERS}]*+\s++)"
    rf"|(?P<clause>[，；、：,;:—]\s*+)"
    rf"|(?P<space>\s++)"
)
_WORTH: Final = {"paragraph": 3.4, "line": 3.0, "wide": 2.9, "stop": 2.9, "clause": 1.3, "space": 1.0}
_WORTH_IN_CODE: Final = {"paragraph": 2.0, "line": 1.8}
_ABBREVIATION: Final = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|Nr|vs|etc|ca|bzw|Sr|Sra|Fig|e\.g|i\.e|z\.B|[A-Z]))\Z"
)
_LONGEST_ABBREVIATION: Final = 6
_FENCE: Final = re.compile(r"^[ \t]*+(?:```|~~~)", re.MULTILINE)
_LONGEST_CHARACTER: Final = 64

_ZERO_WIDTH_JOINER: Final = "\u200d"
_VIRAMA: Final = 9  # the combining class of signs that join an Indic consonant to the next


def split_text(text: str, max_chars: int, overlap: int = 0) -> list[tuple[int, int]]:
    """Return spans [start, stop) of at most `max_chars` characters each, in order; at least one.

    Without `overlap` they join up to the whole text exactly. With it, each span but the first begins up to so many
    characters before the end of the one before it, at a word's or sentence's start. Linear in the text. Raises
    ValueError unless 0 <= overlap < max_chars.
    """
    if not 0 <= overlap < max_chars:
        raise ValueError(f"overlap {overlap} must be at least 0 and less than max_chars {max_chars}")
    blocks = _code_blocks(text)
    spans: list[tuple[int, int]] = []
    start, end = 0, 0
    while True:
        if len(text) - start <= max_chars:
            spans.append((start, len(text)))
            return spans
        end = _best_break(text, start, max(end, start) + 1, max_chars, blocks)
        spans.append((start, end))
        start = _step_back(text, start, end, overlap) if overlap else end


def _best_break(text: str, start: int, least: int, max_chars: int, blocks: list[tuple[int, int]]) -> int:
    """Return where the span that begins at `start` ends; it is at least `least` and at most `start + max_chars`."""
    last = start + max_chars
    rest = len(text) - start
    target = start + rest / -(-rest // max_chars)
    first = max(least, start + max_chars // 4)
    best, best_value = 0, -1.0
    for match in _BREAK.finditer(text, start, last):
        place = match.end()
        if place < first:
            continue
        value = _worth(text, match, blocks) - abs(place - target) / max_chars
        if value > best_value:
            best, best_value = place, value
    return best or _hard_cut(text, start, least, last)


def _worth(text: str, match: re.Match[str], blocks: list[tuple[int, int]]) -> float:
    """Return how good a place to break this is: about 3 for a sentence's end, 1 for a space."""
    kind = match.lastgroup or ""
    block = bisect_right(blocks, (match.end(), -1)) - 1
    if block >= 0 and match.end() < blocks[block][1]:
        return _WORTH_IN_CODE.get(kind, 0.5)
    if kind == "stop" and match.group()[0] == ".":
        before = text[max(0, match.start() - _LONGEST_ABBREVIATION) : match.start()]
        if _ABBREVIATION.search(before):
            return _WORTH["space"]
    return _WORTH[kind]


def _code_blocks(text: str) -> list[tuple[int, int]]:
    """Return [start, stop) of the fenced blocks, the fences included; an open one reaches to the end."""
    if "```" not in text and "~~~" not in text:
        return []
    fences = [match.start() for match in _FENCE.finditer(text)]
    blocks: list[tuple[int, int]] = []
    for opening in range(0, len(fences), 2):
        if opening + 1 == len(fences):
            blocks.append((fences[opening], len(text)))
            break
        newline = text.find("\n", fences[opening + 1])
        blocks.append((fences[opening], len(text) if newline < 0 else newline + 1))
    return blocks


def _hard_cut(text: str, start: int, least: int, last: int) -> int:
    """Return the last place in [least, last] that is not inside a visible character, or `last` if none is near."""
    for place in range(last, max(least - 1, last - _LONGEST_CHARACTER), -1):
        if not _inside_character(text, start, place):
            return place
    return last


def _inside_character(text: str, start: int, place: int) -> bool:
    """Return whether cutting before `text[place]` would tear a grapheme: accents, emoji, flags, CR LF."""
    before, after = text[place - 1], text[place]
    if after < "\u0300":
        return before == _ZERO_WIDTH_JOINER or (before == "\r" and after == "\n")
    if _ZERO_WIDTH_JOINER in (before, after) or unicodedata.combining(before) == _VIRAMA:
        return True
    if unicodedata.category(after) in ("Mn", "Me", "Mc") or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if "\U000e0020" <= after <= "\U000e007f" or "\u1160" <= after <= "\u11ff":
        return True
    if "\ud800" <= before <= "\udbff" and "\udc00" <= after <= "\udfff":
        return True
    if "\U0001f1e6" <= after <= "\U0001f1ff":
        run = 0  # flags are pairs of regional indicators, so count them back
        while place - run > start and "\U0001f1e6" <= text[place - run - 1] <= "\U0001f1ff":
            run += 1
        return run % 2 == 1
    return False


def _step_back(text: str, start: int, end: int, overlap: int) -> int:
    """Return where the next span begins: the first break at most `overlap` before `end`, else a safe cut there."""
    earliest = max(start + 1, end - overlap)
    for match in _BREAK.finditer(text, earliest, end):
        if match.end() < end:
            return match.end()
    return _hard_cut(text, start, earliest, earliest)
