"""The optional rules: bombers of other games fly in this one (11.0), Americans by night (10.7), the B-29 over Europe
(10.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve
from bomberstream.core.errors import NotAllowed
from bomberstream.core.game import OptionalRule
from bomberstream.core.guests import GuestIssue
from bomberstream.core.packs import Pack

from . import by_day, pacific
from .welcome import lay_wordings, welcome_all

if TYPE_CHECKING:
    from bomberstream.core.bomber import BomberType
    from bomberstream.core.ruleset import RulesetBuilder

__all__ = ["GAMES", "RULES"]

GAMES = ("tonight", "today", "superfortress")
"""The games of bombers, whose bombers cross."""
CONSIDER = {"today": by_day.consider, "superfortress": pacific.consider}
"""Game to what holds for guests there beyond what the data say."""
COMMAND = "0"
"""The one air force of the night game, as its campaigns list it."""

# 10.7: on the night of 8/9 September 1943 five B-17s flew with Bomber Command.
NIGHTS_FROM = "1943-09"
# 11.1.4: squadrons of B-29s in England.
SUPERFORTRESSES_FROM = "1943-06"


def crossover(builder: RulesetBuilder) -> None:
    """Let the bombers of the other games fly in this one (11.0.1)."""
    if builder.guests:
        return
    welcome_all(builder, GAMES)
    lay_wordings(builder)
    if builder.game.id in CONSIDER:
        CONSIDER[builder.game.id](builder)


def is_american(kind: BomberType) -> bool:
    """An American bomber without pressure cabins: the B-17 and the B-24."""
    return kind.service == "usaaf" and not has_cabins(kind)


def has_cabins(kind: BomberType) -> bool:
    """Whether it has pressure cabins: the B-29."""
    return bool(kind.traits.get("pressurised"))


def join(builder: RulesetBuilder, kinds: list[BomberType], month: str) -> None:
    """Put types into the campaigns from a month on, as if they were issued like those of the game."""
    campaigns = {}
    for number, one in ((number, one) for pack in builder.packs for number, one in pack.campaigns.items()):
        first, last = one.from_[:7], one.to[:7]
        joining = [kind.id for kind in kinds if max(month, kind.from_) <= last and first <= kind.until]
        if joining:
            flown = one.bombers.get(COMMAND, ())
            campaigns[number] = evolve(one, bombers={**one.bombers, COMMAND: (*flown, *joining)})
    builder.lay(Pack(builder.by, root=builder.packs[-1].root, campaigns=campaigns))
    for family in sorted({kind.family for kind in kinds}):
        builder.issue(GuestIssue(builder.game.id, family=family, not_before=month))


def americans_by_night(builder: RulesetBuilder) -> None:
    """The B-17 and B-24 are among the bombers of a campaign from September 1943 on (10.7)."""
    crossover(builder)
    join(builder, [kind for kind in builder.guest_types() if is_american(kind)], NIGHTS_FROM)


def superfortress_over_europe(builder: RulesetBuilder) -> None:
    """The B-29 is among the bombers of a campaign from June 1943 on (10.8, 11.1.4)."""
    crossover(builder)
    kinds = [kind for kind in builder.guest_types() if has_cabins(kind)]
    if not kinds:
        raise NotAllowed("no bomber with pressure cabins is there: the game that brings one is not installed")
    issued = [evolve(kind, from_=SUPERFORTRESSES_FROM, until="1945-12") for kind in kinds]
    join(builder, issued, SUPERFORTRESSES_FROM)


RULES = (
    OptionalRule(
        id="crossover",
        title="Fly the bombers of the sister games",
        rule="tonight 11.0",
        games=GAMES,
        apply=crossover,
        welcomes_guests=True,
    ),
    OptionalRule(
        id="americans_by_night",
        title="B-17s and B-24s join the night offensive from September 1943",
        rule="tonight 10.7",
        games=("tonight",),
        apply=americans_by_night,
    ),
    OptionalRule(
        id="superfortress_over_europe",
        title="B-29s over Europe from June 1943",
        rule="tonight 10.8",
        games=("tonight",),
        apply=superfortress_over_europe,
        requires=("me_262", "early_me_262", "ta_154", "early_ta_154"),
    ),
    OptionalRule(
        id="pacific_fighter_damage",
        title="Damage of Japanese fighters in detail",
        rule="tonight 11.3.5",
        games=("superfortress",),
        apply=pacific.fighters_in_detail,
    ),
    OptionalRule(
        id="pacific_wounds",
        title="Wounds in detail",
        rule="tonight 11.3.6",
        games=("superfortress",),
        apply=pacific.wounds_in_detail,
    ),
)
