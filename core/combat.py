"""Combat: attackers on their clock positions and levels, guns and their fields of fire.

The order of a round belongs to each game; what is here is what their rounds are made of.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import define, field

from .effects import verb
from .fields import filled_in

if TYPE_CHECKING:
    from .bomber import Gun
    from .sortie import Sortie

__all__ = [
    "CLOCKS",
    "HAPPENINGS",
    "LEVELS",
    "NO_FIGHTER",
    "POSITIONS",
    "FieldOfFire",
    "Fighter",
    "FighterType",
    "bearing_guns",
    "fire",
    "jam",
    "parse_position",
    "score",
]

CLOCKS = ("12", "1:30", "3", "6", "9", "10:30")
LEVELS = ("high", "level", "low")
VERTICALS = ("vertical dive", "vertical climb")
POSITIONS = (*(f"{clock} {level}" for clock in CLOCKS for level in LEVELS), *VERTICALS)
"""Every place from which a fighter may attack."""


def parse_position(text: str) -> tuple[str, str]:
    """Read "10:30 high" or "vertical dive" into clock and level; raises `ValueError` for anything else."""
    if text in VERTICALS:
        return text.replace(" ", "_"), ""
    clock, _, level = text.partition(" ")
    if clock in CLOCKS and level in LEVELS:
        return clock, level
    raise ValueError(f"{text!r} is no attack position; expected one like '10:30 high' or 'vertical dive'")


@define(frozen=True)
class FighterType:
    """A type of fighter, as data."""

    name: str
    short: str
    plural: str = ""
    engines: int = 1
    jet: bool = False
    rocket: bool = False
    columns: Mapping[str, str | Mapping[str, str]] = field(factory=dict)
    """Role to the column of its table for this type; or by campaigns ("1-2", "3-6") or months
    ("1943-02..1943-12") to the column."""
    from_: str = ""
    until: str = ""
    """First and last month in which it is met."""
    traits: Mapping[str, bool] = field(factory=dict)
    """What else a game's rules ask about the type."""
    id: str = filled_in()
    where: str = filled_in()

    def column(self, role: str, campaign: int, date: str = "") -> str:
        """The column of a role's table that holds this type in a campaign, or on a date."""
        given = self.columns[role]
        if isinstance(given, str):
            return given
        for span, column in given.items():
            if ".." in span:
                first, _, last = span.partition("..")
                if first <= date[:7] <= last:
                    return column
                continue
            first, _, last = span.partition("-")
            if int(first) <= campaign <= int(last or first):
                return column
        # A type met outside its own time: the nearest span it has.
        spans = list(given)
        is_late = ".." in spans[-1] and date[:7] > spans[-1]
        return given[spans[-1 if is_late else 0]]

    def is_met(self, date: str) -> bool:
        """Whether it flies on a date."""
        month = date[:7]
        return (not self.from_ or self.from_ <= month) and (not self.until or month <= self.until)


@define(frozen=True)
class FieldOfFire:
    """Payload of a fields-of-fire table: the guns that bear on a place."""

    guns: tuple[str, ...]
    optional: tuple[str, ...] = ()
    """Guns that bear only under an optional rule."""


@define(eq=False)
class Fighter:
    """A fighter that attacks the bomber."""

    type: FighterType
    key: str = ""
    clock: str = "12"
    level: str = "level"
    marks: tuple[str, ...] = ()
    """Letters of the notes with which its table lists it."""
    beyond_escort: bool = False
    """Whether no escort can drive it off."""
    out_of_reach: bool = False
    """Whether no gun of the bomber reaches it."""
    skill: str = "average"
    fca: int = 0
    """Damage that lets it go on: how often."""
    fboa: bool = False
    """Damaged: breaks off after this attack."""
    fcab: bool = False
    """Goes on with this attack, then breaks off."""
    is_destroyed: bool = False
    has_left: bool = False
    hit_bomber: bool = False
    """Whether it scored in this round."""
    has_attacked: bool = False
    """Whether it has fired in this round."""
    round: int = 1
    extra_hits: int = 0
    """Hits beyond those that the dice give."""
    hits_ignored: int = 0
    """Hits that a damaged gun of it takes away."""
    collision_risk: int = 0
    """Added to the die that decides a possible collision."""
    fca_limit: int = 3
    """How many FCA results destroy it."""
    carries: set[str] = field(factory=set)
    """Equipment of this one: radar sets, upward guns ..."""
    pilot: str = "ok"
    """What became of its pilot: "ok", "serious", "killed" or "bails_out"."""
    position: str = ""
    """Clock and level in one: "12 high"; kept up to date by `move_to`."""
    laid_on: int = 0
    """Guns allotted to it in this round."""
    shot_at_by: list[Gun] = field(factory=list)
    """The guns that fired at it in this round."""

    def __attrs_post_init__(self) -> None:
        self.move_to(self.clock, self.level)

    def move_to(self, clock: str, level: str) -> None:
        """Take another place around the bomber."""
        self.clock, self.level = clock, level
        self.position = f"{clock} {level}" if level else clock.replace("_", " ")

    @property
    def is_out_of_action(self) -> bool:
        """Whether it is gone: destroyed, driven off or broken off. Asked before every fire."""
        return self.is_destroyed or self.has_left

    @property
    def is_vertical(self) -> bool:
        """Whether it dives or climbs straight at the bomber."""
        return not self.level

    @property
    def told(self) -> str:
        """Type and place, for the log."""
        if self.clock == "vertical_dive":
            return f"{self.type.short} diving straight down"
        if self.clock == "vertical_climb":
            return f"{self.type.short} straight up from below"
        return f"{self.type.short} at {self.place}"

    @property
    def place(self) -> str:
        """Its place, as a crew calls it."""
        clock = self.clock if ":" in self.clock else f"{self.clock} o'clock"
        return f"{clock} {self.level}"

    @property
    def named_by(self) -> str:
        """For `NO_FIGHTER`: the name with which a scenario puts a real one in its place."""
        return "fighter.type" if self is NO_FIGHTER else ""


