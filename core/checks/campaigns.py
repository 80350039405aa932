"""Campaigns: their days, who flies in them, the cards they draw targets from, and the moon."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING

from ..dates import is_day, months_between, no_day
from ..errors import did_you_mean
from ..tables import by_column, place_of

if TYPE_CHECKING:
    from ..bomber import BomberType
    from ..packs import Campaign, MoonCalendar
    from ..tables import Table

__all__ = ["TARGET_CARD", "check_campaigns", "check_cards", "check_moon"]

TARGET_CARD = "target_card"
"""The role of tables whose results are targets."""

Routes = Collection[tuple[int, str]]
"""Air force and target of every route."""


def check_campaigns(
    campaigns: Mapping[int, Campaign],
    bombers: Mapping[str, BomberType],
    tables: Collection[str],
    routes: Routes,
) -> Iterator[str]:
    """Every campaign has days of the calendar, air forces that fly, a bomber on each of its days, and a way to its
    first raid."""
    for campaign in campaigns.values():
        faults = list(_check_days(campaign))
        if bombers and not faults:
            faults += _check_issue(campaign, bombers)
        faults += _check_forces(campaign, routes)
        for role, name in campaign.tables.items():
            if name not in tables:
                faults.append(f"{role}: no table {name!r}; {did_you_mean(name, tables)}")
        for force, issued in campaign.bombers.items():
            for name in issued:
                if name not in bombers:
                    faults.append(f"air force {force}: no bomber {name!r}; {did_you_mean(name, bombers)}")
        yield from (f"{campaign.where}: {fault}".rstrip("; ") for fault in faults)


def _check_days(campaign: Campaign) -> Iterator[str]:
    inside = {f"first_mission, air force {force}": day for force, day in campaign.first_mission.items()}
    if campaign.first_raid is not None:
        inside["first_raid"] = campaign.first_raid.date
    given = {"from": campaign.from_, "to": campaign.to, **inside}
    wrong = [f"{key}: {no_day(day)}" for key, day in given.items() if not is_day(day)]
    yield from wrong
    if wrong:
        return
    if campaign.to < campaign.from_:
        yield f"to = {campaign.to!r} lies before from = {campaign.from_!r}"
        return
    for key, day in inside.items():
        if not campaign.from_ <= day <= campaign.to:
            yield f"{key}: {day} lies outside the campaign, {campaign.from_} to {campaign.to}"


def _check_issue(campaign: Campaign, bombers: Mapping[str, BomberType]) -> Iterator[str]:
    forces = [str(force) for force in campaign.air_forces] or [*campaign.bombers]
    if not forces:
        yield "nobody flies in it; give air_forces, and bombers for each"
    for force in forces:
        issued = campaign.bombers.get(force, ())
        if not issued:
            yield f"air force {force}: no bomber to fly; give bombers = {{ {force} = [...] }}"
        kinds = [bombers[name] for name in issued if name in bombers]
        first = campaign.first_mission.get(force, campaign.from_)
        without = [
            month for month in months_between(first[:7], campaign.to[:7]) if not any(k.is_issued(month) for k in kinds)
        ]
        if kinds and without:
            more = ", ..." if len(without) > 3 else ""
            yield f"air force {force}: no bomber of its list is issued in {', '.join(without[:3])}{more}"


def _check_forces(campaign: Campaign, routes: Routes) -> Iterator[str]:
    with_routes = {str(force) for force, _ in routes}
    own = {str(force) for force in campaign.air_forces}
    named = [("air_forces", force) for force in sorted(own)]
    named += [("bombers", force) for force in campaign.bombers]
    named += [("first_mission", force) for force in campaign.first_mission]
    for key, force in named:
        if with_routes and force not in with_routes:
            yield f"{key}: no air force {force!r} has routes; {did_you_mean(force, with_routes)}"
        elif own and force not in own:
            yield f"{key}: air force {force!r} is none of its air_forces; {did_you_mean(force, own)}"
    raid = campaign.first_raid
    if raid is not None and routes:
        cities = {city for force, city in routes if not own or str(force) in own}
        if raid.target not in cities:
            yield f"first_raid: no route to {raid.target!r}; {did_you_mean(raid.target, cities)}"


def check_cards(tables: Mapping[str, Table], asked: Mapping[str, set[str]], routes: Routes) -> Iterator[str]:
    """Every row of a campaign card gives a place to which there is a route."""
    cities = {city for _, city in routes}
    for name, table in tables.items():
        if TARGET_CARD not in asked[name]:
            continue
        if table.columns and table.column is None:
            yield f"{table.where}: {TARGET_CARD}: a card is rolled on without a column; give none, or column = '...'"
        for number, row in enumerate(table.row, 1):
            given = [by_column(table, row.result, column, "result") for column in table.columns or (None,)]
            for city in {repr(one): one for one in given}.values():
                if isinstance(city, str) and city in cities:
                    continue
                where = f"{place_of(table, row, number)}: {TARGET_CARD}"
                if city is None:
                    yield f"{where}: no result; expected a place with a route"
                elif not isinstance(city, str):
                    yield f"{where}: expected a place with a route, not {city!r}"
                else:
                    yield f"{where}: no route to {city!r}; {did_you_mean(city, cities)}".rstrip("; ")


def check_moon(moon: MoonCalendar, phases: Collection[str]) -> Iterator[str]:
    """The calendar has no phases but those that the game knows; `phases` is empty where it knows any."""
    for number, night in enumerate(moon.nights, 1):
        if phases and night.phase not in phases:
            hint = did_you_mean(night.phase, phases)
            yield f"{moon.where}: night {number}: the moon is never {night.phase!r}; {hint}".rstrip("; ")
