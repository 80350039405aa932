"""What any bomber's men bear, where no daylight bomber shows it: seats without an outlet, eyes for the dark."""

from __future__ import annotations

import pytest
from attrs import evolve
from bomberstream.core.mission.hardship import oxygen_short, thin_air
from bomberstream.core.ruleset import Ruleset
from flights import asked, man, stage


@pytest.mark.rule("tonight 5.14")
@pytest.mark.parametrize("outlet", [True, False])
def test_a_seat_without_an_outlet_of_its_own_is_not_offered_as_one(today: Ruleset, outlet: bool) -> None:
    s = stage(today, orders={"takes_outlet": "navigator"}, **{"navigator.wounds": "killed"})
    seats = s.bomber.stations
    seats["navigator"].type = evolve(seats["navigator"].type, outlet=outlet)
    seats["tail_gunner"].oxygen_out, seats["tail_gunner"].oxygen_out_since = True, s.zone.entry - 1
    s.bomber.outlets_out = 1
    gunner = man(s, "tail_gunner")
    assert oxygen_short(s) is not outlet
    thin_air(s)
    assert gunner.is_dead is not outlet
    assert ("takes_outlet" in asked(s)) is outlet


def test_conditions_may_ask_who_sees_well_at_night(today: Ruleset) -> None:
    s = stage(today)
    s.man = man(s, "tail_gunner")
    holds = today.vocabulary.compile("man.night_vision", kind="flag")
    assert not holds(s)
    s.man.night_vision = True
    assert holds(s)
