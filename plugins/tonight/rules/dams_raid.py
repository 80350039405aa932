"""Optional rule 10.6: the raid on the dams, 16 May 1943, a Lancaster with one bouncing bomb against one of three dams.

The others of the wave that attack the same dam are counts: each makes its bomb run by 10.6.3, and is hit by the guns
of the Mohne dam. With the squadron game (10.4, 10.6.2.3) the whole wave flies along: who is lost on the way attacks
nothing, and who is hit by the guns of the dam has so much farther to go.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field
from bomberstream.core.bomber import Fit, FitOption
from bomberstream.core.conditions import Name
from bomberstream.core.decisions import Decision
from bomberstream.core.effects import verb
from bomberstream.core.errors import BadData, NotAllowed, did_you_mean, fold
from bomberstream.core.game import GameOption, OptionalRule
from bomberstream.core.mission.bombing import hang, release_by_hand
from bomberstream.core.mission.causes import ENEMY
from bomberstream.core.mission.crewing import man_at_sight
from bomberstream.core.mission.setting_up import draw
from bomberstream.core.packs import Pack, Target
from bomberstream.core.procedure import step

from ..state import ON_THE_DECK
from .dam_battery import GUNS, OTHER_HIT, fight_battery
from .low_runs import deck_over_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bomberstream.core.effects import Action
    from bomberstream.core.ruleset import RulesetBuilder
    from bomberstream.core.sortie import Sortie

    from ..state import TonightState

__all__ = ["DATE", "ID", "RULE", "Raid", "attack", "choose_raid", "result", "without_us"]

ID = "dams_raid"
DATE = "1943-05-16"
BOMBER = "lancaster"
MOHNE, EDER, SORPE = "Mohne Dam", "Eder Dam", "Sorpe Dam"
DAMS = {"mohne": MOHNE, "eder": EDER, "sorpe": SORPE}
WAVES: Mapping[str, Mapping[str, int]] = {
    "main": {MOHNE: 5, EDER: 4},
    "diversion": {SORPE: 5},
    "reserve": {MOHNE: 6, EDER: 6, SORPE: 6},
}
"""Wave to the dams it attacks, each with its bombers (10.6)."""
LED = "main"
"""The wave that Gibson leads."""

# T-103. Other reading: the bomb explodes.
FRAME_SIX_EXPLODES = False
# T-106, 10.6.2.9: "until the dam collapses". Other reading: until both dams of the wave have.
LEADER_LEAVES_WITH_HIS_DAM = True
# Notes a and b of 10.6-2 name the third and the second result; a later one brings the dam down as well.
COLLAPSES_AT = {"intact_third": 3, "intact_second": 2}
STUCK = "upkeep"
"""The system whose loss keeps the bomb in its cradle (10.6.2.11)."""


@define(eq=False)
class Raid:
    """Where the raid stands."""

    wave: str = LED
    dam: str = MOHNE
    """The dam that the bomber is to attack, until it is sent on to another."""
    leads: bool = False
    place: int = 1
    """Its place in the order of attack: the leader is first."""
    bombers: int = 5
    """How many of the wave attack the dam."""
    battery: bool = True
    """Whether the guns of the Mohne dam fire (10.6.4)."""
    guns: int = GUNS
    intact: dict[str, int] = field(factory=dict)
    """Dam to the bombs that it has withstood."""
    breached: set[str] = field(factory=set)
    attacks: dict[str, int] = field(factory=dict)
    """Dam to the bomb runs made on it."""
    hits: dict[int, int] = field(factory=dict)
    """Hits on the bombers of the wave, by their place in the order of attack; our own among them."""
    running: int = 1
    """The place of the bomber that makes its run now."""
    whole_wave: bool = False
    """Whether the squadron game tells what becomes of every bomber of the wave (10.6.2.3)."""
    absent: set[int] = field(factory=set)
    """Places in the order of attack of those who have not come this far."""
    sends_on: str = ""
    """Whether those who find their dam down attack another; "" while nobody has been asked."""

    @property
    def sent(self) -> int:
        """How many bombers fly in the wave; the reserve goes to one dam."""
        return sum(WAVES[LED].values()) if self.wave == LED else self.bombers

    def order_of_attack(self) -> list[tuple[int, str]]:
        """Places and dams: those of our own dam first, then, where they are told of, those of the wave's other one."""
        wave = [(number, self.dam) for number in range(1, self.bombers + 1)]
        if self.wave == LED and (self.leads or self.whole_wave):
            last = self.bombers
            for dam, number in WAVES[LED].items():
                if dam != self.dam:
                    wave += [(last + one, dam) for one in range(1, number + 1)]
        return wave

    @property
    def is_other(self) -> bool:
        """Whether another bomber makes its run now."""
        return self.running != self.place

    @property
    def is_hit(self) -> bool:
        """Whether the bomber that makes its run has been hit over the target."""
        return self.hits.get(self.running, 0) > 0


