"""What speaks for and against a candidate: a stretch that the tagger or a rule takes for a value of a fact."""

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from app.domain.extraction.tagger.candidates import Candidate
from app.domain.extraction.tagger.features import View, ends_clause, ends_sentence
from app.domain.extraction.tagger.people import whom
from app.domain.extraction.tagger.tokens import tokens_of
from app.domain.extraction.zh.gates import states_nothing
from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.importance import kinds_of
from app.domain.importance.learned import importance_chances

_QUOTES: Final = frozenset('"“”「」『』《》‘’')
_ASKING: Final = ("?", "？", "吗", "呢")
_MOST_WORDS: Final = 80
"""Words that are looked at on each side of a candidate's sentence."""
_MOST_HEARD: Final = 300
"""Characters of what was said before that are looked at, its last ones."""
_MOST_LAST_WORDS: Final = 12
_MOST_SENTENCES: Final = 12
"""Sentences whose kinds of saying are looked at."""


class Sentence(NamedTuple):
    """A sentence [start, end) in tokens and what is told of it."""

    start: int
    end: int
    features: tuple[str, ...]


class Whole(NamedTuple):
    """What is told of a whole message and of each of its sentences; `people` are whom its words mean, with places.

    `heard` are the words of what the assistant said just before.
    """

    view: View
    features: tuple[str, ...]
    sentences: list[Sentence]
    people: list[tuple[int, str]]
    heard: frozenset[str] = frozenset()


def whole_of(text: str, view: View, before: str = "") -> Whole:
    """Look at a message as a whole; `before` is what the assistant said just before."""
    tokens = view.tokens
    sentences: list[Sentence] = []
    kinds: set[str] = set()
    start = 0
    for at, token in enumerate(tokens):
        if ends_sentence(tokens, at):
            told = text[tokens[start].start : token.end]
            of = kinds_of(told) if len(sentences) < _MOST_SENTENCES else set()
            kinds |= of
            low, _, high = importance_chances(told)
            features = (*(f"k{kind}" for kind in of), f"sh{int(high * 8)}", f"sl{int(low * 8)}")
            sentences.append(Sentence(start, at + 1, features))
            start = at + 1
    low, _, high = importance_chances(text)
    first = [token.form for token in tokens[:3]]
    found = {
        f"mh{int(high * 10)}", f"ml{int(low * 10)}", f"mn{min(len(tokens) // 5, 8)}", f"ms{min(len(sentences), 5)}",
        f"zn{states_nothing(text.lower().translate(TO_SIMPLIFIED))}",
        f"before{bool(before)}{before.rstrip()[-1:] in _ASKING}",
        f"M1{' '.join(first[:1])}", f"M2{' '.join(first[:2])}", f"M3{' '.join(first)}",
    }  # fmt: skip
    found |= {f"K{kind}" for kind in kinds} | {f"sign{token.form}" for token in tokens if token.shape == "sign"}
    people = [(at, person) for at, token in enumerate(tokens) if (person := whom(token.form))]
    found |= {f"has{person}" for _, person in people} | {f"ps{'>'.join(dict.fromkeys(person for _, person in people))}"}
    heard = [token.form for token in tokens_of(before[-_MOST_HEARD:])]
    found |= {f"hw{form}" for form in heard[-_MOST_LAST_WORDS:]} | {f"h2{' '.join(heard[:2])}"}
    return Whole(view, tuple(found), sentences, people, frozenset(heard))


def candidate_features(whole: Whole, one: Candidate, others: int) -> set[str]:
    """Return the features of a candidate among `others` of the same message."""
    place = next((at for at, part in enumerate(whole.sentences) if part.start <= one.start < part.end), 0)
    sentence = whole.sentences[place]
    clause = whole.view.clause[one.start]
    found = {*whole.features, *sentence.features, *clause, *one.claim, f"at{place}", f"o{min(others, 4)}"}
    found.update(f"y{one.key}{told}" for told in (*sentence.features, *clause[5:], *one.claim))
    found.update(_itself(whole.view, one))
    found.update(_beside(whole, one))
    found.update(_around(whole, one, sentence))
    return found


