"""A chat model behind HTTP: anything that answers an OpenAI-compatible `/v1/chat/completions`.

A call is tried again after 429, 5xx and connection failures, with jitter, within bounds; after failures in a row the
server is left alone for a while. The answer is read up to a size and a deadline, whatever the server sends. It is asked
for by a JSON schema; a server that does not know schemas is asked for any JSON, then for plain text with the schema in
the instructions, and what it accepted is remembered.
"""

import asyncio
import json
import logging
import random
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

import httpx

from app.adapters.chat_model.parse import find_json, loads
from app.adapters.circuit_breaker import CircuitBreaker, CircuitOpenError
from app.adapters.embedders.wire import error_detail, retry_after_seconds
from app.domain.errors import ChatModelUnavailable, StoreUnavailable
from app.domain.packing.models import TokenCounter
from app.service.ports.chat_model import ModelLedger

log = logging.getLogger(__name__)

LONGEST_ANSWER_BYTES: Final = 2 << 20
_BREAKER_FAILURES: Final = 3
_BREAKER_OPEN_SECONDS: Final = 30.0
_FIRST_PAUSE_SECONDS: Final = 0.5
_LONGEST_PAUSE_SECONDS: Final = 10.0
_PARALLEL_REQUESTS: Final = 2
_MESSAGE_TOKENS: Final = 16
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_UNKNOWN_FIELD = frozenset({400, 415, 422, 501})
_COSTLY = frozenset({"cut_off", "empty", "timeout", "too_long"})
_SERVER_IS_THERE = frozenset({"cut_off", "empty", "shape", "status_400", "status_413", "status_422"})
_FORMS: Final = ("json_schema", "json_object", "text")


