"""What may stand in a pack once, and what its wordings are for."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.packs import MoonCalendar, MoonChange

KITE = """[bomber.kite]
name = "Kite"
short = "Kite"
game = "tiny"
family = "kite"
service = "club"
source = "reconstructed"
engines = []
sections = []
tables = {}
station = []
gun = []
"""
FIGHTER = '[fighter.gnat]\nname = "Gnat"\nshort = "Gnat"\n'
DEVICE = '[device.lamp]\ntitle = "Signal lamp"\n'
CAMPAIGN = '[[campaign]]\nnumber = 3\ntitle = "T"\nfrom = "1943-01-01"\nto = "1943-02-28"\nbombers = { 0 = ["kite"] }\n'


def refusal(tiny: Any) -> str:
    with pytest.raises(BadData) as caught:
        tiny.compose()
    (line,) = caught.value.problems
    return line


@pytest.mark.parametrize(
    ("text", "first", "what"),
    [
        (KITE, "kite.toml", "bomber kite"),
        (FIGHTER, "a.toml", "fighter gnat"),
        (DEVICE, "a.toml", "device lamp"),
        (CAMPAIGN, "a.toml", "campaign 3"),
        ('[orders.press_on]\nchoose = "no"\n', "orders.toml", "order press_on"),
        ('[narrative.arrives]\ntext = ["Home."]\n', "orders.toml", "narrative arrives"),
    ],
)
def test_what_stands_in_two_files_of_a_pack_is_refused(tiny: Any, text: str, first: str, what: str) -> None:
    if first == "a.toml":
        tiny.write(text, "a.toml")
        tiny.compose()
    tiny.write(text, "z.toml")
    assert refusal(tiny) == f"tiny/z.toml: {what} stands already in tiny/{first}"


def test_a_campaign_stands_once_in_a_file(tiny: Any) -> None:
    tiny.write(CAMPAIGN + CAMPAIGN)
    assert refusal(tiny) == "tiny/more.toml: campaign 3 stands twice"


def test_another_pack_may_bring_the_same(tiny: Any) -> None:
    tiny.compose(overlays=[tiny.overlay('[orders.press_on]\nchoose = "no"\n[narrative.arrives]\ntext = ["Home."]\n')])


@pytest.mark.parametrize("name", ["arrives", "arrives.2", "roll.flak", "roll.flak.near", "oil_leak", "roll.which gun"])
def test_wordings_are_for_happenings_and_rolls_and_for_their_values(tiny: Any, name: str) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n[[table."9-1".row]]\non = "1-6"\n'
        "effects = [{ roll = '1d6', says = 'which gun', rows = [{ on = '1-6' }] }]\n"
    )
    tiny.compose(overlays=[tiny.overlay(f'[narrative."{name}"]\ntext = [""]\n')])


@pytest.mark.parametrize(
    ("name", "hint"),
    [("arives", "did you mean 'arrives'?"), ("roll.flack", "did you mean 'roll.flak'"), ("roll.1-2", "")],
)
def test_a_wording_for_nothing_is_refused(tiny: Any, name: str, hint: str) -> None:
    tiny.write(f'[narrative."{name}"]\ntext = ["x"]\n')
    line = refusal(tiny)
    assert line.startswith(f"tiny/more.toml: narrative {name!r}: there is no such happening or roll")
    assert hint in line


def test_a_wording_has_a_text(tiny: Any) -> None:
    tiny.write('[narrative."arrives.2"]\ntext = []\n')
    assert refusal(tiny) == "tiny/more.toml: narrative arrives.2: text has no entries; [''] tells nothing of it"


@pytest.mark.parametrize("text", ["table = 5\n", "orders = []\n", "[[narrative]]\n", "[route]\n", "bomber = true\n"])
def test_a_key_of_the_wrong_form_is_told_in_a_line(tiny: Any, text: str) -> None:
    tiny.write(text)
    assert "expected a" in refusal(tiny)
    assert refusal(tiny).startswith("tiny/more.toml: ")


def test_a_folder_named_like_a_file_is_passed_over(tiny: Any) -> None:
    tiny.write("").with_name("odd.toml").mkdir()
    tiny.compose()


# --- fits and devices


FITTED = """[bomber.gull]
name = "Gull"
short = "Gull"
game = "tiny"
family = "gull"
service = "club"
source = "reconstructed"
engines = []
sections = ["cabin"]
tables = {}
gun = [{ id = "nose", name = "nose gun", section = "cabin" }]
[[bomber.gull.station]]
id = "pilot"
title = "pilot"
section = "cabin"
[bomber.gull.fit.nose]
default = "gun"
[bomber.gull.fit.nose.option.gun]
guns = ["nose"]
[bomber.gull.fit.nose.option.lamp]
devices = ["lamp"]
tables = { flak = "F-1" }
[table."F-1"]
title = "Flak at a lamp"
dice = "1d6"
source = "published"
[[table."F-1".row]]
on = "1-6"
result = "near"
"""


def test_an_option_brings_tables_and_words_for_conditions(tiny: Any) -> None:
    tiny.write(FITTED + DEVICE)
    ruleset = tiny.compose()
    plain, lit = (ruleset.answers("gull", 1, {"nose": option}) for option in ("gun", "lamp"))
    assert (plain["flak"].table.id, lit["flak"].table.id) == ("1-2", "F-1")
    assert ruleset.answers("gull", 1, {"nose": "lamp"}) is lit
    assert ruleset.answers("gull", 1)["flak"] is plain["flak"]
    assert ruleset.devices["lamp"].title == "Signal lamp"
    assert ruleset.vocabulary["fit.nose"].values == ("", "gun", "lamp")
    s = tiny.fly(ruleset)
    holds = ruleset.vocabulary.compile("carried.lamp and fit.nose == ''", kind="flag")
    assert not holds(s)
    s.bomber.devices.add("lamp")
    assert holds(s)
    s.bomber.fits["nose"] = "gun"
    assert not holds(s)


@pytest.mark.parametrize(
    ("right", "wrong", "line"),
    [
        ('["lamp"]', '["lump"]', "bomber gull: fit nose, lamp: no device 'lump'; did you mean 'lamp'?"),
        ('flak = "F-1"', 'flak = "F-2"', "bomber gull: fit nose, lamp, flak: no table 'F-2'; "),
        ('guns = ["nose"]', 'guns = ["nosy"]', "bomber gull: fit nose, gun: no gun 'nosy'; did you mean 'nose'?"),
        ('default = "gun"', 'default = "gum"', "bomber gull: fit nose: no option 'gum'; did you mean 'gun'?"),
    ],
)
def test_an_option_that_names_what_is_not_there_is_told_in_a_line(tiny: Any, right: str, wrong: str, line: str) -> None:
    tiny.write(FITTED.replace(right, wrong) + DEVICE)
    assert refusal(tiny).startswith(f"tiny/more.toml: {line}")


# --- the moon


MOON = MoonCalendar(
    "Moon",
    "published",
    (MoonChange("1943-01-06", "new"), MoonChange("1943-01-13", "half"), MoonChange("1943-01-21", "full")),
)


@pytest.mark.parametrize(
    ("date", "phase"),
    [
        ("1942-12-01", "new"),
        ("1943-01-06", "new"),
        ("1943-01-12", "new"),
        ("1943-01-13", "half"),
        ("1943-01-21", "full"),
        ("1945-05-08", "full"),
    ],
)
def test_the_moon_stays_in_a_phase_until_the_next(date: str, phase: str) -> None:
    assert MOON.phase(date) == phase


def moon(*days: str) -> str:
    nights = ", ".join(f'{{ from = "{day}", phase = "new" }}' for day in days)
    return f'[moon_calendar]\ntitle = "Moon"\nsource = "published"\nnights = [{nights}]\n'


def test_a_ruleset_has_the_moon_of_the_last_pack(tiny: Any) -> None:
    assert tiny.compose().moon is None
    tiny.write(moon("1943-01-06"))
    assert tiny.compose().moon.nights == (MoonChange("1943-01-06", "new"),)
    above = tiny.compose(overlays=[tiny.overlay(moon("1944-01-06"))])
    assert above.moon.nights == (MoonChange("1944-01-06", "new"),)


@pytest.mark.parametrize(
    ("days", "line"),
    [
        ((), "nights has no entries"),
        (("1943-01-13", "1943-01-06"), "nights must be in order of date: 1943-01-13, 1943-01-06"),
        (("1943-01-13", "1943-01-13"), "nights must be in order of date: 1943-01-13, 1943-01-13"),
    ],
)
def test_a_moon_calendar_runs_forward(tiny: Any, days: tuple[str, ...], line: str) -> None:
    tiny.write(moon(*days))
    assert refusal(tiny) == f"tiny/more.toml: {line}"


def test_a_pack_has_one_moon(tiny: Any) -> None:
    tiny.write(moon("1943-01-06"), "a.toml")
    tiny.write(moon("1943-01-06"), "z.toml")
    assert refusal(tiny).startswith("tiny/z.toml: moon calendar")
