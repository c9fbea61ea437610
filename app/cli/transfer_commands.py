"""The options of the `export` and `import` commands."""

from pathlib import Path
from typing import Annotated

import typer

from app.cli.common import load_settings, reach_stores
from app.domain.errors import SetupError

Url = Annotated[str, typer.Option(help="Address of the running service, for one user.")]
ApiKey = Annotated[str | None, typer.Option(envvar="HAIMA_API_KEY", help="API key, if the service wants one.")]
Embedded = Annotated[
    bool, typer.Option("--embedded", help="Of a tenant: use the bundled PostgreSQL and Valkey in HAIMA_DATA_DIR.")
]
WHICH = "Say what to export: one user (--user ID --out FILE), or a whole tenant (--tenant NAME FOLDER)"


def export(
    folder: Annotated[Path | None, typer.Argument(help="Where a tenant's files go; - is not possible.")] = None,
    tenant: Annotated[str | None, typer.Option(help="A whole tenant, from the stores.")] = None,
    user: Annotated[str | None, typer.Option(help="One user, from the running service.")] = None,
    out: Annotated[Path | None, typer.Option(help="File to write one user to; - is stdout.")] = None,
    finetune: Annotated[bool, typer.Option("--finetune", help="Pairs to train a chat model with, instead.")] = False,
    consent: Annotated[
        bool, typer.Option("--consent", help="The user agreed to that; needed with --finetune.")
    ] = False,
    url: Url = "http://127.0.0.1:8080",
    key: ApiKey = None,
    embedded: Embedded = False,
) -> None:
    """Write everything of one user into a file, or of a whole tenant into a folder. The files are NDJSON.

    A tenant's export goes on where it was interrupted, and may be repeated: then only who has changed is written.

    \b
    Example:
      python -m app export --user u1 --out u1.ndjson
    Example, a whole tenant (add --embedded for the embedded stores):
      python -m app export --tenant acme acme-export
    Example, as chat messages for fine-tuning:
      python -m app export --user u1 --out u1.jsonl --finetune --consent
    """
    if user is not None and out is not None and tenant is None and folder is None:
        from app.cli.transfer import export_to_file

        export_to_file(url, key, user, out, finetune=finetune, consent=consent)
    elif tenant is not None and folder is not None and user is None and out is None and not finetune:
        from app.cli.tenant.commands import export_tenant

        with reach_stores(load_settings(), embedded=embedded) as settings:
            if not export_tenant(settings, tenant, folder):
                raise typer.Exit(1)
    else:
        raise SetupError(WHICH)


def import_back(
    path: Annotated[Path, typer.Argument(help="A file or a folder that `export` wrote; - is stdin.")],
    tenant: Annotated[str | None, typer.Option(help="Of a folder: another tenant to import into.")] = None,
    user: Annotated[str | None, typer.Option(help="Of a file: another user's id to import under.")] = None,
    url: Url = "http://127.0.0.1:8080",
    key: ApiKey = None,
    embedded: Embedded = False,
) -> None:
    """Bring an export back: one user through the running service, a whole tenant into the stores.

    Each user comes back all or nothing; what is there already stays as it is. The exit code is 1 where a user's import
    failed; the others went on.

    \b
    Example:
      python -m app import u1.ndjson
    Example, a whole tenant:
      python -m app import acme-export --tenant acme-copy
    """
    if path.is_dir():
        from app.cli.tenant.commands import import_tenant

        if user is not None:
            raise SetupError(f"{path} is a whole tenant; import one user's file of it to name another --user")
        with reach_stores(load_settings(), embedded=embedded) as settings:
            if not import_tenant(settings, path, tenant):
                raise typer.Exit(1)
        return
    from app.cli.transfer import import_from_file

    if tenant is not None:
        raise SetupError(f"{path} is not a folder of a tenant's export; a user's tenant is that of the --key")
    import_from_file(url, key, path, user)
