"""Languages, ways and times to reach the user, and time zones, in English.

Kinds of saying: "answer me in French (when …)", "my native language is …", "i speak …"; "text me, don't call", "email
me at …", "reach me on …", "best time is after 6", "no calls before 9", "evenings work best"; "i'm in GMT+2".
"""

from typing import Final

from app.domain.extraction.en.rules import rule

_SAY_IN: Final = (
    r"(?:answers?|reply|replies|respond|responses|write|speak|talk|text|chat|communicate|message|"
    r"explain(?: things)?|everything|conversation|continue|use|stick|switch|conversations)"
)
LANGUAGE_RULES: Final = (
    rule(
        "reply_language",
        r"(?<!\bi )(?<!\bwe )(?<!\bi also )(?<!\bonly )(?<!\bcan )(?<!\bto )(?<!\bhe )(?<!\bshe )(?<!\bthey )\b"
        + _SAY_IN
        + r"(?: back)?(?: to)?(?: me| us)?(?: everything)?(?: only| always| just| exclusively| please| from now on| "
        r"strictly)*(?: in| to| with)?(?: plain| simple| british| american| easy| proper)? (?P<v>(?:british |"
        r"american |uk |us |brazilian |mexican |swiss |simplified |traditional |plain |simple )?{LANG})\b(?! (?:to|"
        r"into|food|class|exam|teacher|homework|as))",
        "all",
        anywhere=True,
        kind="preference",
    ),
    rule(
        "reply_language",
        r"^(?:please |only |in |always )*(?P<v>(?:british |american |plain |simple )?{LANG})(?: please| only| from "
        r"now on| is (?:fine|better|easier|best)(?: for me)?| spelling)+$",
        "all",
        anywhere=True,
        kind="preference",
    ),
    rule(
        "reply_language",
        r"(?:would )?(?:prefer|rather (?:use|have|speak|write|chat in|get)|want|like)(?: to (?:speak|talk|chat|"
        r"write|get answers|communicate))?(?: everything| answers| your answers| replies| it| this)?(?: in)? "
        r"(?P<v>(?:british |american |plain |simple )?{LANG})(?:$| please| over| to | for)",
        "all",
        whom="user",
        kind="preference",
    ),
    rule(
        "language",
        r"(?:my )?(?:native|first|mother|home|main|second|third|other|2nd|3rd|1st|birth) (?:language|tongue)(?: is|"
        r":)? (?P<v>{LANG})\b",
        "all",
        anywhere=True,
    ),
    rule(
        "language",
        r"\b(?P<v>{LANG}) (?:is|was) (?:my|our|his|her) (?:\w+ )?(?:first|native|mother|home|main|"
        r"1st)(?: (?:language|tongue|one))?(?=$|,| and)",
        "all",
        anywhere=True,
    ),
    rule(
        "language_spoken",
        r"\b(?P<v>{LANG}) (?:is|was) (?:my|our|his|her|only my) (?:\w+ )?(?:second|third|fourth|2nd|3rd|4th|other|"
        r"weakest|worst|best) (?:language|one)",
        "all",
        anywhere=True,
    ),
    rule(
        "language_spoken",
        r"^(?:my|his|her|our) (?P<v>{LANG}) (?:is|sucks|needs)\b(?! (?:teacher|class|exam))",
        "all",
        anywhere=True,
    ),
    rule(
        "language_spoken",
        r"(?:can |also |do |only |both |still |mostly |currently )*(?:speak|speaks|understand|read|am fluent in|is "
        r"fluent in|know|grew up speaking|am a native|am native in)(?: some| a bit of| a little| fluent| basic| "
        r"decent| only| broken| native| both| mostly| good)* (?P<v>{LANG}\b.*)",
        "list",
        told=True,
    ),
    rule(
        "language_spoken",
        r"^(?:and |also )*(?:some |a bit of |a little |now |learning )*(?P<v>{LANG})(?: too| as well| also| now)(?=$|"
        r",)",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "language",
        r"(?:grew up|was raised|raised|was brought up) (?:speaking |with |on |in |bilingual:? )(?P<v>{LANG})",
        "all",
    ),
    rule(
        "language_spoken",
        r"(?:we |i )?(?:speak|use) (?P<v>{LANG}(?:(?:,| and|/) {LANG})*) (?:at home|with my|in the family|natively|"
        r"fluently)",
        "list",
        anywhere=True,
        whom="user",
    ),
)
CONTACT_RULES: Final = (
    rule("email", r"(?P<v>[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}\w)", "all", anywhere=True, whom="user"),
    rule(
        "phone",
        r"\b(?:(?:my |new |phone |cell |mobile |number |tel |whatsapp |call |text |reach |me |is |now |:)"
        r"(?:on |at )*)+ ?(?P<v>\+?\(?\d[\d ().-]{6,18}\d)",
        "all",
        anywhere=True,
        whom="user",
    ),
    rule(
        "contact_channel",
        r"(?<!not )(?<!never )(?<!to )(?<!no )\b(?P<v>(?:text|email|e-mail|call|whatsapp|message|dm|ping|slack|"
        r"phone|ring|write|sms|signal|telegram|facetime|mail)) me\b(?! (?:back|crazy|old|if you|when you|what|a |"
        r"an |the |how|why|some|your|later|as|when it|(?-i:[A-Z])))(?! (?:that|names))",
        "all",
        anywhere=True,
        whom="user",
        kind="preference",
    ),
    rule(
        "contact_channel",
        r"\b(?:reach|contact|get (?:a )?hold of|find|message|ping|catch|write to|get in touch with)(?: (?:out "
        r")?to)? me (?:is |only |always |best |first )*(?:by|via|on|through|at|over|using|with) (?P<v>.+)",
        "cut",
        anywhere=True,
        whom="user",
        kind="preference",
    ),
    rule(
        "contact_channel",
        r"\b(?:best|easiest|preferred|only|quickest|fastest) (?:way|method|channel|means)(?: to (?:reach|contact|"
        r"get) me| of contact| for me)?(?: is|:)(?: by| via| through)? {V}",
        "bare",
        anywhere=True,
        kind="preference",
    ),
    rule(
        "contact_channel",
        r"^(?:only |just |strictly )?(?P<v>(?:whatsapp|email|e-mail|text|texts|sms|slack|signal|telegram|phone|"
        r"calls|discord|teams|messenger|line|imessage|voicemail|mail)(?: only| please| is best| works best| is fine| "
        r"is ok| is okay| is good| is easiest| is easier| works| is quickest| is "
        r"better| over \w+))",
        "all",
        anywhere=True,
        whom="user",
        kind="preference",
    ),
    rule(
        "contact_channel",
        r"(?:only |always |mostly |usually |never |would |do )*(?:check|use|prefer|answer|read|respond to|reply to|"
        r"am on|live on|am reachable on|am reachable by|am reachable via|can be reached (?:on|by|via|"
        r"at))(?: getting| being contacted (?:by|via)| to be contacted (?:by|via))?(?: my| the)? (?P<v>(?:whatsapp|"
        r"emails?|e-mails?|texts?|texting|sms|slack|signal|telegram|phone calls?|calls?|discord|teams|messenger|"
        r"imessage|voicemails?|wechat|instagram|work email|personal email|landline)\b.*)",
        "cut",
        told=True,
        kind="preference",
    ),
    rule(
        "contact_time",
        r"(?<!not )(?<!never )\b(?:call|text|phone|ring|reach|contact|message|ping|email|get) me (?:\w+ "
        r"){0,3}?(?P<v>(?:only )?(?:after|before|between|from|at|in the|on|during|any ?time (?:after|before)) "
        r"(?!\+?\(?\d[\d ().-]{7})(?:{CLOCK}|\d|noon|lunch|work|mornings?|evenings?|afternoons?|weekends?|weekdays?|"
        r"{DAY}|dinner|school|business hours|office hours).*)",
        "cut",
        anywhere=True,
        whom="user",
        kind="preference",
    ),
    rule(
        "contact_time",
        r"\b(?P<v>(?:no|not|never) (?:calls?|meetings?|texts?|messages?|emails?|notifications|phone calls|"
        r"reminders|appointments|pings)?\s?(?:before|after|on|during|between|past|in the|at) (?:{CLOCK}|\d{1,2}|"
        r"noon|lunch|mornings?|evenings?|weekends?|{DAY}|dinner|work|night|school|the weekend).*)",
        "cut",
        anywhere=True,
        whom="user",
        kind="preference",
    ),
    rule(
        "contact_time",
        r"(?:am |is |are )?(?:usually |only |generally |always |mostly |best |normally |never )*(?P<v>(?:free|"
        r"available|reachable|off|home|around|busy|unavailable|not available|offline|online|at my desk) (?:after|"
        r"before|between|from|at|in the|on|during|until|till|most|every) (?:{CLOCK}|\d|noon|lunch|mornings?|"
        r"evenings?|afternoons?|weekends?|weekdays?|{DAY}|dinner|school|work|\w+days?).*)",
        "cut",
        whom="user",
    ),
    rule(
        "contact_time",
        r"^(?P<v>(?:early |late )?(?:mornings?|evenings?|afternoons?|weekends?|weekdays?|nights?|{DAY}|after \w+|"
        r"before \w+|lunch ?time)) (?:works?|are|is|suits?)(?: me)? (?:best|better|good|great|fine|easiest)\b",
        "all",
        anywhere=True,
        kind="preference",
    ),
    rule(
        "contact_time",
        r"\b(?:best|good|ideal|preferred|worst) times? (?:to (?:call|reach|text|contact|get)(?: me)?|for (?:me|"
        r"calls?)|is|:)+(?: is| are|:)? {V}",
        "cut",
        anywhere=True,
        kind="preference",
    ),
    rule(
        "timezone",
        r"\b(?:time ?zone|tz)(?: is|:| are)?(?: now)? (?P<v>(?!so|the|is|diff|thing|hell)[\w/+:-]+(?: [\w/+:-]+)?)",
        "bare",
        anywhere=True,
    ),
    rule(
        "timezone",
        r"\b(?P<v>(?:utc|gmt) ?[+-] ?\d{1,2}(?::\d\d)?|(?:(?:us )?(?:eastern|central|pacific|mountain)|central "
        r"european|east african|india standard|japan standard) (?:standard |daylight )?time|(?-i:EST|EDT|PST|PDT|"
        r"CST|CDT|MST|MDT|CET|CEST|EET|WET|BST|IST|JST|KST|AEST|AEDT|NZST|HKT|SGT|WAT|EAT|SAST|PKT|MSK|"
        r"BRT))\b(?= |$|,|\))",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule("timezone", r"(?:am |is |are )?(?P<v>{NUM} (?:hours|hrs) (?:ahead of|behind) \w+)", "all"),
)
