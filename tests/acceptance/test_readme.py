"""The README's conversation is held again: its commands run as they stand, its answers are what comes back."""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import httpx
from service_process import ROOT, Serving, serving

BLOCK = re.compile(r"```sh\n(curl .*?)\n```\n```json\n(.*?)\n```", re.DOTALL)
MASKS = (
    (re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"), "<id>"),
    (re.compile(r"\d{4}-\d\d-\d\d(T[\d:.]+Z)?"), "<time>"),
    (re.compile(r"score \d\.\d+"), "score <n>"),
)


def masked(value: Any) -> Any:
    """What must be the same each time: no ids, no times, no measured numbers."""
    if isinstance(value, dict):
        return {name: masked(member) for name, member in value.items()}
    if isinstance(value, list):
        return [masked(member) for member in value]
    if isinstance(value, float):
        return "<number>"
    if isinstance(value, str):
        for pattern, mask in MASKS:
            value = pattern.sub(mask, value)
    return value


def settle(service: Serving) -> None:
    """Wait until nothing of the conversation is still on its way."""
    deadline = time.monotonic() + 60
    while True:
        answer = httpx.get(f"{service.url}/v1/session", params={"user_id": "u1", "session_id": "s1"}, timeout=10).json()
        if not any(answer["pending"].values()):
            return
        assert time.monotonic() < deadline, (answer["pending"], service.output)
        time.sleep(0.1)


def test_the_conversation_is_real(data_folder: Path) -> None:
    blocks = BLOCK.findall((ROOT / "README.md").read_text())
    assert [re.findall(r"/v1/([\w-]+)", command)[0] for command, _ in blocks] == [
        "save",
        "search",
        "build-context",
        "forget",
    ]
    with serving("--embedded", "--port", "0", cwd=data_folder) as service:
        for command, printed in blocks:
            here = command.replace("http://127.0.0.1:8080", service.url)
            answered = subprocess.run(["bash", "-c", here], capture_output=True, text=True, check=True).stdout
            assert masked(json.loads(answered)) == masked(json.loads(printed)), command
            if "/v1/save" in command:
                settle(service)


def test_the_first_answer_finds_what_was_meant() -> None:
    found = json.loads(BLOCK.findall((ROOT / "README.md").read_text())[1][1])["results"][0]
    assert found["memory"]["source"]["message_ids"] == ["m1"]
    assert found["explain"]["vector"] > 0.5  # by meaning, across languages