def fly_that_night(prepare: Action) -> Action:
    """Something round the set-up: there was but one night of it."""

    def prepared(s: Sortie) -> None:
        if s.setup.date is None:
            s.setup = evolve(s.setup, date=DATE)
        prepare(s)

    return prepared


@step(rule="tonight 10.6.2.4")
def choose_raid(s: Sortie) -> None:
    """Night, aeroplane, wave and dam (10.6.1, 10.6.2.4), and who leads; a full moon and no ventral gun (T-102)."""
    setup, options = s.setup, s.setup.options
    if setup.date not in (None, DATE):
        raise NotAllowed(f"the dams were attacked on {DATE}, not on {setup.date}")
    if setup.bomber is not None and s.ruleset.bomber(setup.bomber).id != BOMBER:
        raise NotAllowed("the dams were attacked with Lancasters")
    campaign = s.ruleset.campaigns[s.campaign]
    if not campaign.from_ <= DATE <= campaign.to:
        raise NotAllowed(f"{DATE} does not lie in campaign {s.campaign}")
    s.setup = evolve(setup, bomber=BOMBER, date=DATE, options={**options, "moon": "full", "ventral": "none"})
    raid = s.kept[ID] = Raid(battery=options.get("dam_guns", "yes") == "yes")
    asked = asked_dam(s)
    waves = [wave for wave, dams in WAVES.items() if asked in (None, *dams)]
    raid.wave = options.get("wave") or s.choose("wave", waves)
    dams = WAVES[raid.wave]
    if asked is not None and asked not in dams:
        raise NotAllowed(f"the {raid.wave} wave does not attack the {asked}; it attacks {', '.join(dams)}")
    keys = [key for key, dam in DAMS.items() if dam in dams]
    raid.dam = asked or DAMS[keys[0] if len(keys) == 1 else s.choose("dam", keys)]
    raid.bombers = dams[raid.dam]
    asks_to_lead = options.get("leads") == "yes"
    if asks_to_lead and raid.wave != LED:
        raise NotAllowed(f"the raid is led with the {LED} wave")
    raid.leads = raid.wave == LED and (asks_to_lead or ("leads" not in options and s.choose("leads_raid") == "yes"))
    # The leader bombs first (10.6.4.12); the place of any other is drawn (10.6.2.3).
    raid.place = 1 if raid.leads else 2 + draw(s, raid.bombers - 1, "place in the order of attack")
    raid.running = raid.place
    s.game.target = Target(campaign=s.campaign, city=raid.dam, country="G", type="Dam", raids=1, aim="the wall")


def asked_dam(s: Sortie) -> str | None:
    """The dam that the setup asks for, if any; raises `BadData` for another target."""
    asked = s.setup.target
    if asked is None:
        return None
    for key, dam in DAMS.items():
        if fold(asked) in (fold(key), fold(dam)):
            return dam
    raise BadData(f"no dam {asked!r}; {did_you_mean(asked, DAMS.values())}".rstrip("; "))


