"""Tours of bomber crews: who is replaced, what a man keeps, when it ends (tonight 1.6, 2.2, 8.0)."""

from __future__ import annotations

import datetime
from fractions import Fraction
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.flight import fly
from bomberstream.core.hooks import load_plugins
from bomberstream.core.mission.honours import earlier_medals, honours
from bomberstream.core.mission.touring import BomberTours
from bomberstream.core.ruleset import Ruleset, compose
from bomberstream.core.sortie import Sortie
from bomberstream.core.tour import Terms, Tour, check_books, enter, fly_tour, next_setup, open_tour
from bomberstream.plugins.today.rules import awards as day_awards
from bomberstream.plugins.tonight.rules import awards as night_awards

PLUGINS = load_plugins()
GAMES = ("today", "tonight")


@cache
def ruleset(game: str, *rules: str) -> Ruleset:
    """A game with optional rules."""
    return compose(PLUGINS, game, rules=rules)


def begun(game: str, seed: int = 1, **terms: Any) -> Tour:
    """A tour that begins."""
    return open_tour(ruleset(game), "x", Terms(**terms), seed)


def after(game: str, change: Any, seed: int = 1, **terms: Any) -> tuple[Tour, Sortie]:
    """A tour after its first flight that took off, with what `change` does to the sortie before it is written down."""
    tour = begun(game, seed, **terms)
    while True:
        s = fly(ruleset(game), next_setup(ruleset(game), tour))
        if s.outcome == "returned" and not any(man.is_hurt for man in s.bomber.crew):
            break
        enter(tour, s)
        tour.status = "on"
    change(s)
    enter(tour, s)
    return tour, s


def wounded(s: Sortie, fate: str) -> None:
    """The tail gunner is badly wounded, and this becomes of him."""
    man = s.bomber.man_of("tail_gunner")
    man.is_serious, man.after = True, fate


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_the_crew_is_as_the_bomber_wants_it(game: str, seed: int) -> None:
    """Every place is filled by a man without a mission, with a rank of his service."""
    tour = begun(game, seed)
    assert tour.aeroplane is not None
    kind = ruleset(game).bomber(tour.aeroplane.type)
    seats = {one.id if one.man is None else one.man for one in kind.station} - {""}
    assert {man.trade for man in tour.crew} == seats
    assert all(man.missions == 0 and man.rank and man.name for man in tour.crew)
    assert kind.is_issued(tour.date)


@pytest.mark.rule("tonight 2.2", "tonight 1.6")
def test_thirty_operations_by_night() -> None:
    assert begun("tonight").length == 30


@pytest.mark.parametrize(
    ("date", "force", "missions"),
    [
        ("1943-06-01", "8", 25),
        ("1944-03-31", "8", 25),
        ("1944-04-01", "8", 30),
        ("1944-07-01", "8", 35),
        ("1944-07-01", "15", 50),
    ],
)
def test_length_by_the_date_of_the_first_mission(date: str, force: str, missions: int) -> None:
    tour = begun("today", date=date, options={"air_force": force})
    assert tour.length == missions
    assert next_setup(ruleset("today"), tour).options["air_force"] == force


@pytest.mark.rule("tonight 8.0")
@pytest.mark.parametrize("game", GAMES)
def test_who_cannot_fly_is_replaced(game: str) -> None:
    """A man invalided home is crossed out, and a new man with a name of his own comes before the next mission."""
    tour, s = after(game, lambda s: wounded(s, "sent_home"))
    old = next(man for man in tour.roster if man.trade == "tail_gunner" and not man.is_flying)
    new = tour.man("tail_gunner")
    assert new is not None
    assert (old.status, old.left) == ("sent home", tour.number - 1)
    assert new.name != old.name
    assert (new.missions, new.kills, new.joined) == (0, "0", tour.number)
    assert check_books(tour) == []
    assert next_setup(ruleset(game), tour).carried["crew"]["tail_gunner"]["name"] == new.name
    assert s.bomber.man_of("tail_gunner").name == old.name


@pytest.mark.rule("tonight 5.11")
@pytest.mark.parametrize("game", GAMES)
def test_who_recovers_flies_the_next_one(game: str) -> None:
    """A serious wound from which he recovers costs him nothing; wounds do not go along."""
    tour, s = after(game, lambda s: wounded(s, "recovers"))
    man = tour.man("tail_gunner")
    assert man is not None
    assert man.name == s.bomber.man_of("tail_gunner").name
    assert man.wounds == 1
    after_it = fly(ruleset(game), next_setup(ruleset(game), tour))
    assert after_it.bomber.man_of("tail_gunner").missions == man.missions


@pytest.mark.parametrize("game", GAMES)
def test_the_dead_have_their_credit_and_fly_no_more(game: str) -> None:
    def killed(s: Sortie) -> None:
        s.game.counts_for_tour = True
        s.bomber.man_of("navigator").kill()

    tour, _ = after(game, killed)
    man = next(one for one in tour.roster if one.trade == "navigator" and not one.is_flying)
    assert man.status == "killed"
    assert man.credited >= 1


