"""Before the mission (sections 2 and 3): campaign, target and profile, wing and base, guns, load, take-off."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.dice import SeededSource
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import scripted
from bomberstream.core.zones import Zone
from bomberstream.plugins.superfortress.setup import choose_wing
from marianas import by_night, end, happenings, modifiers, rolls, run, stage, take, told


def prepared(superfortress: Ruleset, seed: int = 1, **setup: Any) -> Sortie:
    """A mission that is set up, and not yet flown."""
    options = setup.pop("options", {})
    s = superfortress.sortie(Setup("superfortress", seed, options=options, **setup), SeededSource(seed))
    superfortress.game.prepare(s)
    return s


@pytest.mark.rule("superfortress 2.1", "superfortress 2-2")
def test_every_entry_of_the_lists_can_be_flown(superfortress: Ruleset) -> None:
    """Each is set up as it is asked for: place, profile, a date within its days, a route, defences."""
    for target in superfortress.targets:
        options = {"profile": target.profile}
        s = prepared(superfortress, campaign=target.campaign, target=target.city, options=options)
        campaign = superfortress.campaigns[target.campaign]
        assert s.game.target.city == target.city
        assert s.game.profile == target.profile
        assert campaign.from_ <= s.date <= campaign.to
        assert s.game.target.is_flown(s.date)
        assert s.bomber.type.is_issued(s.date)
        assert s.game.guns_below, target.city


@pytest.mark.rule("superfortress 2-2")
def test_targets_are_drawn_by_their_weight(superfortress: Ruleset) -> None:
    """1,000 draws of campaign 2: within five standard errors of the share that the list gives."""
    listed = [one for one in superfortress.targets if one.campaign == 2]
    whole = sum(one.raids for one in listed)
    drawn = Counter(prepared(superfortress, seed, campaign=2).game.target.city for seed in range(1000))
    for city in ("Musashino", "Nagoya"):
        share = sum(one.raids for one in listed if one.city == city) / whole
        assert abs(drawn[city] / 1000 - share) < 5 * (share * (1 - share) / 1000) ** 0.5


@pytest.mark.rule("superfortress 2.3")
def test_a_date_decides_what_is_flown(superfortress: Ruleset) -> None:
    cities = {prepared(superfortress, seed, date="1944-12-01").game.profile for seed in range(200)}
    assert cities == {"day_high", "day_medium", "night_medium"}
    with pytest.raises(NotAllowed, match="has no mission for Tokyo, 1944-11-01"):
        prepared(superfortress, date="1944-11-01", target="Tokyo")
    with pytest.raises(NotAllowed, match="outside the campaigns"):
        prepared(superfortress, date="1943-11-01")


@pytest.mark.rule("superfortress 2.2")
def test_what_is_asked_for_must_be_flown(superfortress: Ruleset) -> None:
    with pytest.raises(BadData, match="no target 'Tokio'; did you mean 'Tokyo'"):
        prepared(superfortress, campaign=4, target="Tokio")
    with pytest.raises(NotAllowed, match="Musashino is not on the list of campaign 6"):
        prepared(superfortress, campaign=6, target="Musashino")
    with pytest.raises(NotAllowed, match="campaign 2 has no mission for profile = 'mining'"):
        prepared(superfortress, campaign=2, options={"profile": "mining"})
    s = prepared(superfortress, campaign=6, target="Musashino", options={"any_target": "yes"})
    assert s.game.target.city == "Musashino"


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5")
@pytest.mark.parametrize(
    ("date", "bases"),
    [
        ("1944-12-01", {"Saipan"}),
        ("1945-01-20", {"Saipan", "Tinian"}),
        ("1945-03-12", {"Saipan", "Tinian", "Guam"}),
    ],
)
def test_the_islands_fill_up(superfortress: Ruleset, date: str, bases: set[str]) -> None:
    assert {prepared(superfortress, seed, date=date).game.base for seed in range(40)} == bases


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5")
def test_one_wing_lays_the_mines_and_one_bombs_by_radar(superfortress: Ruleset) -> None:
    mines = {prepared(superfortress, n, campaign=5, options={"profile": "mining"}).game.wing for n in range(20)}
    assert mines == {"313th"}
    oil = [prepared(superfortress, n, campaign=6, options={"profile": "night_medium"}) for n in range(20)]
    assert {(s.game.wing, s.game.base, s.bomber.type.id) for s in oil} == {("315th", "Guam", "b-29b")}


@pytest.mark.rule("superfortress 2.4")
def test_guam_lies_a_zone_farther_off(superfortress: Ruleset) -> None:
    near = prepared(superfortress, campaign=4, target="Tokyo", options={"base": "saipan", "profile": "night_low"})
    far = prepared(
        superfortress, campaign=4, target="Tokyo", date="1945-04-13", options={"base": "guam", "profile": "night_low"}
    )
    assert far.game.target_zone == near.game.target_zone + 1
    assert [zone.n for zone in far.game.route.zones] == [*range(2, far.game.target_zone + 1)]
    with pytest.raises(NotAllowed, match="no mission for base = 'guam'; the 314th is on Guam from 1945-02-25"):
        prepared(superfortress, campaign=2, options={"base": "guam"})


@pytest.mark.rule("superfortress 2.5", "superfortress 2.6")
@pytest.mark.parametrize(
    "wishes",
    [
        *({"wing": wing} for wing in ("73rd", "313th", "314th", "58th", "315th", "509th")),
        *({"base": base} for base in ("saipan", "tinian", "guam")),
        *({"armament": guns} for guns in ("full", "lower", "tail")),
        *({"tail": guns} for guns in ("guns", "cannon")),
        {"base": "guam", "profile": "night_medium"},
        {"wing": "314th", "armament": "lower"},
    ],
)
def test_what_is_there_on_some_days_alone_is_flown_on_those(superfortress: Ruleset, wishes: dict[str, str]) -> None:
    for seed in range(12):
        s = prepared(superfortress, seed, options=wishes)
        flown = {"wing": s.game.wing, "base": s.game.base.lower(), "profile": s.game.profile, **s.bomber.fits}
        assert wishes.items() <= flown.items()


@pytest.mark.rule("superfortress 2.2", "superfortress 2.5")
@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        (
            {"wing": "509th", "profile": "mining"},
            "there is no mission for profile = 'mining', wing = '509th'; "
            "the 509th is on Tinian from 1945-07-20, for composite alone",
        ),
        (
            {"wing": "313th", "base": "guam"},
            "there is no mission for wing = '313th', base = 'guam'; the 313th is on Tinian from 1945-01-16",
        ),
    ],
)
def test_wishes_that_contradict_each_other(superfortress: Ruleset, wishes: dict[str, str], says: str) -> None:
    for seed in range(5):
        with pytest.raises(NotAllowed) as refused:
            prepared(superfortress, seed, options=wishes)
        assert str(refused.value) == says


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5")
@pytest.mark.parametrize(
    ("date", "options", "says"),
    [
        ("1944-12-01", {"base": "guam"}, "no wing flies such a mission in the B-29 from Guam on 1944-12-01"),
        ("1944-12-01", {"wing": "58th"}, "the 58th does not fly such a mission in the B-29 on 1944-12-01"),
        (
            "1945-06-03",
            {"wing": "73rd", "base": "guam"},
            "the 73rd does not fly such a mission in the B-29 from Guam on 1945-06-03",
        ),
    ],
)
@pytest.mark.parametrize("free", [{}, {"any_bomber": "yes"}])
def test_nobody_flies_from_where_no_wing_is(
    superfortress: Ruleset, date: str, options: dict[str, str], says: str, free: dict[str, str]
) -> None:
    """Not with a bomber before its time either: a wish for an island is never met by another one."""
    with pytest.raises(NotAllowed, match=says):
        prepared(superfortress, bomber="b-29", date=date, options={**options, **free})


@pytest.mark.rule("superfortress 2.5", "superfortress 2-5")
def test_a_bomber_before_its_time_is_taken_in_by_whoever_is_there(superfortress: Ruleset) -> None:
    free = {"any_bomber": "yes"}
    flown = {prepared(superfortress, n, bomber="b-29b", date="1945-01-20", options=free).game.wing for n in range(20)}
    assert flown == {"73rd", "313th"}
    s = prepared(superfortress, bomber="b-29b", date="1945-03-12", options={**free, "base": "guam"})
    assert (s.game.wing, s.game.base, s.game.airfield) == ("314th", "Guam", "North Field")
    s.date, s.setup = "1944-09-01", evolve(s.setup, options={})
    assert choose_wing(s, s.bomber.type) == ("73rd", "Saipan", "Isley Field")


@pytest.mark.rule("superfortress 2.5")
def test_a_scene_flies_with_the_wing_that_it_names(superfortress: Ruleset) -> None:
    s = stage(superfortress, date="1945-06-03", campaign=None, options={"wing": "314th"})
    assert (s.game.wing, s.game.base) == ("314th", "Guam")
    assert stage(superfortress).game.base == "Saipan"


@pytest.mark.rule("superfortress 2.6")
def test_guns_left_at_home(superfortress: Ruleset) -> None:
    full = prepared(superfortress, campaign=4, bomber="b-29", options={"profile": "day_medium"})
    assert set(full.bomber.guns) == {"upper_forward", "lower_forward", "upper_aft", "lower_aft", "tail"}
    assert len(full.bomber.crew) == 11
    options = {"profile": "night_low", "armament": "tail"}
    bare = prepared(superfortress, campaign=4, bomber="b-29", options=options)
    assert set(bare.bomber.guns) == {"tail"}
    assert "cfc_gunner" not in {man.trade for man in bare.bomber.crew}
    assert bare.game.fuel == 44 + 2
    lower = prepared(superfortress, campaign=4, bomber="b-29", options={"profile": "night_low", "armament": "lower"})
    assert set(lower.bomber.guns) == {"lower_forward", "lower_aft", "tail"}
    assert lower.game.fuel == 44 + 1


@pytest.mark.rule("superfortress 2.6", "superfortress 2-6")
@pytest.mark.parametrize(("load", "boxes", "tons"), [("range", 57, 18), ("standard", 54, 27), ("bombs", 51, 35)])
def test_bombs_against_fuel(superfortress: Ruleset, load: str, boxes: int, tons: int) -> None:
    s = prepared(superfortress, campaign=2, options={"profile": "day_high", "load": load})
    assert (s.game.fuel, s.game.tons, s.game.fuel_at_start) == (boxes, tons, boxes)


@pytest.mark.rule("superfortress 2.6")
def test_the_cannon_in_the_tail(superfortress: Ruleset) -> None:
    early = prepared(superfortress, campaign=2, options={"tail": "cannon"})
    assert early.bomber.guns["tail"].type.barrels == 3
    with pytest.raises(NotAllowed, match="'cannon' is fitted to the B-29 until 1945-02"):
        prepared(superfortress, campaign=5, bomber="b-29", options={"tail": "cannon"})


@pytest.mark.rule("superfortress 2.7", "superfortress 2-7")
@pytest.mark.parametrize(("face", "place"), [(1, "early"), (2, "middle"), (4, "middle"), (5, "late"), (6, "late")])
def test_the_place_in_the_stream(superfortress: Ruleset, face: int, place: str) -> None:
    s = by_night(superfortress, face)
    assert s.roll("place_in_stream").result == place


@pytest.mark.rule("superfortress 5-1A", "superfortress 2-3")
@pytest.mark.parametrize(
    ("date", "target", "profile", "strength"),
    [
        ("1944-12-27", "Musashino", "day_high", 3),
        ("1945-01-23", "Nagoya", "day_high", 3),
        ("1944-12-22", "Nagoya", "day_high", 2),
        ("1945-03-09", "Tokyo", "night_low", 1),
        ("1945-05-23", "Tokyo", "night_low", 2),
        ("1945-07-20", "Fukui", "night_low", 0),
        ("1945-01-20", "Truk", "day_medium", 0),
    ],
)
def test_how_strong_the_fighters_are_by_then(
    superfortress: Ruleset, date: str, target: str, profile: str, strength: int
) -> None:
    s = prepared(superfortress, date=date, target=target, options={"profile": profile})
    assert s.game.strength == strength


# --- take-off


@pytest.mark.rule("superfortress base_weather", "superfortress 3-1")
@pytest.mark.parametrize(
    ("date", "face", "weather"), [("1945-03-20", 1, "good"), ("1945-08-05", 2, "poor"), ("1945-08-05", 4, "good")]
)
def test_weather_over_the_islands(superfortress: Ruleset, date: str, face: int, weather: str) -> None:
    s = stage(superfortress, face, campaign=None, date=date, options={"any_target": "yes", "profile": "night_low"})
    run(s, "mission", "base_weather")
    assert s.game.weather_over_base == weather


@pytest.mark.rule("superfortress base_weather", "superfortress 3-1")
def test_a_typhoon_scrubs_the_mission(superfortress: Ruleset) -> None:
    s = stage(
        superfortress, 1, campaign=None, date="1945-08-05", options={"profile": "night_low"}, orders={"scrub": "yes"}
    )
    assert end(s, lambda s: take(s, "mission", "base_weather")) == "scrubbed"
    s = stage(
        superfortress, 1, campaign=None, date="1945-08-05", options={"profile": "night_low"}, orders={"scrub": "no"}
    )
    run(s, "mission", "base_weather")
    assert s.game.weather_over_base == "poor"


def on_the_runway(superfortress: Ruleset, *faces: int, **given: Any) -> Sortie:
    """A bomber about to take off."""
    s = stage(superfortress, *faces, **given)
    s.zone = Zone(1, over=("B",), region=("",), is_base=True)
    return s


@pytest.mark.rule("superfortress take_off", "superfortress 3-2")
def test_an_engine_too_hot_before_the_reef(superfortress: Ruleset) -> None:
    """Two pips for the take-off, one engine of four, and the engineer's touch (4-10)."""
    s = on_the_runway(superfortress, 1, 1, 2, 3, 5, 5, campaign=2, **{"engineer.missions": 6})
    run(s, "mission", "take_off")
    assert rolls(s) == ["take_off", "which engine", "overheating"]
    assert told(s, "overheats") == [{"engine": 3}]
    assert happenings(s)[-1] == "airborne"