def struck(s: Sortie, facts: Mapping[str, Any]) -> None:
    """A hit over the target, superficial ones among them, costs a point on the bomb run (10.6.3, 10.6.4.11)."""
    if s.zone.is_target and s.outbound:
        raid: Raid = s.kept[ID]
        raid.hits[raid.place] = raid.hits.get(raid.place, 0) + 1


# --- 10.6.3


@step("bomb_run", rule="tonight 10.6.3", table="10.6-1", when="outbound and zone.is_target and not aborting")
def attack(s: Sortie) -> None:
    """The bombers attack one after the other, ours in its place; the leader goes around for each of the others."""
    raid: Raid = s.kept[ID]
    g: TonightState = s.game
    bomber = s.bomber
    if not bomber.bombs_aboard:
        if not raid.leads:
            return
        g.visibility = s.roll("visibility").result
    for number, dam in raid.order_of_attack():
        if number in raid.absent:
            continue
        if raid.leads and number != raid.place and not leads_him_in(s, raid, number):
            return
        raid.running = number
        standing = where_to(s, raid, dam)
        s.begin(f"out {s.zone.number} attack {number}")
        if number == raid.place:
            own_run(s, raid, standing)
        elif standing:
            others_run(s, raid, standing)
    raid.running = raid.place


def leads_him_in(s: Sortie, raid: Raid, number: int) -> bool:
    """The leader goes around once more, with the guns and fighters of a further turn (10.6.2.9, T-106); whether the
    raid goes on."""
    g: TonightState = s.game
    if raid.dam in raid.breached and LEADER_LEAVES_WITH_HIS_DAM:
        return True
    s.note("leads_in", number=number)
    s.begin(f"out {s.zone.number} leading {number}")
    raid.running = raid.place
    s.run("turn")
    return s.outbound and not g.aborting


def where_to(s: Sortie, raid: Raid, dam: str) -> str:
    """The dam to attack: the one that was given, or another when that is down already (10.6.2.3); "" for none.

    The way there is not counted: they lie within a zone of each other, and the leader orbits two at once (10.6.2.9).
    """
    if dam not in raid.breached:
        return dam
    left = [one for one in DAMS.values() if one not in raid.breached]
    if not left:
        return ""
    if not raid.sends_on:
        raid.sends_on = s.choose("sends_on")
    return left[0] if raid.sends_on == "yes" else ""


def own_run(s: Sortie, raid: Raid, dam: str) -> None:
    """Our own run: the guns of the Mohne dam, then the bomb, from the deck alone (10.6.2.8)."""
    g: TonightState = s.game
    bomber = s.bomber
    if not bomber.bombs_aboard:
        return
    if not dam:
        g.bomb_run = "held"
        s.note("dam_is_down", dam=raid.dam)
        return
    defended(s, raid, dam)
    if not bomber.bombs_aboard or g.aborting:
        return
    # It has no bomb doors; its hand-held sight, and a spin, take the place of what spoils a run on 6-6.
    g.bombed_by = man_at_sight(s)
    if STUCK in bomber.out or g.altitude != ON_THE_DECK or ("bomb_release" in bomber.out and not release_by_hand(s)):
        hang(s)
        return
    good = g.bombed_by.is_fit and not g.manual_release
    g.bomb_run = str(s.roll("dam_run").result) if good else "off_target"
    bomber.bombs_aboard = False
    g.bombing_percent = 100 if g.bomb_run == "on_target" else 0
    bomb_falls_on(s, raid, dam, on=g.bomb_run == "on_target")


def others_run(s: Sortie, raid: Raid, dam: str) -> None:
    """The run of another bomber of the wave."""
    defended(s, raid, dam)
    bomb_falls_on(s, raid, dam, on=s.roll("dam_run").result == "on_target")


