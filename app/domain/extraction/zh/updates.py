"""What ends, changes, or was said wrong, in Chinese. The kinds of saying covered:

- ends: "不学围棋了", "瑜珈课退掉了", "车卖了", "离职了", "分手了", "看腻了", "不过敏了", "取消了", a pet that died
- changes without a rule of their own: "X换成Y了", "X改到周四", "X定在Y", "我的X是Y", "我家X是Y"
- taken back: "忘掉我说的X", "别记这个", "当我没说", "开玩笑的"
A retraction with neither attribute nor value takes back what was said last; one with a subject of its own and neither
ends everything about that person or animal.
"""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.models import USER, Statement, Subject
from app.domain.extraction.zh.ends import read_ends, unkept
from app.domain.extraction.zh.kin import KIN, KIN_RE
from app.domain.extraction.zh.plans_patterns import PART, TIME, WEEKDAY
from app.domain.extraction.zh.rule import ADV, A, give, rule
from app.domain.extraction.zh.slots import read_held
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.updates_patterns import ALL_OF, FORGET_BA, LATER, NEW_JOB, NOUNS, SECRET
from app.domain.extraction.zh.values import tidy

_STOP: Final = re.compile(
    rf"{A}(?:早就|早|都|再也|已经)*不(?:再|怎么|太|想)?(?P<verb>吃|喝|抽|养|住(?:在)?|"
    rf"学|用|玩|做|干|写|看|练|打|追|爱(?:吃|喝|看)?|喜欢|教|在|穿|去|上|跑|跳|弹|"
    rf"搞|听|信|开|骑|当|租|订|跟|和)(?:的)?[ ]?(?P<what>[^,，了]{{1,14}}?)(?:上班|"
    rf"工作|干|住|做)?了(?:$|，|[,，]|啊|哈)"
)
_STOP_ATTRIBUTES: Final = {
    "住": "home",
    "住在": "home",
    "在": "employer",
    "喜欢": "likes",
    "爱": "likes",
    "爱吃": "likes",
    "爱喝": "likes",
    "爱看": "likes",
    "吃": "likes",
    "喝": "likes",
    "开": "car",
}
_GONE: Final = re.compile(
    rf"^(?:{ADV}{{0,3}})(?:把|那个|之前的?|原来的?)?(?P<what>[\u4e00-\u9fffa-z0-9 ]{{1,12}}?)(?:我|"
    rf"让我|被我|给我|已经|早就|早|也|都|全|就|刚|上周|昨天|上个?月|前几天)*"
    r"(?:卖(?:了|掉)|送人|扔(?:了|掉)|退(?:了|掉|订|租|课|卡|费)|取消|丢了|报废|"
    r"不要了|停了|停掉|解散|注销|关(?:门|掉|店)|倒闭|黄了|不用了|不学了|不练了|不喝了|"
    r"不吃了|不抽了|不去了|不上了|不做了|不养了|不写了|辞(?:了|掉)|断了|戒(?:了|"
    r"掉)|弃了)"
)
_TIRED: Final = re.compile(
    r"^(?P<what>[\u4e00-\u9fffa-z0-9 ]{1,10}?)(?:早就|已经|都|也|我)*(?:看|听|吃|喝|"
    r"玩|穿|用)?(?:腻|厌倦|烦)(?:了|歪)"
)
_FALLEN: Final = re.compile(
    r"对(?P<what>[^,，]{1,8})(?:已经|早就)?(?:没兴趣|无感|没感觉|不感兴趣|下头|祛魅|脱粉|粉转黑|爱不起来"
    r"|喜欢不起来|提不起(?:兴趣|劲)|失望透?)了"
)
_QUIT: Final = re.compile(
    r"(?<![想要])(?:离职|辞职|裸辞|辞了|被裁|被优化|被辞|下岗|失业|炒了|退休|跳槽|不干了|不教书了|不上班了"
    r"|不打工了|不教了|不开店了|不当[^,，了]{1,6}了|退伍|转业|"
    r"离开(?:了)?(?:公司|单位))"
)
_PARTED_FROM: Final = re.compile(
    r"(?:跟|和|与)(?P<name>(?!他|她|我|对象|前|那)[\u4e00-\u9fffa-z]{2,6}?)(?:已经|也|就|都|彻底|和平)*(?:分(?:了|"
    r"手|开)|掰了|吹了|黄了|断了|离了)"
)
_LEFT: Final = re.compile(
    r"^(?:原来|之前|以前|那)?(?:的|个)?(?P<what>(?!工作|公司|单位|我|已经|刚|终于|今|昨|上|去|正式|都"
    r"|也)[\u4e00-\u9fff]{2,5}?)(?:那[份边个]"
    r"|这[份边个])(?:工作|活儿?|班)?"
    r"(?:也|就|都|已经|早就|早|给|,)*(?:辞|不干|不做|不当|推|撂)(?:了|掉)"
)
"""One of several jobs, by its name ("幼师那份辞了")."""
_WITHOUT_WORK: Final = re.compile(r"退休|失业|下岗|待业")
_SPLIT: Final = re.compile(
    r"(?<!没)(?<!没有)(?<!不会)(?<!不)(?:分手|离婚|分开|离了|掰了|闹掰|吹了)(?!证|协议|后|冷静|的话|率)"
)
_DIED: Final = re.compile(
    r"^(?:昨天|今天|上周|前几天|上个?月|去年|已经|也|都|突然)*(?:去世|走了|过世|没了|"
    r"不在了|丢了|走丢|送人|送走|死了|去了喵星|去了汪星|去喵星|去汪星)"
)
_WELL: Final = re.compile(
    rf"{A}(?:对)?(?P<what>[^,，]{{0,8}}?)(?:已经|早就|现在|也|居然|都)*(?:不(?:再)?过敏|"
    rf"脱敏(?:成功)?|没事|没问题|阴性|解禁|不用忌|好(?:全)?了|痊愈|治好|康复)(?:了|$)|(?:能|可以|敢|开始|也能|"
    rf"会|爱|超爱|喜欢|爱上)(?:吃|喝)(?P<may>[^,，]{{1,8}}?)(?:了|$)"
)
_FORGET: Final = re.compile(
    r"(?:(?:请|麻烦|你)?(?:忘(?:掉|记|了(?=我|刚|之前|那))|删(?:掉|除|了)|清(?:除|"
    r"掉)|抹掉|撤回|收回|作废|别记(?:住|得|着|录)?|不要记(?:住|录)?|不用记(?:住|"
    r"录)?|别(?:再)?提|不要保存|别存)(?:吧|了)?)(?P<what>[^,，]{0,20})"
)
_NEVER_MIND: Final = re.compile(
    r"当我没说|就当我没(?:说|提)|刚才(?:的|说的)?不算|不算数|别当真|瞎说的|骗你的|逗你(?:玩|"
    r"的)|开(?:个)?玩笑(?:的|啦|而已)|说着玩|口嗨"
)
_JOKED: Final = re.compile(
    r"(?:说|讲)(?:的|了|过)?(?P<what>[^,，。]{2,14}?)(?:是|那是|都是|其实是|纯属|这事)*(?:开玩笑|"
    r"骗你|逗你|瞎说|瞎编|编的|假的|口嗨)"
)
_SAID: Final = re.compile(
    r"^(?:我)?(?:刚刚?才?|之前|昨天|上次|前面|上面|以前|那天|早上|上午)?(?:跟你|和你)?(?:说|"
    r"提|讲|告诉你|聊|写)?(?:过|到|了)?(?:的|关于|那(?:个|句|些|条)|所有|有关|我的?|"
    r"一?下|话)*"
)
_MOVED_TIME: Final = re.compile(
    rf"^(?P<what>[\u4e00-\u9fffa-z]{{1,8}}?)(?:的)?(?:时间)?(?:从[^,，]{{1,8}}?)?(?:又|"
    rf"已经|被|临时|以后|都|统一)*(?:改到|改成|改为|推迟到|提前到|挪到|延到|延期到|"
    rf"换到|调到|顺延到|推到)(?:了)?(?P<when>[^,，]*(?:{WEEKDAY}|{TIME}|{PART}|\d+[号日月]|"
    rf"明天|后天|下周|下个?月|月底)[^,，]{{0,8}})"
)
_GENERIC: Final = re.compile(
    r"^(?:的|家的?|家里的?|们家的?|们的)(?P<key>[\u4e00-\u9fffa-z0-9 ]{1,10}?)(?:现在|"
    r"目前|已经|一直|都)?(?:是|叫|定在|选在|放在|设在|换成了?|改成了?|改为|变成了?|"
    r"用的是|定的是|:|：)(?P<value>(?!不是|什么|谁|真|很|我|你|因为|想|要)[^,，]{1,24})"
)
_SWAP: Final = re.compile(
    r"^(?:把)?(?P<key>[\u4e00-\u9fffa-z]{1,8}?)(?:我|也|都|已经|刚|昨天|上周|上个?月|"
    r"从[^,，]{1,10}?|最后|终于|暂)*(?:换成|换了|换到|改成|改为|改用|决?定在|选在|"
    r"订在|决?定了|选了|订了|变成|升级成|升级到|加到|涨到|降到|减到)(?:了)?(?P<value>(?!一个?$|"
    r"吗|没|新的?$|个$|个?小?目标|个?闹钟|个?外卖)[^,，]{1,16}?)(?:了|$|，|吧)"
)
_MODEL: Final = re.compile(
    r"^(?P<key>(?!用|原因|问题|价格|时间|今天|明天|结果|答案|这|那|他|她|它)[\u4e00-\u9fff]{2,6}|"
    r"[a-z]{2,10} ?)(?<![全都就也还只又才净])(?:用的)?是[ ]?(?P<value>[a-z][a-z0-9 .+-]{1,20}"
    r"|[\u4e00-\u9fff]{0,4}[a-z]+\d[a-z0-9 ]"
    r"*)(?:的)?$"
)
"""A thing by its model: "磨豆机是C40"."""
_USES: Final = re.compile(
    r"^(?:们)?(?:店里|家里|公司|这边|厂里|学校|这儿)?(?P<key>[\u4e00-\u9fffa-z]{2,8}?)(?:[ ]?(?:用的都?是?"
    r"|是用)|(?<=小区)叫|(?<=楼盘)叫|(?<=乐队)叫|(?<=店名)叫|(?<=战队)叫|(?<=频道)叫|"
    r"(?<=公众号)叫|(?<=项目)叫|(?<=产品)叫|(?<=学校)叫)[ ]?(?P<value>(?!这|那|不|什么)[\u4e00-\u9fffa-z0-"
    r"9 ]{2,14}?)(?:的|做的)?$"
)
_PLACED: Final = re.compile(
    r"^(?:的)?(?P<key>工位|座位|办公室|宿舍|店|铺子|车位|诊所|档案|房子|学校|班级|工作室|"
    r"厂子?|仓库|地)(?:现在|目前)?(?:就)?在(?P<value>(?!哪|装|卖)[^,，]{2,12})$"
)
_SAID_WRONG: Final = re.compile(
    r"(?:上次|之前|昨天|刚才|我|的)*(?P<key>(?!我|你|是|昨|刚|上次|之前)[\u4e00-\u9fff]{2,5}?)(?:我|上次|之前|昨天|"
    r"刚才)*(?:说|记|写|报|填|弄|搞|打)(?:错|岔|反)了?$"
)
_RIGHT_IS: Final = re.compile(r"^(?:应该|其实|实际|正确的?)?(?:是|为|改成)(?P<right>[^,，]{1,14}?)(?:才对)?$")
_GOES: Final = rule(
    r"(?:正式|要|就|马上|已经|刚)?(?:去|到|进)(?:了)?(?P<employer>(?!面试|哪|吃|看|买|"
    r"玩|了)[^,，做当任]{2,12}?)(?:(?:做|当|任|搞|负责)(?P<job>[^,，]{2,12}?)|上班|报到|"
    r"工作|入职)(?=$|，|[,，]|了| )"
)


