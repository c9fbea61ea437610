"""Weighs what a message does to a known fact by what the aligner's linear model and the encoder say of it.

Learned (`fit.py`) on pairs from which neither had learned.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from app.domain.extraction.aligner.echo import echoes
from app.domain.extraction.aligner.features import PairView
from app.domain.extraction.attributes import holds_many
from app.domain.extraction.encoded.effects import FactEffect
from app.domain.extraction.encoded.steps import step_of
from app.domain.linear import LinearModel, read_model

FILE: Final = Path(__file__).with_name("pairs.npz")


def pair_evidence(pair: PairView, linear: Mapping[str, float], effect: FactEffect) -> set[str]:
    """Return the features of a message beside a fact: `linear` are the aligner's chances of the relations, in order."""
    size = min(len(pair.view.tokens) // 6, 5)
    many, named = holds_many(pair.fact.attribute), bool(pair.mention.at)
    echoed = min(3, echoes(pair.view.text, pair.fact.told)) if pair.fact.told else "-"
    encoded = dict(zip(linear, effect.relations, strict=True))
    likeliest = max(encoded, key=lambda name: encoded[name])
    by_linear = max(linear, key=lambda name: linear[name])
    found = {
        f"m{likeliest}/{by_linear}", f"many{many}{likeliest}", f"named{named}{likeliest}",
        f"just{pair.fact.just}{likeliest}", f"size{size}{likeliest}", f"g{pair.group}{likeliest}",
        f"echo{echoed}", f"echo{echoed}{likeliest}", f"echo{echoed}n{named}{likeliest}",
        f"kin{pair.fact.relation != 'user'}{pair.fact.named}",
        f"v{step_of(effect.chance)}", f"v{step_of(effect.chance)}{likeliest}",
    }  # fmt: skip
    for name, chance in encoded.items():
        step = step_of(chance)
        found |= {f"e{name}{step}", f"e{name}{step}j{pair.fact.just}", f"e{name}{step}n{named}m{many}"}
        found |= {f"l{name}{step_of(linear[name])}", f"el{name}{step},{step_of(linear[name])}"}
    return found


@cache
def pair_verdict() -> LinearModel:
    """Return the model that comes with the package, read once."""
    return read_model(FILE)
