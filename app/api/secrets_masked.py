"""Requests that are to be stored, with their secrets masked where `mask_secrets` is on. See app/domain/masking.py."""

from dataclasses import replace
from typing import Any

from app.api.call import Call
from app.domain.masking import mask_json, mask_secrets
from app.service.requests import SaveRequest


def masked_save(call: Call, request: SaveRequest) -> tuple[SaveRequest, int | None]:
    """Return the request to store, and how many secrets were masked in it; None where masking is off."""
    if not call.state.settings.mask_secrets:
        return request, None
    total = 0

    def text(given: str) -> str:
        nonlocal total
        masked, count = mask_secrets(given)
        total += count
        return masked

    def json(given: Any) -> Any:
        nonlocal total
        masked, count = mask_json(given)
        total += count
        return masked

    messages = tuple(replace(message, content=text(message.content)) for message in request.messages)
    memories = tuple(
        replace(memory, content=text(memory.content), metadata=json(memory.metadata)) for memory in request.memories
    )
    facts = {key: text(value) for key, value in request.facts.items()}
    return replace(request, messages=messages, memories=memories, facts=facts), total


def masked(call: Call, value: Any) -> Any:
    """Return a text or JSON to store, masked where that is on."""
    return mask_json(value)[0] if call.state.settings.mask_secrets else value
