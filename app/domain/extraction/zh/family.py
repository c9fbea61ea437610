"""The user's family and pets, in Chinese: names, kinds, and who there is. The kinds of saying covered:

- names: "我女儿叫朵朵", "小名糯米", "我老公建国", "儿子皮皮" (a doubled or nicked name, or in a list), "他叫石磊"
- who there is: "有两个孩子", "家里三口人", "没有兄弟姐妹" (not taken), pregnancy of a wife
- pets: "养了只猫叫年糕", "一只叫汤圆一只叫芋圆", "我家那只柯基", "捡了只狗", breed and kind
- best friends by name ("我闺蜜叫小雨")
"""

import re
from typing import Final

from app.domain.extraction.models import Statement, Subject
from app.domain.extraction.zh.called import is_rank
from app.domain.extraction.zh.kin import KIN, KIN_RE, PET_RE, PETS
from app.domain.extraction.zh.lexicon import WORDS
from app.domain.extraction.zh.rule import ADV, Rule, give, rule
from app.domain.extraction.zh.subjects import Told, is_breed, naming
from app.domain.extraction.zh.text import Clause
from app.domain.extraction.zh.values import NUMBER, looks_like_given_name, looks_like_name, tidy

_APPOSED: Final = re.compile(
    rf"(?P<kin>{KIN_RE}|{PET_RE})(?P<name>(?:(?P<_d>[\u4e00-\u9fff])(?P=_d)|[小大阿老][\u4e00-\u9fff]{{"
    rf"1,2}}|[\u4e00-\u9fff]{{2,3}}|[a-z]{{2,12}}))(?=$|[、,，]|今年|明年|去年|现在|昨天|刚|才|上|\d|"
    rf"[一二两三四五六七八九十]+"
    rf"(?:岁|个)|，| )"
)
_DOUBLED: Final = re.compile(r"^([\u4e00-\u9fff])\1$")
_NICKED: Final = re.compile(r"^(?:[小阿][\u4e00-\u9fff]|[a-z]{3,12})$")
_NOT_NICKED: Final = re.compile(
    r"小[学时]|阿姨|慢慢|天天|刚刚|常常|偏偏|偷偷|悄悄|好好|看看|妈妈|爸爸|哥哥|姐姐|"
    r"弟弟|妹妹|爷爷|奶奶|公公|婆婆|猫猫|狗狗|宝宝|试试|等等|乖乖|早早|远远|统统|渐渐|"
    r"往往|仅仅|恰恰"
)
_LISTED: Final = re.compile(r"[、]|还有|(?:我|俺)和|我跟")
_HAVE_PET: Final = re.compile(
    rf"(?:养(?!老|生|成|殖|护|鱼塘)(?:了|着|过|的就?是|的)?|捡(?:到|回|来)?(?:了)?|领养(?:了)?|"
    rf"收养(?:了)?|抱(?:回|来|养)?(?:了)|买了|接了|家里有|家有|屋里有|有(?=[一两三四五]?[只条])|"
    rf"新来的|新到的|接回来的)(?:来)?(?P<count>{NUMBER})?(?:个|只|条|头|窝|对)?(?:多?年的)?"
    rf"(?P<kind>(?:(?![是的就了过个只条隻着有])[\u4e00-\u9fff]){{0,4}}?(?:{PET_RE}))(?!粮|砂|毛|舍|咖|肉|汤"
    rf"|玩偶|公仔|表情)"
)
_PET_NAMES: Final = re.compile(
    r"(?:一只|一条|一个|另一只|另一条|大的|小的|老大|老二|公的|母的|哥哥|妹妹|起名|"
    r"取名|名字|它|名)?(?:就)?(?:叫做?|名叫|起名(?:叫|为)?|取名(?:叫|为)?|名字是|"
    r"名是|(?<=起)名|(?<=取)名)(?:做|个)?(?P<name>[\u4e00-\u9fff]{1,4}?|[a-z]{2,12})"
    r"(?=$|一只|一条|另|小的|大的|，|[,，、]|和|跟|今年|刚|才|\d|了$|啦|哈|呢|呀|"
    r"哦|这|是|[一两三四五六七八九十]+(?:岁|个月)| )"
)
_PET_NAMED_BY: Final = re.compile(
    rf"(?P<kind>{PET_RE})(?:也|就|都)?(?:叫做?|名叫|名字叫|名字是|起名叫?|取名叫?)(?P<name>[\u4e00-\u9fff]{{"
    rf"1,4}}?|[a-z]{{2,12}})(?=$|今年|刚|才|\d|了$|啦|哈|呢|，|[,，]| |[一两三四五六七八九十]+岁)"
)
_MY_PET: Final = re.compile(
    rf"(?:我|我家|家里|我们家|俺家)(?:的|养的|那|这|里|家)*(?:只|条|个)?(?:[老小胖蠢傻]|"
    rf"[一两三四五六七八九十\d]+岁的?)?(?P<kind>{PET_RE})(?!粮|砂|毛|舍|咖|肉|汤|年)"
)
_EACH: Final = re.compile(
    r"(?:一个|另一个|大的|小的|老大|老二|哥哥|弟弟|姐姐|妹妹|大宝|二宝)(?:就)?(?:叫|"
    r"名叫|小名)(?P<name>[\u4e00-\u9fff]{1,4}?|[a-z]{2,12})(?=$|一个|另|小的|老二|弟弟|"
    r"妹妹|二宝|[,，、]|，|今年|\d|[一两三四五六七八九十]+岁| )"
)
_RANKED: Final = re.compile(
    r"^(?:老大|老二|老三|大宝|二宝|二胎|头胎)(?:就)?(?:叫|名叫|小名叫?|取名叫?|起名叫?)"
    r"(?P<name>[\u4e00-\u9fff]{2,3}?)(?=$|[,，、]|今年|\d)"
)
_CALLED: Final = re.compile(r"[一只条]叫|起名|取名|^(?:名字)?叫")
_ANIMALS: Final = ("cat", "dog", "pet")
_FRIEND: Final = re.compile(
    r"(?:最好的朋友|好朋友|闺蜜|发小|死党|好兄弟|铁哥们)(?:的名字)?(?:叫|名叫|是)(?P<name>[\u4e00-\u9fff]{"
    r"2,3}|[a-z]{2,12})(?=$|，|[,，]| |住|在)"
)
_NO: Final = re.compile(r"(?:不|没|没有|别|想|要是|打算|能不能|准备|考虑|不敢|禁止|没法|云|以前)(?:再|有|想|要|来)?$")

