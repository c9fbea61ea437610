"""What the lifespan gives to every request: one typed object."""

from dataclasses import dataclass

from starlette.types import Scope

from app.api.admission import Admission
from app.api.metrics import Metrics
from app.api.schemas.common import Limits
from app.service.services import Services
from app.settings import Settings


@dataclass(frozen=True, slots=True)
class AppState:
    """Settings, use cases and metrics of this process."""

    settings: Settings
    services: Services
    metrics: Metrics
    limits: Limits
    admission: Admission


def app_state(scope: Scope) -> AppState:
    """Return the state that the lifespan laid into the scope."""
    state: AppState = scope["state"]["haima"]
    return state
