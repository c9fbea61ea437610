"""Marks around remembered text in a prompt, which the text itself cannot imitate.

A recalled memory is data that somebody once typed, shown inside a system message. Two things keep it in its place. The
marks are tags of our own (`<memory …>` to `</memory>`), and whatever in the text could be read as one of them, in any
case, width or spacing, loses its opening bracket to a look-alike. The same happens to the control words of chat
templates (`<|im_start|>`, `[INST]`, `<start_of_turn>`): servers that render messages through such a template would
otherwise take them for a change of speaker. All other text stays as it is, code and markup too, and its length never
changes. Changing the rare imitation instead of putting a random word into every mark costs no tokens, and the same
memory looks the same in every prompt, so that token counts and prompt caches hold.
"""

import re
import unicodedata
from typing import Final

TAGS: Final = ("memory", "document", "summary", "profile")
"""The tags that packing uses."""

ATTRIBUTE_CHARACTERS: Final = 64
"""Longest value inside a mark; longer ones are cut."""

_ANGLE: Final = "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}"
_SQUARE: Final = "\N{LEFT SQUARE BRACKET WITH QUILL}"
_INVISIBLE: Final = "".join(  # marks that show nothing of their own, and accents that may sit on a bracket
    (
        r"\u00ad\u0300-\u036f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e",
        r"\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff",
    )
)
_BRACKETS: Final = re.compile("[<>＜＞﹤﹥]")
_GAP: Final = rf"[\s{_INVISIBLE}]*"
_CONTROL_WORDS: Final = (
    "s|bos|eos|pad|unk|mask|sys|start_of_turn|end_of_turn|start_header_id|end_header_id|think|"
    "tool_call|tool_calls|tool_response|function_call|start_of_image|end_of_image"
)


def _any_width(word: str) -> str:
    """A pattern for an ASCII word in half or full width with invisible characters between its letters."""
    return rf"[{_INVISIBLE}]*".join(f"[{letter}{chr(ord(letter) + 0xFEE0)}]" for letter in word)


_IMITATIONS: Final = re.compile(
    rf"(?P<angle>[<＜﹤])(?={_GAP}[|｜￨]"
    rf"|{_GAP}(?:[/／\\＼]{_GAP})*(?:{'|'.join(_any_width(tag) for tag in TAGS)})"
    rf"|[<＜﹤]?/?(?:{_CONTROL_WORDS})>)"
    r"|\[(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|PREFIX|SUFFIX|MIDDLE)\])",
    re.IGNORECASE,
)


def disarm(text: str) -> str:
    """Return the text with the opening bracket of every imitated mark replaced; its length stays the same."""
    if "<" not in text and "[" not in text and "＜" not in text and "﹤" not in text:
        return text
    return _IMITATIONS.sub(lambda found: _ANGLE if found.group("angle") else _SQUARE, text)


def one_line(text: str) -> str:
    """Return the text disarmed and on one line: each line break, with the space around it, becomes one space."""
    return disarm(" ".join(filter(None, map(str.strip, text.splitlines()))))


def attribute(value: str) -> str:
    """Return a caller's string (session id, name, title) as it may stand inside a mark: one line, no brackets.

    Characters that are controls, formats or separators other than a space become `_`; at most 64 characters.
    """
    if not (value.isascii() and value.isprintable()):
        value = "".join(c if c == " " or unicodedata.category(c)[0] not in "CZ" else "_" for c in value)
    value = _BRACKETS.sub("_", value)
    if len(value) > ATTRIBUTE_CHARACTERS:
        value = value[: ATTRIBUTE_CHARACTERS - 1] + "…"
    return value.strip() or "_"


def fenced(tag: str, attributes: str, text: str) -> str:
    """Return the text disarmed between the marks of `tag` (one of `TAGS`), ending in a line break.

    `attributes` stands in the opening mark as it is: every caller's string in it must have gone through `attribute`.
    """
    return f"<{tag} {attributes}>{disarm(text)}</{tag}>\n" if attributes else f"<{tag}>{disarm(text)}</{tag}>\n"
