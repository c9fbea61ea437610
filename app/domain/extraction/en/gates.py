"""How English clauses are meant: questions, suppositions, irony, what others say; and where sentences are cut."""

import re
from typing import Final

SENTENCE: Final = re.compile(
    r"[^.!?\n;]+(?:\.(?=\w)[^.!?\n;]*|(?<=\b[A-Za-z])\.(?! ?\n)[^.!?\n;]*|(?<=\b(?:Dr|Mr|Ms|St|dr|mr|ms|st|vs|eg|ie|"
    r"No))\.[^.!?\n;]*|(?<=\bMrs|\besp|\betc|\bapp)\.[^.!?\n;]*)*[.!?]*"
)
_NEW: Final = (
    r"(?:now (?:i|we|my|our|it)|these days (?:i|we)|i|we|you|he|she|they|it|that|this|there|my|our|his|her|their|"
    r"what|whats|how|why|where|when|who|which|is|are|"
    r"do|does|did|can|could|should|would|will|please|also|then|dont|never|always|no need|thanks|thank|lol|haha|"
    r"but|and i|and my|not (?:so|too|really|a fan|into|big|keen|much|that)|"
    r"got (?:laid|fired|sacked|let go|made|married|engaged|divorced|diagnosed|promoted)|and we|so|because|if|lets|"
    r"let me|tell|give|any|anyway|btw|idk|not sure|though|although|just|make|keep|help)"
)
CUTS: Final = re.compile(
    r"(?!,\s*(?:my|our) [\w-]+(?: [\w-]+)?,)(?:"
    rf",\s*(?:so )?(?=(?:on |in |at |it is )?[\w'-]+(?: [\w'-]+)? (?:now|instead)(?:$|[.!,]))|,\s*(?:and\s+|but\s+|"
    rf"so\s+|then\s+)?(?={_NEW}\b)|,\s*(?:and\s+)?(?=(?:the )?[\w-]+(?: [\w-]+)? (?:is|"
    rf"are|runs) |no [\w.+-]+ (?:any ?where|any ?more|at all|left|now)\b)|\s+[–-]+\s+|\s+(?:but|so "
    rf"that|so|because|although|though|whereas|while)\s+(?=\w)|,\s*(?:but|so|because|although|though|while|"
    rf"yet)\s+|"
    r"(?<!\bme)(?<!\bme too)\s+(?:and|plus|then)\s+(?=(?:now (?:i|we|my)|i|we|he|she|they|it|you|my|our|his|her|"
    r"their|please|there|that|what|how|is|"
    r"(?:the|a) [\w-]+ (?:is|are|runs)|"
    r"(?:dad|mum|mom|gran|grandma|grandpa|nan|hubby) (?:is|was|has|\w{3,}s)|"
    r"also|then|remember|never|always|dont|do not)\b(?! and\b))|"
    r"(?<=\w)\s+cause\s+(?=(?:i|we|the|my|it|he|she|they)\b)|(?<=\bwrong):\s+|"
    r"(?<=\bjk)\s+|(?<=\bkidding)\s+(?=i\b)|\s+(?=(?:lol|lmao|haha+|btw|tbh|fyi)\b)|"
    r"(?<=\w)(?<!forget)(?<!ignore)(?<!about)(?<!disregard)(?<!delete)(?<!remember)\s+(?=(?:what|how|where|why|"
    r"which|should|can|could|do|does) (?:is|are|do|does|can|could|should|i|"
    r"we|you|would|much|many|to)\b)(?<!know )(?<!\bknow\s))",
    re.IGNORECASE,
)
FILLER: Final = re.compile(
    r"^(?:me(?=,? i\b)|any(?:hoo|how)|hang on|hold on|(?:for|re|about|regarding|on) (?:the|this|our|my|that) [\w' "
    r"]{2,25}(?=:)|"
    r"[a-z]+(?:-| )?wise(?=,? (?:i|we|my|our|he|she)\b)|meanwhile|weirdly|funnily enough|oddly(?: enough)?|"
    r"surprisingly|ironically|somehow|ofc|obvs|"
    r"not going to lie|do not judge(?: me)?|in all honesty|confession|psa|hot take|heads up|side note|since you "
    r"ask(?:ed)?|"
    r"if you must know|speaking of which|for the record|random but|small thing|sidenote|context for you|apparently|"
    r"(?:just |only )?(?:for )?(?:this (?:week|weekend|month)|today|tonight) only|and|but|so|also|well|ok|"
    r"okay|okey|k|yeah|yea|yes|yep|yup|nah|no wait|hi+|hey+|hello|yo|oh|ah|hm+|um+|"
    r"uh+|btw|fwiw|ugh+|argh+|omg|damn|shoot|crap|wow|yikes|aww*|whoa|guess what|phew|welp|gosh|jeez|eh|meh|yay|"
    r"woo+|pls|please|correction|by the way|fyi|fun fact|for the record|"
    r"for context|for reference|for info|context|background|just so you know|just fyi|just to let you know|as "
    r"i said|like i said|as mentioned|as you know|to be clear|tbh|ngl|honestly|to be honest|actually|quick "
    r"note|note(?: to self)?|"
    r"note that|please note(?: that)?|keep in mind(?: that)?|bear in mind(?: that)?|don't forget(?: that)?|do "
    r"not forget(?: that)?|just remember(?: that)?|remember(?: that)?(?= (?:i|my|we|our)\b)|plus|then|anyway|"
    r"anyways|look|listen|"
    r"right(?! (?:handed|footed))|basically|i think(?: that)?|i guess|i mean|i believe|i told you(?: that)?|i said(?: "
    r"that)?(?! i would)|i "
    r"should (?:mention|say|add)(?: that)?|i forgot to (?:mention|say)(?: that)?|you should know(?: that)?|did "
    r"i mention(?: that)?|"
    r"you know|lol|haha+|hehe|lmao|good news|bad news|update|small update|big news|news|correction|edit|"
    r"p\.?s\.?|ps|unfortunately|sadly|luckily|fortunately|thankfully|tho|though|"
    r"because|since(?= (?:i|we|my)\b)|as(?= (?:i am|i have|we)\b)|although|turns out(?: that)?|the thing is|"
    r"thing is|problem is|the problem is|truth is|fact is|main thing|one more thing|another thing|last thing|"
    r"(?:as of|starting|from) (?:today|now|this (?:week|month|year)|(?:next )?\w+day|last \w+)|today|tonight|"
    r"now|nowadays|currently|lately|recently|these days|at the moment|right now|for now|this (?:year|week|"
    r"month|morning|evening|afternoon)|last (?:year|month|week|night|\w+)|yesterday|"
    r"(?:my |the |both my )?(?:doctors?|dr|gp|dentist|allergist|cardiologist|dermatologist|therapist|optician|"
    r"physio|specialist|psychiatrist|dietitian|nutritionist)(?: \w+)? (?:says?|said|told me|thinks?|confirmed|"
    r"reckons?|found out|just told me|just said)(?: that)?(?= (?:i|my)\b)|"
    r"personally|for me|in general|generally|in my case|at (?:work|home|my job)|usually|normally|mostly|"
    r"typically|sorry|apologies|my bad|thanks|thank you|cool|great|nice|perfect|alright|all right|sure|of "
    r"course|good question|fair|true(?! crime)|hope|finally|officially|"
    r"long story short|in short|first(?: of all)?|second|third|firstly|secondly|as for me)(?:\s*[,:–-]\s*|\s+|$)",
    re.IGNORECASE,
)
ADVERB: Final = re.compile(
    r"^(?:just|also|really|actually|basically|still|currently|now|always|usually|normally|generally|typically|"
    r"kinda|kind of|sort of|literally|definitely|honestly|def|defo|"
    r"absolutely|totally|mostly|mainly|only just|recently|finally|personally|already|both|all|probably|"
    r"sometimes|often|obviously|officially|simply|truly|genuinely|secretly|"
    r"happily|proudly|unfortunately|sadly|luckily|apparently|legally|technically|permanently|fully|completely|"
    r"lowkey|highkey|deeply|so|very|too|quite|pretty|super|"
    r"strongly|much|rather|generally speaking|myself|then|once|even|do(?= (?:love|like|have|live|work|want|"
    r"enjoy|hate|own|use|need|take|play|speak)\b)|can(?: also| already| kind of)?(?= (?:play|speak|sing|sew|knit|code|"
    r"program|juggle|ski|surf|swim|ride|read)\b)|have (?:just|now|recently|finally|already|always|also)(?=\s)|"
    r"at work|these days)\s+",
    re.IGNORECASE,
)
QUESTION: Final = re.compile(
    r"^(?:what|whats|wheres|hows|whos|where|how|why|who|whom|whose|which(?! (?:is|was)\b)|when(?= (?:is|are|do|"
    r"does|did|will|can|should|would|was)\b)|is|are|am i|was|were(?= (?:you|they|we|there)\b)|do|does|did|"
    r"can(?= (?:i|we|you|u|he|she|they|it|my|someone|a|the)\b)|"
    r"could|should|would|will(?= (?:i|we|you|it|he|she|they|my|the)\b)|have(?= (?:you|u|i ever|we)\b)|has|any "
    r"(?:idea|tips|thoughts|advice|suggestions|chance)|got any|wanna|want to(?= \w+\?)|shall|may|"
    r"thoughts on|tips for|ideas for|wondering|(?:i )?(?:wonder|am wondering|was wondering)|(?:i )?do not know "
    r"(?:if|whether|how|what)|not sure (?:if|whether|how|what)|idk (?:if|whether|how|what)|(?:please )?(?:tell|"
    r"explain|show)(?: me)? (?:what|how|why|if|whether|about))\b",
    re.IGNORECASE,
)
TAG: Final = re.compile(
    r"[,\s]+(?:ok|okay|please|alright|all right|thanks|deal|k|got it|cool|mkay)\s*\?+$", re.IGNORECASE
)
AMAZED: Final = re.compile(
    r"\b(?:i|we) (?:(?:now|actually|really|somehow|do|suddenly|just|apparently) )*(?:am|are|love|like|hate|live|have|"
    r"got|moved|"
    r"adopted|won|passed|turned|started|can)\b[^?]*(?:\?\?+|\?!+|!\?+)$",
    re.IGNORECASE,
)
"""A claim of the speaker's own that ends in wonder ("now i love olives??"), not a question."""
NO_QUESTION: Final = re.compile(
    r"^(?:do not|does not|is my|are my|has been|has to|is called|did not|can you (?:please |just )?(?:call|"
    r"remember|keep|stop|make|always|use|answer|reply|write|speak|talk|note|save|address|refer|be|remind)|"
    r"(?:could|would|will) you (?:please |mind |just )?(?:call|remember|keep|stop|"
    r"make|always|use|answer|reply|write|speak|talk|note|save|address|refer|be|"
    r"remind)|(?:can|could|should|may) (?:your |the |all |my )*(?:answers|replies|responses|lists|recipes|explanations|"
    r"steps|summaries|comparisons|prices|dates|messages)\b|would (?:rather|prefer|love|like)|should (?:mention|add|"
    r"note))\b",
    re.I,
)
UNREAL: Final = re.compile(
    r"\b(?:if (?:i|we|my|he|she|they|it|you|someone|somebody|anyone|only|u)\b|what if|suppose|supposing|"
    r"imagine|let us say|lets say|say i (?:was|were|had|am|have)|assuming|assume|hypothetical(?:ly)?|in theory|"
    r"pretend|i wish|wish i|might|maybe|perhaps|possibly|could have|could be|may be|would(?! (?:rather|prefer|take "
    r".{2,30} over|pick .{2,30} over|choose .{2,30} over|"
    r"like (?:you|it|to)|love|appreciate|hate))|as if|dream(?:t|ed) (?:that|about|of)|had a dream|in another "
    r"life|in a parallel|"
    r"i could(?! (?:not|(?:happily |easily |honestly |literally )?(?:eat|drink|watch|listen to|live (?:on|off)|read|"
    r"talk about))\b)|should have|thinking about maybe|considering whether|not sure (?:if|whether)|unless|were i|"
    r"for example|for instance|e\.g\.|an example|joke|parody|lyrics?|proverb|quote|fiction(?:al)?|novel|"
    r"screenplay|my character|the character|main character)\b",
    re.IGNORECASE,
)
SAID_WOULD: Final = re.compile(
    r"\b(?:promised|told|said|swore|agreed|vowed|pledged)\b[\w' ]{0,40}?\bwould\b", re.IGNORECASE
)
IRONY: Final = re.compile(
    r"\boh (?:yeah|yes|sure|great|god)\b.{0,12}\bi (?:just |really |so |absolutely )*(?:love|adore|enjoy|live for)\b|"
    r"\byeah,? (?:right|sure)\b|\bsure,? (?:and|i am (?:a|an|the)|i just|because|buddy|jan)\b|\boh (?:great|joy|yes|"
    r"sure|yay|"
    r"goody|how)\b|\bi (?:just|so|absolutely|really) (?:love|adore|enjoy) (?:it )?(?:when|how|being|having to|"
    r"getting|waiting|that|paying|standing)|(?:^|\s)/s\b|🙄|"
    r"\bsaid no ?(?:one|body)\b|\b(?:and )?i am (?:the (?:queen|king|pope|president|tooth|easter|emperor|"
    r"sultan)|a (?:unicorn|millionaire|billionaire|astronaut) (?:too|lol)|made of money|santa|batman|superman|"
    r"beyonc|elon)|\bwhen pigs fly\b|"
    r"\bbecause (?:i am|that is) (?:so |totally )|\btotally\.{2,}|\bmy (?:absolute )?(?:favourite|dream) "
    r"(?:thing|part|hobby|pastime|way)\b.*\b(?:wait|tax|queue|traffic|meeting|hold|paperwork|dentist|delay|"
    r"laundry|bill|cancel)|"
    r"\bjust what i (?:needed|wanted)\b|\blucky me\b|\bhow (?:lovely|wonderful|delightful)\b|\bwow,? thanks\b|"
    r"\bi (?:just |really |so )?love (?:paying|waiting|queu|standing in|sitting in (?:traffic|meetings)|"
    r"meetings|mondays|traffic|being ignored|taxes|spam)|"
    r"\b(?:thrilled|delighted|ecstatic|overjoyed|so glad|chuffed|stoked)\b.{0,30}\b(?:on hold|queue|wait\w*|traffic|"
    r"delay\w*|cancel\w*|broken|bills?|tax\w*|"
    r"meetings?|overtime|sewage|flood\w*|parking|stuck)\b|"
    r"^(?:oh )?(?:wonderful|brilliant|fantastic|great|lovely|marvellous|super|perfect|fab|excellent)[,.! ]+(?:another|"
    r"yet another|more|just what)\b|"
    r"\byay,? (?:more|another)\b|\bliving the dream\b|\bas one does\b|\bnot\s*!+$",
    re.IGNORECASE,
)
NAMING: Final = re.compile(
    r"\b(?:everyone|everybody|people|ppl|they|friends|most people|my \w+|the \w+)(?: \w+){0,4}? (?:calls? me|says?|"
    r"call us) "
    r"(?-i:[A-Z])[\w'-]+$",
    re.IGNORECASE,
)
"""By what name others call the user: a report that tells something of the user all the same."""
REPORT: Final = re.compile(
    r"\b(?<!before )(?<!as )(?<!when )(?<!like )(?:he|she|they|it|people|ppl|everyone|everybody|someone|somebody|"
    r"nobody|some|others|the (?:test|quiz|"
    r"app|horoscope|article|ad|email|system|bot|website|internet|form|letter)|you|chatgpt|my (?!doctor|dr\b|gp|"
    r"dentist|vet|allergist|therapist|cardiologist|dietitian|physio)[\w' -]{2,30}?|[A-Z][a-z]+) "
    r"(?:says?|said|thinks?|thought|told (?:me|us|him|her|everyone)|claims?|claimed|insists?|insisted|assumes?|"
    r"assumed|believes?|keeps? (?:saying|telling)|jokes?|joked|accused|guessed|swears?|wants? me|(?:is|are) "
    r"convinced|reckons?)\b(?:.{0,20}\b(?:i|that|me)\b)?",
)
COMMISSION: Final = re.compile(
    r"^(?:(?:hey|hi|ok|so|please|can you|could you|would you|will you|help me|just|now|let us|i need you to|i want "
    r"you to) )*"
    r"(?:write|draft|compose|create|generate|make up|invent|give me|come up with|produce|design|do|make|write me|"
    r"example of|rewrite|translate)\b"
    r"[^.!?\n]{0,40}\b(?:bio|story|stories|poem|song|limerick|haiku|dialogue|scene|character|profile|sample|example|"
    r"persona|monologue|novel|"
    r"screenplay|sketch|joke|script|fanfic|obituary|speech|advert|ad|headline|listing|caption|tweet|testimonial|"
    r"review|backstory|name for a|post|article|blog|essay|email|letter|description|resume|cv|"
    r"template|placeholder|exercise|quiz|sentence|letter from|prompt)\b(?!.*\b(?:i|i am|my|me and|about me|about my|"
    r"for my|our|we)\b)",
    re.IGNORECASE,
)
"""A text ordered from the assistant: what it is to hold is no claim of the speaker's."""
WISH: Final = re.compile(
    r"^(?:lol |ugh |god |man |haha |oh )*(?:i |we )?(?:so |really )?wish (?:i|we|my|he|she|they|it)\b", re.IGNORECASE
)
"""A wish that ends with its own clause: "wish i had his job, i do payroll"."""
OWN_PRESENT: Final = re.compile(
    r"^(?:but |and |instead |meanwhile )*(?:i|we) (?:just |only |actually |currently )*(?:am|are|do|work|have|live|"
    r"make|teach|"
    r"drive|run|sell|own|use|play|speak|study)\b",
    re.IGNORECASE,
)
