"""What the Spanish rules take, and what they leave alone."""

import pytest

from tests.unit.extraction.english import ended, stated

SAID = [
    ("hola, me llamo Ximena y tengo 29 años", ["name=Ximena", "age=29"]),
    ("vivo en Cali con mi novio Andrés, él es arquitecto", ["home=Cali", "name=Andrés", "job=arquitecto"]),
    ("soy alérgica a las nueces y al marisco", ["allergy=nueces", "allergy=marisco"]),
    ("trabajo de noche en un hospital", ["work_hours=de noche", "workplace=hospital"]),
    ("odio el cilantro", ["dislikes=cilantro"]),
    ("me encantan los gatos y el jazz", ["likes=gatos", "likes=jazz"]),
    ("mi perro se llama Trueno", ["name=Trueno"]),
    ("tengo dos hijas, Sol de 3 y Luz de 8", ["name=Sol", "age=3", "name=Luz", "age=8"]),
    ("responde siempre en inglés", ["reply_language=inglés"]),
    ("nuestro presupuesto es de 2000 euros", ["budget=2000 euros"]),
    ("quiero aprender a nadar", ["goal=aprender a nadar"]),
    ("no como carne", ["avoids=carne"]),
    ("nos mudamos a Bilbao hace un mes", ["home=Bilbao"]),
]
NOT_SAID = [
    "si tuviera un millón viviría en Ibiza",
    "mi jefe vive en Sevilla y tiene tres gatos",
    "¿debería ser vegano?",
    "imagina que soy médico",
    "sí, claro, y yo soy el rey de España",
    "jajaja vale gracias",
]


@pytest.mark.parametrize(("text", "wanted"), SAID)
def test_takes_what_is_said(text: str, wanted: list[str]) -> None:
    assert set(wanted) <= set(stated(text))


@pytest.mark.parametrize("text", NOT_SAID)
def test_leaves_alone_what_is_no_fact_of_the_user(text: str) -> None:
    assert stated(text) == []


def test_finds_what_ends() -> None:
    assert ended("ya no vivo en Lima") == ["home=Lima"]
    assert ended("dejé de tomar café") == ["=café"]


def test_takes_answers() -> None:
    assert stated("a: ¿Dónde vives?", "Quito") == ["home=Quito"]
