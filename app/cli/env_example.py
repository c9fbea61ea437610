"""The text of `.env.example`, made from the settings themselves."""

import ast
import inspect
import json
from typing import Any, Final

from app.settings import Settings

_UNITS: Final = {
    "_seconds": "seconds",
    "_ms": "milliseconds",
    "_days": "days",
    "_bytes": "bytes",
    "_mb": "MiB",
    "_chars": "characters",
    "_rounds": "rounds",
}


def render() -> str:
    """Return every setting with its description, unit and default, in order, under the headings of `Settings`."""
    lines = [
        "# Settings of Haima. Copy to .env and change what you need; every line shows the default.",
        "# Unset means what the description says.",
    ]
    headings = _headings()
    for name, field in Settings.model_fields.items():
        if name in headings:
            lines += ["", f"# --- {headings[name]} ---"]
        unit = next((unit for suffix, unit in _UNITS.items() if name.endswith(suffix)), None)
        lines += ["", f"# {field.description}" + (f" Unit: {unit}." if unit else "")]
        if choices := _choices(field.annotation):
            lines.append(f"# One of: {', '.join(choices)}.")
        lines.append(f"#HAIMA_{name.upper()}={_shown(field.default)}")
    return "\n".join(lines) + "\n"


def _shown(default: Any) -> str:
    if default is None:
        return ""
    text = json.dumps(default) if isinstance(default, dict) else str(default)
    return f'"{text}"' if text != text.strip() else text


def _choices(annotation: Any) -> list[str]:
    values = getattr(annotation, "__args__", ())
    return [value for value in values if isinstance(value, str)]


def _headings() -> dict[str, str]:
    """Map the first setting under each comment line of `Settings` to that comment."""
    lines = inspect.getsource(Settings).splitlines()
    places = {
        node.lineno: node.target.id
        for node in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return {
        places[number + 1]: line.strip().removeprefix("#").strip()
        for number, line in enumerate(lines, start=1)
        if line.strip().startswith("#") and number + 1 in places
    }
