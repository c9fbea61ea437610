"""Takes the JSON out of what a chat model wrote: bare, in a code fence, after its thoughts, or with prose around it."""

import json
import re
from typing import Any, Final

_THOUGHTS: Final = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCED: Final = re.compile(r"```[\w-]*[ \t]*\r?\n(.*?)```", re.DOTALL)
_MOST_STARTS: Final = 20


def loads(text: str | bytes) -> Any:
    """Return the value of a JSON text; lone surrogates come through as they are, NaN and its like do not.

    Raises ValueError for anything that is not JSON, or nested too deep.
    """
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("nested too deep") from None


def find_json(text: str) -> Any:
    """Return the first JSON object or list in a text. Raises ValueError where none is whole."""
    rest = _THOUGHTS.sub(" ", text).strip()
    candidates = [rest, *(match.group(1) for match in _FENCED.finditer(rest))]
    for candidate in candidates:
        try:
            found = loads(candidate)
        except ValueError:
            continue
        if isinstance(found, dict | list):
            return found
    return _decode_inside(rest)


def _decode_inside(text: str) -> Any:
    """Return the first whole object or list that begins somewhere in a text."""
    decoder = json.JSONDecoder(parse_constant=_refuse)
    place = 0
    for _ in range(_MOST_STARTS):
        starts = [start for start in (text.find("{", place), text.find("[", place)) if start >= 0]
        if not starts:
            break
        place = min(starts)
        try:
            found, _ = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        if found or isinstance(found, dict):
            return found
        place += 1
    raise ValueError("there is no whole JSON object in the answer")


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