@pytest.mark.parametrize("game", GAMES)
def test_the_pilot_ends_it_or_another_comes(game: str) -> None:
    """Killed on the last mission of his tour he has not completed it; by setting another carries on from nothing."""

    def killed(s: Sortie) -> None:
        s.game.counts_for_tour = True
        s.bomber.man_of("pilot").kill()

    tour, _ = after(game, killed, settings={"length": "1"})
    assert (tour.status, tour.ending.split(": ")[1].split(";")[0]) == ("ended", "killed")
    tour, _ = after(game, killed, settings={"pilot_lost": "carries_on"})
    assert (tour.status, tour.done) == ("on", 0)
    pilot = tour.man("pilot")
    assert pilot is not None
    assert pilot.missions == 0


@pytest.mark.parametrize("game", GAMES)
def test_completed_with_the_last_one_flown(game: str) -> None:
    def counts(s: Sortie) -> None:
        s.game.counts_for_tour = True

    tour, _ = after(game, counts, settings={"length": "1"})
    assert tour.status == "completed"
    assert {man.status for man in tour.roster} == {"tour completed"}


@pytest.mark.rule("tonight 3.1.1")
@pytest.mark.parametrize("game", GAMES)
def test_a_day_lost_to_weather_is_marked_off(game: str) -> None:
    """A mission that is scrubbed is no mission; the crew try again on the next day."""
    seen = 0
    for seed in range(60):
        tour = fly_tour(ruleset(game), begun(game, seed))
        for one, following in zip(tour.operations, tour.operations[1:], strict=False):
            if not one.flown:
                seen += 1
                assert not one.counts
                assert not one.crew
                day = (datetime.date.fromisoformat(one.date) + datetime.timedelta(1)).isoformat()
                # The next day, unless no campaign has it.
                assert following.date == day or not any(
                    it.from_ <= day <= it.to for it in ruleset(game).campaigns.values()
                )
    assert seen > 20


@pytest.mark.parametrize("game", GAMES)
def test_days_between_missions(game: str) -> None:
    """One to six days, or as many as the setting says (choice ?59)."""
    for most, settings in ((6, {}), (12, {"gap": "12"})):
        gaps = []
        for seed in range(30):
            tour = fly_tour(ruleset(game), begun(game, seed, settings=settings))
            dates = [datetime.date.fromisoformat(one.date) for one in tour.operations]
            pairs = zip(tour.operations, dates, dates[1:], strict=False)
            gaps += [(later - earlier).days for one, earlier, later in pairs if one.flown]
        assert set(range(1, most + 1)) <= set(gaps)
        # More only where a campaign is over and the next one has not begun.
        assert sum(gap > most for gap in gaps) < len(gaps) / 50


@pytest.mark.rule("tonight 5.7.2.ace", "tonight 8.0")
@pytest.mark.parametrize("game", GAMES)
def test_kills_add_up_to_an_ace(game: str) -> None:
    """Shares are kept; with five in all a gunner is an ace, and shoots as one from the next mission on."""

    def shot(s: Sortie) -> None:
        s.game.kills = 5
        s.bomber.man_of("tail_gunner").credit(Fraction(9, 2))

    tour, _ = after(game, shot)
    man = tour.man("tail_gunner")
    assert man is not None
    had = Fraction(man.kills)
    man.kills = "5"
    s = fly(ruleset(game), next_setup(ruleset(game), tour))
    assert had >= Fraction(9, 2)
    assert s.bomber.man_of("tail_gunner").kills == 5
    assert s.bomber.man_of("tail_gunner").has_ace_kills


@pytest.mark.parametrize("game", GAMES)
def test_a_lost_aeroplane_is_struck_off(game: str) -> None:
    """A new one of the same type, while it is issued, with another name."""

    def ditched(s: Sortie) -> None:
        s.outcome, s.game.bomber_fate = "ditched", "lost"

    tour, _ = after(game, ditched)
    old, new = tour.aeroplanes[-2:]
    assert (old.status, new.status) == ("lost", "flying")
    assert old.name != new.name
    kind = ruleset(game).bomber(old.type)
    assert new.type == old.type or not kind.is_issued(tour.date)
    assert check_books(tour) == []


@pytest.mark.parametrize("game", GAMES)
def test_luck_is_kept_for_later(game: str) -> None:
    """A throw that may be made again and was not is there on the next mission (today 5-3D c)."""

    def lucky(s: Sortie) -> None:
        s.rerolls = 2

    tour, _ = after(game, lucky)
    s = ruleset(game).sortie(next_setup(ruleset(game), tour), source=None)  # type: ignore[arg-type]
    assert s.setup.carried["rerolls"] == 2
    assert ("luck", "2 throws may be made again") in BomberTours().standing(tour)


