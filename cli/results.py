"""What came of many sorties, as a person reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .render import Screen, as_words

__all__ = ["headline", "tell"]

HURT = ("killed", "wounded", "captured", "interned")
"""What may become of men who do not come back as they went."""


def tell(screen: Screen, said: Mapping[str, Any], against: str) -> None:
    """The figures with their intervals; then where and by what bombers were lost, and how the men fared."""
    _figures(screen, said)
    if said["by_cause"]:
        screen.put()
        rows = [
            (as_words(cause), f"{hits:,}", _of(hits, said["flown"]), _between(said["by_cause_intervals"][cause]))
            for cause, hits in said["by_cause"].items()
        ]
        screen.table(("lost by", "bombers", "share", "95 %"), rows)
        screen.put()
        screen.table(("lost", "bombers", "zones"), _places(said["by_zone"]))
    if said["by_station"]:
        screen.put()
        screen.table(("station", "men", *HURT), _men(said["by_station"]))
    if "against" in said:
        screen.put()
        _difference(screen, said, against)


def _figures(screen: Screen, said: Mapping[str, Any]) -> None:
    low, high = said["kills_interval"]
    screen.fields(
        [
            ("sorties", f"{said['sorties']:,}, {said['flown']:,} of them flown"),
            ("seed", str(said["seed"])),
            ("lost", f"{said['lost']:.2%} ({_between(said['lost_interval'])})"),
            ("missing", f"{said['missing']:.2%} ({_between(said['missing_interval'])})"),
            ("outcomes", ", ".join(f"{as_words(name)} {number:,}" for name, number in said["outcomes"].items())),
            # Who drops no bombs does not shoot down fighters, either: he is one.
            (
                "fighters shot down" if said["bomb_runs"] else "shot down",
                f"{said['kills_per_sortie']:.3f} a sortie ({max(0.0, low):.3f} to {high:.3f})",
            ),
            (
                "on target",
                f"{said['on_target']:.1%} of bomb runs, {said['bombing_percent']:.1f} % of the bombs"
                if said["bomb_runs"]
                else "",
            ),
            ("crew", ", ".join(f"{name} {share:.2%}" for name, share in said["crew"].items())),
            ("rolls", f"{said['rolls_per_sortie']:.1f} a sortie"),
        ]
    )


def _men(stations: Mapping[str, Mapping[str, int]]) -> list[tuple[str, ...]]:
    """Station by station, how many flew and what shares were hurt."""
    return [
        (as_words(station), f"{men['men']:,}", *(_of(men[fate], men["men"]) for fate in HURT))
        for station, men in stations.items()
    ]


def _places(places: Sequence[Mapping[str, Any]]) -> list[tuple[str, str, str]]:
    """Leg by leg, how many bombers were lost in which zone."""
    rows = []
    for leg, told in (("out", "on the way out"), ("target", "over the target"), ("home", "on the way home")):
        of_leg = [one for one in places if one["leg"] == leg]
        if of_leg:
            zones = ", ".join(f"{one['zone']}: {one['lost']:,}" for one in of_leg)
            rows.append((told, f"{sum(one['lost'] for one in of_leg):,}", zones))
    return rows


def _difference(screen: Screen, said: Mapping[str, Any], against: str) -> None:
    other, found = said["against"], said["difference"]
    screen.put(f"Against {against}", style="heading")
    screen.put(headline(found), indent=2)
    screen.put(f"{found['pairs_that_differ']:,} of {said['sorties']:,} sorties came out otherwise.", indent=2)
    screen.put()
    rows = []
    for name, scale in (
        ("lost", 100),
        ("missing", 100),
        ("kills_per_sortie", 1),
        ("on_target", 100),
        ("bombing_percent", 1),
    ):
        rows.append((as_words(name), *_beside(said[name], other[name], found[name], scale)))
    rows += [
        (f"men {name}", *_beside(said["crew"][name], other["crew"][name], one, 100))
        for name, one in found["crew"].items()
    ]
    screen.table(("", "first", "against", "difference", "95 %"), rows, indent=2)


def _beside(first: float, second: float, found: Mapping[str, Any], scale: int) -> tuple[str, ...]:
    unit, places = (" %", 2) if scale == 100 else ("", 3)
    low, high = (scale * end for end in found["interval"])
    return (
        f"{scale * first:.{places}f}{unit}",
        f"{scale * second:.{places}f}{unit}",
        f"{scale * found['difference']:+.{places}f}",
        f"{low:+.{places}f} to {high:+.{places}f}",
    )


def headline(found: Mapping[str, Any]) -> str:
    """What the comparison comes to, in a sentence."""
    change = 100 * found["lost"]["difference"]
    low, high = (100 * end for end in found["lost"]["interval"])
    half = (high - low) / 2
    if not half:
        return "These sorties show no difference in losses."
    if low <= 0 <= high:
        return f"These sorties show no difference in losses: {change:+.2f} ± {half:.2f} bombers in a hundred."
    return f"It {'costs' if change > 0 else 'saves'} {abs(change):.2f} ± {half:.2f} bombers in a hundred."


def _between(ends: Sequence[float]) -> str:
    return f"{ends[0]:.2%} to {ends[1]:.2%}"


def _of(hits: int, of: int) -> str:
    return f"{hits / of:.2%}" if of else ""
