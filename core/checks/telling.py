"""What is told and decided: wordings, happenings, decisions and their orders."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from ..decisions import SLOTS
from ..errors import did_you_mean
from ..events import OWN_TYPES

if TYPE_CHECKING:
    from ..decisions import Decision, Standing
    from ..packs import Pack

__all__ = ["check_decisions", "check_happenings", "check_wordings"]


def check_happenings(happenings: Container[str]) -> Iterator[str]:
    """No happening bears the name of an event that every flight has."""
    for name in OWN_TYPES:
        if name in happenings:
            yield f"happening {name!r} bears the name of an event that every flight has; choose another"


def check_decisions(decisions: Mapping[str, Decision], standing: Mapping[str, Standing]) -> Iterator[str]:
    """Every decision has a standing order, and a place of the screen that there is."""
    for name, decision in decisions.items():
        if name not in standing:
            yield f"decision {name!r} has no standing order; give [orders.{name}]"
        if decision.slot and decision.slot not in SLOTS:
            yield f"decision {name!r}: no slot {decision.slot!r}; {did_you_mean(decision.slot, SLOTS)}"


def check_wordings(narrative: Iterable[str], told: Set[str], packs: Sequence[Pack]) -> Iterator[str]:
    """Wordings are for what is told, or for one value of a fact of it."""
    for name in narrative:
        parts = name.split(".")
        ends = [end for end in range(1, len(parts) + 1) if ".".join(parts[:end]) in told]
        where = next((pack.places["narrative", name] for pack in packs if ("narrative", name) in pack.places), "")
        if ends and "_" in (value := ".".join(parts[ends[-1] :])):
            yield f"{where}: narrative {name!r}: values are told with blanks: {value.replace('_', ' ')!r}"
        if not ends:
            hint = did_you_mean(name, told)
            yield f"{where}: narrative {name!r}: there is no such happening or roll; {hint}".rstrip("; ")
