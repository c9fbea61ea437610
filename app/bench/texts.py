"""Sentences to measure with, made of parts, in English and Chinese; the same number always gives the same text."""

from random import Random
from typing import Final

_EN: Final = (
    ("My daughter", "Our new colleague", "My brother", "The neighbour", "My manager", "Aunt Mei", "The landlord"),
    ("prefers", "has ordered", "talked about", "is looking for", "cannot stand", "wants to learn", "has decided on"),
    ("green tea", "a trip to Lisbon", "the blue bicycle", "piano lessons", "a flat near the park", "spicy noodles"),
    ("on Tuesday", "since last spring", "before the meeting", "every weekend", "for the birthday", "after work"),
)
_ZH: Final = (
    ("我女儿", "新来的同事", "我弟弟", "邻居", "我的经理", "小姨", "房东"),
    ("喜欢", "订了", "聊到了", "在找", "受不了", "想学", "决定要"),
    ("绿茶", "去里斯本旅行", "那辆蓝色自行车", "钢琴课", "公园旁边的公寓", "辣面条"),
    ("星期二", "从去年春天开始", "开会之前", "每个周末", "为了过生日", "下班以后"),
)


def sentence(number: int) -> str:
    """About 60 characters of English or 20 of Chinese, with a number of its own."""
    random = Random(number)  # noqa: S311 - no secret
    who, does, what, when = (random.choice(words) for words in (_ZH if number % 2 else _EN))
    return f"{when}{who}{does}{what}，编号{number}。" if number % 2 else f"{who} {does} {what} {when}, number {number}."


def question(number: int) -> str:
    """A question that some of the sentences answer."""
    random = Random(-number)  # noqa: S311 - no secret
    who, does, what, _ = (random.choice(words) for words in (_ZH if number % 2 else _EN))
    return (
        f"{who}{does}{what}是什么时候，第{number}次问？"
        if number % 2
        else f"When was it that {who} {does} {what}, {number}?"
    )
