"""The `chaos` and `soak` commands."""

import asyncio
import signal
from typing import Annotated

import typer


def chaos(
    fault: Annotated[list[str] | None, typer.Option(help="Only faults whose name holds this; may be repeated.")] = None,
    writers: Annotated[int, typer.Option(min=1, max=200, help="Sessions written to at a time.")] = 20,
) -> None:
    """Break a service of its own in every way it should survive, and count what is left.

    Each fault: writers append numbered rounds, one thing breaks and is mended, then every answered round must be there
    once and in order. Bounded in time; the exit code is 1 where something was lost or did not recover. Needs Linux.

    \b
    Example:
      python -m app chaos --fault redis --fault postgres
    """
    from app.chaos.run import chosen, run_faults

    _end_cleanly_on_sigterm()
    outcomes = asyncio.run(run_faults(chosen(fault or []), writers=writers))
    failed = [outcome.fault for outcome in outcomes if not outcome.passed]
    typer.echo(f"{len(outcomes) - len(failed)} of {len(outcomes)} faults survived")
    if failed:
        raise typer.Exit(1)


def soak(
    minutes: Annotated[float, typer.Option(min=0.5, help="How long.")] = 60.0,
    clients: Annotated[int, typer.Option(min=1, max=500, help="Clients at a time.")] = 16,
) -> None:
    """Call a service of its own without pause, and watch memory and descriptors of its processes.

    The exit code is 1 where they grew from the second quarter of the time to the last. Needs Linux.

    \b
    Example:
      python -m app soak --minutes 60
    """
    from app.chaos.soak import run_soak

    _end_cleanly_on_sigterm()
    if not asyncio.run(run_soak(minutes=minutes, clients=clients)):
        raise typer.Exit(1)


def fairness(
    seconds: Annotated[float, typer.Option(min=2, help="How long each of the two measurements takes.")] = 15.0,
    flood: Annotated[int, typer.Option(min=1, max=500, help="Clients of the tenant that floods.")] = 50,
) -> None:
    """Measure one tenant's searches alone, and while another tenant floods the same service.

    \b
    Example:
      python -m app fairness --seconds 15
    """
    from app.chaos.fairness import run_fairness

    _end_cleanly_on_sigterm()
    asyncio.run(run_fairness(seconds=seconds, flood=flood))


def add_commands(cli: typer.Typer) -> None:
    """Add the commands of this module."""
    cli.command(name="chaos", short_help="Break a service of its own, and count what is left.")(chaos)
    cli.command(name="soak", short_help="Watch memory and descriptors under load.")(soak)
    cli.command(name="fairness", short_help="Measure what one tenant's flood costs another.")(fairness)


def _end_cleanly_on_sigterm() -> None:
    """So that stores and servers that were started do not stay behind."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)
