"""The `when` language: conditions and small sums over one documented vocabulary.

    weather == 'full_cloud' and (zone.number > 3 or moon in ['full', 'half'])

Text is parsed by Python's own parser, every node is checked against a short list of what is allowed,
every name is looked up in the vocabulary, and the names' own expressions are put in their place. What
comes out is compiled once; nothing is parsed in play. A condition cannot call, import, assign or reach
a name that is not on the list.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from attrs import define, field

from .errors import BadData, did_you_mean

if TYPE_CHECKING:
    from .sortie import Sortie

__all__ = ["Condition", "Name", "Vocabulary", "compile_function"]

Condition = Callable[["Sortie"], Any]
"""A compiled condition or sum: the sortie in, a truth value, number or word out."""

_KINDS = {"flag": "true or false", "number": "a whole number", "word": "a word", "date": "a date"}
_COMPARISONS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn)
_SUMS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv)


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


class Vocabulary:
    """The names that conditions may use, and the compiler for them."""

    def __init__(self, names: Iterable[Name] = ()) -> None:
        self._names: dict[str, Name] = {}
        for name in names:
            self.add(name)

    def add(self, name: Name) -> None:
        """Take in a name; raises `BadData` when another meaning is known under it."""
        known = self._names.get(name.name)
        if known is not None and known != name:
            raise BadData(f"vocabulary: {name.name!r} has two meanings: {known.says!r} and {name.says!r}")
        self._names[name.name] = name

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

    def put(self, s: Sortie, name: str, value: Any) -> None:
        """Set what a name stands for, as scenario files do; raises `BadData` for a wrong value."""
        known = self[name]
        if known.values and value not in known.values:
            raise BadData(f"{name} is never {value!r}; {did_you_mean(str(value), known.values)}".rstrip("; "))
        wanted = {"flag": bool, "number": int, "word": str, "date": str}[known.kind]
        if known.put is not None:
            if known.kind == "flag" and not isinstance(value, bool):
                raise BadData(f"{name}: expected true or false, got {value!r}")
            known.put(s, value)
            return
        if type(value) is not wanted:
            raise BadData(f"{name}: expected {_KINDS[known.kind]}, got {value!r}")
        path = known.path.split(".")
        if path[0] != "s" or not all(part.isidentifier() for part in path):
            raise BadData(f"{name} follows from other names and cannot be set")
        held: Any = s
        for part in path[1:-1]:
            held = getattr(held, part)
        try:
            setattr(held, path[-1], value)
        except AttributeError:
            raise BadData(f"{name} follows from other names and cannot be set") from None

    def parse(self, text: str | int | bool, *, local: Iterable[str] = ()) -> ast.expr:
        """Check a condition and give its Python expression over `s` (and the `local` names).

        Raises `BadData` with one line that says what is wrong and what was expected.
        """
        if isinstance(text, int):
            return ast.Constant(text)
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except (SyntaxError, ValueError) as wrong:
            reason = wrong.msg if isinstance(wrong, SyntaxError) else str(wrong)
            raise BadData(f"condition {text!r} cannot be read: {reason}") from None
        try:
            return self._check(tree.body, frozenset(local))
        except RecursionError:
            raise BadData("condition is nested too deeply") from None
        except BadData as wrong:
            raise BadData(f"condition {text!r}: {wrong}") from None

    def compile(self, text: str | int | bool, *, local: tuple[str, ...] = ()) -> Condition:
        """Compile a condition to a plain function of the sortie (and of the `local` names)."""
        body = ast.Return(self.parse(text, local=local))
        return compile_function("condition", ("s", *local), [body])

    def _check(self, node: ast.expr, local: frozenset[str]) -> ast.expr:
        match node:
            case ast.Constant(value=bool() | int() | str()):
                return node
            case ast.Name() | ast.Attribute():
                name = _dotted(node)
                if name in local:
                    return ast.Name(name, ast.Load())
                return ast.parse(self[name].path, mode="eval").body
            case ast.BoolOp(op=op, values=values):
                return ast.BoolOp(op, [self._check(one, local) for one in values])
            case ast.UnaryOp(op=ast.Not() | ast.USub() as op, operand=operand):
                return ast.UnaryOp(op, self._check(operand, local))
            case ast.BinOp(left=left, op=op, right=right) if isinstance(op, _SUMS):
                return ast.BinOp(self._check(left, local), op, self._check(right, local))
            case ast.Compare(left=left, ops=ops, comparators=right) if all(isinstance(op, _COMPARISONS) for op in ops):
                self._check_words([left, *right])
                return ast.Compare(self._check(left, local), ops, [self._check(one, local) for one in right])
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return ast.IfExp(self._check(test, local), self._check(body, local), self._check(orelse, local))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return ast.Tuple([self._check(one, local) for one in items], ast.Load())
        raise BadData(
            f"{ast.unparse(node)!r} is not allowed; use names, numbers, 'words', and, or, not, in, "
            "comparisons, + - * //"
        )

    def _check_words(self, sides: list[ast.expr]) -> None:
        """A word with a closed list of values may only be compared with one of them."""
        closed = [
            self._names[_dotted(side)]
            for side in sides
            if isinstance(side, ast.Name | ast.Attribute) and _dotted(side) in self._names
        ]
        for name in closed:
            for constant in _constants(sides):
                if name.values and (not isinstance(constant, str) or constant not in name.values):
                    hint = did_you_mean(str(constant), name.values)
                    raise BadData(f"{name.name} is never {constant!r}; {hint}".rstrip("; "))
                if name.kind == "number" and isinstance(constant, str):
                    raise BadData(f"{name.name} is a number and cannot be compared with {constant!r}")


def _dotted(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{_dotted(value)}.{attr}"
    raise BadData(f"{ast.unparse(node)!r} is not a name of the vocabulary")


def _constants(sides: list[ast.expr]) -> Iterator[object]:
    for side in sides:
        match side:
            case ast.Constant(value=value):
                yield value
            case ast.List(elts=items) | ast.Tuple(elts=items):
                for item in items:
                    if isinstance(item, ast.Constant):
                        yield item.value


def compile_function(name: str, arguments: tuple[str, ...], body: list[ast.stmt]) -> Callable[..., Any]:
    """Make a plain function from checked statements; of the builtins it sees `int` and `len` alone,
    which the vocabulary's own expressions use."""
    function = ast.FunctionDef(
        name=name,
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
    space: dict[str, Any] = {"__builtins__": {"int": int, "len": len}}
    exec(compile(module, f"<{name}>", "exec"), space)
    made: Callable[..., Any] = space[name]
    return made
