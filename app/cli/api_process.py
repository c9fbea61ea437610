"""One API process: uvicorn on a listening socket that `serve` has opened."""

import argparse
import asyncio
import gc
import socket
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import uvicorn

from app.api.slow_clients import BriefHeaders
from app.cli.children import tell_ready, wait_for_go
from app.cli.common import load_settings
from app.logs import set_up_logs
from app.main import create_server_app
from app.settings import Settings

_GARBAGE_OBJECTS: Final = 10_000
"""New objects until garbage is looked for; at Python's 700 an eighth of an import went into looking."""
_SETTLED_SECONDS: Final = 5.0
"""By then dictionaries and tokenizer are there, which are loaded once it serves."""
_GRACEFUL_SHARE: Final = 0.8  # of the shutdown time; the rest is for closing pools and stores


class _Server(uvicorn.Server):
    """Tells `serve` when it answers."""

    def __init__(self, config: uvicorn.Config, ready_fd: int) -> None:
        super().__init__(config)
        self._ready_fd = ready_fd

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and once what is loaded behind the start is there too, collect garbage for the first time."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            tell_ready(self._ready_fd)
            asyncio.get_running_loop().call_later(_SETTLED_SECONDS, _collect_from_now_on)


def _collect_from_now_on() -> None:
    """Leave what was made until now out of every later collection: code and tables stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE_OBJECTS)
    gc.enable()


def main(arguments: Sequence[str]) -> None:
    """Serve as the arguments say, which `serve` wrote."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fd", type=int, required=True)
    parser.add_argument("--ready-fd", type=int, default=-1)
    parser.add_argument("--counts", type=Path)
    given = parser.parse_args(arguments)
    run_api(load_settings(), fd=given.fd, ready_fd=given.ready_fd, counts_folder=given.counts)


def run_api(settings: Settings, *, fd: int, ready_fd: int, counts_folder: Path | None = None) -> None:
    """Serve on the inherited socket `fd` until SIGTERM; calls in progress are finished first.

    `counts_folder` is shared with the processes that serve the same socket.
    """
    set_up_logs(settings.log_format, settings.log_level)
    wait_for_go()
    config = uvicorn.Config(
        create_server_app(settings, counts_folder),
        http=BriefHeaders,
        loop="uvloop",
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=settings.keep_alive_seconds,
        timeout_graceful_shutdown=max(1, round(settings.shutdown_seconds * _GRACEFUL_SHARE)),
    )
    server = _Server(config, ready_fd)
    listener = socket.socket(fileno=fd)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve(sockets=[listener]))
    if not server.started:
        sys.exit(1)
