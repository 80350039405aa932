"""Plugins: those that break the rules are named and left out, and nothing of them stays behind."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bomberstream.core.errors import BadData, BadPlugin
from bomberstream.core.hooks import API_VERSION, FailedPlugin, Plugins, load_plugins

GOOD = """
from pathlib import Path
from bomberstream.core.conditions import Name
from bomberstream.core.game import Game, OptionalRule
from bomberstream.core.hooks import hookimpl
from bomberstream.core.procedure import Procedure

API_VERSION = 1

@hookimpl
def bomberstream_games():
    yield Game("{game}", "Title", "about", Path("."), "tiny", lambda s: None, "fly", "after",
               (Procedure.of("fly", []),), (), {{}}, {{}})

@hookimpl
def bomberstream_rules():
    yield OptionalRule("{game}_fog", "Fog", "tiny 9", ("{game}",), lambda builder: None)

@hookimpl
def bomberstream_vocabulary(game):
    if game == "{game}":
        yield Name("fog", "s.fog", "flag", "there is fog")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A user's folder of plugins; what they leave in `sys.modules` is taken out again."""
    before = set(sys.modules)
    path = tmp_path / "plugins"
    path.mkdir()
    yield path
    for name in set(sys.modules) - before:
        if name.startswith("bomberstream_user_"):
            del sys.modules[name]


def add(folder: Path, name: str, text: str | None = None) -> None:
    (folder / f"{name}.py").write_text(GOOD.format(game=name) if text is None else text, encoding="utf-8")


def load(folder: Path, **more: Any) -> Plugins:
    """Those of the folder alone, whatever is installed."""
    names = {path.stem for path in folder.glob("*.py")}
    return load_plugins(**{"only": names, "folder": folder, **more})


def failure(plugins: Plugins) -> FailedPlugin:
    (failed,) = plugins.failed
    assert "\n" not in str(failed)
    return failed


# --- what is loaded


def test_single_files_of_a_folder_are_loaded_in_order_of_name(folder: Path) -> None:
    add(folder, "kite")
    add(folder, "balloon")
    plugins = load(folder)
    assert [one.name for one in plugins.loaded] == ["balloon", "kite"]
    assert plugins.failed == []
    assert plugins.loaded[1].origin == str(folder / "kite.py")
    assert plugins.loaded[1].brings() == ["games", "rules", "vocabulary"]
    assert sorted(plugins.games()) == ["balloon", "kite"]
    assert sorted(plugins.rules()) == ["balloon_fog", "kite_fog"]
    assert sorted(plugins.rules("kite")) == ["kite_fog"]
    assert [name.name for name in plugins.vocabulary("kite")] == ["fog"]
    assert plugins.vocabulary("zeppelin") == plugins.verbs("kite") == plugins.packs("kite") == []


def test_a_folder_that_is_not_there_holds_no_plugins(tmp_path: Path) -> None:
    plugins = load_plugins(only=["kite"], folder=tmp_path / "none")
    assert (plugins.loaded, plugins.failed) == ([], [])


def test_only_those_named_are_loaded(folder: Path) -> None:
    add(folder, "kite")
    add(folder, "balloon")
    assert [one.name for one in load_plugins(only=["kite"], folder=folder).loaded] == ["kite"]


def test_with_an_empty_list_none_is_loaded_nor_fails(folder: Path) -> None:
    add(folder, "kite")
    add(folder, "broken", "1 / 0")
    plugins = load_plugins(only=[], folder=folder)
    assert (plugins.loaded, plugins.failed, plugins.games()) == ([], [], {})


def test_those_turned_off_are_not_even_imported(folder: Path) -> None:
    add(folder, "kite")
    add(folder, "broken", "1 / 0")
    plugins = load(folder, without=["broken"])
    assert [one.name for one in plugins.loaded] == ["kite"]
    assert plugins.failed == []
    assert "bomberstream_user_broken" not in sys.modules


