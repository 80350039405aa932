"""Effects: what a row of a table does, as verbs with arguments.

A verb is a Python function of the sortie with a docstring. In TOML an effect is an inline table with one
verb as its key, the verb's argument as the value, and its further arguments beside it:

    { count = "wing_root", side = "hit_side" }

Some verbs hold further effects (`roll`, `when`, `by_side`, `next_zone`). Everything is checked and turned
into plain function calls when a ruleset is composed.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import define, field

from .errors import BadData, did_you_mean

if TYPE_CHECKING:
    from .conditions import Vocabulary
    from .sortie import Sortie

__all__ = ["Action", "Compiler", "Effect", "Verb", "Verbs", "parse_effect", "verb"]

Action = Callable[["Sortie"], None]
"""A compiled effect."""


@define(frozen=True)
class Effect:
    """One effect as it stands in the data."""

    verb: str
    value: Any
    extras: Mapping[str, Any] = field(factory=dict)


def parse_effect(raw: Any, verbs: Verbs) -> Effect:
    """Read one inline table; raises `BadData` for none, two or unknown verbs."""
    if not isinstance(raw, Mapping):
        raise BadData(f"an effect is an inline table like {{ wound = 'pilot' }}, not {raw!r}")
    named = [key for key in raw if key in verbs]
    if len(named) > 1:
        # An argument of one verb may bear the name of another verb ("then", "points" ...).
        named = [key for key in named if not any(key in verbs[other].extras for other in named)]
    if len(named) != 1:
        if not named and raw:
            unknown = _likely_verb(raw, verbs)
            raise BadData(f"unknown verb {unknown!r}; {did_you_mean(unknown, verbs.names())}".rstrip("; "))
        raise BadData(f"an effect has exactly one verb, not {len(named)}: {dict(raw)!r}")
    (name,) = named
    extras = {key: value for key, value in raw.items() if key != name}
    for key in extras:
        if key not in verbs[name].extras:
            hint = did_you_mean(key, verbs[name].extras)
            raise BadData(f"verb {name!r} takes no {key!r}; {hint}".rstrip("; "))
    return Effect(name, raw[name], extras)


def _likely_verb(raw: Mapping[str, Any], verbs: Verbs) -> str:
    """Of keys none of which is a verb, the one that was meant for it: the first that is no verb's argument."""
    arguments = {key for one in verbs for key in one.extras}
    return next((key for key in raw if key not in arguments), next(iter(raw)))


class Compiler(Protocol):
    """What a verb that holds other effects needs from the composer of rulesets."""

    vocabulary: Vocabulary

    def actions(self, raw: Sequence[Any], where: str) -> tuple[Action, ...]:
        """Compile a list of effects."""

    def lookup(self, name: str, where: str) -> str:
        """Check the role or id of a table."""

    def dice_rows(self, dice: str, rows: Sequence[Any], says: str, where: str) -> Action:
        """Compile an inline table of rows into a throw and its effects."""

    def check_name(self, kind: str, name: Any, where: str) -> None:
        """Check the name of a station, gun, section, system ... against what the bombers have."""


@define(frozen=True)
class Verb:
    """A registered verb."""

    name: str
    function: Callable[..., Any] = field(repr=False)
    takes: str
    """What its value names: "station", "gun", "section", "system", "counter", "engine", "word",
    "number", "flag", "table" or "effects"; or the words that it may be, "controlled|uncontrolled"."""
    extras: Mapping[str, str]
    """Its further arguments: name to what each names."""
    holds: bool
    """Whether it compiles effects inside it: then the function gets (compiler, effect, where)."""
    travels: bool = False
    """Whether it acts on the bomber alone, and so works in other games than its own."""

    @property
    def says(self) -> str:
        """The first line of the docstring."""
        return (inspect.getdoc(self.function) or "").partition("\n")[0]

    def compile(self, effect: Effect, compiler: Compiler, where: str) -> Action:
        """Bind the arguments; raises `BadData` for names that no bomber has."""
        if self.holds:
            made: Action = self.function(compiler, effect, where)
            return made
        compiler.check_name(self.takes, effect.value, f"{where}: {effect.verb}")
        for key, value in effect.extras.items():
            compiler.check_name(self.extras[key], value, f"{where}: {effect.verb}, {key}")
        function, value, extras = self.function, effect.value, dict(effect.extras)
        if self.takes == "flag":
            if value is not True:
                raise BadData(f"{where}: {effect.verb!r} is written {{ {effect.verb} = true }}, not {value!r}")
            if not extras:
                return function
            return lambda s: function(s, **extras)
        if not extras:
            return lambda s: function(s, value)
        return lambda s: function(s, value, **extras)


class Verbs:
    """The verbs that a ruleset knows."""

    def __init__(self, verbs: Iterable[Verb] = ()) -> None:
        self._verbs: dict[str, Verb] = {}
        for one in verbs:
            self.add(one)

    def add(self, new: Verb) -> None:
        """Register a verb; raises `BadData` when another one has its name."""
        known = self._verbs.get(new.name)
        if known is not None and known != new:
            raise BadData(f"verb {new.name!r} is registered twice")
        self._verbs[new.name] = new

    def replace(self, new: Verb) -> None:
        """Put a verb in place of the one of its name; raises `BadData` with the nearest when there is none."""
        if new.name not in self._verbs:
            raise BadData(f"no verb {new.name!r}; {did_you_mean(new.name, self._verbs)}".rstrip("; "))
        self._verbs[new.name] = new

    def __contains__(self, name: object) -> bool:
        return name in self._verbs

    def __getitem__(self, name: str) -> Verb:
        return self._verbs[name]

    def __iter__(self) -> Iterator[Verb]:
        return iter(sorted(self._verbs.values(), key=lambda one: one.name))

    def names(self) -> list[str]:
        """Every verb's name, sorted."""
        return sorted(self._verbs)


def verb(
    name: str, *, takes: str = "flag", holds: bool = False, travels: bool = False, **extras: str
) -> Callable[[Callable[..., Any]], Verb]:
    """Make a verb of a function: `@verb("wound", takes="station")`; further arguments by name and kind.

    `travels`: it needs nothing that its own game alone keeps of a flight, and works for its bombers in other games.
    """

    def register(function: Callable[..., Any]) -> Verb:
        if not inspect.getdoc(function):
            raise TypeError(f"verb {name!r} needs a docstring: it is what people read about it")
        return Verb(name, function, takes, extras, holds, travels)

    return register
