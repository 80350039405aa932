"""Combat with a bomber, rule by rule (7.2), and both of its long examples."""

from __future__ import annotations

import pytest
from ace_duels import CARD, damage, duel, night
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.testing.asking import asked, happenings, rolls, told, used_up
from bomberstream.plugins.ace import combat, search
from bomberstream.plugins.ace.cards import judge, read_column

PRESS_ON = {"choose": "break_off", "case": [{"when": "range != 'close'", "choose": "press_on"}]}
"""To the end of the pass."""
MISS = 2
"""Card 2 misses in every column, the fighter fires first, and nobody fires back."""
MINOR = (3, 2)
"""A hit on us that does nothing (B6)."""


# --- the examples


@pytest.mark.rule("ace 7.2.18", "ace 7.2.15", "ace 7.2.13", "ace 7.2.18.2", "ace 7.2.18.3", "ace 2.6", "ace 7.2.6")
def test_the_he219_and_the_lancaster(ace: Ruleset) -> None:
    """The long example: card 53 jams the MK 103, 18 reads column 16, grouped damage on the port wing, a severe wound
    for the tail gunner; cards 59, 29 and 54 as they are printed."""
    s = night(
        ace,
        CARD, 3,  # card 53: a gun jam, and the second of three weapons
        6,  # grouped damage: the outer engine
        1, 4,  # one random hit: the tail gunner, severely
        CARD, *MINOR, *MINOR,  # card 59: three hits less one
        CARD,  # card 29
        CARD, *MINOR, *MINOR,  # card 54: two hits, one more close, one less for the wound
        bomber="he219a-7-r2",
        cards=(53, 59, 29, 54),
        orders={"goes_on": "press_on"},
    )  # fmt: skip
    g = s.game
    assert g.firepower(s, "forward") == 30
    combat.fight(s)
    used_up(s)
    assert [one["weapon"] for one in told(s, "jam")] == ["MK 103"]
    assert g.firepower(s, "forward") == 18
    assert [one["result"] for one in told(s, "shoots")] == ["GP", "DE"]
    assert [one["firepower"] for one in told(s, "shoots")] == [18, 18]
    assert damage(s) == {"controls": 1, "port_outer": 1, "port_wing": 1, "airframe": 1}
    assert g.target.gunner == "serious"
    assert [one["hits"] for one in told(s, "return_fire")] == [2, 2]
    assert g.target.lost == "guns"
    assert g.hits == 4


@pytest.mark.rule("ace 7.2.8", "ace 7.2.7", "ace 7.2.12", "ace 7.2.9", "ace 7.2.2")
def test_two_passes_from_medium_range(ace: Ruleset) -> None:
    """The example of 7.2.12: in the first round of a pass the card says who fires first, in the second it does not."""
    s = night(
        ace,
        CARD, CARD,  # card 2, fighter first; the bomber's card 2
        CARD, CARD,  # the second round, at close range
        4,  # wheeling round: not lost
        CARD, CARD,  # card 4 is drawn after the bomber's, who fires first by card 60
        CARD, CARD,
        cards=(2, 2, 60, 2, 60, 2, 60, 2),
        orders={
            "goes_on": {
                "choose": "break_off",
                "case": [
                    {"when": "range != 'close'", "choose": "press_on"},
                    {"when": "pass_number == 1", "choose": "wheel"},
                ],
            }
        },
    )  # fmt: skip
    combat.fight(s)
    used_up(s)
    sides = [one["side"] for one in told(s, "card")]
    mine, his = "attack card", "bomber's card"
    assert sides == [mine, his, mine, his, mine, his, mine, his]
    assert [(one["number"], one["range"]) for one in told(s, "pass")] == [(1, "medium"), (2, "medium")]
    order = [one for one in happenings(s) if one in ("shoots", "return_fire")]
    assert order == ["shoots", "return_fire", "shoots", "return_fire", "return_fire", "shoots", "shoots", "return_fire"]
    assert happenings(s).count("target_found") == 1


