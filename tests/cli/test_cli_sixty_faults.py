"""Sixty broken inputs and more: each is told in a clear line with what is wrong and where, and the rest still works."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from bomberstream.core import flight, hooks
from bomberstream.core.ruleset import builder
from command_line import CommandLine

Write = Callable[[str, str], Path]

HEAD = """
from pathlib import Path
from bomberstream.core.conditions import Name
from bomberstream.core.effects import verb
from bomberstream.core.game import Game, GameOption, OptionalRule
from bomberstream.core.hooks import hookimpl
from bomberstream.core.procedure import step
API_VERSION = 1
"""

RULE = (
    HEAD
    + """
@hookimpl
def bomberstream_rules():
    return [OptionalRule("fog", "Fog", "toy 9.9", ("toy",), apply)]
"""
)


# --- house rules: what is written, and what the one line says beside the file's name

HOUSE: dict[str, tuple[str, str]] = {
    "no TOML": ("[house\n", "not TOML: "),
    "a quote that does not end": ('[house]\ntitle = "x\n', "not TOML: "),
    "a key twice": ("[dice]\n'1-1' = '2d6'\n'1-1' = '3d6'\n", "not TOML: "),
    "nothing in it": ("", "it changes nothing"),
    "a key that is not there": ("[huose]\n", "line 1: unknown key 'huose'; did you mean 'house'?"),
    "a key that is not there, in a part": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwehn = 'storm'\n",
        "line 4: modifier, entry 1: unknown key 'wehn'; did you mean 'when'?",
    ),
    "a part that is no list": ("[modifier]\ntable = '1-1'\n", "modifier: expected a list, [[modifier]], not dict"),
    "a list that should be a part": ("[[house]]\n", "house: expected a table, [house], not list"),
    "a table that is not there": (
        "[[modifier]]\ntable = '1-11'\nvalue = 1\n",
        "line 1: modifier 1: no table '1-11'; did you mean '1-1'",
    ),
    "a modifier that is none": ("[[modifier]]\ntable = '1-1'\n", "line 1: modifier 1: give either value"),
    "a value of a wrong type": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1.5\n",
        "line 3: modifier, entry 1, value: expected a whole number or a text, got 1.5",
    ),
    "a modifier to go that is not there": (
        "[[modifier]]\ntable = '1-1'\nremove = 'sumer'\n",
        "line 1: modifier 1: table 1-1 has no modifier 'sumer'; did you mean 'summer'?",
    ),
    "a word that is not there": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwhen = 'strom'\n",
        "line 4: modifier 1: condition 'strom': 'strom' is not in the vocabulary; did you mean 'storm'?",
    ),
    "a word that is never so": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwhen = \"bomber.model == 'mot'\"\n",
        "bomber.model is never 'mot'; did you mean 'moth'?",
    ),
    "a condition that calls": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwhen = \"open('x')\"\n",
        "is not allowed; use names, numbers",
    ),
    "a condition that imports": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwhen = \"__import__('os').system('x')\"\n",
        "is not allowed; use names, numbers",
    ),
    "a condition that is none": (
        "[[modifier]]\ntable = '1-1'\nvalue = 1\nwhen = 'month =='\n",
        "line 4: modifier 1: condition 'month ==' cannot be read",
    ),
    "a modifier beyond all measure": (
        "[[modifier]]\ntable = '1-1'\nvalue = 99999\n",
        "line 1: modifier 1: value = 99999 is no modifier",
    ),
    "dice that are none": ("[dice]\n'1-1' = '2w6'\n", "line 2: dice, 1-1: "),
    "dice that rows do not hold": (
        "[dice]\n'1-3' = '2d6'\n",
        "line 2: dice, 1-3: table 1-3: no row for a total of 7",
    ),
    "dice for a table that is looked up": ("[dice]\n'1-1 note a' = '1d6'\n", "line 2: dice, 1-1 note a: "),
    "a row that overlaps": (
        "[[row]]\ntable = '1-3'\non = '1-3'\nresult = 'crash'\n",
        "rows 1 and 3 both hold a total of 1",
    ),
    "an on that cannot be read": (
        "[[row]]\ntable = '1-3'\non = 'one'\nresult = 'crash'\n",
        "line 1: row 1: on = 'one' cannot be read",
    ),
    "a row in place of none": (
        "[[row]]\ntable = '1-3'\non = '1-3'\nin_place_of = ['7']\nresult = 'crash'\n",
        "line 1: row 1: table 1-3 has no row '7'; valid: 1, 2-6",
    ),
    "a cell in a table without columns": (
        "[[row]]\ntable = '1-3'\non = '1'\ncolumn = 'day'\nresult = 'crash'\n",
        "line 1: row 1: table 1-3 has no column 'day'; it has no columns",
    ),
    "a column that is not there": (
        "[[row]]\ntable = '1-2'\non = '1-2'\ncolumn = 'dya'\nresult = 5\n",
        "line 1: row 1: table 1-2 has no column 'dya'; did you mean 'day'?",
    ),
    "effects that are none": (
        "[[row]]\ntable = '1-3'\non = '1'\nresult = 'crash'\neffects = [{ wuond = 'pilot' }]\n",
        "line 1: row 1: unknown verb 'wuond'; did you mean 'wound'?",
    ),
    "a man who is not there": (
        "[[row]]\ntable = '1-3'\non = '1'\nresult = 'crash'\neffects = [{ wound = 'pliot' }]\n",
        "line 1: row 1: wound: no station 'pliot'; did you mean 'pilot'?",
    ),
    "a step that is not there": (
        "[[step]]\nremove = 'mission.wnid'\n",
        "line 1: step 1: no step 'mission.wnid'; did you mean 'mission.wind' or",
    ),
    "a step that goes nowhere": ("[[step]]\nmove = 'wind'\n", "line 1: step 1: say before or after which step"),
    "a step before itself": (
        "[[step]]\nmove = 'wind'\nbefore = 'wind'\n",
        "line 1: step 1: step 'wind' cannot stand before or after itself",
    ),
    "a step of two minds": ("[[step]]\nmove = 'wind'\nremove = 'wind'\n", "step 1: give one of remove, move, roll"),
    "a step that rolls on nothing": (
        "[[step]]\nroll = 'H-1'\nname = 'x'\nbefore = 'wind'\n",
        "line 1: step 1: no table 'H-1'",
    ),
    "a setting that is not there": (
        "[set]\nmoom = 'full'\n",
        "line 2: set, moom: no setting 'moom'; did you mean 'moon'?",
    ),
    "a setting that cannot be": ("[set]\nmoon = 'new'\n", "line 2: set, moon: no value 'new'; valid: full, half"),
    "a setting that is a list": ("[set]\nmoon = ['full']\n", "line 2: set, moon: expected a text, a whole number"),
    "an order for nothing": (
        "[orders.dorp]\nchoose = 'yes'\n",
        "line 1: order 'dorp': no such decision; did you mean 'drop'?",
    ),
    "an order that is not on offer": ("[orders.drop]\nchoose = 'maybe'\n", "order 'drop': no option 'maybe'"),
    "a rule that is not there": ("[house]\nrules = ['gals']\n", "house, rules: no rule 'gals'; did you mean 'gales'?"),
    "a game that is not there": ("[house]\ngames = ['toi']\n", "house, games: no game 'toi'; did you mean 'toy'?"),
    "a table half given": ("[table.'H-1']\ndice = '1d6'\n", "line 1: table H-1, title: 'title' is missing"),
    "a bomber like none": (
        "[bomber.x]\nlike = 'mot'\nname = 'X'\nshort = 'X'\n",
        "line 1: bomber x: like: no bomber 'mot'; did you mean 'moth'?",
    ),
}


@pytest.mark.parametrize("broken", HOUSE)
def test_broken_house_rules(bomberstream: CommandLine, write: Write, broken: str) -> None:
    text, says = HOUSE[broken]
    path = write("rules.toml", text)
    for command in (("house", "check", path), ("fly", "toy", "--house", path, "--seed", "1")):
        if command[0] == "fly" and "games = ['toi']" in text:
            says = "rules.toml: these house rules are for toi, not for toy"
        told = bomberstream(*command, status=1).stderr.splitlines()
        assert told
        assert all(line.startswith("error: ") for line in told)
        assert any("rules.toml" in line and says in line for line in told), told
    still_works(bomberstream)


# --- overlays and templates

OVERLAY: dict[str, tuple[str, str]] = {
    "no TOML": ("[table\n", "not TOML: "),
    "no text": ("\udcff\udcfe", "not UTF-8 text: "),
    "a key that is not there": ("[tabel]\n", "unknown key 'tabel'; did you mean 'table'?"),
    "rows of a table that is not there": (
        "[[table.'1-9'.row]]\non = '1'\nresult = 'x'\n",
        "rows for tables that no",
    ),
    "a source that is none": (
        "[table.'H-1']\ntitle = 'x'\ndice = '1d6'\nsource = 'mine'\n[[table.'H-1'.row]]\non = '1-6'\n",
        "source 'mine' is none of published, sister, reconstructed",
    ),
    "no basis": (
        "[table.'H-1']\ntitle = 'x'\ndice = '1d6'\nsource = 'sister'\n[[table.'H-1'.row]]\non = '1-6'\n",
        "table H-1: a sister table needs a basis",
    ),
    "a hole": (
        "[table.'1-3']\ntitle = 'x'\ndice = '1d6'\nsource = 'published'\n[[table.'1-3'.row]]\non = '1-5'\n",
        "table 1-3: no row for a total of 6",
    ),
    "no rows": ("[table.'1-3']\ntitle = 'x'\ndice = '1d6'\nsource = 'published'\n", "table 1-3: the table has no rows"),
    "a ring of tables": (
        "[[table.'1-3'.row]]\non = '1'\nresult = 'crash'\neffects = [{ roll_on = 'landing' }]\n"
        "[[table.'1-3'.row]]\non = '2-6'\nresult = 'safe'\neffects = [{ roll_on = 'landing' }]\n",
        "no throw leads out of the ring",
    ),
    "a column that is not there": (
        "[[table.'1-2'.row]]\non = '1-2'\nresult = { dusk = 1 }\n",
        "result for an unknown column 'dusk'; valid: by_night, day",
    ),
    "a template of a table that is not there": ("[fill.'1-9']\n", "fill 1-9: rows for tables that no game has"),
    "a template divided otherwise, in part": (
        "[[fill.'1-3'.row]]\non = '1-2'\nresult = 'crash'\n[[fill.'1-3'.row]]\non = '3-6'\nresult = ''\n",
        "fill 1-3, row 1: the table has no row '1-2' now",
    ),
    "a template with a strange key": ("[fill.'1-3']\nrows = []\n", "unknown key 'rows'; did you mean 'row'?"),
    "a bomber without a game": ("[bomber.x]\nname = 'X'\n", "bomber x, game: 'game' is missing"),
    "control by nobody": (
        "[[control]]\ncode = 'N'\nregion = ''\nsteps = [{ from = '1939-09-01', by = 'nobody' }]\n",
        "'nobody'",
    ),
}


@pytest.mark.parametrize("broken", OVERLAY)
def test_broken_overlays(bomberstream: CommandLine, write: Write, broken: str) -> None:
    text, says = OVERLAY[broken]
    path = write("mine.toml", "")
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    told = bomberstream("tables", "check", path, status=1).stderr.splitlines()
    assert told
    assert all(line.startswith("error: ") for line in told)
    assert any("mine.toml" in line and says in line for line in told), told
    flown = bomberstream("fly", "toy", "--tables", path, "--seed", "1", status=1).stderr.splitlines()
    assert flown
    assert all(line.startswith("error: ") for line in flown)
    still_works(bomberstream)


# --- plugins: left out when they come on board, or when they are asked

LEFT_OUT: dict[str, tuple[str, str]] = {
    "an import that fails": ("import nothing_of_that_name", "ModuleNotFoundError"),
    "an import that raises": ("1 / 0", "ZeroDivisionError: division by zero"),
    "an import that leaves": ("raise SystemExit(3)", "SystemExit: 3"),
    "an import without end": ("while True: pass", "it goes on and on, and was broken off"),
    "an import that goes ever deeper": ("def f(): return f()\nf()", "RecursionError"),
    "no Python": ("def (", "SyntaxError"),
    "bytes that are no text": ("x = '\udcff'", "SyntaxError"),
    "no API version": ("x = 1", "API_VERSION is None"),
    "an API version to come": ("API_VERSION = 99", "API_VERSION is 99, this Bomberstream has 1"),
    "a hook misspelt": (HEAD + "@hookimpl\ndef bomberstream_ruels():\n    return []\n", "bomberstream_ruels"),
    "a hook without its mark": (HEAD + "def bomberstream_rules():\n    return []\n", "is not marked with @hookimpl"),
    "a hook with a strange argument": (HEAD + "@hookimpl\ndef bomberstream_rules(gmae):\n    return []\n", "gmae"),
    "games that are a number": (
        HEAD + "@hookimpl\ndef bomberstream_games():\n    return 5\n",
        "returns 5; expected",
    ),
    "games that are texts": (
        HEAD + "@hookimpl\ndef bomberstream_games():\n    return ['x']\n",
        "returns 'x' in",
    ),
    "a game that is here": (
        HEAD + "@hookimpl\ndef bomberstream_games():\n    import bomberstream_user_toy\n"
        "    return bomberstream_user_toy.bomberstream_games()\n",
        "game 'toy' is brought by 'toy' already",
    ),
    "rules that are nothing": (
        HEAD + "@hookimpl\ndef bomberstream_rules():\n    pass\n",
        "returns None; exp",
    ),
    "rules that raise": (HEAD + "@hookimpl\ndef bomberstream_rules():\n    raise KeyError('x')\n", "KeyError: 'x'"),
    "rules without end": (HEAD + "@hookimpl\ndef bomberstream_rules():\n    while True: yield\n", "it goes on and on"),
    "a rule without a function": (
        HEAD + "@hookimpl\ndef bomberstream_rules():\n    return [OptionalRule('x', 'X', 'x', ('toy',), 5)]\n",
        "rule x: apply: expected a function, got 5",
    ),
    "a rule that is here": (
        HEAD + "@hookimpl\ndef bomberstream_rules():\n    return [OptionalRule('gales', 'X', 'x', ('toy',), print)]\n",
        "optional rule 'gales' is brought by both 'toy' and 'zz'",
    ),
    "packs that are texts": (HEAD + "@hookimpl\ndef bomberstream_packs(game):\n    return ['x.toml']\n", "in its list"),
    "packs that are not there": (
        HEAD + "@hookimpl\ndef bomberstream_packs(game):\n    return [Path('nowhere')]\n",
        "nowhere: no TOML files here",
    ),
    "packs that are broken": (
        HEAD + "@hookimpl\ndef bomberstream_packs(game):\n    return [Path(__file__)]\n",
        "zz.py: not TOML",
    ),
    "verbs that raise": (
        HEAD + "@hookimpl\ndef bomberstream_verbs(game):\n    raise OSError('gone')\n",
        "OSError",
    ),
    "a verb that is here": (
        HEAD + '@verb("wound")\ndef again(s):\n    """Again."""\n'
        "@hookimpl\ndef bomberstream_verbs(game):\n    return [again]\n",
        "verb 'wound' is registered twice",
    ),
    "a name of another meaning": (
        HEAD + "@hookimpl\ndef bomberstream_vocabulary(game):\n    return [Name('storm', 's.x', 'flag', 'other')]\n",
        "'storm' has two meanings",
    ),
    "a name of no kind": (
        HEAD + "@hookimpl\ndef bomberstream_vocabulary(game):\n    return [Name('x', 's.x', 'hue', 'other')]\n",
        "no kind 'hue'",
    ),
}


@pytest.mark.parametrize("broken", LEFT_OUT)
def test_broken_plugins_are_left_out(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    text, says = LEFT_OUT[broken]
    allow_zz(monkeypatch)
    (bomberstream.folder / "plugins" / "zz.py").write_bytes(text.encode("utf-8", "surrogateescape"))
    flown = bomberstream("fly", "toy", "--seed", "1", "--rule", "gales")
    told = [line for line in flown.stderr.splitlines() if line]
    assert len(told) == 1
    assert told[0].startswith("plugin zz left out: ")
    assert says in told[0]
    assert told[0].endswith("(turn it off with --no-plugin zz)")
    (failed,) = bomberstream.json("plugins")["failed"]
    assert (failed["name"], failed["origin"]) == ("zz", str(bomberstream.folder / "plugins" / "zz.py"))
    assert says in failed["reason"]
    assert "left out: zz (" in bomberstream("plugins").stdout
    assert bomberstream("--no-plugin", "zz", "fly", "toy", "--seed", "1").stderr == ""
    told = bomberstream("--strict", "fly", "toy", "--seed", "1", "--rule", "gales", status=1).stderr.splitlines()
    assert len(told) == 1
    assert says in told[0]


# --- plugins whose rule breaks when it is switched on, or in a flight

BREAKS: dict[str, tuple[str, str]] = {
    "apply raises": (RULE + "def apply(b):\n    1 / 0\n", "plugin zz: rule fog fails: ZeroDivisionError"),
    "apply leaves": (RULE + "def apply(b):\n    raise SystemExit\n", "plugin zz: rule fog fails: SystemExit"),
    "apply without end": (RULE + "def apply(b):\n    while True: pass\n", "it goes on and on"),
    "a modifier for no table": (RULE + "def apply(b):\n    b.modifier('1-9', 1)\n", "no table '1-9'"),
    "a condition that is none": (RULE + "def apply(b):\n    b.modifier('1-1', 1, when='fgo')\n", "'fgo' is not in the"),
    "a step before none": (
        RULE + "@step()\ndef x(s):\n    pass\ndef apply(b):\n    b.step(x, before='wnid')\n",
        "no step 'wnid'; did you mean 'wind'?",
    ),
    "a step that raises": (
        RULE + "@step()\ndef x(s):\n    s.nothing\ndef apply(b):\n    b.step(x, before='wind')\n",
        "plugin zz in step x: x, line ",
    ),
    "a step without end": (
        RULE + "@step()\ndef x(s):\n    while True: s.throw('1d6', 'x')\ndef apply(b):\n    b.step(x, before='wind')\n",
        "it goes on and on, and was broken off",
    ),
    "a step that goes ever deeper": (
        RULE + "@step()\ndef x(s):\n    s.run('mission')\ndef apply(b):\n    b.step(x, before='wind')\n",
        "RecursionError",
    ),
    "a step that rolls on nothing": (
        RULE + "@step()\ndef x(s):\n    s.roll('wnid')\ndef apply(b):\n    b.step(x, before='wind')\n",
        "no table of role 'wnid' in toy for the moth; did you mean 'wind'?",
    ),
    "a step that spoils the flight": (
        RULE + "@step()\ndef x(s):\n    s.tables = None\ndef apply(b):\n    b.step(x, before='wind')\n",
        "not as printed are plugin zz: try without",
    ),
    "a name that cannot be worked out": (
        RULE
        + "def apply(b):\n    b.name(Name('fog', 's.game.fog', 'flag', 'fog'))\n    b.modifier('1-1', 1, when='fog')\n",
        "plugin zz: the name 'fog' of the vocabulary cannot be worked out: AttributeError",
    ),
    "a name that is no Python": (
        RULE + "def apply(b):\n    b.name(Name('fog', 's.(', 'flag', ''))\n    b.modifier('1-1', 1, when='fog')\n",
        "its path 's.(' is no Python expression",
    ),
    "a listener that raises": (
        RULE + "def apply(b):\n    b.on('zone', lambda s, facts: facts['x'])\n",
        "plugin zz in step wind: <lambda>, line ",
    ),
    "a verb that raises": (
        RULE + '@verb("fog")\ndef fog(s):\n    """Fog."""\n    raise ValueError("thick")\n'
        "def apply(b):\n    from bomberstream.core.tables import Row\n    b.verb(fog)\n"
        "    for on in ('=12', '..6', '7..'):\n        b.row('1-1', Row(on, 'calm', effects=[{'fog': True}]))\n",
        "plugin zz in step wind: fog, line ",
    ),
    "a decision without an order": (
        RULE + "from bomberstream.core.decisions import Decision\ndef apply(b):\n"
        "    b.decision(Decision('turn', 'Turn?', '', ('yes', 'no')))\n",
        "decision 'turn' has no standing order",
    ),
}


@pytest.mark.parametrize("broken", BREAKS)
def test_broken_rules_of_plugins(bomberstream: CommandLine, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    text, says = BREAKS[broken]
    allow_zz(monkeypatch)
    (bomberstream.folder / "plugins" / "zz.py").write_text(text, encoding="utf-8")
    told = bomberstream("fly", "toy", "--seed", "1", "--rule", "fog", status=1).stderr.splitlines()
    assert len(told) == 1
    assert told[0].startswith("error: ")
    assert says in told[0]
    assert bomberstream("fly", "toy", "--seed", "1").stderr == ""


def test_there_are_sixty_and_more() -> None:
    assert len(HOUSE) + len(OVERLAY) + len(LEFT_OUT) + len(BREAKS) >= 60


def allow_zz(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second plugin may come on board, and nobody waits for long."""
    monkeypatch.setenv("BOMBERSTREAM_PLUGINS", "toy,zz")
    monkeypatch.setattr(hooks, "LOADING", 0.4)
    monkeypatch.setattr(builder, "LOADING", 0.4)
    monkeypatch.setattr(flight, "PLAYING", 0.4)


def still_works(bomberstream: CommandLine) -> None:
    """The game without the broken file."""
    assert "Toy Bombers" in bomberstream("games").stdout
