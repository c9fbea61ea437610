"""Chinese words for the people and animals a card may speak of, and for those it may not."""

import re
from collections.abc import Iterable
from typing import Final

_KIN_WORDS: Final = {
    "wife": "老婆 俺家那口子 我家领导 孩他妈 婆娘 老婆子 堂客 妻子 媳妇儿 媳妇 太太 内人 夫人 孩儿妈 孩子妈 娃妈 孩儿他"
    "妈 孩子他妈 孩子她妈 娃他妈",
    "husband": "老公 老头子 孩他爸 当家的 丈夫 先生 外子 孩儿爸 孩子爸 娃爸 孩儿他爸 孩子他爸 孩子她爸 娃他爸",
    "partner": "老伴儿 老伴 对象 爱人 另一半 伴侣 那口子 那位",
    "girlfriend": "女朋友 女友 女票",
    "boyfriend": "男朋友 男友 男票",
    "fiance": "未婚妻 未婚夫 准老公 准老婆",
    "ex": "前任 前妻 前夫 前男友 前女友",
    "child": "孩子 小孩儿 小孩 宝宝 小朋友 娃娃 娃儿 娃 大宝 二宝 三宝 老大 老二 老三 双胞胎 龙凤胎 小家伙 崽崽 崽",
    "son": "儿子 犬子 仔仔 臭小子 小子",
    "daughter": "女儿 闺女 千金 囡囡 姑娘 丫头 妮儿 妮子",
    "mother": "妈妈 老妈 妈咪 母亲 我妈 俺妈 咱妈 老娘 阿母 娘亲 俺娘 妈",
    "father": "爸爸 老爸 父亲 老爹 爹 我爸 俺爸 咱爸 阿爸 爸",
    "parents": "父母 爸妈 爹妈 爸爸妈妈 二老 家里老人 双亲",
    "brother": "哥哥 弟弟 大哥 二哥 小弟 老弟 老哥 亲哥 亲弟 哥 弟",
    "sister": "姐姐 妹妹 大姐 二姐 小妹 老妹 老姐 亲姐 亲妹 姐 妹",
    "grandmother": "奶奶 外婆 姥姥 外祖母 祖母 阿嬷 阿婆 婆婆家奶奶",
    "grandfather": "爷爷 外公 姥爷 外祖父 祖父 阿公",
    "grandchild": "小孙子 小孙女 孙儿 孙子 孙女 外孙女 外孙",
    "aunt": "姑姑 姑妈 姨妈 小姨 大姨 舅妈 婶婶 阿姨 伯母 小姑 大姑 二姑 三姑 二姨 三姨 老姨",
    "uncle": "叔叔 舅舅 伯伯 姑父 姨父 大伯 二叔 小叔 大舅 小舅 二舅 三舅 三叔 四叔 二伯",
    "cousin": "表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹",
    "niece": "小侄女 侄女 外甥女",
    "nephew": "小侄子 侄子 侄儿 外甥",
    "mother_in_law": "岳母 丈母娘 婆婆",
    "father_in_law": "岳父 丈人 老丈人 公公",
}
_PET_WORDS: Final = {
    "cat": "猫咪 猫猫 小猫 猫 布偶 英短 美短 橘猫 三花 狸花 奶牛猫 暹罗 缅因 加菲 金渐层 银渐层 蓝猫 无毛猫 "
    "折耳 喵星人 主子 喵",
    "dog": "狗狗 小狗 狗子 狗 柯基 泰迪 金毛 柴犬 哈士奇 拉布拉多 边牧 萨摩耶 比熊 博美 法斗 吉娃娃 雪纳瑞 阿拉斯加 "
    "贵宾犬 贵宾 田园犬 土狗 二哈 秋田 腊肠 德牧 汪星人 毛孩子 马尔济斯 米克斯 中华田园犬 串串",
    "pet": "仓鼠 兔子 小兔 垂耳兔 鹦鹉 玄凤 乌龟 金鱼 龙猫 蜥蜴 守宫 豚鼠 荷兰猪 刺猬 八哥 鸽子 蜜袋鼯 芦丁鸡 柯尔鸭 "
    "斗鱼 锦鲤 草龟 巴西龟 宠物 文鸟 虎皮 鹌鹑 蛇 貂 羊驼 小猪 热带鱼 鱼 鸡 鸭",
}
KIN: Final = {word: relation for relation, words in _KIN_WORDS.items() for word in words.split()}
PETS: Final = {word: relation for relation, words in _PET_WORDS.items() for word in words.split()}
GENERIC_PETS: Final = frozenset(
    ["猫咪", "猫猫", "小猫", "猫", "狗狗", "小狗", "狗子", "狗", "宠物", "喵星人", "主子", "喵", "汪星人", "毛孩子"]
)
"""Say the kind of animal at most, never the breed."""


