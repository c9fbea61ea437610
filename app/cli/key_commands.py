"""The `keys` commands and their options."""

from typing import Annotated

import typer

from app.cli.common import load_settings, reach_stores

keys = typer.Typer(
    help="Make, list and revoke API keys.\n\n\b\nExample:\n  python -m app keys create --tenant acme",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Embedded = Annotated[bool, typer.Option("--embedded", help="Use the bundled PostgreSQL and Valkey in HAIMA_DATA_DIR.")]


@keys.command(name="create")
def create_key(
    tenant: Annotated[str, typer.Option(help="Tenant the key belongs to.")] = "default",
    role: Annotated[str, typer.Option(help="service, read or admin.")] = "service",
    label: Annotated[str, typer.Option(help="A note on what it is for.")] = "",
    embedded: Embedded = False,
) -> None:
    """Make an API key. The key itself is the one line on stdout, and is shown this once only.

    \b
    Example:
      python -m app keys create --tenant acme --role service --label "shop bot"
    """
    from app.cli.keys import create

    with reach_stores(load_settings(), embedded=embedded, names=["database_url"]) as settings:
        create(settings, tenant=tenant, role=role, label=label)


@keys.command(name="list")
def list_keys(
    tenant: Annotated[str | None, typer.Option(help="Only keys of this tenant.")] = None, embedded: Embedded = False
) -> None:
    """List API keys, revoked ones included. The keys themselves are not kept and cannot be shown.

    \b
    Example:
      python -m app keys list --tenant acme
    """
    from app.cli.keys import show

    with reach_stores(load_settings(), embedded=embedded, names=["database_url"]) as settings:
        show(settings, tenant=tenant)


@keys.command(name="revoke")
def revoke_key(
    key_id: Annotated[str, typer.Argument(help="The id that `keys list` shows.")], embedded: Embedded = False
) -> None:
    """Revoke an API key; every process refuses it about a second later.

    \b
    Example:
      python -m app keys revoke 3f9a0c1d22e4
    """
    from app.cli.keys import revoke

    with reach_stores(load_settings(), embedded=embedded, names=["database_url"]) as settings:
        revoke(settings, key_id=key_id)


@keys.command(name="rotate")
def rotate_key(
    key_id: Annotated[str, typer.Argument(help="The id that `keys list` shows.")],
    overlap_hours: Annotated[float, typer.Option(min=0, help="The old key works for so long yet.")] = 24.0,
    embedded: Embedded = False,
) -> None:
    """Make a key like an old one, which ends by itself some time later. The new key is the one line on stdout.

    \b
    Example:
      python -m app keys rotate 3f9a0c1d22e4 --overlap-hours 24
    """
    from app.cli.keys import rotate

    with reach_stores(load_settings(), embedded=embedded, names=["database_url"]) as settings:
        rotate(settings, key_id=key_id, overlap_hours=overlap_hours)
