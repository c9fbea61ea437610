"""Places, illnesses, medicines, animals, languages and family told by their class: who the user is and lives with."""

import re
from dataclasses import replace
from typing import Final

from app.domain.extraction.models import USER, Statement, Subject
from app.domain.extraction.zh.evidence import ALLERGIC, DENIED, FEARED, ONCE, WANTS, Seen
from app.domain.extraction.zh.rule import give
from app.domain.extraction.zh.values import NUMBER, tidy

_GOING: Final = re.compile(
    r"去|飞|出差|旅游|旅行|玩|逛|路过|转机|中转|度假|想|打算|准备|下周|下个?月|明天|如果|回(?=[^,，]{0,4}过年)|订|"
    r"机票|高铁票|酒店|像|比|听说|查|看"
)
_LIVES: Final = re.compile(
    r"(?:住|住在|搬(?:到|来|去|回|进)了?|回迁到?|迁到?了?|落户(?:在|到)?|定居(?:在|到)?|坐标|base|人在|漂在|"
    r"窝在|租在|安家在?|嫁到|调到|外派到?|派到|落脚|扎根|家在|现居|常驻|驻|躲在|窝|留在|移民到?|移居|"
    r"relocate到?|(?:房子|小区|宿舍|出租屋|住处|住的地方|家)(?:就|还)?在|人还在)"
    r"(?:了|在|是|的|:|：| |我们?|这|那)*[^,，]{0,6}$"
)
_STAYS: Final = re.compile(
    rf"^(?:市|省|县|那边|这边|这儿|这里|城里|郊区|市区|乡下|农村|老城|本地|一带|"
    rf"[\u4e00-\u9fff]{{0,6}}[区县镇村路街])?(?:人)?(?:租|买了?房|打工|上班|定居|生活|漂|待|呆|住|工作|读|上学|"
    rf"上大学|念|留学|做|当|开(?:了|店|个)|混|养老|陪读|带娃|坐月子"
    rf"|{NUMBER}(?:来|多)?(?:年|个月)|土著|本地)"
)
_FROM: Final = re.compile(
    r"^(?:市|省|县|本地|土著|老|农村|乡下|[\u4e00-\u9fff]{0,4}[区县镇乡村])?(?:本地)?(?:人(?!家|们|口|民|多|少|工|"
    r"山|数)|娃|妹子|姑娘|汉子|伢|囡|土著|长大|出生|出来的|的$|籍|户口|老家)"
)
_IS_FROM: Final = re.compile(
    r"老家|祖籍|籍贯|户口|出生(?:在|于)?|生在|长在|来自|土生土长|地道|作为|身为|是(?:个|一个)?$|^(?:我|俺|"
    r"咱)?(?:一个|一)?$|正宗|老$|从$|纯"
)
_QUERY: Final = re.compile(
    r"^(?:的)?(?:饮食|禁忌|症状|原因|食谱|治疗|注意|用药|区别|患者|病人|人群|发病|科普|讲座|药|怎么|能|可以|会|"
    r"是不是|有什么)"
)
_TAKES: Final = re.compile(
    r"吃|服|用|打|喷|抹|涂|滴|带|备|靠|开了?|注射|一天|每天|早晚|停|续|续命|常年|[粒片颗针支]|mg|毫克|断|加量|减量|"
    r"换成|随身"
)
_SIGNS: Final = re.compile(r"讲|说|唠|聊|能|流利|入门|水平|母语|听得?懂|会|学|家里|从小|只|带|口音|教|都是|第一语言|懂")
_REPLIES: Final = re.compile(r"回(?!家|来|去)|答|跟我说|和我说|跟我聊|聊|请用|用|写给|给我|说话|打字|一律|都用|切|换")
_PASSES_ON: Final = re.compile(r"课|老师|作业|考试|题|翻译|电影|歌|剧|版|句|单词|怎么说|书|角|字幕|试卷|论文")
_OWN_ANIMAL: Final = re.compile(
    rf"(?:我|咱|俺|家|养|抱|捡|领|接|买|喂|收|撸|遛|陪|添|多了|来了|迎来|铲|有|新(?:来|到)|我那|"
    rf"{NUMBER}[只条头匹窝对]|[一俩仨][只条头匹窝对]|救|送我|宝贝)"
)
_FAMILY_NEEDS: Final = re.compile(
    r"了|中|周|刚|已|快|第|完|的|我(?:是|家)|一[个名]|家里|打拼|带(?:着|大)?|着|多|年|月|在家|呢|坚定"
)
_STATUS: Final = frozenset(
    [
        "单身",
        "母胎单身",
        "离异",
        "离婚",
        "离了婚",
        "分居",
        "丧偶",
        "守寡",
        "二婚",
        "再婚",
        "隐婚",
        "订婚",
        "结婚",
        "新婚",
        "同居",
        "异地恋",
        "异地",
        "异国恋",
        "丁克",
        "不婚",
        "不婚主义",
        "不婚主义者",
        "脱单",
    ]
)