MEMBERS: Final[tuple[Rule, ...]] = (
    rule(
        rf"(?:有|生了?|养了?|带着?)(?P<children>(?:{NUMBER}|俩|一对)(?:个)?(?:孩子|小孩|"
        rf"娃|女儿|儿子|闺女|宝宝|双胞胎(?:儿子|女儿)?|儿女|龙凤胎|崽))(?!的话|就)"
    ),
    rule(
        r"^(?P<children>(?:[一两俩三四五]个?|独)(?:儿子|女儿|闺女|孩子|娃|儿|女)(?:[和,、]?[一两三]个?(?:儿"
        r"子|女儿|闺女|儿|女))?)$",
        confidence=0.7,
    ),
    rule(
        r"(?P<family>怀(?:了|上了?)(?:老[二三]|[二三]胎|双胞胎|龙凤胎|孩子|宝宝|娃)?)(?=$|[,，]|了|都)",
        who="any",
        confidence=0.8,
    ),
    rule(
        r"预产期(?:是|在|就在|:|：|大概|还有)*(?P<due_date>(?:[明今]年)?(?:\d{1,2}|"
        r"[一二三四五六七八九十]{1,3})月(?:[底初中]|(?:\d{1,2}|[一二三四五六七八九十廿]{1,3})[号日]?)?)",
        who="any",
    ),
    rule(r"(?P<household>一家[三四五六七八]口|[三四五]代同堂|四世同堂)"),
    rule(rf"(?P<household>(?<![喝吃尝抿咬抽吸啃])(?:一家|家里)?(?!一口)(?:{NUMBER})口(?:人|之家)?)(?=$|，|[,，]| |人)"),
    rule(
        r"(?P<siblings>(?:独生子女|独生女|独生子|独子|独女|家里老[大二三四幺]|排行老[大二三四幺]|"
        r"家中老[大二三四]))"
    ),
    rule(rf"(?:有)(?P<siblings>(?:{NUMBER}|俩)个?(?:亲)?(?:哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|兄弟|姐妹))(?!的话)"),
    rule(
        rf"^(?:{ADV}{{0,4}})(?P<household>(?:跟|和)(?:我)?(?:爸妈|父母|婆婆|公婆|岳父母|"
        rf"老人|男朋友|女朋友|老公|老婆|爷爷奶奶|奶奶|我妈|我爸|朋友|室友|同学|同事)(?:一起|"
        rf"一块儿?)?(?:住|合租|同住|住一起|住一块))",
        whole=True,
    ),
    rule(r"(?P<household>(?:跟|和)我(?:们)?(?:一起|一块儿?)?住)", who="close"),
    rule(
        r"(?:跟|和)(?:我)?(?:对象|男朋友|女朋友|男友|女友|他|她|老公|老婆|爱人)?(?:谈|"
        r"在一起|交往|恋爱|结婚|异地)(?:了)?(?:有|快|都|已经)?(?P<relationship_years>(?:[一二两三四五六七八"
        r"九十半\d]+)(?:多|来)?年(?:多)?)"
    ),
)


