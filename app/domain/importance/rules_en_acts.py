"""What people do with words, in English: rule, forbid, decide, promise, set dates, correct."""

from typing import Final

_START = r"(?:^|[,;:.!\-–—(] ?|\b(?:please|pls|plz|also|and|but|so|just|ok|btw|hey) )"
_DAY = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b|tomorrow|tonight|noon|midnight|eod|eow|eom"
    r"|(?:the )?end of|(?:the )?\d|(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b|"
    r"next|this|q[1-4]\b"
)

RULES: Final = (
    (
        "remember",
        "remember mind note record forget",
        _START + r"(?:remember|keep in mind|bear in mind|take note|make a note|note to self|note|for the record|"
        r"don'?t (?:ever )?forget)\b(?! (?:when|how|who|me\b|the time|to|about it|what))(?:,|:| |$)",
    ),
    (
        "rule",
        "always only",
        _START + r"(?:always|only ever)\s+(?!a |an |the |been|happy|glad|good|nice|fun|there|here|wanted|so |love|"
        r"lovely|great|remember )\w+",
    ),
    (
        "prohibition",
        "never",
        _START + r"(?:never(?: ever)?|under no circumstances)\s+(?!mind|again|say never|a |the |been|seen|have i|had|"
        r"in my|thought|knew|heard|better|felt|too |gets? old|fails|ending|gonna)\w+",
    ),
    (
        "rule",
        "now forward today onwards on future whenever time",
        r"\b(?:from (?:now|today|here|then) on(?:wards?)?|going forward|as of (?:now|today)|in (?:the "
        r")?future,?|in all future|(?:every|each|any) time (?:i|you|we) \w+|whenever (?:i|you|we) "
        r"\w+)\b.*\b(?:always|never|please|use|answer|reply|write|call|keep|send|ask|check|give|tell|show|"
        r"must|should|will|don'?t|do not|no|only|speak|talk|stop|skip|remind|include|put)\b",
    ),
    (
        "rule",
        "must shall required mandatory requires should",
        r"\b(?:must|shall|should) (?:always|never|only|not)\b|\bmust (?:be (?!joking|kidding|nice|fun|great|"
        r"hard|tough|tired|so |the |a |an |raining|crazy|mad|good|true|exhaust|starv|amazing|wonderful|in "
        r"heaven|dream)\w+(?:ed|en|un|pt|nt|ne|de|ld)\b|have (?!been|gone|had|lost|forgot|missed|done|taken|"
        r"left|seen|cost)|go through|use\b|contain|include|match|pass\b|support|start with|end with|stay|"
        r"come with|follow|run\b|work\b)|\b(?:is|are) (?:mandatory|required|compulsory)\b",
    ),
    (
        "prohibition",
        "must mustn't mustnt may allowed forbidden prohibited limits permitted banned",
        r"\b(?:must not|mustn'?t|may not (?!be)|not (?:allowed|permitted)|off limits|(?:is|are) (?:strictly "
        r")?(?:forbidden|prohibited|banned))\b",
    ),
    (
        "prohibition",
        "don't dont do",
        _START + r"(?:do not|don'?t)\s+(?:ever |you (?:ever|dare) )?(?!worry|mind|mention|know|think|care|get me|"
        r"understand|be |have|see|ask me why|bother|sweat|panic|you|give up|stress|laugh|feel|need|want|like|"
        r"forget|hate|love|remember|work|believe|wanna|really|even|judge|blame|eat|drink|enjoy|wear|drive|"
        r"fly|smoke|speak|live)\w+",
    ),
    (
        "prohibition",
        "stop avoid refrain quit skip without no",
        _START + r"(?:(?:stop|quit|avoid|refrain from)\s+(?!rain|snow|kidding|jok|laugh|worry|being|lying)\w+ing\b|"
        r"(?:avoid|skip|leave out)\s+(?:the |any |all )?\w+s\b|no (?:more )?(?:emojis?|jargon|small talk|"
        r"bullet points|markdown|spoilers|ads|calls|meetings|phone calls|exclamation)\b)",
    ),
    (
        "rule",
        "answer reply respond write speak talk keep use format explain replies answers",
        r"(?:"
        + _START
        + r"|(?:could|can|would|will) you |i(?:'d| would) like you to )(?:answer|reply|respond|write|speak|"
        r"talk|keep|use|format|explain)\b[^.?!]{0,40}\b(?:in (?:english|german|french|spanish|chinese|"
        r"mandarin|japanese|italian|portuguese|dutch|korean|russian|plain \w+|bullet points?|full sentences|"
        r"simple \w+)|short|shorter|brief|concise|formal|informal|casual|metric|imperial|celsius|"
        r"24.?h(?:ours?)?|bullet points?|first name|lowercase|under \d+ \w+)\b",
    ),
    (
        "decision",
        "decided agreed settled chose chosen opted voted finalized finalised approved concluded picked "
        "committed switching going signed resolved mind went",
        r"\b(?:we|i|they|it'?s|team|boss|management|board|everyone|client|he|she|council|partner|wife|"
        r"husband)\b[^.?!]{0,30}(?<!t )(?<!not )(?<!never )(?<!yet )\b(?:decided|agreed (?:on|to|that|we)|"
        r"settled on|chose|have chosen|opted|voted|signed off|finali[sz]ed|approved|concluded|resolved to|"
        r"(?:are|is|will be|'re|'m|am) (?:going|sticking|moving ahead) with|will go with|went with|made up "
        r"(?:my|our) minds?|picked|committed to|(?:are|'re|am|'m) (?:switching|migrating|moving) (?:to|from|"
        r"away|over))\b",
    ),
    (
        "decision",
        "decision decided let's lets final settled dropping scrapping it's agreed",
        r"\b(?:final decision|(?:the )?decision(?: is|:| was)|it'?s (?:decided|settled|final|official)|"
        r"decided:|agreed:|let'?s (?:go|stick) with|(?:we'?re|we are|i'?m|i am) (?:dropping|scrapping|"
        r"cancelling|canceling|replacing|sunsetting|keeping)|after (?:\w+ ){1,6}(?:we|i) (?:chose|picked|"
        r"choose))\b|^(?:decided|agreed|settled|going with)\b",
    ),
    (
        "commitment",
        "promise promised word pledge committed swore vowed owe",
        r"\b(?:i|we)(?:'?ve| have| did| already)? (?:promised?(?! you,? (?:it|this) )\b(?: (?!land)\w+)?|"
        r"pledged?|vowed|swore to|gave (?:\w+ )?my word|committed to|owe (?!you one|ya)\w+)|\byou have my "
        r"word\b|^promised? (?:to|\w+ (?:to|i|that|we))\b",
    ),
    (
        "commitment",
        "will i'll ill we'll well shall",
        r"\b(?:i|we)(?:'ll|ll| will| shall) (?:definitely |personally |make sure to |try to )?(?:send|pay|"
        r"return|bring|deliver|e?mail|call|take care of|handle|finish|submit|cover|have|get|prepare|write|"
        r"fix|review|share|give|transfer|ship|draft|update|forward|look after|feed|water|pick|drop|drive|"
        r"help|lend|buy|refund|organi[sz]e|book|hand)\b(?:[^.?!]{0,50}\b(?:by|before|until|no later than|on|"
        r"every) (?:"
        + _DAY
        + r")|[^.?!]{0,30}\b(?:you|him|her|them|the client|the team|everyone)\b[^.?!]{0,40}\b(?:by|before|"
        r"until|on|every|next|this|tomorrow|tonight|mon|tue|wed|thu|fri|sat|sun|end of)\w*\b)",
    ),
    (
        "deadline",
        "deadline due deadlines",
        r"\bdeadline\b[^.?!]{0,40}\b(?:"
        + _DAY
        + r")|\bdeadline(?: (?:is|was|has been|got|moved|for|to))\b(?! (?:stress|crazy|killing))[^.?!]*\b(?:"
        + _DAY
        + r"|week|weeks|days?|month)|\bdue\b(?: \w+)?(?: (?:on|by|in|at|before))? (?:"
        + _DAY
        + r"|(?:a|one|two|three) (?:days?|weeks?|months?))|\bdue date\b",
    ),
    (
        "deadline",
        "later latest expires expire expiring by before until ends closes renew",
        r"\bno later than\b|\b(?:at|by) the latest\b|\bexpir(?:es|ing|e)\b[^.?!]{0,20}\b(?:on|in|"
        + _DAY
        + r")|\b(?:submit(?:ted)?|hand(?:ed)? in|turn(?:ed)? in|deliver(?:ed)?|finish(?:ed)?|file[d]?|pa(?:y|"
        r"id)|ship(?:ped)?|launch(?:ed)?|release[d]?|renew(?:ed)?|done|ready|complete[d]?|sign(?:ed)?|in "
        r"their hands|register(?:ed)?|apply|appl(?:y|ied)|repl(?:y|ied)|send|sent|upload(?:ed)?|needs? (?:it|"
        r"this|them|the \w+))\b[^.?!]{0,50}\b(?:by|before|until) (?:"
        + _DAY
        + r")|\b(?:registration|applications?|enrol?lment|voting|submissions?|early "
        r"bird)\b[^.?!]{0,15}\b(?:ends?|closes?) (?:on |in )?(?:" + _DAY + r")",
    ),
    (
        "goal",
        "goal aim dream target resolution objective ambition goals",
        r"\b(?:my|our)(?: \w+){0,2} (?:goal|aim|dream|target|resolution|objective|"
        r"ambition)s?\b[^.?!]{0,30}\b(?:is|are|:|to)\b|^(?:goal|target|aim|objective)s?:",
    ),
    (
        "goal",
        "want hope aim aiming trying training saving determined working wanna",
        r"\bi(?:'?m| am|'?d)?(?: \w+)? (?:want|wanna|hope|aim|aiming|trying|training|saving|determined|"
        r"working towards?|would like|love)(?: up)?(?: to| for)? (?:finally )?(?:learn|become|lose \d|lose "
        r"weight|gain|save (?:up|\d|\$|enough|for)|buy (?:a|my|our) (?:house|home|flat|car|apartment)|run "
        r"(?:a|the|my) (?:marathon|half|10k|5k|race)|quit|start (?:a|my) (?:business|company|family|degree|"
        r"own)|get (?:into|fit|certified|promoted|my degree|a degree|my licen[sc]e|in shape)|pass (?:the|my|"
        r"n\d|b\d)|retire|be fluent|master|reach|graduate|publish|(?:a|the|my) (?:marathon|half|house|degree|"
        r"phd|promotion)|save|write (?:a|my) (?:book|novel|thesis))\b",
    ),
    (
        "correction",
        "longer anymore stopped quit switched gave actually correction meant wrong not instead",
        r"\bi(?:'m| am)? (?:no longer|don'?t \w+(?: \w+){0,3} any ?more|(?:have |'ve )?(?:stopped|quit|given "
        r"up|gave up|switched (?:to|from)) (?!raining)\w+)|^(?:no|nope|actually|correction|sorry|wait|"
        r"oops)\b[,: ][^.?!]*\b(?:it'?s|is|was|i meant|not|name|i'?m|my)\b (?!ok|fine|all|good|nothing|"
        r"really|bad|a problem|so|too|the point|you|nice|great|funny|worth|true|what i)|\b(?:it'?s|is|was) "
        r"[\w ]{1,25}, not \w+|\bnot \w+(?: \w+)?,? but \w+",
    ),
    (
        "prohibition",
        "circumstances nobody one allowed ever none",
        r"\bunder no circumstances\b|\b(?:nobody|no one|noone|none of \w+) (?:is|are|may|can|should|must|"
        r"gets) (?:allowed |supposed |permitted )?(?:to )?\w+|\b(?:not|isn't|aren't) supposed to\b",
    ),
    (
        "prohibition",
        "no zero",
        r"^(?:please,? |and |also |pls |again,? )*(?:no|zero) (?!one|way|idea|worries|problem|need|thanks|"
        r"thank|clue|luck|rush|doubt|big|wonder|offen[cs]e|pressure|biggie|kidding|joke|matter|more words|it|"
        r"i|he|she|they|you|that|this|not|sir|mam|news|time|pain|shit|comment|cap|bueno|longer)[\w-]+(?: "
        r"\w+)?(?: (?:in|on|at|after|before|without|during|for|please|while|with|unless|ever|between|to)\b|"
        r"[.!]?$)",
    ),
    (
        "rule",
        "has have need needs paid signed reviewed make sure ensure policy rule rules only standard",
        r"\b(?:has|have|needs?|got|ought) to be (?!honest|fair|clear|joking|real|there|careful|sure|going|in "
        r"bed|up|home|kidding|a |an |the |somewhere|here|quick|strong|patient|better|more|ready|done "
        r"with)\w+(?:ed|id|nt|en|ut|lt|ne)\b|"
        + _START
        + r"(?:make sure|ensure)(?: that| to| you)? \w+|\b(?:our|house|team|company|my|the) (?:\w+ )?(?:policy|"
        r"rule|standard|convention)s?(?: here)?(?: is|:| says| states)(?! (?:stupid|weird|dumb|changed|"
        r"broken))|^(?:rule|policy|reminder|standing rule|ground rule)[^.?!]{0,20}:|\bwe (?:only|never|"
        r"always|don'?t) (?:ever )?(?:deploy|merge|ship|release|use|accept|allow|hire|sign|push|log|store|"
        r"share|commit|send|talk to|work with|do)\b",
    ),
    (
        "rule",
        "only at max maximum minimum least most",
        r"^(?:only|max(?:imum)?|min(?:imum)?|at (?:least|most))\b[^.?!]* (?:per|before|after|when|if|unless|"
        r"in|on|for)\b",
    ),
    (
        "decision",
        "accepted accept turned offer signed lease ditching scrapped greenlit go pulled plug call keeping "
        "using cancelled canceled instead replaced replacing chosen",
        r"\b(?:i|we|they|she|he)(?:'ve| have| just| finally| also)* (?:accepted|turned down|rejected|signed|"
        r"scrapped|ditched|green.?lit|pulled the plug|made the call|cancell?ed|dropped|killed|committed|"
        r"handed in my notice|gave notice|bought (?:a|the) (?:house|flat|apartment|car))\b(?! (?:up|out|by|"
        r"in to|my (?:phone|keys|wallet|laptop)))|\b(?:we|i)(?:'re|'m| are| am|'ll be| will be) (?:ditching|"
        r"scrapping|keeping|using|doing|taking|not (?:going|renewing|hiring|doing|using)|standardi[sz]ing|"
        r"moving (?:forward|ahead))\b.*|\bit'?s a go\b|\bgo(?:ing)? with (?:option|plan|the|a|version|\w+ "
        r"for)\b",
    ),
    (
        "commitment",
        "told said would i'd volunteered count hook covering agreed bet",
        r"\b(?:told|said to|assured) (?:\w+|my \w+|the \w+)(?: that)? (?:i'?d|i would|i'?ll|we'?d|we would|"
        r"we'?ll)\b|\bi (?:said|swore) (?:that )?i(?:'d|'ll| would| will)\b|\byou can count on me\b|\bon the "
        r"hook for\b|\bi(?:'ve)? (?:volunteered|agreed|offered) to\b|\bi(?:'m| am) (?:covering|responsible|"
        r"on call|hosting|babysitting|house.?sitting)\b|\bconsider it done by\b",
    ),
    (
        "deadline",
        "until till cutoff closes close last day demo launch release exam defense defence submission live "
        "hearing moved pushed goes gotta eod freeze presentation",
        r"\b(?:have|got|has|only|is) (?:\w+ )?(?:until|till|til) (?:"
        + _DAY
        + r")|\bcut.?off\b|\blast day (?:to|for)\b|\b(?:demo|launch|release|exam|def[ae]n[cs]e|submission|"
        r"go.?live|hearing|inspection|audit|freeze|presentation|final|finals|trial|"
        r"viva)\b[^.?!]{0,40}\b(?:is|are|moved|pushed|set|scheduled|on|goes|brought)\b[^.?!]{0,15}\b(?:"
        + _DAY
        + r")|\b(?:gotta|has to|have to|must|need to|needs to|should) be (?:in|done|finished|ready|out|live|"
        r"there|submitted|paid)\b[^.?!]{0,20}\b(?:by|before|on)\b|\b(?:by|before) (?:eod|eow|eom|close of "
        r"business|cob)\b",
    ),
    (
        "goal",
        "qualify certified fluent goal learn lose become marathon",
        r"\bby (?:the end of|next|this) (?:the )?(?:year|summer|winter|spring|christmas|month|december|"
        r"\d{4})[^.?!]*\bi (?:want|will|hope|plan|aim|need)|\bi (?:want|hope|plan|aim|need|intend|'m hoping) "
        r"to (?:\w+ )?(?:be|have|get|make|reach|switch|move|apply|qualify|own|open|start)\b[^.?!]*\b(?:by|"
        r"within|before) (?:the end|next|this|my|summer|winter|christmas|\d|i turn|i'm|a year|two|three|"
        r"january|february|march|april|may|june|july|august|september|october|november|december|spring)|"
        r"\b(?:new year'?s resolution|bucket list|long.term)\b",
    ),
    (
        "correction",
        "not isn't isnt wasn't anymore any used",
        r"(?:'s|is|was|am|are|'m|'re) [\w ]{1,25}, not \w+|\b(?:i|we|she|he|they)\b[^.?!]{0,30}\bany ?more\b|"
        r"\bi used to [^.?!]{3,40}\b(?:but|now|not)\b|\b(?:changed|has changed|switched|new) (?:my |the "
        r")?(?:number|address|email|job|name|surname|phone|doctor|plan)\b",
    ),
    ("commitment", "hold", r"\bhold me to (?:it|that)\b"),
    (
        "rule",
        "say type write send when if",
        r"\b(?:when(?:ever)?|if|once|each time) i (?:say|type|write|send|ask|paste|share|upload|mention|"
        r"forget|give)\b[^.?!]*,? (?:you |please |then |just |always |it means |that means |reply |answer |"
        r"don'?t |do not )\w+",
    ),
    (
        "rule",
        "treat consider assume mark label tag store keep leave put round cite sort check run ask confirm "
        "wait use double-check",
        _START + r"(?:treat|consider|assume|mark|label|tag|store|keep|leave|put|round|cite|sort|(?:double.)?check|run|"
        r"ask|confirm|wait|use)\b[^.?!]*\b(?:anything|everything|every|each|always|unless|by default|out of "
        r"(?!here|curiosity|reach|the oven)|before you (?!go|leave)\w+|before (?:any|each|every)\w*)\b",
    ),
    (
        "decision",
        "back final discussion debate settles dropping quitting resigning leaving resigned",
        r"\bno (?:going|turning) back\b|\b(?:that'?s|it'?s) final\b|\bend of discussion\b|\bnot up for "
        r"(?:debate|discussion)\b|\bthat settles it\b|^(?:i'?m |so i'?m )?(?:dropping out|quitting (?:my|"
        r"the)|resigning|leaving (?:my job|the company|him|her))\b",
    ),
)
