"""The four verbs."""

import hashlib
import logging
from typing import Annotated, Any

import orjson
from fastapi import Depends, FastAPI
from starlette.responses import Response

from app.api.answers import context_answer, forget_answer, save_answer, search_answer
from app.api.call import JSON, Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.context import BuildContextBody, BuildContextOut
from app.api.schemas.forget import ForgetBody, ForgetOut
from app.api.schemas.save import SaveBody, SaveOut
from app.api.schemas.search import SearchBody, SearchOut
from app.api.secrets_masked import masked_save
from app.domain.errors import InvalidRequest, StoreUnavailable
from app.domain.models import Owner
from app.service.ports import StoredAnswer

log = logging.getLogger(__name__)

CallDep = Annotated[Call, Depends(bearer)]

IDEMPOTENCY_HEADER: dict[str, Any] = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "description": "The same key and body again within 24 h returns the first answer.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
}


async def save(call: CallDep, body: SaveBody) -> Response:
    """Save messages, memories and facts.

    202 in `async` and `batch` mode: kept safe, the rest follows in the background. 201 in `sync` mode: stored and
    searchable by meaning.
    """
    owner = call.owner(body.user_id)
    key = call.header("Idempotency-Key")
    if key is None:
        return await _save(call, owner, body)
    if not 1 <= len(key) <= 255:
        raise InvalidRequest([("Idempotency-Key", "should have 1 to 255 characters")])
    return await _save_once(call, owner, body, key)


async def _save(call: Call, owner: Owner, body: SaveBody) -> Response:
    request, masked = masked_save(call, body.request(owner))
    result = await call.services.save.save(request)
    return JsonAnswer(save_answer(result, masked=masked), 201 if body.mode == "sync" else 202)


async def _save_once(call: Call, owner: Owner, body: SaveBody, key: str) -> Response:
    keys, ttl_seconds = call.services.idempotency, call.state.settings.idempotency_ttl_seconds
    said = orjson.dumps(orjson.loads(call.raw_body), option=orjson.OPT_SORT_KEYS)
    body_hash = hashlib.sha256(said).hexdigest()
    first = await keys.begin(owner, key, body_hash, ttl_seconds)
    if first is not None:
        return Response(first.body, first.status, media_type=JSON)
    try:
        response = await _save(call, owner, body)
    except BaseException:
        await keys.abandon(owner, key, body_hash)
        raise
    try:
        answer = StoredAnswer(response.status_code, bytes(response.body))
        await keys.finish(owner, key, body_hash, answer, ttl_seconds)
    except StoreUnavailable:
        log.warning("the answer under an Idempotency-Key could not be kept; the save itself is done")
    return response


async def search(call: CallDep, body: SearchBody) -> Response:
    """Search one user's memory in all layers.

    Results are ordered by `score`; `min_score` is compared with `relevance`. `degraded` names what could not take part.
    """
    result = await call.services.search.search(body.request(call.owner(body.user_id)))
    return JsonAnswer(search_answer(result, include_metadata=body.include_metadata))


async def build_context(call: CallDep, body: BuildContextBody) -> Response:
    """Build the messages of a chat model's next call.

    `messages` can be sent as they are and never exceed `token_budget`; `receipt` says what is in them and what is not.
    """
    result = await call.services.build_context.build(body.request(call.owner(body.user_id)))
    return JsonAnswer(context_answer(result))


async def forget(call: CallDep, body: ForgetBody) -> Response:
    """Forget what the selectors pick.

    Without `erase` it is hidden everywhere at once and can be restored for a while; with it, it is gone for good.
    """
    result = await call.services.forget.forget(body.request(call.owner(body.user_id), call.key_id))
    return JsonAnswer(forget_answer(result))


def register(app: FastAPI) -> None:
    """Add the four verbs."""
    add_route(
        app,
        "POST",
        "/v1/save",
        save,
        answer=SaveOut,
        tag="verbs",
        status=202,
        problems=(409,),
        extra={"parameters": [IDEMPOTENCY_HEADER]},
        responses={201: {"model": SaveOut, "description": "Stored and searchable (`sync`)."}},
    )
    add_route(app, "POST", "/v1/search", search, answer=SearchOut, tag="verbs", role="read")
    add_route(app, "POST", "/v1/build-context", build_context, answer=BuildContextOut, tag="verbs", role="read")
    add_route(app, "POST", "/v1/forget", forget, answer=ForgetOut, tag="verbs")