def take_back(what: str, attribute: str = "", subject: Subject = USER, never_true: bool = False) -> Statement:
    """Return what ends; `what` may name somebody close ("女朋友的事"), of whom everything ends then."""
    named = ALL_OF.sub("", what)
    if not attribute and subject == USER and named in KIN:
        return Statement("fact", "", "", Subject(KIN[named]), "retract", 0.9, never_true=never_true)
    return Statement("fact", attribute, named or what, subject, "retract", 0.9, never_true=never_true)


def read_updates(told: Told, message: str) -> list[Statement]:
    """Return what a clause ends, and changes that no rule of a topic knows; `message` is the folded message."""
    if told.role not in ("user", "close"):
        return []
    if wrong := _SAID_WRONG.search(told.opened):
        right = _RIGHT_IS.match(told.clause.plain)
        if right and not SECRET.search(wrong["key"]):
            return [
                give(told, NOUNS.get(wrong["key"], wrong["key"]), tidy(told.clause.part(*right.span("right"))), 0.9)
            ]
    if held := read_held(told):
        return held
    told = replace(told, body=told.front)
    text, found = told.text, list[Statement]()
    if match := _STOP.search(text):
        what = tidy(told.part(*match.span("what")))
        found.append(take_back(what, _STOP_ATTRIBUTES.get(match["verb"], ""), told.subject))
        if match["verb"] in ("住", "住在", "在"):
            found.append(take_back(what, "workplace" if match["verb"] == "在" else "home", told.subject))
    elif match := _TIRED.search(text) or _FALLEN.search(text):
        found.append(take_back(tidy(told.part(*match.span("what"))), "", told.subject))
    elif match := _GONE.search(text):
        found += _gone(told, match)
    if (match := _WELL.search(text)) and not text.startswith(("不", "没")):
        span = match.span("may") if match["may"] else match.span("what")
        what = tidy(told.part(*span))
        found += [
            take_back(what, attribute, told.subject)
            for attribute in ("allergy", "avoids", "dislikes", "condition")
            if what
        ]
    found += _people(told)
    known = {one.value for one in found}
    found += [one for one in read_ends(told) if one.value not in known]
    if NEW_JOB.search(message) and told.role == "user" and (match := _GOES.pattern.search(text)):
        found += [
            give(told, group, tidy(told.part(*match.span(group)))) for group in ("employer", "job") if match[group]
        ]
    return [one for one in found if one.value or (one.action == "retract" and (one.attribute or one.subject != USER))]


