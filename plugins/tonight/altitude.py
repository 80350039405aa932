"""How high the bomber flies (4.1.1): as the pilot likes, but for what keeps it low and slow, and the Alps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bomberstream.core.mission.hardship import men_without_oxygen
from bomberstream.core.procedure import step

from .state import HIGH, LOW, ON_THE_DECK, VERY_HIGH

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import TonightState

__all__ = ["altitude", "choose_altitude", "is_slow", "keeps_low", "may_fly_very_high", "must_stay_low"]


def is_slow(s: Sortie) -> bool:
    """Whether the bomber needs two turns for a zone.

    One engine out with the bombs aboard, two and more, or one of two; a burst inside, from the next zone on; jammed
    doors that drag (5.10, 5.2.5). An engine lost over the target slows nobody on his run.
    """
    g: TonightState = s.game
    return bool(g.slow) or lacks_power(s) or (bool(s.bomber.bursts) and s.zone.entry > s.bomber.burst_in)


def must_stay_low(s: Sortie) -> bool:
    """Whether something keeps the bomber below 10,000 feet.

    A burst inside (5.2.5), two engines out, one with the bombs aboard except over the target (5.10), superchargers
    out (4.2.1).
    """
    g: TonightState = s.game
    bomber = s.bomber
    return bool(bomber.bursts) or lacks_power(s) or "superchargers" in bomber.out or bool(g.low_by)


def lacks_power(s: Sortie) -> bool:
    """Whether engines out keep the bomber low and slow.

    Two out (5.10), or one of two (9.1.1.3); one with the bombs aboard, though not on its run over the target, unless
    it kept the bombs before (5.10).
    """
    g: TonightState = s.game
    useless = g.useless_engines(s)
    if useless == 0:
        return False
    if useless >= 2 or s.bomber.engines_running <= 1:
        return True
    on_its_run = s.zone.is_target and s.outbound
    return s.bomber.bombs_aboard and (g.keeps_bombs or not on_its_run)


def keeps_low(s: Sortie) -> bool:
    """Whether it stays low even before the Alps: it must, or would for want of oxygen (5.14)."""
    return must_stay_low(s) or men_without_oxygen(s)


@step(rule="tonight 4.1.1")
def altitude(s: Sortie) -> None:
    """High or low in this zone: as the pilot likes, but for what keeps the bomber down and the Alps up (4.1.1,
    4.1.3, 4.2.1)."""
    choose_altitude(s)
    g: TonightState = s.game
    g.seeks_pass = s.zone.is_alps and not g.in_thin_air


def may_fly_very_high(s: Sortie) -> bool:
    """Whether the bomber can hold the very high level: pressure cabins, all of them whole, and every engine with its
    turbo (11.1.2)."""
    g: TonightState = s.game
    bomber = s.bomber
    if not bomber.type.traits.get("pressurised") or g.pressure_lost or "cabin_pressure" in bomber.out:
        return False
    return not (bomber.engines_out or bomber.turbos_out or keeps_low(s))


def choose_altitude(s: Sortie, *, in_zone: bool = False) -> None:
    """Which heights are open, and which is taken; on the deck only from low, and up from there only to low.

    `in_zone`: in a further turn, in which nobody goes down on the deck or leaves it; that waits for the next zone.
    """
    g: TonightState = s.game
    before = g.altitude
    low_only = must_stay_low(s)
    among = [HIGH, LOW]
    if before == ON_THE_DECK:
        among = [ON_THE_DECK] if in_zone else [LOW, ON_THE_DECK]
    elif before == LOW and not in_zone:
        among = [HIGH, LOW, ON_THE_DECK]
    if low_only:
        among = [one for one in among if one != HIGH]
    elif before in (HIGH, VERY_HIGH) and may_fly_very_high(s):
        # One level a zone.
        among.insert(0, VERY_HIGH)
    if s.zone.is_alps:
        # Once through a pass it stays below the peaks.
        peaks = [VERY_HIGH, HIGH] if VERY_HIGH in among else [HIGH]
        among = [LOW] if keeps_low(s) or before == ON_THE_DECK or g.seeks_pass else peaks
    g.altitude = among[0] if len(among) == 1 else s.choose("altitude", among)
    g.kept_low = g.kept_low if low_only else ""
    if g.altitude != before:
        s.note("climbs" if g.altitude == HIGH and before != VERY_HIGH else "level", altitude=g.altitude)
