"""Health, in English; the kinds of saying are listed in `en_self`."""

from typing import Final

from app.domain.extraction.en.rules import rule

_MEDICINE: Final = (
    r"(?:\w{2,}(?:pril|sartan|statins?|olol|prazole|zepam|zolam|cillin|mycin|formin|oxetine|traline|gliptin|"
    r"thyroxine|prednisone|solone|asone|"
    r"xaban|parin|mab|tinib|triptyline|triptan|lukast|terol|dipine|gabalin|pentin|idone|apine|glutide)|insulin|"
    r"warfarin|lithium|ritalin|adderall|concerta|vyvanse|"
    r"prozac|zoloft|lexapro|xanax|valium|ibuprofen|paracetamol|aspirin|antidepressants?|ssris?|beta[- "
    r"]blockers?|blood thinners?|birth control|the pill|"
    r"inhalers?|ventolin|antihistamines?|steroids|ozempic|wegovy|melatonin|iron(?: tablets| pills)?|vitamin "
    r"\w+|methotrexate|humira|"
    r"antibiotics|hrt|testosterone|estrogen|immunosuppressants?|(?:blood pressure|heart|thyroid|anxiety|adhd|"
    r"asthma|sleeping|allergy) (?:meds|medication|pills|tablets)|"
    r"(?:\w+ )?\d+ ?(?:mg|mcg|ml|iu)(?: (?:of )?\w+)?)"
)

