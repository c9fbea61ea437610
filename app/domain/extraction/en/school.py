"""Schools, studies and sums of money, in English; the kinds of saying are listed in `en_work`."""

from typing import Final

from app.domain.extraction.en.rules import MONEY, rule

_ORDINAL: Final = r"(?:first|second|third|fourth|fifth|sixth|final|last|1st|2nd|3rd|4th|5th|6th|junior|senior)"
SCHOOL_RULES: Final = (
    rule(
        "major",
        r"(?:{IS}|still |now |currently |used to )?(?:study|studies|studying|majoring in|major in|majors in|"
        r"reading|read)(?: for (?:a|an|my) [\w']+(?: degree)? in)? (?!for\b|at\b|in\b|the\b|a\b|an\b|my\b|it\b|"
        r"that\b|this\b|tonight|tomorrow|hard|books?\b|about|more|every|all\b|online|abroad|too|so\b|up\b|on\b|"
        r"with\b|lots|news|your)(?P<v>.+?)(?= at\b| in (?-i:[A-Z])|$)",
        told=False,
    ),
    rule(
        "school",
        r"(?:{IS}|still |now )?(?:study|studies|studying|a student|student|enrolled|going to school|in "
        r"school)(?: [\w ]+?)? at (?!night|home|the moment|weekends){V}",
    ),
    rule(
        "major",
        r"(?:{IS}|still |now )?(?:doing|do|getting|finishing|finished|starting|started|pursuing|in|on|writing|"
        r"halfway through|have|has|got|hold|holds|completed) (?:an?|my|his|her|the)? ?(?P<v>(?:phd|ph\.d\.|"
        r"masters?|master's|msc|mba|ba|bsc|bachelor'?s?|degree|apprenticeship|bootcamp|doctorate|diploma|"
        r"associate'?s?|a[- ]levels?|gcses?|law degree|minor|postdoc|residency|certificate|"
        r"nvq)\b(?! student)(?: degree)?(?: (?:in|on|as|for) .+)?)",
        "cut",
    ),
    rule(
        "major",
        r"{BE}(?:in )?(?:my |his |her |the |a )?"
        + _ORDINAL
        + r"[- ]?(?:year|yr)(?: student)? (?:of |in |studying |doing )?(?!at\b|student$|uni\b|university|college|"
        r"here|in\b|now|running|of (?:uni|college|school|university))(?P<v>(?!student).+?)(?= at\b|$)",
    ),
    rule(
        "grade",
        r"{BE}(?:starting |in |into |going into |entering )?(?:in )?(?:my |his |her |the |a )?(?P<v>"
        + _ORDINAL
        + r"[- ]?(?:year|yr)(?: (?:of|at) (?:uni|college|university|high school|med school|law school))?|(?:\d+(?:st|"
        r"nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)[- ](?:grade|"
        r"form|grader)|year \d+|kindergarten|preschool|nursery|pre-?k|primary school|elementary school|middle "
        r"school|high school|secondary school|sixth form|reception)(?=$|,| at| and| now| so| this| of| in| next)",
        "all",
    ),
    rule(
        "major",
        r"{BE}(?:an? )?(?P<v>(?!(?:phd|masters?|mba|grad(?:uate)?|doctoral|postgrad\w*|uni|university|college|mature|"
        r"exchange) student)"
        r"(?:[\w-]+ ){1,3}?)(?:student|undergrad|major|grad|graduate|phd student)\b(?=$|,| at| "
        r"in| and| here| from)",
        whom="any",
    ),
    rule(
        "school",
        r"(?:(?:am|is|are) )?(?:go|goes|going|went|attend|attends|attending|goes off|accepted|got in|got into|been "
        r"accepted|enrolled)(?: to| at| into| in)? (?P<v>(?:[\w'.&-]+ ){0,4}?(?:school|university|uni of .+|"
        r"college|academy|institute|kindergarten|daycare|preschool|nursery|conservatory|gymnasium|"
        r"lycée))\b(?! (?:today|tomorrow|run))",
    ),
    rule(
        "degree",
        r"(?:(?:have|has) )?(?:graduated|dropped out)(?: from)? (?:(?:in|with) (?:an?|my)? ?)?(?!\d|in \d|{MONTH}|"
        r"last|this|with honou?rs$){V}",
        "bare",
        told=True,
    ),
)
MONEY_RULES: Final = (
    rule(
        "income",
        r"(?:am |is )?(?:now |currently |only )*(?:make|makes|making|earn|earns|earning|get paid|gets paid|getting "
        r"paid|gross|bring home|take home|paid|on|clear)(?: about| around| like| roughly| only| just| approx)* "
        r"(?P<v>"
        + MONEY
        + r"(?: (?:before|after) tax(?:es)?| net| gross| take[- ]home)?)(?!\w)(?! (?:for|in|on) (?:rent|the))",
        "all",
    ),
    rule(
        "income",
        r"\b(?:my )?(?:salary|income|pay|wage|wages|take[- ]home|pension)(?: is|:| of| was raised to| went up "
        r"to)(?: about| around| now| roughly)* (?P<v>" + MONEY + r"(?: (?:before|after) tax(?:es)?| net| gross)?)",
        "all",
        anywhere=True,
    ),
    rule(
        "rent",
        r"\b(?:my |our )?(?:rent|mortgage)(?: is| went up to| was raised to| just went up to|:| of|'s| costs?| "
        r"comes to| payment is| now)(?: about| around| now| just| roughly| like)* (?P<v>" + MONEY + r")",
        "all",
        anywhere=True,
    ),
    rule(
        "rent",
        r"(?:am |are |is )?(?:still |now |currently )*(?:pay|pays|paying)(?: about| around| like)* (?P<v>"
        + MONEY
        + r") (?:for |in |on |of )?(?:the |my |our )?(?:rent|mortgage|a month for (?:the|my|our|a) [\w ]+|(?:a month "
        r"|per month )?(?:for )?(?:a|the|my|our|this) (?:[\w-]+ ){0,3}?(?:bed|bedroom|flat|apartment|room|studio|"
        r"place|house))",
        "all",
    ),
    rule(
        "budget",
        r"\bbudget(?: for (?:the |this |my |our |a )?[\w ]+?)?(?: is| tops out at| maxes out at| caps at| sits at| "
        r"stands at|:|'s| of| would be| around| about| max| now| went up to| is now|-)(?: about| around| now| "
        r"roughly| like| up to| under| only| max| still| strictly| at most| capped at| -)* (?P<v>"
        + MONEY
        + r"(?: (?:max|tops|total|all in|per person|each|a head))*)",
        "all",
        anywhere=True,
    ),
    rule(
        "budget",
        r"(?P<v>"
        + MONEY
        + r"(?: (?:a|per) \w+)?)(?: max)? (?:budget|is (?:my|our|the) (?:max(?:imum)?|limit|budget|ceiling|cap)|tops|"
        r"max\b|to spend|at most|is all (?:i|we) (?:have|can))",
        "all",
        anywhere=True,
    ),
    rule(
        "budget",
        r"(?:(?:can |could |will |want to |would like to |do not want to |cannot |am willing to |are willing to |"
        r"have to |got |have |is |only |not )*(?:spend|go over|go above|pay more than|afford|stay under|keep it "
        r"under|keep it below|stretch to|go up to|spare|invest|max out at|exceed|put aside for it))(?: more than| "
        r"up to| about| around| max| over| like| maximum| only| at most)* (?P<v>" + MONEY + r")",
        "all",
        told=False,
    ),
    rule(
        "budget",
        r"(?:have|has|got|there is|only have|only got)(?: about| around| only| like| roughly)* (?P<v>"
        + MONEY
        + r")(?: left)? (?:to spend|for (?:the|this|a|an|my|our|it|everything|all)|set aside|saved for|available|"
        r"left for|budgeted)\b",
        "all",
    ),
    rule(
        "budget",
        r"\b(?:max(?:imum)?|limit|ceiling|cap|nothing over|nothing above|no more than|under|at most|up to|below) "
        r"(?:is |of |at )?(?P<v>" + MONEY + r")(?= (?:total|max|all in|please|for (?:the|this|a|everything))|$|,)",
        "all",
        anywhere=True,
        confidence=0.7,
        whom="user",
    ),
    rule(
        "savings",
        r"(?:have |has )?(?:saved(?: up)?|put away|set aside|put aside)(?: about| around| already)* (?P<v>"
        + MONEY
        + r".*)",
        "cut",
        told=True,
    ),
    rule(
        "debt",
        r"(?:owe|owes|still owe|have|has)(?: about| around| still)* (?P<v>"
        + MONEY
        + r" (?:in |of )?(?:debt|student (?:loans?|debt)|loans?|credit card debt)|"
        + MONEY
        + r" on (?:my|the) (?:loan|card|car|house))",
        "all",
    ),
)
