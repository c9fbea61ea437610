"""Makes a span of every request, as plain ASGI around the whole application."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.api.state import app_state


class TracedApp:
    """An ASGI application around `app`; the spans are made by what the services were opened with."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or the lifespan."""
        spans = app_state(scope).services.spans if scope["type"] == "http" else None
        if spans is None:
            await self._app(scope, receive, send)
            return
        status = 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        with spans.request(scope["method"], headers) as span:
            try:
                await self._app(scope, receive, send_noted)
            finally:
                route = getattr(scope.get("route"), "path_format", None)
                span.answered(str(route or "unknown"), status)
