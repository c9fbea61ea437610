"""Forgetting by policy, one user at a time, for administrators."""

from dataclasses import replace
from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import unit
from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import iso, uuid_or_none
from app.api.schemas.retention import (
    ForgetPolicyBody,
    ForgetPolicyOut,
    PolicyReceiptsOut,
    PolicyReceiptsQuery,
    UndonePolicyOut,
    UndoPolicyBody,
)
from app.domain.errors import InvalidRequest
from app.domain.retention import PRESETS

CallDep = Annotated[Call, Depends(bearer)]

NO_POLICY = "no policy is set: name a preset or a capacity, or set HAIMA_FORGET_POLICY"


async def forget_by_policy(call: CallDep, body: ForgetPolicyBody) -> Response:
    """Forget what has faded of one user, or only say what would go.

    What goes can be restored until the grace period ends, one by one or by its receipt.
    """
    policy = call.services.retention.policy
    if body.preset is not None:
        policy = replace(policy, half_lives=PRESETS[body.preset])
    if body.capacity is not None:
        policy = replace(policy, capacity=body.capacity)
    if policy.half_lives is None and policy.capacity is None:
        raise InvalidRequest([("preset", NO_POLICY)])
    outcome = await call.services.retention.forget(call.owner(body.user_id), policy, dry_run=body.dry_run)
    memories = [
        {"id": str(one.held.versions[0][0]), "retention": unit(one.retention), "reason": one.reason}
        for one in outcome.shown
    ]
    return JsonAnswer(
        {
            "forgotten": outcome.forgotten,
            "memories": memories,
            "receipt_ids": [str(id) for id in outcome.receipt_ids],
            "dry_run": outcome.dry_run,
        }
    )


async def undo_policy(call: CallDep, body: UndoPolicyBody) -> Response:
    """Bring back what one policy run let go."""
    restored = await call.services.retention.undo(
        call.owner(body.user_id), uuid_or_none(body.receipt_id), by=call.key_id
    )
    return JsonAnswer({"restored": restored})


async def policy_receipts(call: CallDep, query: Annotated[PolicyReceiptsQuery, Query()]) -> Response:
    """List the policy runs of one user that can still be undone, also those of the schedule."""
    receipts = await call.services.retention.receipts(call.owner(query.user_id))
    return JsonAnswer(
        {
            "receipts": [
                {
                    "receipt_id": str(one.receipt_id),
                    "created_at": iso(one.created_at),
                    "reason": one.reason,
                    "hidden": one.hidden,
                }
                for one in receipts
            ]
        }
    )


def register(app: FastAPI) -> None:
    """Add /v1/forget-policy."""
    path, tag = "/v1/forget-policy", "operations"
    add_route(app, "POST", path, forget_by_policy, answer=ForgetPolicyOut, tag=tag, role="admin")
    add_route(app, "GET", f"{path}/receipts", policy_receipts, answer=PolicyReceiptsOut, tag=tag, role="admin")
    add_route(app, "POST", f"{path}/undo", undo_policy, answer=UndonePolicyOut, tag=tag, role="admin", problems=(404,))
