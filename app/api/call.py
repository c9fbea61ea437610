"""One authenticated call, and the answer to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope

from app.api.payload import header
from app.api.state import AppState
from app.domain.errors import InvalidRequest
from app.domain.models import Owner
from app.service.keys import Identity
from app.service.services import Services

JSON = "application/json"
MAX_VERSION = 2_147_483_647


class JsonAnswer(Response):
    """An answer whose JSON is written once, without validating it again."""

    media_type = JSON

    def __init__(self, content: Any, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(orjson.dumps(content), status_code, headers=headers)


@dataclass(frozen=True, slots=True)
class Call:
    """A request whose caller is known and allowed."""

    scope: Scope
    receive: Receive
    state: AppState
    identity: Identity
    raw_body: bytes = b""

    @property
    def services(self) -> Services:
        """The use cases."""
        return self.state.services

    @property
    def key_id(self) -> str:
        """The id of the API key that asks, for audits; "" without keys."""
        return self.identity.key_id or ""

    def owner(self, user_id: str) -> Owner:
        """Return whose memory the call is about: a user of the key's tenant."""
        return Owner(self.identity.tenant_id, user_id)

    def header(self, name: str) -> str | None:
        """Return the first header of this name."""
        return header(self.scope, name.lower().encode())


def if_match_version(value: str | None) -> int | None:
    """Read an If-Match header: `"3"`, `W/"3"`, `3`; `*` and nothing mean any version.

    Raises InvalidRequest for what can be no version of ours.
    """
    if value is None or value.strip() == "*":
        return None
    text = value.strip().removeprefix("W/").strip('"')
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and 1 <= int(text) <= MAX_VERSION):
        raise InvalidRequest([("If-Match", 'should be a version number in quotes, as in "3"')])
    return int(text)
