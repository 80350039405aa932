"""The search, box by box: interception, the bomber stream, what is met, and what becomes of it (7.1, 7.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from bomberstream.core.procedure import step

from . import combat
from .damage import must_turn_back
from .preparation import enter_box
from .state import Claim
from .target import Target, TargetType

if TYPE_CHECKING:
    from bomberstream.core.sortie import Sortie

    from .state import AceState

__all__ = ["compelled", "contacts", "engage", "intercept", "search", "target_type", "way_home"]

LOST, NONE, STREAM = "lost", "none", "stream"
H2S = "_h2s"


@step(rule="ace 6.2.3")
def search(s: Sortie) -> None:
    """Box after box until the landing box, or until the search is given up (6.2.4)."""
    g: AceState = s.game
    while g.box <= g.boxes and not g.homeward:
        enter_box(s)
        g.lost = False
        s.run("box")
        # Who is lost loses the next box, too (7.1.2).
        g.box += 2 if g.lost else 1
    s.note("turns_home", boxes=len(g.visited))


# --- a box


@step(rule="ace 7.1.1", table="B1", when="not homeward")
def intercept(s: Sortie) -> None:
    """Whether anybody is found in this box (7.1.1 to 7.1.3)."""
    g: AceState = s.game
    found = look_round(s)
    g.contact = found not in (LOST, NONE)
    g.stream = found == STREAM
    if g.stream:
        s.note("in_the_stream", box=g.box)


def look_round(s: Sortie) -> str:
    """One interception roll: "lost", "none", "intercept" or "stream". A pilot who can navigate is never lost."""
    g: AceState = s.game
    rolled = s.roll("interception")
    g.interception_bonus = 0
    found = str(rolled.result)
    if found != LOST and is_lost(s, rolled.natural):
        found = LOST
    if found == LOST and g.has(s, "navigation"):
        s.note("finds_his_way")
        found = NONE
    if found == LOST:
        g.lost = True
    s.note("looks_round", found=found, box=g.box)
    return found


def is_lost(s: Sortie, natural: int) -> bool:
    """Whether a throw means that the pilot is lost, beside the natural 1 of the chart; fatigue says so."""
    return natural <= int(s.kept.get("lost_up_to", 0))


@step(rule="ace 7.1.5", when="has_contact")
def contacts(s: Sortie) -> None:
    """What has been found, and in a bomber stream one after the other (7.1.5)."""
    g: AceState = s.game
    while True:
        s.run("encounter")
        s.run("after_combat")
        if not g.stream or g.homeward or g.target.type.night_fighter or g.box > g.boxes:
            break
        if not (g.guns(s, "forward") or g.guns(s, "upward")) or s.choose("stays_in_stream") == "no":
            break
        if not g.has(s, "bomber_stream") and look_round(s) in (LOST, NONE):
            break
    g.contact = g.stream = False


# --- an encounter


@step(rule="ace 7.1.4", table="A3")
def target_type(s: Sortie) -> None:
    """What it is (7.1.4)."""
    meet(s, str(s.roll("target_type").result))


def meet(s: Sortie, found: str) -> None:
    """Face an aeroplane of a kind, with H2S if its row says so."""
    g: AceState = s.game
    kind = found.removesuffix(H2S)
    data: TargetType = s.tables["target"].look(kind).data
    g.target = Target(kind, data, has_h2s=found.endswith(H2S))
    g.claims.append(Claim(kind, data.name, day=g.by_day))
    s.note("sights", target=data.name, h2s=g.target.has_h2s, night_fighter=data.night_fighter)


@step(rule="ace 7.1.4.speed", table="B10")
def engage(s: Sortie) -> None:
    """A faster one gets away; a night fighter may be the hunter; a bomber is attacked, or let go (7.0, 7.1.4)."""
    g: AceState = s.game
    if g.target.type.night_fighter:
        with s.caused_by("night_fighter"):
            s.run("night_fighter")
        return
    if g.target.type.speed > g.speed(s):
        s.note("too_fast", target=g.target.type.name)
    elif s.choose("attack") == "no":
        s.note("lets_it_go", target=g.target.type.name)
    else:
        combat.fight(s)


@step(rule="ace 7.2.20", table="crash-home")
def way_home(s: Sortie) -> None:
    """The log: shot down; or damaged, and perhaps never seen at home again (7.2.18.3, 7.2.20)."""
    settle(s)


def settle(s: Sortie) -> None:
    """Settle what became of the target that was attacked last; it is done once."""
    g: AceState = s.game
    t = g.target
    if t.judged or not g.claims:
        return
    t.judged = True
    claim = g.claims[-1]
    if t.lost:
        claim.fate = "shot down"
        credit(s, claim)
        return
    if not t.is_damaged or s.roll("way_home").result != "crashes":
        return
    claim.fate = "crashed on its way home"
    career = g.career
    if career.witness:
        career.witness -= 1
        s.note("witness", target=t.type.name)
        credit(s, claim)
    elif s.roll("credit").result == "seen":
        credit(s, claim)
    else:
        s.note("uncredited", target=t.type.name)


def credit(s: Sortie, claim: Claim) -> None:
    """A kill for the log."""
    career = s.game.career
    claim.credited = True
    career.kills += 1
    career.period.kills += 1
    s.bomber.man_of("pilot").credit(Fraction(1))
    s.note("kill", target=claim.name, fate=claim.fate, number=career.kills)


@step(rule="ace 7.4")
def compelled(s: Sortie) -> None:
    """After a combat the way home may be chosen, and some damage compels it (7.4)."""
    g: AceState = s.game
    why = must_turn_back(s)
    if why:
        g.abort(s, why)
    elif not g.by_day and s.choose("abort") == "yes":
        g.abort(s, "enough")
