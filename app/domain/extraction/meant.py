"""Whether what was said was meant: "really?" "what do you think", "真的吗？" "你说呢"."""

import re
from typing import Final

_IF_MEANT: Final = re.compile(
    r"真的|认真|認真|确定|確定|当真|當真|"
    r"\b(?:really|seriously|for real|honestly|are you sure|genuinely|do you mean it)\b",
    re.IGNORECASE,
)
_RHETORICAL: Final = re.compile(
    r"(?:你说呢|你說呢|你猜(?:呢|猜)?|你觉得呢|你覺得呢|你信[吗么嗎]|当然不是|當然不是|想得美|"
    r"(?:(?:lol|haha|um|uh|er|hm+|well|and)[ ,]+)*(?:(?:what )?do you think|(?:what )?you think|what do you reckon|"
    r"take a (?:wild )?guess|guess|as if|yeah,? right|of course not|obviously not|not really|nah?))[\s?？!！.。…~]*",
    re.IGNORECASE,
)


def is_said_not_to_be_meant(asked: str, answer: str) -> bool:
    """Whether an answer says, also by asking back, that what the assistant doubts (`asked`) was not meant."""
    return bool(_IF_MEANT.search(asked)) and _RHETORICAL.fullmatch(answer.strip()) is not None
