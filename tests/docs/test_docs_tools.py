"""What makes the pages notices when something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from doc_pages import CutShort, ExampleFails, Workshop, excerpt, find_fences, fresh_page, workshop


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    """A workshop without examples."""
    return Workshop(tmp_path / "work", tmp_path / "user", tmp_path / "examples")


def test_output_is_put_in_and_stale_output_replaced(shop: Workshop) -> None:
    page = "```bash\nbomberstream --version\n```\n<!-- output -->\n```text\nold\n```\n"
    fresh = fresh_page(page, shop, {})
    assert "bomberstream, version" in fresh
    assert "old" not in fresh
    assert fresh_page(fresh, shop, {}) == fresh


@pytest.mark.parametrize(
    ("page", "wrong"),
    [
        ("```bash\nbomberstream flie\n```", "exit status 2, not 0"),
        ("<!-- status: 1 -->\n```bash\nbomberstream --version\n```", "exit status 0, not 1"),
        ("```bash\nrm -r somewhere\n```", "only bomberstream is run"),
        ("```python\n1 / 0\n```", "ZeroDivisionError"),
    ],
)
def test_an_example_that_does_not_work_is_named(shop: Workshop, page: str, wrong: str) -> None:
    with pytest.raises(ExampleFails, match=wrong):
        fresh_page(page, shop, {})


def test_what_is_marked_is_not_run(shop: Workshop) -> None:
    page = "<!-- not run -->\n```bash\nbomberstream flie\n```"
    assert fresh_page(page, shop, {}) == page


def test_a_comment_holds_for_the_fence_below_it_alone() -> None:
    page = "<!-- not run -->\n```bash\na\n```\n\n```bash\nb\n```\n\n<!-- not run -->\ntext\n```bash\nc\n```"
    assert [fence.is_run for fence in find_fences(page.split("\n"))] == [False, True, True]


def test_files_of_a_page_and_examples_are_there(shop: Workshop) -> None:
    shop.examples.mkdir(parents=True)
    (shop.examples / "rule.py").write_text("a = 1\n")
    page = "<!-- file: own/one.toml -->\n```toml\nx = 1\n```\n"
    page += "<!-- include: rule.py as ~/plugins/rule.py -->\n```python\n```"
    fresh = fresh_page(page, shop, {})
    assert (shop.folder / "own" / "one.toml").read_text() == "x = 1\n"
    assert (shop.user / "plugins" / "rule.py").read_text() == "a = 1\n"
    assert "```python\na = 1\n```" in fresh


def test_generated_parts_are_replaced(shop: Workshop) -> None:
    page = "<!-- generated: sum -->\n\nold\n\n<!-- end -->\ntext"
    assert fresh_page(page, shop, {"sum": lambda: "new\n"}) == "<!-- generated: sum -->\n\nnew\n\n<!-- end -->\ntext"
    assert fresh_page(page, shop, {}) == page


LINES = ["a", "b 1", "  c", "d"]


@pytest.mark.parametrize(
    ("wanted", "shown"),
    [
        ("", LINES),
        ("to c", ["a", "b 1", "  c", "..."]),
        ("from b", ["...", "b 1", "  c", "d"]),
        ("from b to c", ["...", "b 1", "  c", "..."]),
    ],
)
def test_excerpts_mark_what_they_leave_out(wanted: str, shown: list[str]) -> None:
    assert excerpt(LINES, wanted) == shown


def test_an_excerpt_that_is_not_there_is_an_error() -> None:
    with pytest.raises(CutShort, match="'x'"):
        excerpt(LINES, "from x")


def test_a_workshop_sees_nothing_of_its_owner_s(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "")
    monkeypatch.setenv("HOME", str(tmp_path))
    with workshop(tmp_path) as made:
        assert not made.user.exists()
        assert tmp_path not in made.user.parents
        assert "No games" not in fresh_page("```bash\nbomberstream games\n```\n<!-- output -->\n```\n```", made, {})
