"""The after-action report: one file that needs nothing else, with drawings, links and folds; and as Markdown."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from bomberstream.core.events import Event, Happening
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup
from command_line import CommandLine

GAMES = sorted(load_plugins().games())
FLIGHTS = 6
MOST_BYTES = 1_000_000
VOID = ("meta", "line", "rect", "circle", "ellipse", "path", "polyline", "br")
CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), ""
)


class Page(HTMLParser):
    """A page as it stands: what it has, where it leads, and whether its tags are well nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.open: list[str] = []
        self.outside: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "a":
            self.links.append(str(given["href"]))
        self.outside += [f"{tag} {name}" for name in given if name in ("src", "srcset", "data", "xlink:href")]
        if tag in ("script", "link", "iframe", "img", "object"):
            self.outside.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.fixture
def bomberstream(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    """The command line with every game, and a home of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return CommandLine(tmp_path)


def the_fiercest(game: str) -> tuple[int, list[Event]]:
    """The seed of the flight, among some, in which most is hit; and its log."""
    ruleset = compose(load_plugins(), game)
    found = []
    for seed in range(40):
        log: list[Event] = []
        fly(ruleset, Setup(game, seed), log=log)
        found.append((sum(isinstance(one, Happening) and one.type == "bomber_hit" for one in log), seed, log))
    _, seed, log = max(found, key=lambda one: one[:2])
    return seed, log


@pytest.mark.parametrize("game", GAMES)
def test_a_page_that_needs_nothing_else(bomberstream: CommandLine, tmp_path: Path, game: str) -> None:
    """Well formed, under a megabyte, without a reference to anything outside; every link has its place."""
    seed, log = the_fiercest(game)
    save, page = tmp_path / "flight.json", tmp_path / "flight.html"
    bomberstream("fly", game, "--seed", seed, "--save", save)
    assert str(page) in bomberstream("report", save, "-o", page).stdout
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < MOST_BYTES
    assert "http" not in text.replace("http-equiv", "")
    assert "url(" not in text
    made = Page(text)
    assert made.open == []
    assert made.outside == []
    assert len(made.ids) == len(set(made.ids))
    assert {link.removeprefix("#") for link in made.links} <= set(made.ids)
    assert all(link.startswith("#") for link in made.links)
    if game in ("today", "tonight"):
        hits = sum(isinstance(one, Happening) and one.type == "bomber_hit" for one in log)
        zones = sum(isinstance(one, Happening) and one.type == "zone" for one in log)
        assert made.tags["figure"] >= (hits > 0)
        assert made.tags["details"] >= zones
        assert made.tags["svg"] == made.tags["figure"] + 2


@pytest.mark.parametrize("game", GAMES)
def test_many_flights_have_reports(bomberstream: CommandLine, tmp_path: Path, game: str) -> None:
    """Whatever becomes of a flight, it can be told; HTML and Markdown alike."""
    for seed in range(FLIGHTS):
        for name in ("flight.html", "flight.md"):
            bomberstream("fly", game, "--seed", seed, "--report", tmp_path / name)
        assert Page((tmp_path / "flight.html").read_text(encoding="utf-8")).open == []
        markdown = (tmp_path / "flight.md").read_text(encoding="utf-8")
        assert markdown.startswith("# ")
        tables = re.findall(r"(?:^\|.*\n)+", markdown, re.MULTILINE)
        for table in tables:
            widths = {len(re.findall(r"(?<!\\)\|", row)) for row in table.splitlines()}
            assert len(widths) == 1, table


def test_what_is_told_is_in_it(bomberstream: CommandLine, tmp_path: Path) -> None:
    """The story of the screen, every roll, the crew and the digest stand in the page."""
    seed, _ = the_fiercest("today")
    page = tmp_path / "flight.html"
    told = bomberstream.json("fly", "today", "--seed", seed, "--report", page)
    text = page.read_text(encoding="utf-8")
    assert told["digest"] in text
    assert all(man["name"].replace("'", "&#x27;") in text for man in told["crew"])
    listed = re.findall(r"<li>(.*?)</li>", text)
    rolls = [one for one in told["events"] if one["type"] == "roll"]
    assert sum(line.count("D6 [") + line.count("D10 [") + line.count("D100 [") > 0 for line in listed) <= len(listed)
    assert len([line for line in listed if re.search(r"D\d+ \[", line)]) == len(rolls)


def test_a_flight_that_is_not_over_is_told_so_far(bomberstream: CommandLine, tmp_path: Path) -> None:
    save, page = tmp_path / "flight.json", tmp_path / "flight.html"
    bomberstream("fly", "today", "--seed", 3, "--save", save)
    bomberstream("undo", save)
    bomberstream("report", save, "-o", page)
    assert "not over yet" in page.read_text(encoding="utf-8")


def test_a_place_that_cannot_be_written_to(bomberstream: CommandLine, tmp_path: Path) -> None:
    save = tmp_path / "flight.json"
    bomberstream("fly", "today", "--seed", 3, "--save", save)
    told = bomberstream.error("report", save, "-o", "/proc/flight.html", status=1)
    assert "/proc/flight.html: cannot be written" in told


@pytest.mark.skipif(not CHROMIUM, reason="no browser is here")
def test_opened_in_a_browser(bomberstream: CommandLine, tmp_path: Path) -> None:
    """Chromium draws it: the page as the browser has it holds all drawings and folds."""
    seed, _ = the_fiercest("today")
    page = tmp_path / "flight.html"
    bomberstream("fly", "today", "--seed", seed, "--report", page)
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'browser'}")
    done = subprocess.run(
        [CHROMIUM, *options, "--dump-dom", page.as_uri()], capture_output=True, text=True, check=True, timeout=120
    )
    drawn, written = Page(done.stdout), Page(page.read_text(encoding="utf-8"))
    for tag in ("svg", "details", "figure", "table", "section"):
        assert drawn.tags[tag] == written.tags[tag] > 0


@pytest.mark.parametrize("game", GAMES)
def test_a_report_leaves_nothing_empty_and_tells_no_ids(bomberstream: CommandLine, tmp_path: Path, game: str) -> None:
    """No column without content, no name of a result as data have it, engines that run in two words."""
    seed, _ = the_fiercest(game)
    told = bomberstream.json("fly", game, "--seed", seed, "--report", tmp_path / "flight.md")
    bomberstream("fly", game, "--seed", seed, "--report", tmp_path / "flight.html")
    markdown = (tmp_path / "flight.md").read_text(encoding="utf-8")
    assert not re.search(r"\b(fca|fboa|fcab)\b", markdown)
    assert not re.search(r"\| engines \| (\d runs(, )?)+ \|", markdown)
    crew = markdown.partition("## Crew")[2]
    assert ("| shot down |" in crew) == any(man["kills"] for man in told["crew"])
    assert not re.search(r"### .{120}", markdown), "a whole story as a title"
    page = (tmp_path / "flight.html").read_text(encoding="utf-8")
    assert not re.search(r"\b1 (rolls|decisions)\b", page)


def test_a_night_fighter_has_no_bombs_and_its_pilot_has_the_kills(bomberstream: CommandLine, tmp_path: Path) -> None:
    told = bomberstream.json(
        "fly", "ace", "--bomber", "Bf 110 G-4b/R3", "--date", "1943-12-10", "--seed", 43, "--report", tmp_path / "a.md"
    )
    assert {man["station"]: man["kills"] for man in told["crew"]}["pilot"] == len(told["claims"]) == 1
    markdown = (tmp_path / "a.md").read_text(encoding="utf-8")
    assert "bombs" not in markdown
    assert "| pilot | Oberleutnant Oskar Horn | unhurt | 1 |" in markdown


def test_figures_of_night_fighters_tell_of_no_bombs(bomberstream: CommandLine) -> None:
    told = bomberstream("simulate", "ace", "--sorties", 20).stdout
    assert "on target" not in told
    assert "fighters shot down" not in told
    assert "\nshot down " in told
    assert bomberstream.json("simulate", "ace", "--sorties", 20)["bomb_runs"] == 0
    assert "on target" in bomberstream("simulate", "today", "--sorties", 20).stdout
