"""Asks the command line and a service that it started."""

import time
from pathlib import Path

import httpx
from service_process import run_cli


def refusal(*arguments: str, cwd: Path, **variables: str) -> str:
    """Run a command that must refuse; return its one sentence."""
    done = run_cli(*arguments, cwd=cwd, **variables)
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    lines = [line for line in done.stderr.splitlines() if " INFO " not in line and "may now pass through" not in line]
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("haima: ")
    return lines[0]


def save(url: str, text: str, **headers: str) -> httpx.Response:
    body = {"user_id": "u1", "session_id": "s1", "messages": [{"role": "user", "content": text}]}
    return httpx.post(f"{url}/v1/save", json=body, headers=headers, timeout=10)


def window(url: str) -> list[str]:
    answer = httpx.get(f"{url}/v1/session", params={"user_id": "u1", "session_id": "s1"}, timeout=10)
    assert answer.status_code == 200, answer.text
    return [message["content"] for message in answer.json()["window"]["messages"]]


def until_answered(url: str, seconds: float = 30.0) -> None:
    """Return when the service says that it and its stores are ready."""
    time.sleep(0.3)
    deadline = time.monotonic() + seconds
    while True:
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        assert time.monotonic() < deadline, "it did not come back"
        time.sleep(0.1)
