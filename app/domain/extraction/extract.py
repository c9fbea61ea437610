"""Takes what users state about themselves out of a conversation: picks who and what is read, and the language's rules.

Only the user's messages are read; what an assistant, a tool or the system says counts as the question that an answer
belongs to, never as a statement. Pasted material and role play are left out before any rule sees a message. Linear in
the conversation; of a message at most about 4,000 characters are read.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from app.domain.extraction.aligner.passing import WISHES, end_of
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.de.reader import extract_de
from app.domain.extraction.en.clauses import Mentioned
from app.domain.extraction.en.reader import extract_en
from app.domain.extraction.en.words import STRANGERS
from app.domain.extraction.es.reader import extract_es
from app.domain.extraction.everything import ALL_TAKEN_BACK, takes_all_back
from app.domain.extraction.giving_up import go_on
from app.domain.extraction.ja.reader import extract_ja
from app.domain.extraction.kin_of_kin import without_kin_of_kin
from app.domain.extraction.languages import choose_language
from app.domain.extraction.loose import is_of_one_class, put_in
from app.domain.extraction.meant import is_said_not_to_be_meant
from app.domain.extraction.models import USER, Said, Statement, Subject
from app.domain.extraction.prose import is_play_end, is_play_start, own_prose
from app.domain.extraction.tagger.read import Told, read_tagged
from app.domain.extraction.zh.reader import extract_zh

_PLAY_GAP: Final = timedelta(hours=3)
"""After so long a silence a role play is taken to be over, though nobody ended it."""

_ANY_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)
"""Of a message without its time: no word of its values depends on it."""

_GOES_ON: Final = re.compile(r"(?:and|plus|also|oh and) (?:a|an|the|two|three|some|his|her|their)\b", re.IGNORECASE)
_STRANGER: Final = re.compile(rf"\b{STRANGERS}(?!\w)", re.IGNORECASE)

_Extract = Callable[[Said, Said | None], list[Statement]]
_LANGUAGES: Final[dict[str, _Extract]] = {"ja": extract_ja, "es": extract_es, "de": extract_de}
"""Without English and Chinese, whose rules also take something of the conversation before."""


def extract(messages: Sequence[Said], fresh: Collection[str] | None = None) -> list[Statement]:
    """Return what the user stated, in the order said, each with the ids of the messages that say it.

    `messages` are in the order they were said. Of a statement repeated with nothing against it in between only the
    first stands, with all the messages that say it. Never raises for any text.

    `fresh` are the ids of messages whose statements are wanted, None for all. The others are what came before: where no
    fresh message states anything, what they state matters to nothing, and is not looked for. What is returned of fresh
    messages is the same as without `fresh`.
    """
    turns = _turns_of(messages, fresh)
    if fresh is not None and _states_nothing(turns, fresh):
        found = [turn.heard for turn in turns if turn.heard is not None]
    else:
        found = _found_in(turns)
    return _without_repeats(settled(found))


_HABITS: Final = frozenset(("bed_time", "wake_time", "work_hours", "commute", "schedule", "contact_time", "work_mode"))
_NOT_MEANT: Final = Statement("fact", "", "", action="retract", never_true=True)
"""What was said last was not meant."""


@dataclass(slots=True)
class _Turn:
    """A message of the user's that is read, and what it states as far as that was looked for.

    `said`: by rules alone; `stated`: as far as the judge believes it, with what the tagger finds.
    """

    message: Said
    language: str
    around: "_Around"
    said: list[Statement] | None = None
    stated: Told | None = None

    @property
    def is_tagged(self) -> bool:
        """Whether its language is one that the tagger reads."""
        return self.language in ("en", "zh")

    @property
    def asked(self) -> str:
        """What the assistant said just before, "" where nothing."""
        before = self.around.previous
        return before.content if before is not None and before.role == "assistant" else ""

    @property
    def heard(self) -> Statement | None:
        """That it was said, for who compares it with what is known."""
        if not self.is_tagged:
            return None
        ids = (self.message.id,)
        return Statement("fact", "", self.message.content, action="heard", message_ids=ids, asked=self.asked)

    def by_rules(self) -> list[Statement]:
        """Return what the rules alone state."""
        if self.said is None:
            go_on()
            if takes_all_back(self.message.content):
                self.said = [ALL_TAKEN_BACK]
                return self.said
            unmeant = is_said_not_to_be_meant(self.asked, self.message.content)
            said = [_NOT_MEANT] if unmeant else _by_rules(self.message, self.language, self.around)
            self.said = [self._until(one) if self._may_pass(one) else one for one in said]
        return self.said

    def by_all(self) -> Told:
        """Return what is stated, whatever was stated before."""
        if self.stated is None:
            go_on()
            said = self.by_rules()
            tagged = self.is_tagged and ALL_TAKEN_BACK not in said
            told = read_tagged(self.message.content, said, self.asked) if tagged else Told(said, [])
            text = self.message.content
            found = [] if self.around.is_of_stranger(text) else without_kin_of_kin(text, told.found)
            self.stated = Told(without_kin_of_kin(text, told.claims), [self._until(one) for one in found])
        return self.stated

    def _may_pass(self, one: Statement) -> bool:
        """Whether a statement of the rules tells what may be otherwise for some days ("这两天凌晨三点才睡")."""
        if one.action != "state" or one.valid_to is not None or not self.is_tagged:
            return False
        return one.attribute in WISHES or (self.language == "zh" and one.attribute in _HABITS)

    def _until(self, found: Statement) -> Statement:
        """Return what was found with the end that its sentence names ("using Pulse just till friday")."""
        message = self.message
        return replace(found, valid_to=end_of(message.content, found.value, found.attribute, message.created_at))


def _turns_of(messages: Sequence[Said], fresh: Collection[str] | None) -> list[_Turn]:
    """Return the messages of the user's that are read, with what stands around each.

    English ones are read by the rules at once: each tells those behind it whom "she" means.
    """
    turns: list[_Turn] = []
    previous: Said | None = None
    language = "en"
    playing = False
    earlier: Said | None = None
    mentioned = Mentioned()
    for place, message in enumerate(messages):
        if message.role not in ("user", "assistant"):
            continue
        if message.role == "user":
            if playing and previous is not None and message.created_at - previous.created_at > _PLAY_GAP:
                playing = False
            prose = own_prose(message.content)
            language = choose_language(prose, previous.content if previous else "", language)
            playing = not is_play_end(prose) and (playing or is_play_start(prose))
            if prose and not playing:
                read = replace(message, content=prose)
                following = messages[place + 1] if place + 1 < len(messages) else None
                turn = _Turn(read, language, _Around(previous, earlier, mentioned, following))
                if language == "en":
                    turn.by_rules()
                turns.append(turn)
                earlier = read
        previous = message
    return turns


def _states_nothing(turns: Sequence[_Turn], fresh: Collection[str]) -> bool:
    """Whether no fresh message states anything, nor says over again what was heard before."""
    heard = [turn.message.content.casefold() for turn in turns if turn.is_tagged]
    if len(set(heard)) < len(heard):
        return False
    return not any(turn.by_all().every for turn in turns if turn.message.id in fresh)


def _found_in(turns: Sequence[_Turn]) -> list[Statement]:
    """Return the statements of all messages, what the tagger found without what was stated before."""
    found: list[Statement] = []
    for turn in turns:
        new = turn.by_all().after(found)
        if turn.heard is not None:
            found.append(turn.heard)
        found += (replace(one, message_ids=(turn.message.id,)) for one in new)
    return found


def stated_by_rules(text: str, before: str, usual: str) -> list[Statement]:
    """Return what the rules alone state of a message; `before` is what the assistant said, "" where nothing."""
    prose = own_prose(text)
    language = choose_language(prose, before, usual)
    if not prose or is_play_start(prose) or language not in ("en", "zh"):
        return []
    previous = Said("before", "assistant", before, _ANY_TIME) if before else None
    around = _Around(previous, None, Mentioned(), None)
    return _by_rules(Said("message", "user", prose, _ANY_TIME), language, around)


class _Around(NamedTuple):
    """What stands around a message: the one before, the user's one before, whom they spoke of, the one after."""

    previous: Said | None
    earlier: Said | None
    mentioned: Mentioned
    following: Said | None

    def is_of_stranger(self, text: str) -> bool:
        """Whether a message only goes on with what the one before said of a stranger ("and a python")."""
        if self.earlier is None or not _GOES_ON.match(text):
            return False
        return _STRANGER.search(self.earlier.content) is not None


