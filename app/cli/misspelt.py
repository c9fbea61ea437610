"""HAIMA_* variables that name no setting: a misspelt one would otherwise be ignored in silence."""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from pydantic_settings import DotEnvSettingsSource

from app.settings import Settings

PREFIX: Final = "HAIMA_"
BESIDE: Final = frozenset(
    {
        "HAIMA_API_KEY",  # for commands that call a running service
        "HAIMA_API_PROCESSES",
        "HAIMA_POSTGRES_PASSWORD",
        "HAIMA_PUBLISHED_PORT",
        "HAIMA_REDIS_PASSWORD",  # these four are docker-compose.yml's
    }
)
"""Variables that are no settings and are read all the same."""
_SETTINGS: Final = tuple(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)
_LEAST_LIKENESS: Final = 0.6


@dataclass(frozen=True, slots=True)
class Misspelt:
    """A variable that is no setting; `nearest` is the setting with the most similar name, None where none is."""

    name: str
    where: str
    nearest: str | None

    def __str__(self) -> str:
        meant = f"; did you mean {self.nearest}?" if self.nearest else "; `python -m app settings` lists all"
        return f"{self.name} ({self.where}) is no setting and does nothing{meant}"


def find_misspelt() -> list[Misspelt]:
    """Return those of the environment and of the `.env` that the settings are read from, by name."""
    found = [Misspelt(name, "in the environment", _nearest(name)) for name in _unknown(os.environ)]
    file = Settings.model_config.get("env_file")
    found += [
        Misspelt(name, f"in {file}", _nearest(name)) for name in _unknown(DotEnvSettingsSource(Settings).env_vars)
    ]
    return found


def _unknown(names: Iterable[str]) -> list[str]:
    ours = {name.upper() for name in names if name.upper().startswith(PREFIX)}
    return sorted(ours - BESIDE.union(_SETTINGS))


def _nearest(name: str) -> str | None:
    """Compare without the prefix, which all have in common."""
    settings = [setting.removeprefix(PREFIX) for setting in _SETTINGS]
    near = get_close_matches(name.removeprefix(PREFIX), settings, n=1, cutoff=_LEAST_LIKENESS)
    return f"{PREFIX}{near[0]}" if near else None
