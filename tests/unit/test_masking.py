"""What is masked, and what is left alone."""

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.masking import mask_json, mask_secrets

CARDS = (
    "4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "5555555555554444", "2223003122003222",
    "378282246310005", "3782 822463 10005", "30569309025904", "3056 930902 5904", "6011111111111117",
    "3530111333300000", "6200000000000005", "6212345678901232", "2201382000000013",
    "4111\u00a01111\u00a01111\u00a01111", "４１１１１１１１１１１１１１１１",
)  # fmt: skip
SECRETS = (
    "AKIAIOSFODNN7EXAMPLE",
    "ghp_" + "a1B2" * 9,
    "github_pat_" + "a1B2_" * 8,
    "glpat-" + "a1B2" * 5,
    "xoxb-" + "123456789012-abcdef",
    "sk-proj-" + "Ab1_" * 10,
    "sk_live_" + "a1B2" * 6,
    "AIza" + "a1B2-" * 7,
    "npm_" + "a1B2" * 9,
    "hf_" + "aBcD" * 9,
    "haima_" + "aB1-" * 10 + "abc",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEow/+=\nabc\n-----END RSA PRIVATE KEY-----",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n" + "b3BlbnNzaC1rZXktdjEA" * 4,
)
NAMED = (
    ("password=correcthorse", "correcthorse"),
    ("my password is hunter2!", "hunter2!"),
    ("My passwort ist: Geheim123.", "Geheim123"),
    ('{"api_key": "a8f5f167f44f4964"}', "a8f5f167f44f4964"),
    ("我的密码是abc12345，别告诉别人", "abc12345"),
    ("银行卡密码：482913", "482913"),
    ("口令为Xy9$kk", "Xy9$kk"),
    ("Authorization: Bearer abcdefghijklmnopqrstuvwx", "abcdefghijklmnopqrstuvwx"),
    ("postgresql://me:s3cr3t@db/haima", "s3cr3t"),
    ("client secret: 9f8e7d6c5b4a", "9f8e7d6c5b4a"),
)
ORDINARY = (
    "我女儿叫朵朵，今年3岁",
    "my phone is +86 138 0013 8000, or 13800138000",
    "打我电话 138-0013-8000 或 010-62345678，+4915123456789012",
    "订单号 20260302110530123456789 已发货",
    "timestamp 1767225600000 and 1767225600000000 and 1767225600000000000",
    "身份证号码是620102199001010052",
    "the password is wrong, reset the password: please",
    "password is required; the key is under the mat; api key is missing",
    "密码是我的生日，密码忘了",
    "my favourite token is the elf, 3.14159265358979323846",
    "uuid 01995f6e-7a3c-7c1e-8a55-0c7f1f2f9c3d, 4111111111111112, 41111111111111111111",
    "EAN 4006381333931, ISBN 9783161484100, IBAN DE89370400440532013000",
    "see https://example.com/items/4111111111111111?x=1 and mailto:me@example.com",
    "key: value, sk-learn and scikit-learn are the same, risk-free",
    "the tokens: 4000, token_budget = 4000, keyboard",
    "2026-03-02 08:00:00 2026-03-03 09:00:00",
    "1,234,567,890,123,456 yuan; 4111.1111.1111.1111",
    "-----BEGIN CERTIFICATE----- is how they start",
    "a file that begins with -----BEGIN PRIVATE KEY----- has to stay secret",
)


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("around", ["{}", "my card is {}.", "卡号是{}，有效期12/29", "card={}, cvv", "({})", "{} 123"])
def test_card_numbers_are_masked(card: str, around: str) -> None:
    masked, count = mask_secrets(around.format(card))
    assert count == 1
    assert masked == around.format("[masked card]")


@pytest.mark.parametrize("secret", SECRETS)
def test_tokens_and_keys_are_masked(secret: str) -> None:
    masked, count = mask_secrets(f"用这个：{secret} 就行")
    assert count == 1
    assert re.fullmatch(r"用这个：\[masked (token|private key)\] 就行", masked)


@pytest.mark.parametrize(("text", "value"), NAMED)
def test_passwords_that_are_named_are_masked(text: str, value: str) -> None:
    assert mask_secrets(text) == (text.replace(value, "[masked password]"), 1)


@pytest.mark.parametrize("text", ORDINARY)
def test_what_is_ordinary_stays(text: str) -> None:
    assert mask_secrets(text) == (text, 0)


@given(st.integers(min_value=0, max_value=10**12 - 1))
def test_numbers_shorter_than_a_card_stay(number: int) -> None:
    assert mask_secrets(f"it costs {number} or 共{number}元") == (f"it costs {number} or 共{number}元", 0)


@given(st.text(alphabet="1389 -+0", max_size=20).map(lambda tail: "138" + tail.replace("-", "")[:8].replace(" ", "0")))
def test_mobile_numbers_stay(number: str) -> None:
    for text in (number, f"+86 {number}", f"0086{number}", f"电话{number}"):
        assert mask_secrets(text) == (text, 0)


@given(st.lists(st.sampled_from([*CARDS, *SECRETS, *ORDINARY, *(text for text, _ in NAMED), " ", "\n"])))
def test_what_was_masked_is_not_masked_again(parts: list[str]) -> None:
    once, _ = mask_secrets("\n".join(parts))
    assert mask_secrets(once) == (once, 0)


@pytest.mark.parametrize(
    "unit",
    ["4", "4 ", "41111111-", "://", "a://b:", "-----BEGIN PRIVATE KEY-----\n", "eyJaaaaaaaa.", "password", "password= ",
     "sk-", "sk-a", "ghp_", "bearer ", "key:", "密码", "A.", "\n", "1234 5678 "],
)  # fmt: skip
def test_no_text_takes_long(unit: str) -> None:
    text = (unit * 100_000)[:100_000]
    mask_secrets(text)  # pytest's own time limit ends what grows with the square of the length


def test_json_is_masked_in_depth_and_keys_stay() -> None:
    masked, count = mask_json({"password=abcd1234": ["4111111111111111", {"n": 4111111111111111, "b": None}]})
    assert masked == {"password=abcd1234": ["[masked card]", {"n": 4111111111111111, "b": None}]}
    assert count == 1


def test_a_tenth_of_random_numbers_with_an_issuers_digits_at_most() -> None:
    """Only the check digit tells a card number from an order number that begins like one."""
    draw = random.Random(7)
    numbers = [f"4{draw.randrange(10**15):015}" for _ in range(2000)]
    assert sum(mask_secrets(number)[1] for number in numbers) < 260
    assert not any(mask_secrets(f"1{draw.randrange(10**15):015}")[1] for _ in range(2000))
