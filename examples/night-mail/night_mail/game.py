"""The sequence of play.

A flight is four stages. On each the weather is rolled for (1-1), the engine may falter (1-2), and the pilot finds the
next beacon or does not (1-3). In a storm she may turn back. At the end of the last stage she lands (1-4).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bomberstream.core.bomber import Bomber
from bomberstream.core.crew import Crewman
from bomberstream.core.decisions import Decision
from bomberstream.core.game import Game, GameOption
from bomberstream.core.procedure import Procedure, step
from bomberstream.core.sortie import Sortie
from bomberstream.core.zones import Zone

from .state import NAMES, MailState

STAGES = ("Aldmoor", "Harrow Fell", "the Tarn", "Long Pass", "Corrin")
"""Where each stage begins, and where the last one ends."""
RUDE_MINUTES = 20
"""What a stage takes longer for a pilot who is lost."""


# --- before the flight


def prepare(s: Sortie) -> None:
    """Who flies what, and when. The setup says what the player has chosen; the rest is the game's."""
    s.game = MailState()
    s.date = s.setup.date or "1927-11-03"
    kind = s.ruleset.bomber(s.setup.bomber or next(iter(s.ruleset.bombers)))
    s.tables = s.ruleset.answers(kind.id, s.campaign)
    s.bomber = Bomber.of(kind, "G-MAIL")
    missions = int(s.setup.options.get("flights", "0"))
    pilot = Crewman("Ida Voss", "pilot", title="pilot", missions=missions)
    s.bomber.board([pilot, Crewman("Tom Arkle", "operator", title="wireless operator")])
    s.begin("set-up")
    s.note("sets_out", plane=kind.short, place=STAGES[0])


# --- the steps, in the order of play


@step(rule="1.0")
def stages(s: Sortie) -> None:
    """Four stages; the dice of each are its own (`begin`), so that no stage changes those of another."""
    for number in range(1, len(STAGES)):
        s.begin(f"stage {number}")
        s.enter_zone(Zone(number))
        s.note("stage", number=number, place=STAGES[number])
        s.run("stage")


@step(rule="1.1", table="1-1", cause="weather")
def weather(s: Sortie) -> None:
    """Roll for the weather once on each stage (1-1)."""
    s.game.weather = s.roll("weather").result


@step(rule="1.2", when="weather == 'storm'", cause="weather")
def storm(s: Sortie) -> None:
    """In a storm the pilot may turn back, and nobody will think the worse of her."""
    if s.choose("turn_back") == "yes":
        s.note("turns_back", place=STAGES[s.zone.number - 1])
        s.end("turned_back")


@step(rule="1.3", table="1-2", cause="mechanical")
def engine(s: Sortie) -> None:
    """The engine falters now and then (1-2); what a row does stands with it."""
    s.carry_out("engine")
    if not s.bomber.engines_running:
        s.game.come_down(s)


@step(rule="1.4", table="1-3")
def beacon(s: Sortie) -> None:
    """Find the next beacon (1-3, in the column of the weather). Who is lost is late."""
    s.game.is_lost = s.carry_out("beacon").result == "lost"
    if s.game.is_lost:
        s.game.late += RUDE_MINUTES


@step(rule="1.5", table="1-4", cause="landing")
def landing(s: Sortie) -> None:
    """Land at Corrin (1-4)."""
    s.begin("landing")
    result = s.carry_out("landing").result
    s.end("crashed" if result == "crash" else "delivered")


@step(rule="1.6")
def hand_over(s: Sortie) -> None:
    """What becomes of the mail."""
    s.outcome = s.outcome or "delivered"
    s.note("end", outcome=s.outcome, late=s.game.late)


# --- what a summary, a scenario and a simulation need


def facts(s: Sortie) -> dict[str, Any]:
    """What a summary tells beside what every flight has. The mail is this game's bombs."""
    there = s.outcome == "delivered"
    return {
        "target": STAGES[-1],
        "zones": list(range(1, s.zone.number + 1)),
        "bombing": {"on_target": there, "percent": 100 if there else 0},
        "claims": [],
        "late": s.game.late,
        "options": dict(s.setup.options),
    }


def stage(s: Sortie, step: str | None, state: dict[str, Any]) -> None:
    """Set the scene for a scenario or a test: on the first stage, whatever else is said by `state`."""
    prepare(s)
    s.enter_zone(Zone(1))


GAME = Game(
    id="night_mail",
    title="Night mail",
    about="Four stages over the hills by night, with the mails for Corrin.",
    tables=Path(__file__).parent / "tables",
    rules="night_mail",
    prepare=prepare,
    mission="flight",
    afterwards="afterwards",
    procedures=(
        Procedure.of("flight", [stages, landing], "1.0"),
        Procedure.of("stage", [weather, storm, engine, beacon], "1.0"),
        Procedure.of("afterwards", [hand_over], "1.6"),
    ),
    decisions=(Decision("turn_back", "Turn back before the storm?", "1.2", ("yes", "no")),),
    happenings={
        "sets_out": "the mail plane sets out",
        "stage": "a stage begins",
        "turns_back": "the pilot turns back",
        "comes_down": "the engine has stopped, and the plane comes down where it is",
        "end": "the flight is over",
    },
    outcomes={
        "delivered": "the mail is there",
        "turned_back": "home again, with the mail",
        "force_landed": "down in a field, and the mail goes on by cart",
        "crashed": "wrecked at the landing",
    },
    vocabulary=NAMES,
    roles={
        "weather": ("clear", "showers", "storm"),
        "engine": ("steady", "rough", "stops"),
        "beacon": ("found", "lost"),
        "landing": ("safe", "heavy", "crash"),
    },
    systems=("wireless",),
    options=(GameOption("flights", "flights that the pilot has behind him", "number", (), "0", 0, 500),),
    facts=facts,
    stage=stage,
)

__all__ = ["GAME"]
