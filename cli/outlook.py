"""What may come of a scene: its exact odds, and advice for the decision in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .render import Screen, as_words

if TYPE_CHECKING:
    from bomberstream.core.advice import Advice
    from bomberstream.core.chances import Chances

__all__ = ["advice_facts", "chances_facts", "tell_advice", "tell_chances"]

SECONDS = 1.0
"""How long advice may take."""
SECONDS_OF_ODDS = 10.0
"""How long exact odds may take."""


def advice_facts(advice: Advice) -> dict[str, Any]:
    """Advice as data."""
    found = []
    for prospect in advice.prospects:
        worth, ends = advice.worth(prospect)
        found.append(
            {
                "option": prospect.option,
                "told": prospect.told,
                "home": round(prospect.chance, 5),
                "home_interval": [round(end, 5) for end in prospect.interval],
                "men_home": round(prospect.men.value, 5),
                "difference": round(worth, 5),
                "difference_interval": [round(end, 5) for end in ends],
            }
        )
    return {
        "decision": advice.decision,
        "asks": advice.asks,
        "rollouts": advice.rollouts,
        "flown_to_the_end": advice.is_whole,
        "options": found,
    }


def tell_advice(screen: Screen, advice: Advice) -> None:
    """The options with their chances; the one that standing orders would take comes first."""
    comes = "bomber comes home" if advice.is_whole else "bomber comes through"
    screen.put(f"{advice.asks} Each option was flown out {advice.rollouts:,} times from here.")
    rows = []
    for place, prospect in enumerate(advice.prospects):
        low, high = prospect.interval
        worth, (least, most) = advice.worth(prospect)
        rows.append(
            (
                prospect.told,
                f"{prospect.chance:.1%} ({low:.1%} to {high:.1%})",
                f"{prospect.men.value:.1%}",
                "what the orders take"
                if not place
                else f"{100 * worth:+.1f} ({100 * least:+.1f} to {100 * most:+.1f})",
            )
        )
    screen.table(("option", comes, "men home", "in a hundred, beside the first"), rows, indent=2)


def chances_facts(chances: Chances) -> dict[str, Any]:
    """Exact chances as data, each as a fraction in words and as a number."""
    return {
        "ways": chances.ways,
        "outcomes": {name or "goes_on": _exact(one) for name, one in chances.outcomes.items()},
        "throws": [
            {
                "throw": name,
                "title": throws.title,
                "chance": _exact(throws.chance),
                "results": {result: _exact(one) for result, one in throws.results.items()},
            }
            for name, throws in chances.throws.items()
        ],
        "happenings": {name: _exact(one) for name, one in chances.happenings.items()},
        "changes": [
            {"name": name, "value": value, "chance": _exact(one)} for (name, value), one in chances.changes.items()
        ],
    }


def _exact(chance: Any) -> dict[str, Any]:
    return {"exact": str(chance), "chance": round(float(chance), 6)}


def tell_chances(screen: Screen, chances: Chances) -> None:
    """Throw by throw what may come up, then what has come of it in the end."""
    screen.put(f"Every way in which the dice may fall, {chances.ways:,} in all:")
    screen.put()
    screen.table(("throw", "result", "chance"), list(_throws(chances)), indent=2)
    if chances.happenings:
        screen.put()
        rows = [(as_words(name), _percent(one)) for name, one in chances.happenings.items()]
        screen.table(("takes place", "chance"), rows, indent=2)
    if chances.changes:
        screen.put()
        changed = [(name, as_words(value), _percent(one)) for (name, value), one in sorted_changes(chances)]
        screen.table(("in the end", "is", "chance"), changed, indent=2)
    screen.put()
    ended = {as_words(name) or "it goes on": _percent(one) for name, one in chances.outcomes.items()}
    screen.table(("the flight", "chance"), list(ended.items()), indent=2)


def sorted_changes(chances: Chances) -> list[tuple[tuple[str, Any], Any]]:
    """The changes by name, the likeliest value of each first."""
    return sorted(chances.changes.items(), key=lambda one: (one[0][0], -one[1], str(one[0][1])))


def _throws(chances: Chances) -> Iterator[tuple[str, str, str]]:
    for throws in chances.throws.values():
        title = throws.title if throws.chance == 1 else f"{throws.title} ({_percent(throws.chance)})"
        for result, one in sorted(throws.results.items(), key=lambda pair: -pair[1]):
            yield title, as_words(result) or "nothing", _percent(one)
            title = ""


def _percent(chance: Any) -> str:
    return f"{float(chance):.2%}"
