"""The night's losses as they are checked in: inside their bands, and judged by nothing but the figures."""

from __future__ import annotations

from typing import Any

import calibrate
import pytest


def figures(**missing: float) -> list[dict[str, Any]]:
    """The campaigns as they are checked in, some of them otherwise."""
    return [{**one, "missing": missing.get(f"c{one['number']}", one["missing"])} for one in calibrate.campaigns()]


def holds(found: list[dict[str, Any]], what: str, **flown: Any) -> bool:
    """Whether the relation that begins so holds."""
    (one,) = (
        is_so for told, _, is_so in calibrate.relations(found, {**calibrate_flown(), **flown}) if told.startswith(what)
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
    found = calibrate.campaigns()
    assert [one["number"] for one in found] == list(range(1, 13))
    assert all(one["sorties"] >= 20_000 for one in found)
    assert calibrate.out_of_band(found) == []


def test_a_campaign_outside_is_found() -> None:
    assert calibrate.out_of_band(figures(c5=0.031, c12=0.023)) == [5, 12]
    assert calibrate.out_of_band(figures(c5=0.032, c12=0.022)) == []


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
    assert holds(figures(), "of the men of missing Lancasters")
    assert holds(figures(), "of the men of missing Halifax")
    other = calibrate_flown()
    other["types"]["lancaster"] |= {"missing": 70, "lived": 150}
    assert not holds(figures(), "Stirling more often", **other)
    assert not holds(figures(), "of the men of missing Lancasters", **other)
    assert not holds(figures(), "night fighters cost", causes={"7": {"night_fighter": 40, "flak": 60}})


def test_what_is_flown_is_what_simulate_flies() -> None:
    tally, men, lived = calibrate.fly(30, 1, campaign=5)
    assert tally.sorties == 30
    assert 0 <= lived <= men == 7 * tally.missing


def test_figures_are_drawn(tmp_path: Any) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "images" / "losses.svg"
    calibrate.draw(path)
    assert "<svg" in path.read_text(encoding="utf-8")
