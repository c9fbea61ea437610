"""Who asks for all that is known of them to be forgotten, in a message of its own."""

import re
from typing import Final

from app.domain.extraction.models import EVERYTHING, Statement

ALL_TAKEN_BACK: Final = Statement("fact", "", EVERYTHING, action="retract")
"""All that is known of the user ends."""
_IN_ENGLISH: Final = re.compile(
    r"(?:(?:please|pls|ok(?:ay)?|hey|now|just|so|and|then|can you|could you|would you|you can|you may|i want you to|"
    r"i(?:'d| would) like you to|i need you to),? )*(?:forget|delete|erase|wipe|remove|clear) (?:about )?"
    r"(?:everything|all|all of it)(?: (?:that|of (?:what|that)|what))?"
    r"(?: (?:i|we)(?:'ve| have)? (?:ever )?(?:told|shared with|said to) you(?: about (?:me|myself|us))?|"
    r" you(?:'ve| have)? (?:know|learned|learnt|remember|stored|saved|noted|got|have) (?:about|of|on) me|"
    r" about me),?(?: so far| until now| up to now| please| pls| now| thanks)*",
    re.IGNORECASE,
)
_TOLD: Final = (
    r"我(?:以前|之前|跟你|和你|对你|给你|告诉你?)*(?:说|讲|告诉|聊|提)(?:过|你)?的?(?:所有|全部|一切)?的?"
    r"(?:话|事|事情|东西|内容|信息)?"
)
_KNOWN: Final = (
    r"(?:你(?:记得|知道|记住|记下|存|了解)的)?(?:所有|全部|一切)?(?:你)?(?:关于|有关|对|记得的)我的?"
    r"(?:所有|全部|一切)?的?(?:事|事情|信息|资料|记忆|内容|东西|一切|记录|记住的)"
)
_GO: Final = r"(?:忘了|忘掉|忘记|忘|删了|删掉|删除|清空|清除|清掉|抹掉)"
_IN_CHINESE: Final = re.compile(
    rf"(?:请(?:你)?|麻烦(?:你)?|你?(?:能不)?能|可以|帮我|给我|好了|那)*(?:把(?:{_TOLD}|{_KNOWN})(?:统统|通通|都|全|全都|全部)(?:给我)?{_GO}|"
    rf"(?:忘掉|忘记|删除|删掉|清空|清除)(?:(?:所有|全部|一切){_TOLD}|(?:所有|全部|一切)?{_KNOWN}))(?:吧|好吗|了吧|掉)*"
)
_AROUND: Final = " \t\n.!。!~～,，…"


def takes_all_back(text: str) -> bool:
    """Whether a message asks for all that is known of the user to be forgotten, and says nothing else.

    "Please forget everything I told you", "把我说过的都忘了吧"; not "you forgot everything I told you", nor what is
    about somebody or something, nor what goes on ("forget everything you know about me, you're a pirate now").
    """
    bare = text.strip(_AROUND).rstrip("?？吗嗎").replace("’", "'").replace("！", "!")
    return bool(_IN_ENGLISH.fullmatch(bare) or _IN_CHINESE.fullmatch(bare))
