"""The chance from which on it is believed what a message does to a fact: nearly every message leaves it alone."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.domain.extraction.aligner.features import PairView, is_slip
from app.domain.extraction.aligner.model import CHANGES, FLIPS, NONE, SAME
from app.domain.extraction.aligner.views import MessageView, has_word, names_attribute
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.wording import words

_LEAST: Final = 0.5
"""Of what was said a moment ago, where a few words follow: such are corrections."""
_LEAST_NAMED: Final = 0.7
"""Where the message names the value, or the attribute of a single value."""
_LEAST_UNNAMED: Final = 0.85
NEVER: Final = 2.0
"""Not at all: of many values one that the message does not name, notes, likings; people talk of other things, too."""
_LEAST_TURNED: Final = 0.9
_LEAST_NOTE: Final = 0.8
_MOST_SHORT_TOKENS: Final = 12
MOST_BRIEF_TOKENS: Final = 16
_MOST_SLIP_TOKENS: Final = 24
_NOTES: Final = frozenset(("about", "own"))
_MOST_NONE: Final = 0.4
_MOST_SLIP: Final = 0.9
"""Of what was said a moment ago, the chance that a message is about something else may be as high."""
_LIKED: Final = frozenset(("likes", "hobby", "food", "drink"))
_NOT: Final = (
    "not never no longer anymore cannot can't don't doesn't didn't won't isn't aren't wasn't ain't couldn't haven't "
    "hasn't without stopped quit gave off done over tired sick enough 不 没 沒 别 戒 再也 停"
)
_TURNS_FROM: Final = words(f"{_NOT} hate hates hated dislike disgusts awful gross avoid 讨厌 烦 腻 恶心 嫌 厌 怕")
_TURNS_TO: Final = words(
    "love loves like likes enjoy enjoying adore fan favourite favorite into obsessed hooked fond grown delicious "
    "actually 喜欢 爱 迷 香 上瘾 好吃 好喝 真香 习惯"
)
_ENDS_WITH: Final = words(
    f"{_NOT} ended finished cancelled canceled scrap scrapped forget former ex sold gone died dead left dropped lost "
    "broke divorced retired passed 完 取消 算了 忘 分手 离 卖 死 走了 退 辞 过世 去世 毕业 结束 删"
)
"""What is said where a liking turns, or a fact ends, by a message that is about much else."""
READ_CORRECTS: Final = 0.35
"""Of what the encoder read, a correction of what was said a moment ago is believed from this chance on."""
READ_ENDS_JUST: Final = 0.5
"""What was said a moment ago ends by a message that does not name it ("ty, hardest thing i've done" ends nothing)."""
READ_NAMED: Final = 0.35
"""A change of a value that the message names."""
READ_TURNED: Final = 0.65
"""A liking turns into an aversion, or back, from this one on."""
READ_UNNAMED: Final = 0.42
"""A change of a value that it does not name."""
READ_RATHER: Final = 0.3
"""What follows with a word nearly the same does rather something to the fact than not, from this chance on."""
READ_MANY: Final = 0.5
"""A change of such a one where others may stand beside it: lists grow."""
READ_NAME: Final = 0.7
"""A change of the user's own name, and long after it was told of anybody's: there are more sons than renamed ones."""


def says_it_ends(view: MessageView) -> bool:
    """Whether a message has a word of an end: "packed in", "不送了"."""
    return has_word(view, _ENDS_WITH)


class Closeness(NamedTuple):
    """How a message follows what was said: as a correction of it, with a word nearly the same."""

    corrects: bool
    slip: bool


def closeness(view: PairView) -> Closeness:
    """A few words that follow correct, and somewhat more of them with a word nearly the same."""
    count = len(view.view.tokens)
    slip = view.fact.just and count <= _MOST_SLIP_TOKENS and is_slip(view)
    return Closeness(slip or (view.fact.just and count <= _MOST_SHORT_TOKENS), slip)


def is_rather(close: Closeness, chances: Mapping[str, float]) -> bool:
    """Whether a correction is rather about the fact than not, above all with a word like it."""
    return close.corrects and chances[NONE] < (_MOST_SLIP if close.slip else _MOST_NONE)


def least_for(view: PairView, close: Closeness, relation: str) -> float:
    """Return the chance from which on a reading is believed: in a talk nearly every message leaves a fact alone."""
    fact = view.fact
    if close.corrects:
        return _LEAST_NAMED if fact.attribute == "name" and not close.slip else _LEAST
    if fact.attribute == "name":
        return _LEAST_NAMED if fact.relation != "user" or names_attribute(view.view, "name") else NEVER
    if relation == SAME:
        return _LEAST_NAMED if view.mention.at else NEVER
    if relation == FLIPS:
        turns = _TURNS_FROM if fact.attribute in _LIKED else _TURNS_TO
        return _LEAST_TURNED if view.mention.at and has_word(view.view, turns) else NEVER
    brief = len(view.view.tokens) <= MOST_BRIEF_TOKENS
    if view.group in _NOTES:
        return _LEAST_NOTE if brief and view.mention.at else NEVER
    if view.mention.at:
        if brief:
            return _LEAST
        return _LEAST_NAMED if relation == CHANGES or has_word(view.view, _ENDS_WITH) else _LEAST_UNNAMED
    if holds_many(fact.attribute):
        return _LEAST_NOTE if brief else NEVER
    return _LEAST_NAMED if names_attribute(view.view, fact.attribute) else _LEAST_UNNAMED


def least_read(view: PairView, close: Closeness, relation: str) -> float:
    """Return the chance from which on a reading is believed that the encoder took part in."""
    if relation == SAME and not view.mention.at:
        return NEVER
    if view.fact.attribute == "name" and not close.slip and (view.fact.relation == "user" or not close.corrects):
        return READ_NAME
    if relation == FLIPS:
        return READ_TURNED
    if close.corrects:
        return READ_CORRECTS if relation == CHANGES or close.slip or view.mention.at else READ_ENDS_JUST
    if view.mention.at:
        return READ_NAMED
    return READ_MANY if relation == CHANGES and holds_many(view.fact.attribute) else READ_UNNAMED
