"""What the tagger sees of a token and of a stretch: what stands there and around, word classes, whose clause it is."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from app.domain.extraction.en.lexicon import find_terms
from app.domain.extraction.tagger.tokens import Token, tokens_of
from app.domain.extraction.zh.lexicon import find_words
from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.importance.learned import importance_chances

_SENTENCE_END: Final = frozenset("。！？!?\n;；…")
_CLAUSE_END: Final = _SENTENCE_END | frozenset(",，、:：—-()（）")
_OWNERS: Final = {
    **dict.fromkeys(("i", "i'm", "im", "i've", "ive", "i'd", "i'll", "me", "mine", "我", "俺", "咱"), "I"),
    **dict.fromkeys(("my", "our"), "my"),
    **dict.fromkeys(("we", "we're", "we've", "us"), "we"),
    **dict.fromkeys(("you", "your", "you're", "u", "你", "您"), "you"),
    **dict.fromkeys(
        ("he", "she", "they", "his", "her", "their", "he's", "she's", "him", "them", "他", "她", "它"), "they"
    ),
    **dict.fromkeys(("if", "suppose", "imagine", "say", "要", "若", "假"), "if"),
}


class View(NamedTuple):
    """A text as the tagger sees it."""

    tokens: list[Token]
    sorts: list[tuple[str, ...]]
    clause: list[tuple[str, ...]]
    gate: tuple[str, ...]


def view_of(text: str) -> View:
    """Return tokens, the word classes of each, what is told of each one's clause, and what of the whole text."""
    tokens = tokens_of(text)
    return View(tokens, _sorts(text, tokens), _clauses(tokens), _gate(text))


def _sorts(text: str, tokens: Sequence[Token]) -> list[tuple[str, ...]]:
    at: dict[int, tuple[int, tuple[str, ...]]] = {}
    for term in find_terms(text):
        at[term.start] = (term.end, tuple(sorted({one.sort for one in term.terms})))
    folded = text.lower().translate(TO_SIMPLIFIED)
    if len(folded) == len(text):
        for word in find_words(folded):
            at[word.start] = (word.end, tuple(sorted(word.classes)))
    found: list[tuple[str, ...]] = []
    until = 0
    current: tuple[str, ...] = ()
    for token in tokens:
        if token.start in at:
            until, names = at[token.start]
            found.append(tuple(f"B{name}" for name in names))
            current = tuple(f"I{name}" for name in names)
        else:
            found.append(current if token.start < until else ())
    return found


def _clauses(tokens: Sequence[Token]) -> list[tuple[str, ...]]:
    """Return for each token: the first two forms of its clause, whose it is, and what its sentence ends with."""
    found: list[tuple[str, ...]] = [()] * len(tokens)
    sentence = 0
    for end in [*(at + 1 for at, token in enumerate(tokens) if token.form in _SENTENCE_END), len(tokens)]:
        if end <= sentence:
            continue
        last = tokens[end - 1].form
        asks = (
            last in "?？"
            or (end > sentence + 1 and tokens[end - 2].form in ("吗", "呢") and last in _SENTENCE_END)
            or last == "吗"
        )
        whose = next((_OWNERS[token.form] for token in tokens[sentence:end] if token.form in _OWNERS), "")
        clause = sentence
        for at in range(sentence, end):
            if tokens[at].form in _CLAUSE_END or at == end - 1:
                part = tokens[clause : at + 1]
                own = next((_OWNERS[token.form] for token in part if token.form in _OWNERS), "")
                start = " ".join(token.form for token in part[:2])
                told = (
                    f"o={own}",
                    f"s={whose}",
                    f"q={asks}",
                    f"c={start}",
                    f"c1={part[0].form}",
                    f"oq={own}{whose}{asks}",
                )
                for place in range(clause, at + 1):
                    found[place] = told
                clause = at + 1
        sentence = end
    return found


def _gate(text: str) -> tuple[str, ...]:
    low, _, high = importance_chances(text)
    return (f"g={int(high * 5)}", f"gl={int(low * 5)}")


def token_features(view: View, at: int) -> set[str]:
    """Return the features of one token."""
    tokens = view.tokens

    def form(place: int) -> str:
        return tokens[place].form if 0 <= place < len(tokens) else "·"

    here = form(at)
    one, two, three = form(at - 1), form(at - 2), form(at - 3)
    next1, next2, next3 = form(at + 1), form(at + 2), form(at + 3)
    found = {
        f"0{here}", f"-1{one}", f"-2{two}", f"-3{three}", f"+1{next1}", f"+2{next2}", f"+3{next3}",
        f"-10{one} {here}", f"0+1{here} {next1}", f"-2-1{two} {one}", f"+1+2{next1} {next2}",
        f"-3-2-1{three} {two} {one}", f"-2-10{two} {one} {here}", f"-10+1{one} {here} {next1}",
        f"0+1+2{here} {next1} {next2}",
        f"h{tokens[at].shape}", f"h-{tokens[at - 1].shape if at else ''}{tokens[at].shape}",
        *view.gate,
    }  # fmt: skip
    if tokens[at].shape in ("lower", "title", "upper"):
        found |= {f"p{here[:3]}", f"x{here[-3:]}", f"hl{tokens[at].shape}{at == 0}"}
    for name in view.sorts[at]:
        found |= {f"L{name}", f"L{name}{view.clause[at][0]}", f"L{name}{view.clause[at][5]}", f"L{name}{one}"}
    if at:
        found |= {f"L-{name}" for name in view.sorts[at - 1]}
    if at + 1 < len(tokens):
        found |= {f"L+{name}" for name in view.sorts[at + 1]}
    found |= set(view.clause[at])
    found |= {f"{told}|{here}" for told in view.clause[at][:3]}
    return found


def span_features(view: View, start: int, end: int) -> set[str]:
    """Return the features of a stretch of tokens [start, end)."""
    tokens = view.tokens
    forms = [token.form for token in tokens[start:end]]
    before = [token.form for token in tokens[max(0, start - 4) : start]]
    after = [token.form for token in tokens[end : end + 3]]
    found = {f"w{form}" for form in forms} | {f"b{form}" for form in before} | {f"a{form}" for form in after}
    found |= {f"b1{form}" for form in before[-1:]} | {f"a1{form}" for form in after[:1]}
    found |= {
        f"b2{' '.join(before[-2:])}",
        f"b3{' '.join(before[-3:])}",
        f"a2{' '.join(after[:2])}",
        f"n{min(end - start, 6)}",
    }
    found |= {f"ww{first} {second}" for first, second in pairwise(forms)}
    found |= {f"x{form[-3:]}" for form in forms if form.isascii() and len(form) > 3}
    found |= {f"f{forms[0]}", f"l{forms[-1]}", f"h{tokens[start].shape}{tokens[end - 1].shape}"}
    found |= {f"L{name}" for at in range(start, end) for name in view.sorts[at]}
    found |= set(view.clause[start]) | set(view.gate)
    found |= {f"m{token.form}" for token in tokens if token.form in _OWNERS}
    return found
