"""Gives back the memory of pages of files that were read once and are not read again. Linux only; elsewhere nothing."""

import ctypes
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_DONT_NEED: Final = 4
"""MADV_DONTNEED: pages of a file that nobody has written to are read again from it if they are wanted after all."""


def release_file_pages(file_name: str) -> None:
    """Let go of the pages that this process maps read-only of files of this name, as far as they are still the file's.

    A library that keeps its tables in its data and builds others from them at the start leaves both resident.
    """
    if sys.platform != "linux":
        return
    try:
        places = list(_mappings(file_name, Path("/proc/self/smaps").read_text("utf-8", "replace")))
    except OSError:  # no /proc here: the pages stay
        return
    advise = ctypes.CDLL(None).madvise
    for start, stop in places:
        advise(ctypes.c_void_p(start), ctypes.c_size_t(stop - start), _DONT_NEED)


def _mappings(file_name: str, smaps: str) -> Iterator[tuple[int, int]]:
    """Yield the addresses of read-only data of such a file of which no page is this process's own."""
    place: tuple[int, int] | None = None
    for line in smaps.splitlines():
        first, *rest = line.split()
        if not first.endswith(":"):
            start, _, stop = first.partition("-")
            wanted = rest[0] == "r--p" and line.endswith(f"/{file_name}")
            place = (int(start, 16), int(stop, 16)) if wanted else None
        elif first == "Anonymous:" and place is not None:
            if rest[0] == "0":
                yield place
            place = None
