"""`python -m app forget-policy` on real stores."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import psycopg
import pytest
from typer.testing import CliRunner

from app.adapters.postgres.archive import PostgresArchive
from app.adapters.postgres.database import Database
from app.cli.commands import cli
from app.domain.ids import new_id
from app.domain.models import Layers, NewMemory, Owner
from app.service.ports import ArchiveBatch, PendingWork
from app.service.prepare import rows_of

NOW = datetime.now(UTC)


def memory(content: str, importance: float) -> NewMemory:
    return NewMemory(
        new_id(), content, "conversation", importance, Layers.EPISODIC, None, None, "shared", None, {}, NOW, None, None,
        NOW + timedelta(days=1), pinned=False,
    )  # fmt: skip


@pytest.fixture
async def filled(database_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database with two users of one tenant, one of another, and three memories each."""
    async with Database(database_url) as database:
        for owner in (Owner("acme", "u1"), Owner("acme", "u2"), Owner("other", "u1")):
            memories = tuple(memory(f"step {value}", value) for value in (0.7, 0.5, 0.4))
            work = PendingWork(owner, (), memories)
            batch = ArchiveBatch(work, tuple(rows_of(work, embed_from=0.4)))
            await PostgresArchive(database).store([batch], model="", now=NOW)
    monkeypatch.setenv("HAIMA_DATABASE_URL", database_url)
    monkeypatch.setenv("HAIMA_REDIS_URL", redis_url)
    monkeypatch.setenv("HAIMA_EMBEDDER", "none")
    return database_url


def hidden(url: str) -> int:
    with psycopg.connect(url) as connection:
        row = connection.execute("select count(*) from memories where forgotten_at is not null").fetchone()
    return row[0] if row else -1


def ask(*arguments: str) -> str:
    answer = CliRunner().invoke(cli, ["forget-policy", "--tenant", "acme", *arguments])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_a_dry_run_then_the_run_then_its_undoing(filled: str) -> None:
    dry = ask("--capacity", "1", "--dry-run")
    assert sorted(line.split("  ")[:2] for line in dry.splitlines()) == [
        ["acme/u1", "2 memories would be forgotten"],
        ["acme/u2", "2 memories would be forgotten"],
    ]
    assert hidden(filled) == 0
    done = ask("--capacity", "1", "--user", "u1")
    assert done.splitlines()[-1] == "2 memories forgotten"
    assert hidden(filled) == 2
    (receipt,) = [line.split()[1] for line in done.splitlines() if line.startswith("receipt")]
    assert ask("--user", "u1", "--undo", receipt).strip() == "2 restored"
    assert hidden(filled) == 0
    assert ask("--capacity", "1").count("2 memories forgotten") == 2
    assert hidden(filled) == 4


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [([], "--preset"), (["--preset", "ever"], "there are chat"), (["--undo", str(UUID(int=1))], "--user")],
)
def test_what_is_missing_is_said(filled: str, arguments: list[str], hint: str) -> None:
    answer = CliRunner().invoke(cli, ["forget-policy", *arguments])
    assert answer.exit_code != 0
    assert hint in str(answer.exception)
