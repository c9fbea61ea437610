"""Names, numbers, sums and trades as Spanish rules match them."""

from typing import Final

NAME: Final = r"(?-i:[A-ZÁÉÍÓÚÑ][\wáéíóúñ'-]+(?: [A-ZÁÉÍÓÚÑ][\wáéíóúñ'-]+)*)"
NUMBER: Final = (
    r"(?:\d{1,3}|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|treinta|cuarenta|"
    r"cincuenta)"
)
MONEY: Final = (
    r"(?:[$€£] ?\d[\d.,]*(?: ?mil)?|\d[\d.,]*(?: ?mil)? ?(?:euros|€|dólares|dolares|pesos|soles|libras|usd|"
    r"eur)(?: (?:al|por) (?:mes|año|noche|semana|persona))?|\d{3,7}(?! ?(?:años|km|kg|personas)))"
)
TRADE: Final = (
    r"(?:enfermer[oa]|médic[oa]|medic[oa]|profesor(?:a)?|maestr[oa]|ingenier[oa]|programador(?:a)?|"
    r"desarrollador(?:a)?|diseñador(?:a)?|abogad[oa]|arquitect[oa]|contador(?:a)?|contable|"
    r"cociner[oa]|chef|camarer[oa]|meser[oa]|electricista|fontaner[oa]|plomer[oa]|carpinter[oa]|mecánic[oa]|"
    r"taxista|conductor(?:a)?|camioner[oa]|periodista|fotógraf[oa]|músic[oa]|pintor(?:a)?|"
    r"escritor(?:a)?|traductor(?:a)?|psicólog[oa]|dentista|veterinari[oa]|farmacéutic[oa]|policía|bomber[oa]|"
    r"soldado|piloto|azafata|peluquer[oa]|panader[oa]|agricultor(?:a)?|estudiante|"
    r"jubilad[oa]|autónom[oa]|ama de casa|becari[oa]|gerente|director(?:a)?|vendedor(?:a)?|dependient[ea]|"
    r"administrativ[oa]|consultor(?:a)?|analista|científic[oa]|biólog[oa]|físic[oa]|químic[oa]|"
    r"fisioterapeuta|bibliotecari[oa]|jardiner[oa]|albañil|soldador(?:a)?|costurer[oa]|sastre|actor|actriz|"
    r"cantante|bailarín|bailarina|entrenador(?:a)?|funcionari[oa]|\w+(?:ólog[oa]|ista|ador|adora|ero|era))"
)
NOT: Final = r"(?<!no )(?<!nunca )(?<!tampoco )"
