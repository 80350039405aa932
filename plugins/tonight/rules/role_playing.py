"""Optional rule 2.8.3: mascots and rituals, spare bodies and trade leaders, somebody else's aircraft, empty beds.

The rulebook prints nothing to compute, and we compute nothing: no die is thrown and no modifier acts. What is told is
drawn from the seed, so that a flight with the rule is the flight without it, and a longer story.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.dice import random_bytes
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bomberstream.core.crew import Crewman
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["RULE"]

# How often each is told, in 256 flights: ours, the rulebook speaks of "many", "often" and "sometimes".
STRANGE_AIRCRAFT = 32
STAND_IN = 38
LEADER = 64
"""Of the stand-ins, in 256: those who are the leader of their trade."""
LEADERS = {
    "navigator": "Navigation Leader",
    "bomb_aimer": "Bombing Leader",
    "engineer": "Engineer Leader",
    "wireless_operator": "Signals Leader",
    "mid_upper_gunner": "Gunnery Leader",
    "tail_gunner": "Gunnery Leader",
}
"""Trade to who leads it in the squadron."""


def one_of(men: list[Crewman], lots: Iterator[int]) -> Crewman:
    """A man by lot."""
    return men[next(lots) % len(men)]


@step(rule="tonight 2.8.3")
def before_take_off(s: Sortie) -> None:
    """At dispersal: a mascot, a ritual, and now and then a stranger in the crew or a strange aircraft."""
    lots = random_bytes(s.setup.seed, "role-playing")
    crew = list(s.bomber.crew)
    if next(lots) < STRANGE_AIRCRAFT:
        s.note("strange_aircraft", name=s.bomber.name)
    others = [man for man in crew if man.trade in LEADERS]
    if next(lots) < STAND_IN and others:
        man = one_of(others, lots)
        crew.remove(man)
        if next(lots) < LEADER:
            s.note("trade_leader", man=man.name, station=man.title, leader=LEADERS[man.trade])
        else:
            s.note("spare_body", man=man.name, station=man.title)
    s.note("mascot", man=one_of(crew, lots).name)
    s.note("ritual", man=one_of(crew, lots).name)


@step(rule="tonight 2.8.3")
def empty_beds(s: Sortie) -> None:
    """After a night that cost the squadron somebody nobody speaks of it."""
    g: TonightState = s.game
    if g.squadron_losses:
        s.note("empty_beds", bombers=g.squadron_losses)


def apply(builder: RulesetBuilder) -> None:
    """Tell more of the crew."""
    builder.happening("mascot", "a man takes his mascot along")
    builder.happening("ritual", "what a man does before every operation")
    builder.happening("strange_aircraft", "the crew fly an aircraft that is not their own")
    builder.happening("spare_body", "a man of another crew flies in the place of one who is sick")
    builder.happening("trade_leader", "the leader of his trade flies in the place of one who is sick")
    builder.happening("empty_beds", "others of the squadron have not come back")
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "tonight-rules" / "role_playing.toml")
    builder.step(before_take_off, before="mission.take_off")
    builder.step(empty_beds, before="debriefing.credit")


RULE = OptionalRule(
    id="role_playing",
    title="Mascots, spare bodies and trade leaders",
    rule="tonight 2.8.3",
    games=("tonight",),
    apply=apply,
)
