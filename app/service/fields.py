"""Field types that both requests and imported rows are made of."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

ID_PATTERN = "^[^\\x00-\\x1f\\x7f-\\x9f]+$"
"""Any Unicode but control characters (category Cc)."""


def parse_time(value: Any) -> datetime:
    """Read ISO 8601 as an aware UTC time; without an offset it is UTC. Raises ValueError for anything else."""
    if isinstance(value, str) and 8 <= len(value) <= 40:
        if value[-6:-5] == " " and "T" in value:  # a query string's "+" that was not escaped
            value = f"{value[:-6]}+{value[-5:]}"
        try:
            time = datetime.fromisoformat(value.upper() if value.isascii() else value)
            return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)
        except (ValueError, OverflowError):
            pass
    raise ValueError("should be a time as in 2026-03-02T08:00:00Z, between the years 1 and 9999")


def whole_number(value: Any) -> Any:
    """Turn a float that is a whole number into an int (1.0 is the same JSON number as 1), and leave the rest."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**53 else value


Id = Annotated[str, StringConstraints(min_length=1, max_length=255, pattern=ID_PATTERN)]
"""An identifier of the caller: 1 to 255 characters of any script, no control characters, compared exactly."""

Text = Annotated[str, StringConstraints(min_length=1)]
Time = Annotated[datetime, BeforeValidator(parse_time)]
Unit = Annotated[float, Field(ge=0, le=1)]
Int = Annotated[int, BeforeValidator(whole_number)]
Metadata = dict[str, Any]
