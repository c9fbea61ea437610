"""Index and query terms of a text in any language, for keyword search.

One pass of a regular expression splits a text into runs of one script; each run becomes terms in its own way:

- Han: words of rjieba's search mode, traditional characters read as simplified ones
- kana, Thai, Lao, Khmer, Burmese, Tibetan: pairs of neighbouring characters (a run of one: itself)
- Hangul: the whole eojeol and pairs of its syllables, so that particles do not hinder
- everything else: Snowball stems, accents off; the language by script, in Latin script by its stop words; irregular
  English forms by their base ("bought": "buy")
- joined words (e-mails, URLs, identifiers, versions, telephone numbers): whole, and their parts; of two words with a
  hyphen the whole is written as one ("de-stress": "destress")
- emoji: each by itself

All is linear in the text. Pure; safe to call from many threads.
"""

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from typing import Final, NamedTuple

import Stemmer

from app.domain.han_variants import TO_SIMPLIFIED
from app.domain.stop_words import LANGUAGES_OF, LATIN, STOP_WORDS
from app.domain.term_codec import TermColumns, pack_terms, term_hash, unpack_joined, unpack_terms
from app.domain.word_forms import BASE_FORMS

__all__ = [
    "QueryTerm",
    "TermColumns",
    "analyse",
    "pack_terms",
    "query_terms",
    "term_hash",
    "unpack_joined",
    "unpack_terms",
]

_HAN: Final = "\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_KANA: Final = "\u3041-\u309a\u309d-\u30ff\u31f0-\u31ff"
_HANGUL: Final = "\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff"
_UNSPACED: Final = "\u0e01-\u0e4e\u0e81-\u0ece\u0f40-\u0fbc\u1000-\u103f\u1050-\u109d\u1780-\u17d3"
_MARKS: Final = "\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
_EMOJI: Final = (
    "\u203c\u2049\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
)
_WORD: Final = f"(?:(?![{_HAN}{_KANA}{_HANGUL}{_UNSPACED}])[\\w{_MARKS}])+"
_JOIN: Final = r"(?:://|[.@:/'’\-+&=?#%~]|,(?=\d{3}(?!\d))(?<=\d,))"
_TOKEN: Final = re.compile(
    rf"(?P<word>(?<!\w)[a-z](?:\+\+|\#)(?!\w)|{_WORD}(?:{_JOIN}{_WORD})*)|(?P<han>[{_HAN}]+)|(?P<kana>[{_KANA}]+)"
    rf"|(?P<hangul>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)|(?P<emoji>[\U0001f1e6-\U0001f1ff]{{2}}|[{_EMOJI}])"
)
_ASCII_WORD: Final = re.compile(rf"(?<!\w)[a-z](?:\+\+|\#)(?!\w)|\w+(?:{_JOIN}\w+)*", re.ASCII)
_CHUNK: Final = re.compile(r".{1,400}(?:\s|\Z)|.{1,400}", re.DOTALL)
_PART: Final = re.compile(rf"(?:[^\W_]|[{_MARKS}])+")
_DIGITS_OR_LETTERS: Final = re.compile(rf"\d+|(?:[^\W\d_]|[{_MARKS}])+")
_DIGIT: Final = re.compile(r"\d")
_HYPHENED: Final = re.compile(r"[^\W\d_]+-[^\W\d_]+")

_SCRIPTS: Final = (
    ("\u0370", "\u03ff", "greek"),
    ("\u0400", "\u052f", "russian"),
    ("\u0531", "\u058f", "armenian"),
    ("\u0600", "\u06ff", "arabic"),
    ("\u0900", "\u097f", "hindi"),
    ("\u0b80", "\u0bff", "tamil"),
    ("\u1f00", "\u1fff", "greek"),
)
_STEMMERS: Final = {name: Stemmer.Stemmer(name, 0) for name in {*LATIN, *(script[2] for script in _SCRIPTS)}}
_NOT_ENGLISH: Final = frozenset(LANGUAGES_OF) - LATIN["english"]
WHOLE_CHARS: Final = 400
"""A longer text is normalised in chunks of so many characters."""
_LONGEST_CACHED: Final = 40
_VOTERS: Final = 200

