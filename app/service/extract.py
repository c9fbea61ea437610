"""Extraction: sessions that are due are read for what the user states, in batches, never in a request.

How far a session has been read moves in the same transaction as the facts, and it stays due until the card in Redis
shows them: whatever is cut off is done again without doing anything twice.
"""

import asyncio
import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final, Protocol

from app.domain.errors import StoreTooSlow, StoreUnavailable
from app.domain.extraction.changes import Resolution, Stated
from app.domain.extraction.giving_up import unless
from app.domain.extraction.known import KnownFact
from app.domain.extraction.models import Said, Statement
from app.domain.models import Owner
from app.service.archive import retry_delay_seconds
from app.service.ports import DueSession, ExtractPacing, ExtractStore, FactsLearned, Heard, SessionRead, WorkingMemory
from app.service.ports.extraction import Reader

log = logging.getLogger(__name__)

_AS_CONTEXT: Final = "assistant"
"""What another speaker than the user says is read as an assistant's words are: never as a statement of the user's."""


class DeadLetters(Protocol):
    """Where work ends that can't be done."""

    async def insert_dead_letter(
        self, owner: Owner, *, task: str, payload: Mapping[str, Any], error: str, tries: int
    ) -> None:
        """Keep the work with its error for people to see."""


class ReadsFurther(Protocol):
    """A second reading beside the rules: a chat model's."""

    async def add_to(self, read: SessionRead) -> SessionRead:
        """The reading with what is found beyond it; never raises."""


class KnowsFacts(Protocol):
    """What a dry run compares with."""

    async def known_facts(self, owner: Owner) -> list[KnownFact]:
        """The newest version of every fact of the user's card, also of those that ended."""


@dataclass(frozen=True, slots=True)
class ExtractPolicy:
    """The settings of extraction: when, how many sessions and messages at a time, and how many messages before them."""

    pacing: ExtractPacing
    batch_sessions: int
    most_messages: int
    context_messages: int
    retry_limit: int


class ExtractService:
    """Reads sessions that are due. Any number may run at once."""

    def __init__(
        self,
        store: ExtractStore,
        working: WorkingMemory,
        read: Reader,
        dead_letters: DeadLetters,
        policy: ExtractPolicy,
        further: ReadsFurther | None = None,
    ) -> None:
        self._store = store
        self._working = working
        self._read = read
        self._dead_letters = dead_letters
        self._policy = policy
        self._further = further

    async def extract_due(self) -> int:
        """Read one batch of sessions; returns how many there were."""
        policy = self._policy
        due = await self._store.due_sessions(
            now=datetime.now(UTC),
            limit=policy.batch_sessions,
            most_messages=policy.most_messages,
            context=policy.context_messages,
        )
        if not due:
            return 0
        done: list[DueSession] = []
        reads: list[SessionRead] = []
        for session, read in zip(due, await asyncio.to_thread(self._read_all, due), strict=True):
            if session.unshown:
                await self._working.put_card(session.owner, None, await self._store.user_entries(session.owner))
            if isinstance(read, Exception):
                await self._failed(session, read)
            elif session.idle:
                done.append(session)
            else:
                reads.append(read)
        if self._further is not None:
            reads = list(await asyncio.gather(*map(self._further.add_to, reads)))
        done += await self._store_together(reads)
        await self._store.settle(done, policy.pacing, now=datetime.now(UTC))
        return len(due)

    async def _store_together(self, reads: Sequence[SessionRead]) -> list[DueSession]:
        """Store a batch and show it; where it fails as a whole, each session is tried alone. Returns what is done.

        A session that takes too long even alone is put off, however often: its messages are sound.
        """
        try:
            await self._show(await self._store.store(reads, now=datetime.now(UTC)))
        except StoreUnavailable as error:
            if not isinstance(error, StoreTooSlow):
                raise
            log.warning("storing %d sessions together took too long", len(reads))
        except Exception as error:  # noqa: BLE001 - one session's broken facts must not stop the others
            log.warning("storing %d sessions together failed (%s)", len(reads), type(error).__name__)
        else:
            return [read.session for read in reads]
        done = []
        for read in reads:
            try:
                await self._show(await self._store.store([read], now=datetime.now(UTC)))
            except StoreTooSlow:
                await self._put_off(read.session)
            except StoreUnavailable:
                raise
            except Exception as error:  # noqa: BLE001 - whatever stands against it is counted, kept and shown
                await self._failed(read.session, error)
            else:
                done.append(read.session)
        return done

    async def _show(self, learned: Sequence[FactsLearned]) -> None:
        await asyncio.gather(
            *(self._working.put_card(facts.owner, None, facts.entries) for facts in learned if facts.entries)
        )

    def _read_all(self, sessions: Sequence[DueSession]) -> list[SessionRead | Exception]:
        """Read sessions (in a thread of its own: it is pure computing)."""
        reads: list[SessionRead | Exception] = []
        for session in sessions:
            try:
                reads.append(SessionRead(session, stated_in(session, self._read)))
            except Exception as error:  # noqa: BLE001 - a text that breaks a rule must not keep others from being read
                reads.append(error)
        return reads

    async def _put_off(self, session: DueSession) -> None:
        due_at = datetime.now(UTC) + timedelta(seconds=retry_delay_seconds(session.tries))
        await self._store.put_off(session, due_at=due_at)

    async def _failed(self, session: DueSession, error: Exception) -> None:
        tries = session.tries + 1
        if tries < self._policy.retry_limit:
            log.warning("reading a session failed at try %d (%s)", tries, type(error).__name__)
            await self._put_off(session)
            return
        log.error(  # no traceback: it may hold what a user said; the dead letter keeps it
            "reading a session failed %d times (%s); it goes to the dead letters: python -m app dead-letters list",
            tries,
            type(error).__name__,
        )
        payload = {
            "session_id": session.session_id,
            "message_ids": [str(heard.id) for heard in session.messages if heard.fresh],
        }
        await self._dead_letters.insert_dead_letter(
            session.owner, task="extract", payload=payload, error=f"{type(error).__name__}: {error}", tries=tries
        )
        await self._store.store([SessionRead(session, ())], now=datetime.now(UTC))
        await self._store.settle([session], self._policy.pacing, now=datetime.now(UTC))