@pytest.mark.rule("tonight 2.8.1.3", "tonight 2.8.1.1")
def test_eyes_for_the_dark_are_kept() -> None:
    """Who sees well at night is not rolled for again; who does not is, when experience has made the roll better."""

    def keen(s: Sortie) -> None:
        for man in s.bomber.crew:
            man.night_vision = man.trade == "tail_gunner"

    tour, _ = after("tonight", keen)
    log: list[Any] = []
    s = fly(ruleset("tonight"), next_setup(ruleset("tonight"), tour), log=log)
    assert s.bomber.man_of("tail_gunner").night_vision
    assert not [one for one in log if getattr(one, "role", "") == "night_vision"]
    for man in tour.crew:
        man.missions, man.kept = 10, {**man.kept, "tested_at": 9}
    log = []
    fly(ruleset("tonight"), next_setup(ruleset("tonight"), tour), log=log)
    assert [one for one in log if getattr(one, "role", "") == "night_vision"]


AWARDS = (
    pytest.param("today", "today_awards", day_awards, "silver_star", "Oak leaf cluster to the ", id="today"),
    pytest.param("tonight", "awards", night_awards, "dfc", "Bar to the ", id="tonight"),
)


@pytest.mark.rule("tonight 7.5", "today 9-2 note b")
@pytest.mark.parametrize(("game", "rule", "awards", "medal", "again"), AWARDS)
def test_a_medal_won_before_makes_of_the_next_one_a_bar(
    game: str, rule: str, awards: ModuleType, medal: str, again: str
) -> None:
    """Two missions: each gives the pilot the same medal; another man's first one is none."""
    on = ruleset(game, rule)
    tour = open_tour(on, "x", Terms(rules=(rule,)), 1)
    pilot = tour.man("pilot")
    assert pilot is not None
    name = awards.MEDALS[medal]
    for expected in (name, again + name):
        while True:
            s = fly(on, next_setup(on, tour))
            if s.outcome == "returned" and not honours(s).given and not any(man.is_hurt for man in s.bomber.crew):
                break
            tour.seed += "1"
        earlier = earlier_medals(s, awards.MEDALS)
        awards.give(s, s.bomber.man_of("pilot"), medal, earlier.get("pilot", ()))
        assert [one.told for one in honours(s).given] == [expected]
        assert f"{pilot.told}: {expected}" in enter(tour, s).notes
        assert "tail_gunner" not in earlier
    assert pilot.decorations == (name, again + name)


@pytest.mark.rule("tonight 7.5", "today 9-2 note b")
@pytest.mark.parametrize(("game", "rule", "awards", "medal", "again"), AWARDS)
def test_whole_tours_give_second_medals(game: str, rule: str, awards: ModuleType, medal: str, again: str) -> None:
    """As they are flown: what is given a second time is told so, and only that."""
    on, found = ruleset(game, rule), 0
    for seed in range(60):
        for man in fly_tour(on, open_tour(on, "x", Terms(rules=(rule,)), seed)).roster:
            won: set[str] = set()
            for one in man.decorations:
                name = one.removeprefix(again)
                assert (name in won) == (name != one)
                found += name != one
                if name in awards.MEDALS.values():
                    won.add(name)
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_runs_on_into_the_next_campaign(game: str) -> None:
    """The date of the mission decides which campaign it is."""
    for seed in range(100):
        tour = fly_tour(ruleset(game), begun(game, seed))
        numbers = {
            one.number
            for op in tour.operations
            for one in ruleset(game).campaigns.values()
            if one.from_ <= op.date <= one.to
        }
        if len(numbers) > 1:
            return
    raise AssertionError("no tour runs on")


@pytest.mark.parametrize("game", GAMES)
def test_the_war_may_be_over_first(game: str) -> None:
    tour = fly_tour(ruleset(game), begun(game, 1, date="1945-04-10", settings={"pilot_lost": "carries_on"}))
    assert tour.status == "ended"
    assert tour.ending.startswith("the campaigns are over")


@pytest.mark.parametrize(
    ("game", "terms", "fault", "says"),
    [
        ("tonight", {"date": "1950-01-01"}, NotAllowed, "outside the campaigns"),
        ("tonight", {"campaign": 99}, BadData, "no campaign 99"),
        ("tonight", {"campaign": 1, "date": "1944-01-01"}, NotAllowed, "lies in campaign"),
        ("tonight", {"bomber": "halifax-iii", "date": "1942-05-01"}, NotAllowed, "is issued from"),
        ("today", {"bomber": "b-24j", "campaign": 1}, NotAllowed, "is issued from"),
        ("today", {"settings": {"length": "0"}}, BadData, "length: expected a whole number"),
    ],
)
def test_terms_that_cannot_be(game: str, terms: dict[str, Any], fault: type[Exception], says: str) -> None:
    with pytest.raises(fault, match=says):
        begun(game, **terms)
