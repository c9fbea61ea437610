"""The options of the `forget-policy` command."""

from typing import Annotated
from uuid import UUID

import typer

from app.cli.common import load_settings, reach_stores


def forget_policy(
    tenant: Annotated[str, typer.Option(help="Tenant whose users are meant.")] = "default",
    user: Annotated[str | None, typer.Option(help="One user; left out, all of the tenant.")] = None,
    preset: Annotated[
        str | None, typer.Option(help="chat, assistant or knowledge. [default: HAIMA_FORGET_POLICY]")
    ] = None,
    capacity: Annotated[int | None, typer.Option(min=1, help="Keep so many of the best memories of a user.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be forgotten.")] = False,
    undo: Annotated[UUID | None, typer.Option(help="Bring back what the run with this receipt let go.")] = None,
    embedded: Annotated[
        bool, typer.Option("--embedded", help="Use the bundled PostgreSQL and Valkey in HAIMA_DATA_DIR.")
    ] = False,
) -> None:
    """Forget what has faded: unused, unimportant memories of users who went on without them.

    \b
    Example:
      python -m app forget-policy --preset assistant --dry-run
      python -m app forget-policy --user u1 --undo 01a2292c-3e0a-7084-926d-174a2d30ff5a
    """
    from app.cli import forget_policy as command

    with reach_stores(load_settings(), embedded=embedded) as settings:
        if undo is not None:
            command.undo(settings, tenant=tenant, user=user, receipt_id=undo)
        else:
            command.run_policy(settings, tenant=tenant, user=user, preset=preset, capacity=capacity, dry_run=dry_run)
