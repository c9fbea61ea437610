"""What a worker process does, from its first connection to its last. Importing it takes seconds: it reads texts."""

import asyncio
import gc
import logging
import signal
from collections.abc import Callable
from typing import Final

from app.adapters.redis.client import each_node
from app.bootstrap.background import open_background
from app.domain.errors import SetupError
from app.settings import Settings
from app.worker.background import background_tasks
from app.worker.run import run_worker

log = logging.getLogger(__name__)

_GRACEFUL_SHARE: Final = 0.8  # of the shutdown time; the rest is for closing pools and stores


async def work(settings: Settings, on_ready: Callable[[], None]) -> None:
    """Work until SIGTERM or SIGINT; a step in progress is finished first. `on_ready` is called when it begins."""
    if settings.redis_url is None:
        raise SetupError("HAIMA_REDIS_URL is not set; a worker needs it")
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
            catching_up=background.catching_up,
        )
        gc.collect()
        gc.freeze()  # what was made until now stays: no later collection looks through it
        on_ready()
        log.info("worker at work")
        await run_worker(
            tasks,
            redis_urls=each_node(settings.redis_url.get_secret_value()),
            redis_prefix=settings.redis_prefix,
            stopping=stopping,
            shutdown_seconds=settings.shutdown_seconds * _GRACEFUL_SHARE,
        )
    log.info("worker stopped")
