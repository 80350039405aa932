"""The `when` language: conditions and small sums over one documented vocabulary.

    weather == 'full_cloud' and (zone.number > 3 or moon in ['full', 'half'])

Text is parsed by Python's own parser, every node is checked against a short list of what is allowed,
every name is looked up in the vocabulary, and the names' own expressions are put in their place. What
comes out is compiled once; nothing is parsed in play. A condition cannot call, import, assign or reach
a name that is not on the list.

Every part has a kind, by which it is checked, too: flags are joined by and, or, not; numbers are added up and
compared; words are compared for equality and in lists; dates are compared with days written '1943-10-14'.
A part of the wrong kind is found when a ruleset is composed, not in play.
"""

from __future__ import annotations

import ast
import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .errors import BadData, did_you_mean

if TYPE_CHECKING:
    from .sortie import Sortie

__all__ = ["Condition", "Name", "Vocabulary", "check_present", "compile_function", "follows", "is_day"]

Condition = Callable[["Sortie"], Any]
"""A compiled condition or sum: the sortie in, a truth value, number or word out."""

LONGEST = 500
"""Characters that a condition may have."""
DEEPEST = 100
"""How deep the parts of a condition may be nested."""

_KINDS = {"flag": "true or false", "number": "a whole number", "word": "a word", "date": "a date", "list": "a list"}
_TYPES = {"flag": bool, "number": int, "word": str, "date": str, "list": list}
_TAKEN = {**_KINDS, "decimal": "a number", "date": "a day like '1943-10-14'"}
"""What a scenario may set names to, in words."""
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)
_ORDERINGS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SUMS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//"}
_DATE = re.compile(r"\d{4}-\d{2}(-\d{2})?")


