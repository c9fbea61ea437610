"""What people say about themselves, in Spanish: who they are, family, work, food, likes, plans, requests."""

import re
from typing import Final

from app.domain.extraction.es.self import SELF
from app.domain.extraction.es.wishes import WISHES
from app.domain.extraction.es.words import NAME
from app.domain.extraction.models import Said, Statement
from app.domain.extraction.phrases import Phrasebook, phrase, read

_I: Final = re.IGNORECASE
_KIN: Final = {
    "esposa": "wife",
    "mujer": "wife",
    "esposo": "husband",
    "marido": "husband",
    "pareja": "partner",
    "novia": "girlfriend",
    "novio": "boyfriend",
    "hijo": "son",
    "hija": "daughter",
    "hijos": "child",
    "hijas": "daughter",
    "niño": "son",
    "niña": "daughter",
    "bebé": "child",
    "bebe": "child",
    "niños": "child",
    "madre": "mother",
    "mamá": "mother",
    "mama": "mother",
    "padre": "father",
    "papá": "father",
    "papa": "father",
    "padres": "parents",
    "hermano": "brother",
    "hermana": "sister",
    "hermanos": "sibling",
    "abuela": "grandmother",
    "abuelo": "grandfather",
    "nieto": "grandchild",
    "nieta": "grandchild",
    "perro": "dog",
    "perra": "dog",
    "perrito": "dog",
    "gato": "cat",
    "gata": "cat",
    "gatito": "cat",
    "mascota": "pet",
    "conejo": "pet",
    "loro": "pet",
    "tortuga": "pet",
}
_KIN_WORDS: Final = "|".join(sorted(_KIN, key=len, reverse=True))

