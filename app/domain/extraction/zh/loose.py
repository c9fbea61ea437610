"""Chinese sayings of many topics that are told by the place of the words in the clause. The kinds covered:

- speech at home ("跟我爸妈得说温州话"), what is eaten by principle ("吃长素的"), which way a room faces ("朝北")
- sums per unit ("一节课别超过180"), what recurs by the calendar ("逢初一十五去庙里")
- tastes in colloquial words: "就好听个评书", "最膈应抖腿", "X狗都不吃", "X我顿顿要", "收集邮票"
- aims with a term or a thrust: "想在四十岁前环岛", "要冲一个上架"
- work: "考上社工", "就普通卖饼的", an office by its place; two products as a stack; skills learned; twins
"""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.kin import KIN_RE
from app.domain.extraction.zh.plans_patterns import MONEY
from app.domain.extraction.zh.rule import A, Rule, give, rule
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import NUMBER, tidy
from app.domain.extraction.zh.work import JOBS

_TONGUE: Final = r"(?![好胡这那句怪瞎风了过句几])[\u4e00-\u9fff]{1,3}(?:语|(?<![实真梦坏废人大闲傻情黑空狠谎电心])话)"
_LIKED: Final = r"(?!不|没|了|我|你|他|她|这|那|什么|啥|头|屁|鬼)[\u4e00-\u9fffa-z]{2,8}?"
_END: Final = r"(?=$|[,，]|，|了|啦|呢|吧|嘛|的|啊)"
_GATHERED: Final = r"(?!资料|数据|证据|信息|意见|反馈|素材|材料|需求|问卷|线索|日志|样本|情报|夹|家|了|完|一下|好|不)"

