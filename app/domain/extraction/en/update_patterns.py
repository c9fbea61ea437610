"""Patterns of what changes, ends or takes another's place, in English; read by `updates`."""

import re
from typing import Final

from app.domain.extraction.en.rules import compiled

END: Final = r"(?P<v>[^,;]+?)"
SWITCH: Final = tuple(
    compiled(pattern)
    for pattern in (
        r"\b(?:switched|switching|swapped|changed|changing|moved|moving|migrated|migrating|converted|upgraded|"
        r"downgraded|transitioned|transferred|went|gone|going|hopped|shifted|graduated)(?: over| back| "
        r"everything| up| down| our \w+| my \w+| jobs| careers?| all)* from (?:my |the |an? |our "
        r")?(?P<old>[^,;]+?) (?:over )?(?:to|into|onto) "
        + END
        + r"(?= (?:after|because|since|last|this|in (?:{MONTH}|20)|for (?:work|good|now)|so|and|but|as|when|"
        r"recently|now|on)\b|,|$)",
        r"\b(?:swapped|swapping|traded(?: in)?|trading|ditched|dropped|replaced|exchanged|left|quit|abandoned|"
        r"dumped|switched)(?: out)? (?:my |the |an? |our |on )?(?P<old>[^,;]+?) (?:for|with|in favou?r of|to) "
        + END
        + r"(?= (?:after|because|since|last|this|in (?:{MONTH}|20)|so|and|but|as|when|recently|now|on)\b|,|$)",
        r"\b(?:traded|sold|swapped|ditched|dropped|gave up|scrapped|binned|got rid of|gave away|part[- ]exchanged|"
        r"returned|left|quit|dumped|deleted|uninstalled)"
        r"(?: my| the| our)? (?P<old>[\w' .+#-]{2,30}?)(?: in| away| off| back)?,? (?:and |then )?(?:now )?(?:got|"
        r"bought|have|have got|drive|driving|doing|using|taking|"
        r"started|on|playing|learning|running|picked up|took up)(?: an?| the| my| to)? (?P<v>[\w' .+#-]{2,30}?)(?: "
        r"now| instead| these days)*$",
        r"\b(?:goodbye|bye(?:[- ]bye)?|so long|farewell|adios|ta-ra),? (?P<old>[\w' -]{2,30}?),? (?:and |and a big "
        r")?(?:hello|hi|hey|welcome),? "
        r"(?P<v>[\w' -]{2,30})$",
        r"^(?P<old>[\w' .+#-]{2,30}?) ?(?:→|->|=>|-->) ?(?P<v>[\w' .+#-]{2,30})$",
        r"\b(?P<v>[\w .+#-]{2,30}?) (?:instead of|replaced|replaces|has replaced) (?:my |the |an? |our "
        r")?(?P<old>[\w .+#-]{2,30}?)(?: now| from now on| these days)$",
        r"\b(?:now )?(?:use|using|drink|drinking|drive|driving|eat|eating|on|prefer|take|taking|playing|play|"
        r"have|got)(?: an?)? (?P<v>[\w .+#-]{2,30}?) (?:now )?(?:instead of|rather than) (?:my |the |an? |our "
        r")?(?P<old>[\w .+#-]{2,30}?)(?: now| from now on| these days|$)",
    )
)
CHANGED: Final = tuple(
    compiled(pattern)
    for pattern in (
        r"\b(?:swapped|switched|changed|changing|updated|bumped|raised|lowered|cut|moved|pushed(?: back)?|"
        r"shifted|rescheduled|increased|reduced|dropped|set|brought forward|postponed|delayed|extended|"
        r"upped)(?: up| down)? (?:my|our|the) (?P<what>[\w' -]{2,30}?)(?: back| up| down| out)?(?: from [\w' "
        r":.,$€£]+?)? (?:to|at|by|until|till) (?:be )?(?!(?:the|a) (?:side|next|other|back)\b)"
        + END
        + r"(?: now| instead| this year| from .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )(?P<what>[\w' -]{2,30}?) (?:has |have |got |was |were |is |"
        r"just |been |is being )*(?:moved|pushed(?: back)?|changed|shifted|rescheduled|bumped|raised|lowered|"
        r"cut|increased|went up|went down|goes up|gone up|dropped|reduced|postponed|delayed|brought forward|"
        r"extended|upped|updated)(?: up| down| back| from [\w' :.,$€£]+?)* (?:to|until|till) "
        + END
        + r"(?: now| instead| from .+| starting .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )?(?P<what>rent|salary|pay|budget|fees|allowance|mortgage|weight|"
        r"dose|price|goal|target) (?:is |has |have |just |been )*"
        r"(?:going|gone|went|put|raised|rising|dropping|coming|creeping|jumped|up|down)(?: up| down| back)? to "
        + END
        + r"(?: now| from .+| starting .+| next .+)?$",
        r"^(?:so |ok |and |also )*(?:my |our |the )?new (?P<what>(?!(?:to|in|at|here)\b)[\w' -]{2,25}?)(?: is|"
        r":| =| will be)(?: at| on| in| called| now)* (?!(?:here|great|good|nice|so|really|very|not|working|"
        r"amazing|a bit|awful|too)\b)" + END + r"$",
    )
)
NO_MORE: Final = re.compile(
    r"\b(?:any ?more|any longer|no longer|no more(?! than\b)|used to|stopped|quit|gave up|have given up|given up|am "
    r"done|"
    r"are done|have quit|have stopped|never again|ex-|former|not .{0,40} at all now|dropped out of|turned off|"
    r"gone off|went off|not .{0,30} after all|over it|outgrew|grew out of|not .{0,30} these days)\b",
    re.IGNORECASE,
)
AFFIRM: Final = (
    (re.compile(r"\s*\b(?:any ?more|any longer|these days|at all|after all|now|again|yet)\b.*$", re.IGNORECASE), ""),
    (re.compile(r"^(?:am|are|is) no longer\s+", re.IGNORECASE), "am "),
    (
        re.compile(
            r"^(?:do not|does not|no longer|never|cannot|will not|would not|did not(?: actually)?)(?: really| actually|"
            r" even| ever)?\s+",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^(?:am|are|is) not(?: really| actually| even| currently)?\s+", re.IGNORECASE), "am "),
    (re.compile(r"^(?:have|has) not\s+", re.IGNORECASE), "have "),
    (re.compile(r"^not (?:a |really |exactly )?", re.IGNORECASE), "am "),
    (re.compile(r"^(?:have )?(?:used to be|stopped being|quit being|gave up being)\s+", re.IGNORECASE), "am "),
    (
        re.compile(
            r"^(?:have )?(?:just |recently |finally )?(?:used to|stopped|quit|gave up|given up|am done|have quit|have "
            r"stopped|went off|gone off|outgrew|grew out of|dropped out of|over)(?: with)?\s+",
            re.IGNORECASE,
        ),
        "",
    ),
    (re.compile(r"^have (?:any|an?) ", re.IGNORECASE), "have a "),
)
ING: Final = re.compile(r"^([a-z]{3,}?)ing\b", re.IGNORECASE)
LEFT_JOB: Final = compiled(
    r"^(?:have |has |just |finally |recently |officially |am |got |was |been )*(?:(?:quit|left|leaving|"
    r"quitting|resigned(?: from)?|lost|walked out of|handed in my notice at|stepped down from|gave (?:my "
    r")?notice at)(?: (?:my|the|our|that|this))?(?: old| day| current| horrible| last)*(?: (?:job|position|"
    r"role|gig|post|office|shop|bar|kitchen|restaurant|factory|warehouse|hospital|bank|firm|company|agency|school|"
    r"clinic|salon|studio|"
    r"petrol station|gas station|bakery|café|cafe|supermarket|call cent(?:er|re)|pub|hotel|garage))(?: (?:at|with|as|"
    r"in) (?P<v>[^,;]+?))?|(?:laid off|fired|sacked|let go|made redundant|"
    r"dismissed)(?: (?:from|by|at) (?P<v2>[^,;]+?))?|(?:quit|left|leaving|resigned from|walked out of|no "
    r"longer with|no longer at|done with) (?P<v3>(?-i:[A-Z])[\w&.' -]+?|teaching|nursing|"
    r"accounting|academia|law|medicine|banking|retail|consulting|sales|journalism|finance|tech|hospitality|the "
    r"(?:army|navy|police|force|civil service)))(?=$| (?:last|this|in|on|after|and|"
    r"because|so|for|to|but|yesterday|today|two|a (?:week|month))\b|,)"
)
GONE: Final = compiled(
    r"^(?:have |has |had |just |finally |recently |already |also |to |am |are |is |packed up and |upped sticks and "
    r")*(?:went (?:right |completely |totally )?off|gone off|am off|sold(?! up)|got rid of|getting "
    r"rid of|gave away|given away|threw (?:out|away)|scrapped|returned|donated|lost|cancelled|canceled|called "
    r"off|uninstalled|deleted|dropped|ditched|unsubscribed from|dumped|closed(?! on\b)|shut down|gave up|broke|totaled|"
    r"totalled|wrecked|crashed|put down|re-?homed|traded in|outgrew|moved out of|moved away from|left|ended|"
    r"finished|done with|over with|quit|stopped going to|stopped using|stopped taking|stopped doing|stopped "
    r"playing|stopped drinking|stopped eating|came off|got off|off) (?!(?:my|his|her) (?:\w+ )?(?:ankle|leg|arm|"
    r"wrist|foot|toe|finger|back|hip|"
    r"collarbone|nose|rib|knee|elbow|hand|shoulder)\b)(?:my |our |the |all my |that |using |on "
    r")*(?!(?:it|that|this|work|school|home|weight|count|track|contact|interest|patience|job|a lot|time|money|"
    r"hope|sleep|about|early|late|the (?:game|meeting|bet|room|house)|half|my (?:mind|keys|wallet|temper|job|"
    r"mom|mum|dad|grandma|phone))\b)(?P<v>.+)"
)
DIED: Final = compiled(
    r"^(?:has |have |just |sadly |unfortunately |recently |finally |had |we had |was )*(?:died|passed(?: away| "
    r"on)?|is (?:dead|gone|no longer with us)|was put (?:down|to sleep)|had to be put (?:down|to sleep)|ran away|"
    r"crossed the rainbow)\b"
)
LOST: Final = compiled(
    r"^(?:have |had to |just |recently |sadly )*(?:lost|put down|put|say goodbye to|bury|buried|said goodbye to) "
    r"(?:my|our) (?:dear |old |sweet |beloved |poor )*(?P<kin>[\w-]+)(?: (?P<name>(?-i:[A-Z])\w+))?"
)
PARTED: Final = compiled(
    r"\b(?:broke up|split up|breaking up|split|separated|parted ways|called it quits|broken up|divorced|am "
    r"divorcing|dumped)(?: (?:with|from))?(?: my (?P<kin>\w+))?(?:,? (?P<name>(?-i:[A-Z])\w+))?|\bdumped me\b|"
    r"\bnot together (?:any ?more|any longer)\b|\bno longer together\b"
)
LET_GO: Final = re.compile(
    r"^(?P<v>(?!(?:they|he|she|it|we|you|boss|my)\b)[\w&.' -]{2,40}?) (?:have |has |just |finally )*(?:let (?:me|us) "
    r"go|fired me|sacked me|laid (?:me|us) off|made (?:me|us) redundant)\b",
    re.IGNORECASE,
)
MEAT_AGAIN: Final = re.compile(
    r"\b(?:eat(?:ing)?|back (?:on|to(?: eating)?)) (?:meat|fish|dairy|carbs|bread|everything) again\b", re.IGNORECASE
)
SHIFT: Final = re.compile(
    r"^(?:i |have |am |got |been |just |finally )*(?:moved|switched|gone|back|changed|transferred|put) (?:back "
    r")?(?:to|on|onto) (?P<v>days|nights|earlies|lates|mornings|afternoons|"
    r"evenings|(?:the )?(?:day|night|early|late) shifts?)\b",
    re.IGNORECASE,
)
