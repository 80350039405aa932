"""What a bomber's mission keeps beside what every flight has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from ..crew import NOBODY, Crewman
from ..sortie import FlightState
from . import ending, engines, hardship, track
from .ground import grounds_below
from .heights import HIGH, LOW, THIN_AIR

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..bomber import Gun
    from ..combat import Fighter
    from ..crew import Station
    from ..packs import Target
    from ..sortie import Sortie
    from ..zones import Route

__all__ = ["HIGH", "LOW", "MissionState"]

TURNS_WITH_A_LEAK = 4
TURNS_AFTER_A_LOSS = 6
"""How long the fuel lasts where a game counts no boxes: with a leak that runs on, and after one that has stopped."""


@define(eq=False)
class MissionState(FlightState):
    """The state of a bomber's mission, and what its rules may ask of it."""

    target: Target | None = None
    route: Route | None = None
    weather_over_base: str = "good"
    previous_weather: str = "none"
    visibility: str = "clear"

    fitting: str = ""
    """The place of the bomber whose fit is being chosen."""
    altitude: str = HIGH
    kept_low: str = ""
    """Why it must stay low; empty when it may climb."""
    slow: set[str] = field(factory=set)
    """Reasons for two turns a zone."""
    aborting: str = ""
    """Why the mission is given up; empty while it is not."""
    reasons_to_abort: list[str] = field(factory=list)
    """Why the pilot may give up; he is asked after the turn's combat."""
    hurt_by: str = ""
    """What enemy action did the last damage, one of `causes.ENEMY`; empty while none has."""
    enemy_did: set[str] = field(factory=set)
    """What enemy action has done that may excuse an abort (tonight 4.5 a to g), or cost the bombs: each excuse by
    name, as "intercom out"."""
    abort_by_enemy: bool = False
    """Whether the mission was given up for such a reason."""
    turn_of_zone: int = 1
    keeps_bombs: bool = False
    """With one engine out the bombs were kept: low and slow."""
    no_corkscrew: set[str] = field(factory=set)
    """Damage that forbids to corkscrew, or to evade otherwise (tonight 5.6.1)."""
    nose_turret: str = "none"
    """Whose nose turret it has, where a type comes with either of two."""
    last_zones: int | None = None
    """Zones that a bomber on its last engine can still fly."""
    iced: bool = False
    """Ice has turned the bomber back before the Alps."""
    pressure_lost: set[str] = field(factory=set)
    """Pressure cabins that are holed (tonight 11.1.2)."""
    navigated_by: Crewman = NOBODY
    """Who has found the way last."""

    passing_shot: bool = False
    events: set[str] = field(factory=set)
    """Random events that hold for the mission."""
    passing_events: set[str] = field(factory=set)
    """Events that hold in this zone alone."""
    event_engine: int = 0
    """The engine that the engine event stopped last."""

    fighters: list[Fighter] = field(factory=list)
    """The fighters in the present fight."""
    carriers: list[Crewman] = field(factory=list)
    """Men who carry ammunition in this zone and do nothing else."""
    allotted: list[tuple[Gun, Fighter]] = field(factory=list)
    """Guns and their targets in this round, in the order of firing."""
    kills: int = 0

    bombs_jettisoned_early: bool = False
    bomb_run: str = ""
    """"on_target", "off_target", or why no bombs fell; empty before."""
    bombing_percent: int | None = None
    bombed_by: Crewman = NOBODY
    manual_release: bool = False
    doors_wrecked: bool = False

    landing_mission: int = 0
    landed_by: Crewman = NOBODY
    landing_place: str = ""
    """"base", "occupied", "friendly", "neutral", "alps", "water"."""
    wrecked_with_fire: bool = False
    wrecked_hard: bool = False
    wrecked_at_landing: bool = False
    bomber_fate: str = ""
    """"intact", "repairable", "written off", "lost"."""
    counts_for_tour: bool = False
    zones: int = 1
    """The farthest zone reached."""

    # --- what games have in common

    def may_abort(self, s: Sortie, reason: str) -> None:
        """The pilot may give up; he is asked after this turn's combat."""
        if reason not in self.reasons_to_abort:
            self.reasons_to_abort.append(reason)

    def may_leave_post(self, s: Sortie, man: Crewman) -> bool:
        """A pilot leaves his seat only for a fire, and only while another pilot is fit."""
        fit = [pilot for pilot in s.bomber.pilots if pilot.is_fit]
        return man not in s.bomber.pilots or (len(fit) > 1 and man in fit)

    def come_down(self, s: Sortie) -> None:
        """The bomber comes down where it is: a landing, a ditching, or a jump."""
        ending.come_down(s)

    def land_away(self, s: Sortie) -> None:
        """The bomber lands on the ground below, by the pilot's own will."""
        ending.land_away(s)

    def bail_out(self, s: Sortie, kind: str) -> None:
        """Everybody who can jumps; the flight ends."""
        ending.everybody_out(s, kind)

    def lose(self, s: Sortie, how: str, outcome: str = "") -> None:
        """The bomber is gone with all aboard."""
        ending.all_lost(s, how, outcome)

    # --- in what they differ

    @property
    def in_thin_air(self) -> bool:
        """Whether the bomber flies where men need oxygen and heat."""
        return self.altitude in THIN_AIR

    def is_sealed(self, s: Sortie, station: Station) -> bool:
        """Whether a station lies in a cabin under pressure, where a man needs neither mask nor heated suit."""
        return False

    def fates_at_sea(self, s: Sortie, *, escaped: bool) -> None:
        """What becomes of those who have left a ditched bomber; `escaped`: by a natural 12."""
        ending.taken_up(s, escaped=escaped)

    def fate_in_water(self, s: Sortie, man: Crewman) -> str:
        """What becomes of a man who comes down in the sea on his parachute; "lost" when nobody finds him."""
        return ending.fished_out(s)

    def fate_in_enemy_land(self, s: Sortie, man: Crewman) -> str:
        """What becomes of a man on the ground in enemy country; "killed" when he does not live."""
        return ending.fate_by_country(s, man)

    def lose_pressure(self, s: Sortie, cabin: str) -> None:
        """A pressure cabin is holed; where a game knows no more of it, the bomber comes down."""
        self.descend(s, "cabin pressure lost")

    def lose_fuel(self, s: Sortie, boxes: int, *, each_turn: bool = False) -> None:
        """Fuel is lost, at once or from now on in each turn; where a game counts none, it lasts for so many turns."""
        left = TURNS_WITH_A_LEAK if each_turn else TURNS_AFTER_A_LOSS
        known = s.bomber.fuel_turns
        s.bomber.fuel_turns = left if known is None else min(known, left)
        s.note("fuel_left", turns=s.bomber.fuel_turns)

    def useless_engines(self, s: Sortie) -> int:
        """Engines that give no power here."""
        return engines.useless_engines(s)

    def base_codes(self) -> tuple[str, ...]:
        """The letters of the base zone."""
        return ("E",)

    def experience(self, s: Sortie, man: Crewman) -> int:
        """Which mission of his tour this is for a pilot who lands; 0 without a bonus."""
        return 0 if man.light_wounds >= 2 else man.missions + 1

    # --- what conditions ask

    @property
    def landed_by_substitute(self) -> bool:
        """Whether no pilot lands the bomber (7-1, 7-2)."""
        man = self.landed_by
        return bool(man.trade) and not man.is_pilot

    def landing_risk(self, s: Sortie) -> int:
        """How likely a landing here would be to kill or hurt, in thousandths (7-1)."""
        return sum(s.chance("landing_on_land", result) for result in ("crew_killed", *ending.WRECKED))

    def zones_without_heat(self, s: Sortie) -> int:
        """Zones that the man has entered since his heat was lost (5-18)."""
        since = s.man.station.heat_out_since if s.man.station is not None else None
        return 0 if since is None else s.zone.entry - since

    def freezing_men(self, s: Sortie) -> int:
        """Men without heat, high up."""
        return hardship.freezing_men(s)

    def unheated_men(self, s: Sortie) -> int:
        """Men without heat, at whatever height."""
        return hardship.unheated_men(s)

    def oxygen_short(self, s: Sortie) -> bool:
        """Whether a living man will have no oxygen."""
        return hardship.men_without_oxygen(s)

    def below(self, s: Sortie, place: int) -> str:
        """Who holds the ground of a zone's first or second letter: "water", "axis", "friendly" ..."""
        grounds = grounds_below(s)
        return grounds[place] if place < len(grounds) else "none"

    # --- what a player sees

    def bound_for(self, s: Sortie) -> str:
        """The city."""
        return "" if self.target is None else self.target.city

    def track(self, s: Sortie) -> Iterable[str]:
        """The strategic track: every zone to the target, and the bomber on it."""
        return () if self.route is None else track.lines(s, self.route)

    def attackers(self, s: Sortie) -> Sequence[Fighter]:
        """All that attack in this wave, or the one that is just coming in."""
        return tuple(self.fighters) or super().attackers(s)
