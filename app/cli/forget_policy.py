"""The `forget-policy` command: what has faded goes, of one user or of all, now or in a dry run."""

import asyncio
from dataclasses import replace
from typing import get_args
from uuid import UUID

import typer

from app.adapters.retention_wiring import retention_service
from app.bootstrap import open_tools
from app.domain.errors import SetupError
from app.domain.models import Owner
from app.domain.retention import PRESETS, Policy, PresetName
from app.service.retention import PolicyOutcome, RetentionService
from app.settings import Settings

NO_POLICY = "No policy is set: give --preset or --capacity, or set HAIMA_FORGET_POLICY"
UNDO_WHOM = "A receipt is one user's: name them with --user"
_FIRST = UUID(int=0)


def run_policy(
    settings: Settings, *, tenant: str, user: str | None, preset: str | None, capacity: int | None, dry_run: bool
) -> None:
    """Let go of what the policy lets go of, and print a line a user (of one user: a line a memory).

    Raises SetupError where no policy is named, or one that there is not.
    """

    async def run() -> None:
        async with open_tools(settings) as tools:
            service = retention_service(tools.database, settings)
            policy = _policy(service.policy, preset, capacity)
            if user is not None:
                _show_memories(await service.forget(Owner(tenant, user), policy, dry_run=dry_run))
            else:
                await _run_all(service, tenant, policy, dry_run=dry_run)

    asyncio.run(run())


def undo(settings: Settings, *, tenant: str, user: str | None, receipt_id: UUID) -> None:
    """Bring back what one policy run let go. Raises SetupError without a user, NotFound where nothing can come back."""
    if user is None:
        raise SetupError(UNDO_WHOM)
    owner = Owner(tenant, user)

    async def run() -> None:
        async with open_tools(settings) as tools:
            typer.echo(f"{await retention_service(tools.database, settings).undo(owner, receipt_id)} restored")

    asyncio.run(run())


def _policy(policy: Policy, preset: str | None, capacity: int | None) -> Policy:
    names: tuple[PresetName, ...] = get_args(PresetName)
    if preset is not None:
        chosen = next((name for name in names if name == preset), None)
        if chosen is None:
            raise SetupError(f"There is no preset {preset!r}; there are {', '.join(names)}")
        policy = replace(policy, half_lives=PRESETS[chosen])
    if capacity is not None:
        policy = replace(policy, capacity=capacity)
    if policy.half_lives is None and policy.capacity is None:
        raise SetupError(NO_POLICY)
    return policy


async def _run_all(service: RetentionService, tenant: str, policy: Policy, *, dry_run: bool) -> None:
    after = _FIRST
    while owners := await service.owners(tenant_id=tenant, after=after):
        for owner in owners:
            outcome = await service.forget(owner, policy, dry_run=dry_run)
            if outcome.forgotten:
                receipts = " ".join(map(str, outcome.receipt_ids))
                typer.echo(f"{owner.tenant_id}/{owner.user_id}  {_said(outcome)}  {receipts}".rstrip())
        after = owners[-1].owner_id


def _show_memories(outcome: PolicyOutcome) -> None:
    for faded in outcome.shown:
        typer.echo(f"{faded.held.versions[0][0]}  {faded.reason}  {faded.retention:.3f} left")
    for receipt_id in outcome.receipt_ids:
        typer.echo(f"receipt {receipt_id}")
    typer.echo(_said(outcome))


def _said(outcome: PolicyOutcome) -> str:
    return f"{outcome.forgotten} memories {'would be forgotten' if outcome.dry_run else 'forgotten'}"
