"""Before the search: raid, take-off, weather, moon, electronics, and the spoof raid (5.1.1, 6.1, 6.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.dates import day_in_words
from bomberstream.core.effects import Verb, verb
from bomberstream.core.errors import OutsideGame, did_you_mean, fold
from bomberstream.core.procedure import step
from bomberstream.core.zones import Zone

from . import choices
from .damage import OUT, choose_by_die
from .names import new_name

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["VERBS", "electronics", "full_moon", "grounded", "raid", "spoof_raid", "take_off", "to_the_raid", "weather"]

WORSE = {"good": "poor", "poor": "bad", "bad": "socked_in", "socked_in": "socked_in"}


@step(rule="ace 9.2.1")
def grounded(s: Sortie) -> None:
    """A sortie that is lost: wounds, repairs, a journey, a transfer; an R in the log (8.1.2, 9.2)."""
    g: AceState = s.game
    why = g.career.delayed_by
    if why:
        s.note("grounded", date=day_in_words(s.date), why=why)
        s.end("grounded", "delay")


@step(rule="ace 6.1.1", table="A1")
def raid(s: Sortie) -> None:
    """Where the raid goes tonight (6.1.1); the city lies in a target area, which alone counts (6.0)."""
    g: AceState = s.game
    s.begin("preparation")
    wanted = s.setup.target
    g.city = _city(s, wanted) if wanted is not None else str(s.roll("raid").result)
    g.area = str(s.tables["target_area"].look(g.city).result)
    jamming = s.tables["jamming"].look(g.month_name).result
    g.jamming = int(jamming)


def _city(s: Sortie, wanted: str) -> str:
    """A city as the table of target areas writes it; raises `OutsideGame`, with the nearest, for any other."""
    known = {fold(city): str(city) for city in s.tables["target_area"].entries()}
    if fold(wanted) not in known:
        raise OutsideGame(f"no raid goes to {wanted!r}; {did_you_mean(wanted, known.values())}".rstrip("; "))
    return known[fold(wanted)]


@step(rule="ace 6.1.2", table="endurance-tracks")
def take_off(s: Sortie) -> None:
    """Into the take-off box of the track from the base's zone (6.1.2, 6.1.3)."""
    g: AceState = s.game
    g.boxes = int(s.bomber.type.traits["boxes"])
    pilot = g.members["pilot"]
    s.note(
        "readiness",
        date=day_in_words(s.date),
        aircraft=s.bomber.type.short,
        base=g.career.base,
        unit=g.career.unit,
        pilot=f"{pilot.rank} {pilot.name}".strip(),
        moon=g.moon,
        row=g.row,
    )


@step(rule="ace 6.1.4", table="B9")
def weather(s: Sortie) -> None:
    """The weather at take-off: socked in, nobody flies but an ace who wants to (6.1.4)."""
    g: AceState = s.game
    asked = s.setup.options.get("weather")
    g.weather = g.landing_weather = asked if asked else str(s.roll("weather").result)
    s.note("weather", weather=g.weather)
    if g.weather == "socked_in":
        if not g.career.is_ace or s.choose("takes_off_socked_in") == "no":
            s.note("stays_down")
            s.end("socked_in", "weather")
        s.note("flies_all_the_same")


@step(rule="ace 6.1.5", table="full-moon", when="moon == 'full'")
def full_moon(s: Sortie) -> None:
    """With a full moon the British may stay at home (6.1.5)."""
    if s.roll("full_moon").result == "cancelled":
        s.note("no_raid")
        s.end("no_raid", "moon")


@step(rule="ace 6.1.6", table="A4")
def electronics(s: Sortie) -> None:
    """A device may fail on the climb, or something else turn up (6.1.6)."""
    g: AceState = s.game
    s.begin("take-off")
    s.note("takes_off", city=g.city, area=g.area)
    rolled = s.roll("electronics_failure")
    spared = rolled.result != "random_event" or choices.SKILL_SPARES_RANDOM_EVENT
    if rolled.result != "none" and spared and g.knows(s, "funker", "electronics"):
        s.note("kept_in_order")
        return
    s.apply(rolled.cell.effects)


