"""What a problem of the contract looks like."""

GOOD = {"user_id": "u1", "session_id": "s1", "messages": [{"role": "user", "content": "你好"}]}
JSON = {"Content-Type": "application/json"}


def assert_problem(answer, status: int) -> dict:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert set(body) - {"errors"} == {"type", "title", "status", "detail", "instance", "request_id"}
    assert ("errors" in body) == (status == 422)
    assert body["status"] == status
    assert body["request_id"] == answer.headers["x-request-id"]
    for entry in body.get("errors", []):
        assert set(entry) == {"field", "message"}
    return body
