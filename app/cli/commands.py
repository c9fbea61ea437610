"""The commands and their options. Each body is in a module of its own, imported when the command runs."""

from typing import Annotated
from uuid import UUID

import typer

from app.bench.cli import bench, replay
from app.chaos.cli import add_commands as add_chaos_commands
from app.cli.common import load_settings, reach_stores
from app.cli.index_command import index
from app.cli.key_commands import keys
from app.cli.policy_command import forget_policy
from app.cli.transfer_commands import export, import_back

cli = typer.Typer(
    help="Haima: the memory that chatbot backends put beside a language model.\n\nEvery setting is a variable "
    "HAIMA_<NAME>, listed in .env.example.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
cli.add_typer(keys, name="keys")
dead_letters = typer.Typer(
    help="See and requeue work that failed too often.\n\n\b\nExample:\n  python -m app dead-letters list",
    no_args_is_help=True,
    rich_markup_mode=None,
)
cli.add_typer(dead_letters, name="dead-letters")
cli.add_typer(
    bench,
    name="bench",
    help="Measure speed; `bench recall`: how well search finds.\n\n\b\nExample:\n  python -m app bench\n"
    "  python -m app bench recall --set locomo",
)

Embedded = Annotated[bool, typer.Option("--embedded", help="Use the bundled PostgreSQL and Valkey in HAIMA_DATA_DIR.")]


@cli.command()
def serve(
    embedded: Embedded = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on. [default: HAIMA_HOST or 127.0.0.1]")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on. [default: HAIMA_PORT or 8080]")] = None,
    workers: Annotated[int, typer.Option(min=1, max=64, help="API processes.")] = 1,
    worker: Annotated[bool, typer.Option(help="Run the background worker here too.")] = True,
    limit_concurrency: Annotated[
        int | None, typer.Option(help="Requests at a time in an API process; more are answered 503.")
    ] = None,
) -> None:
    """Run the HTTP API, and the background worker beside it.

    \b
    Example, everything in one command, data in ./.haima:
      python -m app serve --embedded
    Example, with stores of your own and the worker elsewhere:
      HAIMA_DATABASE_URL=postgresql://... HAIMA_REDIS_URL=redis://... python -m app serve --no-worker --workers 4
    """
    from app.cli.serve import serve as run

    settings = load_settings(host=host, port=port, limit_concurrency=limit_concurrency)
    run(settings, embedded=embedded, workers=workers, with_worker=worker)


@cli.command()
def worker(ready_fd: Annotated[int, typer.Option(hidden=True)] = -1) -> None:
    """Run a background worker: archive, embed, expire, purge. As many as you like may run, on any machine.

    \b
    Example:
      HAIMA_DATABASE_URL=postgresql://... HAIMA_REDIS_URL=redis://... python -m app worker
    """
    from app.cli.worker_process import run_worker_process

    run_worker_process(load_settings(), ready_fd=ready_fd)


@cli.command()
def migrate(
    embedded: Embedded = False,
    partitions: Annotated[
        int | None,
        typer.Option(min=2, max=128, help="Divide every table by owner into so many partitions, once and for good."),
    ] = None,
) -> None:
    """Bring the database schema up to date. `serve` and `worker` do it by themselves at start.

    Divide the tables best while they are empty; a database with data is rewritten, with nobody else at work.

    \b
    Example:
      HAIMA_DATABASE_URL=postgresql://... python -m app migrate
    Example, for a store of many users:
      HAIMA_DATABASE_URL=postgresql://... python -m app migrate --partitions 16
    """
    from app.cli.database import migrate_and_tell

    migrate_and_tell(load_settings(), embedded=embedded, partitions=partitions)


@dead_letters.command(name="list")
def list_dead_letters(
    tenant: Annotated[str | None, typer.Option(help="Only those of this tenant.")] = None, embedded: Embedded = False
) -> None:
    """List the work that failed too often, last failed first.

    \b
    Example:
      python -m app dead-letters list --tenant acme
    """
    from app.cli.dead_letters import show

    with reach_stores(load_settings(), embedded=embedded) as settings:
        show(settings, tenant=tenant)


@dead_letters.command(name="requeue")
def requeue_dead_letters(
    ids: Annotated[list[UUID] | None, typer.Argument(help="Ids that `list` shows; none: all.")] = None,
    embedded: Embedded = False,
) -> None:
    """Do the work again. A dead letter is kept until its work is stored.

    \b
    Example:
      python -m app dead-letters requeue 01a2292c-3e0a-7084-926d-174a2d30ff5a
    """
    from app.cli.dead_letters import requeue

    with reach_stores(load_settings(), embedded=embedded) as settings:
        requeue(settings, ids=ids or [])


@dead_letters.command(name="drop")
def drop_dead_letter(
    id: Annotated[UUID, typer.Argument(help="The id that `list` shows.")], embedded: Embedded = False
) -> None:
    """Delete a dead letter and its work for good.

    \b
    Example:
      python -m app dead-letters drop 01a2292c-3e0a-7084-926d-174a2d30ff5a
    """
    from app.cli.dead_letters import drop

    with reach_stores(load_settings(), embedded=embedded) as settings:
        drop(settings, id=id)


@cli.command(name="verify-erasure")
def verify_erasure(
    receipt: Annotated[UUID, typer.Argument(help="The receipt_id that `forget` answered.")],
    text: Annotated[list[str] | None, typer.Option(help="Look for this text too; may be given again.")] = None,
    embedded: Embedded = False,
) -> None:
    """Check that what a forget with erase took is in no table of PostgreSQL and no key of Redis.

    The exit code is 1 where something is left.

    \b
    Example:
      python -m app verify-erasure 01a2292c-3e0a-7084-926d-174a2d30ff5a --text "alice@example.com"
    """
    from app.cli.erasure import verify

    with reach_stores(load_settings(), embedded=embedded) as settings:
        if not verify(settings, receipt_id=receipt, texts=text or []):
            raise typer.Exit(1)


@cli.command()
def doctor(embedded: Embedded = False) -> None:
    """Check the installation and say what to mend. Stores, versions, schema, embedder, clock, disk and settings.

    The exit code is 1 if anything fails.

    \b
    Example:
      python -m app doctor --embedded
    """
    from app.cli.doctor import run_doctor

    if not run_doctor(load_settings(), embedded=embedded):
        raise typer.Exit(1)


@cli.command(name="settings")
def show_settings() -> None:
    """Print every setting with its meaning and default. The same stands in .env.example.

    \b
    Example:
      python -m app settings >> .env
    """
    from app.cli.env_example import render

    typer.echo(render(), nl=False)


cli.command(name="export", short_help="One user, or a whole tenant, out into files.")(export)
cli.command(name="import", short_help="Bring back what `export` wrote.")(import_back)
cli.command(name="replay", short_help="Feed whole conversations in, then ask their questions.")(replay)
cli.command(name="forget-policy", short_help="Forget what has faded, or say what would be.")(forget_policy)
cli.command(name="index", short_help="Build the vector indexes of the largest users now.")(index)
add_chaos_commands(cli)