def is_day(given: Any) -> bool:
    """Whether something is a day of the calendar as the games write it: "1943-10-14"."""
    if not isinstance(given, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", given):
        return False
    try:
        datetime.date.fromisoformat(given)
    except ValueError:
        return False
    return True


@define(frozen=True)
class Name:
    """One word of the vocabulary."""

    name: str
    """As it is written in conditions: "zone.number"."""
    path: str = field(repr=False)
    """The Python expression behind it, in terms of the sortie `s`. Written by plugins, never by TOML."""
    kind: str
    """"flag", "number", "word", "date" or "list": what its value is."""
    says: str
    """What it means, in a line."""
    values: tuple[str, ...] = ()
    """For a word: every value it can have; empty when the list is open."""
    put: Callable[[Sortie, Any], None] | None = field(default=None, repr=False, eq=False)
    """How a scenario sets it; left out: by assignment to the path."""
    takes: tuple[str, ...] = field(default=(), repr=False)
    """Kinds of the values that a scenario may set it to, where its own is not the only one; "decimal": any number."""
    low: int = field(default=0, repr=False)
    """The least number that a scenario may set it to."""
    high: int = field(default=9_999, repr=False)
    """The greatest."""


def follows(name: str, from_: str, set_: str = "") -> Callable[[Sortie, Any], None]:
    """The `put` of a name that no scenario sets: it raises `BadData` that says what the name follows from, and what to
    set in its place; nothing to set, and it cannot be set at all."""
    instead = f"set {set_}" if set_ else "it cannot be set"

    def put(s: Sortie, value: Any) -> None:
        raise BadData(f"{name} follows from {from_}; {instead}")

    return put


@define(frozen=True)
class _Part:
    """A checked part of a condition, and what is known of its value before it is worked out."""

    source: ast.expr
    """As it was written."""
    node: ast.expr
    """What it compiles to."""
    kind: str
    constant: bool | int | str | None = None
    """Its value, where it is written out."""
    values: tuple[str, ...] = ()
    """For a word: every value it can have; empty when the list is open."""
    items: tuple[_Part, ...] = ()
    """What a list that is written out holds."""

    @property
    def told(self) -> str:
        """As messages tell it."""
        return ast.unparse(self.source)


class Vocabulary:
    """The names that conditions may use, and the compiler for them."""

    def __init__(self, names: Iterable[Name] = ()) -> None:
        self._names: dict[str, Name] = {}
        self._compiled: dict[str, Condition] = {}
        for name in names:
            self.add(name)

    def add(self, name: Name) -> None:
        """Take in a name; raises `BadData` for an unknown kind, and when another meaning is known under it."""
        if name.kind not in _KINDS:
            raise BadData(f"vocabulary: {name.name!r}: no kind {name.kind!r}; {did_you_mean(name.kind, _KINDS)}")
        known = self._names.get(name.name)
        if known is not None and known != name:
            raise BadData(f"vocabulary: {name.name!r} has two meanings: {known.says!r} and {name.says!r}")
        self._names[name.name] = name

    def replace(self, name: Name) -> None:
        """Put a name in place of the one that is there; what has been compiled stays as it is."""
        self._names[name.name] = name
        self._compiled.pop(name.name, None)

    def __iter__(self) -> Iterator[Name]:
        return iter(sorted(self._names.values(), key=lambda one: one.name))

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __getitem__(self, name: str) -> Name:
        try:
            return self._names[name]
        except KeyError:
            raise BadData(
                f"{name!r} is not in the vocabulary; {did_you_mean(name, self._names)}".rstrip("; ")
            ) from None

    def value(self, s: Sortie, name: str) -> Any:
        """What a name stands for now."""
        compiled = self._compiled.get(name)
        if compiled is None:
            compiled = self._compiled[name] = self.compile(self[name].name)
        return compiled(s)

    def put(self, s: Sortie, name: str, value: Any) -> None:
        """Set what a name stands for, as scenario files do.

        Raises `BadData` for a wrong value, for a name that follows from others, and where the scene has no
        fighter, gun or man for it.
        """
        known = self[name]
        _check_value(known, value)
        if known.put is not None:
            known.put(s, value)
            return
        try:
            setattr(_holder(s, known), known.path.rpartition(".")[2], value)
        except AttributeError:
            raise BadData(f"{name} follows from other names and cannot be set") from None

    def parse(self, text: str | int | bool, *, local: Iterable[str] = (), kind: str = "") -> ast.expr:
        """Check a condition and give its Python expression over `s` (and the `local` names, all numbers).

        With `kind` ("flag", "number", "word" ...) its value must be of that kind. Raises `BadData` with one
        line that says what is wrong and what was expected.
        """
        if not isinstance(text, str | int):
            raise BadData(f"condition: expected a text, got {text!r}")
        source = ast.Constant(text) if isinstance(text, int) else _read(text)
        try:
            part = self._check(source, frozenset(local))
            if kind and part.kind != kind:
                raise BadData(f"expected {_KINDS[kind]}, but it is {_KINDS[part.kind]}")
        except BadData as wrong:
            raise BadData(f"condition {text!r}: {wrong}") from None
        return part.node

    def compile(self, text: str | int | bool, *, local: tuple[str, ...] = (), kind: str = "") -> Condition:
        """Compile a condition to a plain function of the sortie (and of the `local` names); see `parse`."""
        body = ast.Return(self.parse(text, local=local, kind=kind))
        return compile_function("condition", ("s", *local), [body])

    def _check(self, node: ast.expr, local: frozenset[str]) -> _Part:
        match node:
            case ast.Constant(value=bool() | int() | str() as value):
                kind = "flag" if isinstance(value, bool) else "number" if isinstance(value, int) else "word"
                return _Part(node, node, kind, value)
            case ast.Name() | ast.Attribute():
                return self._check_name(node, local)
            case ast.BoolOp(op=op, values=values):
                parts = [self._check(one, local) for one in values]
                _demand("flag", "'and'" if isinstance(op, ast.And) else "'or'", *parts)
                return _Part(node, ast.BoolOp(op, [one.node for one in parts]), "flag")
            case ast.UnaryOp(op=ast.Not() as op, operand=operand):
                part = self._check(operand, local)
                _demand("flag", "'not'", part)
                return _Part(node, ast.UnaryOp(op, part.node), "flag")
            case ast.UnaryOp(op=ast.USub() as op, operand=operand):
                part = self._check(operand, local)
                _demand("number", "'-'", part)
                constant = None if part.constant is None else -part.constant  # type: ignore[operator]
                return _Part(node, ast.UnaryOp(op, part.node), "number", constant)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SUMS:
                return self._check_sum(node, op, self._check(left, local), self._check(right, local))
            case ast.Compare(ops=ops) if all(isinstance(op, _COMPARISONS) for op in ops):
                return self._check_comparison(node, local)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._check_choice(node, *(self._check(one, local) for one in (test, body, orelse)))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                parts = [self._check(one, local) for one in items]
                made = ast.Tuple([one.node for one in parts], ast.Load())
                return _Part(node, made, "list", items=tuple(parts))
        raise BadData(
            f"{ast.unparse(node)!r} is not allowed; use names, numbers, 'words', and, or, not, in, "
            "comparisons, + - * //"
        )

    def _check_name(self, node: ast.expr, local: frozenset[str]) -> _Part:
        name = _dotted(node)
        if name in local:
            return _Part(node, ast.Name(name, ast.Load()), "number")
        known = self[name]
        try:
            path = ast.parse(known.path, mode="eval").body
        except (SyntaxError, ValueError) as wrong:
            raise BadData(f"vocabulary: {name!r}: its path {known.path!r} is no Python expression: {wrong}") from None
        return _Part(node, path, known.kind, values=known.values)

    @staticmethod
    def _check_sum(node: ast.expr, op: ast.operator, left: _Part, right: _Part) -> _Part:
        """Sums take numbers; what divides is written out, so that no play can divide by nothing."""
        _demand("number", f"'{_SUMS[type(op)]}'", left, right)
        if isinstance(op, ast.FloorDiv) and not right.constant:
            raise BadData(f"'//' needs a plain number other than 0 behind it, not {right.told}")
        return _Part(node, ast.BinOp(left.node, op, right.node), "number")

    def _check_comparison(self, node: ast.Compare, local: frozenset[str]) -> _Part:
        parts = [self._check(one, local) for one in (node.left, *node.comparators)]
        for op, (left, right) in zip(node.ops, pairwise(parts), strict=True):
            if isinstance(op, ast.In | ast.NotIn):
                _demand("list", "'in'", right)
                for item in right.items:
                    _check_pair(left, item)
                continue
            _check_pair(left, right)
            if isinstance(op, _ORDERINGS) and not {left.kind, right.kind} & {"number", "date"}:
                raise BadData(
                    f"{left.told} is {_KINDS[left.kind]}; only numbers and dates are more or less than others"
                )
        return _Part(node, ast.Compare(parts[0].node, node.ops, [one.node for one in parts[1:]]), "flag")

    @staticmethod
    def _check_choice(node: ast.expr, test: _Part, body: _Part, orelse: _Part) -> _Part:
        _demand("flag", "'if'", test)
        if body.kind != orelse.kind:
            raise BadData(
                f"{body.told} is {_KINDS[body.kind]} and {orelse.told} is {_KINDS[orelse.kind]}; "
                "both sides of if and else must be of one kind"
            )
        return _Part(node, ast.IfExp(test.node, body.node, orelse.node), body.kind)


def _read(text: str) -> ast.expr:
    """Parse a condition; raises `BadData` for what is no expression, or too long or deep for one."""
    if len(text) > LONGEST:
        raise BadData(f"condition {text[:40]!r} ... cannot be read: {len(text)} characters, {LONGEST} are allowed")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as wrong:
        reason = wrong.msg if isinstance(wrong, SyntaxError) else str(wrong) or "nested too deeply"
        raise BadData(f"condition {text!r} cannot be read: {reason}") from None
    level: list[ast.AST] = [tree.body]
    for _ in range(DEEPEST):
        level = [inner for node in level for inner in ast.iter_child_nodes(node)]
    if level:
        raise BadData(f"condition {text!r} is nested too deeply")
    return tree.body


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{_dotted(value)}.{attr}"
    raise BadData(f"{ast.unparse(node)!r} is not a name of the vocabulary")


def _demand(kind: str, by: str, *parts: _Part) -> None:
    """Raise `BadData` for a part of another kind than its operator takes."""
    for part in parts:
        if part.kind != kind:
            raise BadData(f"{by} needs {_KINDS[kind]}, but {part.told} is {_KINDS[part.kind]}")


def _check_pair(left: _Part, right: _Part) -> None:
    """Two sides of a comparison are of one kind, a word one of those it can be; a date is written as one."""
    for one, other in ((left, right), (right, left)):
        if one.values and other.constant is not None and other.constant not in one.values:
            hint = did_you_mean(str(other.constant), one.values)
            raise BadData(f"{one.told} is never {other.told}; {hint}".rstrip("; "))
        if one.kind == "date" and isinstance(other.constant, str) and _DATE.fullmatch(other.constant):
            return
    if left.kind == right.kind != "list":
        return
    told, other = (left, right) if left.constant is None else (right, left)
    hint = "; a date is written '1943-10-14'" if "date" in (left.kind, right.kind) else ""
    raise BadData(f"{told.told} is {_KINDS[told.kind]} and cannot be compared with {other.told}{hint}")


def _check_value(name: Name, value: Any) -> None:
    """A value must be of the name's kind, or of one that it takes beside; numbers within its range."""
    kinds = name.takes or (name.kind,)
    if not any(_is_of(kind, value) for kind in kinds):
        raise BadData(f"{name.name}: expected {' or '.join(_TAKEN[kind] for kind in kinds)}, got {value!r}")
    for one in value if isinstance(value, list) else [value]:
        if name.values and one not in name.values:
            raise BadData(f"{name.name} is never {one!r}; {did_you_mean(str(one), name.values)}".rstrip("; "))
    if isinstance(value, int | float) and not isinstance(value, bool) and not name.low <= value <= name.high:
        raise BadData(f"{name.name}: expected a number from {name.low} to {name.high}, got {value!r}")


def _is_of(kind: str, value: Any) -> bool:
    if kind == "date":
        return is_day(value)
    return type(value) in ((int, float) if kind == "decimal" else (_TYPES[kind],))


def _holder(s: Sortie, name: Name) -> Any:
    """The thing whose attribute a name is; raises `BadData` when a scenario cannot set it."""
    path = name.path.split(".")
    if path[0] != "s" or not all(part.isidentifier() for part in path):
        raise BadData(f"{name.name} follows from other names and cannot be set")
    held: Any = s
    for part in path[1:-1]:
        held = getattr(held, part)
        check_present(held, name.name, part)
    return held


def check_present(held: Any, name: str, part: str) -> None:
    """Raise `BadData` for the shared nobody that stands in a place of the sortie where there is none.

    What stands for nobody has a `named_by`: the name with which a scenario puts a real one in its place.
    """
    named_by = getattr(held, "named_by", "")
    if named_by:
        raise BadData(f"{name} cannot be set: there is no {part} in the scene; give {named_by} first")
    if held is None:
        raise BadData(f"{name} cannot be set: nothing in the scene has it yet")


def compile_function(
    name: str, arguments: tuple[str, ...], body: list[ast.stmt], names: Mapping[str, Any] | None = None
) -> Callable[..., Any]:
    """Make a plain function from checked statements; of the builtins it sees `int` and `len` alone,
    which the vocabulary's own expressions use, and `names` beside."""
    function = ast.FunctionDef(
        name="made",
        args=ast.arguments(
            posonlyargs=[],
            args=[ast.arg(one) for one in arguments],
            kwonlyargs=[],
            kw_defaults=[],
            defaults=[],
        ),
        body=body,
        decorator_list=[],
    )
    # Python 3.12 and newer ask for the list of type parameters.
    function.type_params = []  # type: ignore[attr-defined,unused-ignore]
    module = ast.fix_missing_locations(ast.Module([function], []))
    space: dict[str, Any] = {"__builtins__": {"int": int, "len": len}, **(names or {})}
    exec(compile(module, f"<{name}>", "exec"), space)
    made: Callable[..., Any] = space["made"]
    return made
