"""What a message leaves as it is beside what it tells: "on losartan now, the iron stays", "latex, too"."""

import re
from typing import Final

from app.domain.extraction.aligner.features import PairView
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.wording import words

_STAYS: Final = words("stay stays staying same still keep keeps keeping kept unchanged remain remains stands")
_STAYS_IN_HAN: Final = words(
    "不变 不變 照旧 照舊 照常 还是 還是 仍 依然 留着 留著 没变 沒變 没换 沒換 保留 一样 一樣 不动 不動 没动 沒動"
)

_TOO: Final = words("too also another 也 又")
_GOES_ON: Final = re.compile(r"[还還](?:在|.{0,4}[着著])")
"""As in "老年大学还上着"."""
_AS_WELL: Final = re.compile(r"\bas well\b|[还還]有", re.IGNORECASE)
_BEHIND: Final = re.compile(r"[\s,，]{1,2}(?:too|also|as well)\b", re.IGNORECASE)


def is_said_to_stay(pair: PairView, new: str) -> bool:
    """Whether the clause that names a fact says that it stays, and the value that is new stands in another."""
    view, old = pair.view, pair.mention.at
    if not old:
        return False
    named = {view.clause[at] for at in old}
    place = view.text.find(new) if new else -1
    fresh = next((view.clause[at] for at, token in enumerate(view.tokens) if 0 <= place < token.end), -1)
    return fresh not in named and any(_says_so(pair, clause) for clause in named)


def is_added_to(pair: PairView, new: str) -> bool:
    """Whether a message puts a new value beside the old one, which it does not name: "and latex, too", "尘螨也过敏"."""
    view = pair.view
    place = view.text.find(new) if new else -1
    if pair.mention.at or place < 0 or not holds_many(pair.fact.attribute):
        return False
    fresh = next((view.clause[at] for at, token in enumerate(view.tokens) if token.end > place), -1)
    inside = [token for at, token in enumerate(view.tokens) if view.clause[at] == fresh]
    clause = view.text[inside[0].start : inside[-1].end] if inside else ""
    return any(token.form in _TOO for token in inside) or bool(
        _AS_WELL.search(clause) or _BEHIND.match(view.text, place + len(new))
    )


def _says_so(pair: PairView, clause: int) -> bool:
    forms = [token.form for at, token in enumerate(pair.view.tokens) if pair.view.clause[at] == clause]
    han = "".join(forms)
    return bool(_STAYS & set(forms)) or any(word in han for word in _STAYS_IN_HAN) or bool(_GOES_ON.search(han))
