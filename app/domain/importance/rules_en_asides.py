"""Sayings of the day, in English: plans, reports, open choices, and what takes the weight off a sentence."""

from typing import Final

_START = r"(?:^|[,;:.!\-–—(] ?|\b(?:please|pls|plz|also|and|but|so|just|ok|btw|hey) )"
_FAMILY = (
    "wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|gf|bf|son|sons|daughter|daughters|"
    "kids?|child|children|baby|twins?"
    "|mom|mum|mother|dad|father|parents|brother|sister|siblings?|grand(?:ma|pa|mother|father|son|"
    "daughter|kids|children)"
    "|nana|aunt|uncle|niece|nephew|cousin|in-laws?|mother-in-law|dog|cat|puppy|kitten|rabbit|parrot|"
    "hamster|horse|pet|family"
)
_NOT_MADE = (
    r"(?:haven'?t|have not|hasn'?t|not|can'?t|cannot|couldn'?t|didn'?t|never|yet to|hard to|trying to|"
    r"need to|have to|before (?:we|i)|un)"
)

RULES: Final = (
    ("reminder", "remind remember forget", _START + r"(?:remind me|(?:remember|don'?t forget) to)\b"),
    (
        "choice",
        "decide decided deciding undecided torn between either unsure sure choose options considering whether",
        r"\b"
        + _NOT_MADE
        + r"(?: \w+)? ?(?:decide|decided|agreed|chosen|choose|made up)|\b(?:undecided|torn between|not sure "
        r"(?:whether|if|which)|either \w+ or|considering|thinking (?:about|of) (?:\w+ing|whether)|weighing|"
        r"deciding between|on the fence)\b",
    ),
    (
        "plan",
        "tomorrow tonight next monday tuesday wednesday thursday friday saturday sunday weekend plan "
        "planning going appointment meeting booked scheduled flight interview gonna",
        r"\b(?:tomorrow|next (?:week|month|year|\w+day)|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
        r"plan(?:ning)? (?:to|on|a)|going to|gonna|appointment|booked|scheduled|interview)\b",
    ),
    (
        "report",
        "said says told asked reported thinks wants claims",
        r"\b(?:my|our|the) (?:\w+ )?(?:boss|manager|client|customer|doctor|dentist|vet|lawyer|accountant|"
        r"landlord|teacher|professor|supervisor|coach|colleague|coworker|teammate|team|vendor|supplier|"
        r"contractor|plumber|mechanic|support|recruiter|hr|school|bank|"
        + _FAMILY
        + r")\b[^.?!]{0,15}\b(?:said|says|told|asked|reported|thinks|wants|claims|mentioned|confirmed)\b",
    ),
    (
        "quote",
        "said says sign poster movie song lyrics book ad tweet post meme reads quote saying quoted someone "
        "somebody headline billboard narrator character stranger guy wrote",
        r"\b(?:(?:the|a|this|that|some) (?:\w+ )?(?:sign|poster|movie|film|song|lyrics?|book|ad|advert|"
        r"commercial|tweet|post|meme|headline|billboard|shirt|t-shirt|sticker|fortune cookie|character|"
        r"narrator|stranger|guy on|article|slogan|label|banner|mug|radio|announcer|hero|villain|cashier|"
        r"youtuber|influencer|podcast)\b[^.?!]{0,40}\b(?:said|says?|saying|reads?|goes|went|quote|wrote|told|"
        r"screams?|yelled|shouted|called)|as (?:they|the saying|my grandma used to) (?:say|goes)|saying goes|"
        r"you know what they say|someone (?:on|online|in|at|from)\b[^.?!]{0,30}\b(?:said|wrote|posted|says|"
        r"commented|yelled)|quote of the day|song (?:called|lyrics)|lyrics:)",
    ),
    (
        "unreal",
        "if wish imagine suppose pretend hypothetically joking kidding joke jk",
        r"\bif (?:i|we) (?:were|was|won|had|could|ever (?:won|become|get rich))\b|\bi wish (?:i|we|it)\b|"
        r"^(?:imagine|suppose|pretend|hypothetically|let'?s (?:say|pretend|imagine))\b|\b(?:just kidding|"
        r"just joking|jk|only joking|i'?m joking)\b|\bin (?:another|a parallel|a past|my next) (?:life|"
        r"universe)\b|\bwhy did the \w+ cross\b|\bwalks into a bar\b|\bknock knock\b",
    ),
    (
        "state",
        "weather raining snowing sunny freezing boiling hot cold humid windy rain snow sunshine storm "
        "traffic monday mondays friday sleep sleepy nap coffee cloudy heat foggy",
        r"\b(?:weather|raining|snowing|sunny|freezing|boiling|(?:so|too|really|pretty|bit|hella|super|how) "
        r"(?:hot|cold|humid|windy|warm|wet|foggy|cloudy)|traffic (?:is|was)|hate mondays|mondays\b|finally "
        r"friday|tgif|can'?t sleep|need (?:a |some |my |more )*(?:coffee|nap|sleep|break|drink)|(?:craving|"
        r"dying for) )\b",
    ),
    (
        "repeat",
        "same again said told above before repeat already twice",
        r"^(?:again|as (?:i )?(?:said|mentioned|before|above)|like i (?:said|told you)|same (?:as|thing|"
        r"question|here|again|like)|see above|(?:as )?i (?:already |just )?(?:told|said) (?:you )?(?:that|"
        r"this|it|so|already|before)|still (?:the )?same|repeat(?:ing)?|once more|ditto)\b(?:(?! (?:i'?m|my "
        r"\w+ is|we|never|always|don'?t)\b).)*$",
    ),
    (
        "state",
        "like craving mood feel brb afk gtg dying starving melting murder bath shower bed",
        r"\b(?:i feel like (?!my|the|it|we|i|you|he|she|they)|craving|in the mood for|could (?:go for|murder|"
        r"use) (?:a|some)\b|so (?:done|over|ready)\b)|^(?:ok )?(?:brb|afk|gtg|g2g|bbl)\b|^(?:off to|going to|"
        r"heading to|about to) (?:bed|sleep|eat|lunch|dinner|shower|work|the gym|class)\b",
    ),
)
