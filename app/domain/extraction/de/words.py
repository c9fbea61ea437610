"""Names, numbers, sums and trades as German rules match them."""

from typing import Final

NAME: Final = r"(?-i:[A-ZÄÖÜ][a-zäöüßéè'-]+(?: [A-ZÄÖÜ][a-zäöüß'-]+)?)"
NUMBER: Final = (
    r"(?:\d{1,3}|eine?n?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig)"
)
MONEY: Final = (
    r"(?:[€$£] ?\d[\d.,]*|\d[\d.,]*(?: ?k)? ?(?:euro|€|eur|franken|chf|dollar|tacken|kröten)(?: (?:im monat|pro "
    r"\w+|monatlich|kalt|warm))?|\d{3,7}(?! ?(?:jahre|km|kg|leute|uhr)))"
)
TRADE: Final = (
    r"(?:\w*(?:lehrer|entwickler|programmierer|pfleger|fahrer|verkäufer|berater|techniker|mechaniker|"
    r"elektriker|schreiner|tischler|bäcker|metzger|gärtner|friseur|maler|maurer|"
    r"ingenieur|informatiker|designer|architekt|anwalt|anwält|arzt|ärzt|apotheker|physiker|chemiker|biologe|"
    r"biolog|journalist|musiker|künstler|autor|übersetzer|polizist|feuerwehrmann|"
    r"student|azubi|rentner|leiter|manager|sekretär|erzieher|hebamme|krankenschwester|koch|köch|kellner|wirt|"
    r"bauer|landwirt|buchhalter|steuerberater|psycholog\w*|therapeut|zahnarzt|zahnärzt|tierarzt|"
    r"tierärzt|pilot|schlosser|schweißer|klempner|installateur|dachdecker|optiker|hausmann|hausfrau|"
    r"freiberufler|wissenschaftler|professor|doktorand|bibliothekar|beamt|soldat|schauspieler|trainer|imker|"
    r"fotograf|redakteur|sozialarbeiter|hausmeister|förster|winzer|kassierer|postbote)(?:in|e|er)?)"
)
