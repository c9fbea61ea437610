"""What a message does to known facts by the learned models: which it may be about, what it does to each, how surely."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from app.domain.encoder.tuned import encoder
from app.domain.extraction.aligner.bounds import (
    MOST_BRIEF_TOKENS,
    NEVER,
    READ_RATHER,
    READ_TURNED,
    Closeness,
    closeness,
    is_rather,
    least_for,
    least_read,
)
from app.domain.extraction.aligner.echo import around, echoes
from app.domain.extraction.aligner.features import Fact, PairView, is_slip, may_concern, pair_view
from app.domain.extraction.aligner.kin import names_kin
from app.domain.extraction.aligner.model import CHANGES, ENDS, FLIPS, NONE, RELATIONS, SAME, aligner
from app.domain.extraction.aligner.overlap import Reading, decides, restates
from app.domain.extraction.aligner.staying import is_added_to, is_said_to_stay
from app.domain.extraction.aligner.views import MessageView, mention_of, message_view
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.changes import Stated
from app.domain.extraction.encoded.weighing import weigh
from app.domain.extraction.keys import FOR_NOW
from app.domain.extraction.known import KnownFact, KnownFacts
from app.domain.extraction.models import Statement
from app.domain.extraction.tagger.denied import is_said_of_somebody
from app.domain.extraction.values import same

_JUST: Final = timedelta(minutes=10)
"""What was said so short a time ago in the same session may be put right by a word."""
_LEAST_AGAINST: Final = 0.7
_LEAST_READ_AGAINST: Final = 0.55
"""Where the rules read the message as saying the fact again; the second where the encoder read."""
_LEAST_READ_AGAINST_OTHERS: Final = 0.8
"""Of a value beside which others stand ("on insulin now, vitamin d stays"), and that what is said again ends."""
_LEAST_VALUE: Final = 0.2
_LEAST_VALUE_AFAR: Final = 0.5
"""Where it is no correction: of the other facts on a card fewer are changed."""
_LEAST_VALUE_READ: Final = 0.5
"""A new value that the encoder is less sure of gives way to the linear model's."""
_LEAST_OF_WAYS: Final = 0.25
"""Where a change, an end and a turn together are as likely as one has to be, so much is enough for the likeliest."""
_SURE: Final = 0.8
"""Who puts a name right a moment later does not give their own ("autocorrect, it's Annika"), from this chance on."""
_SURE_JUST: Final = 0.6
"""As much where the encoder reads a name that was just told, and is as sure of the new one as `_SURE`."""
_MOST_VALUES: Final = 3
"""So many new values at most are looked for in a message: that takes longer than to tell what it is about."""
_MOST_FACTS: Final = 12
"""So many facts at most are compared with a message, those that it names or that were just said before others."""
_REACHES: Final = frozenset(("phone", "email", "contact_channel"))
_FIRST_PERSON: Final = frozenset(("i", "i'm", "im", "i've", "i'll", "me", "我", "俺"))
TURNED: Final = {
    "likes": "dislikes", "hobby": "dislikes", "dislikes": "likes", "avoids": "likes", "fear": "likes",
}  # fmt: skip
"""What a liking becomes that turns round, or an aversion."""


def readings_of(heard: Stated, said: Sequence[Statement], known: KnownFacts) -> list[Reading]:
    """Return what a message does to the facts that it may be about, the likeliest first.

    `heard` holds the message itself as the value of its statement, `said` is what the rules state of it.
    """
    believed = sorted(_believed(heard, said, known), key=lambda one: -one.chance)
    found: list[Reading] = []
    valued = 0
    for one in believed:
        if one.relation == CHANGES:
            valued += 1
            if valued <= _MOST_VALUES and (changed := _with_value(one)) is not None:
                found.append(changed)
        elif one.relation == FLIPS:
            turned = FLIPS if one.fact.place.attribute in TURNED else ENDS
            found.append(Reading(one.fact, turned, one.chance))
        elif one.relation == ENDS or one.view.mention.at:
            found.append(Reading(one.fact, one.relation, one.chance))
    return found


class _Believed(NamedTuple):
    """What a message does to a fact, how likely, what is seen of both; the new value and its chance by the encoder."""

    fact: KnownFact
    relation: str
    chance: float
    view: PairView
    corrects: bool
    value: str = ""
    value_chance: float = 0.0


class _Compared(NamedTuple):
    """A fact beside a message: what is seen of both, whether rules say the fact again, the linear model's chances.

    `retracted`: rules say that it ends, which for a liking may mean that it turns.
    """

    fact: KnownFact
    view: PairView
    close: Closeness
    restated: bool
    chances: Mapping[str, float]
    retracted: bool = False


