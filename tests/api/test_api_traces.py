"""Traces of real requests, as an OpenTelemetry collector gets them over HTTP."""

import gzip
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from http_app import with_state
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from app.adapters.traces import open_spans
from app.domain.errors import SetupError
from app.main import create_app, create_server_app
from app.settings import Settings

TRACE = "0af7651916cd43dd8448eb211c80319c"
CALLER = "b7ad6b7169203331"


class Collector(ThreadingHTTPServer):
    """Keeps what is sent to it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.spans: list[Span] = []
        self.raw = b""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        body = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
        assert self.path == "/v1/traces"
        self.server.raw += body
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            for scope in resource.scope_spans:
                self.server.spans.extend(scope.spans)
        self.send_response(200)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def collector() -> Iterator[Collector]:
    server = Collector()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


async def test_a_request_is_a_span_and_its_stages_are_children(settings: Settings, collector: Collector) -> None:
    wanted = settings.model_copy(update={"otlp_endpoint": collector.url, "embedder": "none"})
    app, served = create_app(wanted), create_server_app(wanted)
    async with app.router.lifespan_context(app) as state:
        transport = httpx.ASGITransport(with_state(served, dict(state or {})))
        async with httpx.AsyncClient(transport=transport, base_url="http://haima") as client:
            headers = {"traceparent": f"00-{TRACE}-{CALLER}-01"}
            body = {"user_id": "somebody", "query": "harbour lights"}
            assert (await client.post("/v1/search", json=body, headers=headers)).status_code == 200
            assert (await client.post("/v1/search", json={"query": "no user"})).status_code == 422
    spans = {span.name: span for span in collector.spans}
    request = next(
        span for span in collector.spans if span.trace_id.hex() == TRACE and span.parent_span_id.hex() == CALLER
    )
    assert request.name == "POST /v1/search"
    values = {attribute.key: attribute.value for attribute in request.attributes}
    assert values["http.response.status_code"].int_value == 200
    assert values["http.route"].string_value == "/v1/search"
    for stage in ("redis", "postgres", "rank", "texts"):
        assert spans[stage].parent_span_id == request.span_id
        assert spans[stage].trace_id == request.trace_id
    assert b"somebody" not in collector.raw
    assert b"harbour" not in collector.raw


@pytest.mark.parametrize("endpoint", ["collector:4318", "ftp://x", "http://", ""])
def test_a_wrong_endpoint_is_one_sentence(endpoint: str) -> None:
    with pytest.raises(SetupError, match="HAIMA_OTLP_ENDPOINT must be a URL like"):
        open_spans(endpoint)
