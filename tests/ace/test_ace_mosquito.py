"""British night fighters, rule by rule (7.3)."""

from __future__ import annotations

from contextlib import suppress

import pytest
from ace_duels import CARD, night
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Sortie, SortieOver
from bomberstream.core.testing.asking import asked, happenings, rolls, told, used_up

MINOR = (3, 2)
OURS, HIS = 4, 3
"""Faces of the initiative."""
MISS, JAM, GROUPED, MORE, GONE = 2, 9, 12, 46, 29
"""Cards for the firepower of a Mosquito, column 16: 0, gun jam, GP, GP+1, DE."""


def encounter(ace: Ruleset, *faces: int, cards: tuple[int, ...] = (), kind: str = "mosquito_ii_nf", **scene) -> Sortie:
    """One encounter, with every face and card."""
    s = night(ace, *faces, cards=cards, target={"kind": kind}, **scene)
    with suppress(SortieOver):
        s.run("night_fighter")
    used_up(s)
    assert not s.game.deck.left
    return s


@pytest.mark.rule("ace 7.3.1", "ace 10.1.2.sa")
@pytest.mark.parametrize(
    ("face", "kind", "bomber", "skilled", "ours"),
    [
        (3, "mosquito_ii_nf", "bf110f-4a", False, False),
        (4, "mosquito_ii_nf", "bf110f-4a", False, True),
        (3, "mosquito_ii_nf", "bf110f-4a", True, True),
        (4, "mosquito_xix_nf", "bf110f-4a", False, False),
        (3, "mosquito_ii_nf", "bf110g-4/u5", False, True),
    ],
)
def test_who_has_the_initiative(ace: Ruleset, face: int, kind: str, bomber: str, skilled: bool, ours: bool) -> None:
    s = night(ace, face, target={"kind": kind}, bomber=bomber, skilled={"situational_awareness": skilled})
    assert (s.roll("initiative").result == "ours") is ours


@pytest.mark.rule("ace 7.3.1")
@pytest.mark.parametrize(
    ("bomber", "fast"),
    [
        ("bf110f-4a", False),
        ("do217-n-1", False),
        ("he219a-2-r1", True),
        ("ju88g-1", True),
        ("ta154-a-1", True),
        ("do335-a-6", True),
    ],
)
def test_only_the_fast_attack_a_mosquito(ace: Ruleset, bomber: str, fast: bool) -> None:
    faces = (OURS, CARD) if fast else (OURS,)
    s = encounter(ace, *faces, cards=(MISS,) if fast else (), bomber=bomber)
    assert ("too_fast" in happenings(s)) is not fast
    assert happenings(s).count("shoots") == fast
    assert "return_fire" not in happenings(s)


@pytest.mark.rule("ace 7.3.2")
def test_his_first_attack_is_from_medium_range_at_the_airframe(ace: Ruleset) -> None:
    """A grouped result: controls and airframe, and three random hits by our own chart; then we break away."""
    s = encounter(ace, HIS, CARD, *MINOR, *MINOR, *MINOR, 4, cards=(GROUPED,), orders={"second_round": "break_off"})
    counts = s.bomber.counts
    assert (counts["controls"], counts["airframe"]) == (1, 1)
    assert s.game.hits == 5
    assert rolls(s).count("fighter_damage") == 3
    assert "bomber_damage" not in rolls(s)
    more = encounter(ace, HIS, CARD, *MINOR * 4, 4, cards=(MORE,), orders={"second_round": "break_off"})
    assert rolls(more).count("fighter_damage") == 4


@pytest.mark.rule("ace 7.3.2")
def test_a_jam_ends_his_attack_and_de_ends_ours(ace: Ruleset) -> None:
    s = encounter(ace, HIS, CARD, cards=(JAM,))
    assert happenings(s)[-1] == "mosquito_jams"
    assert s.game.hits == 0
    gone = encounter(ace, HIS, CARD, cards=(GONE,))
    assert gone.outcome == "shot_down"
    assert all(man.is_dead for man in gone.bomber.crew)
    assert "parachute" not in rolls(gone)


