"""Loading: every fault of a file in a line of its own, with the file and the place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from bomberstream.core.errors import BadData, did_you_mean
from bomberstream.core.loading import by_id, read_toml, structure
from bomberstream.core.packs import load_pack


@define(frozen=True)
class Wheel:
    size: int
    from_: str = ""
    tyre: str | None = None


@define(frozen=True)
class Cart:
    name: str
    load: float = 0.0
    covered: bool = False
    wheels: tuple[Wheel, ...] = ()
    marks: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(factory=dict)
    stops: Mapping[str, tuple[str, ...]] = field(factory=dict)
    price: int | str = 0
    extra: Any = None


def lines(raw: Any, kind: type[Any] = Cart, where: str = "carts.toml: cart red") -> list[str]:
    with pytest.raises(BadData) as caught:
        structure(raw, kind, where)
    assert all("\n" not in line for line in caught.value.problems)
    assert str(caught.value) == "\n".join(caught.value.problems)
    return list(caught.value.problems)


# --- what is taken


def test_plain_data_becomes_an_object() -> None:
    made = structure(
        {
            "name": "red",
            "load": 3,
            "covered": True,
            "wheels": [{"size": 4, "from": "1943-05", "tyre": "new"}, {"size": 5}],
            "marks": ["a", "b"],
            "owners": {"may": "Ann"},
            "stops": {"may": ["inn", "mill"]},
            "price": "much",
            "extra": {"anything": [1, 2.5]},
        },
        Cart,
        "here",
    )
    assert made == Cart(
        "red",
        3.0,
        True,
        (Wheel(4, "1943-05", "new"), Wheel(5)),
        ("a", "b"),
        {"may": "Ann"},
        {"may": ("inn", "mill")},
        "much",
        {"anything": [1, 2.5]},
    )
    assert type(made.load) is float


def test_what_is_left_out_has_its_default() -> None:
    assert structure({"name": "red"}, Cart, "here") == Cart("red")


# --- what is refused


def test_an_unknown_key_is_named_with_the_nearest() -> None:
    assert lines({"name": "red", "weels": []}) == ["carts.toml: cart red: unknown key 'weels'; did you mean 'wheels'?"]


def test_an_unknown_key_far_from_any_lists_the_valid_ones() -> None:
    (line,) = lines({"size": 3, "qqq": 1}, Wheel)
    assert line.endswith("unknown key 'qqq'; valid: from, size, tyre")


def test_a_missing_key_is_named() -> None:
    (line,) = lines({"load": 3})
    assert line.startswith("carts.toml: cart red")
    assert line.endswith("'name' is missing")


@pytest.mark.parametrize(
    ("key", "given", "says"),
    [
        ("name", 3, "name: expected a text, got 3"),
        ("name", ["red"], "name: expected a text, got ['red']"),
        ("load", "much", "load: expected a number, got 'much'"),
        ("load", True, "load: expected a number, got True"),
        ("covered", "yes", "covered: expected true or false, got 'yes'"),
        ("covered", 1, "covered: expected true or false, got 1"),
        ("marks", "abc", "marks: expected a list, got 'abc'"),
        ("marks", ["a", 3], "marks, entry 2: expected a text, got 3"),
        ("wheels", [{"size": 1}, {"size": "2"}], "wheels, entry 2, size: expected a whole number, got '2'"),
        ("wheels", [{"size": 4.0}], "wheels, entry 1, size: expected a whole number, got 4.0"),
        ("wheels", [{"size": True}], "wheels, entry 1, size: expected a whole number, got True"),
        ("wheels", [{"size": 4, "tyre": 3}], "wheels, entry 1, tyre: expected a text, got 3"),
        ("wheels", {"size": 4}, "wheels: expected a list, got {'size': 4}"),
        ("price", 1.5, "price: expected a whole number or a text, got 1.5"),
        ("price", True, "price: expected a whole number or a text, got True"),
        ("owners", ["Ann"], "owners: expected a table"),
    ],
)
def test_a_wrong_type_is_named_with_its_place_and_what_was_expected(key: str, given: Any, says: str) -> None:
    assert lines({"name": "red", key: given}) == [f"carts.toml: cart red, {says}"]


def test_several_faults_come_at_once() -> None:
    found = lines(
        {
            "nmae": "red",
            "load": "much",
            "covered": 0,
            "wheels": [{"size": "1"}, {"size": 2}, {"sise": 3}],
            "marks": [1, "b", 2],
        }
    )
    assert [line.removeprefix("carts.toml: cart red") for line in found] == sorted(
        [
            ": unknown key 'nmae'; did you mean 'name'?",
            ", name: 'name' is missing",
            ", load: expected a number, got 'much'",
            ", covered: expected true or false, got 0",
            ", wheels, entry 1, size: expected a whole number, got '1'",
            ", wheels, entry 3, size: 'size' is missing",
            ", wheels, entry 3: unknown key 'sise'; did you mean 'size'?",
            ", marks, entry 1: expected a text, got 1",
            ", marks, entry 3: expected a text, got 2",
        ]
    )


@pytest.mark.parametrize("given", [3, True, 2.5, None])
def test_a_plain_value_where_a_table_belongs_is_told_so(given: Any) -> None:
    (line,) = lines(given)
    assert "expected a table" in line


@define(frozen=True)
class Load:
    weight: int | str | None = None
    owner: Wheel | None = None


def test_a_value_of_several_kinds_may_be_left_out() -> None:
    assert structure({}, Load, "here") == structure({"weight": None, "owner": None}, Load, "here") == Load()
    assert structure({"weight": "much", "owner": {"size": 1}}, Load, "here") == Load("much", Wheel(1))
    assert lines({"weight": 1.5}, Load) == ["carts.toml: cart red, weight: expected a whole number or a text, got 1.5"]
    assert lines({"owner": 3}, Load) == ["carts.toml: cart red, owner: expected a table"]


@pytest.mark.parametrize("given", [[1], "red"])
def test_a_list_or_a_text_where_a_table_belongs_is_told_so(given: Any) -> None:
    assert lines(given) == ["carts.toml: cart red: expected a table"]


def test_a_wrong_value_in_a_table_of_values_names_its_key() -> None:
    assert lines({"name": "red", "owners": {"may": "Ann", "june": 3}, "stops": {"june": ["inn", 3], "may": 4}}) == [
        "carts.toml: cart red, owners, june: expected a text, got 3",
        "carts.toml: cart red, stops, june, entry 2: expected a text, got 3",
        "carts.toml: cart red, stops, may: expected a list, got 4",
    ]


def test_a_key_that_is_a_word_of_python_is_named_as_the_file_has_it() -> None:
    assert lines({"size": 4, "from": 1943}, Wheel) == ["carts.toml: cart red, from: expected a text, got 1943"]


def test_a_key_with_an_underscore_behind_it_is_unknown() -> None:
    assert lines({"size": 4, "from_": "1943"}, Wheel) == [
        "carts.toml: cart red: unknown key 'from_'; did you mean 'from'?"
    ]


def test_faults_of_all_entries_of_a_table_of_tables_come_at_once() -> None:
    with pytest.raises(BadData) as caught:
        by_id({"red": {"name": 1}, "blue": {"name": "b"}, "green": {}}, Cart, "carts.toml", "cart")
    assert [line.partition(",")[0] for line in caught.value.problems] == [
        "carts.toml: cart red",
        "carts.toml: cart green",
    ]
    assert by_id({"blue": {"name": "b"}}, Cart, "carts.toml", "cart") == {"blue": Cart("b")}


def test_a_list_where_a_table_of_tables_belongs_is_refused() -> None:
    with pytest.raises(BadData, match=r"^carts\.toml: cart must be a table of tables$"):
        by_id([{"name": "red"}], Cart, "carts.toml", "cart")


# --- files


def refused(path: Path) -> str:
    with pytest.raises(BadData) as caught:
        read_toml(path)
    (line,) = caught.value.problems
    assert line.startswith(f"{path}: ")
    return line.removeprefix(f"{path}: ")


def test_a_file_with_an_error_of_syntax_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('a = 1\nb = "two"\nc = three\n', encoding="utf-8")
    assert "line 3" in refused(path)


def test_a_file_that_says_a_thing_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("a = 1\na = 2\n", encoding="utf-8")
    assert refused(path).startswith("not TOML: ")


def test_a_file_that_is_not_utf_8_says_where(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(b'name = "K\xf6ln"\n')
    assert "not UTF-8 text" in refused(path)
    assert "at byte 9" in refused(path)


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path / "none.toml").startswith("cannot be read: ")
    assert refused(tmp_path).startswith("cannot be read: ")


def test_a_number_without_end_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    for text in ("a = " + "9" * 5000, "a = " + "[" * 5000):
        path.write_text(text, encoding="utf-8")
        assert refused(path).startswith("cannot be read: it holds a number too long, or lists nested too deeply")


def test_a_byte_order_mark_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "marked.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\n")
    assert read_toml(path) == {"a": 1}


def test_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"a = 1\r\nb = 2\r\n")
    assert read_toml(path) == {"a": 1, "b": 2}


# --- packs


def test_faults_of_all_files_of_a_pack_come_at_once(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    (pack / "more").mkdir(parents=True)
    (pack / "a.toml").write_text("x = \n", encoding="utf-8")
    (pack / "b.toml").write_text('[tabel."1"]\ntitle = "T"\n', encoding="utf-8")
    (pack / "more" / "c.toml").write_text(
        '[table."1"]\ntitle = 3\ndice = "1d6"\nsource = "published"\n', encoding="utf-8"
    )
    with pytest.raises(BadData) as caught:
        load_pack(pack, "pack")
    first, second, third = caught.value.problems
    assert "a.toml" in first
    assert "line 1" in first
    assert second == "pack/b.toml: unknown key 'tabel'; did you mean 'table'?"
    assert third == "pack/more/c.toml: table 1, title: expected a text, got 3"


def test_a_pack_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="no TOML files here"):
        load_pack(tmp_path, "pack")


def test_a_table_in_two_files_of_a_pack_names_both(tmp_path: Path) -> None:
    text = '[table."1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n'
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(BadData) as caught:
        load_pack(tmp_path, "pack")
    (line,) = caught.value.problems
    assert "b.toml: table 1 stands already in" in line
    assert "a.toml" in line


def test_a_patch_that_lacks_what_a_table_needs_is_told_what_that_is(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('[table."1"]\ntitle = "T"\n', encoding="utf-8")
    with pytest.raises(BadData, match="a table of its own needs title, dice and source"):
        load_pack(tmp_path, "pack")


@pytest.mark.parametrize(
    "text",
    [
        '[[table."1".modifier]]\nvalue = 1\nby = "me"\n',
        '[table."1"]\nrow = []\nwhere = "here"\n',
        '[fighter.gnat]\nname = "Gnat"\nshort = "Gnat"\nid = "gnat"\n',
        '[[route]]\nair_force = 8\ntarget = "Lille"\nmiles = 160\nzones = []\nwhere = "here"\n',
        '[[control]]\ncode = "F"\nregion = ""\nsteps = []\nwhere = "here"\n',
        '[orders.evade]\nchoose = "yes"\nwhere = "here"\n',
    ],
)
def test_nothing_that_the_engine_fills_in_is_a_key_of_a_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadData, match=r"unknown key '(by|where|id)'"):
        load_pack(path, "pack")


@pytest.mark.parametrize("key", ["id", "where"])
def test_keys_that_the_engine_fills_in_are_unknown_in_a_file(tmp_path: Path, key: str) -> None:
    path = tmp_path / "a.toml"
    path.write_text(f'[table."1"]\ntitle = "T"\ndice = "1d6"\nsource = "published"\n{key} = "x"\n', encoding="utf-8")
    with pytest.raises(BadData, match=f"unknown key '{key}'"):
        load_pack(path, "pack")


# --- hints


def test_the_nearest_names_are_offered_or_a_short_list_of_all() -> None:
    assert did_you_mean("wether", ["weather", "whether", "moon"]) == "did you mean 'whether' or 'weather'?"
    assert did_you_mean("qqq", ["moon", "altitude"]) == "valid: altitude, moon"
    assert did_you_mean("qqq", [f"name{number}" for number in range(13)]) == ""
    assert did_you_mean("qqq", []) == ""
