"""What ends in Chinese, whatever it is: an open class told by how the end is said. The kinds of saying covered:

- the thing in front: "羽毛球不爱打了", "烟我不抽了", "QA 拜拜", "麻吉送给表妹了", "年卡到期没续"
- the thing behind: "告别X", "放弃了X", "从X离职了", "没在X做了", "跟X拜拜"
- no allergy any more: "不再对花生过敏了", "对花生不过敏了"
- one for another: "周六不击剑了改成攀岩", "把X换成Y", "X不喝了改喝Y", "从X换到Y"
- not to be kept: "工资那个别记啊", "刚说的房租删了吧", "住址当我没说"
"""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.plans_patterns import WEEKDAY
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.text import fold
from app.domain.extraction.zh.values import tidy

_NP: Final = r"(?:(?!不|没|了|我|你|他|她|就|也|都|已经|早就|再也|现在|最近)[\u4e00-\u9fffa-z0-9 +#.·-])"
_BETWEEN: Final = (
    r"(?:我|俺|他|她|它|就|也|都|已经|早就|早|再也|现在|如今|最近|后来|上个?月|上周|去年|今年|昨天"
    r"|前天|真的|实在|是|彻底|全|给|,| )*"
)
_FRONT_STOP: Final = re.compile(
    rf"^(?:{_BETWEEN})(?:那个?|之前的?|以前的?|原来的?)?(?P<what>{_NP}{{1,12}}?){_BETWEEN}"
    r"(?:(?:不|没)(?:肯|愿|愿意)?(?:再|在|怎么|太|想|敢|能)?(?:爱|喜欢)?(?:吃|喝|抽|养|学|用|玩|做|干|写|看|"
    r"练|打|追|教|穿|去|上|跑|跳|弹|拉|唱|搞|听|开|骑|当|租|订|住|续|管|办|种|画|拍|碰|沾|要|"
    r"报|考|接|卖)?了"
    r"(?:$|[\u4e00-\u9fff]{0,2}(?:改|换)|啊|哈|啦)|"
    r"(?:没(?:有)?(?:再)?(?:续|续费|续约|续签)(?:了)?|拜拜|再见|(?:也)?(?:黄了|泡汤|告吹|作罢|"
    r"凉了|没戏了|不了了之)|到期(?:了)?(?:没续|不续|没再续|就停)?(?:了)?$|(?:打|玩|跑|跳|踢|爬|骑|游|弹|唱|练|"
    r"学|做|干)不(?:了|动|成)了|戒(?:了|掉)|停(?:了|掉)|"
    r"放弃(?:了)?|搁(?:下|置)了?|荒废了|停办|停课|停刊|停运|停播|关张|解散|停产|停用|下线了?|废弃|淘汰了?|作废|"
    r"断(?:了|更)|没(?:坚持|"
    r"继续)(?:下去|下来)?(?:了)?$|"
    r"[吃喝用穿看听玩坐]得(?:胃疼|难受|想吐|腻|恶心|上火|失眠|拉肚子|头疼|烦)|(?:考完|考过|考"
    r"上|考下来|通过|拿到|达成|完成|搞定|到手|还清|跑完|读完|写完)(?:了|啦)|"
    r"送(?:给)?[^,，了]{0,8}(?:养|了)(?:了)?$|转(?:让|手|给[^,，]{1,5})(?:了)?$|出(?:掉|手)(?:"
    r"了)?$|捐(?:了|掉)|处理掉|搬走了|卸(?:载)?(?:了|掉)|"
    r"退(?:了|掉|货)|取消(?:了)?|撤了|拆(?:了|掉)|改掉了|治好了?|好全了))"
)
_BEHIND_STOP: Final = re.compile(
    rf"^{_BETWEEN}(?:告别(?:了)?|放弃(?:了)?|退出(?:了)?|离开(?:了)?|戒掉(?:了)?|戒了|断了|弃(?:了)?|停掉(?:了)?|停了|"
    rf"卸载了?|卸了|取消了?|退(?:了|掉了?)|卖(?:了|掉了?)|扔了|转让了|(?:跟|和|与)(?={_NP}"
    rf"{{1,10}}(?:说)?(?:拜拜|再见|分手)))(?P<what>{_NP}{{1,10}}?)(?:说)?(?:拜拜|再见|分手)?(?:"
    rf"了)?$"
)
_NOT_ALLERGIC: Final = re.compile(
    rf"^{_BETWEEN}(?:已经|现在)*(?:不再|不会再|不)对(?P<what>{_NP}{{1,12}}?)过敏(?:了)?$|"
    rf"^对(?P<other>{_NP}{{1,12}}?)(?:已经|早就|现在|也|都)*(?:不再|不会再|不)过敏(?:了)?$"
)
_FROM: Final = re.compile(
    rf"(?:从|跟|由)(?P<what>{_NP}{{1,12}}?)(?:那边|这边|里|那儿)?(?:离职|辞职|跳槽|跳出来|出来|"
    rf"退出|搬走|搬出来|搬出|毕业|退学|退役|离开|撤)(?:了)?"
)
_NOT_AT: Final = re.compile(
    rf"^{_BETWEEN}(?:不|没)(?:再|有)?在(?P<what>{_NP}{{1,12}}?)(?:那边|这边|里|那儿)?(?:干|做|"
    rf"住|上班|工作|待|呆|读|念|学|教|租)?了?$"
)
_INSTEAD: Final = re.compile(
    rf"^(?P<when>{WEEKDAY}|每[天周月晚早]|早上|晚上|中午|早餐|午饭|晚饭)?{_BETWEEN}不(?:再|想|"
    rf"爱|喜欢)?(?:吃|喝|抽|学|用|玩|做|写|看|练|打|上|跑|跳|弹|去)?"
    rf"(?P<wrong>{_NP}{{0,10}}?)了?(?:,|，| )*(?:都|就|也|全)*(?P<how>改(?:成|为|到)?|换(?:成|"
    rf"到)?)(?P<verb>吃|喝|抽|学|用|玩|做|写|看|练|打|上|跑|跳|弹|去)?(?:了)?"
    rf"(?P<right>{_NP}{{1,14}}?)(?:了)?$"
)
_TURNED_TO: Final = re.compile(
    rf"^{_BETWEEN}(?:改|转|换)(?:成)?(?P<verb>喝|吃|用|学|练|攻|打|踢|跳|穿|骑|开|坐|玩|看|听|做|写|"
    rf"读|跑|跳|弹|抽|教)(?!到|了|法)(?:的)?(?:了)?[ ]?(?P<right>{_NP}{{1,14}}?)(?:了)?$"
)
_BY_VERB: Final = {
    **dict.fromkeys("学练攻打踢跑跳弹", "hobby"),
    "用": "tool",
    "开": "car",
    "骑": "commute",
    "坐": "commute",
    "做": "job",
    "教": "job",
    "读": "major",
}
_SPOILT: Final = re.compile(
    rf"^(?:那家|那个|以前的?|现在)?(?P<what>{_NP}{{2,10}}?)(?:现在|最近|也|都|是|已经|真的|实在|,)*"
    r"(?:越[做来开办弄写拍演唱卖]越?[^,，]{0,2}(?:敷衍|差|难吃|难喝|贵|坑|水|烂|离谱|不行|没意思|没味|油腻|咸|"
    r"甜|小|糊弄)|变味(?:了|儿)?|不行了|拉胯|翻车|踩雷|质量下降|店大欺客|没以前好|大不如前|塌房)"
)
_UNWILLING: Final = re.compile(
    rf"^(?P<what>{_NP}{{2,8}}?)(?:[^,，]{{0,6}}?)(?:不肯|不愿意?|不想|不敢|不打算|不会|没法|"
    rf"不能)再(?:[打踢玩练学去碰吃喝养跑跳弹看听追写画种钓骑]|继续)(?:了)?"
)
_EATS_MEAT: Final = re.compile(r"(?<!不)(?:开始|又|重新|恢复)(?:能|可以)?吃(?:肉|荤)|不吃素了|开荤了")
_GRADUATED: Final = re.compile(r"^(?:终于|今年|刚|去年|已经|我|上个?月|,)*毕业(?:了|啦)(?:$|[,，])")
_NO_THING: Final = re.compile(
    r"^(?:想|打算|准备|要|能|可以|差点|人|事|话|钱|饭|觉|心|工作|东西|结果|今天|明天|时间|什么"
    r"|谁|这|那|好|对|行|再|还|又|可|是|有|在|说|跟|和|把|被|让|"
    r"从|到|要不|算|真|太|很|最|更|本来|其实|感觉|觉得|怎么|为什么|干嘛|为啥|天|雨|电|水|网|路"
    r"|车站|[a-z0-9]$|快递|外卖|消息|电话|会议|游戏|"
    r"一点都?|一点也?|有点|实在|根本|真的|完全|完)$|^(?:想|打算|准备|要|能不能|可以|舍不得|看"
    r"到|看见|听说|觉得|希望|如果|要是|别|请|帮|邻居|同事|朋友)|"
    r"[的得地]$|怎么|什么|多少|为啥"
)
_UNKEPT: Final = re.compile(
    r"(?P<what>[\u4e00-\u9fffa-z0-9]{1,10}?)(?:那(?:个|条|事|件事|句|段)?|这(?:个|条|事|件事|"
    r"句|段)|的事儿?|的话|的信息|的记录)?"
    r"(?:啥的|什么的)?(?:就|全部?|统统|通通|一起|都给我|你|您|请|都|先|也|给我|帮我|还是|麻烦|可以|记得|,|，| )*"
    r"(?:别(?:再)?(?:记|存|留|保存|记录|记住)|不(?:用|要|必)(?:再)?(?:记|存|留|保存|记录)|删(?"
    r":了|掉|除|一下)|忘(?:了吧|掉|了它)|抹(?:了|掉)|清(?:了|掉)|"
    r"撤(?:回|了吧)|划掉|当我?没(?:说|提|讲))"
)
_LEAD_IN: Final = re.compile(
    r"^(?:对了|哎|啊|那个?|这个?|还有|请|麻烦|你|把|关于|有关|刚刚?|刚才|之前|上次|前面|我|跟"
    r"你|和你|说|提|讲|过|的|到|聊|话|,|，| )*"
)


