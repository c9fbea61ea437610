"""The `serve` command: stores, schema, socket, then the processes that do the work."""

import errno
import importlib.metadata
import logging
import os
import socket
import sys
import tempfile
from typing import Final

from app.cli import API_PROCESS
from app.cli.children import ChildPlan
from app.cli.common import require_stores, secret, with_stores
from app.cli.misspelt import find_misspelt
from app.cli.supervisor import Supervisor
from app.domain.errors import SetupError
from app.embedded import EmbeddedStores, StoreOptions, claim_stores
from app.logs import set_up_logs
from app.settings import Settings

log = logging.getLogger(__name__)

BACKLOG: Final = 2048
WORKER_NICENESS: Final = 5  # embedding in the background gives way to calls


def serve(settings: Settings, *, embedded: bool, workers: int, with_worker: bool) -> None:
    """Run everything until SIGINT or SIGTERM. Raises SetupError with one sentence when it cannot start."""
    set_up_logs(settings.log_format, settings.log_level)
    for misspelt in find_misspelt():
        log.warning("%s", misspelt)
    if not embedded:
        require_stores(settings)
    listener = bind(settings.host, settings.port)
    stores = _claim_embedded(settings) if embedded else None
    if stores is not None:
        settings = with_stores(
            settings,
            stores.database_url if stores.options.postgres else None,
            stores.redis_url if stores.options.valkey else None,
        )
    with tempfile.TemporaryDirectory(prefix="haima-counts-") as counts:
        Supervisor(
            _plans(listener, workers, with_worker, counts),
            env=_environment(settings),
            stores=stores,
            shutdown_seconds=settings.shutdown_seconds,
            prepare=lambda: prepare_database(settings, embedded=embedded),
            on_ready=lambda: _say_where(settings, listener, stores, with_worker),
        ).run()


def bind(host: str, port: int) -> socket.socket:
    """Listen on the address. Raises SetupError where that cannot be."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise SetupError(f"{host} is no address to listen on ({error.strerror}); change --host or HAIMA_HOST") from None
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise SetupError(_bind_problem(host, port, error)) from None
    listener.set_inheritable(True)
    return listener


def _bind_problem(host: str, port: int, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return (
                f"Port {port} on {host} is in use by another program; stop that one, "
                "or choose another port with --port or HAIMA_PORT"
            )
        case errno.EACCES | errno.EPERM:
            return f"This account may not listen on port {port}; choose one above 1023 with --port or HAIMA_PORT"
        case errno.EADDRNOTAVAIL:
            return f"{host} is no address of this machine; change --host or HAIMA_HOST"
        case _:
            return f"Port {port} on {host} cannot be used ({error.strerror}); change --port or HAIMA_PORT"


def _claim_embedded(settings: Settings) -> EmbeddedStores | None:
    options = StoreOptions(postgres=settings.database_url is None, valkey=settings.redis_url is None)
    if not (options.postgres or options.valkey):
        return None
    stores = claim_stores(settings.data_dir, options)
    log.info("starting the embedded stores in %s", stores.folder)
    return stores


def prepare_database(settings: Settings, *, embedded: bool) -> None:
    """Bring the schema up to date; refuse to be reachable from outside without an API key."""
    from app.cli.database import apply_migrations
    from app.cli.keys import has_keys

    apply_migrations(secret(settings.database_url))
    if not settings.on_loopback and not has_keys(settings):
        raise SetupError(
            f"Listening on {settings.host} without an API key would open every memory to whoever reaches this machine; "
            f"make a key first (python -m app keys create{' --embedded' if embedded else ''}), or listen on 127.0.0.1"
        )


def _plans(listener: socket.socket, workers: int, with_worker: bool, counts: str) -> list[ChildPlan]:
    """`counts` is the folder by which several API processes know each other's counts."""
    fd = listener.fileno()
    arguments = (API_PROCESS, "--fd", str(fd), *(("--counts", counts) if workers > 1 else ()))
    plans = [
        ChildPlan(f"API process {number}" if workers > 1 else "API", arguments, (fd,))
        for number in range(1, workers + 1)
    ]
    if with_worker:
        plans.append(ChildPlan("worker", ("worker",), niceness=WORKER_NICENESS, late=True))
    return plans


def _environment(settings: Settings) -> dict[str, str]:
    """The environment of the children: what was decided here reaches them as HAIMA_* variables."""
    return {
        **os.environ,
        "HAIMA_HOST": settings.host,
        "HAIMA_PORT": str(settings.port),
        "HAIMA_DATA_DIR": str(settings.data_dir),
        "HAIMA_DATABASE_URL": secret(settings.database_url),
        "HAIMA_REDIS_URL": secret(settings.redis_url),
        "HAIMA_LIMIT_CONCURRENCY": str(settings.limit_concurrency),
    }


def _say_where(settings: Settings, listener: socket.socket, stores: EmbeddedStores | None, with_worker: bool) -> None:
    host, port = listener.getsockname()[:2]
    shown = "localhost" if host in {"0.0.0.0", "::"} else f"[{host}]" if ":" in host else host  # noqa: S104 - compared only
    url = f"http://{shown}:{port}"
    lines = [
        f"Haima {version()} is ready: {url}",
        f"  docs    {url}/docs",
        f"  data    {_data_line(settings, stores)}",
    ]
    if settings.on_loopback:
        lines.append('  access  this machine only; until there is an API key all is of the tenant "default"')
    else:
        lines.append("  access  from other machines too, with an API key; put TLS before it")
    if not with_worker:
        lines.append("  worker  not here; run one with: python -m app worker")
    lines.append("  stop    Ctrl-C")
    print("\n".join(lines), file=sys.stdout, flush=True)


def _data_line(settings: Settings, stores: EmbeddedStores | None) -> str:
    if stores is None:
        return "in the PostgreSQL and Redis of HAIMA_DATABASE_URL and HAIMA_REDIS_URL"
    parts = [name for name, store in (("PostgreSQL", stores.postgres), ("Valkey", stores.valkey)) if store is not None]
    return f"{stores.folder} (embedded {' and '.join(parts)})"


def version() -> str:
    """Return the installed version, `dev` when run from a source tree that is not installed."""
    try:
        return importlib.metadata.version("haima")
    except importlib.metadata.PackageNotFoundError:
        return "dev"
