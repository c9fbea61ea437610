"""What people say about themselves, in English: likes, who they are, health, goals, corrections."""

from typing import Final

from app.domain.importance.rules import any_of

_START = r"(?:^|[,;:.!\-–—(] ?|\b(?:please|pls|plz|also|and|but|so|just|ok|btw|hey) )"
_I_AM = r"\bi(?: a|')?m "
_FAMILY = (
    "wife|husband|spouse|partner|fianc[eé]e?|girlfriend|boyfriend|gf|bf|son|sons|daughter|daughters|"
    "kids?|child|children|baby|twins?"
    "|mom|mum|mother|dad|father|parents|brother|sister|siblings?|grand(?:ma|pa|mother|father|son|"
    "daughter|kids|children)"
    "|nana|aunt|uncle|niece|nephew|cousin|in-laws?|mother-in-law|dog|cat|puppy|kitten|rabbit|parrot|"
    "hamster|horse|pet|family"
)
_COUNT = r"(?:an?|one|two|three|four|five|six|several|\d+)"
_ILLNESS = (
    r"(?:allerg(?:y|ies|ic)|intoleran(?:t|ce)|diabet(?:es|ic)|asthma(?:tic)?|epilep(?:sy|tic)|"
    r"c(?:o)?eliac|hypertension"
    r"|(?:high|low) blood (?:pressure|sugar)|pregnan(?:t|cy)|insulin|chemo(?:therapy)?|cancer|tumou?r|"
    r"pacemaker|migraines?"
    r"|adhd|autis(?:m|tic)|bipolar|ptsd|arthritis|thyroid|cholesterol|heart (?:condition|disease|attack)|"
    r"stroke|epipen"
    r"|dyslexi(?:a|c)|insomnia|eczema|anemi(?:a|c)|gout|kidney (?:stones?|disease)|sleep apnea|herniated|sciatica)"
)
_LIKING = any_of(
    "prefer",
    "love",
    "adore",
    "enjoy",
    "hate",
    "detest",
    "despise",
    "dislike",
    "loathe",
    "like",
    "favou?r",
    "can(?:no|')?t (?:stand|bear|eat|drink|have|tolerate|do without)",
    "(?:don'?t|do not) (?:really |usually )?(?:like|eat|drink|enjoy|wear|drive|fly|smoke)",
    "(?:never|only) (?:eat|drink|use|wear|buy|read|watch|listen|fly|work|take|answer|go)",
    "would rather",
    "'?d rather",
)
_DEICTIC = (
    r"(?! (?:it|that|this|these|those|you|your|u|ya|him|her|them|how|what|the (?:way|idea|sound|look)|to "
    r"(?:know|hear|see|think|believe|say|admit)|when you|where|for you)\b)"
)

