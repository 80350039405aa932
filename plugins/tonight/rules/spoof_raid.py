"""Optional rule 4.8.2: the operation is a spoof raid, flown to draw the night fighters off the main force.

The bomber flies the first four zones towards a target that lies farther, with every set transmitting and Window going
out, and turns back. Each of zones 2 to 4 is a point for one side or the other.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import OptionalRule
from bomberstream.core.mission.crewing import is_at_controls, swap
from bomberstream.core.procedure import step

from ..crew import CHUTE, WINDOW, is_dropping, is_silenced, works
from ..setup import NEEDED_DEVICES, choose_target
from ..zones import turn_for_home

if TYPE_CHECKING:
    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE", "Spoof"]

ID = "spoof_raid"
NEAREST = 5
"""The target must lie at least so many zones away."""
TO_WIN = 2
NEEDS = ("mandrel", WINDOW)
"""Devices without which nobody flies a spoof."""
SETS = ("mandrel", "h2s", "monica")
"""Those that must transmit, as far as they are carried (T-40)."""


@define(eq=False)
class Spoof:
    """The score of a spoof raid."""

    ours: int = 0
    theirs: int = 0
    turned: bool = False


@step(rule="tonight 4.8.2.distance")
def draw_target(s: Sortie) -> None:
    """A target at least five zones away: one that is nearer is rolled again."""
    g: TonightState = s.game
    s.kept[ID] = Spoof()
    campaign = s.ruleset.campaigns[s.campaign]
    while True:
        g.target = choose_target(s, campaign)
        zone = s.ruleset.gazetteer.route(0, g.target.city).target_zone
        if zone >= NEAREST:
            return
        if s.setup.target is not None:
            city = g.target.city
            raise NotAllowed(f"{city} lies in zone {zone}; a spoof raid needs a target in zone {NEAREST} or beyond")


@step(rule="tonight 4.8.2.equipment")
def equipment(s: Sortie) -> None:
    """Mandrel and Window must be aboard; Window comes in July 1943 (T-39)."""
    missing = [name for name in NEEDS if name not in s.bomber.devices]
    if missing:
        titles = " and ".join(s.ruleset.devices[name].title for name in missing)
        raise NotAllowed(f"a spoof raid needs {titles} aboard, which this bomber does not carry on {s.date}")


@step(rule="tonight 4.8.points", when="outbound and zone.number <= 4 and not aborting")
def score(s: Sortie) -> None:
    """After the fights of a zone: who is lost at a set or at the chute is replaced, and the zone is scored."""
    spoof: Spoof = s.kept[ID]
    for name in (*SETS, WINDOW):
        replace_man(s, name)
    noisy = all(name not in s.bomber.devices or is_noisy(s, name) for name in (*SETS, WINDOW))
    if noisy:
        spoof.ours += 1
    else:
        spoof.theirs += 1
    s.note("spoof_zone", number=s.zone.number, ours=noisy)


def is_noisy(s: Sortie, name: str) -> bool:
    """Whether a device has been on through the zone and still is."""
    g: TonightState = s.game
    return name in g.devices_on and (is_dropping(s) if name == WINDOW else works(s, name) and not is_silenced(s))


def replace_man(s: Sortie, name: str) -> None:
    """Somebody takes over a set, or the chute, whose man is lost (4.8.2.window, .mandrel, .h2s)."""
    g: TonightState = s.game
    bomber = s.bomber
    if name not in bomber.devices or name in bomber.out or is_noisy(s, name):
        return
    place = CHUTE if name == WINDOW else g.sets[name].operator
    station = bomber.stations.get(place)
    if station is None or place in bomber.out or (station.man is not None and station.man.is_fit) or is_silenced(s):
        return
    free = [man for man in bomber.fit_men() if not is_at_controls(s, man) and not man.is_trapped]
    g.switching = name
    man = s.pick("mans_set", free, decline=True)
    g.switching = ""
    if man is not None:
        swap(s, man, place)
        g.devices_on.add(name)
        s.note("mans_set", man=man.name, station=man.title, device=s.ruleset.devices[name].title)


@step(rule="tonight 4.8.turn", when="outbound and zone.number == 4 and not aborting")
def turn_back(s: Sortie) -> None:
    """With the fights of zone 4 over the spoof has done its work: round, as over a target, and home."""
    g: TonightState = s.game
    s.kept[ID].turned = True
    # Ordered home, as a recalled spoof is: the operation counts (4.8.1).
    g.returned_by_recall = "spoof"
    turn_for_home(s)


@step(rule="tonight 4.8.result")
def result(s: Sortie) -> None:
    """After the landing: two points win it for either side."""
    spoof: Spoof = s.kept[ID]
    if spoof.ours >= TO_WIN or spoof.theirs >= TO_WIN:
        s.note("spoof_result", drew_them_off=spoof.ours >= TO_WIN, ours=spoof.ours, theirs=spoof.theirs)


def when_they_are_to_be_had(prepare: Action) -> Action:
    """Something round the set-up: a day that nobody has asked for is one on which the devices are issued (T-39)."""

    def prepared(s: Sortie) -> None:
        s.kept[NEEDED_DEVICES] = NEEDS
        prepare(s)

    return prepared


def apply(builder: RulesetBuilder) -> None:
    """Fly every operation as a spoof raid."""
    builder.game = evolve(builder.game, prepare=when_they_are_to_be_had(builder.game.prepare))
    builder.happening("spoof_zone", "who has the point of a zone of a spoof raid")
    builder.happening("spoof_result", "whether a spoof raid has drawn the night fighters off")
    builder.happening("mans_set", "a man takes over a set whose operator is lost")
    builder.decision(Decision("mans_set", "Who takes over the set?", "tonight 4.8.2", slot="man", may_decline=True))
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "spoof_raid.toml")
    builder.replace_step("target.draw_target", draw_target)
    builder.step(equipment, before="mission.base_weather")
    builder.step(score, after="zone.second_turn")
    builder.step(turn_back, after="zone.score")
    builder.step(result, before="debriefing.credit")


RULE = OptionalRule(
    id=ID,
    title="Fly a spoof raid",
    rule="tonight 4.8.2",
    games=("tonight",),
    apply=apply,
)
