"""Rows on file, one a sortie or a tour: CSV, or Parquet where pyarrow is installed. They are written as they come."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import IO, Any, Protocol

from .errors import BomberstreamError, UsageError

__all__ = ["KINDS", "RowFile", "RowsNotWritten", "open_rows"]

KINDS = (".csv", ".parquet")
"""How the name of a file of rows may end."""
GROUP = 20_000
"""Rows that a Parquet file takes at a time."""


class RowsNotWritten(BomberstreamError):
    """The file of rows cannot be written; what is in it already stays."""


class RowFile(Protocol):
    """A file of rows that is being written."""

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        """Write rows; raises `RowsNotWritten` when that fails."""


@contextmanager
def open_rows(path: Path, columns: Mapping[str, type[int] | type[str] | type[float]]) -> Iterator[RowFile]:
    """A new file of rows of the given columns; its name says what kind.

    Raises `UsageError` for another kind of file and where pyarrow is missing, `RowsNotWritten` when the file cannot be
    written, on closing it, too.
    """
    if path.suffix not in KINDS:
        raise UsageError(f"{path}: rows go to a file that ends in {' or '.join(KINDS)}")
    made: _Csv | _Parquet
    with _faults(path):
        made = _Csv(path, columns) if path.suffix == ".csv" else _Parquet(path, columns)
    try:
        yield made
    except RowsNotWritten:
        made.give_up()
        raise
    except BaseException:
        with _faults(path):
            made.close()
        raise
    with _faults(path):
        made.close()


@contextmanager
def _faults(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as wrong:
        raise RowsNotWritten(f"{path}: cannot be written: {wrong.strerror or wrong}") from None


class _Csv:
    def __init__(self, path: Path, columns: Mapping[str, type[Any]]) -> None:
        self._path = path
        self._file: IO[str] = path.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file, lineterminator="\n")
        self._writer.writerow(columns)

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        with _faults(self._path):
            self._writer.writerows(rows)

    def close(self) -> None:
        self._file.close()

    def give_up(self) -> None:
        # Told already. The lines that fitted stay.
        with suppress(OSError):
            self._file.close()


class _Parquet:
    def __init__(self, path: Path, columns: Mapping[str, type[Any]]) -> None:
        try:
            pyarrow: Any = import_module("pyarrow")
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise UsageError(f"{path}: Parquet needs pyarrow: install bomberstream[analysis]") from None
        kinds = {int: pyarrow.int64(), str: pyarrow.string(), float: pyarrow.float64()}
        self._path = path
        self._arrow = pyarrow
        self._schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
        self._writer = parquet.ParquetWriter(str(path), self._schema, compression="zstd")
        self._waiting: list[Sequence[Any]] = []

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        self._waiting += rows
        if len(self._waiting) >= GROUP:
            with _faults(self._path):
                self._put()

    def _put(self) -> None:
        waiting, self._waiting = self._waiting, []
        columns = list(zip(*waiting, strict=True)) or [()] * len(self._schema)
        arrays = [self._arrow.array(one, kind) for one, kind in zip(columns, self._schema.types, strict=True)]
        self._writer.write_table(self._arrow.Table.from_arrays(arrays, schema=self._schema))

    def close(self) -> None:
        if self._waiting:
            self._put()
        self._writer.close()

    def give_up(self) -> None:
        # Told already; a Parquet file that is cut off cannot be read.
        with suppress(OSError):
            self._writer.close()