def read_family(told: Told) -> list[Statement]:
    """Return names and kinds of family members and pets that a clause gives."""
    found: list[Statement] = []
    if told.role == "close":
        named = told.subject.relation and told.explicit and not is_rank(told.subject.name)
        if told.subject.name and (named or naming(told.text) or looks_like_given_name(told.subject.name)):
            found.append(give(told, "name", told.subject.name))
        if is_breed(told.word) and told.subject.relation in ("cat", "dog", "pet"):
            found.append(_about(told.subject, "breed" if told.subject.relation != "pet" else "species", told.word))
    elif told.role != "user":
        return []
    if told.role == "user" and not told.mentioned and (ranked := _RANKED.match(told.clause.plain)):
        name = told.clause.part(*ranked.span("name"))
        found.append(_about(Subject("child", name), "name", name))
    if told.role == "close" or (told.mentioned and told.mentioned.relation in ("child", "son", "daughter")):
        relation = told.subject.relation if told.role == "close" else told.mentioned.relation if told.mentioned else ""
        for each in _EACH.finditer(told.clause.plain) if relation not in _ANIMALS else ():
            name = told.clause.part(*each.span("name"))
            found.append(_about(Subject(relation, name), "name", name))
    found += _apposed(told)
    found += _pets(told)
    if told.role == "user" and (friend := _FRIEND.search(told.text)):
        name = told.part(*friend.span("name"))
        found.append(_about(Subject("friend", name), "name", name))
    return found


def _about(subject: Subject, attribute: str, value: str) -> Statement:
    return Statement("fact", attribute, value, subject)


def _apposed(told: Told) -> list[Statement]:
    """Read "我老公建国", "儿子皮皮": a name right behind the kin word, where it is surely one."""
    clause = told.clause
    found = []
    listed = bool(_LISTED.search(clause.plain))
    for match in _APPOSED.finditer(clause.plain, 0, told.end):
        name = match["name"]
        sure = bool(_DOUBLED.match(name) or _NICKED.match(name)) and not _NOT_NICKED.search(name)
        if (
            not sure
            and not (listed and len(name) == 2)
            and not looks_like_given_name(name)
            and not (looks_like_name(name) and len(name) == 3)
        ):
            continue
        if (
            name in KIN
            or name in PETS
            or (name in WORDS and match["kin"] in KIN)
            or clause.plain[: match.start()].endswith(("的", "当", "不"))
        ):
            continue
        typed = clause.part(*match.span("name"))
        found.append(_about(Subject(KIN.get(match["kin"]) or PETS[match["kin"]], typed), "name", typed))
        found += _age_behind(clause, match.end(), found[-1].subject)
    return found


def _age_behind(clause: Clause, at: int, subject: Subject) -> list[Statement]:
    """Read the age that follows a name ("皮皮八个月", "朵朵今年三岁")."""
    age = re.compile(
        rf"(?:今年|刚|才|满|已经|快|刚满|都|了)*(?P<age>{NUMBER}(?:岁半?|个半?月)|\d{{1,2}}(?=$|"
        rf"了))"
    ).match(clause.plain, at)
    return [_about(subject, "age", tidy(clause.part(*age.span("age"))))] if age else []


def _pets(told: Told) -> list[Statement]:
    """Read what animals the user keeps and what they are called."""
    clause, found = told.clause, list[Statement]()
    plain = clause.plain[: told.end]
    relation = ""
    for match in (*_HAVE_PET.finditer(plain), *_MY_PET.finditer(plain)):
        if (
            told.role not in ("user", "close")
            or _NO.search(plain[: match.start()])
            or "不" in plain[match.start() : match.end()]
        ) and not (match.re is _MY_PET and told.role == "close"):
            continue
        kind = clause.part(*match.span("kind"))
        relation = next(PETS[word] for word in sorted(PETS, key=len, reverse=True) if match["kind"].endswith(word))
        subject = Subject(relation, _first_name(clause, match.end(), told.end))
        found.append(_about(subject, "breed" if is_breed(match["kind"]) and relation != "pet" else "species", kind))
    if not relation and told.role == "close" and told.subject.relation in ("cat", "dog", "pet"):
        relation = told.subject.relation
    if not relation and (named := _PET_NAMED_BY.search(plain)) and told.role == "user":
        relation = PETS[named["kind"]]
    if not relation and told.mentioned and told.mentioned.relation in _ANIMALS and _CALLED.search(plain):
        relation = told.mentioned.relation
    if told.subject.relation == "ex":
        return []
    if relation:
        for match in _PET_NAMES.finditer(plain):
            name = clause.part(*match.span("name"))
            if not plain[: match.start()].endswith(("不", "没", "在", "乱", "狂", "老")):
                found.append(_about(Subject(relation or "pet", name), "name", name))
    return found


def _first_name(clause: Clause, start: int, end: int) -> str:
    match = _PET_NAMES.search(clause.plain, start, end)
    return clause.part(*match.span("name")) if match else ""
