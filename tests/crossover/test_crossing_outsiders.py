"""A bomber that an outsider adds with TOML alone flies in all games (11.0.1)."""

from __future__ import annotations

from pathlib import Path

import pytest
from bomberstream.core.errors import BadData
from bomberstream.core.flight import fly
from bomberstream.core.guests import who_answers
from bomberstream.core.hooks import load_plugins
from bomberstream.core.ruleset import compose
from bomberstream.core.sortie import Setup
from crossings import BOMBER_GAMES, guests

ROOT = Path(__file__).resolve().parents[2]
B_17E = ROOT / "docs" / "examples" / "b-17e"
HOMELESS = {"any_bomber": "yes"}


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_a_bomber_of_an_outsider_flies_in_every_game(game: str) -> None:
    ruleset = compose(load_plugins(), game, overlays=[B_17E], bomber="b-17e")
    kind = ruleset.bombers["b-17e"]
    assert kind.game == "today"
    for seed in range(10):
        s = fly(ruleset, Setup(game, seed, bomber="b-17e", options=HOMELESS))
        assert s.finished
        assert s.bomber.type is kind
    if game != "today":
        assert {one.game for one in who_answers(ruleset, "b-17e") if one.action.by == "bomber"} == {"today"}


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_a_bomber_in_the_users_own_folder_of_another_game_flies(game: str) -> None:
    own = {"today": [B_17E]} if game != "today" else {}
    ruleset = compose(
        load_plugins(), game, overlays=[B_17E] if game == "today" else [], bomber="b-17e", guest_tables=own
    )
    assert fly(ruleset, Setup(game, 4, bomber="b-17e", options=HOMELESS)).finished


PACK = """
[bomber.paper]
name = "Paper Bomber"
short = "Paper"
game = "tonight"
family = "lancaster"
service = "raf"
source = "reconstructed"
basis = "made up"
engines = [{ number = 1, side = "port" }, { number = 2, side = "starboard" }]
sections = ["cabin", "bomb_bay"]
forward_sections = ["cabin"]
aims = "pilot"
navigates = "pilot"
[bomber.paper.wings]
port_wing = "port"
starboard_wing = "starboard"
[bomber.paper.tables]
fuel_work = "4-3 note e"
failed_system = "paper systems"
area_damage = "paper area"
flak_area = "paper flak"
"section.cabin" = "paper cabin"
"section.bomb_bay" = "paper cabin"
"section.wing" = "paper wing"
"section.instruments" = "L-7"
fields_of_fire = "paper fields"
engine_hit = "L-6 engine"
feathering = "L-6 feathering"
engine_runaway = "L-6 runaway"
oil_tank = "L-6 oil"
fuel_tank = "L-6 fuel"
fuel_fire = "L-6 fuel fire"
fuel_leak = "L-6 fuel leak"
[[bomber.paper.station]]
id = "pilot"
title = "pilot"
section = "cabin"
[[bomber.paper.station]]
id = "air_gunner"
title = "air gunner"
section = "cabin"
guns = ["free_gun"]
[[bomber.paper.gun]]
id = "free_gun"
name = "free gun"
section = "cabin"
gunner = "air_gunner"
rounds = 9
[[bomber.paper.walking]]
id = "fuselage"
hits = [{ section = "cabin" }, { section = "bomb_bay" }]
[[bomber.paper.walking]]
id = "wings"
hits = [{ section = "port_wing" }, { section = "starboard_wing" }]
[[bomber.paper.walking]]
id = "mixed"
hits = [{ section = "cabin" }, { section = "attacking_wing" }]

[table."paper systems"]
title = "What fails"
role = "failed_system"
dice = "1d6"
source = "reconstructed"
basis = "made up"
[[table."paper systems".row]]
on = "1.."
result = "radio"
effects = [{ when = "moon == 'full' and stream_position == 'front' or is_low", then = [{ system_out = "radio" }] }]

[table."paper area"]
title = "Where it is hit"
role = "area_damage"
dice = "1d6"
source = "reconstructed"
basis = "made up"
columns = COLUMNS
column = "fighter.position"
[[table."paper area".row]]
on = "1-2"
result = "cabin"
[[table."paper area".row]]
on = "3"
result = "bomb_bay"
[[table."paper area".row]]
on = "4-5"
result = "port_wing"
[[table."paper area".row]]
on = "6"
result = "walking_fuselage"

[table."paper flak"]
title = "Where guns hit it"
role = "flak_area"
dice = "1d6"
source = "reconstructed"
basis = "made up"
[[table."paper flak".row]]
on = "..3"
result = "cabin"
[[table."paper flak".row]]
on = "4.."
result = "port_wing"

[table."paper cabin"]
title = "What a hit does"
role = "section.cabin"
dice = "1d6"
source = "reconstructed"
basis = "made up"
[[table."paper cabin".row]]
on = "1-3"
result = "wound"
effects = [{ wound = "pilot" }]
[[table."paper cabin".row]]
on = "4.."
result = "gun"
effects = [{ gun_out = "free_gun" }, { squadron_loses = 1 }]

[table."paper wing"]
title = "What a hit does to a wing"
role = "section.wing"
dice = "1d6"
source = "reconstructed"
basis = "made up"
[[table."paper wing".row]]
on = "1.."
result = "engine"
effects = [{ by_side = { port = [{ engine_hit = 1 }], starboard = [{ engine_hit = 2 }] } }]

[table."paper fields"]
title = "Fields of fire"
role = "fields_of_fire"
dice = "look-up"
source = "reconstructed"
basis = "made up"
ROWS
"""


