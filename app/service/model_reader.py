"""Puts what a chat model reads in a session beside what the rules found there: rules first, failures cost nothing."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from app.domain.extraction.attributes import holds_many
from app.domain.extraction.changes import Stated
from app.domain.models import CardEntry, Owner
from app.service.extract import of_the_user, stated_in
from app.service.model_extract import ModelExtraction
from app.service.model_importance import ModelImportance
from app.service.ports import SessionRead

log = logging.getLogger(__name__)


class KnowsCards(Protocol):
    """What the card says already."""

    async def user_entries(self, owner: Owner) -> dict[str, CardEntry | None]:
        """Every key of the user's card with what it shows now, None where its fact has ended."""


class ModelReader:
    """Reads sessions again with a chat model, and asks it how important is what no rule spoke of."""

    def __init__(self, model: ModelExtraction, cards: KnowsCards, importance: ModelImportance) -> None:
        self._model = model
        self._cards = cards
        self._importance = importance

    async def add_to(self, read: SessionRead) -> SessionRead:
        """Return the reading with the model's statements behind it, or as it is where the model is of no use."""
        session = read.session
        try:
            entries = await self._cards.user_entries(session.owner)
            known = {key: entry.value for key, entry in entries.items() if entry is not None}
            said = of_the_user(session.owner, [one.said for one in session.messages])
            reading = await self._model.extract_with_model(said, known)
            await self._importance.judge(session)
        except Exception as error:  # noqa: BLE001 - what the rules found is stored whatever the model or its book meets
            log.warning("a session is read by the rules alone (%s)", type(error).__name__)
            return read
        further = stated_in(session, lambda _messages, _fresh=None: reading.statements)
        statements = (*read.statements, *without_known(further, read.statements))
        return replace(read, statements=statements, missed=reading.missed)


def without_known(further: Sequence[Stated], by_rules: Sequence[Stated]) -> list[Stated]:
    """Return the statements that add to those of the rules.

    Where the rules read an attribute of somebody that holds one value, the model's reading of it is left out; of one
    that holds many, where it is the same value.
    """
    read = {_about(one) for one in by_rules} | {(*_about(one), one.statement.value.casefold()) for one in by_rules}
    return [
        one
        for one in further
        if (*_about(one), one.statement.value.casefold()) not in read
        and (holds_many(one.statement.attribute) or _about(one) not in read)
    ]


def _about(one: Stated) -> tuple[str, ...]:
    return one.statement.subject.relation, one.statement.subject.name.casefold(), one.statement.attribute
