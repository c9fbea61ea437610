"""A summary without a model: the sentences that the conversation turns on, word for word.

What a sentence is worth is a sum of what kind of saying it is (`importance`, more with a number, a name or a time),
how near it lies to the middle of the conversation by its words (cosine of TF-IDF vectors, so that length earns
nothing), and how near its message lies to it by the vectors that are there, times a factor for who said it. The best
of each field is taken, then the best of all for as long as the budget lasts, none that repeats one already taken, and
all are shown in the order said.
Centrality: Radev, Jing, Styś and Tam, "Centroid-based summarization of multiple documents" (2004); repeats: Carbonell
and Goldstein, "The use of MMR" (1998).
"""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Final

import numpy as np

from app.domain.models import Role
from app.domain.packing.models import TokenCounter
from app.domain.summary.fields import field_of
from app.domain.summary.models import CoveredTurn, SummaryLine, Topic
from app.domain.summary.render import render
from app.domain.summary.sentences import sentences_of
from app.domain.words import analyse

_ROLE: Final[Mapping[Role, float]] = {"user": 1.0, "assistant": 0.6, "tool": 0.0, "system": 0.0}
_MOST_SENTENCES: Final[Mapping[Role, int]] = {"user": 24, "assistant": 8, "tool": 0, "system": 0}
_KIND_WEIGHT: Final = 0.75
_WORDS_WEIGHT: Final = 0.1
_VECTOR_WEIGHT: Final = 0.15
_SPECIFIC_BONUS: Final = 0.2
"""For a sentence with a number, a name or a time: those are what people ask for later."""
_FEW_WORDS: Final = 4
_FEW_WORDS_MALUS: Final = 0.2
_OUTCRY_MALUS: Final = 0.1
"""For a sentence that ends in an exclamation mark: mostly it rates and does not tell."""
_LEAST: Final = 0.2
"""Below this a sentence is no news: greetings, thanks, mere questions."""
_FADING: Final = 0.97
"""What a line of the summary so far keeps of its weight each time the summary grows."""
_SAME: Final = 0.6
_LEAST_WEIGHT: Final = 0.25
_AS_GOOD: Final = 0.8
"""Of the best weight of a field: a line of that may stand for the field."""
_MOST_SHARE: Final[Mapping[Topic, float]] = {
    "goals": 0.5,
    "confirmed_facts": 0.75,
    "open_tasks": 0.5,
    "mood_and_style": 0.25,
}
_SPECIFIC: Final = re.compile(
    r"\d|(?<=[a-z,] )[A-Z][a-z]|[一二三四五六七八九十两]+[个年月天岁点号次]|昨天|今天|明天|上周|下周|周[一二三四五六日]"
    r"|\b(?:yesterday|tomorrow|last|next|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
)


@dataclass(frozen=True, slots=True)
class _Candidate:
    line: SummaryLine
    terms: frozenset[str]
    place: int
    tokens: int


def summarise(
    turns: Sequence[CoveredTurn], earlier: Sequence[SummaryLine], *, budget: int, counter: TokenCounter
) -> list[SummaryLine]:
    """Return the lines that sum up what `earlier` lines and `turns` (in order) say, within `budget` tokens as text.

    Empty where nothing is worth a line or the budget holds none. Linear in the text but for repeats (lines taken times
    candidates).
    """
    candidates = [
        _Candidate(
            replace(line, weight=line.weight * _FADING), frozenset(analyse(line.text)), place, counter.count(line.text)
        )
        for place, line in enumerate(earlier)
    ]
    candidates += _candidates(turns, len(candidates), counter)
    best_first = sorted(candidates, key=lambda one: (-one.line.weight, one.place))
    return _take(best_first, budget, counter)


def _candidates(turns: Sequence[CoveredTurn], first_place: int, counter: TokenCounter) -> list[_Candidate]:
    said = [(turn, text) for turn in turns for text in sentences_of(turn.content, _MOST_SENTENCES[turn.role])]
    terms = [Counter(analyse(text)) for _, text in said]
    central = _word_centrality(terms)
    nearness = _vector_centrality(turns)
    made = []
    for place, ((turn, text), words, by_words) in enumerate(zip(said, terms, central, strict=True)):
        topic, value = field_of(text, turn.role)
        if not value:
            continue
        value += _worth_more(text, len(words))
        by_vector = nearness.get(turn.seq, by_words)
        weight = _ROLE[turn.role] * (_KIND_WEIGHT * value + _WORDS_WEIGHT * by_words + _VECTOR_WEIGHT * by_vector)
        if value >= _LEAST and weight >= _LEAST_WEIGHT:
            line = SummaryLine(topic, text, turn.role, (turn.shown_id,), round(min(weight, 1.0), 4))
            made.append(_Candidate(line, frozenset(words), first_place + place, counter.count(text)))
    return made


