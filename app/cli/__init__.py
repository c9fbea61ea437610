"""The command line. Commands import what they need when they run, so that `--help` and `serve` start at once."""

import gc
import sys
from collections.abc import Callable
from typing import Final

from app.domain.errors import HaimaError

API_PROCESS: Final = "api-process"
"""Begins the arguments with which `serve` starts an API process; no command for people."""


def main() -> None:
    """Run the command line; what Haima refuses on purpose is one sentence on stderr and exit code 1."""
    try:
        run = _api_process if sys.argv[1:2] == [API_PROCESS] else _command_line()
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "app":
            raise
        print(
            f"haima: this Python ({sys.executable}) has no package {error.name}; "
            "use .venv/bin/python, which `make run` makes",
            file=sys.stderr,
        )
        sys.exit(1)
    try:
        run()
    except HaimaError as error:
        print(f"haima: {error}", file=sys.stderr)
        sys.exit(1)


def _command_line() -> Callable[[], None]:
    from app.cli.commands import cli

    return lambda: cli(prog_name="python -m app")


def _api_process() -> None:
    """Run an API process of `serve`, past the command line, whose code would take it a quarter of a second to load.

    No garbage is collected while it loads: hardly any of what is made then is garbage.
    """
    gc.disable()
    from app.cli.api_process import main as serve_api

    serve_api(sys.argv[2:])
