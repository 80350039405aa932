"""Standing orders: which option they take, and what is refused in them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from bomberstream.core.conditions import Name, Vocabulary
from bomberstream.core.decisions import (
    Case,
    Decision,
    Orders,
    Standing,
    Undecided,
    compile_orders,
    merge_orders,
    plain_orders,
)
from bomberstream.core.errors import BadData, BomberstreamError

WORDS = Vocabulary(
    [
        Name("engines_out", "s.engines_out", "number", "engines stopped"),
        Name("weather", "s.weather", "word", "the weather", ("clear", "storm")),
        Name("fighter.threat", "s.fighter.threat", "number", "how bad it is"),
        Name("fighter.is_jet", "s.fighter.is_jet", "flag", "it is a jet"),
    ]
)

DECISIONS = {
    one.id: one
    for one in (
        Decision("evade", "Corkscrew?", "tiny 1", ("yes", "no")),
        Decision("height", "How high?", "tiny 2", ("low", "middle", "high")),
        Decision("fire_at", "At which?", "tiny 3", slot="fighter"),
        Decision("escort", "Which is driven off?", "tiny 4", slot="fighter", may_decline=True),
    )
}


def scene(**changes: Any) -> Any:
    return SimpleNamespace(**{"engines_out": 0, "weather": "clear", "fighter": None, **changes})


def fighter(key: str, threat: int, is_jet: bool = False) -> Any:
    return SimpleNamespace(key=key, threat=threat, is_jet=is_jet)


def ready(**orders: Standing) -> Orders:
    return compile_orders(orders, DECISIONS, WORDS)


def taken(orders: Orders, name: str, s: Any = None) -> str | None:
    decision = DECISIONS[name]
    return orders.take(s or scene(), decision, decision.options, ())


def picked(order: Standing, *fighters: Any, name: str = "fire_at", s: Any = None) -> str | None:
    decision = DECISIONS[name]
    keys = [one.key for one in fighters] + (["none"] if decision.may_decline else [])
    return ready(**{name: order}).take(s or scene(), decision, keys, fighters)


def refusals(**orders: Standing) -> list[str]:
    with pytest.raises(BadData) as caught:
        ready(**orders)
    assert all("\n" not in line for line in caught.value.problems)
    return list(caught.value.problems)


# --- fixed options


def test_an_order_takes_its_option() -> None:
    assert taken(ready(height=Standing("middle")), "height") == "middle"


def test_the_first_case_that_holds_decides_and_then_the_order_itself() -> None:
    orders = ready(
        height=Standing(
            "high",
            case=(
                Case("engines_out >= 2", "low"),
                Case("weather == 'storm'", "middle"),
                Case("engines_out >= 1", "high"),
            ),
        )
    )
    assert taken(orders, "height", scene()) == "high"
    assert taken(orders, "height", scene(weather="storm")) == "middle"
    assert taken(orders, "height", scene(engines_out=1, weather="storm")) == "middle"
    assert taken(orders, "height", scene(engines_out=2, weather="storm")) == "low"


def test_always_and_never_are_yes_and_no() -> None:
    assert taken(ready(evade=Standing("always")), "evade") == "yes"
    assert taken(ready(evade=Standing("never")), "evade") == "no"
    assert (
        taken(ready(evade=Standing("no", case=(Case("engines_out > 0", "always"),))), "evade", scene(engines_out=1))
        == "yes"
    )


def test_orders_are_silent_where_no_case_holds_and_where_there_are_none() -> None:
    assert taken(ready(evade=Standing(case=(Case("engines_out > 3", "yes"),))), "evade") is None
    assert taken(ready(), "evade") is None


def test_an_option_that_is_not_offered_now_is_not_taken() -> None:
    assert ready(height=Standing("high")).take(scene(), DECISIONS["height"], ("low", "middle"), ()) is None


def test_a_case_whose_choice_is_not_offered_now_leaves_it_to_the_next() -> None:
    order = Standing("middle", case=(Case("engines_out > 0", "low"), Case("engines_out > 1", "high")))
    take = ready(height=order).take
    assert take(scene(engines_out=2), DECISIONS["height"], ("middle", "high"), ()) == "high"
    assert take(scene(engines_out=1), DECISIONS["height"], ("middle", "high"), ()) == "middle"


# --- subjects


def test_best_takes_the_greatest_and_least_the_smallest() -> None:
    three = [fighter("a", 3), fighter("b", 7), fighter("c", 5)]
    assert picked(Standing(best="fighter.threat"), *three) == "b"
    assert picked(Standing(least="fighter.threat"), *three) == "a"


def test_of_equals_the_first_is_taken() -> None:
    equals = [fighter("a", 1), fighter("b", 5), fighter("c", 5), fighter("d", 1)]
    assert picked(Standing(best="fighter.threat"), *equals) == "b"
    assert picked(Standing(least="fighter.threat"), *equals) == "a"
    assert picked(Standing(best="fighter.threat"), *reversed(equals)) == "c"
    assert picked(Standing(best="fighter.threat"), *equals, name="escort") == "b"


def test_who_may_decline_does_so_unless_something_is_worth_more_than_nothing() -> None:
    order = Standing(best="fighter.threat - 3")
    assert picked(order, fighter("a", 3), fighter("b", 2), name="escort") == "none"
    assert picked(order, fighter("a", 3), fighter("b", 4), name="escort") == "b"
    jets = Standing(best="1 if fighter.is_jet else 0")
    assert picked(jets, fighter("a", 9), name="escort") == "none"
    assert picked(jets, fighter("a", 9), fighter("b", 1, True), name="escort") == "b"


def test_who_may_not_decline_takes_the_greatest_whatever_it_is() -> None:
    assert picked(Standing(best="fighter.threat - 100"), fighter("a", 1), fighter("b", 2)) == "b"


def test_none_may_be_ordered_where_declining_is_allowed() -> None:
    assert picked(Standing("none"), fighter("a", 9), name="escort") == "none"


def test_a_case_may_decline_and_another_weigh() -> None:
    order = Standing(
        best="fighter.threat",
        case=(Case("weather == 'storm'", "none"), Case("engines_out > 0", least="fighter.threat")),
    )
    two = [fighter("a", 3), fighter("b", 7)]
    assert picked(order, *two, name="escort") == "b"
    assert picked(order, *two, name="escort", s=scene(weather="storm")) == "none"
    assert (
        picked(order, *two, name="escort", s=scene(engines_out=1)) == "none"
    )  # the smallest is worth less than nothing


def test_weighing_leaves_the_sortie_as_it_was() -> None:
    before = fighter("before", 0)
    s = scene(fighter=before)
    picked(Standing(best="fighter.threat"), fighter("a", 3), fighter("b", 7), s=s)
    assert s.fighter is before


def test_a_weight_that_fails_leaves_the_sortie_as_it_was() -> None:
    before = fighter("before", 0)
    s = scene(fighter=before)
    with pytest.raises(AttributeError):
        picked(Standing(best="fighter.threat"), fighter("a", 3), SimpleNamespace(key="b"), s=s)
    assert s.fighter is before


def test_none_is_not_taken_where_it_is_not_offered() -> None:
    orders = ready(escort=Standing(best="fighter.threat"))
    assert orders.take(scene(), DECISIONS["escort"], ["a"], [fighter("a", 0)]) == "a"


# --- what is refused


def test_an_unknown_decision_names_the_nearest() -> None:
    assert refusals(evda=Standing("yes")) == ["order 'evda': no such decision; did you mean 'evade'?"]


@pytest.mark.parametrize(
    ("order", "says"),
    [
        (Standing("hihg"), "order 'height': no option 'hihg'; did you mean 'high'?"),
        (Standing("always"), "order 'height': no option 'always'; valid: high, low, middle"),
        (Standing("none"), "order 'height': no option 'none'; valid: high, low, middle"),
        (Standing("low", best="engines_out"), "order 'height': say one of choose, best, least"),
        (Standing(best="engines_out"), "order 'height': 'height' offers fixed options: use choose"),
        (Standing("low", case=(Case("engines_out > 0"),)), "order 'height', case 1: say one of choose, best, least"),
        (
            Standing("low", case=(Case("engines_out > 0", "lo"),)),
            "order 'height', case 1: no option 'lo'; did you mean 'low'?",
        ),
        (Standing("low", case=(Case("engines_ot", "low"),)), "order 'height', case 1: condition 'engines_ot'"),
        (Standing("lo", where="o.toml"), "o.toml: order 'height': no option 'lo'"),
    ],
)
def test_a_wrong_order_is_refused_in_one_line(order: Standing, says: str) -> None:
    (line,) = refusals(height=order)
    assert line.startswith(says)


def test_a_weight_that_cannot_be_read_is_refused() -> None:
    (line,) = refusals(fire_at=Standing(best="fighter.thread"))
    assert line.startswith("order 'fire_at': condition 'fighter.thread'")
    assert "did you mean 'fighter.threat'" in line


def test_all_faults_of_all_orders_come_at_once() -> None:
    lines = refusals(
        evade=Standing(
            "maybe", case=(Case("engines_out >", "yes"), Case("engines_out > 1", "no"), Case("weather == 'fog'", "no"))
        ),
        hight=Standing("low"),
    )
    assert len(lines) == 4
    assert [line.partition(":")[0] for line in lines] == [
        "order 'evade', case 1",
        "order 'evade', case 3",
        "order 'evade'",
        "order 'hight'",
    ]


def test_an_empty_order_is_refused() -> None:
    assert refusals(evade=Standing()) == ["order 'evade': it says nothing; give one of choose, best, least, or cases"]


def test_weights_are_numbers_and_cases_true_or_false() -> None:
    first, second, third = refusals(
        fire_at=Standing(least="fighter.is_jet"),
        escort=Standing(best="weather"),
        height=Standing("low", case=(Case("engines_out", "high"),)),
    )
    assert first.endswith("expected a whole number, but it is true or false")
    assert second.endswith("expected a whole number, but it is a word")
    assert third.endswith("expected true or false, but it is a whole number")


# --- as people write them


def test_orders_are_read_from_a_word_or_a_table() -> None:
    raw = {"evade": "always", "height": {"choose": "low", "case": [{"when": "engines_out > 0", "choose": "high"}]}}
    assert plain_orders(raw, "o.toml") == {
        "evade": Standing("always", where="o.toml"),
        "height": Standing("low", case=(Case("engines_out > 0", "high"),), where="o.toml"),
    }


def test_faults_in_written_orders_come_at_once() -> None:
    with pytest.raises(BadData) as caught:
        plain_orders({"evade": {"chose": "yes"}, "height": {"choose": 3}}, "o.toml")
    assert caught.value.problems == (
        "o.toml: order 'evade': unknown key 'chose'; did you mean 'choose' or 'case'?",
        "o.toml: order 'height', choose: expected a text, got 3",
    )


def test_later_orders_stand_in_place_of_earlier_ones() -> None:
    game, mine = {"evade": Standing("yes"), "height": Standing("low")}, {"height": Standing("high")}
    merged = merge_orders(game, mine)
    assert {name: order.choose for name, order in merged.items()} == {"evade": "yes", "height": "high"}
    assert merged["height"].below == Standing("low")
    assert merge_orders() == {}


def test_an_open_decision_tells_its_question_and_options() -> None:
    open_ = Undecided(DECISIONS["height"], ["low", "high"], scene())
    assert isinstance(open_, BomberstreamError)
    assert str(open_) == "nobody decides 'height': How high? (low, high)"
    assert (open_.decision.id, open_.options) == ("height", ("low", "high"))
