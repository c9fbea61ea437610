"""Which language's rules read a message: by its script, then by its function words, then by what was said before."""

import re
from itertools import islice
from typing import Final

from app.domain.extraction.wording import words

_HAN: Final = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA: Final = re.compile(r"[\u3041-\u3096\u30a1-\u30fa]")
_HAN_GRAMMAR: Final = re.compile(r"[我你您他她它们們的了是在不没沒有和跟也都就这這那吗嗎呢吧啊用把给給叫]")
_WORD: Final = re.compile(r"(?<!\w)[^\W\d_]+(?:['’][^\W\d_]+)*(?!\w)")
_MOST_WORDS: Final = 120

_WORDS: Final = {
    "en": words(
        "i im i'm ive i've id i'd my mine the is are were isn't isnt and or but of to at for with you your u ur it "
        "its "
        "it's this that these those have has had do does did dont don't didn't be been can cant can't could won't "
        "would should not yes what where when who how why which there we our us they she his her just from about into "
        "than then if because by up out please pls thanks name live work love like hate call need want got get going "
        "gonna wanna"
    ),
    "es": words(
        "yo mi mis tú tu tus el la los las un una unos unas es soy eres somos son era está estoy estás están y o "
        "pero "
        "de del al en con por para que qué sí se te le lo les nos su sus muy más como cómo cuando cuándo donde dónde "
        "tengo tiene tienes vivo vive trabajo gusta gustan encanta llamo llama años hijo hija hace ya también porque "
        "si hay fue ser estar puedo puede quiero hola gracias esto eso este esta nuestro nuestra ahora antes desde "
        "hasta sin sobre todo nada nunca siempre dime trabajamos"
    ),
    "de": words(
        "ich mein meine meinen meinem meiner meines mir mich du dein deine dir dich der die das den dem ein eine "
        "einen "
        "einem einer und oder aber ist bin bist sind war waren nicht kein keine keinen mit von zu zum zur im auf für "
        "aus bei nach seit wir uns unser unsere sie er es habe hab hast hat haben heiße heißt wohne wohnt arbeite mag "
        "gern gerne bitte danke ja nein auch noch schon nur sehr wie wo wann wer warum dass weil wenn jetzt mehr immer "
        "nie doch mal jahre alt sohn tochter hatte wurde werde wird kann muss über gegen"
    ),
}
"""Words that hardly occur in the other two; "a", "no", "in", "me", "was" and the like tell nothing."""
_SIGNS: Final = (("es", re.compile(r"[ñ¿¡]|(?<=\w)ción\b")), ("de", re.compile(r"[ßäöü]")))


def choose_language(text: str, before: str, usual: str) -> str:
    """Return "zh", "ja", "en", "es" or "de" for a message.

    `before` is the message before it, which decides where the text itself tells nothing ("lyon"), and `usual` the
    language of the conversation so far, the last resort.
    """
    return _told_by(text) or _told_by(before) or usual


def _told_by(text: str) -> str:
    """Return the language a text shows by itself, "" where it shows none."""
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    if kana and kana * 8 >= kana + han:
        return "ja"
    words = [match[0].casefold().replace("’", "'") for match in islice(_WORD.finditer(text), _MOST_WORDS)]
    counts = {language: sum(word in known for word in words) for language, known in _WORDS.items()}
    if han:
        return "zh" if counts["en"] < 2 or _HAN_GRAMMAR.search(text) else "en"
    lower = text.casefold()
    for language, sign in _SIGNS:
        counts[language] += min(2, len(sign.findall(lower)))
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else ""