@pytest.mark.rule("superfortress take_off", "superfortress land_again")
def test_an_engine_lost_at_take_off_brings_it_down_again(superfortress: Ruleset) -> None:
    orders = {"hot_engine": "shut_down", "take_off_engine_out": "abort", "jettison": "yes"}
    s = on_the_runway(superfortress, 1, 1, 2, 1, 3, 4, campaign=2, orders=orders)
    run(s, "mission", "take_off")
    assert s.game.aborting == "engine lost at take-off"
    s.source = scripted(5, 4, 4)
    assert end(s, lambda s: take(s, "mission", "land_again")) == "returned"
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("superfortress take_off", "superfortress 3-3")
@pytest.mark.parametrize(
    ("faces", "fate"),
    [((1,), "repairable"), ((3, *(1,) * 11), "written off"), ((4, *(1,) * 11), "written off"), ((5,), "lost")],
)
def test_a_crash_at_take_off(superfortress: Ruleset, faces: tuple[int, ...], fate: str) -> None:
    s = on_the_runway(superfortress, 1, 1, 1, *faces, campaign=2)
    assert end(s, lambda s: take(s, "mission", "take_off")) == "crashed"
    assert s.game.bomber_fate == fate


@pytest.mark.rule("superfortress 3-2")
def test_what_makes_a_take_off_safer(superfortress: Ruleset) -> None:
    s = on_the_runway(superfortress, 4, 4, 4, campaign=4, options={"load": "bombs"}, **{"pilot.missions": 20})
    run(s, "mission", "take_off")
    assert modifiers(s, "take_off") == [-1, 1, 1]


@pytest.mark.rule("superfortress 1.3")
def test_a_mission_is_told_in_full(superfortress: Ruleset) -> None:
    log: list[Any] = []
    s = fly(superfortress, Setup("superfortress", 8, campaign=4), log=log)
    briefing = next(event for event in log if getattr(event, "type", "") == "briefing")
    assert briefing.facts["target"] == s.game.target.city
    assert briefing.facts["profile"] == s.game.profile
    assert superfortress.game.facts is not None
    facts = superfortress.game.facts(s)
    assert set(facts["fuel"]) == {"at_start", "taken_on", "left"}
    assert facts["wing"] == s.game.wing
