"""Writes the OpenAPI document that is kept beside its test: `python -m app.api.snapshot [FILE]`."""

import json
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from app.api.application import build_api
from app.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from app.service.services import Services

SNAPSHOT = Path(__file__).parents[2] / "tests" / "api" / "openapi.json"


@asynccontextmanager
async def _no_services(_: Settings) -> "AsyncIterator[Services]":
    raise NotImplementedError("the document is read without starting the service")
    yield


def document_text() -> str:
    """Return the OpenAPI document as it is committed: sorted keys, two spaces, a final newline."""
    document = build_api(Settings(_env_file=None), _no_services).openapi()
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else SNAPSHOT
    target.write_text(document_text(), encoding="utf-8")
    sys.stdout.write(f"wrote {target}\n")