def read_place(seen: Seen) -> list[Statement]:
    """Return where somebody lives or comes from."""
    before, after, told = seen.before, seen.after, seen.told
    if not seen.is_users or DENIED.search(before[-4:]) or FEARED.search(before):
        return []
    if _FROM.match(after) and _IS_FROM.search(before[told.body if told.role == "close" else 0 :] or ""):
        found = [give(told, "hometown", seen.typed, 0.8)]
        if re.search(r"没(?:挪|离开|出)|一直|土生土长|到现在|从没", seen.near):
            found.append(give(told, "home", seen.typed, 0.7))
        return found
    if re.search(r"老家|祖籍|籍贯|户口|出生|来自|长大", before[-6:]):
        return [give(told, "hometown", seen.typed, 0.8)]
    if seen.is_over or WANTS.search(before) or (_GOING.search(before) and not re.search(r"搬|嫁|调", before)):
        return []
    if re.search(r"回$", before) and re.match(r"(?:跟|和|陪)?[^,，]{0,4}住", after):
        return [give(told, "home", seen.typed, 0.8)]
    if (
        re.search(r"(?:^|[我俺咱])(?:人|们|现在|目前|一直)*在$", before)
        and re.match(r"(?:呢|啊|呀|这边|这儿|,|$)", after)
        and not ONCE.search(seen.near)
    ):
        return [give(told, "home", seen.typed, 0.6)]
    lives = _LIVES.search(before)
    if lives or (re.search(r"(?:在|来|到|漂)$", before) and _STAYS.match(after)) or re.match(r"本地|土著", after):
        area = re.match(r"[\u4e00-\u9fff]{0,4}?(?:[区县镇乡村]|路|街道|小区|新村|花园)(?!别)", after)
        end = seen.hit.end + (area.end() if area else 0)
        return [give(told, "home", tidy(told.clause.typed[seen.hit.start : end]), 0.8)]
    return []


def read_grade(seen: Seen) -> list[Statement]:
    """Return the form or year that somebody is in."""
    if not seen.is_users or seen.is_over or re.search(r"教|带|老师|当年|等|到了?$|想|如果", seen.before):
        return []
    if re.match(r"(?:的时候|时|那年|开始|老师|数学|语文|英语|题|课|作文|教材|起)", seen.after):
        return []
    if (
        seen.alone
        or seen.told.role == "close"
        or re.search(r"[上读念升]|今年|开学|现在|刚|在$|我$|是$|[女儿]$", seen.before[-4:])
    ):
        return [give(seen.told, "grade", seen.typed, 0.7)]
    return []


def read_house(seen: Seen) -> list[Statement]:
    """Return what kind of house somebody lives in."""
    if not seen.is_users or seen.is_over or WANTS.search(seen.before) or DENIED.search(seen.before[-4:]):
        return []
    if not re.search(r"住(?!过)|租|买|家(?:里|是|在)?|挤|窝|搬|分(?:了|到)|房子|是", seen.before[-8:]):
        return []
    return [give(seen.told, "housing", seen.typed, 0.7)]


def read_rota(seen: Seen) -> list[Statement]:
    """Return the hours that somebody works, by their name."""
    if not seen.is_users or seen.is_over or WANTS.search(seen.before) or FEARED.search(seen.before):
        return []
    if seen.hit.word in ("单周", "双周", "单号", "双号"):
        return [give(seen.told, "schedule", tidy(seen.told.clause.typed[: seen.told.end]), 0.7)]
    return [give(seen.told, "work_hours", seen.typed, 0.7)]


def read_diet(seen: Seen) -> list[Statement]:
    """Return how somebody eats, by its name."""
    if not seen.is_users or seen.is_over or _QUERY.match(seen.after) or FEARED.search(seen.before):
        return []
    if DENIED.search(seen.before[-4:]) or re.search(r"想|打算|要不要|准备", seen.before):
        return []
    return [give(seen.told, "diet", seen.typed, 0.7)]


