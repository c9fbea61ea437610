"""The patterns of `work`: jobs and employers in English."""

from typing import Final

from app.domain.extraction.en.rules import rule

NOT_JOB: Final = r"(?! (?:fan|lover|person|at heart|myself lol|wannabe|in training wheels|for (?:halloween|a day))\b)"
START: Final = r"(?:(?:am |is |are |have |has )?(?:just |recently |finally |now |about to |officially |both )*)"
JOB_RULES: Final = (
    rule(
        "job",
        r"{IS}(?:now )?(?:an? |the )?(?P<v>(?:apprentice|trainee|student|assistant|junior|senior|freelance|head|lead|"
        r"chief|deputy|volunteer|retired|qualified|registered) (?!student|of\b|for\b|at\b|in\b|with\b|and\b)"
        r"[\w-]+(?:er|or|ist|ian|man|woman|smith|wright|ant|cook|chef|nurse|midwife|vet|dev|rep|clerk|guard|guide))(?!\w)",
        "cut",
    ),
    rule(
        "job",
        r"{IS}(?:working )?(?:as )?(?:an? |the |their |now their )?(?!your\b|not\b|too\b|so\b|in\b|"
        r"going\b)(?P<v>(?:[\w+/&.-]+ ){0,4}?{TRADE}"
        + NOT_JOB
        + r"(?: (?:at|for|in|with|and|on|specialising in|specializing in) [\w&.'’ -]+)?)(?!\w)(?! of (?:the|a) )",
        "cut",
    ),
    rule(
        "job",
        r"(?!am |is |are |was |my |the |no |not |like |as )(?:an? )?(?P<v>(?:[\w+/&.-]+ ){0,3}?{TRADE})(?= here$| "
        r"here\b| by (?:trade|day|profession|training)| (?:at|in) (?-i:[A-Z])|$)" + NOT_JOB,
        whom="silent",
        confidence=0.7,
    ),
    rule(
        "job",
        r"(?:have |has |am |is |been |also )*(?:work|works|working|worked|employed|moonlight|freelance|job|"
        r"volunteer|volunteers)(?: (?:part|full)[- ]time| remotely| nights| weekends| mainly| mostly| now| "
        r"freelance)? as (?:an? |the )?{V}",
        "bare",
    ),
    rule(
        "job",
        START
        + r"(?P<v>(?:run|runs|running|manage|manages|managing|supervise|supervises|supervising|lead|leads|leading|"
        r"head up|head|oversee|oversees|operate|operates|co-?own|co-?run|coach|coaches|coaching|direct|chair|edit|"
        r"curate|founded|co-?founded|opened) (?:an? |the |my own |our |my |two |three |\d+ |small |support |own "
        r")+(?!phone|errand|few|mile|marathon|half|10k|5k|bath|life|time|stress|anger|emotions|money|weight|"
        r"diabetes|condition|way|house(?! of)|show|world|place|test|script|command|code|program|server|race|fever|"
        r"temperature|dog|kids|tab|risk).+)",
        "cut",
    ),
    rule(
        "job",
        START
        + r"(?P<v>(?:have|has|own|owns|got) (?:my|his|her|our|their) own (?:\w+ )?(?:business|shop|store|practice|"
        r"studio|salon|firm|company|clinic|restaurant|cafe|café|agency|bakery|bar|garage|farm|startup|brand|label|"
        r"gallery|gym|school|food truck|stall).*|(?:own|owns|co-own) an? (?:[\w-]+ ){0,2}?(?:business|shop|store|"
        r"practice|salon|firm|company|clinic|restaurant|cafe|café|agency|bakery|bar|garage|farm|startup|gallery|"
        r"gym|brewery|vineyard|food truck|stall|bookshop|pub|hotel|hostel|laundromat))",
        "cut",
    ),
    rule(
        "job",
        r"(?:mostly |mainly |now |currently |also )*(?P<v>(?:teach|teaches|teaching|taught) (?!me|you|him|her|it|"
        r"them|us|my|myself|how|that|a lesson).+)",
        "cut",
        told=True,
    ),
    rule(
        "job",
        r"(?P<v>(?:drive|drives|driving) (?:an? |the |for )?(?:[\w-]+ ){0,2}?(?:bus|buses|tram|trams|taxi|cab|"
        r"truck|trucks|lorry|lorries|uber|lyft|train|trains|forklift|ambulance|van for|deliveries|hgv|school bus|"
        r"delivery van|coach|crane)(?: for [\w ]+)?)\b",
    ),
    rule(
        "job",
        r"(?P<v>\w+ .+?) (?:for a living|for my living|professionally|as (?:my|a) (?:job|day job|living|"
        r"profession)|for (?:my )?work full[- ]time)\b",
        "cut",
        told=True,
    ),
    rule(
        "job",
        r"(?:have |has |am |is |been |also |now |still )*(?:work|works|working) (?:at|for|with|in) .+? as (?:an? |"
        r"the |their )?{V}",
    ),
    rule(
        "workplace",
        r"(?:run|runs|manage|manages|supervise|supervises|lead|leads|head|oversee|oversees|operate|operates|coach|"
        r"coaches|teach|teaches|clean|cleans|cook|cooks|guard) .+? (?:at|in) (?P<v>(?:an?|the) .+)",
        told=True,
    ),
    rule(
        "job",
        r"(?:do|does|doing) (?P<v>[\w /&-]+?) (?:for (?:a living|work|a job|(?-i:[A-Z])\w+)|at (?:a|an|the|"
        r"(?-i:[A-Z])\w+)\b[\w ]*)",
    ),
    rule("job", r"{IS}(?:in charge of|responsible for|head of|the head of) {V}", "bare", confidence=0.8),
    rule(
        "job",
        r"(?P<v>(?:work|works|working) (?:the )?(?:front desk|tills?|the bar|reception|security|the door|checkout|"
        r"call cent(?:er|re)|construction|the land|retail|hospitality|in .+? as .+))",
        "cut",
    ),
    rule(
        "job",
        r"{BE}(?P<v>(?:semi[- ]?)?retired(?: (?:\w+ ){0,3}?{TRADE})?|self[- ]?employed|unemployed|between jobs|"
        r"job[- ]?(?:hunting|searching)|out of work|freelanc(?:e|ing)(?: (?:\w+ ){0,3}?{TRADE})?|on (?:maternity|"
        r"paternity|parental|sick|medical|garden(?:ing)?) leave|on sabbatical|on disability|a stay[- ]at[- ]home "
        r"(?:mom|mum|dad|parent)|a full[- ]time (?:mom|mum|dad|parent|carer)|laid off)\b",
        "all",
    ),
    rule("job", r"(?P<v>retired)(?= (?:last|in|early|at|after|from|this|since|now|two|\d)|$|,)", "all"),
    rule(
        "former_job",
        r"(?:(?:have |has )?(?:just |recently |finally )?retired\b.*?|worked |was |spent )?(?:after |for |spent "
        r")?{N} (?:years|yrs) (?:as|working as|of being) (?:an? |the )?{V}",
        "bare",
        confidence=0.8,
    ),
    rule(
        "job",
        START + r"(?:became|becoming|become|got promoted to|been promoted to|promoted to|got made|was made|made|got a "
        r"promotion to|starting as|started as|start as|started(?: working)? as|hired as|got hired as|elected|"
        r"appointed) (?:an? |the )?(?!it\b|that\b|friends|a bit|aware|clear|obsessed|very|sick|better|"
        r"worse)(?P<v>(?:[\w+/&.'-]+ ){0,4}?(?:{TRADE}|manager|lead|head of .+|vp\b.*|director|partner|chair|"
        r"foreman|senior|principal|captain|sergeant|team lead))\b",
    ),
    rule(
        "job",
        r"{IS}(?:now )?the (?:new |acting |only )?(?P<v>(?:[\w-]+ ){0,3}?(?:{TRADE}|lead|head|manager|owner|"
        r"captain))\b(?= at| for| of| now|$|,)",
        whom="any",
        told=True,
    ),
    rule(
        "job",
        START + r"(?:got|landed|have|has|took|accepted|started|starting|start|begin|began|found|scored|got offered|got "
        r"myself|offered) (?:an? |the |my |this )?(?:new |full[- ]time |part[- ]time |summer |second |weekend |"
        r"remote )*(?:job|position|role|gig|apprenticeship|internship|post|offer)(?: offer)? (?:as )(?:an? |the "
        r")?{V}",
        "bare",
    ),
    rule(
        "employer",
        START
        + r"(?:got|landed|have|has|took|accepted|started|starting|start|begin|began|found|scored|got offered|offered|"
        r"quit .+ for|left .+ for) (?:an? |the |my |this )?(?:new |full[- ]time |part[- ]time |summer |second |"
        r"weekend |remote |dream )*(?:job|position|role|gig|apprenticeship|internship|post|offer)(?: offer)? (?:at|"
        r"with|for|from) {V}",
    ),
    rule(
        "employer",
        START + r"(?:start(?:ed|ing)?|began|begin|joined|joining|join|moved over to|went to (?=work )|hired by|"
        r"got hired (?:by|at)|been hired (?:by|at)|employed (?:by|at)|contracting (?:for|at)|interning at|"
        r"seconded to)(?: working| work| a new job| my new job)?(?: at| with| for)? "
        r"(?!to\b|a\b|an\b|as\b|my\b|the (?:gym|day|new|call|"
        r"meeting|conversation|game|week|year|project|course|diet|bathroom|beach|doctor|park)|off|from|over|up|out|"
        r"in\b|on\b|\w+ing\b|school|uni\b|college|work\b|{DAY}|{MONTH}|bed|sleep)(?P<v>(?-i:[A-Z]).+)",
        told=False,
    ),
    rule(
        "employer",
        r"(?:have |has |am |is |been |are |also |still |now |currently |both )*(?:work|works|working|"
        r"worked(?= (?:at|for) .+ (?:for|since))|employed|consult|consulting|contract|freelance)(?: (?:part|"
        r"full)[- ]time| remotely| nights| days| mainly| mostly| now| there| weekends| late)? (?:at|for|with|by) "
        r"(?!night|home|the moment|a living|myself|free|me\b|it\b|least|all\b|first|this\b|that\b|my own|{CLOCK}|"
        r"\d|cash|kids\b|children\b|my hands|clients|people|words|wood|glass|python|java|data\b|numbers|excel|"
        r"elderly|horses){V}",
    ),
    rule(
        "employer",
        r"{IS}(?:now )?(?:employed )?(?:at|with) (?!home|work|the (?:gym|doctor|airport|office|moment|beach|"
        r"dentist|store|hospital|bar|party|library|station|vet|shop|mall|end|top|point)|a\b|an\b|my\b|school|uni\b|"
        r"you|him|her|it\b|risk|least|war|peace|lunch|dinner|{CLOCK}|"
        r"\d)(?P<v>(?-i:[A-Z])[\w&.'-]+(?: (?-i:[A-Z])[\w&.'-]+)*)",
        told=True,
        confidence=0.7,
    ),
    rule(
        "employer",
        r"(?:have |has |been )?(?:{IS}|work |works |working |started )(?:now )?(?:at|for|with) an? [\w' -]{3,30}? "
        r"(?:called|named) {V}",
    ),
    rule(
        "employer",
        r"(?:have |has )?been (?:at|with) (?:the same )?(?!home|war|risk|(?:him|her|you|them|my|the same "
        r"(?:\w+)?$)\b){V}(?= since\b| for (?:\d|over|almost|ten|five|a|many))",
        confidence=0.7,
    ),
    rule(
        "industry",
        r"(?:have |has |am |is |been |are |still |now |currently )*(?:work|works|working|worked(?= in .+ (?:for|"
        r"since)))(?: (?:part|full)[- ]time| remotely| mainly| mostly| now)? in (?!an?\b|the\b|my\b|our\b|progress|"
        r"teams?|silence|bed|pairs|peace|person|(?-i:[A-Z])[a-z]+$|(?-i:[A-Z])[a-z]+ (?:as|at|for)|shifts|groups|"
        r"sprints){V}",
    ),
    rule(
        "workplace",
        r"(?:have |has |am |is |been |are |still |now |currently )*(?:work|works|working)(?: (?:part|full)[- ]time|"
        r" nights| days| mainly| mostly| now)? (?:in|at|on|from) (?!an? (?:hurry|team|few|sec|bit)|the (?:moment|"
        r"morning|evening|afternoon|background|weekends?|side|dark|same|past)|home|progress)(?P<v>(?:an?|the|my|"
        r"our) .+)",
    ),
    rule(
        "workplace",
        r"(?:have |has |am |is |been |are |still |now |currently )*(?:work|works|working) in "
        r"(?P<v>(?-i:[A-Z])[a-z]+(?: (?-i:[A-Z])[a-z]+)?)(?=$| (?:as|at|for|now)|,)",
    ),
    rule(
        "department",
        r"(?:{IS}(?:in|on|part of)|(?:have |has |just |got |recently |was |been )*(?:moved|transferred|switched|"
        r"switching|moving|reassigned|rotated)(?: over| across| internally)? (?:to|into)|(?=\w+$)) ?(?:the "
        r")?(?P<v>(?:\w+ )?(?:marketing|sales|hr|oncology|p[a]?ediatrics|cardiology|radiology|icu|a&e|maternity|"
        r"surgery|neurology|geriatrics|psychiatry|orthop[a]?edics|emergency|the er|intensive care|finance|"
        r"accounting|engineering|legal|operations|ops|logistics|procurement|support|customer service|design|"
        r"product|research|r&d|it|payroll|compliance|qa|backend|frontend|infra(?:structure)?|platform|security|"
        r"data)(?: team| department| dept| side)?)(?=$|,| at\b| and\b| so\b)",
        confidence=0.8,
    ),
    rule(
        "work_hours",
        r"(?:have |has |am |is |been |are |only |still |now |currently )*(?:work|works|working)(?: at| in| as [\w "
        r"]+?| there)? (?P<v>(?:(?:rotating |split |early |late |mostly |only |the |on )*(?:night|day|early|late|"
        r"morning|evening|weekend|graveyard|swing|back)s?(?:[- ]?shifts?)?|nights|days|weekends|shifts|part[- "
        r"]time|full[- ]time|{N} (?:days|hours|hrs|shifts)(?: a| per|/)? ?(?:week|day|month|wk)?|9[- ]?(?:to|-)[- "
        r"]?5|(?:from )?{CLOCK} ?(?:to|-|till|until|–) ?{CLOCK}|(?:from )?\d{1,2} ?(?:to|-|till|until|–) ?\d{1,2}|"
        r"(?:every (?:other )?)?{DAY}(?:(?:,| and|/| to| through|-) ?{DAY})*|twelve hour shifts|12[- ]hour shifts|"
        r"four tens))\b(?:.*)",
        "cut",
    ),
    rule(
        "job",
        r"{IS}(?:an? )(?P<v>(?!(?:big|bit|huge|total|real|good|bad|terrible|great|slow|fast|fan|major|minor|poor|"
        r"lower|higher)\b)(?:[\w-]+ ){0,2}?(?!(?:lover|smoker|beginner|sleeper|drinker|eater|gamer|reader|believer|"
        r"member|sister|brother|mother|father|daughter|loser|winner|stranger|foreigner|teenager|newcomer|customer|"
        r"user|parent|patient|monster|survivor|visitor|outsider|debtor|hoarder|procrastinator|overthinker|"
        r"introvert|extrovert|quitter|morning|supporter|follower|sucker|tourist|minor|senior|junior|christian|"
        r"vegetarian|italian|perfectionist|minimalist|feminist|optimist|pessimist|realist|night|fighter|listener|"
        r"learner|thinker|talker|walker|planner|people|crier|picky|browser|computer|number|matter|disaster|failure|"
        r"pensioner|homeowner|owner|renter|commuter|cyclist|swimmer|runner|climber|hiker|biker|birder|dreamer|"
        r"cancer|alien|giant|infant|assistant of|virgin|human|worrier|quick|hot|cheater|liar|snorer|"
        r"tester)\b)[a-z-]{3,}(?:er|or|ist|ian|ant))(?=$|,| now| at| in| for| and| by| with| so)(?! (?:to|about))",
        told=True,
        confidence=0.75,
    ),
    rule(
        "work_hours",
        r"(?:usually |always |normally |often |mostly )*(?P<v>(?:starts?|finish(?:es)?|clock (?:in|on|off|out)|knock "
        r"off|get off|get in|"
        r"gets off|open up|log on|log off) (?:work |my shift |my day )?(?:at|by|from|until|till|around) {CLOCK}(?: "
        r".+)?)",
        "cut",
    ),
    rule(
        "work_hours",
        r"(?P<v>(?:night|day|early|late|morning|evening) ?shifts?|nights only|(?:part|full)[- ]time|9 to 5)$",
        "all",
        confidence=0.7,
    ),
    rule(
        "work_hours",
        r"(?:{IS}|do |does |on |work |pull )(?:the |on |on the )*(?P<v>(?:rotating |split |permanent )?(?:night|"
        r"day|early|late|graveyard|swing)[- ]?shifts?|nights|lates|earlies|part[- ]time|full[- ]time)(?=$|,| at\b| "
        r"this month| now| and| so| these)",
        "all",
    ),
    rule(
        "work_mode",
        r"(?:have |has |am |is |been |are |only |still |now |currently |mostly )*(?:work|works|working|wfh|"
        r"remote)?(?:ing)? ?(?P<v>(?:fully |mostly |100% |completely )?(?:from home|remote(?:ly)?|hybrid|on[- "
        r"]?site|in[- ]office|wfh|from the office)(?: (?:on|{N} days|most|every|all|mondays?|tuesdays?|wednesdays?|"
        r"thursdays?|fridays?|two|three)\b.*)?)(?=$|,| and| so| for\b| now| since| as\b| at\b)",
        "cut",
    ),
    rule("work_mode", r"(?P<v>wfh(?: .+)?)$", "cut", whom="user"),
    rule(
        "work_years",
        r"(?:have |has )?(?:been |worked )(?:.+? )?(?:for )(?P<v>(?:over |almost |nearly |about |more than |like "
        r")?{N} (?:years|yrs|decades))(?= |$|,)",
        "all",
        told=True,
        whom="any",
        confidence=0.7,
    ),
    rule(
        "commute",
        r"(?:commute|commutes|cycle|bike|drive|walk|bus|scoot|take the (?:train|bus|tram|metro|tube|subway|ferry)|"
        r"ride (?:my bike|the train|the bus))(?P<v>.*? to (?:work|the office|uni|campus|school)\b.*)",
        "cut",
        told=True,
    ),
    rule("commute", r"(?P<v>commutes? (?!is\b).+)", "cut", told=True),
    rule(
        "commute",
        r"(?:commute (?:is|takes|of|:)|it takes me|takes me) (?:about |around )?(?P<v>.+?(?:min|mins|minutes|"
        r"hours?|hrs?|h|miles|km)\b(?: (?:each way|one way|by \w+|on the \w+))?)",
        "cut",
        anywhere=True,
        whom="user",
    ),
)
