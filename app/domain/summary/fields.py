"""Which of the four fields of a summary a sentence belongs to, and what its kind is worth.

By the kinds that `importance` finds, and by the ways people speak of what they are after ("the aim is to ..."), of what
is still to be done ("haven't sent it yet", 还没交) and of how they feel.
"""

import re
from typing import Final

from app.domain.importance import score_by_rules
from app.domain.models import Role
from app.domain.summary.models import Topic

_TOPIC_KINDS: Final[tuple[tuple[Topic, frozenset[str]], ...]] = (
    ("goals", frozenset({"goal"})),
    ("open_tasks", frozenset({"deadline", "commitment", "reminder"})),
    ("goals", frozenset({"plan"})),
)
_PLAIN: Final = frozenset({"statement", "fragment", "material", "choice"})
_PLAIN_OF_ASSISTANT: Final = 0.3
"""What an assistant says without any sign of weight: advice and phrases, of which there is much."""
_NOTHING: Final = frozenset({"question", "smalltalk", "repeat", "quote", "unreal", "foreign", "empty"})
_STYLE_KINDS: Final = frozenset({"rule", "preference", "prohibition", "request"})
_STANDING: Final = frozenset({"decision", "preference", "prohibition", "personal", "health", "rule"})
"""Kinds of what holds, whatever is still to be done about it."""
_STYLE: Final = re.compile(
    r"\b(?:answers?|reply|replies|respond|explain|tone|concise|brief|short(?:er)?|detail(?:ed)?|bullets?|formal|casual|"
    r"emojis?|lectur(?:e|es|ing))\b"
    r"|回答|回复|解释|语气|简短|简洁|详细|啰嗦|正式|口语|表情|说话|说教",
    re.IGNORECASE,
)
_FEELINGS: Final = (
    "sad|tired|happy|excited|worried|anxious|angry|upset|stressed|frustrated|nervous|lonely|exhausted|glad|relieved|"
    "proud|scared|afraid|overwhelmed|disappointed|annoyed|thrilled|miserable|heartbroken|burnt? out|burned out|fed up|"
    "depressed|grumpy|hopeful|bored"
)
_MOOD: Final = re.compile(
    rf"\b(?:(?:i'?m|i am|i feel|feeling|i felt|i'?ve been)\b[^.!?]{{0,30}}\b(?:{_FEELINGS}))\b"
    r"|^(?:ugh|argh|yay|woohoo)\b|\b(?:so|this is|it's|really) annoying\b|(?:^|\bi )can'?t wait (?:to|for)\b"
    r"|(?:^|\bi'?m |\bi am )(?:really |so )?looking forward to\b|\bdriv(?:es|ing) me (?:mad|crazy|nuts)\b"
    r"|(?:我|心情|感觉|有点|很|好|太|真)[^。！？]{0,8}(?:难过|开心|高兴|累|焦虑|担心|着急|生气|失望|压力|紧张|孤独|害怕|兴奋|沮丧|烦|郁闷|欣慰"
    r"|激动|委屈|崩溃|期待|無聊|无聊)|心情(?:特别|特別|很|不|挺|超)?(?:好|差|糟|低落|错|錯)|(?:烦|煩|累|愁|气|氣|开心|開心|吓|嚇)死|(?:特别|特別|好|超)期待",
    re.IGNORECASE,
)
_MOOD_VALUE: Final = 0.55
_OTHERS: Final = r"(?!ask|know|say|tell|see|talk|thank|understand|point|hear|mention|share|chat)"
"""What one wants to do in this conversation is no goal."""
_GOAL: Final = re.compile(
    r"\b(?:my|our|the) (?:\w+ )?(?:aim|goal|plan|target|objective|dream)s? (?:is|are|for|this|by)\b"
    rf"|\b(?:i|we)(?:'d| would)? (?:really |still )?(?:want|hope|aim|plan|intend|like|love) to {_OTHERS}"
    r"|\b(?:i'?m|i am|we'?re|we are) (?:trying|aiming|hoping|planning|working|saving) (?:to|on|towards?|for)\b"
    r"|\b(?:i|we|team|company|project) (?:need|needs|have|has) to (?:pass|migrate|reach|launch|ship|cut|win|move|"
    r"finish|lose|save|build|replace|get rid)\b"
    r"|我们?(?:就|还|最|真的?|是)?(?:希望|打算|计划|計劃|争取|力争|想要|想(?!起|到|不|法|问|問|知|说|說|象|像|必|念|了解|请|請))"
    r"|(?:目标|目標|目的|愿望|願望|梦想|夢想)(?:是|就|：|:)|在努力|(?:努力|争取)[^，。]{0,6}(?:到|成|完)",
    re.IGNORECASE,
)
_ASKED_FOR: Final = re.compile(
    r"(?:(?:please|just|always|also|from now on),? )*(?:answer|reply|respond|be|keep|use)\b", re.IGNORECASE
)
_OF_OTHERS: Final = re.compile(
    r"(?!We\b|I\b)[A-Z]\w+ (?:is|are|was|were|will|has|wants|plans)\b|[他她]们?(?:要|会|會|打算)"
)
"""What somebody else is to do."""
_DAY: Final = r"monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight"
_TASK: Final = re.compile(
    r"\bstill (?:need|needs|have to|has to|got to|waiting|open|missing|pending|to do|owe)\b|\byet to\b"
    r"|\b(?:haven'?t|hasn'?t|have not|has not|not|isn'?t|aren'?t)\b[^.!?]{0,50}\byet\b|\bto[- ]?dos?:|\bnext steps?\b"
    r"|\bremind me\b|\b(?:don'?t forget|remember) to\b"
    r"|\b(?:i|we)(?:'ve| have)? (?:need to|have to|got to|gotta|must) (?:call|book|buy|send|pay|ask|check|fix|write|"
    r"sign|bring|order|renew|submit|apply|register|return|pick|fill|email|cancel|clean|prepare|find)\b"
    rf"|\b(?:due|by) (?:{_DAY}|the end of)\b"
    r"|还(?:得|要(?!不)|没|沒|需要|差|在等|欠)|還(?:得|要|沒|需要|差|在等|欠)|待办|待辦|别忘|別忘|提醒我|(?:没|沒)(?:定(?![论論])|办(?!法)|辦(?!法)|交|买|買|做|弄|写|寫|约(?!束)|約(?!束))(?![过過])"
    r"|下一步|尽快|盡快",
    re.IGNORECASE,
)
_GOAL_VALUE, _TASK_VALUE = 0.7, 0.65


