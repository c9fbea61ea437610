"""Training pairs of one user, on real stores."""

import json
from typing import Any

from whole_service import Api

U = {"user_id": "u1"}


def said(*texts: str) -> list[dict[str, str]]:
    """Messages: `u:` the user's, `a:` the assistant's, `s:` system, `t:` a tool's."""
    roles = {"u": "user", "a": "assistant", "s": "system", "t": "tool"}
    return [{"role": roles[text[0]], "content": text[2:], "id": f"m{n}"} for n, text in enumerate(texts)]


async def lines(api: Api, status: int = 200, **params: Any) -> Any:
    answer = await api.client.get("/v1/users/export", params={**U, "format": "chat", "consent": "true", **params})
    assert answer.status_code == status, answer.text
    return [json.loads(line) for line in answer.text.splitlines()] if status == 200 else answer.json()


async def test_each_round_that_was_answered_is_a_pair(api: Api) -> None:
    await api.save(
        202, mode="async", session_id="s1",
        messages=said("u:你好", "a:你好！", "u:one", "u:two", "t:{}", "a:three", "a:four", "u:unanswered"),
    )  # fmt: skip
    await api.save(session_id="s0", messages=said("s:Be brief.", "u:hi", "a:hello"))
    assert await lines(api) == [
        {"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]},
        {"messages": [{"role": "user", "content": "你好"}, {"role": "assistant", "content": "你好！"}]},
        {
            "messages": [
                {"role": "user", "content": "two"},
                {"role": "assistant", "content": "three\n\nfour"},
            ]
        },
    ]


async def test_a_long_message_is_whole(api: Api) -> None:
    text = "".join(f"第{number}句话说的是记忆。" for number in range(500))
    await api.save(session_id="s1", messages=said("u:讲个故事", f"a:{text}"))
    (line,) = await lines(api)
    assert line["messages"][1]["content"] == text


async def test_without_consent_it_is_refused_and_says_why(api: Api) -> None:
    await api.save(session_id="s1", messages=said("u:hi", "a:hello"))
    for given in ({"consent": "false"}, {"consent": ""}):
        problem = await lines(api, 422, **given)
        assert "hello" not in json.dumps(problem)
    problem = await api("GET", "/v1/users/export", 422, params={**U, "format": "chat"})
    assert problem["errors"][0]["field"] == "consent"
    assert "consent=true" in problem["errors"][0]["message"]
    await api("GET", "/v1/users/export", 422, params={**U, "format": "csv"})


async def test_what_is_forgotten_private_expired_or_wrong_is_not_in_it(api: Api) -> None:
    saved = await api.save(session_id="s1", messages=said("u:a?", "a:A", "u:b?", "a:B", "u:c?", "a:C"))
    ids = [entry["id"] for entry in saved["saved"]]
    private = {"content": "secret", "importance": 0.9, "visibility": "private"}
    await api.save(agent_id="x", session_id="s1", memories=[private])
    await api.post("/v1/forget", {**U, "memory_ids": [ids[1]]})
    await api.post("/v1/feedback", {**U, "memory_ids": [ids[3]], "verdict": "wrong"})
    assert [line["messages"][-1]["content"] for line in await lines(api)] == ["C"]
    assert await lines(api, user_id="u2") == []
