"""Trades, workplaces and tools told by their class: what the user (or a relative) does, where, and with what."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.evidence import DENIED, FEARED, LASTING, ONCE, WANTS, Seen
from app.domain.extraction.zh.lexicon import find_words, technology
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.slots import ONE_AT_A_TIME
from app.domain.extraction.zh.values import NUMBER, tidy

SLOTS: Final = frozenset(technology.CLASSES)
"""Classes that are attributes themselves: "database", "editor", "car"."""
DEVICES: Final = frozenset(("phone_model", "computer", "tablet", "camera", "watch", "console", "car"))

_HOLDS: Final = re.compile(
    r"(?:(?<!不)(?<!就)是|(?<!不)当(?!然|时|年)(?:上)?|做|干|担任|任|从事|身为|作为|成为?|改行|转行|转岗|转做|"
    r"改做|职业|本行|主业|专职|兼职|副业|工作|应聘|考上|退役|一[名个位]|学)"
    r"(?:了|着|过|的|个|名|位|一|去|做|当|是|:|：|,| |在|后|之)*(?P<more>[^,，是当做的了]{0,8})$"
)
_OTHERWISE: Final = re.compile(r"(?:像|比|找|问|给|跟|和|被|让|请|叫|约|遇[到见]?|碰到|看到|等|对|嫁|娶|个)$")
_BARE_END: Final = re.compile(r"^(?:一[枚个名只位]|的|啦|了|呀|出身|嘛|,|在读|上班|工作|[\d一二三四五六七八九十]+年)*$")
_BARE_START: Final = re.compile(
    r"^(?:我|本人|咱|一个|一名|普通|苦逼|资深|小|老|在|就是|就一|现在|目前|做|当|的|干|"
    r"个)*(?P<more>[^,，是了不没你他她]{0,8})$"
)
_FAINT: Final = frozenset(
    [
        "测试",
        "运维",
        "前台",
        "编辑",
        "运营",
        "财务",
        "行政",
        "销售",
        "采购",
        "中介",
        "助理",
        "主管",
        "经理",
        "后期",
        "翻译",
        "校对",
        "老板",
        "客服",
        "策划",
        "文案",
        "教练",
        "司机",
        "老师",
        "医生",
        "警察",
        "演员",
        "歌手",
        "房东",
        "网红",
        "博主",
        "主播",
        "裁判",
        "模特",
        "指挥",
        "顾问",
        "老板娘",
        "科长",
        "处长",
        "局长",
        "校长",
        "前端",
        "后端",
        "店长",
        "店员",
        "站长",
        "领队",
        "导演",
        "主持人",
        "小学生",
        "志愿者",
        "公务员",
        "体制内",
    ]
)
"""Words that may be anybody's trade or another thing: only where a verb says that somebody is one."""
_EMPLOYED: Final = frozenset(("外包", "外包员工", "劳务派遣", "体制内", "事业编"))
_LIVING: Final = re.compile(
    rf"^(?:的(?!时候|话|人)|为生|糊口|谋生|营生|这(?:行|一行)|生意|{NUMBER}(?:来|多)?年|工作|上班|的活)"
)
_NOW_DOES: Final = re.compile(
    r"(?:现在|目前|平时|主要|靠|白天|在(?![家线])|给[^,，]{1,5}|本职|一直|专门|专职|自己|天天|辞职后?|"
    r"退休后?)(?:[^,，]{0,6})$"
)
_AT: Final = re.compile(
    r"(?P<verb>在|去(?=[^,，]{1,8}(?:上班|打工|当|工作|任教|上的班))|进了?|入职了?|去了|到|(?:跳槽|跳|调|转|派|"
    r"换)(?:到|去)了?|入职)(?P<more>(?!家|哪|这|那|你|他)[^,，在进到的了]{0,10})$"
)
_WORKS: Final = re.compile(
    rf"^(?:里面?|上|那边|这边|内)?(?:当|做|干|上班|上着班|工作|打工|搬砖|实习|管|负责|教|带|给|跑|开|卖|修|值|"
    rf"站柜|站岗|坐班|扫|洗|切|端|收银|画|搞|熬|轮|倒班|守|接|混|看(?:店|门|仓|大门)"
    rf"|写|任职|就职|任教|供职|服役|卖力|{NUMBER}(?:来|多)?年)"
)
_NO_WORK: Final = re.compile(
    r"^(?:里面?|上)?(?:给[^,，]{0,4}(?:打电话|看病|拿)|开(?:会|药|证明|车)|写作业|带(?:孩子|娃)(?:看|打|玩)|"
    r"做(?:检查|手术|体检|核酸)|接(?:孩子|娃|人)|收(?:到|快递)|洗车|教育)"
)
_USED: Final = re.compile(
    r"用|学的|刷|使|写|跑|搭|接|上(?!次)|换|全|都|切|迁|升级|装|主力|项目|公司|我们|组里|团队|后端|前端|数据库|"
    r"框架|靠|基于|部署|技术栈|套|吃饭|做|搞|开发|就(?=[a-z])|还是|开着|编辑器|记|画|剪|建模|存|放|管"
)
_OWNS: Final = re.compile(
    r"我的|开(?!会|发|始|心)|骑|用|买了|入手|提了|换了|手里|家里|有[一辆台部]|主力|二手|坏|修|代步|上班|通勤|"
    r"抱(?:着|回)|剁手|插|屏|电池|贷款"
)
_NOT_USED: Final = re.compile(
    r"谁|别人|听说|没用过|学不会|推荐|对比|区别|教程|报错|报了|是什么|崩|想学|想买|打算买|准备买|羡慕|要不要|"
    r"不是我的|广告|以前|之前|原来|原先|从(?=[^,，]{0,12}(?:换|迁|切|转|改))|淘汰|弃|不用|那会儿|那时候|没学|"
    r"告别|卸|讨厌|劝退|退坑|拜拜"
)


