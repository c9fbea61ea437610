"""The `export` and `import` commands: one user's lines out of, or into, a running service."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import orjson
import typer

from app.domain.errors import SetupError

_TIMEOUT: Final = httpx.Timeout(300.0, connect=5.0)


def export_to_file(
    url: str, key: str | None, user: str, out: Path, *, finetune: bool = False, consent: bool = False
) -> None:
    """Write the user's export to `out` (through a file beside it, so that a broken export leaves nothing).

    With `finetune` it is pairs for training, which the service gives out only with `consent`.
    """
    params = {"user_id": user}
    if finetune:
        params |= {"format": "chat", "consent": "true" if consent else "false"}
    with _client(url, key) as client, client.stream("GET", "/v1/users/export", params=params) as answer:
        if answer.status_code != 200:
            answer.read()
            raise SetupError(_refusal(answer))
        if str(out) == "-":
            for chunk in answer.iter_bytes():
                sys.stdout.buffer.write(chunk)
            return
        size = _write(out, answer)
    typer.echo(f"wrote {size:,} bytes to {out}", err=True)


def _write(out: Path, answer: httpx.Response) -> int:
    unfinished = out.with_name(out.name + ".part")
    size = 0
    try:
        with unfinished.open("wb") as file:
            for chunk in answer.iter_bytes():
                file.write(chunk)
                size += len(chunk)
        unfinished.replace(out)
    except OSError as error:
        raise SetupError(f"{out} cannot be written ({error.strerror}); choose another place with --out") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return size


def import_from_file(url: str, key: str | None, file: Path, user: str | None) -> None:
    """Send an export to the service, under the user it was made of unless another is named."""
    try:
        body = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise SetupError(f"{file} cannot be read ({error.strerror}); name a file that `export` wrote") from None
    params = {"user_id": user or _user_of(body, file)}
    with _client(url, key) as client:
        answer = client.post(
            "/v1/users/import", params=params, content=body, headers={"Content-Type": "application/x-ndjson"}
        )
    if answer.status_code >= 300:
        raise SetupError(_refusal(answer))
    counts: dict[str, int] = answer.json()["imported"]
    typer.echo(", ".join(f"{table}: {count}" for table, count in counts.items()) or "nothing was new", err=True)


def _user_of(body: bytes, file: Path) -> str:
    try:
        return str(orjson.loads(body.split(b"\n", 1)[0])["user_id"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise SetupError(f"{file} is no export of Haima: its first line names no user_id") from None


@contextmanager
def _client(url: str, key: str | None) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        with httpx.Client(base_url=url, headers=headers, timeout=_TIMEOUT) as client:
            yield client
    except httpx.InvalidURL as error:
        raise SetupError(f"{url} is no URL ({error}); correct --url") from None
    except httpx.HTTPError as error:
        raise SetupError(
            f"The service at {url} does not answer ({type(error).__name__}); start it, or correct --url"
        ) from None


def _refusal(answer: httpx.Response) -> str:
    try:
        problem: dict[str, Any] = answer.json()
    except ValueError:
        problem = {}
    detail = problem.get("detail") or answer.reason_phrase
    hint = "; give a key with --key or HAIMA_API_KEY" if answer.status_code == 401 else ""
    return f"The service refused ({answer.status_code}): {detail}{hint}"