def field_of(sentence: str, role: Role) -> tuple[Topic, float]:
    """Return the field that a sentence belongs to, and what its kind is worth in [0, 1]; 0 leaves it out."""
    found = score_by_rules(sentence, role=role)
    kinds = set(found.reasons)
    if role == "user":
        theirs = _of_user(sentence, kinds, found.value)
        if theirs is not None:
            return theirs
    if not kinds or (kinds & _NOTHING and found.value < 0.4):
        return "confirmed_facts", 0.0
    if "state" in kinds:
        return "mood_and_style", found.value if role == "user" else 0.0
    if "decision" in kinds and not kinds & {"deadline", "commitment", "reminder"}:
        return "confirmed_facts", found.value
    if "plan" in kinds and _OF_OTHERS.match(sentence):
        return "open_tasks", found.value
    for topic, members in _TOPIC_KINDS:
        if kinds & members:
            return topic, found.value
    if "request" in kinds:
        return "open_tasks", found.value if role == "user" else 0.0
    if role == "assistant" and kinds <= _PLAIN:
        return "confirmed_facts", _PLAIN_OF_ASSISTANT
    return "confirmed_facts", found.value


def _of_user(sentence: str, kinds: set[str], value: float) -> tuple[Topic, float] | None:
    """Return what the words of a user's sentence tell; None where they tell nothing beyond its kinds."""
    if _MOOD.search(sentence) and not kinds & {"health", "personal", "deadline"}:
        return "mood_and_style", max(value, _MOOD_VALUE)
    if (kinds & _STYLE_KINDS or _ASKED_FOR.match(sentence)) and _STYLE.search(sentence):
        return "mood_and_style", max(value, _MOOD_VALUE)
    if kinds & (_STANDING | _NOTHING | {"goal"}):
        return None
    if _TASK.search(sentence):
        return "open_tasks", max(value, _TASK_VALUE)
    if _GOAL.search(sentence):
        return "goals", max(value, _GOAL_VALUE)
    return None