class ExtractPreview:
    """POST /v1/extract: what would be stored of a conversation, without storing it."""

    def __init__(self, store: KnowsFacts, read: Reader) -> None:
        self._store = store
        self._read = read

    async def preview(self, owner: Owner, session_id: str | None, messages: Sequence[Said]) -> list[Resolution]:
        """Return what would become of each statement of the messages. Raises StoreUnavailable.

        Cancelled (the caller's time is up), the thread that reads them stops before the next message.
        """
        known = await self._store.known_facts(owner)
        unwanted = threading.Event()
        try:
            with unless(unwanted.is_set):
                return await asyncio.to_thread(self._resolve, owner, session_id, messages, known)
        finally:
            unwanted.set()

    def _resolve(
        self, owner: Owner, session_id: str | None, messages: Sequence[Said], known: Sequence[KnownFact]
    ) -> list[Resolution]:
        from app.domain.extraction.resolve import resolve  # what reads texts is not loaded while the server starts

        said = {message.id: message for message in messages}
        stated = [
            Stated(
                statement,
                max(said[id].created_at for id in statement.message_ids),
                session_id,
                tuple(statement.message_ids),
            )
            for statement in self._read(of_the_user(owner, messages))
        ]
        return resolve(stated, known, datetime.now(UTC))


def stated_in(session: DueSession, read: Reader) -> tuple[Stated, ...]:
    """Return what the fresh messages of a session state, in the order said, each by its newest message."""
    heard = {str(one.id): one for one in session.messages}
    fresh = {id: one for id, one in heard.items() if one.fresh}
    if not fresh:
        return ()
    said = of_the_user(session.owner, [one.said for one in session.messages])
    places = {id: number for number, id in enumerate(heard)}
    found = []
    for statement in read(said, fresh.keys()):
        sources = [fresh[id] for id in statement.message_ids if id in fresh]
        if sources:
            found.append((max(places[str(one.id)] for one in sources), _stated(statement, sources, session.session_id)))
    return tuple(stated for _, stated in sorted(found, key=lambda pair: pair[0]))


def _stated(statement: Statement, sources: Sequence[Heard], session_id: str) -> Stated:
    return Stated(
        statement=statement,
        said_at=max(one.said.created_at for one in sources),
        session_id=session_id,
        message_ids=tuple(one.message_id or str(one.id) for one in sources),
        source_ids=tuple(one.id for one in sources),
    )


def of_the_user(owner: Owner, messages: Sequence[Said]) -> list[Said]:
    """Return the messages with those of other people made context.

    Where several people speak in the role of the user (a group chat), only who is named like the user, and who is not
    named, is the user.
    """
    names = {message.name for message in messages if message.role == "user" and message.name is not None}
    if len(names) < 2:
        return list(messages)
    return [
        replace(message, role=_AS_CONTEXT)
        if message.role == "user" and message.name not in (None, owner.user_id)
        else message
        for message in messages
    ]
