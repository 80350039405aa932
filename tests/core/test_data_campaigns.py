"""Campaigns, cards and the moon: what is refused when a ruleset is composed."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.mission.setting_up import choose_bomber
from bomberstream.core.ruleset import RulesetBuilder

CAMPAIGN = """[[campaign]]
number = 3
title = "Winter"
from = "1943-11-01"
to = "1944-02-29"
air_forces = [8]
bombers = { 8 = ["kite"] }
"""
ROUTE = """[[route]]
target = "Lille"
miles = 90
air_force = 8
zones = [{ n = 2, over = ["F"] }]
"""
RAID = 'first_raid = { date = "1943-12-24", target = "Lille" }\n'
CARD = """[table."C-1"]
title = "Targets"
role = "target_card"
dice = "1d6"
source = "published"
[[table."C-1".row]]
on = "1-3"
result = "Lille"
[[table."C-1".row]]
on = "4-6"
result = "Lille"
"""


def compose(tiny: Any, **changes: Any) -> Any:
    return RulesetBuilder(evolve(tiny.game(), **changes), tiny.plugins()).compose()


def refusals(tiny: Any, text: str, **changes: Any) -> list[str]:
    tiny.write(text)
    with pytest.raises(BadData) as caught:
        compose(tiny, **changes)
    assert all("\n" not in line for line in caught.value.problems)
    return [line.removeprefix("tiny/more.toml: ") for line in caught.value.problems]


def only_until(tiny: Any, month: str) -> None:
    path = tiny.folder / "kite.toml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('service = "club"', f'service = "club"\nuntil = "{month}"'), encoding="utf-8")


def test_a_sound_campaign_composes(tiny: Any) -> None:
    tiny.write(CAMPAIGN + RAID + ROUTE + CARD)
    assert compose(tiny, roles={"target_card": ()}).campaigns[3].title == "Winter"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('bombers = { 8 = ["kite"] }\n', "", "air force 8: no bomber to fly; give bombers = { 8 = [...] }"),
        ('{ 8 = ["kite"] }', "{}", "air force 8: no bomber to fly; give bombers = { 8 = [...] }"),
        ('{ 8 = ["kite"] }', "{ 8 = [] }", "air force 8: no bomber to fly; give bombers = { 8 = [...] }"),
        ('air_forces = [8]\nbombers = { 8 = ["kite"] }\n', "", "nobody flies in it; give air_forces, and bombers"),
        ("{ 8 =", '{ 9 = ["kite"], 8 =', "bombers: no air force '9' has routes; valid: 8"),
        ("air_forces = [8]", "air_forces = [8, 9]", "air force 9: no bomber to fly"),
        ('["kite"]', '["kiet", "kite"]', "air force 8: no bomber 'kiet'; did you mean 'kite'?"),
    ],
)
def test_every_air_force_of_a_campaign_has_bombers(tiny: Any, old: str, new: str, says: str) -> None:
    lines = refusals(tiny, CAMPAIGN.replace(old, new) + ROUTE)
    assert any(line.startswith(f"campaign 3: {says}") for line in lines)


def test_an_air_force_that_does_not_fly_in_it_has_no_bombers(tiny: Any) -> None:
    (line,) = refusals(tiny, CAMPAIGN.replace("{ 8 =", '{ 9 = ["kite"], 8 ='))
    assert line == "campaign 3: bombers: air force '9' is none of its air_forces; valid: 8"


def test_a_bomber_is_issued_on_every_day_of_a_campaign(tiny: Any) -> None:
    only_until(tiny, "1944-01")
    (line,) = refusals(tiny, CAMPAIGN)
    assert line == "campaign 3: air force 8: no bomber of its list is issued in 1944-02"
    tiny.write(CAMPAIGN.replace("1944-02-29", "1944-01-31"))
    tiny.compose()


def test_a_game_without_bombers_asks_for_none(tiny: Any) -> None:
    (tiny.folder / "kite.toml").unlink()
    tiny.write(CAMPAIGN.replace('bombers = { 8 = ["kite"] }\n', ""))
    tiny.compose()


def test_no_bomber_to_choose_is_told(tiny: Any) -> None:
    only_until(tiny, "1943-04")
    s = tiny.fly(tiny.compose())
    for issued in ((), ("kite",)):
        with pytest.raises(NotAllowed, match=r"^no bomber is issued on 1943-05-01$"):
            choose_bomber(s, issued)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"1943-11-01"', '"1943-11"', "from: '1943-11' is no day of the calendar; expected one like '1943-10-14'"),
        ("1944-02-29", "1944-02-30", "to: '1944-02-30' is no day of the calendar; expected one like '1943-10-14'"),
        ("1944-02-29", "1943-02-28", "to = '1943-02-28' lies before from = '1943-11-01'"),
        ("1943-12-24", "24 December", "first_raid: '24 December' is no day of the calendar"),
        ("1943-12-24", "1944-03-01", "first_raid: 1944-03-01 lies outside the campaign, 1943-11-01 to 1944-02-29"),
        ('"Lille" }', '"Lile" }', "first_raid: no route to 'Lile'; did you mean 'Lille'?"),
        ("[8]\n", '[8]\nfirst_mission = { 8 = "soon" }\n', "first_mission, air force 8: 'soon' is no day"),
        ("[8]\n", '[8]\nfirst_mission = { 8 = "1942-11-01" }\n', "first_mission, air force 8: 1942-11-01 lies outside"),
        (
            "[8]\n",
            '[8]\nfirst_mission = { 9 = "1943-12-01" }\n',
            "first_mission: no air force '9' has routes; valid: 8",
        ),
    ],
)
def test_the_days_of_a_campaign_are_real_and_inside_it(tiny: Any, old: str, new: str, says: str) -> None:
    (line,) = refusals(tiny, (CAMPAIGN + RAID).replace(old, new) + ROUTE)
    assert line.startswith(f"campaign 3: {says}")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"Lille"', '"Lile"', "table C-1, row 1: target_card: no route to 'Lile'; did you mean 'Lille'?"),
        ('"Lille"', "7", "table C-1, row 1: target_card: expected a place with a route, not 7"),
        ('result = "Lille"\n', "", "table C-1, row 1: target_card: no result; expected a place with a route"),
        (
            'dice = "1d6"',
            'dice = "look-up"',
            "table C-1: target_card: the role is rolled, not looked up; give dice like '1d6'",
        ),
    ],
)
def test_a_card_gives_places_with_a_route(tiny: Any, old: str, new: str, says: str) -> None:
    (line,) = refusals(tiny, ROUTE + CARD.replace(old, new, 1), roles={"target_card": ()})
    assert line == says


def moon(day: str, phase: str) -> str:
    return (
        '[moon_calendar]\ntitle = "Moon"\nsource = "published"\n'
        f'nights = [{{ from = "1943-01-01", phase = "half" }}, {{ from = "{day}", phase = "{phase}" }}]\n'
    )


def test_the_moon_has_days_of_the_calendar(tiny: Any) -> None:
    (line,) = refusals(tiny, moon("1943-02-29", "half"))
    assert line == "night 2: '1943-02-29' is no day of the calendar; expected one like '1943-10-14'"


def test_the_moon_has_the_phases_of_the_game(tiny: Any) -> None:
    roll = '[table."2-1"]\ntitle = "Moon"\nrole = "moon"\ndice = "1d6"\nsource = "published"\n'
    roll += '[[table."2-1".row]]\non = "1-6"\nresult = "half"\n'
    roles = {"moon": ("crescent", "half", "full")}
    (line,) = refusals(tiny, roll + moon("1943-02-02", "fool"), roles=roles)
    assert line.startswith("moon_calendar: night 2: the moon is never 'fool'; ")
    tiny.write(roll + moon("1943-02-02", "full"))
    compose(tiny, roles=roles)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        (CAMPAIGN + 'source = "legend"\n', "campaign 3"),
        (moon("1943-02-02", "half").replace("published", "legend"), "moon_calendar"),
        ('[gazetteer.g]\ntitle = "G"\nsource = "legend"\n', "gazetteer g"),
        ('[control_chart]\ntitle = "C"\nsource = "legend"\n', "C"),
        ('[names]\nsource = "legend"\n', "names"),
        ('[device.lamp]\ntitle = "Lamp"\nsource = "legend"\n', "device lamp"),
    ],
)
def test_every_source_is_one_of_three(tiny: Any, text: str, at: str) -> None:
    (line,) = refusals(tiny, text)
    assert line.startswith(f"{at}: source 'legend' is none of published, sister, reconstructed; ")
