"""Dice, decks, and where their faces come from.

A throw is `Dice.count` dice of `Dice.sides` sides, read as the printed tables read them: added up,
as tens and ones (d66), or as a percentage (d100, where 00 is 100, or 0 for a card that says so).
A ten-sided die shows 1 to 10; the face marked 0 is the 10.

A *source* gives the faces. The seeded one does not run one long stream: every stretch of a flight has
a stream of its own, derived from the seed and the stretch's name. A rule that throws one die more in one
stretch leaves every other stretch as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from itertools import accumulate, chain, count, product
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from attrs import define, field

from .errors import BadData, BomberstreamError, NotAllowed

if TYPE_CHECKING:
    from .sortie import Sortie
    from .tables import CompiledTable

__all__ = [
    "MOST_SIDES",
    "Deck",
    "Dice",
    "Faces",
    "ManualSource",
    "NoSource",
    "ScriptedSource",
    "SeededSource",
    "Source",
    "Unthrown",
    "derive_seed",
    "parse_dice",
    "random_bytes",
]

Faces = tuple[int, ...]
Card = TypeVar("Card")

MOST_SIDES = 200
"""No die has more, and no deck more cards: a face is made of one random byte, few of which may be left over."""

_BYTES = 256

_SUM = re.compile(r"([1-9]\d?)d([1-9]\d{0,2})")


def _add(faces: Faces) -> int:
    return sum(faces)


def _only(faces: Faces) -> int:
    return faces[0]


def _add_two(faces: Faces) -> int:
    return faces[0] + faces[1]


def _tens_and_ones(faces: Faces) -> int:
    return 10 * faces[0] + faces[1]


def _percent(faces: Faces) -> int:
    return 10 * (faces[0] % 10) + faces[1] % 10 or 100


def _percent_from_zero(faces: Faces) -> int:
    return 10 * (faces[0] % 10) + faces[1] % 10


@define(frozen=True)
class Dice:
    """One kind of throw: how many dice, with how many sides, and how the faces are read."""

    name: str
    """As written in tables: "1d6", "2d6", "d66", "d100" ..."""
    count: int
    sides: int
    read: Callable[[Faces], int] = field(eq=False, repr=False)
    """Faces to the natural total."""
    by_byte: tuple[Faces, ...] = field(eq=False, repr=False, init=False)
    """The faces that a random byte stands for, `()` for the bytes that would favour low ones; empty where one
    byte is too small for all the dice."""

    @by_byte.default
    def _faces_by_byte(self) -> tuple[Faces, ...]:
        throws: int = self.sides**self.count
        if throws > _BYTES:
            return ()
        all_faces = tuple(product(range(1, self.sides + 1), repeat=self.count))
        whole = _BYTES // throws
        return all_faces * whole + ((),) * (_BYTES - throws * whole)

    def check(self, faces: Sequence[int]) -> Faces:
        """Take faces from a person or a script; a 0 on a ten-sided die is the 10.

        Raises `NotAllowed` for a wrong number of dice or an impossible face.
        """
        if len(faces) != self.count:
            raise NotAllowed(f"{self.name} needs {self.count} dice, got {list(faces)!r}")
        read = tuple(10 if face == 0 and type(face) is int and self.sides == 10 else face for face in faces)
        for face in read:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise NotAllowed(f"{self.name}: a die with {self.sides} sides cannot show {face!r}")
        return read

    def odds(self) -> dict[int, Fraction]:
        """Every natural total with its exact probability, in rising order."""
        if self.read in _ADDED_UP:
            ways = dict(enumerate(_ways_of_sum(self.count, self.sides), self.count))
        else:
            ways = Counter(self.read(faces) for faces in product(range(1, self.sides + 1), repeat=self.count))
        whole = self.sides**self.count
        return {total: Fraction(ways[total], whole) for total in sorted(ways)}

    def mean(self) -> Fraction:
        """The mean of the natural totals."""
        return sum((total * chance for total, chance in self.odds().items()), Fraction(0))

    def __str__(self) -> str:
        return self.name


_ADDED_UP = (_only, _add_two, _add)


def _ways_of_sum(count: int, sides: int) -> list[int]:
    """In how many ways so many dice add up to each total, from the least on: die by die, not throw by throw."""
    ways = [1]
    for _ in range(count):
        up_to = [0, *accumulate(ways)]
        ways = [up_to[min(place, len(ways))] - up_to[max(0, place - sides)] for place in range(1, len(ways) + sides)]
    return ways


_PARSED: dict[tuple[str, bool], Dice] = {}


def parse_dice(text: str, *, zero: bool = False) -> Dice:
    """Read "2d6", "1d10", "1d20", "d66" or "d100"; with `zero` a d100 runs from 0 to 99.

    The same text gives the same object. Raises `BadData` for anything else.
    """
    known = _PARSED.get((text, zero))
    if known is not None:
        return known
    made: Dice
    if text == "d66":
        made = Dice("d66", 2, 6, _tens_and_ones)
    elif text == "d100":
        made = Dice("d100", 2, 10, _percent_from_zero if zero else _percent)
    else:
        match = _SUM.fullmatch(text)
        if match is None:
            raise BadData(f"dice {text!r}: expected something like '1d6', '2d6', '1d10', 'd66' or 'd100'")
        count, sides = int(match[1]), int(match[2])
        if sides > MOST_SIDES:
            raise BadData(f"dice {text!r}: no die has more than {MOST_SIDES} sides")
        made = Dice(text, count, sides, _only if count == 1 else _add_two if count == 2 else _add)
    _PARSED[text, zero] = made
    return made


class Source(Protocol):
    """Where faces come from."""

    def begin(self, stretch: str) -> None:
        """A new stretch of the flight starts: "out 4.1", "landing" ..."""

    def throw(self, dice: Dice, purpose: str) -> Faces:
        """The faces of one throw; `purpose` names the table or the reason."""


class SeededSource:
    """Faces from a seed, keyed by stretch: the same on every machine and every Python.

    A stretch's bytes are BLAKE2b over (seed, stretch, block number), block after block. One byte makes a throw
    (`Dice.by_byte`), or each die of it where the throw is too big for one. A stretch that is begun twice gets a
    second stream.
    """

    __slots__ = ("_begun", "_block", "_flow", "_prefix", "_stretch", "seed")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._prefix = f"{_key(seed)}/"
        self._begun: dict[str, int] = {}
        self._stretch = ""
        self._block = 0
        self._flow: Iterator[int] = iter(b"")

    def begin(self, stretch: str) -> None:
        times = self._begun[stretch] = self._begun.get(stretch, 0) + 1
        self._stretch = stretch if times == 1 else f"{stretch}#{times}"
        self._block = 0
        self._open()

    def _open(self) -> None:
        """The stretch's next block of bytes."""
        self._flow = iter(blake2b(f"{self._prefix}{self._stretch}/{self._block}".encode()).digest())
        self._block += 1

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        by_byte = dice.by_byte
        if not by_byte:
            one = parse_dice(f"1d{dice.sides}")
            return tuple(self.throw(one)[0] for _ in range(dice.count))
        while True:
            try:
                while not (faces := by_byte[next(self._flow)]):
                    pass
                return faces
            except StopIteration:
                self._open()


