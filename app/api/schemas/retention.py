"""/v1/forget-policy."""

from typing import Annotated

from pydantic import ConfigDict, Field

from app.api.schemas.common import Body, Id, Int, Shown, Unit
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
