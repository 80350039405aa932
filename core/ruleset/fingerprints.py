"""What play depends on, as short hashes by which a save knows its ruleset again."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from attrs import fields

from ..house import fingerprints
from ..packs import fingerprint

if TYPE_CHECKING:
    from .composed import Ruleset


def fingerprints_of(ruleset: Ruleset) -> dict[str, str]:
    """What play depends on to a hash of its data: every table by id; bombers, routes and the like by kind and id."""
    found: dict[str, str] = {}
    for pack in ruleset.packs:
        found.update(pack.fingerprints())
        for name, patch in pack.patches.items():
            found[name] = f"{found.get(name, '')}+{hash_patch(patch)}"
        for name, filling in pack.fillings.items():
            found[name] = f"{found.get(name, '')}+{hash_data(filling.dice, filling.row, filling.modifier)}"
    for game, guest in ruleset.guests.items():
        found.update({f"{game} {name}": fingerprint(guest.tables[name]) for name in ruleset.compiled[game]})
    kinds: dict[str, Mapping[Any, Any]] = {
        "bomber": ruleset.bombers,
        "fighter": ruleset.fighters,
        "device": ruleset.devices,
        "campaign": ruleset.campaigns,
    }
    found |= {f"{kind} {name}": hash_plain(one) for kind, ones in kinds.items() for name, one in ones.items()}
    found["routes"] = hash_data(*(hash_plain(one) for one in ruleset.gazetteer.routes().values()))
    found["targets"] = hash_data(*ruleset.targets)
    found["control chart"] = hash_data(*(hash_plain(one) for pack in ruleset.packs for one in pack.control))
    return {**found, **fingerprints(ruleset.houses)}


def hash_patch(patch: Any) -> str:
    """A short hash of an overlay's rows, modifiers and columns."""
    return hash_data(patch.row, patch.modifier, *((patch.adds,) if patch.adds else ()))


def hash_plain(one: Any) -> str:
    """A short hash of an object of the data, wherever it stands."""
    return hash_data(*(getattr(one, field_.name) for field_ in fields(type(one)) if field_.name != "where"))


def hash_data(*changes: Any) -> str:
    """A short hash of frozen data."""
    return sha256(repr(changes).encode()).hexdigest()[:12]
