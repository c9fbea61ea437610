"""Which embedder the settings build."""

from typing import Any

import pytest

from app.adapters.embedders.cache import CachedEmbedder
from app.adapters.embedders.factory import _recipe, build_embedder
from app.domain.errors import SetupError
from app.settings import Settings


def settings(**changes: Any) -> Settings:
    return Settings(_env_file=None, **changes)


def test_none_is_none() -> None:
    assert build_embedder(settings(embedder="none")) is None


def test_local_comes_with_a_cache_and_refuses_another_dimension() -> None:
    embedder = build_embedder(settings())
    assert isinstance(embedder, CachedEmbedder)
    assert embedder.dimensions == 384
    with pytest.raises(SetupError, match="384"):
        build_embedder(settings(embedding_dimensions=768))


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("e5-base-v2", "query: ", "passage: "),
        ("intfloat/e5-mistral-7b-instruct", "", ""),
        ("intfloat/multilingual-e5-large-instruct", "", ""),
        ("nomic-embed-text", "search_query: ", "search_document: "),
        ("text-embedding-3-small", "", ""),
        ("BAAI/bge-m3", "", ""),
        ("me5tral", "", ""),
    ],
)
def test_prefixes_go_by_the_family_unless_given(model: str, query: str, passage: str) -> None:
    by_name = settings(embedder="openai", embedding_model=model)
    assert (_recipe(by_name, query=True).prefix, _recipe(by_name, query=False).prefix) == (query, passage)
    given = settings(embedder="openai", embedding_model=model, embedding_query_prefix="Q ", embedding_passage_prefix="")
    assert (_recipe(given, query=True).prefix, _recipe(given, query=False).prefix) == ("Q ", "")


def test_the_bundled_models_server_is_asked_by_input_type() -> None:
    recipe = _recipe(settings(embedder="openai"), query=False)
    assert (recipe.prefix, dict(recipe.body)) == ("", {"input_type": "passage"})


def test_half_a_background_is_refused() -> None:
    with pytest.raises(SetupError, match="together"):
        build_embedder(settings(embedder="openai", embedding_background_mean=0.2))
