"""What the user can or will pay, told by a sum in an English clause with a limit beside it ("250 tops")."""

import re
from typing import Final

from app.domain.extraction.clauses import Clause, Found
from app.domain.extraction.en.evidence import LEFT_OUT
from app.domain.extraction.en.rules import compiled

_LIMIT: Final = compiled(
    r"\b(?:budget|spend(?:ing)?|afford|up to|max(?:imum)?|at most|no more than|not more than|under|below|less than|"
    r"tops|cap(?:ped)?|"
    r"ceiling|limit|go (?:up to|as high as|higher)|stretch to|scrape together|to play with|to work with|set aside|put "
    r"aside|saved up|"
    r"saved|keep it (?:under|below|around)|price range|within|allow(?:ance)?|pot|kitty|all in|"
    r"is all|the brief|per person|each|a head|a night|absolute)\b"
)
_SUM: Final = compiled(
    r"(?P<v>(?<![\w.,:/-]){MONEY}|(?<![\w.,:/-])(?:one|two|three|four|five|six|seven|eight|nine|a|couple of|few|\d+) "
    r"(?:hundred|thousand|grand|k|million)(?: (?:and (?:a half|\w+ty|\w+)|\w+ty))?(?: (?:quid|dollars|euros|pounds|"
    r"bucks))?|"
    r"(?<![\w.,:/-])\d{2,6}(?= (?:tops|max|maximum|at most|all in|or less|a night|a head|a month|per person|each|"
    r"limit|ceiling|absolute)\b)"
    r"|(?<=budget )\d{2,6}|(?<=under )\d{2,6}|(?<=up to )\d{2,6}|(?<=most )\d{2,6})"
)
_AFTER: Final = re.compile(
    r"\b(?:spend(?:ing)?(?: up to)?|budget(?: is|'s| of|:)?|afford|(?:cost|pay|spend) (?:me )?more than|up to|"
    r"limit(?: is|'s)?|cap(?: is|'s)?|"
    r"max(?:imum)?(?: is|'s|:)?|go (?:up )?to|stretch to)(?: (?:about|around|roughly|maybe|only|like|just|say|at "
    r"most))* "
    r"(?P<v>\d{2,6}(?:[.,]\d+)?k?)\b",
    re.IGNORECASE,
)
_COUNTED: Final = re.compile(
    r"^\s*(?:people|guests|users|words|pages|kids|students|kilo\w*|km|miles|steps|calories|lines|rows|requests|"
    r"customers|followers|"
    r"years?|days?|weeks?|months?|hours?|minutes?|mins|am|pm|degrees|percent|%|chairs|seats|rooms|times|grams?|g|ml|"
    r"litres?|mg|songs|"
    r"photos|files|books|employees|plants|trees|eggs|bottles|tickets|points|episodes|tabs|emails|tests|messages|acres|"
    r"metres|feet)\b",
    re.IGNORECASE,
)
_STRONG: Final = re.compile(
    r"\b(?:budget|spend(?:ing)?|afford|tops|max(?:imum)?|at most|no more than|to play with|ceiling|the brief|is all|"
    r"price range|set aside|"
    r"go (?:up to|as high as|higher)|stretch to|cap(?:ped)?|what (?:i|we) can (?:do|afford|pay|manage)|not a (?:penny|"
    r"cent)|not want more than|not more than)\b",
    re.IGNORECASE,
)
_PRICE: Final = re.compile(
    r"\b(?:costs?|cost me|paid|charged|charging|quoted|worth|sold|earn|make|salary|income|owe|fine|bill|price(?:d)? "
    r"(?:is|at|of)|won|"
    r"lost|raised|donated|deposit was|fee|they want|asking price|he|she|his|her|their|population|score|speed)\b",
    re.IGNORECASE,
)


def read_sum(clause: Clause, own: float, beside: str, found: Found) -> None:
    """Add a sum that a clause names as what may be spent; `beside` is the sentence of the clause after it."""
    text = clause.text
    if clause.unreal and not re.search(r"\bcould (?:go|stretch|spend|do|manage|pay)\b", text, re.IGNORECASE):
        return
    after = _AFTER.search(text)
    match = _SUM.search(text) or after
    if match is None or _COUNTED.match(text[match.end() :]):
        return
    offers = re.match(r"could (?:go|stretch|spend|do|manage|pay)\b", text, re.IGNORECASE)
    if (
        clause.question
        and not offers
        and not re.search(
            r"\b(?:under|below|for less than|up to|max|budget|tops|at most|or less|for (?:an?|one|two|\d+) (?:grand|"
            r"hundred|thousand))\b",
            text,
            re.IGNORECASE,
        )
    ):
        return
    around = f"{clause.sentence} {beside}"
    strong = _STRONG.search(around)
    money = re.search(
        r"[$€£¥]|\b(?:euros?|dollars?|bucks|quid|pounds?|grand|usd|eur|gbp|\d+k)\b", match["v"], re.IGNORECASE
    )
    strong = (
        strong
        or after
        or re.match(r"\s*(?:all in|or less|a head|per person|tops)\b", text[match.end() :], re.IGNORECASE)
    )
    if not (strong or (money and _LIMIT.search(around))) or (_PRICE.search(text) and not after):
        return
    if own < LEFT_OUT and not clause.question and not clause.unreal:
        return
    if any(match["v"].casefold() in one.value.casefold() for one in found.statements):
        return
    found.add("budget", match["v"].strip(), confidence=0.7)
