"""Much work shared out: to this process, to several of this machine, or to a cluster.

The work is numbered, and cut into batches of one size. Whoever does a batch, it comes out the same, and what comes of
the batches is handed on in the order of their numbers: one worker or twenty, the sum is the same to the letter. A
ruleset cannot travel from process to process, so each worker makes its own ready, once.
"""

from __future__ import annotations

import pickle
import re
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache
from heapq import heappop, heappush
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from .errors import BomberstreamError, UsageError
from .ruleset import framework_version

__all__ = ["Work", "WorkersLost", "in_batches"]

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)

REPLACED = 3
"""How often workers that die are replaced before it is given up."""
AHEAD = 4
"""Batches for each worker that may be under way or wait for their turn: what is held does not grow with the work."""
PATIENCE = 10
"""Seconds to reach a scheduler."""


_ADDRESS = re.compile(r"([a-z]+://)?[^\s/:]+:[0-9]{1,5}|[a-z]+://\[[0-9a-f:]+\]:[0-9]{1,5}")


class WorkersLost(BomberstreamError):
    """The workers have died, or cannot be reached; what had been done before has been handed on."""


class Work(Protocol[Result_co]):
    """Work that can be numbered: plain data, for it is sent to the workers."""

    def prepare(self) -> Callable[[range], Result_co]:
        """Make everything ready, once in each process: gives what does a batch of numbers."""


def in_batches(
    work: Work[Result],
    number: int,
    *,
    size: int = 200,
    workers: int = 1,
    scheduler: str | None = None,
    stop: Callable[[], bool] = lambda: False,
    do: Callable[[range], Result] | None = None,
) -> Iterator[tuple[range, Result]]:
    """Do work from number 0 on, batch by batch, and hand on what comes of each, lowest numbers first.

    With one worker it is done in this process (by `do` where it has been prepared already), with more in processes of
    their own, with a `scheduler`, the address of a Dask cluster, by the workers of that. When `stop` says so no further
    batch is begun, and those under way are finished. Workers that die are replaced, and their batches done anew; when
    that does not help `WorkersLost` is raised, after what has been done was handed on. What the work itself raises is
    raised here.
    """
    batches = (range(start, min(start + size, number)) for start in range(0, number, size))
    if scheduler is not None:
        return _on_cluster(work, batches, scheduler, stop)
    if workers > 1:
        return _in_processes(work, batches, workers, stop)
    return _here(work.prepare() if do is None else do, batches, stop)


def _here(
    do: Callable[[range], Result], batches: Iterator[range], stop: Callable[[], bool]
) -> Iterator[tuple[range, Result]]:
    for batch in batches:
        if stop():
            return
        yield batch, do(batch)


def _in_processes(
    work: Work[Result], batches: Iterator[range], workers: int, stop: Callable[[], bool]
) -> Iterator[tuple[range, Result]]:
    def hire() -> Executor:
        return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))

    def dismiss(pool: Executor) -> None:
        # Those that are let go before they have ended complain at the end of the program.
        pool.shutdown(wait=True, cancel_futures=True)

    yield from _shared_out(work, batches, hire, dismiss, AHEAD * workers, stop, (BrokenProcessPool,))


def _on_cluster(
    work: Work[Result], batches: Iterator[range], scheduler: str, stop: Callable[[], bool]
) -> Iterator[tuple[range, Result]]:
    import logging

    if _ADDRESS.fullmatch(scheduler) is None:
        raise UsageError(f"scheduler {scheduler!r}: expected an address like 'tcp://host:8786'")
    try:
        distributed: Any = import_module("distributed")
        closed: Any = import_module("distributed.comm.core").CommClosedError
    except ImportError:
        raise UsageError("a cluster needs Dask: install bomberstream[cluster]") from None
    # What it would log at length is told in one line.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        client = distributed.Client(scheduler, timeout=PATIENCE, set_as_default=False)
    except OSError as wrong:
        raise WorkersLost(f"no scheduler answers at {scheduler!r}: {str(wrong).partition(chr(10))[0]}") from None
    with client:
        cores = sum(client.ncores().values())
        if not cores:
            raise WorkersLost(f"the scheduler at {scheduler!r} has no workers")

        def hire() -> Executor:
            if client.status != "running":
                raise WorkersLost(f"the scheduler at {scheduler!r} does not answer any more")
            made: Executor = client.get_executor(pure=False)
            return made

        def dismiss(executor: Executor) -> None:
            executor.shutdown(wait=False)

        yield from _shared_out(work, batches, hire, dismiss, AHEAD * cores, stop, (distributed.KilledWorker, closed))


def _shared_out(
    work: Work[Result],
    batches: Iterator[range],
    hire: Callable[[], Executor],
    dismiss: Callable[[Executor], None],
    ahead: int,
    stop: Callable[[], bool],
    deaths: tuple[type[BaseException], ...],
) -> Iterator[tuple[range, Result]]:
    """Keep the workers busy, and put what they have done in order."""
    sent = pickle.dumps((framework_version(), work))
    under_way: dict[Future[Result], range] = {}
    done: dict[int, tuple[range, Result]] = {}
    again: list[tuple[int, range]] = []
    turn, replaced, lost = 0, count(1), ""
    died: tuple[type[BaseException], ...] = (*deaths, CancelledError)
    executor = hire()
    try:
        while True:
            while not stop() and len(under_way) + len(done) < ahead:
                batch = heappop(again)[1] if again else next(batches, None)
                if batch is None:
                    break
                try:
                    with _interrupts_held_back():
                        under_way[executor.submit(_do, sent, batch)] = batch
                except deaths:
                    heappush(again, (batch.start, batch))
                    break
            if not under_way and not again:
                break
            for future in wait(under_way, return_when=FIRST_COMPLETED).done:
                batch = under_way.pop(future)
                try:
                    done[batch.start] = batch, future.result()
                except died:
                    heappush(again, (batch.start, batch))
            while turn in done:
                batch, result = done.pop(turn)
                turn = batch.stop
                yield batch, result
            if again and not under_way:
                if stop():
                    break
                if next(replaced) > REPLACED:
                    lost = "workers died again and again; was there memory enough?"
                    break
                dismiss(executor)
                try:
                    executor = hire()
                except WorkersLost as wrong:
                    lost = str(wrong)
                    break
        for start in sorted(done):
            yield done[start]
        if lost:
            raise WorkersLost(lost)
    finally:
        dismiss(executor)


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Processes that are started meanwhile hear nothing of Ctrl-C: whoever started them tells them to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _do(sent: bytes, batch: range) -> Any:
    """Do a batch in a worker."""
    return _function(sent)(batch)


@lru_cache(maxsize=1)
def _function(sent: bytes) -> Callable[[range], Any]:
    """What does a worker's batches: made ready for the first of them."""
    version, work = pickle.loads(sent)
    if version != framework_version():
        raise WorkersLost(f"a worker has bomberstream {framework_version()}, but the work was sent by {version}")
    made: Callable[[range], Any] = work.prepare()
    return made
