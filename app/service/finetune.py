"""Export for training: one user's rounds as pairs of question and answer, in the chat format of fine-tuning APIs."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

import orjson

from app.domain.errors import InvalidRequest
from app.domain.models import Owner
from app.service.memories import OwnerFlush
from app.service.ports.finetune import SaidTurn, TurnReader

NO_CONSENT: Final = (
    "training data leaves the service only with the consent of the person it is about: ask for it, "
    "then send consent=true"
)
_DOUBTED: Final = 0.5
"""Below its first trust a message was called wrong: no model should learn it."""


class FineTuneService:
    """GET /v1/users/export?format=chat."""

    def __init__(self, turns: TurnReader, archiver: OwnerFlush) -> None:
        self._turns = turns
        self._archiver = archiver

    async def export(self, owner: Owner, *, consent: bool) -> AsyncIterator[bytes]:
        """Archive what waits and return one line of JSON a round. Raises InvalidRequest without consent."""
        if not consent:
            raise InvalidRequest([("consent", NO_CONSENT)])
        await self._archiver.flush_owner(owner)
        return self._lines(owner)

    async def _lines(self, owner: Owner) -> AsyncIterator[bytes]:
        held: list[SaidTurn] = []
        async for turn in self._turns.read_turns(owner):
            if held and (turn.session_id, turn.round_no) != (held[0].session_id, held[0].round_no):
                for line in _line(held):
                    yield line
                held = []
            held.append(turn)
        for line in _line(held):
            yield line


def _line(turns: Sequence[SaidTurn]) -> list[bytes]:
    messages = pair_of(turns)
    return [orjson.dumps({"messages": messages}) + b"\n"] if messages else []


def pair_of(turns: Sequence[SaidTurn]) -> list[dict[str, str]]:
    """Return a round as chat messages: system texts, what the user said, what was answered; [] where no pair is whole.

    Messages of one role are joined, tool output is left out, and a round with a message that was called wrong is no
    example to learn from.
    """
    if any(turn.trust < _DOUBTED for turn in turns):
        return []
    said: dict[str, list[str]] = {"system": [], "user": [], "assistant": []}
    for turn in turns:
        texts = said.get(turn.role)
        if texts is None:
            continue
        if turn.part and texts:
            texts[-1] += turn.content
        else:
            texts.append(turn.content)
    if not said["user"] or not said["assistant"]:
        return []
    return [{"role": role, "content": "\n\n".join(texts)} for role, texts in said.items() if texts]