def paper_pack(folder: Path) -> Path:
    """A bomber with tables, words and a verb of its own game, and two men."""
    from bomberstream.core.combat import POSITIONS

    rows = "\n".join(
        f'[[table."paper fields".row]]\non = "{one}"\ndata = {{ guns = ["free_gun"] }}' for one in POSITIONS
    )
    text = PACK.replace("COLUMNS", repr(list(POSITIONS)).replace("'", '"')).replace("ROWS", rows)
    path = folder / "paper"
    path.mkdir()
    (path / "paper.toml").write_text(text, encoding="utf-8")
    return path


@pytest.mark.rule("tonight 11.0")
@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_words_and_verbs_of_its_own_game_do_no_harm_where_nobody_knows_them(game: str, tmp_path: Path) -> None:
    """The moon, the stream and a squadron are nothing to the daylight game: false, and nothing happens."""
    ruleset = compose(load_plugins(), game, overlays=[paper_pack(tmp_path)], bomber="paper")
    given = HOMELESS if game == "tonight" else {}
    outcomes = [fly(ruleset, Setup(game, seed, bomber="paper", options=given)).outcome for seed in range(30)]
    assert len(set(outcomes)) > 1


@pytest.mark.parametrize("game", [one for one in BOMBER_GAMES if one != "tonight"])
def test_a_fault_in_such_a_bomber_names_its_file(game: str, tmp_path: Path) -> None:
    pack = paper_pack(tmp_path)
    path = pack / "paper.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("moon == 'full'", "moom == 'full'"), encoding="utf-8")
    with pytest.raises(BadData) as wrong:
        compose(load_plugins(), game, overlays=[pack], bomber="paper")
    assert "paper.toml" in str(wrong.value)
    assert "moon" in str(wrong.value)


@pytest.mark.parametrize("game", BOMBER_GAMES)
def test_a_bomber_that_nobody_has_is_told_with_the_nearest(game: str) -> None:
    ruleset = compose(load_plugins(), game, bomber="lancastre")
    with pytest.raises(BadData, match="lancaster" if game == "tonight" or "lancaster" in guests(game) else ""):
        ruleset.bomber("lancastre")
