"""The three runs behind the commands: replay, recall, speed."""

import math
import platform
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from rich.table import Table

from app.adapters.tokenizer import counter_for
from app.bench.floor import Compared, compare, floor_server, floor_table
from app.bench.load import Measured, Target
from app.bench.metrics import mean_of
from app.bench.recall import MODEL, TOP_K, measure, recall_in_context
from app.bench.redis_memory import working_memory_bytes
from app.bench.replay import ask, feed, message_metrics, new_suffix, settle
from app.bench.report import console, metric_table, write_json
from app.bench.scenarios import Bench, run_all, seed
from app.bench.service import Service
from app.bench.sets import BenchSet, find_sets, load_set
from app.domain.models import Owner

REPLAY_METRICS: Final = ("hit@5", "hit@10", "mrr@10", "recall@10")
RECALL_METRICS: Final = (
    *("hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "mrr@10", "ndcg@10", "recall@1k"),
    *("session hit@1", "session recall@5", "session recall@10"),
)


async def replay_sets(
    path: Path, base_url: str, key: str | None, *, limit: int | None, mode: str, concurrency: int
) -> None:
    """Replay every set at `path` and print how many questions are answered."""
    rows: dict[str, dict[str, float]] = {}
    async with Service(base_url, key, concurrency) as service:
        for folder in find_sets(path):
            bench = load_set(folder).first(limit)
            suffix = new_suffix()
            await feed(service, bench, suffix=suffix, mode=mode, concurrency=concurrency)
            await settle(service, bench, suffix=suffix)
            found = message_metrics(await ask(service, bench, suffix=suffix, top_k=10, concurrency=concurrency))
            rows[bench.name] = {"questions": float(len(found)), **mean_of(found)}
            users = f"{bench.name}: {len(bench.conversations)} users, their ids end in ~{suffix}"
            console().print(users)
    console().print(metric_table("Questions answered, per message", rows, REPLAY_METRICS))


async def measure_recall(
    path: Path,
    base_url: str,
    key: str | None,
    *,
    suffix: str | None,
    limit: int | None,
    questions: int | None,
    concurrency: int,
) -> None:
    """Measure every set at `path`, print the tables and write them as JSON."""
    found = []
    async with Service(base_url, key, concurrency) as service:
        for folder in find_sets(path):
            bench = load_set(folder).first(limit, questions)
            found.append(await measure_set(service, bench, suffix or new_suffix(), concurrency))
            _print_set(found[-1])
    overall = {one["set"]: {"questions": float(one["questions"]), **one["all"]} for one in found}
    console().print(metric_table("All sets", overall, RECALL_METRICS))
    console().print(f"written to {write_json('recall', found)}")


async def measure_set(
    service: Service, bench: BenchSet, suffix: str, concurrency: int, *, feeding: bool = True
) -> dict[str, Any]:
    """Return all numbers of a set (see `recall.measure`); without `feeding` its users are there already."""
    if feeding:
        await feed(service, bench, suffix=suffix, mode="async", concurrency=concurrency)
    await settle(service, bench, suffix=suffix)
    asked = await ask(service, bench, suffix=suffix, top_k=TOP_K, concurrency=concurrency)
    counter = counter_for(MODEL)
    shares = await recall_in_context(service, bench, suffix=suffix, counter=counter, concurrency=concurrency)
    return measure(bench, asked, shares)


def _print_set(found: dict[str, Any]) -> None:
    rows = {"all": {"questions": float(found["questions"]), **found["all"]}, **found["by_category"]}
    if len(found["by_language"]) > 1:
        rows |= found["by_language"]
    console().print(metric_table(found["set"], rows, RECALL_METRICS))
    lines = [f"search of {TOP_K}: " + ", ".join(f"{name} {value:.1f} ms" for name, value in found["search_ms"].items())]
    if (fresh := found["fresh_first"]) is not None:
        lines.append(f"current value above the outdated one: {fresh['share']:.3f} of {fresh['questions']:.0f}")
    if (refusal := found["refusal_auc"]) is not None:
        lines.append(
            f"area under ROC, answerable or not: {refusal['score']:.3f} by score, {refusal['relevance']:.3f} by "
            f"relevance ({refusal['questions']:.0f} unanswerable)"
        )
    console().print("\n".join(lines))


async def measure_speed(
    base_url: str,
    key: str | None,
    *,
    seconds: float,
    memories: int,
    quick: bool,
    redis_url: str | None,
    database_url: str | None,
) -> None:
    """Measure every verb, print the table and write it as JSON; beside the floor where both stores are known."""
    bench = Bench(Target(base_url, key), seconds, memories)
    async with Service(base_url, key, connections=2) as service:
        await seed(bench, service)
    measured = [one async for one in run_all(bench, quick=quick)]
    compared = await _beside_the_floor(bench, database_url, redis_url, quick=quick)
    redis = await working_memory_bytes(bench.target, redis_url, bench.run) if redis_url else None
    console().print(_speed_table(measured, memories))
    if compared:
        console().print(floor_table(compared))
    if redis is not None:
        console().print(_redis_line(redis))
    found = {
        "machine": {"platform": platform.platform(), "python": platform.python_version()},
        "memories": memories,
        "seconds": seconds,
        "measured": [one.as_dict() for one in map(_without_nan, measured)],
        "floor": [one.as_dict() for one in compared],
        "redis": redis,
    }
    console().print(f"written to {write_json('speed', found)}")


async def _beside_the_floor(
    bench: Bench, database_url: str | None, redis_url: str | None, *, quick: bool
) -> list[Compared]:
    if database_url is None or redis_url is None:
        return []
    owner = Owner("default", bench.user_id)
    async with floor_server(database_url, redis_url, owner) as floor:
        return [one async for one in compare(bench, floor, quick=quick)]


def _redis_line(redis: dict[str, int]) -> str:
    at_once, settled = (redis[name] / 1_000_000 for name in ("at_once", "settled"))
    return (
        f"Redis, {redis['messages']:,} messages in working memory: {settled:.1f} MB when archived, "
        f"{at_once:.1f} MB right after saving"
    )


def _speed_table(measured: Sequence[Measured], memories: int) -> Table:
    table = Table(title=f"Speed; the user searched has {memories:,} memories", title_justify="left")
    table.add_column("")
    for name in ("connections", "requests", "a second", "p50 ms", "p95 ms", "p99 ms", "longest", "errors", "generator"):
        table.add_column(name, justify="right")
    for one in measured:
        errors = ", ".join(f"{number} × {status}" for status, number in sorted(one.errors.items())) or "0"
        times = [f"{value:.1f}" for value in (one.p50, one.p95, one.p99, one.longest)]
        row = (str(one.connections), str(one.requests), f"{one.rate:.0f}", *times, errors, f"{one.generator_cpu:.0%}")
        table.add_row(one.name, *row)
    return table


def _without_nan(one: Measured) -> Measured:
    """JSON has no NaN: a measurement without answers says 0."""
    if not math.isnan(one.p50):
        return one
    return replace(one, p50=0.0, p95=0.0, p99=0.0)
