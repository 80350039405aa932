"""Crewmen and the stations they man: wounds, frostbite, oxygen and heat."""

from __future__ import annotations

from fractions import Fraction

from attrs import define

from .errors import NotAllowed

__all__ = ["NOBODY", "Crewman", "Station", "StationType", "WoundSums"]

NO_KILLS = Fraction(0)

ACE_KILLS = 5
"""Credited kills that make a gunner an ace."""


@define(frozen=True)
class WoundSums:
    """How the wounds of a game's men add up."""

    light: int = 3
    """So many light wounds are a serious one."""
    any_more_kills: bool = True
    """Whether a serious wound kills on top of any wound, and any wound on top of a serious one; else two serious ones
    kill, and light ones are added up."""


USUAL_SUMS = WoundSums()


@define(frozen=True)
class StationType:
    """A place in an aeroplane, as data."""

    id: str
    title: str
    section: str
    """The compartment it lies in; hits there may reach whoever is at the station."""
    officer: bool = False
    guns: tuple[str, ...] = ()
    """Guns that can be worked from here, its own first."""
    man: str | None = None
    """The trade of the man who sits here at the start: left out, his own; "" for an empty seat."""
    outlet: bool = True
    """Whether it has an oxygen connection of its own, which another man may use."""
    keen_eyed: bool = False
    """Whether its man may see better than others at night."""


@define(eq=False)
class Station:
    """A station on this flight: who is there, and whether its oxygen and heat work."""

    type: StationType
    man: Crewman | None = None
    oxygen_hits: int = 0
    oxygen_out: bool = False
    oxygen_out_since: int = 0
    """The number of the zone entry in which the oxygen was lost."""
    heat_out_since: int | None = None
    """The number of the zone entry in which the heat was lost; None while it works."""

    @property
    def key(self) -> str:
        """The name that decisions and tables use."""
        return self.type.id

    @property
    def title(self) -> str:
        """The name that the log uses."""
        return self.type.title

    @property
    def told(self) -> str:
        """Its title, for the log."""
        return self.type.title


