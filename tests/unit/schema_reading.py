"""Reads bodies as the API does."""

from typing import Any

import pytest

from app.api.routing import validated
from app.api.schemas.common import Limits, Refusals
from app.domain.errors import InvalidRequest
from app.domain.models import Owner
from app.settings import Settings

LIMITS = Limits.from_settings(Settings(_env_file=None))
OWNER = Owner("t", "u")
SAVE = {"user_id": "u", "session_id": "s", "messages": [{"role": "user", "content": "x"}]}


def read(model: Any, body: Any) -> Any:
    """Validate as a route does."""
    value = validated(model, body)
    refuse = Refusals()
    value.check(LIMITS, refuse)
    if refuse.errors:
        raise InvalidRequest(refuse.errors)
    return value


def refused(model: Any, body: Any) -> list[str]:
    with pytest.raises(InvalidRequest) as caught:
        read(model, body)
    return [field for field, _ in caught.value.errors]


def message(**given: Any) -> dict[str, Any]:
    return {**SAVE, "messages": [{"role": "user", "content": "x", **given}]}


def memory(**given: Any) -> dict[str, Any]:
    return {"user_id": "u", "memories": [{"content": "x", **given}]}