def read_ends(told: Told) -> list[Statement]:
    """Return what a clause of the user's (or of somebody close) ends, and what takes its place."""
    text = told.text
    if match := _INSTEAD.match(text):
        return _instead(told, match)
    if match := _NOT_AT.match(text):
        return _retracted(told, match)
    if match := _NOT_ALLERGIC.match(text):
        what = tidy(told.part(*match.span("what" if match["what"] else "other")))
        return [Statement("fact", "allergy", what, told.subject, "retract", 0.9)] if what else []
    if match := _TURNED_TO.match(text):
        right = tidy(told.part(*match.span("right")))
        return [give(told, _BY_VERB.get(match["verb"], "likes"), right, 0.8)] if right else []
    if _EATS_MEAT.search(text):
        return [Statement("fact", "diet", "", told.subject, "retract", 0.9)]
    if _GRADUATED.search(text):
        return [
            Statement("fact", "grade", "", told.subject, "retract"),
            Statement("fact", "", "读研", told.subject, "retract"),
        ]
    if match := _SPOILT.match(text) or _UNWILLING.match(text):
        return _retracted(told, match)
    match = _FRONT_STOP.match(text)
    if match and not match.group(0).endswith("好了") and (found := _retracted(told, match)):
        return found
    if match := _BEHIND_STOP.match(text) or _FROM.search(text):
        return _retracted(told, match)
    return []


