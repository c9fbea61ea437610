"""Cuts a text into what the tagger labels: words, numbers, single Chinese characters, signs."""

import re
from typing import Final, NamedTuple

from app.domain.han_variants import TO_SIMPLIFIED

_TOKEN: Final = re.compile(
    r"[^\W\d_\u3400-\u9fff]+(?:['’.+#&-][^\W\d_\u3400-\u9fff]+)*[+#]*|\d+(?:[.,:]\d+)*|[^\w\s]|[\u3400-\u9fff]|_"
)


class Token(NamedTuple):
    """A stretch [start, end) of a text; `form` is what it is known by: lower case, simplified, "#" for a number."""

    start: int
    end: int
    form: str
    shape: str


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        written = match.group()
        first = written[0]
        if first.isdigit():
            found.append(Token(match.start(), match.end(), "#", f"digits{min(len(written), 5)}"))
        elif "\u3400" <= first <= "\u9fff":
            found.append(Token(match.start(), match.end(), written.translate(TO_SIMPLIFIED), "han"))
        elif first.isalpha():
            shape = "upper" if written.isupper() and len(written) > 1 else "title" if first.isupper() else "lower"
            found.append(Token(match.start(), match.end(), written.lower().replace("’", "'"), shape))
        else:
            found.append(Token(match.start(), match.end(), written, "sign"))
    return found
