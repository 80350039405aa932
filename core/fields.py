"""Fields of data classes that no file gives."""

from __future__ import annotations

from typing import Any

from attrs import Attribute, field

__all__ = ["filled_in", "is_filled_in"]

_FILLED_IN = "bomberstream: filled in"


def filled_in(default: str | None = "", *, mapping: bool = False) -> Any:
    """What the engine fills in when data is loaded or layers are merged: where it stands, its id, what lies below.

    In a file it is an unknown key. `mapping`: an empty one to begin with, in place of a text.
    """
    if mapping:
        return field(factory=dict, metadata={_FILLED_IN: True})
    return field(default=default, metadata={_FILLED_IN: True})


def is_filled_in(attribute: Attribute[Any]) -> bool:
    """Whether a field is none of the file's."""
    return _FILLED_IN in attribute.metadata
