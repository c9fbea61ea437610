"""What the tagger sees of a token and of a stretch: what stands there and around, word classes, whose clause it is."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from app.domain.extraction.en.lexicon import find_terms
from app.domain.extraction.tagger.people import whom
from app.domain.extraction.tagger.tokens import Token, tokens_of
from app.domain.extraction.tagger.words import Groups, asked, groups_of
from app.domain.extraction.zh.lexicon import find_words
from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.importance.learned import importance_chances

_SENTENCE_END: Final = frozenset("。！？!?\n;；…")
_CLAUSE_END: Final = _SENTENCE_END | frozenset(",，、:：—-()（）")


class View(NamedTuple):
    """A text as the tagger sees it."""

    tokens: list[Token]
    sorts: list[tuple[str, ...]]
    clause: list[tuple[str, ...]]
    gate: tuple[str, ...]
    groups: list[Groups]
    asked: tuple[str, ...]


def view_of(text: str, before: str = "") -> View:
    """Return tokens, the word classes of each, what is told of each one's clause, and what of the whole text."""
    tokens = tokens_of(text)
    groups = [groups_of(token) for token in tokens]
    return View(tokens, _sorts(text, tokens), _clauses(tokens), _gate(text), groups, asked(before, tokens))


def ends_sentence(tokens: Sequence[Token], at: int) -> bool:
    """Whether a token is the last of a sentence."""
    token = tokens[at]
    if at + 1 == len(tokens) or token.form in _SENTENCE_END:
        return True
    return token.form == "." and tokens[at + 1].start > token.end


def ends_clause(token: Token) -> bool:
    """Whether a token is a sign that ends a clause."""
    return token.form in _CLAUSE_END


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
    sentence, earlier = 0, ""
    for end in [at + 1 for at in range(len(tokens)) if ends_sentence(tokens, at)]:
        last = tokens[end - 1].form
        asks = (
            last in "?？"
            or (end > sentence + 1 and tokens[end - 2].form in ("吗", "呢") and last in _SENTENCE_END)
            or last == "吗"
        )
        people = [whom(token.form) for token in tokens[sentence:end]]
        whose = next((one for one in people if one), "")
        clause = sentence
        last = before = earlier
        for at in range(sentence, end):
            if tokens[at].form in _CLAUSE_END or at == end - 1:
                part = tokens[clause : at + 1]
                inside = people[clause - sentence : at + 1 - sentence]
                own = next((one for one in inside if one), "")
                start = " ".join(token.form for token in part[:2])
                told = (
                    f"o={own}",
                    f"s={whose}",
                    f"q={asks}",
                    f"c={start}",
                    f"c1={part[0].form}",
                    f"oq={own}{whose}{asks}",
                )
                near = ""
                for place, one in zip(range(clause, at + 1), inside, strict=True):
                    found[place] = (*told, f"np={last}", f"npp={before}>{last}", f"nc={near}{place - clause < 2}")
                    if one:
                        before, last, near = last, one, one
                clause = at + 1
        sentence, earlier = end, f"{last}." if last and not last.endswith(".") else last
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
    last, two, three = form(at - 1), form(at - 2), form(at - 3)
    next1, next2, next3 = form(at + 1), form(at + 2), form(at + 3)
    found = {
        f"0{here}", f"-1{last}", f"-2{two}", f"-3{three}", f"+1{next1}", f"+2{next2}", f"+3{next3}",
        f"-10{last} {here}", f"0+1{here} {next1}", f"-2-1{two} {last}", f"+1+2{next1} {next2}",
        f"h{tokens[at].shape}", f"h-{tokens[at - 1].shape if at else ''}{tokens[at].shape}",
        *view.gate,
    }  # fmt: skip
    if tokens[at].kind:
        found |= {f"k{one}" for one in here}
        found |= {f"kf{here[0]}", f"kl{here[-1]}", f"kl2{here[-2:]}"}
    elif tokens[at].shape != "sign" and here != "#":
        found |= {f"p{here[:3]}", f"x{here[-3:]}", f"x4{here[-4:]}", f"x5{here[-5:]}", f"hl{tokens[at].shape}{at == 0}"}
    for name in view.sorts[at]:
        found |= {f"L{name}", f"L{name}{view.clause[at][0]}", f"L{name}{view.clause[at][5]}", f"L{name}{last}"}
    if at:
        found |= {f"L-{name}" for name in view.sorts[at - 1]}
    if at + 1 < len(tokens):
        found |= {f"L+{name}" for name in view.sorts[at + 1]}
    found |= set(view.clause[at])
    found |= {f"{told}|{here}" for told in view.clause[at][:3]}
    found.update(view.asked)
    _kind_and_group_features(view, at, found)
    return found


def _kind_and_group_features(view: View, at: int, found: set[str]) -> None:
    """Add features of parts of speech and of groups of meaning, of a token and its neighbours."""
    tokens, groups = view.tokens, view.groups
    last, here, then = tokens[at - 1] if at else None, tokens[at], tokens[at + 1] if at + 1 < len(tokens) else None
    before, after = groups[at - 1] if at else (), groups[at + 1] if then is not None else ()
    said, next_said = last.form if last is not None else "·", then.form if then is not None else "·"
    found |= {f"G0{group}" for group in groups[at]}
    found |= {f"G-{group}" for group in before}
    found |= {f"G+{group}" for group in after}
    if at > 1:
        found |= {f"G--{group}" for group in groups[at - 2][:1]}
    if groups[at]:
        coarse = groups[at][0]
        found |= {
            f"GG-{said} {coarse}",
            f"GG+{coarse} {next_said}",
            f"Go{coarse}{view.clause[at][0]}",
            f"Go{coarse}{view.clause[at][5]}",
        }
        found |= {f"GGG{group} {coarse}" for group in before[:1]} | {f"GG>{coarse} {group}" for group in after[:1]}
    else:
        found |= {f"GG0{here.shape}", f"GG0{here.shape}{said}", f"GG0{here.shape}{before[:1]}"}
    if here.kind:
        was, will = last.kind if last is not None else "·", then.kind if then is not None else "·"
        found |= {f"P{here.kind}", f"P-{was}", f"P+{will}", f"P-+{was} {here.kind} {will}", f"P-0{said} {here.kind}"}
        found |= {f"Po{here.kind}{view.clause[at][5]}", f"Pn{here.kind}{here.shape}", f"P0+{here.kind} {next_said}"}
    if last is not None and last.kind:
        found.add(f"k-{last.form[-1]}")
    if then is not None and then.kind:
        found.add(f"k+{then.form[0]}")


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
    found |= {f"x4{form[-4:]}" for form in forms if form.isascii() and len(form) > 4}
    found |= {f"f{forms[0]}", f"l{forms[-1]}", f"h{tokens[start].shape}{tokens[end - 1].shape}"}
    found |= {f"L{name}" for at in range(start, end) for name in view.sorts[at]}
    found |= set(view.clause[start]) | set(view.gate)
    found |= {f"m{whom(token.form)}" for token in tokens}
    found.update(view.asked)
    found |= {f"G{group}" for at in range(start, end) for group in view.groups[at]}
    found |= {f"P{token.kind}" for token in tokens[start:end] if token.kind}
    found |= {f"k{one}" for token in tokens[start:end] if token.kind for one in token.form}
    found |= {f"kl{forms[-1][-1]}", f"kl2{forms[-1][-2:]}"} if tokens[end - 1].kind else set()
    found |= {f"Gb{group}" for group in (view.groups[start - 1] if start else ())}
    found |= {f"Gbb{group}" for at in range(max(0, start - 4), start) for group in view.groups[at][:1]}
    return found
