"""Compute the flight log gazetteers from real positions: 2-8A and 2-8B of the daylight game, 2-8 of the night game.

A route follows the great circle from the base to the target. Its zones are 50 statute miles long: zone 1
is the base, and the target lies in zone ``1 + round(miles / 50)``, never nearer than zone 2 and never
beyond the last column of a flight log. Each zone is looked at every few miles: the lands that cover enough
of it give it one or two letters. In the daylight game the defence regions give it the fighter modifier of each
campaign; in the night game, whose control chart knows whole countries, water is told by the coast that it borders.

The results are checked in, so the game needs neither this script nor the polygons. To make them anew::

    npm pack world-atlas@2.0.2 && tar xzf world-atlas-2.0.2.tgz
    python tools/gazetteer.py --polygons package/countries-10m.json

``--check`` writes nothing: it compares the rulebook's own zones with the computed ones, and looks for
targets without a route and for regions without an entry in the control chart. With ``--polygons`` it also
says whether the files that are checked in are what would be written.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import tomllib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

TOOLS = Path(__file__).resolve().parent
TABLES = TOOLS.parent / "tables"
GAMES = ("today", "tonight")
CHECKED_GAME = "tonight"
"""The game whose rulebook names zones."""

Point: TypeAlias = tuple[float, float]
"""Latitude and longitude in degrees."""
Fighters: TypeAlias = int | str
"""Modifier to table 5-1, or NO_FIGHTERS."""

WATER = "W"
NO_FIGHTERS = "NA"
CAMPAIGNS = 6


# ------------------------------------------------------------------------------------------ the sphere


def parse_point(pair: Sequence[float]) -> Point:
    """Read a place given as ``[latitude, longitude]``."""
    latitude, longitude = pair
    return float(latitude), float(longitude)


def to_vector(point: Point) -> tuple[float, float, float]:
    """Turn a place into a unit vector from the centre of the earth."""
    latitude, longitude = map(math.radians, point)
    return (
        math.cos(latitude) * math.cos(longitude),
        math.cos(latitude) * math.sin(longitude),
        math.sin(latitude),
    )


def measure_angle(start: Point, end: Point) -> float:
    """Return the angle between two places, in radians (haversine)."""
    (lat_1, lon_1), (lat_2, lon_2) = (map(math.radians, place) for place in (start, end))
    across = math.sin((lat_2 - lat_1) / 2) ** 2
    along = math.cos(lat_1) * math.cos(lat_2) * math.sin((lon_2 - lon_1) / 2) ** 2
    return 2 * math.asin(math.sqrt(across + along))


def travel(start: Point, end: Point, fraction: float) -> Point:
    """Return the place at that fraction of the great circle; beyond 1 it goes on past the end."""
    angle = measure_angle(start, end)
    first = math.sin((1 - fraction) * angle) / math.sin(angle)
    second = math.sin(fraction * angle) / math.sin(angle)
    x, y, z = (first * a + second * b for a, b in zip(to_vector(start), to_vector(end), strict=True))
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))


# ------------------------------------------------------------------------------------------ shapes


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of degrees."""

    south: float
    north: float
    west: float
    east: float

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies in the box."""
        latitude, longitude = point
        return self.south <= latitude <= self.north and self.west <= longitude <= self.east

    def measure_gap(self, point: Point) -> float:
        """Return the distance to the box in degrees of latitude, roughly; 0 inside."""
        latitude, longitude = point
        off_north = max(self.south - latitude, latitude - self.north, 0.0)
        off_east = max(self.west - longitude, longitude - self.east, 0.0)
        return math.hypot(off_north, off_east * math.cos(math.radians(latitude)))


@dataclass(frozen=True, slots=True)
class FrontLine:
    """A front across Italy: from west to east, running on level at both ends."""

    line: tuple[Point, ...]

    def holds(self, point: Point) -> bool:
        """Tell whether the point lies south of the line."""
        latitude, longitude = point
        longitudes = [east for _, east in self.line]
        after = bisect_right(longitudes, longitude)
        if after in (0, len(self.line)):
            return latitude <= self.line[max(after - 1, 0)][0]
        (lat_1, lon_1), (lat_2, lon_2) = self.line[after - 1], self.line[after]
        return latitude <= lat_1 + (lat_2 - lat_1) * (longitude - lon_1) / (lon_2 - lon_1)


@dataclass(frozen=True)
class Rings:
    """Closed rings; a point is inside if it lies in an odd number of them, so that holes work."""

    rings: tuple[tuple[Point, ...], ...]

    @cached_property
    def box(self) -> Box:
        """The smallest box round all rings."""
        latitudes = [latitude for ring in self.rings for latitude, _ in ring]
        longitudes = [longitude for ring in self.rings for _, longitude in ring]
        return Box(min(latitudes), max(latitudes), min(longitudes), max(longitudes))

    @cached_property
    def edges(self) -> dict[int, list[tuple[Point, Point]]]:
        """The edges by tenth of a degree of latitude, so that a point is compared with few of them."""
        bands: dict[int, list[tuple[Point, Point]]] = {}
        for ring in self.rings:
            for start, end in zip(ring, (*ring[1:], ring[0]), strict=True):
                low, high = sorted((start[0], end[0]))
                for band in range(math.floor(low * 10), math.floor(high * 10) + 1):
                    bands.setdefault(band, []).append((start, end))
        return bands

    def holds(self, point: Point) -> bool:
        """Tell whether the point is inside (even-odd rule)."""
        if not self.box.holds(point):
            return False
        latitude, longitude = point
        inside = False
        for (lat_1, lon_1), (lat_2, lon_2) in self.edges.get(math.floor(latitude * 10), ()):
            if (lat_1 > latitude) != (lat_2 > latitude):
                crossing = lon_1 + (latitude - lat_1) / (lat_2 - lat_1) * (lon_2 - lon_1)
                inside ^= longitude < crossing
        return inside


Shape: TypeAlias = Box | FrontLine | Rings

MAP = Box(south=34.0, north=72.0, west=-12.0, east=32.0)
"""What is looked at for coasts."""


def read_topojson(path: Path) -> dict[str, Rings]:
    """Read the lands of a world-atlas file (quantised TopoJSON), by name."""
    world = json.loads(path.read_text(encoding="utf-8"))
    (scale_x, scale_y), (zero_x, zero_y) = world["transform"]["scale"], world["transform"]["translate"]

    def decode(arc: list[list[int]]) -> Iterator[Point]:
        x = y = 0
        for step_x, step_y in arc:
            x, y = x + step_x, y + step_y
            yield y * scale_y + zero_y, x * scale_x + zero_x

    arcs = [list(decode(arc)) for arc in world["arcs"]]

    def join(numbers: list[int]) -> tuple[Point, ...]:
        ring: list[Point] = []
        for number in numbers:
            # ~n stands for arc n backwards; each arc repeats the last point of the one before it
            arc = arcs[number] if number >= 0 else arcs[~number][::-1]
            ring.extend(arc[1:] if ring else arc)
        return tuple(ring)

    lands = {}
    for land in world["objects"]["countries"]["geometries"]:
        polygons = [land["arcs"]] if land["type"] == "Polygon" else land["arcs"]
        rings = tuple(join(numbers) for polygon in polygons for numbers in polygon)
        lands[land["properties"]["name"]] = Rings(rings)
    return lands


# ------------------------------------------------------------------------------------------ the map


@dataclass(frozen=True, slots=True)
class Rules:
    """How zones are cut and looked at: the table ``[rules]`` of gazetteer.toml."""

    zone_miles: int
    first_zone: int
    last_zone: int
    sample_miles: float
    letter_share: float
    alps_share: float
    coast_miles: float
    earth_radius: float

    def measure_miles(self, start: Point, end: Point) -> float:
        """Return the great-circle distance in statute miles."""
        return measure_angle(start, end) * self.earth_radius

    def count_zone(self, miles: float) -> int:
        """Return the number of the zone that lies so far from the base."""
        number = 1 + math.floor(miles / self.zone_miles + 0.5)
        return min(max(number, self.first_zone), self.last_zone)

    def sample_zone(self, number: int, miles: float) -> list[float]:
        """Return the distances from the base at which a zone of a route is looked at.

        The target zone ends at the target; if that lies close to its near edge, half a zone is looked
        at all the same, for the bombers need room to turn. Beyond the last zone nothing is cut off.
        """
        start = (number - 1.5) * self.zone_miles
        end = start + self.zone_miles
        if number == self.count_zone(miles):
            end = max(miles, start + self.zone_miles / 2)
        points = max(round((end - start) / self.sample_miles), 1)
        return [start + (index + 0.5) * (end - start) / points for index in range(points)]


@dataclass(frozen=True, slots=True)
class Border:
    """A piece of land that had another master in 1939 than it has today."""

    lands: frozenset[str]
    code: str
    shape: Rings


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a country as the control chart knows it."""

    code: str
    name: str
    shape: Shape | None

    def holds(self, code: str, point: Point) -> bool:
        """Tell whether a point of the country with that code lies in the region."""
        return code == self.code and (self.shape is None or self.shape.holds(point))


