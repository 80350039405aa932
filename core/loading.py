"""From TOML files to attrs objects, with errors that name the file and the place.

cattrs does the work; its exception groups are turned into one line a fault.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

import attrs
from cattrs import BaseValidationError, ClassValidationError, Converter, ForbiddenExtraKeysError
from cattrs.errors import IterableValidationError
from cattrs.gen import make_dict_structure_fn, override

from .errors import BadData, did_you_mean
from .fields import is_filled_in

__all__ = ["read_toml", "structure"]

T = TypeVar("T")


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file; raises `BadData` with file and line for anything that cannot be read.

    A byte order mark, as some editors write it, is passed over.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as wrong:
        raise BadData(f"{path}: not TOML: {wrong}") from None
    except UnicodeDecodeError as wrong:
        raise BadData(f"{path}: not UTF-8 text: {wrong.reason} at byte {wrong.start}") from None
    except (ValueError, RecursionError):
        raise BadData(f"{path}: cannot be read: it holds a number too long, or lists nested too deeply") from None
    except OSError as wrong:
        raise BadData(f"{path}: cannot be read: {wrong.strerror}") from None


def structure(raw: Any, kind: type[T], where: str) -> T:
    """Make a `kind` of plain data; unknown keys and wrong types are errors, all of them at once.

    Fields that the engine fills in (`fields.filled_in`) are unknown keys, too.
    """
    try:
        return _converter().structure(raw, kind)
    except (BaseValidationError, TypeError, ValueError, KeyError) as wrong:
        raise BadData(sorted(set(_lines(wrong, kind, where)))) from None


@lru_cache(maxsize=1)
def _converter() -> Converter:
    converter = Converter(forbid_extra_keys=True)

    def exactly(kind: type) -> None:
        def check(value: Any, _: Any) -> Any:
            if type(value) is not kind:
                raise TypeError(f"expected {_WORDS[kind]}, got {value!r}")
            return value

        converter.register_structure_hook(kind, check)

    for kind in (str, int, bool):
        exactly(kind)

    def number(value: Any, _: Any) -> float:
        if type(value) not in (int, float):
            raise TypeError(f"expected a number, got {value!r}")
        return float(value)

    converter.register_structure_hook(float, number)

    def plain_class(kind: type[Any]) -> Any:
        overrides = {
            one.name: override(rename=_key(one.name), omit=True if is_filled_in(one) else None)
            for one in attrs.fields(kind)
        }
        made = make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **overrides)  # type: ignore[arg-type]

        def structure_class(value: Any, of: Any) -> Any:
            return made(_as_table(value), of)

        return structure_class

    converter.register_structure_hook_factory(attrs.has, plain_class)
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda value, _: value)
    converter.register_structure_hook_func(_is_union, lambda value, kind: _structure_union(converter, value, kind))
    converter.register_structure_hook_func(_is_list, lambda value, kind: _structure_list(converter, value, kind))
    converter.register_structure_hook_func(_is_table, lambda value, kind: _structure_table(converter, value, kind))
    return converter


_WORDS = {str: "a text", int: "a whole number", bool: "true or false", float: "a number"}


def _is_union(kind: Any) -> bool:
    """`str | int`, `str | Mapping[str, str]`, `str | None` and the like: told apart by what the file gives."""
    return get_origin(kind) in (UnionType, Union)


def _structure_union(converter: Converter, value: Any, kind: Any) -> Any:
    if value is None and NoneType in get_args(kind):
        return None
    kinds = [one for one in get_args(kind) if one is not NoneType]
    if len(kinds) == 1:
        return converter.structure(value, kinds[0])
    for one in kinds:
        shape = get_origin(one)
        if (
            type(value) is one
            or (shape is tuple and isinstance(value, list))
            or (shape is Mapping and isinstance(value, dict))
        ):
            return converter.structure(value, one)
    words = [_WORDS.get(one) or ("a list" if get_origin(one) is tuple else "a table") for one in kinds]
    raise TypeError(f"expected {' or '.join(words)}, got {value!r}")


def _is_list(kind: Any) -> bool:
    return get_origin(kind) is tuple and get_args(kind)[-1:] == (...,)


def _structure_list(converter: Converter, value: Any, kind: Any) -> tuple[Any, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError(f"expected a list, got {value!r}")
    entries = {f"entry {place}": one for place, one in enumerate(value, 1)}
    return tuple(_structure_each(converter, entries, get_args(kind)[0], kind).values())


def _is_table(kind: Any) -> bool:
    return get_origin(kind) in (Mapping, dict)


def _structure_table(converter: Converter, value: Any, kind: Any) -> dict[str, Any]:
    return _structure_each(converter, _as_table(value), get_args(kind)[1], kind)


class _Place(str):
    """A note on an error: where in a list or table of values it lies."""

    __slots__ = ()


def _structure_each(converter: Converter, values: Mapping[str, Any], member: Any, kind: Any) -> dict[str, Any]:
    wrong: list[Exception] = []
    made = {}
    for place, one in values.items():
        try:
            made[place] = converter.structure(one, member)
        except Exception as error:
            error.add_note(_Place(place))
            wrong.append(error)
    if wrong:
        raise IterableValidationError("in a list or table", wrong, kind)
    return made


def _as_table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError("expected a table")
    return value


def _key(name: str) -> str:
    """The key of an attribute: one that is a word of Python ("from") has an underscore behind it."""
    return name.rstrip("_")


def _keys(kind: Any) -> list[str]:
    if not attrs.has(kind):
        return []
    return [_key(one.name) for one in attrs.fields(kind) if one.init and not is_filled_in(one)]


def _lines(wrong: BaseException, kind: Any, where: str) -> Iterator[str]:
    """One line for each fault inside what cattrs raised."""
    if isinstance(wrong, ClassValidationError):
        grouped, bare = wrong.group_exceptions()
        for inner, note in grouped:
            yield from _lines(inner, note.type, f"{where}, {_key(note.name)}")
        for inner in bare:
            yield from _lines(inner, wrong.cl, where)
    elif isinstance(wrong, IterableValidationError):
        for inner in wrong.exceptions:
            place = _entry(inner)
            yield from _lines(inner, kind, f"{where}, {place}" if place else where)
    elif isinstance(wrong, ForbiddenExtraKeysError):
        for extra in sorted(wrong.extra_fields):
            hint = did_you_mean(extra, _keys(wrong.cl))
            yield f"{where}: unknown key {extra!r}; {hint}".rstrip("; ")
    elif isinstance(wrong, KeyError):
        yield f"{where}: {wrong.args[0]!r} is missing"
    elif isinstance(wrong, BadData):
        for line in wrong.problems:
            yield f"{where}: {line}"
    else:
        yield f"{where}: {wrong}"


def _entry(wrong: BaseException) -> str:
    return next((note for note in getattr(wrong, "__notes__", ()) if isinstance(note, _Place)), "")


def by_id(raw: Any, kind: type[T], where: str, label: str) -> dict[str, T]:
    """Structure a table of tables; faults of every entry are gathered before any is raised."""
    if not isinstance(raw, Mapping):
        raise BadData(f"{where}: {label} must be a table of tables")
    made: dict[str, T] = {}
    problems: list[str] = []
    for name, one in raw.items():
        try:
            made[name] = structure(one, kind, f"{where}: {label} {name}")
        except BadData as wrong:
            problems += wrong.problems
    if problems:
        raise BadData(problems)
    return made
