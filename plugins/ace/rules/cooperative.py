"""Optional rule 11.1.1: cooperative play. A comrade of the unit flies along, and each tells the other what he finds.

In each box one of the two leads. If he intercepts somebody, the other has 1 more on his own interception roll in that
box. The comrade has a career of his own, which goes on beside the pilot's; his dice are stretches of their own, and his
decisions are asked for like ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve
from bomberstream.core.bomber import Bomber
from bomberstream.core.decisions import Decision
from bomberstream.core.dice import Deck
from bomberstream.core.game import OptionalRule
from bomberstream.core.procedure import step
from bomberstream.core.sortie import SortieOver

from .. import landing, preparation
from ..cards import cards_of
from ..career import Career
from ..names import new_name
from ..preparation import enter_box
from ..setup import CREW_RANK, START, man_aircraft
from ..state import AceState

if TYPE_CHECKING:
    from collections.abc import Callable

    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

__all__ = ["RULE", "Comrade", "comrade_of"]

ID = "cooperative"
CONTACT_REPORT = 1
"""What a report of the leader adds to the other's interception roll."""
WE, HE = "we", "comrade"


@define(eq=False)
class Comrade:
    """The other night fighter: what a sortie keeps of it, and how it ended."""

    game: AceState
    bomber: Bomber
    outcome: str = ""
    cause: str = ""

    @property
    def is_searching(self) -> bool:
        """Whether he is still out on the track."""
        g = self.game
        return not self.outcome and g.box <= g.boxes and not g.homeward


def comrade_of(s: Sortie) -> Comrade | None:
    """The comrade of this sortie; None when he does not fly."""
    return s.kept.get(ID)


@contextmanager
def in_his_seat(s: Sortie, mate: Comrade) -> Iterator[None]:
    """While this lasts the sortie is the comrade's; what ends it for him ends nothing for us."""
    ours = (s.game, s.bomber, s.outcome, s.cause, s.step, s.man, s.leaving, s.under_attack_by)
    s.game, s.bomber, s.outcome, s.cause = mate.game, mate.bomber, mate.outcome, mate.cause
    try:
        yield
    except SortieOver:
        mate.outcome, mate.cause = s.outcome, s.cause
    finally:
        mate.bomber = s.bomber
        s.game, s.bomber, s.outcome, s.cause, s.step, s.man, s.leaving, s.under_attack_by = ours


def joins(s: Sortie) -> Comrade:
    """The comrade with his own career, so far as it has gone: the same unit, base and raid."""
    g: AceState = s.game
    kept = g.career.kept.get(ID)
    cards = cards_of(s.ruleset)
    deck = Deck(cards.values())
    career = Career.read(kept) if kept is not None else new_comrade(s)
    career.row = g.row
    career.unit, career.base, career.zone = g.career.unit, g.career.base, g.career.zone
    mate = Comrade(AceState(career, deck, who="comrade "), Bomber.of(s.ruleset.bombers[career.aircraft]))
    mate.game.row, mate.game.moon, mate.game.month_name = g.row, g.moon, g.month_name
    mate.game.city, mate.game.area, mate.game.jamming = g.city, g.area, g.jamming
    mate.game.weather = mate.game.landing_weather = g.weather
    if career.deck is not None:
        deck.left = [cards[number] for number in career.deck]
    s.kept[ID] = mate
    with in_his_seat(s, mate):
        man_aircraft(s)
        mate.game.boxes = int(s.bomber.type.traits["boxes"])
        if career.delayed_by:
            s.end("grounded", "delay")
    return mate


def new_comrade(s: Sortie) -> Career:
    """A beginner in our unit, with an aircraft of our series that needs no prestige."""
    ours: Career = s.game.career
    rank, experience = START["officer"]
    kinds = [one for one in s.ruleset.bombers.values() if one.is_issued(s.date) and not one.traits["prestige"]]
    same = [one for one in kinds if one.family == s.bomber.type.family]
    kind = (same or kinds)[0]
    career = Career("officer", rank, ours.unit, ours.base, ours.zone, kind.id, row=ours.row)
    career.recruit(new_name(s, "comrade"), "pilot", rank, experience)
    for station in kind.station:
        if station.id != "pilot":
            career.recruit(new_name(s, f"comrade's {station.id}"), station.id, CREW_RANK)
    return career