@dataclass(frozen=True, slots=True)
class Defence:
    """A region of the fighter defence, with its modifier for each campaign."""

    name: str
    countries: frozenset[str]
    box: Box
    fighters: tuple[Fighters, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A target city."""

    air_force: int
    city: str
    country: str
    at: Point
    listed: bool = True
    """Whether it stands on a target list; the dams do not."""


@dataclass(frozen=True, slots=True)
class AirForce:
    """An air force, its base and the table that holds its routes."""

    number: int
    game: str
    gazetteer: str
    title: str
    file: str
    base: Point
    base_name: str
    basis: str
    first_mission: str = ""


@dataclass(frozen=True)
class Atlas:
    """Everything the script is told of a game: its own TOML, the control chart and the campaigns."""

    game: str
    rules: Rules
    air_forces: tuple[AirForce, ...]
    places: tuple[Place, ...]
    countries: dict[str, str]
    borders: tuple[Border, ...]
    alps: Rings
    regions: tuple[Region, ...]
    defences: tuple[Defence, ...]
    bonuses: tuple[dict[str, Any], ...]
    weakest: int
    strongest: int
    water_elsewhere: int
    calibration: tuple[int, ...]
    checks: tuple[dict[str, Any], ...]
    tolerance: int
    polygons: dict[str, str]
    control: dict[tuple[str, str], list[dict[str, str]]]
    campaign_starts: tuple[str, ...]

    @cached_property
    def coasts(self) -> frozenset[str]:
        """The countries whose waters have an entry of their own in the control chart."""
        return frozenset(region for code, region in self.control if code == WATER and region)

    def find_region(self, code: str, point: Point) -> str:
        """Return the name of the control region, or an empty string over water: its coast is another matter."""
        if code == WATER:
            return ""
        for region in self.regions:
            if region.holds(code, point):
                return region.name
        raise SystemExit(f"gazetteer.toml: no region of {code!r} holds {point}")

    def is_allied(self, code: str, region: str, date: str) -> bool:
        """Tell whether the control chart gives the region to the Allies on that day."""
        if code == WATER:
            return False
        steps = self.control[code, region]
        holder = steps[0]["by"]
        for step in steps:
            if step["from"] <= date:
                holder = step["by"]
        return holder == "allied"

    def find_fighters(self, air_force: AirForce, code: str, point: Point) -> tuple[Fighters, ...]:
        """Return the fighter modifier at a point for each campaign.

        Land outside the boxes of its country belongs to the nearest of them. Ground that the Allies hold
        when the campaign (or the air force's part in it) begins has no fighters.
        """
        own = [defence for defence in self.defences if code in defence.countries]
        nearest = min(own, key=lambda defence: defence.box.measure_gap(point))
        fighters = nearest.fighters
        if code == WATER and not nearest.box.holds(point):
            fighters = (self.water_elsewhere,) * CAMPAIGNS
        region = self.find_region(code, point)
        return tuple(
            NO_FIGHTERS if self.is_allied(code, region, max(start, air_force.first_mission)) else value
            for value, start in zip(fighters, self.campaign_starts, strict=True)
        )

    def add_bonus(self, place: Place, fighters: Sequence[Fighters]) -> tuple[Fighters, ...]:
        """Add the bonus of the few targets that were defended most of all."""
        result = list(fighters)
        for bonus in self.bonuses:
            if place.air_force == bonus["air_force"] and place.city in bonus["targets"]:
                for campaign in bonus["campaigns"]:
                    value = result[campaign - 1]
                    if isinstance(value, int):
                        result[campaign - 1] = min(value + bonus["value"], self.strongest)
        return tuple(result)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a missing or broken one ends the script with one line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SystemExit(f"{path}: {error}") from error


def parse_shape(entry: dict[str, Any]) -> Shape | None:
    """Read the shape of a region: a box, the land south of a line, or the rest of the country."""
    if "box" in entry:
        return Box(*entry["box"])
    if "south_of" in entry:
        return FrontLine(tuple(map(parse_point, entry["south_of"])))
    return None


def parse_ring(entry: dict[str, Any]) -> Rings:
    """Read a single ring of ``[latitude, longitude]`` pairs."""
    return Rings((tuple(map(parse_point, entry["ring"])),))


def read_places(game: str, tools: Path) -> Iterator[Place]:
    """Read where the targets of a game lie: the daylight game's have a file of their own."""
    if game == "today":
        for entry in read_toml(tools / "gazetteer_places.toml")["place"]:
            yield Place(entry["air_force"], entry["city"], entry["country"], parse_point(entry["at"]))
    else:
        for entry in read_toml(tools / "raids.toml")["place"]:
            yield Place(0, entry["city"], entry["country"], parse_point(entry["at"]), entry.get("listed", True))


def read_control(tables: Path) -> dict[tuple[str, str], list[dict[str, str]]]:
    """Read the control chart, which may fill more than one file."""
    entries = (entry for path in sorted(tables.glob("control*.toml")) for entry in read_toml(path)["control"])
    return {(entry["code"], entry["region"]): entry["steps"] for entry in entries}


def read_regions(game: str, data: Mapping[str, Any], control: Iterable[tuple[str, str]]) -> Iterator[Region]:
    """Read the regions of the control chart; that of the night game has one for each country."""
    if game == "today":
        for entry in data["region"]:
            yield Region(entry["code"], entry["name"], parse_shape(entry))
    else:
        for code, name in control:
            if code != WATER:
                yield Region(code, name, None)


def read_atlas(game: str, tools: Path = TOOLS, tables: Path = TABLES) -> Atlas:
    """Read gazetteer.toml, the places, the control chart and the campaigns of a game."""
    data = read_toml(tools / "gazetteer.toml")
    control = read_control(tables / game)
    campaigns = read_toml(tables / game / "campaigns.toml")["campaign"]
    campaigns = sorted(campaigns, key=lambda campaign: int(campaign["number"]))
    defence = data["defence"] if game == "today" else {"region": [], "bonus": []}
    return Atlas(
        game=game,
        rules=Rules(**data["rules"]),
        air_forces=tuple(
            AirForce(
                number=int(number),
                game=entry["game"],
                gazetteer=entry["gazetteer"],
                title=entry["title"],
                file=entry["file"],
                base=(entry["base"]["lat"], entry["base"]["lon"]),
                base_name=entry["base"]["name"],
                basis=entry["basis"],
                first_mission=entry.get("first_mission", ""),
            )
            for number, entry in data["air_force"].items()
            if entry["game"] == game
        ),
        places=tuple(read_places(game, tools)),
        countries=data["country"],
        borders=tuple(Border(frozenset(entry["lands"]), entry["code"], parse_ring(entry)) for entry in data["border"]),
        alps=parse_ring(data["alps"]),
        regions=tuple(read_regions(game, data, control)),
        defences=tuple(
            Defence(
                entry["name"],
                frozenset(entry["countries"]),
                Box(*entry["box"]),
                tuple(entry["fighters"]),
            )
            for entry in defence["region"]
        ),
        bonuses=tuple(defence["bonus"]),
        weakest=data["defence"]["weakest"],
        strongest=data["defence"]["strongest"],
        water_elsewhere=data["defence"]["water_elsewhere"],
        calibration=tuple(data["calibration"]["fighters"]),
        checks=tuple(data["check"]["place"]) if game == CHECKED_GAME else (),
        tolerance=data["check"]["tolerance"],
        polygons=data["polygons"],
        control=control,
        campaign_starts=tuple(campaign["from"] for campaign in campaigns),
    )


@dataclass(frozen=True)
class Ground:
    """The lands of the polygons with the frontiers of 1939."""

    atlas: Atlas
    lands: dict[str, Rings]
    codes: dict[Point, str] = field(default_factory=dict)

    @cached_property
    def shores(self) -> dict[tuple[int, int], dict[Point, str]]:
        """Points of every outline with their code, by square degree: one in each twentieth of a degree will do."""
        squares: dict[tuple[int, int], dict[Point, str]] = {}
        for name, shape in self.lands.items():
            for point in (point for ring in shape.rings for point in ring if MAP.holds(point)):
                spot = (round(point[0] * 20) / 20, round(point[1] * 20) / 20)
                code = self.atlas.countries.get(name, "")
                for border in self.atlas.borders:
                    if border.code != WATER and name in border.lands and border.shape.holds(point):
                        code = border.code
                squares.setdefault((math.floor(spot[0]), math.floor(spot[1])), {})[spot] = code
        return squares

    def find_coast(self, point: Point) -> str:
        """Return the code of the nearest land that is near enough to a point of the sea, or an empty string."""
        latitude, longitude = map(math.floor, point)
        near = (
            (self.atlas.rules.measure_miles(point, spot), code)
            for north in (-1, 0, 1)
            for east in (-2, -1, 0, 1, 2)
            for spot, code in self.shores.get((latitude + north, longitude + east), {}).items()
        )
        miles, code = min(near, default=(math.inf, ""))
        return code if miles <= self.atlas.rules.coast_miles else ""

    def find_code(self, point: Point) -> str:
        """Return the country code at a point, or the one for water."""
        if point not in self.codes:
            self.codes[point] = self.look_up(point)
        return self.codes[point]

    def look_up(self, point: Point) -> str:
        """Find the land that holds the point and apply the frontiers of 1939."""
        for name, shape in self.lands.items():
            if shape.holds(point):
                for border in self.atlas.borders:
                    if name in border.lands and border.shape.holds(point):
                        return border.code
                if name not in self.atlas.countries:
                    raise SystemExit(f"gazetteer.toml: [country] has no code for {name!r}, at {point}")
                return self.atlas.countries[name]
        return WATER


# ------------------------------------------------------------------------------------------ routes


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone of a route, as the flight log wants it."""

    number: int
    over: tuple[str, ...]
    regions: tuple[str, ...]
    fighters: tuple[Fighters, ...]
    """One for each campaign; none where the game has no such modifier."""
    alps: bool


@dataclass(frozen=True, slots=True)
class Route:
    """The way from the base to a target."""

    place: Place
    miles: int
    zones: tuple[Zone, ...]


def choose_letters(rules: Rules, codes: Sequence[str], needed: str | None) -> tuple[str, ...]:
    """Return the one or two letters of a zone, in the order in which they are flown over.

    A country needs a fair share of the zone's points; of three, the two largest stay. The target zone
    always has the letter of the target's country.
    """
    shares = Counter(codes)
    large = [code for code, count in shares.most_common() if count >= rules.letter_share * len(codes)]
    if needed is not None and needed not in large[:2]:
        large = [needed, *large]
    order = {code: (codes.index(code) if code in codes else len(codes)) for code in large}
    return tuple(sorted(large[:2], key=order.__getitem__))


def choose_region(ground: Ground, letter: str, codes: Sequence[str], points: Sequence[Point]) -> str:
    """Return the control region that covers most of a letter's part of the zone."""
    atlas = ground.atlas
    if letter == WATER and atlas.coasts:
        return choose_coast(ground, [point for code, point in zip(codes, points, strict=True) if code == WATER])
    regions = Counter(
        atlas.find_region(letter, point) for code, point in zip(codes, points, strict=True) if code == letter
    )
    return regions.most_common(1)[0][0]


def choose_coast(ground: Ground, water: Sequence[Point]) -> str:
    """Return the coast that the water of a zone borders, of those that the control chart knows.

    It needs a fair share of the points to be nearest to it; of two, the one nearest to more of them counts.
    """
    coasts = Counter(map(ground.find_coast, water))
    known = {code: count for code, count in coasts.items() if code in ground.atlas.coasts}
    best = max(known, key=known.__getitem__, default="")
    return best if known.get(best, 0) >= ground.atlas.rules.letter_share * len(water) else ""


def average_fighters(atlas: Atlas, values: Sequence[Fighters]) -> Fighters:
    """Return one modifier for a zone from those of its points: their mean.

    Points without fighters count as the weakest defence, and if nearly all are such, the zone has none.
    """
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) < atlas.rules.letter_share * len(values):
        return NO_FIGHTERS
    total = sum(numbers) + atlas.weakest * (len(values) - len(numbers))
    return math.floor(total / len(values) + 0.5)


def compute_zone(ground: Ground, air_force: AirForce, place: Place, number: int, miles: float) -> Zone:
    """Look at one zone of the route to a place."""
    atlas = ground.atlas
    rules = atlas.rules
    points = [travel(air_force.base, place.at, distance / miles) for distance in rules.sample_zone(number, miles)]
    codes = [ground.find_code(point) for point in points]
    is_target = number == rules.count_zone(miles)
    over = choose_letters(rules, codes, place.country if is_target else None)
    regions = tuple(
        atlas.find_region(letter, place.at)
        if is_target and letter == place.country
        else choose_region(ground, letter, codes, points)
        for letter in over
    )
    in_alps = sum(map(atlas.alps.holds, points)) >= rules.alps_share * len(points)
    if not atlas.defences:
        return Zone(number, over, regions, (), in_alps)
    fighters: tuple[Fighters, ...]
    if is_target:
        fighters = atlas.add_bonus(place, atlas.find_fighters(air_force, place.country, place.at))
    else:
        by_point = [atlas.find_fighters(air_force, code, point) for code, point in zip(codes, points, strict=True)]
        fighters = tuple(average_fighters(atlas, [values[index] for values in by_point]) for index in range(CAMPAIGNS))
    fighters = tuple(
        value + shift if isinstance(value, int) else value
        for value, shift in zip(fighters, atlas.calibration, strict=True)
    )
    return Zone(number, over, regions, fighters, in_alps)


def compute_route(ground: Ground, air_force: AirForce, place: Place) -> Route:
    """Compute the route of an air force to one of its targets."""
    rules = ground.atlas.rules
    miles = rules.measure_miles(air_force.base, place.at)
    last = rules.count_zone(miles)
    zones = tuple(compute_zone(ground, air_force, place, number, miles) for number in range(rules.first_zone, last + 1))
    return Route(place, round(miles), zones)


def compute_routes(ground: Ground, air_force: AirForce) -> list[Route]:
    """Compute all routes of an air force, by name of the target."""
    places = [place for place in ground.atlas.places if place.air_force == air_force.number]
    return [compute_route(ground, air_force, place) for place in sorted(places, key=lambda p: p.city)]


# ------------------------------------------------------------------------------------------ writing


def quote(text: str) -> str:
    """Write a TOML string; all names here are plain ASCII."""
    return json.dumps(text)


def quote_all(texts: Iterable[str]) -> str:
    """Write a TOML array of strings."""
    return "[" + ", ".join(map(quote, texts)) + "]"


def format_fighters(fighters: Sequence[Fighters]) -> str:
    """Write the modifiers: one value if it is the same in all campaigns, else all six."""
    return json.dumps(fighters[0] if len(set(fighters)) == 1 else list(fighters))


def format_zone(zone: Zone) -> str:
    """Write a zone as an inline table."""
    fighters = f", fighters = {format_fighters(zone.fighters)}" if zone.fighters else ""
    alps = ", alps = true" if zone.alps else ""
    return f"{{ n = {zone.number}, over = {quote_all(zone.over)}, region = {quote_all(zone.regions)}{fighters}{alps} }}"


def describe_keys(atlas: Atlas) -> Iterator[str]:
    """Explain the keys that differ between the games."""
    if atlas.coasts:
        yield "# region    for each letter the region of the control chart; for water the code of the coast that it"
        yield '#           borders, "" for open sea and coasts that the chart does not name'
    else:
        yield '# region    for each letter the region of the control chart, "" over water'
    if atlas.defences:
        yield '# fighters  modifier to table 5-1, "NA" = no fighters; a list has one for each campaign'


def format_gazetteer(atlas: Atlas, air_force: AirForce, routes: Iterable[Route]) -> str:
    """Write the file of one air force."""
    latitude, longitude = air_force.base
    source = atlas.polygons
    lines = [
        "# Made by tools/gazetteer.py: do not edit.",
        f"# Polygons: {source['origin']}; package {source['package']} {source['version']}.",
        "#",
        "# n         zone; the last one holds the target",
        '# over      letters in the order of the flight out; "W" is water',
        *describe_keys(atlas),
        "# alps      the zone lies in the Alps",
        "",
        f'[gazetteer."{air_force.gazetteer}"]',
        f"air_force = {air_force.number}",
        f"title = {quote(air_force.title)}",
        'source = "reconstructed"',
        f"basis = {quote(air_force.basis)}",
        f"base = {{ name = {quote(air_force.base_name)}, lat = {latitude}, lon = {longitude} }}",
    ]
    for route in routes:
        lines += [
            "",
            "[[route]]",
            f"air_force = {air_force.number}",
            f"target = {quote(route.place.city)}",
            f"miles = {route.miles}",
            "zones = [",
            *(f"  {format_zone(zone)}," for zone in route.zones),
            "]",
        ]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------------------------------ checking


def check_places(atlas: Atlas) -> Iterator[str]:
    """Compare the zones that the rulebook names with the computed ones."""
    base = atlas.air_forces[0].base
    for check in atlas.checks:
        low, high = check["zones"]
        miles = atlas.rules.measure_miles(base, parse_point(check["at"]))
        zone = atlas.rules.count_zone(miles)
        named = str(low) if low == high else f"{low} to {high}"
        print(f"{check['name']}: zone {zone} at {miles:.0f} miles, rulebook {named}")
        if not low - atlas.tolerance <= zone <= high + atlas.tolerance:
            yield f"{check['name']}: zone {zone}, but the rulebook has {named}"


def check_regions(atlas: Atlas) -> Iterator[str]:
    """See that the regions here are those of the control chart."""
    regions = {(region.code, region.name) for region in atlas.regions}
    charted = {(code, name) for code, name in atlas.control if code != WATER}
    for code, name in sorted(regions ^ charted):
        yield f"region {name!r} of {code!r} is not in both gazetteer.toml and control.toml"


def check_borders(ground: Ground, margin: float = 0.07) -> Iterator[str]:
    """See that each target lies within 5 miles of its country; small islands may be too small for the map."""
    steps = (-margin, 0.0, margin)
    for place in ground.atlas.places:
        latitude, longitude = place.at
        around = {ground.find_code((latitude + north, longitude + east)) for north in steps for east in steps}
        if around != {WATER} and place.country not in around:
            yield f"{place.city}: listed under {place.country!r}, but the map has {sorted(around)}"


def check_zone(atlas: Atlas, entry: dict[str, Any]) -> Iterator[str]:
    """See that one zone of a written route is sound."""
    over, regions, fighters = entry["over"], entry["region"], entry.get("fighters", [])
    if not 1 <= len(over) == len(regions) <= 2:
        yield f"letters {over} with regions {regions}"
    for code, region in zip(over, regions, strict=False):
        if (code, region) not in atlas.control and (code, region) != (WATER, ""):
            yield f"region {region!r} of {code!r} is not in control.toml"
    if isinstance(fighters, list) and len(fighters) != (CAMPAIGNS if atlas.defences else 0):
        yield f"fighters for {len(fighters)} campaigns"
    for value in fighters if isinstance(fighters, list) else [fighters]:
        if value != NO_FIGHTERS and not (atlas.weakest + min(atlas.calibration) <= value <= atlas.strongest):
            yield f"fighters {value!r}"


def check_files(atlas: Atlas) -> Iterator[str]:
    """See that every target has a sound route in the files that are checked in."""
    tables = TABLES / atlas.game
    targets = read_toml(tables / "targets.toml")["target"]
    countries = read_toml(tables / "countries.toml")["country"]
    for air_force in atlas.air_forces:
        file = f"gazetteer/{air_force.file}"
        routes = read_toml(tables / file)["route"]
        wanted = {target["city"] for target in targets if target["air_force"] == air_force.number}
        named = {route["target"] for route in routes}
        wanted |= {place.city for place in atlas.places if not place.listed and place.air_force == air_force.number}
        yield from (f"{file}: no route to {city!r}" for city in sorted(wanted - named))
        yield from (f"{file}: {city!r} is no target" for city in sorted(named - wanted))
        over = {code for route in routes for zone in route["zones"] for code in zone["over"]}
        yield from (f"{file}: {code!r} is not in countries.toml" for code in sorted(over - set(countries)))
        for route in routes:
            where = f"{file}: {route['target']}"
            numbers = [zone["n"] for zone in route["zones"]]
            # the miles in the file are rounded, the zone is not counted from them
            ends = {atlas.rules.count_zone(route["miles"] + part) for part in (-0.5, 0.5)}
            if numbers not in [list(range(atlas.rules.first_zone, last + 1)) for last in ends]:
                yield f"{where}: zones {numbers} for {route['miles']} miles"
            for zone in route["zones"]:
                yield from (f"{where}, zone {zone['n']}: {fault}" for fault in check_zone(atlas, zone))


def describe(air_force: AirForce, routes: Sequence[Route]) -> str:
    """Sum up the routes of an air force in a line."""
    zones = [zone for route in routes for zone in route.zones]
    double = sum(len(zone.over) == 2 for zone in zones)
    alps = sum(zone.alps for zone in zones)
    free = sum(set(zone.fighters) == {NO_FIGHTERS} for zone in zones)
    fights = f", {free} never with fighters" if zones[0].fighters else ""
    farthest = max(routes, key=lambda route: route.miles)
    return (
        f"{air_force.gazetteer}: {len(routes)} routes, {len(zones)} zones, {double} with two letters, "
        f"{alps} in the Alps{fights}; "
        f"farthest {farthest.place.city}, {farthest.miles} miles"
    )


# ------------------------------------------------------------------------------------------ command line


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        description="Compute the flight log gazetteers.",
        epilog="Polygons: npm pack world-atlas@2.0.2, unpack it, take package/countries-10m.json.",
    )
    parser.add_argument("--polygons", type=Path, metavar="FILE", help="country polygons (TopoJSON)")
    parser.add_argument("--check", action="store_true", help="write nothing, look for faults")
    return parser


def compute_game(atlas: Atlas, lands: dict[str, Rings], *, write: bool) -> Iterator[str]:
    """Compute the gazetteers of a game, and write them or compare them with the files."""
    ground = Ground(atlas, lands)
    yield from check_borders(ground)
    for air_force in atlas.air_forces:
        routes = compute_routes(ground, air_force)
        text = format_gazetteer(atlas, air_force, routes)
        path = TABLES / atlas.game / "gazetteer" / air_force.file
        if write:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            yield f"{path}: not what would be written"
        print(describe(air_force, routes))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the gazetteers; return 1 if a check finds a fault."""
    parser = build_parser()
    options = parser.parse_args(arguments)
    if not options.check and options.polygons is None:
        parser.error("writing needs --polygons FILE")
    lands = None if options.polygons is None else read_topojson(options.polygons)
    faults: list[str] = []
    for game in GAMES:
        atlas = read_atlas(game)
        if options.check:
            faults += [*check_places(atlas), *check_regions(atlas), *check_files(atlas)]
        if lands is not None:
            faults += compute_game(atlas, lands, write=not options.check)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
