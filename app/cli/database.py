"""Schema and keys as the command line needs them."""

import logging

import typer

from app.adapters.postgres.migrate import CONNECT_SECONDS, migrate
from app.cli.common import reach_stores, secret
from app.domain.errors import SetupError, StoreUnavailable
from app.settings import Settings

log = logging.getLogger(__name__)


def apply_migrations(database_url: str, partitions: int | None = None) -> list[str]:
    """Apply what is missing; returns the names. Raises SetupError, also when PostgreSQL is away."""
    log.info("connecting to PostgreSQL to look at its schema; it is given %d s to answer", CONNECT_SECONDS)
    try:
        return migrate(database_url, partitions=partitions)
    except StoreUnavailable:
        raise SetupError(
            "PostgreSQL at HAIMA_DATABASE_URL does not answer; check that address, then start again"
        ) from None


def migrate_and_tell(settings: Settings, *, embedded: bool, partitions: int | None = None) -> None:
    """The `migrate` command."""
    with reach_stores(settings, embedded=embedded, names=["database_url"]) as reached:
        names = apply_migrations(secret(reached.database_url), partitions)
    typer.echo(f"applied: {', '.join(names)}" if names else "the schema is up to date")
    if partitions:
        typer.echo(f"the tables are divided by owner into {partitions} partitions")
