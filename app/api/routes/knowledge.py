"""A tenant's shared documents."""

from typing import Annotated

from fastapi import Depends, FastAPI, Query
from starlette.responses import Response

from app.api.answers import document_answer
from app.api.call import Call, JsonAnswer
from app.api.docs import bearer
from app.api.routing import add_route
from app.api.schemas.common import uuid_or_none
from app.api.schemas.knowledge import AddDocumentBody, DeletedOut, DocumentIdOut, DocumentQuery, DocumentsOut
from app.api.secrets_masked import masked

CallDep = Annotated[Call, Depends(bearer)]


async def add_document(call: CallDep, body: AddDocumentBody) -> Response:
    """Keep a document that all users of the tenant share. It is cut into chunks and searched beside their memories."""
    title, content, metadata = (masked(call, part) for part in (body.title, body.content, body.metadata))
    document = await call.services.knowledge.add(call.identity.tenant_id, title, content, metadata)
    return JsonAnswer({"id": str(document.id), "chunks": document.chunks}, 201)


async def list_documents(call: CallDep) -> Response:
    """List the tenant's documents, newest first."""
    documents = await call.services.knowledge.list_documents(call.identity.tenant_id)
    return JsonAnswer({"documents": [document_answer(document) for document in documents]})


async def delete_document(call: CallDep, query: Annotated[DocumentQuery, Query()]) -> Response:
    """Delete a document and its chunks for good."""
    await call.services.knowledge.delete(call.identity.tenant_id, uuid_or_none(query.id))
    return JsonAnswer({"deleted": True})


def register(app: FastAPI) -> None:
    """Add the routes under /v1/knowledge."""
    path, tag = "/v1/knowledge", "knowledge"
    add_route(app, "POST", path, add_document, answer=DocumentIdOut, tag=tag, status=201)
    add_route(app, "GET", path, list_documents, answer=DocumentsOut, tag=tag, role="read")
    add_route(app, "DELETE", path, delete_document, answer=DeletedOut, tag=tag, problems=(404,))
