"""Names of one thing in several writings, and the words people use for those close to them."""

import unicodedata
from typing import Final

from app.domain.han_variants import TO_SIMPLIFIED

_SELF: Final = ("user", "me", "i", "myself", "self", "我", "自己", "本人", "用户")

_WORDS: Final[dict[str, str]] = {
    "wife": "老婆 妻子 太太 媳妇 爱人",
    "husband": "老公 丈夫 先生",
    "partner": "伴侣 对象 另一半",
    "girlfriend": "女朋友 女友",
    "boyfriend": "男朋友 男友",
    "fiance": "未婚妻 未婚夫 fiancee fiancé fiancée",
    "ex": "前任 前妻 前夫",
    "child": "孩子 小孩 娃 宝宝 kid",
    "son": "儿子",
    "daughter": "女儿 闺女",
    "mother": "妈妈 母亲 妈 mom mum mama",
    "father": "爸爸 父亲 爸 dad papa",
    "parents": "父母 爸妈",
    "brother": "哥哥 弟弟 兄弟",
    "sister": "姐姐 妹妹 姐妹",
    "sibling": "兄弟姐妹",
    "grandmother": "奶奶 外婆 姥姥 祖母 grandma",
    "grandfather": "爷爷 外公 姥爷 祖父 grandpa",
    "grandparents": "祖父母",
    "grandchild": "孙子 孙女 外孙 外孙女",
    "aunt": "阿姨 姑姑 姨妈 舅妈",
    "uncle": "叔叔 舅舅 伯伯 姑父",
    "cousin": "表哥 表姐 表弟 表妹 堂哥 堂姐 堂弟 堂妹",
    "niece": "侄女 外甥女",
    "nephew": "侄子 外甥",
    "mother_in_law": "婆婆 岳母 丈母娘",
    "father_in_law": "公公 岳父",
    "parents_in_law": "公婆 岳父母",
    "family": "家人 家庭",
    "friend": "朋友",
    "dog": "狗 狗狗 小狗",
    "cat": "猫 猫咪 小猫",
    "pet": "宠物",
}


KIN: Final = {"child": ("child", "daughter", "son"), "pet": ("pet", "dog", "cat")}
"""What a general word may mean: 孩子 a daughter, a pet a dog."""

WORDS_OF: Final = {
    relation: tuple(word for word in words.split() if not word.isascii()) for relation, words in _WORDS.items()
}
"""The Chinese words for each relation, the usual one first."""


def normalise(name: str) -> str:
    """Return a name without what writings of it differ in: width, case, simplified or traditional script, spaces."""
    text = unicodedata.normalize("NFKC", name).casefold().translate(TO_SIMPLIFIED)
    return " ".join(text.split()).strip(" .,;:!?。，；：！？、\"'“”‘’「」《》()[]")


def without_possessive(name: str) -> str:
    """Return a normalised name without "my" before it: 我女儿, 我的女儿, my daughter."""
    for prefix in ("我的", "我家的", "我家", "我", "my ", "our "):
        if name.startswith(prefix) and len(name) > len(prefix):
            return name[len(prefix) :]
    return name


def _relations() -> dict[str, str]:
    found = {}
    for relation, words in _WORDS.items():
        for word in (relation, relation.replace("_", " "), relation.replace("_", "-"), *words.split()):
            found[normalise(word)] = relation
    return found


SELF_WORDS: Final = frozenset(normalise(word) for word in _SELF)
"""Normalised words that mean the user."""

RELATION_OF: Final = _relations()
"""Relation by the normalised word for it, in both languages."""