LOOSE: Final[tuple[Rule, ...]] = (
    rule(
        rf"(?:跟|和|对|同)(?:我|俺)?(?:{KIN_RE}|家里人?|家人|老人|老家人|亲戚)(?:们)?(?:都|得|要|就|只|一般"
        rf"|平时|全|一直"
        rf"|必须|还是|交流|打电话)*(?:说|讲)(?P<language_spoken>{_TONGUE}){_END}"
    ),
    rule(
        rf"^(?:在家|在老家|回家|家里|平时|从小|打小|一家人?|全家|们家?)(?:里|我|人|都|就|只|全|也|还|一直|是"
        rf"|在家|听着|,)*"
        rf"(?:说|讲)(?P<language_spoken>{_TONGUE})(?=$|长大|[,，]|的)"
    ),
    rule(
        r"(?<!不)(?<!没)(?P<diet>吃(?:长|全|净|蛋奶|奶|蛋|花|斋|早|半|初一十五的?)?(?:素|斋)|茹素"
        r"|[纯全蛋奶净]{1,2}素|(?<![天晚早顿])不(?:沾|吃|碰)荤"
        r"(?:腥)?|生酮|低碳水?|无麸质|清真)(?=$|的|了|[,，]|，|饮食|很?多年|[一二两三四五六七八九十\d]+年)",
        who="any",
    ),
    rule(
        r"^(?:是|都|卧室|阳台|客厅|窗户?|房子|主卧|大门|书房|,)*(?P<orientation>"
        r"(?:坐[东南西北])?朝[东南西北]{1,2})(?=$|的|[,，])"
    ),
    rule(
        rf"(?:一|每)(?:节课?|堂课?|课时|次|个人|晚上?|小时|份|张|盒|趟|顿|件|平米?|只|位|人|桌|个月|套)(?:的话"
        rf"|最好|得|要|就|的)*"
        rf"(?:(?:别|不|不要|不能|不想|不用)超过?|最多|顶多|控制在|压在|撑死|上限|不高于|低于)(?:是|给|出|花|到)?"
        rf"(?P<budget>{MONEY})(?![\u4e00-\u9fff]*?(?:人|个|次|名|位|分钟|小时|字|页|张|道|组|斤|公里|下|天)(?:$|，))",
        who="speaker",
    ),
    rule(
        r"^(?P<schedule>(?:每?逢|每到|每个?月的?)(?:初[一二三四五六七八九十]|十五|[单双]号|[单双]周"
        r"|周[一二三四五六日天末]|节假日|"
        r"月[初底]|[一二三四五六七八九十\d]+[号、日])[^,，]{0,8}?(?:我)?(?:都|要|得|就|必|会|去|在|回|只|上"
        r"|休)[^,，]{1,12})$",
        whole=True,
    ),
    rule(
        rf"^(?:就|平生|没别的就|从小就?|一辈子就?|老来|闲了|平时就|这人就|,)+(?:爱|好)(?:吃|喝|听|看|玩|唱|下"
        rf"|钓|打|逛|泡|养|写|读)"
        rf"(?:个|点儿?|口)(?P<likes>{_LIKED}){_END}",
        who="any",
    ),
    rule(
        rf"{A}(?:膈应|腻歪|抵触|排斥|忌讳|厌烦|怵|憷|犯怵|看不上|看不顺眼|瞧不上|见不惯|烦透了?|恨透了?|顶不住"
        rf"|扛不住)(?:的就?是)?"
        r"(?:别人|有人|人家|那种)?(?P<dislikes>(?!我|你|他|她|了|这|那|它|的)[^,，]{1,10}?)(?=$|[,，]|，|的|了)",
        who="any",
    ),
    rule(
        r"^(?:那个?|这)?(?P<dislikes>(?!连|这|那|你|他)[\u4e00-\u9fffa-z]{2,6}?)(?:连)?(?:狗|鬼)(?:都|也)不"
        r"(?:吃|喝|用|看|去|玩|碰"
        r"|理)(?=$|[,，])"
    ),
    rule(
        r"^(?P<likes>(?!现在|我|每|今天|如今)[\u4e00-\u9fffa-z]{2,6}?)(?:现在|如今|最近|我|反倒|反而|居然|都|也|,)*"
        r"(?:顿顿|餐餐|天天|每顿|每天|隔天|三天两头)(?:都|就|得|也|必)*(?:要|吃|喝|来|点|想|馋|嗦|炫|离不了)"
        r"(?:吃|喝|点|嗦|炫|来)?(?:一[碗杯根份顿]|上)?(?:了)?$",
        who="any",
    ),
    rule(
        rf"{A}(?:喜欢|爱|在|又|也|开始|迷上|学人)*(?:收集|收藏|搜集|集(?=邮|币|卡))(?:了|着|各种|各地的?|一些"
        rf"|起)*{_GATHERED}"
        r"(?P<hobby>[^,，]{1,10}?)(?=$|[,，]|，|了|有|的$|好多|很多|[一二两三四五六七八九十\d]+(?:年|个))",
        who="any",
    ),
    rule(
        rf"{A}(?:特别|一直)?(?:想|要|打算|希望|争取|立志|力争|发誓|计划)(?:要|能)?(?:在|赶在)?"
        rf"(?:[^,，]{{0,2}}{NUMBER}岁|退休|毕业|"
        rf"年底|今年年底|结婚|生日|[明后]年|{NUMBER}年)(?:之前|以前|前|之内|以内|内|时)(?:能|要|去|把|先)?"
        rf"(?P<goal>(?!到|回|不"
        rf"|交)[^,，]{{2,16}}?)(?=$|[,，]|，)"
    ),
    rule(
        rf"{A}(?:也|一定|想|要|得|准备|打算|争取|今年|明年|立志|发誓){{1,3}}"
        rf"(?P<goal>(?:冲(?!澡|咖啡|凉|个|动|水|茶|了)"
        rf"|冲击|拼下?|搏|挑战|拿下|攻下|考下|考出"
        r"|考过|减到|瘦到|攒够|攒到|跑进|跑完|写完|读完|练到|练成|练出|学会|还清|上架|翻译完)(?:一个|一把|一次"
        r"|个|一下)?[^,，]{2,14}?)(?=$|[,，]|，|了)"
    ),
    rule(
        rf"(?:考上|当上|选上|评上|做上|转成|升成|改行(?:当|做)|转行(?:当|做)|成了)(?:了)?(?:一名|一个|个|名)?"
        rf"(?P<job>{JOBS})(?=$|了|[,，]|，|啦)",
        who="any",
    ),
    rule(
        rf"{A}(?:普普通通|普通|就|一个|个|小摊|路边|夜市|在[^,，]{{1,5}})*(?:卖|修|拉|跑|开|送|做|摆)(?P<job>"
        rf"(?!这|那|的|了|不|过|完)[^,，]{{1,8}}?)"
        r"的(?:啦|呗|嘛|而已|罢了|喽)+$",
        who="any",
    ),
    rule(
        r"(?:office|办公室|办公地点|公司地址|总部|单位地址) ?(?:就|现在|目前|还|搬到?|换到?)*在(?P<workplace>"
        r"(?!哪|装|开|忙|那|这)[^,，]{2,10}?)"
        r"(?=$|那栋|那边|那块|附近|一带|里|这边)",
        who="any",
    ),
    rule(
        r"^(?:们|这边|项目|团队|技术栈|前端|后端|现在|目前|都|也|就)*(?:是|用|走|上)(?:的是|的)? ?"
        r"(?P<tech_stack>[a-z][a-z0-9.+#-]{1,16}) ?(?:加|配|搭配?|\+|＋) ?"
        r"(?P<tech_stack__2>[a-z][a-z0-9.+#-]{1,16})(?: ?的| ?那套)?$"
    ),
    rule(
        rf"{A}(?:又|也|还)*(?:学会|会|能自己|自学了?)(?:了)?(?P<skill>(?:修|补|织|缝|裁|焊|剪|弹|吹|拉|烤|腌|酿"
        rf"|磨|扎|绣|雕|刻|画|编|组装)"
        r"(?!了|过|完|不|的|给|改|上|充|偿|到|好|复|订|正|造|辑|一下|吧|黑|倒|出|起|成|下|掉|点|个|这"
        r"|那)[^,，吗吧你]{1,8}?)(?=$|[,，]|，|了|也|和)",
        who="any",
    ),
    rule(
        r"(?P<siblings>twin (?:sister|brother)s?|(?:双胞胎|孪生|双生)(?:的)?(?:姐姐|妹妹|哥哥|弟弟|姐妹|兄弟|姐"
        r"|妹|哥|弟))",
        who="any",
    ),
)

