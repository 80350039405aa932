"""Files of rows: CSV and Parquet."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from bomberstream.core.errors import UsageError
from bomberstream.core.rows import GROUP, RowsNotWritten, open_rows

COLUMNS: dict[str, type[int] | type[str] | type[float]] = {"number": int, "outcome": str}
ROWS = [(0, "returned"), (1, "shot, down")]


def test_rows_in_csv(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    with open_rows(path, COLUMNS) as rows:
        rows.add(ROWS)
        rows.add([(2, "returned")])
    with path.open(encoding="utf-8", newline="") as file:
        assert list(csv.reader(file)) == [
            ["number", "outcome"],
            ["0", "returned"],
            ["1", "shot, down"],
            ["2", "returned"],
        ]


@pytest.mark.parametrize("number", [0, 2, GROUP + 3])
def test_rows_in_parquet(tmp_path: Path, number: int) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "rows.parquet"
    written = [(place, "returned" if place % 2 else "lost") for place in range(number)]
    with open_rows(path, COLUMNS) as rows:
        for start in range(0, number, 1000):
            rows.add(written[start : start + 1000])
    table = parquet.read_table(path)
    assert table.schema.names == ["number", "outcome"]
    assert [str(kind) for kind in table.schema.types] == ["int64", "string"]
    assert table.to_pydict() == {"number": [a for a, _ in written], "outcome": [b for _, b in written]}


def test_what_goes_wrong_outside_leaves_the_rows_that_are_there(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"

    def break_off() -> None:
        with open_rows(path, COLUMNS) as rows:
            rows.add(ROWS)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_other_kinds_are_wrong_usage(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match=r"rows go to a file that ends in \.csv or \.parquet"),
        open_rows(tmp_path / "rows.xlsx", COLUMNS),
    ):
        pass


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_file_that_cannot_be_made_is_told(tmp_path: Path, kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / "nowhere" / f"rows.{kind}"
    with pytest.raises(RowsNotWritten, match=r"cannot be written: .*No such file"), open_rows(path, COLUMNS):
        pass


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_full_disk_is_told(tmp_path: Path, kind: str) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"rows.{kind}"
    path.symlink_to("/dev/full")

    def fill_it() -> None:
        with open_rows(path, COLUMNS) as rows:
            for _ in range(3):
                rows.add(ROWS * GROUP)

    with pytest.raises(RowsNotWritten, match=rf"rows\.{kind}: cannot be written: .*No space left"):
        fill_it()
