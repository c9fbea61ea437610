"""`subjects` filters before ranking: what is about the subject is found however much else answers better."""

from whole_service import Api

from app.service.search import RANKED_A_RESULT, RANKED_BEYOND

TOP_K = 2
OTHERS = RANKED_BEYOND + RANKED_A_RESULT * TOP_K + 20
"""More than search weighs beyond its first ranking: cut to size before the filter, they would fill every place."""
QUERY = "What does she eat for breakfast?"


async def test_what_is_about_the_subject_is_found_behind_any_number_of_better_answers(api: Api) -> None:
    strong = [
        {"content": f"What she eats for breakfast: porridge, day {day}.", "subject": "mother", "importance": 0.9}
        for day in range(OTHERS)
    ]
    weak = [
        {"content": "Porridge is what Mia likes.", "subject": "daughter", "importance": 0.9},
        {"content": "Mia sleeps until ten.", "subject": "daughter", "importance": 0.9},
    ]
    for first in range(0, OTHERS, 50):
        await api.save(memories=strong[first : first + 50], mode="sync")
    await api.save(memories=weak, mode="sync")
    body = {"user_id": "u1", "query": QUERY, "top_k": TOP_K}
    plain = await api.post("/v1/search", body)
    assert {one["memory"]["subject"] for one in plain["results"]} == {"mother"}
    filtered = await api.post("/v1/search", body | {"subjects": ["daughter"]})
    found = [one["memory"]["content"] for one in filtered["results"]]
    assert sorted(found) == sorted(str(memory["content"]) for memory in weak)
    assert filtered["total"] == len(weak)
    both = await api.post("/v1/search", body | {"subjects": ["daughter", "nobody"], "min_score": 0.0})
    assert both["total"] == len(weak)
    assert (await api.post("/v1/search", body | {"subjects": ["nobody"]}))["results"] == []


async def test_a_context_of_a_subject_holds_nothing_else(api: Api) -> None:
    await api.save(
        memories=[
            {"content": "She eats porridge for breakfast.", "subject": "mother", "importance": 0.9},
            {"content": "Mia has toast.", "subject": "daughter", "importance": 0.9},
        ],
        mode="sync",
    )
    body = {"user_id": "u1", "session_id": "s9", "query": QUERY, "token_budget": 500, "subjects": ["daughter"]}
    context = await api.post("/v1/build-context", body)
    assert "Mia has toast." in context["system_prompt"]
    assert "porridge" not in context["system_prompt"]
