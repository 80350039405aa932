"""Work shared out among processes: in order, the same whoever does it, and what becomes of it when workers die."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import define
from bomberstream.core import workers
from bomberstream.core.errors import BadData, UsageError
from bomberstream.core.workers import WorkersLost, in_batches


@define(frozen=True)
class Squares:
    """Sums of squares, batch by batch."""

    def prepare(self) -> Callable[[range], int]:
        return lambda batch: sum(number * number for number in batch)


@define(frozen=True)
class Dying:
    """The worker of one batch dies, as often as there are files to take away."""

    folder: Path
    batch: int

    def prepare(self) -> Callable[[range], int]:
        def do(batch: range) -> int:
            lives = sorted(self.folder.iterdir())
            if batch.start == self.batch and lives:
                lives[0].unlink()
                os.kill(os.getpid(), signal.SIGKILL)
            return batch.start

        return do


@define(frozen=True)
class Faulty:
    """Finds fault with its data."""

    def prepare(self) -> Callable[[range], int]:
        raise BadData("the tables are not those")


@pytest.mark.parametrize("count", [0, 1, 7, 30])
def test_batches_come_in_order_and_complete(count: int) -> None:
    alone = list(in_batches(Squares(), count, size=4))
    assert [number for batch, _ in alone for number in batch] == list(range(count))
    assert list(in_batches(Squares(), count, size=4, workers=2)) == alone


def test_what_is_prepared_is_used() -> None:
    assert [result for _, result in in_batches(Squares(), 4, size=2, do=lambda batch: batch.stop)] == [2, 4]


@pytest.mark.parametrize("count", [1, 2])
def test_told_to_stop_it_begins_nothing_more(count: int) -> None:
    seen: list[range] = []
    for batch, _ in in_batches(Squares(), 10_000, size=2, workers=count, stop=lambda: len(seen) >= 3):
        seen.append(batch)
    assert 3 <= len(seen) <= 3 + workers.AHEAD * count
    assert [number for batch in seen for number in batch] == list(range(2 * len(seen)))


def test_a_worker_that_dies_is_replaced_and_its_batch_done_anew(tmp_path: Path) -> None:
    (tmp_path / "life").touch()
    found = list(in_batches(Dying(tmp_path, 6), 20, size=2, workers=2))
    assert [result for _, result in found] == list(range(0, 20, 2))
    assert not list(tmp_path.iterdir())


def test_workers_that_die_again_and_again_are_given_up_and_what_was_done_is_kept(tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / f"life {number}").touch()
    seen: list[int] = []
    shared_out = in_batches(Dying(tmp_path, 6), 400, size=2, workers=2)
    with pytest.raises(WorkersLost, match="died again and again"):
        seen.extend(result for _, result in shared_out)
    assert seen[:3] == [0, 2, 4]
    assert 6 not in seen
    assert seen == sorted(seen)
    assert len(list(tmp_path.iterdir())) == 20 - 1 - workers.REPLACED


def test_faults_of_the_work_come_back() -> None:
    with pytest.raises(BadData, match="the tables are not those"):
        list(in_batches(Faulty(), 10, size=2, workers=2))


def test_work_of_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "framework_version", lambda: "0.0.1")
    with pytest.raises(WorkersLost, match=r"a worker has bomberstream \S+, but the work was sent by 0\.0\.1"):
        list(in_batches(Squares(), 10, size=2, workers=2))


def test_an_interrupt_stays_with_who_started_the_workers() -> None:
    before = signal.getsignal(signal.SIGINT)
    with workers._interrupts_held_back():
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("address", ["", "nonsense", "tcp://host", "host:port", "tcp://a b:1"])
def test_an_address_looks_like_one(address: str) -> None:
    pytest.importorskip("distributed")
    with pytest.raises(UsageError, match="expected an address like"):
        list(in_batches(Squares(), 10, scheduler=address))


def test_a_scheduler_that_is_not_there_is_told_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(workers, "PATIENCE", 1)
    with pytest.raises(WorkersLost, match=r"no scheduler answers at 'tcp://127\.0\.0\.1:9'") as told:
        list(in_batches(Squares(), 10, scheduler="tcp://127.0.0.1:9"))
    assert "\n" not in str(told.value)


def test_a_cluster_does_the_same() -> None:
    """A real cluster on this machine, with two workers."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        found = list(in_batches(Squares(), 50, size=4, scheduler=cluster.scheduler_address))
        assert found == list(in_batches(Squares(), 50, size=4))
