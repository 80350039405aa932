"""Make the campaign cards and the target lists of the night game from the raids that were flown.

Each card has a hundred rolls, 00 to 99. The places of a campaign share them by the counts in raids.toml and
follow each other in the order of the alphabet; that gives card 1 the only roll the rulebook names, 83 = Rostock.

The results are checked in, so the game does not need this script. ``--check`` writes nothing: it says
whether the files that are checked in are what would be written.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TOOLS = Path(__file__).resolve().parent
TABLES = TOOLS.parent / "tables" / "tonight"

AIR_FORCE = 0
ROLLS = 100
PRINTED = (1, 83, "Rostock", "Area")
"""Campaign, roll, city and type: the one entry that the rulebook names."""


@dataclass(frozen=True, slots=True)
class Target:
    """A place on a campaign card."""

    city: str
    country: str
    type: str
    card: int
    aim: str
    sure: bool


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign and its card."""

    number: int
    title: str
    targets: tuple[Target, ...]

    def rolls(self) -> Iterator[tuple[range, Target]]:
        """Deal the rolls of the card to its targets, in order."""
        first = 0
        for target in self.targets:
            yield range(first, first + target.card), target
            first += target.card


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; a missing or broken one ends the script with one line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SystemExit(f"{path}: {error}") from error


def read_campaigns(raids: Mapping[str, Any], titles: Mapping[int, str]) -> Iterator[Campaign]:
    """Read the campaigns of raids.toml; a place that it does not know ends the script."""
    countries = {place["city"]: place["country"] for place in raids["place"]}
    for campaign in raids["campaign"]:
        number = campaign["number"]
        for entry in campaign["target"]:
            if entry["city"] not in countries:
                raise SystemExit(f"raids.toml: campaign {number}: no place {entry['city']!r}")
        targets = (
            Target(
                city=entry["city"],
                country=countries[entry["city"]],
                type=entry["type"],
                card=entry["card"],
                aim=entry.get("aim", ""),
                sure=entry["sure"],
            )
            for entry in campaign["target"]
        )
        yield Campaign(number, titles[number], tuple(targets))


def find_faults(campaigns: Sequence[Campaign], raids: Mapping[str, Any]) -> Iterator[str]:
    """Say what is wrong with the cards."""
    for campaign in campaigns:
        where = f"raids.toml: campaign {campaign.number}"
        keys = [(target.city.casefold(), target.type) for target in campaign.targets]
        if keys != sorted(set(keys)):
            yield f"{where}: targets must stand once, in the order of the alphabet"
        total = sum(target.card for target in campaign.targets)
        if total != ROLLS:
            yield f"{where}: {total} rolls, not {ROLLS}"
        for target in campaign.targets:
            if target.card < 1:
                yield f"{where}: {target.city} has no roll"
            if target.type not in raids["types"]:
                yield f"{where}: {target.city}: no type {target.type!r}"
        for rolls, target in campaign.rolls():
            number, roll, city, kind = PRINTED
            if campaign.number == number and roll in rolls and (target.city, target.type) != (city, kind):
                yield f"{where}: roll {roll} is {target.city}, {target.type}; the rulebook has {city}, {kind}"
    used = {target.city for campaign in campaigns for target in campaign.targets}
    for place in raids["place"]:
        if place.get("listed", True) != (place["city"] in used):
            yield f"raids.toml: place {place['city']!r} should{'' if place['city'] in used else ' not'} be listed"
    types = {target.type for campaign in campaigns for target in campaign.targets}
    yield from (f"raids.toml: no target of the type {name!r}" for name in raids["types"] if name not in types)


def quote(text: str) -> str:
    """Write a TOML string; all names here are plain ASCII."""
    return json.dumps(text)


def format_cards(campaigns: Sequence[Campaign]) -> str:
    """Write the campaign cards."""
    lines = [
        "# Made by tools/campaign_cards.py: do not edit.",
        "#",
        "# Rolls run from 00 to 99, shared by the number of attacks in the campaign; small ones count less.",
    ]
    for campaign in campaigns:
        name = f"campaign-{campaign.number}"
        basis = "night raids of the campaign, in alphabetical order"
        if campaign.number == PRINTED[0]:
            basis += f"; printed: roll {PRINTED[1]} is {PRINTED[2]}, {PRINTED[3]}"
        lines += [
            "",
            f"# {'-' * 100}",
            f"[table.{name}]",
            f"title = {quote(f'Targets of campaign {campaign.number}: {campaign.title}')}",
            'role = "target_card"',
            'rule = "tonight 2.4"',
            'dice = "d100"',
            "zero = true",
            'source = "reconstructed"',
            f"basis = {quote(basis)}",
        ]
        for rolls, target in campaign.rolls():
            on = f"{rolls[0]}" if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"
            lines += [
                f"[[table.{name}.row]]",
                f"on = {quote(on)}",
                f"result = {quote(target.city)}",
                f"data = {{ type = {quote(target.type)} }}",
            ]
    return "\n".join(lines) + "\n"


def format_targets(campaigns: Sequence[Campaign], types: Mapping[str, str]) -> str:
    """Write the target lists."""
    lines = [
        "# Made by tools/campaign_cards.py: do not edit.",
        "#",
        "# What Bomber Command flew to by night, by campaign.",
        "#",
        "# raids  how many of the hundred rolls of the campaign card are the target's",
        "# aim    what was to be hit there; left out where the type says it all",
        "# sure   false where the dates of the attacks or their number are approximate",
        "",
        "[target_lists]",
        'id = "campaign-1 to campaign-12"',
        'title = "Targets by campaign"',
        'source = "reconstructed"',
        'basis = "night raids flown, from published histories; the places and weights are those of the campaign cards"',
        "",
        "[target_types]",
        *(f"{quote(name)} = {quote(words)}" for name, words in types.items()),
    ]
    for campaign in campaigns:
        lines += ["", f"# Campaign {campaign.number}, {campaign.title}"]
        for target in campaign.targets:
            lines += [
                "",
                "[[target]]",
                f"air_force = {AIR_FORCE}",
                f"campaign = {campaign.number}",
                f"city = {quote(target.city)}",
                f"country = {quote(target.country)}",
                f"type = {quote(target.type)}",
                f"raids = {target.card}",
                *([f"aim = {quote(target.aim)}"] if target.aim else []),
                f"sure = {str(target.sure).lower()}",
            ]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write or check the files; return 1 if something is wrong."""
    parser = argparse.ArgumentParser(description="Make the campaign cards and target lists of the night game.")
    parser.add_argument("--check", action="store_true", help="write nothing, look for faults")
    options = parser.parse_args(arguments)
    raids = read_toml(TOOLS / "raids.toml")
    titles = {entry["number"]: entry["title"] for entry in read_toml(TABLES / "campaigns.toml")["campaign"]}
    campaigns = list(read_campaigns(raids, titles))
    faults = list(find_faults(campaigns, raids))
    texts = {"cards.toml": format_cards(campaigns), "targets.toml": format_targets(campaigns, raids["types"])}
    for name, text in texts.items():
        path = TABLES / name
        if not options.check:
            if not faults:
                path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            faults.append(f"{path}: not what would be written")
    for fault in faults:
        print(fault, file=sys.stderr)
    entries = sum(len(campaign.targets) for campaign in campaigns)
    print(f"{len(campaigns)} cards, {entries} entries, {len(raids['place'])} places")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
