"""The `index` command: vector indexes of the largest users, now."""

import asyncio
from typing import Annotated

import typer

from app.cli.common import load_settings, reach_stores


def index(
    embedded: Annotated[
        bool, typer.Option("--embedded", help="Use the bundled PostgreSQL and Valkey in HAIMA_DATA_DIR.")
    ] = False,
) -> None:
    """Build and drop the vector indexes of the largest users now. The worker does it by itself once they are at rest.

    A user gets one who has more pieces than HAIMA_CODED_PIECES and HAIMA_EXACT_PIECES and was searched lately.
    Searches and saves go on.

    \b
    Example:
      python -m app index
    """
    from app.adapters.embedders.factory import build_embedder
    from app.adapters.postgres.ann_indexes import vector_indexes

    with reach_stores(load_settings(), embedded=embedded, names=["database_url"]) as settings:

        async def run() -> int:
            embedder = build_embedder(settings)
            try:
                indexes, changed = vector_indexes(settings, embedder), 0
                while step := await indexes.run(at_once=True):
                    changed += step
                return changed
            finally:
                if embedder is not None:
                    await embedder.close()

        changed = asyncio.run(run())
    typer.echo(f"{changed} indexes built or dropped" if changed else "the vector indexes are up to date")
