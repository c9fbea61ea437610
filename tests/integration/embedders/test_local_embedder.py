"""The bundled model: vectors, odd texts, priority of queries, calibration."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np
import pytest

from app.adapters.embedders.local import LocalEmbedder
from app.domain.errors import EmbedderUnavailable
from app.domain.similarity import calibrate, standardise

PASSAGE = "Yesterday my brother and I repaired the old boat that grandfather left us, it took the whole day. "


@pytest.fixture(scope="module")
def local() -> Iterator[LocalEmbedder]:
    embedder = LocalEmbedder(threads=1, timeout_seconds=60)
    yield embedder
    asyncio.run(embedder.close())


async def test_a_check_loads_the_model() -> None:
    embedder = LocalEmbedder(timeout_seconds=60)
    await embedder.check()
    await embedder.close()


async def test_vectors_have_length_one_and_the_shape_promised(local: LocalEmbedder) -> None:
    query = await local.embed_query("我女儿多大")
    passages = await local.embed_passages(["a", "b", ""])
    assert query.shape == (local.dimensions,) == (384,)
    assert passages.shape == (3, 384)
    assert query.dtype == passages.dtype == np.float32
    assert np.allclose(np.linalg.norm(np.vstack([query, passages]), axis=1), 1.0, atol=1e-5)
    assert (await local.embed_passages([])).shape == (0, 384)


async def test_a_text_has_the_same_vector_alone_and_among_others(local: LocalEmbedder) -> None:
    texts = [f"{PASSAGE} {number}" for number in range(7)]
    together = await local.embed_passages(texts)
    alone = np.vstack([await local.embed_passages([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-6)
    assert len({row.tobytes() for row in together}) == len(texts)


async def test_queries_and_passages_differ(local: LocalEmbedder) -> None:
    text = "where do I work"
    assert not np.allclose(await local.embed_query(text), (await local.embed_passages([text]))[0], atol=1e-3)


@pytest.mark.parametrize(
    "text", ["", " ", "\x00", "a\x00b", "\ud83d", "x\udc00y", "\u200d" * 50, "🤖" * 300, "\x1b[0m"]
)
async def test_odd_texts_have_vectors(local: LocalEmbedder, text: str) -> None:
    for vector in (await local.embed_query(text), (await local.embed_passages([text]))[0]):
        assert np.isfinite(vector).all()
        assert np.isclose(np.linalg.norm(vector), 1.0, atol=1e-5)


async def test_what_stands_behind_a_nul_counts(local: LocalEmbedder) -> None:
    one, other = await local.embed_passages(["name\x00Ada Lovelace", "name\x00the harbour of Lisbon"])
    assert float(one @ other) < 0.9


def test_a_ligature_of_eighteen_letters_does_not_crash_the_process() -> None:
    program = (
        "import asyncio\nfrom app.adapters.embedders.local import LocalEmbedder\n"
        "async def main():\n    e = LocalEmbedder()\n"
        "    for n in range(2): await e.embed_query('\\ufdfa' * (100 + n))\n"
        "asyncio.run(main())\nprint('alive')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100, check=False)
    assert done.stdout.strip() == "alive", done.stderr


@pytest.mark.parametrize("unit", ["word ", "我们今天去爬山了。", "a", "🤖", "\u0301"])
async def test_a_hundred_thousand_characters_take_bounded_time(local: LocalEmbedder, unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    began = time.perf_counter()
    await local.embed_query(text)
    assert time.perf_counter() - began < 30.0, "all of it would take minutes"


async def test_start_and_end_of_a_long_query_count_and_its_middle_does_not(local: LocalEmbedder) -> None:
    filler = "and so on " * 200
    plain = await local.embed_query(filler)
    with_end = await local.embed_query(filler + "What is the name of my cat?")
    with_middle = await local.embed_query(filler[:1000] + "What is the name of my cat?" + filler[1000:])
    assert float(plain @ with_end) < 0.99
    assert float(plain @ with_middle) > float(plain @ with_end)


async def test_a_query_does_not_wait_for_a_batch_of_passages(local: LocalEmbedder) -> None:
    alone = time.perf_counter()
    batch = asyncio.create_task(local.embed_passages([PASSAGE] * 32))
    await asyncio.sleep(0.05)
    began = time.perf_counter()
    await local.embed_query("how long did it take to repair the boat")
    waited = time.perf_counter() - began
    assert not batch.done()
    await batch
    assert waited < (time.perf_counter() - alone) / 2


async def test_a_small_call_does_not_wait_for_a_large_one(local: LocalEmbedder) -> None:
    large = asyncio.create_task(local.embed_passages([PASSAGE] * 24))
    await asyncio.sleep(0.05)
    await local.embed_passages([PASSAGE + "!"])
    assert not large.done()
    await large


async def test_the_event_loop_goes_on_while_the_model_works(local: LocalEmbedder) -> None:
    turns = 0
    batch = asyncio.create_task(local.embed_passages([PASSAGE] * 24))
    while not batch.done():
        await asyncio.sleep(0.005)
        turns += 1
    assert turns > 10, "were the model at work in the loop, there would be one"


async def test_a_cancelled_batch_is_given_up(local: LocalEmbedder) -> None:
    batch = asyncio.create_task(local.embed_passages([PASSAGE * 2] * 200))
    await asyncio.sleep(0.1)
    batch.cancel()
    with pytest.raises(asyncio.CancelledError):
        await batch
    began = time.perf_counter()
    await local.embed_passages(["short"])
    assert time.perf_counter() - began < 8.0  # the 200 would take ten seconds and more, on a fast machine too


async def test_many_queries_at_a_time_agree_with_one_at_a_time() -> None:
    embedder = LocalEmbedder(threads=3, timeout_seconds=60)
    texts = [f"question {number}: 在哪里" for number in range(12)]
    together = await asyncio.gather(*(embedder.embed_query(text) for text in texts))
    for text, vector in zip(texts, together, strict=True):
        assert np.array_equal(vector, await embedder.embed_query(text))
    await embedder.close()


async def test_closing_ends_what_waits() -> None:
    embedder = LocalEmbedder()
    waiting = [asyncio.create_task(embedder.embed_passages([PASSAGE] * 50)) for _ in range(3)]
    await asyncio.sleep(0.2)
    await embedder.close()
    for task in waiting:
        with pytest.raises(EmbedderUnavailable, match="away"):
            await asyncio.wait_for(task, 5)
    with pytest.raises(EmbedderUnavailable):
        await embedder.embed_query("anything")


async def test_a_slow_answer_is_given_up() -> None:
    embedder = LocalEmbedder(timeout_seconds=0.001)
    with pytest.raises(EmbedderUnavailable) as caught:
        await embedder.embed_query("hello")
    assert "took longer" in caught.value.detail
    await embedder.close()


UNRELATED = [
    ("What is my daughter's name?", "The heating in the office broke down again this morning."),
    ("when do I have to hand in the thesis", "We grilled fish on the beach and sang until midnight."),
    ("Which database do we use?", "My aunt sends me a postcard from every country she visits."),
    ("am I allergic to anything", "The new bridge will be opened by the mayor in June."),
    ("how do I like my coffee", "He finished the marathon in under four hours."),
    ("my home address", "The kids built a snowman as tall as the garage."),
    ("我女儿叫什么名字", "今天公司楼下的电梯又坏了，爬了十二层。"),
    ("论文什么时候交", "周末和同学在海边烤鱼，唱歌唱到半夜。"),
    ("我们用什么数据库", "姑姑每到一个国家都会给我寄明信片。"),
    ("我对什么过敏", "新的大桥六月份就要通车了。"),
    ("我喜欢喝什么咖啡", "他四个小时之内跑完了全程马拉松。"),
    ("我家的地址是哪里", "孩子们堆了一个跟车库一样高的雪人。"),
    ("我女儿叫什么名字", "The heating in the office broke down again this morning."),
    ("我们用什么数据库", "My aunt sends me a postcard from every country she visits."),
    ("when do I have to hand in the thesis", "周末和同学在海边烤鱼，唱歌唱到半夜。"),
    ("am I allergic to anything", "新的大桥六月份就要通车了。"),
    ("私の娘の名前は？", "台風のせいで今朝の電車がずっと遅れていた。"),
    ("¿A qué soy alérgico?", "Der neue Film läuft seit gestern im Kino am Markt."),
]
RELATED = [
    ("What is my daughter's name?", "My daughter is called Duoduo, she is in first grade."),
    ("when do I have to hand in the thesis", "The thesis has to be handed in on the 30th of June."),
    ("Which database do we use?", "We settled on PostgreSQL as our database."),
    ("am I allergic to anything", "I am allergic to shellfish and penicillin."),
    ("my home address", "I live at 14 Garden Street in Leeds, that's my address."),
    ("I prefer tea to coffee", "Given the choice I take tea rather than coffee."),
    ("我女儿叫什么名字", "我闺女的名字叫朵朵，刚上小学一年级。"),
    ("论文什么时候交", "论文六月三十号之前必须交上去。"),
    ("我们用什么数据库", "数据库最后定了用 PostgreSQL。"),
    ("我对什么过敏", "我对海鲜和青霉素过敏。"),
    ("我家的地址是哪里", "我家住在西湖区文三路 88 号。"),
    ("我不吃辣", "我一点辣的都不能吃"),
    ("我对什么过敏", "I am allergic to shellfish and penicillin."),
    ("What is my daughter's name?", "我闺女的名字叫朵朵，刚上小学一年级。"),
    ("私の娘の名前は？", "娘の名前はさくらです。"),
    ("¿A qué soy alérgico?", "Soy alérgico a los cacahuetes."),
]


async def similarities(local: LocalEmbedder, pairs: list[tuple[str, str]]) -> list[float]:
    passages = await local.embed_passages([passage for _, passage in pairs])
    queries = np.vstack([await local.embed_query(query) for query, _ in pairs])
    distance = (1.0 - (queries * passages).sum(axis=1)).astype(np.float32)
    return [float(value) for value in calibrate(standardise(distance, local.background))]


async def test_the_gate_keeps_out_what_is_unrelated_in_and_across_languages(local: LocalEmbedder) -> None:
    found = dict(zip(UNRELATED, await similarities(local, UNRELATED), strict=True))
    assert {pair: value for pair, value in found.items() if value >= 0.5} == {}


async def test_the_gate_lets_answers_and_paraphrases_through_in_and_across_languages(local: LocalEmbedder) -> None:
    found = dict(zip(RELATED, await similarities(local, RELATED), strict=True))
    kept_out = {pair: value for pair, value in found.items() if value < 0.82}
    assert len(kept_out) <= 2, kept_out


async def test_every_answer_stands_above_everything_unrelated(local: LocalEmbedder) -> None:
    assert min(await similarities(local, RELATED)) > max(await similarities(local, UNRELATED))
