"""At the table: a flight played by a person, question by question.

Lines are read, not single keys, so that it is the same over ssh, with a screen reader and through a pipe. What is not
an answer is one of a few letters: `?` for rule and odds, `s` for the boards, `l` for the log, `u` to take back, `o` to
leave a decision to the standing orders, `q` to save and leave.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click
from bomberstream.core.advice import advise
from bomberstream.core.dates import day_in_words
from bomberstream.core.decisions import DECLINE
from bomberstream.core.errors import NotAllowed, SaveMismatch
from bomberstream.core.events import Happening, StretchEvent
from bomberstream.core.narrative import Teller
from bomberstream.core.play import Ask, Outlook, Play, Throw
from bomberstream.core.tape import Save

from .account import STORY
from .boards import show_boards
from .outlook import SECONDS, tell_advice
from .render import Screen, as_words

if TYPE_CHECKING:
    from bomberstream.core.events import Event
    from bomberstream.core.sortie import Sortie

__all__ = ["Table", "whereabouts"]

YES_NO = ("yes", "no")
COMMANDS = {
    "?": "the rule, and what each option would lead to",
    "a": "advice: every option flown out some hundred times from here",
    "s": "the boards: track, fight, crew, guns, aeroplane",
    "l": "the log of this zone with every roll; ll: of the whole flight",
    "u": "take the last answer back",
    "o": "leave this decision to the standing orders from now on; oo: all of them",
    "q": "save and leave",
}
MOST_BARE = 9
"""Dice with no more sides may be typed without blanks between them: "34"."""


class Left(Exception):
    """The player has left the table."""


class Table:
    """One sitting at the table."""

    def __init__(
        self, play: Play, screen: Screen, keep: Callable[[Save], None], *, verbose: bool = False, told: int = 0
    ) -> None:
        """`keep` stores a save, or raises `SaveMismatch`; `told`: events that the player has seen before."""
        self._play = play
        self._screen = screen
        self._keep = keep
        self._verbose = verbose
        self._told = told
        self._teller = self._new_teller(told)
        self.unsaved: SaveMismatch | None = None
        """Why the flight as it stands could not be saved; None when it is."""

    def sit(self) -> bool:
        """Play to the end, or until the player leaves; says whether the flight is over.

        Raises `SaveMismatch` when not even the first question can be saved: nothing has been answered yet.
        """
        play = self._play
        if play.sortie is None:
            play.go_on()
        self._save(first=True)
        self._tell_on()
        self._preface()
        try:
            while play.waiting is not None:
                if isinstance(play.waiting, Ask):
                    self._decide(play.waiting)
                else:
                    self._throw(play.waiting)
                play.go_on()
                if len(play.log) < self._told:
                    # Something was taken back: what had been told beyond this point is told anew as it comes.
                    self._told = len(play.log)
                    self._teller = self._new_teller(self._told)
                self._save()
                self._tell_on()
        except Left:
            return False
        return True

    def _preface(self) -> None:
        """Before anything has been told: where it goes, and when, for what is asked about the bomber."""
        s = self._play.sortie
        if s is None or any(isinstance(event, Happening) for event in self._play.log):
            return
        bound_for = s.game.bound_for(s)
        known = [day_in_words(s.date) if s.date else "", f"to {bound_for}" if bound_for else ""]
        if any(known):
            self._screen.put(f"Setting up: {', '.join(filter(None, known))}.", style="heading")

    # --- saving and telling

    def _save(self, *, first: bool = False) -> None:
        play = self._play
        assert play.sortie is not None
        try:
            self._keep(play.save(told=whereabouts(play.sortie)))
        except SaveMismatch as wrong:
            if first:
                raise
            if self.unsaved is None:
                click.echo(f"error: {wrong}; what was saved before stays, and the flight goes on unsaved", err=True)
            self.unsaved = wrong
        else:
            self.unsaved = None

    def _new_teller(self, told: int) -> Teller:
        """A teller that has told so many events already."""
        play = self._play
        teller = Teller(play.ruleset.narrative, self._verbose, play.setup.seed)
        for _ in teller.lines(play.log[:told]):
            pass
        return teller

    def _tell_on(self) -> None:
        """Tell what has happened since."""
        log = self._play.log
        self._tell(self._teller, log[self._told :])
        self._told = len(log)

    def _tell(self, teller: Teller, events: Sequence[Event]) -> None:
        for line in teller.lines(events):
            if line.kind == "heading":
                self._screen.put(line.text, style="heading")
            else:
                style = "" if line.kind == "story" else "faint"
                self._screen.put(line.text, indent=STORY * max(1, line.indent), style=style)

    # --- questions

    def _decide(self, ask: Ask) -> None:
        """Ask until there is an answer."""
        keys = keys_of(ask)
        self._put_question(ask, keys)
        while True:
            given = self._read("> ")
            if self._is_command(given, ask):
                if self._play.waiting is not ask:
                    return
                continue
            chosen = read_choice(given, ask, keys)
            if chosen is None:
                known = ", ".join(keys.values())
                told = f"{given!r} is none of {known}" if given else f"no default here; one of {known}"
                self._screen.put(f"{told}; h for help", style="bad")
                continue
            self._play.answer(chosen)
            return

    def _put_question(self, ask: Ask, keys: dict[str, str]) -> None:
        """The question with its options; the one that the standing orders would take is marked."""
        about = f"{ask.about[:1].upper()}{ask.about[1:]}. " if ask.about else ""
        self._screen.put(f"{about}{ask.decision.asks}", style="heading")
        if ask.options == YES_NO or (len(ask.options) <= 3 and not any(len(one) > 20 for one in ask.told)):
            shown = (f"{keys[key]} {told}" + ("*" if key == ask.suggested else "") for key, told in _pairs(ask))
            self._screen.put("   ".join(shown), indent=STORY)
            return
        for key, told in _pairs(ask):
            self._screen.put(f"{keys[key]:>2} {told}" + ("*" if key == ask.suggested else ""), indent=STORY)

    def _throw(self, throw: Throw) -> None:
        """Ask for dice until there are possible ones."""
        look = throw.outlook
        modifiers = "".join(f"  {value:+d} {says}" for value, says in look.modifiers)
        self._screen.put(f"Throw {throw.dice.name.upper()}: {look.title}{modifiers}", style="heading")
        while True:
            given = self._read(f"{throw.dice.name}> ")
            if given == "r":
                self._play.throw(_thrown_for_him(throw))
                return
            if self._is_command(given, throw):
                if self._play.waiting is not throw:
                    return
                continue
            try:
                self._play.throw(read_faces(given, throw))
            except NotAllowed as wrong:
                self._screen.put(str(wrong), style="bad")
                continue
            return

    def _read(self, prompt: str) -> str:
        """A line that is typed; at the end of the input, and on Ctrl-C, the player leaves."""
        sys.stdout.write(prompt)
        sys.stdout.flush()
        try:
            given = sys.stdin.readline() if sys.stdin is not None else ""
        except KeyboardInterrupt:
            given = ""
        if not given:
            self._screen.put()
            raise Left
        if sys.stdin is None or not sys.stdin.isatty():
            self._screen.put(given.strip())
        return given.strip()

    def _is_command(self, given: str, question: Ask | Throw) -> bool:
        """Carry out what is no answer; whether it was such."""
        match given.lower():
            case "?":
                self._explain(question)
            case "a" if isinstance(question, Ask):
                self._advise()
            case "s":
                show_boards(self._screen, question.sortie)
            case "l" | "ll":
                self._show_log(whole=given.lower() == "ll")
            case "h" | "help":
                self._help(question)
            case "u":
                self._take_back()
            case "q":
                raise Left
            case "o" | "oo" if isinstance(question, Ask):
                try:
                    self._play.leave_to_orders(everything=given.lower() == "oo")
                except NotAllowed as wrong:
                    self._screen.put(str(wrong), style="bad")
            case _:
                return False
        return True

    def _help(self, question: Ask | Throw) -> None:
        rows = [*COMMANDS.items()]
        if isinstance(question, Throw):
            rows = [row for row in rows if row[0] not in ("a", "o")]
            rows.insert(0, ("3 4", "your dice, in the order thrown"))
            rows.insert(1, ("r", "let the program throw these"))
        else:
            rows.insert(0, ("Enter", "the option with a star, which the standing orders would take"))
        self._screen.fields(rows, indent=STORY)

    def _take_back(self) -> None:
        """Take the last answer back; its question is the next that is asked."""
        if self._play.undo():
            self._screen.put("Taken back.", style="faint")
        else:
            self._screen.put("nothing to take back", style="bad")

    def _show_log(self, *, whole: bool) -> None:
        """Every roll of the zone, or of the whole flight."""
        log = self._play.log
        stretches = [place for place, event in enumerate(log) if isinstance(event, StretchEvent)]
        begin = 0 if whole or not stretches else stretches[-1]
        teller = Teller(self._play.ruleset.narrative, True, self._play.setup.seed)
        for _ in teller.lines(log[:begin]):
            pass
        self._tell(teller, log[begin:])

    # --- rule and odds

    def _advise(self) -> None:
        """Fly every option out, again and again for about a second, and tell how often each came home."""
        until = time.monotonic() + SECONDS
        tell_advice(self._screen, advise(self._play, enough=lambda: time.monotonic() >= until))

    def _explain(self, question: Ask | Throw) -> None:
        """The rule behind a question, and the exact odds of the first throw that each option leads to."""
        if isinstance(question, Throw):
            self._screen.put(f"rule {question.outlook.rule}" if question.outlook.rule else "no table")
            self._show_outlook(question.outlook)
            return
        rule = question.decision.rule or "none"
        suggested = dict(_pairs(question)).get(question.suggested, "nothing")
        self._screen.put(f"rule {rule}; the standing orders would say: {suggested}")
        found = [(told, self._play.odds(key)) for key, told in _pairs(question)]
        looks = [look for _, look in found]
        if all(look == looks[0] for look in looks):
            self._screen.put("Whatever you say, the next throw is the same:")
            self._show_outlook(looks[0])
            return
        for told, look in found:
            self._screen.put(f"{told}:", indent=STORY)
            self._show_outlook(look)

    def _show_outlook(self, look: Outlook | None) -> None:
        if look is None:
            self._screen.put("no more dice are thrown", indent=STORY * 2)
            return
        modifiers = "".join(f"  {value:+d} {says}" for value, says in look.modifiers)
        column = f" ({as_words(look.column)})" if look.column else ""
        self._screen.put(f"next {look.title}{column}, {look.dice.upper()}{modifiers}", indent=STORY * 2)
        if look.odds:
            shown = sorted(look.odds, key=lambda one: -one.chance)
            told = (f"{one.says} {percent(one.chance)}" for one in shown)
            self._screen.put(", ".join(told), indent=STORY * 3)


def percent(chance: Fraction) -> str:
    """A chance, exact: "5/36, 13.9 %"."""
    return f"{chance} ({float(chance):.1%})" if chance not in (0, 1) else f"{float(chance):.0%}"


def _pairs(ask: Ask) -> list[tuple[str, str]]:
    return list(zip(ask.options, ask.told, strict=True))


def keys_of(ask: Ask) -> dict[str, str]:
    """The key of each option: y and n for yes and no, 0 for none, else numbers in their order."""
    if ask.options == YES_NO:
        return {"yes": "y", "no": "n"}
    keys = {}
    number = 0
    for option in ask.options:
        if option == DECLINE:
            keys[option] = "0"
        else:
            number += 1
            keys[option] = str(number)
    return keys


def read_choice(given: str, ask: Ask, keys: dict[str, str]) -> str | None:
    """The option that was typed: its key, its name or the beginning of that; nothing for what the orders would take."""
    if not given:
        return ask.suggested or None
    lower = given.lower()
    for option, key in keys.items():
        if lower == key:
            return option
    names = [(option, told.lower()) for option, told in _pairs(ask)]
    found = [option for option, told in names if lower in (told, option.lower())]
    found = found or [option for option, told in names if told.startswith(lower)]
    return found[0] if len(found) == 1 else None


def read_faces(given: str, throw: Throw) -> tuple[int, ...]:
    """Dice as they were typed: "3 4", "3,4", and "34" where each is one digit.

    Raises `NotAllowed` for impossible ones.
    """
    dice = throw.dice
    parts = re.findall(r"\d+", given)
    if re.sub(r"[\d\s,;+]", "", given) or not parts:
        example = " ".join(["3", "4", "1"][: dice.count]) if dice.sides > 3 else " ".join(["1"] * dice.count)
        raise NotAllowed(f"expected {dice.name} like '{example}', got {given!r}; h for help")
    single = dice.sides <= MOST_BARE or dice.name == "d100"
    if len(parts) == 1 and dice.count > 1 and len(parts[0]) == dice.count and single:
        parts = list(parts[0])
    if any(len(one) > 4 for one in parts):
        raise NotAllowed(f"{dice.name}: a die with {dice.sides} sides cannot show {given!r}")
    return dice.check([int(one) for one in parts])


def _thrown_for_him(throw: Throw) -> list[int]:
    import secrets

    return [1 + secrets.randbelow(throw.dice.sides) for _ in range(throw.dice.count)]


def whereabouts(s: Sortie) -> str:
    """In a line how far a flight has come."""
    told = [f"{s.bomber.type.short} {s.bomber.name}".strip()] if s.bomber.type.id else []
    told += [s.date] if s.date else []
    if s.finished:
        told.append(as_words(s.outcome))
    elif s.zones_entered:
        told.append(f"zone {s.zone.number} {'outbound' if s.outbound else 'homebound'}")
    else:
        told.append("before take-off")
    return ", ".join(told)
