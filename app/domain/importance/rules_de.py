"""The commonest kinds of saying in German, for lower-case sentences."""

from typing import Final

from app.domain.importance.rules import RuleSet

GERMAN: Final = RuleSet(
    [
        (
            "remember",
            "merk denk vergiss merken notiere beachte",
            r"(?:^|[,;:.] ?|bitte )(?:merk(?:e)? dir|denk(?:e)? daran|vergiss nicht|bitte merken|notier|"
            r"beachte)\b",
        ),
        (
            "rule",
            "immer nie niemals ab künftig zukünftig muss müssen grundsätzlich stets",
            r"(?:^|[,;:.] ?|bitte )(?:immer|nie(?:mals)?|stets|grundsätzlich) (?!wieder|mehr |so |noch|zu |ist|"
            r"hab)\w+|\b(?:ab (?:jetzt|sofort|heute)|künftig|zukünftig|in zukunft)\b|\b(?:muss|müssen) (?:immer|"
            r"stets|vorher|\w+ werden)\b|\b(?:antworte|schreib|sprich|rede|halte)\b.{0,30}\b(?:auf deutsch|kurz|"
            r"immer|du|sie|knapp|stichpunkt)",
        ),
        (
            "prohibition",
            "keine kein verboten darf dürfen nicht verbot",
            r"(?:^|[,;:.] ?|bitte )(?:keine?n? )(?!ahnung|sorge|lust|zeit|problem|ursache|angst|bock)\w+(?: "
            r"\w+)* ?(?:mehr|verwenden|benutzen|schicken|nennen|bitte|$)|\b(?:verboten|untersagt)\b(?! ist hier)|"
            r"\b(?:darf|dürfen) (?:\w+ ){0,3}(?:nicht|nie|niemals|keine?)\b|\bbitte nicht (?!böse|falsch|"
            r"stören)\w+",
        ),
        (
            "preference",
            "mag liebe hasse bevorzuge lieber lieblings liebste ungern gern gerne nenn esse trinke vegetarier "
            "vegetarierin veganer veganerin vegan leiden",
            r"\b(?:ich mag (?!dich|das\b(?! \w)|es\b)|mag ich|ich (?:liebe|hasse) (?!dich|das\b(?! \w)|es\b)|"
            r"bevorzuge|(?:esse|trinke|lese|höre|trage|arbeite|fahre) (?:ich )?(?:kein|nie|nur|am liebsten|"
            r"lieber|ungern|gern)\w*|mein\w* lieblings\w+|nenn(?:e|t)? mich|bin (?:vegetarier|veganer|vegan)\w*|"
            r"kann (?:ich )?.{0,20} nicht (?:leiden|ausstehen))",
        ),
        (
            "preference",
            "lieblingsessen lieblingsfarbe lieblingsbuch lieblingsfilm lieblingsmusik lieblingsstadt",
            r"\blieblings\w+",
        ),
        (
            "personal",
            "heiße heisse name wohne lebe arbeite bin umgezogen ziehe habe mein meine geboren geburtstag jahre",
            r"\b(?:ich heiß?s?e|mein name|(?:ich )?(?:wohne|lebe) (?:ich )?(?:jetzt |seit .{1,20} )?in|ich "
            r"arbeite|arbeite (?:als|bei)|(?:bin|sind) .{0,25}(?:umgezogen|gezogen)|ich bin (?:\d+|(?:ein(?:e)? "
            r")?(?:lehrer|arzt|ärzt|ingenieur|entwickler|student|krankenpfleger|krankenschwester|anwalt|"
            r"programmierer|rentner|bäcker|koch|verheiratet|geschieden|schwanger|mutter|vater)\w*)|ich habe "
            r"(?:ein|eine|einen|zwei|drei|\d) (?:kind|kinder|sohn|söhne|tochter|töchter|hund|hunde|katze|katzen|"
            r"bruder|schwester)\w*|meine? (?:\w+ )?(?:frau|mann|sohn|tochter|mutter|vater|bruder|schwester|hund|"
            r"katze|freund|freundin|oma|opa|kinder) (?:heiß|heiss|ist (?!krank|müde|da|weg)|wird|wohnt|arbeitet|"
            r"hat|studiert)|geburtstag|geboren)",
        ),
        (
            "health",
            "allergisch allergie diabetes diabetiker diabetikerin asthma schwanger bluthochdruck krebs insulin "
            "tabletten medikamente medikament unverträglichkeit laktoseintolerant zöliakie diagnostiziert",
            r"\b(?:allergi|diabet|asthma|schwanger|bluthochdruck|krebs\b|insulin|nehme .{0,30}(?:tabletten|"
            r"medikament)|\w*unverträglich|laktose|zöliakie|diagnos)",
        ),
        (
            "decision",
            "entschieden beschlossen entscheidung einigen geeinigt festgelegt nehmen",
            r"\b(?:entschieden(?<!nicht entschieden)|beschlossen|geeinigt|festgelegt|die entscheidung (?:ist|"
            r"steht)|wir nehmen jetzt)\b",
        ),
        (
            "deadline",
            "frist abgabe fällig spätestens bis abgeben deadline läuft",
            r"\b(?:frist|abgabe(?:termin)?|fällig|deadline|spätestens)\b.{0,40}(?:\d|tag|woche|montag|freitag|"
            r"morgen|ende|am |bis)|\bbis (?:zum |spätestens |ende |nächst\w+ )?(?:\d|montag|dienstag|mittwoch|"
            r"donnerstag|freitag|samstag|sonntag|morgen|monatsende|woche)\w*.{0,40}\b(?:abgeben|fertig|schicken|"
            r"bezahlen|zahlen|einreichen|liefern|erledig\w+|kündigen)\b",
        ),
        ("commitment", "verspreche versprochen zugesagt versprach", r"\b(?:verspreche|versprochen|zugesagt)\b"),
        (
            "goal",
            "ziel traum möchte will",
            r"\bmein(?:e)? (?:ziel|traum)\b|\bich (?:möchte|will) .{0,30}(?:lernen|abnehmen|aufhören|sparen|"
            r"bestehen|laufen|schaffen|werden)\b",
        ),
        (
            "state",
            "müde hunger kalt heiß warm langweilig regnet wetter durst kaputt schneit",
            r"^.{0,25}\b(?:(?:bin|so|total|echt|bisschen) (?:\w+ )?(?:müde|kaputt|fertig|satt|k\.o\.|gestresst)|"
            r"hunger|durst|langweilig|(?:zu|so|echt|voll) (?:kalt|heiß|warm)|regnet|schneit|wetter)\b",
        ),
        (
            "smalltalk",
            "hallo danke morgen abend tschüss ok okay super gut gerne bitte ja nein genau haha klar alles moin "
            "hi servus nacht",
            r"^(?:(?:hallo|hi|hey|danke|vielen|dank|schön(?:en?)?|guten?|morgen|abend|tag|nacht|tschüss|ciao|ok|"
            r"okay|super|gut|gerne?|bitte|ja|nein|genau|(?:ha)+|klar|alles|moin|servus|toll|prima|stimmt|bis|"
            r"später|dann|sehr|so|das|ist|mir|geht'?s|dir|auch|na|ach|echt|cool|lustig|passt|in|ordnung|liebe|"
            r"grüße)[\s,.!]*)+$",
        ),
        (
            "question",
            "was wann wo wie wer warum welche kannst weißt gibt",
            r"[?]$|^(?:was (?:ist|sind|kostet|heißt|macht)|wann|wo |wie (?:viel|geht|kann|ist|wird|macht)|wer |"
            r"warum|wieso|welche\w?|kannst du|weißt du|gibt es)\b",
        ),
    ],
    spaced=True,
)

_GERMAN_WORDS: Final = """
    der die das ein eine einen und ich ist nicht mit auf für mein meine mir mich du wir sie es zu den dem von bei im
    am hab habe hat bin sind war heute gestern morgen auch noch schon aber wie bitte danke keine kein nie immer bis
    guten hallo abend nacht tschüss vielen servus moin genau stimmt
"""
GERMAN_WORDS: Final = frozenset(_GERMAN_WORDS.split())
"""Words that tell the language."""
