"""What text stands for a piece when it is embedded, and when its keywords are indexed.

An embedding is the dear part of a piece (10 to 40 short passages a second on one core), so a piece gets one. The
recipe was chosen by measurement; see decision 0003.
"""

from typing import Final

CONTENT_CHARACTERS: Final = 1000
PREVIOUS_CHARACTERS: Final = 200
_HEAD_SHARE: Final = 0.4


def speaker_text(content: str, name: str | None = None) -> str:
    """Return the content with the speaker's name in front, where the speaker has one: what keywords are taken from."""
    return f"{name}: {content}" if name else content


def embed_text(
    content: str, name: str | None = None, previous: str | None = None, previous_name: str | None = None
) -> str:
    """Return the text to embed for a message, at most about 1,250 characters and two names.

    `previous` is the message that it answers (just before it in its session, of another role) or None. It stands in
    front, its middle cut out when it is long: a short answer ("yes, the second one") means something only after it.
    """
    text = speaker_text(content[:CONTENT_CHARACTERS], name)
    if not previous:
        return text
    return speaker_text(_cut(previous), previous_name) + "\n" + text


def _cut(text: str) -> str:
    if len(text) <= PREVIOUS_CHARACTERS:
        return text
    head = int(PREVIOUS_CHARACTERS * _HEAD_SHARE)
    return text[:head] + " … " + text[head - PREVIOUS_CHARACTERS :]