class _Refused(Exception):
    """The server does not take a request of this form."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class OpenAIChatModel:
    """See the module. `body` is added to every request; `max_tokens` bounds an answer."""

    def __init__(
        self,
        ledger: ModelLedger,
        counter: TokenCounter,
        *,
        base_url: str,
        model: str,
        api_key: str | None = None,
        timeout_seconds: float = 60.0,
        retries: int = 2,
        max_tokens: int = 2_000,
        body: Mapping[str, Any] | None = None,
        breaker: CircuitBreaker | None = None,
        first_pause_seconds: float = _FIRST_PAUSE_SECONDS,
    ) -> None:
        self._ledger = ledger
        self._counter = counter
        self._model = model
        self._timeout_seconds = timeout_seconds
        self._retries = retries
        self._max_tokens = max_tokens
        self._body = dict(body or {})
        self._secret = api_key
        self._first_pause_seconds = first_pause_seconds
        self._url = base_url.rstrip("/") + "/chat/completions"
        self._client = httpx.AsyncClient(
            headers={"Authorization": f"Bearer {api_key}"} if api_key else {},
            timeout=timeout_seconds,
            limits=httpx.Limits(max_connections=_PARALLEL_REQUESTS, max_keepalive_connections=_PARALLEL_REQUESTS),
        )
        self._slots = asyncio.Semaphore(_PARALLEL_REQUESTS)
        self._breaker = breaker or CircuitBreaker(failures=_BREAKER_FAILURES, open_seconds=_BREAKER_OPEN_SECONDS)
        self._form = 0
        self._tokens_field = "max_tokens"

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def check(self) -> None:
        """Ask for a word of JSON. Raises ChatModelUnavailable."""
        schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
        await self.complete_json(system="Answer in JSON.", user='Answer {"ok": true}.', schema=schema, purpose="check")

    async def complete_json(
        self, *, system: str, user: str, schema: Mapping[str, Any], purpose: str, max_tokens: int | None = None
    ) -> Any:
        """Return the JSON value that the model answers (see the port). Raises ChatModelUnavailable."""
        most = min(max_tokens or self._max_tokens, self._max_tokens)
        now = datetime.now(UTC)
        asked = await asyncio.to_thread(self._count_prompt, system, user, schema)
        await self._ledger.count({f"{purpose}.calls": 1})
        try:
            async with self._slots:
                content, used = await self._booked_call(system, user, schema, purpose, most, asked + most, now)
            try:
                answer = await asyncio.to_thread(find_json, content)
            except ValueError as error:
                raise ChatModelUnavailable("not_json", f"the chat model's answer is not JSON ({error})") from None
        except ChatModelUnavailable as failure:
            await self._ledger.count({f"{purpose}.failures.{failure.reason}": 1})
            raise
        await self._ledger.count({f"{purpose}.answers": 1, f"{purpose}.tokens": used or asked})
        return answer

    def _count_prompt(self, system: str, user: str, schema: Mapping[str, Any]) -> int:
        texts = (system, user, json.dumps(schema))
        return sum(self._counter.count(text) for text in texts) + _MESSAGE_TOKENS

    async def _booked_call(
        self,
        system: str,
        user: str,
        schema: Mapping[str, Any],
        purpose: str,
        most: int,
        reserved: int,
        now: datetime,
    ) -> tuple[str, int]:
        """One call within the budget of the day; returns the text and the tokens it took (0: not told)."""
        try:
            if not await self._ledger.reserve(reserved, now=now):
                raise ChatModelUnavailable("budget", "the chat model's tokens of this day are spent")
        except StoreUnavailable as error:
            if isinstance(error, ChatModelUnavailable):
                raise
            raise ChatModelUnavailable("ledger", "the chat model's tokens can't be booked: Redis is away") from None
        used = 0
        try:
            content, used = await self._guarded(system, user, schema, purpose, most)
            used = used or reserved - most + self._counter.count(_countable(content))
            return content, used
        except ChatModelUnavailable as failure:
            used = reserved if failure.reason in _COSTLY else 0
            raise
        finally:
            await self._ledger.settle(reserved=reserved, used=used, now=now)

    async def _guarded(
        self, system: str, user: str, schema: Mapping[str, Any], purpose: str, most: int
    ) -> tuple[str, int]:
        """One call through the circuit breaker, in the best form that the server takes."""
        try:
            self._breaker.admit()
        except CircuitOpenError as refusal:
            raise ChatModelUnavailable("circuit_open", f"the chat model is {refusal}") from None
        told = False
        try:
            answer = await self._in_some_form(system, user, schema, purpose, most)
            self._breaker.succeeded()
            told = True
            return answer
        except ChatModelUnavailable as failure:
            if failure.reason in _SERVER_IS_THERE:
                self._breaker.succeeded()
            else:
                self._breaker.failed()
            told = True
            raise
        finally:
            if not told:
                self._breaker.abandoned()

    async def _in_some_form(
        self, system: str, user: str, schema: Mapping[str, Any], purpose: str, most: int
    ) -> tuple[str, int]:
        refusal: _Refused | None = None
        switched = False
        form = self._form
        while form < len(_FORMS):
            try:
                answer = await self._try(self._request(system, user, schema, purpose, most, _FORMS[form]))
            except _Refused as error:
                refusal = error
                if "max_completion_tokens" in str(error) and not switched:
                    self._tokens_field, switched = "max_completion_tokens", True
                    continue
                form += 1
                continue
            self._form = form
            return answer
        detail = str(refusal) if refusal else "no form of request was tried"
        raise ChatModelUnavailable(f"status_{refusal.status if refusal else 0}", detail)

    def _request(
        self, system: str, user: str, schema: Mapping[str, Any], purpose: str, most: int, form: str
    ) -> dict[str, Any]:
        formats: dict[str, Any] = {
            "json_schema": {"type": "json_schema", "json_schema": {"name": purpose, "schema": schema, "strict": True}},
            "json_object": {"type": "json_object"},
        }
        if form != "json_schema":
            system += "\nAnswer with JSON only, after this JSON schema: " + json.dumps(schema)
        body: dict[str, Any] = {
            "model": self._model,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
            self._tokens_field: most,
            **self._body,
        }
        if form in formats:
            body["response_format"] = formats[form]
        return body

    async def _try(self, body: dict[str, Any]) -> tuple[str, int]:
        """Send a request until it is answered, within the retries. Raises ChatModelUnavailable, _Refused."""
        for attempt in range(self._retries + 1):
            last = attempt == self._retries
            wait = random.uniform(0.5, 1.0) * self._first_pause_seconds * 2**attempt  # noqa: S311 - jitter, no secret
            try:
                async with asyncio.timeout(self._timeout_seconds):
                    status, headers, content = await self._post(body)
            except (TimeoutError, httpx.ReadTimeout) as error:  # it has waited long enough: not tried again
                raise ChatModelUnavailable("timeout", _no_answer(error)) from None
            except httpx.TransportError as error:
                if last:
                    raise ChatModelUnavailable("connection", _no_answer(error)) from None
            except (httpx.HTTPError, httpx.InvalidURL, UnicodeError, ValueError) as error:
                raise ChatModelUnavailable("request", f"the request cannot be made ({type(error).__name__})") from None
            else:
                if status == httpx.codes.OK:
                    return _read_answer(content)
                detail = error_detail(status, content, self._secret).replace("embedding server", "chat model")
                if status in _UNKNOWN_FIELD:
                    raise _Refused(status, detail)
                asked = retry_after_seconds(headers.get("retry-after"))
                if last or status not in _PASSING or asked > _LONGEST_PAUSE_SECONDS:
                    raise ChatModelUnavailable(f"status_{status}", detail, max(1, round(asked)))
                wait = max(wait, asked)
            await asyncio.sleep(wait)
        raise ChatModelUnavailable("request", "no try was made")

    async def _post(self, body: dict[str, Any]) -> tuple[int, httpx.Headers, bytes]:
        """Send one request and read its answer, of which only so much is taken."""
        async with self._client.stream("POST", self._url, json=body) as response:
            content = bytearray()
            async for chunk in response.aiter_bytes():
                content += chunk
                if len(content) > LONGEST_ANSWER_BYTES:
                    raise ChatModelUnavailable("too_long", "the chat model's answer does not end")
            return response.status_code, response.headers, bytes(content)


def _read_answer(content: bytes) -> tuple[str, int]:
    """Return the text of an answer and the tokens it says it took. Raises ChatModelUnavailable."""
    try:
        answer = loads(content)
        choice = answer["choices"][0]
        text = choice["message"]["content"]
    except (ValueError, KeyError, IndexError, TypeError):
        raise ChatModelUnavailable("shape", "the chat model's answer is no chat completion") from None
    if choice.get("finish_reason") == "length":
        raise ChatModelUnavailable("cut_off", "the chat model's answer is cut off at the most tokens allowed")
    if not isinstance(text, str) or not text.strip():
        raise ChatModelUnavailable("empty", "the chat model's answer has no text")
    usage = answer.get("usage")
    total = usage.get("total_tokens") if isinstance(usage, dict) else None
    return text, total if isinstance(total, int) and not isinstance(total, bool) and total > 0 else 0


def _no_answer(error: Exception) -> str:
    return f"no answer from the chat model ({type(error).__name__})"


def _countable(text: str) -> str:
    """The text without what no tokenizer takes (lone surrogates)."""
    return text.encode("utf-8", "replace").decode()
