"""Tools, devices and vehicles, in English; the kinds of saying are listed in `en_things`."""

from typing import Final

from app.domain.extraction.en.rules import rule

_THE: Final = (
    r"(?:an? |the |my |our |some |mostly |mainly |only |plain |old |good old |vanilla |just |pure |both |"
    r"exclusively |almost exclusively |mainly )*"
)
_NOT_TOOL: Final = (
    r"(?!it\b|that\b|this\b|these|those|them\b|your?\b|the (?:word|same|data|following|above|first|second|code|"
    r"following|term|bathroom|toilet|stairs|opportunity|time|money)|a lot|to\b|my (?:time|head|brain|hands|own|"
    r"name|real)|for\b|as\b|up\b|what|metric|celsius|all\b|more\b|more\b|some help|english|too\b|(?:he|she|they|"
    r"it)/)"
)
TOOL_RULES: Final = (
    rule(
        "tool",
        r"(?:am |are |is |have |has |been |also |still |now |currently |just |only |mostly |mainly |primarily |"
        r"always |both |already |all )*(?:use|uses|using|rely on|relying on|stuck with|working with|work "
        r"with(?= (?-i:[A-Z]))|standardi[sz]ed on|migrated to|migrating to|moved everything to|moved over to|"
        r"settled on|went with|stuck on|manage everything (?:in|with)) " + _NOT_TOOL + _THE + r"{V}",
        "list",
        whom="user",
    ),
    rule(
        "tech_stack",
        r"(?:am |are |is |have |has |been |also |still |now |currently |just |only |mostly |mainly |primarily |"
        r"always |both |all )*(?:code|codes|coding|program|programming|develop|developing|write(?: everything| "
        r"code| mostly| it)?|writing(?: everything| code)?|build(?: everything| stuff)?|building(?: everything)?|"
        r"built|script|scripting|wrote (?:it|everything)|prototype)(?: mostly| mainly| everything| our \w+| my \w+|"
        r" apps?| sites?| websites?| games?| backends?)*(?: in| with| on| using) "
        + _NOT_TOOL
        + r"(?!french|english|spanish|german|a (?:journal|notebook|diary|team|group|hurry)|my (?:journal|diary)|"
        r"pen\b|pencil|cursive|teams|it\b){V}",
        "list",
        whom="user",
    ),
    rule(
        "tech_stack",
        r"(?:am |are |is |have |been |still |now |currently |all |both )*(?:run|runs|running|deploy|deploys|"
        r"deployed|deploying|host|hosts|hosted|hosting|ship|self[- ]host|self[- ]hosting)(?: everything| it| all| "
        r"things| stuff| our \w+| my \w+| apps?| prod(?:uction)?| mostly)*(?: on| with| in| to| at| via| through)? "
        r"(?!a (?:marathon|half|mile|fever|race|bath|business|shop|bakery|company|temperature|few|bit|5k|10k)|late|"
        r"low|out|into|errands|every|marathons?|ultras?|five|\d+ ?(?:k|km|miles?|times)|three|for\b|away|around|"
        r"the (?:team|shop|business|company|kitchen|numbers|store|show|risk)|my own|in\b|an? \w+ (?:shop|store|"
        r"business|company|team|practice)|from|twice|once|daily|regularly|trails?|an?\b(?! (?:small |tiny |little "
        r")?(?:home ?lab|cluster|server|stack|nas)\b))" + _NOT_TOOL + r"(?!{NUM} ){V}",
        "list",
        whom="user",
    ),
    rule(
        "tech_stack",
        r"(?:are|am) (?:all |still |currently |now |mostly |stuck |fully |both )*(?:on|a|an) (?:stuck on "
        r")?(?P<v>(?-i:[A-Z])[\w.+#-]*(?: \d[\w.]*)?(?:(?:,| and|/| \+)+ [\w.+#-]+(?: \d[\w.]*)?)*)(?: shop| house|"
        r" team)?(?=$| for| at| and| until| but|,)",
        "list",
        told=True,
        confidence=0.75,
    ),
    rule(
        "tech_stack",
        r"(?:are|am at) (?:mostly |still |mainly |basically )*an? (?:mostly |pure |mainly "
        r")*(?P<v>[\w.+#/-]+(?: and [\w.+#-]+)?) (?:shop|house|codebase|team|company)\b(?! owner)",
        "list",
        told=True,
    ),
    rule(
        "tech_stack",
        r"\b(?:(?:my|our|the|tech|current|whole|full|main|web|data|dev) )*(?:tech ?stack|stack|prod(?:uction)?|"
        r"staging|backend|front[- ]?end|back[- ]?end|api|codebase|infra(?:structure)?|database|db|pipeline|mobile "
        r"app|services?|ci|ci/cd|server|orm|hosting|monorepo|website|site|deployment)(?: is| are|:| =| runs on| "
        r"runs| is written in| written in| is built (?:in|on|with)| uses| lives on| consists of| is all| is "
        r"mostly)(?: all| now| mostly| still| just| pure| currently| basically| written in| built (?:with|on|in)| "
        r"in| on)* (?!down|broken|slow|failing|returning|throwing|not\b|too\b|so\b|good|fine|ready|done|giving|"
        r"crash|up\b|a mess|going|dead|very|really|hard|on fire|different|the problem|open|empty|full){V}",
        "list",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "tech_stack",
        r"^(?:the |our |my )?(?:whole |entire )?(?:shop|codebase|thing|company|team|backend|monolith|system|platform|"
        r"legacy \w+) (?:is|runs on) "
        r"(?:all |still |pure |mostly |written in |one big |in )*(?P<v>(?-i:[A-Z])[\w.+#-]+)$",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.7,
    ),
    rule(
        "tool",
        r"(?:do|does|doing|write|keep|live|work|run|track|manage|plan|edit|draw|take|have)s? (?:pretty much |nearly |"
        r"almost |literally )*(?:everything|all (?:of )?my "
        r"\w+|most (?:things|stuff|of my \w+)|my (?:\w+ )?\w+|our \w+) (?:in|on|with|through) "
        r"(?P<v>(?:(?-i:[A-Z])[\w.+#-]+|"
        r"(?:neo)?vim|emacs|excel|notion|obsidian|figma|trello|jira|google \w+|vs ?code)(?: on \w+)?)",
        "list",
        told=True,
        whom="user",
    ),
    rule(
        "tool",
        r"(?:can only use|cannot use anything (?:but|except|other than|beyond|newer than)|limited to|stuck with|"
        r"stuck on|restricted to|"
        r"locked into|tied to|forced to use|only have) (?P<v>[\w.+#-]+(?: [\d.]+)?)",
        "all",
        told=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "operating_system",
        r"\b(?:with|running|on|runs) (?P<v>(?:arch|ubuntu|debian|fedora|nixos|mint|pop[!_ ]?os|manjaro|gentoo|"
        r"windows(?: \d+)?|linux(?: mint)?|freebsd|"
        r"openbsd|chrome ?os|opensuse|rhel|centos|alpine))\b(?: on it)?$",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "tech_stack",
        r"(?:^|, |and )(?P<v>[\w.+#-]{2,20}(?: \d[\w.]*)?) (?:on|for|in) the (?:backend|front[- ]?end|back[- ]?end|"
        r"server|client|backend side|mobile side|infra side|data side)\b",
        "all",
        anywhere=True,
        whom="user",
        confidence=0.85,
    ),
    rule(
        "tech_stack",
        r"^(?:written|built|coded|developed|deployed|hosted|running|coding|programming)(?: it| "
        r"everything)?(?: mostly| all| mainly)* (?:in|on|with|using) " + _NOT_TOOL + r"{V}",
        "list",
        anywhere=True,
        whom="user",
        confidence=0.75,
    ),
    rule(
        "tool",
        r"^(?:using|on|still on|stuck on) "
        + _NOT_TOOL
        + r"(?P<v>(?-i:[A-Z])[\w.+#-]+(?:(?: |, | and )[\w.+#-]+){0,4}?)(?= at work| for|$| here| since| btw)",
        "list",
        anywhere=True,
        whom="user",
        confidence=0.8,
    ),
    rule(
        "programming_language",
        r"(?:main|primary|favou?rite|preferred|first|go[- ]to|day[- ]to[- ]day) (?:programming |coding )?language "
        r"(?:is|:) (?!{LANG}\b){V}",
        "bare",
        anywhere=True,
        whom="user",
    ),
)
OWN_RULES: Final = (
    rule(
        "car",
        r"(?:have |has |just |finally |recently |also |both |currently )*(?:have|has|own|owns|bought|got|picked up|"
        r"inherited|traded up to|upgraded to|"
        r"treated myself to)(?: myself| ourselves)? (?:an? |my |our |the )(?:new |old |used |second[- ]hand |"
        r"battered |little |\d{4} |blue |red |"
        r"white |black |silver )*(?P<v>(?:tesla|toyota|honda|ford|bmw|audi|vw|volkswagen|volvo|skoda|kia|hyundai|"
        r"mazda|nissan|subaru|peugeot|"
        r"renault|citroen|fiat|seat|opel|vauxhall|dacia|mini cooper|jeep|lexus|mercedes|porsche|suzuki|mitsubishi|"
        r"chevy|chevrolet|dodge|rivian|"
        r"polestar|alfa romeo|land rover|range rover|jaguar|saab|lada)\b(?: (?:[A-Z]\w*|\d\w*))*)",
    ),
    rule(
        "owns",
        r"(?:am |are |is )?(?:still |currently |now )*(?:paying for|subscribed to|signed up (?:for|with)|subscribe "
        r"to|have a (?:subscription|membership) "
        r"(?:to|with|at)|a member of|members of) (?!it\b|that\b|you\b){V}",
        "bare",
        confidence=0.8,
    ),
    rule(
        "car",
        r"(?:still |now |currently |am |is |also |used to not but )*(?:drive|drives|driving|lease|"
        r"leases)(?: around in)? (?:an? |my |our |the |his |her )(?!(?:bus|truck|tram|taxi|cab|lorry|train|"
        r"forklift|kids|van for|hard|long|ambulance)\b|.* (?:to|crazy|nuts|up the)\b){V}",
        "bare",
    ),
    rule(
        "car",
        r"(?:my |our )?(?:car|daily driver|ride) (?:is|:) (?:an? )(?!mess|wreck|piece|disaster|write){V}",
        "bare",
        anywhere=True,
    ),
    rule(
        "owns",
        r"(?:ride|rides|fly|sail|sails)(?: around on)? (?:an? |my )(?P<v>(?!bike to|bus|horse named).+)",
        "bare",
        told=True,
    ),
    rule(
        "owns",
        r"(?:have |has |just |finally |recently |also |both |currently |we )*(?:own|owns|bought|purchased|ordered|"
        r"picked up|inherited|treated myself to|got myself|got ourselves|invested in|upgraded to|just got|recently "
        r"got|finally "
        r"got|got)(?: myself| ourselves)? (?:an? |two |three |my own |my first |a new |another |the new "
        r")+(?!(?:question|idea|"
        r"lot|few|bit|call|email|message|cold|headache|problem|job|promotion|raise|degree|letter|bill|fine|ticket|"
        r"bad|good|great|weird|feeling|result|note|hold|chance|refund|minute|sec|ride|lift|haircut|text|reply|B|A|"
        r"c|flu|[\w-]+ (?:from|about)|dog|cat|puppy|kitten|appointment|new job|drink|coffee|pizza|degree|job|sec|"
        r"moment|coupon)\b){V}",
        "bare",
        told=True,
        confidence=0.8,
    ),
    rule(
        "owns",
        r"^(?:and |so |we |i |have )*(?:just|finally|recently) (?:bought|got|ordered|picked up) (?:myself )?(?:an? "
        r"|two |three |my own |my first |a new |another |the new )+(?!(?:question|idea|call|email|message|cold|"
        r"headache|job|promotion|raise|letter|bill|fine|ticket|feeling|haircut|text|reply|dog|cat|puppy|kitten|"
        r"appointment|coffee|pizza|degree|[\w-]+ (?:from|about))\b){V}",
        "bare",
        confidence=0.8,
        anywhere=True,
    ),
    rule(
        "owns",
        r"(?:have|has|have got|got)(?: an?| the| my| two| three| an old| a new| this)* (?P<v>(?:[\w'-]+ "
        r"){0,3}?(?:iphone|android|pixel|galaxy|macbook|imac|mac(?: mini| studio)?|thinkpad|laptop|chromebook|pc|"
        r"desktop|ipad|tablet|kindle|kobo|ps[345]|playstation|xbox|switch|steam deck|quest|tesla|toyota|honda|ford|"
        r"bmw|audi|vw|volkswagen|golf|volvo|skoda|kia|hyundai|mazda|nissan|subaru|corolla|civic|prius|jeep|van|"
        r"truck|pickup|minivan|suv|motorbike|motorcycle|scooter|vespa|e-?bike|bike|bicycle|cargo bike|boat|canoe|"
        r"kayak|sailboat|caravan|camper(?:van)?|rv|garden|allotment|greenhouse|balcony|pool|hot tub|sauna|garage|"
        r"fireplace|woodstove|piano|guitar|violin|drum kit|telescope|camera|drone|3d printer|sewing machine|air "
        r"fryer|instant pot|espresso machine|raspberry pi|pi|homelab|nas|smartwatch|apple watch|garmin|fitbit|oven|"
        r"freezer|dishwasher|heat pump|solar panels|farm|gas stove|induction (?:hob|stove|cooktop)|record player|"
        r"turntable|tattoos?|tv|projector|solar|router)s?\b(?: (?:\d|air|pro|max|mini|x\d|carbon|plus|series|"
        r"model)[\w ]*)?)(?=$|,| and| with| but| so| in| at| from| to| that| for| which| last| this)",
        "bare",
        confidence=0.8,
    ),
    rule(
        "operating_system",
        r"(?:am |are |is |have |been |also |still |now |currently |just |use |using |run |running |switched to |"
        r"daily drive |daily driving )+(?:on )?(?P<v>(?:arch|ubuntu|debian|fedora|nixos|mint|pop[!_ ]?os|manjaro|"
        r"gentoo|windows(?: \d+)?|mac ?os(?: \w+)?|linux(?: mint)?|freebsd|openbsd|chrome ?os|android|ios|"
        r"endeavouros|opensuse|rhel|centos|alpine)(?: \d[\w.]*)?)\b",
        "all",
        whom="user",
    ),
    rule(
        "editor",
        r"(?:am |are |is |also |still |now |currently |just |use |using |live in |code in |write in |working in |a "
        r")+(?P<v>(?:neo)?vim|emacs|vs ?code|visual studio(?: code)?|intellij(?: idea)?|pycharm|webstorm|"
        r"sublime(?: text)?|zed|helix|nano|cursor|android studio|xcode|rubymine|notepad\+\+|eclipse|rstudio|"
        r"jupyter(?: notebooks?)?)\b",
        "all",
        whom="user",
    ),
    rule(
        "size",
        r"(?:wear|wears|take|am|is|usually wear|need)(?: usually)?(?: an?)? (?P<v>(?:us |uk |eu |men's |women's "
        r")*size (?:\w+)(?: (?:shoes?|in \w+|jeans|dress))?|(?:xxs|xs|xl|xxl|xxxl|2xl|3xl|medium|small|"
        r"large)(?= in|$| shirt| t-?shirt| size))",
        "all",
    ),
)