def without_us(s: Sortie, raid: Raid) -> None:
    """The runs of those who have come to the dams when we have not (10.6.2.3)."""
    for number, dam in raid.order_of_attack():
        raid.running = number
        standing = where_to(s, raid, dam)
        if number != raid.place and number not in raid.absent and standing:
            others_run(s, raid, standing)
    raid.running = raid.place


def defended(s: Sortie, raid: Raid, dam: str) -> None:
    """The guns of the Mohne dam, if they take part."""
    if dam == MOHNE and raid.battery:
        with s.caused_by("flak"):
            fight_battery(s, raid)


def bomb_falls_on(s: Sortie, raid: Raid, dam: str, *, on: bool) -> None:
    """A bomb misses the face of the dam, or goes off against it, which may breach it (10.6-2)."""
    raid.attacks[dam] = raid.attacks.get(dam, 0) + 1
    ours = not raid.is_other
    if not on:
        s.note("upkeep_wide", number=raid.running, dam=dam, ours=ours)
        return
    effect = s.roll("dam_breach").result
    falls = effect == "breached"
    if not falls:
        raid.intact[dam] = raid.intact.get(dam, 0) + 1
        falls = effect in COLLAPSES_AT and raid.intact[dam] >= COLLAPSES_AT[effect]
    if falls:
        raid.breached.add(dam)
    s.note("upkeep_hit", number=raid.running, dam=dam, ours=ours, breached=falls)


@step(rule="tonight 10.6.3.breach")
def result(s: Sortie) -> None:
    """After the landing: which dams are down."""
    raid: Raid = s.kept[ID]
    if raid.attacks:
        s.note("dam_result", dam=raid.dam, breached=raid.dam in raid.breached, bombs=raid.attacks.get(raid.dam, 0))


# --- 10.6.2.11


@verb("upkeep_falls")
def upkeep_falls(s: Sortie) -> None:
    """The bouncing bomb drops out of its cradle."""
    g: TonightState = s.game
    if not s.bomber.bombs_aboard:
        return
    s.bomber.bombs_aboard = False
    g.bomb_run = g.bomb_run or "lost"
    g.bombs_jettisoned_early = s.outbound and not s.zone.is_target
    if s.under_attack_by in ENEMY:
        g.enemy_did.add("bomb lost")
    s.note("upkeep_lost")


@verb("frame_breaks")
def frame_breaks(s: Sortie) -> None:
    """The cradle of the bouncing bomb is beyond use (T-103)."""
    if FRAME_SIX_EXPLODES and s.bomber.bombs_aboard:
        s.game.lose(s, "bombs explode")
    s.bomber.out.add(STUCK)
    s.note("upkeep_stuck")


def not_by_hand(work: Action) -> Action:
    """Something round the work of a turn: a bomb that is stuck in its cradle is not got rid of by hand."""

    def worked(s: Sortie) -> None:
        bomber = s.bomber
        if STUCK not in bomber.out or not bomber.bombs_aboard:
            work(s)
            return
        bomber.bombs_aboard = False
        work(s)
        bomber.bombs_aboard = True

    return worked


# --- putting it together


def modified(builder: RulesetBuilder) -> Pack:
    """The Lancaster of the raid, with a bomb bay of its own and the dorsal turret at choice (10.6.2.10, T-102); and
    5-15 without its modifier for the deck, for a squadron that trained for it (10.6.2.2, T-38)."""
    kind = next(pack.bombers[BOMBER] for pack in reversed(builder.packs) if BOMBER in pack.bombers)
    dorsal = Fit(
        default="turret",
        says="dorsal turret",
        option={
            "turret": FitOption("the dorsal turret", guns=("mid_upper",)),
            "none": FitOption("taken out, and faired over"),
        },
    )
    kind = evolve(
        kind,
        fit={**kind.fit, "dorsal": dorsal},
        tables={**kind.tables, "section.bomb_bay": "L-3-dam"},
    )
    course = builder.table("5-15")
    course = evolve(course, modifier=tuple(one for one in course.modifier if "on_the_deck" not in (one.when or "")))
    return Pack(ID, data_folder(), tables={"5-15": course}, bombers={BOMBER: kind})


