"""Where the stores of a test session are."""

from dataclasses import dataclass
from urllib.parse import urlsplit, urlunsplit


@dataclass(frozen=True)
class Stores:
    """Where this test session's stores are."""

    database_url: str
    redis_url: str

    def database(self, name: str) -> str:
        """DSN of another database of the same server."""
        return urlunsplit(urlsplit(self.database_url)._replace(path=f"/{name}"))
