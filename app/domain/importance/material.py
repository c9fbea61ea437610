"""Tells what somebody says from what somebody pastes or quotes, before the saying is judged."""

import re
from typing import Final, NamedTuple

_MOST_HEAD: Final = 3_000
_MOST_TAIL: Final = 1_000
_QUOTED: Final = re.compile(
    r"\b\w+\([\"'][^)\n]{0,400}[\"']\)|“[^”]{6,2000}”|「[^」]{6,2000}」|『[^』]{6,2000}』|"
    r"\"[^\"\n]{12,1000}\"|(?m:^>.*$)"
)
_NOTICE_END: Final = re.compile(r"——|\n\s*\n|\n-{3,}|\n—|…")
_FENCED: Final = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_NOTICES: Final = (
    "dear customer",
    "dear user",
    "dear resident",
    "dear sir",
    "dear madam",
    "dear valued",
    "dear parents",
    "dear all",
    "whom it may concern",
    "terms and conditions",
    "terms & conditions",
    "all rights reserved",
    "unsubscribe",
    "do not reply to this",
    "permission is hereby granted",
    "without warranty",
    "forward this",
    "forwarded message",
    "forwarded:",
    "fwd:",
    "share this with",
    "share with everyone",
    "click here",
    "click the link",
    "limited time offer",
    "this email and any",
    "this e-mail",
    "this message is confidential",
    "we use cookies",
    "privacy policy",
    "lorem ipsum",
    "pass it on",
    "copied from",
    "found online",
    "found this online",
    "尊敬的",
    "亲爱的用户",
    "亲爱的业主",
    "亲爱的客户",
    "亲爱的家长",
    "亲爱的顾客",
    "各位业主",
    "各位居民",
    "各位家长",
    "各位住户",
    "各位乘客",
    "温馨提示",
    "通知：",
    "公告",
    "转发",
    "转给",
    "请广大",
    "请各位",
    "特此通知",
    "版权所有",
    "最终解释权",
    "本公司",
    "本店",
    "本品",
    "本产品",
    "本协议",
    "本条款",
    "本软件",
    "免责声明",
    "退订",
    "点击链接",
    "扫码",
    "限时优惠",
    "限时抢购",
    "物业管理处",
    "物业服务中心",
    "敬请谅解",
    "by using this",
    "by continuing to use",
    "you agree that",
    "you agree to",
    "terms of service",
    "terms of use",
    "reverse engineer",
    "dear partner",
    "newsletter",
    "抄来的",
    "网上抄",
    "网上看到的",
    "不转不是",
    "扩散",
    "複製",
    "轉發",
    "親愛的用戶",
    "溫馨提示",
    "敬請",
)
"""What notices, advertisements, chain letters and boilerplate say."""
_SPACED_NOTICES: Final = tuple(notice for notice in _NOTICES if notice.isascii())
_SPACED: Final = re.compile("[a-z]{3}")
"""Every one of them has three letters side by side."""
_HAN_NOTICES: Final = {
    start: tuple(notice for notice in _NOTICES if notice[0] == start)
    for start in dict.fromkeys(notice[0] for notice in _NOTICES if not notice.isascii())
}
"""By their first characters, which are few."""
_HAN_STARTS: Final = frozenset(_HAN_NOTICES)
_QUOTING: Final = frozenset('“「『">(')

_CODE_LINE: Final = re.compile(
    r"^\s*(?:[\w.\[\]\"']+\s*(?:=|:=|\+=|->)\s*\S|(?:def|class|import|from|return|const|let|var|function|"
    r"public|private|if|for|while|select|insert|update|create|docker|git|npm|pip|sudo|curl|cd|ls|export|"
    r"func|fn|use|#include|package|elif|else|try|except|raise|print|echo)\b.*[({:;=/\-.\"'*>\w]$"
    r"|[{}\[\]();<>/]+.*|.*[;{}]\s*$|\$ .*|\s*at \w[\w.$]+\(.*|\s*File \".*|\w*(?:Error|Exception|"
    r"Warning)\b.*|traceback .*|[\w-]+:\s.*(?:\d|true|false|\")\s*$|\"[\w-]+\"\s*:.*|<[a-z!/].*>|"
    r"\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d.*|\[?\d\d:\d\d:\d\d.*|(?:info|warn|error|debug|fatal)\b.*|"
    r"\[(?:info|warn|error|debug)\].*|[A-Z][A-Z0-9_]{2,}=.*|(?://|#|--) .*|@\w+.*)",
    re.IGNORECASE,
)


class Material(NamedTuple):
    """What a text consists of: `prose` to be judged, and `kind` of what was pasted into it (None: nothing was)."""

    prose: str
    kind: str | None
    nothing: bool


def sort_material(text: str) -> Material:
    """Return the prose of a text without what is pasted or quoted: code, logs, notices, other people's words."""
    if len(text) > _MOST_HEAD + _MOST_TAIL:
        text = text[:_MOST_HEAD] + "\n" + text[-_MOST_TAIL:]
    if not any(character.isalnum() for character in text):
        return Material("", None, True)
    kind: str | None = None
    if "```" in text:
        text, kind = _FENCED.sub("\n", text), "material"
    if "\n" in text:
        lines = text.split("\n")
        prose = [line for line in lines if not _is_code(line)]
        if len(prose) < len(lines):
            text, kind = "\n".join(prose), "material"
    if not _QUOTING.isdisjoint(text):
        text = _QUOTED.sub("…", text)
    lower = text.lower()
    first = _first_notice(lower)
    if first is not None:
        return Material(_own_words(text, first), kind or "foreign", False)
    return Material(text, kind, False)


def _first_notice(lower: str) -> int | None:
    """Return where the first notice begins, if there is one."""
    places = []
    if _SPACED.search(lower):
        places = [lower.index(notice) for notice in _SPACED_NOTICES if notice in lower]
    if not lower.isascii():
        for start in _HAN_STARTS.intersection(lower):
            places += [lower.index(notice) for notice in _HAN_NOTICES[start] if notice in lower]
    return min(places, default=None)


def _is_code(line: str) -> bool:
    return len(line) < 2000 and bool(line.strip()) and bool(_CODE_LINE.match(line))


def _own_words(text: str, notice_at: int) -> str:
    """Return what is said before a notice, and behind it after a dash, a quotation or an empty line."""
    line_start = text.rfind("\n", 0, notice_at) + 1
    ends = [match.end() for match in _NOTICE_END.finditer(text, notice_at)]
    return text[:line_start] + ("\n" + text[ends[-1] :] if ends else "")
