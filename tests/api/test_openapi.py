"""The OpenAPI document is committed, so that a change of the contract is seen in its diff."""

import json

from app.api.snapshot import SNAPSHOT, document_text


def test_the_document_is_the_committed_one() -> None:
    assert SNAPSHOT.read_text(encoding="utf-8") == document_text(), "renew it: python -m app.api.snapshot"


def test_every_operation_is_described() -> None:
    document = json.loads(document_text())
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert operation["summary"], (method, path)
            assert operation["tags"], (method, path)
            if path.startswith("/v1/"):
                assert {"401", "403", "422", "503"} <= set(operation["responses"]), (method, path)
                assert operation["security"] == [{"ApiKey": []}], (method, path)
                assert operation["x-required-role"] in ("read", "service", "admin"), (method, path)


def test_what_is_not_built_is_not_in_the_document() -> None:
    text = document_text()
    for word in ("HTTPValidationError", "/v1/summar"):
        assert word not in text


def test_every_reference_leads_somewhere() -> None:
    document = json.loads(document_text())
    schemas = document["components"]["schemas"]

    def references(value: object) -> list[str]:
        if isinstance(value, dict):
            found = [value["$ref"]] if isinstance(value.get("$ref"), str) else []
            return found + [reference for entry in value.values() for reference in references(entry)]
        if isinstance(value, list):
            return [reference for entry in value for reference in references(entry)]
        return []

    for reference in references(document):
        assert reference.removeprefix("#/components/schemas/") in schemas, reference
