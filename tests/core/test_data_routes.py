"""Routes and the control chart: what is refused, and what a pack laid on top puts in place of the one below."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.zones import laid_over

CHART = """[[control]]
code = "F"
region = "Brest"
steps = [{ from = "1942-11-01", by = "axis" }, { from = "1944-09-19", by = "allied" }]
[[control]]
code = "F"
region = "rest"
steps = [{ from = "1942-11-01", by = "axis" }]
"""
ROUTE = """[[route]]
target = "Lille"
miles = 90
zones = [{ n = 2, over = ["W", "F"], region = ["", "rest"] }]
"""
TARGETS = "".join(
    f'[[target]]\ncampaign = 1\ncity = "{city}"\ncountry = "F"\ntype = "Port"\nraids = 1\n'
    for city in ("Lille", "Brest")
)
BREST = ROUTE.replace("Lille", "Brest")


def refusals(tiny: Any, text: str) -> list[str]:
    tiny.write(text)
    with pytest.raises(BadData) as caught:
        tiny.compose()
    return [line.removeprefix("tiny/more.toml: ") for line in caught.value.problems]


def test_sound_routes_compose(tiny: Any) -> None:
    tiny.write(CHART + ROUTE + BREST + TARGETS + '[country]\nF = "France"\nW = "the sea"\n')
    assert len(tiny.compose().gazetteer.routes()) == 2


def test_without_a_chart_letters_are_free(tiny: Any) -> None:
    tiny.write(ROUTE.replace(', region = ["", "rest"]', "").replace('"F"', '"X"'))
    tiny.compose()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('["W", "F"], region = ["", "rest"]', "[]", "Lille: zone 2: over has no entries; expected the letters of what"),
        (
            '["", "rest"]',
            '["rest"]',
            "Lille: zone 2: over has 2 entries, region 1; expected one region for each letter",
        ),
        (', region = ["", "rest"]', "", "zone 2: region is missing; expected one for each letter of over"),
        ('"F"]', '"Fr"]', "zone 2: no letter 'Fr' in the control chart; did you mean 'F'?"),
    ],
)
def test_a_faulty_zone_is_told_with_its_route(tiny: Any, old: str, new: str, says: str) -> None:
    (line,) = refusals(tiny, CHART + ROUTE.replace(old, new))
    assert line.startswith(f"route Lille: {says}")


def test_a_letter_without_a_name_is_refused_where_others_have_one(tiny: Any) -> None:
    (line,) = refusals(tiny, CHART + ROUTE + '[country]\nG = "Germany"\nW = "the sea"\n')
    assert line == "route Lille: zone 2: no country 'F'; valid: G, W"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"allied"', '"allies"', "control: F 'Brest': nobody is called 'allies'; did you mean 'allied' or 'axis'?"),
        ("1944-09-19", "1944-09-31", "control: F 'Brest': '1944-09-31' is no day of the calendar; expected one like"),
        ("1944-09-19", "later", "control: F 'Brest': 'later' is no day of the calendar; expected one like"),
    ],
)
def test_a_broken_chart_is_told_once_and_not_for_every_target(tiny: Any, old: str, new: str, says: str) -> None:
    (line,) = refusals(tiny, CHART.replace(old, new) + ROUTE + BREST + TARGETS)
    assert line.startswith(says)


def test_a_broken_route_hides_no_other(tiny: Any) -> None:
    lines = refusals(tiny, CHART + ROUTE.replace("n = 2", "n = 3") + TARGETS)
    assert lines == ["route Lille: Lille: zones must run from 2 without a gap", "target Brest: no route"]


# --- packs on top


def test_a_route_of_a_later_pack_stands_in_place_of_the_earlier(tiny: Any) -> None:
    tiny.write(CHART + ROUTE + BREST + TARGETS)
    made = tiny.compose(overlays=[tiny.overlay(ROUTE.replace("90", "95"))])
    assert [made.gazetteer.route(0, city).miles for city in ("Lille", "Brest")] == [95, 90]


def test_a_control_entry_of_a_later_pack_stands_in_place_of_the_earlier(tiny: Any) -> None:
    tiny.write(CHART)
    above = '[[control]]\ncode = "F"\nregion = "{}"\nsteps = [{{ from = "1942-11-01", by = "neutral" }}]\n'
    control = tiny.compose(overlays=[tiny.overlay(above.format("Brest") + above.format("Corsica"))]).gazetteer.control
    held = {region: control.holder("F", region, "1945-01-01") for region in ("Brest", "Corsica", "rest", "", "Nice")}
    assert held == {"Brest": "neutral", "Corsica": "neutral", "rest": "axis", "": "axis", "Nice": "axis"}


@pytest.mark.parametrize(
    ("text", "says"), [(ROUTE + ROUTE, "route Lille: Lille stands twice"), (CHART + CHART, "control: F 'Brest' stands")]
)
def test_twice_in_one_pack_is_refused(tiny: Any, text: str, says: str) -> None:
    assert refusals(tiny, text)[0].startswith(says)
    tiny.write(text[: len(text) // 2])
    with pytest.raises(BadData, match=rf"^house/tables.toml: {says}"):
        tiny.compose(overlays=[tiny.overlay(text)])


def test_later_layers_keep_what_is_last_last() -> None:
    layers = [["a1", "b1"], ["c2", "a2"], ["b3", "b4"]]
    assert laid_over(layers, lambda one: one[0]) == ["b4", "c2", "a2", "b3"]