HEALTH_RULES: Final = (
    rule(
        "condition",
        r"(?:have|has|got|have got|has got|had|suffer(?:s|ing)? from|live with|lives with|living with|dealing with|"
        r"deal with|struggl(?:e|es|ing) with|managing|battling|{IS}diagnosed with|was diagnosed with|got diagnosed "
        r"with|{IS}recovering from|{IS}being treated for|use|uses|wear|wears|{IS}in|{IS}prone to|prone to|get|gets|"
        r"developed) (?:(?:an?|my|some|some kind of|really|chronic|severe|mild|bad|terrible|serious|late[- ]stage|"
        r"early[- ]stage|stage \w+|seasonal|frequent|ongoing|regular) )*(?P<v>{ILLNESS}(?: in (?:my|his|her|one|"
        r"both) [\w ]+)?)(?!\w)(?! allerg)",
        "all",
    ),
    rule(
        "condition",
        r"(?:(?:have|has) been|was|were|got|{IS}|just got|have|has|recently)? ?(?:recently |just |officially |only "
        r")*diagnosed (?:with|as) (?:having )?{V}",
    ),
    rule(
        "condition",
        r"{BE}(?:an? )?(?:bit |little |recovering |registered |partially |legally |borderline |insulin[- "
        r"]dependent )*(?P<v>{ILLNESS}(?: in (?:my|his|her|one|both|the) [\w ]+?)?)(?=$|,| and\b| so\b| since\b| "
        r"with\b| now\b| for\b| as\b| from\b| btw| here| after)(?! about)",
        "all",
    ),
    rule(
        "condition",
        r"(?:(?:am|is|been|have been|has been|are) )?(?:almost |nearly |about |over |coming up on |now |only "
        r")?(?P<v>{N} (?:days|weeks|months|years|yrs|wks|mo)(?: and a half)? (?:sober|clean|pregnant|post[- "
        r"]?partum|smoke[- ]free|nicotine[- ]free|cancer[- ]free|in remission|off (?:cigarettes|nicotine|alcohol|"
        r"booze|drugs|sugar|caffeine)|alcohol[- ]free|without (?:a cigarette|smoking|drinking|alcohol)|post[- "
        r"]?op))\b",
        "all",
    ),
    rule(
        "condition",
        r"(?:have|has|had|need|needs|am getting|is getting|am having|is having|getting|got|recovering from|am "
        r"recovering from) (?:an?|my|to have|his|her|both my)? ?(?P<v>(?:[\w-]+ ){0,3}?(?:surgery|operation|"
        r"transplant|(?:hip|knee) replacement|stroke|heart attack|bypass|miscarriage|c-section|concussion|injury|"
        r"amputation|stent|implants?|fracture|slipped disc|torn \w+|broken \w+|sprained \w+|transfusion|dialysis|"
        r"ivf|disability|phobia|disorder|syndrome|disease|condition|deficiency))\b",
    ),
    rule(
        "condition",
        r"(?:had|have had|got|am having|is having) (?:my|his|her) (?P<v>[\w ]+? (?:out|removed|replaced|taken out|"
        r"operated on|fused))\b",
        "all",
    ),
    rule(
        "condition",
        r"(?:broke|tore|sprained|fractured|dislocated|injured|threw out|twisted|pulled|hurt) (?:my|his|her) "
        r"(?P<v>[\w ]+)",
        told=True,
        confidence=0.7,
    ),
    rule(
        "condition",
        r"(?:wear|wears|need|needs|use|uses|{IS}on|{IS}in) (?:an? |my |reading )?(?P<v>glasses|contacts|contact "
        r"lenses|hearing aids?|crutches|a cane|cane|wheelchair|walker|cpap(?: machine)?|insulin pump|braces|"
        r"orthotics|retainer|dialysis|walking stick|guide dog|service dog|screen reader)\b",
    ),
    rule(
        "condition",
        r"(?P<v>cannot (?:walk|climb|lift|bend|run|hear|see|smell|taste|swim|drive|do stairs|use stairs|stand for|"
        r"sit for|read small|kneel|raise)\b.*)",
        "cut",
        told=True,
        whom="any",
        confidence=0.8,
    ),
    rule(
        "condition",
        r"{IS}(?:the )?(?P<v>(?:half |partly |totally )?(?:deaf|blind) (?:in|on) .+|paralysed.*|hypermobile|"
        r"immunocompromised|paraplegic|an? amputee|disabled|autistic|allergic to everything|overweight|underweight|"
        r"obese|non[- ]?verbal)",
        "cut",
    ),
    rule(
        "condition",
        r"(?:get|gets|got|suffer) (?P<v>(?:really |so |super |very )?(?:seasick|carsick|airsick|travel[- ]?sick|"
        r"motion[- ]?sick(?:ness)?|nosebleeds|cold sores|panic attacks|sunburnt|hives|dizzy|heartburn|cluster "
        r"headaches|kidney stones|cramps)(?: easily| a lot| often)?)",
        "all",
    ),
    rule(
        "condition",
        r"^my (?P<v>(?:left |right |lower )?(?:knees?|back|hips?|shoulder|hearing|eyesight|vision|heart|lungs|"
        r"ankle|wrist|elbow|thyroid|iron|blood pressure|cholesterol|sugar) (?:is|are) (?:bad|weak|shot|terrible|"
        r"messed up|low|high|poor|failing|going|wrecked|damaged|borderline)).*",
        "all",
        anywhere=True,
        confidence=0.75,
    ),
    rule(
        "medication",
        r"\b(?:put|started|have|has) me on (?!hold|a (?:diet|plan|list)|the (?:list|spot))(?P<v>.+)",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "medication",
        r"(?:take|takes|taking|{IS}taking|{IS}on|on|started(?: taking)?|{IS}prescribed|was prescribed|got "
        r"prescribed|use|uses|switched to|carry|carries|need|needs) (?:an? |my |some |daily |his |her |the |low[- "
        r"]dose )*(?P<v>" + _MEDICINE + r"(?: \d+ ?(?:mg|mcg|ml|units)?)?)(?!\w)",
        "all",
    ),
    rule(
        "medication",
        r"(?:take|takes|taking|{IS}taking|{IS}on) (?!it\b|that\b|a (?:bus|train|nap|break|walk|shower|bath|taxi|"
        r"class|course|photo|picture)|the (?:bus|train|tram|tube|metro|kids|dog|subway|ferry))(?P<v>(?:[\w-]+ "
        r"){1,3}?(?:for (?:my|his|her) \w+|tablets?|pills?|injections?|drops|medication|meds|shots))\b",
    ),
    rule(
        "blood_type",
        r"(?:{IS}|have |has |blood (?:type|group)(?: is|:)? )(?:blood (?:type|group) )?(?P<v>(?:a|b|ab|o)(?: ?[+-]|"
        r"[ -](?:positive|negative|neg|pos)\b))",
        "all",
    ),
    rule(
        "height",
        r"(?:am|is|stand) (?:about |only |around )?(?P<v>\d ?(?:'|ft|foot|feet) ?\d{0,2}(?:\"|'')?|"
        r"\d(?:\.\d+)? ?m\b|1[3-9]\d|2[01]\d ?cm|\d{3} ?cm|\d[.,]\d\d(?: ?m)?)(?: tall|$|,| and)",
        "all",
    ),
    rule(
        "weight",
        r"(?:weigh|weighs|am at|is at|currently weigh|am down to|am up to) (?:about |around |roughly "
        r")?(?P<v>\d{1,3}(?:[.,]\d)? ?(?:kg|kilos?|lbs?|pounds|stone|st)\b(?: \d+)?)",
        "all",
    ),
)
