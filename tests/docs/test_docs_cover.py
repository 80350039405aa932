"""Everything that a person can use is on some page, under the name that the code has for it."""

from __future__ import annotations

import inspect
import json
import re

import click
import pytest
import reference
from bomberstream.cli import main
from bomberstream.core.hooks import Hooks
from click.testing import CliRunner

NIGHT = "\n## Target for Tonight\n"
"""The heading of the choices page below which the night game's stand."""
HOOKS = [name for name in vars(Hooks) if name.startswith("bomberstream_")]


def _page(name: str) -> str:
    return (reference.DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", HOOKS)
def test_hook_is_documented_with_its_arguments(name: str) -> None:
    section = _page("reference/hooks.md").partition(f"### `{name}`")[2].partition("\n#")[0]
    wanted = [one for one in inspect.signature(getattr(Hooks, name)).parameters if one != "self"]
    shown = re.search(rf"^    {name}\((.*?)\) -> \S+", section, re.M)
    assert shown is not None
    assert re.findall(r"(\w+):", shown[1]) == wanted
    assert (inspect.getdoc(getattr(Hooks, name)) or "missing").split("\n")[0] in section


def _commands(path: str, command: click.Command) -> list[tuple[str, click.Command]]:
    found = [(path, command)]
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            found += _commands(f"{path} {name}", inner)
    return found


@pytest.mark.parametrize(("path", "command"), _commands("bomberstream", main), ids=lambda one: str(one))
def test_command_is_documented_with_its_options(path: str, command: click.Command) -> None:
    section = _page("reference/commands.md").partition(f"## `{path}`\n")[2].partition("\n## ")[0]
    assert section, path
    for one in command.params:
        for name in one.opts if isinstance(one, click.Option) else []:
            assert f"`{name}" in section, f"{path} {name}"


def test_players_learn_of_every_command() -> None:
    told = _page("players.md") + _page("modders.md") + _page("developers.md")
    for path, command in _commands("bomberstream", main):
        if path != "bomberstream":
            assert path in told or isinstance(command, click.Group), path


def test_players_learn_of_every_setting_and_campaign() -> None:
    told = _page("players.md")
    for ruleset in reference.rulesets():
        for option in ruleset.game.options:
            assert option.name in told
        for campaign in ruleset.campaigns.values():
            assert campaign.title in told


def test_every_open_choice_is_told_once_by_its_number() -> None:
    told = _page("choices.md").partition("## The constants")[0]
    numbers = [int(one) for one in re.findall(r"^\| \?(\d+) \|", told, re.M)]
    assert sorted(numbers) == list(range(1, 70))


def test_choices_name_the_constants_that_settle_them() -> None:
    told = _page("choices.md").partition("## The constants")[0]
    rows = {int(number): row for number, row in re.findall(r"^\| \?(\d+) (\|.*)$", told, re.M)}
    modules = reference.choice_modules()
    source = "\n".join(map(inspect.getsource, modules))
    numbered = re.findall(r"^# \[(\d+)\] .*\n([A-Z_0-9]+) =", source, re.M)
    assert numbered
    for number, name in numbered:
        assert f"`{name}`" in rows[int(number)], name
    for number, row in rows.items():
        for name in re.findall(r"`([A-Z][A-Z_0-9]{4,})`", row):
            assert any(hasattr(one, name) for one in modules), f"?{number}: {name}"


def test_every_choice_that_all_bombers_share_is_listed_with_its_other_reading() -> None:
    from bomberstream.core.mission import choices as shared

    told = _page("choices.md").partition("## The constants")[2]
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in told.splitlines() if line.startswith("|")]
    listed = {row[1].strip("`"): row for row in rows if row[-1] == "`core/mission/choices.py`"}
    assert set(listed) == {name for name in vars(shared) if name.isupper()}
    assert all(row[3] for row in listed.values())
    for block in inspect.getsource(shared).partition("import annotations\n")[2].strip().split("\n\n"):
        said = re.match(r"# (?:\[(\d+)\] )?Other readings?: (.+)\n([A-Z_]+) =", block)
        assert said is not None, block
        assert [listed[said[3]][place] for place in (0, 4)] == [f"?{said[1]}" if said[1] else "", said[2]]


def test_choices_name_orders_and_settings_that_exist() -> None:
    by_day, _, by_night = _page("choices.md").partition(NIGHT)
    for game, told in (("today", by_day), ("tonight", by_night)):
        ruleset = reference.ruleset_of(game)
        for names in re.findall(r"orders? ((?:`\w+`(?:, )?)+)", told):
            for name in re.findall(r"`(\w+)`", names):
                assert name in ruleset.decisions
        for name in re.findall(r"setting `(\w+)`", told):
            assert name in {option.name for option in ruleset.game.options}


def _night_choices() -> str:
    return _page("choices.md").partition(NIGHT)[2].partition("### The constants by night")[0]


def test_every_contradiction_of_the_night_rules_is_told_once_by_its_number() -> None:
    numbers = [int(one) for one in re.findall(r"^\| T-(\d+) \|", _night_choices(), re.M)]
    assert sorted(numbers) == list(range(1, 88))


def test_night_choices_are_settled_where_it_is_said() -> None:
    from bomberstream.core.mission import choices as shared
    from bomberstream.plugins.tonight import choices

    told = _night_choices()
    constants = [one for names in re.findall(r"constants? ((?:`[A-Z_]+`(?:, )?)+)", told) for one in names.split(", ")]
    assert constants
    for quoted in constants:
        name = quoted.strip("`, ")
        assert hasattr(choices, name) or hasattr(shared, name), name
    plugin = reference.ROOT / "plugins" / "tonight"
    for module, name in re.findall(r"`(\w+\.py)`, `(\w+)`", told):
        assert re.search(rf"\b{name}\b", (plugin / module).read_text(encoding="utf-8")), f"{module}: {name}"
    for row in re.findall(r"^\| T-\d+ \|.*$", told, re.M):
        assert "not there yet" in row or "never occurs" in row or not row.endswith("| |"), row


def test_every_number_in_the_night_code_is_among_the_choices() -> None:
    told = set(re.findall(r"^\| (T-\d+) \|", _night_choices(), re.M))
    for path in (reference.ROOT / "plugins" / "tonight").glob("*.py"):
        assert set(re.findall(r"\bT-\d+\b", path.read_text(encoding="utf-8"))) <= told, path.name


def test_players_learn_of_every_key_of_a_simulation() -> None:
    done = CliRunner().invoke(main, ["simulate", "tonight", "--sorties", "2", "--json"])
    said = json.loads(done.output)
    told = _page("players.md").partition("## Simulations")[2].partition("\n## ")[0]
    for key in (*said, *said["setup"], *said["crew"]):
        assert f"`{key}`" in told, key


def test_what_is_said_to_be_missing_is_missing() -> None:
    assert {ruleset.game.id for ruleset in reference.rulesets()} == {"ace", "superfortress", "today", "tonight"}, (
        "README.md says that four fly"
    )


def test_developers_learn_of_every_module_of_the_engine() -> None:
    told = _page("developers.md")
    for folder in ("core", "core/mission"):
        for path in (reference.ROOT / folder).glob("*.py"):
            if path.stem != "__init__":
                assert f"`{path.stem}`" in told, path.name
