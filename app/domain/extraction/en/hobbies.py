"""Hobbies, skills and habits, in English.

Kinds of saying: "play the tuba", "run ultras", "collect stamps", "learning …", "my hobbies are …", "in my free time i
…", "never …", "always …", and, unsure, whatever else somebody says they do ("i foster guide dogs").
"""

from typing import Final

from app.domain.extraction.en.rules import rule

HOBBY_RULES: Final = (
    rule(
        "hobby",
        r"(?:have |has |been |also |still |sometimes |often |mostly |used to not but now )*(?:play|plays|"
        r"playing|{IS}playing)(?: in)?(?: an?| the| some| competitive| professional| semi[- ]pro| amateur)* "
        r"(?!it\b|that\b|with\b|a (?:role|part|game of|song|video|joke|trick)|around|along|devil|on\b|dumb|nice|"
        r"fair|outside|safe|to\b|me\b|for fun){V}",
        "cut",
        told=True,
    ),
    rule(
        "hobby",
        r"(?:also |still |mostly |sometimes |just |recently |have )*(?:do|does|doing|{IS}doing|practi[sc]e|"
        r"practi[sc]es|practi[sc]ing|took up|take up|picked up|got into|train|trains|{IS}training|teaching myself|"
        r"teach myself) (?:some |a bit of |a lot of |in )?(?P<v>(?:[\w-]+ ){0,1}?(?:yoga|pilates|karate|judo|bjj|"
        r"jiu[- ]jitsu|taekwondo|aikido|crossfit|boxing|kickboxing|muay thai|mma|ballet|salsa|tango|ballroom|"
        r"gymnastics|weights|weightlifting|powerlifting|triathlons?|marathons?|parkour|improv|stand[- ]?up|pottery|"
        r"ceramics|woodworking|photography|archery|fencing|meditation|calligraphy|origami|embroidery|sewing|"
        r"knitting|crochet|bouldering|rowing|sailing|surfing|gardening|birdwatching|astronomy|genealogy|cosplay|"
        r"magic|juggling|chess|capoeira|tai chi|spinning|zumba|hiit|park ?run|open water swimming|sourdough|"
        r"homebrewing|leatherwork|blacksmithing|beekeeping|volunteering|theatre|choir)(?: .+)?)",
        "cut",
    ),
    rule(
        "hobby",
        r"(?:also |still |often |sometimes |regularly |mostly |actually |love to )*(?P<v>(?:collect|collects|knit|"
        r"knits|crochet|paint|paints|sketch|garden|gardens|brew|brews|surf|surfs|ski|skis|snowboard|skate|"
        r"skateboard|climb|climbs|boulder|hike|hikes|swim|swims|cycle|row|rows|sail|sails|fence|box|lift|dance|"
        r"dances|sing|sings|foraging|forage|fish|fishes|birdwatch|blog|vlog|stream|podcast|juggle|meditate|jog|"
        r"jogs|sew|sews|restore|restores|volunteer|volunteers|breed|breeds|scuba dive|freedive|dive|kayak|camp|"
        r"bake|bakes|whittle|carve|quilt|busk|moonlight|dj|keep (?:bees|chickens|hens|goats|fish|a diary|a journal|"
        r"an allotment)|keeps (?:bees|chickens)|grow (?:my own |our own )?\w+|grows \w+|build (?:model |my own |"
        r"furniture|guitars|robots|keyboards|ships)\w*|run (?:ultras?\w*|marathons?|half marathons?|5ks?|10ks?|"
        r"trails?|\d+ ?(?:k|km|miles?))|runs (?:ultra\w*|marathons?)|write (?:poetry|poems|fiction|songs|music|"
        r"short stories|fanfic\w*|a blog)|writes (?:poetry|music|fiction)|make (?:pottery|jewell?ery|music|candles|"
        r"soap|cheese|wine|furniture|my own \w+)|makes (?:pottery|jewell?ery|music)|read (?:a lot|lots|manga|"
        r"comics|sci[- ]fi|fantasy|romance|crime|history|poetry|mostly|only|tarot)|watch (?:anime|a lot of|f1|"
        r"cricket|horror|football|k[- ]?dramas?)|listen to)\b.*)",
        "cut",
        told=True,
    ),
    rule(
        "hobby",
        r"(?:am |is |are |have been |has been |been |currently |started |just started |recently started |still |"
        r"now |am also )+(?:learning|studying|teaching myself|practi[sc]ing|training for|training as|taking up|"
        r"getting into|knitting|crocheting|building|restoring|painting|collecting|renovating)(?: how)?(?: to)? "
        r"(?!that\b|it\b|this\b|the hard|about\b|from\b|myself|for (?:my|the|an?) (?:exam|test|quiz)|a lot|so\b){V}",
        "cut",
        told=True,
        confidence=0.85,
    ),
    rule(
        "hobby",
        r"(?:just |recently |have |has |finally )*(?:started learning|started playing|took up|taken up|picked up|"
        r"got into|started) (?:the |an? )?(?P<v>(?:\w+ )?(?:piano|guitar|violin|viola|drums?|cello|ukulele|banjo|"
        r"accordion|harp|flute|clarinet|trumpet|trombone|saxophone|sax|tuba|bass|mandolin|harmonica|oboe|organ|"
        r"fiddle|bagpipes|chess|go|bridge|golf|tennis|squash|badminton|padel|pickleball|rugby|football|soccer|"
        r"basketball|hockey|cricket|volleyball|darts|pool|poker))\b",
    ),
    rule(
        "hobby",
        r"(?:learn|learns|learning|started learning|took up|taking up|picked up|got into|getting into|go|goes) "
        r"(?!(?:to|from|about|for|on|off|it|back|home|with|in|out|up|down|through|there|away|by|over|that|this|bed|"
        r"work|school|ahead|crazy|nuts|viral|wrong|bad|via)\b)(?P<v>(?:[\w-]+ing\b.*|{LANG}\b.*|how to .+|the \w+|"
        r"(?:piano|guitar|violin|drums|cello|ukulele|chess|coding|python|rust|sewing|knitting).*))",
        "cut",
        told=True,
    ),
    rule(
        "hobby",
        r"(?:now )?(?:doing|playing|practi[sc]ing|training|learning) (?P<v>(?!(?:ok|okay|well|good|great|fine|it|"
        r"that|this|the|my|some|dishes|homework|laundry|work|so)\b)[\w -]+?)(?: at home| at the gym)? (?:now|these "
        r"days|lately|nowadays|every \w+|on weekends)",
        "cut",
        whom="user",
        confidence=0.75,
    ),
    rule(
        "hobby",
        r"\b(?:my |our )?(?:main |biggest |other |only |favourite )?(?:hobb(?:y|ies)|pastimes?|passions?|"
        r"interests?)(?: (?:is|are|include|includes)|:) {V}",
        "list",
        anywhere=True,
    ),
    rule(
        "hobby",
        r"\bin my (?:free|spare|down) ?time,? (?:i |we )?(?:mostly |usually |like to |love to |always )?{V}",
        "cut",
        anywhere=True,
    ),
    rule(
        "hobby",
        r"(?:spend|spends) (?:my|most of my|all my|his|her|every) (?:free time|weekends?|evenings?|sundays?|"
        r"saturdays?|nights?|summers?|time)(?: on| at)? {V}",
        "cut",
    ),
    rule(
        "hobby",
        r"(?:{IS}|sing|sings|play|plays|dance|swim|row)(?: part of| in| on| a member of| with)(?: an?| the| my| "
        r"our| his| her)+ (?P<v>(?:[\w-]+ ){0,3}?(?:choir|band|orchestra|quartet|club|league|troupe|ensemble|"
        r"allotment society|book club|team))\b",
        "bare",
    ),
    rule(
        "about",
        r"(?:sit|sits|serve|serves|am|is|volunteer|help out)(?: active)? (?:on|in|with|part of|a member of|chair "
        r"of|treasurer of|captain of|president of|secretary of) (?:the|a|an|our|my|his|her) (?P<v>(?:[\w'-]+ "
        r"){0,3}?(?:council|board|committee|pta|union|society|association|church|mosque|temple|parish|scouts|guild|"
        r"brigade|reserve|reserves|jury|party|chamber|task force))\b",
    ),
    rule(
        "skill",
        r"(?:{IS}|am |is )(?:really |pretty |quite |very )?(?:good at|great at|skilled (?:at|in)|fluent in|"
        r"proficient (?:in|with)|experienced (?:in|with)|certified (?:in|as)|trained (?:in|as)|qualified (?:as|in)|"
        r"licensed (?:as|to)) (?!that\b|it\b|this\b|all\b){V}",
        "list",
    ),
    rule(
        "skill",
        r"(?:have|has|got) (?:an? |my |his |her )(?P<v>(?:[\w-]+ )?(?:driver'?s? licen[cs]e|driving licen[cs]e|"
        r"pilot'?s? licen[cs]e|motorcycle licen[cs]e|boat licen[cs]e|black belt.*|hgv licen[cs]e|first aid "
        r"certificate|green card|private pilot.*))",
        "bare",
    ),
    rule(
        "experience",
        r"(?:have|has|got|with) (?P<v>{N}\+? (?:years|yrs|months)(?: of)? (?:experience |exp )?(?:in|with|of|as|on|"
        r"at) .+)",
        "cut",
    ),
    rule(
        "habit",
        r"(?P<v>(?:always|never|rarely|hardly ever|usually|only ever|only) (?!going|enough|mind|again|been|said|"
        r"thought|knew|"
        r"seen|heard|wanted to|had|did|got|understood|found|forget|know|ask|used|tried|want|wondered|happy|a\b|"
        r"the\b|if\b|one\b|for\b|in\b|because|when\b|that\b|just\b|works\b|made\b|like|love|eat|"
        r"drink)(?!go(?:ing)? to (?:happen|work))[a-z]+ .+)",
        "cut",
        told=True,
        confidence=0.75,
    ),
)
