"""Until when a new value holds, where the message says that it holds for a time only ("just tomorrow", "这周先")."""

import re
from datetime import datetime
from typing import Final

from app.domain.extraction.en.time import planned_end, valid_times, wished_end
from app.domain.extraction.zh.times import limit_of

DATED: Final = frozenset(("appointment", "deadline", "plan", "commitment", "goal", "birthday", "wants"))
"""Attributes whose values are times themselves, or are over by themselves."""
_PLANNED: Final = frozenset(("appointment", "plan"))
"""Of these an end counts where one is named: "filling in at the other branch, just this week"."""
WISHES: Final = frozenset(
    ("diet", "avoids", "rule", "wants", "reply_style", "reply_length", "reply_language", "contact_time")
)
"""What is asked for, or kept to: "this week" says until when, without a "just"."""
_SENTENCE_END: Final = re.compile(r"[.!?。！？\n]+(?:\s|$)|[。！？\n]")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")


def end_of(text: str, value: str, attribute: str, said_at: datetime) -> datetime | None:
    """Return until when `value` holds by the sentence of `text` that it stands in, None where that names no end."""
    planned = attribute in _PLANNED
    if attribute in DATED and not planned:
        return None
    sentence = next((part for part in _SENTENCE_END.split(text) if value in part), text)
    if _HAN.search(sentence):
        end = limit_of(sentence, said_at)
    elif planned:
        end = planned_end(sentence, said_at, attribute)
    else:
        end = wished_end(sentence, said_at) if attribute in WISHES else valid_times(sentence, said_at)[1]
    return end if end is not None and end > said_at else None
