"""How a summary reads as text: its fields one after the other, each line with a dash."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from app.domain.summary.models import TOPICS, SummaryLine, Topic

_HAN: Final = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_LETTER: Final = re.compile(r"[^\W\d_]")
_HAN_SHARE: Final = 0.2
"""A Han character says as much as several letters, so a text is Chinese well below half of its letters."""
_LABELS: Final[dict[Topic, tuple[str, str]]] = {
    "goals": ("Goals", "目标"),
    "confirmed_facts": ("Confirmed facts", "已确认"),
    "open_tasks": ("Open tasks", "待办"),
    "mood_and_style": ("Mood and style", "情绪风格"),
}
_SAYS: Final = ("assistant: ", "助手：")


def is_chinese(texts: Iterable[str]) -> bool:
    """Whether texts are mainly written in Han characters."""
    joined = "".join(texts)
    letters = len(_LETTER.findall(joined))
    return letters > 0 and len(_HAN.findall(joined)) >= _HAN_SHARE * letters


def render(lines: Sequence[SummaryLine]) -> str:
    """Return the text of a summary; what an assistant said is marked as such, everything else is the user's."""
    chinese = is_chinese(line.text for line in lines)
    parts: list[str] = []
    for topic in TOPICS:
        shown = [line for line in lines if line.topic == topic]
        if shown:
            parts.append(_LABELS[topic][chinese] + ("：" if chinese else ":"))
            parts += (f"- {_SAYS[chinese] if line.role == 'assistant' else ''}{line.text}" for line in shown)
    return "\n".join(parts)


def said_in(lines: Sequence[SummaryLine]) -> str:
    """Return what a summary says without its headings: the text that its vector is made from."""
    return "\n".join(line.text for line in lines)
