"""Whatever the OpenAPI document allows, and much it does not, is answered as it says, never with a 5xx."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, Phase, given, settings, strategies
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from whole_service import Api, open_api

from app.api.snapshot import document_text
from app.settings import Settings

CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
EXAMPLES = 10
SEED = {
    "user_id": "0",
    "session_id": "0",
    "mode": "sync",
    "messages": [{"role": "user", "content": "你好"}],
    "memories": [{"content": "x", "importance": 0.9, "metadata": {"a": 1}}],
    "facts": {"0": "v"},
}


@schemathesis.serializer("application/x-ndjson")
def lines(_: Any, value: Any) -> bytes:
    """Any generated text stands for the lines of an export."""
    return str(value).encode("utf-8", "replace")


class Service:
    """The whole service in an event loop of its own, asked from outside it."""

    def __init__(self, portal: BlockingPortal, api: Api) -> None:
        self._portal = portal
        self._api = api

    def request(self, **options: Any) -> httpx.Response:
        """Ask without a key, generated ones would only ever be 401: without any key made the service is open."""
        options.pop("cookies", None)
        given = dict(options.pop("headers", {})).items()
        headers = {
            name: value.encode("latin-1") if isinstance(value, str) else value  # the bytes that a header may have
            for name, value in given
            if name != "Authorization"
        }
        return self._portal.call(lambda: self._api.client.request(headers=headers, **options))


@pytest.fixture
def service(api_settings: Settings) -> Iterator[Service]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(open_api(api_settings)) as api:
        started = Service(portal, api)
        assert started.request(method="POST", url="/v1/save", json=SEED).status_code == 201
        yield started


def ask(service: Service, operation: Any, mode: GenerationMode) -> set[int]:
    """Ask one operation with generated calls, check each answer against the document, and return the statuses met."""
    statuses: set[int] = set()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategies.data())
    def each(data: strategies.DataObject) -> None:
        case = data.draw(operation.as_strategy(generation_mode=mode))
        answer = service.request(**case.as_transport_kwargs(base_url="http://haima"))
        statuses.add(answer.status_code)
        case.validate_response(answer, checks=CHECKS)

    each()
    return statuses


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["allowed", "not-allowed"])
def test_every_operation_answers_as_documented(service: Service, mode: GenerationMode) -> None:
    document = schemathesis.openapi.from_dict(json.loads(document_text()))
    failures: list[str] = []
    met: dict[str, set[int]] = {}
    for found in document.get_all_operations():
        operation = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or list(operation.iter_parameters())):
            continue  # nothing to get wrong
        try:
            met[operation.label] = ask(service, operation, mode)
        except FailureGroup as group:
            failures += [f"{operation.label}: {failure}" for failure in group.exceptions]
        except AssertionError as failure:
            failures.append(f"{operation.label}: {failure}")
    assert not failures, "\n\n".join(failures)
    wanted = 422 if mode is GenerationMode.NEGATIVE else 200
    for verb in ("search", "build-context", "forget"):
        assert wanted in met[f"POST /v1/{verb}"]
    assert not any(401 in statuses for statuses in met.values())