def read_illness(seen: Seen) -> list[Statement]:
    """Return an illness that the user or somebody close has."""
    if not seen.is_users or FEARED.search(seen.before) or _QUERY.match(seen.after):
        return []
    if re.search(r"(?:没有?|不是|没得|并非|别得|治|关于|搜)(?:过|什么)?$", seen.before) or re.match(
        r"(?:已经|早)?好了", seen.after
    ):
        return []
    return [give(seen.told, "condition", seen.typed, 0.7)]


def read_medicine(seen: Seen) -> list[Statement]:
    """Return a medicine that is taken, or one that somebody is allergic to."""
    if not seen.is_users or FEARED.search(seen.before):
        return []
    if ALLERGIC.search(seen.after) and not re.search(r"不过敏|抗过敏", seen.after):
        return [give(seen.told, "allergy", seen.typed, 0.8)]
    if "drug" not in seen.hit.classes or seen.is_over or DENIED.search(seen.before[-4:]) or _QUERY.match(seen.after):
        return []
    return [give(seen.told, "medication", seen.typed, 0.7)] if _TAKES.search(seen.plain) else []


def read_animal(seen: Seen) -> list[Statement]:
    """Return the kind of an animal that the user keeps."""
    before, told = seen.before, seen.told
    relation = "cat" if "breed_cat" in seen.hit.classes else "dog" if "breed_dog" in seen.hit.classes else "pet"
    if not seen.is_users or seen.is_over or DENIED.search(before[-6:]) or WANTS.search(before) or FEARED.search(before):
        return []
    owned = bool(_OWN_ANIMAL.search(before)) or (
        told.role == "close" and told.subject.relation in ("cat", "dog", "pet")
    )
    owned = owned or (
        seen.alone and bool(_OWN_ANIMAL.search(told.opened)) and bool(re.search("[猫狗鸟鱼龟]", told.opened))
    )
    if not owned and not (seen.alone and re.search(r"岁|个?月大?|公|母|叫|名|绝育|毛|粮|砂", seen.near)):
        return []
    subject = told.subject if told.role == "close" else Subject(relation)
    attribute = "species" if relation == "pet" else "breed"
    return [replace(give(told, attribute, seen.typed, 0.7), subject=subject)]


def read_language(seen: Seen) -> list[Statement]:
    """Return a language that is spoken at home or known, or one to answer in."""
    if _PASSES_ON.match(seen.after) or not seen.is_users:
        return []
    around = seen.before[-8:] + " " + seen.after[:8]
    if re.search(r"(?:别|不要|不用|少)(?:再)?(?:用|说|讲|夹|带|飙|拽|整)?$", seen.before):
        return [give(seen.told, "rule", tidy(seen.told.clause.typed), 0.7)]
    wish = _REPLIES.search(seen.before[-6:]) or re.match(r"(?:回|答|聊|跟我|和我|吧|就行|就好|沟通|交流)", seen.after)
    if (
        wish
        and (seen.told.role == "user" or seen.before.endswith("用"))
        and not re.search(r"我(?:平时|们|跟他|跟她)|写(?:了|过)", seen.before)
    ):
        return [replace(give(seen.told, "reply_language", seen.typed, 0.7), subject=USER)]
    if _SIGNS.search(around) and not DENIED.search(seen.before[-4:]) and not re.search(r"听不|不会|不懂", around):
        return [give(seen.told, "language_spoken", seen.typed, 0.7)]
    return []


def read_kin_state(seen: Seen) -> list[Statement]:
    """Return how the family is made: one parent, a second child, living apart."""
    if not seen.is_users or seen.is_over or DENIED.search(seen.before[-4:]) or FEARED.search(seen.before):
        return []
    if WANTS.search(seen.before) or seen.told.role != "user":
        return []
    if not (
        _FAMILY_NEEDS.search(seen.after[:4])
        or _FAMILY_NEEDS.search(seen.before[-5:])
        or seen.alone
        or seen.told.explicit
    ):
        return []
    if seen.after.startswith(("两地", "快乐", "愉快", "大喜")):
        return []
    attribute = "marital_status" if seen.hit.word in _STATUS else "family"
    return [give(seen.told, attribute, seen.typed, 0.7)]
