"""Rows of `roles` for what people do for pleasure, keep, own and use."""

from typing import Final

from app.domain.extraction.en.evidence import LEFT_OUT, NEAR
from app.domain.extraction.en.roles import role

_USE: Final = (
    r"\b(?:use|uses|using|used|run|runs|running|on|in|with|via|through|over|off|into|to|all|mostly|mainly|pure|our|my|"
    r"stack|backend|frontend|written in|built (?:with|in|on)|build(?:ing)? (?:with|in|on)|deploy\w*|code in|coding in|"
    r"program in|write|writing|maintain\w*|daily|and|plus|still|ship|from|of|a|an|it is|we are|is)(?: (?:a|an|the|"
    r"some|lots of|mostly|all|just|plain|good old|old|heavily|new|our|my|bit of|modern|vanilla|legacy|[\w.+#]+,|"
    r"[\w.+#]+ and|[\w.+#]+ \+))*"
)
_TRYING: Final = (
    r"\b(?:hearing about|heard (?:of|about)|worth|consider\w*|thinking (?:of|about)|look(?:ing)? (?:at|into)|curious|"
    r"versus|vs\.?|compared? to|better than|instead of|rather than|should i|try(?:ing)? out|tempted|recommend\w*|"
    r"hype|tutorial|course|interview|learn(?:ing)?|what is|migrat\w+ (?:off|away|from))\b"
)

