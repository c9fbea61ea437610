"""What the aligner weighs of a message beside a known fact."""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from typing import Final, NamedTuple

from app.domain.extraction.aligner.echo import echoes
from app.domain.extraction.aligner.likeness import likeness_features
from app.domain.extraction.aligner.meaning import meaning_of
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
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.wording import words

_CLOSE: Final = 2
NEGATIONS: Final = words("not no never n't don't doesn't isn't aren't can't won't wasn't without 不 没 别 非 无 勿 未")
_COMMON: Final = frozenset({"number", "time"})
"""Classes of words that any message may hold."""
_ASKS: Final = words("? ？ 吗 呢")


class Fact(NamedTuple):
    """A known fact as the aligner sees it: `relation` "user" or of kin, `just` whether it was said a moment ago.

    `named` says that the message names the kin whose fact it is (or it is the user's own). `told` is what stands around
    the value in the message that told it, "" where that is not known, or is not looked at.
    """

    attribute: str
    value: str
    relation: str = "user"
    just: bool = False
    named: bool = True
    told: str = ""


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


def may_concern(view: MessageView, fact: Fact) -> bool:
    """Whether a message may be about a fact.

    So it may be if the fact was said just before or the message names the value; or, of a fact of the user's or of kin
    that the message names, where it has one value only, or the message names the attribute, a word of its class, or one
    of the message that told it.
    """
    if fact.just or mention_of(view, fact.value).at:
        return True
    if not fact.named:
        return False
    if not holds_many(fact.attribute) or names_attribute(view, fact.attribute) or echoes(view.text, fact.told):
        return True
    classes = classes_of(fact.attribute, fact.value) - _COMMON
    return any(sorts & classes for sorts in view.sorts)


Part = tuple[Hashable, Callable[[], set[str]]]
"""Features with what they depend on: parts with the same key are the same, with whatever fact; None is never shared."""


def relation_features(pair: PairView) -> set[str]:
    """Return what tells whether the message changes, ends, turns round or repeats the fact."""
    found: set[str] = set()
    for _, features in relation_parts(pair):
        found |= features()
    return found


def relation_parts(pair: PairView) -> Iterator[Part]:
    """Go over the features of a message beside a fact by what they depend on, so that facts can share their sums."""
    view, fact, group = pair.view, pair.fact, pair.group
    forms = tuple(_placeholders(pair))
    situation = f"{_named(pair)}{fact.just}"
    kin = "user" if fact.relation == "user" else "named" if fact.named else "kin"
    yield ("words", forms), partial(_words_alone, forms)
    for what in (group, situation):
        yield ("beside", forms, what), partial(_words_beside, forms, what)
    for what in (f"{kin}{group}", f"a{fact.attribute}"):
        yield ("each", forms, what), partial(_each_beside, forms, what)
    old = frozenset(place for at in pair.mention.at for place in range(view.tokens[at].start, view.tokens[at].end))
    meaning = meaning_of(view.text, old)
    yield ("meaning", view.text, old), meaning.alone
    for what in (group, situation):
        yield ("meaning", view.text, old, what), partial(meaning.beside, what)
    yield ("kin", view.text, old, kin), partial(meaning.of_kin, kin)
    if old:
        yield None, partial(meaning.around_old, group)
    yield None, partial(_own_features, pair, kin)


def _named(pair: PairView) -> str:
    return "whole" if pair.mention.whole else "part" if pair.mention.at else "none"


def _own_features(pair: PairView, kin: str) -> set[str]:
    """Return the features of this fact and this message together."""
    view, fact, group = pair.view, pair.fact, pair.group
    named = _named(pair)
    fresh = min(2, len({view.clause[at] for at in _fresh(pair)}))
    size = min(len(view.tokens) // 3, 6)
    typo = is_slip(pair)
    found = {
        f"m={named}", f"j={fact.just}", f"g={group}", f"k={kin}", f"c={fresh}", f"t={typo}",
        f"mj={named}{fact.just}", f"mg={named}{group}", f"mjc={named}{fact.just}{fresh}",
        f"mjgc={named}{fact.just}{group}{fresh}", f"kg={kin}{group}", f"kgm={kin}{group}{named}",
        f"tj={typo}{fact.just}", f"n={size}", f"nj={size}{fact.just}", f"a={fact.attribute}",
        f"am={fact.attribute}{named}",
    }  # fmt: skip
    found |= likeness_features(view, fact.value, pair.mention, group, fact.just, named)
    if names_attribute(view, fact.attribute):
        found |= {"aw", f"aw{group}"}
    if any(token.form in _ASKS for token in view.tokens):
        found |= {"q", f"q{named}"}
    return found | set(_around_old(pair))


@lru_cache(maxsize=64)
def _grams(forms: tuple[str, ...], size: int) -> tuple[str, ...]:
    padded = ("^", *forms, "$")
    return tuple(" ".join(padded[start : start + size]) for start in range(len(padded) - size + 1))


def _words_alone(forms: tuple[str, ...]) -> set[str]:
    found = {f"w{gram}" for size in (1, 2, 3) for gram in _grams(forms, size)}
    for place, form in enumerate(forms):
        if form in ("§o", "§n"):
            before, after = forms[max(0, place - 2) : place], forms[place + 1 : place + 3]
            found |= {
                f"b{form}{' '.join(before)}",
                f"a{form}{' '.join(after)}",
                f"ba{form}{' '.join(before[-1:])}_{' '.join(after[:1])}",
            }
    return found


def _each_beside(forms: tuple[str, ...], what: str) -> set[str]:
    return {f"{what}|{form}" for form in ("^", *forms, "$")}


def _words_beside(forms: tuple[str, ...], what: str) -> set[str]:
    return {f"{what}|{gram}" for size in (1, 2) for gram in _grams(forms, size)}


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
    return any(is_near(pair, start, start + size) for size in sizes for start in range(count - size + 1))


def is_near(pair: PairView, start: int, end: int) -> bool:
    """Whether the tokens [start, end) are nearly the old value, but not it."""
    tokens, other = pair.view.tokens, pair.fact.value
    most = _CLOSE if len(other) > 4 else 1
    if abs(tokens[end - 1].end - tokens[start].start - len(other)) > most or start in pair.mention.at:
        return False
    one, other = pair.view.written(start, end).lower(), other.lower()
    return one != other and len(other) > 1 and distance(one, other, most) <= most


def _around_old(pair: PairView) -> Iterator[str]:
    """Tell what stands in the clause of the old value."""
    view = pair.view
    for at in sorted(pair.mention.at)[:3]:
        clause = view.clause[at]
        inside = [place for place in range(len(view.tokens)) if view.clause[place] == clause]
        for place in inside:
            side = "<" if place < at else ">"
            if place not in pair.mention.at:
                yield f"o{side}{view.tokens[place].form}"
                yield f"{pair.group}o{side}{view.tokens[place].form}"
        if any(view.tokens[place].form in NEGATIONS or "n't" in view.tokens[place].form for place in inside):
            yield "ono"
            yield f"ono{pair.group}"
