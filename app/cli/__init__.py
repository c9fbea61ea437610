"""The command line. Commands import what they need when they run, so that `--help` and `serve` start at once."""

import sys

from app.domain.errors import HaimaError


def main() -> None:
    """Run the command line; what Haima refuses on purpose is one sentence on stderr and exit code 1."""
    try:
        from app.cli.commands import cli
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
        cli(prog_name="python -m app")
    except HaimaError as error:
        print(f"haima: {error}", file=sys.stderr)
        sys.exit(1)
