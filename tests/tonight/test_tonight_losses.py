"""Losses of the night campaigns, a smaller version of tools/calibrate.py."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from bomberstream.core.ruleset import Ruleset
from bomberstream.core.sortie import Setup
from bomberstream.core.sorties import fly_many
from bomberstream.core.tally import Tally

DATA = Path(__file__).resolve().parents[2] / "docs" / "data"
BANDS = {
    int(number): (low / 100, high / 100)
    for number, (low, high) in tomllib.loads((DATA / "night_history.toml").read_text(encoding="utf-8"))["bands"].items()
}


def flown(tonight: Ruleset, campaign: int, sorties: int) -> Tally:
    """Sorties of a campaign, as docs/history.md flies them."""
    options = {"missions": "8"}
    return fly_many(tonight, (Setup("tonight", f"0 {n}", campaign=campaign, options=options) for n in range(sorties)))


def check(tally: Tally, campaign: int) -> None:
    """Missing bombers lie inside the band, or not further outside than 4 standard errors of the band's end."""
    low, high = BANDS[campaign]
    least = low - 4 * (low * (1 - low) / tally.flown) ** 0.5
    most = high + 4 * (high * (1 - high) / tally.flown) ** 0.5
    assert least <= tally.missing_rate <= most, (campaign, tally.missing, tally.flown)


@pytest.mark.parametrize("campaign", sorted(BANDS))
def test_losses_are_near_the_bands(tonight: Ruleset, campaign: int) -> None:
    """400 sorties of each: a campaign at the very end of its band fails once in 10,000 seeds, one that is three times
    over it nearly always."""
    check(flown(tonight, campaign, 400), campaign)


@pytest.mark.slow
@pytest.mark.parametrize("campaign", sorted(BANDS))
def test_losses_lie_inside_the_bands(tonight: Ruleset, campaign: int) -> None:
    """4,000 of each: the same, and one that is half as much again over its band fails as a rule."""
    check(flown(tonight, campaign, 4000), campaign)
