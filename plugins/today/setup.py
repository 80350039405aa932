"""Before the mission: campaign, date, target, bomber, crew, place in the box (2-9, 2-10), take-off (3-1 to 3-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.dates import day_in_words
from bomberstream.core.errors import BadData, NotAllowed, did_you_mean, fold
from bomberstream.core.mission.setting_up import (
    after_a_crash,
    choose_bomber,
    choose_campaign,
    choose_date,
    draw,
    fit_out,
    man_bomber,
    may_fly_in,
    unknown_target,
    weather_for_take_off,
)
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from .events import lead_cell
from .fighters import PositionCell
from .flight import Today

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bomberstream.core.bomber import BomberType
    from bomberstream.core.packs import Campaign, Target
    from bomberstream.core.sortie import Sortie

    from .state import TodayState

__all__ = ["CELLS", "DEPUTY", "LEAD", "LEADERS", "base_weather", "prepare", "set_up_bomber", "take_number", "take_off"]

CELLS = {"middle": range(1, 7), "high": range(7, 13), "low": range(13, 19)}
LEADERS = (1, 7, 13)
LEAD, DEPUTY = 1, 2
"""At the head of the group."""
TAIL_ENDS = (11, 18)


def prepare(s: Sortie) -> None:
    """Who flies what, where and when: what the setup leaves open is rolled (section 2 of the rules)."""
    s.begin("set-up campaign")
    g = s.game = Today()
    options = s.setup.options
    s.zone = Zone(1, over=("I",) if options.get("air_force") == "15" else ("E",), region=("",), is_base=True)
    campaign = choose_campaign(s, lambda one: fits(s, one))
    s.campaign = campaign.number
    g.air_force = choose_air_force(s, campaign)
    s.begin("set-up target")
    g.target = choose_target(s)
    s.begin("set-up date")
    s.date = choose_date(s, campaign, campaign.first_day(g.air_force))
    s.begin("set-up bomber")
    g.route = s.ruleset.gazetteer.route(g.air_force, g.target.city)
    if g.air_force == 15:
        s.zone.over = ("I",)
    set_up_bomber(s, choose_bomber(s, campaign.bombers.get(str(g.air_force), ())))
    s.begin("set-up place")
    take_place(s)
    target = g.target
    s.note(
        "briefing",
        date=s.date,
        day=day_in_words(s.date),
        campaign=campaign.title,
        air_force=g.air_force,
        target=target.city,
        target_type=target.type,
        aim=target.aim or target.type,
        zones=g.route.target_zone,
        miles=g.route.miles,
        bomber=s.bomber.type.short,
        name=s.bomber.name,
        cell=g.cell,
        position=g.position,
    )


def fits(s: Sortie, campaign: Campaign) -> bool:
    """Whether the bomber and the target that were asked for, if any, have a place in a campaign."""
    setup, options = s.setup, s.setup.options
    if setup.bomber is not None and not options.get("any_bomber"):
        kind = s.ruleset.bomber(setup.bomber)
        forces = [options["air_force"]] if "air_force" in options else [*campaign.bombers]
        if not any(may_fly_in(s, kind, campaign, force) for force in forces):
            return False
    return setup.target is None or any(
        one.campaign == campaign.number
        and fold(one.city) == fold(setup.target)
        and options.get("air_force") in (None, str(one.air_force))
        for one in s.ruleset.targets
    )


def choose_air_force(s: Sortie, campaign: Campaign) -> int:
    """The air force: as asked, or the only one, or by a die; the 15th flies from November 1943 on."""
    asked = s.setup.options.get("air_force")
    flies = [
        force
        for force in campaign.air_forces
        if (s.setup.date is None or s.setup.date >= campaign.first_day(force))
        and targets_of(s, force)
        and has_bomber(s, campaign, force)
    ]
    if is_guest_in_time(s):
        kind = s.ruleset.bomber(s.setup.bomber or "")
        flies = [force for force in flies if may_fly_in(s, kind, campaign, str(force))]
    if asked is not None:
        if int(asked) not in flies:
            known = ", ".join(map(str, flies)) or "none"
            raise NotAllowed(f"air force {asked} has no such mission then and there; possible: {known}")
        return int(asked)
    if not flies:
        raise unknown_target(s)
    if len(flies) == 1:
        return flies[0]
    return flies[int(s.throw("1d6", "air force") > 3)]


def is_guest_in_time(s: Sortie) -> bool:
    """Whether a bomber of another game is to fly, and no other than in its time."""
    asked = s.setup.bomber
    if asked is None or s.setup.options.get("any_bomber"):
        return False
    return s.ruleset.bomber(asked).game != s.ruleset.game.id


def has_bomber(s: Sortie, campaign: Campaign, force: int) -> bool:
    """Whether an air force has the bomber that is asked for; one that the campaign does not list is anybody's."""
    setup = s.setup
    if setup.bomber is None or setup.options.get("any_bomber"):
        return True
    kind = s.ruleset.bomber(setup.bomber).id
    lists = campaign.bombers
    return kind in lists.get(str(force), ()) or not any(kind in listed for listed in lists.values())


