"""The rules of `family`: names, marriage and siblings in English."""

from typing import Final

from app.domain.extraction.en.rules import rule

NAME_LIKE: Final = r"(?-i:[A-Z][\w'’-]*(?: [A-Z][\w'’-]+)?)"
RULES: Final = (
    rule(
        "name",
        r"(?:am |is |are )?(?:called|named) (?P<v>" + NAME_LIKE + r"|[^\W\d_][\w'-]+)(?:,|$| and| by| after|\))",
        whom="kin",
    ),
    rule(
        "name",
        r"(?:'s |'s first |s )?(?:full |first )?names? (?:is|are|was) (?P<v>[^\W\d_][\w'-]*(?:(?:,? and |, ?| "
        r")(?-i:[A-Z])[\w'-]+)*)",
        "list",
        whom="kin",
    ),
    rule("marital_status", r"(?:just |finally |have )*(?P<v>married) (?-i:[A-Z])", whom="user"),
    rule(
        "marital_status",
        r"{BE}(?:an? )?(?:happily |recently |newly |legally |getting )*(?P<v>married|divorced|widowed|widow|"
        r"widower|single|separated|engaged|newlywed|in a (?:long[- ]distance )?relationship|in a civil "
        r"partnership)(?=$|,| to\b| with\b| and| for| since| now| last| in| mom| mum| dad| but| so| after| \d| "
        r"again)(?! (?:in on|to (?:know|say|my job)))",
        whom="user",
    ),
    rule(
        "marital_status",
        r"(?:have |has )?(?:just |recently |finally |been |both |we )*(?:got|getting|been|tied the knot|get|gotten|"
        r"eloped) ?(?P<v>married|divorced|engaged|separated|widowed)\b(?! (?:next|in|on|this|soon))",
        whom="user",
    ),
    rule(
        "marital_status",
        r"(?:just |recently )?(?P<v>married|divorced|separated|widowed|engaged)(?= with\b| to\b| for\b|,|$| {N})",
        whom="user",
        confidence=0.8,
    ),
    rule(
        "siblings",
        r"{IS}(?:an? |the )?(?P<v>only child|(?:youngest|oldest|eldest|middle)(?: (?:child|one))? "
        r"of {N}(?: (?:kids|siblings|children|brothers|sisters))?|{NUM} of {NUM}|one of {N}(?: (?:kids|siblings|"
        r"children))?)",
        "all",
        whom="user",
    ),
    rule(
        "condition",
        r"{IS}(?P<v>(?:expecting|pregnant with|having) (?:our|my|a|an|twins|triplets)?(?: ?(?:first|second|third|"
        r"fourth|\w+) ?(?:child|baby|kid|one|girl|boy|daughter|son)?)?(?: in {MONTH}| (?:due )?in .+)?)(?=$|,| and|"
        r" so)(?<!having)(?<!expecting)",
        "cut",
        whom="user",
        confidence=0.8,
    ),
)
