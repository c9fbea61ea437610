"""Cuts a text into what the tagger labels: words, numbers, signs."""

import re
from typing import Final, NamedTuple

import rjieba

from app.domain.han_variants import TO_SIMPLIFIED

_TOKEN: Final = re.compile(
    r"[^\W\d_\u3400-\u9fff]+(?:['’.+#&-][^\W\d_\u3400-\u9fff]+)*[+#]*|\d+(?:[.,:]\d+)*|[^\w\s]|[\u3400-\u9fff]+|_"
)


class Token(NamedTuple):
    """A stretch [start, end) of a text; `form` is what it is known by: lower case, simplified, "#" for a number.

    `kind` is the part of speech of a Chinese word, "" of others.
    """

    start: int
    end: int
    form: str
    shape: str
    kind: str = ""


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, in order; of Chinese its words."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        written, start = match.group(), match.start()
        if not _is_han(written):
            found.append(_token(match))
            continue
        for form, kind in rjieba.tag(written.translate(TO_SIMPLIFIED)):
            found.append(Token(start, start + len(form), form, f"han{min(len(form), 4)}", kind))
            start += len(form)
    return found


def characters_of(text: str) -> list[Token]:
    """Return the tokens of a text, in order; of Chinese its characters, of no kind."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        written, start = match.group(), match.start()
        if _is_han(written):
            forms = written.translate(TO_SIMPLIFIED)
            found += (Token(start + at, start + at + 1, form, "han") for at, form in enumerate(forms))
        else:
            found.append(_token(match))
    return found


def _is_han(written: str) -> bool:
    return "\u3400" <= written[0] <= "\u9fff"


def _token(match: re.Match[str]) -> Token:
    written = match.group()
    start, end = match.span()
    if written[0].isdigit():
        return Token(start, end, "#", f"digits{min(len(written), 5)}")
    if written[0].isalpha():
        shape = "upper" if written.isupper() and len(written) > 1 else "title" if written[0].isupper() else "lower"
        return Token(start, end, written.lower().replace("’", "'"), shape)
    return Token(start, end, written, "sign")