def targets_of(s: Sortie, air_force: int) -> Sequence[Target]:
    """The campaign's list of an air force, or the asked target on it."""
    asked = s.setup.target
    found = s.ruleset.target_lists.get((air_force, s.campaign), ())
    if asked is None:
        return found
    named = [one for one in found if fold(one.city) == fold(asked)]
    return named or [
        one
        for one in s.ruleset.targets
        if one.air_force == air_force and fold(one.city) == fold(asked) and s.setup.options.get("any_target")
    ]


def choose_target(s: Sortie) -> Target:
    """The target: as asked, or drawn from the campaign's list, each entry alike."""
    g: TodayState = s.game
    found = targets_of(s, g.air_force)
    if not found:
        raise unknown_target(s)
    return found[draw(s, len(found), "target")]


def set_up_bomber(s: Sortie, kind: BomberType) -> None:
    """The aeroplane, its crew and its turret (2-9)."""
    man_bomber(s, kind, fit_out(s, kind) if kind.fit else None)


def take_place(s: Sortie) -> None:
    """Cell and position in the box, unless given: rolled until the crew may fill the place (2-10A, 2-10B)."""
    g: TodayState = s.game
    options = s.setup.options
    if "position" in options:
        take_number(s, int(options["position"]))
    else:
        g.cell = options.get("cell") or s.roll("cell").result
        if g.cell not in CELLS:
            raise BadData(f"no cell {g.cell!r}; {did_you_mean(g.cell, CELLS)}".rstrip("; "))
        while True:
            rolled = s.roll("position_in_cell", g.cell)
            if rolled.result == "roll_again":
                continue
            cell: PositionCell | None = rolled.data
            if cell is None or all(
                s.bomber.man_of(trade).missions > limit for trade, limit in cell.reroll_up_to.items()
            ):
                take_number(s, rolled.result)
                break


def take_number(s: Sortie, number: int) -> None:
    """A place in the box by its number, and what goes with it: the lead of a cell, or its tail end."""
    g: TodayState = s.game
    g.cell = next((cell for cell, numbers in CELLS.items() if number in numbers), "")
    if not g.cell:
        raise NotAllowed(f"position {number}: the box has places 1 to 18")
    g.position = number
    g.cell_leader = g.mission_lead = False
    if number in LEADERS:
        lead_cell(s)
    g.tail_end = number in TAIL_ENDS


@step(rule="today 3-1", table="3-1")
def base_weather(s: Sortie) -> None:
    """The weather over the base; on a bad day the mission is scrubbed, or flown as if it were poor."""
    s.begin("take-off")
    weather_for_take_off(s)


@step(rule="today 3-2", table="3-2", cause="take-off")
def take_off(s: Sortie) -> None:
    """Take-off (3-2): trouble with an engine, an accident in the murk, or a crash (3-3)."""
    g: TodayState = s.game
    s.carry_out("take_off")
    after_a_crash(s)
    s.note("airborne", position=g.position, cell=g.cell, engines_out=s.bomber.engines_out)
    if s.game.useless_engines(s) and s.choose("take_off_engine_out") == "abort":
        g.abort(s, "engine lost at take-off")


@step(rule="today 3-2", when="aborting")
def land_again(s: Sortie) -> None:
    """An engine lost at take-off: straight round and down again, bombs aboard (3-2 b)."""
    s.outbound = False
    s.run("landing")
