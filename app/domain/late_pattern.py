"""Regular expressions that are compiled when they are first needed, or all at once by whoever has the time.

Compiling some hundred large ones takes most of a second, which would be waited for at every start.
"""

import re
from collections.abc import Callable
from functools import cached_property
from typing import Final

_made: Final[list["LatePattern"]] = []


class LatePattern:
    """A regular expression with the methods of `re.Pattern` that are used; once compiled they are the same methods."""

    def __init__(self, source: str) -> None:
        self.source: Final = source
        _made.append(self)

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.source)

    @cached_property
    def search(self) -> Callable[[str], re.Match[str] | None]:
        """`re.Pattern.search`."""
        return self._compiled.search

    @cached_property
    def match(self) -> Callable[[str, int], re.Match[str] | None]:
        """`re.Pattern.match`, from a position on."""
        return self._compiled.match

    @cached_property
    def sub(self) -> Callable[[str, str], str]:
        """`re.Pattern.sub`."""
        return self._compiled.sub

    def compile(self) -> None:
        """Compile it now. Raises re.error for what is no regular expression."""
        _ = self._compiled


def compile_late_patterns() -> None:
    """Compile all patterns of the modules that are loaded. Takes most of a second; callable in a thread."""
    for pattern in _made:
        pattern.compile()
