"""Health, food, tastes, money, plans and standing requests, in German."""

from typing import Final

from app.domain.extraction.de.words import MONEY
from app.domain.extraction.phrases import phrase

WISHES: Final = (
    phrase(
        "diet",
        r"\b(?:bin|ist|lebe|ernähre mich|esse|sind|werde|koche|isst)(?: jetzt| seit [\w ]+?| strikt| rein| "
        r"überwiegend| meist| wieder)* (?P<v>vegan(?:er|erin)?|vegetari(?:sch|er|erin)|veggie|pescetari(?:sch|"
        r"er|erin)|halal|koscher|glutenfrei|laktosefrei|zuckerfrei|low carb|keto)\b",
    ),
    phrase("allergy", r"\ballergi(?:sch|e)(?:n)? (?:auf|gegen) (?P<v>.+)", many=True),
    phrase("allergy", r"\b(?:habe|hab|hat) (?:eine |starke |ne |schwere )*(?P<v>\w+)allergie\b"),
    phrase("intolerance", r"\b(?P<v>\w+)[- ]?(?:intoleran(?:t|z)|unverträglichkeit)\b"),
    phrase(
        "avoids",
        r"\b(?:esse|trinke|vertrage|nehme|mag|esse ich|trinke ich) (?:grundsätzlich |überhaupt |gar "
        r")?kein(?:en|e|erlei)? (?P<v>.+)",
        many=True,
    ),
    phrase(
        "condition",
        r"\b(?:habe|hab|hat|leide an|leide unter|bin|ist)(?: eine?| leider| seit [\w ]+?| chronische)* "
        r"(?P<v>(?:diabetes(?: typ \d)?|diabetiker(?:in)?|asthma|bluthochdruck|epilepsie|migräne|arthritis|"
        r"rheuma|adhs|autist\w*|depressionen|eine angststörung|schilddrüsenunterfunktion|krebs|zöliakie|"
        r"herzschrittmacher|heuschnupfen|neurodermitis|legasthenie|legastheniker(?:in)?|linkshänder(?:in)?|"
        r"farbenblind|schwerhörig|schwanger|im \d+\. monat schwanger|rückenprobleme|knieprobleme|"
        r"bandscheibenvorfall|ms|tinnitus))\b",
    ),
    phrase(
        "medication",
        r"\bnehme (?:täglich |jeden tag |morgens )?(?P<v>(?:\w+(?:ol|pril|formin|pam|prazol|thyroxin)|insulin|"
        r"antidepressiva|blutdrucktabletten|die pille|\w+tabletten|\d+ ?mg \w+))\b",
    ),
    phrase(
        "likes",
        r"\b(?:liebe|mag|mögen|liebt|steh(?:e)? (?:total )?auf|bevorzuge|schwärme für|bin (?:ein )?(?:großer |"
        r"riesiger |riesen)?fan von|trinke gern(?:e)?|esse gern(?:e)?|höre gern(?:e)?|lese gern(?:e)?|mache "
        r"gern(?:e)?|am liebsten|lieber) (?!(?:es|das|dich|wie|wenn|nicht|kein|keine|keinen|ich|dein|deine|"
        r"diese|dieses)\b)(?P<v>.+)",
        many=True,
        kind="preference",
    ),
    phrase(
        "likes",
        r"\b(?:trinke|esse|höre|lese|spiele|gucke|schaue) (?:ich )?(?:sehr |total |am )?(?:gern(?:e)?|liebsten|"
        r"am liebsten) (?P<v>.+)",
        many=True,
        kind="preference",
    ),
    phrase(
        "dislikes",
        r"\b(?:hasse|verabscheue|kann (?=.+ nicht (?:ausstehen|leiden|ab))|ekle mich vor|halte nichts von|"
        r"mag(?=.+ nicht\b)|mag keine?n?|hasst) (?!(?:es|das|dich|wie|wenn)\b)(?P<v>.+?)(?: (?:gar |überhaupt |"
        r"so )?nicht .*|$)",
        many=True,
        kind="preference",
    ),
    phrase(
        "hobby",
        r"\b(?:spiele|sammle|tanze|klettere|lerne|spielt|lernt|züchte|mein hobby ist|meine hobbys sind|in "
        r"meiner freizeit) (?:seit [\w ]+? |gerade |ich )?(?P<v>(?!mit |das |es |gern |gerade |schon |nur "
        r")(?:.+))",
        confidence=0.75,
    ),
    phrase(
        "language_spoken",
        r"\b(?:spreche|sprechen)(?: fließend| auch| nur| etwas)* (?P<v>(?!mit |über |von |lauter |gern "
        r")\w+(?:(?:,| und) \w+)*)",
        many=True,
    ),
    phrase("language", r"\b(?:meine muttersprache ist|muttersprache:?) (?P<v>\w+)"),
    phrase(
        "reply_language",
        r"\b(?:antworte|antwort|schreib|schreibe|rede|sprich)(?: mir| mit mir| bitte| immer| nur)* auf "
        r"(?P<v>\w+)",
        kind="preference",
    ),
    phrase(
        "rule",
        r"^(?:bitte )?(?P<v>(?:keine (?:emojis|listen|aufzählungen|floskeln|smileys|fachbegriffe|"
        r"ausrufezeichen)|nie(?:mals)? .+|immer .+|duz mich.*|sieze? mich.*|nenn mich nicht .+|benutz(?:e)? "
        r"(?:keine|immer|nie) .+|verwende (?:keine|immer|nie) .+|hör auf.+|ohne (?:emojis|floskeln|"
        r"fachchinesisch).*|schreib (?:keine|nie|immer) .+))",
        kind="preference",
    ),
    phrase(
        "reply_length",
        r"\b(?P<v>(?:kurze|knappe|ausführliche|lange|kürzere) antworten|fass dich kurz|halt dich kurz|halte "
        r"dich kurz)",
        kind="preference",
    ),
    phrase("timezone", r"\bzeitzone(?: ist)? (?P<v>.+)"),
    phrase("email", r"(?P<v>[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}\w)"),
    phrase(
        "contact_channel",
        r"\b(?:schreib mir|erreichst mich|kontaktier mich|melde dich|am besten|erreichbar)(?: bitte| nur| am "
        r"besten| lieber)* (?:per|über|auf|via) (?P<v>\w+)",
        kind="preference",
    ),
    phrase(
        "budget",
        rf"\bbudget(?: ist| liegt bei| beträgt| von| für [\w ]+?| sind|:| max)*(?: ist| liegt bei| von| sind|"
        rf":)? ?(?:ca\.? |etwa |rund |maximal |max\.? |bei )?(?P<v>{MONEY})",
    ),
    phrase(
        "budget",
        rf"\b(?:maximal|höchstens|max\.?|nicht mehr als|bis zu) (?P<v>{MONEY})(?: ausgeben| zahlen| kosten|$)",
    ),
    phrase(
        "rent",
        rf"\b(?:miete|warmmiete|kaltmiete)(?: ist| beträgt| liegt bei| kostet| von|:| stieg auf| jetzt| zahle "
        rf"ich| sind)* (?:bei |auf |von )?(?P<v>{MONEY})",
    ),
    phrase("rent", rf"\b(?:zahle|zahlen)(?: jetzt)? (?P<v>{MONEY})(?: \w+)? (?:miete|kalt|warm)"),
    phrase(
        "income",
        rf"\b(?:verdiene|mein gehalt ist|mein gehalt liegt bei|bekomme netto) (?:ca\.? |etwa |rund "
        rf")?(?P<v>{MONEY})",
    ),
    phrase(
        "tech_stack",
        r"\b(?:benutze|benutzen|nutze|nutzen|verwende|verwenden|programmiere in|programmieren in|entwickle in|"
        r"entwickeln in|setzen auf|arbeite mit|arbeiten mit) (?P<v>(?!den |die |das |dich |es |mein|dein|kein|"
        r"zu ).+?)(?= (?:für|auf arbeit|in der|bei|im) |$)",
        many=True,
    ),
    phrase("car", r"\b(?:fahre|mein auto ist|habe mir .* gekauft) (?:einen |eine |ein )(?P<v>.+)"),
    phrase(
        "schedule",
        r"\b(?:habe |hab |gehe |mache |spiele )?(?:ich )?(?P<v>(?:\w+ ){0,3}?(?:jeden (?:montag|dienstag|"
        r"mittwoch|donnerstag|freitag|samstag|sonntag|morgen|abend|tag)|jede (?:woche|nacht)|(?:montags|"
        r"dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|täglich|wöchentlich))(?: .+)?)",
    ),
    phrase(
        "appointment",
        r"\bhabe? (?:ich )?(?P<v>(?:am|nächsten|nächste|morgen|übermorgen|um) .*(?:termin|prüfung|"
        r"vorstellungsgespräch|zahnarzt\w*|meeting|op|hochzeit|flug|arzttermin|klausur|besprechung|reise)\b.*|"
        r"(?:eine?n? )?(?:termin|prüfung|klausur|vorstellungsgespräch|zahnarzttermin|arzttermin|flug|op|"
        r"hochzeit) .*(?:am|um|nächste|morgen).*)",
    ),
    phrase(
        "deadline",
        r"\b(?P<v>(?:abgabe|deadline|frist)(?: für [\w ]+?)?(?: ist| am| bis| läuft)+ .+)|\bmuss (?P<w>.+ bis "
        r".+)",
    ),
    phrase(
        "plan",
        r"\b(?:ich |wir )?(?P<v>(?:fliege|fahre|ziehe|reise|heirate|fliegen|ziehen|heiraten|reisen) (?:\w+ "
        r"){0,4}?(?:nach|im|am|nächste\w*|in) .+)",
        confidence=0.8,
    ),
    phrase("plan", r"\b(?:plane|planen|habe vor|haben vor|werde nächste\w*|gebucht ist),? (?P<v>.+)", confidence=0.75),
    phrase(
        "goal",
        r"\b(?:will|möchte|wollen|möchten|mein ziel ist(?: es)?|spare (?:auf|für)|sparen (?:auf|für)|trainiere "
        r"für|versuche(?:,)?) (?!(?:wissen|fragen|das|es|nur|dich|sagen|ein rezept|mal wissen|kurz|dir|nicht|"
        r"auch)\b)(?P<v>.+)",
        kind="goal",
        confidence=0.75,
    ),
    phrase("commitment", r"\b(?:habe? (?:\w+ ){0,3}?versprochen|verspreche|zugesagt),? (?P<v>.+)", kind="commitment"),
    phrase(
        "remember",
        r"^(?:bitte )?(?:merk dir|denk dran|denk daran|notier(?:e)?(?: dir)?|vergiss "
        r"nicht)(?: bitte)?,?(?: dass)? (?P<v>.+)",
        confidence=0.7,
    ),
    phrase("about", r"\bmeine? (?P<v>(?:schuhgröße|blutgruppe|lieblings\w+|kleidergröße|größe|lieblingsfarbe) ist .+)"),
)
