"""Whether what was said was meant: "really?" "what do you think", "I sense irony." "you think??", "你说呢"."""

import re
from typing import Final

_IF_MEANT: Final = re.compile(
    r"真的|认真|認真|确定|確定|当真|當真|"
    r"\b(?:really|seriously|for real|honestly|are you sure|genuinely|do you mean it)\b",
    re.IGNORECASE,
)
_NAMES_IRONY: Final = re.compile(
    r"反话|反話|讽刺|諷刺|阴阳怪气|陰陽怪氣|(?:开|開)玩笑|说笑|說笑|\b(?:sarcas\w+|iron(?:y|ic\w*)|joking|kidding)\b",
    re.IGNORECASE,
)
_BEGINS: Final = r"(?:(?:lol|haha?|um|uh|er|hm+|well|oh|and)[ ,]+)*(?:哈+[，, ]*)?"
_ENDS: Final = r"(?:[ ,]+(?:lol|haha?))?[\s?？!！.。…~啦了]*"
_ASKS_BACK: Final = (
    r"你说呢|你說呢|你猜(?:呢|猜)?|你觉得呢|你覺得呢|(?:what )?do you think|(?:what )?you think|what do you reckon|"
    r"take a (?:wild )?guess|guess"
)
_DENIES: Final = r"你信[吗么嗎]|当然不是|當然不是|想得美|as if|yeah,? right|of course not|obviously not|not really|nah?"
_GRANTS: Final = (
    r"(?:yes|yep|yeah|yup|of course|obviously|clearly|correct|you got me|bingo|no shit|what gave it away|"
    r"(?:just |very )?(?:a bit|a little|much))(?:[ ,]+(?:i am|i was|it is|it was|obviously|of course))*|"
    r"对[啊呀的]?|對[啊呀的]?|是[啊呀的]|没错|沒錯|当然|當然|废话|廢話|不然呢|可不|听出来|聽出來"
)
_TAKES_BACK: Final = re.compile(f"{_BEGINS}(?:{_ASKS_BACK}|{_DENIES}){_ENDS}", re.IGNORECASE)
_OWNS_UP: Final = re.compile(f"{_BEGINS}(?:{_ASKS_BACK}|{_GRANTS}){_ENDS}", re.IGNORECASE)


def is_said_not_to_be_meant(asked: str, answer: str) -> bool:
    """Whether an answer says that what was said before was not meant.

    So it does where the assistant doubts it and is asked back or told no, or where it hears irony and is told yes.
    `asked` is what the assistant said just before.
    """
    said = answer.strip()
    if _NAMES_IRONY.search(asked):
        return _OWNS_UP.fullmatch(said) is not None
    return _IF_MEANT.search(asked) is not None and _TAKES_BACK.fullmatch(said) is not None
