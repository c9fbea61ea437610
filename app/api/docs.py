"""The OpenAPI document, and a page that shows it without asking any other server."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.openapi.utils import get_openapi
from fastapi.security import HTTPBearer
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from app.api.problems import ProblemOut

TITLE = "Haima"
VERSION = "0.1.0"
DESCRIPTION = """The memory that chatbot backends put beside a language model.

**Save** what was said, **build the context** of the next call, **search** and **forget**. Every time is ISO 8601 in
UTC, every score, importance, confidence and trust lies in [0, 1], unknown fields are refused. Errors are problem
details (RFC 9457)."""
GUARDED: dict[str, Any] = {
    "parameters": [
        {
            "name": "If-Match",
            "in": "header",
            "required": False,
            "description": 'Only if this is the current version, as in `"3"`.',
            "schema": {"type": "string"},
            "example": '"3"',
        }
    ]
}
"""What a route's documents say where the version that a caller saw may guard its change."""
TAGS = [
    {"name": "verbs", "description": "What a chatbot backend calls at every turn."},
    {"name": "memories", "description": "Memories one at a time: read, change, restore, rate."},
    {"name": "facts", "description": "The fact card and its history."},
    {"name": "sessions", "description": "Windows, and what still waits."},
    {"name": "knowledge", "description": "Documents that all users of a tenant share."},
    {"name": "users", "description": "Everything of one user, out and in."},
    {"name": "operations", "description": "Health and numbers."},
]
SWAGGER_PATH = "/docs/assets"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

bearer = HTTPBearer(
    auto_error=False,
    scheme_name="ApiKey",
    description="An API key of `python -m app keys create`. On loopback none is needed until the first is made.",
)


def openapi_document(app: FastAPI) -> dict[str, Any]:
    """Build the document once; FastAPI's own validation answers are replaced by problem details."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=TITLE,
            version=VERSION,
            description=DESCRIPTION,
            routes=app.routes,
            tags=TAGS,
            summary="Memory for chatbots",
        )
        schemas: dict[str, Any] = document["components"]["schemas"]
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        problem = ProblemOut.model_json_schema(ref_template="#/components/schemas/{model}")
        schemas.update(problem.pop("$defs", {}))
        schemas[ProblemOut.__name__] = problem
        app.openapi_schema = document
    return app.openapi_schema


async def docs_page(request: Request) -> Response:
    """Show the document with Swagger UI from this server's own files."""
    root = request.scope.get("root_path", "").rstrip("/")
    page = get_swagger_ui_html(
        openapi_url=f"{root}/openapi.json",
        title=f"{TITLE} API",
        swagger_js_url=f"{root}{SWAGGER_PATH}/swagger-ui-bundle.js",
        swagger_css_url=f"{root}{SWAGGER_PATH}/swagger-ui.css",
        swagger_favicon_url=f"{root}{SWAGGER_PATH}/favicon.png",
    )
    page.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
    page.headers["X-Frame-Options"] = "DENY"
    page.headers["Referrer-Policy"] = "no-referrer"
    return page


async def front_page(request: Request) -> Response:
    """Lead whoever opens the address that `serve` prints to the documentation."""
    return RedirectResponse(f"{request.scope.get('root_path', '').rstrip('/')}/docs")


def register(app: FastAPI) -> None:
    """Add /docs and its files, and / that leads there; /openapi.json is FastAPI's own."""
    assets = Path(str(files("fastapi_offline"))) / "static"
    app.router.routes.append(Route("/", front_page, include_in_schema=False))
    app.router.routes.append(Route("/docs", docs_page, include_in_schema=False))
    app.router.routes.append(Mount(SWAGGER_PATH, StaticFiles(directory=assets)))
    # FastAPI documents this assignment as the way to change the document; mypy knows it only as a method.
    app.openapi = lambda: openapi_document(app)  # type: ignore[method-assign]
