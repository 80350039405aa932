"""The files that the pages hold up as examples work."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import reference

EXAMPLES = reference.DOCS / "examples"


def test_the_rule_s_own_tests_pass(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(EXAMPLES)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_history_gives_a_row_for_each_campaign_and_air_force() -> None:
    sys.path.insert(0, str(EXAMPLES))
    try:
        import history
    finally:
        sys.path.remove(str(EXAMPLES))
    (today,) = (one for one in reference.rulesets() if one.game.id == "today")
    rows = history.report(2).split("\n")[2:]
    assert len(rows) == sum(len(one.air_forces) for one in today.campaigns.values())
    assert history.report(2).split("\n")[2:] == rows


def test_the_interval_of_a_share() -> None:
    sys.path.insert(0, str(EXAMPLES))
    try:
        from history import wilson
    finally:
        sys.path.remove(str(EXAMPLES))
    assert [round(end, 2) for end in wilson(10, 100)] == [5.52, 17.44]
    assert wilson(0, 50)[0] == 0
