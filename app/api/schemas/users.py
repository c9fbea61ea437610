"""/v1/users."""

from typing import Literal

from pydantic import Field

from app.api.schemas.common import Query
from app.service.fields import Id


class ExportQuery(Query):
    """Which user, and in what form."""

    user_id: Id = Field(description="Which user.")
    format: Literal["haima", "chat"] = Field("haima", description="`chat`: pairs to train a chat model with.")
    consent: bool = Field(False, description="The user agreed that a model is trained with it; `chat` needs that.")