def _worth_more(sentence: str, words: int) -> float:
    """Return what a sentence gains (or loses) by its form, whatever kind of saying it is."""
    outcry = _OUTCRY_MALUS if sentence.endswith(("!", "！")) else 0.0
    if words < _FEW_WORDS:
        return -_FEW_WORDS_MALUS - outcry
    return (_SPECIFIC_BONUS if _SPECIFIC.search(sentence) else 0.0) - outcry


def _word_centrality(sentences: Sequence[Counter[str]]) -> list[float]:
    """Return for each sentence the cosine of its TF-IDF vector with the sum of all, the highest scaled to 1."""
    count = len(sentences)
    frequency = Counter(term for words in sentences for term in words)
    idf = {term: log(1 + count / held) for term, held in frequency.items()}
    vectors = [{term: (1 + log(times)) * idf[term] for term, times in words.items()} for words in sentences]
    lengths = [sqrt(sum(value * value for value in vector.values())) or 1.0 for vector in vectors]
    middle: defaultdict[str, float] = defaultdict(float)
    for vector, length in zip(vectors, lengths, strict=True):
        for term, value in vector.items():
            middle[term] += value / length
    cosines = [
        sum(value * middle[term] for term, value in vector.items()) / length
        for vector, length in zip(vectors, lengths, strict=True)
    ]
    most = max(cosines, default=0.0) or 1.0
    return [cosine / most for cosine in cosines]


def _vector_centrality(turns: Sequence[CoveredTurn]) -> dict[int, float]:
    """Return by seq how near the vector of each message that has one lies to their mean, spread over [0, 1].

    Empty with fewer than three vectors of one length: their mean says nothing.
    """
    held = [(turn.seq, turn.vector) for turn in turns if turn.vector is not None and _ROLE[turn.role] > 0]
    if len(held) < 3 or len({vector.shape for _, vector in held}) > 1:
        return {}
    matrix = np.stack([vector for _, vector in held])
    cosines = matrix @ matrix.mean(axis=0)
    spread = float(cosines.max() - cosines.min()) or 1.0
    scaled = (cosines - cosines.min()) / spread
    return {seq: float(value) for (seq, _), value in zip(held, scaled, strict=True)}


def _best_of_each_field(best_first: Sequence[_Candidate]) -> list[_Candidate]:
    """Return one candidate of each field: a summary has all four before two of one.

    Of those about as good as the best of its field the shortest, so that all find room.
    """
    of_field: dict[Topic, list[_Candidate]] = {}
    for one in best_first:
        of_field.setdefault(one.line.topic, []).append(one)
    return [
        min((one for one in of_one if one.line.weight >= _AS_GOOD * of_one[0].line.weight), key=lambda one: one.tokens)
        for of_one in of_field.values()
    ]


def _take(best_first: Sequence[_Candidate], budget: int, counter: TokenCounter) -> list[SummaryLine]:
    """Take candidates within the budget; a line costs its tokens and about two more; at last the whole is counted."""
    taken: list[_Candidate] = []
    used: Counter[str] = Counter()
    left = budget
    for one in (*_best_of_each_field(best_first), *best_first):
        cost = one.tokens + 2
        over = used[one.line.topic] + cost > _MOST_SHARE[one.line.topic] * budget and used[one.line.topic] > 0
        if cost > left or over or any(_repeats(one, other) for other in taken):
            continue
        taken.append(one)
        used[one.line.topic] += cost
        left -= cost
    while taken and counter.count(render(_in_order(taken))) > budget:
        taken.pop()
    return _in_order(taken)


def _in_order(taken: Sequence[_Candidate]) -> list[SummaryLine]:
    return [one.line for one in sorted(taken, key=lambda one: one.place)]


def _repeats(one: _Candidate, taken: _Candidate) -> bool:
    """Whether most words of both are the same; of an assistant's line, whether most of its own stand there already."""
    smaller = min(len(one.terms), len(taken.terms))
    if smaller == 0:
        return False
    common = len(one.terms & taken.terms)
    echo = one.line.role == "assistant" and common >= _SAME * smaller
    return echo or common >= _SAME * len(one.terms | taken.terms)
