"""Bombers, the places that can be fitted, and electronics: what is refused, and what is not to be had."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.game import GameOption
from bomberstream.core.mission.setting_up import fit_out
from bomberstream.core.ruleset import RulesetBuilder

DEVICE = """[device.lamp]
title = "Lamp"
from = "1943-01-01"
until = "1944-01-01"
operator = "pilot"
place = "cabin"
"""
GULL = """[bomber.gull]
name = "Gull"
short = "Gull"
game = "tiny"
family = "gull"
service = "club"
source = "reconstructed"
from = "1943-01"
until = "1944-12"
engines = []
sections = ["cabin"]
tables = {}
pilots = ["pilot"]
gun = []
[[bomber.gull.station]]
id = "pilot"
title = "pilot"
section = "cabin"
[bomber.gull.fit.nose]
default = "clear"
[bomber.gull.fit.nose.option.clear]
from = "1943-01"
until = "1943-12"
tables = { flak = "1-2" }
"""


def compose(tiny: Any, **changes: Any) -> Any:
    return RulesetBuilder(evolve(tiny.game(), **changes), tiny.plugins()).compose()


def refusals(tiny: Any, text: str, **changes: Any) -> list[str]:
    tiny.write(text)
    with pytest.raises(BadData) as caught:
        compose(tiny, **changes)
    return [line.removeprefix("tiny/more.toml: ") for line in caught.value.problems]


def test_sound_bombers_and_devices_compose(tiny: Any) -> None:
    tiny.write(DEVICE + GULL)
    made = compose(tiny, options=(GameOption("nose", "nose", "word", ("clear", "turret")),))
    assert made.devices["lamp"].operator == "pilot"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("1943-01-01", "1943-01", "from: '1943-01' is no day of the calendar; expected one like '1943-10-14'"),
        ("1944-01-01", "1944-02-30", "until: '1944-02-30' is no day of the calendar"),
        ("1944-01-01", "1942-01-01", "until = '1942-01-01' lies before from = '1943-01-01'"),
        ('"pilot"', '"pliot"', "operator: no bomber has a 'pliot'; did you mean 'pilot'?"),
        ('"cabin"', '"cabn"', "place: no bomber has a section 'cabn'; did you mean 'cabin'?"),
    ],
)
def test_a_faulty_device_is_told_in_a_line(tiny: Any, old: str, new: str, says: str) -> None:
    (line,) = refusals(tiny, DEVICE.replace(old, new))
    assert line.startswith(f"device lamp: {says}")


@pytest.mark.parametrize("name", ["H2S", "gee-h", "2nd", "gee h"])
def test_the_id_of_a_device_is_a_plain_word(tiny: Any, name: str) -> None:
    lines = refusals(tiny, f'[device."{name}"]\ntitle = "Lamp"\n')
    assert any(line.startswith(f"device {name}: the id {name!r} is no plain word; expected small") for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('pilots = ["pilot"]', "pilots = []", "pilots has no entries: somebody must fly it; valid: pilot"),
        ('source = "recon', 'source = "uncon', "source 'unconstructed' is none of published, sister, reconstructed"),
        ('until = "1944-12"', 'until = "1944"', "until: '1944' is no month; expected one like '1943-10'"),
        ('until = "1944-12"', 'until = "1942-12"', "until = '1942-12' lies before from = '1943-01'"),
        ('until = "1943-12"', 'until = "1943-00"', "fit nose, clear: until: '1943-00' is no month"),
        ('until = "1943-12"', 'until = "1942-12"', "fit nose, clear: until = '1942-12' lies before from = '1943-01'"),
        ("{ flak =", "{ flakk =", "fit nose, clear: no role 'flakk'; did you mean 'flak'?"),
        ("fit.nose", 'fit."my nose"', "fit my nose: the id 'my nose' is no plain word"),
    ],
)
def test_a_faulty_bomber_is_told_in_a_line(tiny: Any, old: str, new: str, says: str) -> None:
    lines = refusals(tiny, GULL.replace(old, new))
    assert any(line.startswith(f"bomber gull: {says}") for line in lines)


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (GameOption("nose", "", "number"), "'nose' is an option of the game that means something else; choose another"),
        (GameOption("nose", "", "word"), "'nose' is an option of the game that means something else; choose another"),
        (
            GameOption("nose", "", "word", ("red", "blue")),
            "the game's option 'nose' is never 'clear'; valid: blue, red;",
        ),
    ],
)
def test_a_place_does_not_bear_the_name_of_an_option_that_is_not_for_it(
    tiny: Any, option: GameOption, says: str
) -> None:
    (line,) = refusals(tiny, GULL, options=(option,))
    assert line.startswith(f"bomber gull: fit nose: {says}")


def test_a_place_for_which_nothing_is_to_be_had_is_told(tiny: Any) -> None:
    tiny.write(GULL)
    s = tiny.fly(tiny.compose())
    kind = s.ruleset.bomber("gull")
    s.date = "1944-05-01"
    with pytest.raises(NotAllowed, match=r"^nose: nothing that the Gull takes there is fitted on 1944-05-01$"):
        fit_out(s, kind)