_AGED: Final = re.compile(r"(?:今年|才|刚|都)?(?P<age>[1-9]\d)(?:了|啦)?")
_NEW_TRADE: Final = re.compile(
    r"^(?:我)?(?:已经|早就|早|都|也|终于|彻底|刚)?(?:转行|改行|换行|换工作|跳槽|辞职|离职|裸辞|换赛道"
    r"|不[^,，]{0,4}干|不上班)(?:了|啦)*$"
)
_NOW_DOES: Final = re.compile(
    r"^(?:我)?(?:现在|如今|目前)(?:改|去|跑去|在|就|主要|开始|跟人|自己|,)*"
    r"(?P<job>(?!很|还|好|挺|在家|每天|轻松|没|不|想|等|找|待业|休息|后悔|是|住|去|回|准备|考|备考|读|学|养|陪"
    r"|歇|躺|打算|吃|睡|正|才|只|又|轮|躲|缓|心|有)[^,，]{2,10})$"
)
_EACH_TIME: Final = re.compile(
    r"^(?P<when>早上|早晨|中午|下午|晚上|睡前|早餐|午餐|晚餐|早饭|午饭|晚饭|饭前|饭后)(?:吃|喝|用|是|就)?"
    r"(?P<what>(?!我|你|他|她|要|去|在|不|没|有|再|都|会|想|来|回|好|睡|起|就|还|才|又|下|变"
    r"|保持)[\u4e00-\u9fffa-z]{2,6})$"
)
_SWAPPED: Final = re.compile(
    r"^(?:把)?(?P<wrong>(?!我|你|他)[\u4e00-\u9fffa-z0-9]{1,8}?)(?:我|也|都|已经|早|给|就|,)*(?:停|断|戒|撤|退"
    r"|卖|扔|用完|坏|丢"
    r"|不[吃喝用])(?:掉)?了?"
    r"[ ,]?(?:就|又|现在|都|我)*(?:换|改)(?:成|为|用|吃|喝|了)*(?P<right>(?!新的?$|一个?$"
    r"|了)[\u4e00-\u9fffa-z0-9]{2,8}?)(?:了)?$"
)


def read_loose(told: Told, beside: list[str]) -> list[Statement]:
    """Return an age alone ("本人26"), a trade after a change of it, one of a list by the time of day, a thing swapped.

    `beside` holds the folded clauses of the message.
    """
    if told.role not in ("user", "close"):
        return []
    if told.role == "user" and told.explicit and (aged := _AGED.fullmatch(told.text)):
        return [give(told, "age", told.part(*aged.span("age")), 0.8)]
    if (match := _NOW_DOES.match(told.clause.plain)) and _NEW_TRADE.search(told.opened):
        return [give(told, "job", tidy(told.clause.part(*match.span("job"))), 0.8)]
    if (match := _EACH_TIME.match(told.text)) and sum(1 for one in beside if _is_listed(one)) > 1:
        return [give(told, match["when"], tidy(told.part(*match.span("what"))), 0.8)]
    if match := _SWAPPED.match(told.text):
        right = tidy(told.part(*match.span("right")))
        return [give(told, "uses", right, 0.7)] if right else []
    return []


def _is_listed(plain: str) -> bool:
    """Whether a clause gives one thing by the time of day ("中午鱼油")."""
    return _EACH_TIME.match(plain) is not None
