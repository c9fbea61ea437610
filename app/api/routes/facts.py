"""The fact card."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import card_answer, fact_version_answer
from app.api.call import Call, JsonAnswer, if_match_version
from app.api.docs import GUARDED, bearer
from app.api.routing import add_route
from app.api.schemas.facts import CardOut, CardQuery, FactHistoryOut, FactQuery, PutFactsBody, RollbackFactBody
from app.api.secrets_masked import masked
from app.domain.errors import InvalidRequest

CallDep = Annotated[Call, Depends(bearer)]


async def get_facts(call: CallDep, query: Annotated[CardQuery, Query()]) -> Response:
    """Read the fact card, now or as of a time."""
    card = await call.services.facts.card(call.owner(query.user_id), query.session_id, as_of=query.as_of)
    return JsonAnswer(card_answer(card))


async def put_facts(call: CallDep, body: PutFactsBody) -> Response:
    """Claim facts and read the card that results. An older `valid_from` than the current one goes into history.

    `If-Match` guards a single fact: it is claimed only if the card shows that version of it.
    """
    if_version = if_match_version(call.header("If-Match"))
    if if_version is not None and len(body.facts) != 1:
        raise InvalidRequest([("If-Match", "guards one fact: give one, or leave it out")])
    given = [replace(fact, value=masked(call, fact.value), source=masked(call, fact.source)) for fact in body.given()]
    card = await call.services.facts.put(
        call.owner(body.user_id), body.session_id, given, if_version=if_version, by=call.key_id
    )
    return JsonAnswer(card_answer(card))


async def delete_fact(call: CallDep, query: Annotated[FactQuery, Query()]) -> Response:
    """End a fact and read the card that is left. Its history stays."""
    owner, by = call.owner(query.user_id), call.key_id
    if_version = if_match_version(call.header("If-Match"))
    card = await call.services.facts.delete(owner, query.session_id, query.key, if_version=if_version, by=by)
    return JsonAnswer(card_answer(card))


async def fact_history(call: CallDep, query: Annotated[FactQuery, Query()]) -> Response:
    """Read every version of a fact, newest first."""
    versions = await call.services.facts.history(call.owner(query.user_id), query.session_id, query.key)
    return JsonAnswer({"key": query.key, "versions": [fact_version_answer(version) for version in versions]})


async def roll_back_fact(call: CallDep, body: RollbackFactBody) -> Response:
    """Claim an old version of a fact anew, and read the card that results."""
    owner, by = call.owner(body.user_id), call.key_id
    if_version = if_match_version(call.header("If-Match"))
    card = await call.services.facts.roll_back(
        owner, body.session_id, body.key, body.version, if_version=if_version, by=by
    )
    return JsonAnswer(card_answer(card))


def register(app: FastAPI) -> None:
    """Add the routes under /v1/facts."""
    add_route(app, "GET", "/v1/facts", get_facts, answer=CardOut, tag="facts", role="read")
    add_route(app, "PUT", "/v1/facts", put_facts, answer=CardOut, tag="facts", problems=(412,), extra=GUARDED)
    add_route(app, "DELETE", "/v1/facts", delete_fact, answer=CardOut, tag="facts", problems=(404, 412), extra=GUARDED)
    add_route(
        app, "GET", "/v1/facts/history", fact_history, answer=FactHistoryOut, tag="facts", role="read", problems=(404,)
    )
    add_route(
        app,
        "POST",
        "/v1/facts/rollback",
        roll_back_fact,
        answer=CardOut,
        tag="facts",
        problems=(404, 412),
        extra=GUARDED,
    )
