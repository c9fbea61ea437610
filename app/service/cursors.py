"""Opaque places in a list: where the next page goes on."""

import base64
import binascii
from datetime import UTC, datetime, timedelta

import orjson

from app.domain.errors import InvalidRequest

MAX_CURSOR_CHARS = 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def encode_cursor(at: datetime, id: str) -> str:
    """Return the cursor that continues behind the entry with this time and id."""
    micros = (at - _EPOCH) // timedelta(microseconds=1)
    return base64.urlsafe_b64encode(orjson.dumps([micros, id])).rstrip(b"=").decode()


def decode_cursor(cursor: str) -> tuple[datetime, str]:
    """Return time and id of a cursor. Raises InvalidRequest for what this service did not make."""
    try:
        if len(cursor) > MAX_CURSOR_CHARS:
            raise ValueError("too long")
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        micros, id = orjson.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if not (isinstance(micros, int) and isinstance(id, str) and id) or "\x00" in id:
            raise ValueError("wrong parts")
        return _EPOCH + timedelta(microseconds=micros), id
    except (ValueError, TypeError, OverflowError, binascii.Error):
        raise InvalidRequest([("cursor", "is not one that this service gave")]) from None