_PART_WEIGHT: Final = 0.5
_OTHER_STEM_WEIGHT: Final = 0.3
_HAN_CHARACTER_WEIGHT: Final = 0.6
_MOST_REPEATS: Final = 2
_FALLBACK_TERMS: Final = 32


class QueryTerm(NamedTuple):
    """A term to look up, and how much a match with it counts (above 0, at most 2; an ordinary word 1)."""

    term: str
    weight: float


def analyse(text: str) -> list[str]:
    """Return the index terms of a text in their order, repeats kept.

    A text of nothing but signs gives the signs themselves (at most 32); only blank text gives none. About 20 µs a chat
    message.
    """
    plain = normalise(text)
    terms: list[str] = []
    if plain.isascii():
        words = _ASCII_WORD.findall(plain)
        language = _language_of(words[:_VOTERS])
        for word in words:
            terms += _word_terms(word, language) if len(word) <= _LONGEST_CACHED else _split_word(word, language)
    else:
        tokens = _tokens(plain)
        language = _language(tokens)
        for kind, token in tokens:
            terms += _terms_of(kind, token, language)
    return terms or _signs(text)


def query_terms(text: str) -> list[QueryTerm]:
    """Return the distinct terms to search for, in order of appearance, with their weights.

    Stop words are left out unless there is nothing else. Parts of a joined word, pairs of syllables and single Han
    characters weigh less than a whole word; a word said twice counts at most double. Where the language of the query is
    not English, the English stem is looked up as well, for short texts that gave no language away.
    """
    tokens = _tokens(normalise(text))
    language = _language(tokens)
    weights: dict[str, float] = {}
    stopped: dict[str, float] = {}
    for (kind, token), count in Counter(tokens).items():
        target = stopped if _is_stop(kind, token, language) else weights
        repeats = float(min(count, _MOST_REPEATS))
        for term, weight in _weighted(kind, token, language):
            kept = stopped if target is weights and kind in ("han", "kana") and term in STOP_WORDS else target
            kept[term] = max(kept.get(term, 0.0), weight * repeats)
    chosen = weights or stopped or dict.fromkeys(_signs(text), 1.0)
    return [QueryTerm(term, min(weight, float(_MOST_REPEATS))) for term, weight in chosen.items()]


@lru_cache(maxsize=8)
def normalise(text: str) -> str:
    """Return the text in NFKC, casefolded; in chunks when long, for runs of combining marks cost quadratic time.

    The last few are remembered: what is indexed is looked at by several readers, one after another.
    """
    if text.isascii():
        return text.lower()
    if len(text) <= WHOLE_CHARS:
        return unicodedata.normalize("NFKC", text).casefold()
    return "".join(unicodedata.normalize("NFKC", chunk).casefold() for chunk in _CHUNK.findall(text))


def _tokens(text: str) -> list[tuple[str, str]]:
    """Return (kind of run, run) for each run of one script in a normalised text."""
    if text.isascii():
        return [("word", word) for word in _ASCII_WORD.findall(text)]
    return [(match.lastgroup or "", match.group()) for match in _TOKEN.finditer(text)]


def _language(tokens: list[tuple[str, str]]) -> str:
    """Return the Latin-script language with the most stop words among the first tokens; English when in doubt."""
    return _language_of([token for kind, token in tokens[:_VOTERS] if kind == "word"])


def _language_of(words: list[str]) -> str:
    if len(_NOT_ENGLISH.intersection(words)) < 2:
        return "english"
    votes = Counter(name for word in words for name in LANGUAGES_OF.get(word, ()))
    best = "english"
    for name, count in votes.items():
        if count >= 2 and count > votes[best]:
            best = name
    return best


def _terms_of(kind: str, token: str, language: str) -> tuple[str, ...] | list[str]:
    """Return the terms of one run, the whole before its parts."""
    if kind == "word":
        return _word_terms(token, language) if len(token) <= _LONGEST_CACHED else _split_word(token, language)
    if kind == "han":
        return _chinese_words(token.translate(TO_SIMPLIFIED))
    if kind == "kana" or kind == "unspaced":
        return _pairs(token) or [token]
    if kind == "hangul":
        return [token, *_pairs(token)] if len(token) > 2 else [token]
    return [token]