def _one_of(words: Iterable[str]) -> str:
    return "(?:" + "|".join(sorted(map(re.escape, words), key=len, reverse=True)) + ")"


KIN_RE: Final = _one_of(KIN)
PET_RE: Final = _one_of(PETS)

SHORT_KIN: Final = frozenset(
    [
        "妈",
        "爸",
        "爹",
        "哥",
        "弟",
        "姐",
        "妹",
        "先生",
        "姑娘",
        "丫头",
        "妮子",
        "小子",
        "臭小子",
        "那位",
        "阿姨",
        "叔叔",
        "小朋友",
        "老大",
        "老二",
        "老三",
        "太太",
        "夫人",
        "娃",
        "崽",
        "大哥",
        "大姐",
    ]
)
"""Only of the user's own family behind "我" or "我家": alone they may be anybody."""

OTHERS: Final = (
    r"(?:弟媳|弟妹|姐夫|妹夫|嫂子|小姨子|小舅子|大姑子|小姑子|小叔子|大舅哥|大伯子|妯娌|连襟|亲家|同事|邻居"
    r"|隔壁|老板|领导|上司|主管|客户|网友|朋友|哥们|闺蜜|室友|舍友|同学|"
    r"同桌|老师|学生|房东|邻座|对桌|对床|下铺|上铺|老总|总裁|董事长|校长|院长|组长|主任|店长|厂长|搭档|徒弟|"
    r"顾客|客人|乘客|同乡|工友|牌友|球友|钓友|驴友|网管|房客|租客|有人|别人|人家|大家|"
    r"(?:roommate|room mate|flatmate|colleague|coworker|co-worker|boss|landlord|neighbou?r|classmate|teammate"
    r"|client|manager|mentor|supervisor|leader|friend|buddy|bestie)s?(?![a-z])|"
    r"他们|她们|路人|群友|群里|网上|新闻|视频里|博主|主播|明星|偶像|爱豆|歌手|演员|"
    r"作者|主角|男主|女主|角色|书里|剧里|电影里|小说里|"
    r"医生|护士|客服|中介|销售|老外|教练|司机|师傅|快递(?!写|填|寄|放|送到|送去|收|留|用|地址|都|请|发|柜|单"
    r"|费)|外卖员|保安|物业|店员|店家|"
    r"老板娘|警察|公司(?=要|让|规定|说)|hr(?![a-z])|经理|总监|ceo|"
    r"前同事|学长|学姐|学弟|学妹|师兄|师姐|导师|校长|班主任|家长|亲戚|老乡|战友|"
    r"发小|死党|楼上|楼下|对面|前辈|后辈|合租的|"
    r"[\u4e00-\u9fff]{0,4}(?:小姑娘|小哥|小姐姐|小伙子?|大哥哥|大爷|大妈|大婶|老头|"
    r"老太太|帅哥|美女|大佬|楼主|群主|up主|女生|男生|妹子|汉子|前台|那女的|那男的|"
    r"女的|男的)(?!的$)|某人|一个人说|一哥们|那个人|那人|这人|那位大哥|甲方|乙方|"
    r"供应商|面试官|候选人|求职者|患者|病人|粉丝|队友|队长|股东|合伙人|"
    r"jd|招聘|广告|文章|帖子|小红书|抖音|知乎|微博|朋友圈|linkedin|twitter|reddit|"
    r"youtube|b站|弹幕|评论区|马斯克|特朗普|拜登|雷军|马云)"
)
