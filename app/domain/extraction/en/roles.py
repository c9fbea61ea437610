"""What a word of a known class says of the user by the words around it, in English: one row for each role.

A row names the sorts of words it is for, the attribute that the word goes under, what has to stand left of the word
(up to the word), right of it, or anywhere in the clause, and how much evidence of the word's being the user's own it
asks for (see `evidence`). The first row of a word that fits counts.
"""

import re
from typing import Final, NamedTuple

from app.domain.extraction.en.evidence import LEFT_OUT, NEAR, SAID
from app.domain.extraction.models import StatementKind
from app.domain.extraction.wording import words


class Role(NamedTuple):
    """A row: see the module. `denied` says whether a no before the word is asked for (None: either will do)."""

    sorts: frozenset[str]
    attribute: str
    left: re.Pattern[str] | None
    right: re.Pattern[str] | None
    clause: re.Pattern[str] | None
    least: float
    denied: bool | None
    kind: StatementKind
    confidence: float
    value: str
    wide: bool


def _role(
    sorts: str,
    attribute: str,
    *,
    left: str = "",
    right: str = "",
    clause: str = "",
    least: float = LEFT_OUT,
    denied: bool | None = False,
    kind: StatementKind = "fact",
    confidence: float = 0.65,
    value: str = "{}",
    wide: bool = False,
) -> Role:
    return Role(
        words(sorts),
        attribute,
        re.compile(rf"(?:{left})\W*$", re.IGNORECASE) if left else None,
        re.compile(rf"\W{{0,3}}(?:{right})", re.IGNORECASE) if right else None,
        re.compile(clause, re.IGNORECASE) if clause else None,
        least,
        denied,
        kind,
        confidence,
        value,
        wide,
    )


_PLACE: Final = "city region country"
_SIDE: Final = r"(?: (?:the|north|south|east|west|central|downtown|rural|greater|old|upper|lower|sunny|rainy|deepest|outer))*"
_IN: Final = rf"\b(?:in|to|near|at|outside|around|of|on|for){_SIDE}"
_EATABLE: Final = "food drink allergen"
_THING: Final = "food drink sport hobby genre"
_REACTION: Final = (
    r"\b(?:allerg\w+|throat (?:closes|swells|itches)|hives|swell\w*|puff(?:s|y)? up|rash|itch\w*|react\w*|anaphyla\w+|"
    r"epi ?pens?|break(?:s)? (?:me )?out|brings me out|welts|blotch\w*|blisters?|wheez\w+|sneez\w+|cannot breathe|a&e|casualty|the er|"
    r"er visit|hospital|ambulance)\b"
)
_UPSET: Final = (
    r"\b(?:intoleran\w+|upsets?|stomach|tummy|gut|bloat\w*|doubled over|cramps?|loo|toilet|bathroom|sick as a|ill|"
    r"makes? me (?:sick|ill)|i (?:am|will be) (?:up|awake|wired|useless|done for|a wreck|dead|in bed|on the (?:floor|loo))|cannot (?:digest|tolerate|process)|does not agree|disagrees|sensitive)\b"
)
_LOVE: Final = (
    r"\b(?:love|adore|obsessed|favourites?|cannot get enough|addict\w*|addicted|hooked|sucker|weakness|comfort|"
    r"person through|through and through|fan(?:atic)?|mad (?:about|for|on)|nuts (?:about|for)|crazy (?:about|for)|nerd|"
    r"geek|buff|junkie|fiend|lover|enthusiast|guilty pleasure|happy place|can never have too|live (?:for|on)|"
    r"live off|all about|partial to|soft spot|sold on|convert|smitten|swear by|devour\w*|binge\w*|inhale|"
    r"belongs? (?:on|in) everything|underrated|on everything|makes my (?:day|week)|gr[oe]w\w* on me|won me over|com(?:e|ing) round to|happiest|sorted|give me a|bliss|heaven|the best|is life|my jam|my thing|cup of tea|any day|every time|pick of)\b"
)
_HATE: Final = (
    r"\b(?:hate|loathe|detest|despise|cannot (?:stand|bear|abide|stomach|face|do)|tastes? (?:like|of) (?!home|heaven|summer|childhood|christmas)|smells? like (?!home|heaven|summer)|cannot be doing with|hard pass|no time for|no patience for|could live without|not here for|not on speaking terms|do not (?:get on|mix)|not friends|(?:means?|mean) nothing|not (?:a fan|keen|my|into|for me)|"
    r"gross|yuck|ew+|ick|vile|disgusting|foul|rank|revolting|grim|gag\w*|retch|devil|slimy|soap|turns my|puts? me off|leave the room|keep (?:it|them) away|no way|nope|makes me (?:sad|angry|cross|ill|heave)|"
    r"never (?:liked|got|could)|do not (?:like|do|eat|touch|want|drink|get)|ruins?|overrated|bores? me|"
    r"(?:hot )?bitterness|abomination|crime|the worst|skip|spare me|no thanks|not for me|allergic to fun)\b"
)
_WITHOUT: Final = (
    r"\b(?:no|without|minus|hold the|skip the|leave (?:out|off)(?: the)?|cut(?: out)?(?: the)?|drop the|lose the|"
    r"swap out(?: the)?|nothing with|free of|anything but|except|avoid(?:ing)?|off|steer clear of|stay(?:ing)? away from|"
    r"keep(?:ing)? (?:off|away from)|given up|gave up|give up|cannot (?:have|eat|do|drink|touch)|not allowed|"
    r"(?:do|does|will) not (?:eat|drink|have|do|touch|want)|never (?:eat|drink|touch))(?: (?:any|the|more|of|to|eat|"
    r"drink|have|all|raw|cooked|fresh|[\w-]+ or|[\w-]+ and|[\w-]+,))*"
)
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