def _retracted(told: Told, match: re.Match[str]) -> list[Statement]:
    what = tidy(told.part(*match.span("what")))
    if not what or _NO_THING.search(fold(what)):
        return []
    return [Statement("fact", "", what, told.subject, "retract", 0.9)]


def _instead(told: Told, match: re.Match[str]) -> list[Statement]:
    """Return the new thing under its time ("周六攀岩") or its verb, said to correct the old one."""
    right, wrong = (tidy(told.part(*match.span(group))) for group in ("right", "wrong"))
    if not right or _NO_THING.search(fold(right)):
        return []
    when, verb = match["when"] or "", match["verb"] or ""
    attribute = "schedule" if when else _BY_VERB.get(verb, "likes")
    found = [Statement("fact", "", wrong, told.subject, "retract", 0.9)] if wrong else []
    return [*found, give(told, attribute, when + right, 0.8)]


def unkept(text: str, typed: str) -> list[tuple[str, str]]:
    """Return, folded and as typed, the things that a message asks not to keep and names in front ("工资那个别记")."""
    found = []
    for match in _UNKEPT.finditer(text):
        lead = _LEAD_IN.match(match["what"])
        start = match.start("what") + (lead.end() if lead else 0)
        what = text[start : match.end("what")]
        if what and not _NO_THING.search(what):
            found.append((what, typed[start : match.end("what")]))
    return found