def _by_rules(message: Said, language: str, around: _Around) -> list[Statement]:
    if language == "en":
        return extract_en(message, around.previous, around.mentioned, around.following)
    if language == "zh":
        return extract_zh(message, around.previous, around.earlier)
    return _LANGUAGES[language](message, around.previous)


def settled(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements with those that name no attribute tied to what they mean among those before them.

    "sorry, 21st" corrects the last statement of its kind, "not Tim but Tom" the one that names Tim; "scratch that"
    takes back what the message with statements before it (or the same one) claims. What is meant by none of them
    stays as it is: it may mean what was stored before.
    """
    kept: list[Statement] = []
    for one in statements:
        if one.action == "state" and not one.attribute:
            meant = _meant(one, kept)
            if meant is not None:
                value = put_in(meant.value, one.corrects, one.value)
                one = replace(
                    one,
                    attribute=meant.attribute,
                    subject=meant.subject,
                    kind=meant.kind,
                    value=value,
                    corrects=meant.value,
                )
            kept.append(one)
        elif one.action == "retract" and not one.attribute and not one.value and one.subject == USER:
            kept += _taken_back(one, kept) or [one]
        else:
            kept.append(one)
    return kept


def _meant(correction: Statement, before: Sequence[Statement]) -> Statement | None:
    """Return the newest claim that a correction is about: one that holds what was wrong, else one of the same kind."""
    claims = [one for one in reversed(before) if one.action == "state" and one.attribute]
    if correction.corrects:
        wrong = correction.corrects.casefold()
        return next((one for one in claims if wrong in one.value.casefold()), None)
    akin = next((one for one in claims if is_of_one_class(one.value, correction.value)), None)
    if akin is not None:
        return akin
    counts = any(character.isdigit() for character in correction.value)
    return next((one for one in claims[:4] if any(character.isdigit() for character in one.value) == counts), None)


def _taken_back(retraction: Statement, before: Sequence[Statement]) -> list[Statement]:
    """Return retractions of what the last message that claims anything claims."""
    claims = [one for one in before if one.action == "state" and one.attribute]
    return [
        replace(retraction, attribute=one.attribute, value=one.value, subject=one.subject)
        for one in claims
        if one.message_ids == claims[-1].message_ids
    ]


def _without_repeats(statements: Sequence[Statement]) -> list[Statement]:
    """Return the statements without those that say again what still stands; their message ids go to the first."""
    kept: list[Statement] = []
    standing: dict[tuple[Subject, str], dict[tuple[object, ...], int]] = {}
    for one in statements:
        about = standing.setdefault((one.subject, one.attribute), {})
        what = (one.action, one.value.casefold(), one.corrects, one.valid_to, one.never_true)
        place = about.get(what)
        if place is not None:
            first = kept[place]
            ids = first.message_ids + tuple(id for id in one.message_ids if id not in first.message_ids)
            kept[place] = replace(first, message_ids=ids, confidence=max(first.confidence, one.confidence))
            continue
        if one.action == "retract" or not holds_many(one.attribute):
            about.clear()
        about[what] = len(kept)
        kept.append(one)
    return kept
