"""The form in which OpenAI-compatible servers answer `/v1/embeddings`."""

import base64
import binascii
import time
from email.utils import parsedate_to_datetime
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray

from app.domain.errors import EmbedderUnavailable

_LONGEST_DETAIL = 200


def parse_embeddings(content: bytes, count: int) -> NDArray[np.float32]:
    """Return (count, d) float32 from an answer's body, in the order of `index`; floats and base64 are both understood.

    Raises EmbedderUnavailable for anything else: no JSON, too few or too many, an index twice, lengths that differ.
    """
    try:
        answer = orjson.loads(content)
    except orjson.JSONDecodeError:
        raise EmbedderUnavailable("the answer is not JSON") from None
    entries = answer.get("data") if isinstance(answer, dict) else None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise EmbedderUnavailable("the answer has no list `data`")
    if len(entries) != count:
        raise EmbedderUnavailable(f"asked for {count} vectors and got {len(entries)}")
    rows: dict[int, NDArray[np.float32]] = {}
    for place, entry in enumerate(entries):
        index = entry.get("index", place)
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < count or index in rows:
            raise EmbedderUnavailable(f"a vector has the index {str(index)[:20]}, out of range or given twice")
        rows[index] = _vector(entry.get("embedding"))
    if len({row.shape for row in rows.values()}) > 1:
        raise EmbedderUnavailable("the vectors differ in length")
    return np.stack([rows[index] for index in range(count)])


def _vector(embedding: Any) -> NDArray[np.float32]:
    try:
        if isinstance(embedding, str):
            return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4").astype(np.float32)
        if isinstance(embedding, list):
            vector = np.array(embedding)
            if vector.ndim == 1 and vector.dtype.kind in "fiu":
                with np.errstate(over="ignore"):
                    return vector.astype(np.float32)
    except (ValueError, binascii.Error):
        pass
    raise EmbedderUnavailable("an embedding is neither a list of numbers nor base64 of float32")


def error_detail(status: int, content: bytes, secret: str | None) -> str:
    """Return one line on why the server refused, without the key."""
    try:
        answer = orjson.loads(content)
        error = answer.get("error", answer.get("detail", "")) if isinstance(answer, dict) else ""
        message = error.get("message", "") if isinstance(error, dict) else error
    except orjson.JSONDecodeError:
        message = ""
    text = " ".join(str(message).split())
    if secret:
        text = text.replace(secret, "…")
    return f"the embedding server answered {status}" + (f": {text[:_LONGEST_DETAIL]}" if text else "")


def retry_after_seconds(value: str | None) -> float:
    """Return the seconds that a Retry-After header asks for (a number or a date), 0 without one that makes sense."""
    if not value:
        return 0.0
    try:
        return max(0.0, float(value)) if value.strip().replace(".", "", 1).isdigit() else _until(value)
    except (ValueError, TypeError, OverflowError):
        return 0.0


def _until(date: str) -> float:
    return max(0.0, parsedate_to_datetime(date).timestamp() - time.time())
