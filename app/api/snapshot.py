"""Writes the OpenAPI document that is kept beside its test: `python -m app.api.snapshot [FILE]`."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from app.api.application import build_api
from app.domain.errors import SetupError
from app.settings import Settings

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from app.service.services import Services

SNAPSHOT = Path(__file__).parents[2] / "tests" / "api" / "openapi.json"


def _no_services(_: Settings) -> "AbstractAsyncContextManager[Services]":
    """Refuse to start: the document is read from the routes alone."""
    raise SetupError("this process only writes the OpenAPI document; start the service with `python -m app serve`")


def document_text() -> str:
    """Return the OpenAPI document as it is committed: sorted keys, two spaces, a final newline."""
    document = build_api(Settings(_env_file=None), _no_services).openapi()
    return json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else SNAPSHOT
    target.write_text(document_text(), encoding="utf-8")
    sys.stdout.write(f"wrote {target}\n")
