"""Whether a message holds what might stand in the place of a known value: written alike, of its shape, its length."""

from collections import Counter
from typing import Final

from app.domain.extraction.aligner.views import Mention, MessageView, value_view
from app.domain.extraction.wording import words

_EMPTY: Final = words("the a i my is it to in of and not no was that so we me at on")


def likeness_features(view: MessageView, value: str, mention: Mention, group: str, just: bool, named: str) -> set[str]:
    """Return features of what a message has in common with a value that it does not name, by letters and shapes.

    `group` is that of the value's attribute, `just` whether it was said just before, `named` how much of it is named.
    """
    old = value_view(value)
    rest = [at for at in range(len(view.tokens)) if at not in mention.at and view.tokens[at].shape != "sign"]
    begins = _begins_alike(view, value, rest)
    shapes = _of_shape(view, old, rest)
    shared = min(2, len({view.tokens[at].form for at in rest} & {one.form for one in old.tokens if one.shape == "han"}))
    alone = _is_alone(view, sum(one.shape != "sign" for one in old.tokens))
    counted = any("number" in sorts for sorts in old.sorts)
    numbers = f"{counted}{min(2, sum('number' in view.sorts[at] for at in rest))}"
    size = "s" if len(view.tokens) <= 3 else "m" if len(view.tokens) <= 6 else "l"
    return {
        f"~p{begins}", f"~pj{begins}{just}{size}", f"~pg{begins}{group}",
        f"~sh{shapes}", f"~shj{shapes}{just}{named}{size}", f"~shg{shapes}{group}{just}",
        f"~hs{shared}{just}", f"~hsg{shared}{group}{just}",
        f"~al{alone}", f"~alj{alone}{just}{named}", f"~alg{alone}{group}{just}",
        f"~num{numbers}", f"~numg{numbers}{group}", f"~numj{numbers}{just}{size}{named}",
        f"~all{begins}{shapes}{numbers}{just}",
    }  # fmt: skip


def _begins_alike(view: MessageView, value: str, rest: list[int]) -> int:
    """Return how far a word in Latin letters begins like the value: 2 for three letters, 1 for two, else 0."""
    best = 0
    first, second = value[:3].lower(), value[:2].lower()
    for at in rest:
        token = view.tokens[at]
        if token.shape == "han" or token.form in _EMPTY or len(second) < 2:
            continue
        written = view.text[token.start : token.end].lower()
        if written.startswith(second):
            best = max(best, 1 + written.startswith(first))
    return best


def _of_shape(view: MessageView, old: MessageView, rest: list[int]) -> int:
    """Return how many words (2 at most) are in capitals or digits as words of the value are."""
    shapes = {token.shape[:5] for token in old.tokens} - {"sign", "lower", "han"}
    return min(2, sum(view.tokens[at].shape[:5] in shapes and view.tokens[at].form not in _EMPTY for at in rest))


def _is_alone(view: MessageView, size: int) -> bool:
    """Whether a clause is as long as the value."""
    lengths = Counter(view.clause[at] for at, token in enumerate(view.tokens) if token.shape != "sign")
    return any(abs(length - size) <= 1 for length in lengths.values())
