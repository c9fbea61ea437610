"""The `verify-erasure` command: looks for what a receipt erased in both stores."""

from uuid import UUID

import typer

from app.adapters.postgres.erasure import ErasureReceipt, find_remains, read_receipt
from app.adapters.redis.erasure import find_in_redis
from app.cli.common import secret
from app.domain.errors import SetupError
from app.settings import Settings


def verify(settings: Settings, *, receipt_id: UUID, texts: list[str]) -> bool:
    """Print what was found, or that nothing was; true when nothing was. Raises SetupError for no such erasure."""
    dsn = secret(settings.database_url)
    receipt = read_receipt(dsn, receipt_id)
    if receipt is None:
        raise SetupError(f"There is no receipt {receipt_id}; `forget` answers it as receipt_id")
    if not receipt.erase:
        raise SetupError(f"Receipt {receipt_id} is of a soft forget, which keeps the text; forget with erase: true")
    found = find_remains(dsn, receipt, texts)
    found += find_in_redis(
        secret(settings.redis_url),
        settings.redis_prefix,
        receipt.owner,
        receipt.memory_ids,
        texts,
        everything=receipt.everything,
    )
    if not receipt.redis_done:
        found.append(("forget_receipts", "the deletes in Redis are not confirmed yet; the worker drives them"))
    _tell(receipt, receipt_id, found)
    return not found


def _tell(receipt: ErasureReceipt, receipt_id: UUID, found: list[tuple[str, str]]) -> None:
    what = "the whole user" if receipt.everything else f"{len(receipt.memory_ids)} memories"
    typer.echo(f"receipt {receipt_id} of {receipt.created_at}: {what} of one user of tenant {receipt.owner.tenant_id}")
    for place, text in found:
        typer.echo(f"  {place}: {text}")
    if not found:
        typer.echo("  nothing of it is left in PostgreSQL's tables or in Redis")
    typer.echo("Not looked at: PostgreSQL's WAL, Redis's append-only file, backups, and logs kept elsewhere.", err=True)
