"""The `keys` commands."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import cast

import typer

from app.adapters.postgres.database import Database
from app.adapters.postgres.key_store import PostgresKeyStore
from app.domain.errors import NotFound, SetupError, StoreUnavailable
from app.service.keys import KeyService
from app.service.ports import KeyRole
from app.settings import Settings


def create(settings: Settings, *, tenant: str, role: str, label: str) -> None:
    """Make a key: the secret alone on stdout, the rest on stderr."""

    async def run(keys: KeyService) -> None:
        first = not await keys.has_keys()
        key, secret = await keys.create(tenant_id=tenant, role=cast(KeyRole, role), label=label)
        typer.echo(f"key {key.key_id} of tenant {key.tenant_id}, role {key.role}; it is shown this once:", err=True)
        typer.echo(secret)
        if first:
            typer.echo("it is the first: from now on every call needs a key", err=True)

    _with_keys(settings, run)


def show(settings: Settings, *, tenant: str | None) -> None:
    """Print a line a key."""

    async def run(keys: KeyService) -> None:
        found = await keys.list_keys(tenant)
        if not found:
            typer.echo("no keys", err=True)
            return
        typer.echo(f"{'id':<12}  {'tenant':<16}  {'role':<7}  {'made':<16}  {'last used':<16}  {'revoked':<16}  label")
        for key in found:
            times = "  ".join(_minute(at) for at in (key.created_at, key.last_used_at, key.revoked_at))
            typer.echo(f"{key.key_id:<12}  {key.tenant_id:<16}  {key.role:<7}  {times}  {key.label}")

    _with_keys(settings, run)


def revoke(settings: Settings, *, key_id: str) -> None:
    """Revoke a key. Raises SetupError where it is unknown or revoked already."""

    async def run(keys: KeyService) -> None:
        try:
            await keys.revoke(key_id)
        except NotFound as error:
            raise SetupError(f"{error}; `python -m app keys list` shows those there are") from None
        typer.echo(f"key {key_id} is revoked", err=True)

    _with_keys(settings, run)


def rotate(settings: Settings, *, key_id: str, overlap_hours: float) -> None:
    """Make the follower of a key: its secret alone on stdout. Raises SetupError where the key is not in force."""

    async def run(keys: KeyService) -> None:
        try:
            key, secret = await keys.rotate(key_id, overlap=timedelta(hours=overlap_hours))
        except NotFound as error:
            raise SetupError(f"{error}; `python -m app keys list` shows those there are") from None
        typer.echo(
            f"key {key.key_id} follows {key_id}, which works {overlap_hours:g} h more; shown this once:", err=True
        )
        typer.echo(secret)

    _with_keys(settings, run)


def has_keys(settings: Settings) -> bool:
    """Whether any key was ever made."""
    found: list[bool] = []

    async def run(keys: KeyService) -> None:
        found.append(await keys.has_keys())

    _with_keys(settings, run)
    return found[0]


def _with_keys(settings: Settings, run: Callable[[KeyService], Awaitable[None]]) -> None:
    async def opened() -> None:
        database = Database.from_settings(settings.model_copy(update={"database_pool_min": 1, "database_pool_max": 2}))
        await database.open()
        try:
            await run(KeyService(PostgresKeyStore(database), loopback=False))
        finally:
            await database.close()

    try:
        asyncio.run(opened())
    except StoreUnavailable:
        raise SetupError("PostgreSQL does not answer; start it, or correct HAIMA_DATABASE_URL") from None


def _minute(at: datetime | None) -> str:
    return f"{at:%Y-%m-%d %H:%M}" if at is not None else f"{'-':<16}"