@pytest.mark.rule("ace 7.3.3")
def test_the_rear_guns_may_reply(ace: Ruleset) -> None:
    """MG 81Z reads column 2: card 37 gives 3 there, at the airframe."""
    s = encounter(
        ace, HIS, CARD, CARD, 7, 7, 7, 4, cards=(MISS, 37), orders={"rear_guns": "yes", "second_round": "break_off"}
    )
    assert told(s, "rear_guns")[0]["result"] == "3"
    assert rolls(s).count("bomber_damage") == 3
    without = encounter(ace, HIS, CARD, 4, cards=(MISS,), bomber="he219a-2-r1", orders={"second_round": "break_off"})
    assert "rear_guns" not in asked(without)


@pytest.mark.rule("ace 10.1.2.gunnery")
def test_a_rear_gunner_with_gunnery_hits_once_more(ace: Ruleset) -> None:
    s = night(ace, HIS, CARD, CARD, 7, 7, 7, 7, 4, cards=(MISS, 37), target={"kind": "mosquito_ii_nf"},
              orders={"rear_guns": "yes", "second_round": "break_off"})  # fmt: skip
    s.game.members["rear_gunner"].skills.append("gunnery")
    s.run("night_fighter")
    used_up(s)
    assert rolls(s).count("bomber_damage") == 4


@pytest.mark.rule("ace 7.3.4")
def test_three_ways_are_open_before_his_second_round(ace: Ruleset) -> None:
    s = encounter(ace, HIS, CARD, 4, cards=(MISS,), orders={"second_round": "break_off"})
    (options,) = [event.options for event in s.log or () if getattr(event, "decision", "") == "second_round"]
    assert options == ("break_off", "seize_initiative", "bail_out")


@pytest.mark.rule("ace 7.3.4.break-off")
@pytest.mark.parametrize(
    ("face", "state", "escapes"),
    [
        (4, {}, True),
        (5, {}, False),
        (5, {"skilled": {"acm": True}}, True),
        (4, {"engines_damaged": 1}, False),
        (2, {"engines_out": [1]}, True),
        (3, {"engines_out": [1]}, False),
    ],
)
@pytest.mark.parametrize(
    "way", ["break_off", pytest.param("seize_initiative", marks=pytest.mark.rule("ace 7.3.4.initiative"))]
)
def test_breaking_off_and_seizing_the_initiative_are_rolled_alike(
    ace: Ruleset, way: str, face: int, state, escapes: bool
) -> None:
    s = night(ace, face, **state)
    assert (s.roll(way).result == "success") is escapes


@pytest.mark.rule("ace 7.3.4.break-off", "ace 7.3.4.acm")
@pytest.mark.parametrize(("skilled", "hits"), [(False, 4), (True, 3)])
def test_who_does_not_get_away_is_fired_at_from_close(ace: Ruleset, skilled: bool, hits: int) -> None:
    """Card 1 gives 3 with 16; one more from close, one less for air combat maneuvering."""
    s = encounter(ace, HIS, CARD, 6, CARD, *MINOR * hits, cards=(MISS, 1), orders={"second_round": "break_off"},
                  skilled={"acm": skilled})  # fmt: skip
    assert s.game.hits == hits
    assert s.game.fight_over


@pytest.mark.rule("ace 7.3.4.initiative")
def test_the_tables_are_turned(ace: Ruleset) -> None:
    """Whatever the speeds: a round of ours from close range, and that is all."""
    s = encounter(ace, HIS, CARD, 1, CARD, cards=(MISS, 37), orders={"second_round": "seize_initiative"})
    assert told(s, "shoots")[0]["result"] == "DE"
    assert s.game.target.lost
    failed = encounter(ace, HIS, CARD, 5, CARD, cards=(MISS, MISS), orders={"second_round": "seize_initiative"})
    assert happenings(failed).count("mosquito_shoots") == 2
    assert "shoots" not in happenings(failed)


@pytest.mark.rule("ace 7.3.4.bail-out")
def test_jumping_ends_it_before_he_fires_again(ace: Ruleset) -> None:
    s = encounter(ace, HIS, CARD, 1, 2, 3, cards=(MISS,), orders={"second_round": "bail_out"})
    assert s.outcome == "bailed_out"
    assert happenings(s).count("mosquito_shoots") == 1
    assert rolls(s).count("parachute") == 3
