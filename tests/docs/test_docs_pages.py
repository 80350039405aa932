"""The pages stand as the code makes them: reference pages, and every example that the others show."""

from __future__ import annotations

from pathlib import Path

import pytest
import reference
from doc_pages import find_fences

REFRESH = "stale: run python tools/reference.py"


@pytest.mark.parametrize("name", reference.PAGES)
def test_reference_page_is_fresh(name: str) -> None:
    shown = (reference.REFERENCE / name).read_text(encoding="utf-8")
    assert shown == reference.PAGES[name](), REFRESH


def test_every_reference_page_is_made_from_the_code() -> None:
    assert {path.name for path in reference.REFERENCE.iterdir()} == set(reference.PAGES)


@pytest.mark.parametrize("path", reference.living_pages(), ids=lambda path: path.name)
def test_examples_of_a_page_work_and_print_what_it_shows(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == reference.fresh_living_page(path), REFRESH


def test_every_command_of_the_pages_is_run_or_marked() -> None:
    for path in reference.living_pages():
        for fence in find_fences(path.read_text(encoding="utf-8").split("\n")):
            for line in fence.lines:
                if line.startswith("bomberstream "):
                    assert fence.is_run, f"{path.name}, line {fence.first + 1}: {line}"
