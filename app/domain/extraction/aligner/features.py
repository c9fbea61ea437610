"""What the aligner weighs: of a message beside a known fact, and of a stretch that may be the fact's new value."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from app.domain.extraction.aligner.views import (
    Mention,
    MessageView,
    classes_of,
    distance,
    group_of,
    mention_of,
    message_view,
    names_attribute,
    value_view,
)
from app.domain.extraction.wording import words

_CLOSE: Final = 2
_LONGEST: Final = 6
_LONGEST_HAN: Final = 10
_NO: Final = words("not no never n't don't doesn't isn't aren't can't won't wasn't without 不 没 别 非 无 勿 未")
_ASKS: Final = words("? ？ 吗 呢")


class Fact(NamedTuple):
    """A known fact as the aligner sees it: `relation` "user" or of kin, `just` whether it was said a moment ago.

    `named` says that the message names the kin whose fact it is (or it is the user's own).
    """

    attribute: str
    value: str
    relation: str = "user"
    just: bool = False
    named: bool = True


class PairView(NamedTuple):
    """A message beside a fact."""

    view: MessageView
    fact: Fact
    mention: Mention
    classes: frozenset[str]
    group: str


def pair_view(text: str, fact: Fact) -> PairView:
    """Return what is seen of a message beside a fact."""
    view = message_view(text)
    classes = classes_of(fact.attribute, fact.value)
    return PairView(view, fact, mention_of(view, fact.value), classes, group_of(fact.attribute))


def relation_features(pair: PairView) -> set[str]:
    """Return what tells whether the message changes, ends, turns round or repeats the fact."""
    view, fact, group = pair.view, pair.fact, pair.group
    forms = _placeholders(pair)
    named = "whole" if pair.mention.whole else "part" if pair.mention.at else "none"
    fresh = len({view.clause[at] for at in _fresh(pair)})
    kin = "user" if fact.relation == "user" else "named" if fact.named else "kin"
    typo = is_slip(pair)
    found = {
        f"m={named}", f"j={fact.just}", f"g={group}", f"k={kin}", f"c={min(fresh, 2)}", f"t={typo}",
        f"mj={named}{fact.just}", f"mg={named}{group}", f"mjc={named}{fact.just}{min(fresh, 2)}",
        f"mjgc={named}{fact.just}{group}{min(fresh, 2)}", f"kg={kin}{group}", f"kgm={kin}{group}{named}",
        f"tj={typo}{fact.just}", f"n={min(len(view.tokens) // 3, 6)}", f"nj={min(len(view.tokens) // 3, 6)}{fact.just}",
        f"a={fact.attribute}", f"am={fact.attribute}{named}",
    }  # fmt: skip
    padded = ["^", *forms, "$"]
    for size in (1, 2, 3):
        for start in range(len(padded) - size + 1):
            gram = " ".join(padded[start : start + size])
            found.add(f"w{gram}")
            if size < 3:
                found.add(f"{group}|{gram}")
                found.add(f"{named}{fact.just}|{gram}")
            if size == 1:
                found |= {f"{kin}{group}|{gram}", f"a{fact.attribute}|{gram}"}
    if names_attribute(view, fact.attribute):
        found |= {"aw", f"aw{group}"}
    if any(token.form in _ASKS for token in view.tokens):
        found |= {"q", f"q{named}"}
    found |= set(_around(pair, forms))
    return found


def _placeholders(pair: PairView) -> list[str]:
    """Return the forms of the tokens, the old value's and those of its class by what they are."""
    fresh = _fresh(pair)
    found: list[str] = []
    for at, token in enumerate(pair.view.tokens):
        form = "§o" if at in pair.mention.at else "§n" if at in fresh else token.form
        if not (form in ("§o", "§n") and found[-1:] == [form]):
            found.append(form)
    return found


def _fresh(pair: PairView) -> set[int]:
    """Return the tokens of the fact's class that are not its old value."""
    return {at for at, sorts in enumerate(pair.view.sorts) if sorts & pair.classes and at not in pair.mention.at}


def is_slip(pair: PairView) -> bool:
    """Whether some word is nearly the old value: mistyped, two letters or digits exchanged."""
    count = len(pair.view.tokens)
    sizes = {1, len(value_view(pair.fact.value).tokens)} - {0}
    return any(_near(pair, start, start + size) for size in sizes for start in range(count - size + 1))


def _near(pair: PairView, start: int, end: int) -> bool:
    one, other = pair.view.written(start, end).lower(), pair.fact.value.lower()
    if one == other or start in pair.mention.at:
        return False
    return 0 < distance(one, other) <= (_CLOSE if len(other) > 4 else 1) and len(other) > 1


def _around(pair: PairView, forms: list[str]) -> Iterator[str]:
    """Tell what stands around the old value, and in its clause."""
    view = pair.view
    for at in sorted(pair.mention.at)[:3]:
        clause = view.clause[at]
        inside = [place for place in range(len(view.tokens)) if view.clause[place] == clause]
        for place in inside:
            side = "<" if place < at else ">"
            if place not in pair.mention.at:
                yield f"o{side}{view.tokens[place].form}"
                yield f"{pair.group}o{side}{view.tokens[place].form}"
        if any(view.tokens[place].form in _NO or "n't" in view.tokens[place].form for place in inside):
            yield "ono"
            yield f"ono{pair.group}"
    for place, form in enumerate(forms):
        if form in ("§o", "§n"):
            before, after = forms[max(0, place - 2) : place], forms[place + 1 : place + 3]
            yield f"b{form}{' '.join(before)}"
            yield f"a{form}{' '.join(after)}"
            yield f"ba{form}{' '.join(before[-1:])}_{' '.join(after[:1])}"


def stretches(pair: PairView) -> Iterator[tuple[int, int]]:
    """Go over the stretches of tokens that may be a new value: within a clause, not the old value itself."""
    view = pair.view
    for start in range(len(view.tokens)):
        if view.tokens[start].shape == "sign":
            continue
        size = 0.0
        for end in range(start + 1, min(len(view.tokens), start + _LONGEST_HAN) + 1):
            last = view.tokens[end - 1]
            if view.clause[end - 1] != view.clause[start]:
                break
            size += _LONGEST / _LONGEST_HAN if last.shape == "han" else 1.0
            if size > _LONGEST:
                break
            if last.shape != "sign" and not pair.mention.at >= set(range(start, end)):
                yield start, end


def stretch_features(pair: PairView, start: int, end: int) -> set[str]:
    """Return what tells whether the tokens [start, end) are the new value of the fact."""
    view, group, attribute = pair.view, pair.group, pair.fact.attribute
    forms = [token.form if at not in pair.mention.at else "§o" for at, token in enumerate(view.tokens)]
    left = ["^", "^", "^", *forms][start : start + 3]
    right = [*forms, "$", "$"][end : end + 2]
    inside = set(range(start, end))
    same = [bool(view.sorts[at] & pair.classes) for at in range(start, end)]
    term = (start, end) in view.terms
    kind = "all" if all(same) else "some" if any(same) else "none"
    clauses = [at for at in range(len(view.tokens)) if view.clause[at] == view.clause[start]]
    whole = [at for at in clauses if view.tokens[at].shape != "sign"] == sorted(inside)
    old = value_view(pair.fact.value)
    shapes = "/".join(view.tokens[at].shape[:5] for at in (start, end - 1))
    old_shapes = "/".join(token.shape[:5] for token in (old.tokens[:1] + old.tokens[-1:]))
    where = _where(pair, start, end)
    near = _near(pair, start, end)
    longer = max(-3, min(3, (end - start) - len(old.tokens)))
    cut = _cuts(view, start, end)
    classes = set().union(*view.sorts[start:end])
    found = {
        f"l1{left[2]}", f"l2{left[1]} {left[2]}", f"l3{' '.join(left)}", f"r1{right[0]}", f"r2{right[0]} {right[1]}",
        f"lr{left[2]}_{right[0]}", f"gl{group}{left[2]}", f"gr{group}{right[0]}", f"al{attribute}{left[2]}",
        f"f{forms[start]}", f"e{forms[end - 1]}", f"gf{group}{forms[start]}", f"ge{group}{forms[end - 1]}",
        f"t{term}{kind}", f"tg{term}{kind}{group}", f"s{shapes}", f"so{shapes}>{old_shapes}", f"sg{shapes}{group}",
        f"w{where}", f"wk{where}{kind}{term}", f"near{near}", f"nearj{near}{pair.fact.just}",
        f"d{longer}", f"dg{longer}{group}",
        f"cut{cut}", f"cutk{cut}{kind}", f"whole{whole}", f"wholej{whole}{pair.fact.just}{kind}", f"n{end - start}",
        f"ng{end - start}{group}", f"o{bool(inside & pair.mention.at)}", f"last{end == len(view.tokens)}",
        f"j{pair.fact.just}",
    }  # fmt: skip
    found |= {f"in{form}" for form in forms[start:end]} | {f"gin{group}{form}" for form in forms[start:end]}
    found |= {f"L{name}{group}" for name in classes} | {f"La{name}{attribute}" for name in classes}
    found |= {f"c<{view.tokens[at].form}" for at in clauses if at < start}
    found |= {f"c>{view.tokens[at].form}" for at in clauses if at >= end}
    if any(forms[at] in _NO or "n't" in forms[at] for at in clauses if at < start):
        found |= {"no<", f"no<{kind}"}
    return found


def _where(pair: PairView, start: int, end: int) -> str:
    """Tell where a stretch stands towards the old value: before or behind it, in its clause or another."""
    if not pair.mention.at:
        first = pair.view.clause[start] == 0
        last = pair.view.clause[start] == pair.view.clause[-1]
        return f"-{first}{last}"
    nearest = min(pair.mention.at, key=lambda at: abs(at - start))
    side = "<" if start < nearest else ">"
    return f"{side}{pair.view.clause[nearest] == pair.view.clause[start]}"


def _cuts(view: MessageView, start: int, end: int) -> bool:
    """Whether a stretch begins or ends within a word of the lexicon."""
    return any((begin < start < stop or begin < end < stop) and stop - begin > 1 for begin, stop in view.terms)