@define(eq=False)
class Crewman:
    """One man: who he is, where he is, and how he fares."""

    name: str
    trade: str
    """The station he is trained for."""
    rank: str = ""
    title: str = ""
    """His trade in words."""
    missions: int = 0
    """Missions flown before today."""
    kills: Fraction = NO_KILLS
    """Kills credited before today."""
    kills_today: Fraction = NO_KILLS
    station: Station | None = None
    is_pilot: bool = False
    """Whether he is trained to fly the bomber; set as he boards it."""
    night_vision: bool = False
    """Whether he sees better at night than others."""
    light_wounds: int = 0
    is_serious: bool = False
    is_dead: bool = False
    sums: WoundSums = USUAL_SUMS
    """How his wounds add up."""
    frostbite: str = "none"
    """ "none", "frostbite" or "severe"."""
    is_ace_for_a_day: bool = False
    has_ace_kills: bool = False
    """Whether five kills are credited to him; kept up to date by `credit`."""
    is_busy: bool = False
    """Does something this turn that leaves no hand for his duties."""
    sits_out: str = ""
    """What keeps him from his gun for the rest of a "round" or an "attack"; empty when nothing does."""
    is_trapped: bool = False
    """Shut up in a turret: he cannot leave it."""
    fate: str = ""
    """How the flight ended for him; empty while it lasts."""
    after: str = ""
    """What becomes of him after the flight: "fit", "recovers", "sent_home", "died_of_wounds" ..."""

    @property
    def key(self) -> str:
        """The name that decisions and tables use."""
        return self.trade

    @property
    def told(self) -> str:
        """Name and trade, for the log."""
        return f"{self.name}, {self.title}"

    @property
    def wounds(self) -> str:
        """The state of his wounds in a word: "none", "light", "serious" or "killed"."""
        if self.is_dead:
            return "killed"
        if self.is_serious:
            return "serious"
        return "light" if self.light_wounds else "none"

    @property
    def is_fit(self) -> bool:
        """Whether he can do his duties: neither dead nor seriously wounded."""
        return not (self.is_dead or self.is_serious)

    @property
    def is_disabled(self) -> bool:
        """Whether another may take his gun: dead, seriously wounded, or with severe frostbite, which forbids to
        operate a gun and nothing else (tonight 5.12)."""
        return self.is_dead or self.is_serious or self.frostbite == "severe"

    @property
    def can_work(self) -> bool:
        """Whether he can serve a gun or a sight now: not disabled, with his hands free, and not kept from it."""
        # As `is_disabled`, written out: every gun asks in every round.
        return not (self.is_dead or self.is_serious or self.is_busy or self.sits_out or self.frostbite == "severe")

    @property
    def is_hurt(self) -> bool:
        """Whether he has any wound or frostbite."""
        return self.is_dead or self.is_serious or self.light_wounds > 0 or self.frostbite != "none"

    @property
    def is_ace(self) -> bool:
        """Whether he shoots as an ace: five credited kills, or luck's favour today; not while hurt."""
        return (self.is_ace_for_a_day or self.has_ace_kills) and not self.is_hurt

    def __attrs_post_init__(self) -> None:
        if self.kills is self.kills_today is NO_KILLS:
            return
        if self.kills or self.kills_today:
            self.credit(NO_KILLS)

    def credit(self, share: Fraction) -> None:
        """Credit him with a kill, or his share of one."""
        self.kills_today += share
        self.has_ace_kills = self.kills + self.kills_today >= ACE_KILLS

    @property
    def post(self) -> str:
        """The title of the station he is at."""
        return self.station.type.title if self.station is not None else self.title

    @property
    def section(self) -> str:
        """The compartment he is in."""
        return self.station.type.section if self.station is not None else ""

    def wound_lightly(self) -> str:
        """One more light wound; says what it made of him: "light", "serious" or "killed".

        By the usual sums three light wounds are a serious one, a fourth kills; on top of a serious wound a light
        one kills. The dead stay as they are.
        """
        if self.is_dead:
            return "killed"
        self.light_wounds += 1
        if self.is_serious and self.sums.any_more_kills:
            return self.kill()
        if self.light_wounds < self.sums.light:
            return "serious" if self.is_serious else "light"
        if not self.sums.any_more_kills:
            self.light_wounds = 0
        if self.is_serious:
            return self.kill()
        self.is_serious = True
        return "serious"

    def wound_seriously(self) -> str:
        """A serious wound; by the usual sums it kills with any earlier wound, light or serious. The dead stay as they
        are."""
        if self.is_dead or self.is_serious or (self.light_wounds and self.sums.any_more_kills):
            return self.kill()
        self.is_serious = True
        return "serious"

    def kill(self) -> str:
        """He dies."""
        self.is_dead = True
        return "killed"

    def move_to(self, station: Station) -> None:
        """Leave his place and take another; raises `NotAllowed` when somebody else is there."""
        if station.man is not None and station.man is not self:
            raise NotAllowed(f"{self.name} cannot move to the station {station.title!r}: {station.man.name} is there")
        if self.station is not None:
            self.station.man = None
        self.station = station
        station.man = self

    def change_places(self, station: Station) -> None:
        """Take another's place; whoever is there, hurt or dead, is laid where this man comes from."""
        other, left = station.man, self.station
        if other is self:
            return
        if other is not None:
            other.station, station.man = None, None
        self.move_to(station)
        if other is not None and left is not None:
            other.move_to(left)

    @property
    def named_by(self) -> str:
        """For `NOBODY`: the name with which a scenario puts a real man in his place."""
        return "man.trade" if self is NOBODY else ""


NOBODY = Crewman(name="nobody", trade="", is_dead=True)
"""Stands where a rule asks for a man and there is none."""