class ScriptedSource:
    """Faces from a list, for tests and scenarios: each die in the order thrown.

    When the list is at its end, `then` goes on; without it `NotAllowed` says what was asked for.
    """

    def __init__(self, faces: Iterable[int], then: Source | None = None) -> None:
        self.left = list(faces)
        self._then = then

    def begin(self, stretch: str) -> None:
        if self._then is not None:
            self._then.begin(stretch)

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        if len(self.left) < dice.count:
            if self._then is not None and not self.left:
                return self._then.throw(dice, purpose)
            raise NotAllowed(f"the script has {self.left!r} left, but {purpose or 'a throw'} needs {dice}")
        taken, self.left = self.left[: dice.count], self.left[dice.count :]
        try:
            return dice.check(taken)
        except NotAllowed as wrong:
            raise NotAllowed(f"{purpose}: {wrong}") from None


class ManualSource:
    """Faces thrown by a person: `ask` gets the dice and the purpose and returns what fell."""

    def __init__(self, ask: Callable[[Dice, str], Sequence[int]]) -> None:
        self._ask = ask

    def begin(self, stretch: str) -> None:
        """Real dice know no stretches."""

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        return dice.check(self._ask(dice, purpose))


class Unthrown(BomberstreamError):
    """Dice that nobody has thrown: a person is asked for them, and the sortie played again."""

    def __init__(self, dice: Dice, purpose: str) -> None:
        super().__init__(f"nobody throws {dice} for {purpose}")
        self.dice = dice
        self.purpose = purpose
        self.table: CompiledTable | None = None
        """The table that they are thrown on; None for a throw without one."""
        self.column: str | None = None
        self.sortie: Sortie | None = None
        """The flight that they are thrown in, once it is known."""

    @property
    def flight(self) -> Sortie:
        """The flight that they are thrown in."""
        assert self.sortie is not None
        return self.sortie


class NoSource:
    """Stands where dice are a person's own: every throw is left open."""

    def begin(self, stretch: str) -> None:
        """Real dice know no stretches."""

    def throw(self, dice: Dice, purpose: str = "") -> Faces:
        raise Unthrown(dice, purpose)


def _key(seed: int | str, *names: object) -> str:
    """What is hashed for a part of something bigger; a slash in a name is not one between two."""
    quoted = (str(name).replace("%", "%25").replace("/", "%2F") for name in (seed, *names))
    return "/".join(["bomberstream", *quoted])


def derive_seed(seed: int | str, *names: object) -> int:
    """A seed of 64 bits for a part of something bigger: the third sortie of a tour, say."""
    return int.from_bytes(blake2b(_key(seed, *names).encode(), digest_size=8).digest(), "big")


def random_bytes(seed: int | str, *names: object) -> Iterator[int]:
    """An endless run of bytes for what is no die of the game: the names of a crew, say."""
    key = _key(seed, *names)
    return chain.from_iterable(blake2b(f"{key}/{block}".encode()).digest() for block in count())


class Deck(Generic[Card]):
    """Cards drawn without return, shuffled anew when a rule says so."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._all = tuple(cards)
        self.left: list[Card] = list(self._all)
        if not 1 <= len(self._all) <= MOST_SIDES:
            raise BadData(f"a deck holds 1 to {MOST_SIDES} cards, not {len(self._all)}")

    def dice(self, purpose: str = "a card") -> Dice:
        """The die that says which card is drawn; raises `NotAllowed` when none is left."""
        if not self.left:
            raise NotAllowed(f"the deck is empty: {purpose} cannot be drawn")
        return parse_dice(f"1d{len(self.left)}")

    def take(self, place: int) -> Card:
        """Take the card at a place, from 1."""
        return self.left.pop(place - 1)

    def draw(self, source: Source, purpose: str = "a card") -> Card:
        """Take one card at random, unrecorded: for tests. A flight draws with `Sortie.draw`.

        Raises `NotAllowed` when none is left.
        """
        (place,) = source.throw(self.dice(purpose), purpose)
        return self.take(place)

    def shuffle(self) -> None:
        """Put every card back."""
        self.left = list(self._all)