_BOOK: Final = Phrasebook(
    cuts=re.compile(
        r",\s*(?=(?:y |pero |mi |mis |me |yo |no |pero|tengo|vivo|trabajo|soy|estoy|nos |se |él |ella |también |"
        r"además |así que|porque|que |qué |cómo |dónde |puedes|podrías|y mi|por favor)\b)|\s+(?:pero|porque|aunque|"
        r"así que|mientras que)\s+|\s+y (?=(?:mi |mis |me |yo |no |tengo|vivo|trabajo|soy|estoy|se llama|él |ella |"
        r"tiene |trabaja |vive )\b)|\s+-+\s+",
        _I,
    ),
    question=re.compile(
        r"^(?:¿|qué |que tal|cómo |como (?:puedo|se|hago)|cuál |cuánto|cuándo |dónde |quién |por qué |puedes |"
        r"podrías |sabes |me puedes |hay que|debería |es verdad que|será que)",
        _I,
    ),
    unreal=re.compile(
        r"\b(?:si (?:yo |tuviera|fuera|viviera|pudiera|me (?:mudara|ganara)|alguien|mi )|ojalá|imagina|imagínate|"
        r"supongamos|digamos que|a lo mejor|quizás|quizá|tal vez|podría|sería|tendría|me gustaría saber|sí,? claro|"
        r"sí,? seguro|dice que|dicen que|me dijo que|según|como si|finge|traduce)\b",
        _I,
    ),
    stranger=re.compile(
        r"\b(?:mi|mis|el|la|los|las|un|una|nuestro|nuestra|su) (?:\w+ )?(?:jef[ea]|compañer[oa]s?|colegas?|"
        r"vecin[oa]s?|amig[oa]s?|client[ea]s?|profesor(?:a)?(?: de)|cas[ea]r[oa]|primo|prima|tío|tía|cuñad[oa]|"
        r"suegr[oa]|tipo|chic[oa]|señor(?:a)?|gente|herman[oa] de mi|novi[oa] de mi|hij[oa]s? de (?:mi|la|el|"
        r"un))\b(?! (?:es|soy) yo)",
        _I,
    ),
    kin=re.compile(
        rf"\b(?:mi|mis|nuestro|nuestra|nuestros|nuestras)(?: (?:otro|otra|pequeño|pequeña|único|única|querido|"
        rf"querida))? (?P<kin>{_KIN_WORDS})(?: (?:mayor|menor|pequeño|pequeña|mediano|mediana|chico|"
        rf"chica))?\b(?:[ ,(]+(?:se llama )?(?P<name>{NAME})\)?)?",
        _I,
    ),
    relations=_KIN,
    named=re.compile(
        r"^(?P<skip>(?:y |pero |que |también |eso sí |ahora )*(?:él |ella )?)(?:se llama|tienen?|es|son|trabajan?|"
        r"viven?|le gustan?|estudia|está|cumple|juega|va|odia|ama)\b",
        _I,
    ),
    family=re.compile(
        rf"\b(?P<kin>hij[oa]s?|hijas|niñ[oa]s|hermanos|gemelos|gat[oa]s|perr[oa]s)(?: que)?(?: se llaman)?[,:(]? "
        rf"(?P<names>{NAME}(?: ?\(?(?:de |tiene )?\d{{1,2}}\)?(?: años)?)?(?:(?:,| y|, y) {NAME}(?: ?\(?(?:de |"
        rf"tiene )?\d{{1,2}}\)?(?: años)?)?)*)"
    ),
    member=re.compile(rf"(?P<name>{NAME})(?: ?\(?(?:de |tiene )?(?P<age>\d{{1,2}})\)?)?"),
    stop=re.compile(
        r"\s*(?:[,;()\n\"?!]|\.(?:\s|$)|\s(?:pero|porque|aunque|así que|que|cuando|mientras|si|y (?:mi|me|no|tengo|"
        r"soy|vivo|trabajo|ella|él|le|nos|ya|también|estoy|por|a veces|es|se|tiene|trabaja|vive)|con (?:mis?|un|"
        r"una|dos|tres)|desde|hace (?:\w+ )?(?:años?|mes(?:es)?|semanas?|días|poco)|ahora|actualmente|todavía|"
        r"por ahora|por favor|"
        r"gracias|la verdad|jaja\w*|también|ya|así|en vez de|en lugar de|pues|como (?!un)|donde|con lo que|sin "
        r"embargo|o sea|no|para que|hasta|de momento|últimamente|más que|mucho|muchísimo|bastante|este año|el año "
        r"pasado|el mes pasado)(?!\w)).*$",
        _I | re.DOTALL,
    ),
    lead=re.compile(
        r"^(?:(?:el|la|los|las|un|una|unos|unas|mi|mis|de|del|a|al|en|que|es|son|como|muy|bien|mucho|siempre|solo|"
        r"sólo|sobre todo|casi|unos|aproximadamente|más o menos|alrededor de|comer|la comida|ir a|:)\s+)+",
        _I,
    ),
    tail=re.compile(r"(?:\s+(?:y|o|de|del|en|con|a|para|por|el|la|los|un|una|que|muy|mi|se))+$", _I),
    joint=re.compile(r"\s*,\s*(?:y\s+|e\s+|ni\s+)?|\s+(?:y|e|ni|o)\s+(?:a\s+)?", _I),
    vague=re.compile(
        r"(?:esto|eso|esta|este|ese|esa|algo|nada|todo|cosas|ello|lo|la|mucho|poco|bien|mal|aquí|ahí|allí|tu|tus|"
        r"vos|usted|mí|mi|cansad[oa]|listo|lista|segur[oa]|content[oa]|feliz|triste|enferm[oa]|\W*|\w)",
        _I,
    ),
    phrases=SELF + WISHES,
    endings=(
        phrase("home", r"\bya no (?:vivo|vivimos) en (?P<v>.+)"),
        phrase("employer", r"\b(?:ya no trabajo|dejé de trabajar) (?:en|para) (?P<v>.+)"),
        phrase("job", r"\b(?:ya no soy) (?P<v>.+)"),
        phrase("job", r"\b(?:dejé|renuncié a|he dejado|perdí) (?:mi |el )?(?:trabajo|curro|empleo|puesto)(?P<v>)"),
        phrase(
            "",
            r"\b(?:ya no (?:uso|tengo|tomo|como|bebo|hago|juego al?|voy a|practico|me gustan?|conduzco|estudio|"
            r"fumo)|dejé de (?:tomar|usar|comer|beber|jugar al?|practicar|hacer|ir a)|he dejado (?:de \w+ )?|vendí "
            r"(?:el|la|mi)|vendimos (?:el|la)|me deshice de|cancelé|rompí con|olvida (?:lo (?:de|del|que dije "
            r"(?:de|del|sobre))|el|la|mi)|borra (?:lo de|mi|el|la)) (?P<v>.+)",
        ),
    ),
    switches=(
        re.compile(
            r"\b(?:cambié|cambiamos|cambio|pasé|pasamos|he cambiado|hemos cambiado|migramos|he pasado)(?: mi| el| "
            r"la| de| del)* (?P<old>[\w .+#-]+?) (?:por|a|al) (?:el |la |un |una )?(?P<v>[\w .+#-]+)",
            _I,
        ),
    ),
    asked=tuple(
        (attribute, re.compile(pattern, _I))
        for attribute, pattern in (
            ("name", r"c[oó]mo te llamas|tu nombre|cómo se llama"),
            ("address_as", r"cómo (?:te llamo|quieres que te llame)"),
            ("age", r"cuántos años|qué edad"),
            ("home", r"d[oó]nde (?:vives|estás|resides)|en qué (?:ciudad|país)"),
            ("hometown", r"de d[oó]nde eres"),
            ("employer", r"d[oó]nde trabajas|en qué empresa"),
            ("job", r"a qué te dedicas|en qué trabajas|cuál es tu (?:trabajo|profesión)"),
            ("allergy", r"alergia|alérgic"),
            ("diet", r"dieta|restricci"),
            ("budget", r"presupuesto|cuánto (?:quieres|puedes) gastar"),
            ("timezone", r"zona horaria|huso"),
            ("reply_language", r"qué idioma"),
            ("likes", r"qué (?:tipo de |clase de )?[\w ]* te gusta|qué prefieres"),
            ("birthday", r"cumpleaños"),
            ("contact_channel", r"cómo (?:te contacto|prefieres que te contacte)|por dónde"),
            ("deadline", r"para cuándo|fecha límite"),
        )
    ),
    shrug=re.compile(
        r"^(?:no|nada|ninguna?|ni idea|no sé|qué|por qué|cómo|da igual|sí|si|claro|vale|ok|gracias|depende|luego|"
        r"tú|jaja\w*|hola|bueno)\b",
        _I,
    ),
    answer_lead=re.compile(
        r"^(?:(?:pues|bueno|eh|mmm+|en|es|soy|vivo en|trabajo en|de|a|al|el|la|me llamo|llámame|tengo|sería|unos|"
        r"solo|la verdad|ahora)\s+)+",
        _I,
    ),
    taken_back=re.compile(
        r"^(?:olvida (?:eso|lo|lo que (?:he dicho|dije))|olvídalo|ignora (?:eso|lo anterior)|era (?:una )?broma|es "
        r"broma|estoy bromeando|borra eso)\W*$",
        _I,
    ),
)


def extract_es(message: Said, previous: Said | None) -> list[Statement]:
    """Return what one message of the user states; `previous` is the message before it, by anybody."""
    return read(_BOOK, message, previous)
