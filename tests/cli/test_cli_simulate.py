"""Many sorties at once: who flies them, what is compared, and where the results go."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine

SPEED = {"sorties_per_second", "rolls_per_second"}
COMMAND = (sys.executable, "-m", "bomberstream.cli", "simulate", "tonight")


def figures(said: dict[str, Any], *but: str) -> dict[str, Any]:
    """All that does not depend on the machine, nor on who flew."""
    return {name: value for name, value in said.items() if name not in SPEED | {*but}}


def test_two_workers_give_what_one_gives(bomberstream: CommandLine, tmp_path: Path) -> None:
    typed = ("simulate", "toy", "--sorties", "450", "--against", "--bomber moth")
    alone = bomberstream.json(*typed, "--out", tmp_path / "one.csv")
    shared = bomberstream.json(*typed, "--out", tmp_path / "two.csv", "--workers", "2")
    assert (alone["workers"], shared["workers"]) == (1, 2)
    assert figures(shared, "workers") == figures(alone, "workers")
    assert (tmp_path / "two.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


def test_a_cluster_gives_what_one_worker_gives(bomberstream: CommandLine) -> None:
    distributed = pytest.importorskip("distributed")
    typed = ("simulate", "toy", "--sorties", "450")
    alone = bomberstream.json(*typed)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        shared = bomberstream.json(*typed, "--scheduler", cluster.scheduler_address)
    assert (shared["workers"], shared["scheduler"]) == (None, cluster.scheduler_address)
    assert figures(shared, "workers", "scheduler") == figures(alone, "workers", "scheduler")


def test_rows_add_up_to_the_figures(bomberstream: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    said = bomberstream.json("simulate", "toy", "--sorties", "300", "--seed", "4", "--out", path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["number"]) for row in rows] == list(range(300))
    assert {row["seed"] for row in rows} == {f"4 {number}" for number in range(300)}
    assert {row["setup"] for row in rows} == {"first"}
    flown = sum(int(row["flown"]) for row in rows)
    assert flown == said["flown"]
    assert sum(int(row["lost"]) for row in rows) / flown == pytest.approx(said["lost"], abs=1e-5)
    assert sum(int(row["rolls"]) for row in rows) / 300 == pytest.approx(said["rolls_per_sortie"], abs=0.05)
    for outcome, number in said["outcomes"].items():
        assert sum(row["outcome"] == outcome for row in rows) == number


def test_losses_are_told_by_cause_leg_and_zone_and_men_by_station(bomberstream: CommandLine) -> None:
    said = bomberstream.json("simulate", "toy", "--sorties", "400")
    lost = round(said["lost"] * said["flown"])
    assert lost > 10
    for counts in (said["by_cause"], said["by_leg"]):
        assert sum(counts.values()) == lost
    assert sum(place["lost"] for place in said["by_zone"]) == lost
    assert set(said["by_station"]) == {"pilot", "tail_gunner"}
    for station in said["by_station"].values():
        assert station["men"] == said["flown"] == sum(station[name] for name in said["crew"])


@pytest.mark.parametrize(
    ("typed", "fault"),
    [
        ("", "say what is to be otherwise"),
        ("--rule", "--against '--rule': Option '--rule' requires an argument"),
        ("--nonsense 3", "No such option"),
        ("'", "No closing quotation"),
        ("--bomber zeppelin", "no bomber 'zeppelin'"),
        ("--campaign soon", "is not a valid integer"),
        ("leftover", "unexpected extra argument"),
    ],
)
def test_another_setup_that_cannot_be_read_is_wrong_usage(bomberstream: CommandLine, typed: str, fault: str) -> None:
    (line,) = bomberstream.error("simulate", "toy", "--against", typed, status=2).splitlines()
    assert fault in line


def test_what_is_compared_with_itself_differs_by_nothing(bomberstream: CommandLine) -> None:
    said = bomberstream.json("simulate", "toy", "--sorties", "200", "--campaign", "1", "--against", "--campaign 1")
    assert said["difference"]["pairs_that_differ"] == 0
    assert said["difference"]["lost"] == {"difference": 0.0, "interval": [0.0, 0.0]}
    assert figures(said["against"]) == {name: said[name] for name in said["against"]}


def test_a_comparison_in_words(bomberstream: CommandLine, write: Any) -> None:
    orders = write("keep.toml", '[orders.drop]\nchoose = "no"\n')
    said = bomberstream("simulate", "toy", "--sorties", "200", "--against", f"--orders {orders}").stdout
    assert "200 of 200 sorties came out otherwise" in said
    assert "bombers in a hundred" in said


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_results_can_be_drawn(bomberstream: CommandLine, tmp_path: Path, kind: str) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / f"losses.{kind}"
    bomberstream("simulate", "toy", "--sorties", "100", "--plot", path, "--against", "--campaign 1")
    head = path.read_bytes()[:400]
    assert head.startswith(b"\x89PNG") if kind == "png" else b"<svg" in head


@pytest.mark.parametrize(
    ("typed", "fault", "status"),
    [
        (("--plot", "losses.pdf"), "drawings go to a file that ends in .png or .svg", 2),
        (("--out", "rows.xlsx"), "rows go to a file that ends in .csv or .parquet", 2),
        (("--workers", "0"), "--workers", 2),
        (("--workers", "2", "--scheduler", "tcp://host:1"), "contradict each other", 2),
        (("--scheduler", "somewhere"), "expected an address like", 2),
        (("--out", "/nowhere/rows.csv"), "/nowhere/rows.csv: cannot be written", 1),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is_flown(
    bomberstream: CommandLine, typed: tuple[str, ...], fault: str, status: int
) -> None:
    if "--scheduler" in typed:
        pytest.importorskip("distributed")
    if "--plot" in typed:
        pytest.importorskip("matplotlib")
    assert fault in bomberstream.error("simulate", "toy", "--sorties", "3", *typed, status=status)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_keeps_the_figures_of_what_was_flown(bomberstream: CommandLine, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.symlink_to("/dev/full")
    done = bomberstream("simulate", "toy", "--sorties", "100000", "--out", path, "--json", status=1)
    said = json.loads(done.stdout)
    assert 0 < said["sorties"] == sum(said["outcomes"].values()) < 100_000
    (line,) = done.stderr.splitlines()
    assert "rows.csv: cannot be written: No space left on device" in line
    assert f"{said['sorties']:,} of 100,000 sorties were flown and are counted" in line


@pytest.mark.skipif(os.name != "posix", reason="signals are sent")
def test_ctrl_c_with_workers_counts_what_was_flown(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    typed = [*COMMAND, "--sorties", "10000000", "--workers", "2", "--json", "--out", str(rows)]
    flying = subprocess.Popen(typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    try:
        patience = time.monotonic() + 90
        while not (rows.exists() and rows.stat().st_size > 1000):
            assert time.monotonic() < patience
            time.sleep(0.1)
        # As a terminal sends it: to the workers, too.
        os.killpg(flying.pid, signal.SIGINT)
        out, errors = flying.communicate(timeout=60)
    finally:
        flying.kill()
    said = json.loads(out)
    assert flying.returncode == 130
    assert errors == f"cut short: {said['sorties']:,} of 10,000,000 sorties were flown\n"
    assert said["sorties"] == sum(said["outcomes"].values()) > 0
    assert len(rows.read_text(encoding="utf-8").splitlines()) == said["sorties"] + 1


def test_workers_fly_under_the_same_orders_rules_and_tables(bomberstream: CommandLine, write: Any) -> None:
    orders = write("keep.toml", '[orders.drop]\nchoose = "no"\n[[orders.drop.case]]\nwhen = "storm"\nchoose = "yes"\n')
    typed = ("simulate", "toy", "--sorties", "420", "--orders", orders, "--rule", "gales")
    alone, shared = bomberstream.json(*typed), bomberstream.json(*typed, "--workers", "2")
    assert figures(shared, "workers") == figures(alone, "workers")
    assert 0 < alone["outcomes"]["scrubbed"] < 420
    assert figures(alone) != figures(bomberstream.json(*typed[:4]))


def test_sorties_and_tours_contradict_each_other(bomberstream: CommandLine) -> None:
    told = bomberstream.error("simulate", "toy", "--sorties", "3", "--tours", "1", status=2)
    assert "--sorties and --tours contradict each other" in told
