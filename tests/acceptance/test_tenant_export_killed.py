"""An export of a tenant that is killed with SIGKILL, and the same command again, on stores of a running service."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from service_process import ROOT, environment, run_cli, serving

USERS = 60
ATTEMPTS = 5


def fill(url: str) -> None:
    with httpx.Client(base_url=url, timeout=30) as client:
        for number in range(USERS):
            messages = [{"role": "user", "content": f"said by {number}"}]
            body = {"user_id": f"用户/{number}", "session_id": "s", "messages": messages}
            assert client.post("/v1/save", json=body).status_code == 202


def kill_half_way(command: list[str], out: Path, stores: dict[str, str]) -> bool:
    """Start an export and kill it once it has written some users; false where it had ended by then."""
    process = subprocess.Popen(command, cwd=ROOT, env=environment(**stores), stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while process.poll() is None and len(list(out.glob("users/*/*.jsonl"))) < 3:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    return process.wait(30) == -signal.SIGKILL


def test_a_killed_export_goes_on_where_it_was(database_url: str, redis_url: str, tmp_path: Path) -> None:
    stores = {"HAIMA_DATABASE_URL": database_url, "HAIMA_REDIS_URL": redis_url, "HAIMA_EMBEDDER": "none"}
    out = tmp_path / "out"
    arguments = ("export", "--tenant", "default", str(out))
    with serving("--no-worker", "--port", "0", cwd=tmp_path, **stores) as running:
        fill(running.url)
    for _ in range(ATTEMPTS):
        shutil.rmtree(out, ignore_errors=True)
        if kill_half_way([sys.executable, "-m", "app", *arguments], out, stores):
            break
    else:
        raise AssertionError("each time it had ended before it was killed")
    assert not (out / "manifest.jsonl").exists()
    written = {path: path.stat().st_mtime_ns for path in out.glob("users/*/*.jsonl")}
    done = run_cli(*arguments, cwd=tmp_path, **stores)
    assert done.returncode == 0, done.stderr
    assert f"{USERS + 1} files" in done.stderr
    files = list(out.glob("users/*/*.jsonl"))
    assert len(files) == USERS
    kept = [path for path, at in written.items() if path.stat().st_mtime_ns == at]
    assert len(kept) >= len(written) - 4, "at most what was being written when it was killed is written again"
    said = b"".join(path.read_bytes() for path in files)
    assert all(f'said by {number}"'.encode() in said for number in range(USERS))
