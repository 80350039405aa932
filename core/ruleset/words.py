"""The vocabulary of a ruleset: names of the core, of the data, and of game and plugins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..bomber import BomberType, Device
from ..combat import FighterType
from ..conditions import Name, Vocabulary
from ..errors import BadData
from ..game import Game
from ..vocabulary import STATION, core_names, device_names, fit_names, gun_names, man_names, system_names, words_of


def whole_vocabulary(
    game: Game,
    brought: Iterable[Name],
    bombers: Mapping[str, BomberType],
    fighters: Mapping[str, FighterType],
    devices: Mapping[str, Device],
    problems: list[str],
) -> Vocabulary:
    """Every name that conditions may use: those of the core, of the data, and what game and plugins have brought."""
    words = words_of(bombers, fighters, game.words)
    most = max((len(bomber.engines) for bomber in bombers.values()), default=0)
    vocabulary = Vocabulary(core_names(most, game.skills, words))
    guns = {gun.id: gun.name for bomber in bombers.values() for gun in bomber.gun}
    fits: dict[str, dict[str, None]] = {}
    for bomber in bombers.values():
        for place, fit in bomber.fit.items():
            fits.setdefault(place, {"": None}).update(dict.fromkeys(fit.option))
    offered = {place: tuple(options) for place, options in fits.items()}
    for name in (
        *gun_names(guns),
        *fit_names(offered),
        *device_names({one.id: one.title for one in devices.values()}),
        *system_names(game.systems),
        *brought,
    ):
        try:
            vocabulary.add(name)
        except BadData as wrong:
            problems += wrong.problems
    trades = {station.id: bomber.where for bomber in bombers.values() for station in bomber.station}
    for trade, where in trades.items():
        names = list(man_names(trade, f"s.bomber.man_of({trade!r})", words[STATION]))
        taken = [name.name for name in names if name.name in vocabulary]
        if taken:
            problems.append(f"{where}: station {trade}: the vocabulary has {taken[0]!r} already; choose another id")
            continue
        for name in names:
            vocabulary.add(name)
    return vocabulary
