"""Table 11-1: for each role, bomber and game the table that answers (11.0)."""

from __future__ import annotations

import pytest
from bomberstream.core.guests import who_answers
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from crossings import BOMBER_GAMES, composed

SECTIONS = {
    "lancaster": ("L", "nose front_centre bomb_bay rear_centre tail wing instruments"),
    "halifax-ii": ("H", "nose front_centre bomb_bay rear_centre tail wing instruments"),
    "halifax-iii": ("H", "nose front_centre bomb_bay rear_centre tail wing instruments"),
    "stirling": ("S", "nose front_centre bomb_bay rear_centre tail wing instruments"),
    "b-17f": ("A", "nose pilot_compartment bomb_bay radio_room waist tail wing instruments"),
    "b-17g": ("A", "nose pilot_compartment bomb_bay radio_room waist tail wing instruments"),
    "b-24d": ("B", "nose pilot_compartment bomb_bay radio_room waist tail wing instruments"),
    "b-24j": ("B", "nose pilot_compartment bomb_bay radio_room waist tail wing instruments"),
}
"""The letter of a bomber's damage tables, and its compartments in their order."""
OWN = {
    "tonight": {
        "mechanical_failure": "4-3A",
        "fields_of_fire": "5-12",
        "flak_area": "5-4",
        "landing_on_land": "7-1",
        "landing_in_water": "7-2",
        "controlled_bailout": "7-3",
        "uncontrolled_bailout": "7-4",
        "gear_by_hand": "4-3 note k",
        "manual_release": "4-3 note j",
        "turret_repair": "4-3 note f",
        "doors_by_hand": "4-3 note r",
        "gear_collapse": "7-1 gear",
        "bailout_accident": "7-3 exit",
    },
    "today": {
        "mechanical_failure": "4-3A",
        "fields_of_fire": "5-5",
        "flak_area": "6-5",
        "landing_on_land": "7-1",
        "landing_in_water": "7-2",
        "controlled_bailout": "7-3",
        "uncontrolled_bailout": "7-4",
        "gear_by_hand": "4-3 note k",
        "manual_release": "4-3 note j",
        "turret_repair": "4-3 note f",
        "doors_by_hand": "4-3 note r",
        "gear_collapse": "7-1 gear",
        "bailout_accident": "7-3 note 1",
    },
}
"""What goes with every bomber of a game (11.0.2)."""
FAILED = {
    "lancaster": "4-3B",
    "halifax-ii": "4-3C",
    "halifax-iii": "4-3C",
    "stirling": "4-3D",
    "b-17f": "4-3B",
    "b-17g": "4-3B",
    "b-24d": "4-3C",
    "b-24j": "4-3C",
}
AREAS = {
    "lancaster": "L-area",
    "halifax-ii": "H-area",
    "halifax-iii": "H-area",
    "stirling": "S-area",
    "b-17f": "5-12",
    "b-17g": "5-12",
    "b-24d": "5-14",
    "b-24j": "5-14",
}
PLAYED = {
    "tonight": {
        "defensive_fire": "5-12A",
        "twin_jam": "5-12A jam",
        "fighter_damage": "5-12B",
        "offensive_fire": "5-13",
        "shell_hits": "5-13A",
        "hit_multiplier": "5-13B",
        "collision": "5-16",
        "flak": "5-1",
        "flak_to_hit": "5-2",
        "wounds": "5-17",
        "weather": "4-1",
        "take_off": "3-2",
        "random_event": "5-11",
        "visibility": "6-1",
        "bomb_run": "6-6",
        "bombing_accuracy": "6-7",
        "sea_rescue": "7-3 sea",
        "capture": "7-3 note c",
    },
    "today": {
        "defensive_fire": "5-6",
        "twin_jam": "5-6 note a",
        "fighter_damage": "5-7",
        "offensive_fire": "5-8",
        "shell_hits": "5-10",
        "hit_multiplier": "5-11",
        "collision": "5-16",
        "flak": "6-2",
        "flak_to_hit": "6-3",
        "wounds": "5-17",
        "weather": "4-1",
        "take_off": "3-2",
        "random_event": "5-3D",
        "visibility": "6-1",
        "bomb_run": "6-6",
        "bombing_accuracy": "6-7",
        "sea_rescue": "7-3 note h",
        "capture": "7-3 note c",
    },
}
"""What the game being played answers (11.0.3, 11.0.5)."""


def parent(bomber: str) -> str:
    """The game of a bomber."""
    return "tonight" if SECTIONS[bomber][0] in "LHS" else "today"


def of_bomber(bomber: str) -> dict[str, str]:
    """Role to table of what a bomber brings."""
    letter, sections = SECTIONS[bomber]
    damage = {
        f"section.{section}": f"{letter}-{number}"
        for number, section in enumerate(sections.replace("pilot_compartment", "pilot_compartment").split(), 1)
    }
    return {**OWN[parent(bomber)], "failed_system": FAILED[bomber], "area_damage": AREAS[bomber], **damage}


@pytest.mark.rule("tonight 11.0.1", "tonight 11.0.2", "tonight 11-1")
@pytest.mark.parametrize("game", ["tonight", "today"])
@pytest.mark.parametrize("bomber", SECTIONS)
def test_a_bomber_keeps_the_tables_of_its_own_game_wherever_it_flies(game: str, bomber: str) -> None:
    ruleset = composed(game)
    found = {one.role: (one.game, one.table) for one in who_answers(ruleset, bomber)}
    for role, table in of_bomber(bomber).items():
        assert found[role] == (parent(bomber), table), role


@pytest.mark.rule("tonight 11.0.3", "tonight 11.0.5", "tonight 11-1")
@pytest.mark.parametrize("game", ["tonight", "today"])
@pytest.mark.parametrize("bomber", SECTIONS)
def test_all_else_is_answered_by_the_game_that_is_played(game: str, bomber: str) -> None:
    ruleset = composed(game)
    found = {one.role: (one.game, one.table) for one in who_answers(ruleset, bomber)}
    for role, table in PLAYED[game].items():
        assert found[role] == (game, table), role


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_every_role_of_a_bomber_is_answered_by_its_own_game_or_not_at_all(game: str) -> None:
    """Of every bomber there is, those of optional rules among them."""
    ruleset = composed(game)
    for bomber in ruleset.bombers.values():
        for one in who_answers(ruleset, bomber.id):
            assert one.game == (bomber.game if one.action.by == "bomber" else game), (bomber.id, one.role)


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_the_bombers_of_the_game_are_answered_as_without_guests(game: str) -> None:
    plain, ruleset = compose(load_plugins(), game), composed(game)
    for bomber in plain.bombers:
        for campaign in plain.campaigns:
            before, now = plain.answers(bomber, campaign), ruleset.answers(bomber, campaign)
            assert {role: table.table for role, table in now.items()} == {
                role: table.table for role, table in before.items()
            }
