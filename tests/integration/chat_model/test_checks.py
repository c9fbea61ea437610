"""What operators see of the chat model: `doctor`, settings that cannot work, `/metrics`."""

import asyncio

import pytest
from support.chat_server import ChatServer, fails, says

from app.adapters.chat_model.ledger import RedisModelLedger
from app.adapters.chat_model.wiring import build_chat_model
from app.api.metrics import Metrics
from app.cli.chat_model_check import measure_chat_model
from app.cli.doctor import _chat_model
from app.domain.errors import SetupError
from app.settings import Settings


def with_server(settings: Settings, server: ChatServer) -> Settings:
    changes = {"llm_base_url": server.url, "llm_model": "stub", "llm_api_key": "sesame", "llm_retries": 0}
    return Settings(_env_file=None, redis_url=settings.redis_url, **changes)


async def test_doctor_asks_the_model(model_settings: Settings, server: ChatServer) -> None:
    server.replies(says({"ok": True}))
    (finding,) = await asyncio.to_thread(lambda: list(_chat_model(with_server(model_settings, server))))
    assert finding.level == "ok"
    assert finding.found.startswith(f"stub at {server.url.split('/')[2]}, answered in ")
    assert "1,000,000 tokens a day" in finding.found
    (none,) = _chat_model(model_settings)
    assert none.level == "ok"
    assert "rules alone" in none.found


async def test_doctor_says_what_to_mend(model_settings: Settings, server: ChatServer) -> None:
    server.replies(fails(401, "wrong key sesame"))
    with pytest.raises(SetupError, match="HAIMA_LLM_API_KEY") as failure:
        await asyncio.to_thread(measure_chat_model, with_server(model_settings, server))
    assert "sesame" not in str(failure.value)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"llm_base_url": "localhost:8000/v1", "llm_model": "m"}, "HAIMA_LLM_BASE_URL must begin with http"),
        ({"llm_base_url": "http://localhost/v1"}, "HAIMA_LLM_MODEL is not set"),
    ],
)
def test_settings_that_cannot_work_say_why(ledger: RedisModelLedger, given: dict[str, str], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        build_chat_model(Settings(_env_file=None, **given), ledger)
    assert build_chat_model(Settings(_env_file=None), ledger) is None


def test_metrics_show_every_counter() -> None:
    counts = {"tokens": 50, "summary.calls": 2, "extract.dropped.ungrounded": 3}
    lines = Metrics().expose({}, counts).decode().splitlines()
    assert "haima_model_tokens_total 50.0" in lines
    assert 'haima_model_events_total{event="calls",purpose="summary",reason=""} 2.0' in lines
    assert 'haima_model_events_total{event="dropped",purpose="extract",reason="ungrounded"} 3.0' in lines
    assert "haima_model_tokens_total 0.0" in Metrics().expose({}).decode().splitlines()
