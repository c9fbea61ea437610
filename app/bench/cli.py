"""The commands `replay` and `bench`."""

import asyncio
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

ApiKey = Annotated[str | None, typer.Option(envvar="HAIMA_API_KEY", help="API key, if the service wants one.")]
Limit = Annotated[int | None, typer.Option(min=1, help="Only the first N conversations of each set.")]
Concurrency = Annotated[int, typer.Option(min=1, max=64, help="Calls at the same time.")]
BaseUrl = Annotated[
    str | None, typer.Option(help="A running service. [default: one of the bench's own, with empty stores]")
]

bench = typer.Typer(
    help="Measure speed (alone), or how well search finds (`bench recall`).",
    invoke_without_command=True,
    rich_markup_mode=None,
)


class Mode(StrEnum):
    """How messages are saved."""

    ASYNC = "async"
    BATCH = "batch"
    SYNC = "sync"


def replay(
    path: Annotated[Path, typer.Argument(help="Folder of a bench set, or of several.")],
    base_url: Annotated[str, typer.Option(help="The running service.")] = "http://127.0.0.1:8080",
    limit: Limit = None,
    mode: Annotated[Mode, typer.Option(help="How messages are saved.")] = Mode.ASYNC,
    concurrency: Concurrency = 4,
    key: ApiKey = None,
) -> None:
    """Feed whole conversations through the HTTP API, then ask their questions and print how many are answered.

    Each conversation becomes a user of its own, with a random ending, and stays.

    \b
    Example:
      python -m app replay ../shared/bench/locomo --limit 1
    """
    from app.bench.runs import replay_sets

    asyncio.run(replay_sets(path, base_url, key, limit=limit, mode=mode.value, concurrency=concurrency))


@bench.callback()
def speed(
    context: typer.Context,
    base_url: BaseUrl = None,
    seconds: Annotated[float, typer.Option(min=0.5, help="Length of each measurement.")] = 5.0,
    memories: Annotated[int, typer.Option(min=1, help="Memories of the user that is searched.")] = 1000,
    quick: Annotated[bool, typer.Option("--quick", help="One number of connections for each verb.")] = False,
    redis_url: Annotated[str | None, typer.Option(help="Redis of --base-url: working memory, the floor.")] = None,
    database_url: Annotated[str | None, typer.Option(help="Postgres of --base-url, for the floor.")] = None,
    key: ApiKey = None,
) -> None:
    """Measure latency and throughput of every verb; prints a table and writes JSON into bench-results/.

    \b
    Example:
      python -m app bench --seconds 3
    Example, how well search finds:
      python -m app bench recall --set locomo
    """
    if context.invoked_subcommand is not None:
        return
    from app.bench.runs import measure_speed

    with _service(base_url) as (url, data_dir):
        own_database, own_redis = _stores_of(data_dir)
        asyncio.run(
            measure_speed(
                url,
                key,
                seconds=seconds,
                memories=memories,
                quick=quick,
                redis_url=redis_url or own_redis,
                database_url=database_url or own_database,
            )
        )


@bench.command()
def recall(
    name: Annotated[str, typer.Option("--set", help="Name of a set, or all.")] = "all",
    data: Annotated[Path, typer.Option(help="Folder that holds the sets.")] = Path("../shared/bench"),
    base_url: BaseUrl = None,
    data_dir: Annotated[
        Path | None, typer.Option(help="Keep the stores here; with --suffix the next run finds what this one saved.")
    ] = None,
    suffix: Annotated[str | None, typer.Option(help="Ending of the users' ids. [default: random]")] = None,
    limit: Limit = None,
    questions: Annotated[int | None, typer.Option(min=1, help="Only the first N questions a conversation.")] = None,
    concurrency: Concurrency = 4,
    embeddings: Annotated[
        Path, typer.Option(help="File that keeps embeddings between runs (of the bench's own server).")
    ] = Path("bench-results/embeddings.db"),
    ablation: Annotated[
        bool, typer.Option("--ablation", help="Also without each part of the ranking in turn (own server only).")
    ] = False,
    key: ApiKey = None,
) -> None:
    """Measure how well search and build-context find: every metric of a set, by category and language.

    \b
    Example:
      python -m app bench recall --set locomo --data ../shared/bench
    Example, what each part of the ranking is worth:
      python -m app bench recall --set prefeval --ablation
    Example, twice, the second time without saving and embedding all again:
      python -m app bench recall --set beam --data-dir /tmp/beam --suffix a
    """
    from app.bench.runs import measure_recall

    path = data if name == "all" else data / name
    settings = {"HAIMA_EMBEDDING_CACHE_PATH": str(embeddings.resolve())}
    if ablation:
        if base_url is not None:
            raise typer.BadParameter("switches parts of a server off; leave --base-url out", param_hint="--ablation")
        _ablation(path, data_dir, settings, suffix, limit, questions, concurrency)
        return
    with _service(base_url, data_dir, settings) as (url, _):
        asyncio.run(
            measure_recall(
                path,
                url,
                key,
                suffix=suffix,
                limit=limit,
                questions=questions,
                concurrency=concurrency,
            )
        )


