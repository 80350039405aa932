"""What the game keeps of a flight beside what every flight has, and its words for conditions."""

from __future__ import annotations

from bomberstream.core.conditions import Name
from bomberstream.core.sortie import FlightState, Sortie

WEATHER = ("clear", "showers", "storm")


class MailState(FlightState):
    """How late the mail is, what the weather does, and whether the pilot knows where he is."""

    __slots__ = ("is_lost", "late", "weather")

    def __init__(self) -> None:
        self.weather = "clear"
        self.is_lost = False
        self.late = 0

    def come_down(self, s: Sortie) -> None:
        """The engine has stopped: a field, if there is one."""
        s.note("comes_down", stage=s.zone.number)
        s.end("force_landed", "mechanical")


NAMES = (
    Name("weather", "s.game.weather", "word", "the weather on the stage", WEATHER),
    Name("is_lost", "s.game.is_lost", "flag", "the pilot does not know where he is"),
    Name("late", "s.game.late", "number", "minutes that the mail is late", low=0, high=999),
)
