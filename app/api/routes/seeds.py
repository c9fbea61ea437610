"""What users start with: seed memories of the tenant, and a profile."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import card_answer, unit
from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import iso, uuid_or_none
from app.api.schemas.facts import CardOut
from app.api.schemas.seeds import AddSeedBody, ProfileBody, SeedDeletedOut, SeedIdOut, SeedQuery, SeedsOut
from app.api.secrets_masked import masked

CallDep = Annotated[Call, Depends(bearer)]


async def add_seed(call: CallDep, body: AddSeedBody) -> Response:
    """Keep a memory that each user of the tenant starts with. Users get a copy of their own with their next save.

    A user may change, forget or erase the copy; it does not come back.
    """
    given = body.given()
    given = replace(given, content=masked(call, given.content), metadata=masked(call, given.metadata))
    seed = await call.services.seeds.add(call.identity.tenant_id, given)
    return JsonAnswer({"id": str(seed.id)}, 201)


async def list_seeds(call: CallDep) -> Response:
    """List the tenant's seeds, oldest first."""
    seeds = await call.services.seeds.list_seeds(call.identity.tenant_id)
    shown = [
        {
            "id": str(seed.id),
            "content": seed.content,
            "type": seed.type,
            "importance": unit(seed.importance),
            "subject": seed.subject,
            "metadata": seed.metadata,
            "created_at": iso(seed.created_at),
        }
        for seed in seeds
    ]
    return JsonAnswer({"seeds": shown})


async def delete_seed(call: CallDep, query: Annotated[SeedQuery, Query()]) -> Response:
    """Give a seed to nobody any more. Copies that users got stay theirs."""
    await call.services.seeds.delete(call.identity.tenant_id, uuid_or_none(query.id))
    return JsonAnswer({"deleted": True})


async def put_profile(call: CallDep, body: ProfileBody) -> Response:
    """Tell what is known of a user beforehand, and read the fact card. What the user said stays."""
    card = await call.services.seeds.put_profile(call.owner(body.user_id), masked(call, body.said()))
    return JsonAnswer(card_answer(card))


def register(app: FastAPI) -> None:
    """Add /v1/seeds and /v1/users/profile."""
    path, tag = "/v1/seeds", "seeds"
    add_route(app, "POST", path, add_seed, answer=SeedIdOut, tag=tag, role="admin", status=201)
    add_route(app, "GET", path, list_seeds, answer=SeedsOut, tag=tag, role="admin")
    add_route(app, "DELETE", path, delete_seed, answer=SeedDeletedOut, tag=tag, role="admin", problems=(404,))
    add_route(app, "PUT", "/v1/users/profile", put_profile, answer=CardOut, tag="users")
