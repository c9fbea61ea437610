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
    """Return the tokens of a text, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        written = match.group()
        first = written[0]
        start, end = match.span()
        if first.isdigit():
            found.append(Token(start, end, "#", f"digits{min(len(written), 5)}"))
        elif "\u3400" <= first <= "\u9fff":
            for form, kind in rjieba.tag(written.translate(TO_SIMPLIFIED)):
                found.append(Token(start, start + len(form), form, f"han{min(len(form), 4)}", kind))
                start += len(form)
        elif first.isalpha():
            shape = "upper" if written.isupper() and len(written) > 1 else "title" if first.isupper() else "lower"
            found.append(Token(start, end, written.lower().replace("’", "'"), shape))
        else:
            found.append(Token(start, end, written, "sign"))
    return found
