"""The stretches of a message that may be a fact's new value, and what the aligner weighs of each.

What depends on where a stretch begins, and on where it ends, is told apart from the rest: many stretches share it.
"""

from collections.abc import Iterator
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from app.domain.extraction.aligner.features import NEGATIONS, PairView, Part, is_near
from app.domain.extraction.aligner.views import value_view

_LONGEST: Final = 6
_LONGEST_HAN: Final = 10


class _Seen(NamedTuple):
    """What there is to see of a stretch: whether it is a term of the lexicon, of the old value's class, how long, …"""

    term: bool
    kind: str
    shapes: str
    where: str
    near: bool
    longer: int
    cut: bool
    whole: bool
    named: bool
    size: int


def _seen_features(seen: _Seen, just: bool, group: str, old_shapes: str) -> set[str]:
    term, kind, shapes, where, near, longer, cut, whole, named, size = seen
    return {
        f"t{term}{kind}", f"tg{term}{kind}{group}", f"s{shapes}", f"so{shapes}>{old_shapes}", f"sg{shapes}{group}",
        f"w{where}", f"wk{where}{kind}{term}", f"near{near}", f"nearj{near}{just}", f"d{longer}",
        f"dg{longer}{group}", f"cut{cut}", f"cutk{cut}{kind}", f"whole{whole}", f"wholej{whole}{just}{kind}",
        f"n{size}", f"ng{size}{group}", f"o{named}",
    }  # fmt: skip


def _pair_of(one: str, other: str) -> set[str]:
    return {one, other}


class Stretches:
    """The stretches [start, end) of tokens within a clause that may be the new value of the fact of a pair."""

    def __init__(self, pair: PairView) -> None:
        view = pair.view
        self.pair = pair
        self._forms = ["§o" if at in pair.mention.at else token.form for at, token in enumerate(view.tokens)]
        self._alike = [0, *accumulate(bool(sorts & pair.classes) for sorts in view.sorts)]
        self._named = [0, *accumulate(at in pair.mention.at for at in range(len(view.tokens)))]
        self._padded = ["^", "^", "^", *self._forms, "$", "$"]
        self._clauses: dict[int, list[int]] = {}
        for at, number in enumerate(view.clause):
            self._clauses.setdefault(number, []).append(at)
        self._sizes = {
            number: sum(view.tokens[at].shape != "sign" for at in places) for number, places in self._clauses.items()
        }
        self._first_negation: dict[int, int] = {}
        for at, form in enumerate(self._forms):
            if form in NEGATIONS or "n't" in form:
                self._first_negation.setdefault(view.clause[at], at)
        old = value_view(pair.fact.value)
        self._old_size = len(old.tokens)
        self._old_shapes = "/".join(token.shape[:5] for token in (old.tokens[:1] + old.tokens[-1:]))
        self._cut = {at for begin, stop in view.terms for at in range(begin + 1, stop)}

    def places(self) -> Iterator[tuple[int, int]]:
        """Go over the stretches: none begins or ends with a sign, none is but the old value."""
        view = self.pair.view
        for start in range(len(view.tokens)):
            if view.tokens[start].shape == "sign":
                continue
            size = 0.0
            fresh = False
            for end in range(start + 1, min(len(view.tokens), start + _LONGEST_HAN) + 1):
                last = view.tokens[end - 1]
                if view.clause[end - 1] != view.clause[start]:
                    break
                size += _LONGEST / _LONGEST_HAN if last.shape == "han" else 1.0
                if size > _LONGEST:
                    break
                fresh = fresh or end - 1 not in self.pair.mention.at
                if last.shape != "sign" and fresh:
                    yield start, end

    def written(self, start: int, end: int) -> str:
        """Return the text of the tokens [start, end)."""
        return self.pair.view.written(start, end)

    def features(self, start: int, end: int) -> set[str]:
        """Return what tells whether the tokens [start, end) are the new value of the fact."""
        found = self.of_start(start) | self.of_end(end)
        for _, features in self.parts(start, end):
            found |= features()
        return found

    def of_start(self, start: int) -> set[str]:
        """Return the features that all stretches from a token on share."""
        group, attribute = self.pair.group, self.pair.fact.attribute
        first, second, third = self._padded[start : start + 3]
        form = self._forms[start]
        clause = self.pair.view.clause[start]
        before = [at for at in self._clauses[clause] if at < start]
        found = {
            f"l1{third}", f"l2{second} {third}", f"l3{first} {second} {third}", f"gl{group}{third}",
            f"al{attribute}{third}", f"f{form}", f"gf{group}{form}", f"j{self.pair.fact.just}",
        }  # fmt: skip
        found |= {f"c<{self.pair.view.tokens[at].form}" for at in before}
        if self._first_negation.get(clause, start) < start:
            found.add("no<")
        return found

    def of_end(self, end: int) -> set[str]:
        """Return the features that all stretches up to a token share."""
        group = self.pair.group
        after, second = self._padded[end + 3 : end + 5]
        form = self._forms[end - 1]
        found = {
            f"r1{after}", f"r2{after} {second}", f"gr{group}{after}", f"e{form}", f"ge{group}{form}",
            f"last{end == len(self._forms)}",
        }  # fmt: skip
        clause = self._clauses[self.pair.view.clause[end - 1]]
        return found | {f"c>{self.pair.view.tokens[at].form}" for at in clause if at >= end}

    def parts(self, start: int, end: int) -> Iterator[Part]:
        """Go over the features of one stretch by what they depend on; many stretches and facts share them."""
        view, group, attribute = self.pair.view, self.pair.group, self.pair.fact.attribute
        alike = self._alike[end] - self._alike[start]
        kind = "none" if not alike else "all" if alike == end - start else "some"
        clause = view.clause[start]
        seen = _Seen(
            term=(start, end) in view.terms,
            kind=kind,
            shapes=f"{view.tokens[start].shape[:5]}/{view.tokens[end - 1].shape[:5]}",
            where=self._where(start),
            near=is_near(self.pair, start, end),
            longer=max(-3, min(3, (end - start) - self._old_size)),
            cut=start in self._cut or end in self._cut,
            whole=self._sizes[clause] == end - start,
            named=self._named[end] > self._named[start],
            size=end - start,
        )
        just, old = self.pair.fact.just, self._old_shapes
        yield ("seen", seen, just, group, old), partial(_seen_features, seen, just, group, old)
        between = f"lr{self._padded[start + 2]}_{self._padded[end + 3]}"
        yield ("between", between), lambda: {between}
        for form in set(self._forms[start:end]):
            yield ("in", form, group), partial(_pair_of, f"in{form}", f"gin{group}{form}")
        for name in set().union(*view.sorts[start:end]):
            yield ("class", name, attribute), partial(_pair_of, f"L{name}{group}", f"La{name}{attribute}")
        if self._first_negation.get(clause, start) < start:
            yield ("not", kind), lambda: {f"no<{kind}"}

    def _where(self, start: int) -> str:
        """Tell where a stretch stands towards the old value: before or behind it, in its clause or another."""
        clause, at = self.pair.view.clause, self.pair.mention.at
        if not at:
            return f"-{clause[start] == 0}{clause[start] == clause[-1]}"
        nearest = min(at, key=lambda place: abs(place - start))
        return f"{'<' if start < nearest else '>'}{clause[nearest] == clause[start]}"
