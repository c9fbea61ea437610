"""An export that is repeated, interrupted, written to meanwhile, or refused; an import of what is damaged."""

import asyncio
import hashlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from tenant_filling import Tenant, command, files_of, open_tenant, run

from app.adapters.postgres.transfer import PostgresTransfer
from app.cli.tenant.folder import open_folder
from app.cli.tenant.manifest import FORMAT, MANIFEST, UNFINISHED, VERSION, Head, file_of
from app.cli.tenant.outgoing import TenantExport
from app.domain.errors import SetupError
from app.domain.models import Owner
from app.settings import Settings

QUOTED = "what a user wrote"
USERS = ("u1", "u2", "朵朵")


@pytest.fixture
async def acme(api_settings: Settings) -> AsyncIterator[Tenant]:
    """Three users with a memory each."""
    async with open_tenant(api_settings, "acme") as tenant:
        for user_id in USERS:
            await tenant.remember(user_id, f"said by {user_id}")
        yield tenant


class Command:
    """The command line on one test's stores, with a folder to export into."""

    def __init__(self, settings: Settings, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._stores = (settings, monkeypatch)
        self.folder = folder

    async def export(self) -> str:
        return await run(*self._stores, "export", "--tenant", "acme", str(self.folder))

    async def load(self, *arguments: str) -> str:
        return await run(*self._stores, "import", str(self.folder), *arguments)

    async def refused(self, *arguments: str) -> str:
        """Run what has to fail; return what it said."""
        done = await asyncio.to_thread(command, *self._stores, *arguments)
        assert done.exit_code == 1
        return done.output + (str(done.exception) if isinstance(done.exception, SetupError) else "")

    def path_of(self, user_id: str, tenant_id: str = "acme") -> Path:
        return self.folder / file_of(Owner(tenant_id, user_id))


@pytest.fixture
def shell(api_settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Command:
    return Command(api_settings, monkeypatch, tmp_path / "out")


async def test_a_second_export_writes_what_has_changed(acme: Tenant, shell: Command) -> None:
    assert "4 written, 0 whole already" in await shell.export()
    first = files_of(shell.folder)
    assert "1 written, 3 whole already" in await shell.export(), (
        "what the tenant's users share is small, and always written"
    )
    await acme.remember("u2", "said later")
    assert "2 written, 2 whole already" in await shell.export()
    changed = {name for name, body in files_of(shell.folder).items() if first.get(name) != body}
    assert changed == {MANIFEST, file_of(Owner("acme", "u2"))}
    assert b"said later" in shell.path_of("u2").read_bytes()


async def test_a_file_that_is_damaged_or_gone_is_written_anew(acme: Tenant, shell: Command) -> None:
    await shell.export()
    first = files_of(shell.folder)
    body = shell.path_of("u1").read_bytes()
    shell.path_of("u1").write_bytes(body.replace(b"said by u1", b"said by u9"))  # as long as before
    shell.path_of("朵朵").unlink()
    assert "3 written, 1 whole already" in await shell.export()
    again = files_of(shell.folder)
    assert {name: body for name, body in again.items() if name != MANIFEST} == {
        name: body for name, body in first.items() if name != MANIFEST
    }


async def test_who_was_erased_leaves_an_older_export_when_it_is_repeated(acme: Tenant, shell: Command) -> None:
    await shell.export()
    await acme("POST", "/v1/forget", json={"user_id": "u1", "all": True, "erase": True})
    await shell.export()
    assert b"said by u1" not in b"".join(files_of(shell.folder).values())


async def test_who_is_saved_to_while_it_runs_is_caught_or_counted(acme: Tenant, shell: Command) -> None:
    users = acme.api.services.users
    look, late, always = users.stamp, dict[str, str](), [False]

    async def look_then_save(owner: Owner) -> Any:
        stamp = await look(owner)
        if owner.user_id == "u1" and (always[0] or "u1" not in late):
            late["u1"] = f"late {len(late)} {always[0]}"
            await acme.remember("u1", late["u1"])
        elif owner.user_id == "u2" and "u2" not in late:
            late["u2"] = "from a user who was not there"
            await acme.save("u9", 202, mode="async", session_id="s", messages=[{"role": "user", "content": late["u2"]}])
        return stamp

    head = Head(format=FORMAT, version=VERSION, tenant_id="acme", schema_id="0001.initial", started_at="")
    users.stamp = look_then_save
    try:
        with open_folder(shell.folder, head) as folder:
            done = await TenantExport(users, folder, "acme").run(3)
            folder.finish([])
        assert (done.written, done.busy, done.failed) == (5, 0, {})
        everything = b"".join(files_of(shell.folder).values())
        assert len(late) == 2
        assert all(text.encode() in everything for text in late.values())
        always[0] = True
        await acme.remember("u1", "once more")
        with open_folder(shell.folder, head) as folder:
            done = await TenantExport(users, folder, "acme").run(3)
        assert (done.written, done.busy) == (2, 1), "who never rests is counted"
    finally:
        users.stamp = look


async def test_a_user_who_cannot_be_exported_is_named_and_the_others_go_on(
    acme: Tenant, shell: Command, caplog: pytest.LogCaptureFixture
) -> None:
    users = acme.api.services.users
    export = users.export

    async def broken_export(owner: Owner) -> Any:
        if owner.user_id == "u1":
            raise ValueError(QUOTED)
        return await export(owner)

    head = Head(format=FORMAT, version=VERSION, tenant_id="acme", schema_id="0001.initial", started_at="")
    users.export = broken_export
    try:
        with open_folder(shell.folder, head) as folder:
            done = await TenantExport(users, folder, "acme").run(3)
            folder.finish(sorted(done.failed))
    finally:
        users.export = export
    assert [*done.failed] == ["u1"]
    assert done.failed["u1"].startswith("ValueError, which was not foreseen. Run the same export again")
    assert "in broken_export" in caplog.text, "the trace is logged"
    assert QUOTED not in caplog.text, "what an error says may quote a user"
    assert not shell.path_of("u1").exists()
    assert 'failed: "u1"' in await shell.load("--tenant", "copy")


async def test_an_unforeseen_error_of_an_import_is_logged_with_its_trace_and_told(
    acme: Tenant, shell: Command, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await shell.export()
    put = PostgresTransfer.import_user

    async def broken_import(self: PostgresTransfer, owner: Owner, *arguments: Any, **named: Any) -> dict[str, int]:
        if owner.user_id == "u1":
            raise ValueError(QUOTED)
        return await put(self, owner, *arguments, **named)

    monkeypatch.setattr(PostgresTransfer, "import_user", broken_import)
    said = await shell.refused("import", str(shell.folder), "--tenant", "copy")
    assert "2 users imported" in said
    assert '"u1": ValueError, which was not foreseen. Run the same import again' in said
    assert "in broken_import" in caplog.text
    assert QUOTED not in said + caplog.text


async def test_an_interrupted_export_is_no_export_and_goes_on(acme: Tenant, shell: Command) -> None:
    await shell.export()
    whole = files_of(shell.folder)
    lines = whole[MANIFEST].splitlines(keepends=True)
    kept = [line for line in lines[1:-1] if orjson.loads(line)["user_id"] == "u1"]
    (shell.folder / MANIFEST).unlink()
    (shell.folder / UNFINISHED).write_bytes(lines[0] + kept[0] + b'{"file":"users/ab')
    left = shell.path_of("u2").with_suffix(".jsonl.part")
    left.write_bytes(b"half")
    shell.path_of("u2").unlink()
    assert "was interrupted; run the same `export --tenant` again" in await shell.refused("import", str(shell.folder))
    assert "3 written, 1 whole already" in await shell.export()
    assert not left.exists()
    assert set(files_of(shell.folder)) == set(whole)


@pytest.mark.parametrize("damage", ["changed", "missing", "swapped", "refused"])
async def test_a_user_whose_file_is_damaged_is_named_and_the_others_come(
    acme: Tenant, api_settings: Settings, shell: Command, damage: str
) -> None:
    await shell.export()
    path = shell.path_of("u1")
    body = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        new = {
            "changed": body.replace(b"said by", b"done by"),
            "swapped": shell.path_of("u2").read_bytes(),
            "refused": body.replace(b'"trust":0.5', b'"trust":5.0'),
        }[damage]
        path.write_bytes(new)
        if damage != "changed":  # with checksums that hold
            _rewrite(shell.folder, path, new)
    said = await shell.refused("import", str(shell.folder), "--tenant", "copy")
    assert "1 could not be imported" in said
    why = {"changed": "checksum", "missing": "cannot be read", "swapped": "another user", "refused": "trust"}[damage]
    assert '"u1": ' in said
    assert why in said.partition('"u1": ')[2].splitlines()[0]
    async with open_tenant(api_settings, "copy") as copy:
        assert await copy.contents("u1") == []
        assert await copy.contents("u2") == ["said by u2"]
        assert await copy.contents("朵朵") == ["said by 朵朵"]


def _rewrite(folder: Path, path: Path, body: bytes) -> None:
    """Let the manifest say of a file what it is now."""
    lines = [orjson.loads(line) for line in (folder / MANIFEST).read_bytes().splitlines()]
    for line in lines[1:-1]:
        if folder / line["file"] == path:
            line |= {"bytes": len(body), "sha256": hashlib.sha256(body).hexdigest()}
    _seal(folder, lines)


def _seal(folder: Path, lines: list[dict[str, Any]]) -> None:
    """Write a manifest that is as whole as one of ours."""
    before = b"".join(orjson.dumps(line) + b"\n" for line in lines[:-1])
    lines[-1]["sha256"] = hashlib.sha256(before).hexdigest()
    (folder / MANIFEST).write_bytes(before + orjson.dumps(lines[-1]) + b"\n")


async def test_manifests_that_are_refused(acme: Tenant, api_settings: Settings, shell: Command) -> None:
    await shell.export()
    whole = (shell.folder / MANIFEST).read_bytes()

    async def said(**changes: Any) -> str:
        lines = [orjson.loads(line) for line in whole.splitlines()]
        lines[changes.pop("line", 0)] |= changes
        _seal(shell.folder, lines)
        return await shell.refused("import", str(shell.folder), "--tenant", "copy")

    assert "of version 99; this Haima reads" in await said(version=99)
    assert "of version" in await said(format="somebody-else's")
    assert "exported by a newer Haima" in await said(schema_id="9999.from-the-future")
    assert "is damaged" in await said(line=1, file="../../etc/passwd")
    assert "is damaged" in await said(line=1, file="users/ab/" + "c" * 32 + ".jsonl")
    assert "is damaged" in await said(line=1, bytes="many")
    assert "is no id" in await said(line=1, user_id="with a\nnewline")
    for body in (whole[:-2], whole[: len(whole) // 2], whole.replace(b"u1", b"u7"), b"{}\n", b"", b"\xff\xfe"):
        (shell.folder / MANIFEST).write_bytes(body)
        text = await shell.refused("import", str(shell.folder), "--tenant", "copy")
        assert "is damaged" in text or "is no manifest" in text
    async with open_tenant(api_settings, "copy") as copy:
        assert [await copy.contents(user_id) for user_id in (*USERS, "u7")] == [[]] * 4


async def test_what_else_is_refused(acme: Tenant, api_settings: Settings, shell: Command, tmp_path: Path) -> None:
    out = str(shell.folder)
    assert "There is nothing of tenant 'acme2'" in await shell.refused("export", "--tenant", "acme2", out)
    assert not shell.folder.exists(), "a name that is spelt wrong leaves no folder"
    full = tmp_path / "full"
    full.mkdir()
    (full / "mine.txt").write_text("mine")
    assert "is not empty" in await shell.refused("export", "--tenant", "acme", str(full))
    assert files_of(full) == {"mine.txt": b"mine"}
    assert "holds no manifest" in await shell.refused("import", str(full))
    assert "cannot be written" in await shell.refused("export", "--tenant", "acme", str(full / "mine.txt"))
    await shell.export()
    async with open_tenant(api_settings, "other") as other:
        await other.remember("u1", "x")
    assert "holds an export of tenant acme" in await shell.refused("export", "--tenant", "other", out)
    head = Head(format=FORMAT, version=VERSION, tenant_id="acme", schema_id="0001.initial", started_at="")
    with open_folder(shell.folder, head):
        assert "Another export writes into" in await shell.refused("export", "--tenant", "acme", out)
    for arguments in (["export"], ["export", "--tenant", "acme"], ["export", "--user", "u1"], ["export", out]):
        assert "Say what to export" in await shell.refused(*arguments)
    assert "--user" in await shell.refused("import", out, "--user", "u1")
    assert "is not a folder" in await shell.refused("import", str(full / "mine.txt"), "--tenant", "acme")
