"""Token counts: right, safe for any text, linear in its length, shared between threads."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adapters import tokenizer
from app.adapters.tokenizer import CachedCounter, counter_for, encoding_name


@pytest.mark.parametrize(
    ("model", "encoding"),
    [
        ("gpt-4o", "o200k_base"),
        ("gpt-4o-mini-2024-07-18", "o200k_base"),
        ("GPT-4.1-nano", "o200k_base"),
        ("gpt-5", "o200k_base"),
        ("o3-mini", "o200k_base"),
        ("qwen2.5-72b-instruct", "o200k_base"),
        ("", "o200k_base"),
        ("模型", "o200k_base"),
        ("gpt-4", "cl100k_base"),
        ("gpt-4-turbo-2024-04-09", "cl100k_base"),
        ("gpt-3.5-turbo", "cl100k_base"),
        ("gpt-35-turbo-16k", "cl100k_base"),
        ("openai/gpt-4-32k", "cl100k_base"),
        ("ft:gpt-3.5-turbo:acme::8x", "cl100k_base"),
        ("ft:gpt-4o-mini:acme::8x", "o200k_base"),
    ],
)
def test_model_names_lead_to_their_tokenizer(model: str, encoding: str) -> None:
    assert encoding_name(model) == encoding
    assert counter_for(model).encoding == encoding


@pytest.mark.parametrize(
    ("model", "text", "tokens"),
    [  # what tiktoken 0.14 counts
        ("gpt-4o", "", 0),
        ("gpt-4o", "You are a helpful assistant.", 6),
        ("gpt-4", "You are a helpful assistant.", 6),
        ("gpt-4o", "我女儿叫朵朵，今年3岁", 11),
        ("gpt-4", "我女儿叫朵朵，今年3岁", 15),
        ("gpt-4o", "<|im_start|>system", 7),
        ("gpt-4", "<|endoftext|>", 7),
    ],
)
def test_counts_are_those_of_the_reference_tokenizer(model: str, text: str, tokens: int) -> None:
    assert counter_for(model).count(text) == tokens


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
def test_any_text_is_counted_and_counted_alike_from_the_cache(text: str) -> None:
    for model in ("gpt-4o", "gpt-4"):
        counter = counter_for(model)
        assert counter.count(text) == counter.count(text) <= len(text.encode())
        assert (counter.count(text) == 0) == (not text)


@pytest.mark.parametrize(
    "text",
    ["a" * 100_000, "中" * 100_000, " " * 100_000, "\n" * 100_000, "!?" * 50_000, "\u0301" * 100_000, "😀" * 50_000],
    ids=["letters", "han", "spaces", "line breaks", "signs", "accents", "emoji"],
)
def test_the_largest_contents_are_counted_in_linear_time(text: str) -> None:
    for encoding in ("o200k_base", "cl100k_base"):
        counter = CachedCounter(encoding)
        started = time.process_time()
        counter.count(text)
        assert time.process_time() - started < 10.0, "quadratic work would take a minute"


def test_the_cache_is_bounded_and_forgets_the_least_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizer, "CACHE_ENTRIES", 3)
    counter = CachedCounter("o200k_base")
    for text in ("a", "b", "c", "a", "d"):
        counter.count(text)
    kept = counter._counts  # no public view: the bound is the point
    assert len(kept) == 3
    assert all(isinstance(key, bytes) and len(key) == 16 for key in kept), "texts themselves are never kept"
    oldest_to_newest = list(kept)
    counter.count("a")
    assert list(kept) == [oldest_to_newest[0], oldest_to_newest[2], oldest_to_newest[1]], (
        "a was used again and survived"
    )


def test_threads_share_one_counter() -> None:
    counter = CachedCounter("o200k_base")
    texts = [f"message {number % 50} 你好" * (number % 7 + 1) for number in range(2_000)]
    expected = [CachedCounter("o200k_base").count(text) for text in texts[:350]]
    with ThreadPoolExecutor(8) as pool:
        counts = list(pool.map(counter.count, texts))
    assert counts[:350] == expected
    assert counts == [counter.count(text) for text in texts]


def test_loading_leaves_the_vocabularies_of_the_package_alone_and_a_later_import_works() -> None:
    program = (
        "import sys\n"
        "from app.adapters.tokenizer import counter_for\n"
        "assert counter_for('gpt-4o').count('hello') == 1\n"
        "assert 'bpe_openai' not in sys.modules\n"
        "import bpe_openai\n"
        "assert len(bpe_openai.get_encoding('o200k_base').encode('hello')) == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
