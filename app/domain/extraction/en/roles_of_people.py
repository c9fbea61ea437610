"""Rows of `roles` for what tells about people: where they live, their work, health, food and tastes."""

from typing import Final

from app.domain.extraction.en.evidence import LEFT_OUT, NEAR, SAID
from app.domain.extraction.en.roles import role

_PLACE: Final = "city region country"
_SIDE: Final = (
    r"(?: (?:the|north|south|east|west|central|downtown|rural|greater|old|upper|lower|sunny|rainy|deepest|outer))*"
)
_IN: Final = rf"\b(?:in|to|near|at|outside|around|of|on|for){_SIDE}"
_EATABLE: Final = "food drink allergen"
_THING: Final = "food drink sport hobby genre"
_REACTION: Final = (
    r"\b(?:allerg\w+|throat (?:closes|swells|itches)|hives|swell\w*|puff(?:s|y)? up|rash|itch\w*|react\w*|anaphyla\w+|"
    r"epi ?pens?|break(?:s)? (?:me )?out|brings me out|welts|blotch\w*|blisters?|wheez\w+|sneez\w+|cannot breathe|a&e|"
    r"casualty|the er|"
    r"er visit|hospital|ambulance)\b"
)
_UPSET: Final = (
    r"\b(?:intoleran\w+|upsets?|stomach|tummy|gut|bloat\w*|doubled over|cramps?|loo|toilet|bathroom|sick as a|ill|"
    r"makes? me (?:sick|ill)|i (?:am|will be) (?:up|awake|wired|useless|done for|a wreck|dead|in bed|on the (?:floor|"
    r"loo))|cannot (?:digest|tolerate|process)|does not agree|disagrees|sensitive)\b"
)
_LOVE: Final = (
    r"\b(?:love|adore|obsessed|favourites?|cannot get enough|addict\w*|addicted|hooked|sucker|weakness|comfort|"
    r"person through|through and through|fan(?:atic)?|mad (?:about|for|on)|nuts (?:about|for)|crazy (?:about|for)|nerd|"
    r"geek|buff|junkie|fiend|lover|enthusiast|guilty pleasure|happy place|can never have too|live (?:for|on)|"
    r"live off|all about|partial to|soft spot|sold on|convert|smitten|swear by|devour\w*|binge\w*|inhale|"
    r"belongs? (?:on|in) everything|underrated|on everything|makes my (?:day|week)|gr[oe]w\w* on me|won me over|"
    r"com(?:e|ing) round to|happiest|sorted|give me a|bliss|heaven|the best|is life|my jam|my thing|cup of tea|any "
    r"day|every time|pick of)\b"
)
_HATE: Final = (
    r"\b(?:hate|loathe|detest|despise|cannot (?:stand|bear|abide|stomach|face|do)|tastes? (?:like|of) (?!home|heaven|"
    r"summer|childhood|christmas)|smells? like (?!home|heaven|summer)|cannot be doing with|hard pass|no time for|no "
    r"patience for|could live without|not here for|not on speaking terms|do not (?:get on|mix)|not friends|(?:means?|"
    r"mean) nothing|not (?:a fan|keen|my|into|for me)|"
    r"gross|yuck|ew+|ick|vile|disgusting|foul|rank|revolting|grim|gag\w*|retch|devil|slimy|soap|turns my|puts? me off|"
    r"leave the room|keep (?:it|them) away|no way|nope|makes me (?:sad|angry|cross|ill|heave)|"
    r"never (?:liked|got|could)|do not (?:like|do|eat|touch|want|drink|get)|ruins?|overrated|bores? me|"
    r"(?:hot )?bitterness|abomination|crime|the worst|skip|spare me|no thanks|not for me|allergic to fun)\b"
)
_WITHOUT: Final = (
    r"\b(?:no|without|minus|hold the|skip the|leave (?:out|off)(?: the)?|cut(?: out)?(?: the)?|drop the|lose the|"
    r"swap out(?: the)?|nothing with|free of|anything but|except|avoid(?:ing)?|off|steer clear of|stay(?:ing)? away "
    r"from|"
    r"keep(?:ing)? (?:off|away from)|given up|gave up|give up|cannot (?:have|eat|do|drink|touch)|not allowed|"
    r"(?:do|does|will) not (?:eat|drink|have|do|touch|want)|never (?:eat|drink|touch))(?: (?:any|the|more|of|to|eat|"
    r"drink|have|all|raw|cooked|fresh|[\w-]+ or|[\w-]+ and|[\w-]+,))*"
)

