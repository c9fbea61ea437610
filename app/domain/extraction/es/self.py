"""Who somebody is, their family, home and work, in Spanish."""

from typing import Final

from app.domain.extraction.es.words import NAME, NOT, NUMBER, TRADE
from app.domain.extraction.phrases import phrase

SELF: Final = (
    phrase("name", rf"\b(?:me llamo|mi nombre es|soy) (?P<v>{NAME})(?=$|[ ,.])(?! (?:de|en)\b)"),
    phrase("name", r"\bme llamo (?P<v>\w+(?: (?-i:[A-ZÁÉÍÓÚÑ])\w+)*)"),
    phrase("name", rf"^(?:que )?se llama (?P<v>{NAME}|\w+)"),
    phrase(
        "address_as",
        r"\b(?:llámame|llamame|dime|puedes llamarme|prefiero que me llames|me dicen|todos me llaman) (?:solo |"
        r"simplemente )?(?P<v>(?!que|si|cuando|cómo|como|qué|más|algo|la|el|cuál|cuánto|dónde)\w+)",
    ),
    phrase(
        "age",
        rf"\b(?:tengo|tiene|tienen|cumplí|cumplió|acaba de cumplir|acabo de cumplir|cumple|cumplo) "
        rf"(?P<v>{NUMBER}(?: y {NUMBER})?)(?: años| añitos| meses|$)(?! (?:trabajando|viviendo|aquí|de "
        rf"experiencia|en|con))",
    ),
    phrase(
        "birthday",
        r"\b(?:mi cumpleaños es|cumplo años|nací)(?: el| en)? (?P<v>(?:\d{1,2} de \w+.*|\w+ de \d{4}|(?:19|"
        r"20)\d\d))",
    ),
    phrase(
        "children",
        rf"\b(?:tengo|tenemos) (?P<v>{NUMBER} (?:hij[oa]s?|niñ[oa]s?|gemel[oa]s|mellizos|"
        rf"nietos?)(?: pequeños)?)",
    ),
    phrase("siblings", rf"\b(?:tengo) (?P<v>{NUMBER} herman[oa]s?(?: (?:mayores|menores|mayor|menor))?)"),
    phrase(
        "pet",
        rf"\b(?:tengo|tenemos|adopté|adoptamos) (?P<v>{NUMBER} (?:perr[oa]s?|perrit[oa]s?|gat[oa]s?|"
        rf"gatit[oa]s?|conej[oa]s?|loros?|tortugas?|peces|hámsters?|caballos?|gallinas?|pájaros?))",
    ),
    phrase(
        "pet_name",
        rf"\b(?:perr[oa]|perrit[oa]|gat[oa]|gatit[oa]|conej[oa]|loro|tortuga|hámster|caballo|"
        rf"mascota)(?: que)?(?: se llama| llamad[oa]| de nombre|,) (?P<v>{NAME}|\w+)",
    ),
    phrase(
        "marital_status",
        r"\b(?:estoy|soy) (?P<v>casad[oa]|divorciad[oa]|solter[oa]|viud[oa]|separad[oa]|prometid[oa])",
    ),
    phrase(
        "home",
        rf"{NOT}\b(?:vivo|vivimos|vive|viven|resido|me mudé|nos mudamos|se mudó|me he mudado|nos hemos mudado|"
        rf"me acabo de mudar|estoy viviendo|estamos viviendo)(?: ahora| actualmente| hace poco)? (?:de [\w ]+ "
        rf")?(?:en|a) (?!un |una |casa de|mi |el mismo|la misma)(?P<v>.+)",
    ),
    phrase(
        "housing",
        rf"{NOT}\b(?:vivo|vivimos|alquilo|alquilamos|compramos|compré) (?:en )?(?P<v>(?:un|una) (?:\w+ "
        rf")?(?:piso|casa|apartamento|departamento|estudio|habitación|barco|chalet|finca|ático).*)",
    ),
    phrase("housing", rf"{NOT}\b(?:vivo|vivimos) (?P<v>(?:con (?:mis?|dos|tres) .+|sol[oa]))"),
    phrase("hometown", r"(?:\b(?:soy|somos|vengo)|^(?:es|son)) (?:originalmente )?de (?P<v>(?-i:[A-ZÁÉÍÓÚÑ]).+)"),
    phrase(
        "hometown",
        r"\b(?:nací|crecí|me crié) en (?P<v>(?!(?:19|20)\d\d|enero|febrero|marzo|abril|mayo|junio|julio|agosto|"
        r"septiembre|octubre|noviembre|diciembre).+)",
    ),
    phrase(
        "job",
        rf"\b(?:soy|es|trabajo (?:de|como)|trabaja (?:de|como)|estoy de|ahora soy) (?:una? "
        rf")?(?P<v>{TRADE}(?: (?:de|en|autónom[oa]) [\w ]+)?)\b",
    ),
    phrase(
        "job",
        r"\b(?:trabajo|trabaja) (?:de|como) (?!noches?|día|lunes|\d|casa|tarde|mañana)(?P<v>.+?)(?= en | para |"
        r"$)",
    ),
    phrase(
        "employer",
        rf"{NOT}\b(?:trabajo|trabaja|trabajamos|empecé(?: a trabajar)?|empiezo|entré|me contrataron) (?:\w+ "
        rf")?(?:en|para|con) (?!casa|remoto|turno|equipo|enero|febrero|marzo|abril|mayo|junio|julio|agosto|"
        rf"septiembre|octubre|noviembre|diciembre|un |el turno)(?P<v>.+)",
    ),
    phrase("workplace", rf"{NOT}\b(?:trabajo|trabaja) (?:\w+ \w+ )?en (?P<v>(?:un|una) .+)"),
    phrase("work_mode", r"\btrabajo (?:\w+ )?(?P<v>desde casa|en remoto|a distancia|en casa)"),
    phrase(
        "work_hours",
        r"\btrabajo (?P<v>(?:de noche|de noches|por las noches|en turno de \w+|de \d+ a \d+|a tiempo parcial|"
        r"media jornada|los fines de semana))",
    ),
    phrase(
        "major",
        r"\b(?:estudio|estudia|estoy estudiando|está estudiando) (?P<v>(?!en |mucho|para|con).+?)(?= en |$)",
    ),
    phrase(
        "school",
        r"\b(?:estudio|estudia) (?:[\w ]+ )?en (?P<v>(?:la |el )?(?:universidad|instituto|colegio|escuela|"
        r"uni).*)",
    ),
)
