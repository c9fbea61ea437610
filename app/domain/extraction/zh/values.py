"""Values cut out of Chinese clauses: trimmed of particles, split at "、" and "和", told from what is no value.

Covers: sentence particles at the end (了啦呢哦…), "就行/就好/即可", polite openings, lists ("花生、虾和蟹"), personal
names by their surname, and words that name nothing ("这个", "什么", "东西").
"""

import re
from typing import Final

from app.domain.extraction.zh.text import fold

WIDEST: Final = 40
"""Columns; a Chinese character takes two."""

NUMBER: Final = r"(?:\d{1,12}(?:[.,]\d{1,9}){0,4}|[零〇一二两三四五六七八九十百千万半几]{1,12})"

_TAIL: Final = re.compile(
    r"(?:[\s了啦呢哦喔哈啊呀吧嘛哟呗嘞咯噢欸诶捏滴哒耶唷囉啰的]|就行|就好|即可|都行|就可以|就够|可以吗|好吗|行吗|"
    r"来着|而已|什么的|之类|等等|哈哈+|嘿嘿|呵呵|hhh+|谢谢|谢啦|thx|ok|真的|那种|这种|就完事|好不好|行不行)+$"
)
_HEAD: Final = re.compile(r"^(?:[\s的了着过是就也都还]|那个|这个|那种|这种|一下|个(?=[\u4e00-\u9fff]{2}))+")
_LIST: Final = re.compile(
    r"、|/|(?<=[\u4e00-\u9fff])(?:以及|还有|和|跟|与|加)(?=[\u4e00-\u9fffa-z])|(?<=\w) ?(?:和|"
    r"跟|以及|还有|and|&|\+(?!\+)) ?(?=\w)"
)
_NOTHING: Final = re.compile(
    r"^(?:这|那|它|他|她|这个|那个|这些|那些|这样|那样|什么|啥|谁|哪\w?|东西|事|"
    r"人|自己|别人|大家|这里|那里|这儿|那儿|"
    r"这边|那边|我|你|您|一个|一些|有点|不|没|对|好|行|可以|知道|谢谢|没有|不是|随便|都行|都可以|一样|的话|起来|下来|"
    r"过来|出来|它们|他们|一下|一点|怎么\w*|多少|几\w?|是|在|有|看|说|来|去|想|要|会|能|死|疯|惨|累|困|烦|药|病|饭|菜)$"
)
_SINGLE_SURNAMES: Final = frozenset(
    "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章云苏潘葛奚范彭郎鲁韦昌马苗凤方"
    "俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄穆萧尹姚邵湛汪祁毛狄米贝明臧计"
    "伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季贾路娄江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万柯卢莫房裘解应宗"
    "丁宣邓洪包诸左石崔吉龚程邢裴陆荣翁荀甄曲储靳段焦侯全班仰仲伊宫宁仇甘厉戎祖武符刘景詹龙叶幸司黎白蒲卓蔺屠乔"
    "闻党翟谭姬申冉雍璩桑桂牛寿边燕温庄晏柴瞿阎慕连茹习艾鱼容向古易廖欧耿满匡国文寇东辜关相覃游楚岳聂商佘肖楼简闫"
)
_DOUBLE_SURNAMES: Final = (
    "欧阳",
    "司马",
    "上官",
    "诸葛",
    "东方",
    "皇甫",
    "尉迟",
    "公孙",
    "慕容",
    "令狐",
    "钟离",
    "宇文",
    "长孙",
    "司徒",
    "司空",
    "端木",
    "南宫",
    "西门",
    "独孤",
    "百里",
    "夏侯",
    "轩辕",
    "澹台",
    "呼延",
)
_NO_NAME: Final = re.compile(
    r"[员师生家者工手商农警兵人长护士客迷粉控党族号版点岁年月日后前里上下中外的了是在有不没很都也和跟与给被把吗呢吧"
    r"女男爸妈哥姐弟妹友们事些样会能要想去来做当吃喝睡买卖用说看听写打学校司店院国省市县区州]$|"
    r"^(?:高[中一二三]|白[领天]|安[心全排徽]|成[都年功]|全[职部家]|单身|金融|江[苏西浙南]|"
    r"云南|宁[波夏愿]|常[州年常]|何时|于是|"
    r"方便|明[天年白]|文[科员艺]|国[企内外]|万一|关[于心]|任何|时[候间]|应[该届]|"
    r"计[划算]|向来|连续|简[单直]|古[代风]|易[怒胖]|"
    r"满意|司机|东[北边]|马[上来]|牛[肉奶]|白[色天羊]|金[牛色融]|时不时|乐[意天]|"
    r"平[时常]|严[重格]|华[人为]|石家庄|夏[天季]|"
    r"毕[业竟]|段子|习惯|程序|广州|武汉|温州|杭州|郑州|徐州|兰州|黄[山色]|龙[年虾]|"
    r"包[括工]|路[过上]|许多|相[信当]|游[戏客])"
)


