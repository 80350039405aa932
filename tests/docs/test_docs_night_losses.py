"""The table of losses by night is made from the results file, and from nothing else."""

from __future__ import annotations

import tomllib
from pathlib import Path

import night_losses
import reference

RESULTS = """
[[campaign]]
number = 5
sorties = 1000
missing = 0.036
missing_interval = [0.026, 0.049]
lost = 0.05
kills_per_sortie = 0.0213
on_target = 0.92
crew = { killed = 0.03, wounded = 0.01, captured = 0.01, interned = 0.0, returned = 0.95 }
history = 0.043
outcomes = { returned = 864, scrubbed = 100, shot_down = 36 }
by_cause = { fighter = 30, flak = 6, "" = 1 }

[[campaign]]
number = 2
sorties = 200
missing = 0.0
missing_interval = [0.0, 0.019]
"""


def test_without_results_the_page_says_so(tmp_path: Path) -> None:
    assert night_losses.report(tmp_path / "none.toml") == night_losses.NOT_MEASURED


def test_rows_are_those_of_the_file_in_the_order_of_the_campaigns(tmp_path: Path) -> None:
    path = tmp_path / "losses.toml"
    path.write_text(RESULTS, encoding="utf-8")
    rows = night_losses.report(path).split("\n")[2:]
    titles = [reference.ruleset_of("tonight").campaigns[number].title for number in (2, 5)]
    assert rows == [
        f"| 2 | {titles[0]} | 200 | 0.0 | 0.0 | 0.0 to 1.9 |  |  |  |  |  |  |",
        f"| 5 | {titles[1]} | 1,000 | 10.0 | 3.6 | 2.6 to 4.9 | 4.3 | 5.0 | 0.021 "
        "| 92 | 3.0, 1.0, 96.0 | fighter 30, flak 6, unknown 1 |",
    ]


def test_what_is_flown_can_be_written_and_read(tmp_path: Path) -> None:
    flown = night_losses.fly_campaign(reference.ruleset_of("tonight"), 5, 20)
    assert flown == night_losses.fly_campaign(reference.ruleset_of("tonight"), 5, 20)
    path = tmp_path / "data" / "losses.toml"
    night_losses.write(path, [{**flown, "history": 0.043}])
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    assert read["campaign"] == [{**flown, "history": 0.043}]
    assert len(night_losses.report(path).split("\n")) == 3