def data_folder() -> Path:
    """Where the data of the rule lies."""
    return Path(str(files("bomberstream.tables"))) / "tonight-rules"


def apply(builder: RulesetBuilder) -> None:
    """Fly every operation against the dams."""
    raid = f"s.kept[{ID!r}]"
    builder.name(Name("dams.other", f"{raid}.is_other", "flag", "another bomber of the wave makes its run"))
    builder.name(Name("dams.hit", f"{raid}.is_hit", "flag", "who makes the run has been hit over the target"))
    builder.system(STUCK)
    builder.verb(upkeep_falls)
    builder.verb(frame_breaks)
    builder.role("dam_run", ("on_target", "off_target"))
    builder.role("dam_breach", ("intact", *COLLAPSES_AT, "breached"))
    builder.role("dam_suppression", ("none", "1_suppressed", "2_suppressed", "1_destroyed", "2_destroyed"))
    builder.decision(Decision("wave", "With which wave?", "tonight 10.6.1", tuple(WAVES)))
    builder.decision(Decision("dam", "Which dam?", "tonight 10.6.2.4", tuple(DAMS)))
    builder.decision(Decision("leads_raid", "Lead the raid?", "tonight 10.6.1", ("yes", "no")))
    builder.decision(
        Decision("sends_on", "The dam is down: on to another?", "tonight 10.6.2.3.redirect", ("yes", "no"))
    )
    builder.decision(
        Decision("mans_nose", "Who fires on the guns of the dam?", "tonight 10.6.4.1", slot="man", may_decline=True)
    )
    builder.happening("leads_in", "the leader goes around with another bomber")
    builder.happening("dam_guns", "how many guns of the Mohne dam fire on a bomb run")
    builder.happening("other_hit", OTHER_HIT)
    builder.happening("dam_is_down", "the dam is down before the bomber's turn comes")
    builder.happening("upkeep_wide", "a bouncing bomb misses the dam")
    builder.happening("upkeep_hit", "a bouncing bomb goes off against the dam")
    builder.happening("upkeep_lost", "the bouncing bomb drops out of its cradle")
    builder.happening("upkeep_stuck", "the bouncing bomb is stuck in its cradle")
    builder.happening("dam_result", "whether the dam is down at the end of the raid")
    builder.lay_over(data_folder() / f"{ID}.toml")
    builder.lay(modified(builder))
    builder.game = evolve(builder.game, prepare=fly_that_night(builder.game.prepare))
    builder.replace_step("target.draw_target", choose_raid)
    builder.wrap_step("zone.altitude", deck_over_target(low_before=False))
    builder.wrap_step("turn.work", not_by_hand)
    builder.replace_step("zone.bomb_run", attack)
    builder.step(result, before="debriefing.credit")
    for hit in ("shell_hit", "superficial", "burst_inside"):
        builder.on(hit, struck)


RULE = OptionalRule(
    id=ID,
    title="Fly against the Ruhr dams, 16 May 1943",
    rule="tonight 10.6",
    games=("tonight",),
    apply=apply,
    # The Lancasters of the raid were armed alike: other turrets are no choice here.
    conflicts=("spoof_raid", "minelaying", "other_turrets"),
    options=(
        GameOption("wave", "wave of the raid on the dams", "word", tuple(WAVES)),
        GameOption("leads", "lead the raid on the dams", "flag"),
        GameOption("dam_guns", "the guns of the Mohne dam fire", "flag", (), "yes"),
        GameOption("dorsal", "what the dorsal place holds", "word", ("turret", "none")),
    ),
)
