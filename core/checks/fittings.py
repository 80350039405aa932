"""What a bomber may carry: electronics, and the places that can be fitted in several ways."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from ..dates import check_days, check_months
from ..errors import did_you_mean
from ..tables import check_source

if TYPE_CHECKING:
    from ..bomber import BomberType, Device, Fit
    from ..game import Game

__all__ = ["check_devices", "check_fits"]

_PLAIN = re.compile(r"[a-z][a-z0-9_]*")


def _check_id(name: str) -> Iterator[str]:
    """Ids that become names of the vocabulary are plain words."""
    if _PLAIN.fullmatch(name) is None:
        yield f"the id {name!r} is no plain word; expected small letters, digits and underscores, a letter first"


def check_devices(devices: Mapping[str, Device], bombers: Mapping[str, BomberType]) -> Iterator[str]:
    """Every device has days of the calendar, a man and a place that some bomber has, and a source."""
    kinds = bombers.values()
    trades = {name for kind in kinds for one in kind.station for name in (one.id, one.man) if name}
    sections = {section for kind in kinds for section in (*kind.sections, *kind.wings)}
    for device in devices.values():
        faults = [*_check_id(device.id), *check_days(device.from_, device.until), *check_source(device.source)]
        if device.operator and device.operator not in trades:
            faults.append(f"operator: no bomber has a {device.operator!r}; {did_you_mean(device.operator, trades)}")
        if device.place and device.place not in sections:
            faults.append(f"place: no bomber has a section {device.place!r}; {did_you_mean(device.place, sections)}")
        yield from (f"{device.where}: {fault}".rstrip("; ") for fault in faults)


def check_fits(bombers: Mapping[str, BomberType], game: Game, roles: Collection[str]) -> Iterator[str]:
    """Every place that can be fitted has a name of its own; its options have months, and tables for known roles."""
    for bomber in bombers.values():
        if bomber.game != game.id:
            continue
        known = {*roles, *bomber.tables}
        for place, fit in bomber.fit.items():
            where = f"{bomber.where}: fit {place}"
            yield from (f"{where}: {fault}" for fault in (*_check_id(place), *_check_place(place, fit, game)))
            for choice, option in fit.option.items():
                yield from (f"{where}, {choice}: {line}" for line in check_months(option.from_, option.until))
                for role in option.tables:
                    if role not in known:
                        yield f"{where}, {choice}: no role {role!r}; {did_you_mean(role, known)}".rstrip("; ")


def _check_place(place: str, fit: Fit, game: Game) -> Iterator[str]:
    """A place that bears the name of a game's option is chosen by it: the option must know every choice."""
    for option in game.options:
        if option.name != place:
            continue
        if option.kind != "word" or not option.values:
            yield f"{place!r} is an option of the game that means something else; choose another name for the place"
            continue
        for choice in fit.option:
            if choice not in option.values:
                hint = did_you_mean(choice, option.values)
                yield f"the game's option {place!r} is never {choice!r}; {hint}; or choose another name for the place"
