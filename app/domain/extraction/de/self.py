"""Who somebody is, their family, home and work, in German."""

from typing import Final

from app.domain.extraction.de.words import NAME, NUMBER, TRADE
from app.domain.extraction.phrases import phrase

SELF: Final = (
    phrase(
        "name",
        rf"\b(?:ich heiße|ich heisse|mein name ist|ich bin (?:der |die )) ?(?P<v>{NAME}|(?<=heiße )\w+)(?=$|[ "
        rf",.])",
    ),
    phrase("name", rf"\bich bin (?P<v>{NAME})$", confidence=0.7),
    phrase("name", rf"^(?:heißt|heißen) (?P<v>{NAME}|\w+)"),
    phrase(
        "address_as",
        r"\b(?:nenn mich|nenne mich|sag einfach|du kannst mich|alle nennen mich|ruf mich) (?:einfach |bitte |"
        r"nur )?(?P<v>(?!an\b|zurück|wenn|morgen)\w+)(?: nennen)?",
    ),
    phrase(
        "age",
        rf"\b(?:bin|ist|wurde|wird|werde|sind|geworden|bin gerade|ist gerade)(?: jetzt| gerade| schon| erst| "
        rf"fast| gestern| heute)* (?P<v>{NUMBER})(?: jahre(?: alt)?| monate(?: alt)?| geworden|$)",
    ),
    phrase(
        "birthday",
        r"\b(?:geburtstag(?: ist| habe ich| hab ich)?|geboren)(?: am| im)? (?P<v>\d{1,2}\. ?(?:\w+|"
        r"\d{1,2}\.?).*|(?:19|20)\d\d)",
    ),
    phrase(
        "children",
        rf"\b(?:habe|hab|haben) (?P<v>{NUMBER} (?:kinder|kind|töchter|söhne|tochter|sohn|jungs|mädchen|mädels|"
        rf"enkel|zwillinge))",
    ),
    phrase("siblings", rf"\b(?:habe|hab) (?P<v>{NUMBER} (?:\w+ )?(?:geschwister|brüder|schwestern|bruder|schwester))"),
    phrase(
        "pet",
        rf"\b(?:habe|hab|haben|adoptiert) (?P<v>{NUMBER} (?:\w+ )?(?:hunde?|katzen?|kater|hündin|welpen?|"
        rf"hamster|kaninchen|pferde?|papagei(?:en)?|hühner|wellensittiche?|schildkröten?|meerschweinchen|"
        rf"dackel|labrador|mops|pudel|schäferhund))",
    ),
    phrase(
        "marital_status",
        r"\b(?:bin|sind) (?:seit .+? |glücklich |frisch )?(?P<v>verheiratet|geschieden|ledig|single|verlobt|"
        r"verwitwet|getrennt)",
    ),
    phrase(
        "home",
        r"\b(?:wohne|wohnen|wohnt|lebe|leben|lebt)(?: jetzt| seit [\w ]+?| aktuell| derzeit| mittlerweile| "
        r"inzwischen)*(?: mit [\w ]+?)? (?:in|im|auf|bei|nahe) (?!einer? (?:wg|wohnung|haus)|einem|"
        r"mein)(?P<v>.+)",
    ),
    phrase(
        "home",
        r"\b(?:bin|sind|ist|habe|haben)(?: gerade| jetzt| letzt\w+ \w+| vor [\w ]+?)*(?: von [\w ]+?)? nach "
        r"(?P<v>(?-i:[A-ZÄÖÜ])[\w -]+?) (?:gezogen|umgezogen)",
    ),
    phrase("home", r"\bziehe? (?:\w+ )?(?:von [\w ]+? )?nach (?P<v>(?-i:[A-ZÄÖÜ])[\w-]+) um\b", confidence=0.6),
    phrase(
        "housing",
        r"\b(?:wohne|wohnen|lebe|leben) (?:in |auf |bei )?(?P<v>(?:eine[rmn]?|meinen) (?:\w+ )?(?:wg|wohnung|"
        r"haus|hausboot|zimmer|bauernhof|eltern|zweizimmerwohnung|reihenhaus|altbau\w*|wohnheim|"
        r"studentenwohnheim|garten\w+).*|allein(?:e)?|mit meine[rmn]? .+)",
    ),
    phrase("hometown", r"\b(?:komme?(?: ursprünglich)?|stamme|kommt|stammt) aus (?P<v>.+)"),
    phrase(
        "hometown",
        r"\b(?:aufgewachsen(?: bin ich)?|geboren) in (?P<v>.+)|(?<!\w)bin in (?P<w>(?-i:[A-ZÄÖÜ])[\w-]+) "
        r"(?:aufgewachsen|geboren)",
    ),
    phrase(
        "job",
        rf"\b(?:bin|ist|arbeite als|arbeitet als|werde|jobbe als|wurde)(?: jetzt| seit [\w ]+?| gelernte[rn]?| "
        rf"selbstständige[rn]?| freie[rn]?| eine?| von beruf)* (?P<v>{TRADE}(?: (?:in|an|bei) [\w -]+)?)\b",
    ),
    phrase("job", r"\b(?:arbeite|arbeitet|jobbe)(?: \w+)? als (?P<v>.+?)(?= (?:bei|in|im|für) |$)"),
    phrase(
        "job",
        r"\bbin (?P<v>(?:in rente|rentner(?:in)?|selbst(?:st)?ändig|arbeitslos|freiberuflich|in elternzeit|im "
        r"ruhestand|in ausbildung))\b",
    ),
    phrase(
        "employer",
        r"\b(?:arbeite|arbeitet|angefangen|fange|bin)(?: jetzt| seit [\w ]+?| als \w+| neu)* (?:bei|für) "
        r"(?!mir|dir|uns|ihr|einer|einem|der arbeit|nacht)(?P<v>.+?)(?= als | angefangen|$)",
    ),
    phrase(
        "workplace",
        r"\b(?:arbeite|arbeitet)(?: \w+ \w+)? (?:in|im|bei|auf) (?P<v>(?:einer?|einem|der|dem) .+|(?<=im ).+)",
    ),
    phrase(
        "work_mode",
        r"\barbeite (?:\w+ )?(?P<v>(?:von zuhause|von zu hause|im homeoffice|im home office|remote|hybrid))",
    ),
    phrase(
        "work_hours",
        r"\barbeite (?:\w+ )?(?P<v>(?:nachts|im schichtdienst|teilzeit|in teilzeit|vollzeit|\d+ stunden|von "
        r"\d+ bis \d+|nur vormittags|am wochenende|im nachtdienst|schicht).*)",
    ),
    phrase("major", r"\b(?:studiere|studiert) (?P<v>(?!in |an |noch|gerade).+?)(?= (?:in|an) |$)"),
    phrase("school", r"\b(?:studiere|studiert) (?:[\w ]+ )?an (?:der |dem )?(?P<v>.+)"),
)
