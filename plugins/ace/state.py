"""What a sortie of the night fighter keeps beside what every flight has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field
from bomberstream.core.dice import Deck
from bomberstream.core.sortie import FlightState

from . import choices
from .cards import read_column
from .career import Career, Member
from .target import NO_TARGET, Target

if TYPE_CHECKING:
    from bomberstream.core.bomber import Gun
    from bomberstream.core.sortie import Sortie

    from .cards import Card, Shot

__all__ = ["CLOSE", "FORWARD", "LONG", "MEDIUM", "RANGES", "REAR", "UPWARD", "AceState", "Claim"]

LONG, MEDIUM, CLOSE = "long", "medium", "close"
RANGES = (LONG, MEDIUM, CLOSE)
FORWARD, UPWARD, REAR = "forward", "upward", "rear"
ENGINE_COSTS = 3
"""Speed that a damaged engine costs (7.1.4)."""


@define(eq=False)
class Claim:
    """An enemy attacked, as the sortie log has it."""

    kind: str
    name: str
    fate: str = "got away"
    """"shot down", "crashed on its way home", "got away"."""
    credited: bool = False
    day: bool = False


@define(eq=False)
class AceState(FlightState):
    """One sortie: where on the track, what was met, what was hit."""

    career: Career
    deck: Deck[Card]
    who: str = ""
    """Before the names of its stretches: whose flight it is, where two fly together."""
    row: int = 1
    moon: str = "normal"
    month_name: str = "August"
    members: dict[str, Member] = field(factory=dict)
    """Trade to the man who flies tonight; a stand-in for a sick one."""
    city: str = ""
    area: str = ""
    weather: str = "good"
    landing_weather: str = "good"
    by_day: bool = False
    jamming: int = 0
    box: int = 0
    """The endurance box, counted from the take-off box, 0."""
    boxes: int = 0
    """The last one before the landing box."""
    visited: list[int] = field(factory=list)
    homeward: bool = False
    off_field: bool = False
    """Whether he lands away from an airfield."""
    interception_bonus: int = 0
    intruders_up_to: int = 0
    """The highest throw that brings an intruder at any field (event 12); 0 without the event."""
    day_combat: bool = False
    lost: bool = False
    """Unsure of his position: this box and the next go by."""
    contact: bool = False
    stream: bool = False

    target: Target = NO_TARGET
    claims: list[Claim] = field(factory=list)
    pass_number: int = 0
    round_number: int = 0
    weapon: str = FORWARD
    range: str = MEDIUM
    aim: str = "airframe"
    blinded: bool = False
    upward_used: bool = False
    """Whether the upward guns have been tried on this target."""
    redrawn: bool = False
    """Whether the expert has drawn again in this interception."""
    jam_cleared: bool = False
    """Whether a jam has been cleared on this sortie by skill."""
    shot: Shot | None = None
    fight_over: bool = False

    hits: int = 0
    """Hits taken, whatever they did."""
    hits_in_fight: int = 0
    engines_damaged: int = 0
    landing: str = ""
    kills_past: int = 0
    """Kills past the first number, for a roll for the Knight's Cross."""

    # --- asked by rules and conditions

    def has(self, s: Sortie, skill: str) -> bool:
        """Whether a living man aboard has a skill."""
        return any(skill in man.skills and not s.bomber.man_of(trade).is_dead for trade, man in self.members.items())

    def knows(self, s: Sortie, trade: str, skill: str) -> bool:
        """Whether the living man of a trade has a skill."""
        man = self.members.get(trade)
        return man is not None and skill in man.skills and not s.bomber.man_of(trade).is_dead

    def is_expert(self, s: Sortie) -> bool:
        """Whether the pilot is an expert in this series."""
        return s.bomber.type.family in self.members["pilot"].expert

    def speed(self, s: Sortie) -> int:
        """The speed class now: a damaged engine costs 3, one that is out no more."""
        hurt = self.engines_damaged + s.bomber.engines_out
        return int(s.bomber.type.traits.get("speed", 0)) - ENGINE_COSTS * hurt

    def radar(self, s: Sortie) -> int:
        """The generation of the radar that works; the second set takes over from the main one."""
        traits = s.bomber.type.traits
        if "main_radar" not in s.bomber.out:
            return int(traits.get("radar", 0))
        return 0 if "second_radar" in s.bomber.out else int(traits.get("second_radar", 0))

    def guns(self, s: Sortie, mount: str) -> list[Gun]:
        """The weapons of a mount that can fire: working, and loaded or endless."""
        return [
            gun
            for gun in s.bomber.guns.values()
            if gun.type.traits["mount"] == mount and gun.is_working and gun.rounds > 0
        ]

    def firepower(self, s: Sortie, mount: str) -> int:
        """What those weapons add up to."""
        return sum(int(gun.type.traits["firepower"]) for gun in self.guns(s, mount))

    def ammunition(self, s: Sortie, mount: str) -> int:
        """The most rounds left in a weapon of a mount that can run dry."""
        return max((gun.rounds for gun in self.guns(s, mount) if not gun.type.traits.get("endless")), default=0)

    def card_reads(self, s: Sortie) -> str:
        """What the card that was flipped comes to with our firepower; empty where there is none."""
        card = self.shot.card if self.shot is not None else None
        return read_column(s, card, self.firepower(s, self.weapon)) if card is not None else ""

    def may_fire(self, s: Sortie) -> bool:
        """Whether the pilot can fire: fit, nothing has spoilt the attack, and there is something left to fire at."""
        shot = self.shot
        return (
            shot is not None
            and not shot.no_fire
            and not self.target.lost
            and bool(self.guns(s, self.weapon))
            and s.bomber.man_of("pilot").is_fit
        )

    def draws_fire(self) -> bool:
        """Whether the target can reply: it has rear guns, and is not fired at from below (7.2, 7.2.16.6)."""
        if not self.target.type.return_fire:
            return False
        if self.weapon != UPWARD:
            return True
        return not choices.UPWARD_NEVER_DRAWS_FIRE and (self.pass_number, self.round_number) != (1, 1)

    def mat_value(self, s: Sortie) -> int:
        """What the pilot's aircraft is worth to him, as standing orders weigh it: to compare others with."""
        kind = s.ruleset.bombers[self.career.aircraft]
        traits = kind.traits
        forward = sum(int(gun.traits["firepower"]) for gun in kind.gun if gun.traits["mount"] == FORWARD)
        upward = any(gun.traits["mount"] == UPWARD for gun in kind.gun)
        return forward + 8 * int(traits["radar"]) + int(traits["boxes"]) + 12 * upward

    @property
    def only_repairs(self) -> bool:
        """Whether nothing but the aircraft keeps the pilot from the next sortie."""
        career = self.career
        late = {why for why, until in career.delays.items() if until > career.row + 1}
        return bool(late) and late <= {"repairs"}

    @property
    def kills_tonight(self) -> int:
        """Kills credited so far on this sortie."""
        return sum(claim.credited for claim in self.claims)

    # --- what effects of tables may ask

    def abort(self, s: Sortie, reason: str, *, with_group: bool = False) -> None:
        """The search must be given up."""
        if not self.homeward:
            self.homeward = True
            s.note("turns_back", reason=reason)

    def may_abort(self, s: Sortie, reason: str) -> None:
        """The search may be given up (7.4)."""
        if not self.homeward and s.choose("abort") == "yes":
            self.abort(s, reason)

    def come_down(self, s: Sortie) -> None:
        """Down where they are: by parachute, or in a field (8.2)."""
        from .landing import forced_down

        forced_down(s)

    def bail_out(self, s: Sortie, kind: str) -> None:
        """The crew leave the aircraft (8.2.1)."""
        from .landing import bail_out

        bail_out(s, kind)

    def lose(self, s: Sortie, how: str, outcome: str = "") -> None:
        """The aircraft is gone with all aboard."""
        from .landing import all_killed

        all_killed(s, how)
