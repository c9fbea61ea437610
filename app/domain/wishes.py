"""Standing wishes: what the user prefers, and how he wants to be answered from now on.

"How should I lay out the page?" is to be answered in line with "Always name the semantic tags when I ask about markup",
though the two share hardly a word. Such sayings are told apart when they are indexed; a request lifts them, a question
about what was said does not.
"""

import re
from typing import Final

from app.domain.importance.kinds import says
from app.domain.importance.material import sort_material
from app.domain.words import normalise

LEAST_IMPORTANCE: Final = 0.8
"""What matters less is not looked at: preferences and rules are lasting kinds, see `importance.rules`."""

_INSTRUCTS: Final = re.compile(
    r"(?:^|[.!?;:\n]\s*|\band |,\s*)(?:please |and |so )?(?:always|never|do not ever|don't ever)\s+"
    r"(?!mind\b|better\b|again\b|been\b|had\b|thought\b|knew\b|seen\b|heard\b|wanted\b)\w+|"
    r"\bfrom now on\b|\bgoing forward\b|\b(?:when(?:ever)?|if|every time|each time) i (?:ask|request|say|talk|write)\b|"
    r"以后(?:都|请|要|别|不要)|从现在(?:起|开始)|从今(?:以后|往后)|每(?:次|当)我|请(?:始终|总是|务必|一直|永远)|"
    r"(?:^|[。！？，,])(?:始终|务必|永远不要)"
)
_MAY_PREFER: Final = re.compile(
    r"prefer|rather|like|liking|lov(?:e|ing)\b|enjoy|hat(?:e|ing)\b|detest|loath|despis|ador|\bfan\b|stand\b|favou?r|"
    r"avoid|avers|refus|never|always|usual|only|call me|allerg|passion|obsess|keen|\binto\b|[\u00c0-\u30ff]|"
    r"[喜爱愛好厌厭烦煩恨偏惯慣宁寧愿願怕忌叫迷]|不[吃喝看用想要]"
)
"""Looked for before a text is judged, which costs five times as much."""


def states_wish(text: str) -> bool:
    """Return whether a text of the user states a preference or a standing instruction. Linear; 5 to 100 µs."""
    plain = normalise(text)
    if _INSTRUCTS.search(plain):
        return True
    return bool(_MAY_PREFER.search(plain)) and says("preference", sort_material(text))
