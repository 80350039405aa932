"""Optional rule 10.5.3 of the daylight game: the radio-room gun of the B-17G against a fighter straight above."""

from __future__ import annotations

import pytest
from bomberstream.core.combat import bearing_guns
from bomberstream.core.ruleset import Ruleset
from combat_scenes import fighter, me109, scene
from day_rules_on import with_rules

ON = with_rules("radio_room_gun")
UPRIGHT = "vertical dive"


def guns(rules: Ruleset, bomber: str, at: str) -> list[str]:
    """What bears."""
    s = scene(rules, bomber=bomber, campaign=3, fighters=[me109(at)])
    return [gun.key for gun in bearing_guns(s, fighter(s))]


@pytest.mark.rule("today 10.5.3", "today 5-5")
def test_the_gun_bears_straight_up(today: Ruleset) -> None:
    assert guns(today, "b-17g", UPRIGHT) == ["top"]
    assert guns(ON, "b-17g", UPRIGHT) == ["top", "radio"]


@pytest.mark.rule("today 10.5.3", "today 5-5")
@pytest.mark.parametrize("bomber", ["b-17f", "b-24d", "b-24j"])
def test_on_no_other_model(bomber: str) -> None:
    assert guns(ON, bomber, UPRIGHT) == ["top"]


@pytest.mark.rule("today 10.5.3", "today 5-5")
def test_everywhere_else_as_printed(today: Ruleset) -> None:
    positions = [cell.on for cell in today.tables["5-5"].keys["b-17g"].values()]
    for at in positions:
        if at != UPRIGHT:
            assert guns(ON, "b-17g", at) == guns(today, "b-17g", at)