ROLES: Final = (
    # Where the user lives, is from, goes.
    _role(_PLACE, "home", left=rf"\b(?:live[sd]?|living|based|settled|stuck|reside|residing|relocated|emigrated|moved|"
          rf"moving in|ended up|landed|rent(?:ing)?|lodging|here|home|flat|apartment|house|studio|cottage|condo|"
          rf"loft|bedsit|room|place|neighbou?rhood|floor|attic|basement|mill|barn|farm|minutes?|beach|sea|centre|station|landlord|landlady|neighbours?|dentist|gp|street|garden|balcony|commute|life|boyfriend|girlfriend|husband|wife|"
          rf"partner|parents|family|flatmates?)\b[^.?!,]{{0,25}}{_IN}", clause=r"^(?!.*\b(?:trip|holiday|vacation|"
          r"weekend|hotel|airbnb|visit(?:ing)?|flying|flight)\b)", least=LEFT_OUT, confidence=0.7),
    _role(_PLACE, "home", left=r"\b(?:flat|studio|apartment|house|bungalow|cottage|two bed|one bed|condo|loft|flatshare|houseshare)[^.?!]{0,15},", least=LEFT_OUT,
          confidence=0.6),
    _role(_PLACE, "home", left=r"\b(?:just outside|on the edge of|on the outskirts of|in the middle of|half an hour from|an hour from|not far from|down the road from|just up from|deepest)", least=LEFT_OUT, confidence=0.6),
    _role(_PLACE, "home", left=r"\b(?:stuck|based|here|up here|down here|over here|out here|born and raised|resident)"
          r"(?: in)?", least=LEFT_OUT, confidence=0.7),
    _role(_PLACE, "home", right=r"(?:resident|based|dweller|local|here|born and (?:bred|raised)|for life|is home|is where|"
          r"has been home|girl|boy|kid)\b", least=LEFT_OUT, confidence=0.7),
    _role(_PLACE, "hometown", left=r"\b(?:from|grew up in|raised in|born in|childhood in|hail from|hails from|"
          r"roots in|parents are from|originally)", least=NEAR, confidence=0.7),
    _role(_PLACE, "plan", left=rf"\b(?:trip|fly(?:ing)?|flight|flights|off|going|go|heading|travel(?:l?ing)?|holiday|vacation|"
          rf"honeymoon|week|weekend|fortnight|days|tickets?|cruise|backpacking|interrail\w*|conference|wedding|bike|cycle|walk|hike|sail|drive|"
          rf"road trip|ride|trek|cycling|hiking|sailing|driving|"
          rf"booked|moving|relocating|emigrating|visiting|visit)\b[^.?!,]{{0,18}}(?:{_IN}|ing|it|across|through|round|along|over)(?: the)?", clause=r"\b(?:i|we|"
          r"our|my|us|me|booked|next|this|in (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|the)\w*)\b",
          least=NEAR, confidence=0.6, value="trip to {}"),
    # What they do.
    _role("trade", "job", left=r"\b(?:i am|am|we are|been|work(?:ed|ing|s)? as|working life as|job as|life as|day job is|"
          r"qualified as|train(?:ed|ing) as|become|became|by day|self-employed|freelance|retired|former|ex|jobbing)"
          r"(?: (?:a|an|the|only|still|just|also|your|one of the|part-time|full-time|junior|senior|trainee|head|lead|"
          r"chief|deputy|assistant|night|freelance|self-employed|retired|qualified|registered|\d\w*[- ]year|apprentice|"
          r"student|village|local|humble|licensed|[\w-]+))*", least=NEAR, confidence=0.7),
    _role("trade", "job", left=r"^", right=r"(?:here|by trade|by day|by profession|for (?:\d+|[a-z]+(?:teen|ty)?) years|"
          r"at |in a |on |working|for the )", least=LEFT_OUT, confidence=0.7),
    _role("trade", "job", left=r"\b(?:as an?|us|we|speaking as an?|i am one of the|coming from an?)(?: [\w-]+)?",
          least=NEAR, confidence=0.65),
    _role("field", "job", left=r"\b(?:work(?:ing|s)? in|job in|career in|in|do|apprentice,?|apprenticeship in|background "
          r"(?:is )?in|trained in|degree in|from|years (?:of|in)|study(?:ing)?|been in|course in|course)", least=LEFT_OUT,
          clause=r"\b(?:i|my|we|work\w*|job|career|apprentice\w*|years?|background)\b", confidence=0.65),
    _role("status", "job", left=r"(?:^|\b(?:am|are|been|now|currently|as an?|being))(?: (?:a|an|now|recently|finally|"
          r"happily|still|newly|\d\w*[- ]year|first|second|third|final|year|[\w-]+ing))*", least=LEFT_OUT,
          confidence=0.65),
    # Health.
    _role("condition", "condition", left=r"\b(?:my|our)(?: [\w'-]+){0,2}", least=SAID, denied=None, confidence=0.75),
    _role("condition", "condition", left=r"\b(?:i|we)\b.*\b(?:have|am|got|get|with|diagnosed|suffer\w*|live with|living "
          r"with|battl\w+|manag\w+|being|since|because of|due to|from|wear|use|in|need|had|is|it is)(?: (?:a|an|the|"
          r"really|very|quite|mild|severe|bad|chronic|some|these|this|with|profoundly|partially|legally|also|and|in|"
          r"got|have|been|diagnosed|type|[\w-]+ and|[\w-]+,))*", least=NEAR, confidence=0.7),
    _role("condition", "condition", right=r"(?:'s |s )?(?:here|brain|has been|is been|been|is (?:bad|back|playing|acting|flaring|awful|killing|worse|"
          r"terrible|a pain|fun)|playing up|acting up|flar\w+|again|means|makes|runs|kicks? in|sufferer|since|"
          r"diagnos\w+|and|so|about|every|when|in (?:one|my|both))\b", least=LEFT_OUT, confidence=0.65),
    _role("condition", "condition", left=r"(?:^|^(?:get|got|have|having|had|with|also|being|diagnosed with|living with|"
          r"suffer from|prone to|recovering from|on the|in a|born|am|legally|officially|badly|mildly))(?: [\w'-]+){0,2}",
          clause=r"^(?!.*\b(?:is an?|are|affects|causes|symptoms of|awareness|charity|research)\b)",
          least=LEFT_OUT, confidence=0.6),
    _role("condition", "condition", left=r"\b(?:it is|turns out it is|they think it is|told (?:me )?it is|that is|"
          r"called)", least=LEFT_OUT, confidence=0.6),
    _role("medication", "medication", left=r"\b(?:my|on|take|taking|takes|prescribed|need|carry|carrying|use|using|started|"
          r"start|it is|put me on|dose of|mg of|daily|refill of|run out of|with|have|having|got|switched to|and|own)"
          r"(?: (?:a|an|the|my|some|daily|\d+ ?mg(?: of)?|new|more|low|dose|[\w]+ and))*", least=LEFT_OUT, confidence=0.7),
    _role("medication", "medication", right=r"(?:helps?|works?|in every|twice|once|daily|every|\d+ ?mg|at night|makes me|"
          r"knocks me)", least=LEFT_OUT, confidence=0.65),
    # What must not, and what may, be eaten.
    _role("allergen food drink", "allergy", clause=_REACTION, least=LEFT_OUT, denied=None, confidence=0.8, wide=True),
    _role("allergen food drink", "intolerance", clause=_UPSET, least=LEFT_OUT, denied=None, confidence=0.7, wide=True),
    _role("diet", "diet", left=r"(?:^|\b(?:am|are|we|gone|went|going|keep|keeping|eat|eating|been|on|strictly|doing|do|"
          r"trying|is|cook|cooking|observing|fasting for|for|it is|all|stay|stick to|only|must be|mostly|still|our|my|"
          r"raised|turned|fully|lifelong))(?: (?:a|an|the|strict|strictly|fully|mostly|completely|totally|now|for|back|"
          r"more or less|about|to|lifelong|proud|new|[\w]+ly))*", clause=r"^(?!.*\b(?:which|what|are there|restaurants? "
          r"near)\b)", least=LEFT_OUT, confidence=0.7),
    _role(_EATABLE, "avoids", left=_WITHOUT, least=LEFT_OUT, denied=None, kind="preference", confidence=0.7),
    _role(_EATABLE, "avoids", right=r"(?:(?:is|are) (?:a no|a hard no|out|off|off the table|banned|not for me|not allowed|"
          r"forbidden)|[- ]free\b|does not|do not|and i (?:do not|are not))", least=LEFT_OUT, kind="preference",
          confidence=0.7),
    # Likes and dislikes of what people eat, do, watch and hear.
    _role(_THING, "dislikes", clause=_HATE, least=LEFT_OUT, denied=None, kind="preference", confidence=0.65, wide=True),
    _role("drink", "likes", right=r"(?:only|for me|please|drinker|person)\b", least=LEFT_OUT, kind="preference",
          clause=r"^(?!.*\b(?:order|table|bring|get me|two|three)\b)", confidence=0.6),
    _role(_THING, "likes", clause=_LOVE, least=LEFT_OUT, kind="preference", confidence=0.65, wide=True),
    _role(_EATABLE, "likes", right=r"(?:from now on|instead|it is from)", least=LEFT_OUT, kind="preference", confidence=0.6),
    _role(_THING, "likes", right=r"(?:person|lover|addict|nut|fan|nerd|geek|guy|girl|drinker|snob|house|household|over "
          r"[\w ]+ any|all the way|with everything|on everything|for breakfast|every (?:day|morning|night))",
          least=LEFT_OUT, kind="preference", confidence=0.65),
    # What they do for pleasure.
    _role("sport hobby instrument", "hobby", left=r"\b(?:play(?:ing|ed|s)?|do|doing|done|into|practi[sc]e|practi[sc]ing|took up|"
          r"taken up|taking up|picked up|love|enjoy|go|going|started|start|learn(?:ing)?|teach(?:ing)?|been|coach(?:ing)?|"
          r"my|our|join(?:ed)?|obsessed with|addicted to|hooked on|relax with|unwind with|evenings?|weekends?|sundays?|"
          r"saturdays?|train(?:ing)? (?:in|for)|compete in|sing(?:ing)? in|spare time|free time|hours|days|nights|years of|"
          r"back to|back into|from|after|at|for|to|in|by|of|and)(?: (?:a|an|the|some|bit of|lot of|my|our|lots of|in|"
          r"local|competitive|amateur|evening|beginner|online|old|sunday|morning|weekly|[\w]+ and|[\w]+,))*",
          clause=r"\b(?:i|my|we|our|me|myself|us)\b", least=NEAR, confidence=0.65),
    _role("sport hobby instrument", "hobby", right=r"(?:practi[sc]e|club|lessons?|class(?:es)?|rehearsals?|sessions?|training|league|"
          r"team|group|every|twice|three times|on (?:mon|tue|wed|thu|fri|sat|sun)\w*|(?:mon|tue|wed|thu|fri|sat|sun)"
          r"\w*days?|nights?|keeps me|is my|season|since|for \w+ years|player|nerd|addict)\b", least=LEFT_OUT,
          clause=r"^(?!.*\b(?:shop|store|tickets? for|where|best|cheap)\b)", confidence=0.65),
    _role("sport hobby instrument genre", "hobby", left=r"^(?:mostly |mainly |usually |just |also |bit of |some )*(?:[\w' -]{3,20}(?:,| and) )?",
          right=r"(?:$|,|and |or |at weekends|most|in my|mostly|when i)", least=LEFT_OUT, confidence=0.55),
    _role("genre", "likes", left=r"\b(?:listen(?:ing)? to|watch(?:ing)?|read(?:ing)?|into|play(?:ing)?|binge|bingeing|all|mostly|only|"
          r"endless|evenings?|headphones|prefer|lots of|give me|on the .*|nothing but|too much|old|to)(?: (?:a|the|lots of|[\w-]+|"
          r"some|old|only|mostly|bad|good|trashy|cheesy|loud|90s|80s|more|much|[\w]+ and|[\w]+,))*", least=NEAR,
          kind="preference", confidence=0.6),
    # Animals.
    _role("dog cat pet", "pet", left=r"\b(?:my|our|have|got|keep|keeping|adopted|rescued|own|raise|raising|bought|inherited|acquired|took in|share \w+ with|"
          r"foster(?:ing)?|walk(?:ing)?|brought home|mum to|mom to|dad to|with|inherited|is|he is|she is|it is|"
          r"breed(?:ing)?|the)(?: (?:a|an|the|my|our|two|three|four|five|six|seven|eight|nine|ten|\d+|first|new|old|"
          r"little|big|fat|rescue|elderly|baby|tiny|pair of|few|couple of|some|half|retired|stubborn|grumpy|very|"
          r"[\w-]+ing|[\w-]+ed|[\w-]+y|[\w-]+ish|black|white|brown|red|grey|gray|[\w-]+-old|[A-Z][a-z]+,? (?:the|our|my)))*",
          clause=r"\b(?:i|my|we|our|me|us)\b|^(?:got|adopted|inherited|rescued|bought|took in|acquired)\b", least=NEAR, confidence=0.7),
    # What they work with and own.
    _role("tech", "tech_stack", left=_USE, clause=rf"^(?!.*{_TRYING})", least=NEAR, confidence=0.65),
    _role("tech", "tech_stack", left=_USE, clause=rf"\b(?:prod|production|backend|frontend|stack|server|servers|codebase|repo|service|"
          rf"api|pipeline|cluster|homelab|at (?:home|work)|deploy\w*|written in|runs? on|hangs off|database|dev|shop|"
          rf"nowadays|these days|everything|daily driver|ci)\b(?!.*{_TRYING})", least=LEFT_OUT, confidence=0.65),
    _role("tech", "tech_stack", right=r"(?:dev|developer|engineer|shop|person|user|guy|girl|codebase|nowadays|these days|all the "
          r"way|at work|here|for everything|on the (?:back|front)|backend|frontend|in production|since)\b",
          clause=rf"^(?!.*{_TRYING})", least=LEFT_OUT, confidence=0.65),
    _role("tech", "tech_stack", left=r"^(?:[\w.+#]+(?: and|,| \+|/| plus|&) ?)*", right=r"(?:\+|,|and |plus |here|/|&|at work|on the|$)",
          clause=rf"\b(?:here|stack|prod|team|backend|frontend|shop|nowadays|at work|mostly)\b(?!.*{_TRYING})", least=LEFT_OUT,
          confidence=0.65),
    _role("reading", "condition", right=r"(?:'s |is |was |has been |s )?(?:is |was |has been )?(?:through the roof|sky|high|low|up\b|down|borderline|bad|"
          r"all over|dodgy|terrible|raised|creeping|dropping|spik\w+|off\b)", least=LEFT_OUT, confidence=0.65),
    _role("reading", "condition", left=r"\b(?:high|low|my|elevated|raised|dodgy|for)", least=NEAR, confidence=0.6),
    _role("workplace", "workplace", left=r"\b(?:work(?:ing|s|ed)?|job|shifts?|stuck|nights|days|weekends|employed|started|hired|intern(?:ing)?|volunteer"
          r"\w*|teach(?:ing)?|nurs(?:e|ing)|cook(?:ing)?|clean(?:ing)?)[^.?!,]{0,20}\b(?:in|at|for|on)(?: (?:a|an|the|my|our|this|local|"
          r"big|small|little|busy|[\w-]+))*", least=LEFT_OUT, confidence=0.65),
    _role("workplace", "workplace", right=r"(?:job|shifts?|on (?:weekends|saturdays|sundays|nights|week nights)|at weekends|worker|weekends)\b",
          least=LEFT_OUT, confidence=0.65),
    _role("workplace", "workplace", left=r"\b(?:our|we run an?|i run an?|i own an?|we own an?|my|opened an?|manage an?|running an?)(?: [\w-]+)?",
          clause=r"\b(?:run|own|open(?:ed)?|manage|sell|business|customers|staff)\b", least=NEAR, confidence=0.6),
    _role("kinship", "about", left=r"(?:^|\b(?:am|are|i am|being|as|raised as|be))(?: (?:an?|the|now|also|only|recently|happily|newly|just|technically|"
          r"the (?:eldest|youngest) of))*", least=LEFT_OUT, confidence=0.7),
    _role("kinship", "about", right=r"(?:here|of (?:two|three|four|five|six|seven|\d))\b", least=LEFT_OUT, confidence=0.7),
    _role("device", "owns", left=r"\b(?:my|our|have|got|own|use|using|on|bought|typing (?:this )?on|with|have only|only|a|an)"
          r"(?: (?:a|an|the|my|our|old|new|ancient|trusty|cracked|work|second-hand|secondhand|20\d\d|[\w-]+y|only|this|"
          r"just))*", clause=r"\b(?:i|my|we|our|me)\b(?!.*\b(?:want|need|buy|looking|should|considering|thinking|worth|"
          r"do not|never)\b)", least=NEAR, confidence=0.65),
    _role("vehicle", "car", left=r"\b(?:my|our|drive|driving|own|have|got|bought|ride|riding|run|in|live in|living in|on|with|"
          r"cycle)(?: (?:a|an|the|my|our|old|new|ancient|trusty|used|second-hand|battered|rusty|red|blue|black|white|"
          r"green|silver|20\d\d|19\d\d|\w+-year-old|[\w-]+y))*", clause=r"\b(?:i|my|we|our|me)\b(?!.*\b(?:want|looking|"
          r"should|considering|thinking|worth|do not|never|rental|rented|hire|next to|test drive|dream)\b)",
          least=NEAR, confidence=0.65),
    # Languages and clocks.
    _role("language", "reply_language", left=r"\b(?:reply|answer|respond|write|speak|talk|do|keep|stick|switch|explain|chat|"
          r"text|again|everything|card|email|letter|please|continue|stay|translate)\b[^.?!]{0,25}\b(?:in|to|with)"
          r"(?: (?:simple|plain|easy|formal))*", least=-9.0, denied=False, confidence=0.75,
          clause=r"^(?!.*\b(?:how|what|movie|film|book|song|she|he|they|teacher)\b)(?!.*translat\w+ (?:this|the|it))"),
    _role("language", "reply_language", right=r"(?:please|only|from now on|is fine|works|would be)\b", least=LEFT_OUT,
          confidence=0.65),
    _role("language", "language_spoken", clause=r"\b(?:speak\w*|fluent|native|mother tongue|first language|second language|grew "
          r"up|raised|bilingual|trilingual|learn(?:ing)?|study(?:ing)?|taught myself|at home|understands?|conversational|[abc][12]|level|beginner|lessons?|"
          r"dream in|swear in|count in|think in|family|with my (?:mum|mom|dad|parents|gran|grandma|kids))\b",
          least=NEAR, confidence=0.7),
    _role("timezone", "timezone", left=r"\b(?:on|in|my|at|i am|we are|it is|to|use|keep|are|zone is|times?)(?: (?:the|us|my))*",
          least=LEFT_OUT, confidence=0.7),
    _role("timezone", "timezone", right=r"(?:here|for me|please|time|times|zone|not)\b", least=LEFT_OUT, confidence=0.7),
)  # fmt: skip
"""In the order in which they are tried."""
