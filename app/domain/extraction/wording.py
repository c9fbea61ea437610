"""Sets of words, written as the text that they are easiest to read in."""


def words(text: str) -> frozenset[str]:
    """Return the words of a text, separated by white space."""
    return frozenset(text.split())