RULES: Final = (
    (
        "preference",
        "call address refer",
        r"(?:"
        + _START
        + r"|you can )(?:call me|address me as|refer to me as)\b(?! (?:back|when|later|tomorrow|at|on|if|crazy|"
        r"tonight|asap|today|after|before|right|now|once|paranoid|old|stupid|a |an |in ))",
    ),
    (
        "preference",
        "prefer love adore enjoy hate detest despise dislike loathe like favor favour stand bear eat drink "
        "rather cant can't cannot never only wear drive fly smoke use without tolerate",
        r"\b(?:i|we|she and i)(?: (?:really|absolutely|actually|always|still|much|generally|definitely|"
        r"honestly|do|truly|kinda|strongly|usually|personally|also|both|mostly|just|simply|tend to|genuinely|"
        r"secretly))* ?" + _LIKING + r"\b" + _DEICTIC + r"(?! (?:to (?:know|hear|see)|if you|totally|i\b))",
    ),
    (
        "preference",
        "favorite favourite favorites favourites go-to preferred preference",
        r"\b(?:my|our)(?: \w+)? (?:all[- ]time |least )?(?:favou?rites?|go-to|preferred|preference)\b",
    ),
    (
        "preference",
        "fan into fond keen obsessed vegan vegetarian pescatarian lover person owl handed gluten lactose "
        "kosher halal intolerant teetotal left-handed color-blind picky",
        _I_AM + r"(?:(?:not|really|such|very|quite|much of|strictly|mostly|still|also|more of|definitely|huge|big|a|"
        r"an|totally|still) )*(?:fan|lover|\w+ lover|night owl|early bird|morning person|\w+ person|into\b|"
        r"fond of|keen on|obsessed with|partial to|vegan|vegetarian|pescatarian|gluten|lactose|kosher|halal|"
        r"teetotal|left.handed|colou?r.?blind|picky)",
    ),
    (
        "preference",
        "prefers likes loves hates dislikes wants avoids thing over",
        r"^(?:the user |user |he |she )?(?:prefers|likes|loves|hates|dislikes|avoids|always wants|never "
        r"eats)\b|\bnot (?:really )?my (?:thing|cup of tea)\b|^\w+ over \w+(?:,? (?:any day|every time|"
        r"always))?$",
    ),
    (
        "preference",
        "always never usually normally",
        r"\bi(?:'ve)? (?:always|never|usually|normally) (?!been|seen|knew|thought|heard|had|have|met|felt|"
        r"said|wanted|expected|laughed|got|did|could|would|understood|realized|forget|know|hear|wonder|"
        r"imagined|tried|asked|found|noticed|saw|liked|go\b)[a-z]+(?<!ed)\b",
    ),
    (
        "personal",
        "name called go named",
        r"\bmy (?:\w+ )?name(?:'?s| is)\b|" + _I_AM + r"called\b|\bi go by\b|\bthey call me\b",
    ),
    (
        "personal",
        "live lived living reside grew born from based moved moving relocated relocating settled",
        r"\bi(?:'?ve| have)?(?: (?:currently|now|still|just|recently|already|actually))* (?:live\b|reside|"
        r"grew up|was born|come from|moved (?:to|from|in|out|back|into)|relocated|settled in|own a (?:house|"
        r"flat))|"
        + _I_AM
        + r"(?:(?:currently|now|originally|living|actually) )*(?:from|based|living in|in my \w+ties|born)\b|"
        r"\bwe(?:'?ve| just| recently| now| have)* (?:live\b|moved (?:to|into))",
    ),
    (
        "personal",
        "work works study teach run own started retired promoted married divorced engaged hired fired laid "
        "employed graduated job joined manage",
        r"\bi(?:'?ve| have)?(?: (?:currently|now|still|just|recently|only|also|mostly|both))* (?:work (?:as|"
        r"at|for|in|from|night|part|full|with|on\b.* team)|study|studied|teach|run (?:a|an|my|the|our)\b(?! "
        r"(?:bath|fever|risk|errand|marathon|race|test|quick))|own (?:a|an|my|two|the)\b|started (?:a new "
        r"job|working|at|as|my own)|retired|got (?:a (?:new )?job|promoted|married|divorced|engaged|hired|"
        r"fired|laid off)|was (?:promoted|hired|fired|laid off)|graduated|joined|manage (?:a|an|the))|"
        + _I_AM
        + r"(?:now |recently |happily |still )?(?:married|divorced|engaged|retired|single|widowed|employed|"
        r"self-employed|unemployed)\b",
    ),
    (
        "personal",
        "im i'm am",
        _I_AM + r"(?:actually |also |currently |still |now )?(?:an?|the) (?!bit|little|lot|mess|idiot|fool|genius|"
        r"bad|good|huge|big|few|tad|wreck|zombie|joke|failure|loser|bot|robot|believer|total|complete|great|"
        r"terrible|happy|lucky|sucker|couple|minute|step|tired|real|disaster|morning|nervous|problem|one|"
        r"only|same|way|first|last|worst|best|legend|star|walking|sad|hopeless)\w+",
    ),
    (
        "personal",
        "im i'm am turned turn turning",
        r"(?:"
        + _I_AM
        + r"|\bi(?:'ll| just)? (?:be |turn(?:ed|s)? |am turning ))\d{1,2}(?: years?(?: old)?| yo|y/o|\b(?! "
        r"?(?:min|km|k\b|%|percent|page|hour|day|week|month|mile|step|lb|kg|second|point|:|/|am\b|pm\b)))|"
        r"\b\d{2}[mf]\b",
    ),
    (
        "personal",
        _FAMILY.replace("|", " ").replace("?", "")
        + " kid fiance fiancee sibling in-law grandma grandpa grandmother grandfather grandson granddaughter "
        "grandkids grandchildren twin family",
        r"\b(?:my|our)(?: (?:\w+|\d+[- ]year[- ]old))?(?: \w+)? (?:"
        + _FAMILY
        + r")(?:'?s name)?,?(?: \w+,?)? (?:is (?:called|named|\d|an?\b|from|allergic|in (?:\w+ grade|"
        r"kindergarten|college|first|high)|pregnant|expecting|turning|vegan|vegetarian|getting married|also "
        r"(?:a|an)\b|my\b|our\b|[a-z]+ and (?:my|our)\b)|(?:is|are|'s) (?:studying|living|working) |'s "
        r"(?:called|named|\d|an?\b|birthday)|are (?:called|named|\d|both|from)|was (?:born|named|called)|"
        r"works?\b|lives?\b|has (?:a|an|two|three|been diagnosed|\w+(?:itis|ism|oma|etes)\b)|studies|died|"
        r"passed away|turn(?:s|ed)\b|goes to|go to|plays|teaches|speaks|name(?:'s| is)|called|named|retired|"
        r"loves|hates|likes|can'?t eat|eats only|started (?:school|kindergarten|college|university|working))",
    ),
    (
        "personal",
        "have has got had gave expecting adopted",
        r"\b(?:i|we)(?:'?ve| have| also have| just)? (?:have|got|had|adopted|gave birth|are expecting) "
        r"(?:got )?"
        + _COUNT
        + r" (?:\w+ ){0,2}(?:kids?|child|children|sons?|daughters?|dogs?|cats?|pets?|brothers?|sisters?|"
        r"siblings|twins|grandchildren|grandkids|puppy|puppies|kittens?|rabbits?|horses?|baby|girls|boys)\b|"
        r"\b(?:we|i)(?:'re| are|'m| am) expecting (?:a|our|twins)",
    ),
    (
        "personal",
        "birthday address phone number email mail blood height weight anniversary passport license hometown "
        "language tongue job salary pronouns timezone zone size religion degree major car landlord boss "
        "manager doctor username password pin code account locker hobby",
        r"\b(?:my|our)(?: \w+)? (?:birthday|address|phone(?: number)?|number|e-?mail(?: address)?|blood type|"
        r"height|weight|anniversary|passport(?: number)?|licen[sc]e(?: plate| number)?|hometown|(?:native|"
        r"first) language|mother tongue|job|salary|pronouns|time ?zone|(?:shoe|shirt|dress|ring) size|"
        r"religion|degree|major|landlord|boss|manager|username|account(?: number)?|hobby|hobbies)(?:'s| is| "
        r"are| was|:| will be on| falls on)(?! (?:so|killing|really|too|being|such|stress|crazy|wild|"
        r"annoying|great|awful|late|mad|angry|off|out|on (?:holiday|vacation|leave)|sick|in a|not|getting|"
        r"driving|making))",
    ),
    (
        "personal",
        "speak fluent native bilingual speaks",
        r"\bi (?:don'?t |only |also |can )?speak (?!to|with|up|about|for)\w+|"
        + _I_AM
        + r"(?:fluent|bilingual|a native)",
    ),
    (
        "health",
        "allergic allergy allergies intolerant intolerance diabetes diabetic asthma asthmatic epilepsy "
        "epileptic celiac coeliac hypertension blood pregnant pregnancy insulin chemo chemotherapy cancer "
        "tumor tumour pacemaker migraine migraines adhd autism autistic bipolar ptsd arthritis thyroid "
        "cholesterol heart stroke epipen dyslexia dyslexic insomnia eczema anemia anemic gout kidney apnea "
        "herniated sciatica",
        r"\b(?:i|i'?m|i'?ve|my|me|we|our|he|she|he'?s|she'?s|his|her|has|son|daughter|mom|mum|"
        r"dad)\b[^.?!]*\b" + _ILLNESS + r"\b|^(?:severe |bad |nut |peanut )*" + _ILLNESS + r"\b",
    ),
    (
        "health",
        "diagnosed medication medicine meds mg pills prescribed prescription antibiotics surgery dose "
        "tablets injections inhaler antidepressants therapy doctor",
        r"\b(?:i|i'?m|i'?ve|my|me|he|she|he'?s|she'?s|son|daughter|mom|mum|dad)\b[^.?!]*\b(?:diagnosed|\d+ "
        r"?mg|(?:on|takes?|taking|started|prescribed|off) (?:\w+ ){0,3}(?:medication|medicine|meds|pills|"
        r"antibiotics|blood thinners|statins|antidepressants|inhaler|insulin|tablets|injections)|had (?:\w+ "
        r")?surgery|have surgery|scheduled for surgery|doctor (?:told me|said i|says i|wants me) (?:not |"
        r"can'?t |must |should |have |need |to ))",
    ),
    (
        "health",
        "wheelchair deaf blind hearing disabled stutter dyslexia",
        r"\b(?:i|i'?m|my)\b[^.?!]*\b(?:wheelchair|deaf|legally blind|hearing (?:aid|loss)|disabled|"
        r"stutter)\b",
    ),
    ("health", "take takes taking on mg milligrams dose", r"\b(?:take|takes|taking|on|dose)\b[^.?!]{0,25}\b\d+ ?mg\b"),
    (
        "health",
        "makes make gives gave sick hives nauseous throat",
        r"\b(?:makes?|gives?|gave) me (?:sick|hives|a rash|migraines?|nauseous|anxious|panic attacks?|"
        r"heartburn|gag)\b",
    ),
    (
        "personal",
        "name called named",
        r"\b(?:my|our)(?: \w+)? (?:" + _FAMILY + r")'?s (?:\w+ )?(?:name(?: is|'s)|birthday (?:is|on)|school|job)",
    ),
    (
        "personal",
        "studying working teaching living majoring training",
        _I_AM + r"(?:\w+ )?(?:studying|working (?:as|at|for|in|from|night|part|full)|teaching (?!you)|living|"
        r"majoring|training (?:as|to be))\b",
    ),
    (
        "personal",
        "wife husband daughter son mom mum dad kid baby kids",
        r"^(?:the |btw,? |so |our )?(?:wife|husband|daughter|son|mom|mum|dad|kids?|baby)(?:'s|s)? (?:is (?:a|"
        r"an|\d|called|named)|works|turned|just turned|(?:is )?(?:due|turning)|(?:are|is) (?:both )?in "
        r"(?:\w+ )?(?:grade|school|college|kindergarten)|\d)",
    ),
    (
        "personal",
        "live living w raised uni university college school job named job folks roommate roommates",
        r"\bborn and raised\b|\bi go to \w+(?: \w+)? (?:uni|university|college|school|high)|\bnew job (?:at|"
        r"as|in)\b|\bwe (?:named|called) (?:him|her|them|the (?:baby|dog|cat|puppy|kitten))\b|\b(?:folks|"
        r"parents|family|roommates?) (?:all )?(?:live|are from|is from)\b|\bliving (?:in|with)\b(?! the "
        r"(?:moment|past))|\blives? w(?:ith|/)",
    ),
    (
        "personal",
        "timezone utc gmt cet est pst based located",
        r"\b(?:based|located) (?:in|out of)\b|\b(?:my|our) (?:time ?zone|working hours)\b|^i'?m (?:in|on) "
        r"(?:utc|gmt|cet|est|pst|ist|cst)\b",
    ),
    (
        "preference",
        "big works easier rather sucker swear jam tend fan best ideally",
        r"\bnot (?:a )?(?:big on|a (?:big |huge )?fan of|fan of|into|keen on)\b|\bworks? (?:best|better) for "
        r"me\b|\b(?:easier|better|nicer|faster) for me\b|\b(?:rather|instead) (?:than|of) (?:call|phone|"
        r"email|meet|video|text)\w*|\ba sucker for\b|\bi (?:swear by|tend to|go for|stick to|live on)\b|"
        r"\b(?:is|are) my (?:jam|thing|favou?rites?|comfort \w+|weakness)\b|\b(?:none|no) .{1,20}for "
        r"me\b(?!, thanks)|\bi could (?:eat|drink|watch|listen)\b.*\b(?:every|all) day\b",
    ),
    (
        "preference",
        "more than prefer person comfortable hate dislike allergic",
        r"\bi(?:'m| am) (?:way |much |far )?more (?:of an? |into |comfortable )\w+|\bprefer(?:red|ably)\b|"
        r"\bi(?:'d| would) (?:much |always )?(?:prefer|rather)\b|\bi'?ve always (?:loved|hated|liked|"
        r"preferred)\b",
    ),
    (
        "health",
        "take takes taking on tablets prescribed",
        r"\b(?:take|takes|taking|on|prescribed|started)\b (?:\w+ )?(?:\w+(?:farin|statin|formin|pril|sartan|"
        r"olol|oxetine|traline|zepam|zolam|cillin|mycin|profen|thyroxine|prazole|gliptin|gabalin|triptan|"
        r"lukast|sone|parin)|lithium|aspirin|ozempic|adderall|ritalin|xanax|prozac|zoloft|metformin|"
        r"levothyroxine|birth control|the pill)\b",
    ),
    ("preference", "always time day", r"^[\w' ]{3,30}, (?:always|every (?:single )?time|any day)\b"),
    (
        "preference",
        "claustrophobic carsick seasick sick afraid scared terrified phobia phobic shy ticklish introvert "
        "extrovert introverted",
        r"\bi(?:'m| am| get| have)(?: \w+){0,3} (?:claustrophobic|carsick|seasick|motion.?sick|airsick|"
        r"(?:afraid|scared|terrified) of (?!my life)\w+|\w*phobi[ac]|introvert(?:ed)?|extrovert(?:ed)?)\b",
    ),
    (
        "personal",
        "single dad mom mum girls boys kids sons daughters twins",
        r"\bsingle (?:dad|mom|mum|mother|father|parent)\b|\b(?:dad|mom|mum|mother|father|parent) (?:of|to) "
        + _COUNT
        + r"|^(?:two|three|four|\d) (?:kids|girls|boys|sons|daughters|cats|dogs|children)\b",
    ),
    (
        "preference",
        "reach contact text ping email message whatsapp",
        r"^(?:please |just |better |you can |ok )*(?:reach|contact|text|ping|e?mail|message|whatsapp) me "
        r"(?:on|at|via|by|in|only|instead|rather|through)\b",
    ),
)
