"""A primary and its streaming standby, both real."""

import subprocess
import time
from pathlib import Path
from typing import LiteralString

import psycopg

from app.adapters.postgres.migrate import migrate
from app.embedded import EmbeddedStores, StoreOptions, start_stores
from app.embedded.postgres import EmbeddedPostgres, find_binaries, start_postgres
from app.embedded.process import account_for

FAST = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
PATIENCE_SECONDS = 30.0


class Pair:
    """A primary and its standby, each with its own folder and socket."""

    def __init__(self, folder: Path) -> None:
        options = StoreOptions(valkey=False, postgres_options=FAST, sync=False)
        self.stores: EmbeddedStores = start_stores(folder / "first", options)
        assert self.stores.postgres is not None
        self.primary_url = self.stores.database_url
        migrate(self.primary_url)
        self._data, self._sockets = folder / "second" / "postgres", folder / "second" / "run"
        self._sockets.mkdir(parents=True)
        self._account = account_for(self._data)
        copy = [str(find_binaries() / "pg_basebackup"), "-h", str(self.stores.postgres.socket_folder), "-U", "haima"]
        copy += ["-D", str(self._data), "-R", "-X", "stream", "--checkpoint=fast", "--no-sync"]
        subprocess.run(copy, check=True, capture_output=True, timeout=120)
        if self._account is not None:
            owner = f"{self._account.uid}:{self._account.gid}"
            subprocess.run(["chown", "-R", owner, str(self._data.parent)], check=True)
        self.standby: EmbeddedPostgres
        self.start_standby()

    def start_standby(self) -> None:
        options = {**FAST, "hot_standby_feedback": "on"}
        self.standby = start_postgres(self._data, self._sockets, account=self._account, options=options, sync=False)

    @property
    def replica_url(self) -> str:
        return self.standby.dsn

    def ask_standby(self, text: LiteralString, *values: str) -> object:
        with psycopg.connect(self.replica_url, autocommit=True) as connection:
            row = connection.execute(text, values).fetchone()
        return row[0] if row else None

    def wait_for(self, position: str) -> None:
        """Return when the standby has applied everything up to this position in the log."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not self.ask_standby("select pg_last_wal_replay_lsn() >= %s::pg_lsn", position):
            assert time.monotonic() < deadline
            time.sleep(0.02)

    def stop(self) -> None:
        self.standby.stop()
        self.stores.stop()
