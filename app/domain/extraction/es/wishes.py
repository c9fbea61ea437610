"""Health, food, tastes, money, plans and standing requests, in Spanish."""

from typing import Final

from app.domain.extraction.es.words import MONEY, NOT
from app.domain.extraction.phrases import phrase

WISHES: Final = (
    phrase(
        "diet",
        r"\b(?:soy|es|somos|me hice|me he hecho|llevo una dieta|sigo una dieta) (?P<v>vegan[oa]s?|"
        r"vegetarian[oa]s?|celíac[oa]s?|celiac[oa]s?|pescetarian[oa]|keto|sin gluten|baja en \w+)",
    ),
    phrase(
        "allergy",
        r"\b(?:alérgic[oa]s?|alergic[oa]s?|alergia|alergias) (?:a los |a las |a la |al |a )(?P<v>.+)",
        many=True,
    ),
    phrase("intolerance", r"\bintoleran(?:te|cia) (?:a la |a los |al |a )(?P<v>.+)", many=True),
    phrase(
        "avoids",
        r"\bno (?:puedo (?:comer|tomar|beber)|como|bebo|tomo|tolero) (?:nada de |ni )?(?P<v>(?!en |a |con |tan|"
        r"mucho|bien).+)",
        many=True,
    ),
    phrase(
        "condition",
        r"\b(?:tengo|padezco|sufro de|sufro|me diagnosticaron|tiene|soy|es) (?:de )?(?P<v>(?:diabetes(?: tipo "
        r"\d)?|diabétic[oa]|asma|asmátic[oa]|hipertensión|hipertens[oa]|epilepsia|epiléptic[oa]|migrañas?|"
        r"artritis|ansiedad|depresión|tdah|autismo|autista|anemia|hipotiroidismo|cáncer|celíac[oa]|marcapasos|"
        r"dislexia|disléxic[oa]|zurd[oa]|daltónic[oa]|sord[oa]|embarazada(?: de .+)?))\b",
    ),
    phrase(
        "medication",
        r"\b(?:tomo|toma) (?P<v>(?:\w+(?:ina|ol|pril|pam|prazol|tiroxina)|insulina|antidepresivos|pastillas "
        r"para .+))\b(?! con)",
    ),
    phrase(
        "likes",
        rf"{NOT}(?<!no me )\b(?:me|nos|le) (?:gustan?|encantan?|flipan?|fascinan?|apasionan?|chiflan?|"
        rf"molan?)(?: mucho| muchísimo| más| un montón)?(?! (?:que|cómo|como|tu|tus|esto|eso|la idea)\b) "
        rf"(?P<v>.+)",
        many=True,
        kind="preference",
    ),
    phrase(
        "likes",
        r"\b(?:prefiero|adoro|amo|soy (?:muy )?(?:fan|aficionad[oa]|fanátic[oa]|adict[oa]) (?:de|a|al|del)) "
        r"(?!(?:que|no)\b)(?P<v>.+?)(?= (?:a|antes que|que) |$)",
        many=True,
        kind="preference",
    ),
    phrase(
        "dislikes",
        r"\b(?:odio|detesto|no soporto|no aguanto|aborrezco|no me gustan?(?: nada| mucho)?|me dan asco|me da "
        r"asco|no me va(?:n)?) (?!(?:que|cuando|tu|cómo|esto|eso)\b)(?P<v>.+)",
        many=True,
        kind="preference",
    ),
    phrase(
        "hobby",
        r"\b(?:toco|juego al?|juego a la|practico|hago|colecciono|entreno) (?P<v>(?!(?:lo|eso|esto|un|la "
        r"compra|mucho|bien|que|falta|cosas|ejercicio de|todo|los deberes|muchas)\b).+)",
        confidence=0.7,
    ),
    phrase("hobby", r"\b(?:estoy aprendiendo|aprendo|estoy entrenando para) (?P<v>.+)"),
    phrase(
        "language_spoken",
        r"\bhablo (?P<v>(?!con|de|mucho|en|por|más|bajo|solo con)\w+(?:(?:,| y| e) \w+)*)",
        many=True,
    ),
    phrase("language", r"\b(?:mi lengua materna|mi idioma materno|mi lengua) es (?:el )?(?P<v>\w+)"),
    phrase(
        "reply_language",
        r"\b(?:responde|respóndeme|respondeme|contéstame|contesta|escríbeme|escribe|háblame|"
        r"habla)(?:me)?(?: siempre| solo)? en (?P<v>\w+)",
        kind="preference",
    ),
    phrase(
        "rule",
        r"^(?:por favor,? )?(?P<v>(?:no (?:uses|me (?:llames|trates|hables|escribas|mandes)|pongas)|nunca "
        r"(?:uses|me)|siempre (?:usa|responde|pon|dame)|trátame de|tutéame|sin (?:emojis|tecnicismos|rodeos|"
        r"listas)|evita) ?.*)",
        kind="preference",
    ),
    phrase(
        "reply_length",
        r"\b(?P<v>(?:respuestas|contestaciones) (?:cortas|breves|largas|detalladas)|sé (?:breve|conciso|"
        r"concisa|directo|directa))",
        kind="preference",
    ),
    phrase("timezone", r"\b(?:zona horaria|huso horario)(?: es)?(?: la de| de)? (?P<v>.+)"),
    phrase("email", r"(?P<v>[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{1,63}\w)"),
    phrase(
        "contact_channel",
        r"\b(?:escríbeme|contáctame|avísame|llámame|mejor) (?:solo )?(?:por|al) (?P<v>whatsapp|correo|teléfono|"
        r"telegram|email|mensaje|sms|móvil)",
        kind="preference",
    ),
    phrase(
        "budget",
        rf"\bpresupuesto(?: es| de| máximo| para [\w ]+?)*(?: es| de| máximo|:)* (?:de )?(?:unos |unas "
        rf")?(?P<v>{MONEY})",
    ),
    phrase("budget", rf"\b(?:gastar|pagar)(?: como mucho| hasta| más de| máximo| un máximo de)* (?P<v>{MONEY})"),
    phrase("rent", rf"\b(?:alquiler|renta)(?: es| de| cuesta|:| subió a| ha subido a| son)* (?:de )?(?P<v>{MONEY})"),
    phrase("income", rf"\b(?:gano|cobro|mi sueldo es(?: de)?)(?: unos)? (?P<v>{MONEY})"),
    phrase(
        "tech_stack",
        r"\b(?:usamos|uso|programo en|trabajo con|desarrollo en|trabajamos con)(?: solo| sobre todo)? "
        r"(?P<v>(?!el |la |lo |un |una |mi |tu |gafas|eso|esto).+?)(?= en (?:el )?(?:trabajo|producción|mi)| "
        r"para |$)",
        many=True,
    ),
    phrase("car", r"\b(?:conduzco|manejo|mi coche es|mi carro es|mi auto es|tengo un coche) (?:un |una )?(?P<v>.+)"),
    phrase(
        "schedule",
        r"\b(?:tengo |voy a |hago )?(?P<v>(?:\w+ ){0,3}?(?:todos los|cada|los) (?:lunes|martes|miércoles|"
        r"jueves|viernes|sábados?|domingos?|días|semana|mes|fines de semana)(?: .+)?)",
    ),
    phrase(
        "appointment",
        r"\btengo (?P<v>(?:una? |el |la )?(?:cita|reunión|examen|entrevista|vuelo|boda|operación|dentista|"
        r"médico|viaje|revisión)(?: \w+){0,5}? (?:el|mañana|este|la próxima|a las|en) .+)",
    ),
    phrase(
        "deadline",
        r"\b(?:entrega|plazo|fecha límite|vence|tengo que entregar)(?: [\w ]+?)? (?:es |el |antes del? |para "
        r"el |hasta el )(?P<v>.+)",
    ),
    phrase(
        "plan",
        r"\b(?P<v>(?:me voy a|nos vamos a|voy a (?:viajar|mudarme|casarme|estudiar|dejar|empezar|visitar|"
        r"correr)|vamos a (?:tener|casarnos|mudarnos|viajar)|nos casamos|me caso|me mudo a|viajo a|vuelo "
        r"a) ?.+)",
    ),
    phrase(
        "goal",
        r"\b(?:quiero|quisiera|mi (?:meta|objetivo|sueño) es|estoy ahorrando para|estoy intentando|intento|"
        r"espero poder|me gustaría) (?!(?:saber|que|preguntar|decir|ver si|una receta|un poema|algo|eso|ayuda|"
        r"un resumen|probar)\b)(?P<v>.+)",
        kind="goal",
        confidence=0.75,
    ),
    phrase(
        "commitment",
        r"\b(?:prometí|he prometido|le prometí a \w+|me comprometí a|quedé en|le prometí) (?:que )?(?P<v>.+)",
        kind="commitment",
    ),
    phrase(
        "remember",
        r"^(?:por favor,? )?(?:recuerda|acuérdate(?: de)?|apunta|anota|ten en cuenta) (?:que "
        r")?(?P<v>(?!me\b).+)",
        confidence=0.7,
    ),
    phrase(
        "about",
        r"\bmi (?P<v>(?:talla|número de (?:zapato|pie)|color favorito|comida favorita|película favorita|equipo "
        r"favorito|grupo sanguíneo) es .+)",
    ),
)
