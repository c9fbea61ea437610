"""What a summary denies, its sources deny."""

import pytest

from app.domain.summary.polarity import same_polarity


@pytest.mark.parametrize(
    ("text", "source", "kept"),
    [
        ("We decided not to use Postgres", "We decided to use Postgres for the new billing service", False),
        ("Decided to use Kafka", "we decided not to use Kafka after all. lunch was fine", False),
        ("Decided not to use Kafka", "after a long talk we won't be using Kafka", True),
        ("Nadia isn't coming on Friday", "Nadia can't come on Friday, the train is cancelled", True),
        ("Nadia is coming on Friday", "Nadia is coming on Friday, not on Thursday", True),
        ("新服务用MySQL不用PostgreSQL", "我们决定新服务用PostgreSQL，不用MySQL", False),
        ("新服务用PostgreSQL不用MySQL", "我们决定新服务用PostgreSQL，不用MySQL", True),
        ("不吃香菜", "我从来不吃香菜", True),
        ("吃香菜", "我从来不吃香菜", False),
        ("喜欢爬山", "周末我喜欢爬山，没时间的时候就散步", True),
        ("", "anything", True),
        ("not", "anything", True),
    ],
)
def test_a_line_denies_what_its_source_denies(text: str, source: str, kept: bool) -> None:
    assert same_polarity(text, [source]) is kept
