"""English kinds of saying, for lower-case sentences with straight apostrophes, which chats often leave out."""

from typing import Final

from app.domain.importance import rules_en_acts as acts
from app.domain.importance import rules_en_asides as asides
from app.domain.importance import rules_en_self as themselves
from app.domain.importance.rules import RuleSet
from app.domain.late_pattern import LatePattern

RULES: Final = RuleSet((*acts.RULES, *asides.RULES, *themselves.RULES), spaced=True)
TRAPS: Final = LatePattern(
    r"\b(?:remember remember|remember the (?:fifth|alamo|titans)|(?:decide|choose) what to (?:eat|wear|"
    r"watch|cook|order)|what to (?:eat|wear|watch|order)|allergic to (?:mondays?|mornings?|work|people|"
    r"bullshit|exercise|stupid\w*|drama|fun|effort|meetings)|cancer(?:ian)? season|always (?:sunny|be "
    r"my)|deadline (?:for )?(?:dread|stress)|never mind|nevermind|never say never|better late than never|"
    r"never gets? old|now or never|(?:i|i'?ve) never (?:seen|heard|knew|thought|been so|felt)|must say|"
    r"must admit|must confess|must[- ](?:have|see|read|try|watch)s?\b(?! to)"
    r"|must (?:be (?:nice|joking|kidding|fun|great|hard|tough|tired|so|the|a|an|raining|crazy|mad|"
    r"exhausting|amazing|my|your|it|why|love)|have been|have gone|have lost|have forgotten)"
    r"|you must be|(?:user|ui|system|app) preferences?|preferences? (?:pane|page|tab|menu|dialog|file|"
    r"window|screen)|decision (?:tree|trees|fatigue|making|maker)|rules? of thumb|golden rule|rule (?:34|"
    r"engine|book)|exception (?:that )?proves|rules are (?:made|meant)"
    r"|important note to|promise (?:resolve|reject|chain|object|all)|promising|goal(?:ie|keeper|post)|"
    r"scored (?:a|the) goal|as always|like always|always (?:a pleasure|happy|welcome|fun|nice|good)|"
    r"happily ever after|forever and always"
    r"|would you like|i(?:'d| would) (?:like|love) (?:to|a|an|some|that|it|you)(?! (?:learn|become|lose|"
    r"run|start|write|buy a))|looks? like|sounds? like|something like|like i said|i like "
    r"totally|is like|was like|were like|if you like|just like|i love you|love ya|love u|i(?:'m| am) "
    r"like)\b"
)
STATE_START: Final = LatePattern(
    r"^(?:(?:omg|ugh|wow|man|god|gosh|oh|ah|well|ok|haha|lol|hey|today|rn|honestly|"
    r"literally)[ ,]+)*(?:(?:i'?m|i am|i feel|feeling|we'?re|im|still|getting|just|so|my \w+ (?:hurts?|"
    r"aches?|is killing me)|i (?:need|want|could use) (?:a |some |my |more |to )?(?:coffee|nap|sleep|"
    r"break|drink|food|eat|go to bed|lie down))\b ?)+"
    r"(?:(?:so|really|very|super|kinda|a bit|a little|a tad|pretty|too|just|totally|still|already|"
    r"absolutely|half|quite|freaking|bit|feeling|such|sooo*|the) )*"
    r"(?:tired|hungry|bored|boring|sleepy|cold|hot|happy|sad|stressed|excited|exhausted|thirsty|starving|"
    r"full|dizzy|freezing|melting|sweating|annoyed|angry|mad|cranky|moody|meh|fine|good|great|ok|okay|"
    r"alright|awake|asleep|confused|lost|late|busy|lazy|drained|beat|wiped|knackered|hangover|hungover|"
    r"drunk|nervous|relieved|proud|lonely|down|blue|overwhelmed|dying|dead|done|ready for bed|in bed|"
    r"home now|back home|on (?:my|the) (?:way|bus|train)|here|sitting here|at work|in a (?:good|bad|"
    r"great|weird) mood|having (?:a )?(?:lunch|dinner|breakfast|coffee|tea)|eating|watching tv|chilling|"
    r"procrastinating)\b"
)
MOMENT: Final = LatePattern(
    r"\b(?:right now|at the moment|atm|today|tonight|this (?:morning|evening|afternoon|minute|very "
    r"moment)|just now|rn)\b"
)
QUESTION_START: Final = LatePattern(
    r"^(?:(?:so|and|but|ok|okay|hey|hi|well|hmm+|um|wait|btw|also|or|sorry|please|quick question|question)[ ,:]+)*"
    r"(?:(?:what|where|when|who|why|how|which|whose)(?:'?s|'re|'d|'ll)?(?: (?:is|are|was|were|do|does|"
    r"did|can|could|would|will|should|has|have|had|am|much|many|long|old|often|far|about|come|kind|sort|"
    r"type|to|else|time|if|the|\w+ (?:is|are|was|do|does|did|can|should|would|will)) ?)|(?:what|who|"
    r"where|how|why)(?:'s|s)\b"
    r"|(?:have|has|had) (?:i|you|u|we|they|he|she|anyone|anybody|someone)\b|(?:is|are|was|were|am|do|"
    r"does|did|can|could|would|will|should|shall|isn'?t|aren'?t|don'?t you|doesn'?t|didn'?t|won'?t|"
    r"wouldn'?t|couldn'?t|can'?t) (?:i|you|u|we|they|he|she|it|that|this|there|these|those|the|my|your|"
    r"our|any|anyone|someone|a|an)\b"
    r"|any (?:idea|chance|thoughts|tips|recommendations|suggestions|advice|news|good)|anyone\b|ever "
    r"(?:been|tried|seen|heard)|got any|know any|wanna|you (?:there|ok|okay|sure|think|know)\b)"
)
REQUEST_START: Final = LatePattern(
    r"^(?:(?:so|and|ok|okay|hey|hi|please|pls|plz|now|then|just|also)[ ,:]+|(?:can|could|would|will) you "
    r"(?:please )?|i(?:'d| would) like you to |i (?:need|want) you to )*"
    r"(?:tell|give|show|write|explain|translate|summari[sz]e|list|recommend|suggest|help|find|make|"
    r"create|generate|describe|compare|define|search|google|draft|check|fix|rewrite|rephrase|proofread|"
    r"convert|calculate|sing|play|guess|repeat|continue|go on|try again|do it|surprise|entertain|add|"
    r"remove|delete|look up|name|pick|rate|read|send|open)\b"
)
IMPERATIVE: Final = LatePattern(
    r"^(?:please |pls |and |so |ok )*(?:answer|reply|respond|speak|use|keep|call|stop|avoid|don'?t|"
    r"never)\b"
)
OWN: Final = LatePattern(r"\b(?:my|our|i|i'?m|i'?ve|i'?ll|we|we'?re|mine|me)\b")
FOR_ME: Final = LatePattern(
    r"\b(?:tell|give|show|send|help|teach|read|sing|find|make|write|get|draw|let|ask|remind|recommend|"
    r"surprise|entertain) me\b|\bfor me\b|\bto me\b"
)
JOKES: Final = frozenset({"lol", "lmao", "lmfao", "rofl", "amirite", "jk", "haha", "hahaha", "hahahaha"})
JOKING: Final = LatePattern(r"\bi'?m (?:dying|dead)\b|[😂🤣💀😹🙃]")
_TRAP_WORDS: Final = """
    remember what never nevermind better now must must-have user ui system app preferences preference decision rule
    rules golden exception important promise promising goal goalie goalkeeper scored as like always happily forever
    would i'd feel looks look sounds sound something was were is if just love ya you i'm allergic cancer cancerian
    deadline
"""
TRAP_WORDS: Final = frozenset(_TRAP_WORDS.split())
"""One of these is in every trap."""
GREETING: Final = LatePattern(
    r"^(?:good |happy |merry |have an? )?(?:morning|evening|afternoon|night|hello|hi|hey|hiya|yo|sup|gm|"
    r"gn|new year|birthday|christmas|easter|thanksgiving|holidays?|monday|tuesday|wednesday|thursday|"
    r"friday|saturday|sunday|weekend|welcome back|congrat\w*|sweet dreams|sleep well|take "
    r"care)\b(?:[ ,]+\w+){0,3}$"
)
_LIGHT_WORDS: Final = """
    1 2 3 a aah absolutely afk again agree agreed ah aha ahh ahhh all alright alrighty also am amazing amen amused
    an and angry annoyed answer any anytime anyway anyways appreciate appreciated are as at aw awesome awful aww
    awww back bad bday be beautiful been best bestie bet better big birthday bit bless bloody boo bored boring boss
    brb brilliant bro bruh buddy but bye can care chat chatting cheers christmas clear come congrats congratulations
    cool copy couldn course cranky crap crystal cute cya dammit damn darling day dear did didn dizzy do does doesn
    don done dont dope drained dude easter eh either else end enjoy enough er even evening ever everybody everyone
    evil exactly excellent excited exhausted explanation fab facts fair fantastic far feel fine fire first folks for
    fr freakin freaking freezing friday friend from fun funny gah gee geez get getting girl glad gm gn go goat god
    going gonna good goodbye goodness goodnight gorgeous gosh got gotcha gotchu gotta great greetings gtg guess guys
    ha hah haha hahah hahaha hahahaha hang hangry happens happy hate have having hbu hear hearing heck heh hehe hell
    hello help helpful here hey heya heyy heyyy hi hii hilarious him hiya hm hmm hmmm ho hold holidays honey hooray
    hope how howdy hru hug hugs huh hungry hurray hyped hysterical i iconic idea idk if ikr im imo in indeed info
    interesting is isn it its ive jeez joke jokes just k keep kidding kinda king kk knackered know l8r later laugh
    lazy legend let let's lets life lifesaver like lit literally little ll lmao lmfao lol long look looking lot lots
    loud love lovely luck lucky m ma maam mad made magic makes man many marvelous mate matter maybe me mean meh mhm
    mind mine minute mm mmm moment monday mood moody more morning most much muchly my myself na nah naw neat needed
    nervous new nice nifty night no nooo nope not noted nothing now np numb number nvm oh ohh oi ok okay okayish
    okey okie okk omg on one oof ooh oops or ouch out over overwhelmed ow own pal peace people perfect phenomenal
    phew place please pleased pleasure pls plus plz point pretty probably problem proud pumped queen question quick
    quite r rad rather re reading ready real really relatable relax rest restless riddle right rofl roger s sad same
    saturday say second see seems sense seriously shame she shh shit should sick sigh silly sir sis slay sleepy
    smart smh sneeze so some something soo soon sooo sorry sort sounds splendid starving still stop stressed stuff
    stuffed stunning such sucks suddenly sunday sunshine sup super superb sure sweet swell t ta take talk talking
    tbh team tell test testing thank thanks thanku that thats the them then there these they thing things think
    thirsty this tho those though thru thursday thx time tiny tired to today together tomorrow tonight too totally
    touche true trust try ttyl tuesday tuned ty u ugh uh uhh um umm understand understood up ur us useful ve very
    vibes wait wanna wanted was wasn wasted way wbu we wednesday weekend welcome well were what whatever when where
    whew which who whoa why wicked will wiped wish with without wonderful woo woohoo word words works world worn
    worries worry would wouldn wow wtf x xd xo xoxo y ya yall yass yay yayy yea yeah year year's yep yes yesss
    yesterday yet yikes yo you your youre yours yummy yup zzz
"""
LIGHT: Final = frozenset(_LIGHT_WORDS.split())
"""Words of greeting, thanks, laughter, assent and passing feeling, and those that mean nothing by themselves."""
COMMON: Final = (
    "the a an i i'm im is are my you it to of and for with that this at be have has not we they he she your by"
)
"""Words that tell the language; none of them is a common word of Spanish or German."""
