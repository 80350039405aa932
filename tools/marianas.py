"""Compute the routes, target lists and defences of the B-29 game from real positions.

A route follows the great circle from its island. Its zones are 100 statute miles long: zone 1 is the base, and the
target lies in zone ``1 + round(miles / 100)``, never nearer than zone 2. Routes to Japan pass Iwo Jima: the zone
abreast of it bears its name, or that it lies off to the east. Tinian lies so near to Saipan that only those of its
routes are written whose zones are not the same. Japanese fighters are met over land, and in the zone before it.
The last zone of a target has the modifier 0 to table 5-1, those before it less.

The results are checked in, so the game needs neither this script nor the polygons. To make them anew::

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python tools/marianas.py package/countries-10m.json

The lists weigh each target by the sorties of its phase: `raids` is that weight, in thousandths of all of the campaign.
"""

from __future__ import annotations

import datetime
import sys
import tomllib
from pathlib import Path
from typing import Any

from gazetteer import Point, Rings, measure_angle, read_topojson, travel

TOOLS = Path(__file__).resolve().parent
TABLES = TOOLS.parent / "tables" / "superfortress"
EARTH = 3958.76
STEP = 5.0
"""Miles between the points at which a zone is looked at."""
SHARE = 0.2
"""Least share of a zone's points that earns a land its letter."""
FIRST_DAYS = ("1944-10-28", "1944-11-24", "1945-02-01", "1945-03-09", "1945-05-16", "1945-06-16")
LAST_DAY = "1945-08-14"
LANDS = {"Japan": "J", "South Korea": "K", "North Korea": "K"}
ISLANDS = {
    "Iwo Jima": ("Iw", "Iwo Jima"),
    "Truk": ("T", "Truk"),
    "Marcus": ("Mk", "Marcus"),
    "Rota": ("M", "Rota"),
    "Pagan": ("M", "Pagan"),
}
"""Islands too small for the polygons: letter and region."""
WEST_OF_IWO = 133.5
WAY_ROUND = 10
"""Routes to places west of this meridian, and to which the way over Iwo Jima is so many miles longer, pass so far from
the island that a landing there is a way round."""
WEIGHT = 1000
MADE = "# Made by tools/marianas.py: do not edit."


def miles_between(start: Point, end: Point) -> float:
    """Great-circle distance in statute miles."""
    return measure_angle(start, end) * EARTH


def region_of(point: Point) -> str:
    """The part of Japan that a point on land lies in."""
    latitude, longitude = point
    if longitude < 132.1 and latitude < 33.98:
        return "Kyushu"
    if longitude < 134.8 and latitude < 34.42:
        return "Shikoku"
    return "Honshu"


def zones_of(place: dict[str, Any], base: Point, iwo: Point, lands: dict[str, Rings], length: float) -> list[str]:
    """The zones of a route, each as a line of TOML."""
    at: Point = (place["at"][0], place["at"][1])
    miles = miles_between(base, at)
    longer = miles_between(base, iwo) + miles_between(iwo, at) - miles
    is_west = place["at"][1] < WEST_OF_IWO and longer >= WAY_ROUND
    last = max(2, 1 + int(miles / length + 0.5))
    found: list[tuple[int, list[tuple[str, str]]]] = []
    abreast = 1 + int(miles_between(base, iwo) / length + 0.5)
    for number in range(2, last + 1):
        start = (number - 1.5) * length
        end = miles if number == last else start + length
        points = max(1, int((end - start) / STEP))
        seen: dict[tuple[str, str], int] = {}
        for index in range(points):
            point = travel(base, at, (start + (index + 0.5) * (end - start) / points) / miles)
            code, region = below(point, lands)
            seen[code, region] = seen.get((code, region), 0) + 1
        letters = [one for one, count in seen.items() if count >= SHARE * points][:2]
        found.append((number, letters or [("W", "")]))
    if place["city"] in ISLANDS:
        found[-1] = (last, [("W", ""), ISLANDS[place["city"]]])
    elif all(code == "W" for code, _ in found[-1][1]):
        land = ("K", "Korea") if place["at"][0] > 38 and place["at"][1] < 131 else ("J", region_of(at))
        found[-1] = (last, [("W", ""), land])
    to_japan = place["city"] not in ISLANDS
    first_land = next(number for number, letters in found if any(code != "W" for code, _ in letters))
    lines = []
    for number, letters in found:
        fighters = '"NA"'
        if place["fighters"] != "none" and number >= first_land - 1:
            fighters = str(0 if number == last else -2 if number >= first_land else -4)
        named = []
        for code, region in letters:
            if code == "W" and to_japan:
                if number == abreast:
                    region = "west of Iwo Jima" if is_west else "Iwo Jima"
                elif number >= first_land - 1:
                    region = "Japanese waters"
            named.append((code, region))
        over = ", ".join(f'"{code}"' for code, _ in named)
        regions = ", ".join(f'"{region}"' for _, region in named)
        lines.append(f"  {{ n = {number}, over = [{over}], region = [{regions}], fighters = {fighters} }},")
    return lines


