"""A game small enough to know every number of it: the command line is tested on it."""

from pathlib import Path

from bomberstream.core.bomber import Bomber
from bomberstream.core.conditions import Name
from bomberstream.core.crew import Crewman
from bomberstream.core.decisions import Decision
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import Game, GameOption, OptionalRule
from bomberstream.core.hooks import hookimpl
from bomberstream.core.procedure import Procedure, step
from bomberstream.core.sortie import FlightState

API_VERSION = 1


class ToyState(FlightState):
    """Whether the wind blows, and what became of the bombs."""

    __slots__ = ("percent", "storm")

    def __init__(self):
        self.storm = False
        self.percent = None


def prepare(s):
    s.game = ToyState()
    s.campaign = s.setup.campaign or 1
    s.date = s.setup.date or "1943-10-14"
    s.begin("set-up")
    kind = s.ruleset.bombers[s.setup.bomber or "moth"]
    if not kind.is_issued(s.date):
        raise NotAllowed(f"{kind.id} is not issued on {s.date}")
    s.bomber = Bomber.of(kind, "Dragonfly")
    s.bomber.board([Crewman("Ann Bell", "pilot", "Lt."), Crewman("Cy Dole", "tail_gunner", "Sgt.")])
    s.tables = s.ruleset.answers(kind.id, s.campaign)


@step(rule="1.1", table="1-1")
def wind(s):
    s.begin("out 2.1")
    s.note("zone", number=2)
    s.game.storm = s.carry_out("wind").result == "storm"


@step(rule="1.2", table="1-2", when="bombs_aboard")
def bombs(s):
    if s.choose("drop") == "no":
        s.end("scrubbed")
    s.game.percent = s.roll("bombs", "day").result
    s.note("bombs", percent=s.game.percent)


@step(rule="1.3", table="1-3")
def landing(s):
    if s.roll("landing").result == "crash":
        s.end("crashed", "landing")


@step(rule="1.4")
def close(s):
    s.outcome = s.outcome or "returned"
    s.note("end", outcome=s.outcome)


def stage(s, step, state):
    prepare(s)


def facts(s):
    return {
        "target": s.setup.target or "Port",
        "zones": [2],
        "bombing": {"on_target": s.game.percent is not None, "percent": s.game.percent},
        "claims": [],
        "options": dict(s.setup.options),
        "moon": s.setup.options.get("moon", "full"),
    }


def more_wind(builder):
    builder.modifier("1-1", 1, says="gales")


@hookimpl
def bomberstream_games():
    return [
        Game(
            id="toy",
            title="Toy Bombers",
            about="One zone, one target.",
            tables=Path(__file__).parent / "toy",
            rules="toy",
            prepare=prepare,
            mission="mission",
            afterwards="afterwards",
            procedures=(
                Procedure.of("mission", [wind, bombs, landing]),
                Procedure.of("afterwards", [close]),
            ),
            decisions=(Decision("drop", "drop the bombs?", "1.2", ("yes", "no")),),
            happenings={"zone": "a zone is entered", "bombs": "bombs fall", "end": "the flight is over"},
            outcomes={"returned": "back at base", "crashed": "wrecked at landing", "scrubbed": "given up"},
            losses=frozenset({"crashed"}),
            vocabulary=(Name("storm", "s.game.storm", "flag", "it storms"),),
            systems=("radio",),
            options=(
                GameOption("moon", "the moon of the night", "word", ("full", "half"), "full"),
                GameOption("veterans", "the crew has flown before", "flag"),
                GameOption("missions", "missions flown before", "number"),
            ),
            facts=facts,
            stage=stage,
            scenes={"landing": "mission"},
        )
    ]


@hookimpl
def bomberstream_rules():
    return [OptionalRule("gales", "More wind", "toy 9.1", ("toy",), more_wind)]
