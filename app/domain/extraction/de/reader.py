"""What people say about themselves, in German: who they are, family, work, food, likes, plans, requests."""

import re
from typing import Final

from app.domain.extraction.de.self import SELF
from app.domain.extraction.de.wishes import WISHES
from app.domain.extraction.de.words import NAME
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.phrases import Phrasebook, phrase, read

_I: Final = re.IGNORECASE
_KIN: Final = {
    "frau": "wife",
    "ehefrau": "wife",
    "mann": "husband",
    "ehemann": "husband",
    "partner": "partner",
    "partnerin": "partner",
    "freundin": "girlfriend",
    "freund": "boyfriend",
    "verlobte": "fiance",
    "verlobter": "fiance",
    "sohn": "son",
    "söhne": "son",
    "tochter": "daughter",
    "töchter": "daughter",
    "kind": "child",
    "kinder": "child",
    "kids": "child",
    "baby": "child",
    "zwillinge": "child",
    "mutter": "mother",
    "mama": "mother",
    "mutti": "mother",
    "vater": "father",
    "papa": "father",
    "eltern": "parents",
    "bruder": "brother",
    "brüder": "brother",
    "schwester": "sister",
    "schwestern": "sister",
    "geschwister": "sibling",
    "oma": "grandmother",
    "opa": "grandfather",
    "großmutter": "grandmother",
    "großvater": "grandfather",
    "enkel": "grandchild",
    "enkelin": "grandchild",
    "hund": "dog",
    "hunde": "dog",
    "hündin": "dog",
    "welpe": "dog",
    "katze": "cat",
    "katzen": "cat",
    "kater": "cat",
    "haustier": "pet",
    "hamster": "pet",
    "kaninchen": "pet",
    "pferd": "pet",
    "papagei": "pet",
    "jungs": "son",
    "mädchen": "daughter",
    "mädels": "daughter",
    "kleine": "daughter",
    "kleiner": "son",
    "große": "daughter",
    "großer": "son",
    "wellensittich": "pet",
    "schildkröte": "pet",
}
_KIN_WORDS: Final = "|".join(sorted(_KIN, key=len, reverse=True))

