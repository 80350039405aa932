"""The README's own promises: its two lines set everything up, and the mission that it shows is real."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import reference
from doc_pages import Fence, find_fences, workshop

README = reference.ROOT / "README.md"


def _lines_that_set_up() -> dict[str, str]:
    """What each line runs in the end, by the module or command that it runs."""
    found = re.findall(r"^python3 -m venv \.venv && \.venv/bin/pip install (.+) && \.venv/bin/(.+)$", _text(), re.M)
    return {run.split(" ")[0]: f"{install} | {run}" for install, run in found}


def _text() -> str:
    return README.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def project() -> Any:
    """What the package says of itself."""
    return tomllib.loads((reference.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_line_that_flies_runs_and_flies_the_same_mission_each_time(project: Any) -> None:
    install, _, command = _lines_that_set_up()["bomberstream"].partition(" | ")
    assert install == "."
    assert command.split(" ")[0] in project["scripts"]
    flown = []
    for _ in range(2):
        with workshop(reference.DOCS / "examples") as shop:
            shop.run(Fence(0, 0, "bash", [command]))
            flown.append(shop.printed)
    assert flown[0] == flown[1]
    assert flown[0][-1].startswith("  digest")


def test_the_line_that_tests_installs_what_it_runs(project: Any) -> None:
    install, _, command = _lines_that_set_up()["python"].partition(" | ")
    assert (install, command) == ('".[test]"', "python -m pytest -n auto")
    needed = {re.match(r"[\w-]+", one)[0] for one in project["optional-dependencies"]["test"]}  # type: ignore[index]
    assert {"pytest", "pytest-xdist", "hypothesis"} <= needed


def test_a_mission_of_each_game_is_shown_from_briefing_to_outcome() -> None:
    logs = [one for one in find_fences(_text().split("\n")) if "output" in one.says]
    assert len(logs) == len(reference.rulesets())
    for log in logs:
        _is_a_mission(log)


def _is_a_mission(log: Fence) -> None:
    told = "\n".join(log.lines)
    assert "Zone 2 outbound" in told or "of the log" in told
    assert re.search(r"^Outcome: ", told, re.M)
    assert 20 <= len(log.lines) <= 60


def test_what_is_not_printed_is_owned_up_to() -> None:
    for ruleset in reference.rulesets():
        assert ruleset.game.title in _text()
    assert reference.sources().strip() in _text()
    for word in ("unofficial", "not connected", "no replacement", "--tables DIR"):
        assert word in _text()


def test_python_version_is_the_one_that_is_needed(project: Any) -> None:
    assert f"Python {project['requires-python'].removeprefix('>=')} or newer" in _text()


def test_no_page_names_a_place_on_somebody_s_machine() -> None:
    pages: list[Path] = [README, *reference.DOCS.rglob("*.md"), *(reference.DOCS / "examples").rglob("*.*")]
    for path in pages:
        if path.suffix in (".md", ".py", ".toml"):
            found = re.findall(r"(?<![\w.])/(?:tmp|work|home|Users)/\S*", path.read_text(encoding="utf-8"))
            assert found == [], path.name
