"""The `dead-letters` commands: work that failed too often, seen and done again."""

import asyncio
from uuid import UUID

import typer

from app.bootstrap import Toolbox, open_tools
from app.domain.errors import SetupError, StoreUnavailable
from app.service.ports import PendingWork
from app.settings import Settings

NO_SUCH_LETTER = "there is no dead letter {id}; `python -m app dead-letters list` shows those there are"


def show(settings: Settings, *, tenant: str | None) -> None:
    """Print a line a dead letter, last failed first."""

    async def run() -> None:
        async with open_tools(settings) as tools:
            letters = await tools.dead_letters.list_dead_letters(tenant)
        if not letters:
            typer.echo("no dead letters", err=True)
        for letter in letters:
            owner = f"{letter.owner.tenant_id}/{letter.owner.user_id}"
            typer.echo(f"{letter.id}  {letter.last_failed_at:%Y-%m-%d %H:%M}  {letter.task}  {owner}  {letter.error}")

    asyncio.run(run())


def requeue(settings: Settings, *, ids: list[UUID]) -> None:
    """Do the work of these dead letters (none named: of all) again; each leaves only when its work is stored.

    Raises SetupError where one is unknown or fails again.
    """

    async def run() -> None:
        async with open_tools(settings) as tools:
            chosen = ids or [letter.id for letter in await tools.dead_letters.list_dead_letters(limit=10_000)]
            with typer.progressbar(chosen, label="dead letters") as progress:
                for id in progress:
                    await _do_again(tools, id)
            typer.echo(f"{len(chosen)} done")

    asyncio.run(run())


async def _do_again(tools: Toolbox, id: UUID) -> None:
    found = await tools.dead_letters.find_dead_letter(id)
    if found is None:
        raise SetupError(NO_SUCH_LETTER.format(id=id))
    letter, work = found
    if letter.task == "extract" and isinstance(work, dict):
        await tools.extract_store.read_again(letter.owner, work["session_id"], [UUID(id) for id in work["message_ids"]])
        await tools.dead_letters.delete_dead_letter(id)
        return
    if not isinstance(work, PendingWork):
        raise SetupError(f"dead letter {id} holds work of the kind {letter.task!r}, which this version cannot do again")
    try:
        await tools.archiver.store_again(work)
    except StoreUnavailable as error:
        raise SetupError(str(error)) from error
    except Exception as error:
        raise SetupError(f"dead letter {id} failed again ({type(error).__name__}: {error}); it is kept") from error
    await tools.dead_letters.delete_dead_letter(id)


def drop(settings: Settings, *, id: UUID) -> None:
    """Delete a dead letter and its work for good. Raises SetupError where it is unknown."""

    async def run() -> None:
        async with open_tools(settings) as tools:
            if not await tools.dead_letters.delete_dead_letter(id):
                raise SetupError(NO_SUCH_LETTER.format(id=id))
        typer.echo("1 dropped")

    asyncio.run(run())
