"""Memories one at a time, and feedback on them."""

from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import forget_answer, memory_answer, version_answer
from app.api.call import Call, JsonAnswer, if_match_version
from app.api.docs import GUARDED, bearer
from app.api.routing import add_route
from app.api.schemas.common import uuid_or_none
from app.api.schemas.forget import ForgetOut
from app.api.schemas.memories import (
    FeedbackBody,
    FeedbackOut,
    HistoryOut,
    ListMemoriesQuery,
    MemoriesOut,
    MemoryQuery,
    PatchMemoryBody,
    RestoreBody,
    RollbackBody,
)
from app.api.schemas.search import MemoryOut
from app.api.secrets_masked import masked
from app.domain.models import Memory
from app.service.memory_lists import MemoryFilter

CallDep = Annotated[Call, Depends(bearer)]


def _answer(memory: Memory) -> Response:
    return JsonAnswer(memory_answer(memory), headers={"ETag": f'"{memory.version}"'})


async def list_memories(call: CallDep, query: Annotated[ListMemoriesQuery, Query()]) -> Response:
    """List a user's memories, newest first."""
    wanted = MemoryFilter(query.agent_id, query.layer, query.type, query.session_id, query.subject)
    page = await call.services.memories.list_memories(
        call.owner(query.user_id), wanted, limit=query.limit, cursor=query.cursor
    )
    return JsonAnswer(
        {
            "memories": [memory_answer(memory, layer=query.layer) for memory in page.memories],
            "next_cursor": page.next_cursor,
        }
    )


async def get_memory(call: CallDep, memory_id: str, query: Annotated[MemoryQuery, Query()]) -> Response:
    """Read one memory. Its version comes as `ETag` too."""
    memory = await call.services.memories.get_memory(
        call.owner(query.user_id), uuid_or_none(memory_id), agent_id=query.agent_id
    )
    return _answer(memory)


async def patch_memory(
    call: CallDep, memory_id: str, query: Annotated[MemoryQuery, Query()], body: PatchMemoryBody
) -> Response:
    """Change a memory, which makes a new version of it."""
    memory = await call.services.memories.change(
        call.owner(query.user_id),
        uuid_or_none(memory_id),
        {name: masked(call, v) if name in ("content", "metadata") else v for name, v in body.changes().items()},
        agent_id=query.agent_id,
        if_version=if_match_version(call.header("If-Match")),
        by=call.key_id,
    )
    return _answer(memory)


async def delete_memory(call: CallDep, memory_id: str, query: Annotated[MemoryQuery, Query()]) -> Response:
    """Forget one memory softly. It can be restored until the grace period ends."""
    result = await call.services.memories.delete(
        call.owner(query.user_id),
        uuid_or_none(memory_id),
        agent_id=query.agent_id,
        if_version=if_match_version(call.header("If-Match")),
        by=call.key_id,
    )
    return JsonAnswer(forget_answer(result))


async def memory_history(call: CallDep, memory_id: str, query: Annotated[MemoryQuery, Query()]) -> Response:
    """Read every version of a memory, newest first."""
    versions = await call.services.memories.history(
        call.owner(query.user_id), uuid_or_none(memory_id), agent_id=query.agent_id
    )
    return JsonAnswer({"history": [version_answer(version) for version in versions]})


async def restore_memory(call: CallDep, memory_id: str, body: RestoreBody) -> Response:
    """Restore a memory that was forgotten softly."""
    memory = await call.services.memories.restore(
        call.owner(body.user_id), uuid_or_none(memory_id), agent_id=body.agent_id, by=call.key_id
    )
    return _answer(memory)


async def roll_back_memory(call: CallDep, memory_id: str, body: RollbackBody) -> Response:
    """Roll a memory back to an old version, as a new version."""
    memory = await call.services.memories.roll_back(
        call.owner(body.user_id),
        uuid_or_none(memory_id),
        body.version,
        agent_id=body.agent_id,
        if_version=if_match_version(call.header("If-Match")),
        by=call.key_id,
    )
    return _answer(memory)


async def give_feedback(call: CallDep, body: FeedbackBody) -> Response:
    """Say whether recalled memories were helpful or wrong, which moves their trust."""
    ids = [id for text in dict.fromkeys(body.memory_ids) if (id := uuid_or_none(text))]
    updated = await call.services.feedback.give(
        call.owner(body.user_id),
        ids,
        body.verdict,
        agent_id=body.agent_id,
        note=body.note,
        by=call.key_id,
    )
    return JsonAnswer({"updated": updated})


def register(app: FastAPI) -> None:
    """Add the routes under /v1/memories, and /v1/feedback."""
    one = "/v1/memories/{memory_id}"
    tag = "memories"
    add_route(app, "GET", "/v1/memories", list_memories, answer=MemoriesOut, tag=tag, role="read")
    add_route(app, "GET", one, get_memory, answer=MemoryOut, tag=tag, role="read", problems=(404,))
    add_route(app, "PATCH", one, patch_memory, answer=MemoryOut, tag=tag, problems=(404, 412), extra=GUARDED)
    add_route(app, "DELETE", one, delete_memory, answer=ForgetOut, tag=tag, problems=(404, 412), extra=GUARDED)
    add_route(app, "GET", f"{one}/history", memory_history, answer=HistoryOut, tag=tag, role="read", problems=(404,))
    add_route(app, "POST", f"{one}/restore", restore_memory, answer=MemoryOut, tag=tag, problems=(404,))
    add_route(
        app, "POST", f"{one}/rollback", roll_back_memory, answer=MemoryOut, tag=tag, problems=(404, 412), extra=GUARDED
    )
    add_route(app, "POST", "/v1/feedback", give_feedback, answer=FeedbackOut, tag=tag, problems=(404,))