@step(name="search", rule="ace 11.1.1", table="B1")
def search_together(s: Sortie) -> None:
    """Box after box, the leader first (11.1.1); who is left alone goes on alone."""
    g: AceState = s.game
    mate = joins(s)
    if not mate.outcome:
        s.note("flies_along", name=mate.game.career.pilot.name, aircraft=mate.bomber.type.short)
        with in_his_seat(s, mate):
            s.begin("comrade take-off")
            preparation.to_the_raid.do(s)
            preparation.spoof_raid.do(s)
    while g.box <= g.boxes and not g.homeward:
        together = mate.is_searching
        leads = s.choose("leads") if together else WE
        if leads == HE:
            report(g, his_box(s, mate))
        found = our_box(s, mate)
        if together and leads == WE:
            report(mate.game, found)
            his_box(s, mate)
    finish_his_search(s, mate)
    s.note("turns_home", boxes=len(g.visited))


def report(other: AceState, found: bool) -> None:
    """A contact report helps the other in this box alone."""
    other.interception_bonus += CONTACT_REPORT if found else 0


def our_box(s: Sortie, mate: Comrade) -> bool:
    """Our turn in a box; whether we found anybody. If it ends our sortie, he flies his to the end first."""
    try:
        return play_box(s)
    except SortieOver:
        finish_his_search(s, mate)
        raise


def his_box(s: Sortie, mate: Comrade) -> bool:
    """His turn in a box; whether he found anybody."""
    found = False
    s.note("his_turn", name=mate.game.career.pilot.name)
    with in_his_seat(s, mate):
        found = play_box(s)
    found = found or bool(mate.outcome and mate.game.claims)
    if not mate.outcome:
        s.note("our_turn")
    return found


def play_box(s: Sortie) -> bool:
    """One box for whoever sits in the seat: enter it, look round, fight."""
    g: AceState = s.game
    met = len(g.claims)
    enter_box(s)
    g.lost = False
    s.run("box")
    g.interception_bonus = 0
    g.box += 2 if g.lost else 1
    return len(g.claims) > met


def finish_his_search(s: Sortie, mate: Comrade) -> None:
    """His last boxes and his landing."""
    while mate.is_searching:
        his_box(s, mate)
    if mate.outcome:
        return
    with in_his_seat(s, mate):
        landing.intruder.do(s)
        landing.land.do(s)
        s.end("returned")


@step(rule="ace 11.1.1")
def comrade_debriefs(s: Sortie) -> None:
    """His sortie is debriefed like ours; a comrade who is lost is replaced by a beginner next time."""
    mate = comrade_of(s)
    ours: Career = s.game.career
    if mate is None or s.game is mate.game:
        return
    s.note("his_debriefing", name=mate.game.career.pilot.name, outcome=mate.outcome)
    with in_his_seat(s, mate):
        s.run("debriefing")
    ours.kept.pop(ID, None)
    if not mate.game.career.ended:
        ours.kept[ID] = mate.game.career.plain()
    s.note("comrades_score", name=mate.game.career.pilot.name, kills=mate.game.career.kills)


def with_comrade(told: Callable[[Sortie], dict[str, Any]] | None) -> Callable[[Sortie], dict[str, Any]]:
    """The facts of the summary, and the comrade's."""

    def facts(s: Sortie) -> dict[str, Any]:
        mate = comrade_of(s)
        found = dict(told(s)) if told is not None else {}
        if mate is not None:
            career = mate.game.career
            found["comrade"] = {
                "name": career.pilot.name,
                "outcome": mate.outcome,
                "kills": mate.game.kills_tonight,
                "total": career.kills,
            }
        return found

    return facts


def apply(builder: RulesetBuilder) -> None:
    """Fly with a comrade."""
    builder.decision(Decision("leads", "Who leads in this box?", "ace 11.1.1", (WE, HE)))
    for happening, says in {
        "flies_along": "a comrade flies along",
        "his_turn": "the comrade's turn in a box",
        "our_turn": "our turn again",
        "his_debriefing": "the comrade is debriefed",
        "comrades_score": "what the comrade has shot down in all",
    }.items():
        builder.happening(happening, says)
    builder.lay_over(Path(str(files("bomberstream.tables"))) / "ace-rules" / "cooperative.toml")
    builder.replace_step("sortie.search", search_together)
    builder.step(comrade_debriefs, after="debriefing.turn_page")
    builder.game = evolve(builder.game, facts=with_comrade(builder.game.facts))


RULE = OptionalRule(id=ID, title="Cooperative play", rule="ace 11.1.1", games=("ace",), apply=apply)
