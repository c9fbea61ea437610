"""Statements by the message that says them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from app.domain.extraction.changes import Stated


def by_message(statements: Iterable[Stated]) -> Iterator[tuple[Stated | None, list[Stated]]]:
    """Go over messages in the order of their statements, each with what the rules state of it.

    The message itself is the value of the first, and goes with every statement as what told it; None where it is not
    there.
    """
    heard: Stated | None = None
    said: list[Stated] = []
    for one in statements:
        if one.statement.action == "heard" or (said and one.said_at != said[-1].said_at):
            if heard is not None or said:
                yield heard, _told_by(heard, said)
            heard, said = None, []
        if one.statement.action == "heard":
            heard = one
        else:
            said.append(one)
    if heard is not None or said:
        yield heard, _told_by(heard, said)


def _told_by(heard: Stated | None, said: list[Stated]) -> list[Stated]:
    return said if heard is None else [replace(one, told=heard.statement.value) for one in said]
