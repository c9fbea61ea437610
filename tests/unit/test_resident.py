"""Pages of files that were read once are given back, and only those."""

from pathlib import Path

from app.adapters.resident import _mappings, release_file_pages
from app.adapters.tokenizer import counter_for

_SMAPS = """\
7f0000000000-7f0000002000 r--p 00000000 00:1f 1 /lib/tables.so
Rss:                   8 kB
Anonymous:             0 kB
7f0000002000-7f0000003000 r-xp 00002000 00:1f 1 /lib/tables.so
Anonymous:             0 kB
7f0000003000-7f0000004000 r--p 00003000 00:1f 1 /lib/tables.so
Anonymous:             4 kB
7f0000004000-7f0000005000 rw-p 00004000 00:1f 1 /lib/tables.so
Anonymous:             0 kB
7f0000005000-7f0000006000 r--p 00000000 00:1f 2 /lib/other-tables.so.1
Anonymous:             0 kB
7f0000006000-7f0000007000 rw-p 00000000 00:00 0
Anonymous:             4 kB
"""


def test_only_read_only_pages_that_are_still_the_files_are_let_go() -> None:
    assert list(_mappings("tables.so", _SMAPS)) == [(0x7F0000000000, 0x7F0000002000)]


def test_a_tokenizer_leaves_its_vocabulary_in_the_file_and_counts_on() -> None:
    counter = counter_for("gpt-4o")
    before = counter.count("The quick brown fox 你好")
    release_file_pages("_bindings.abi3.so")
    held = kind = 0
    for line in Path("/proc/self/smaps").read_text().splitlines():
        if "-" in line.split()[0]:
            kind = "_bindings.abi3.so" in line and " r--p " in line
        elif line.startswith("Rss:") and kind:
            held += int(line.split()[1])
    assert held < 4_000, "kB"
    assert counter.count("The quick brown fox 你好") == before
    assert counter_for("gpt-4").count("a text that the other vocabulary counts") > 5