THING_ROLES: Final = (
    # What they do for pleasure.
    role(
        "sport hobby instrument",
        "hobby",
        left=r"\b(?:play(?:ing|ed|s)?|do|doing|done|into|practi[sc]e|"
        r"practi[sc]ing|took up|"
        r"taken up|taking up|picked up|love|enjoy|go|going|started|start|learn(?:ing)?|teach(?:ing)?|been|"
        r"coach(?:ing)?|"
        r"my|our|join(?:ed)?|obsessed with|addicted to|hooked on|relax with|unwind with|evenings?|weekends?|sundays?|"
        r"saturdays?|train(?:ing)? (?:in|for)|compete in|sing(?:ing)? in|spare time|free time|hours|days|nights|"
        r"years of|"
        r"back to|back into|from|after|at|for|to|in|by|of|and)(?: (?:a|an|the|some|bit of|lot of|my|our|lots of|in|"
        r"local|competitive|amateur|evening|beginner|online|old|sunday|morning|weekly|[\w]+ and|[\w]+,))*",
        clause=r"\b(?:i|my|we|our|me|myself|us)\b",
        least=NEAR,
        confidence=0.65,
    ),
    role(
        "sport hobby instrument",
        "hobby",
        right=r"(?:practi[sc]e|club|lessons?|class(?:es)?|rehearsals?|sessions?|"
        r"training|league|"
        r"team|group|every|twice|three times|on (?:mon|tue|wed|thu|fri|sat|sun)\w*|(?:mon|tue|wed|thu|fri|sat|sun)"
        r"\w*days?|nights?|keeps me|is my|season|since|for \w+ years|player|nerd|addict)\b",
        least=LEFT_OUT,
        clause=r"^(?!.*\b(?:shop|store|tickets? for|where|best|cheap)\b)",
        confidence=0.65,
    ),
    role(
        "sport hobby instrument genre",
        "hobby",
        left=r"^(?:mostly |mainly |usually |just |also |bit of |some "
        r")*(?:[\w' -]{3,20}(?:,| and) )?",
        right=r"(?:$|,|and |or |at weekends|most|in my|mostly|when i)",
        least=LEFT_OUT,
        confidence=0.55,
    ),
    role(
        "genre",
        "likes",
        left=r"\b(?:listen(?:ing)? to|watch(?:ing)?|read(?:ing)?|into|play(?:ing)?|binge|bingeing|"
        r"all|mostly|only|"
        r"endless|evenings?|headphones|prefer|lots of|give me|on the .*|nothing but|too much|old|to)(?: (?:a|the|"
        r"lots of|[\w-]+|"
        r"some|old|only|mostly|bad|good|trashy|cheesy|loud|90s|80s|more|much|[\w]+ and|[\w]+,))*",
        least=NEAR,
        kind="preference",
        confidence=0.6,
    ),
    # Animals.
    role(
        "dog cat pet",
        "pet",
        left=r"\b(?:my|our|have|got|keep|keeping|adopted|rescued|own|raise|raising|bought|"
        r"inherited|acquired|took in|share \w+ with|"
        r"foster(?:ing)?|walk(?:ing)?|brought home|mum to|mom to|dad to|with|inherited|is|he is|she is|it is|"
        r"breed(?:ing)?|the)(?: (?:a|an|the|my|our|two|three|four|five|six|seven|eight|nine|ten|\d+|first|new|old|"
        r"little|big|fat|rescue|elderly|baby|tiny|pair of|few|couple of|some|half|retired|stubborn|grumpy|very|"
        r"[\w-]+ing|[\w-]+ed|[\w-]+y|[\w-]+ish|black|white|brown|red|grey|gray|[\w-]+-old|[A-Z][a-z]+,? (?:the|our|"
        r"my)))*",
        clause=r"\b(?:i|my|we|our|me|us)\b|^(?:got|adopted|inherited|rescued|bought|took in|acquired)\b",
        least=NEAR,
        confidence=0.7,
    ),
    # What they work with and own.
    role("tech", "tech_stack", left=_USE, clause=rf"^(?!.*{_TRYING})", least=NEAR, confidence=0.65),
    role(
        "tech",
        "tech_stack",
        left=_USE,
        clause=rf"\b(?:prod|production|backend|frontend|stack|server|servers|"
        rf"codebase|repo|service|"
        rf"api|pipeline|cluster|homelab|at (?:home|work)|deploy\w*|written in|runs? on|hangs off|database|dev|shop|"
        rf"nowadays|these days|everything|daily driver|ci)\b(?!.*{_TRYING})",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "tech",
        "tech_stack",
        right=r"(?:dev|developer|engineer|shop|person|user|guy|girl|codebase|nowadays|these "
        r"days|all the "
        r"way|at work|here|for everything|on the (?:back|front)|backend|frontend|in production|since)\b",
        clause=rf"^(?!.*{_TRYING})",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "tech",
        "tech_stack",
        left=r"^(?:[\w.+#]+(?: and|,| \+|/| plus|&) ?)*",
        right=r"(?:\+|,|and |plus |here|/|&|"
        r"at work|on the|$)",
        clause=rf"\b(?:here|stack|prod|team|backend|frontend|shop|nowadays|at work|mostly)\b(?!.*{_TRYING})",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "reading",
        "condition",
        right=r"(?:'s |is |was |has been |s )?(?:is |was |has been )?(?:through the roof|"
        r"sky|high|low|up\b|down|borderline|bad|"
        r"all over|dodgy|terrible|raised|creeping|dropping|spik\w+|off\b)",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role("reading", "condition", left=r"\b(?:high|low|my|elevated|raised|dodgy|for)", least=NEAR, confidence=0.6),
    role(
        "workplace",
        "workplace",
        left=r"\b(?:work(?:ing|s|ed)?|job|shifts?|stuck|nights|days|weekends|employed|"
        r"started|hired|intern(?:ing)?|volunteer"
        r"\w*|teach(?:ing)?|nurs(?:e|ing)|cook(?:ing)?|clean(?:ing)?)[^.?!,]{0,20}\b(?:in|at|for|on)(?: (?:a|an|the|"
        r"my|our|this|local|"
        r"big|small|little|busy|[\w-]+))*",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "workplace",
        "workplace",
        right=r"(?:job|shifts?|on (?:weekends|saturdays|sundays|nights|week nights)|at "
        r"weekends|worker|weekends)\b",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "workplace",
        "workplace",
        left=r"\b(?:our|we run an?|i run an?|i own an?|we own an?|my|opened an?|manage "
        r"an?|running an?)(?: [\w-]+)?",
        clause=r"\b(?:run|own|open(?:ed)?|manage|sell|business|customers|staff)\b",
        least=NEAR,
        confidence=0.6,
    ),
    role(
        "kinship",
        "about",
        left=r"(?:^|\b(?:am|are|i am|being|as|raised as|be))(?: (?:an?|the|now|also|only|"
        r"recently|happily|newly|just|technically|"
        r"the (?:eldest|youngest) of))*",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        "kinship", "about", right=r"(?:here|of (?:two|three|four|five|six|seven|\d))\b", least=LEFT_OUT, confidence=0.7
    ),
    role(
        "device",
        "owns",
        left=r"\b(?:my|our|have|got|own|use|using|on|bought|typing (?:this )?on|with|have only|"
        r"only|a|an)"
        r"(?: (?:a|an|the|my|our|old|new|ancient|trusty|cracked|work|second-hand|secondhand|20\d\d|[\w-]+y|only|this|"
        r"just))*",
        clause=r"\b(?:i|my|we|our|me)\b(?!.*\b(?:want|need|buy|looking|should|considering|thinking|worth|"
        r"do not|never)\b)",
        least=NEAR,
        confidence=0.65,
    ),
    role(
        "vehicle",
        "car",
        left=r"\b(?:my|our|drive|driving|own|have|got|bought|ride|riding|run|in|live in|living in|"
        r"on|with|"
        r"cycle)(?: (?:a|an|the|my|our|old|new|ancient|trusty|used|second-hand|battered|rusty|red|blue|black|white|"
        r"green|silver|20\d\d|19\d\d|\w+-year-old|[\w-]+y))*",
        clause=r"\b(?:i|my|we|our|me)\b(?!.*\b(?:want|looking|"
        r"should|considering|thinking|worth|do not|never|rental|rented|hire|next to|test drive|dream)\b)",
        least=NEAR,
        confidence=0.65,
    ),
    # Languages and clocks.
    role(
        "language",
        "reply_language",
        left=r"\b(?:reply|answer|respond|write|speak|talk|do|keep|stick|switch|"
        r"explain|chat|"
        r"text|again|everything|card|email|letter|please|continue|stay|translate)\b[^.?!]{0,25}\b(?:in|to|with)"
        r"(?: (?:simple|plain|easy|formal))*",
        least=-9.0,
        denied=False,
        confidence=0.75,
        clause=r"^(?!.*\b(?:how|what|movie|film|book|song|she|he|they|teacher)\b)(?!.*translat\w+ (?:this|the|it))",
    ),
    role(
        "language",
        "reply_language",
        right=r"(?:please|only|from now on|is fine|works|would be)\b",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "language",
        "language_spoken",
        clause=r"\b(?:speak\w*|fluent|native|mother tongue|first language|second "
        r"language|grew "
        r"up|raised|bilingual|trilingual|learn(?:ing)?|study(?:ing)?|taught myself|at home|understands?|"
        r"conversational|[abc][12]|level|beginner|lessons?|"
        r"dream in|swear in|count in|think in|family|with my (?:mum|mom|dad|parents|gran|grandma|kids))\b",
        least=NEAR,
        confidence=0.7,
    ),
    role(
        "timezone",
        "timezone",
        left=r"\b(?:on|in|my|at|i am|we are|it is|to|use|keep|are|zone is|times?)(?: (?:the|"
        r"us|my))*",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role("timezone", "timezone", right=r"(?:here|for me|please|time|times|zone|not)\b", least=LEFT_OUT, confidence=0.7),
)
"""In the order in which they are tried."""
