"""What several commands share: settings, and the stores they work on."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from pydantic import SecretStr, ValidationError
from pydantic_settings import SettingsError

from app.domain.errors import SetupError
from app.settings import Settings

STORES: Final = ("database_url", "redis_url")
COMMAND_WAIT_SECONDS: Final = 15.0
"""A command has nobody waiting who should rather hear a 503; a busy machine may take long for its first connection."""


def load_settings(**overrides: Any) -> Settings:
    """Read the settings; `overrides` that are not None go over the environment. Raises SetupError for a bad value."""
    given = {name: value for name, value in overrides.items() if value is not None}
    try:
        settings = Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = "HAIMA_" + "_".join(str(part) for part in first["loc"]).upper()
        message = first["msg"][:1].lower() + first["msg"][1:]
        raise SetupError(f"{name} has a value that does not fit: {message}") from None
    except SettingsError as error:
        raise SetupError(f"The settings cannot be read: {error}") from None
    if settings.database_read_url is not None:
        _check_address("database_read_url", settings.database_read_url.get_secret_value())
    return settings


def require_stores(
    settings: Settings,
    names: Sequence[str] = STORES,
    instead: str = "add --embedded to use the bundled PostgreSQL and Valkey",
) -> None:
    """Raise SetupError unless these stores are named, by addresses that can be read; `instead` is the other way out."""
    for name in names:
        address: SecretStr | None = getattr(settings, name)
        if address is None:
            raise SetupError(f"HAIMA_{name.upper()} is not set; set it, or {instead}")
        _check_address(name, address.get_secret_value())


def _check_address(name: str, address: str) -> None:
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    from app.adapters.redis.client import place_of, single_nodes

    try:
        if name != "redis_url":
            example = "postgresql://USER:PASSWORD@HOST:5432/DATABASE"
            conninfo_to_dict(address)
        else:
            example = "redis://:PASSWORD@HOST:6379/0"
            for node in single_nodes(address):
                place_of(node)
    except (ProgrammingError, ValueError):  # their messages may show the password
        raise SetupError(f"HAIMA_{name.upper()} cannot be read; it should look like {example}") from None


def with_stores(settings: Settings, database_url: str | None, redis_url: str | None) -> Settings:
    """Return the settings with these stores where the caller named none of its own."""
    return settings.model_copy(
        update={
            "database_url": settings.database_url or (SecretStr(database_url) if database_url else None),
            "redis_url": settings.redis_url or (SecretStr(redis_url) if redis_url else None),
        }
    )


@contextmanager
def reach_stores(settings: Settings, *, embedded: bool, names: Sequence[str] = STORES) -> Iterator[Settings]:
    """Yield settings that name these stores, for a command that runs beside or without a server.

    With `embedded` they are the stores of the instance that runs on the data folder, else they are started for as
    long as the command runs.
    """
    wait = max(settings.database_pool_wait_seconds, COMMAND_WAIT_SECONDS)
    settings = settings.model_copy(update={"database_pool_wait_seconds": wait})
    if not embedded or all(getattr(settings, name) is not None for name in names):
        require_stores(settings, names)
        yield settings
        return
    from app.embedded import StoreOptions, find_running, start_stores

    running = find_running(settings.data_dir)
    if running is not None:
        yield with_stores(settings, *running)
        return
    options = StoreOptions(
        postgres=settings.database_url is None, valkey=settings.redis_url is None and "redis_url" in names
    )
    stores = start_stores(settings.data_dir, options)
    try:
        yield with_stores(
            settings,
            stores.database_url if options.postgres else None,
            stores.redis_url if options.valkey else None,
        )
    finally:
        stores.stop()


def secret(value: SecretStr | None) -> str:
    """Return the text of a secret that `require_stores` has checked."""
    if value is None:
        raise SetupError("A store is not set; see HAIMA_DATABASE_URL and HAIMA_REDIS_URL")
    return value.get_secret_value()
