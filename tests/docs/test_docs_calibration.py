"""The losses as they are checked in, inside their bands and judged by the figures alone; and the free numbers."""

from __future__ import annotations

from typing import Any

import calibrate
import levers
import pytest


def figures(**missing: float) -> list[dict[str, Any]]:
    """The campaigns as they are checked in, some of them otherwise."""
    return [{**one, "missing": missing.get(f"c{one['number']}", one["missing"])} for one in calibrate.NIGHT.campaigns()]


def holds(found: list[dict[str, Any]], what: str, **flown: Any) -> bool:
    """Whether the relation that begins so holds."""
    (one,) = (
        is_so
        for told, _, is_so in calibrate.relations_of(found, {**calibrate_flown(), **flown})
        if told.startswith(what)
    )
    return one


def calibrate_flown() -> dict[str, Any]:
    return {
        "types": {
            "stirling": {"flown": 1000, "missing": 60, "men": 420, "lived": 100},
            "halifax-ii": {"flown": 1000, "missing": 50, "men": 350, "lived": 100},
            "lancaster": {"flown": 1000, "missing": 40, "men": 280, "lived": 35},
        },
        "causes": {"7": {"night_fighter": 60, "flak": 20, "fuel": 10}, "8": {"night_fighter": 40, "flak": 30}},
    }


def test_all_twelve_campaigns_were_flown_twenty_thousand_times_and_lie_inside() -> None:
    found = calibrate.NIGHT.campaigns()
    assert [one["number"] for one in found] == list(range(1, 13))
    assert all(one["sorties"] >= 20_000 for one in found)
    assert calibrate.NIGHT.out_of_band(found) == []


def test_a_campaign_outside_is_found() -> None:
    assert calibrate.NIGHT.out_of_band(figures(c5=0.031, c12=0.023)) == [5, 12]
    assert calibrate.NIGHT.out_of_band(figures(c5=0.032, c12=0.022)) == []


@pytest.mark.parametrize(
    ("what", "missing"),
    [("losses fall when Window", {"c6": 0.05}), ("33% to 50%", {"c5": 0.09}), ("most crews finish", {"c12": 0.03})],
)
def test_relations_of_the_campaigns_can_fail(what: str, missing: dict[str, float]) -> None:
    assert holds(figures(), what)
    assert not holds(figures(**missing), what)


def test_relations_of_types_and_causes_can_fail() -> None:
    assert holds(figures(), "Stirling more often")
    assert holds(figures(), "night fighters cost")
    assert holds(figures(), "of the men of Lancasters")
    assert holds(figures(), "of the men of Halifax")
    other = calibrate_flown()
    other["types"]["lancaster"] |= {"missing": 70, "lived": 150}
    assert not holds(figures(), "Stirling more often", **other)
    assert not holds(figures(), "of the men of Lancasters", **other)
    assert not holds(figures(), "night fighters cost", causes={"7": {"night_fighter": 40, "flak": 60}})


def test_what_is_flown_is_what_simulate_flies() -> None:
    tally, men, lived = calibrate.fly("tonight", 200, 1, campaign=5, bomber="lancaster")
    assert tally.sorties == 200
    assert 0 < men <= 7 * tally.missing
    assert men % 7 == 0
    assert 0 <= lived <= men


SPREAD = 0.36
"""Standard deviation of the share of a crew that lives, from bomber to bomber, at most: they live or die together."""


def check_survivors(bomber: str, sorties: int) -> None:
    """The share that lives lies inside the band, or not further outside than 4 standard errors."""
    low, high = calibrate.NIGHT.known["relations"]["lived"][bomber]
    _, men, lived = calibrate.fly("tonight", sorties, 1, campaign=5, bomber=bomber)
    error = SPREAD / (men / 7) ** 0.5
    assert low - 4 * error <= lived / men <= high + 4 * error, (bomber, men, lived)


@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii"])
def test_about_as_many_live_as_in_history(bomber: str) -> None:
    """1,500 sorties and about 40 bombers shot down: a share at the end of its band fails once in 10,000 seeds, and one
    as the sister game's burning tank gives it, 40 to 50 in a hundred, in most."""
    check_survivors(bomber, 1500)


@pytest.mark.slow
@pytest.mark.parametrize("bomber", ["lancaster", "halifax-ii"])
def test_as_many_live_as_in_history(bomber: str) -> None:
    """30,000 sorties and about 700 bombers: the same, and a share that is off by 6 in a hundred fails nearly always."""
    check_survivors(bomber, 30_000)


def test_who_came_down_under_control_is_not_counted_among_the_shot_down() -> None:
    tally, men, _ = calibrate.fly("tonight", 600, 1, campaign=5, bomber="lancaster")
    down = tally.outcomes["ditched"] + tally.outcomes["force_landed"] + tally.outcomes["interned"]
    assert down > 0
    assert men <= 7 * (tally.missing - down)


def test_figures_are_drawn(tmp_path: Any) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "images" / "losses.svg"
    calibrate.draw(calibrate.NIGHT, path)
    assert "<svg" in path.read_text(encoding="utf-8")


def test_the_marianas_lie_inside_and_all_that_history_knows_holds() -> None:
    game = calibrate.MARIANAS
    assert [one["number"] for one in game.judged()] == [2, 3, 4, 5, 6]
    assert game.out_of_band() == []
    assert [holds for _, _, holds in game.relations(game.campaigns())] == [True, True]
    assert calibrate.NIGHT.holds()


def test_relations_of_the_marianas_can_fail() -> None:
    game = calibrate.MARIANAS
    by_enemy = [{**one, "by_cause": {"fighter": 30, "fuel": 10}, "missing": 0.01} for one in game.campaigns()]
    assert [holds for _, _, holds in game.relations(by_enemy)] == [False, True]
    worse = [{**one, "missing": 0.01 * one["number"]} for one in game.campaigns()]
    assert [holds for _, _, holds in game.relations(worse)] == [True, False]
    assert game.out_of_band(worse) == [2, 4, 5, 6]


@pytest.mark.parametrize("lever", list(levers.levers()), ids=levers.Lever.name)
def test_what_is_free_is_reconstructed_and_stands_as_the_file_says(lever: levers.Lever) -> None:
    table = levers.table_of(lever)
    assert table["source"] == "reconstructed"
    assert lever.stands(table)
    assert len(lever.values) > 1
    for value in lever.values[1:]:
        assert lever.laid_over(table, value) != table


def test_a_lever_moves_the_losses() -> None:
    (night_fighters,) = (one for one in levers.levers() if one.name() == "5-5")
    more = levers.Lever("tonight", "5-5", "shift", (0, 60))
    assert night_fighters.kind == "shift"
    off, outside = levers.distance(calibrate.NIGHT, 20, 1, more, 60)
    assert off > 5
    assert len(outside) > 6


def test_a_lever_that_its_table_does_not_know_is_refused() -> None:
    lost = levers.Lever("tonight", "5-16", "values", (0, 1), says="no such words")
    with pytest.raises(ValueError, match="not enough values"):
        lost.laid_over(levers.table_of(lost), 1)
    with pytest.raises(KeyError, match="no table"):
        levers.table_of(levers.Lever("tonight", "99-99", "shift", (0,)))
