"""The free numbers of reconstructed tables, and what each of their values would do to the losses.

Which they are stands in tools/levers.toml. Nothing here changes a table: the values are laid over the game's own in a
folder that is gone afterwards, all of them fly the same seeds, and who calibrates enters the better value by hand, with
a word on it in the table's basis.
"""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

if TYPE_CHECKING:
    from calibrate import Game

__all__ = ["LEVERS", "Lever", "fit", "levers"]

LEVERS = Path(__file__).resolve().with_suffix(".toml")
TABLES = LEVERS.parent.parent / "tables"
SHOWN_AS = "calibration"


@dataclass(frozen=True)
class Lever:
    """One free number, or the spread of a table's rows."""

    game: str
    table: str
    kind: str
    """`shift`, `values` or `rows`."""
    values: tuple[Any, ...]
    """The first is what stands in the table."""
    says: str = ""

    def name(self) -> str:
        """How it is told."""
        return f"{self.table}, {self.says}" if self.says else self.table

    def laid_over(self, table: Mapping[str, Any], value: Any) -> dict[str, Any]:
        """The table with another value. Raises `ValueError` when it does not hold what the lever means."""
        changed = deepcopy(dict(table))
        match self.kind:
            case "shift":
                changed.setdefault("modifier", []).append({"value": value, "says": SHOWN_AS})
            case "values":
                (one,) = (modifier for modifier in changed["modifier"] if modifier.get("says") == self.says)
                one["value"] = value
            case "rows":
                for row, totals in zip(changed["row"], value, strict=True):
                    row["on"] = totals
        return changed

    def stands(self, table: Mapping[str, Any]) -> bool:
        """Whether the first value is what the table has."""
        return self.values[0] == 0 if self.kind == "shift" else self.laid_over(table, self.values[0]) == dict(table)


def levers(path: Path = LEVERS) -> Iterator[Lever]:
    """Those of the file."""
    for one in tomllib.loads(path.read_text(encoding="utf-8"))["lever"]:
        (kind,) = (name for name in ("shift", "values", "rows") if name in one)
        yield Lever(one["game"], one["table"], kind, tuple(one[kind]), one.get("says", ""))


def table_of(lever: Lever) -> dict[str, Any]:
    """The table of a lever as it stands. Raises `KeyError` when the game has none of that name."""
    for path in sorted((TABLES / lever.game).glob("*.toml")):
        found: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get("table", {})
        if lever.table in found:
            return dict(found[lever.table])
    raise KeyError(f"{lever.game} has no table {lever.table!r}")


def fit(game: Game, sorties: int, workers: int) -> Iterator[str]:
    """How far off history each value of each lever is, as the lines of a table, each as soon as it is flown.

    `off` is the mean over what history knows of the distance from it, in half widths of its band: below 1 it is inside
    on the whole. Beside it stand what lies outside: campaigns by number, types by the share of their crews that live.
    """
    yield from ("| free number | value | off | outside |", "| --- | --- | --- | --- |")
    stands: tuple[float, list[str]] | None = None
    for lever in levers():
        if lever.game != game.id:
            continue
        for value in lever.values:
            if value == lever.values[0] and stands is not None:
                off, outside = stands
            else:
                off, outside = distance(game, sorties, workers, lever, value)
                stands = stands or (off, outside)
            yield f"| {lever.name()} | {value_told(value)} | {off:.2f} | {', '.join(outside) or 'none'} |"


def value_told(value: Any) -> str:
    """A value in a cell."""
    return " / ".join(value) if isinstance(value, list) else str(value)


def distance(game: Game, sorties: int, workers: int, lever: Lever, value: Any) -> tuple[float, list[str]]:
    """How far off history the game is with a value, and what lies outside the bands."""
    from calibrate import MANY, fly

    with tempfile.TemporaryDirectory() as folder:
        laid = {"table": {lever.table: lever.laid_over(table_of(lever), value)}}
        (Path(folder) / "lever.toml").write_text(tomli_w.dumps(laid), encoding="utf-8")
        off, outside = [], []
        for one in game.judged():
            number = one["number"]
            rate = fly(game.id, sorties, workers, [Path(folder)], campaign=number)[0].missing_rate
            low, high = game.band(number)
            off.append(abs(rate - game.missing(one)) / ((high - low) / 2))
            if not low <= rate <= high:
                outside.append(str(number))
        known = game.known["relations"]
        for bomber, (low, high) in known.get("lived", {}).items():
            setup = {"campaign": known["types_in"], "bomber": bomber}
            _, men, lived = fly(game.id, MANY * sorties, workers, [Path(folder)], **setup)
            off.append(abs(lived / men - (low + high) / 2) / ((high - low) / 2))
            if not low <= lived / men <= high:
                outside.append(f"{bomber} {lived / men:.0%}")
    return sum(off) / len(off), outside
