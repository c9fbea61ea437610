"""What somebody eats and cannot eat, in English. Said of the user or of close kin.

Kinds of saying: "i'm vegan", "went veggie", "eat halal", "on keto", "been pescatarian since …"; "allergic to A, B and
C", "peanut allergy", "have a nut allergy", "lactose intolerant", "sensitive to …"; "i don't eat/drink …", "can't have
…", "no pork for me", "off dairy", "avoid …", "stay away from …", "meat no, fish yes"; "… makes me itch", "… doesn't
agree with me", "… and me are not friends".
"""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.rules import compiled, rule, run, vague
from app.domain.extraction.en.text import bare
from app.domain.extraction.en.words import DIETS
from app.domain.extraction.models import USER

RULES: Final = (
    rule(
        "diet",
        r"(?:{BE}|(?:have |has )?(?:just |recently )?(?:gone|went|turned|became|become|going|eat|eats|eating|cook|"
        r"cooks|cooking|stay|staying|keep|keeps|keeping|do|doing|raised|back to being|trying to eat)(?: mostly| "
        r"only| strictly)? )(?:an? |on |on a |to |the |follow |following )?(?P<v>{DIET}(?: (?:diet|except .+|apart "
        r"from .+|plus \w+))?)(?!\w)(?! (?:friend|restaurant|recipe|option|cookbook|place|food|meal|dish|cheese|"
        r"burger|wife|husband|colleague|or\b|one|dinner|menu|snack|cook|chef))",
        "all",
    ),
    rule(
        "diet",
        r"(?:(?:am|is|are) )?(?:currently )?(?:follow|follows|following|on|stick to|started|starting|doing|do|try|"
        r"trying) (?:an? |the )?(?P<v>(?:[\w-]+ ){0,3}?diet|intermittent fasting|16:8|omad|whole ?30|weight "
        r"watchers|calorie deficit|fasting)\b",
        "bare",
    ),
    rule("diet", r"(?:have|has|with) (?:an? |the )?(?P<v>{DIET} (?:diet|household|family|kitchen|home))\b"),
    rule(
        "diet",
        r"(?P<v>{DIET}) (?:here|household|family|btw|since|for \w+ (?:years|months))\b",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule("allergy", r"(?:{BE})allergic to {V}", "list"),
    rule(
        "allergy",
        r"(?:have|has|got|with|suffer from|developed|carry an epipen for) (?:an? |some |my |severe |bad |mild |"
        r"serious |nasty |life[- ]threatening |really |terrible )*(?:allergy|allergies|reaction|allergic "
        r"reaction)s? to {V}",
        "list",
    ),
    rule(
        "allergy",
        r"(?:have|has|got|with|suffer from|developed|{IS}) (?:an? |some |severe |bad |mild |serious |nasty |life[- "
        r"]threatening |really |terrible )*(?P<v>(?:[\w-]+(?:,| and|/| or)? ){1,5}?)(?:allergy|allergies)\b",
        "list",
    ),
    rule(
        "allergy",
        r"(?:(?:my |his |her |severe |bad |our )*(?:food )?allerg(?:y|ies)|allergen)(?: (?:is|are|include|"
        r"includes)|:| to| =) {V}",
        "list",
    ),
    rule(
        "allergy",
        r"^(?:severe |bad |mild |serious )?(?P<v>(?:nut|peanut|tree nut|shellfish|seafood|egg|milk|dairy|soy|wheat|"
        r"sesame|fish|latex|penicillin|pollen|cat|dog|bee|dust|kiwi|gluten|mustard|celery|strawberry|mango|lupin|"
        r"sulfite|nickel|ibuprofen|aspirin|grass|mould|mold)) allergy\b",
        whom="user",
        anywhere=True,
        confidence=0.8,
    ),
    rule("intolerance", r"{BE}(?:an? )?(?P<v>[\w-]+)[- ]intolerant\b"),
    rule(
        "intolerance",
        r"(?:have|has|got|with|developed) (?:an? |my |bad |mild |severe )*(?P<v>[\w-]+)[- ](?:intolerance|"
        r"sensitivity)\b",
    ),
    rule(
        "intolerance",
        r"(?:{BE}(?:intolerant|sensitive)|(?:have|has) (?:an? )?(?:intolerance|sensitivity)) (?:to|of) {V}",
        "list",
    ),
    rule(
        "avoids",
        r"(?:do not|does not|never|cannot|will not|not allowed to|am not allowed to|is not allowed to|refuse to|"
        r"refuses to|try not to|am not supposed to|should not|no longer|have not)(?: really| usually| ever| even| "
        r"actually| also)? (?:eat|eats|drink|drinks|touch|touches|do(?= (?:dairy|gluten|sugar|spicy|alcohol|"
        r"caffeine|coffee|meat|pork|beef|drugs|dessert))|does(?= (?:dairy|gluten|sugar|spicy|alcohol))|handle|"
        r"consume|tolerate|digest|eaten|touched|use(?= (?:sugar|salt|butter|milk)))(?: any| much)? (?!(?:time|"
        r"access|one|the (?:time|energy|money|link|file)|money|kids|children|a (?:car|dog|cat|pool|clue|job|tv|"
        r"problem)|pets|internet|signal|energy|siblings|brothers|it|enough|to|any)\b){V}",
        "list",
    ),
    rule(
        "avoids",
        r"(?:cannot|can not|not allowed to|am not allowed to|is not allowed to|am not supposed to|should not|must "
        r"not)(?: really| ever| even)? have(?: any| much)? (?!(?:kids|children|pets|a\b|an\b|the\b|guests|visitors|"
        r"it\b|my\b|that)){V}",
        "list",
    ),
    rule(
        "avoids",
        r"(?:avoid|avoids|avoiding|{IS}avoiding|stay away from|stays away from|steer clear of|keep off|skip|skips|"
        r"cut out|have cut out|cut down on|{IS}off|gave up(?! (?:the|my|our|on)\b(?! (?:booze|drink|sauce|sugar|"
        r"sweets|coffee|meat|carbs)))|have given up|giving up|quit(?! the\b)|swore off|stopped "
        r"(?:eating|drinking)|{IS}(?:cutting out|staying off|trying to avoid|trying to cut out))(?: all)? (?!to\b|"
        r"work|today|my (?:job|chest|mind|feet)|the (?:question|call|bus|intro|train|hook)|school|{DAY}|on\b|"
        r"tomorrow|smoking|vaping|class|using|it\b){V}",
        "list",
        confidence=0.8,
        told=True,
    ),
    rule(
        "avoids",
        r"no (?P<v>(?!more )(?:[\w-]+(?:,| or| and)? ){1,4}?)(?:for me|for us|for him|for her|in my (?:food|coffee|"
        r"diet|"
        r"house)|in our (?:food|diet|house)|whatsoever|ever)\b",
        "list",
        anywhere=True,
    ),
    rule(
        "avoids",
        r"^no (?P<v>(?:dairy|gluten|pork|beef|meat|nuts|sugar|alcohol|shellfish|seafood|mushrooms|onions?|garlic|"
        r"cilantro|coriander|caffeine|soy|eggs?|fish|lactose|red meat|spicy food|mayo|cheese|tomatoes|olives|"
        r"peanuts|wheat|salt|carbs)(?:(?:,| or| and|,? no) [\w ]+)*)",
        "list",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "avoids",
        r"(?P<v>(?:[\w-]+ ){0,2}?[\w-]+) (?:does not|do not|never|really does not) (?:agree|sit well|go down well|"
        r"get along|get on|mix|work) (?:with|for) (?:me|my stomach|my body)\b",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"(?P<v>[\w-]+(?: [\w-]+)?) (?:and|&) (?:me|i|my stomach|my gut) (?:are not|do not|never|have never|were "
        r"never)(?: really| exactly)? (?:friends|get along|get on|mix|agree|work|been friends)",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"^(?:eating |drinking |too much |even )?(?P<v>(?:[\w-]+ )?[\w-]+) (?:gives? me|brings on|triggers my|"
        r"always gives? me) (?:the |a |an |bad |terrible |such )*(?:hives|rash|migraines?|heartburn|headaches?|"
        r"reflux|stomach ?aches?|cramps|diarrhea|acne|eczema|asthma|bloating|gas)\b",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"^(?:eating |drinking )?(?P<v>(?:[\w-]+ )?[\w-]+) (?:makes?|make) (?:me|my (?:throat|mouth|skin|lips|"
        r"stomach)) (?:sick|itch|itchy|ill|break out|swell(?: up)?|vomit|throw up|wheeze|bloated|puke|hurt|gag|"
        r"burn|nauseous)\b",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"^(?:my |his |her )?(?:stomach|body|gut|skin|system|belly|tummy|digestion|head) (?:cannot|does not|do "
        r"not)(?: really| even)* "
        r"(?:handle|tolerate|take|do|like|agree with|deal with|process|cope with|want|accept) {V}",
        "list",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"^(?:my |the )?(?:doctors?|dr|gp|dentist|dietitian|nutritionist|cardiologist|vet) (?:says?|said|told me|"
        r"wants)(?: that)?:? no (?:more |added )?{V}",
        "list",
        anywhere=True,
        whom="user",
    ),
    rule(
        "allergy",
        r"(?:(?:always |usually |just )?(?:breaks?|broke|come|comes|came|swells?|swelled|flares?|puffs?) (?:out|"
        r"up)(?: in)?(?: (?:hives|an? "
        r"\w+|spots|like a balloon))?|(?:gets?|got) (?:hives|a rash|itchy|wheezy|swollen)|reacts?(?: \w+)?) (?:from|"
        r"to|with|after|"
        r"around|if (?:i|he|she|they) (?:eat|eats|touch|touches|have|has|drink|drinks)|when (?:i|he|she|they) (?:eat|"
        r"eats|touch|touches|"
        r"have|has|drink|drinks)|whenever (?:i|he|she|they) (?:eat|eats|touch|touches|have|has)) (?!the (?:news|way)|"
        r"that\b|it\b|work){V}",
        "list",
        confidence=0.85,
    ),
    rule(
        "avoids",
        r"^(?P<v>[\w' -]{3,25}?) (?:=|equals|means?|and i get|and i end up in) (?:an? |the |instant |certain "
        r")*(?:death|epipen|hives|hospital|er|a&e|"
        r"ambulance|migraines?|rash|anaphyla\w+|heartburn|trouble)\b",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"(?P<v>[\w-]+(?: [\w-]+)?) (?:is|are) (?:completely |totally |strictly )?(?:off limits|a no[- ]go|off the "
        r"table|out for me|a no for me|not allowed for me|forbidden for me|poison to me|poison for me)",
        anywhere=True,
        whom="user",
    ),
    rule(
        "avoids",
        r"^(?:even )?(?P<v>(?:[\w-]+ )?[\w-]+) (?:will|would|could|can|might|may)? ?(?:literally |actually |"
        r"seriously |probably )*(?:kills? me|sends? me to (?:the )?(?:hospital|er|a&e)|puts? me in (?:the "
        r")?hospital|makes? my throat close)",
        anywhere=True,
        whom="user",
    ),
    rule(
        "coffee",
        r"(?:take|takes|drink|drinks|like|likes|have|has|prefer|want) (?:my|his|her|our) (?:coffee|tea|espresso|"
        r"morning coffee) (?P<v>.+)",
        "all",
    ),
    rule(
        "coffee",
        r"(?:my |usual )*(?:usual |regular |go-to )?(?:coffee|tea)(?: order)?(?: is|:) (?:an? |usually |always "
        r")*(?P<v>(?!cold|ready|empty|gone|over|done|not|life|good|so).+)",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "habit",
        r"(?P<v>(?:only|always|usually|mostly) (?:eat|eats|drink|drinks|order|orders|have|cook|cooks|buy|buys) .+)",
        "cut",
        told=True,
    ),
    rule(
        "habit",
        r"(?P<v>(?:do not|does not|never) (?:drink|smoke|vape|gamble|drive|fly|cook|swim)s?)(?=$|,| so| and| at "
        r"all| anymore)",
        "cut",
        told=True,
    ),
)
_LIMITS: Final = frozenset(("allergy", "intolerance", "avoids", "diet", "dislikes"))
_WORKS: Final = compiled(
    r"^(?P<v>[\w -]{2,30}?) (?:is|are|works?)(?: totally| perfectly)?(?: fine| ok| okay| good| great| "
    r"well)?(?: for me| tho| though| instead)*$"
)
_YES_NO: Final = compiled(
    r"\b(?P<yes>[\w-]+) yes,? (?P<no>[\w-]+) no\b|\byes to (?P<yes2>[\w -]+?),? (?:but )?no to (?P<no2>[\w -]+)"
)
_ALSO_DIET: Final = re.compile(rf"^(?:an? )?(?:strict )?{DIETS}(?: \w+)?$", re.IGNORECASE)


def read_food(clause: Clause, found: Found) -> None:
    """Add diets, allergies, intolerances and what is avoided, as a clause says of the user or of kin."""
    run(RULES, clause, found)
    if (match := _WORKS.match(clause.text)) and any(one.attribute in _LIMITS for one in found.statements):
        found.add("likes", bare(match["v"]), kind="preference", subject=clause.subject or USER, confidence=0.7)
    if match := _YES_NO.search(clause.text):
        for attribute, value in (("likes", match["yes"] or match["yes2"]), ("avoids", match["no"] or match["no2"])):
            if not vague(value):
                found.add(attribute, bare(value), kind="preference", confidence=0.7)


def is_diet(text: str) -> bool:
    """Whether a bare answer names a diet."""
    return bool(_ALSO_DIET.match(text.strip()))
