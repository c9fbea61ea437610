"""/v1/facts."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field

from app.api.answers import SOURCE_TEXT
from app.api.schemas.common import Body, Id, Int, Limits, Metadata, Query, Refusals, Shown, Text, Time, Unit
from app.service.facts import FactGiven


class CardQuery(Query):
    """Whose card, as which session sees it, and as of when."""

    user_id: Id = Field(description="Whose facts they are.")
    session_id: Id | None = Field(None, description="As this session sees it: its own facts over the user's.")
    as_of: Time | None = Field(None, description="The card as of this time, by `valid_from`.")


class FactQuery(Query):
    """One fact."""

    user_id: Id = Field(description="Whose fact it is.")
    session_id: Id | None = Field(None, description="A session's own fact; left out, the user's.")
    key: Id = Field(description="Its key.")


class FactValueIn(Body):
    """A value with what is known of it."""

    value: Text
    valid_from: Time | None = Field(None, description="Since when it holds; left out, since now.")
    confidence: Unit = 1.0
    source: Metadata | Text | None = Field(None, description="Where it comes from, an object or a text.")


class PutFactsBody(Body):
    """Facts by key: a value, or an object with the value and what is known of it."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"user_id": "u1", "session_id": None, "facts": {"user_city": "上海"}}]}
    )

    user_id: Id
    session_id: Id | None = Field(None, description="Null: the user's.")
    facts: dict[Id, Text | FactValueIn] = Field(min_length=1)

    def check(self, limits: Limits, refuse: Refusals) -> None:
        """Refuse too many facts, and values or sources over their limits."""
        refuse.count("facts", len(self.facts), limits.facts)
        for key, given in self.facts.items():
            value = given if isinstance(given, str) else given.value
            refuse.text(f"facts.{key}", value, limits.fact_value_chars)
            if isinstance(given, FactValueIn):
                refuse.metadata(f"facts.{key}.source", _source(given), limits.metadata_bytes)

    def given(self) -> list[FactGiven]:
        """Return what the use case takes."""
        return [
            FactGiven(key, given)
            if isinstance(given, str)
            else FactGiven(key, given.value, given.valid_from, given.confidence, _source(given))
            for key, given in self.facts.items()
        ]


def _source(given: FactValueIn) -> dict[str, Any]:
    if isinstance(given.source, str):
        return {SOURCE_TEXT: given.source}
    return given.source or {}


class RollbackFactBody(Body):
    """Which fact, and which version to claim again."""

    user_id: Id
    session_id: Id | None = Field(None, description="Null: the user's.")
    key: Id
    version: Annotated[Int, Field(ge=1, le=2_147_483_647)]


class ConflictOut(Shown):
    """Another value claimed for the same time."""

    value: str
    valid_from: Time
    source: dict[str, Any] | str


class FactOut(Shown):
    """The current value of a fact."""

    value: str
    confidence: Unit
    valid_from: Time
    source: dict[str, Any] | str
    version: int
    conflicts: list[ConflictOut]
    valid_to: Time | None = Field(
        None, description="The end, where the statement itself names one; from then on the fact is not shown."
    )


class CardOut(Shown):
    """The fact card."""

    facts: dict[str, FactOut]


class FactVersionOut(Shown):
    """One version of a fact."""

    value: str
    version: int
    valid_from: Time
    valid_to: Time | None
    recorded_at: Time
    superseded_at: Time | None
    confidence: Unit
    source: dict[str, Any] | str
    reason: str = Field(
        description="`saved`, `put`, `deleted`, `rolled back …`; of what conversations state: `extracted`, "
        "`reinforced` (said again), `corrected`, `retracted` …"
    )
    changed_by: str | None = Field(description="Id of the API key that changed it by hand.")
    retracted: bool = Field(description="True where this version ended the fact.")


class FactHistoryOut(Shown):
    """Versions, newest first."""

    key: str
    versions: list[FactVersionOut]
