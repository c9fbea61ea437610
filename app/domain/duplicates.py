"""Which statements say the same in the same words but for fillers.

Vectors cannot decide this: statements that differ in a name alone, or in "not", lie closer together than many that mean
the same (decision 0012 has the numbers). So two statements are one only if nothing but fillers, articles, punctuation,
case, width and script tells them apart: every number, name, sign, negation and pronoun counts, and so does their order.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from app.domain.han_variants import TO_SIMPLIFIED

_ARTICLES: Final = re.compile(r"\b(?:a|an|the)\s+(?=\w)|\b(?:A|An|The)\s+(?=[a-z])")
"""In lower case, or before a word in lower case: "vitamin A" and "The Who" stay as they are."""
_FILLERS: Final = frozenset(["really", "very", "please", "oh", "truly", "indeed", "absolutely", "definitely"])
_PUNCTUATION: Final = re.compile(r"(?<!\w)[.,;:!。，；：！、…~\"“”]+|[.,;:!。，；：！、…~\"“”]+(?!\w)")
"""Not between two word characters: 1.5, 8:30 and 1,000 keep theirs. A question mark tells a question from a claim."""
_STRONGLY: Final = re.compile(
    r"(?:真的|非常|特别|十分|挺|超级|很)+(?=不?喜欢|不?爱|讨厌|不?想|害怕|在意|重视|不?需要|希望)"
)
"""Only before a verb of liking or wanting: elsewhere they may be half of a name (超级玛丽) or a number (十分)."""
_PARTICLES: Final = re.compile(r"[呢啊呀哦啦嘛]+(?=$|[\s.,;:!。，；：！、])")


def skeleton(text: str) -> tuple[str, ...]:
    """Return the words that a statement stands on, in order; equal skeletons say the same."""
    plain = _ARTICLES.sub("", unicodedata.normalize("NFKC", text).replace("’", "'"))
    plain = _STRONGLY.sub("", plain.casefold().translate(TO_SIMPLIFIED))
    plain = _PUNCTUATION.sub(" ", _PARTICLES.sub("", plain))
    return tuple(word for word in plain.split() if word not in _FILLERS)


def group_duplicates(texts: Sequence[str]) -> list[list[int]]:
    """Return the places of texts that say the same, groups of two or more, in order."""
    groups: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for place, text in enumerate(texts):
        words = skeleton(text)
        if words:
            groups[words].append(place)
    return [places for places in groups.values() if len(places) > 1]