def _gone(told: Told, match: re.Match[str]) -> list[Statement]:
    what = tidy(told.part(*match.span("what")))
    if not what or re.search(
        r"^(?:想|打算|准备|要|能|可以)|想|打算|舍不得|不想|是不是|工作$|看到|看见|听说|"
        r"的.{0,8}[下里上]面?$|^的",
        match["what"],
    ):
        return []
    attribute = NOUNS.get(match["what"], "")
    found = [take_back("" if attribute else what, attribute, told.subject)]
    if re.search(r"(?:不[吃喝抽]了|戒(?:了|掉))$", match[0]) and not re.match("[,就]?[换改]", told.text[match.end() :]):
        found.append(give(told, "avoids", what))
    return found


def _people(told: Told) -> list[Statement]:
    """Return what ends with a job, a couple, or a life."""
    text, found = told.text, list[Statement]()
    left = _LEFT.match(text)
    if left and not LATER.search(text):
        found.append(take_back(tidy(told.part(*left.span("what"))), "", told.subject))
    elif _QUIT.search(text) and not LATER.search(text):
        found += [take_back("", attribute, told.subject) for attribute in ("employer", "job", "workplace", "job_title")]
        if now := _WITHOUT_WORK.search(text):
            found.append(give(told, "job", now[0]))
    if (parted := _PARTED_FROM.search(text)) and not LATER.search(text) and parted["name"] not in KIN:
        found.append(take_back("", "", Subject("", told.part(*parted.span("name")))))
    elif _SPLIT.search(text) and not LATER.search(text):
        named = re.search(KIN_RE, told.clause.plain)
        relations = [KIN[named[0]]] if named else ["girlfriend", "boyfriend", "partner", "fiance"]
        relations = ["wife", "husband", "partner"] if "离" in text and not named else relations
        if told.role == "user":  # "我哥离婚了" parts nobody from the user
            found += [take_back("", "", Subject(relation)) for relation in relations]
            status = "离异" if "离婚" in text or "离了" in text else "单身"
            found.append(Statement("fact", "marital_status", status, confidence=0.7))
    if told.role == "close" and _DIED.search(text):
        found.append(take_back("", "", told.subject))
    return found


