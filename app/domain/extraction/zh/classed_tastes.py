"""Food, drink, pastimes, genres, games and teams told by their class: what the user likes, does, and avoids."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.evidence import LASTING, LIKES, ONCE, OTHERS, WANTS, Seen, taste_of
from app.domain.extraction.zh.lexicon import WORDS
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import NUMBER, tidy

_ASKS_FOR: Final = re.compile(r"推荐|附近|怎么做|做法|想吃|想喝|来点|点(?:个|份|一)|哪家|菜谱|食谱|攻略|教程|入门|安排")
_STRONG: Final = re.compile(r"爱(?!人|情)|喜欢|最|迷|瘾|离不开|顿顿|天天|每[天周]|抵抗|百[吃看听]不厌")
_GIVEN_UP: Final = re.compile(r"不(?:再)?(?:打|玩|练|学|跑|跳|弹|看|听|追)了|戒了|放弃|荒废")
_PARTED: Final = re.compile(
    rf"(?P<verb>[打玩练学撸拉弹吹跳画写养钓爬骑踢跑教开卖修种做唱送拍搓下看追])(?:了|过)?(?:快|有|将近|差不多|"
    rf"整整)?(?:{NUMBER}|好几|大半)(?:来|多)?(?:年|个月|辈子)(?:多)?(?:的)?(?P<what>[\u4e00-\u9fffa-z]{{1,5}})"
)
_PARTAKES: Final = re.compile(
    r"(?:养|种|收|攒|囤|存)了?[^,，没不]{1,8}$|"
    r"(?:打|踢|玩|练|学|跑|跳|弹|拉|吹|唱|吼|哼|听|看|追|下|养|种|画|写|拍|钓|爬|骑|游|滑|做|搓|盘|攒|收|集|刷|"
    r"泡|逛|织|钩|刻|酿|烤|烘)(?:了|着|过|的|个|点|起|些|上)*$"
)


def read_taste(seen: Seen) -> list[Statement]:
    """Return an allergy, an aversion or a liking for a food or drink, by what is said around it."""
    told = seen.told
    taste = taste_of(seen.around) or taste_of(seen.beside) or (taste_of(told.opened) if seen.alone else "")
    if not taste or not seen.is_users or seen.is_over:
        return []
    if taste == "likes":
        if ONCE.search(seen.plain) and not LASTING.search(seen.plain):
            return []
        if _ASKS_FOR.search(seen.plain) and not _STRONG.search(seen.plain):
            return []
    whole = tidy(told.clause.typed[: told.end])
    return [give(told, taste, whole if seen.alone and seen.plain.endswith(seen.hit.word) else seen.typed, 0.7)]


def read_parted(told: Told) -> list[Statement]:
    """Return a pastime or trade whose verb and noun stand apart ("撸了三年铁", "卖了十年水果")."""
    parted = _PARTED.search(told.clause.plain[: told.end])
    if not parted or told.role not in ("user", "close") or OTHERS.search(told.clause.plain[: parted.start()]):
        return []
    for end in range(len(parted["what"]), 0, -1):
        classes = WORDS.get(parted["verb"] + parted["what"][:end], frozenset()) or (
            WORDS.get(parted["what"][:end], frozenset()) if end > 1 else frozenset()
        )
        if classes & {"hobby", "act", "game", "species"}:
            value = told.clause.part(parted.start("verb"), parted.start("verb") + 1)
            value += told.clause.part(parted.start("what"), parted.start("what") + end)
            return [give(told, "job" if "act" in classes else "hobby", value, 0.7)]
    return []


def read_pastime(seen: Seen) -> list[Statement]:
    """Return a pastime that the clause tells as lasting or loved, or an aversion to it."""
    told, plain = seen.told, seen.plain
    if not seen.is_users or seen.is_over or _GIVEN_UP.search(plain):
        return []
    if re.search(
        r"(?:没|从没|从不|不会|没有|还没|不想|不再|不)(?:怎么|正经|"
        r"真)?(?:[打玩练学跑跳弹拉吹唱听看追画写拍骑游滑做去])?(?:过|了)?$",
        seen.before,
    ):
        return [give(told, "dislikes", seen.typed, 0.6)] if re.search(r"不(?:看|听|追|玩)$", seen.before) else []
    taste = taste_of(seen.around)
    if taste in ("avoids", "dislikes") and not LASTING.search(seen.before):
        return [give(told, "dislikes", seen.typed, 0.7)]
    if _ASKS_FOR.search(plain) and not _STRONG.search(plain):
        return []
    if seen.before.endswith(("还是", "就是", "最")) and re.match(
        r"(?:最)?(?:好|香|得劲|有意思|舒服|带劲|爽|过瘾|有味)", seen.after
    ):
        return [give(told, "hobby" if "hobby" in seen.hit.classes else "likes", seen.typed, 0.7)]
    if WANTS.search(seen.before):
        return [give(told, "goal", seen.typed, 0.6)] if re.search(r"学(?:会|好|习)?$", seen.before) else []
    if seen.alone and re.search(r"(?:现在|如今|改成?|换成)(?:只|就|去|在)?$", seen.before):
        return [give(told, "hobby" if "hobby" in seen.hit.classes else "likes", seen.typed, 0.7)]
    lasting = bool(LASTING.search(seen.beside)) + bool(LIKES.search(seen.beside)) + bool(_PARTAKES.search(seen.before))
    if not lasting or (ONCE.search(plain) and not LIKES.search(plain)):
        return []
    return [give(told, "hobby" if "hobby" in seen.hit.classes else "likes", seen.typed, 0.6 + 0.1 * (lasting > 1))]