def test_turned_off_counts_for_more_than_named(folder: Path) -> None:
    add(folder, "kite")
    assert load_plugins(only=["kite"], without=["kite"], folder=folder).loaded == []


def test_a_plugin_asked_for_by_name_that_is_not_there_is_told(folder: Path) -> None:
    add(folder, "kite")
    plugins = load_plugins(only=["kiet", "kite"], without=["air", "today"], folder=folder)
    assert plugins.unknown == ["air", "kiet"]
    assert load(folder).unknown == []


def test_a_game_is_found_in_any_case_and_a_misspelt_one_names_the_nearest(folder: Path) -> None:
    add(folder, "kite")
    plugins = load(folder)
    assert plugins.game("KITE").id == "kite"
    with pytest.raises(BadData, match=r"^no game 'kiet'; did you mean 'kite'\?$"):
        plugins.game("kiet")


# --- what fails

BROKEN = {
    "fails at import": ("import nothing_of_that_name", "ModuleNotFoundError: No module named 'nothing_of_that_name'"),
    "raises": ("raise RuntimeError('no fuel\\nno bombs')", "RuntimeError: no fuel"),
    "raises without a word": ("raise RuntimeError", "RuntimeError"),
    "is no Python": ("def (", "SyntaxError: invalid syntax"),
    "has no API version": ("x = 1", f"API_VERSION is None, this Bomberstream has {API_VERSION}"),
    "has another API version": ("API_VERSION = 99", f"API_VERSION is 99, this Bomberstream has {API_VERSION}"),
    "has an API version that is a text": ("API_VERSION = '1'", "API_VERSION is '1'"),
    "misspells a hook": (
        GOOD.replace("bomberstream_games", "bomberstream_gmaes").format(game="bad"),
        "bomberstream_gmaes",
    ),
    "misspells an argument": (GOOD.replace("vocabulary(game)", "vocabulary(gmae)").format(game="bad"), "bad"),
    "fails in a hook": (
        GOOD.replace("yield Game", "raise OSError('lost') ; yield Game").format(game="bad"),
        "OSError: lost",
    ),
}


@pytest.mark.parametrize("broken", BROKEN)
def test_a_plugin_that_fails_is_named_with_reason_and_way_out_and_the_others_are_loaded(
    folder: Path, broken: str
) -> None:
    text, reason = BROKEN[broken]
    add(folder, "bad", text)
    add(folder, "kite")
    add(folder, "air")
    plugins = load(folder)
    failed = failure(plugins)
    assert failed.name == "bad"
    assert reason in failed.reason
    assert str(failed).startswith("plugin bad left out: ")
    assert "--no-plugin bad" in str(failed)
    assert [one.name for one in plugins.loaded] == ["air", "kite"]
    assert sorted(plugins.games()) == ["air", "kite"]
    assert sorted(plugins.rules()) == ["air_fog", "kite_fog"]
    assert len(plugins.vocabulary("kite")) == 1
    assert plugins.vocabulary("bad") == []


@pytest.mark.parametrize("broken", BROKEN)
def test_a_plugin_that_fails_is_fatal_when_strict(folder: Path, broken: str) -> None:
    text, reason = BROKEN[broken]
    add(folder, "bad", text)
    with pytest.raises(BadPlugin) as caught:
        load(folder, strict=True)
    assert str(caught.value).startswith("plugin bad left out: ")
    assert reason in str(caught.value)


def test_a_plugin_that_fails_at_import_leaves_no_module_behind(folder: Path) -> None:
    add(folder, "bad", "x = 1\n1 / 0\n")
    load(folder)
    assert "bomberstream_user_bad" not in sys.modules


def test_a_plugin_that_is_refused_leaves_no_module_behind(folder: Path) -> None:
    add(folder, "bad", "API_VERSION = 99")
    load(folder)
    assert "bomberstream_user_bad" not in sys.modules


