"""Texts cut at sentence ends: exact cover, bounded length, good places, whole characters, linear time."""

import time
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain.splitting import split_text

pieces_of_text = st.lists(
    st.sampled_from(
        [
            "今天天气很好。",
            "Hello there! ",
            "a",
            "\n\n",
            "\r\n",
            "```\n",
            "x = 1\n",
            "👨‍👩‍👧",
            "e\u0301",
            "🇩🇪",
            "…",
            "ภาษาไทย ",
            "「はい。」",
            "3.14 ",
            "Dr. ",
            "\ud83d\ude00",
            ";",
            "word " * 5,
            "、",
        ]
    ),
    max_size=120,
).map("".join)


@given(pieces_of_text, st.integers(1, 60))
@example("", 1)
def test_spans_join_up_to_the_text_and_are_short_enough(text: str, max_chars: int) -> None:
    spans = split_text(text, max_chars)
    assert "".join(text[start:stop] for start, stop in spans) == text
    assert spans[0][0] == 0
    assert all(0 < stop - start <= max_chars for start, stop in spans) or text == ""


@given(pieces_of_text, st.integers(2, 60), st.data())
def test_overlapping_spans_leave_no_gap_and_move_on(text: str, max_chars: int, data: st.DataObject) -> None:
    overlap = data.draw(st.integers(0, max_chars - 1))
    spans = split_text(text, max_chars, overlap)
    assert spans[0][0] == 0
    assert spans[-1][1] == len(text)
    for (start, stop), (next_start, next_stop) in pairwise(spans):
        assert start < next_start <= stop < next_stop
        assert stop - next_start <= overlap
    assert all(stop - start <= max_chars for start, stop in spans)


@pytest.mark.parametrize(
    ("text", "max_chars", "expected"),
    [
        ("我今天去了公园。遇到了老朋友！聊了很久", 12, ["我今天去了公园。", "遇到了老朋友！聊了很久"]),
        ("他说：“我明天来。”然后就走了，再也没有回来。", 14, ["他说：“我明天来。”", "然后就走了，再也没有回来。"]),
        (
            "First one here. Second one follows! And a third?",
            22,
            ["First one here. ", "Second one follows! ", "And a third?"],
        ),
        (
            "We met Dr. Brown in town. He was late again today.",
            30,
            ["We met Dr. Brown in town. ", "He was late again today."],
        ),
        (
            "It costs 3.14 euros a kilo. Quite cheap for that.",
            30,
            ["It costs 3.14 euros a kilo. ", "Quite cheap for that."],
        ),
        (
            "今日は寒い。「はい、そうですね。」と彼は言った。",
            17,
            ["今日は寒い。", "「はい、そうですね。」と彼は言った。"],
        ),
        (
            "one paragraph. still it\n\nanother paragraph. more",
            30,
            ["one paragraph. still it\n\n", "another paragraph. more"],
        ),
        ("สวัสดีครับ วันนี้อากาศดี ไปเที่ยวกัน", 20, ["สวัสดีครับ ", "วันนี้อากาศดี ", "ไปเที่ยวกัน"]),
    ],
)
def test_cuts_where_people_pause(text: str, max_chars: int, expected: list[str]) -> None:
    cut = [text[start:stop] for start, stop in split_text(text, max_chars)]
    assert "".join(cut) == text
    if text.startswith("今日") or text.startswith(
        "ส"
    ):  # several cuts are as good; none may be inside a word or a quote
        assert all(piece.endswith(("。", "」", " ", "た。")) or piece == cut[-1] for piece in cut)
    else:
        assert cut == expected


def test_a_code_block_that_fits_stays_whole() -> None:
    code = "```python\nfor i in range(3):\n\n    print(i)\n```\n"
    text = "Here is what I have so far.\n" + code + "What do you think of it? I am not sure. Any ideas?"
    assert any(code in text[start:stop] for start, stop in split_text(text, 100))


@pytest.mark.parametrize("whole", ["👨‍👩‍👧‍👦", "e\u0301\u0302", "🇩🇪", "👍🏽", "\ud83d\ude00", "क्षि"])
@pytest.mark.parametrize("max_chars", [9, 10, 11, 12])
def test_a_forced_cut_spares_what_looks_like_one_character(whole: str, max_chars: int) -> None:
    text = whole * 40
    cuts = {stop for _, stop in split_text(text, max_chars)}
    assert all(cut % len(whole) == 0 for cut in cuts), sorted(cuts)


def test_lengths_are_even() -> None:
    text = "This sentence has forty-two characters ok. " * 31
    lengths = [stop - start for start, stop in split_text(text, 1200)]
    assert len(lengths) == 2
    assert min(lengths) > 500


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        ".",
        "。",
        " ",
        "\n",
        "\n\n",
        "`",
        "```\n",
        "\u0301",
        "🇩",
        "\u200d",
        "\r",
        "word ",
        "!?",
        "一二三。",
        "\t\n",
        ". ",
    ],
)
def test_time_is_linear_for_monsters(unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    began = time.perf_counter()
    spans = split_text(text, 1200)
    assert time.perf_counter() - began < 2.0
    assert spans[-1][1] == len(text)


@pytest.mark.parametrize(("max_chars", "overlap"), [(0, 0), (5, 5), (5, -1)])
def test_senseless_lengths_are_refused(max_chars: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="overlap"):
        split_text("text", max_chars, overlap)
