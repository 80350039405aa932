"""Every bomber in every game: flights end, whatever the crew does; each crossing has a playthrough (11.0)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup
from bomberstream.core.tape import Tape
from bomberstream.core.testing import ALL_CHECKS, RandomOrders, playthrough
from crossings import BOMBER_GAMES, CROSSINGS, composed, setup, three_dates

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"
FEW, MANY = 12, 500
"""Flights of each bomber on each of its dates, in the plain run and in the long one."""

PLAYTHROUGHS = {
    f"{bomber}_{game}": Setup(game, 11, bomber=bomber, options={"missions": "8"}) for game, bomber in CROSSINGS
}


def flown(game: str, bomber: str, flights: int) -> None:
    """So many flights on each of three dates, half of them with a crew that decides at random."""
    ruleset = composed(game)
    for campaign in three_dates(game, bomber):
        outcomes = set()
        for number in range(flights):
            orders = RandomOrders(number, standing=ruleset.orders, one_in=3) if number % 2 else None
            s = fly(ruleset, setup(game, bomber, f"{bomber} {campaign} {number}", campaign), orders=orders)
            assert s.finished
            assert s.bomber.type.id == bomber
            outcomes.add(s.outcome)
            is_lost = s.outcome in ruleset.game.losses or s.game.bomber_fate == "written off"
            # A crew that decides at random gives up a sound bomber, too.
            assert s.cause or orders is not None or not is_lost, (campaign, number, s.outcome)
        assert outcomes <= ruleset.game.outcomes.keys()
        assert len(outcomes) > 1 or flights < MANY


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize(("game", "bomber"), CROSSINGS)
def test_every_bomber_flies_in_every_game(game: str, bomber: str) -> None:
    flown(game, bomber, FEW)


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize(("game", "bomber"), CROSSINGS)
def test_guests_go_on_to_the_target(game: str, bomber: str) -> None:
    """By standing orders, of forty flights most get there and count: no guest turns back for being one. Against Japan
    their 38 boxes of fuel (11.3.1) do not reach the farther targets, and many go home short of them."""
    most = 8 if game == "superfortress" else 20
    there = counted = 0
    for number in range(40):
        s = fly(composed(game), setup(game, bomber, number))
        there += s.game.route is not None and s.game.zones == s.game.route.target_zone
        counted += s.game.counts_for_tour
    assert there > most
    assert counted > most


@pytest.mark.slow
@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize(("game", "bomber"), CROSSINGS)
def test_every_bomber_flies_in_every_game_many_times(game: str, bomber: str) -> None:
    flown(game, bomber, MANY)


@pytest.mark.parametrize(("game", "bomber"), CROSSINGS)
def test_a_crossing_replays_round_trips_and_listening_changes_nothing(game: str, bomber: str) -> None:
    setups = [setup(game, bomber, seed) for seed in range(3)]
    for check in ALL_CHECKS:
        check(composed(game), setups)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_playthrough_of_a_crossing(name: str) -> None:
    one = PLAYTHROUGHS[name]
    written = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(composed(one.game), one) == written


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize(("game", "bomber"), CROSSINGS)
def test_who_asks_for_a_guest_lets_the_guests_in(game: str, bomber: str) -> None:
    """`fly GAME --bomber B` needs no further rule; it is written down with the flight."""
    ruleset = compose(load_plugins(), game, bomber=bomber)
    assert ruleset.rules == ("crossover",)
    tape = Tape()
    assert fly(ruleset, Setup(game, 1, bomber=bomber), tape=tape).bomber.type.id == bomber


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_nobody_is_let_in_who_is_not_asked_for(game: str) -> None:
    plain = compose(load_plugins(), game)
    own = next(iter(plain.bombers))
    assert compose(load_plugins(), game, bomber=own).rules == ()
    assert {one.game for one in plain.bombers.values()} == {game}


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_with_guests_about_our_own_bombers_fly_as_before(game: str) -> None:
    """Each flight of each of ours to the letter."""
    plain, open_to_guests = compose(load_plugins(), game), composed(game)
    for bomber in plain.bombers:
        for seed in range(8):
            one = Setup(game, seed, bomber=bomber)
            tapes = Tape(), Tape()
            for ruleset, tape in zip((plain, open_to_guests), tapes, strict=True):
                fly(ruleset, one, tape=tape)
            assert tapes[0].entries == tapes[1].entries


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_no_game_names_the_bomber_of_another(game: str) -> None:
    ruleset = composed(game)
    strange = {
        name
        for one in ruleset.bombers.values()
        if one.game != game
        for name in (one.id, one.family, one.short)
        if name not in {own for two in ruleset.bombers.values() if two.game == game for own in (two.id, two.family)}
    }
    for path in sorted((ROOT / "plugins" / game).rglob("*.py")):
        text = path.read_text(encoding="utf-8").lower()
        named = [name for name in strange if re.search(rf"(?<![\w-]){re.escape(name.lower())}(?![\w-])", text)]
        assert not named, path


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_no_game_imports_another(game: str) -> None:
    others = "|".join(one for one in ("today", "tonight", "superfortress", "ace", "crossover") if one != game)
    imports = re.compile(rf"(?:from|import) bomberstream\.plugins\.(?:{others})\b|from \.\.+(?:{others})\b")
    for path in sorted((ROOT / "plugins" / game).rglob("*.py")):
        assert not imports.search(path.read_text(encoding="utf-8")), path
