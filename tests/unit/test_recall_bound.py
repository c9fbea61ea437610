"""A bound under the ranking as a whole: own conversations in English and Chinese, with the bundled model's vectors.

Small on purpose: it tells a broken ranking from a whole one. How good the ranking is, `bench recall` measures.
"""

import asyncio
from typing import Final, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from app.adapters.embedders.local import LocalEmbedder
from app.bench.metrics import rank_metrics
from app.domain.embed_text import embed_text
from app.domain.marks import message_terms
from app.domain.ranking import parse_query, rank
from app.domain.similarity import Background
from app.domain.term_codec import pack_terms, unpack_terms
from app.domain.user_index import PieceColumns, UserIndex

NOW: Final = 1_780_000_000.0
DAY: Final = 86_400.0


class Said(NamedTuple):
    role: int
    text: str
    session: int


ENGLISH: Final = [
    *(Said(n % 2, text, 0) for n, text in enumerate((
        "I moved to Porto in March, the flat has a view of the river.",
        "That sounds lovely! How is the new place?",
        "Small, but my sister Ines lives round the corner.",
        "Nice to have family near. Do you cook together?",
        "Every Sunday. I am allergic to peanuts, so she checks every label.", "Good of her to be careful.",
    ))),
    *(Said(n % 2, text, 1) for n, text in enumerate((
        "The dentist wants me back on the 14th.", "I can remind you. What time?",
        "Half past nine. And I started learning the cello.",
        "Wonderful. A beginner could start with Suzuki's first book.",
        "My teacher says the same. Practice is at six in the morning now.", "Early! Do the neighbours mind?",
        "They are deaf to it, thank goodness.", "Ha, lucky you.",
    ))),
    *(Said(n % 2, text, 2) for n, text in enumerate((
        "My old Corsa broke down for good, I sold it for parts.", "Sorry to hear that. What will you drive?",
        "A used electric Zoe, I collect it on Friday.", "Quiet and cheap to run. Where will you charge it?",
        "At work, it is free there. The bakery job pays little but has perks.", "Free power is quite a perk.",
        "By the way, we named the puppy Biscuit.", "A fitting name for a baker's dog!",
    ))),
]  # fmt: skip
CHINESE: Final = [
    *(Said(n % 2, text, 0) for n, text in enumerate((
        "我女儿叫朵朵，今年上小学一年级。", "恭喜！她喜欢学校吗？", "喜欢，尤其是画画课。不过她对牛奶过敏。",
        "那午餐要多留心。",
        "学校食堂知道的。我先生在杭州出差。", "一个人带孩子辛苦了。",
    ))),
    *(Said(n % 2, text, 1) for n, text in enumerate((
        "我下个月要换工作，去一家做地图的公司。", "新工作做什么？", "还是写后端，离家近，骑车二十分钟。",
        "通勤短了真好。",
        "我妈妈的生日是五月三号，想送她一条丝巾。", "丝巾很贴心，什么颜色？", "她最喜欢深绿色。",
        "那就选深绿色吧。",
    ))),
    *(Said(n % 2, text, 2) for n, text in enumerate((
        "昨天跑步扭伤了左脚踝。", "严重吗？看医生了吗？", "医生说休息两周，不能跑步。", "好好养伤。",
        "医药费一共三百八十块。", "还好不算太贵。", "我准备改成游泳，每周三次。", "游泳对关节好。",
    ))),
]  # fmt: skip
QUESTIONS: Final = {
    "en": (ENGLISH, [
        ("Which city do I live in?", 0), ("Who lives close to me?", 2), ("What food can't I eat?", 4),
        ("When is my dental appointment?", 6), ("Which instrument am I learning?", 8), ("When do I practise?", 10),
        ("What happened to my previous car?", 14), ("Which vehicle am I getting?", 16), ("Where do I charge it?", 18),
        ("What is my dog called?", 20), ("Which music book did you recommend?", 9), ("What is my job?", 18),
    ]),
    "zh": (CHINESE, [
        ("我孩子叫什么名字", 0), ("孩子不能吃什么", 2), ("我丈夫在哪里", 4), ("我的新公司做什么", 6), ("我怎么上班", 8),
        ("妈妈哪天过生日", 10), ("妈妈喜欢什么颜色", 12), ("我哪里受伤了", 14), ("看病花了多少钱", 18),
        ("我现在做什么运动", 20),
    ]),
    "across": (CHINESE, [
        ("What is my daughter's name?", 0), ("What is my child allergic to?", 2), ("When is my mother's birthday?", 10),
        ("Which part of my body did I hurt?", 14), ("How much did the doctor cost?", 18),
    ]),
}  # fmt: skip


def _index(talk: list[Said]) -> UserIndex:
    n = len(talk)
    return UserIndex.build(
        PieceColumns(
            np.arange(n, dtype=np.int32),
            np.array([said.session for said in talk], np.int32),
            np.arange(n, dtype=np.int64),
            np.array([said.role for said in talk], np.int8),
            np.array([NOW - (30 - said.session) * DAY + place for place, said in enumerate(talk)]),
            unpack_terms([pack_terms(message_terms(said.text)) for said in talk]),
        )
    )


def _texts(talk: list[Said]) -> list[str]:
    before = [None, *(talk[:-1])]
    return [
        embed_text(said.text, previous=last.text if last is not None and last.session == said.session else None)
        for said, last in zip(talk, before, strict=True)
    ]


def _found(index: UserIndex, question: str, cosines: NDArray[np.float32], background: Background) -> list[int]:
    numbers: list[int] = rank(index, parse_query(question, NOW), 1.0 - cosines, background).memory_no.tolist()
    return numbers


@pytest.mark.parametrize("language", list(QUESTIONS))
async def test_questions_find_their_answers(language: str) -> None:
    talk, questions = QUESTIONS[language]
    embedder = LocalEmbedder()
    try:
        passages = await embedder.embed_passages(_texts(talk))
        queries = await asyncio.gather(*(embedder.embed_query(question) for question, _ in questions))
    finally:
        await embedder.close()
    index = _index(talk)
    rows = [
        rank_metrics(
            [str(number) for number in _found(index, question, passages @ query, embedder.background)], {str(answer)}
        )
        for (question, answer), query in zip(questions, queries, strict=True)
    ]
    assert np.mean([row["mrr@10"] for row in rows]) >= 0.7
    assert np.mean([row["hit@5"] for row in rows]) >= 0.9
