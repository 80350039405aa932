"""Optional rule 10.8: toggliers. From 1944 a gunner may fly in the bombardier's place, without a bombsight: he lets
the bombs go when the leader does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.crew import NOBODY
from bomberstream.core.decisions import Decision
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission.guests import stand_in
from bomberstream.core.mission.spoken import YES_NO
from bomberstream.core.procedure import step

from ..setup import DEPUTY, LEADERS
from .laying import lay_data

if TYPE_CHECKING:
    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TodayState

__all__ = ["RULE"]

ID = "toggliers"
TITLE = "togglier"
SERVICE = "usaaf"
FROM = "1944-01-01"
"""The first day on which one flies."""
NO_LEADER = "nobody_to_follow"
"""Without a leader there is no aim at all; as the list of what spoils a run has it."""
SPOILS = "bomb_run_spoiled"
LEADING = (*LEADERS, DEPUTY)
"""Places whose bombers have a bombardier."""


@step(rule="today 10.8")
def togglier(s: Sortie) -> None:
    """Who sits in the nose of a bomber in the ranks: a bombardier, or a togglier."""
    g: TodayState = s.game
    aims = s.bomber.man_of(s.bomber.type.aims)
    if aims is NOBODY or s.bomber.type.service != SERVICE or s.date < FROM or g.position in LEADING:
        return
    asked = s.setup.options.get(TITLE)
    if (asked or s.choose("takes_togglier")) == "no":
        return
    trade, missions = aims.trade, aims.missions
    stand_in(s, aims, TITLE, TITLE, missions)
    # He has the bombardier's seat, gun and duties.
    aims.trade = trade
    s.kept[ID] = True
    s.tables = {**s.tables, SPOILS: s.tables["togglier_spoiled"]}
    s.note("togglier", man=aims.name)


def on_command(run: Action) -> Action:
    """The bomb run of a togglier: on the leader's command; alone his bombs go anywhere."""

    def act(s: Sortie) -> None:
        g: TodayState = s.game
        if s.kept.get(ID):
            g.passing_events.discard(NO_LEADER)
            if not g.in_formation or g.leaderless:
                g.passing_events.add(NO_LEADER)
        run(s)

    return act


def apply(builder: RulesetBuilder) -> None:
    """Let toggliers fly."""
    builder.role("togglier_spoiled", looked_up=True)
    builder.happening("togglier", "a togglier flies in the bombardier's place")
    builder.decision(
        Decision("takes_togglier", "Fly with a togglier in place of the bombardier?", "today 10.8", YES_NO)
    )
    lay_data(builder, ID)
    builder.step(togglier, before="mission.base_weather")
    builder.wrap_step("zone.bomb_run", on_command)


RULE = OptionalRule(
    id=ID,
    title="Toggliers",
    rule="today 10.8",
    games=("today",),
    apply=apply,
    options=(GameOption(TITLE, "a togglier flies in the bombardier's place", "flag"),),
)
