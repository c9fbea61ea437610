"""The commonest kinds of saying in Spanish, for lower-case sentences."""

from typing import Final

from app.domain.importance.rules import RuleSet

SPANISH: Final = RuleSet(
    [
        (
            "remember",
            "recuerda acuérdate acuerdate cuenta olvides olvide anota recuerde",
            r"(?:^|[,;:.] ?|por favor,? )(?:recuerda|recuerde|acu[eé]rdate|ten en cuenta|no (?:te )?olvides?|"
            r"anota)\b",
        ),
        (
            "rule",
            "siempre nunca adelante jamás jamas debe deben obligatorio",
            r"(?:^|[,;:.¡] ?|por favor,? )(?:siempre|nunca|jam[aá]s) (?!es |he |hay |me |lo |la |te |m[aá]s)\w+|"
            r"\b(?:a partir de ahora|de ahora en adelante)\b|\b(?:deben?|debes) (?:siempre|nunca|ser|estar|tener|"
            r"ir)\b|\bno se (?:puede|permite)\b",
        ),
        (
            "prohibition",
            "no prohibido deja evita",
            r"(?:^|[,;:.] ?|por favor,? )no (?:me |le |les )?(?:uses|use|escribas|llames|envíes|envies|hables|"
            r"mandes|digas|pongas|menciones|compartas|borres|toques)\b|\bprohibido\b(?! fumar)|^(?:deja de|"
            r"evita)\b",
        ),
        (
            "preference",
            "gusta gustan encanta encantan prefiero odio detesto soporto favorito favorita aguanto llámame "
            "llamame como bebo vegetariano vegetariana vegano vegana",
            r"\b(?:(?:a m[ií] )?(?:no )?me (?:gustan?|encantan?)(?! (?:tu|que|lo que|esto|eso)\b)|prefiero|odio|"
            r"detesto|no (?:soporto|aguanto|como|bebo)|mi \w+ favorit[oa]|soy (?:vegetarian|vegan|cel[ií]ac)[oa]|"
            r"ll[aá]mame)\b",
        ),
        (
            "personal",
            "llamo nombre vivo soy trabajo tengo mi hija hijo nací naci mudé mude mudado cumpleaños años casado "
            "casada estudio",
            r"\b(?:me llamo|mi nombre es|vivo en|(?:me he|me) mud(?:ado|[eé]) a|soy (?:un[oa]? )?(?!feliz|muy|"
            r"tan|yo\b)\w+|trabajo (?:en|como|de|para)|tengo (?:\d+ años|(?:un|una|dos|tres) (?:hij[oa]s?|"
            r"perr[oa]s?|gat[oa]s?|herman[oa]s?))|mis? (?:hij[oa]|espos[oa]|mujer|marido|madre|padre|herman[oa]|"
            r"perr[oa]|gat[oa]|novi[oa])s? (?:se llama|es|tiene|vive|trabaja|cumple)|nac[ií] en|mi cumpleaños|"
            r"estudio \w+)\b",
        ),
        (
            "health",
            "alergia alérgico alérgica alergico alergica diabetes diabético diabética asma embarazada tensión "
            "diagnosticaron insulina medicación pastillas cáncer celíaco celíaca intolerante",
            r"\b(?:al[eé]rgi(?:a|c[oa])|diab[eé]t(?:es|ic[oa])|asma|embarazada|tensi[oó]n alta|diagnostic|"
            r"insulina|c[aá]ncer|cel[ií]ac[oa]|intolerante|tomo (?:\w+ )?(?:medicaci[oó]n|pastillas))",
        ),
        (
            "decision",
            "decidido decidida decidimos decidí decidi elegimos elegido acordado acordamos quedamos",
            r"\b(?:hemos|he|han|est[aá]) (?:decidido|elegido|acordado|optado)|\b(?:decidimos|decid[ií]|elegimos|"
            r"acordamos|al final (?:usamos|vamos|nos quedamos))\b",
        ),
        (
            "deadline",
            "plazo entrega entregar antes vence límite limite tardar",
            r"\b(?:plazo|fecha l[ií]mite|vence|a m[aá]s tardar)\b|\b(?:entregar|enviar|pagar|terminar|"
            r"presentar)\w*\b.{0,40}\b(?:antes del?|para el|hasta el)\b",
        ),
        (
            "commitment",
            "prometo prometí prometi prometido comprometo",
            r"\b(?:(?:te|le|les|os|se)? ?(?:lo )?prome(?:to|t[ií]|tido)|me comprometo)\b",
        ),
        (
            "goal",
            "objetivo meta sueño quiero",
            r"\bmi (?:objetivo|meta|sueño)\b|\bquiero (?:aprender|adelgazar|perder|dejar de|ahorrar|aprobar|"
            r"correr (?:un|una|el|la))\b",
        ),
        (
            "state",
            "calor frío frio cansado cansada hambre sueño aburrido aburrida llueve lloviendo tiempo",
            r"^.{0,25}\b(?:qu[eé] (?:calor|frío|frio|sueño|hambre)|(?:estoy|ando) (?:\w+ )?(?:cansad|aburrid|"
            r"agotad|content|trist|hart|dormid)\w+|tengo (?:mucha? |un )?(?:hambre|sueño|frío|frio|calor|sed)|"
            r"llueve|lloviendo|hace (?:mucho |un )?(?:calor|frío|frio|sol|viento))\b",
        ),
        (
            "smalltalk",
            "hola gracias buenos buenas adiós adios vale ok jaja jajaja genial perfecto claro nada luego "
            "saludos muchas sí si bien entendido",
            r"^(?:(?:hola|gracias|muchas|buen[oa]s|d[ií]as|tardes|noches|adi[oó]s|vale|ok|okay|(?:ja)+j?|genial|"
            r"perfecto|claro|de nada|hasta luego|nos vemos|saludos|s[ií]|no|bien|muy|todo|qu[eé]|tal|entendido|"
            r"por|favor|un|beso|abrazo|mil|eso|es|est[aá]|pues|venga|t[ií]o|tía|amigo|hombre|mujer|"
            r"guay)[\s,.!¡]*)+$",
        ),
        (
            "question",
            "qué que cuál cuándo dónde cómo quién por puedes sabes",
            r"[?]$|^¿|^(?:qu[eé] es|cu[aá]l|cu[aá]ndo|d[oó]nde|c[oó]mo|qui[eé]n|por qu[eé]|puedes|podr[ií]as|"
            r"sabes)\b",
        ),
    ],
    spaced=True,
)

_SPANISH_WORDS: Final = """
    el la los las un una de del que y en es por para con no mi mis me te se lo al está estoy tengo soy muy más pero
    porque hoy ayer mañana he hay qué cómo siempre nunca como gracias hola buenas buenos días tardes noches vale
    adiós muchas genial perfecto claro
"""
SPANISH_WORDS: Final = frozenset(_SPANISH_WORDS.split())
"""Words that tell the language."""
