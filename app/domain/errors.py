"""What can go wrong, as a tree. `app/api/problems.py` maps every leaf to one status of the contract.

HaimaError
├── InvalidRequest          422, carries (field, message) pairs
├── NotFound                404, unknown or not yours
├── IdempotencyConflict     409
├── StaleVersion            412
├── Forbidden               403
├── Unauthorised            401
├── StoreUnavailable        503, with `retry_after_seconds`
│   ├── StoreTooSlow        not all that was asked of it at once was done in time
│   ├── EmbedderUnavailable never shown to callers except by `sync` saves
│   │   └── TextRefused     one text that the embedder will not take, however short
│   ├── RerankerUnavailable never shown to callers but as `degraded`
│   └── ChatModelUnavailable never shown to callers, with the `reason` it is counted by
└── SetupError              refuses to start, one sentence that says what to do
"""


class HaimaError(Exception):
    """Base of everything Haima raises on purpose; `str()` is safe to show to a caller."""


class InvalidRequest(HaimaError):
    """A field that breaks a rule which the schema alone cannot state."""

    def __init__(self, errors: list[tuple[str, str]]) -> None:
        super().__init__("; ".join(f"{field}: {message}" for field, message in errors))
        self.errors = errors


class NotFound(HaimaError):
    """Unknown, or of somebody else: the two are never told apart."""


class IdempotencyConflict(HaimaError):
    """An `Idempotency-Key` used with another body, or while its first call is still running."""


class StaleVersion(HaimaError):
    """`If-Match` named another version than the current one."""


class Forbidden(HaimaError):
    """The key's role does not reach this far."""


class Unauthorised(HaimaError):
    """No key, or one that is not known."""


class StoreUnavailable(HaimaError):
    """A store did not answer in time."""

    def __init__(self, store: str, retry_after_seconds: int = 1) -> None:
        super().__init__(f"{store} is away at the moment; try again in {retry_after_seconds} s")
        self.store = store
        self.retry_after_seconds = retry_after_seconds


class StoreTooSlow(StoreUnavailable):
    """A store answered, but not all that was asked of it at once in the time that there is."""


class EmbedderUnavailable(StoreUnavailable):
    """The embedding service did not answer, or answered something that is no set of vectors."""

    def __init__(self, detail: str, retry_after_seconds: int = 1) -> None:
        super().__init__("the embedder", retry_after_seconds)
        self.detail = detail


class TextRefused(EmbedderUnavailable):
    """The embedder is there, but refuses this one text, also when shortened."""


class RerankerUnavailable(StoreUnavailable):
    """The reranker gave no useful answer in time. `detail` is one line, for logs."""

    def __init__(self, detail: str, retry_after_seconds: int = 1) -> None:
        super().__init__("the reranker", retry_after_seconds)
        self.detail = detail


class ChatModelUnavailable(StoreUnavailable):
    """The chat model gave no answer of use. `reason` is one word, for counters; `detail` is one line, for logs."""

    def __init__(self, reason: str, detail: str, retry_after_seconds: int = 1) -> None:
        super().__init__("the chat model", retry_after_seconds)
        self.reason = reason
        self.detail = detail

    @property
    def passing(self) -> bool:
        """Whether the same question may be answered later: the server was away or busy, or the tokens were spent."""
        away = {"budget", "ledger", "circuit_open", "timeout", "connection", "status_408", "status_429"}
        return self.reason in away or self.reason.startswith("status_5")


class SetupError(HaimaError):
    """The service cannot start; the message is one sentence that says what to do."""
