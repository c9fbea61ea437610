"""Whether a query is a turn of a running conversation that goes on with something, rather than a question about what
was said.

"Okay, that looks solid. What's the next step?" names little of what it is about. What helps to answer it is what the
user set out to do: the first message of each session on the subject, which by itself shares few words with the turn.
English and Chinese, by how such turns begin and by what they ask for.
"""

import re
from typing import Final

_BEGINS: Final = re.compile(
    r"\W*(?:(?:oh|ah|hm+|well|um)\b\W*)?(?:"
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening)|ok(?:ay)?|alright|right|got it|understood|agreed|exactly|"
    r"absolutely|perfect|excellent|thanks|thank you|confirmed|solid|let's)\b|"
    r"(?:yes|yeah|yep|sure|no|great|good)\b(?=[,.!])|"
    r"(?:that|this|these|those)(?:'s| is| are| looks?| sounds?| makes?)\b)"
    r"|\W*(?:好的|好[，。！,!]|嗯|行[，。！,!]|明白|收到|你好|谢谢|没错|对[，。！,!])"
)
_ASKS_ON: Final = re.compile(
    r"\bnext steps?\b|\bwhat(?:'s| is) next\b|\bwhat should (?:i|we) do (?:next|now)\b|\bwhere (?:are|were) we\b|"
    r"\b(?:let's|we|i|i'm)\b[^.?!]{0,40}\b(?:continue|move on|pick up|keep going)\b|\bready (?:to|for)\b|"
    r"下一步|接下来(?:做|该|要做|怎么|呢)|继续"
)


def goes_on(plain: str) -> bool:
    """Return whether a normalised text (`words.normalise`) goes on with a conversation."""
    return bool(_BEGINS.match(plain)) or bool(_ASKS_ON.search(plain))
