"""Pages with living examples: commands that are run, files that are used, output that is real.

A line that is nothing but an HTML comment, directly above a fence, says what the fence is:

    <!-- file: storm.toml -->      the fence is a file, there for the commands further down; "~/" stands
                                   for the user's own folder
    <!-- include: cold_guns.py --> the fence holds a file of `docs/examples`, which is there for the commands, too
    <!-- fetch: b-17e/b-17e.toml -->  a file of `docs/examples` is there for the commands, and not shown
    <!-- output -->                the fence holds what the commands of the last fence printed
    <!-- output: to TEXT -->       the same, to the first line that begins with TEXT
    <!-- output: from TEXT -->     the same, from there
    <!-- status: 1 -->             the command below ends with this exit status
    <!-- not run -->               the fence is only to be read

Fences marked `bash` hold commands of `bomberstream` and are run in order, those of a page in one folder;
fences marked `python` are run, too. Text between `<!-- generated: NAME -->` and `<!-- end -->` is worked
out anew from the code.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir, contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

__all__ = ["CutShort", "ExampleFails", "Fence", "Workshop", "find_fences", "fresh_page", "workshop"]

_COMMENT = re.compile(r"<!-- (file|include|output|status|not run)(?:: (.+?))? -->")
_FENCE = re.compile(r"(```+)(\w*)\s*")
_FETCH = re.compile(r"<!-- fetch: (.+?) -->")
_GENERATED = re.compile(r"<!-- generated: ([\w-]+) -->")
_LEFT_OUT = "..."


class ExampleFails(Exception):
    """A command or snippet of a page does not do what the page says."""


class CutShort(ExampleFails):
    """The text that an excerpt begins or ends with is not in the output."""


@dataclass
class Fence:
    """A fenced block of a page, with what its comments say of it."""

    first: int
    """The line of the page that opens it."""
    last: int
    """The line that closes it."""
    language: str
    lines: list[str]
    says: dict[str, str] = field(default_factory=dict)

    @property
    def is_run(self) -> bool:
        """Whether it holds commands or code to be run."""
        return self.language in ("bash", "python") and not self.says.keys() & {"not run", "file", "include"}


def find_fences(lines: list[str]) -> Iterator[Fence]:
    """The fenced blocks of a page in order."""
    says: dict[str, str] = {}
    place = 0
    while place < len(lines):
        line = lines[place]
        comment, fence = _COMMENT.fullmatch(line), _FENCE.fullmatch(line)
        if comment is not None:
            says[comment[1]] = comment[2] or ""
        elif fence is not None:
            last = lines.index(fence[1], place + 1)
            yield Fence(place, last, fence[2], lines[place + 1 : last], says)
            says, place = {}, last
        elif line:
            says = {}
        place += 1


@dataclass
class Workshop:
    """A folder in which the commands of one page are run, with a user's folder of its own."""

    folder: Path
    user: Path
    examples: Path
    printed: list[str] = field(default_factory=list)
    """The output of the last fence of commands."""

    def put(self, name: str, text: str) -> None:
        """A file for the commands that follow."""
        path = self.user / name[2:] if name.startswith("~/") else self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def fetch(self, name: str) -> str:
        """A file of the examples; it is put where the page says that it belongs."""
        name, _, where = name.partition(" as ")
        text = (self.examples / name).read_text(encoding="utf-8")
        self.put(where or name, text)
        return text

    def run(self, fence: Fence) -> None:
        """Run a fence of commands or code."""
        self.printed = []
        if fence.language == "python":
            self._run_python(fence)
            return
        for command in _commands(fence.lines):
            self.printed += self._run_command(command, int(fence.says.get("status", "0")))

    def _run_command(self, command: str, status: int) -> list[str]:
        from bomberstream.cli import main
        from click.testing import CliRunner

        words = shlex.split(command)
        settings: dict[str, str | None] = {}
        while "=" in words[0]:
            name, _, value = words.pop(0).partition("=")
            settings[name] = value
        if words[0] != "bomberstream":
            raise ExampleFails(f"{command}: only bomberstream is run; mark the fence <!-- not run -->")
        done = CliRunner(env=settings).invoke(main, words[1:], prog_name="bomberstream")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise ExampleFails(f"{command}: {done.exception!r}") from done.exception
        if done.exit_code != status:
            raise ExampleFails(f"{command}: exit status {done.exit_code}, not {status}\n{done.output}")
        return done.output.rstrip("\n").split("\n")

    def _run_python(self, fence: Fence) -> None:
        import io
        from contextlib import redirect_stdout

        heard = io.StringIO()
        try:
            with redirect_stdout(heard):
                exec(compile("\n".join(fence.lines), "<page>", "exec"), {"__name__": "page"})
        except Exception as wrong:
            raise ExampleFails(f"snippet at line {fence.first + 1}: {wrong!r}") from wrong
        self.printed = heard.getvalue().rstrip("\n").split("\n")


