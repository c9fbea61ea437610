"""What the user says of themselves that lasts, in Chinese, and no rule knows by kind: in their own words, vaguely.

An open class, told by how it is said instead of by its words. The kinds of saying covered, behind
    "我" or a family member:

- what somebody is: "我是夜猫子", "我就一小学文化", "我属于…", "我…的" ("我追韩剧的")
- how things go with them:
    "我一紧张就结巴", "茄子我咽不下去", "我管两个组", "我妈信佛", "我每天…", "两天一包", "…五年了"
- also without a subject: a trait with its word ("睡眠浅", "记性差"), what recurs ("逢年过节才回"), how long it has been
Not taken: what is passing, felt, asked for or denied.
"""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.subjects import Told
from app.domain.extraction.zh.values import NUMBER, columns, tidy

_LEAD: Final = (
    r"^(?:其实|就|也|都|还|现在|目前|一直|从小|打小|这人|这个人|本来|平时|平常|经常|总|老|几乎"
    r"|基本|从来|从不|一般|向来|天生|"
    r"坚持|习惯|固定|真|确实|反正|毕竟|又|只|自己|俩|全家|们家|们|家|呢|,|，| )*"
)
_MEASURE: Final = (
    r"(?:个|只|辆|套|台|条|门|本|级|次|口|份|家|间|层|楼|号|公里|站|小时|分钟|人|匹|亩|张|把|头|米|平|斤|度|块|万|点)"
)
_BEING: Final = (
    rf"{_LEAD}(?:(?<!不)是|算是?|属于|就一|当|干|(?<![\u4e00-\u9fff])一)(?:个|名|位|典型的?)?"
    r"(?!不|说|想|觉|在|怕|为|因|看|被|要|去|来|给|让|真|这|那|我|你|他|她|第|谁|啥|什么|服了|"
    r"醉|无|没|有|从|今|昨|刚|路过|帮|替|同|一样|认真|"
    r"好奇|随便|随口|单纯|故意|打算|准备|用来|可以|会|能|信|怎)[^,，]{2,14}$"
)
_ASSERTED: Final = rf"{_LEAD}[^,，]{{2,14}}(?<![好真是有会要行可你我他她它这那啥么想])的$"
_WHENEVER: Final = (
    r"^(?:这人|是那种|属于)?(?:一|只要)(?!个|直|般|样|定|起|下|些|点|共|次|会|家|方|旦)[^,，]{1,6}就[^,，]{2,10}$"
)
_UNABLE: Final = (
    r"(?:[吃喝咽碰闻沾坐开跑跳站蹲爬提熬睡穿戴走骑扛搬唱](?:都|也)?不(?:了|得|来|惯|动|下去?|久|住|起来)|"
    r"(?:碰|闻|见|听|看|沾|吃|喝)不得)(?!了)(?:[^,，]{0,8})$"
)
_RECURS: Final = (
    rf"(?:每(?:天|日|周|月|年|晚|早|逢|次|个|隔|到)|天天|隔天|一天(?:{NUMBER})|一周(?:{NUMBER})|"
    rf"(?:{NUMBER})天(?:一|{NUMBER})|逢年过节|逢[^,，]{{1,3}}|经常|常年|长期|从不|从来不|几乎不"
    rf"|一向|向来|负责|擅长|专攻|专门|雷打不动|"
    r"换季(?:必|就)|必)[^,，]{0,16}$"
)
_LASTING_SO_LONG: Final = rf"(?:{NUMBER}(?:来|多)?(?:年|个月)(?:多)?(?:了|的)?|第{NUMBER}年(?:了)?)$"
_KEEPS: Final = (
    rf"{_LEAD}(?:有(?!点|人|事|空|时|多|病|一点|些|吗|没|道理|意思|问题|印象|话|感)|信|懂|管(?!"
    rf"他|它|你|不)|供着?|养着?|带着?(?!我|你|走|来|去)|"
    rf"负责|教|认(?!识|为|真|得|同|错|出)|惯用|常用|用的|比我|打(?!算|开|电|扰|字|错|车)|踢|"
    rf"弹|拉|唱|练|攒|存|收藏|种|开着?(?!始|会|心|玩|门)|骑|住|爱(?!你)|追(?!上|问)|听(?!说|到|"
    rf"见|不|懂|起|你|他)|玩|写|画|读|炒股|投|租|"
    rf"会(?!不|有|议|儿|死|觉|变|的$|被|去|来|是|在|说|让|想|把|给|很|好|更)|做|搞(?!错|不|定)|"
    rf"当|欠|缺|还贷|剩)[^,，了过完]{{1,14}}$"
)
_TRAIT: Final = (
    r"^(?:这人|这个人|我|的|最近|一直|从小|天生|本来|比较|有点|就是|现在|人到中年|反正)*"
    r"(?P<noun>睡眠|血压|血糖|血脂|尿酸|视力|听力|眼神|眼睛|记性|记忆力|皮肤|头发|头皮|发量|发"
    r"质|胃|肠胃|腰|膝盖|颈椎|肩膀|关节|脾气|性子|性格|胆子|酒量|饭量|"
    r"胃口|口味|嗓子|心脏|肝|肾|脾胃|体质|体力|免疫力|抵抗力|腿脚|牙|牙口|牙齿|鼻子|气管|英语|"
    r"英文|数学|普通话|底子|基础|方向感|乐感|五音|个子|手|脚|"
    r"手劲|反应|动作|骨架|肩|脚踝|肺|嘴|眼|情绪|觉|路感|车技|文化|学历|家底|皮|指甲|耳朵|耳根子|手脚|气血|骨头)"
    r"(?:这块|方面|一直|从小|都|就|还|也|一向|向来|一到[^,，]{1,4}就|一[^,，]{1,3}就)*"
    r"(?:不太?|不是很|挺|很|比较|偏|特别|特|超|巨|贼|有点|不怎么|容易|老|爱|太|真的?|,| )*"
    r"(?:浅|深|差|好|高|低|重|轻|淡|弱|敏感|干|油|慢|快|大|小|硬|软|少|多|稀|薄|厚|疼|痛|酸|麻"
    r"|凉|寒|虚|衰|背|聋|花|驼|跛|秃|急|暴|倔|全|严|笨|灵|尖|挑|刁|粗|细|宽|窄|"
    r"短|脆|黄|黑|白|肿|过敏|出油|起皮|犯(?:病|毛病)|有(?:伤|问题|毛病|旧伤|炎症)|不行|一般|标"
    r"准|利索|清淡|咸|甜|辣)(?:得很|的很|死了?|要命|一点)?$"
)
_SETTING: Final = (
    r"^(?:平时|平常|一般|通常|日常|家里|家中|我家|屋里|老家|单位|店里|厂里|宿舍|手头|白天|夜里"
    r"|周末|节假日|夏天|冬天|一到[^,，]{1,3}|从小|打小|向来|历来|常年|多年|至今)"
    r"(?:我|就|都|也|还|只|一般|基本|,| )*(?!天气|下雨|好热|好冷|太|真|好|停电|断网|没电)[^,，]{3,16}(?<![了呢过])$"
)
_STILL_SO: Final = (
    r"^(?:现在|目前|一直|至今|还|仍然|依旧)(?:还|就|都|只|得|要|,| )*(?:坐|住|靠|用|吃|戴|拄|做|干"
    r"|当|学|养|开(?!会|车)|租|带(?!我|你)|读|骑|穿|喝|管|负责|跟)[^,，了完]{1,12}$"
)
_LEVEL: Final = (
    r"^[^,，]{0,8}?(?:[a-z]\d|[一二三四五六七八九十\d]+级|[初中高]级|入门|母语|流利|半吊子|三脚猫)"
    r"?(?:水平|学历|文凭|户口|编制|党员|证书|职称|功底|体质|血型)$"
)
_RELIES: Final = (
    r"^[^,，]{0,8}?(?:全靠|全凭|只认|非[^,，]{1,5}不|得靠|离不开|少不了|清一色|全员|必须得?(?:有|用|是))[^,，了]{1,14}$"
)
_DOES_SO: Final = (
    r"^(?:一般|平时|都|一直|从小|我|向来|,| )*(?:睡|起|吃|喝|走|跑|学|记|忘|长|穿|说|花|住|教|"
    r"背|读|看|打字)得(?:都|很|比较|挺|特别|贼|超|也|还)*"
    r"(?:晚|早|少|多|慢|快|远|近|清淡|咸|辣|重|淡|杂|浅|沉|省|狠|急|糙|素|好|差|像[^,，]{1,4})$"
)
_OPEN: Final = (_UNABLE, _RECURS, _LASTING_SO_LONG, _TRAIT, _SETTING, _STILL_SO, _LEVEL, _RELIES, _DOES_SO)
_LASTS: Final = re.compile(
    "|".join(f"(?:{one})" for one in (_BEING, _ASSERTED, _WHENEVER, _UNABLE, _RECURS, _KEEPS, *_OPEN))
)
_SUCH_A_ONE: Final = re.compile(r"^.{0,3}我(?:这|这个)人(?!家)")
"""What follows "我这人" is how the speaker is."""
_IS_MINE: Final = re.compile(r"^[^,，我你他她这那]{1,10}是我(?:的|最)[^,，]{2,10}$")
_BARE: Final = re.compile("|".join(f"(?:{one})" for one in _OPEN))
_PASSES: Final = re.compile(
    r"^(?:必须|当然|那是|绝对|肯定|那必)|今[天晚早]|昨|刚(?!结婚|毕业|满)|明[天早晚]|后天|正在|马上|一会|待会|"
    r"等下|等会|现在在|突"
    r"然|居然|竟然|好像|感觉|觉得|以为|知道|认为|听说|看到|看见|"
    r"听到|发现|想(?:问|说|知|买|吃|要|看|找|起|到|想|哭|笑|死|静|不)|问|谢|帮|困(?!难)|累|饿|"
    r"渴|烦|无聊|算了|哈哈|笑|哭|没(?!有?车|驾照)|不是|别(?!墅)|吗|"
    r"呢$|怎|什么|啥|为什么|这(?:个|种|样|次|题|段|句|把|件|边)|那(?:个|种|样|次|把|件|边)|意"
    r"思|办法|时间$|空$|事$|你|您|说(?!话)|这么|那么|好不|"
    r"行不|对不|可能|应该|差点|希望|真的$|同意|建议|等(?!级)|(?:上|下)(?:次|周|个?月|午)|周末"
    r"要|气死|服了|离谱|绝了|崩|慌|惨|尴尬|开心|难过|郁闷|生气|"
    r"羡慕|后悔|愁|担心|害怕死|想象|梦|玩笑|谁|几点|多少|完了|好了|到了|行了|来了|去了|死了|他"
    r"们|她们|人家|别人|大家|天气|老天|呵呵|一次也|"
    r"第一次|有道理|有意思|嫌我|催我|笑我|夸我|骂我|叫我|让我|给我|跟我(?!住|一起|们)|等我|找"
    r"我|问我|的时候$|之前$|以后$|那天"
)
_HABITUAL_PAST: Final = re.compile(r"^(?:一直|从小|每|天天|常|老)")


def read_about(told: Told, passing: bool) -> list[Statement]:
    """Return the clause in the speaker's words if it tells something lasting of the user or a family member."""
    if passing or told.role not in ("user", "close"):
        return []
    text = told.text
    if told.role == "user" and _IS_MINE.match(told.clause.plain) and not _PASSES.search(told.clause.plain):
        return [give(told, "about", tidy(told.clause.typed), 0.5)]
    if not 3 <= len(text) <= 24 or _PASSES.search(text):
        return []
    if not _SUCH_A_ONE.search(told.clause.plain) and not (_LASTS if told.explicit else _BARE).search(text):
        return []
    value = tidy(told.part(0, len(text)))
    if told.front < told.body:
        value = tidy(told.clause.typed[told.front : told.end])
    return [give(told, "about", value, 0.5)] if 4 <= columns(value) <= 40 else []
