"""The patterns of `self`: what people say of themselves in English."""

from typing import Final

from app.domain.extraction.en.rules import rule

PLACE_BEFORE: Final = (
    r"(?:just |right |over |up |down |out |back |now |here |again |close |a bit |somewhere |happily |temporarily |"
    r"permanently )*"
)
IN: Final = (
    r"(?:in|at|on|near|outside|by|off|close to|around|out of|outside of|north of|south of|east of|west of|on the "
    r"outskirts of|across from|next to)"
)
HOUSING_PATTERN: Final = (
    r"(?:(?:\w+[- ]){0,3}(?:flat|apartment|house|studio|condo|van|rv|camper|motorhome|caravan|houseboat|boat|"
    r"narrowboat|cottage|"
    r"bungalow|townhouse|duplex|dorm|room|loft|farm|farmhouse|cabin|bedsit|bedroom|basement|annexe?|trailer|"
    r"yurt|villa|penthouse|"
    r"flatshare|houseshare|co-?op|commune|ranch|tiny house|mobile home|hostel|village|suburb|attic|terrace|"
    r"semi|maisonette|shared house|monastery|convent|barracks|bus|tent|barn|mill|castle|place))\b"
)
RULES: Final = (
    rule(
        "age",
        r"(?:am|is|are|'s) (?:(?:only|about|almost|nearly|just|now|around|actually|already|still|both) "
        r")*(?P<v>{NUM})(?: ?(?:years?|yrs?)(?: old| young| of age)?| ?y/?o)?(?=$|,| and (?!a half)| with\b| now| "
        r"today| btw| years? old| next| this (?:year|month|week)| as of| in (?:{MONTH}|a (?:week|month)))",
    ),
    rule(
        "age",
        r"(?:am|is) (?:(?:only|about|just|now|almost) )*(?P<v>{NUM} (?:weeks?|months?)(?: old| and a half)?)(?=$|,)",
        "all",
        whom="kin",
    ),
    rule(
        "age",
        r"(?:(?:am|is|are) )?(?:just |recently |about to |finally |going to )*(?:turned|turning|turns?|will be|hit|"
        r"hitting|be turning|made it to|reached|got to|am pushing) (?P<v>{NUM})(?! (?:minutes|mins|days|pages|km|"
        r"miles|times|percent|am|pm)|%|:|k\b|\.\d)",
    ),
    rule(
        "age",
        r"(?:am|is|are) in (?:my|his|her|their) (?P<v>(?:early |mid |late |mid-|late-|early-)?(?:\d0'?s|(?:teen|"
        r"twenti|thirti|forti|fifti|sixti|seventi|eighti)e?s))",
    ),
    rule("age", r"(?P<v>[1-9]\d) ?(?:yo|y/o|years old|yrs old|year old|f|m)\b(?=$|,| )", whom="user"),
    rule("age", r"(?:am |is )(?:pushing|nearing|approaching|nearly|almost|close to) (?P<v>{NUM})$"),
    rule(
        "age",
        r"^(?:at|as an?) (?P<v>[1-9]\d)(?:,| i\b|[- ]?(?:year|yr|yo)s?[- ]?old\b|yo\b)",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "age",
        r"^(?:i am )?(?:an? )?(?P<v>[1-9]\d)(?:[- ]?(?:year|yr)s?[- ]?old|yo| ?[mf]\b)",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "birthday",
        r"(?:was |were )?born (?:on|in|back in|around)? ?(?:the )?(?P<v>(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? |"
        r")(?:{MONTH}\b.*|(?:19|20)\d\d\b.*|'\d\d\b|\d\d?[/.]\d\d?[/.\d]*))",
        "cut",
    ),
    rule(
        "birthday",
        r"(?:was |were )?born on (?P<v>(?:leap day|christmas(?: eve| day)?|new year'?s(?: eve| day)?|halloween|"
        r"valentine'?s(?: day)?|"
        r"boxing day|st\.? patrick'?s day|bonfire night|the (?:summer|winter) solstice|the fourth of july))\b",
        "all",
    ),
    rule(
        "birthday",
        r"(?:am |is )?(?:turn|turns|turning|will be|will turn|be) {NUM} (?:on )?(?P<v>(?:the )?(?:\d{1,2}(?:st|nd|rd|"
        r"th)(?: (?:of )?{MONTH})?|\d{1,2} {MONTH}|{MONTH} \d{1,2}(?:st|nd|rd|th)?))(?!\w)",
        "all",
    ),
    rule(
        "birthday",
        r"(?:is |it is )?(?:my |his |her )?birthday\b(?: \w+){0,5}?,? (?P<v>(?:the )?(?:\d{1,2}(?:st|nd|rd|th)(?: "
        r"(?:of )?{MONTH})?|\d{1,2} {MONTH}|{MONTH} \d{1,2}(?:st|nd|rd|th)?))(?!\w)",
        "all",
        whom="kin",
    ),
    rule(
        "birthday",
        r"\b(?:my|it is my) birthday\b(?: (?!was\b)\w+){0,5}?,? (?P<v>(?:the )?(?:\d{1,2}(?:st|nd|rd|th)(?: (?:of "
        r")?{MONTH})?|"
        r"\d{1,2} {MONTH}|{MONTH} \d{1,2}(?:st|nd|rd|th)?))(?!\w)",
        "all",
        anywhere=True,
        whom="user",
    ),
    rule(
        "hometown",
        r"(?:was |were )?born (?:and (?:raised|bred) )?(?:in|at|near) (?!{MONTH}\b|(?:19|20)\d\d|the (?:\d0s|"
        r"year|{MONTH})|a |an ){V}",
    ),
    rule(
        "hometown",
        r"(?:grew up|was raised|raised|was brought up|spent my childhood) (?:mostly |just |right )?(?:in|on|near|"
        r"outside|around|between) {V}",
    ),
    rule(
        "hometown",
        r"{BE}(?:originally |actually |orig )?(?:from|a native of) (?!the (?:future|start|past|beginning|other|same)|"
        r"home\b|my |an? |work|here\b|scratch|now\b|\d|{DAY}|{MONTH}|(?-i:[a-z])[\w' ]* to \w){V}",
    ),
    rule("hometown", r"{BE}originally (?P<v>(?-i:[A-Z]).+)"),
    rule(
        "home",
        r"(?:(?:am|is|are|have been|has been|been) )?(?:now |currently |still |have |has |mainly |mostly "
        r")?(?:lived?|lives|living|resides?|residing|based|stationed|posted|garrisoned|settled|staying put|located) "
        + PLACE_BEFORE
        + IN
        + r" (?!an? \w+[- ]?(?:house|world|bubble|dream)|fear|the \w+ floor|the (?:past|"
        r"moment|present|future)|my own|constant|"
        r"with\b|peace|a (?:dream|simulation)|denial|this (?:house|flat)|the same|\d+ (?:days|"
        r"weeks)|{HOUSING}){V}".replace("{HOUSING}", r"(?:an?|the|our|my) " + HOUSING_PATTERN),
    ),
    rule(
        "home",
        r"(?:have |has )?(?:just |recently |finally |now |both )*(?:moved|relocated|emigrated|immigrated|"
        r"transferred|shifted|settled|settled down|moving|resettled)(?: back| over| out| up| down| house| away| "
        r"here| again)*(?: from [\w' ]+?)? (?:to|into|in|on) (?!an? |with\b|the (?:next|new|other)|my new|our new|"
        r"another|together|here|there|my |our |{MONTH}|{DAY}|\d|spring|summer|autumn|fall|winter){V}",
        told=False,
    ),
    rule(
        "home",
        r"(?:(?:have|has) )?been (?:living |here |based )?in (?!a |an |my |the |bed|pain|love|touch|therapy|"
        r"meetings|charge|business|contact|it\b){V}(?= for\b| since\b| over\b| \d+ (?:years|yrs|months))",
        told=True,
    ),
    rule(
        "home",
        r"{BE}(?:now )?(?:a|an) (?P<v>londoner|new yorker|parisian|berliner|glaswegian|mancunian|liverpudlian|"
        r"bostonian|texan|californian)\b",
    ),
    rule("home", r"(?:call|calls) (?P<v>(?-i:[A-Z])[\w' -]+?) home\b"),
    rule("home", r"^(?P<v>(?-i:[A-Z])[\w-]*?)[- ]based\b", anywhere=True, whom="user", confidence=0.8),
    rule("home", r"^home (?:for (?:me|us) )?is (?!where|not|a mess|the)(?P<v>.+)", anywhere=True, whom="user"),
    rule(
        "home",
        r"\b(?:here|over here|down here|up here) in (?P<v>(?-i:[A-Z])[\w-]+(?: (?-i:[A-Z])[\w-]+)*)",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "home",
        r"^(?:my |our |the )?(?:new )?(?:house|flat|apartment|place|home|farm|studio|cottage|digs|crib) is (?:just "
        r")?(?:in|near|"
        r"outside|on|off) (?!fire|the \w+ floor|the market|my|hold|a mess|me\b|order){V}",
        anywhere=True,
        whom="user",
    ),
    rule(
        "housing",
        r"(?:(?:am|is|are|have|has|have been) )?(?:now |currently |still |just |all )*(?:lived?|lives|living|moved|"
        r"moving|"
        r"moved back|live back|settled|am|are|stuck|based|crammed|squeezed|holed up|staying|camped) (?:down |up |out )?"
        r"(?:back )?(?:into|in|on|to|aboard) (?:an?|the|our|my|this|some) (?P<v>"
        + HOUSING_PATTERN
        + r"(?: (?:in|near|by|on|with) .+)?)",
    ),
    rule(
        "housing",
        r"(?:(?:am|is|are) )?(?:now |currently |still )*(?:lives?|living|moved(?: back)? in|moved) (?P<v>alone|on "
        r"my own|by myself|on his own|on her own|together|(?:back )?with (?!that|it|this|the fact|regret|pain|"
        r"diabetes).+|at home|off[- ]grid)",
    ),
    rule(
        "housing",
        r"(?:(?:am|is|are) )?(?:just |recently |finally |currently |now )*(?P<v>(?:got the keys (?:to|for)|closed on|"
        r"put an offer (?:in )?on|rent(?:ing|s)?|bought|own|owns|"
        r"sharing|share|shares|subletting|house[- ]sitting|built|inherited|purchased|renovating|lease|leasing) "
        r"(?:an?|our|my|our first|my first|the|his|her|half an?) "
        + HOUSING_PATTERN
        + r"(?: (?:in|near|by|on|with) .+)?)",
        "cut",
    ),
    rule(
        "housing",
        r"(?:an? |the )?(?:tiny |small |little |damp |old )*(?P<v>(?:(?:\w+[- ])?bed(?:room)? |studio |top floor |"
        r"ground floor |first floor |basement |shared )?(?:flat|"
        r"apartment|studio|house|bedsit|houseboat|cottage|bungalow|cabin|loft) (?:above|near|by|over|behind|next to|"
        r"in|on|with) .+)",
        "cut",
        whom="silent",
        confidence=0.75,
    ),
    rule(
        "location",
        r"(?:am|are) (?:(?:now|currently|actually|over|back|down|up|here|out|temporarily|still|stuck|both|all) "
        r")*(?:in|staying in|"
        r"staying at|visiting) (?:the )?(?P<v>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)*)",
        whom="user",
        confidence=0.6,
    ),
    rule(
        "location",
        r"(?:am|are) (?:(?:now|currently|actually|over|back|down|up|here|out|temporarily|all) )*in (?P<v>(?!(?:an?|"
        r"the|my|our|your|"
        r"his|her|their|this|that|it|bed|love|pain|trouble|luck|shock|tears|charge|need|doubt|denial|awe|agony|bits|"
        r"pieces|"
        r"stitches|here|there|hospital|town|training|meetings?|class|therapy|traffic|line|touch|control|progress|"
        r"debt|remission|"
        r"recovery|hell|heaven|limbo|session|surgery|labou?r|school|college|uni|university|high|middle|primary|year|"
        r"grade|sales|"
        r"marketing|finance|tech|it|hr|retail|construction|real|fact|between|\w+ing|\w+(?:ics|ology|ment|tion)|my|"
        r"bad|good|deep|"
        r"full|total|chemo|favou?r|agreement|no|so|\d\w*|one|two|three|over|and|for|two|business|health|education|"
        r"law|medicine|"
        r"science|prod|production|beta|dev|theory|general|advance|{MONTH}|{DAY})\b)[a-z]{3,}(?: (?:york|city|angeles|"
        r"francisco|"
        r"wales|zealand|ireland|scotland|england|africa|korea|hague|coast|county))?)(?=$|,| so| now| and| but| by| "
        r"near| since| "
        r"right| at the| with| these| (?:time|timezone))",
        whom="user",
        told=True,
        confidence=0.6,
    ),
    rule(
        "location",
        r"(?:am |are )?(?:house|cat|dog|pet)[- ]?sitting (?:in|at|near) {V}",
        whom="user",
        confidence=0.7,
    ),
    rule(
        "home",
        r"(?:am |are |is )?(?:now )?(?:back )?(?:at )?home in (?!bed|time|the|a\b|{DAY}|{MONTH}|\d){V}",
        whom="user",
    ),
    rule(
        "location",
        r"(?:am |are )?(?:on (?:holiday|vacation|leave|a (?:business |work |family )?trip)|travell?ing|staying|"
        r"visiting family|away) (?:in|to|at|through) {V}",
        whom="user",
        confidence=0.7,
    ),
    rule(
        "religion",
        r"{IS}(?:practi[sc]ing |devout |strict |raised |born |an? )*(?P<v>muslim|christian|catholic|protestant|"
        r"jewish|hindu|buddhist|sikh|atheist|agnostic|mormon|orthodox(?: \w+)?|quaker|pagan|jain|bah[aá]'?[ií]|"
        r"lutheran|evangelical|jehovah's witness)\b",
    ),
    rule(
        "nationality",
        r"{IS}(?:half |part |born |from |originally |ethnically |british )*(?P<v>(?:(?:half |part )\w+(?: (?:and "
        r")?half[- ]\w+)?|american|british|english|scottish|welsh|irish|canadian|australian|kiwi|german|french|"
        r"spanish|italian|portuguese|dutch|belgian|swiss|austrian|polish|czech|slovak|hungarian|romanian|bulgarian|"
        r"greek|turkish|russian|ukrainian|swedish|norwegian|danish|finnish|icelandic|indian|pakistani|bangladeshi|"
        r"sri lankan|nepali|chinese|taiwanese|japanese|korean|vietnamese|thai|filipino|filipina|indonesian|"
        r"malaysian|singaporean|brazilian|argentinian|argentine|chilean|colombian|peruvian|mexican|cuban|"
        r"venezuelan|nigerian|ghanaian|kenyan|ethiopian|egyptian|moroccan|algerian|tunisian|south african|"
        r"zimbabwean|israeli|palestinian|lebanese|syrian|jordanian|iraqi|iranian|persian|afghan|saudi|emirati|"
        r"armenian|georgian|kazakh|serbian|croatian|bosnian|slovenian|albanian|estonian|latvian|lithuanian|"
        r"jamaican|trinidadian|haitian|puerto rican|dominican)(?:[- ]\w+an)?)(?=$|,| and| but| by| citizen| living|"
        r" so)",
    ),
    rule(
        "gender",
        r"{IS}(?:an? )?(?P<v>(?:trans |cis )?(?:woman|man|guy|girl|female|male)|non[- ]?binary|trans(?:gender)?|"
        r"genderfluid|agender|enby|intersex)(?=$|,| and| so| in | who)",
        whom="user",
    ),
    rule(
        "about",
        r"{IS}(?:an? )?(?:big |bit of an? |total |such an? |huge |complete |real |proud |massive |serious |"
        r"lifelong )*(?P<v>gay|bi(?:sexual)?|lesbian|queer|asexual|pansexual|(?:early |super early )?(?:morning|"
        r"evening|night) person|night owl|early bird|introvert(?:ed)?|extrovert(?:ed)?|ambivert|perfectionist|"
        r"minimalist|light sleeper|heavy sleeper|smoker|non[- ]?smoker|ex[- ]smoker|teetotal(?:er|ler)|non[- "
        r"]?drinker|(?:total |absolute )?beginner|newbie|night shifter|only child|(?:identical |fraternal )?twin|"
        r"middle child|eldest|oldest(?: of \w+)?|youngest(?: of \w+)?|digital nomad|expat|immigrant|refugee|"
        r"veteran|single (?:mom|mum|dad|parent|mother|father)|first[- ]gen(?:eration)?(?: \w+)?|virgo|aries|taurus|"
        r"gemini|leo|libra|scorpio|sagittarius|capricorn|aquarius|pisces|homebody|workaholic|bookworm|gamer|foodie|"
        r"cyclist|runner|swimmer|climber|hiker|birder|birdwatcher|vegan athlete|feminist|republican|democrat|"
        r"socialist)\b",
    ),
    rule(
        "pronouns",
        r"(?:(?:my )?pronouns(?: are|:)?|go by|goes by|use|uses|prefer|prefers|{IS}) (?P<v>(?:he|she|they|xe|ze|it|"
        r"any)(?: ?/ ?\w+)+|they them|she her|he him|any pronouns)(?: pronouns)?",
        "all",
    ),
    rule(
        "pronouns",
        r"(?P<v>\b(?:he|she|they|xe|ze)/(?:him|her|them|they|hers|xem|zir|she|he)(?:/\w+)?)(?: pronouns)?(?= for "
        r"me| please|$|,)",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
)
