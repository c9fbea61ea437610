"""The background leaves the machine to requests: how long it rests, by what the machine was doing."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.embedders.engine_pool import EnginePool, PoolClosedError
from app.adapters.embedders.stepping_back import CpuTimes, SteppingBack, read_cpu_times

LINE = "cpu  100 4000 50 800 7 3 2 1 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n"


def machine(*ordinary_of_a_hundred: int) -> Callable[[], CpuTimes]:
    """Return a reader of a machine that was so busy between the calls."""
    times = [CpuTimes(0, 0)]
    for ordinary in ordinary_of_a_hundred:
        times.append(CpuTimes(times[-1].ordinary + ordinary, times[-1].all + 100))
    return iter(times).__next__


@pytest.mark.parametrize(("busy", "seconds"), [(0, 0.0), (25, 0.0), (50, 0.1 * (1 / 0.6 - 1)), (75, 0.4), (100, 0.4)])
def test_the_busier_the_machine_the_longer_the_rest(busy: int, seconds: float) -> None:
    assert SteppingBack(0.2, read=machine(busy)).rest_after(0.1) == pytest.approx(seconds)


def test_only_what_happened_since_the_last_call_counts() -> None:
    stepping_back = SteppingBack(0.2, read=machine(100, 0, 100))
    assert [stepping_back.rest_after(0.1) > 0 for _ in range(3)] == [True, False, True]


def test_a_share_of_one_never_rests() -> None:
    assert SteppingBack(1.0, read=machine(100)).rest_after(1.0) == 0.0


def test_no_rest_is_longer_than_five_seconds() -> None:
    assert SteppingBack(0.01, read=machine(100)).rest_after(60.0) == 5.0


def test_without_figures_there_is_no_rest() -> None:
    assert SteppingBack(0.2, read=lambda: None).rest_after(1.0) == 0.0
    assert SteppingBack(0.2, read=lambda: CpuTimes(5, 9)).rest_after(1.0) == 0.0, "no tick has passed"


def test_the_machine_is_read_without_work_of_low_priority(tmp_path: Path) -> None:
    file = tmp_path / "stat"
    file.write_text(LINE)
    assert read_cpu_times(file) == CpuTimes(155, 4963)
    for unlike in ("", "cpu 1 2 3\n", "no such thing at all, as far as anybody knows\n"):
        file.write_text(unlike)
        assert read_cpu_times(file) is None
    assert read_cpu_times(tmp_path / "none") is None


def test_a_pool_rests_between_portions_and_closes_out_of_a_rest() -> None:
    portions: list[int] = []

    def engine(texts: list[str], is_query: bool) -> NDArray[np.float32]:
        portions.append(len(texts))
        return np.ones((len(texts), 3), dtype=np.float32)

    class Weary(SteppingBack):
        def rest_after(self, worked_seconds: float) -> float:
            return 60.0

    pool = EnginePool(engine, threads=1, stepping_back=Weary(1.0))
    first = pool.submit(["one"], query=False)
    assert first.future.result(30).shape == (1, 3)
    second = pool.submit(["two"], query=False)
    assert pool.submit(["asked"], query=True).future.result(30).shape == (1, 3), "queries never wait for a rest"
    assert portions == [1, 1]
    assert not second.future.done()
    pool.close()
    with pytest.raises(PoolClosedError):
        second.future.result(30)