@pytest.mark.rule("ace 7.2.17", "ace 10.1.2.aim")
@pytest.mark.parametrize(
    ("cards", "faces", "expected"),
    [
        # Example 1: a GP at the airframe, three random hits (here: nothing), and one airframe hit more.
        ((12, MISS), (CARD, 7, 7, 7, CARD), {"controls": 1, "airframe": 2}),
        # Example 2: a 2 is enough for the skill.
        ((13, MISS), (CARD, CARD, 7, 7), {"airframe": 1}),
    ],
)
def test_the_examples_of_the_aim_skill(ace: Ruleset, cards, faces, expected) -> None:
    first_fire = cards[0] == 13
    s = duel(
        ace,
        *faces,
        cards=cards,
        bomber="he219a-2-r1",
        orders={"aim": "airframe"},
        skilled={"aim": True},
    )
    assert [one["result"] for one in told(s, "shoots")] == ["2" if first_fire else "GP"]
    assert damage(s) == expected


# --- guns, range, aim


@pytest.mark.rule("ace 7.2", "ace 7.2.1", "ace 7.2.5", "ace 7.2.11")
def test_all_forward_guns_fire_together_and_one_round_takes_two_cards(ace: Ruleset) -> None:
    s = duel(ace, CARD, CARD, cards=(MISS, MISS))
    guns = s.bomber.guns
    assert (guns["forward_1"].rounds, guns["forward_2"].rounds) == (1, 10)
    assert [one["firepower"] for one in told(s, "shoots")] == [11]
    assert happenings(s)[-1] == "breaks_off"
    assert s.game.fight_over


@pytest.mark.rule("ace 7.2", "ace 7.2.16")
@pytest.mark.parametrize(("target", "replies"), [("lancaster", 1), ("mosquito_ix", 0)])
def test_a_mosquito_bomber_has_no_rear_guns(ace: Ruleset, target: str, replies: int) -> None:
    cards = (MISS, MISS)[: 1 + replies]
    s = duel(ace, *(CARD,) * len(cards), cards=cards, target={"kind": target})
    assert happenings(s).count("return_fire") == replies
    assert "upward" not in s.bomber.guns


@pytest.mark.rule("ace 7.2.3", "ace 7.2.16.1")
def test_upward_guns_aim_at_a_wing_alone(ace: Ruleset) -> None:
    s = night(ace, CARD, bomber="bf110g-4-u1", cards=(MISS,), orders={"weapon": "upward", "aim": "starboard_wing"})
    combat.fight(s)
    (aim,) = [event for event in s.log or () if getattr(event, "decision", "") == "aim"]
    assert aim.options == ("port_wing", "starboard_wing")
    (range_,) = [event for event in s.log or () if getattr(event, "decision", "") == "range"]
    assert range_.options == ("medium", "close")
    forward = duel(ace, CARD, CARD, cards=(MISS, MISS))
    (aim,) = [event for event in forward.log or () if getattr(event, "decision", "") == "aim"]
    assert aim.options == ("port_wing", "starboard_wing", "airframe", "gunner")


@pytest.mark.rule("ace 7.2.7")
def test_the_longest_pass_has_three_rounds(ace: Ruleset) -> None:
    orders = {
        "range": "long",
        "goes_on": PRESS_ON,
    }
    s = duel(ace, *(CARD,) * 6, cards=(MISS,) * 6, orders=orders)
    assert [event.options[0] for event in s.log or () if getattr(event, "decision", "") == "goes_on"] == [
        "press_on",
        "press_on",
        "wheel",
    ]
    assert s.bomber.guns["forward_2"].rounds == 8


@pytest.mark.rule("ace 7.2.13")
@pytest.mark.parametrize(("range_", "ours", "theirs"), [("long", 1, 1), ("medium", 2, 2), ("close", 3, 3)])
def test_range_changes_hits_on_both_sides(ace: Ruleset, range_: str, ours: int, theirs: int) -> None:
    """Card 31 gives 2 with 16 and fires back with 2."""
    s = duel(
        ace, CARD, *(7,) * ours, CARD, *MINOR * theirs, cards=(31, 31), bomber="he219a-2-r1",
        orders={"range": range_, "aim": "airframe"},
    )  # fmt: skip
    assert rolls(s).count("bomber_damage") == ours
    assert told(s, "return_fire")[0]["hits"] == theirs


