"""Rulesets, with a tiny game of our own: composed, flown, replayed, changed by rules and overlays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError
from bomberstream.core.bomber import NO_GUN, Bomber
from bomberstream.core.combat import NO_FIGHTER
from bomberstream.core.crew import NOBODY
from bomberstream.core.decisions import Decision, Orders, Standing, Undecided
from bomberstream.core.dice import ScriptedSource, SeededSource
from bomberstream.core.errors import BadData, NotAllowed, SaveMismatch
from bomberstream.core.events import ChoiceEvent, Event, RollEvent, StretchEvent, digest
from bomberstream.core.flight import check_save, fly, make_save, replay, replay_save, setup_of, summary
from bomberstream.core.narrative import Teller
from bomberstream.core.procedure import Procedure, Step
from bomberstream.core.ruleset import Ruleset, RulesetBuilder, compose
from bomberstream.core.scenario import put_state
from bomberstream.core.sortie import Setup, Sortie
from bomberstream.core.tables import Row
from bomberstream.core.tape import Entry, Tape, load_save, write_save
from bomberstream.core.zones import Zone


def refusals(do: Any) -> list[str]:
    with pytest.raises(BadData) as caught:
        do()
    assert all("\n" not in line for line in caught.value.problems)
    return list(caught.value.problems)


def rolls(log: list[Event]) -> list[tuple[str, int, int, Any]]:
    return [(e.table or e.role, e.natural, e.total, e.result) for e in log if isinstance(e, RollEvent)]


def faces_by_stretch(log: list[Event]) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
    found: dict[str, list[tuple[str, tuple[int, ...]]]] = {}
    here: list[tuple[str, tuple[int, ...]]] = []
    for event in log:
        if isinstance(event, StretchEvent):
            here = found.setdefault(event.stretch, [])
        elif isinstance(event, RollEvent):
            here.append((event.role, event.faces))
    return found


# --- composing


def test_a_game_composes_out_of_its_plugin_and_folder(tiny: Any) -> None:
    ruleset = tiny.compose()
    assert isinstance(ruleset, Ruleset)
    assert sorted(ruleset.tables) == ["1-1", "1-2"]
    assert ruleset.rules == ()
    assert ruleset.clashes == ()
    assert ruleset.bomber("KITE").name == "Kite"
    assert ruleset.table("weather") is ruleset.table("1-1")
    assert [step.name for step in ruleset.procedures["zone"]] == ["weather", "flak"]
    assert ruleset.procedures["zone"][1].rule == "tiny 2.2"


def test_a_ruleset_does_not_change(tiny: Any) -> None:
    with pytest.raises(FrozenInstanceError):
        tiny.compose().rules = ("more",)


def test_a_misspelt_bomber_table_game_or_rule_names_the_nearest(tiny: Any) -> None:
    ruleset = tiny.compose()
    assert refusals(lambda: ruleset.bomber("kiet")) == ["no bomber 'kiet'; did you mean 'kite'?"]
    assert refusals(lambda: ruleset.table("wether")) == ["no table 'wether' in tiny; did you mean 'weather'?"]
    plugins = tiny.plugins(tiny.rule("storms", lambda builder: None))
    (line,) = refusals(lambda: compose(plugins, "tiny", rules=["strms"]))
    assert line == "no rule 'strms'; did you mean 'storms'?"


def test_all_faults_of_all_kinds_come_at_once(tiny: Any) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        '[[table."9-1".row]]\non = "1-5"\neffects = [{ system_out = "radoi" }, { wund = "pilot" }]\n'
        '[orders.pres_on]\nchoose = "yes"\n'
    )
    lines = refusals(tiny.compose)
    assert any("tiny/more.toml: table 9-1: no row for a total of 6" in line for line in lines)
    assert any("no such decision; did you mean 'press_on'?" in line for line in lines)
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        '[[table."9-1".row]]\non = "1-6"\neffects = [{ system_out = "radoi" }, { wund = "pilot" }]\n'
    )
    first, second = refusals(tiny.compose)
    assert first == "tiny/more.toml: table 9-1, row 1: system_out: no system 'radoi'; did you mean 'radio'?"
    assert second.startswith("tiny/more.toml: table 9-1, row 1: unknown verb 'wund'; did you mean")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'section = "cabin"\nguns',
            'section = "cabn"\nguns',
            "station rear_gunner: no section 'cabn'; did you mean 'cabin'?",
        ),
        ('guns = ["tail"]', 'guns = ["tial"]', "station rear_gunner: no gun 'tial'; did you mean 'tail'?"),
        ('gunner = "rear_gunner"', 'gunner = "rear"', "gun tail: no station 'rear'; valid: pilot, rear_gunner"),
        ("[bomber.kite.tables]", '[bomber.kite.tables]\nflak = "1-3"', "tables, flak: no table '1-3'; did you mean"),
        ('short = "Kite"', 'shrot = "Kite"', "unknown key 'shrot'; did you mean 'short'?"),
    ],
)
def test_a_bomber_that_names_what_is_not_there_is_refused(tiny: Any, old: str, new: str, says: str) -> None:
    path = tiny.folder / "kite.toml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert any(line.startswith("tiny/kite.toml: bomber kite") and says in line for line in refusals(tiny.compose))


def test_a_bomber_of_an_unknown_game_is_refused(tiny: Any) -> None:
    path = tiny.folder / "kite.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('game = "tiny"', 'game = "tyni"'), encoding="utf-8")
    (line,) = refusals(tiny.compose)
    assert line == "tiny/kite.toml: bomber kite: no game 'tyni' to answer its tables; valid: tiny"


def test_a_station_whose_id_is_a_word_of_the_vocabulary_is_told_with_its_place(tiny: Any) -> None:
    path = tiny.folder / "kite.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("rear_gunner", "gunner"), encoding="utf-8")
    (line,) = refusals(tiny.compose)
    assert line.startswith("tiny/kite.toml: bomber kite: station gunner: the vocabulary has 'gunner.")


def test_a_decision_without_a_standing_order_is_refused(tiny: Any) -> None:
    lines = refusals(lambda: tiny.compose(tiny.rule("evasion", evade)))
    assert lines == ["decision 'evade' has no standing order; give [orders.evade]"]
    tiny.compose(tiny.rule("evasion", evade), orders={"evade": Standing("no")})


def test_a_happening_does_not_bear_the_name_of_an_event_that_every_flight_has(tiny: Any) -> None:
    builder = RulesetBuilder(
        evolve(tiny.game(), happenings={"arrives": "home", "roll": "a barrel roll"}), tiny.plugins()
    )
    (line,) = refusals(builder.compose)
    assert line.startswith("happening 'roll' bears the name of an event")


def test_conditions_of_steps_tables_and_effects_are_of_their_kind(tiny: Any) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\ncolumns = ["a", "b"]\ncolumn = "campaign"\n'
        '[[table."9-1".row]]\non = "..6"\nresult = "x"\neffects = [{ when = "weather", then = [] }]\n'
        '[[table."9-1".row]]\non = "7.."\nresult = "y"\n'
        '[[table."9-1".modifier]]\nvalue = "weather"\n'
        '[[table."9-1".modifier]]\nvalue = 1\nwhen = "campaign"\n'
    )
    step = evolve(new_step("x", nothing), when="zone.number")
    lines = refusals(lambda: tiny.compose(tiny.rule("wrong", lambda b: b.step(step, before="flak"))))
    assert [line.rpartition(": ")[2] for line in lines] == [
        "expected true or false, but it is a word",
        "expected a whole number, but it is a word",
        "expected true or false, but it is a whole number",
        "expected a word, but it is a whole number",
        "expected true or false, but it is a whole number",
    ]
    assert lines[-1].startswith("step zone.x: ")


def test_an_inline_row_that_no_die_can_show_is_refused(tiny: Any) -> None:
    rows = "[{ on = '1-99999999' }, { on = '7' }]"
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        f'[[table."9-1".row]]\non = "1-6"\neffects = [{{ roll = "1d6", rows = {rows} }}]\n'
    )
    (line,) = refusals(tiny.compose)
    assert line == (
        "tiny/more.toml: table 9-1, row 1, row 2: on = '7' can never be rolled; 1d6 with its modifiers gives 1 to 6"
    )


@pytest.mark.parametrize(
    ("effect", "line"),
    [
        ("bail_out = 'contrlled'", "bail_out: no such word 'contrlled'; did you mean 'controlled' or 'uncontrolled'?"),
        ("frostbite = 'sever'", "frostbite: no such word 'sever'; did you mean 'severe'?"),
    ],
)
def test_a_word_that_a_verb_does_not_know_is_refused(tiny: Any, effect: str, line: str) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        f'[[table."9-1".row]]\non = "1-6"\neffects = [{{ {effect} }}]\n'
    )
    assert refusals(tiny.compose) == [f"tiny/more.toml: table 9-1, row 1: {line}"]


@pytest.mark.parametrize("rows", ["5", "'1-6'", "{ on = '1-6' }"])
def test_inline_rows_that_are_no_list_are_refused(tiny: Any, rows: str) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
        f'[[table."9-1".row]]\non = "1-6"\neffects = [{{ roll = "1d6", rows = {rows} }}]\n'
    )
    (line,) = refusals(tiny.compose)
    assert line.startswith("tiny/more.toml: table 9-1, row 1: expected rows as a list")


def evade(builder: RulesetBuilder) -> None:
    builder.decision(Decision("evade", "Corkscrew?", "tiny 9", ("yes", "no")))


# --- flying


@pytest.mark.rule("tiny 2.0")
def test_a_scripted_flight_goes_as_the_rules_say(tiny: Any) -> None:
    """Clear, then haze (the flak hardly sees us), then clear again with a hit on the radio."""
    log: list[Event] = []
    source = ScriptedSource([4, 2, 2, 3, 4, 6, 1, 2, 6, 5])
    s = fly(tiny.compose(), tiny.setup(), source=source, log=log)
    assert source.left == []
    assert s.bomber.name == "Kite 4"
    assert rolls(log) == [
        ("number on the tail", 4, 4, 4),
        ("1-1", 4, 4, "clear"),
        ("1-1", 7, 7, "haze"),
        ("1-2", 6, 5, "near"),
        ("1-1", 3, 3, "clear"),
        ("1-2", 6, 6, "radio"),
        ("supper", 5, 5, 5),
    ]
    assert s.bomber.out == {"radio"}
    assert (s.outcome, s.zones_entered, s.rolls) == ("home", 3, 7)
    hazy = next(e for e in log if isinstance(e, RollEvent) and e.modifiers)
    assert [(m.value, m.says, m.by) for m in hazy.modifiers] == [(-1, "they hardly see us", "tiny")]


def test_a_step_whose_condition_does_not_hold_is_passed_over(tiny: Any) -> None:
    log: list[Event] = []
    tiny.fly(tiny.compose(), 1, log=log)
    assert [role for role, _ in faces_by_stretch(log)["out 2"]] == ["weather"]
    assert [role for role, _ in faces_by_stretch(log)["out 3"]] == ["weather", "flak"]


def test_a_flight_that_is_given_up_ends_at_once_and_is_debriefed(tiny: Any) -> None:
    log: list[Event] = []
    s = fly(tiny.compose(), tiny.setup(), source=ScriptedSource([4, 2, 2, 6, 6, 5]), log=log)
    assert (s.outcome, s.cause) == ("turned_back", "weather")
    assert [e.choice for e in log if isinstance(e, ChoiceEvent)] == ["no"]
    assert rolls(log)[-1][0] == "supper"
    assert s.step is None


def test_a_campaign_brings_its_modifier(tiny: Any) -> None:
    log: list[Event] = []
    fly(tiny.compose(), tiny.setup(campaign=2), source=ScriptedSource([4, 2, 3, 6, 6, 5]), log=log)
    assert rolls(log)[1] == ("1-1", 5, 6, "haze")


def test_the_same_seed_gives_the_same_digest_and_another_another(tiny: Any) -> None:
    digests = []
    for seed in (7, 7, 8):
        log: list[Event] = []
        tiny.fly(tiny.compose(), seed, log=log)
        digests.append(digest(log))
    assert digests[0] == digests[1] != digests[2]


@pytest.mark.parametrize("seed", range(12))
def test_a_flight_that_nobody_hears_is_the_same_flight(tiny: Any, seed: int) -> None:
    ruleset = tiny.compose()
    heard, unheard = tiny.fly(ruleset, seed, log=[], tape=Tape()), tiny.fly(ruleset, seed)
    assert summary(heard) == summary(unheard)


def test_nothing_of_a_flight_stays_for_the_next(tiny: Any) -> None:
    ruleset = tiny.compose()
    first = summary(tiny.fly(ruleset, 3))
    for seed in range(20):
        tiny.fly(ruleset, seed)
    assert summary(tiny.fly(ruleset, 3)) == first


def test_the_log_is_told_in_the_games_words(tiny: Any) -> None:
    log: list[Event] = []
    ruleset = tiny.compose()
    tiny.fly(ruleset, 1, log=log)
    assert [line.text for line in Teller(ruleset.narrative).lines(log)] == ["Home after 3 zones."]


# --- replaying


@pytest.mark.parametrize("seed", range(12))
def test_a_replay_is_the_flight_to_the_letter(tiny: Any, seed: int) -> None:
    ruleset, first, second, tape = tiny.compose(), [], [], Tape()
    flown = tiny.fly(ruleset, seed, log=first, tape=tape)
    again = replay(ruleset, tiny.setup(seed), tape.entries, log=second)
    assert digest(first) == digest(second)
    assert summary(flown) == summary(again)
    assert again.tape is not None
    assert again.tape.entries == tape.entries


def test_a_replay_under_other_tables_names_the_entry_that_differs(tiny: Any) -> None:
    tape = Tape()
    fly(tiny.compose(), tiny.setup(), source=ScriptedSource([4, 2, 2, 3, 4, 6, 1, 2, 6, 5]), tape=tape)
    other = tiny.compose(tiny.rule("fair", lambda builder: builder.row("1-1", Row("6-8", "fair"))))
    with pytest.raises(SaveMismatch) as caught:
        replay(other, tiny.setup(), tape.entries)
    assert str(caught.value) == (
        "the tape differs at entry 3: 1-1 [3, 4] = 7 'haze' on the tape, 1-1 [3, 4] = 7 'fair' now; "
        "the tables or rules have changed"
    )


def test_a_tape_that_is_too_long_or_too_short_is_refused(tiny: Any) -> None:
    ruleset, tape = tiny.compose(), Tape()
    tiny.fly(ruleset, 3, tape=tape)
    with pytest.raises(SaveMismatch, match="the sortie is over, but 1 entries are left"):
        replay(ruleset, tiny.setup(3), [*tape.entries, Entry("choice", "press_on", result="yes")])
    with pytest.raises(SaveMismatch, match="it ends, but the rules ask for 1d6 for supper"):
        replay(ruleset, tiny.setup(3), tape.entries[:-1])


def test_a_person_decides_and_the_flight_goes_on_from_the_same_dice(tiny: Any) -> None:
    """Nobody has orders: the flight stops, is given the answer, and is played again from the start."""
    ruleset, setup = evolve(tiny.compose(), orders=Orders({})), tiny.setup(3)
    given: list[Entry] = []
    asked = []
    for answer in ("yes", "no"):
        tape = Tape.replay(given, strict=False)
        with pytest.raises(Undecided) as caught:
            fly(ruleset, setup, tape=tape)
        asked.append((caught.value.decision.id, caught.value.sortie.zone.number, len(tape.entries)))
        given = [*tape.entries, Entry("choice", "press_on", result=answer)]
    s = fly(ruleset, setup, tape=Tape.replay(given, strict=False))
    assert asked == [("press_on", 3, 3), ("press_on", 4, 6)]
    assert s.outcome == "turned_back"


def test_orders_given_for_a_flight_stand_in_place_of_the_games(tiny: Any) -> None:
    ruleset = tiny.compose(orders={"press_on": Standing("never")})
    for seed in range(5):
        assert tiny.fly(ruleset, seed).outcome == "turned_back"


def test_a_save_flies_again_and_knows_what_has_changed(tiny: Any, tmp_path: Path) -> None:
    ruleset, log, path = tiny.compose(), [], tmp_path / "a.save"
    setup = tiny.setup(3, campaign=2, options={"crew": "green"})
    s = fly(ruleset, setup, log=log, tape=Tape())
    write_save(path, make_save(s, log, taken_back=2))
    save = load_save(path)
    assert setup_of(save) == setup
    assert (save.finished, save.taken_back, save.game) == (True, 2, "tiny")
    assert check_save(save, ruleset) == []
    assert summary(replay_save(save, ruleset, [])) == summary(s)

    colder = tiny.compose(overlays=[tiny.overlay('[[table."1-2".row]]\non = "..3"\nresult = "wide off"\n')])
    assert check_save(save, colder) == ["tables that differ from those of the save: 1-2"]
    other = tiny.compose(tiny.rule("storms", lambda builder: None))
    assert check_save(save, other) == ["the save was made with rules [], in force are ['storms']"]


def test_a_save_whose_digest_is_not_that_of_the_flight_is_refused(tiny: Any) -> None:
    log: list[Event] = []
    ruleset = tiny.compose()
    save = make_save(tiny.fly(ruleset, 3, log=log, tape=Tape()), log)
    with pytest.raises(SaveMismatch, match="the digest is"):
        replay_save(evolve(save, digest="0" * 32), ruleset, [])


@pytest.mark.parametrize("seed", ["007", "²", "--5", "٣"])
def test_a_seed_that_is_a_text_comes_back_from_a_save(tiny: Any, seed: str) -> None:
    log: list[Event] = []
    save = make_save(tiny.fly(tiny.compose(), seed, log=log, tape=Tape()), log)
    assert str(setup_of(save).seed) == seed


# --- keyed dice


def extra_dice(number: int, where: str) -> Any:
    def apply(builder: RulesetBuilder) -> None:
        def look(s: Sortie) -> None:
            if s.stretch == where:
                for _ in range(number):
                    s.throw("1d6", "a look round")

        builder.step(new_step("look", look), before="zone.weather")

    return apply


def new_step(name: str, do: Any) -> Step:
    return Step(name, do, "tiny 9.1")


@pytest.mark.parametrize("number", [1, 2, 7])
@pytest.mark.parametrize("seed", range(6))
def test_a_rule_that_throws_more_dice_in_one_stretch_leaves_every_other_as_it_was(
    tiny: Any, seed: int, number: int
) -> None:
    plain, with_rule = [], []
    orders = {"press_on": Standing("always")}
    tiny.fly(tiny.compose(orders=orders), seed, log=plain)
    tiny.fly(tiny.compose(tiny.rule("look", extra_dice(number, "out 3")), orders=orders), seed, log=with_rule)
    before, after = faces_by_stretch(plain), faces_by_stretch(with_rule)
    assert list(before) == list(after) == ["set-up", "out 2", "out 3", "out 4", "landing"]
    assert {stretch for stretch in before if before[stretch] != after[stretch]} == {"out 3"}
    assert len(after["out 3"]) == len(before["out 3"]) + number


def test_a_rule_that_does_nothing_changes_nothing(tiny: Any) -> None:
    plain, with_rule = [], []
    tiny.fly(tiny.compose(), 5, log=plain)
    tiny.fly(tiny.compose(tiny.rule("idle", lambda builder: None)), 5, log=with_rule)
    assert digest(plain) == digest(with_rule)


# --- steps


def steps(ruleset: Ruleset, procedure: str = "zone") -> list[str]:
    return [step.name for step in ruleset.procedures[procedure]]


def nothing(s: Sortie) -> None:
    """Do nothing."""


def test_a_step_is_put_before_or_after_another(tiny: Any) -> None:
    def apply(builder: RulesetBuilder) -> None:
        builder.step(new_step("sing", nothing), before="flak")
        builder.step(new_step("pray", nothing), after="zone.flak")
        builder.step(new_step("toast", nothing), after="home")

    ruleset = tiny.compose(tiny.rule("songs", apply))
    assert steps(ruleset) == ["weather", "sing", "flak", "pray"]
    assert steps(ruleset, "afterwards") == ["home", "toast"]
    assert ruleset.procedures["zone"][1].rule == "tiny 9.1"


def test_a_step_is_carried_out_where_it_was_put(tiny: Any) -> None:
    seen: list[str] = []

    def sing(s: Sortie) -> None:
        seen.append(f"{s.zone.number} {s.zone.weather}")

    ruleset = tiny.compose(tiny.rule("songs", lambda builder: builder.step(new_step("sing", sing), before="flak")))
    fly(ruleset, tiny.setup(), source=ScriptedSource([4, 2, 2, 3, 4, 6, 1, 2, 6, 5]))
    assert seen == ["2 clear", "3 haze", "4 clear"]


def under_fire(tiny: Any, seen: list[str]) -> Ruleset:
    """The tiny game with a procedure whose second step has a cause, and no other."""

    def look(s: Sortie) -> None:
        seen.append(s.under_attack_by)

    def apply(builder: RulesetBuilder) -> None:
        shots = evolve(new_step("shots", look), cause="flak")
        builder.procedure(Procedure.of("fire", [new_step("before", look), shots, new_step("after", look)]))

    return tiny.compose(tiny.rule("causes", apply))


def test_a_step_has_its_cause_and_leaves_the_one_before(tiny: Any) -> None:
    seen: list[str] = []
    s = under_fire(tiny, seen).sortie(tiny.setup(), SeededSource(1))
    s.run("fire")
    assert seen == ["", "flak", ""]
    seen.clear()
    with s.caused_by("fighter"):
        s.run("fire")
        assert s.under_attack_by == "fighter"
    assert seen == ["fighter", "flak", "fighter"]
    assert s.under_attack_by == ""


def test_a_step_carried_out_by_itself_has_its_cause(tiny: Any) -> None:
    seen: list[str] = []
    s = under_fire(tiny, seen).sortie(tiny.setup(), SeededSource(1))
    s.run_step("fire", "shots")
    assert seen == ["flak"]


def test_a_step_is_replaced_and_taken_out(tiny: Any) -> None:
    def apply(builder: RulesetBuilder) -> None:
        builder.replace_step("zone.weather", new_step("fair_weather", nothing))
        builder.remove_step("flak")

    ruleset = tiny.compose(tiny.rule("peace", apply))
    assert steps(ruleset) == ["fair_weather"]
    assert tiny.fly(ruleset, 1).rolls == 2


@pytest.mark.parametrize(
    ("do", "says"),
    [
        (lambda b: b.step(new_step("x", nothing), before="flack"), "no step 'flack'; did you mean 'flak'?"),
        (
            lambda b: b.step(new_step("x", nothing), before="zoen.flak"),
            "no step 'zoen.flak'; did you mean 'zone.flak'",
        ),
        (lambda b: b.step(new_step("x", nothing)), "step 'x': say before or after which step"),
        (lambda b: b.step(new_step("x", nothing), before="flak", after="flak"), "step 'x': say before or after"),
        (lambda b: b.remove_step("fly"), "no step 'fly'"),
        (lambda b: b.replace_step("", new_step("x", nothing)), "no step ''"),
        (lambda b: b.row("1-9", Row("1", "x")), "no table '1-9'; did you mean"),
        (lambda b: b.modifier("1-9", 1), "no table '1-9'; did you mean"),
        (lambda b: b.on("arives", nothing), "no happening 'arives' in tiny; did you mean 'arrives'?"),
    ],
)
def test_a_rule_that_names_what_is_not_there_is_refused(tiny: Any, do: Any, says: str) -> None:
    (line,) = refusals(lambda: tiny.compose(tiny.rule("wrong", do)))
    assert line.startswith(says)


def test_a_step_name_that_two_procedures_have_must_be_told_apart(tiny: Any) -> None:
    def apply(builder: RulesetBuilder) -> None:
        builder.step(new_step("weather", nothing), before="home")
        builder.remove_step("weather")

    assert refusals(lambda: tiny.compose(tiny.rule("twice", apply))) == [
        "step 'weather' is ambiguous: zone.weather, afterwards.weather"
    ]


def test_two_steps_of_one_name_in_a_procedure_are_refused(tiny: Any) -> None:
    says = ["procedure 'zone' has a step 'flak' already; use replace_step to change it"]
    for do in (
        lambda b: b.step(new_step("flak", nothing), after="flak"),
        lambda b: b.replace_step("weather", new_step("flak", nothing)),
    ):
        assert refusals(lambda do=do: tiny.compose(tiny.rule("twice", do))) == says


def test_a_condition_of_a_step_that_cannot_be_read_is_refused(tiny: Any) -> None:
    step = evolve(new_step("x", nothing), when="zone.nmber > 2")
    (line,) = refusals(lambda: tiny.compose(tiny.rule("wrong", lambda b: b.step(step, before="flak"))))
    assert line.startswith("step zone.x: condition 'zone.nmber > 2'")
    assert "did you mean 'zone.number'" in line


# --- rules


def test_a_modifier_of_a_rule_acts_and_is_explained_by_its_name(tiny: Any) -> None:
    rule = tiny.rule("gales", lambda b: b.modifier("1-1", 2, when="zone.number >= 3", says="gales"))
    log: list[Event] = []
    fly(tiny.compose(rule), tiny.setup(), source=ScriptedSource([4, 1, 3, 1, 3, 1, 1, 3, 1, 5]), log=log)
    assert [total for table, _, total, _ in rolls(log) if table == "1-1"] == [4, 6, 6]
    gale = next(e for e in log if isinstance(e, RollEvent) and e.modifiers)
    assert [(m.value, m.says, m.by) for m in gale.modifiers] == [(2, "gales", "gales")]


def test_a_listener_hears_what_it_asked_for(tiny: Any) -> None:
    heard: list[tuple[int, dict[str, Any]]] = []
    rule = tiny.rule("claims", lambda b: b.on("arrives", lambda s, facts: heard.append((s.zone.number, dict(facts)))))
    ruleset = tiny.compose(rule, orders={"press_on": Standing("always")})
    tiny.fly(ruleset, 1)
    assert heard == [(4, {"zones": 3})]


def test_rules_stand_in_their_order_and_know_what_they_need_and_bar(tiny: Any) -> None:
    storms = tiny.rule("storms", nothing)
    hail = tiny.rule("hail", nothing, requires=("storms",))
    calm = tiny.rule("calm", nothing, conflicts=("storms",))
    assert tiny.compose(storms, hail).rules == ("storms", "hail")
    with pytest.raises(NotAllowed, match="rule 'hail' needs storms switched on before it"):
        tiny.compose(hail, storms)
    with pytest.raises(NotAllowed, match="rule 'calm' cannot be used with storms"):
        tiny.compose(storms, calm)


def test_a_conflict_holds_in_either_order(tiny: Any) -> None:
    with pytest.raises(NotAllowed, match="rule 'storms' cannot be used with calm"):
        tiny.compose(tiny.rule("calm", nothing, conflicts=("storms",)), tiny.rule("storms", nothing))


def test_a_rule_of_another_game_is_refused(tiny: Any) -> None:
    with pytest.raises(NotAllowed, match="rule 'moon' belongs to other, not to tiny"):
        tiny.compose(evolve(tiny.rule("moon", nothing), games=("other",)))


def replaces(name: str, new: str) -> Any:
    return lambda builder: builder.replace_step(name, new_step(new, nothing))


def test_two_rules_that_change_one_step_or_row_are_told_and_the_later_stands(tiny: Any) -> None:
    ruleset = tiny.compose(
        tiny.rule(
            "a", lambda b: (b.row("1-1", Row("..5", "bright")), b.replace_step("flak", new_step("flak", nothing)))
        ),
        tiny.rule("b", lambda b: (b.row("1-1", Row("..5", "dull")), b.remove_step("flak"))),
    )
    assert [str(clash) for clash in ruleset.clashes] == [
        "b and a both change table 1-1, row ..5; b stands",
        "b and a both change procedure zone, step flak; b stands",
    ]
    assert ruleset.table("1-1").find(2, 2, None).result == "dull"
    assert steps(ruleset) == ["weather"]


def test_a_rule_that_changes_a_thing_twice_and_rules_that_change_other_things_do_not_clash(tiny: Any) -> None:
    ruleset = tiny.compose(
        tiny.rule("a", lambda b: (b.row("1-1", Row("..5", "x")), b.row("1-1", Row("..5", "y")))),
        tiny.rule("b", lambda b: (b.row("1-1", Row("6-8", "z")), b.modifier("1-1", 1, when="inbound"))),
        tiny.rule("c", lambda b: b.modifier("1-1", -1, when="outbound")),
    )
    assert ruleset.clashes == ()


def test_a_step_named_in_two_ways_is_one_step(tiny: Any) -> None:
    ruleset = tiny.compose(tiny.rule("a", replaces("zone.flak", "flak")), tiny.rule("b", replaces("flak", "flak")))
    assert [str(clash) for clash in ruleset.clashes] == ["b and a both change procedure zone, step flak; b stands"]


def test_a_whole_procedure_in_place_of_one_with_a_changed_step_is_a_clash(tiny: Any) -> None:
    whole = Procedure.of("zone", [new_step("sing", nothing)])
    ruleset = tiny.compose(tiny.rule("a", replaces("flak", "flak")), tiny.rule("b", lambda b: b.procedure(whole)))
    assert [str(clash) for clash in ruleset.clashes] == ["b and a both change procedure zone, step flak; b stands"]
    assert steps(ruleset) == ["sing"]


def test_a_rule_may_move_a_printed_table_as_a_whole(tiny: Any) -> None:
    harder = tiny.compose(tiny.rule("harder", lambda b: b.modifier("1-2", 4))).table("1-2")
    assert [harder.find(natural, natural + 4, None).result for natural in (1, 2)] == ["near", "radio"]


# --- overlays


def test_a_row_laid_on_top_changes_that_row_alone(tiny: Any) -> None:
    ruleset = tiny.compose(overlays=[tiny.overlay('[[table."1-1".row]]\non = "6-8"\nresult = "drizzle"\n')])
    results = [ruleset.table("weather").find(total, total, None).result for total in (2, 7, 12)]
    assert results == ["clear", "drizzle", "storm"]


def test_a_modifier_laid_on_top_is_added_and_explained_by_the_overlay(tiny: Any) -> None:
    overlay = tiny.overlay('[[table."1-1".modifier]]\nvalue = 2\nwhen = "zone.number == 2"\nsays = "coast"\n')
    s = tiny.compose(overlays=[overlay])
    log: list[Event] = []
    fly(s, tiny.setup(), source=ScriptedSource([4, 2, 3, 6, 6, 5]), log=log)
    coast = next(e for e in log if isinstance(e, RollEvent) and e.modifiers)
    assert [(m.value, m.says, m.by) for m in coast.modifiers] == [(2, "coast", "house")]


WHOLE = (
    '[table."1-1"]\ntitle = "My weather"\ndice = "1d6"\nsource = "published"\n'
    '[[table."1-1".row]]\non = "..3"\nresult = "clear"\n[[table."1-1".row]]\non = "4.."\nresult = "storm"\n'
)


def test_a_whole_table_laid_on_top_stands_in_place_and_keeps_the_role(tiny: Any) -> None:
    ruleset = tiny.compose(overlays=[tiny.overlay(WHOLE)])
    weather = ruleset.table("weather")
    assert (weather.id, weather.role, str(weather.dice)) == ("1-1", "weather", "1d6")
    assert weather.modify is None
    assert ruleset.table("flak").find(6, 6, None).result == "radio"
    assert ruleset.fingerprints() != tiny.compose().fingerprints()


def test_of_two_overlays_the_later_stands_and_the_clash_is_told(tiny: Any) -> None:
    row = '[[table."1-1".row]]\non = "6-8"\nresult = "{}"\n'
    ruleset = tiny.compose(overlays=[tiny.overlay(row.format("mist"), "one"), tiny.overlay(row.format("rain"), "two")])
    assert ruleset.table("1-1").find(7, 7, None).result == "rain"
    assert [str(clash) for clash in ruleset.clashes] == ["two and one both change table 1-1, row 6-8; two stands"]


def test_an_overlay_on_a_table_that_is_not_there_names_the_nearest(tiny: Any) -> None:
    (line,) = refusals(lambda: tiny.compose(overlays=[tiny.overlay('[[table."1-11".row]]\non = "1"\nresult = "x"\n')]))
    assert line.startswith("house/tables.toml: table 1-11: no table '1-11'; did you mean")


def test_an_overlay_that_tears_a_hole_is_refused(tiny: Any) -> None:
    overlay = tiny.overlay(WHOLE.replace("4..", "5.."))
    assert refusals(lambda: tiny.compose(overlays=[overlay])) == [
        "house/tables.toml: table 1-1: no row for a total of 4; rows must cover 1 to 6"
    ]


def test_an_overlay_that_is_not_there_is_refused(tiny: Any, tmp_path: Path) -> None:
    assert refusals(lambda: tiny.compose(overlays=[tmp_path / "none"])) == [f"{tmp_path / 'none'}: no such folder"]


def test_a_pack_of_a_plugin_lies_between_the_game_and_the_players_own(tiny: Any) -> None:
    row = '[[table."1-1".row]]\non = "{}"\nresult = "{}"\n'
    middle = tiny.overlay(row.format("6-8", "plugin") + row.format("9..", "plugin"), "middle")
    mine = tiny.overlay(row.format("9..", "mine"), "mine")
    ruleset = compose(tiny.plugins(packs=[middle]), "tiny", overlays=[mine])
    assert [ruleset.table("1-1").find(total, total, None).result for total in (2, 7, 12)] == ["clear", "plugin", "mine"]


def test_the_players_own_table_keeps_the_modifier_of_an_optional_rule(tiny: Any) -> None:
    rule = tiny.rule("gales", lambda b: b.modifier("1-1", 1, when="zone.number >= 3", says="gales"))
    ruleset = tiny.compose(rule, overlays=[tiny.overlay(WHOLE)])
    assert [modifier.says for modifier in ruleset.table("weather").modifiers] == ["gales"]


def test_a_whole_table_over_a_changed_row_is_a_clash(tiny: Any) -> None:
    def fair(b: RulesetBuilder) -> None:
        b.row("1-1", Row("..5", "bright"))

    def whole(b: RulesetBuilder) -> None:
        b.lay_over(tiny.overlay(WHOLE))

    ruleset = tiny.compose(tiny.rule("fair", fair), tiny.rule("mine", whole))
    assert [str(clash) for clash in ruleset.clashes] == ["house and fair both change table 1-1, row ..5; house stands"]
    assert ruleset.table("1-1").find(2, 2, None).result == "clear"


def test_a_rule_changes_a_row_of_the_players_own_table_where_it_has_that_row(tiny: Any) -> None:
    rules = {on: tiny.rule("fair", lambda b, on=on: b.row("1-1", Row(on, "bright"))) for on in ("..3", "..5", "=6")}
    made = {on: tiny.compose(rule, overlays=[tiny.overlay(WHOLE)]) for on, rule in rules.items()}
    found = {on: [r.table("1-1").find(n, n, None).result for n in (1, 5, 6)] for on, r in made.items()}
    assert found == {
        "..3": ["bright", "storm", "storm"],
        "..5": ["clear", "storm", "storm"],
        "=6": ["clear", "storm", "bright"],
    }
    assert {on: [str(clash) for clash in r.clashes] for on, r in made.items()} == {
        "..3": ["fair and house both change table 1-1, row ..3; fair stands"],
        "..5": ["house and fair both change table 1-1, row ..5; house stands"],
        "=6": ["fair and house both change table 1-1, row =6; fair stands"],
    }


# --- the sortie by itself


def test_what_waits_for_the_next_zone_takes_hold_there_once(tiny: Any) -> None:
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    seen: list[int] = []
    s.pending.append((lambda s: seen.append(s.zone.number),))
    assert seen == []
    s.enter_zone(Zone(2))
    s.enter_zone(Zone(3))
    assert seen == [2]
    assert (s.zones_entered, s.zone.entry) == (2, 1)


def test_picking_among_nobody_asks_nobody(tiny: Any) -> None:
    s = tiny.compose().sortie(Setup("tiny"), SeededSource(1))
    assert s.pick("press_on", []) is None


def test_a_step_that_is_not_there_cannot_be_run(tiny: Any) -> None:
    s = tiny.compose().sortie(Setup("tiny"), SeededSource(1))
    assert refusals(lambda: s.run_step("zone", "wether")) == [
        "no step 'wether' in procedure 'zone'; did you mean 'weather'?"
    ]
    assert refusals(lambda: s.run_step("zoen", "weather")) == ["no step 'weather' in procedure 'zoen'"]


def test_a_scenario_does_not_change_what_all_flights_share(tiny: Any) -> None:
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    before = (NO_FIGHTER.clock, NO_FIGHTER.level)
    try:
        assert refusals(lambda: ruleset.vocabulary.put(s, "fighter.position", "12 high")) == [
            "fighter.position cannot be set: there is no fighter in the scene; give fighter.type first"
        ]
    finally:
        after = (NO_FIGHTER.clock, NO_FIGHTER.level)
        NO_FIGHTER.move_to(*before)
    assert after == before


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("fighter.fca", 2, "there is no fighter in the scene; give fighter.type first"),
        ("gun.rounds", 2, "there is no gun in the scene; give gun.id first"),
        ("man.missions", 2, "there is no man in the scene; give man.trade first"),
        ("man.fit", False, "there is no man in the scene; give man.trade first"),
        ("rear_gunner.missions", 2, "no rear gunner is aboard"),
    ],
)
def test_what_stands_for_nobody_is_never_set(tiny: Any, name: str, value: Any, says: str) -> None:
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    s.bomber = Bomber.of(ruleset.bomber("kite"))
    before = [repr(one) for one in (NO_FIGHTER, NO_GUN, NOBODY)]
    assert refusals(lambda: ruleset.vocabulary.put(s, name, value)) == [f"{name} cannot be set: {says}"]
    assert [repr(one) for one in (NO_FIGHTER, NO_GUN, NOBODY)] == before


def test_a_scenario_names_the_gun_and_the_man_that_it_is_about(tiny: Any) -> None:
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), ScriptedSource([4]))
    ruleset.game.prepare(s)
    put_state(s, {"gun": {"id": "tail", "rounds": 1}, "man": {"trade": "pilot", "missions": 7}}, "test")
    assert (s.gun, s.gun.rounds) == (s.bomber.guns["tail"], 1)
    assert (s.man.name, s.man.missions) == ("Ann", 7)
    assert refusals(lambda: put_state(s, {"gun": {"id": "tial"}}, "test")) == [
        "test, state: gun.id is never 'tial'; did you mean 'tail'?"
    ]


def test_a_fighter_is_named_by_its_type(tiny: Any) -> None:
    tiny.write('[fighter.gnat]\nname = "Gnat"\nshort = "Gnat"\n')
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    put_state(s, {"fighter": {"type": "gnat", "position": "12 high", "fca": 1}}, "test")
    assert (s.fighter.type.name, s.fighter.clock, s.fighter.fca) == ("Gnat", "12", 1)


def test_the_engine_that_was_hit_is_known_once_one_was(tiny: Any) -> None:
    ruleset = tiny.compose()
    s = ruleset.sortie(Setup("tiny"), SeededSource(1))
    s.bomber = Bomber.of(ruleset.bomber("kite"))
    s.bomber.engine(2).is_out = True
    is_out = ruleset.vocabulary.compile("engine.out")
    assert refusals(lambda: is_out(s)) == ["Kite has no engine 0; its engines are 1 to 2"]
    s.hit_engine = 2
    assert is_out(s) is True
