"""Threads that work an embedding engine: queries at once, passages in small portions whenever no query waits.

A search waits for its query's vector while the background embeds thousands of passages in the same process. So queries
have threads of their own; passages are embedded a few at a time, in threads of lower priority, each portion only after
the queries of that moment (or a quarter of a second, so that steady searching cannot stop them); and several calls for
passages take turns, so that a `sync` save does not wait behind a long backlog.
"""

import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from typing import Final

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Engine = Callable[[list[str], bool], Vectors]
"""(texts, are they queries) -> (n, d) vectors; called from several threads at a time."""

_PORTION_TEXTS: Final = 4
_PORTION_BYTES: Final = 600
_LONGEST_WAIT_SECONDS: Final = 0.25
_NICENESS: Final = 19


class PoolClosedError(Exception):
    """The pool does not work any more."""


class Job:
    """One call: its texts, how many of them are embedded, and the future of (n, d) vectors."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.future: Future[Vectors] = Future()
        self.abandoned = False
        self._portions: list[Vectors] = []
        self._next = 0

    def take_portion(self, max_texts: int, max_bytes: int) -> list[str]:
        """Return the texts to embed next: at least one."""
        stop, size = self._next, 0
        while stop < len(self.texts) and stop - self._next < max_texts:
            size += len(self.texts[stop].encode())
            if stop > self._next and size > max_bytes:
                break
            stop += 1
        portion = list(self.texts[self._next : stop])
        self._next = stop
        return portion

    def add(self, vectors: Vectors) -> bool:
        """Keep a portion's vectors; returns whether these were the last."""
        self._portions.append(vectors)
        if self._next < len(self.texts):
            return False
        self._finish(np.concatenate(self._portions), None)
        return True

    def fail(self, error: BaseException) -> None:
        """End with an error, unless ended already."""
        self._finish(None, error)

    def _finish(self, vectors: Vectors | None, error: BaseException | None) -> None:
        try:
            if error is not None:
                self.future.set_exception(error)
            elif vectors is not None:
                self.future.set_result(vectors)
        except InvalidStateError:
            self.abandoned = True  # cancelled by its caller in the meantime


class EnginePool:
    """`threads` threads for queries and half as many (at least one) for passages, started with the first call."""

    def __init__(self, engine: Engine, *, threads: int) -> None:
        self._engine = engine
        self._threads = threads
        self._queries: deque[Job] = deque()
        self._passages: deque[Job] = deque()
        self._at_queries = 0
        self._changed = threading.Condition()
        self._started = self._closed = False

    def submit(self, texts: Sequence[str], *, query: bool) -> Job:
        """Queue at least one text; raises PoolClosedError."""
        job = Job(texts)
        with self._changed:
            if self._closed:
                raise PoolClosedError
            self._start()
            (self._queries if query else self._passages).append(job)
            self._changed.notify_all()
        return job

    def close(self) -> None:
        """Refuse what waits and let the threads end after the portion they are at; does not wait for them."""
        with self._changed:
            self._closed = True
            waiting = [*self._queries, *self._passages]
            self._queries.clear()
            self._passages.clear()
            self._changed.notify_all()
        for job in waiting:
            job.fail(PoolClosedError())

    def _start(self) -> None:
        if self._started:
            return
        self._started = True
        for number in range(self._threads):
            threading.Thread(target=self._work_queries, name=f"embed-query-{number}", daemon=True).start()
        for number in range(max(self._threads // 2, 1)):
            threading.Thread(target=self._work_passages, name=f"embed-passage-{number}", daemon=True).start()

    def _work_queries(self) -> None:
        while (job := self._next_query()) is not None:
            self._run(job, job.take_portion(len(job.texts), sys.maxsize), query=True)
            with self._changed:
                self._at_queries -= 1
                self._changed.notify_all()

    def _work_passages(self) -> None:
        if sys.platform == "linux":  # there a thread has a priority of its own
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
        while (job := self._next_passages()) is not None:
            done = self._run(job, job.take_portion(_PORTION_TEXTS, _PORTION_BYTES), query=False)
            with self._changed:
                closed = self._closed
                if not done and not closed:
                    self._passages.append(job)
                    self._changed.notify_all()
            if closed:
                job.fail(PoolClosedError())

    def _next_query(self) -> Job | None:
        with self._changed:
            while True:
                while self._queries:
                    job = self._queries.popleft()
                    if not job.abandoned:
                        self._at_queries += 1
                        return job
                if self._closed:
                    return None
                self._changed.wait()

    def _next_passages(self) -> Job | None:
        with self._changed:
            waited_since: float | None = None
            while not self._closed:
                while self._passages and self._passages[0].abandoned:
                    self._passages.popleft()
                if not self._passages:
                    waited_since = None
                    self._changed.wait()
                    continue
                now = time.monotonic()
                waited_since = now if waited_since is None else waited_since
                left = waited_since + _LONGEST_WAIT_SECONDS - now
                if left <= 0 or not (self._queries or self._at_queries):
                    return self._passages.popleft()
                self._changed.wait(left)
            return None

    def _run(self, job: Job, texts: list[str], *, query: bool) -> bool:
        """Embed one portion; returns whether the job has ended."""
        try:
            return job.add(self._engine(texts, query)) or job.abandoned
        except Exception as error:  # noqa: BLE001 - whatever the engine raises belongs to the caller of this job
            job.fail(error)
            return True