def _commands(lines: list[str]) -> list[str]:
    """The commands of a fence; a backslash at the end of a line carries it on."""
    joined = "\n".join(lines).replace("\\\n", " ")
    return [line for line in (one.partition(" #")[0].strip() for one in joined.split("\n")) if line]


@contextmanager
def workshop(examples: Path) -> Iterator[Workshop]:
    """A workshop for one page: nothing of the person's own files or plugins is seen in it."""
    import click

    with TemporaryDirectory() as name, _remembered_packs():
        home = Path(name) / "home"
        folder = Path(name) / "work"
        folder.mkdir()
        kept = dict(os.environ)
        for variable in ("HOME", "XDG_CONFIG_HOME", "APPDATA"):
            os.environ[variable] = str(home)
        for variable in ("BOMBERSTREAM_PLUGINS", "COLUMNS", "LINES"):
            os.environ.pop(variable, None)
        try:
            with chdir(folder):
                yield Workshop(folder, Path(click.get_app_dir("bomberstream")), examples)
        finally:
            os.environ.clear()
            os.environ.update(kept)
            for loaded in [one for one in sys.modules if one.startswith("bomberstream_user_")]:
                del sys.modules[loaded]
            shutil.rmtree(home, ignore_errors=True)


@contextmanager
def _remembered_packs() -> Iterator[None]:
    """The games' own packs do not change while pages are made: each is read once."""
    from bomberstream.core.ruleset import changes

    space: Any = changes
    read = space.load_pack

    def load(root: Path, name: str) -> Any:
        return _own_pack(root, name) if root.is_relative_to(_tables_folder()) else read(root, name)

    space.load_pack = load
    try:
        yield
    finally:
        space.load_pack = read


@cache
def _tables_folder() -> Path:
    return Path(str(files("bomberstream.tables")))


@cache
def _own_pack(root: Path, name: str) -> Any:
    from bomberstream.core.packs import load_pack

    return load_pack(root, name)


def excerpt(lines: list[str], wanted: str) -> list[str]:
    """The part of some output that a page shows; what is left out before or after is marked."""
    match = re.fullmatch(r"(?:from (.+?))?(?: ?to (.+))?", wanted)
    start, end = (match[1], match[2]) if match is not None else (None, None)
    first, last = 0, len(lines)
    if start:
        first = _line_with(lines, start, 0)
    if end:
        last = _line_with(lines, end, first) + 1
    return [
        *([_LEFT_OUT] if first else []),
        *lines[first:last],
        *([_LEFT_OUT] if last < len(lines) else []),
    ]


def _line_with(lines: list[str], text: str, after: int) -> int:
    for place in range(after, len(lines)):
        if lines[place].strip().startswith(text):
            return place
    raise CutShort(f"no line begins with {text!r} in the output")


def fresh_page(text: str, shop: Workshop, generators: Mapping[str, Callable[[], str]]) -> str:
    """The page as it should stand: its commands run, its output and generated parts worked out anew.

    Raises `ExampleFails` for a command that does not end as the page says.
    """
    lines = _generate(text, generators).split("\n")
    for fetched in filter(None, map(_FETCH.fullmatch, lines)):
        shop.fetch(fetched[1])
    made: list[str] = []
    done = 0
    for fence in find_fences(lines):
        made += lines[done : fence.first + 1]
        content = fence.lines
        if "include" in fence.says:
            content = shop.fetch(fence.says["include"]).rstrip("\n").split("\n")
        elif "file" in fence.says:
            shop.put(fence.says["file"], "\n".join(content) + "\n")
        elif "output" in fence.says:
            content = excerpt(shop.printed, fence.says["output"])
        elif fence.is_run:
            shop.run(fence)
        made += content
        done = fence.last
    return "\n".join([*made, *lines[done:]])


def _generate(text: str, generators: Mapping[str, Callable[[], str]]) -> str:
    lines = text.split("\n")
    made: list[str] = []
    place = 0
    while place < len(lines):
        made.append(lines[place])
        match = _GENERATED.fullmatch(lines[place])
        if match is not None and match[1] in generators:
            end = lines.index("<!-- end -->", place)
            made += ["", *generators[match[1]]().strip("\n").split("\n"), ""]
            place = end - 1
        place += 1
    return "\n".join(made)