@bench.command()
def grow(
    memories: Annotated[str, typer.Option(help="Memories of one user, sizes apart by commas.")] = "1000,10000,100000",
    users: Annotated[str, typer.Option(help="Users of the store, sizes apart by commas; empty for none.")] = "100,1000",
    memories_a_user: Annotated[int, typer.Option(min=1, max=5000, help="Memories of each of those users.")] = 100,
    seconds: Annotated[float, typer.Option(min=0.5, help="Length of each measurement.")] = 5.0,
    by_index: Annotated[
        bool, typer.Option(help="Own server: large users by a vector index (HAIMA_CODED_PIECES=0).")
    ] = False,
    index_wait: Annotated[float, typer.Option(min=0, help="Longest wait for such an index, in seconds.")] = 600.0,
    base_url: BaseUrl = None,
    redis_url: Annotated[str | None, typer.Option(help="Redis of --base-url, for its size.")] = None,
    database_url: Annotated[str | None, typer.Option(help="Postgres of --base-url, for its sizes.")] = None,
    key: ApiKey = None,
) -> None:
    """Measure how cost grows with the memories of a user and with the users of a store (synthetic vectors).

    A user for whom the service wants a vector index is searched before it is there and, once it is built, with it.

    \b
    Examples:
      python -m app bench grow --memories 1000,10000 --users 100,1000
      python -m app bench grow --memories 100000 --users "" --by-index
    """
    from uuid import uuid4

    from app.bench.grow import Stores, measure_growth

    with _service(base_url, settings={"HAIMA_CODED_PIECES": "0"} if by_index else None) as (url, data_dir):
        own_database, own_redis = _stores_of(data_dir)
        database, redis = database_url or own_database, redis_url or own_redis
        asyncio.run(
            measure_growth(
                url,
                key,
                Stores(database, redis) if database and redis else None,
                run=uuid4().hex[:8],
                seconds=seconds,
                memories=_numbers(memories),
                users=_numbers(users),
                memories_a_user=memories_a_user,
                index_seconds=index_wait,
            )
        )


@bench.command()
def archive(
    users: Annotated[int, typer.Option(min=1, max=10_000, help="Users who have something to archive.")] = 200,
    rounds: Annotated[int, typer.Option(min=2, max=500, help="Rounds of each.")] = 51,
) -> None:
    """Measure how many rounds one worker archives a second with an embedder that answers at once.

    \b
    Example:
      python -m app bench archive --users 100
    """
    from app.bench.archive import measure_archive

    asyncio.run(measure_archive(users, rounds))


@bench.command()
def start(
    times: Annotated[int, typer.Option(min=1, max=20, help="Starts on existing data, for each embedder.")] = 3,
) -> None:
    """Measure the time from start to ready on existing data, and the memory of the processes (Linux).

    \b
    Example:
      python -m app bench start --times 1
    """
    from app.bench.start import measure_start

    measure_start(times)


def _numbers(text: str) -> list[int]:
    """Read sizes apart by commas, smallest first."""
    try:
        return sorted(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        raise typer.BadParameter(f"{text!r} should be numbers apart by commas, like 1000,10000") from None


def _ablation(
    path: Path,
    data_dir: Path | None,
    settings: Mapping[str, str],
    suffix: str | None,
    limit: int | None,
    questions: int | None,
    concurrency: int,
) -> None:
    """Measure with each part off, on stores that are kept in `data_dir` or go away afterwards."""
    from app.bench.ablation import measure_ablation

    with tempfile.TemporaryDirectory(prefix="haima-bench-") as temporary:
        measure_ablation(
            path,
            data_dir or Path(temporary) / "data",
            settings,
            suffix=suffix,
            limit=limit,
            questions=questions,
            concurrency=concurrency,
        )


@contextmanager
def _service(
    base_url: str | None, data_dir: Path | None = None, settings: Mapping[str, str] | None = None
) -> Iterator[tuple[str, Path | None]]:
    """The service given, or one of our own for as long as the command runs, with its data folder."""
    if base_url is not None:
        yield base_url, None
        return
    from app.bench.server import own_server

    with own_server(data_dir, settings) as found:
        yield found


def _stores_of(data_dir: Path | None) -> tuple[str | None, str | None]:
    """Postgres and Valkey of our own server."""
    if data_dir is None:
        return None, None
    from app.embedded import find_running

    return find_running(data_dir) or (None, None)
