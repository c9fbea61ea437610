"""The `worker` command."""

import asyncio
import logging

import uvloop

from app.cli.children import tell_ready, wait_for_go
from app.cli.common import require_stores, secret
from app.cli.database import apply_migrations
from app.cli.misspelt import find_misspelt
from app.logs import set_up_logs
from app.settings import Settings

log = logging.getLogger(__name__)


def run_worker_process(settings: Settings, *, ready_fd: int) -> None:
    """Work until SIGTERM or SIGINT; a step in progress is finished first.

    What is missing is refused before the code that reads texts is loaded, which takes seconds.
    """
    set_up_logs(settings.log_format, settings.log_level)
    require_stores(settings, instead="use `serve --embedded`, which runs a worker of its own")
    if ready_fd < 0:
        for misspelt in find_misspelt():
            log.warning("%s", misspelt)
        apply_migrations(secret(settings.database_url))
    from app.worker.process import work

    if ready_fd >= 0:
        wait_for_go()  # `serve` has migrated by then
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(work(settings, lambda: tell_ready(ready_fd)))
