"""Whom a word on its own means, in both languages: the user, the assistant, kin, animals, others."""

from functools import lru_cache
from typing import Final

from app.domain.extraction.en.words import KIN as EN_KIN
from app.domain.extraction.en.words import KIN_PLURALS
from app.domain.extraction.zh.kin import KIN as ZH_KIN

_WORDS: Final = {
    "I": "i i'm im i've ive i'd i'll me mine myself 我 俺 咱 本人 自己 我自己",
    "my": "my our",
    "we": "we we're we've us ours 我们 咱们 我家 咱家",
    "you": "you your you're u yourself 你 您 你们",
    "they": "he she they his her their he's she's they're him them hers theirs 他 她 它 他们 她们 它们 人家",
    "if": "if suppose imagine say pretend would 要是 如果 假如 假设 假装 若 万一",
    "other": "boss manager coworker co-worker colleague colleagues teammate roommate flatmate housemate neighbour "
    "neighbours neighbor neighbors landlord landlady client clients customer customers supervisor teacher "
    "professor prof tutor coach doctor dr dentist gp vet therapist lawyer accountant barber hairdresser "
    "plumber mechanic trainer instructor student students pupil pupils patient patients classmate friend "
    "friends bestie buddy mate mates pal bff guy guys girl man woman men women dude lady bloke lad lads kid's "
    "person people someone somebody anyone everyone everybody anybody nobody who whose folks ppl driver "
    "waiter waitress barista cashier intern recruiter ceo cto competitor influencer youtuber celebrity singer "
    "actor stranger tenant tenants employee employees assistant crush ex character hero heroine villain "
    "protagonist narrator author writer player suspect detective king queen captain applicant candidate "
    "speaker host guest guests owner caretaker receptionist nurse vicar priest gran's mum's dad's 同事 邻居 "
    "室友 舍友 朋友 同学 老板 领导 经理 客户 房东 网友 隔壁 对门 对面 对桌 邻座 前任 别人 有人 谁 老师 老乡 "
    "导师 师傅 师父 司机 店员 店主 老板娘 顾客 客人 病人 患者 学生 学员 家长 班主任 校长 医生 大夫 护士长 "
    "保安 快递员 外卖员 主播 博主 明星 演员 歌手 作者 主角 女主 男主 女主角 男主角 角色 人物 反派 甲方 乙方 "
    "下属 上司 主管 总监 实习生 新人 闺蜜 发小 哥们 兄弟 战友 学长 学姐 学弟 学妹 师兄 师姐 师弟 师妹 阿姨 "
    "大爷 大妈 大叔 大哥 大姐 小伙 小伙子 姑娘 小姑娘 老头 老太太 美女 帅哥 亲戚 群友 楼上 楼下 公公 候选人 "
    "应聘者 买家 卖家 租客 住户 业主",
}
_PETS: Final = (
    "dog dogs cat cats puppy kitten rabbit parrot hamster horse pony tortoise goldfish "
    "狗 猫 狗狗 猫咪 小狗 小猫 兔子 鹦鹉 仓鼠 乌龟"
)
_KNOWN: Final = {
    **dict.fromkeys((*ZH_KIN, *EN_KIN, *KIN_PLURALS), "kin"),
    **dict.fromkeys(_PETS.split(), "pet"),
    **{word: whom for whom, words in _WORDS.items() for word in words.split()},
}


@lru_cache(maxsize=4096)
def whom(form: str) -> str:
    """Return "I", "my", "we", "you", "they", "if", "other", "kin" or "pet" for a word, "" where it is none of these."""
    return _KNOWN.get(form) or _KNOWN.get(form.removesuffix("'s").removesuffix("们"), "")