PERSON_ROLES: Final = (
    # Where the user lives, is from, goes.
    role(
        _PLACE,
        "home",
        left=rf"\b(?:live[sd]?|living|based|settled|stuck|reside|residing|relocated|emigrated|moved|"
        rf"moving in|ended up|landed|rent(?:ing)?|lodging|here|home|flat|apartment|house|studio|cottage|condo|"
        rf"loft|bedsit|room|place|neighbou?rhood|floor|attic|basement|mill|barn|farm|minutes?|beach|sea|centre|"
        rf"station|landlord|landlady|neighbours?|dentist|gp|street|garden|balcony|commute|life|boyfriend|girlfriend|"
        rf"husband|wife|"
        rf"partner|parents|family|flatmates?)\b[^.?!,]{{0,25}}{_IN}",
        clause=r"^(?!.*\b(?:trip|holiday|vacation|"
        r"weekend|hotel|airbnb|visit(?:ing)?|flying|flight)\b)",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        _PLACE,
        "home",
        left=r"\b(?:flat|studio|apartment|house|bungalow|cottage|two bed|one bed|condo|loft|"
        r"flatshare|houseshare)[^.?!]{0,15},",
        least=LEFT_OUT,
        confidence=0.6,
    ),
    role(
        _PLACE,
        "home",
        left=r"\b(?:just outside|on the edge of|on the outskirts of|in the middle of|half an hour "
        r"from|an hour from|not far from|down the road from|just up from|deepest)",
        least=LEFT_OUT,
        confidence=0.6,
    ),
    role(
        _PLACE,
        "home",
        left=r"\b(?:stuck|based|here|up here|down here|over here|out here|born and raised|resident)"
        r"(?: in)?",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        _PLACE,
        "home",
        right=r"(?:resident|based|dweller|local|here|born and (?:bred|raised)|for life|is home|is "
        r"where|"
        r"has been home|girl|boy|kid)\b",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        _PLACE,
        "hometown",
        left=r"\b(?:from|grew up in|raised in|born in|childhood in|hail from|hails from|"
        r"roots in|parents are from|originally)",
        least=NEAR,
        confidence=0.7,
    ),
    role(
        _PLACE,
        "plan",
        left=rf"\b(?:trip|fly(?:ing)?|flight|flights|off|going|go|heading|travel(?:l?ing)?|holiday|"
        rf"vacation|"
        rf"honeymoon|week|weekend|fortnight|days|tickets?|cruise|backpacking|interrail\w*|conference|wedding|bike|"
        rf"cycle|walk|hike|sail|drive|"
        rf"road trip|ride|trek|cycling|hiking|sailing|driving|"
        rf"booked|moving|relocating|emigrating|visiting|visit)\b[^.?!,]{{0,18}}(?:{_IN}|ing|it|across|through|round|"
        rf"along|over)(?: the)?",
        clause=r"\b(?:i|we|"
        r"our|my|us|me|booked|next|this|in (?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|the)\w*)\b",
        least=NEAR,
        confidence=0.6,
        value="trip to {}",
    ),
    # What they do.
    role(
        "trade",
        "job",
        left=r"\b(?:i am|am|we are|been|work(?:ed|ing|s)? as|working life as|job as|life as|day job "
        r"is|"
        r"qualified as|train(?:ed|ing) as|become|became|by day|self-employed|freelance|retired|former|ex|jobbing)"
        r"(?: (?:a|an|the|only|still|just|also|your|one of the|part-time|full-time|junior|senior|trainee|head|lead|"
        r"chief|deputy|assistant|night|freelance|self-employed|retired|qualified|registered|\d\w*[- ]year|apprentice|"
        r"student|village|local|humble|licensed|[\w-]+))*",
        least=NEAR,
        confidence=0.7,
    ),
    role(
        "trade",
        "job",
        left=r"^",
        right=r"(?:here|by trade|by day|by profession|for (?:\d+|[a-z]+(?:teen|ty)?) "
        r"years|"
        r"at |in a |on |working|for the )",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        "trade",
        "job",
        left=r"\b(?:as an?|us|we|speaking as an?|i am one of the|coming from an?)(?: [\w-]+)?",
        least=NEAR,
        confidence=0.65,
    ),
    role(
        "field",
        "job",
        left=r"\b(?:work(?:ing|s)? in|job in|career in|in|do|apprentice,?|apprenticeship in|"
        r"background "
        r"(?:is )?in|trained in|degree in|from|years (?:of|in)|study(?:ing)?|been in|course in|course)",
        least=LEFT_OUT,
        clause=r"\b(?:i|my|we|work\w*|job|career|apprentice\w*|years?|background)\b",
        confidence=0.65,
    ),
    role(
        "status",
        "job",
        left=r"(?:^|\b(?:am|are|been|now|currently|as an?|being))(?: (?:a|an|now|recently|finally|"
        r"happily|still|newly|\d\w*[- ]year|first|second|third|final|year|[\w-]+ing))*",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    # Health.
    role("condition", "condition", left=r"\b(?:my|our)(?: [\w'-]+){0,2}", least=SAID, denied=None, confidence=0.75),
    role(
        "condition",
        "condition",
        left=r"\b(?:i|we)\b.*\b(?:have|am|got|get|with|diagnosed|suffer\w*|live with|"
        r"living "
        r"with|battl\w+|manag\w+|being|since|because of|due to|from|wear|use|in|need|had|is|it is)(?: (?:a|an|the|"
        r"really|very|quite|mild|severe|bad|chronic|some|these|this|with|profoundly|partially|legally|also|and|in|"
        r"got|have|been|diagnosed|type|[\w-]+ and|[\w-]+,))*",
        least=NEAR,
        confidence=0.7,
    ),
    role(
        "condition",
        "condition",
        right=r"(?:'s |s )?(?:here|brain|has been|is been|been|is (?:bad|back|playing|"
        r"acting|flaring|awful|killing|worse|"
        r"terrible|a pain|fun)|playing up|acting up|flar\w+|again|means|makes|runs|kicks? in|sufferer|since|"
        r"diagnos\w+|and|so|about|every|when|in (?:one|my|both))\b",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    role(
        "condition",
        "condition",
        left=r"(?:^|^(?:get|got|have|having|had|with|also|being|diagnosed with|living with|"
        r"suffer from|prone to|recovering from|on the|in a|born|am|legally|officially|badly|mildly))(?: "
        r"[\w'-]+){0,2}",
        clause=r"^(?!.*\b(?:is an?|are|affects|causes|symptoms of|awareness|charity|research)\b)",
        least=LEFT_OUT,
        confidence=0.6,
    ),
    role(
        "condition",
        "condition",
        left=r"\b(?:it is|turns out it is|they think it is|told (?:me )?it is|that is|"
        r"called)",
        least=LEFT_OUT,
        confidence=0.6,
    ),
    role(
        "medication",
        "medication",
        left=r"\b(?:my|on|take|taking|takes|prescribed|need|carry|carrying|use|using|"
        r"started|"
        r"start|it is|put me on|dose of|mg of|daily|refill of|run out of|with|have|having|got|switched to|and|own)"
        r"(?: (?:a|an|the|my|some|daily|\d+ ?mg(?: of)?|new|more|low|dose|[\w]+ and))*",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(
        "medication",
        "medication",
        right=r"(?:helps?|works?|in every|twice|once|daily|every|\d+ ?mg|at night|makes "
        r"me|"
        r"knocks me)",
        least=LEFT_OUT,
        confidence=0.65,
    ),
    # What must not, and what may, be eaten.
    role("allergen food drink", "allergy", clause=_REACTION, least=LEFT_OUT, denied=None, confidence=0.8, wide=True),
    role("allergen food drink", "intolerance", clause=_UPSET, least=LEFT_OUT, denied=None, confidence=0.7, wide=True),
    role(
        "diet",
        "diet",
        left=r"(?:^|\b(?:am|are|we|gone|went|going|keep|keeping|eat|eating|been|on|strictly|doing|do|"
        r"trying|is|cook|cooking|observing|fasting for|for|it is|all|stay|stick to|only|must be|mostly|still|our|my|"
        r"raised|turned|fully|lifelong))(?: (?:a|an|the|strict|strictly|fully|mostly|completely|totally|now|for|back|"
        r"more or less|about|to|lifelong|proud|new|[\w]+ly))*",
        clause=r"^(?!.*\b(?:which|what|are there|"
        r"restaurants? "
        r"near)\b)",
        least=LEFT_OUT,
        confidence=0.7,
    ),
    role(_EATABLE, "avoids", left=_WITHOUT, least=LEFT_OUT, denied=None, kind="preference", confidence=0.7),
    role(
        _EATABLE,
        "avoids",
        right=r"(?:(?:is|are) (?:a no|a hard no|out|off|off the table|banned|not for me|not "
        r"allowed|"
        r"forbidden)|[- ]free\b|does not|do not|and i (?:do not|are not))",
        least=LEFT_OUT,
        kind="preference",
        confidence=0.7,
    ),
    # Likes and dislikes of what people eat, do, watch and hear.
    role(_THING, "dislikes", clause=_HATE, least=LEFT_OUT, denied=None, kind="preference", confidence=0.65, wide=True),
    role(
        "drink",
        "likes",
        right=r"(?:only|for me|please|drinker|person)\b",
        least=LEFT_OUT,
        kind="preference",
        clause=r"^(?!.*\b(?:order|table|bring|get me|two|three)\b)",
        confidence=0.6,
    ),
    role(_THING, "likes", clause=_LOVE, least=LEFT_OUT, kind="preference", confidence=0.65, wide=True),
    role(
        _EATABLE,
        "likes",
        right=r"(?:from now on|instead|it is from)",
        least=LEFT_OUT,
        kind="preference",
        confidence=0.6,
    ),
    role(
        _THING,
        "likes",
        right=r"(?:person|lover|addict|nut|fan|nerd|geek|guy|girl|drinker|snob|house|household|over "
        r"[\w ]+ any|all the way|with everything|on everything|for breakfast|every (?:day|morning|night))",
        least=LEFT_OUT,
        kind="preference",
        confidence=0.65,
    ),
)
"""In the order in which they are tried."""