@pytest.mark.rule("ace 7.2.8")
def test_a_bomber_that_fires_first_hits_before_we_shoot(ace: Ruleset) -> None:
    """Card 36 lets the bomber fire first; its two hits knock out every forward weapon, and no shot is fired."""
    s = duel(ace, CARD, CARD, 6, 4, *MINOR, cards=(36, 36))
    assert "shoots" not in happenings(s)
    assert not s.game.guns(s, "forward")


# --- corkscrew


@pytest.mark.rule("ace 7.2.10", "ace 7.2.18.1")
def test_a_bomber_corkscrews_from_the_second_round_on(ace: Ruleset) -> None:
    """Card 31 gives 2: two hits in the first round from medium, two in the second, close (+1) but weaving (-1)."""
    s = duel(
        ace, CARD, 7, 7, CARD, CARD, 7, 7, CARD, cards=(31, MISS, 31, MISS), bomber="he219a-2-r1",
        orders={"aim": "airframe", "goes_on": PRESS_ON},
    )  # fmt: skip
    assert rolls(s).count("bomber_damage") == 4
    assert s.game.target.weaves


@pytest.mark.rule("ace 7.2.10")
@pytest.mark.parametrize("worn", [{"controls_hits": 2}, {"port_outer_hits": 2}])
def test_no_corkscrew_with_an_engine_out_or_two_hits_on_the_controls(ace: Ruleset, worn: dict[str, int]) -> None:
    s = night(ace, target={"corkscrewing": True, **worn})
    assert not s.game.target.weaves
    assert night(ace, target={"corkscrewing": True, "controls_hits": 1}).game.target.weaves


@pytest.mark.rule("ace 7.2.10")
def test_a_card_may_have_it_corkscrew_before_the_attack(ace: Ruleset) -> None:
    """Card 50 gives 3 with 16, less one."""
    s = duel(ace, CARD, 7, 7, CARD, cards=(50, MISS), bomber="he219a-2-r1", orders={"aim": "airframe"})
    assert "corkscrews" in happenings(s)
    assert rolls(s).count("bomber_damage") == 2


# --- another pass


@pytest.mark.rule("ace 7.2.12")
@pytest.mark.parametrize(
    ("face", "state", "found"),
    [
        (2, {}, False),
        (3, {}, True),
        (2, {"skilled": {"radar_operation": True}}, True),
        (2, {"bomber": "bf110g-4c-r3", "target": {"kind": "lancaster", "has_h2s": True}}, True),
        (2, {"bomber": "bf110g-4c-r3"}, False),
        (1, {"bomber": "bf110g-4c-r3", "skilled": {"radar_operation": True}, "target": {"has_h2s": True}}, True),
        (3, {"blinded": True}, False),
    ],
)
def test_the_target_may_be_lost_in_the_turn(ace: Ruleset, face: int, state, found: bool) -> None:
    s = night(ace, face, **state)
    assert (s.roll("another_pass").result == "found") is found


# --- extended bursts


@pytest.mark.rule("ace 7.2.14", "ace 7.2.4")
@pytest.mark.parametrize(
    ("state", "open_"),
    [
        ({}, True),
        ({"range": "close"}, False),
        ({"weapon": "upward"}, False),
        ({"range": "long"}, True),
    ],
)
def test_when_a_long_burst_is_possible(ace: Ruleset, state, open_: bool) -> None:
    s = night(ace, **state)
    s.game.shot = combat.Shot()
    assert s.ruleset.vocabulary.value(s, "can_burst") is (open_ and state.get("weapon") != "upward")


@pytest.mark.rule("ace 7.2.14")
def test_no_long_burst_with_endless_guns_alone_or_a_single_round(ace: Ruleset) -> None:
    s = night(ace)
    s.game.shot = combat.Shot()
    s.bomber.guns["forward_2"].rounds = 1
    assert not s.ruleset.vocabulary.value(s, "can_burst")
    s.bomber.guns["forward_2"].rounds = 2
    assert s.ruleset.vocabulary.value(s, "can_burst")
    s.bomber.guns["forward_2"].jam(2)
    assert not s.ruleset.vocabulary.value(s, "can_burst")