_BOOK: Final = Phrasebook(
    cuts=re.compile(
        r",\s*(?=(?:aber|und|mein|meine|meinen|meinem|ich|wir|er|sie|es|weil|dass|das|der|die|denn|sondern|bitte|"
        r"also|was|wie|wo|wann|warum|kannst|könntest|soll|wohne|arbeite|bin|habe|hab|nein|doch)\b)|\s+(?:aber|weil|"
        r"denn|obwohl|sodass)\s+|\s+und (?=(?:ich|wir|mein|meine|er|sie|es|bin|habe|hab|wohne|arbeite|bitte|mag|"
        r"heiße|hat|ist|trinke|esse|spiele)\b)|\s+-+\s+",
        _I,
    ),
    question=re.compile(
        r"^(?:was|wie(?! gesagt)|wo(?!\w)|wann|warum|wieso|wer|welche[rsn]?|kannst du(?! (?:dir|mich|bitte))|"
        r"könntest du|soll(?:te)? ich|darf ich|gibt es|ist (?:es|das|der|die)|sind|hast du|bist du|weißt du|habe? "
        r"ich|muss ich|kann (?:ich|man)|stimmt es)\b",
        _I,
    ),
    unreal=re.compile(
        r"\b(?:wenn ich|wenn wir|falls|wäre|hätte(?!n? gern)|würde(?! (?:gern|lieber))|könnte|stell dir vor|"
        r"angenommen|nehmen wir an|vielleicht|eventuell|möglicherweise|ja klar|klar,? und|na sicher|als ob|ich "
        r"wünschte|sagt,? ich|meint,? ich|behauptet|tu so|übersetze|träum\w*)\b",
        _I,
    ),
    stranger=re.compile(
        r"\b(?:mein|meine|meinem|meinen|meiner|der|die|das|ein|eine|unser|unsere|dem|sein|ihr) (?:\w+ "
        r")?(?:chef(?:in)?|kolleg(?:e|in|en)|nachbar(?:in|n|s)?|kumpel|mitbewohner(?:in)?|kunde|kundin|kunden|"
        r"vermieter(?:in)?|bekannte[rn]?|lehrer(?:in)? (?:von|meine)|typ|leute|cousin|cousine|tante|onkel|schwager|"
        r"schwägerin|schwiegermutter|schwiegervater|schwiegereltern|freunde|arbeitskolleg\w+|best(?:er|e) "
        r"freund(?:in)?|freund(?:in)? von)\b|^(?:jemand|alle|man|die leute|viele)\b",
        _I,
    ),
    kin=re.compile(
        rf"\b(?:mein|meine|meinem|meinen|meiner|unser|unsere|unseren|unserem)(?: (?:kleine[rn]?|große[rn]?|"
        rf"ältere[rn]?|jüngere[rn]?|ältester?|jüngster?|liebe[rn]?|beiden|zwei|drei|neue[rn]?|alte[rn]?))? "
        rf"(?P<kin>{_KIN_WORDS})\b(?:[ ,(]+(?:namens )?(?P<name>{NAME})\)?)?",
        _I,
    ),
    relations=_KIN,
    named=re.compile(
        r"^(?P<skip>(?:und |aber |auch |jetzt )*(?:er |sie |es )?)(?:heißt|heißen|hat|ist|wohnt|arbeitet|mag|liebt|"
        r"geht|studiert|spielt|wird|hasst|isst|sind|haben)\b(?! (?:es|das|so|schon|nicht)\b)",
        _I,
    ),
    family=re.compile(
        rf"\b(?P<kin>kinder|töchter|söhne|jungs|mädchen|mädels|tochter|sohn|katzen|hunde|zwillinge|schwestern|"
        rf"brüder|geschwister|hund|katze|kater|hündin|hamster|kaninchen|pferd|papagei|wellensittich|schildkröte|"
        rf"welpe)(?:,? (?:die |der |das )?(?:heißt|heißen|namens))?[,:(]? ?(?P<names>{NAME}(?: ?\(?(?:ist "
        rf")?\d{{1,2}}\)?)?(?:(?:,| und|, und) {NAME}(?: ?\(?(?:ist )?\d{{1,2}}\)?)?)*)",
        _I,
    ),
    member=re.compile(rf"(?P<name>{NAME})(?: ?\(?(?:ist )?(?P<age>\d{{1,2}})\)?)?"),
    stop=re.compile(
        r"\s*(?:[,;()\n\"?!]|\.(?:\s|$)|\s(?:aber|weil|denn|obwohl|und (?:ich|wir|mein|meine|er|sie|es|bin|habe|"
        r"hab|das|dann|auch|zwar|ist|hat|mag|so|nicht)|seit(?:dem)?|wenn|dass|gerade|zurzeit|momentan|aktuell|im "
        r"moment|jetzt|bitte|danke|übrigens|halt|leider|eigentlich|auch|schon|noch|nicht|mehr|haha\w*|lol|als "
        r"(?!\w+in?\b)|wo|damit|sondern|statt|anstatt|und zwar|oder so|usw|sehr|total|besonders|am liebsten|"
        r"überhaupt|gar|gezogen|umgezogen|geworden|gewechselt|angefangen|gewesen|kündigen|hab ich|habe ich|"
        r"bis)(?!\w)).*$",
        _I | re.DOTALL,
    ),
    lead=re.compile(
        r"^(?:(?:der|die|das|den|dem|des|ein|eine|einen|einem|einer|mein|meine|meinen|in|im|am|bei|beim|von|vom|zu|"
        r"zum|zur|aus|auf|an|ist|sind|sehr|ganz|gern|gerne|nur|etwa|ca|circa|ungefähr|rund|so|immer|mit|jetzt|"
        r"wirklich|total|keine?n?|alle|noch|:)\.?\s+)+",
        _I,
    ),
    tail=re.compile(
        r"(?:\s+(?:und|oder|in|im|am|an|auf|mit|für|von|zu|der|die|das|den|dem|ein|eine|sehr|bin|habe|hab|ist|so|"
        r"ja|gern|gerne|ab|hin))+$",
        _I,
    ),
    joint=re.compile(r"\s*,\s*(?:und\s+)?|\s+(?:und|oder|sowie)\s+", _I),
    vague=re.compile(
        r"(?:es|das|dies|dieses|diese|dich|dir|du|sie|ihn|ihm|ihr|hier|da|dort|so|gut|schlecht|müde|krank|nichts|"
        r"alles|etwas|was|viel|wenig|mehr|sicher|fertig|froh|traurig|dran|weg|raus|drin|mir|mich|uns|dein\w*|\W*|"
        r"\w)",
        _I,
    ),
    phrases=SELF + WISHES,
    endings=(
        phrase("home", r"\b(?:wohne|lebe) nicht mehr in (?P<v>.+)"),
        phrase("employer", r"\barbeite nicht mehr (?:bei|für) (?P<v>.+)"),
        phrase("job", r"\bbin (?:kein|keine|nicht mehr)(?= .*mehr|\b) (?P<v>\w+)(?: mehr)?$"),
        phrase("employer", r"\b(?:gekündigt|gefeuert|entlassen)\b(?P<v>)"),
        phrase(
            "",
            r"\b(?:habe|hab|haben|benutze|nutze|trinke|esse|rauche|spiele|fahre|nehme|mag|mache|lerne|verwende) "
            r"(?:ich )?(?:keine?n? |das |den |die |jetzt )?(?P<v>[\w -]+?) (?:nicht mehr|mehr)\b",
        ),
        phrase(
            "",
            r"\b(?:trinke|esse|rauche|spiele|fahre|nehme|mag|mache|benutze|nutze|gehe) nicht mehr (?:zum |zur |in "
            r")?(?P<v>.+)",
        ),
        phrase(
            "",
            r"\b(?:habe|hab|haben)(?: ich| wir)? (?:den |die |das |mein\w* |unser\w* )(?P<v>[\w -]+?) (?:verkauft|"
            r"abgegeben|abgeschafft|verloren|gekündigt|abgesagt|weggegeben|verschenkt)",
        ),
        phrase(
            "",
            r"\b(?:vergiss|lösch(?:e)?|streich(?:e)?) (?:bitte )?(?:alles (?:über|von|zu) |das mit (?:dem|der|"
            r"den)? ?|was ich (?:über|zu|zum|zur) |mein\w* |die sache mit )(?P<v>.+?)(?: gesagt habe)?$",
        ),
    ),
    switches=(
        re.compile(
            r"\b(?:von|statt) (?:de[rmn] )?(?P<old>[\w.+#-]+) (?:auf|zu|zum|nehme ich|nutze ich|trinke ich) "
            r"(?P<v>[\w.+#-]+)(?: \w+)? ?(?:gewechselt|umgestiegen|umgestellt|migriert|gewechselt)",
            _I,
        ),
        re.compile(
            r"\b(?:nutze|benutze|trinke|esse|fahre|nutzen) (?:jetzt )?(?P<v>[\w.+#-]+) (?:statt|anstatt|anstelle "
            r"von) (?P<old>[\w.+#-]+)",
            _I,
        ),
    ),
    asked=tuple(
        (attribute, re.compile(pattern, _I))
        for attribute, pattern in (
            ("name", r"wie heißt|dein name|ihr name|wie heissen"),
            ("address_as", r"wie (?:darf|soll) ich (?:dich|sie) (?:nennen|ansprechen)"),
            ("age", r"wie alt"),
            ("home", r"wo (?:wohnst|lebst|bist|wohnen|leben)|in welcher stadt"),
            ("hometown", r"woher (?:kommst|kommen|stammst)"),
            ("employer", r"wo arbeitest|bei welcher firma|wo arbeiten"),
            ("job", r"was (?:machst|arbeitest) du|was ist dein beruf|beruflich"),
            ("allergy", r"allergi"),
            ("diet", r"ernährung|ernährst|diät|unverträglich"),
            ("budget", r"budget|wie viel (?:willst|möchtest|darf|kannst)"),
            ("timezone", r"zeitzone"),
            ("reply_language", r"welcher sprache|welche sprache"),
            ("likes", r"was (?:magst|trinkst|isst|hörst) du|welche[sn]? [\w ]+ magst"),
            ("birthday", r"geburtstag"),
            ("contact_channel", r"wie (?:erreiche|kontaktiere|kann ich dich)"),
            ("deadline", r"bis wann|deadline|abgabe"),
        )
    ),
    shrug=re.compile(
        r"^(?:nein|nö|ne|nee|keine ahnung|weiß nicht|was|warum|wieso|egal|ja|jo|klar|ok|okay|danke|kommt drauf an|"
        r"später|hallo|hi|haha\w*|lol|nichts|keine[nr]?|passt)\b",
        _I,
    ),
    answer_lead=re.compile(
        r"^(?:(?:also|na|naja|ähm?|hm+|in|im|bei|bin|ich bin|ich heiße|ich wohne in|ich arbeite (?:als|bei)|als|"
        r"aus|etwa|so|ca\.?|das ist|es ist|er heißt|sie heißt|er ist|sie ist|ungefähr|jetzt|gerade|nur)\s+)+",
        _I,
    ),
    taken_back=re.compile(
        r"^(?:vergiss (?:das|es)(?: wieder)?|streich das|ignorier das|war (?:nur )?(?:ein )?(?:spaß|scherz|witz)|"
        r"nur spaß|scherz|spaß beiseite|das war (?:ein )?(?:scherz|witz|gelogen)|lösch das)\W*$",
        _I,
    ),
)


def extract_de(message: Said, previous: Said | None) -> list[Statement]:
    """Return what one message of the user states; `previous` is the message before it, by anybody."""
    return read(_BOOK, message, previous)