def _itself(view: View, one: Candidate) -> Iterator[str]:
    """Yield what it is: who found it, how sure the tagger is, its words and their classes, alone and with its key."""
    odds, key, length = _odds(one.chance), one.key, one.end - one.start
    first, last = view.tokens[one.start], view.tokens[one.end - 1]
    begins = one.start == 0 or ends_sentence(view.tokens, one.start - 1)
    yield from (f"c{begins}{first.shape}", f"yc{key}{begins}{first.shape}", f"tc{one.source}{begins}{first.shape}")
    yield from (
        f"t{one.source}", f"y{key}", f"ty{one.source}{key}", f"p{odds}", f"tp{one.source}{odds}", f"yp{key}{odds // 3}",
        f"pl{_odds(one.least)}", f"u{int(one.sure * 6)}", f"n{min(length, 9)}", f"yn{key}{min(length, 6)}",
        f"h{first.shape}{last.shape}", f"y2{key} {one.next_key}",
    )  # fmt: skip
    for at in range(one.start, one.end):
        token = view.tokens[at]
        yield f"w{token.form}"
        if token.kind:
            yield from (f"k{token.form[-1]}", f"P{token.kind}")
        else:
            yield f"x{token.form[-4:]}"
        for group in view.groups[at]:
            yield f"G{group}"
        for group in view.groups[at][:1]:
            yield f"yG{key}{group}"
        for name in view.sorts[at]:
            yield from (f"L{name}", f"yL{key}{name}")


def _odds(chance: float) -> int:
    return int(max(-6.0, min(6.0, math.log((chance + 1e-4) / (1.0001 - chance)))) * 1.5)


def _beside(whole: Whole, one: Candidate) -> Iterator[str]:
    """Yield what stands next to it, and the people named last before it and first behind."""
    tokens = whole.view.tokens
    before = [tokens[at].form if at >= 0 else "·" for at in range(one.start - 1, one.start - 5, -1)]
    after = [tokens[at].form if at < len(tokens) else "·" for at in range(one.end, one.end + 3)]
    yield from (f"b{place}{word}" for place, word in enumerate(before))
    yield from (f"a{place}{word}" for place, word in enumerate(after))
    yield from (f"B2{' '.join(before[:2])}", f"B3{' '.join(before[:3])}", f"A2{' '.join(after[:2])}")
    yield from (f"BA{before[0]} {after[0]}", f"yb{one.key}{before[0]}", f"ya{one.key}{after[0]}")
    yield f"yM{one.key}{tokens[0].form}"
    again = sum(tokens[at].form in whole.heard for at in range(one.start, one.end))
    told = f"{again > 0}{again == one.end - one.start}"
    yield from (f"hh{told}", f"yh{one.key}{told}", f"th{one.source}{told}")
    ahead = [person for at, person in whole.people if at < one.start][-3:]
    behind = [person for at, person in whole.people if at >= one.end][:2]
    yield from (f"pb{'>'.join(ahead)}", f"pa{'>'.join(behind)}", f"pi{'>'.join(ahead[-2:])}{one.key}")
    yield f"pw{'>'.join(ahead[-1:])}>{one.key}>{'>'.join(behind[:1])}"


def _around(whole: Whole, one: Candidate, sentence: Sentence) -> Iterator[str]:
    """Yield the words of its clause before and behind it, of its sentence and of the message; quotes and colons."""
    tokens, groups = whole.view.tokens, whole.view.groups
    start, stop = one.start, one.end
    while start > 0 and not ends_clause(tokens[start - 1]):
        start -= 1
    while stop < len(tokens) and not ends_clause(tokens[stop]):
        stop += 1
    for at in range(max(0, sentence.start - _MOST_WORDS), min(len(tokens), sentence.end + _MOST_WORDS)):
        if one.start <= at < one.end:
            continue
        where = "m"
        if start <= at < stop:
            where = "cl" if at < one.start else "cr"
        elif sentence.start <= at < sentence.end:
            where = "s"
        yield from (f"{where}{tokens[at].form}", f"r{tokens[at].form}")
        if where != "m":
            yield from (f"{where}{group}" for group in groups[at][:1])
    opened = sum(tokens[at].form in _QUOTES for at in range(one.start))
    yield f"quoted{opened % 2}{opened > 0}"
    yield f"colon{any(tokens[at].form in ':：' for at in range(one.start))}"
