"""The patterns of `text`: how English messages are made plain."""

import re
from typing import Final

MOST_COLUMNS: Final = 40
AMPERSAND: Final = re.compile(r"(?<!\S)(\S{1,60}) & (?=(\S))")
ITS: Final = re.compile(
    r"(?<![\w'])its (?=(?:an?|the|now|at|on|in|not|actually|just|my|for|from|called|been|all|about|under|over|like|"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|\d+\w*)\b|"
    r"(?!own\b|[^.!?,\n]*\b(?:is|are|was|has|does|did|hurts?|keeps?|works?|looks?|feels?)\b)[^.!?,\n]{2,40} (?:now|"
    r"these days|instead|from now on)(?=$|[.!?,\n]))",
    re.IGNORECASE,
)
QUOTES: Final = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "`": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "…": "\n",
        "，": ",",
        "—": " – ",
        "\t": " ",
        "\u00a0": " ",
        "\u200b": "",
    }
)
SIGNS: Final = re.compile(
    r"[\U0001F000-\U0001FAFF\u2600-\u27bf\ufe0f\u200d\u2190-\u2193]+|(?<=\s)[:;]['-]?[)(dpDP3/|]+(?!\w)"
)
WOULD: Final = re.compile(
    r"\bid (?=(?:help|come|cover|bring|make|teach|build|fix|pick|feed|water|walk|write|look|drive|watch|run|host|"
    r"cook|bake|sort|"
    r"finish|send|pay|give|lend|try|move|call|sing|play|speak|stop|quit|start|like|love|rather|prefer|be|have|never|"
    r"say|go|want|hate|need|die|do|take|get|only|still|also|"
    r"always)\b)",
    re.I,
)