def below(point: Point, lands: dict[str, Rings]) -> tuple[str, str]:
    """Letter and region of what lies below a point."""
    for name, code in LANDS.items():
        if lands[name].holds(point):
            return code, region_of(point) if code == "J" else "Korea"
    return "W", ""


def guarded_by(key: str, area: dict[str, Any], fighters: str) -> str:
    """A row of 2-3: what defends a place."""
    guns = ", ".join(f"{level} = {area[level]}" for level in ("low", "medium", "high"))
    return f'  {{ on = "{key}", data = {{ {guns}, searchlights = {area["searchlights"]}, fighters = "{fighters}" }} }},'


def days(first: str, last: str) -> int:
    """Days from the first to the last."""
    span = datetime.date.fromisoformat(last) - datetime.date.fromisoformat(first)
    return max(0, span.days + 1)


def lists_of(told: dict[str, Any]) -> list[str]:
    """The target lists of the campaigns, as TOML."""
    phases = told["phase"]
    raids: dict[str, int] = {}
    for place in told["place"]:
        raids[place["phase"]] = raids.get(place["phase"], 0) + place["raids"]
    lasts = [*(before(day) for day in FIRST_DAYS[1:]), LAST_DAY]
    lines = []
    places = [one for one in told["place"] if phases[one["phase"]]["share"]]
    asked_for = [one for one in told["place"] if not phases[one["phase"]]["share"]]
    for number, (first, last) in enumerate(zip(FIRST_DAYS, lasts, strict=True), 1):
        shares = []
        for place in places:
            phase = phases[place["phase"]]
            start, end = max(first, phase["from"]), min(last, phase["to"])
            known = place.get("dates", [])
            here = sum(first <= day <= last for day in known)
            unknown = place["raids"] - len(known)
            if place["city"] == "Iwo Jima":
                end = min(end, "1945-02-18")
            here += unknown * days(start, end) / days(phase["from"], phase["to"]) if start <= end else 0
            if here and start <= end:
                shares.append((place, start, end, phase["share"] * here / raids[place["phase"]]))
        whole = sum(share for *_, share in shares)
        for place, start, end, share in shares:
            weight = max(1, round(WEIGHT * share / whole))
            profile = place.get("profile", phases[place["phase"]]["profile"])
            code = ISLANDS.get(place["city"], ("K" if is_korean(place) else "J", ""))[0]
            window = "" if (start, end) == (first, last) else f', from = "{start}", until = "{end}"'
            sure = "" if place.get("sure", True) else ", sure = false"
            lines.append(
                f'  {{ campaign = {number}, city = "{place["city"]}", country = "{code}", type = "{place["type"]}", '
                f'aim = "{place["aim"]}", profile = "{profile}", raids = {weight}{window}{sure} }},'
            )
        for place in asked_for:
            # Flown only when it is asked for, each on its own day.
            for day in place["dates"]:
                if first <= day <= last:
                    sure = "" if place.get("sure", True) else ", sure = false"
                    lines.append(
                        f'  {{ campaign = {number}, city = "{place["city"]}", country = "J", type = "{place["type"]}", '
                        f'aim = "{place["aim"]}", profile = "{phases[place["phase"]]["profile"]}", raids = 1, '
                        f'from = "{day}", until = "{day}"{sure} }},'
                    )
    return lines


def before(day: str) -> str:
    """The day before."""
    return (datetime.date.fromisoformat(day) - datetime.timedelta(1)).isoformat()