def test_a_plugin_that_wants_to_leave_is_left_out(folder: Path) -> None:
    add(folder, "bad", "import sys; sys.exit('not on this machine')")
    assert failure(load(folder)).reason == "SystemExit: not on this machine"


def test_a_plugin_that_wants_to_leave_when_asked_is_named(folder: Path) -> None:
    add(
        folder,
        "bad",
        GOOD.replace("    yield OptionalRule", "    raise SystemExit\n    yield OptionalRule").format(game="bad"),
    )
    assert failure(load(folder)).reason == "SystemExit"


def test_a_hook_that_is_not_marked_is_told(folder: Path) -> None:
    add(folder, "bad", GOOD.replace("@hookimpl\ndef bomberstream_rules", "def bomberstream_rules").format(game="bad"))
    assert failure(load(folder)).reason.startswith("bomberstream_rules is not marked with @hookimpl")


def test_a_game_id_that_is_taken_names_both_plugins(folder: Path) -> None:
    add(folder, "a_kite", GOOD.format(game="kite"))
    add(folder, "b_kite", GOOD.format(game="kite"))
    plugins = load(folder)
    assert "plugin b_kite left out: game 'kite' is brought by 'a_kite' already" in str(failure(plugins))
    assert [one.name for one in plugins.loaded] == ["a_kite"]
    assert len(plugins.rules()) == 1
    assert len(plugins.vocabulary("kite")) == 1


def test_a_rule_id_that_is_taken_names_both_plugins(folder: Path) -> None:
    add(folder, "a_kite", GOOD.format(game="kite"))
    add(folder, "b_kite", GOOD.replace('Game("{game}"', 'Game("other"').format(game="kite"))
    plugins = load(folder)
    assert list(plugins.rules()) == ["kite_fog"]
    assert failure(plugins).reason == "optional rule 'kite_fog' is brought by both 'a_kite' and 'b_kite'"
    assert sorted(plugins.games()) == ["kite"]
    plugins = load(folder, strict=True)
    with pytest.raises(BadPlugin, match="brought by both 'a_kite' and 'b_kite'"):
        plugins.rules()


# --- by hand


def test_a_module_registered_twice_under_one_name_names_both_origins(tiny: Any) -> None:
    plugins = tiny.plugins()
    with pytest.raises(BadPlugin, match=r"a plugin 'tiny' is loaded already \(here and there\)"):
        plugins.register("tiny", tiny.plugin(), origin="there")
    assert [one.name for one in plugins.loaded] == ["tiny"]
    assert list(plugins.games()) == ["tiny"]


def test_a_plugin_that_was_refused_may_try_again_when_put_right(tiny: Any) -> None:
    plugins = Plugins()
    module = tiny.plugin(games=[tiny.game()])
    module.API_VERSION = 0
    with pytest.raises(BadPlugin):
        plugins.register("tiny", module)
    assert plugins.games() == {}
    module.API_VERSION = API_VERSION
    plugins.register("tiny", module)
    assert list(plugins.games()) == ["tiny"]


def test_installed_plugins_are_found_by_their_entry_points(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    """A real distribution on the path, with its metadata."""
    (tmp_path / "kite_game.py").write_text(GOOD.format(game="kite"), encoding="utf-8")
    info = tmp_path / "kite_game-2.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: kite-game\nVersion: 2.5\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[bomberstream.plugins]\nkite = kite_game\nlost = kite_gone\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    add(folder, "kite")
    plugins = load_plugins(only=["kite", "lost"], folder=folder)
    sys.modules.pop("kite_game", None)
    assert [(one.name, one.version, one.origin) for one in plugins.loaded] == [("kite", "2.5", "kite_game")]
    lost, clash = plugins.failed
    assert str(lost).startswith("plugin lost 2.5 left out: ModuleNotFoundError: No module named 'kite_gone'")
    assert f"a plugin 'kite' is loaded already (kite_game and {folder / 'kite.py'})" in str(clash)