NO_FIGHTER = Fighter(FighterType("no fighter", "no fighter"), clock="", level="", has_left=True)
"""Stands where a rule asks for a fighter and there is none."""


def bearing_guns(s: Sortie, fighter: Fighter) -> tuple[Gun, ...]:
    """The guns of the bomber that bear on a fighter's place, ready or not, in the table's order."""
    guns = s.bomber.guns
    table = s.tables["fields_of_fire"]
    column = None if table.column is None else table.column(s)
    if column not in table.keys:
        table.check_column(column)
    cell = table.keys[column].get(fighter.position)
    if cell is None or cell.data is None:
        return ()
    return tuple(guns[gun] for gun in cell.data.guns if gun in guns)


def fire(s: Sortie, gun: Gun, fighter: Fighter) -> bool:
    """One gun fires one burst at a fighter; says whether it hit. A jam is dealt with at once.

    Roles: `defensive_fire` gives hit, miss or jam; `twin_jam` says whether one barrel of a mount of several
    jams, or all.
    """
    gun.rounds -= 1
    gun.has_fired = True
    fighter.shot_at_by.append(gun)
    s.gun, s.fighter = gun, fighter
    s.note("fires", gun=gun.type.name, fighter=fighter.told)
    result = s.roll("defensive_fire").result
    if result == "jam":
        jam(s, gun)
    return bool(result == "hit")


def jam(s: Sortie, gun: Gun) -> None:
    """A gun jams: one barrel of a mount of several, or all (role `twin_jam`)."""
    barrels = 1
    if gun.twin_firing and s.roll("twin_jam").result == "both":
        barrels = gun.type.barrels
    gun.jam(barrels)
    s.note("gun_jams", gun=gun.type.name, all=not gun.is_working)


def score(s: Sortie, gun: Gun, fighter: Fighter) -> str:
    """A hit on a fighter: roll its damage and keep count; gives the result.

    Role `fighter_damage`, column by type: fcab, fca, fboa or destroyed. Damage adds up: three times FCA
    destroys at once; FCA and FBOA together let it attack a last time and destroy it after that.
    """
    s.gun, s.fighter = gun, fighter
    rolled = s.roll("fighter_damage", fighter.type.column("fighter_damage", s.campaign, s.date))
    result = str(rolled.result)
    if result == "fca":
        fighter.fca += 1
    elif result == "fboa":
        fighter.fboa = True
    elif result == "fcab":
        fighter.fcab = True
    if result == "destroyed" or fighter.fca >= fighter.fca_limit:
        fighter.is_destroyed = True
        result = "destroyed"
    return result


# --- verbs: the fighter that was hit


@verb("collision_risk", takes="number")
def collision_risk(s: Sortie, points: int) -> None:
    """The fighter is hard to control: so much is added when a collision threatens."""
    s.fighter.collision_risk += points


@verb("fca_limit", takes="number")
def fca_limit(s: Sortie, times: int) -> None:
    """The fighter is destroyed by so many FCA results."""
    s.fighter.fca_limit = times


@verb("fighter_hits_ignored", takes="number")
def fighter_hits_ignored(s: Sortie, hits: int) -> None:
    """A gun of the fighter is damaged: so many of its hits do not count."""
    s.fighter.hits_ignored += hits


@verb("fighter_cannot_attack", takes="word")
def fighter_cannot_attack(s: Sortie, reason: str) -> None:
    """The fighter breaks off without firing."""
    s.fighter.has_left = True


@verb("fighter_destroyed", takes="word")
def fighter_destroyed(s: Sortie, cause: str) -> None:
    """The fighter is destroyed."""
    s.fighter.is_destroyed = True


@verb("fighter_pilot", takes="word")
def fighter_pilot(s: Sortie, fate: str) -> None:
    """What becomes of the fighter's pilot."""
    s.fighter.pilot = fate


HAPPENINGS = {"fires": "a gun fires at a fighter", "gun_jams": "a gun jams"}
"""What is told here of a flight."""

VERBS = (collision_risk, fca_limit, fighter_hits_ignored, fighter_cannot_attack, fighter_destroyed, fighter_pilot)
"""Verbs that act on the fighter."""
