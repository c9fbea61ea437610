"""The `worker` command."""

import asyncio
import logging
import signal
from typing import Final

import uvloop

from app.adapters.redis.client import quoted_url
from app.bootstrap.background import open_background
from app.cli.children import tell_ready, wait_for_go
from app.cli.common import require_stores, secret
from app.cli.database import apply_migrations
from app.cli.misspelt import find_misspelt
from app.logs import set_up_logs
from app.settings import Settings
from app.worker.background import background_tasks
from app.worker.run import run_worker

log = logging.getLogger(__name__)

_GRACEFUL_SHARE: Final = 0.8  # of the shutdown time; the rest is for closing pools and stores


def run_worker_process(settings: Settings, *, ready_fd: int) -> None:
    """Work until SIGTERM or SIGINT; a step in progress is finished first."""
    set_up_logs(settings.log_format, settings.log_level)
    require_stores(settings, instead="use `serve --embedded`, which runs a worker of its own")
    if ready_fd >= 0:
        wait_for_go()  # `serve` has migrated by then
    else:
        for misspelt in find_misspelt():
            log.warning("%s", misspelt)
        apply_migrations(secret(settings.database_url))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_work(settings, ready_fd))


async def _work(settings: Settings, ready_fd: int) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    async with open_background(settings) as background:
        tasks = background_tasks(
            settings,
            archiver=background.archiver,
            embedding=background.embed,
            expirer=background.expirer,
            forgetting=background.forget,
            summariser=background.summariser,
            retention=background.retention,
            extractor=background.extractor,
            indexes=background.indexes,
            hung=background.hung,
        )
        tell_ready(ready_fd)
        log.info("worker at work")
        await run_worker(
            tasks,
            redis_url=quoted_url(secret(settings.redis_url)),
            redis_prefix=settings.redis_prefix,
            stopping=stopping,
            shutdown_seconds=settings.shutdown_seconds * _GRACEFUL_SHARE,
        )
    log.info("worker stopped")
