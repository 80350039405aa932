"""A sortie: what is told and asked of every game, cards, the end of a flight, and a game without a bomber."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.bomber import NO_BOMBER
from bomberstream.core.decisions import Decision, Standing, Undecided
from bomberstream.core.dice import Deck, ScriptedSource, SeededSource
from bomberstream.core.errors import BadData, NotAllowed
from bomberstream.core.events import RollEvent
from bomberstream.core.flight import fly, make_save, summary
from bomberstream.core.procedure import Procedure, step
from bomberstream.core.ruleset import Ruleset, RulesetBuilder
from bomberstream.core.sortie import FlightState, Setup, Sortie
from bomberstream.core.tape import Entry, Tape, TapeSource


def refusals(do: Callable[[], object]) -> list[str]:
    with pytest.raises(BadData) as caught:
        do()
    return list(caught.value.problems)


def bare(ruleset: Ruleset, *faces: int, **more: Any) -> Sortie:
    return ruleset.sortie(Setup("tiny"), ScriptedSource(faces), **more)


# --- what every game tells and asks


def test_a_game_need_not_list_what_the_core_tells_and_asks(tiny: Any) -> None:
    ruleset = tiny.compose()
    assert {"engine_out", "gun_jams", "arrives"} <= set(ruleset.happenings)
    assert {"fights_fire", "reroll", "press_on"} <= set(ruleset.decisions)
    assert bare(ruleset).choose("reroll") == "keep"


def test_a_game_has_the_last_word_on_how_they_are_told_and_asked(tiny: Any) -> None:
    own = Decision("reroll", "Once more?", "tiny 5", ("keep", "reroll"))
    game = evolve(tiny.game(), decisions=(*tiny.game().decisions, own), happenings={"arrives": "a", "engine_out": "b"})
    tiny.write('[orders.reroll]\nchoose = "reroll"\n')
    ruleset = RulesetBuilder(game, tiny.plugins()).compose()
    assert (ruleset.decisions["reroll"].asks, ruleset.happenings["engine_out"]) == ("Once more?", "b")
    assert bare(ruleset).choose("reroll") == "reroll"


def test_a_rule_brings_a_happening(tiny: Any) -> None:
    heard: list[str] = []

    def apply(builder: RulesetBuilder) -> None:
        builder.happening("sings", "the crew sing")
        builder.on("sings", lambda s, facts: heard.append("sings"))

    s = bare(tiny.compose(tiny.rule("choir", apply), watch=lambda kind, what: None))
    s.note("sings")
    assert heard == ["sings"]


def test_what_is_not_listed_is_found_where_somebody_watches(tiny: Any) -> None:
    s = bare(tiny.compose(watch=lambda kind, what: None))
    assert refusals(lambda: s.note("arives")) == ["no happening 'arives' in tiny; did you mean 'arrives'?"]
    assert refusals(lambda: s.choose("pres_on")) == ["no decision 'pres_on' in tiny; did you mean 'press_on'?"]


def test_a_decision_has_its_subjects_in_a_place_of_the_sortie(tiny: Any) -> None:
    game = evolve(tiny.game(), decisions=(*tiny.game().decisions, Decision("whom", "Whom?", slot="mann")))
    builder = RulesetBuilder(game, tiny.plugins())
    builder.standing_orders({"whom": Standing(choose="none")})
    assert refusals(builder.compose) == ["decision 'whom': no slot 'mann'; did you mean 'man'?"]


# --- engines


def test_there_are_names_for_as_many_engines_as_a_bomber_has(tiny: Any) -> None:
    ruleset = tiny.compose()
    assert "turbo_2_out" in ruleset.vocabulary
    assert "engine_3_out" not in ruleset.vocabulary
    s = bare(ruleset)
    assert ruleset.vocabulary.compile("engine_2_out or turbo_1_out")(s) is False
    s.bomber = s.bomber.of(ruleset.bomber("kite"))
    ruleset.vocabulary.put(s, "engine_2_out", True)
    ruleset.vocabulary.put(s, "turbo_1_out", True)
    assert (s.bomber.engines_out, s.bomber.turbos_out) == (1, 1)


def test_an_engine_that_no_bomber_has_is_refused(tiny: Any) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        '[[table."9-1".row]]\non = "1-6"\neffects = [{ engine_out = 3 }]\n'
    )
    (line,) = refusals(tiny.compose)
    assert line.endswith("engine must be 1 to 2, 'hit' or 'all', not 3")


# --- cards


def test_a_card_is_drawn_and_recorded_like_a_throw(tiny: Any) -> None:
    tape, log = Tape(), []
    s = bare(tiny.compose(), 2, 2, tape=tape, log=log)
    s.rerolls = 1
    deck = Deck(["ace", "king", "queen"])
    assert [s.draw(deck, "the raid") for _ in range(2)] == ["king", "queen"]
    assert (s.rolls, s.rerolls, deck.left) == (2, 1, ["ace"])
    assert tape.entries == [Entry("roll", "the raid", (2,), 2, "king"), Entry("roll", "the raid", (2,), 2, "queen")]
    assert [(e.dice, e.result) for e in log if isinstance(e, RollEvent)] == [("1d3", "king"), ("1d2", "queen")]
    again = Tape.replay(tape.entries)
    s = tiny.compose().sortie(Setup("tiny"), TapeSource(again), tape=again)
    deck.shuffle()
    assert [s.draw(deck, "the raid") for _ in range(2)] == ["king", "queen"]
    again.check_end()
    s.source = ScriptedSource([1])
    s.draw(deck, "the raid")
    with pytest.raises(NotAllowed, match="the deck is empty: the raid"):
        s.draw(deck, "the raid")


# --- luck


@pytest.mark.parametrize(("rerolls", "total", "rolls"), [(0, 2, 1), (1, 5, 2)])
def test_a_plain_throw_may_be_made_again(tiny: Any, rerolls: int, total: int, rolls: int) -> None:
    ruleset = tiny.compose(orders={"reroll": Standing(choose="reroll")})
    s = bare(ruleset, 2, 5)
    s.rerolls = rerolls
    assert (s.throw("1d6", "luck"), s.rolls, s.rerolls) == (total, rolls, 0)
    assert (s.last is None) is (rerolls == 0)


@pytest.mark.parametrize(("dice", "mean"), [("2d6", 7), ("1d20", 10), ("d66", 38), ("1d3", 2)])
def test_a_chance_takes_the_mean_throw_of_its_own_dice(tiny: Any, dice: str, mean: int) -> None:
    tiny.write(
        f'[table."9-1"]\ntitle = "T"\ndice = "{dice}"\nsource = "published"\n'
        '[[table."9-1".row]]\non = "1.."\nresult = "x"\n'
    )
    assert tiny.compose().tables["9-1"].mean == mean


# --- the end


def ending(tiny: Any, close: Callable[[Sortie], None]) -> Ruleset:
    game = tiny.game()
    steps = [step("close")(close), step("after")(lambda s: s.note("arrives"))]
    game = evolve(game, procedures=(*game.procedures[:2], Procedure("afterwards", tuple(steps))))
    return RulesetBuilder(game, tiny.plugins()).compose()


def test_a_debriefing_may_end_early(tiny: Any) -> None:
    s = fly(ending(tiny, lambda s: s.end("home")), tiny.setup(), tape=Tape())
    assert (s.outcome, s.finished, s.step) == ("home", True, None)
    assert make_save(s, []).finished is True


def test_a_debriefing_waits_for_a_decision(tiny: Any) -> None:
    class Nobody:
        def take(self, s: Sortie, decision: Decision, keys: Any, subjects: Any) -> str | None:
            return None if s.outcome else "yes"

    def close(s: Sortie) -> None:
        s.outcome = "home"
        s.pick("fights_fire", s.bomber.crew)

    with pytest.raises(Undecided) as caught:
        fly(ending(tiny, close), tiny.setup(), orders=Nobody(), tape=Tape())
    s = caught.value.sortie
    assert caught.value.options == ("pilot", "rear_gunner")
    assert caught.value.subjects == tuple(s.bomber.crew)
    assert make_save(s, []).finished is False


def test_a_flight_that_ends_while_steps_are_passed_over_is_debriefed_in_full(tiny: Any) -> None:
    def leave_and_end(s: Sortie) -> None:
        s.leave("mission")
        s.end("turned_back")

    def apply(builder: RulesetBuilder) -> None:
        builder.replace_step("flak", step("flak")(leave_and_end))

    log: list[Any] = []
    fly(tiny.compose(tiny.rule("short", apply)), tiny.setup(), log=log)
    assert "arrives" in [event.type for event in log]


# --- without a bomber


def test_a_game_need_not_have_a_bomber(tiny: Any) -> None:
    (tiny.folder / "kite.toml").unlink()

    def prepare(s: Sortie) -> None:
        s.tables = s.ruleset.answers("", 1)
        s.game = FlightState()

    table = tiny.folder / "tables.toml"
    text = table.read_text(encoding="utf-8").replace('effects = [{ system_out = "radio" }]', "")
    table.write_text(text, encoding="utf-8")
    builder = RulesetBuilder(evolve(tiny.game(), prepare=prepare, roles={"flak": ()}), tiny.plugins())
    builder.standing_orders({"press_on": Standing(choose="yes")})
    ruleset = builder.compose()
    before = repr(NO_BOMBER)
    s = fly(ruleset, tiny.setup())
    assert s.bomber is NO_BOMBER
    found = summary(s)
    assert (found["bomber"], found["crew"], found["outcome"]) == ("", [], "home")
    assert ruleset.table("flak").id == "1-2"
    assert refusals(lambda: ruleset.vocabulary.put(s, "out.radio", True)) == [
        "out.radio cannot be set: there is no bomber in the scene; give bomber first"
    ]
    assert repr(NO_BOMBER) == before


def test_seeded_dice_go_on_where_a_tape_breaks_off(tiny: Any) -> None:
    ruleset = tiny.compose()
    whole = Tape()
    fly(ruleset, tiny.setup(5), tape=whole)
    for kept in range(len(whole.entries) + 1):
        tape = Tape.replay(whole.entries[:kept], strict=False)
        fly(ruleset, tiny.setup(5), source=TapeSource(tape, SeededSource(5)), tape=tape)
        assert tape.entries == whole.entries


@pytest.mark.parametrize("make", [Procedure, Procedure.of])
def test_a_procedure_has_no_step_twice(make: Callable[..., Procedure]) -> None:
    sing = step("sing")(lambda s: None)
    with pytest.raises(ValueError, match="procedure 'choir' has a step twice"):
        make("choir", (sing, sing))
