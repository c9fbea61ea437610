"""`export --tenant` and `import FOLDER`: a whole tenant, straight from and to the stores."""

import asyncio
from collections.abc import Coroutine, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import orjson
import typer
from pydantic import TypeAdapter, ValidationError

from app.adapters.postgres.migrate import check_schema, known_migrations
from app.adapters.postgres.stats_store import PostgresStatsStore
from app.bootstrap import build_services, open_tools
from app.cli.common import secret
from app.cli.tenant.folder import open_folder
from app.cli.tenant.incoming import Imported, TenantImport
from app.cli.tenant.manifest import FORMAT, VERSION, Head, read_manifest, total_records
from app.cli.tenant.outgoing import Exported, TenantExport
from app.domain.errors import SetupError, StoreUnavailable
from app.domain.models import KNOWLEDGE_USER, Owner
from app.service.fields import Id
from app.settings import Settings

T = TypeVar("T")
_ID: Final = TypeAdapter(Id)
_SHARED: Final = "(what the tenant's users share)"


def export_tenant(settings: Settings, tenant_id: str, path: Path) -> bool:
    """Export a tenant into a folder and tell what was done; true when nothing is missing. Raises SetupError."""
    check_schema(secret(settings.database_url))
    settings = settings.model_copy(update={"embedder": "none"})  # vectors travel as they are, none is made

    async def run() -> tuple[Exported, Mapping[str, int], int]:
        async with open_tools(settings) as tools:
            users = build_services(tools).users
            counts = await PostgresStatsStore(tools.database).tenant_counts(tenant_id)
            shared = await users.stamp(Owner(tenant_id, KNOWLEDGE_USER))
            if not counts["users"] and shared is None and not await users.archive_waiting(tenant_id):
                counts = await PostgresStatsStore(tools.database).tenant_counts(tenant_id)
                if not counts["users"]:
                    raise SetupError(f"There is nothing of tenant {tenant_id!r}; `keys list` shows how names are spelt")
            with open_folder(path, _head(tenant_id)) as folder:
                done = await TenantExport(users, folder, tenant_id).run(counts["users"])
                folder.finish(sorted(done.failed))
                return done, total_records(folder.entries.values()), counts["dead_letters"]

    done, records, dead_letters = _run(run(), "run the same export again, it goes on where it was")
    typer.echo(
        f"{done.written + done.kept} files in {path}: {done.written} written, {done.kept} whole already, "
        f"{done.gone} deleted; {_counted(records)}",
        err=True,
    )
    if done.busy:
        typer.echo(f"{done.busy} users were saved to while their file was written; run it again for the rest", err=True)
    if dead_letters:
        typer.echo(f"{dead_letters} dead letters are not in it: `python -m app dead-letters list`, `requeue`", err=True)
    _tell_failed("exported", done.failed)
    return not done.failed


def import_tenant(settings: Settings, path: Path, tenant_id: str | None) -> bool:
    """Import a folder, under its own tenant or another, and tell what was done; true when nobody failed.

    Raises SetupError for a folder that is no whole export, or of a version that is not known here.
    """
    manifest = read_manifest(path)
    if manifest.head.schema_id not in known_migrations():
        raise SetupError(
            f"{path} was exported by a newer Haima (its schema {manifest.head.schema_id} is unknown here); "
            "import it with that version"
        )
    tenant_id = tenant_id or manifest.head.tenant_id
    _check_ids([tenant_id, *(entry.user_id for entry in manifest.entries.values() if entry.user_id)], path)
    check_schema(secret(settings.database_url))

    async def run() -> Imported:
        async with open_tools(settings) as tools:
            return await TenantImport(build_services(tools).users, path, manifest, tenant_id).run()

    done = _run(run(), "run the same import again, what is there already stays as it is")
    typer.echo(f"{done.users} users imported into tenant {tenant_id}, new: {_counted(done.records)}", err=True)
    if manifest.missing:
        typer.echo(f"not in the export, since exporting them failed: {_quoted(manifest.missing)}", err=True)
    _tell_failed("imported", done.failed)
    return not done.failed


def _run(work: Coroutine[Any, Any, T], advice: str) -> T:
    try:
        return asyncio.run(work)
    except StoreUnavailable as error:
        raise SetupError(f"{error.store} stays away; when it answers, {advice}") from None


def _head(tenant_id: str) -> Head:
    return Head(
        format=FORMAT,
        version=VERSION,
        tenant_id=tenant_id,
        schema_id=max(known_migrations()),
        started_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _check_ids(ids: Iterable[str], path: Path) -> None:
    for id in ids:
        try:
            _ID.validate_python(id)
        except ValidationError:
            raise SetupError(f"{_quoted([id])} is no id: correct --tenant, or take another copy of {path}") from None


def _counted(records: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in sorted(records.items()) if count) or "no records"


def _tell_failed(done: str, failed: Mapping[str, str]) -> None:
    if failed:
        typer.echo(f"{len(failed)} could not be {done}:", err=True)
    for user_id, error in sorted(failed.items()):
        typer.echo(f"  {_quoted([user_id]) if user_id else _SHARED}: {error}", err=True)


def _quoted(ids: Iterable[str]) -> str:
    return ", ".join(orjson.dumps(id).decode() for id in ids)
