"""Until when a new value holds, where the message says that it holds for a time only ("just tomorrow", "这周先")."""

import re
from datetime import datetime
from typing import Final

from app.domain.extraction.en.time import valid_times
from app.domain.extraction.zh.times import limit_of

DATED: Final = frozenset(("appointment", "deadline", "plan", "commitment", "goal", "birthday", "wants"))
"""Attributes whose values are times themselves, or are over by themselves."""
_SENTENCE_END: Final = re.compile(r"[.!?。！？\n]+(?:\s|$)|[。！？\n]")
_HAN: Final = re.compile(r"[\u4e00-\u9fff]")


def end_of(text: str, value: str, attribute: str, said_at: datetime) -> datetime | None:
    """Return until when `value` holds by the sentence of `text` that it stands in, None where that names no end."""
    if attribute in DATED:
        return None
    sentence = next((part for part in _SENTENCE_END.split(text) if value in part), text)
    end = limit_of(sentence, said_at) if _HAN.search(sentence) else valid_times(sentence, said_at)[1]
    return end if end is not None and end > said_at else None
