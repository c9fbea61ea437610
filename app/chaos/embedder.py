"""An OpenAI-compatible embedding server on loopback that fails in the way it is told."""

import hashlib
import json
import math
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, Final, Literal

Mode = Literal["well", "away", "slow", "wrong dimension", "NaN", "fewer vectors"]
MODES: Final[tuple[Mode, ...]] = ("away", "slow", "wrong dimension", "NaN", "fewer vectors")
DIMENSIONS: Final = 16
SLOW_SECONDS: Final = 4.0


class FailingEmbedder:
    """`mode` says how it answers from now on; `url` is where; `kept_waiting` are the texts that it was slow with."""

    def __init__(self, port: int) -> None:
        self.mode: Mode = "well"
        self.kept_waiting: set[str] = set()
        self.url = f"http://127.0.0.1:{port}/v1"

    def answer(self, texts: list[str]) -> tuple[int, dict[str, Any]]:
        """Return status and body."""
        if self.mode == "away":
            return 503, {"error": {"message": "away"}}
        if self.mode == "slow":
            self.kept_waiting.update(texts)
            time.sleep(SLOW_SECONDS)
        size = DIMENSIONS + 1 if self.mode == "wrong dimension" else DIMENSIONS
        vectors = [_vector(text, size) for text in texts]
        if self.mode == "NaN":
            vectors = [[math.nan] * size for _ in vectors]
        if self.mode == "fewer vectors":
            vectors = vectors[:-1]
        data = [{"object": "embedding", "index": place, "embedding": vector} for place, vector in enumerate(vectors)]
        return 200, {"object": "list", "data": data, "usage": {"prompt_tokens": 1, "total_tokens": 1}}


def _vector(text: str, size: int) -> list[float]:
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=size).digest()
    return [byte / 127.5 - 1.0 for byte in digest]


class _Server(ThreadingHTTPServer):
    def handle_error(self, request: Any, client_address: Any) -> None:
        """Callers that give up while they wait, or are killed, are what this is for: they are no error here."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def failing_embedder() -> Iterator[FailingEmbedder]:
    """Run the server until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            asked = self.rfile.read(length)
            if len(asked) < length:  # the caller gave up while it still sent
                self.close_connection = True
                return
            given = json.loads(asked)["input"]
            status, body = embedder.answer([given] if isinstance(given, str) else given)
            payload = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    embedder = FailingEmbedder(server.server_address[1])
    thread = Thread(target=server.serve_forever, name="failing embedder", daemon=True)
    thread.start()
    try:
        yield embedder
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
