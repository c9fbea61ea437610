"""Builds the reranker that the settings ask for."""

from typing import TYPE_CHECKING

from app.domain.errors import SetupError
from app.settings import Settings

if TYPE_CHECKING:
    from app.adapters.reranker.http import HttpReranker


def build_reranker(settings: Settings) -> "HttpReranker | None":
    """Return the reranker of the settings, or None where none is configured. Calls nothing yet.

    Raises SetupError for a base URL that is none, and for one without a model.
    """
    if settings.reranker_base_url is None:
        return None
    if not settings.reranker_base_url.startswith(("http://", "https://")):
        raise SetupError(
            f"HAIMA_RERANKER_BASE_URL is {settings.reranker_base_url!r}; it must begin with http:// or https://"
        )
    if not settings.reranker_model:
        raise SetupError("HAIMA_RERANKER_BASE_URL is set, but HAIMA_RERANKER_MODEL is not: name the model to ask for")
    from app.adapters.reranker.http import HttpReranker  # its HTTP client takes 0.1 s to load, where it is wanted

    key = settings.reranker_api_key
    return HttpReranker(
        base_url=settings.reranker_base_url,
        model=settings.reranker_model,
        api_key=key.get_secret_value() if key else None,
        timeout_seconds=settings.reranker_timeout_seconds,
    )
