"""How the API processes of one `serve` know each other's counts: each leaves its own in a folder, a file a process.

The file of a process that has ended stays, so that what it counted is not lost and no counter goes back; one that was
killed is missing its last second. The folder belongs to `serve`, which empties it when it ends.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import orjson

log = logging.getLogger(__name__)

PUBLISH_SECONDS: Final = 1.0


class SharedCounts:
    """The folder, seen from one process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._own = folder / f"{os.getpid()}.json"

    def read(self) -> list[dict[str, Any]]:
        """Return what every other process published last."""
        return [orjson.loads(path.read_bytes()) for path in self._folder.glob("*.json") if path != self._own]

    def publish(self, counts: dict[str, Any]) -> None:
        """Leave the counts of this process; a reader sees them whole or not yet."""
        unfinished = self._own.with_suffix(".new")
        unfinished.write_bytes(orjson.dumps(counts))
        unfinished.replace(self._own)

    @asynccontextmanager
    async def publishing(self, counts: Callable[[], dict[str, Any]]) -> AsyncIterator[None]:
        """Publish every second while the block runs, and once more at its end."""
        task = asyncio.create_task(self._publish_often(counts), name="shared counts")
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            self._try_to_publish(counts())

    async def _publish_often(self, counts: Callable[[], dict[str, Any]]) -> None:
        while True:
            await asyncio.to_thread(self._try_to_publish, counts())
            await asyncio.sleep(PUBLISH_SECONDS)

    def _try_to_publish(self, counts: dict[str, Any]) -> None:
        """A full disk must not end a server; the counts are then older than they could be."""
        try:
            self.publish(counts)
        except OSError as error:
            log.warning("the counts of this process could not be left for the others: %s", error)