def read_taken_back(text: str, typed: str) -> list[Statement]:
    """Return what a message (folded, and as typed) asks to be forgotten: "忘掉我刚才说的体重", "当我没说"."""
    found: list[Statement] = []
    for match in _JOKED.finditer(text):
        what = tidy(
            re.sub(r"^(?:我)?(?:有|叫|是|住在?|在|今年|对)", "", typed[match.start("what") : match.end("what")])
        )
        if what:
            return [take_back(what, never_true=True)]
    for match in (*FORGET_BA.finditer(text), *_FORGET.finditer(text)):
        if match.re is _FORGET and not re.search(
            r"忘[掉记]|忘了(?:我|刚|之前|那)|记|删|清|抹|撤|收|作废|保存|存|提", match[0]
        ):
            continue
        if re.match(r"忘记(?:了|带|拿|买)|忘了(?!我|刚|之前|那)|删除(?:了|线)|清除(?:了)", match[0]):
            continue
        start, end = match.span("what")
        said = _SAID.match(text[start:end])
        start += said.end() if said else 0
        noun = re.sub(r"(?:吧|了|好吗|这个|这些|这条|那个|这事|这件事|它|谢谢|哈|啊|的)+$", "", text[start:end])
        attribute = NOUNS.get(noun, "")
        value = "" if attribute else tidy(typed[start : start + len(noun)])
        if value or attribute or not found:
            found.append(take_back(value, attribute))
    named = unkept(text, typed)
    if named and not any(one.value or one.attribute for one in found):
        found = [take_back("" if noun in NOUNS else tidy(typing), NOUNS.get(noun, "")) for noun, typing in named]
    if not found and _NEVER_MIND.search(text):
        found.append(take_back("", never_true=True))
    return found


def read_generic(told: Told) -> list[Statement]:
    """Return "我的X是Y", "X换成Y了", "X改到周四" under the speaker's own noun, where no topic's rule knew it."""
    if told.role != "user":
        return []
    if match := _MOVED_TIME.search(told.text):
        what = re.sub(rf"^(?:每)?{WEEKDAY}(?:的)?", "", tidy(told.part(*match.span("what"))))
        attribute = (
            "schedule"
            if re.search(WEEKDAY, match["when"]) and not re.search(r"[这下本]", match["when"])
            else "appointment"
        )
        value = tidy(told.part(*match.span("when"))) + what
        return [take_back(what), give(told, attribute, value)] if what else []
    match = (
        _GENERIC.search(told.text)
        or _USES.search(told.text)
        or _MODEL.search(told.text)
        or _PLACED.search(told.text)
        or _SWAP.search(told.text)
    )
    if not match or SECRET.search(match["key"]):
        return []
    key = re.sub(r"\s+", "_", match["key"].strip())
    value = tidy(told.part(*match.span("value")))
    return [give(told, NOUNS.get(key, key), value, 0.8)] if value else []
