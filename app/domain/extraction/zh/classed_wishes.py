"""Goals, forms of answer, channels, sums and dates told by their class: what the user is after and asks for."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.evidence import DENIED, FEARED, WANTS, Seen
from app.domain.extraction.zh.plans_patterns import MONEY, WHEN
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.self_patterns import DATE
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import NUMBER, tidy

_REACHED_GOAL: Final = re.compile(
    r"(?:终于|已经|居然|都|也|一次|,)*(?:过了|考过|通过|到手|拿到|拿下了|上岸|达成|搞定|完成|考完|不考了|考上了|"
    r"放弃)"
)
_LONG: Final = 14
_AT_IT: Final = re.compile(
    r"在考|备|报(?:了|名)|拿下|过了|冲|刷题|还差|笔试|面试|二战|三战|倒计时|正在|攒钱|存钱|在(?:准备|学|减|戒|攒|"
    r"存)|开始|第[\d一二三四五六七八九十]次|打卡|计划|目标"
)
_ASKS_SO: Final = re.compile(
    r"语气|口吻|都要|必须|不许|不准|回我|回答|回复|答我|跟我(?:说|讲|聊|解释)|给我(?:说|讲|列|来|个|解释|加|用|标|配|带|附)|说话|讲话|"
    r"你(?!们)|别(?!墅|人|的)|不要|甭|请|麻烦|以后|每次|一律|直接|尽量|最好|统一|默认|开头|结尾"
)
_PUT_IN: Final = re.compile(
    r"^(?:[^我他她]{0,8}?)(?:要|先|只|得|都|全)?(?:用|带|附(?:上)?|列|标(?:注|上|出)?|加|举|配|放|写|给|说|讲|来|"
    r"分|上|少|多|拆|换)(?:个|成|点|出|上|清楚|着|几个|一个|些|来|我)*$"
)
_WILL_DO: Final = re.compile(
    r"^(?:就行|就好|即可|就可以|优先|先行|为主|先说|放(?:前|后|最)|开头|收尾|要(?:标|给|带|写|列)|免了|省了|打住|"
    r"退散|禁止|少来|拿走)"
)
_AT_MOST: Final = re.compile(
    rf"(?P<length>(?:别|不要|不许|不准|最多|顶多|控制在|限|不)(?:超过?|多于|给我)?(?:说|写|回|"
    rf"讲)?{NUMBER}(?:个)?(?:行|字|句话?|段|条|点|屏|页)(?:以内|之内|字)?)(?!的(?:作文|论文|文章|稿))"
)
_AT_MOST_OF: Final = re.compile(
    rf"(?:推荐|给我|列|选项|方案)[^,，]{{0,8}}(?P<length>(?:别超过|不超过|最多|顶多|控制在|只要|就){NUMBER}(?:个|种|"
    rf"样|款))$"
)
_AIMS: Final = re.compile(
    rf"(?:{WHEN}|这辈子|有生之年|退休前|这回|这次|三年内|五年内|半年内|下次)(?:我|就|可|是|真的|,)*(?:想|要|"
    rf"打算|争取|目标(?:是)?|准备|必须|一定要?|得|非|办|能)(?:要|得|能|把|"
    rf"去)*(?P<goal>[^,，]{{2,18}}?)(?:就(?:够|满足|知足|圆满|行|值)了?|不可|$)"
)
_NO_AIM: Final = re.compile(
    r"要(?:下雨|降温|到了|来了|死|命)|得(?:很|了)|想(?:吃|喝|睡|哭|问)|推荐|帮我|怎么|吗|去哪|天气|放假|涨|开会|"
    r"出差|加班|回家|上班"
)
_NOT_NOW: Final = re.compile(
    r"帮我(?:写|改|查|做|画|找|翻)|这[篇段张个份次]|今[天晚]|明天|刚才|我(?:要|想|得|在|正)(?:写|画|做|交)|老师|"
    r"同事|老板|客户|孩子|他|她"
)
_REACHED: Final = re.compile(
    r"发|找我|联系|通知|@|艾特|打(?!开|车|字|卡)|加我|留(?!学)|回(?!家)|喊|call|叫我|走|说一声|告诉|戳|敲|滴"
)
_NOT_BY: Final = re.compile(r"不看|不回|不接|不用|别|没有|不要|删|卸|拉黑|不常|很少|停用|被[封盗]|注销|不怎么")
_SUM: Final = re.compile(
    rf"(?P<budget>(?:{MONEY}|千八百|百八十|[一两三四五六七八九]?[百千万]把块?|"
    rf"[一两二三四五六七八九]{{2}}[百千万])(?:块|元)?)(?:钱|左右|上下)?(?:的)?(?P<cue>封顶|顶天|以内|以下|之内|"
    rf"内|都?能接受|可以接受|都行|打住|到头|出头|够了|够不|那档|档次|这个价|包干|搞定|拿下|上限|吧$|的样子|往下)"
)
_SUM_BEHIND: Final = re.compile(
    rf"(?:别超过?|不超过?|不要超过?|最多|顶多|撑死|上限|预算|控制在?|卡在|压在|别过|不过|兜里就?|只有|满打满算|"
    rf"凑了|掏|拿得出|舍得花|能出|就出)(?:了|是|也就|就|到|在|大概|差不多|这个数|:|：| )*(?P<budget>(?:{MONEY}|"
    rf"千八百|[一两二三四五六七八九]{{2}}[百千万])(?:块|元)?)"
)
_NOT_PRICE: Final = re.compile(
    r"工资|月薪|年薪|薪|房租|月供|房贷|体重|公里|步(?!行)|字|岁|斤|粉丝|阅读|播放|人(?!均|民|份)|分钟|小时|"
    r"天(?=内)|公分|热量|大卡|度|亏|赔|赚|欠|罚|涨到|降到|花了|丢了|借"
)
_BIG: Final = re.compile(r"\d{3}|[百千万kw]")
_BORN: Final = re.compile(
    rf"(?P<date>{DATE})(?:[,， ]{{0,2}}(?:那天|当天|正好|就|刚好|是|也)?(?:我|俺|本人)?(?:的|就|要|过|"
    rf"满)?(?:\d+岁)?(?:大)?生日|(?:出?生的?|破壳|落地|来到这世上|的寿星|诞生)(?!产))"
)


def read_goal(seen: Seen) -> list[Statement]:
    """Return an examination or an undertaking that the user means to achieve or is at."""
    if not seen.is_users or seen.is_over or FEARED.search(seen.before) or DENIED.search(seen.before[-3:]):
        return []
    if _REACHED_GOAL.match(seen.after):
        return [Statement("fact", "", seen.typed, seen.told.subject, "retract", 0.9)]
    if re.match(r"(?:成功)?(?:了|过)|是什么|有多|难", seen.after) and not _AT_IT.search(seen.plain):
        return []
    if WANTS.search(seen.plain) or _AT_IT.search(seen.near):
        whole = tidy(seen.told.clause.typed[seen.hit.start : seen.told.end])
        return [give(seen.told, "goal", whole if len(whole) <= _LONG else seen.typed, 0.7)]
    return []


def read_form(seen: Seen) -> list[Statement]:
    """Return how the user wants to be answered, as the clause says it, where it asks the assistant for it."""
    plain, told = seen.plain, seen.told
    if seen.after.startswith(("名", "课", "老师")):
        return []
    if (
        told.role not in ("user", "you")
        or _NOT_NOW.search(plain)
        or re.search(r"太[^,，]{1,6}了|了吧$|真[的是]", plain)
    ):
        return []
    asked = re.search(r"(?:要|得|必须|请|尽量|最好)$", seen.before)
    if not asked and not _ASKS_SO.search(plain) and not _PUT_IN.search(seen.before) and not _WILL_DO.match(seen.after):
        return []
    if re.search(r"我(?:喜欢|爱|用|有|会|在)(?!你)", plain) and "你" not in plain:
        return []
    value = tidy(told.clause.typed)
    return [give(told, "reply_style", value, 0.6)] if len(value) > 2 else []


def read_channel(seen: Seen) -> list[Statement]:
    """Return a way to reach the user that the clause asks for."""
    if not seen.is_users or _NOT_BY.search(seen.before[-6:] + seen.after[:8]) or seen.told.role == "close":
        return []
    if re.search(r"已经|刚|昨|今天", seen.before) or re.match(r"[^,，]{0,2}了(?!吧|就)", seen.after):
        return []
    if not _REACHED.search(seen.before[-8:] + seen.after[:6]) or re.search(r"我(?:给|跟|发|打)", seen.before):
        return []
    return [give(seen.told, "contact_channel", seen.typed, 0.7)]


def read_sum(told: Told) -> list[Statement]:
    """Return a limit to what something may cost ("五千块封顶", "千八百的都能接受")."""
    plain = told.clause.plain
    match = _SUM.search(plain) or _SUM_BEHIND.search(plain)
    if not match or _NOT_PRICE.search(plain) or not _BIG.search(match["budget"]):
        return []
    return [give(told, "budget", tidy(told.clause.part(*match.span("budget"))), 0.7)]


def read_measure(told: Told) -> list[Statement]:
    """Return how long answers may be ("别超过三行")."""
    match = _AT_MOST.search(told.clause.plain) or _AT_MOST_OF.search(told.clause.plain)
    if not match or told.role == "close" or _NOT_NOW.search(told.clause.plain):
        return []
    return [give(told, "reply_length", tidy(told.clause.part(*match.span("length"))), 0.7)]


def read_aim(told: Told) -> list[Statement]:
    """Return what the user means to reach by a time that is named ("年底前想把体重干到一百三")."""
    plain = told.clause.plain[: told.end]
    match = _AIMS.search(plain)
    if told.role != "user" or not match or _NO_AIM.search(plain):
        return []
    value = tidy(told.clause.part(*match.span("goal")))
    return [give(told, "goal", value, 0.6)] if len(value) > 2 else []


def read_date(told: Told, near: str) -> list[Statement]:
    """Return a birthday by its date, also where the word stands in the clause behind ("10月26，我过生日那天")."""
    born = _BORN.search(near)
    if not born or born.start() > len(told.clause.plain) or FEARED.search(near[: born.start()]):
        return []
    return [give(told, "birthday", tidy(told.clause.part(*born.span("date"))), 0.8)]
