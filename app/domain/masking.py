"""Masks card numbers, access tokens, keys and passwords in text, and leaves ordinary numbers as they are.

A card number is what an issuer gives out (first digits and length as in ISO/IEC 7812 and the card schemes' lists) and
whose check digit is right (Luhn). What only looks like one stays: longer numbers, amounts, phone numbers with `+`,
resident identity numbers (GB 11643) and EAN-13 codes that check out, parts of identifiers.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

_DIGITS: Final = re.compile(r"\d(?:[-\s\u2010-\u2015]?\d){12}")
_WORDS: Final = (
    "pass", "key", "token", "secret", "pwd", "bearer", "://", "密码", "密碼", "口令", "密钥", "密鑰", "パスワード",
    "contraseña", "clave", "akia", "asia", "eyj", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-",
    "xox", "sk-", "sk_", "rk_", "aiza", "npm_", "pypi-", "hf_", "haima_", "sg.", "-----begin",
)  # fmt: skip
"""What none of the patterns can do without, in lower case; a text without digits and words like these is done with."""

_SEPARATOR: Final = "[-\u00a0\u2009 \u2010\u2011]"
_CARD: Final = re.compile(
    r"(?<![\dA-Za-z_+.,/\-])"
    rf"(?:\d{{4}}(?P<by>{_SEPARATOR})\d{{4}}(?P=by)\d{{4}}(?P=by)\d{{1,4}}(?:(?P=by)\d{{3}})?"
    rf"|\d{{4}}(?P<as>{_SEPARATOR})\d{{6}}(?P=as)\d{{4,5}}"
    r"|\d{13,19})"
    r"(?![\dA-Za-z_]|[.,\-]\d|-[A-Za-z])"
)
_ISSUED: Final = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})"  # Visa
    r"|(?:5[1-5]\d\d|222[1-9]|22[3-9]\d|2[3-6]\d\d|27[01]\d|2720)\d{12}"  # Mastercard
    r"|3[47]\d{13}"  # American Express
    r"|(?:6011|64[4-9]\d|65\d\d|62\d\d|81\d\d)\d{12,15}"  # Discover, UnionPay
    r"|35(?:2[89]|[3-8]\d)\d{12,15}"  # JCB
    r"|3(?:0[0-5]|[689]\d)\d{11}"  # Diners Club
    r"|220[0-4]\d{12,15}"  # Mir
    r"|60\d{14}"  # RuPay
)
_TOKENS: Final = re.compile(
    r"(?<![A-Za-z0-9_\-])(?:"
    r"(?:AKIA|ASIA)[0-9A-Z]{16}"
    r"|gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{22,255}|glpat-[\w\-]{20,255}"
    r"|xox[a-z]-[A-Za-z0-9\-]{10,255}|AIza[\w\-]{35}|npm_[A-Za-z0-9]{36}|pypi-[\w\-]{50,255}|hf_[A-Za-z0-9]{30,64}"
    r"|haima_[\w\-]{43}"
    r"|[sr]k_(?:live|test)_[A-Za-z0-9]{16,255}|SG\.[\w\-]{16,64}\.[\w\-]{16,128}"
    r"|sk-(?=[\w\-]{0,250}\d)[\w\-]{20,255}"
    r"|eyJ[\w\-]{8,4000}\.[\w\-]{8,8000}\.[\w\-]{8,2000}"
    r")(?![A-Za-z0-9])",
    re.ASCII,
)
_PRIVATE_KEY: Final = re.compile(
    r"-----BEGIN (?P<kind>[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----"
    r"(?:(?:(?!-----).){0,20000}-----END (?P=kind)-----|(?:(?:\s|\\n){0,4}[A-Za-z0-9+/=]{32,200}){1,300})",
    re.DOTALL,
)
_BEARER: Final = re.compile(r"(?i:\bbearer) +(?P<value>[A-Za-z0-9._~+/\-]{20,4000}=*)", re.ASCII)
_IN_URL: Final = re.compile(r"\b[A-Za-z][A-Za-z0-9+.\-]{1,30}://[^\s/:@]{0,200}:(?P<value>[^\s/@]{1,200})@")
_NAMED: Final = re.compile(
    r"(?:(?i:pass(?:word|wort|wd|phrase|code)|\bpwd|contraseña|\bclave"
    r"|(?:api|access|secret|private|auth|client|refresh)[ _\-]?(?:key|token|secret))"
    r"|密码|密碼|口令|密钥|密鑰|パスワード)"
    r"(?P<said>[\"']?\s{0,3}(?:=|:|：|(?i:\b(?:is|are|ist|es)\b:?)|是|为|為|は|叫|设为|改成|改为)\s{0,3})"
    r"[\"'“‘「]?(?P<value>[!-~]{4,200})"
)
_ENDS: Final = ".,;)]}\"'"
_MASKED: Final = "[masked"
_ID_WEIGHTS: Final = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


def mask_secrets(text: str) -> tuple[str, int]:
    """Return the text with every secret replaced by `[masked card]` and the like, and how many there were.

    Takes time linear in the text. What was masked once is not masked again.
    """
    lowered = text.lower()
    if not any(word in lowered for word in _WORDS) and _DIGITS.search(text) is None:
        return text, 0
    total = 0
    steps: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
        (_PRIVATE_KEY, lambda _: "[masked private key]"),
        (_TOKENS, lambda _: "[masked token]"),
        (_BEARER, _without_value),
        (_IN_URL, _without_value),
        (_NAMED, _without_named),
        (_CARD, _without_card),
    )
    for pattern, replace in steps:
        text, count = _replace(pattern, replace, text)
        total += count
    return text, total


def mask_json(value: Any) -> tuple[Any, int]:
    """Return JSON with every text in it masked (keys stay), and how many secrets there were."""
    if isinstance(value, str):
        return mask_secrets(value)
    if isinstance(value, Mapping):
        pairs = {key: mask_json(entry) for key, entry in value.items()}
        return {key: entry for key, (entry, _) in pairs.items()}, sum(count for _, count in pairs.values())
    if isinstance(value, Sequence):
        entries = [mask_json(entry) for entry in value]
        return [entry for entry, _ in entries], sum(count for _, count in entries)
    return value, 0


def _replace(pattern: re.Pattern[str], replace: Callable[[re.Match[str]], str], text: str) -> tuple[str, int]:
    count = 0

    def counted(found: re.Match[str]) -> str:
        nonlocal count
        masked = replace(found)
        count += masked != found[0]
        return masked

    return pattern.sub(counted, text), count


def _without_value(found: re.Match[str]) -> str:
    if found["value"].startswith(_MASKED):
        return found[0]
    start, end = found.span("value")
    at = found.start()
    return f"{found[0][: start - at]}[masked password]{found[0][end - at :]}"


def _without_named(found: re.Match[str]) -> str:
    """Prose goes on after `is` and a colon (`the password is wrong`): there a value must not look like a word."""
    value = found["value"].rstrip(_ENDS)
    assigned = found["said"].strip("\"' ") == "=" and not found["said"].endswith(" ")
    if found["value"].startswith(_MASKED) or len(value) < 4 or not (assigned or _no_word(value)):
        return found[0]
    start = found.start("value") - found.start()
    return f"{found[0][:start]}[masked password]{found[0][start + len(value) :]}"


def _no_word(value: str) -> bool:
    if value.isdigit():
        return True
    mixed = not value.islower() and not value.isupper() and not value.istitle()
    return (
        any(c.isdigit() for c in value)
        or (any(c in "!@#$%^&*_+=~" for c in value) and len(value) >= 6)
        or (mixed and value.isalpha() and len(value) >= 8)
    )


def _without_card(found: re.Match[str]) -> str:
    shown = found[0]
    head, separator, tail = shown[:-4], shown[-4:-3], shown[-3:]
    for card, rest in ((shown, ""), (head, separator + tail)) if not separator.isdigit() else ((shown, ""),):
        if _is_card("".join(str(int(c)) for c in card if c.isdigit())):
            return f"[masked card]{rest}"
    return shown


def _is_card(digits: str) -> bool:
    return _ISSUED.fullmatch(digits) is not None and _luhn(digits) and not (_is_identity(digits) or _is_ean(digits))


def _luhn(digits: str) -> bool:
    """ISO/IEC 7812-1, annex B."""
    doubled = [int(d) * (1 + place % 2) for place, d in enumerate(reversed(digits))]
    return sum(d - 9 * (d > 9) for d in doubled) % 10 == 0


def _is_identity(digits: str) -> bool:
    """GB 11643-1999: a birth date at the seventh digit, and a check digit modulo 11."""
    if len(digits) != 18:
        return False
    year, month, day = int(digits[6:10]), int(digits[10:12]), int(digits[12:14])
    check = "10X98765432"[sum(w * int(d) for w, d in zip(_ID_WEIGHTS, digits, strict=False)) % 11]
    return 1900 <= year <= 2100 and 1 <= month <= 12 and 1 <= day <= 31 and digits[17] == check


def _is_ean(digits: str) -> bool:
    """EAN-13 (GS1): weights 1 and 3 in turn."""
    return len(digits) == 13 and sum(int(d) * (1 + 2 * (place % 2)) for place, d in enumerate(digits)) % 10 == 0