_GIVEN: Final = frozenset(
    "柏翰伟刚勇毅俊峰军平东文辉永健世广志义兴良海山仁波宁贵福龙国祥才武清飞彬顺子杰涛昌康星达"
    "安岩中茂林坚彪博诚敬震振壮思豪承绍功厚庆磊民友裕哲江超浩亮"
    "政谦亨轮朗伯宏鸣朋斌梁栋维启克伦翔旭鹏泽晨辰士建致炎德泰盛雄琛钧策腾楠榕航弘秀娟英慧巧静"
    "淑惠珠翠雅芝玉萍娥玲芬芳燕彩菊兰凤洁琳素莲环雪荣妹霞香月"
    "莺媛艳瑞凡佳嘉琼勤珍贞莉桂娣璧璐娅琦晶妍茜秋珊莎锦黛青倩婷姣婉娴瑾颖瑶怡婵雁蓓纨荷丹蓉君"
    "琴蕊薇菁岚苑婕馨瑗琰韵园艺咏卿聪澜毓悦昭琬茗羽希欣滢馥筠竹"
    "凝晓枫芸菲伊宜姬荔枝丽诗涵梓萱轩宇沐墨依桐汐潼糯乐宸睿皓铭鑫瀚骏浚熙恩禾苗果语彤玥玟妤珩"
    "芊芮苒昊煜炜烨焱淼森垚楷桦楚若溪沁沛洋洲源润渝潇霖霏莹滨"
    "琪琳珂珮璇瑜瑄祺禹稷穆筱笙绮缘翊舟航芙茵莎葵蒙蔚薏虹衡裴谨贤赫越迪逸遥邦郁钰铠锋锐镇闻陆"
    "隆雯霄靖韬韦颂颢骁驰鸿麒麟黎"
)
"""Characters that given names are mostly made of, without those that common words about people begin or end with."""
_NOT_GIVEN: Final = frozenset(
    [
        "健康",
        "平安",
        "国庆",
        "文艺",
        "中国",
        "中文",
        "英文",
        "英国",
        "清明",
        "中秋",
        "文静",
        "安静",
        "聪明",
        "可乐",
        "兴国",
        "诚恳",
        "勤俭",
        "荣幸",
        "幸福",
        "聪颖",
        "文雅",
        "优雅",
        "贵友",
        "国贸",
        "海洋",
        "海林",
        "森林",
        "清洁",
        "香菜",
        "兰州",
        "广东",
        "海南",
        "福州",
        "青海",
        "宁波",
        "中山",
        "佳宁",
        "勇敢",
        "坚毅",
        "友谊",
        "良友",
        "民国",
        "德国",
        "泰国",
        "士兵",
        "平庸",
        "庆祝",
    ]
)


def looks_like_given_name(value: str) -> bool:
    """Whether two characters are a given name without a surname ("柏翰"), so far as characters can tell."""
    folded = fold(value)
    return len(folded) == 2 and set(folded) <= _GIVEN and folded not in _NOT_GIVEN


def columns(text: str) -> int:
    """Return the width of a text in columns, two for a wide character."""
    return sum(2 if ord(char) > 0x2E80 else 1 for char in text)


def tidy(value: str, widest: int = WIDEST) -> str:
    """Return a value without particles and fillings around it, at most `widest` columns; "" if none is left."""
    folded = fold(value)
    tail = _TAIL.search(folded)
    end = tail.start() if tail and tail.start() > 0 else len(value)
    head = _HEAD.match(folded[:end])
    start = head.end() if head and head.end() < end else 0
    value = value[start:end].strip(" ,，、。.:：-·*'\"“”‘’")
    while columns(value) > widest:
        value = value[:-1]
    return "" if _NOTHING.match(fold(value)) else value.strip()


def split_list(value: str) -> list[str]:
    """Return the members of a list ("花生、虾和蟹"), tidied; a value that is no list alone."""
    folded = fold(value)
    parts: list[str] = []
    start = 0
    for mark in _LIST.finditer(folded):
        parts.append(value[start : mark.start()])
        start = mark.end()
    parts.append(value[start:])
    return [part for part in map(tidy, parts) if part]


def looks_like_name(value: str) -> bool:
    """Whether two to four characters are a full name: a surname and one or two more, and no other word."""
    folded = fold(value)
    if folded.startswith(_DOUBLE_SURNAMES):
        return len(folded) in (3, 4) and not _NO_NAME.search(folded)
    return len(folded) in (2, 3) and folded[0] in _SINGLE_SURNAMES and not _NO_NAME.search(folded)
