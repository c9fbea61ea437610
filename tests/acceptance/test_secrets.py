"""Nothing that a server or a command prints holds a key or a password."""

from pathlib import Path

import httpx
from service_process import run_cli, serving

from app.embedded import find_running

PASSWORD = "s3cret-of-the-embedder"


def test_no_key_and_no_password_is_ever_printed(data_folder: Path) -> None:
    said: list[str] = []
    with serving(
        "--embedded", "--port", "0", cwd=data_folder, HAIMA_EMBEDDER="none", HAIMA_EMBEDDING_API_KEY=PASSWORD
    ) as it:
        made = run_cli("keys", "create", "--tenant", "acme", "--embedded", cwd=data_folder)
        key = made.stdout.strip()
        assert key.startswith("haima_")
        said.append(made.stderr)
        headers = {"Authorization": f"Bearer {key}"}
        with httpx.Client(base_url=it.url, timeout=30.0, headers=headers) as client:
            said += [
                client.post("/v1/save", json={"user_id": "u", "memories": [{"content": "x"}]}).text,
                client.post("/v1/save", json={"user_id": "u", "key": key}).text,
                client.get(f"/v1/{key[:20]}").text,
                client.get("/metrics").text,
                client.get("/openapi.json").text,
                httpx.get(f"{it.url}/v1/stats", headers={"Authorization": f"Bearer {key}x"}, timeout=30.0).text,
            ]
        for command in (("keys", "list"), ("doctor",), ("dead-letters", "list")):
            done = run_cli(
                *command, "--embedded", cwd=data_folder, HAIMA_EMBEDDER="none", HAIMA_EMBEDDING_API_KEY=PASSWORD
            )
            said += [done.stdout, done.stderr]
        found = find_running(data_folder / ".haima")
        said.append(it.output)
    assert found is not None
    away = f"postgresql://haima:{PASSWORD}@127.0.0.1:1/haima"
    for url in (away, f"postgresql://haima:{PASSWORD}@[nowhere/x"):
        refused = run_cli("migrate", cwd=data_folder, HAIMA_DATABASE_URL=url)
        assert refused.returncode != 0
        said += [refused.stdout, refused.stderr]
    everything = "\n".join(said)
    assert "acme" in everything, "something was said"
    assert key not in everything
    assert PASSWORD not in everything
