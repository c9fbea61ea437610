"""What each part of the ranking is worth: a set measured with all parts, and again with each of them switched off.

The conversations are saved and embedded once; for every part a server of the bench's own is started on the same stores
with that part off (`HAIMA_RANKING_OFF`).
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import orjson

from app.bench.replay import new_suffix
from app.bench.report import console, metric_table, write_json
from app.bench.runs import RECALL_METRICS, measure_set
from app.bench.server import own_server
from app.bench.service import Service
from app.bench.sets import BenchSet, find_sets, load_set
from app.domain.piece_scores import PARTS

NOTHING_OFF: Final = "all parts"
ABLATION_METRICS: Final = (*RECALL_METRICS, "fresh-first", "refusal", "search p50 ms", "search p95 ms")


def measure_ablation(
    path: Path,
    data_dir: Path,
    settings: Mapping[str, str],
    *,
    suffix: str | None,
    limit: int | None,
    questions: int | None,
    concurrency: int,
) -> None:
    """Measure every set at `path` once with all parts and once without each; print a table a set and write JSON."""
    benches = [load_set(folder).first(limit, questions) for folder in find_sets(path)]
    users = suffix or new_suffix()
    found: dict[str, dict[str, Any]] = {bench.name: {} for bench in benches}
    for part in ("", *PARTS):
        off = {"HAIMA_RANKING_OFF": orjson.dumps([part] if part else []).decode()}
        label = f"without {part}" if part else NOTHING_OFF
        console().print(label)
        with own_server(data_dir, {**settings, **off}) as (url, _):
            measured = asyncio.run(_measure(url, benches, users, concurrency, feeding=not part))
        for name, one in measured.items():
            found[name][label] = one
    for bench in benches:
        rows = {label: _row(one) for label, one in found[bench.name].items()}
        console().print(metric_table(f"{bench.name}: each part switched off", rows, ABLATION_METRICS))
    console().print(f"written to {write_json('ablation', found)}")


async def _measure(
    url: str, benches: list[BenchSet], suffix: str, concurrency: int, *, feeding: bool
) -> dict[str, dict[str, Any]]:
    async with Service(url, None, concurrency) as service:
        return {
            bench.name: await measure_set(service, bench, suffix, concurrency, feeding=feeding) for bench in benches
        }


def _row(one: Mapping[str, Any]) -> dict[str, float]:
    row = {"questions": float(one["questions"]), **one["all"]}
    if one["fresh_first"] is not None:
        row["fresh-first"] = one["fresh_first"]["share"]
    if one["refusal_auc"] is not None:
        row["refusal"] = one["refusal_auc"]["relevance"]
    return row | {f"search {name} ms": one["search_ms"][name] for name in ("p50", "p95")}
