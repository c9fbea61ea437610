"""All SQL of Haima: named statements in `sql/*.sql`, read once when this module is imported.

A statement starts with a line `-- name: theme.verb` and runs to the next such line. Each filters on owner_id, tenant_id
and user_id, except in the files OVER_USERS; a test reads them all for it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, LiteralString

FOLDER: Final = Path(__file__).parent / "sql"
OVER_USERS: Final = ("sweeps.sql", "keys.sql", "tenants.sql")
"""Files whose statements go over many users, on purpose: background work, keys, operators' counts."""
_HEADER: Final = re.compile(r"^-- name: ([a-z_]+\.[a-z_]+)\n", re.MULTILINE)


def read_statements(folder: Path = FOLDER) -> dict[str, LiteralString]:
    """Return every statement by name. Raises ValueError for a name given twice or text before the first name."""
    found: dict[str, LiteralString] = {}
    for path in sorted(folder.glob("*.sql")):
        for name, text in _split(path):
            if name in found:
                raise ValueError(f"{path.name}: the statement {name} is there twice")
            found[name] = text
    return found


def _split(path: Path) -> Iterator[tuple[str, LiteralString]]:
    """Files of the program are as literal as its code; values are always parameters."""
    head, *rest = _HEADER.split(path.read_text(encoding="utf-8"))
    if any(line and not line.startswith("--") for line in head.splitlines()):
        raise ValueError(f"{path.name}: text before the first `-- name:` line")
    for name, text in zip(rest[::2], rest[1::2], strict=True):
        yield name, text.strip().removesuffix(";")


SQL: Final[Mapping[str, LiteralString]] = read_statements()

BULK: Final = frozenset(text for file in OVER_USERS if file != "keys.sql" for _, text in _split(FOLDER / file))
"""The statements that read the rows of many users; keys belong to no user."""
