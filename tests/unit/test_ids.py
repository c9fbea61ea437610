"""Ids rise with time, and the parts of a message have ids that lead back to the first."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from app.domain.ids import first_part_id, new_id, part_id

RANDOM_BITS = (1 << 62) - 1


def test_new_ids_are_version_7_and_rise_with_the_clock() -> None:
    early, late = new_id(1_000), new_id(2_000)
    assert early.version == late.version == 7
    assert early.variant == "specified in RFC 4122"
    assert early < late
    assert early.int >> 80 == 1_000


def test_ids_of_one_millisecond_differ_and_rise() -> None:
    made = [new_id(5) for _ in range(1000)]
    assert made == sorted(set(made))


@given(st.integers(0, 2**128 - 1), st.integers(0, 500))
def test_parts_lead_back_to_the_first(value: int, part: int) -> None:
    first = UUID(int=value)
    assert first_part_id(part_id(first, part), part) == first


@given(st.integers(0, 2**48 - 1))
def test_parts_are_distinct_version_7_ids(now_ms: int) -> None:
    first = new_id(now_ms)
    parts = [part_id(first, part) for part in range(50)]
    assert len(set(parts)) == 50
    assert all(part.version == 7 for part in parts)
    assert parts[0] == first


def test_many_ids_differ_in_their_random_bits_whatever_thread_made_them() -> None:
    with ThreadPoolExecutor(4) as threads:
        ids = [one for many in threads.map(lambda _: [new_id() for _ in range(700)], range(8)) for one in many]
    assert len({one.int & RANDOM_BITS for one in ids}) == len(ids)


def test_a_forked_process_makes_ids_of_its_own() -> None:
    program = (
        "import os\nfrom app.domain.ids import new_id\nnew_id()\nchild = os.fork()\n"
        f"os.write(1, b'%d\\n' % (new_id().int & {RANDOM_BITS}))\n"
        "if child: raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.split()
    assert first != second
