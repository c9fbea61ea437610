"""Files that nobody imports: compose, Dockerfile, lock, workflow. They are read here so that they cannot rot."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent.parent
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]


def test_compose_has_api_worker_and_lasting_stores() -> None:
    assert set(SERVICES) == {"api", "worker", "postgres", "redis"}
    assert SERVICES["postgres"]["image"].startswith("pgvector/pgvector:")
    assert SERVICES["redis"]["command"][1:3] == ["--appendonly", "yes"]
    mounted = {volume.split(":")[0] for name in ("postgres", "redis") for volume in SERVICES[name]["volumes"]}
    assert mounted == set(COMPOSE["volumes"])


def test_compose_waits_for_healthy_stores() -> None:
    for name in ("postgres", "redis"):
        assert SERVICES[name]["healthcheck"]["test"]
    for name in ("api", "worker"):
        assert {wait["condition"] for wait in SERVICES[name]["depends_on"].values()} == {"service_healthy"}


def test_compose_publishes_on_this_machine_only() -> None:
    published = [port for service in SERVICES.values() for port in service.get("ports", [])]
    assert published
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_compose_has_no_default_password() -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    used = re.findall(r"\$\{(\w*PASSWORD\w*)(.*?)\}", text)
    assert {name for name, _ in used} == {"HAIMA_POSTGRES_PASSWORD", "HAIMA_REDIS_PASSWORD"}
    assert all(rest.startswith(":?set ") for _, rest in used)
    for line in text.splitlines():
        name, _, value = line.partition(":")
        if re.fullmatch(r"\s*\w*PASSWORD", name):
            assert value.strip().startswith("${"), line


def test_the_image_is_not_run_as_root_and_checks_itself() -> None:
    text = (ROOT / "Dockerfile").read_text()
    last_stage = text[text.rindex("FROM ") :]
    assert re.search(r"^USER (?!root)\w+", last_stage, re.MULTILINE)
    assert "HEALTHCHECK" in last_stage
    assert "EXPOSE 8080" in last_stage
    for source in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        for name in source.split():
            assert (ROOT / name).exists(), name


def test_the_image_gets_every_folder_the_service_reads() -> None:
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    assert {"!app", "!migrations", "!pyproject.toml", "!constraints.txt", "!README.md", "!LICENSE"} <= set(allowed)


def _name(requirement: str) -> str:
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=!~; ]", requirement)[0]).lower()


def test_every_dependency_is_pinned_and_no_index_is_named() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[A-Za-z0-9.+!_-]+", line) for line in lines), "only name==version"
    pinned = {_name(line) for line in lines}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(name for group in project["optional-dependencies"].values() for name in group),
    ]
    assert {_name(requirement) for requirement in wanted} <= pinned


@pytest.mark.parametrize("target", ["run", "test", "check", "fmt", "bench", "bench-recall"])
def test_make_targets_set_themselves_up(target: str) -> None:
    assert re.search(rf"^{target}: \$\(STAMP\)", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_the_workflow_runs_what_people_run() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())
    steps = workflow["jobs"]["test"]["steps"]
    assert any(step.get("run") == ".ci/run" for step in steps)
    script = (ROOT / ".ci/run").read_text()
    assert "make check" in script
    assert "make test" in script
