"""Checking what was typed for a flight against what the game knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date as calendar_date
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from bomberstream.core.errors import BadData, UsageError, did_you_mean, fold
from bomberstream.core.game import check_devices, cut, listed_devices
from bomberstream.core.loading import read_toml

if TYPE_CHECKING:
    from bomberstream.core.decisions import Standing
    from bomberstream.core.game import Game
    from bomberstream.core.ruleset import Ruleset

__all__ = ["check_campaign", "check_date", "check_devices_typed", "check_target", "parse_settings", "read_orders"]

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def check_date(given: str | None) -> None:
    """A date must be a day of the calendar, written YYYY-MM-DD; raises `UsageError`."""
    if given is None:
        return
    if not _DATE.fullmatch(given):
        raise UsageError(f"--date {given!r}: expected YYYY-MM-DD, like 1943-10-14")
    try:
        calendar_date.fromisoformat(given)
    except ValueError as wrong:
        raise UsageError(f"--date {given!r}: {wrong}; expected a day like 1943-10-14") from None


def check_campaign(ruleset: Ruleset, given: int | None) -> None:
    """A campaign must be one of the game's; raises `UsageError` with those there are."""
    if given is None or given in ruleset.campaigns:
        return
    if not ruleset.campaigns:
        raise UsageError(f"--campaign {given}: {ruleset.game.id} has no campaigns")
    known = ", ".join(f"{number} ({one.title})" for number, one in sorted(ruleset.campaigns.items()))
    raise UsageError(f"--campaign {given}: {ruleset.game.id} has no such campaign; valid: {known}")


def check_target(ruleset: Ruleset, given: str | None) -> None:
    """A target must be on a list of the game, in any case; raises `UsageError` with the nearest."""
    cities = {fold(one.city): one.city for one in ruleset.targets}
    if given is None or not cities or fold(given) in cities:
        return
    near = [cities[one] for one in get_close_matches(fold(given), cities)]
    hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"see bomberstream targets {ruleset.game.id}"
    raise UsageError(f"--target {given!r}: {ruleset.game.id} has no such target; {hint}")


def parse_settings(
    game: Game, given: Iterable[str], where: str = "--set", *, preset: Iterable[str] = ()
) -> dict[str, str]:
    """Read KEY=VALUE settings against the game's options; raises `UsageError` with the nearest.

    A flag that is off is left out, as if it had not been named, unless it is `preset` by house rules.
    """
    known = {one.name: one for one in game.options}
    read: dict[str, str] = {}
    for one in given:
        key, equals, value = one.partition("=")
        key = key.strip()
        if not equals or not key:
            raise UsageError(f"{where} {cut(one)}: expected KEY=VALUE")
        if key not in known:
            hint = did_you_mean(key[:40], known) or f"{game.id} has none of its own"
            raise UsageError(f"{where} {cut(one)}: {game.id} has no setting {cut(key)}; {hint}")
        try:
            value = known[key].read(value.strip())
        except BadData as wrong:
            raise UsageError(f"{where} {cut(one)}: {wrong}") from None
        if read.get(key, value) != value:
            raise UsageError(f"{where} {cut(one)}: {key} is {read[key]!r} already")
        read[key] = value
    kept = {*preset}
    return {key: one for key, one in read.items() if known[key].kind != "flag" or one == "yes" or key in kept}


def check_devices_typed(ruleset: Ruleset, options: Mapping[str, str]) -> None:
    """Devices that settings name must be known; raises `UsageError` with the nearest."""
    for option in ruleset.game.options:
        if option.kind == "devices" and option.name in options:
            try:
                check_devices(listed_devices(options[option.name]), ruleset.devices)
            except BadData as wrong:
                raise UsageError(f"--set '{option.name}={options[option.name]}': {wrong}") from None


def read_orders(path: Path) -> dict[str, Standing]:
    """Read standing orders: a table `orders`, or orders alone; raises `BadData` with every fault."""
    from bomberstream.core.decisions import plain_orders

    document = read_toml(path)
    if "orders" in document:
        beside = [key for key in document if key != "orders"]
        if beside:
            raise BadData([f"{path}: unknown key {key!r} beside [orders]" for key in beside])
        document = document["orders"]
        if not isinstance(document, dict):
            raise BadData(f"{path}: orders must be a table")
    return plain_orders(document, str(path))
