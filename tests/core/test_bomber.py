"""Bombers: engines, guns, control surfaces, and the crew at their places."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError
from bomberstream.core.bomber import (
    NO_GUN,
    Bomber,
    BomberType,
    Device,
    EngineType,
    Fit,
    FitOption,
    Gun,
    GunType,
    check_bomber,
)
from bomberstream.core.crew import NOBODY, Crewman, StationType
from bomberstream.core.errors import BadData


def kind(**more: Any) -> BomberType:
    plain: dict[str, Any] = {
        "name": "Kite Mk I",
        "short": "Kite",
        "game": "tiny",
        "family": "kite",
        "service": "club",
        "source": "reconstructed",
        "engines": tuple(EngineType(number, "left" if number < 3 else "right") for number in (1, 2, 3, 4)),
        "sections": ("nose", "tail"),
        "tables": {},
        "station": (
            StationType("pilot", "pilot", "nose"),
            StationType("bomb_aimer", "bomb aimer", "nose", guns=("front",)),
            StationType("rear", "rear gunner", "tail", guns=("rear",)),
            StationType("spare", "spare seat", "tail", man=""),
            StationType("second", "second pilot", "nose", man="engineer"),
        ),
        "gun": (
            GunType("front", "front gun", "nose", gunner="bomb_aimer", rounds=5),
            GunType("rear", "rear turret", "tail", gunner="rear", barrels=2, rounds=16, turret=True, power="hydraulic"),
            GunType("floor", "floor gun", "tail"),
        ),
        "wings": {"left_wing": "left", "right_wing": "right"},
        "hand_extinguishers": 3,
        "id": "kite",
    }
    return BomberType(**{**plain, **more})


def faults(**more: Any) -> list[str]:
    """What is wrong with a kite whose second seat has a man of its own."""
    seats = tuple(evolve(seat, man=None) if seat.id == "second" else seat for seat in kind().station)
    return list(check_bomber(kind(station=seats, where="kite.toml", **more)))


def crew(*trades: str) -> list[Crewman]:
    return [Crewman(trade.title(), trade) for trade in trades]


ALL = ("pilot", "bomb_aimer", "rear", "engineer")


@pytest.fixture
def kite() -> Bomber:
    bomber = Bomber.of(kind(), "Kite of the club")
    bomber.board(crew(*ALL))
    return bomber


# --- the type


@pytest.mark.parametrize(
    ("limits", "date", "is_issued"),
    [
        ({}, "1939-09-01", True),
        ({"from_": "1943-09"}, "1943-08-31", False),
        ({"from_": "1943-09"}, "1943-09-01", True),
        ({"until": "1944-05"}, "1944-05-31", True),
        ({"until": "1944-05"}, "1944-06-01", False),
        ({"from_": "1943-09", "until": "1944-05"}, "1943-12-24", True),
    ],
)
def test_a_type_is_issued_in_whole_months(limits: dict[str, str], date: str, is_issued: bool) -> None:
    assert kind(**limits).is_issued(date) is is_issued


def test_a_type_is_data_and_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        kind().name = "other"  # type: ignore[misc]


# --- places fitted in several ways


FITS = {
    "floor": Fit(
        "gun",
        {
            "gun": FitOption(guns=("floor",), stations=("spare",)),
            "radar": FitOption(devices=("h2s",), from_="1943-02"),
            "nothing": FitOption(until="1944-05"),
        },
    ),
    "back": Fit("one", {"one": FitOption(guns=("rear",)), "two": FitOption(guns=("rear", "front"))}),
}


@pytest.mark.parametrize(
    ("fits", "guns", "spare"),
    [
        ({}, ["rear", "floor"], True),
        ({"floor": "radar"}, ["rear"], False),
        ({"floor": "nothing", "back": "two"}, ["front", "rear"], False),
        ({"back": "two"}, ["front", "rear", "floor"], True),
    ],
)
def test_guns_and_stations_are_aboard_with_an_option_that_brings_them(
    fits: dict[str, str], guns: list[str], spare: bool
) -> None:
    bomber = Bomber.of(kind(fit=FITS), fits=fits)
    assert list(bomber.guns) == guns
    assert ("spare" in bomber.stations) is spare
    assert "pilot" in bomber.stations
    assert bomber.fits == {"floor": "gun", "back": "one", **fits}


def test_an_option_is_fitted_in_whole_months() -> None:
    radar, nothing = FITS["floor"].option["radar"], FITS["floor"].option["nothing"]
    assert [radar.is_fitted(day) for day in ("1943-01-31", "1943-02-01", "1945-05-01")] == [False, True, True]
    assert [nothing.is_fitted(day) for day in ("1939-09-03", "1944-05-31", "1944-06-01")] == [True, True, False]


@pytest.mark.parametrize(
    ("fit", "line"),
    [
        (Fit("gum", {"gun": FitOption()}), "fit floor: no option 'gum'; did you mean 'gun'?"),
        (Fit("gun", {"gun": FitOption(guns=("flor",))}), "fit floor, gun: no gun 'flor'; did you mean 'floor'?"),
        (
            Fit("gun", {"gun": FitOption(stations=("spares",))}),
            "fit floor, gun: no station 'spares'; did you mean 'spare'?",
        ),
    ],
)
def test_an_option_that_names_what_is_not_there_is_refused(fit: Fit, line: str) -> None:
    assert faults(fit={"floor": fit}) == [f"kite.toml: {line}"]


def test_a_device_is_carried_from_day_to_day() -> None:
    device = Device("Window", from_="1943-07-24", until="1945-05-08")
    days = ("1943-07-23", "1943-07-24", "1945-05-08", "1945-05-09")
    assert [device.is_issued(day) for day in days] == [False, True, True, False]
    assert Device("lamp").is_issued("1939-09-03")


# --- who flies and aims


def test_who_is_trained_to_fly_is_known_as_he_boards() -> None:
    bomber = Bomber.of(kind(pilots=("pilot", "engineer")))
    bomber.board(crew(*ALL))
    assert [man.trade for man in bomber.crew if man.is_pilot] == ["pilot", "engineer"]


@pytest.mark.parametrize("named", [{"pilots": ("pilt",)}, {"flies_next": ("pilt",)}, {"aims": "pilt"}])
def test_trades_that_fly_and_aim_are_on_board(named: dict[str, Any]) -> None:
    assert faults(**named) == ["kite.toml: who flies and aims: no trade 'pilt'; did you mean 'pilot'?"]


# --- a new one


def test_a_new_bomber_is_whole() -> None:
    bomber = Bomber.of(kind())
    assert (bomber.engines_running, bomber.engines_out, bomber.bombs_aboard, bomber.extinguishers) == (4, 0, True, 3)
    assert bomber.out == bomber.surfaces_out == bomber.bursts == set()
    assert [gun.rounds for gun in bomber.guns.values()] == [5, 16, 0]
    assert bomber.fuel_turns is None
    assert bomber.man_at("pilot") is NOBODY


def test_two_bombers_of_a_type_share_nothing() -> None:
    one, two = Bomber.of(kind()), Bomber.of(kind())
    one.engines[0].is_out = True
    one.guns["rear"].rounds -= 1
    one.out.add("radio")
    one.counts["rudder"] = 2
    one.stations["pilot"].oxygen_hits += 1
    assert not two.engines[0].is_out
    assert two.guns["rear"].rounds == 16
    assert two.out == set()
    assert two.counts == {}
    assert two.stations["pilot"].oxygen_hits == 0


# --- crew


def test_each_man_takes_the_seat_of_his_trade_on_this_type(kite: Bomber) -> None:
    assert {name: station.man.trade for name, station in kite.stations.items() if station.man} == {
        "pilot": "pilot",
        "bomb_aimer": "bomb_aimer",
        "rear": "rear",
        "second": "engineer",
    }
    assert kite.man_at("spare") is NOBODY
    assert kite.man_at("no such seat") is NOBODY


def test_a_seat_whose_trade_is_not_carried_stays_empty() -> None:
    bomber = Bomber.of(kind())
    bomber.board(crew("pilot"))
    assert bomber.man_at("rear") is NOBODY
    assert bomber.guns["rear"].gunner is NOBODY
    assert not bomber.guns["rear"].can_fire


def test_men_are_found_by_trade_wherever_they_are(kite: Bomber) -> None:
    rear = kite.man_of("rear")
    rear.move_to(kite.stations["spare"])
    assert kite.man_of("rear") is rear
    assert kite.man_at("rear") is NOBODY
    assert kite.man_at("spare") is rear
    assert kite.man_of("cook") is NOBODY


def test_men_in_a_section_are_counted_dead_or_alive_and_fit_men_are_not(kite: Bomber) -> None:
    kite.man_of("pilot").kill()
    kite.man_of("rear").wound_seriously()
    kite.man_of("bomb_aimer").wound_lightly()
    assert [man.trade for man in kite.men_in("nose")] == ["pilot", "bomb_aimer", "engineer"]
    assert [man.trade for man in kite.men_in("tail")] == ["rear"]
    assert [man.trade for man in kite.fit_men()] == ["bomb_aimer", "engineer"]


def test_a_gun_goes_to_whoever_sits_at_its_station_once_told(kite: Bomber) -> None:
    kite.man_of("rear").move_to(kite.stations["spare"])
    kite.man_of("engineer").move_to(kite.stations["rear"])
    kite.man_guns()
    assert kite.guns["rear"].gunner.trade == "engineer"
    assert kite.guns["front"].gunner.trade == "bomb_aimer"
    assert kite.guns["floor"].gunner is NOBODY


# --- guns


def test_a_gun_fires_when_manned_working_and_loaded(kite: Bomber) -> None:
    assert kite.guns["rear"].can_fire
    assert not kite.guns["floor"].can_fire
    assert not NO_GUN.can_fire


@pytest.mark.parametrize(
    "trouble",
    [
        lambda gun: setattr(gun, "rounds", 0),
        lambda gun: setattr(gun, "needs_power", True),
        lambda gun: setattr(gun, "gunner", NOBODY),
        lambda gun: gun.gunner.kill(),
        lambda gun: gun.gunner.wound_seriously(),
        lambda gun: setattr(gun.gunner, "is_busy", True),
        lambda gun: setattr(gun.gunner, "frostbite", "severe"),
        lambda gun: gun.jam(2),
        lambda gun: (setattr(gun, "is_out", True), gun.update()),
        lambda gun: (setattr(gun, "barrels_broken", 2), gun.update()),
    ],
)
def test_a_gun_does_not_fire_when_something_is_amiss(kite: Bomber, trouble: Any) -> None:
    gun = kite.guns["rear"]
    trouble(gun)
    assert not gun.can_fire


@pytest.mark.parametrize(
    "bearable",
    [
        lambda gun: setattr(gun, "rounds", 1),
        lambda gun: gun.jam(1),
        lambda gun: gun.gunner.wound_lightly(),
        lambda gun: setattr(gun.gunner, "frostbite", "frostbite"),
        lambda gun: setattr(gun, "power_failed", True),
    ],
)
def test_a_gun_still_fires_when_it_can_be_borne(kite: Bomber, bearable: Any) -> None:
    gun = kite.guns["rear"]
    bearable(gun)
    assert gun.can_fire


def test_jams_and_breaks_count_barrels_and_never_more_than_there_are(kite: Bomber) -> None:
    gun = kite.guns["rear"]
    assert gun.twin_firing
    gun.jam(1)
    assert (gun.is_working, gun.twin_firing, gun.barrels_jammed) == (True, False, 1)
    gun.jam(2)
    assert (gun.is_working, gun.barrels_jammed) == (False, 2)
    gun.barrels_jammed = 0
    gun.barrels_broken = 1
    gun.update()
    gun.jam(5)
    assert (gun.is_working, gun.barrels_jammed) == (False, 1)


def test_a_single_gun_is_never_twin() -> None:
    gun = Gun(GunType("front", "front gun", "nose"), 5)
    assert gun.is_working
    assert not gun.twin_firing


def test_power_is_a_thing_of_power_turrets(kite: Bomber) -> None:
    assert kite.guns["rear"].has_power
    kite.guns["rear"].power_failed = True
    assert not kite.guns["rear"].has_power
    assert not kite.guns["front"].has_power


# --- engines and surfaces


@pytest.mark.parametrize(
    ("stopped", "running", "lopsided"),
    [((), 4, False), ((1,), 3, False), ((1, 3), 2, False), ((1, 2), 2, True), ((3, 4), 2, True), ((1, 2, 4), 1, True)],
)
def test_stopped_engines_are_counted_and_two_of_one_wing_are_known(
    kite: Bomber, stopped: tuple[int, ...], running: int, lopsided: bool
) -> None:
    for number in stopped:
        assert kite.stop(kite.engine(number))
    assert (kite.engines_running, kite.engines_out, kite.two_out_on_one_side) == (running, 4 - running, lopsided)


@pytest.mark.rule("today 5.10")
def test_what_fails_twice_is_counted_once_and_what_is_mended_is_taken_off(kite: Bomber) -> None:
    engine = kite.engine(2)
    assert kite.stop(engine, "flak")
    assert not kite.stop(engine, "fire")
    assert (kite.engines_out, engine.out_by) == (1, "flak")
    kite.start(engine)
    kite.start(engine)
    assert (kite.engines_out, kite.engines_running) == (0, 4)
    assert kite.fail_turbo(engine)
    assert not kite.fail_turbo(engine)
    assert kite.turbos_out == 1
    kite.mend_turbo(engine)
    kite.mend_turbo(engine)
    assert kite.turbos_out == 0


@pytest.mark.rule("tonight 5.12")
def test_heat_and_oxygen_are_lost_once_and_from_the_first_time_on(kite: Bomber) -> None:
    station = next(iter(kite.stations.values()))
    assert kite.lose_heat(station, 3)
    assert not kite.lose_heat(station, 5)
    assert kite.lose_oxygen(station, 4)
    assert not kite.lose_oxygen(station, 5)
    assert (station.heat_out_since, station.oxygen_out_since) == (3, 4)
    assert (kite.unheated, kite.outlets_out) == (1, 1)


def test_engines_go_by_their_numbers(kite: Bomber) -> None:
    assert [kite.engine(number).number for number in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_there_is_no_engine_0(kite: Bomber) -> None:
    for number in (0, -1, 5):
        with pytest.raises(BadData, match=f"^Kite has no engine {number}; its engines are 1 to 4$"):
            kite.engine(number)


def test_one_flap_out_is_not_both_and_a_flap_and_an_aileron_are_no_pair(kite: Bomber) -> None:
    kite.surfaces_out.add("flap left")
    kite.surfaces_out.add("aileron right")
    assert not kite.are_both_out("flap")
    assert not kite.are_both_out("aileron")
    kite.surfaces_out.add("flap left")
    assert not kite.are_both_out("flap")
    kite.surfaces_out.add("flap right")
    assert kite.are_both_out("flap")
    assert not kite.are_both_out("elevator")


def test_a_wing_has_a_side_and_a_compartment_has_none(kite: Bomber) -> None:
    assert (kite.wing_side("left_wing"), kite.wing_side("right_wing"), kite.wing_side("nose")) == ("left", "right", "")
