"""Settings, their example file, and what a wrong value says."""

import os
import re
from pathlib import Path

import pytest
from pydantic import SecretStr

from app.cli.common import load_settings, require_stores, with_stores
from app.cli.env_example import render
from app.cli.misspelt import find_misspelt
from app.domain.errors import SetupError
from app.settings import Settings

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / ".env.example"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep a developer's own `.env` and variables out of these tests."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.upper().startswith("HAIMA_")]:
        monkeypatch.delenv(name)


def test_the_example_file_is_what_the_settings_say() -> None:
    assert EXAMPLE.read_text() == render(), "run: python -m app settings > .env.example"


def test_the_example_names_every_setting_once_with_a_description() -> None:
    names = re.findall(r"^#HAIMA_([A-Z_0-9]+)=", EXAMPLE.read_text(), re.MULTILINE)
    assert names == [name.upper() for name in Settings.model_fields]
    assert all(field.description for field in Settings.model_fields.values())


def test_the_example_uncommented_gives_the_defaults(tmp_path: Path) -> None:
    lines = [line[1:] for line in EXAMPLE.read_text().splitlines() if re.match(r"#HAIMA_[A-Z_0-9]+=.", line)]
    file = tmp_path / "uncommented.env"
    file.write_text("\n".join(lines))
    assert Settings(_env_file=file) == Settings(_env_file=None)


def test_the_example_gives_units() -> None:
    text = EXAMPLE.read_text()
    assert "Longest wait for a Redis answer, then 503. Unit: seconds.\n#HAIMA_REDIS_TIMEOUT_SECONDS=2.0" in text
    assert "Unit: milliseconds.\n#HAIMA_DRAIN_INTERVAL_MS=100" in text
    assert "One of: text, json.\n#HAIMA_LOG_FORMAT=text" in text


def test_settings_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        Settings(_env_file=None).port = 1


def test_secrets_are_not_shown() -> None:
    settings = Settings(_env_file=None, database_url="postgresql://u:sesame@h/d", embedding_api_key="sesame")
    assert "sesame" not in repr(settings)
    assert "sesame" not in str(settings.model_dump())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("HAIMA_PORT", "80800", "HAIMA_PORT"),
        ("HAIMA_PORT", "http", "HAIMA_PORT"),
        ("HAIMA_LOG_FORMAT", "xml", "'text' or 'json'"),
        ("HAIMA_WINDOW_ROUNDS", "0", "greater than or equal to 1"),
        ("HAIMA_EMBEDDING_QUERY_BODY", "{", "embedding_query_body"),
    ],
)
def test_a_wrong_value_is_one_sentence(name: str, value: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SetupError) as caught:
        load_settings()
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_options_go_over_variables_and_none_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HAIMA_PORT", "9000")
    assert load_settings(port=None).port == 9000
    assert load_settings(port=9001).port == 9001


def test_a_missing_store_is_named() -> None:
    with pytest.raises(SetupError, match="HAIMA_REDIS_URL is not set"):
        require_stores(Settings(_env_file=None, database_url="postgresql:///haima"))
    with pytest.raises(SetupError, match="--embedded"):
        require_stores(Settings(_env_file=None))


def test_stores_of_the_callers_own_are_kept() -> None:
    settings = with_stores(
        Settings(_env_file=None, database_url="postgresql:///mine"), "postgresql:///ours", "unix:///r"
    )
    assert settings.database_url == SecretStr("postgresql:///mine")
    assert settings.redis_url == SecretStr("unix:///r")


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        *[(host, True) for host in ("127.0.0.1", "127.8.8.8", "::1", "localhost")],
        *[(host, False) for host in ("0.0.0.0", "::", "10.0.0.1", "example.com", "")],
    ],
)
def test_loopback(host: str, loopback: bool) -> None:
    assert Settings(_env_file=None, host=host).on_loopback is loopback


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("HAIMA_WINDOWS_ROUNDS", "HAIMA_WINDOW_ROUNDS"),
        ("HAIMA_DATABSE_URL", "HAIMA_DATABASE_URL"),
        ("haima_retry_limits", "HAIMA_RETRY_LIMIT"),
        ("HAIMA_QQQQ", None),
    ],
)
def test_a_misspelt_variable_is_named_with_the_setting_that_was_meant(
    name: str, nearest: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "sesame")
    monkeypatch.setenv("HAIMA_WINDOW_ROUNDS", "4")
    monkeypatch.setenv("HAIMA_API_KEY", "read by commands")
    monkeypatch.setenv("HAIMATITE", "none of ours")
    (misspelt,) = find_misspelt()
    assert (misspelt.name, misspelt.nearest) == (name.upper(), nearest)
    assert "sesame" not in str(misspelt)
    assert str(nearest or "python -m app settings") in str(misspelt)
    monkeypatch.delenv(name)
    assert find_misspelt() == []
    (tmp_path / ".env").write_text(f"{name}=sesame\nHAIMA_PORT=9000\nHAIMA_PUBLISHED_PORT=80\n")
    (misspelt,) = find_misspelt()
    assert (misspelt.name, misspelt.where) == (name.upper(), "in .env")


def test_no_setting_is_misspelt(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.setenv(f"HAIMA_{name.upper()}", "1")
    assert find_misspelt() == []
