"""The tape and the save file: what was flown comes back, and what is damaged is told in one line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from bomberstream.core.dice import ScriptedSource, parse_dice
from bomberstream.core.errors import SaveMismatch
from bomberstream.core.tape import FORMAT, Entry, Save, Tape, TapeSource, load_save, pack_entries, write_save
from hypothesis import given, settings
from hypothesis import strategies as st

ROLL = Entry("roll", "1-1", (3, 4), 8, "haze")
CHOICE = Entry("choice", "press_on", result="yes")


def save(*entries: Entry, **more: Any) -> Save:
    plain: dict[str, Any] = {
        "format": FORMAT,
        "version": "0.1.0",
        "game": "tiny",
        "setup": {"bomber": None, "campaign": 2, "options": {"crew": "green"}},
        "rules": ("storms",),
        "tables": {"1-1": "abc"},
        "seed": "1943",
        "entries": pack_entries(entries or (ROLL, CHOICE)),
        "digest": "0" * 32,
        "finished": True,
        "taken_back": 2,
    }
    return Save(**{**plain, **more})


def refused(path: Path) -> str:
    with pytest.raises(SaveMismatch) as caught:
        load_save(path).tape()
    line = str(caught.value)
    assert "\n" not in line
    return line


# --- a tape that records


def test_a_tape_keeps_what_happened_in_order() -> None:
    tape = Tape()
    tape.roll("1-1", (3, 4), 8, "haze")
    assert tape.next_choice("press_on", ("yes", "no")) is None
    tape.choice("press_on", "yes")
    assert tape.entries == [ROLL, CHOICE]
    tape.check_end()


# --- a tape that is played again


def test_a_tape_gives_its_faces_and_choices_again() -> None:
    tape = Tape.replay([ROLL, CHOICE])
    assert TapeSource(tape).throw(parse_dice("2d6"), "weather") == (3, 4)
    tape.roll("1-1", (3, 4), 8, "haze")
    assert tape.next_choice("press_on", ("yes", "no")) == "yes"
    tape.choice("press_on", "yes")
    tape.check_end()
    assert tape.entries == [ROLL, CHOICE]


def differs(do: Callable[[Tape], object], *entries: Entry, strict: bool = True) -> str:
    tape = Tape.replay(entries, strict=strict)
    with pytest.raises(SaveMismatch) as caught:
        do(tape)
    line = str(caught.value)
    assert "\n" not in line
    return line


@pytest.mark.parametrize(
    ("do", "entries", "says"),
    [
        (
            lambda tape: tape.roll("1-1", (3, 4), 9, "haze"),
            [ROLL],
            "1-1 [3, 4] = 8 'haze' on the tape, 1-1 [3, 4] = 9 'haze' now",
        ),
        (
            lambda tape: tape.roll("1-1", (3, 4), 8, "storm"),
            [ROLL],
            "= 8 'haze' on the tape, 1-1 [3, 4] = 8 'storm' now",
        ),
        (lambda tape: tape.roll("1-2", (3, 4), 8, "haze"), [ROLL], "1-1 [3, 4] = 8 'haze' on the tape, 1-2 [3, 4]"),
        (
            lambda tape: tape.next_faces(parse_dice("1d6"), "flak"),
            [ROLL],
            "it has [3, 4] for 1-1, the rules ask for 1d6 for flak",
        ),
        (
            lambda tape: tape.next_faces(parse_dice("2d2"), "flak"),
            [ROLL],
            "it has [3, 4] for 1-1, the rules ask for 2d2 for flak",
        ),
        (
            lambda tape: tape.next_faces(parse_dice("1d6"), "flak"),
            [CHOICE],
            "it has the decision 'press_on', the rules ask for 1d6",
        ),
        (lambda tape: tape.next_faces(parse_dice("1d6"), "flak"), [], "it ends, but the rules ask for 1d6 for flak"),
        (
            lambda tape: tape.next_choice("press_on", ("yes",)),
            [ROLL],
            "1-1 [3, 4] = 8 'haze' on the tape, the rules ask for the decision",
        ),
        (
            lambda tape: tape.next_choice("evade", ("yes",)),
            [CHOICE],
            "press_on = 'yes' on the tape, the rules ask for the decision 'evade'",
        ),
        (
            lambda tape: tape.next_choice("press_on", ("no",)),
            [CHOICE],
            "press_on = 'yes' on the tape, but the options are ['no']",
        ),
        (
            lambda tape: tape.next_choice("press_on", ("yes",)),
            [],
            "it ends, but the rules ask for the decision 'press_on'",
        ),
        (lambda tape: tape.check_end(), [ROLL, CHOICE], "the sortie is over, but 2 entries are left"),
    ],
)
def test_what_comes_out_otherwise_is_told_with_both_sides(
    do: Callable[[Tape], object], entries: list[Entry], says: str
) -> None:
    line = differs(do, *entries)
    assert line.startswith("the tape differs at entry 1: ")
    assert says in line


def test_the_entry_that_differs_is_numbered() -> None:
    def do(tape: Tape) -> None:
        tape.roll("1-1", (3, 4), 8, "haze")
        tape.choice("press_on", "yes")
        tape.roll("1-1", (3, 4), 9, "storm")

    assert differs(do, ROLL, CHOICE, ROLL).startswith("the tape differs at entry 3: ")


def test_a_tape_that_is_only_taken_up_again_goes_on_where_it_ends() -> None:
    tape = Tape.replay([CHOICE], strict=False)
    assert tape.next_choice("press_on", ("yes", "no")) == "yes"
    tape.choice("press_on", "yes")
    assert tape.next_choice("press_on", ("yes", "no")) is None
    tape.choice("press_on", "no")
    tape.roll("1-1", (3, 4), 8, "haze")
    assert [entry.result for entry in tape.entries] == ["yes", "no", "haze"]


@pytest.mark.parametrize("face", [0, -4])
def test_an_impossible_low_face_on_a_tape_is_refused(face: int) -> None:
    differs(lambda tape: tape.next_faces(parse_dice("1d6"), "flak"), Entry("roll", "1-2", (face,), face, "wide"))


# --- the save file


def test_a_save_comes_back_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "a.save"
    one = save()
    write_save(path, one)
    back = load_save(path)
    assert back.tape() == [ROLL, CHOICE]
    assert evolve(back, entries=()) == evolve(one, entries=())
    assert list(path.parent.iterdir()) == [path]


_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_entries = st.one_of(
    st.builds(
        lambda of, faces, total, result: Entry("roll", of, tuple(faces), total, result),
        _texts,
        st.lists(st.integers(1, 200), min_size=1, max_size=4),
        st.integers(-50, 300),
        _texts,
    ),
    st.builds(lambda of, result: Entry("choice", of, result=result), _texts, _texts),
)


@given(
    entries=st.lists(_entries, min_size=1, max_size=12),
    seed=_texts,
    options=st.dictionaries(_texts, _texts, max_size=3),
)
@settings(max_examples=60, deadline=None)
def test_any_tape_survives_its_save(
    tmp_path_factory: pytest.TempPathFactory, entries: list[Entry], seed: str, options: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("saves") / "a.save"
    write_save(path, save(*entries, seed=seed, setup={"options": options}))
    back = load_save(path)
    assert back.tape() == entries
    assert (back.seed, back.setup) == (seed, {"options": options})


def test_a_save_is_put_in_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    write_save(path, save(taken_back=0))
    write_save(path, save(taken_back=1))
    assert load_save(path).taken_back == 1
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody replace a file that is open")
def test_a_save_is_moved_into_place_and_never_written_over_the_old_one(tmp_path: Path) -> None:
    """Whoever has the old save open still reads it whole: it was replaced, not emptied and filled again."""
    path = tmp_path / "a.save"
    write_save(path, save(taken_back=0))
    before = path.read_text(encoding="utf-8")
    with path.open(encoding="utf-8") as old:
        write_save(path, save(taken_back=1))
        assert old.read() == before
    assert load_save(path).taken_back == 1


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow beyond 200 bytes: the system itself refuses, as a full disk does."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_write_that_fails_keeps_the_old_save_and_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    write_save(path, save())
    before = path.read_bytes()
    with full_disk(), pytest.raises(SaveMismatch, match=r"a\.save: cannot be written: "):
        write_save(path, save(*[ROLL] * 500))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_is_no_json_keeps_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    write_save(path, save())
    before = path.read_bytes()
    with pytest.raises(TypeError):
        write_save(path, save(setup={"bomber": object()}))
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SaveMismatch, match="cannot be written"):
        write_save(tmp_path / "file" / "a.save", save())
    (tmp_path / "folder.save").mkdir()
    with pytest.raises(SaveMismatch, match="cannot be written"):
        write_save(tmp_path / "folder.save", save())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder.save"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b"null",
        b"{}",
        b'"format"',
        b"\xff\xfe",
        b"[" * 100_000,
        b"plain text",
        b'{"version": "0.1.0"}',
    ],
    ids=lambda text: text[:12],
)
def test_what_is_no_save_is_refused_in_one_line(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "a.save"
    path.write_bytes(text)
    assert refused(path) == f"{path}: not a save file of Bomberstream"


def test_a_save_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot be read" in refused(tmp_path / "none.save")
    assert "cannot be read" in refused(tmp_path)


@pytest.mark.parametrize("format_", [0, 2, "1", None, [1]])
def test_a_save_of_another_format_says_which_is_read(tmp_path: Path, format_: Any) -> None:
    path = tmp_path / "a.save"
    path.write_text(json.dumps({"format": format_}), encoding="utf-8")
    assert refused(path) == f"{path}: save format {format_!r}; this version reads format {FORMAT}"


@pytest.mark.parametrize(
    "damage",
    [
        {"game": 3},
        {"entries": 3},
        {"entries": [3]},
        {"entries": ["ab"]},
        {"entries": [[]]},
        {"entries": [["1-1"]]},
        {"entries": [["1-1", ["3", 4], 8, "haze"]]},
        {"entries": [["1-1", [3.0], 8, "haze"]]},
        {"entries": [["1-1", [True], 8, "haze"]]},
        {"entries": [["1-1", 3, 8, "haze"]]},
        {"entries": [["1-1", [3, 4], "8", "haze"]]},
        {"entries": [["1-1", [3, 4], 8, None]]},
        {"entries": [["1-1", [3, 4], 8, "haze", 1]]},
        {"entries": [[1, "yes"]]},
        {"entries": [["press_on", None]]},
        {"setup": []},
        {"rules": "storms"},
        {"tables": {"1-1": 3}},
        {"seed": 1943},
        {"digest": None},
        {"finished": "yes"},
        {"more": 1},
    ],
    ids=str,
)
def test_a_damaged_save_is_refused_in_one_line(tmp_path: Path, damage: dict[str, Any]) -> None:
    path = tmp_path / "a.save"
    write_save(path, save())
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | damage), encoding="utf-8")
    assert len(refused(path)) < 400


@pytest.mark.parametrize(
    "key", ["version", "game", "setup", "rules", "tables", "seed", "entries", "digest", "finished"]
)
def test_a_save_that_lacks_something_says_what(tmp_path: Path, key: str) -> None:
    path = tmp_path / "a.save"
    write_save(path, save())
    raw = json.loads(path.read_text(encoding="utf-8"))
    del raw[key]
    path.write_text(json.dumps(raw), encoding="utf-8")
    assert f"'{key}' is missing" in refused(path)


def test_a_save_with_a_number_without_end_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    path.write_text('{"format": ' + "9" * 5000 + "}", encoding="utf-8")
    assert refused(path) == f"{path}: not a save file of Bomberstream"


def test_a_save_with_a_text_that_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    write_save(path, save())
    with pytest.raises(SaveMismatch) as caught:
        write_save(path, save(setup={"options": {"crew": "\udcff"}}))
    assert str(caught.value) == f"{path}: cannot be written: it holds '\\udcff', which is no text"
    assert load_save(path).setup == save().setup
    assert list(tmp_path.iterdir()) == [path]


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_a_save_cut_short_or_with_a_byte_turned_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("saves") / "a.save"
    write_save(path, save())
    whole = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(whole) - 1))
    if data.draw(st.booleans()):
        del whole[place:]
    else:
        whole[place] = data.draw(st.integers(0, 255))
    path.write_bytes(whole)
    try:
        load_save(path).tape()
    except SaveMismatch as wrong:
        assert "\n" not in str(wrong)  # noqa: PT017


def test_past_the_end_of_a_tape_others_throw_unless_it_is_strict() -> None:
    tape = Tape.replay([ROLL], strict=False)
    source = TapeSource(tape, ScriptedSource([6, 6]))
    assert source.throw(parse_dice("2d6"), "weather") == (3, 4)
    tape.roll("1-1", (3, 4), 8, "haze")
    assert source.throw(parse_dice("2d6"), "weather") == (6, 6)
    with pytest.raises(SaveMismatch, match="it ends, but the rules ask for 2d6 for weather"):
        TapeSource(Tape.replay([]), ScriptedSource([6, 6])).throw(parse_dice("2d6"), "weather")
    with pytest.raises(SaveMismatch, match="it ends"):
        TapeSource(Tape.replay([], strict=False)).throw(parse_dice("2d6"), "weather")