def _believed(heard: Stated, said: Sequence[Statement], known: KnownFacts) -> Iterator[_Believed]:
    compared = list(_compared(heard, said, known))
    weighed = weigh(heard.statement.value, [(one.view, one.chances) for one in compared], heard.statement.asked)
    for one, (chances, is_read, value, value_chance) in zip(compared, weighed, strict=True):
        relation = max(RELATIONS[1:], key=chances.__getitem__)
        least = least_read(one.view, one.close, relation) if is_read else least_for(one.view, one.close, relation)
        if is_read and relation not in (SAME, FLIPS):
            least = min(least, _least_of_touched(least, chances))
        against = (_against(one.fact, relation) if is_read else _LEAST_AGAINST) * one.restated
        if one.retracted and relation != FLIPS:
            continue
        if relation in (CHANGES, ENDS) and is_said_to_stay(one.view, value):
            continue
        if relation == CHANGES and is_added_to(one.view, value):
            continue
        rather = is_rather(one.close, chances) and (
            not is_read or chances[relation] >= (READ_TURNED if relation == FLIPS else READ_RATHER)
        )
        if chances[relation] >= max(least, against) or rather:
            yield _Believed(one.fact, relation, chances[relation], one.view, one.close.corrects, value, value_chance)


def _against(fact: KnownFact, relation: str) -> float:
    if relation == ENDS or holds_many(fact.place.attribute):
        return _LEAST_READ_AGAINST_OTHERS
    return _LEAST_READ_AGAINST


def _least_of_touched(least: float, chances: Mapping[str, float]) -> float:
    """Return the least chance of a relation where it is likelier that the fact is touched than which way."""
    touched = 1.0 - chances[NONE] - chances[SAME]
    return _LEAST_OF_WAYS if touched >= least else least


def _compared(heard: Stated, said: Sequence[Statement], known: KnownFacts) -> Iterator[_Compared]:
    for fact, seen in _candidates(heard, known):
        restated = any(restates(one, fact) for one in said)
        deciding = [one for one in said if decides(one, fact)]
        turns = fact.place.attribute in TURNED and all(one.action == "retract" for one in deciding)
        if deciding and not restated and not (turns and encoder() is not None):
            continue
        view = pair_view(heard.statement.value, seen)
        close = closeness(view)
        if encoder() is None and min(least_for(view, close, relation) for relation in RELATIONS[1:]) >= NEVER:
            continue
        yield _Compared(fact, view, close, restated, aligner().relation(view), bool(deciding) and not restated)


def _with_value(one: _Believed) -> Reading | None:
    """Return the reading with the new value; None where the message holds none that is another than the old."""
    value, chance = one.value, one.value_chance
    if chance < _LEAST_VALUE_READ:
        value, chance = aligner().new_value(one.view)
    value = _bare(value, one.fact.value)
    if one.fact.place.attribute in _REACHES and is_said_of_somebody(one.view.view.text, one.view.view.text.find(value)):
        return None
    near = one.corrects or len(one.view.view.tokens) <= MOST_BRIEF_TOKENS
    if chance < (_LEAST_VALUE if near else _LEAST_VALUE_AFAR) or same(value, one.fact.value):
        return None
    seen = one.view.fact
    sure = _SURE_JUST if seen.just and one.value_chance >= _SURE else _SURE
    meant = seen.named or (one.corrects and (one.chance >= sure or is_slip(one.view)))
    named = seen.relation != "user" and meant and not _is_own(one.view.view, value)
    return Reading(one.fact, CHANGES, one.chance, value, named)


def is_just(fact: KnownFact, heard: Stated) -> bool:
    """Whether a fact was said a moment ago in the same session."""
    return fact.source.get("session_id") == heard.session_id and heard.said_at - fact.said_at <= _JUST


def _bare(value: str, old: str) -> str:
    """Return a new value without a possessive that the old one does not have ("Otto's" for "Max")."""
    if value.endswith(("'s", "’s")) and not old.endswith(("'s", "’s")):
        return value[:-2]
    return value


def _is_own(view: MessageView, value: str) -> bool:
    """Whether the user is the subject of the clause that a value stands in."""
    place = view.text.find(value)
    clause = next((view.clause[at] for at, token in enumerate(view.tokens) if token.end > place), -1)
    return any(token.form in _FIRST_PERSON for at, token in enumerate(view.tokens) if view.clause[at] == clause)


def facts_before(heard: Stated, known: KnownFacts) -> Iterator[tuple[KnownFact, Fact]]:
    """Go over the facts that a message could be about, the newest first, each as it is seen beside the message.

    Not those that a caller stated, that hold for a time only, or that were said later.
    """
    text = heard.statement.value
    for fact in sorted(known, key=lambda one: one.said_at, reverse=True):
        if fact.is_callers or fact.said_at >= heard.said_at or fact.key.partition(":")[0].endswith(FOR_NOW):
            continue
        place = fact.place
        named = names_kin(text, place.relation, place.name)
        told = around(fact.told, fact.value) if fact.told and encoder() is not None else ""
        yield fact, Fact(place.attribute, fact.value, place.relation, is_just(fact, heard), named, told)


def _candidates(heard: Stated, known: KnownFacts) -> list[tuple[KnownFact, Fact]]:
    """Return the facts that a message may be about: named, said just before, or of one value or a name it names."""
    text = heard.statement.value
    view = message_view(text)
    found: list[tuple[int, KnownFact, Fact]] = []
    for fact, seen in facts_before(heard, known):
        close = seen.just or bool(mention_of(view, fact.value).at)
        if close or may_concern(view, seen):
            found.append((-3 * close - echoes(text, seen.told), fact, seen))
    found.sort(key=lambda one: one[0])
    return [(fact, seen) for _, fact, seen in found[:_MOST_FACTS]]
