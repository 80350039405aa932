"""What may stand in a pack once, and what its wordings are for."""

from __future__ import annotations

from typing import Any

import pytest
from bomberstream.core.errors import BadData

KITE = """[bomber.kite]
name = "Kite"
short = "Kite"
game = "tiny"
family = "kite"
service = "club"
source = "reconstructed"
engines = []
sections = []
tables = {}
station = []
gun = []
"""
FIGHTER = '[fighter.gnat]\nname = "Gnat"\nshort = "Gnat"\n'
CAMPAIGN = '[[campaign]]\nnumber = 3\ntitle = "T"\nfrom = "1943-01"\nto = "1943-02"\n'


def refusal(tiny: Any) -> str:
    with pytest.raises(BadData) as caught:
        tiny.compose()
    (line,) = caught.value.problems
    return line


@pytest.mark.parametrize(
    ("text", "first", "what"),
    [
        (KITE, "kite.toml", "bomber kite"),
        (FIGHTER, "a.toml", "fighter gnat"),
        (CAMPAIGN, "a.toml", "campaign 3"),
        ('[orders.press_on]\nchoose = "no"\n', "orders.toml", "order press_on"),
        ('[narrative.arrives]\ntext = ["Home."]\n', "orders.toml", "narrative arrives"),
    ],
)
def test_what_stands_in_two_files_of_a_pack_is_refused(tiny: Any, text: str, first: str, what: str) -> None:
    if first == "a.toml":
        tiny.write(text, "a.toml")
        tiny.compose()
    tiny.write(text, "z.toml")
    assert refusal(tiny) == f"tiny/z.toml: {what} stands already in tiny/{first}"


def test_a_campaign_stands_once_in_a_file(tiny: Any) -> None:
    tiny.write(CAMPAIGN + CAMPAIGN)
    assert refusal(tiny) == "tiny/more.toml: campaign 3 stands twice"


def test_another_pack_may_bring_the_same(tiny: Any) -> None:
    tiny.compose(overlays=[tiny.overlay('[orders.press_on]\nchoose = "no"\n[narrative.arrives]\ntext = ["Home."]\n')])


@pytest.mark.parametrize("name", ["arrives", "arrives.2", "roll.flak", "roll.flak.near", "oil_leak", "roll.which gun"])
def test_wordings_are_for_happenings_and_rolls_and_for_their_values(tiny: Any, name: str) -> None:
    tiny.write(
        '[table."9-1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n[[table."9-1".row]]\non = "1-6"\n'
        "effects = [{ roll = '1d6', says = 'which gun', rows = [{ on = '1-6' }] }]\n"
    )
    tiny.compose(overlays=[tiny.overlay(f'[narrative."{name}"]\ntext = [""]\n')])


@pytest.mark.parametrize(
    ("name", "hint"),
    [("arives", "did you mean 'arrives'?"), ("roll.flack", "did you mean 'roll.flak'"), ("roll.1-2", "")],
)
def test_a_wording_for_nothing_is_refused(tiny: Any, name: str, hint: str) -> None:
    tiny.write(f'[narrative."{name}"]\ntext = ["x"]\n')
    line = refusal(tiny)
    assert line.startswith(f"tiny/more.toml: narrative {name!r}: there is no such happening or roll")
    assert hint in line


def test_a_wording_has_a_text(tiny: Any) -> None:
    tiny.write('[narrative."arrives.2"]\ntext = []\n')
    assert refusal(tiny) == "tiny/more.toml: narrative arrives.2: text has no entries; [''] tells nothing of it"


@pytest.mark.parametrize("text", ["table = 5\n", "orders = []\n", "[[narrative]]\n", "[route]\n", "bomber = true\n"])
def test_a_key_of_the_wrong_form_is_told_in_a_line(tiny: Any, text: str) -> None:
    tiny.write(text)
    assert "expected a" in refusal(tiny)
    assert refusal(tiny).startswith("tiny/more.toml: ")


def test_a_folder_named_like_a_file_is_passed_over(tiny: Any) -> None:
    tiny.write("").with_name("odd.toml").mkdir()
    tiny.compose()
