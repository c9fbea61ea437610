"""Traces for OpenTelemetry, when HAIMA_OTLP_ENDPOINT names a collector. The packages come with `haima[otel]`."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from app.domain.errors import SetupError
from app.service.ports.spans import RequestSpan, Spans

SERVICE: Final = "haima"
_TRACES_PATH: Final = "/v1/traces"


def open_spans(endpoint: str | None) -> Spans | None:
    """Return what sends spans to the collector at `endpoint` (OTLP over HTTP) in the background; None without one.

    Raises SetupError where the endpoint is no HTTP URL or the packages are missing.
    """
    if endpoint is None:
        return None
    url = urlsplit(endpoint)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise SetupError("HAIMA_OTLP_ENDPOINT must be a URL like http://collector:4318")
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise SetupError("HAIMA_OTLP_ENDPOINT needs more packages: pip install 'haima[otel]'") from None
    provider = TracerProvider(resource=Resource.create({"service.name": SERVICE}), shutdown_on_exit=False)
    at = endpoint if url.path.strip("/") else endpoint.rstrip("/") + _TRACES_PATH
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter(endpoint=at)))
    return _OtelSpans(provider)


class _OtelSpans:
    """`Spans` on the OpenTelemetry SDK."""

    def __init__(self, provider: Any) -> None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        self._provider = provider
        self._tracer = provider.get_tracer(SERVICE)
        self._propagator = TraceContextTextMapPropagator()

    @contextmanager
    def request(self, method: str, headers: dict[str, str]) -> Iterator[RequestSpan]:
        from opentelemetry.trace import SpanKind

        parent = self._propagator.extract(headers)
        with self._tracer.start_as_current_span(method, context=parent, kind=SpanKind.SERVER) as span:
            yield _OtelRequest(span, method)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        with self._tracer.start_as_current_span(name):
            yield

    def close(self) -> None:
        self._provider.shutdown()


class _OtelRequest:
    """`RequestSpan`, with the attribute names of OpenTelemetry's HTTP conventions."""

    def __init__(self, span: Any, method: str) -> None:
        self._span = span
        self._method = method

    def answered(self, route: str, status: int) -> None:
        from opentelemetry.trace import Status, StatusCode

        self._span.update_name(f"{self._method} {route}")
        self._span.set_attribute("http.request.method", self._method)
        self._span.set_attribute("http.route", route)
        self._span.set_attribute("http.response.status_code", status)
        if status >= 500 or not status:
            self._span.set_status(Status(StatusCode.ERROR))
