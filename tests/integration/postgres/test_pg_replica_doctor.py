"""What `doctor` says of a read replica: a real one, one that is behind, and what is none."""

from collections.abc import Callable

import psycopg
import pytest
from pydantic import SecretStr
from replica_pair import Pair

from app.adapters.postgres.database import Database
from app.cli import replica_check
from app.cli.common import load_settings
from app.cli.doctor import _guarded, _replica
from app.cli.findings import Finding
from app.domain.errors import SetupError
from app.settings import Settings


def asked(primary: str, replica: str | None) -> dict[str, Finding]:
    """What is found, by subject."""
    settings = Settings(_env_file=None, database_url=primary, database_read_url=replica)
    return {finding.subject: finding for finding in _guarded(_replica, settings)}


def test_a_standby_of_the_primary_is_well(pair: Pair) -> None:
    found = asked(pair.primary_url, pair.replica_url)
    assert {subject: finding.level for subject, finding in found.items()} == {"replica": "ok", "replica schema": "ok"}
    assert "in recovery" in found["replica"].found
    assert asked(pair.primary_url, None) == {}


@pytest.mark.usefixtures("behind")
def test_one_that_is_behind_is_said_with_how_far(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replica_check, "PATIENCE_SECONDS", 0.3)
    with psycopg.connect(pair.primary_url, autocommit=True) as connection:
        connection.execute("create table filler as select repeat(md5(i::text), 50) from generate_series(1, 2000) i")
        connection.execute("drop table filler")
    finding = asked(pair.primary_url, pair.replica_url)["replica"]
    assert finding.level == "warn"
    assert float(finding.found.partition(" MiB")[0].rpartition(" ")[2]) > 1.0
    assert "pg_stat_replication" in finding.advice


def test_what_is_no_standby_of_it_fails(pair: Pair, database_url: str) -> None:
    itself = asked(pair.primary_url, pair.primary_url)["replica"]
    assert (itself.level, "not in recovery" in itself.found) == ("fail", True)
    other = asked(database_url, pair.replica_url)["replica"]
    assert (other.level, other.found) == ("fail", "a standby of another server")


def test_a_schema_that_is_not_ours_is_said(pair: Pair) -> None:
    with psycopg.connect(pair.primary_url, autocommit=True) as connection:
        connection.execute("create database bare")
    try:
        with psycopg.connect(pair.primary_url, autocommit=True) as connection:
            row = connection.execute("select pg_current_wal_lsn()::text").fetchone()
        assert row is not None
        pair.wait_for(row[0])
        bare = [url.replace("@/haima", "@/bare", 1) for url in (pair.primary_url, pair.replica_url)]
        found = asked(*bare)
        assert found["replica"].level == "ok"
        assert found["replica schema"].level == "warn"
    finally:
        with psycopg.connect(pair.primary_url, autocommit=True) as connection:
            connection.execute("drop database bare with (force)")


def test_one_that_is_away_is_a_failure_and_no_password_is_said(pair: Pair) -> None:
    finding = asked(pair.primary_url, "postgresql://haima:sesame@127.0.0.1:1/haima")["replica"]
    assert finding.level == "fail"
    assert "HAIMA_DATABASE_READ_URL" in finding.advice
    assert "sesame" not in finding.found


def test_an_address_that_cannot_be_read_is_refused_without_its_password(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The pool would log it at every try."""
    bad = "postgresql//haima:sesame@host/haima"
    settings = Settings(_env_file=None, database_url="postgresql://host/haima")
    monkeypatch.setenv("HAIMA_DATABASE_READ_URL", bad)
    refusals: list[tuple[str, Callable[[], object]]] = [
        ("HAIMA_DATABASE_URL", lambda: Database.from_settings(Settings(_env_file=None, database_url=bad))),
        ("HAIMA_DATABASE_READ_URL", lambda: Database.from_settings(settings, SecretStr(bad))),
        ("HAIMA_DATABASE_READ_URL", load_settings),
    ]
    for name, refused in refusals:
        with pytest.raises(SetupError, match=f"{name} cannot be read") as told:
            refused()
        assert "sesame" not in str(told.value) + caplog.text
