"""Optional rule 10.3: passengers and extra crewmen."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.crew import NOBODY
from bomberstream.core.damage import hit_area
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.testing import staged
from bomberstream.core.testing.asking import asked, happenings, man, told, used_up
from bomberstream.plugins.tonight.combat import may_corkscrew
from bomberstream.plugins.tonight.crew import devices
from bomberstream.plugins.tonight.rules.extra_crew import KINDS, relieve, ride_along

NOISY = {"carried.mandrel": True, "carried.monica": True}
OURS = {"rides_along", "in_place_of", "senior_flies", "pilot_takes_over"}


@pytest.fixture(scope="module")
def eight() -> Ruleset:
    return compose(load_plugins(), "tonight", rules=["extra_crew"])


def aboard(
    eight: Ruleset, *faces: int, kind: str = "headquarters", bomber: str = "lancaster", state: Any = None, **orders: Any
) -> Sortie:
    """A bomber with somebody aboard, as the orders have it."""
    options = {"passenger": kind}
    s = staged(eight, *faces, bomber=bomber, date="1943-11-20", orders=orders, options=options, **(state or {}))
    ride_along(s)
    return s


@pytest.mark.rule("tonight 10.3")
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii", "stirling"])
@pytest.mark.parametrize("kind", KINDS)
def test_he_rides_in_the_rear_centre_section(eight: Ruleset, bomber: str, kind: str) -> None:
    s = aboard(eight, bomber=bomber, kind=kind)
    rider = man(s, "passenger")
    assert len(s.bomber.crew) == 8
    assert rider.section == "rear_centre"
    assert rider.title == KINDS[kind]
    assert rider.missions == (30 if kind == "senior" else 0)
    assert not rider.is_pilot
    assert s.bomber.man_at("pilot") is man(s, "pilot")
    assert [one["who"] for one in told(s, "rides_along")] == [KINDS[kind]]
    used_up(s)


@pytest.mark.rule("tonight 10.3")
@pytest.mark.parametrize("section", ["nose", "front_centre", "rear_centre"])
def test_he_may_sit_elsewhere_and_has_oxygen_there(eight: Ruleset, section: str) -> None:
    s = aboard(eight, rides_where=section)
    rider = man(s, "passenger")
    assert rider.section == section
    assert rider in s.bomber.men_in(section)
    seat = s.bomber.stations["passenger"]
    assert seat.man is rider
    assert seat.type.outlet
    assert sum(station.man is rider for station in s.bomber.stations.values()) == 1


@pytest.mark.rule("tonight 10.3")
def test_nobody_need_come(eight: Ruleset) -> None:
    s = aboard(eight, kind="nobody")
    assert len(s.bomber.crew) == 7
    assert s.bomber.man_of("passenger") is NOBODY
    assert "passenger" not in s.bomber.stations
    assert happenings(s) == []


@pytest.mark.rule("tonight 10.3")
def test_without_a_setting_the_orders_say_who_comes(eight: Ruleset) -> None:
    s = staged(eight, bomber="lancaster", date="1943-11-20", **NOISY)
    ride_along(s)
    assert man(s, "passenger").title == KINDS["special"]
    s = staged(eight, bomber="lancaster", date="1943-11-20")
    ride_along(s)
    assert man(s, "passenger").title == KINDS["headquarters"]


@pytest.mark.rule("tonight 10.3")
def test_he_may_take_a_gunners_place(eight: Ruleset) -> None:
    s = staged(
        eight,
        bomber="lancaster",
        date="1943-11-20",
        options={"passenger": "headquarters", "missions": "12"},
        orders={"gives_up_place": {"best": "1 if man.trade == 'tail_gunner' else 0"}},
    )
    name = man(s, "passenger").name
    ride_along(s)
    gunner = man(s, "tail_gunner")
    assert len(s.bomber.crew) == 7
    assert gunner.missions == 0
    assert man(s, "pilot").missions == 12
    assert gunner.name == name
    assert s.bomber.guns["tail"].gunner is gunner
    assert "passenger" not in s.bomber.stations
    assert told(s, "in_place_of")[0]["station"] == "tail gunner"
    assert not told(s, "rides_along")


@pytest.mark.rule("tonight 10.3")
def test_he_takes_no_pilots_place_but_by_rank(eight: Ruleset) -> None:
    s = aboard(eight, gives_up_place={"best": "1 if man.trade == 'pilot' else 0"})
    assert man(s, "passenger").section == "rear_centre"


# --- 10.3.casualties: row 8 of L-4, 3 to 5 on its die: the mid-upper gunner is hit; then 5-17.

HIT = (4, 4, 3)


@pytest.mark.rule("tonight 10.3.casualties")
def test_hits_in_his_section_are_divided(eight: Ruleset) -> None:
    s = aboard(eight, *HIT, 1, *HIT, 1, *HIT, 1)
    gunner, rider = man(s, "mid_upper_gunner"), man(s, "passenger")
    hit_area(s, "rear_centre")
    assert (gunner.light_wounds, rider.light_wounds) == (1, 0)
    hit_area(s, "rear_centre")
    assert (gunner.light_wounds, rider.light_wounds) == (1, 1)
    hit_area(s, "rear_centre")
    assert (gunner.light_wounds, rider.light_wounds) == (2, 1)
    used_up(s)


@pytest.mark.rule("tonight 10.3.casualties")
def test_who_is_hit_is_for_the_player_to_say(eight: Ruleset) -> None:
    s = aboard(eight, *HIT, 1, who_is_hit={"best": "1 if man.trade == 'passenger' else 0"})
    hit_area(s, "rear_centre")
    assert man(s, "passenger").light_wounds == 1
    assert man(s, "mid_upper_gunner").light_wounds == 0


@pytest.mark.rule("tonight 10.3.casualties")
@pytest.mark.parametrize("case", ["he sits elsewhere", "he is dead", "nobody came"])
def test_where_no_passenger_lives_nobody_is_asked(eight: Ruleset, case: str) -> None:
    kind = "nobody" if case == "nobody came" else "camera"
    s = aboard(eight, *HIT, 1, kind=kind, rides_where="nose" if case == "he sits elsewhere" else "rear_centre")
    if case == "he is dead":
        man(s, "passenger").kill()
    hit_area(s, "rear_centre")
    assert "who_is_hit" not in asked(s)
    assert man(s, "mid_upper_gunner").light_wounds == 1


# --- 10.3.senior


@pytest.mark.rule("tonight 10.3.senior")
def test_a_senior_officer_may_fly_and_is_the_pilot(eight: Ruleset) -> None:
    s = aboard(eight, kind="senior", senior_flies="yes", rides_where="front_centre")
    officer, pilot = man(s, "passenger"), man(s, "pilot")
    assert s.bomber.man_at("pilot") is officer
    assert officer.is_pilot
    assert pilot.is_pilot
    assert pilot.station is s.bomber.stations["passenger"]
    assert pilot.section == "front_centre"
    # T-83: the corkscrew is his.
    assert may_corkscrew(s)
    assert told(s, "senior_flies") == [{"man": officer.name, "pilot": pilot.name}]


@pytest.mark.rule("tonight 10.3.senior")
@pytest.mark.parametrize(("kind", "flies"), [("senior", "no"), ("headquarters", "yes"), ("camera", "yes")])
def test_others_and_who_only_watches_do_not_fly(eight: Ruleset, kind: str, flies: str) -> None:
    s = aboard(eight, kind=kind, senior_flies=flies)
    assert s.bomber.man_at("pilot") is man(s, "pilot")
    assert ("senior_flies" in asked(s)) is (kind == "senior")


@pytest.mark.rule("tonight 10.3.senior")
def test_with_the_officer_down_the_pilot_takes_his_seat_back(eight: Ruleset) -> None:
    s = aboard(eight, kind="senior", senior_flies="yes")
    relieve(s)
    assert "pilot_takes_over" not in happenings(s)
    man(s, "passenger").kill()
    assert not may_corkscrew(s)
    relieve(s)
    assert s.bomber.man_at("pilot") is man(s, "pilot")
    assert may_corkscrew(s)
    man(s, "pilot").kill()
    relieve(s)
    assert len(told(s, "pilot_takes_over")) == 1


# --- an electronic warfare specialist


@pytest.mark.rule("tonight 10.3")
def test_a_special_operator_works_mandrel_and_spares_the_wireless_operator(eight: Ruleset) -> None:
    s = aboard(eight, kind="special", state=NOISY, drops_window="none", transmit="yes")
    man(s, "wireless_operator").kill()
    devices(s)
    assert "mandrel" in s.game.devices_on
    assert "monica" not in s.game.devices_on
    man(s, "passenger").kill()
    devices(s)
    assert "mandrel" not in s.game.devices_on


@pytest.mark.rule("tonight 10.3")
def test_other_passengers_work_no_set(eight: Ruleset) -> None:
    s = aboard(eight, kind="camera", state=NOISY, drops_window="none", transmit="yes")
    man(s, "wireless_operator").kill()
    devices(s)
    assert "mandrel" not in s.game.devices_on


# --- whole nights


@pytest.mark.rule("tonight 10.3")
def test_nights_fly_with_it(eight: Ruleset) -> None:
    kinds = ("nobody", *KINDS)
    for seed in range(200):
        options = {"passenger": kinds[seed % len(kinds)]}
        s = fly(eight, Setup("tonight", seed, options=options))
        assert len(s.bomber.crew) == (7 if seed % len(kinds) == 0 else 8)
        assert all(one.is_dead or one.fate for one in s.bomber.crew) or s.outcome in ("returned", "diverted", "crashed")


@pytest.mark.rule("tonight 10.3")
def test_with_nobody_aboard_it_is_the_flight_without_the_rule(eight: Ruleset, tonight: Ruleset) -> None:
    for seed in range(8):
        options = {"passenger": "nobody"}
        with_it: list[Any] = []
        without: list[Any] = []
        s = fly(eight, Setup("tonight", seed, options=options), log=with_it)
        plain = fly(tonight, Setup("tonight", seed), log=without)
        assert s.outcome == plain.outcome
        assert digest(with_it) == digest(without)
        assert not OURS & {event.type for event in without}
        assert plain.kept == {}
