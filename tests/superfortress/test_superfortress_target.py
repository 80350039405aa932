"""Over the target (section 6): visibility, lights, flak by place and level, thermals, the run by profile, mines."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone
from marianas import (
    asked,
    by_night,
    choices,
    column,
    end,
    happenings,
    is_taken,
    modifiers,
    rolls,
    run,
    stage,
    stretches,
    take,
    told,
    used_up,
)


def over(s: Sortie, **zone: Any) -> Sortie:
    """The bomber over its target, on the way out."""
    s.zone = Zone(s.game.target_zone, ("J",), ("Honshu",), None, is_target=True, **zone)
    s.outbound = True
    return s


@pytest.mark.rule("superfortress visibility", "superfortress 6-1")
@pytest.mark.parametrize(
    ("weather", "face", "seen"),
    [
        ("clear", 2, "clear"),
        ("haze", 2, "slightly_obscured"),
        ("half_cloud", 4, "mostly_obscured"),
        ("full_cloud", 3, "completely_obscured"),
    ],
)
def test_how_well_the_target_is_seen(superfortress: Ruleset, weather: str, face: int, seen: str) -> None:
    s = over(stage(superfortress, face, campaign=None, date="1945-04-12"), weather=weather)
    run(s, "zone", "visibility")
    assert s.game.visibility == seen


@pytest.mark.rule("superfortress visibility", "superfortress 6-1")
def test_by_night_the_fires_show_the_way_to_those_who_come_late(superfortress: Ruleset) -> None:
    early = over(by_night(superfortress, 3, options={"stream": "early"}), weather="haze")
    assert modifiers(run(early, "zone", "visibility"), "visibility") == [1]
    late = over(by_night(superfortress, 3, options={"stream": "late"}), weather="haze")
    assert modifiers(run(late, "zone", "visibility"), "visibility") == [-1, 1]


@pytest.mark.rule("superfortress searchlights", "superfortress 6-8")
@pytest.mark.parametrize(("faces", "lit"), [((4, 3), False), ((4, 4), True)])
def test_searchlights(superfortress: Ruleset, faces: tuple[int, int], lit: bool) -> None:
    given = {"searchlights": 2, "altitude": "low", "date": "1945-03-16"}
    s = over(by_night(superfortress, *faces, campaign=None, orders={"evades_lights": "no"}, **given), weather="haze")
    assert is_taken(s, "zone", "searchlights")
    run(s, "zone", "searchlights")
    assert modifiers(s, "searchlights") == [1, 1]
    assert s.game.lit is lit


@pytest.mark.rule("superfortress searchlights", "superfortress 6-8A")
@pytest.mark.parametrize(("face", "held"), [(3, True), (4, False)])
def test_twisting_out_of_the_beam(superfortress: Ruleset, face: int, held: bool) -> None:
    s = over(by_night(superfortress, 6, 6, face, searchlights=3), weather="clear")
    run(s, "zone", "searchlights")
    assert s.game.lit is held
    assert happenings(s) == ["lit", "light_holds" if held else "light_lost"]


@pytest.mark.rule("superfortress searchlights")
def test_no_searchlights_by_day(superfortress: Ruleset) -> None:
    assert not is_taken(over(stage(superfortress)), "zone", "searchlights")


@pytest.mark.rule("superfortress flak", "superfortress 6-2")
@pytest.mark.parametrize(
    ("strength", "face", "density"),
    [
        (0, 6, "light"),
        (0, 5, "none"),
        (1, 6, "light"),
        (2, 4, "light"),
        (2, 5, "medium"),
        (3, 5, "heavy"),
        (3, 1, "light"),
    ],
)
def test_flak_by_the_guns_of_the_place(superfortress: Ruleset, strength: int, face: int, density: str) -> None:
    given = {"visibility": "slightly_obscured", "flak.strength": strength, "in_formation": True, "date": "1945-03-27"}
    misses = (3, 3) * (0 if density == "none" else 3)
    s = over(stage(superfortress, face, *misses, campaign=None, altitude="medium", **given))
    run(s, "zone", "flak")
    assert told(s, "flak")[0]["density"] == density


@pytest.mark.rule("superfortress flak", "superfortress 6-2", "superfortress 6-3")
def test_four_shots_at_a_low_bomber_three_higher_up(superfortress: Ruleset) -> None:
    for altitude, shots in (("low", 4), ("medium", 3), ("high", 3)):
        given = {"flak.strength": 3, "in_formation": True, "altitude": altitude}
        s = over(stage(superfortress, 4, *(3, 4) * shots, **given))
        run(s, "zone", "flak")
        assert rolls(s).count("flak_to_hit") == shots


@pytest.mark.rule("superfortress flak", "superfortress 6-2")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({"visibility": "completely_obscured"}, [0, -2]),
        ({"altitude": "high", "jet_stream": "strong", "run_heading": "downwind"}, [0, -1]),
        ({"altitude": "high", "jet_stream": "violent", "run_heading": "upwind"}, [0, 2]),
    ],
)
def test_what_changes_the_flak(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    given = {"flak.strength": 2, "in_formation": True, "date": "1945-03-27", "altitude": "medium", **state}
    s = over(stage(superfortress, 1, *(3, 3) * 3, campaign=None, **given))
    take(s, "zone", "flak")
    assert modifiers(s, "flak") == [value for value in acting if value]


@pytest.mark.rule("superfortress flak", "superfortress 6-2")
def test_by_night_lights_and_the_stream_change_it(superfortress: Ruleset) -> None:
    for state, options, acting in (
        ({"lit": True}, {"stream": "middle"}, [2, 1]),
        ({}, {"stream": "early"}, [2, -2, 1]),
        ({}, {"stream": "late"}, [2, -2, -1]),
    ):
        given = {"flak.strength": 3, "date": "1945-03-13", "engines_out": [1, 2], **state}
        s = over(by_night(superfortress, 1, *(3, 3) * 4, campaign=None, options=options, **given))
        take(s, "zone", "flak")
        assert modifiers(s, "flak") == acting


@pytest.mark.rule("superfortress flak", "superfortress 6-4", "superfortress 6-5")
def test_a_hit_and_its_area(superfortress: Ruleset) -> None:
    """A four is light; a double one hits, a seven is one shell, a twelve the flight deck, a seven there nothing."""
    s = over(
        stage(
            superfortress,
            4,
            1,
            1,
            3,
            4,
            6,
            6,
            3,
            4,
            3,
            3,
            3,
            3,
            in_formation=True,
            altitude="medium",
            **{"flak.strength": 2, "visibility": "clear", "date": "1945-03-27"},
            campaign=None,
        )
    )
    run(s, "zone", "flak")
    assert rolls(s)[:5] == ["flak", "flak_to_hit", "flak_shells", "flak_area", "section.pilot_compartment"]


# --- the run


@pytest.mark.rule("superfortress run_heading", "superfortress 6.6")
def test_how_the_run_lies_to_the_jet_stream(superfortress: Ruleset) -> None:
    s = over(stage(superfortress, altitude="high", jet_stream="violent", orders={"run_heading": "crosswind"}))
    assert is_taken(s, "zone", "run_heading")
    run(s, "zone", "run_heading")
    assert s.game.heading == "crosswind"
    s.game.jet_stream = "calm"
    assert not is_taken(s, "zone", "run_heading")
    s.game.jet_stream, s.game.altitude = "violent", "medium"
    assert not is_taken(s, "zone", "run_heading")


@pytest.mark.rule("superfortress slow_over_target", "superfortress 6.6")
def test_against_the_jet_stream_the_guns_fire_twice(superfortress: Ruleset) -> None:
    s = over(
        stage(
            superfortress,
            1,
            fuel=20,
            altitude="high",
            jet_stream="strong",
            run_heading="upwind",
            in_formation=True,
            **{"flak.strength": 0},
        )
    )
    s.game.turn_of_zone = 1
    run(s, "zone", "slow_over_target")
    assert rolls(s) == ["flak"]
    # A turn at High over the target, against the wind.
    assert s.game.fuel == 20 - 1 - 1 - 1 - 2


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-6")
@pytest.mark.parametrize(
    ("state", "acting"),
    [
        ({}, []),
        ({"visibility": "mostly_obscured"}, [-2]),
        ({"altitude": "high"}, [-1]),
        ({"altitude": "high", "jet_stream": "strong", "run_heading": "downwind"}, [-2, -1]),
        ({"altitude": "high", "jet_stream": "violent", "run_heading": "downwind"}, [-4, -1]),
        ({"altitude": "high", "jet_stream": "violent", "run_heading": "crosswind"}, [-3, -1]),
        ({"engines_out": [3]}, [-1]),
        ({"thrown_about": True}, [-2]),
        ({"out.autopilot": True}, [-2]),
        ({"bombardier.fit": False}, [-2, -1]),
        ({"bombardier.missions": 20}, [1]),
        ({"in_formation": False}, [-1]),
    ],
)
def test_what_changes_the_bomb_run(superfortress: Ruleset, state: dict[str, Any], acting: list[int]) -> None:
    given = {
        "altitude": "medium",
        "in_formation": True,
        "visibility": "slightly_obscured",
        "bombardier.missions": 8,
        **state,
    }
    s = over(stage(superfortress, 6, 6, 3, 4, orders={"aims_by": "visual"}, **given))
    s.game.target = next(one for one in superfortress.targets if one.type == "Airfield")
    run(s, "zone", "bomb_run")
    assert modifiers(s, "bomb_run") == acting
    assert column(s, "bomb_run") == "visual"
    assert not s.bomber.bombs_aboard


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-7")
@pytest.mark.parametrize(
    ("altitude", "faces", "percent"),
    [("medium", (3, 4), 35), ("high", (3, 4), 20), ("low", (3, 4), 50), ("medium", (6, 6), 90)],
)
def test_how_much_lies_on_the_target(
    superfortress: Ruleset, altitude: str, faces: tuple[int, int], percent: int
) -> None:
    given = {"altitude": altitude, "in_formation": True, "visibility": "clear", "bombardier.missions": 8}
    s = over(stage(superfortress, 5, 5, *faces, orders={"aims_by": "visual"}, **given))
    s.game.target = next(one for one in superfortress.targets if one.type == "Airfield")
    run(s, "zone", "bomb_run")
    assert told(s, "bombs_away")[0]["percent"] == percent


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-6")
def test_a_hidden_target_is_bombed_by_radar(superfortress: Ruleset) -> None:
    s = over(stage(superfortress, 5, 5, 3, 4, in_formation=True, altitude="medium", visibility="completely_obscured"))
    run(s, "zone", "bomb_run")
    assert (column(s, "bomb_run"), asked(s)) == ("radar", [])


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-6")
@pytest.mark.parametrize("state", [{"out.radar": True}, {"radar_observer.fit": False}])
def test_without_radar_the_eye_must_do(superfortress: Ruleset, state: dict[str, Any]) -> None:
    given = {"in_formation": True, "altitude": "medium", "visibility": "mostly_obscured", **state}
    s = over(stage(superfortress, 5, 5, 3, 4, **given))
    run(s, "zone", "bomb_run")
    assert (column(s, "bomb_run"), asked(s)) == ("visual", [])


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-6A")
def test_cables_shot_away_spoil_the_run(superfortress: Ruleset) -> None:
    s = over(stage(superfortress, 3, 4, altitude="medium", visibility="clear", **{"out.control_cables": True}))
    run(s, "zone", "bomb_run")
    assert rolls(s) == ["bombing_accuracy"]
    assert told(s, "bombs_away")[0]["spoiled"] is True


@pytest.mark.rule("superfortress bomb_run", "superfortress 4-15")
def test_doors_that_stay_shut_hold_the_bombs(superfortress: Ruleset) -> None:
    orders = {"drop_through_doors": "no"}
    s = over(stage(superfortress, 6, altitude="medium", orders=orders, **{"out.bomb_bay_doors": True}))
    run(s, "zone", "bomb_run")
    assert s.game.bomb_run == "hung"
    assert s.bomber.bombs_aboard


@pytest.mark.rule("superfortress bomb_run", "superfortress 4-15A")
def test_bombs_through_the_doors(superfortress: Ruleset) -> None:
    orders = {"drop_through_doors": "yes"}
    s = over(stage(superfortress, 6, 4, 3, 4, altitude="medium", orders=orders, **{"out.bomb_bay_doors": True}))
    run(s, "zone", "bomb_run")
    assert "drag" in s.bomber.out
    assert s.game.bomb_run == "off_target"


@pytest.mark.rule("superfortress bomb_run", "superfortress 4-15C")
@pytest.mark.parametrize(("face", "falls"), [(4, True), (5, False)])
def test_bombs_released_by_hand(superfortress: Ruleset, face: int, falls: bool) -> None:
    faces = (face, 3, 4) if falls else (face,)
    s = over(stage(superfortress, *faces, altitude="medium", **{"out.bomb_release": True}))
    run(s, "zone", "bomb_run")
    assert s.bomber.bombs_aboard is not falls


@pytest.mark.rule("superfortress bomb_run", "superfortress 6-10")
@pytest.mark.parametrize(("faces", "percent"), [((3, 4), 80), ((6, 5), 100), ((1, 2), 40)])
def test_mines_are_laid_by_radar(superfortress: Ruleset, faces: tuple[int, int], percent: int) -> None:
    options = {"profile": "mining"}
    s = over(stage(superfortress, 6, 6, *faces, options=options, altitude="low", visibility="clear"))
    run(s, "zone", "bomb_run")
    assert column(s, "bomb_run") == "radar"
    assert told(s, "mines_laid")[0]["percent"] == percent
    assert rolls(s) == ["bomb_run", "mines"]


@pytest.mark.rule("superfortress thermals", "superfortress 6-9")
@pytest.mark.parametrize(
    ("stream", "faces", "told_of", "thrown"),
    [
        ("middle", (3, 3), "calm", False),
        ("middle", (4, 4), "tossed", True),
        ("late", (5, 5, 3, 3), "thrown_up", True),
        ("late", (6, 5, 1, 3, 1), "wing_strained", True),
        ("late", (6, 6, 2, 4, 2), "on_her_back", True),
    ],
)
def test_hot_air_over_a_burning_city(
    superfortress: Ruleset, stream: str, faces: tuple[int, ...], told_of: str, thrown: bool
) -> None:
    s = over(by_night(superfortress, *faces, options={"stream": stream}, great_city=True))
    s.game.target = next(one for one in superfortress.targets if one.type == "City area")
    assert is_taken(s, "zone", "thermals")
    run(s, "zone", "thermals")
    assert s.game.thrown_about is thrown
    assert [event.result for event in s.log or () if getattr(event, "role", "") == "thermals"] == [told_of]


@pytest.mark.rule("superfortress thermals", "superfortress 6-9A")
def test_some_do_not_come_out_of_it(superfortress: Ruleset) -> None:
    s = over(by_night(superfortress, 6, 6, 6, options={"stream": "late"}, great_city=True))
    s.game.target = next(one for one in superfortress.targets if one.type == "City area")
    assert end(s, lambda s: take(s, "zone", "thermals")) == "shot_down"
    assert s.cause == "thermals"


@pytest.mark.rule("superfortress thermals")
def test_no_fires_under_mines_or_by_day(superfortress: Ruleset) -> None:
    assert not is_taken(over(stage(superfortress)), "zone", "thermals")
    assert not is_taken(over(stage(superfortress, options={"profile": "mining"})), "zone", "thermals")


@pytest.mark.rule("superfortress turn_over_target", "superfortress 6.7")
def test_the_turn_for_home_is_a_turn_more(superfortress: Ruleset) -> None:
    s = over(stage(superfortress, fuel=20, altitude="medium"))
    s.game.turn_of_zone = 1
    run(s, "zone", "turn_over_target")
    assert not s.outbound
    assert s.game.fuel == 19
    assert stretches(s) == [f"home {s.game.target_zone} turning"]
    assert choices(s) == []
    used_up(s)