def _chinese_words(run: str) -> list[str]:
    """Return the words of simplified Chinese and the shorter ones within them."""
    import rjieba  # its dictionary takes 0.2 s and 35 MB, when the first Chinese text comes

    return rjieba.cut_for_search(run)


def _pairs(run: str) -> list[str]:
    return [run[i : i + 2] for i in range(len(run) - 1)]


@lru_cache(maxsize=65_536)
def _word_terms(token: str, language: str) -> tuple[str, ...]:
    """Return what `_split_word` does, remembered: chats repeat their words."""
    return _split_word(token, language)


def _split_word(token: str, language: str) -> tuple[str, ...]:
    """Return the stem of a plain word, or a joined word whole and in parts (distinct, in order)."""
    if token.isalpha():
        return _plain_terms(token, language)
    if token.isascii() and token.isdigit():
        return (token,)
    token = token.replace("’", "'").replace(",", "").removesuffix("'s").strip("_")
    parts = _PART.findall(token)
    if not parts:
        return (token,) if token else ()
    one_word = token == parts[0] or _HYPHENED.fullmatch(token)
    terms = dict.fromkeys([_stem("".join(parts), language) if one_word else token])
    if len(parts) > 1 and all(part.isdigit() for part in parts):
        terms["".join(parts)] = None
    for part in parts:
        if not _DIGIT.search(part):
            terms[_stem(part, language)] = None
        else:
            terms[part] = None
            terms.update((_stem(piece, language), None) for piece in _DIGITS_OR_LETTERS.findall(part))
    return tuple(terms)


def _plain_terms(word: str, language: str) -> tuple[str, ...]:
    """Return the stem; in Latin script and another language than English the bare word too.

    A query of one word does not tell its language and looks for the bare word.
    """
    stem = _stem(word, language)
    if language == "english" or word[0] > "\u036f":
        return (stem,)
    bare = _bare(word)
    return (stem,) if bare == stem else (stem, bare)


def _stem(word: str, language: str) -> str:
    """Return the Snowball stem without accents, of an irregular English form that of its base; digits and scripts
    without a stemmer come back as they are.
    """
    first = word[:1]
    if first > "\u036f":
        language = next((name for low, high, name in _SCRIPTS if low <= first <= high), "")
    if language == "english":
        word = BASE_FORMS.get(word, word)
    stemmed = str(_STEMMERS[language].stemWord(word)) if language in _STEMMERS and len(word) <= 64 else word
    return stemmed if first > "\u052f" else _bare(stemmed)


def _bare(word: str) -> str:
    """Return the word without accents (beyond 400 characters as it is)."""
    if word.isascii():
        return word
    bare = "".join(c for c in unicodedata.normalize("NFD", word[:400]) if not unicodedata.combining(c))
    return bare + word[400:] if bare else word


def _is_stop(kind: str, token: str, language: str) -> bool:
    """Return whether a run only asks: a stop word of the language the text is in, or of any other script."""
    if kind == "word":
        word = token.replace("’", "'")
        return word in LATIN[language] if word[:1] <= "\u036f" else word in STOP_WORDS
    return kind in ("hangul", "kana", "unspaced") and token in STOP_WORDS


def _weighted(kind: str, token: str, language: str) -> list[tuple[str, float]]:
    """Return the terms of one run with their weights."""
    terms = list(_terms_of(kind, token, language))
    if kind == "han":
        return [(term, _HAN_CHARACTER_WEIGHT if len(term) == 1 and len(terms) > 1 else 1.0) for term in terms]
    if kind in ("kana", "unspaced"):
        return [(term, 1.0 if len(terms) == 1 else _PART_WEIGHT) for term in terms]
    if kind == "word" and language != "english" and token.isalpha():
        return [(terms[0], 1.0), (_stem(token, "english"), _OTHER_STEM_WEIGHT)]
    return [(term, 1.0 if place == 0 else _PART_WEIGHT) for place, term in enumerate(terms)]


def _signs(text: str) -> list[str]:
    """Return the distinct visible characters of a text that has no words, at most 32 from its beginning."""
    visible = (c for c in normalise(text[:400]) if c.isprintable() and not c.isspace())
    return list(dict.fromkeys(visible))[:_FALLBACK_TERMS]
