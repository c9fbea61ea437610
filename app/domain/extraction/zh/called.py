"""Names in Chinese beside what they name: "我男朋友许诺是…", "我家老大浩浩…", "欧阳震，震动的震"."""

import re
from typing import Final

from app.domain.extraction.models import Statement
from app.domain.extraction.zh.kin import KIN
from app.domain.extraction.zh.lexicon import WORDS
from app.domain.extraction.zh.text import Clause
from app.domain.extraction.zh.values import looks_like_given_name, looks_like_name

_BESIDE: Final = re.compile(
    r"[ ]?(?P<name>(?P<_d>[\u4e00-\u9fff])(?P=_d)|[小阿][\u4e00-\u9fff]|[\u4e00-\u9fff]{2,3}?|[a-z][a-z.]{1,11})[ ]?"
    r"(?=$|[,，、]|是|在|今[年天早晚]|才|刚|都|也|又|就|喜欢|爱|不|没|最|会|把|被|对|每|下|上|明[年天]|后天|昨|"
    r"读|考|过|有|要|怕|已|马上|快|老|总|特|超|很|贼|太|比|帮|陪|跟|和|生|属|满|一|[\d二两三四五六七八九十]|住|"
    r"做|当|开|去|来|回|得|长|改|学|吃|想|怀|退|现在|目前|天天|从)"
)
_NO_NAME: Final = re.compile(
    r"^(?:天天|年年|月月|常常|刚刚|慢慢|偏偏|偷偷|悄悄|好好|看看|说说|等等|妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|爷爷|"
    r"奶奶|公公|婆婆|宝宝|猫猫|狗狗|娃娃|早早|人人|个个|样样|处处|时时|次次|哈哈|嘿嘿|嗯嗯|谢谢|小时|小学|小孩|"
    r"小心|小气|小区|小说|阿姨"
    r"|今[年天]|现在|昨天|明天|最近|喜欢|已经|一[直个只]|不[是会能爱]|没[有事]|还[在是没]|周[一二三四五六日]|"
    r"星期|礼拜|单周|双周|放学|上学|上课|都[是在]|也[是在]|就[是在])"
)
_RANK: Final = re.compile(
    r"(?:的|老[大二三]|[大小二三][宝女儿子妹弟哥姐]|[大小二三四](?:儿子|女儿|闺女|孩子|弟弟|妹妹|哥哥|姐姐))$"
)
_PET_SURE: Final = re.compile(
    r"[ ]?(?:把|又|昨|今|才|刚|最近|特别|老(?!是说)|总|天天|对|怕|一|已|爱|不|在|$|,|[\d二两三四五六七八九十])"
)
_ADVERBIAL: Final = re.compile(r"[了的过着得地是在有会能要把被也都就还很最不没来去吃喝睡跑咬叫拉吐掉生病怕爱]")
_AGED: Final = re.compile(
    r"[\u4e00-\u9fff]{2}(?=(?:今年|刚满|才|都|快)?(?:\d+|[一二两三四五六七八九十]+)(?:周?岁|个月|年级)|"
    r"[上读](?:小学|初|高|大|幼|[一二三四五六]年级))"
)
_TIMELY: Final = re.compile(
    r"[今明去昨][年天]|刚|已经|才|都|马上|虚岁|满|年纪|生日|现在|目前|快|差|不|也|就|还|大概|差不多|一共|俩|两|都|"
    r"老|小|大|最|比|们|的|在|正"
)
_SPELT: Final = re.compile(r"(?P<word>[\u4e00-\u9fff]{2,4})(?:的|那个)(?P<char>[\u4e00-\u9fff])?(?:字)?$")
_LABELLED: Final = re.compile(
    r"(?:抬头|快递|外卖|署名|落款|收件人|收货人|联系人|签名|姓名|户名|名片|身份证|准考证|挂号|报名表|登记表?|"
    r"预订人|入住人)(?:上|栏|那栏|处)?(?:都|请|就|的名字|名字|,)*(?:写的?是?|是|填|叫|用|签|报|"
    r"留)[ ]?(?P<name>[\u4e00-\u9fff]{2,4})(?:$|[,，]|就行|就好|吧)"
)
_WRITTEN: Final = re.compile(
    r"^(?:[^,，]{0,8}(?:叫|是|写|写作|名|署|签|改成|抬头|落款|填|[:：]))?[ ]?(?P<name>[\u4e00-\u9fff]{2,4})(?:[ ]|$)"
)


def is_rank(name: str) -> bool:
    """Whether what tells a relative apart is no name but a rank ("大女儿", "老大")."""
    return bool(_RANK.search(name))


def named_beside(plain: str, at: int, animal: bool) -> tuple[int, int] | None:
    """Return where the name right behind a word for a relative or an animal stands, None where none does."""
    match = _BESIDE.match(plain, at)
    if not match or match.end("name") - match.start("name") < 2:
        plainly = looks_like_given_name(plain[at : at + 2]) and len(plain) > at + 3
        return (at, at + 2) if plainly and plain[at : at + 2] not in WORDS else None
    name, start, end = match["name"], *match.span("name")
    if _NO_NAME.match(name) or (name in WORDS and not animal) or name in KIN:
        return None
    if name.isascii():
        return (start, end) if match[0].startswith(" ") or not animal else None
    if not animal and _AGED.match(plain, start) and not _TIMELY.match(name):
        return start, start + 2
    doubled = len(name) == 2 and name[0] == name[1]
    if doubled or looks_like_given_name(name) or (looks_like_name(name) and name not in WORDS):
        return start, end
    if animal and len(name) == 2 and _PET_SURE.match(plain, end) and not _ADVERBIAL.search(name):
        return start, end
    return None


def read_spelt(clauses: list[Clause]) -> str:
    """Return a full name that the message spells or puts on a paper ("欧阳震 | 震动的震", "抬头写司徒静"), else ""."""
    for clause in clauses[:8]:
        labelled = _LABELLED.search(clause.plain)
        if labelled and looks_like_name(labelled["name"]):
            return clause.part(*labelled.span("name"))
    for place, clause in enumerate(clauses[1:6], 1):
        spelt = _SPELT.search(clause.plain)
        if not spelt or (spelt["char"] and spelt["char"] not in spelt["word"]):
            continue
        for before in reversed(clauses[max(0, place - 2) : place]):
            written = _WRITTEN.match(before.plain)
            if written and looks_like_name(written["name"]) and set(written["name"]) & set(spelt["word"]):
                return before.part(*written.span("name"))
    return ""


def read_renamed(clauses: list[Clause], earlier: str) -> list[Statement]:
    """Return the correction of a full name in the user's message before by one that differs in a single character."""
    for clause in clauses:
        name = clause.typed.strip()
        if len(name) not in (3, 4) or not looks_like_name(name) or name in earlier:
            continue
        for start in range(min(len(earlier), 600) - len(name) + 1):
            piece = earlier[start : start + len(name)]
            if piece[0] == name[0] and sum(one != other for one, other in zip(piece, name, strict=True)) == 1:
                return [Statement("fact", "", name, corrects=piece, confidence=0.8)]
    return []