BURSTS = {
    2: ("destroyed", 0, 0, False),
    3: ("hits", 4, 0, False),
    4: ("hits", 3, 0, True),
    5: ("hits", 2, 0, False),
    6: ("hits", 2, 1, False),
    7: ("hits", 1, 0, False),
    8: ("hits", 1, 9, False),
    9: ("hits", 1, 1, True),
    10: ("hits", 1, 0, False),
    11: ("hits", 1, 0, False),
    12: ("jammed", 0, 0, False),
}


@pytest.mark.rule("ace 7.2.14.table")
def test_every_row_of_the_long_burst(ace: Ruleset) -> None:
    table = ace.tables["extended-burst"]
    for total, (result, hits, jams, blinded) in BURSTS.items():
        cell = table.find(total, total, None)
        assert cell.result == result
        if cell.data is not None:
            assert (cell.data.hits, cell.data.jams, cell.data.blinded) == (hits, jams, blinded)
            assert cell.data.destroyed is (result == "destroyed")


@pytest.mark.rule("ace 7.2.14.effects")
@pytest.mark.parametrize("total", range(2, 13))
def test_what_a_long_burst_does(ace: Ruleset, total: int) -> None:
    """From medium range at the airframe with card 31, a 2: so many hits more, each of them nothing that matters."""
    result, hits, jams, blinded = BURSTS[total]
    dice = (total // 2, total - total // 2)
    match result:
        case "destroyed":
            faces, cards = dice, ()
        case "jammed":
            faces, cards = (*dice, CARD), (MISS,)
        case _:
            jam = (1,) if jams == 1 else ()
            faces, cards = (*dice, CARD, *(7,) * (2 + hits), *jam, CARD), (31, MISS)
    s = duel(ace, *faces, cards=cards, bomber="he219a-2-r1", orders={"aim": "airframe", "extended_burst": "yes"})
    spent = 10 - s.bomber.guns["forward_2"].rounds
    assert spent == (0 if result == "jammed" else 2)
    assert (s.game.target.lost == "long burst") is (result == "destroyed")
    assert rolls(s).count("bomber_damage") == (2 + hits if result == "hits" else 0)
    working = len(s.game.guns(s, "forward"))
    assert working == (0 if result == "jammed" or jams == 9 else 1 if jams == 1 else 2)
    assert not s.game.blinded, "the muzzles of the He 219 lie where its pilot does not see them"
    assert blinded is ("blinded" in happenings(duel(
        ace, *faces[:2], CARD, CARD, *((1,) if jams == 1 else ()), cards=(MISS, MISS), bomber="bf110g-4b-r3",
        orders={"extended_burst": "yes"},
    ))) if blinded else True  # fmt: skip


@pytest.mark.rule("ace 7.2.14.effects")
def test_extra_hits_of_a_burst_need_a_hit_of_the_card(ace: Ruleset) -> None:
    s = duel(ace, 1, 2, CARD, CARD, cards=(MISS, MISS), orders={"extended_burst": "yes"})
    assert "bomber_damage" not in rolls(s)


@pytest.mark.rule("ace 7.2.14.blind")
def test_a_blinded_pilot_cannot_press_on_and_finds_the_target_less_easily(ace: Ruleset) -> None:
    s = duel(ace, 2, 2, CARD, CARD, 3, cards=(MISS, MISS), orders={"extended_burst": "yes", "goes_on": "wheel"})
    (options,) = [event.options for event in s.log or () if getattr(event, "decision", "") == "goes_on"]
    assert options == ("wheel", "break_off")
    assert "target_lost" in happenings(s)


# --- jams


@pytest.mark.rule("ace 7.2.15")
def test_a_jam_takes_its_firepower_off_before_the_shot(ace: Ruleset) -> None:
    """Card 30 jams; of two weapons 1 to 3 is the first: 8 are left of 11, and the card is read under 8."""
    s = duel(ace, CARD, 2, CARD, 7, cards=(30, MISS), orders={"aim": "airframe"}, target={"corkscrewing": True})
    # The bomber fires first by card 30, so its card comes before our shot.
    assert [one["weapon"] for one in told(s, "jam")] == ["MG 17"]
    assert [(one["firepower"], one["result"]) for one in told(s, "shoots")] == [(8, "2")]


@pytest.mark.rule("ace 10.1.2.weapons", "ace 7.2.15")
def test_good_maintenance_clears_the_first_jam_of_a_sortie(ace: Ruleset) -> None:
    """Card 56 is grouped with 16, three random hits; with one weapon jammed 8 are left, which gives 2."""
    scene = {"bomber": "he219a-2-r1", "orders": {"aim": "airframe"}, "skilled": {"weapons": True}}
    s = night(ace, CARD, 7, 7, 7, CARD, CARD, 5, 7, 7, CARD, cards=(56, MISS, 56, MISS), **scene)
    combat.fight(s)
    assert happenings(s).count("jam_cleared") == 1
    assert "jam" not in happenings(s)
    combat.fight(s)
    used_up(s)
    assert happenings(s).count("jam_cleared") == 1
    assert happenings(s).count("jam") == 1


# --- upward guns

BELOW = {"weapon": "upward", "aim": "port_wing", "range": "medium"}


@pytest.mark.rule("ace 7.2.16.2")
def test_seen_from_above_the_attack_is_spoilt(ace: Ruleset) -> None:
    s = duel(ace, CARD, cards=(38,), bomber="bf110g-4-u1", orders=BELOW)
    assert happenings(s)[-2:] == ["seen_below", "breaks_off"]
    assert s.bomber.guns["upward"].rounds == 6
    assert s.game.target.corkscrewing


@pytest.mark.rule("ace 7.2.16.3", "ace 10.1.2.sm-gunnery", "ace 7.2.16.6")
def test_upward_guns_hit_and_draw_no_fire(ace: Ruleset) -> None:
    """Card 25 gives 4 under 24; the skill adds the tank, which leaks. No card is drawn for the bomber."""
    s = duel(ace, CARD, 4, 4, 5, 5, 1, 1, cards=(25,), bomber="bf110g-4-u1", orders=BELOW,
             skilled={"sm_gunnery": True, "gunnery": True, "aim": True})  # fmt: skip
    assert damage(s) == {"airframe": 2, "controls": 2}
    assert rolls(s).count("bomber_tank") == 1
    assert "return_fire" not in happenings(s)
    assert s.bomber.guns["upward"].rounds == 5


@pytest.mark.rule("ace 7.2.16.4")
@pytest.mark.parametrize(("dice", "hits"), [((1, 1), 3), ((6, 6), 3), ((3, 4), 0)])
def test_close_below_one_hit_more_and_perhaps_debris(ace: Ruleset, dice: tuple[int, int], hits: int) -> None:
    """Card 45 gives 1 under 24, and one more from close."""
    fallen = (hits, *MINOR * hits) if hits else ()
    s = duel(ace, CARD, 4, 4, *dice, *fallen, cards=(45,), bomber="bf110g-4-u1", orders={**BELOW, "range": "close"})
    assert damage(s) == {"airframe": 2}
    assert s.game.hits == hits


@pytest.mark.rule("ace 7.2.16.5")
@pytest.mark.parametrize(("card", "left"), [(28, 0), (58, 0), (18, 2), (51, 0)])
def test_a_bomber_that_sees_them_late_avoids_some_hits(ace: Ruleset, card: int, left: int) -> None:
    """Card 18 gives 4 less 2; card 58 1 less 1; card 28 misses anyway; card 51 is grouped, its random part less 1."""
    grouped = (1,) if card == 51 else ()
    s = duel(ace, CARD, *grouped, *(4,) * left, cards=(card,), bomber="bf110g-4-u1", orders=BELOW)
    assert rolls(s).count("bomber_damage") == left


@pytest.mark.rule("ace 7.2.16.7")
def test_another_upward_attack_takes_a_box_and_needs_one(ace: Ruleset) -> None:
    orders = {**BELOW, "goes_on": {"choose": "break_off", "case": [{"when": "pass_number == 1", "choose": "wheel"}]}}
    s = duel(ace, CARD, 5, CARD, cards=(MISS, MISS), bomber="bf110g-4-u1", orders=orders)
    assert s.game.box == 3
    assert "sneaks_back" in happenings(s)
    last = duel(
        ace, CARD, 5, CARD, CARD, cards=(MISS, MISS, MISS), bomber="bf110g-4-u1", box=4,
        orders={**orders, "weapon": {"choose": "forward", "case": [{"when": "pass_number == 1", "choose": "upward"}]}},
    )  # fmt: skip
    assert last.game.box == 4
    weapons = [event.options for event in last.log or () if getattr(event, "decision", "") == "weapon"]
    assert weapons == [("forward", "upward"), ("forward",)]


@pytest.mark.rule("ace 7.2.16.7", "ace 7.2.16")
def test_an_upward_attack_ends_the_pass(ace: Ruleset) -> None:
    s = duel(ace, CARD, cards=(MISS,), bomber="bf110g-4-u1", orders=BELOW)
    (options,) = [event.options for event in s.log or () if getattr(event, "decision", "") == "goes_on"]
    assert options == ("wheel", "break_off")


# --- skills


@pytest.mark.rule("ace 10.1.2.expert")
def test_an_expert_draws_again_once_in_an_interception(ace: Ruleset) -> None:
    s = night(ace, CARD, CARD, CARD, CARD, CARD, cards=(2, 4, 2, 35, 2), orders={
        "redraw": "redraw",
        "goes_on": PRESS_ON,
    })  # fmt: skip
    s.game.members["pilot"].expert.append("bf110")
    combat.fight(s)
    used_up(s)
    assert asked(s).count("redraw") == 1
    assert [one["number"] for one in told(s, "card")] == [2, 4, 2, 35, 2]
    stranger = night(ace, CARD, CARD, cards=(2, 2))
    stranger.game.members["pilot"].expert.append("ju88")
    combat.fight(stranger)
    assert "redraw" not in asked(stranger)


@pytest.mark.rule("ace 10.1.2.gunnery")
def test_a_gunner_pilot_has_a_hit_more_when_he_hits(ace: Ruleset) -> None:
    s = duel(ace, CARD, 7, 7, 7, CARD, cards=(31, MISS), bomber="he219a-2-r1", orders={"aim": "airframe"},
             skilled={"gunnery": True})  # fmt: skip
    assert rolls(s).count("bomber_damage") == 3
    missed = duel(ace, CARD, CARD, cards=(MISS, MISS), bomber="he219a-2-r1", skilled={"gunnery": True})
    assert "bomber_damage" not in rolls(missed)


@pytest.mark.rule("ace 10.1.2.acm")
def test_air_combat_maneuvering_takes_a_hit_off(ace: Ruleset) -> None:
    s = duel(ace, CARD, CARD, *MINOR, *MINOR, cards=(MISS, 59), skilled={"acm": True})
    assert told(s, "return_fire")[0]["hits"] == 2


# --- damage to the bomber


@pytest.mark.rule("ace 7.2.18")
@pytest.mark.parametrize(
    ("firepower", "column"), [(1, None), (2, "2"), (3, "2"), (11, "8"), (18, "16"), (23, "16"), (64, "24")]
)
def test_the_column_is_the_highest_not_above_the_firepower(ace: Ruleset, firepower: int, column: str | None) -> None:
    s = night(ace)
    deck = s.ruleset.tables["combat-deck"]
    for number, card in combat_cards(s).items():
        wanted = "0" if column is None else deck.look(str(number), column).result
        assert read_column(s, card, firepower) == wanted


def combat_cards(s):
    from bomberstream.plugins.ace.cards import cards_of

    return cards_of(s.ruleset)


@pytest.mark.rule("ace 7.2.18.1", "ace 7.2.18.2", "ace 7.2.18.3")
def test_what_modifiers_change(ace: Ruleset) -> None:
    assert (judge("3", 1).random, judge("3", -5).random, judge("0", 1).random) == (4, 0, 0)
    assert (judge("GP", -1).random, judge("GP", 0).grouped, judge("GP+1", 0).random) == (-1, True, 1)
    assert judge("DE", -9).destroyed
    assert not judge("DE", 9).random


@pytest.mark.rule("ace 7.2.18.4", "ace 7.2.18.5")
@pytest.mark.parametrize(
    ("system", "hits", "how"),
    [
        ("port_wing", 3, "wing"),
        ("starboard_wing", 3, "wing"),
        ("controls", 3, "controls"),
        ("airframe", 4, "airframe"),
    ],
)
def test_what_brings_a_lancaster_down(ace: Ruleset, system: str, hits: int, how: str) -> None:
    from bomberstream.plugins.ace import target

    s = night(ace)
    for _ in range(hits - 1):
        target.hit(s, system)
        assert not s.game.target.lost
    target.hit(s, system)
    assert s.game.target.lost == how


@pytest.mark.rule("ace 7.2.18.4", "ace 7.2.18.5")
def test_all_engines_out_bring_it_down_and_a_dead_one_takes_no_more(ace: Ruleset) -> None:
    from bomberstream.plugins.ace import target

    s = night(ace)
    for engine in ("port_outer", "port_inner", "starboard_inner"):
        for _ in range(3):
            target.hit(s, engine)
    assert s.game.target.engines_out == 3
    assert s.game.target.damage["port_outer"] == 2
    target.hit(s, "starboard_outer")
    assert not s.game.target.lost
    target.hit(s, "starboard_outer")
    assert s.game.target.lost == "engines"


@pytest.mark.rule("ace 7.2.18.5")
@pytest.mark.parametrize(("dice", "lost"), [((4, 4), ""), ((4, 5), "fuel fire"), ((6, 6), "fuel explosion")])
def test_a_tank_leaks_burns_or_explodes(ace: Ruleset, dice: tuple[int, int], lost: str) -> None:
    from bomberstream.plugins.ace import target

    s = night(ace, *dice)
    target.hit(s, "fuel_tank")
    assert s.game.target.lost == lost


@pytest.mark.rule("ace 7.2.18.4")
def test_a_tail_gunner_dies_once(ace: Ruleset) -> None:
    from bomberstream.plugins.ace import target

    s = night(ace, 2, 3, 6)
    for grade in ("light", "serious", "killed", "killed"):
        target.hit(s, "gunner")
        assert s.game.target.gunner == grade
    used_up(s)


@pytest.mark.rule("ace 7.2.19.3")
@pytest.mark.parametrize(
    ("box", "range_", "faces", "lost", "hits"),
    [
        (3, "close", (8, 1, 1, 2, *MINOR, *MINOR), "bombs", 2),
        (3, "close", (10, 3, 3), "bombs", 0),
        (3, "medium", (8,), "bombs", 0),
        (3, "close", (7,), "", 0),
        (4, "close", (10,), "", 0),
    ],
)
def test_bombs_aboard_go_off(ace: Ruleset, box: int, range_: str, faces, lost: str, hits: int) -> None:
    from bomberstream.plugins.ace import target

    s = night(ace, *faces, box=box, range=range_)
    target.hit(s, "bomb_bay")
    used_up(s)
    assert s.game.target.lost == lost
    assert s.game.hits == hits


# --- the way home


@pytest.mark.rule("ace 7.2.20")
@pytest.mark.parametrize(("face", "crashes"), [(4, True), (5, False)])
def test_the_example_of_the_damaged_bomber(ace: Ruleset, face: int, crashes: bool) -> None:
    """One engine damaged, two out, two hits on the port wing: it crashes on 1 to 4."""
    worn = {"port_outer_hits": 1, "port_inner_hits": 2, "starboard_inner_hits": 2, "port_wing_hits": 2}
    s = night(ace, face, *((6,) if crashes else ()), target=worn)
    search.settle(s)
    used_up(s)
    assert s.game.claims[-1].fate == ("crashed on its way home" if crashes else "got away")
    assert s.game.career.kills == 0


@pytest.mark.rule("ace 7.2.20.credit", "ace 7.2.20")
@pytest.mark.parametrize(("witness", "faces", "kills"), [(0, (1, 2), 1), (0, (1, 3), 0), (1, (1,), 1)])
def test_a_crash_is_credited_if_somebody_saw_it(ace: Ruleset, witness: int, faces, kills: int) -> None:
    s = night(ace, *faces, target={"airframe_hits": 1})
    s.game.career.witness = witness
    search.settle(s)
    used_up(s)
    assert s.game.career.kills == kills
    assert s.game.career.witness == 0


@pytest.mark.rule("ace 7.2.20")
def test_an_unhurt_bomber_goes_home(ace: Ruleset) -> None:
    s = night(ace)
    search.settle(s)
    search.settle(s)
    assert rolls(s) == []
