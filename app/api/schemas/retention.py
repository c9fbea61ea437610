"""/v1/forget-policy."""

from typing import Annotated

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Int, Query, Shown, Unit
from app.domain.retention import FadeReason, PresetName


class ForgetPolicyBody(Body):
    """Whose memories, and by which policy; what is left out is as in the settings."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"user_id": "u1", "preset": "assistant", "dry_run": True}]}
    )

    user_id: Id
    preset: PresetName | None = Field(None, description="How fast memories fade.")
    capacity: Annotated[Int, Field(ge=1)] | None = Field(None, description="So many of the best are kept.")
    dry_run: bool = Field(True, description="Only say what would be forgotten.")


class UndoPolicyBody(Body):
    """Whose memories, and the receipt of the run to undo."""

    user_id: Id
    receipt_id: str


class FadedOut(Shown):
    """One memory that goes. `retention` says how much of it was left."""

    id: str
    retention: Unit
    reason: FadeReason


class ForgetPolicyOut(Shown):
    """What a policy let go, or would; at most 1,000 are listed, the most faded first."""

    forgotten: int
    memories: list[FadedOut]
    receipt_ids: list[str]
    dry_run: bool


class UndonePolicyOut(Shown):
    """How many rows came back; a long message has several."""

    restored: int


class PolicyReceiptsQuery(Query):
    """Whose policy runs."""

    user_id: Id = Field(description="Whose memories went.")


class PolicyReceiptOut(Shown):
    """One policy run that can still be undone; `hidden` rows of it would come back."""

    receipt_id: str
    created_at: str
    reason: str
    hidden: int


class PolicyReceiptsOut(Shown):
    """Policy runs of one user within the grace period, the newest hundred, newest first."""

    receipts: list[PolicyReceiptOut]