def is_korean(place: dict[str, Any]) -> bool:
    """Whether a place lies in Korea."""
    return place["area"] == "Korea ports"


def main(polygons: Path) -> None:
    """Write the routes, the lists and the defences."""
    told = tomllib.loads((TOOLS / "marianas.toml").read_text(encoding="utf-8"))
    lands = read_topojson(polygons)
    iwo = (told["iwo_jima"]["lat"], told["iwo_jima"]["lon"])
    north = (told["vladivostok"]["lat"], told["vladivostok"]["lon"])
    places = sorted(told["place"], key=lambda one: one["city"])
    defences, ways_north = [], []
    seen: dict[str, dict[str, Any]] = {}
    for place in places:
        profile = place.get("profile", told["phase"][place["phase"]]["profile"])
        first = seen.setdefault(place["city"], place)
        if place is first:
            defences.append(guarded_by(place["city"], told["area"][place["area"]], place["fighters"]))
            if place["city"] not in ISLANDS:
                zones = max(1, int(miles_between((place["at"][0], place["at"][1]), north) / told["zone_miles"] + 0.5))
                ways_north.append(f'  {{ on = "{place["city"]}", result = {zones} }},')
        elif (place["area"], place["fighters"]) != (first["area"], first["fighters"]):
            # The same place has other guns where it is flown to for another purpose.
            defences.append(guarded_by(f"{place['city']}, {profile}", told["area"][place["area"]], place["fighters"]))
    near: dict[str, list[str]] = {}
    for island in told["island"]:
        base: Point = (island["at"][0], island["at"][1])
        number = island["air_force"]
        force = [f"air_force = {number}"] if number else []
        routes = [
            MADE,
            "# Polygons: Natural Earth 4.1, 1:10m admin-0 countries (public domain), as TopoJSON;",
            "# package world-atlas 2.0.2.",
            "#",
            "# n         zone of 100 statute miles; the last one holds the target",
            '# region    over water "Iwo Jima" where the route passes the island, "Japanese waters" off the coast',
            '# fighters  modifier to table 5-1, "NA" = no fighters',
            "",
            f'[gazetteer."2-4{island["name"][0] if number else ""}"]',
            *force,
            f'title = "Flight log gazetteer from {island["name"]}"',
            'source = "reconstructed"',
            f'basis = "great circles from {island["name"]} in zones of 100 miles, over real coasts'
            + ("; only those that differ from the routes of Saipan" if island["name"] == "Tinian" else "")
            + '"',
            f'base = {{ name = "{island["fields"]}", lat = {base[0]}, lon = {base[1]} }}',
        ]
        for city, place in seen.items():
            miles = round(miles_between(base, (place["at"][0], place["at"][1])))
            zones = zones_of(place, base, iwo, lands, told["zone_miles"])
            if island["name"] == "Tinian" and zones == near[city]:
                continue
            near.setdefault(city, zones)
            routes += ["", "[[route]]", *force, f'target = "{city}"', f"miles = {miles}", "zones = [", *zones, "]"]
        write(TABLES / "gazetteer" / f"{island['name'].lower()}.toml", routes)
    write(
        TABLES / "2-3-defences.toml",
        [
            MADE,
            "",
            '[table."2-3"]',
            'title = "Guns, searchlights and fighters of the targets"',
            'role = "defences"',
            'rule = "superfortress 2-3"',
            'dice = "look-up"',
            'source = "reconstructed"',
            'basis = "flak by bombing level, 0 none to 3 heavy, and searchlights, from bombardment survey reports; '
            'fighters: the region of 5-1A; a place with another profile: its guns on such missions"',
            "row = [",
            *defences,
            "]",
        ],
    )
    write(
        TABLES / "7-8-way-north.toml",
        [
            MADE,
            "",
            '[table."7-8"]',
            'title = "Zones from the target to Vladivostok"',
            'role = "way_north"',
            'rule = "superfortress 7.8"',
            'dice = "look-up"',
            'source = "reconstructed"',
            'basis = "great circles in zones of 100 miles"',
            "row = [",
            *ways_north,
            "]",
        ],
    )
    write(
        TABLES / "targets-lists.toml",
        [MADE, "", "target = [", *lists_of(told), "]"],
    )


def write(path: Path, lines: list[str]) -> None:
    """One file."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"written: {path.relative_to(TOOLS.parent)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