def read_trade(seen: Seen) -> list[Statement]:
    """Return a trade that somebody is said to have, with the words before it that tell it closer."""
    before, word = seen.before, seen.hit.word
    if FEARED.search(before) or re.search(r"不是|没当|不当|又不|不像|别当|当成|当作|叫我|以为", before):
        return []
    holds = _HOLDS.search(before)
    explicit = seen.told.role == "close" or seen.told.explicit
    attribute = "former_job" if seen.is_over else "employment" if word in _EMPLOYED else "job"
    if holds and seen.is_users and not _OTHERWISE.search(holds["more"]):
        if WANTS.search(before[: holds.start() + 1]) and not re.search(r"考上|当上|转行|改行", before):
            return []
        weak = holds[0].startswith(("一", "学")) and not explicit and not _BARE_END.match(seen.after)
        return [] if weak and word in _FAINT else [_job(seen, attribute, holds.start("more"))]
    bare = _BARE_START.match(before if seen.told.role != "close" else before[seen.told.body :])
    if bare and (word not in _FAINT or _hires(before)) and _BARE_END.match(seen.after) and seen.is_users:
        start = bare.start("more") + (seen.told.body if seen.told.role == "close" else 0)
        return [_job(seen, attribute, start)]
    return []


def _hires(before: str) -> bool:
    """Whether a place of work stands in front ("游戏公司测试")."""
    return any("org" in hit.classes for hit in find_words(before))


def read_act(seen: Seen) -> list[Statement]:
    """Return what somebody does for a living, told by the act ("开货车的", "在殡仪馆给逝者化妆")."""
    before, after = seen.before, seen.after
    if not seen.is_users or FEARED.search(before) or WANTS.search(before) or ONCE.search(before):
        return []
    if re.search(r"不(?:是|想|会)?$|没$|别$", before) or re.match(r"[椅仪器店油机包垫床枕馆]", after):
        return []
    if _LIVING.match(after) or _NOW_DOES.search(before):
        return [give(seen.told, "former_job" if seen.is_over else "job", seen.typed, 0.7)]
    own = before[seen.told.body :] if seen.told.explicit else "?"
    if own in ("", "在", "就", "是", "也", "还在") and after in ("", "的", "呢"):
        return [give(seen.told, "job", seen.typed, 0.7)]
    if LASTING.search(before) and seen.told.explicit:
        return [give(seen.told, "job", seen.typed, 0.6)]
    return []


def read_workplace(seen: Seen) -> list[Statement]:
    """Return where somebody works: in front "在", behind what is done there."""
    at = _AT.search(seen.before)
    if not at or not seen.is_users or seen.is_over or WANTS.search(seen.before) or ONCE.search(seen.before):
        return []
    moved = len(at["verb"]) > 1 and re.match(r"(?:了|啦|,|$|上班|报到)", seen.after)
    if _NO_WORK.match(seen.after) or not (moved or _WORKS.match(seen.after)):
        return []
    return [_job(seen, "employer", at.start("more"))]


def read_tool(seen: Seen) -> list[Statement]:
    """Return a product under the attribute of its kind, where the user or their team uses or owns it."""
    kinds = sorted(seen.hit.classes & SLOTS)
    around = seen.before[-14:] + " " + seen.after[:10]
    if not kinds or not seen.is_users or _NOT_USED.search(seen.before[-14:] + seen.after[:10]):
        return []
    if DENIED.search(seen.before[-6:]) or FEARED.search(seen.before) or seen.told.role == "close":
        return []
    if kinds[0] in DEVICES:
        if not _OWNS.search(around) or WANTS.search(seen.before):
            return []
    elif not (_USED.search(around) or seen.alone):
        return []
    if WANTS.search(seen.before) and not re.search(r"换|迁|改", seen.before):
        return []
    kind = kinds[0] if kinds[0] in ONE_AT_A_TIME or kinds[0] == "programming_language" else "tool"
    return [give(seen.told, kind, seen.typed, 0.7)]


def _job(seen: Seen, attribute: str, start: int) -> Statement:
    clause = seen.told.clause
    value = tidy(clause.typed[max(start, 0) : seen.hit.end])
    return give(seen.told, attribute, value or seen.typed, 0.7)
