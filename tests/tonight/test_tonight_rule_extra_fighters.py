"""Optional rules 9.2 to 9.4: the Me 262, the Ta 154 and the Italian Do 217."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from bomberstream.core.errors import NotAllowed
from bomberstream.core.events import digest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.plugins.tonight.rules import extra_fighters
from duels import duel, gun
from nights import column, happenings, modifiers, rolls, run, stage, take, used_up

ALL = ("me_262", "early_me_262", "ta_154", "early_ta_154", "italian_do_217")
CARDS = {"me-262b": "me_262", "ta-154a-0": "ta_154", "do-217j-1-italian": "italian_do_217"}


@cache
def with_rules(*rules: str) -> Ruleset:
    return compose(load_plugins(), "tonight", rules=rules)


@pytest.fixture(scope="module")
def late() -> Ruleset:
    """As printed: the jet from January, the Ta 154 from April 1945."""
    return with_rules("me_262", "ta_154")


@pytest.fixture(scope="module")
def jets() -> Ruleset:
    return with_rules("me_262", "early_me_262")


@pytest.fixture(scope="module")
def wood() -> Ruleset:
    return with_rules("ta_154", "early_ta_154")


@pytest.fixture(scope="module")
def italy() -> Ruleset:
    return with_rules("italian_do_217")


@pytest.fixture(scope="module")
def everything() -> Ruleset:
    return with_rules(*ALL)


ROLLED = (1, 1)
"""5-7: hundredths of 1 are a Me 110 from 1942 to 1945."""


def cent(total: int) -> tuple[int, int]:
    """Percentage dice that show a total."""
    return (total // 10 or 10, total % 10 or 10) if total < 100 else (10, 10)


def met(ruleset: Ruleset, *faces: int, date: str, **given: Any) -> Sortie:
    """A night fighter as it comes out of 5-7 and its notes."""
    s = stage(ruleset, *faces, campaign=None, date=date, **given)
    s.game.squad = 1
    run(s, "fighter", *(step.name for step in ruleset.procedures["fighter"] if step.name in KINDS))
    used_up(s)
    return s


KINDS = ("kind_of_fighter", "jet", "wooden_fighter", "italian")


# --- when and how often


@pytest.mark.rule("tonight 9.2", "tonight 9.2.1", "tonight 5.3.3.6")
@pytest.mark.parametrize(("date", "asks"), [("1944-12-31", False), ("1945-01-01", True), ("1945-04-20", True)])
def test_the_jet_comes_in_january_1945(date: str, asks: bool) -> None:
    s = met(with_rules("me_262"), *ROLLED, *(cent(3) if asks else ()), date=date)
    assert rolls(s) == ["fighter_type", "me_262"][: 1 + asks]
    assert s.fighter.type.id == "me-110g-4"


@pytest.mark.rule("tonight 9.2.1", "tonight 5.3.3.6")
@pytest.mark.parametrize(("dice", "replaced"), [(1, True), (2, True), (3, False), (100, False)])
def test_two_in_a_hundred_are_jets(dice: int, replaced: bool) -> None:
    s = met(with_rules("me_262"), *ROLLED, *cent(dice), date="1945-02-14")
    assert s.fighter.type.id == ("me-262b" if replaced else "me-110g-4")
    assert s.game.fighters == [s.fighter]
    assert s.fighter.key == "f1"
    assert ("me_262" in happenings(s)) is replaced


@pytest.mark.rule("tonight 9.3", "tonight 9.3.1", "tonight 5.3.3.6")
@pytest.mark.parametrize(("date", "asks"), [("1945-03-31", False), ("1945-04-01", True)])
def test_the_ta_154_comes_in_april_1945(date: str, asks: bool) -> None:
    s = met(with_rules("ta_154"), *ROLLED, *(cent(2) if asks else ()), date=date)
    assert s.fighter.type.id == ("ta-154a-0" if asks else "me-110g-4")


@pytest.mark.rule("tonight 9.3.1")
@pytest.mark.parametrize(("dice", "replaced"), [(1, True), (2, True), (3, False), (100, False)])
def test_two_in_a_hundred_are_ta_154s(dice: int, replaced: bool) -> None:
    s = met(with_rules("ta_154"), *ROLLED, *cent(dice), date="1945-04-14")
    assert (s.fighter.type.id == "ta-154a-0") is replaced
    assert ("ta_154" in happenings(s)) is replaced


@pytest.mark.rule("tonight 9.2.4", "tonight 9.3.3")
@pytest.mark.parametrize("name", ["me_262", "ta_154"])
@pytest.mark.parametrize(
    ("date", "most"),
    [("1943-08-31", 0), ("1943-09-01", 5), ("1943-12-31", 5), ("1944-01-01", 10), ("1945-01-01", 15)],
)
def test_early_they_come_in_september_1943_and_more_of_them_each_year(
    jets: Ruleset, wood: Ruleset, name: str, date: str, most: int
) -> None:
    ruleset = jets if name == "me_262" else wood
    if not most:
        assert rolls(met(ruleset, *ROLLED, date=date)) == ["fighter_type"]
        return
    for dice, replaced in ((1, True), (most, True), (most + 1, False)):
        s = met(ruleset, *ROLLED, *cent(dice), date=date)
        assert (CARDS.get(s.fighter.type.id) == name) is replaced, dice


@pytest.mark.rule("tonight 9.2.4", "tonight 9.3.3")
@pytest.mark.parametrize("name", ["me_262", "ta_154"])
def test_the_what_if_is_nothing_without_its_fighter(name: str) -> None:
    with pytest.raises(NotAllowed, match=f"needs {name} switched on"):
        with_rules(f"early_{name}")


@pytest.mark.rule("tonight 9.2.1")
def test_a_wild_boar_stays_what_it_is(jets: Ruleset) -> None:
    s = met(jets, 1, 1, date="1943-10-10", **{"zone.is_target": True, "zone.over": "G"})
    assert rolls(s) == ["wild_boar"]
    assert s.fighter.type.traits["wild_boar"]


@pytest.mark.rule("tonight 9.2.1", "tonight 9.3.1")
def test_what_has_been_replaced_is_not_replaced_again(late: Ruleset) -> None:
    s = met(late, *ROLLED, *cent(1), date="1945-04-10")
    assert len(rolls(s)) == 2
    assert s.fighter.type.id in extra_fighters.SUBSTITUTES
    assert len(rolls(met(late, *ROLLED, *cent(3), *cent(3), date="1945-04-10"))) == 3


# --- 9.4


DORNIER = (9, 5)
"""5-7 in the second half of 1942: a Do 217 J-1."""


def over_italy(italy: Ruleset, *faces: int, code: str = "I", country: str = "I", date: str = "1942-11-20") -> Sortie:
    s = stage(italy, *faces, campaign=None, date=date, **{"zone.over": code})
    s.game.target = next(one for one in italy.targets if one.country == country)
    s.game.squad = 1
    run(s, "fighter", "kind_of_fighter", "italian")
    used_up(s)
    return s


@pytest.mark.rule("tonight 9.4", "tonight 9.4.1", "tonight 5.3.3.6")
@pytest.mark.parametrize(("dice", "is_italian"), [(1, True), (70, True), (71, False), (100, False)])
def test_over_italy_a_dornier_may_be_italian(italy: Ruleset, dice: int, is_italian: bool) -> None:
    s = over_italy(italy, *DORNIER, *cent(dice))
    assert s.fighter.type.id == ("do-217j-1-italian" if is_italian else "do-217j-1")
    assert ("italian_do_217" in happenings(s)) is is_italian


@pytest.mark.rule("tonight 9.4")
@pytest.mark.parametrize(("faces", "code", "country"), [(ROLLED, "I", "I"), (DORNIER, "F", "I"), (DORNIER, "I", "G")])
def test_nowhere_else_and_nothing_else_is_italian(
    italy: Ruleset, faces: tuple[int, int], code: str, country: str
) -> None:
    assert rolls(over_italy(italy, *faces, code=code, country=country)) == ["fighter_type"]


@pytest.mark.rule("tonight 9.4.1")
def test_the_italian_dornier_is_the_german_one_under_other_marks(italy: Ruleset) -> None:
    german, italian = italy.fighters["do-217j-1"], italy.fighters["do-217j-1-italian"]
    assert italian.columns == german.columns
    assert (italian.from_, italian.until, italian.engines) == (german.from_, german.until, german.engines)


@pytest.mark.rule("tonight 9.4.2")
@pytest.mark.parametrize(
    ("date", "faces", "carried", "rolled"),
    [
        ("1942-04-10", (), set(), []),
        ("1942-11-20", (1,), set(), ["airborne_radar"]),
        ("1943-12-10", (1, 1), {"naxos"}, ["airborne_radar", "upward_guns"]),
        ("1944-02-10", (1, 1), {"radar", "naxos", "flensburg"}, ["airborne_radar", "upward_guns"]),
    ],
)
def test_its_standard_sets_wait_for_their_month(
    italy: Ruleset, date: str, faces: tuple[int, ...], carried: set[str], rolled: list[str]
) -> None:
    s = duel(italy, *faces, kind="do-217j-1-italian", date=date)
    s.fighter.carries.clear()
    take(s, "fighter", "equipment")
    used_up(s)
    assert s.fighter.carries == carried
    assert rolls(s) == rolled


# --- what they carry


@pytest.mark.rule("tonight 9.2.2", "tonight 9.2.4")
@pytest.mark.parametrize("date", ["1943-09-10", "1945-02-10"])
def test_the_jet_carries_radar_naxos_and_flensburg_whatever_the_month(jets: Ruleset, date: str) -> None:
    s = duel(jets, kind="me-262b", date=date)
    s.fighter.carries.clear()
    take(s, "fighter", "equipment")
    assert s.fighter.carries == {"radar", "naxos", "flensburg"}
    assert rolls(s) == []


@pytest.mark.rule("tonight 9.3.2", "tonight 9.3", "tonight 9.3.3")
@pytest.mark.parametrize("date", ["1943-09-10", "1945-04-10"])
def test_the_ta_154_carries_upward_guns_too(wood: Ruleset, date: str) -> None:
    s = duel(wood, kind="ta-154a-0", date=date)
    s.fighter.carries.clear()
    take(s, "fighter", "equipment")
    assert s.fighter.carries == {"radar", "naxos", "flensburg", "upward_guns"}
    assert rolls(s) == []


@pytest.mark.rule("tonight 9.2.2")
def test_others_are_fitted_out_as_before(late: Ruleset) -> None:
    s = duel(late, 1, 1, 1, 1, kind="me-110g-4", date="1945-04-10")
    take(s, "fighter", "equipment")
    used_up(s)
    assert rolls(s) == ["airborne_radar", "naxos", "flensburg", "upward_guns"]


@pytest.mark.rule("tonight 9.2.3")
def test_jet_and_ta_154_reach_the_very_high_level(late: Ruleset, italy: Ruleset) -> None:
    assert {name for name, one in late.fighters.items() if one.traits.get("very_high")} == {"me-262b", "ta-154a-0"}
    assert not any(one.traits.get("very_high") for one in italy.fighters.values())


# --- fire at them, and theirs


def damage_of(ruleset: Ruleset, column: str) -> list[str]:
    """The results of 5-12B from 4 or less to 13 and more, and the natural 12."""
    table = ruleset.table("5-12B")
    return [str(table.find(0, total, column).result) for total in range(4, 14)] + [
        str(table.find(12, 0, column).result)
    ]


@pytest.mark.rule("tonight 9.2.1", "tonight 9.3.1")
def test_their_columns_of_5_12b(late: Ruleset) -> None:
    assert damage_of(late, "me-262b") == [
        "superficial",
        *["fcab"] * 3,
        *["fca"] * 3,
        "fcab",
        "fboa",
        "destroyed",
        "destroyed",
    ]
    assert damage_of(late, "ta-154a-0") == damage_of(late, "me-110f-4")


@pytest.mark.rule("tonight 9.2", "tonight 9.3")
def test_their_columns_of_5_13b(late: Ruleset) -> None:
    table = late.table("5-13B")
    assert [table.find(0, total, "me-262b").result for total in range(1, 10)] == [
        "x1",
        *["x2"] * 2,
        *["x3"] * 3,
        "x4",
        *["x5"] * 2,
    ]
    for total in range(1, 10):
        assert table.find(0, total, "ta-154a-0").result == table.find(0, total, "he-219a-0").result


@pytest.mark.rule("tonight 9.2.1", "tonight 9.3.1")
@pytest.mark.parametrize(("kind", "less"), [("me-262b", -2), ("ta-154a-0", -1)])
def test_they_are_harder_to_hit_than_another_twin(late: Ruleset, kind: str, less: int) -> None:
    def total(kind: str) -> int:
        s = duel(late, 3, 4, kind=kind, at="6 high", date="1945-04-10")
        s.gun = gun(s, "tail")
        s.roll("defensive_fire")
        return sum(modifiers(s, "defensive_fire"))

    assert total(kind) - total("me-110g-4") == less


@pytest.mark.rule("tonight 9.2.1")
def test_a_hit_on_the_jet_does_one_less(late: Ruleset) -> None:
    def total(kind: str) -> int:
        s = duel(late, 3, 4, kind=kind, date="1945-04-10")
        s.gun = gun(s, "tail")
        s.roll("fighter_damage", s.fighter.type.column("fighter_damage", s.campaign, s.date))
        assert column(s, "fighter_damage") == kind
        return sum(modifiers(s, "fighter_damage"))

    assert total("me-262b") - total("ta-154a-0") == -1


# --- whole flights


def test_two_hundred_flights_with_them_all(everything: Ruleset) -> None:
    seen: set[str] = set()
    for seed in range(200):
        log: list[Any] = []
        s = fly(everything, Setup("tonight", seed, campaign=(2, 8, 10, 12)[seed % 4]), log=log)
        assert s.outcome
        seen |= {event.type for event in log}
    assert {"me_262", "ta_154"} <= seen


def test_off_they_change_nothing(tonight: Ruleset) -> None:
    """Without them nothing knows of the types; before their time a ruleset with them flies the same sortie."""
    assert not {*extra_fighters.SUBSTITUTES} & {*tonight.fighters}
    assert not {*extra_fighters.SUBSTITUTES} & {*tonight.table("5-12B").columns}
    assert not any(one.traits.get("very_high") for one in tonight.fighters.values())
    with_them = with_rules("me_262", "early_me_262", "ta_154", "early_ta_154")
    for seed in range(5):
        logs: list[list[Any]] = [[], []]
        for ruleset, log in zip((tonight, with_them), logs, strict=True):
            fly(ruleset, Setup("tonight", seed, campaign=3), log=log)
        assert digest(logs[0]) == digest(logs[1])
