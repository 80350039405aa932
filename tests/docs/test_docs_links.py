"""Links lead somewhere, and every page can be reached."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import reference

PAGES = [reference.ROOT / "README.md", *sorted(reference.DOCS.rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def _without_fences(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)


def _anchors(path: Path) -> set[str]:
    """What can be linked to: headings as the site names them."""
    found = set()
    for heading in re.findall(r"^#+ (.+)$", _without_fences(path.read_text(encoding="utf-8")), re.M):
        given = re.search(r"\{ #(\S+) \}$", heading)
        plain = re.sub(r"[^\w\s-]", "", heading.lower()).strip()
        found.add(given[1] if given else re.sub(r"[-\s]+", "-", plain))
    return found


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(reference.ROOT).as_posix())
def test_links_within_the_project_lead_somewhere(path: Path) -> None:
    for link in LINK.findall(_without_fences(path.read_text(encoding="utf-8"))):
        if link.startswith(("http://", "https://", "mailto:")):
            continue
        name, _, anchor = link.partition("#")
        target = (path.parent / name).resolve() if name else path
        assert target.is_file(), link
        if anchor:
            assert anchor in _anchors(target), link


def test_every_page_is_in_the_navigation_and_the_other_way_round() -> None:
    text = (reference.ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r"^\s+- [^:]+: (\S+\.md)$", text, re.M)
    there = {path.relative_to(reference.DOCS).as_posix() for path in reference.DOCS.rglob("*.md")}
    assert sorted(named) == sorted(there)