@step(rule="ace 6.2.1", table="endurance-tracks")
def to_the_raid(s: Sortie) -> None:
    """Straight to the box of the raid's target area; one beyond the track's end lies in its last box (6.2.1)."""
    g: AceState = s.game
    track: dict[str, int] = s.tables["endurance_track"].look(g.career.zone).data
    g.box = min(track[g.area], g.boxes)
    s.note("to_the_raid", area=g.area, box=g.box, left=g.boxes - g.box + 1)


@step(rule="ace 6.2.2", table="spoof-raid", when="not homeward")
def spoof_raid(s: Sortie) -> None:
    """A spoof raid may draw the night fighters away for a box or two (6.2.2)."""
    g: AceState = s.game
    boxes = int(s.roll("spoof_raid").result)
    if boxes:
        g.box += boxes
        s.note("spoofed", boxes=boxes)


def enter_box(s: Sortie) -> None:
    """In the next box of the track; what waited for it takes hold now."""
    g: AceState = s.game
    s.begin(f"{g.who}box {g.box}")
    g.visited.append(g.box)
    s.enter_zone(Zone(g.box))


# --- the verbs of random events


@verb("day_combat")
def day_combat(s: Sortie) -> None:
    """After this sortie, one combat with an American bomber by day."""
    s.game.day_combat = True


@verb("worse_weather_at_landing", takes="number")
def worse_weather_at_landing(s: Sortie, steps: int) -> None:
    """The weather over the field is so many steps worse when we land."""
    g: AceState = s.game
    for _ in range(steps):
        g.landing_weather = WORSE[g.landing_weather]


@verb("more_jamming", takes="number")
def more_jamming(s: Sortie, levels: int) -> None:
    """The jamming is so many levels higher tonight."""
    s.game.jamming += levels


@verb("interception_bonus", takes="number")
def interception_bonus(s: Sortie, bonus: int) -> None:
    """So much is added to the first interception roll."""
    s.game.interception_bonus += bonus


@verb("stand_in")
def stand_in(s: Sortie) -> None:
    """A man other than the pilot, at random, is replaced tonight by one who has learnt nothing."""
    from .career import Member

    g: AceState = s.game
    men = [man for man in s.bomber.crew if man.trade != "pilot"]
    man = men[choose_by_die(s, len(men), "who is sick")]
    sick = g.members[man.trade]
    g.members[man.trade] = Member(0, new_name(s, "stand-in"), man.trade, "Unteroffizier", is_stand_in=True)
    man.name = g.members[man.trade].name
    s.note("sick", man=sick.name, trade=man.title, stand_in=man.name)


@verb("credit_next_crash")
def credit_next_crash(s: Sortie) -> None:
    """The next damaged bomber that crashes on its way home is credited without a roll."""
    s.game.career.witness += 1


@verb("rough_engine")
def rough_engine(s: Sortie) -> None:
    """Turn back now, or go on with an engine damaged, either with equal chance."""
    from .damage import engine_hit

    g: AceState = s.game
    if s.choose("rough_engine") == "turn_back":
        g.abort(s, "a rough engine")
        return
    engine_hit.function(s, "port" if s.throw("1d6", "which engine") <= 3 else "starboard")


@verb("prestige", takes="number", once="word")
def prestige(s: Sortie, points: int, once: str = "") -> None:
    """So many Prestige Points; with `once` the first time alone."""
    career = s.game.career
    if once:
        if career.honour(once):
            s.note("prestige", points=1, why=once)
        return
    career.earn(points)
    s.note("prestige", points=points, why="event")


@verb("intruders_about", takes="number")
def intruders_about(s: Sortie, highest: int) -> None:
    """Over any field an intruder attacks tonight on a throw up to this."""
    s.game.intruders_up_to = highest


VERBS = tuple(one for one in list(globals().values()) if isinstance(one, Verb))
"""The verbs of random events."""
DEVICES = tuple(OUT)
