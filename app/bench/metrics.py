"""What a ranked list of turns is worth, given the turns that hold the answer. Pure arithmetic.

hit@k: some answer among the first k; recall@k: the share of the answers there; MRR@10: 1 / rank of the first answer,
0 beyond rank 10; nDCG@10 with gain 1 for each answer and discount log2(rank + 1) (Järvelin and Kekäläinen 2002).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log2, nan
from typing import Final

RANK_METRICS: Final = ("hit@1", "hit@5", "hit@10", "recall@5", "recall@10", "mrr@10", "ndcg@10")


def ranked(results: Iterable[Sequence[str]]) -> list[str]:
    """One place for each turn in the order of the results and of the turns inside them; a turn counts once."""
    return list(dict.fromkeys(turn for turns in results for turn in turns))


def rank_metrics(order: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """Every metric of `RANK_METRICS` of one question; `gold` is not empty."""
    ranks = [rank for rank, turn in enumerate(order[:10], 1) if turn in gold]
    ideal = sum(1 / log2(rank + 1) for rank in range(1, min(len(gold), 10) + 1))
    return {
        "hit@1": float(any(rank <= 1 for rank in ranks)),
        "hit@5": float(any(rank <= 5 for rank in ranks)),
        "hit@10": float(bool(ranks)),
        "recall@5": sum(rank <= 5 for rank in ranks) / len(gold),
        "recall@10": len(ranks) / len(gold),
        "mrr@10": 1 / ranks[0] if ranks else 0.0,
        "ndcg@10": sum(1 / log2(rank + 1) for rank in ranks) / ideal,
    }


def is_fresh_first(order: Sequence[str], gold: Collection[str], stale: Collection[str]) -> bool:
    """Whether the best-ranked answer stands above the best-ranked outdated one; one that is not there does not."""
    first = next((turn for turn in order if turn in gold or turn in stale), None)
    return first is not None and first in gold


def area_under_roc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """How often a positive's score is above a negative's, ties counting half; NaN where either is missing."""
    if not positive or not negative:
        return nan
    scores = sorted([(score, 0) for score in negative] + [(score, 1) for score in positive])
    above = 0.0
    below = index = 0
    while index < len(scores):
        stop = index
        while stop < len(scores) and scores[stop][0] == scores[index][0]:
            stop += 1
        positives = sum(kind for _, kind in scores[index:stop])
        negatives = stop - index - positives
        above += positives * (below + negatives / 2)
        below += negatives
        index = stop
    return above / (len(positive) * len(negative))


def mean_of(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each metric over the rows that have it."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: mean([row[name] for row in rows if name in row]) for name in names}


def mean(values: Sequence[float]) -> float:
    """The mean, NaN for none."""
    return sum(values) / len(values) if values else nan


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` (0 to 1) of the values do not exceed, NaN for none."""
    if not values:
        return nan
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]
