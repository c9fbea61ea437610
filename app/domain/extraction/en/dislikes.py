"""Dislikes and fears, in English; the kinds of saying are listed in `en_preferences`."""

from typing import Final

from app.domain.extraction.en.rules import rule

MUCH: Final = (
    r"(?: really| absolutely| so much| especially| mostly| also| doing| watching(?= \w)| all(?: kinds of| things)?|"
    r" the| a good| a nice| anything)*"
)
NOT_LIKED: Final = (
    r"(?! (?:it|that|this|these|those|you|your|u|him|her|them|how|what|why|when(?: you)?|where|the (?:way|idea|"
    r"sound|look|new|first|second|last|one|color of this|title|draft|tone|ending|"
    r"result|suggestion|answer|plan|recipe you)|to (?:know|hear|see (?:if|what|how|the)|think|believe|say|"
    r"admit|ask|point out|complain|be (?:honest|that|rude))|a (?:hand|suggestion|recommendation|refund|list)|"
    r"some (?:help|advice|tips|ideas)|if|i\b|he\b|she\b|"
    r"they\b|we\b|my (?!(?:coffee|tea|steak|eggs|bread|pizza|toast|food|meat|books|job|work|garden|bike))|"
    r"life\b$|anyone|everyone|people who|when people)\b)"
)
DISLIKE_RULES: Final = (
    rule(
        "about",
        r"(?:{IS})?(?P<v>not (?:really |much of )?(?:an? )(?:[\w-]+ )?(?:drinker|smoker|person|eater|gambler|"
        r"swimmer|driver|reader|hugger|sleeper))\b",
        "all",
        whom="user",
    ),
    rule(
        "dislikes",
        r"(?:really |absolutely |kind of )?(?:hate|hates|dislike|dislikes|detest|detests|despise|loathe|loathes|"
        r"abhor|resent|h8|hating|cannot (?:stand|bear|deal with|do|take|tolerate|stomach|with)|can never stand)"
        + NOT_LIKED
        + MUCH
        + r" (?:it when |when (?:people |someone )?|to be |being )?{V}",
        "list",
        kind="preference",
    ),
    rule(
        "dislikes",
        r"(?:do not|does not|never|no longer)(?: really| even| actually| much| particularly| personally| exactly)* "
        r"(?:like|likes|love|enjoy|enjoys|care (?:much )?for|fancy|appreciate|dig|do(?! (?:anything|much|it|that|"
        r"this|so|my|the|well)\b)|prefer|want to (?:see|hear about)|get along with|get the appeal of|see the "
        r"appeal of)" + NOT_LIKED + MUCH + r" {V}",
        "list",
        kind="preference",
    ),
    rule(
        "dislikes",
        r"(?:{IS}|am |is |are )not(?: really| that| so| too| exactly| much| particularly| very| much of| overly)* "
        r"(?:an? |into |big on |keen on |crazy about |fond of |a (?:big |huge )?fan of |fan of |interested in |"
        r"comfortable with |bothered about |one for )+(?!{TRADE}\b|you|it\b|that\b)(?P<v>.+?)(?: (?:person|fan|lover|"
        r"guy|"
        r"girl|drinker|eater)\b.*)?$",
        "list",
        kind="preference",
        confidence=0.85,
    ),
    rule(
        "dislikes",
        r"{IS}(?:so |really |totally )?(?:sick of|tired of|fed up with|over|done with|bored of|put off by|grossed "
        r"out by|bothered by|annoyed by) (?!you|it\b|that|this\b|here|there|\d|the (?:hill|moon|worst)|being|my|"
        r"waiting|trying|\w+ing\b){V}",
        "list",
        kind="preference",
        confidence=0.6,
    ),
    rule(
        "dislikes",
        r"^(?P<v>[\w' -]{3,40}?) (?:is|are) (?:really |just |so |definitely )?(?:not (?:really )?(?:my (?:\w+ "
        r")?(?:thing|jam|cup of tea|style|favourite|scene|vibe|bag)|for me)|a no from me|the bane of my \w+|dead to "
        r"me|evil|pure evil|an abomination|a crime|"
        r"the devil(?:'?s?)(?: \w+)?|satan(?:'s)?(?: \w+)?|(?:like )?my idea of (?:hell|torture|a nightmare)|hell(?: "
        r"on earth)?|"
        r"the work of the devil|a hard no|an instant no|my "
        r"(?:nemesis|pet peeve|least favourite)|gross to me)",
        kind="preference",
        anywhere=True,
        whom="user",
    ),
    rule(
        "dislikes",
        r"^(?P<v>[\w' -]{3,40}?) (?:(?:grosse?s?|freaks?|stress(?:es)?|creeps?|weirds?) me out|drives? me (?:nuts|"
        r"crazy|insane|mad|up the wall)|(?:bores?|annoys?|irritates?|scares?|disgusts?|terrif(?:y|ies)|"
        r"depress(?:es)?) me)\b",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "dislikes",
        r"^(?P<v>[\w' -]{3,40}?) makes? (?:me (?:want to (?!\w* ?(?:learn|try|buy|cook|dance|go back|move|eat|cry))|"
        r"gag|shudder|cringe|heave|ill|sick|"
        r"angry|furious|so (?:angry|mad)|feel (?:ill|sick))|my (?:skin crawl|teeth itch|blood boil|eyes roll|toes "
        r"curl))",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "dislikes",
        r"^(?:honestly )?(?:there is )?nothing(?: is)? worse than (?!that\b|this\b|when\b){V}",
        "list",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "dislikes",
        r"(?:do not|never)(?: really| ever)* (?:get|got|understand|understood|see) the (?:hype|appeal|fuss|point|"
        r"obsession)(?: (?:around|about|of|"
        r"with|over|behind))+ (?!it\b|this\b|that\b){V}",
        "list",
        kind="preference",
        told=True,
    ),
    rule(
        "dislikes",
        r"^(?:not a (?:big |huge )?fan of|no fan of|cannot stand|never liked|not (?:really |so |too |that "
        r")*(?:into|big on|keen on|fond of)|pet peeve:?|anything but|hate) (?!it\b|that|this\b|when\b){V}",
        "list",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "dislikes",
        r"^(?P<v>[\w' -]{3,40}?) (?:is|are) (?:so |way |totally |just )?(?:overrated|the worst|disgusting|gross|"
        r"vile|nasty|not it)$",
        kind="preference",
        anywhere=True,
        whom="user",
        confidence=0.6,
    ),
    rule(
        "dislikes",
        r"(?:have )?never (?:been|was) (?:a|much of a|really a|into|keen on|big on) (?:fan of |big fan of )?{V}",
        "bare",
        kind="preference",
    ),
    rule(
        "dislikes", r"(?:do not get me started on|the less) {V}", "bare", kind="preference", whom="user", confidence=0.6
    ),
    rule(
        "fear",
        r"{BE}(?:really |so |deathly |absolutely )?(?:afraid|scared|terrified|petrified|frightened|phobic) (?:of|"
        r"to) (?!it\b|that\b|this\b|you|ask|say|lose|losing|the (?:answer|result)|what|how){V}",
        "list",
    ),
    rule("fear", r"(?:have|has) (?:an? )?(?:\w+ )?(?:fear of|phobia of|phobia about) {V}", "bare"),
)
