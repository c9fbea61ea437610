"""An export of a tenant that is killed with SIGKILL, and the same command again, on stores of a running service."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
from service_process import ROOT, environment, run_cli, serving

USERS = 150


def save(url: str, number: int) -> None:
    messages = [{"role": "user", "content": f"said by {number}"}]
    body = {"user_id": f"用户/{number}", "session_id": "s", "messages": messages}
    assert httpx.post(f"{url}/v1/save", json=body, timeout=30).status_code == 202


def test_a_killed_export_goes_on_where_it_was(database_url: str, redis_url: str, tmp_path: Path) -> None:
    stores = {"HAIMA_DATABASE_URL": database_url, "HAIMA_REDIS_URL": redis_url, "HAIMA_EMBEDDER": "none"}
    out = tmp_path / "out"
    arguments = ("export", "--tenant", "default", str(out))
    with serving("--no-worker", "--port", "0", cwd=tmp_path, **stores) as running:
        for number in range(USERS):
            save(running.url, number)
        command = [sys.executable, "-m", "app", *arguments]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(**stores), stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 90
        while len(list(out.glob("users/*/*.jsonl"))) < 5:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        assert process.wait(30) == -signal.SIGKILL
        assert not (out / "manifest.jsonl").exists()
        refused = run_cli("import", str(out), cwd=tmp_path, **stores)
        assert refused.returncode == 1
        assert "was interrupted" in refused.stderr
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
    again = run_cli("import", str(out), "--tenant", "copy", cwd=tmp_path, **stores)
    assert again.returncode == 0, again.stderr
    assert f"{USERS} users imported into tenant copy" in again.stderr
