"""Files, outlines, hexes, kept values, strikes and rulings: each by values worked out by hand."""

import os
import stat
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import Refused
from domain.events import (
    BoardData,
    DieRolled,
    Event,
    HexLayout,
    LookedUp,
    Noted,
    OrderGiven,
    Ruled,
    SpaceData,
    TakenBack,
)
from domain.events.strikes import Strikes, struck
from domain.game.rulings import Rulings, concerned, origin, ruled_answers
from domain.ledger.files import (
    close_to_others,
    make_private,
    may_write,
    others_may_read,
    private_folder,
    write_whole,
)
from domain.ledger.protected import check_file, check_replaceable, protected
from domain.table.fitting import _apart, _fold_back, _meet, _on, _turn
from domain.table.grid import crossed, hex_neighbours, offset, skewed, steps_between
from domain.table.kept import Kept

# --- files ----------------------------------------------------------------------------------------


def test_a_file_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A power cut in between leaves the old file."""
    done: list[tuple[str, int]] = []
    fsync, replaced = os.fsync, Path.replace

    def flush(file: int) -> None:
        done.append(("flushed", os.fstat(file).st_ino))
        fsync(file)

    def rename(part: Path, to: Path) -> Path:
        done.append(("named", part.stat().st_ino))
        return replaced(part, to)

    monkeypatch.setattr("os.fsync", flush)
    monkeypatch.setattr(Path, "replace", rename)
    path = tmp_path / "report.md"
    write_whole(path, b"first")
    write_whole(path, lambda part: part.write_bytes(b"second"))
    assert path.read_bytes() == b"second"
    assert [what for what, _ in done] == ["flushed", "named"] * 2
    assert done[0][1] == done[1][1]
    assert done[2][1] == done[3][1] == path.stat().st_ino
    assert os.listdir(tmp_path) == ["report.md"]


def test_a_file_that_must_not_be_replaced_stays(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    write_whole(path, b"first", replace=False)
    with pytest.raises(Refused, match="written by somebody else meanwhile"):
        write_whole(path, b"second", replace=False)
    assert path.read_bytes() == b"first"
    assert os.listdir(tmp_path) == ["log.jsonl"]
    path.chmod(0o640)
    write_whole(path, b"third")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    with pytest.raises(Refused, match="cannot be written: "):
        write_whole(tmp_path / "nowhere" / "x.md", b"x")


def test_without_hard_links_a_name_that_is_taken_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(path: Path, target: Path) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(Path, "hardlink_to", none)
    path = tmp_path / "log.jsonl"
    write_whole(path, b"first", replace=False)
    with pytest.raises(Refused, match="not replaced"):
        write_whole(path, b"second", replace=False)
    assert path.read_bytes() == b"first"


def test_what_others_may_read_is_closed_to_them(tmp_path: Path) -> None:
    path = tmp_path / "private"
    make_private(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert not others_may_read(path)
    for mode in (0o604, 0o640, 0o610, 0o602):
        path.chmod(mode)
        assert others_may_read(path)
    path.chmod(0o754)
    assert close_to_others(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert not others_may_read(tmp_path / "nowhere")
    assert not close_to_others(tmp_path / "nowhere")
    assert may_write(path)
    private_folder(tmp_path / "a" / "b")
    assert [stat.S_IMODE((tmp_path / each).stat().st_mode) for each in ("a", "a/b")] == [0o700, 0o700]


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("x.db", None, "a database"),
        ("X.SQLITE3", None, "a database"),
        ("x.db-wal", None, "part of a database"),
        ("x.seals", None, "a file of seals"),
        ("x.md", None, ""),
        ("x.md", b"SQLite format 3\0rest", "a database"),
        ("x.md", b"\x37\x7f\x06\x82rest", "part of a database"),
        ("x.md", b"\x37\x7f\x06\x83rest", "part of a database"),
        ("x.md", (3_007_000).to_bytes(4, "little"), "part of a database"),
        ("x.md", (3_007_000).to_bytes(4, "big"), "part of a database"),
        ("x.md", b'{"game":"a","secret":"b"}\n', "a file of seals"),
        ("x.md", b'{"game":"a"}\n{"secret":"b"}\n', ""),
        ("x.md", b"plain", ""),
    ],
)
def test_what_must_not_be_replaced_is_known_by_name_or_content(
    tmp_path: Path, name: str, content: bytes | None, kind: str
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert protected(path) == kind
    if not kind:
        check_replaceable(path)
        return
    with pytest.raises(Refused, match=f"is {kind}, which" if content else f"would look like {kind}"):
        check_replaceable(path)


def test_parts_of_a_database_by_any_name_and_the_one_in_use(tmp_path: Path) -> None:
    (tmp_path / "games").write_bytes(b"SQLite format 3\0")
    assert protected(tmp_path / "games-wal") == "part of a database"
    assert protected(tmp_path / "other-wal") == ""
    plain = tmp_path / "plain"
    plain.write_bytes(b"x")
    assert protected(plain, str(plain)) == "the database in use"
    assert protected(plain, str(tmp_path / "other")) == ""
    assert protected(tmp_path / "new", str(tmp_path / "new")) == "the database in use"
    for folder in (tmp_path, Path("-"), Path(".")):
        with pytest.raises(Refused):
            check_file(folder)


# --- outlines and hexes ---------------------------------------------------------------------------


def test_turns_and_points_on_a_side() -> None:
    assert [_turn((0, 0), (2, 0), point) for point in ((2, 2), (2, -2), (4, 0), (1, 0))] == [1, -1, 0, 0]
    side = ((0, 0), (4, 2))
    assert [_on(side, point) for point in ((0, 0), (2, 1), (4, 2), (6, 3), (-2, -1))] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_sides_meet_where_they_have_a_point_in_common() -> None:
    side = ((0, 0), (4, 0))
    for other, meets in (
        (((2, -1), (2, 1)), True),
        (((2, 0), (2, 1)), True),
        (((4, 0), (9, 9)), True),
        (((2, 1), (2, 3)), False),
        (((5, -1), (5, 1)), False),
        (((5, 0), (9, 0)), False),
        (((3, 0), (9, 0)), True),
        (((0, 1), (4, 1)), False),
    ):
        assert _meet(side, other) is _meet(other, side) is meets


def test_sides_that_share_a_corner_fold_back_where_they_lie_on_each_other() -> None:
    side = ((0, 0), (4, 0))
    for other, folds in (
        (((4, 0), (2, 0)), True),
        (((4, 0), (-2, 0)), True),
        (((4, 0), (8, 0)), False),
        (((4, 0), (4, 4)), False),
        (((4, 0), (0, 0)), True),
        (((9, 9), (8, 8)), True),
    ):
        assert _fold_back(side, other) is folds


def hexes_on(*places: tuple[str, str, int, int]) -> list[SpaceData]:
    return [
        SpaceData(kind, kind=kind, map=chart, column=column, row=row) for kind, chart, column, row in places
    ]


def test_only_hexes_of_one_grid_can_fail_to_touch() -> None:
    board = BoardData(layout=HexLayout())
    near, far = ("hex", "", 2, 2), ("hex", "", 2, 4)
    one = ("hex", "", 2, 1)

    def apart(first: Any, second: Any, on: BoardData = board) -> bool:
        a, b = hexes_on(first, second)
        return _apart(on, a, b)

    assert not apart(one, near)
    assert apart(one, far)
    assert apart(far, one)
    assert not apart(one, far, BoardData()), "without a grid anything may touch"
    assert not apart(one, ("hex", "sea", 2, 4))
    assert not apart(one, ("area", "", 2, 4))
    assert not apart(("area", "", 2, 1), far)
    sea = BoardData(layouts={"sea": HexLayout()})
    assert apart(("hex", "sea", 2, 1), ("hex", "sea", 2, 4), sea)
    assert not apart(one, far, sea)


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("side", ["even", "odd"])
@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9))
def test_a_grid_of_hexes(orientation: str, side: str, column: int, row: int, other: int, line: int) -> None:
    layout = HexLayout(orientation=orientation, offset=side)
    here, there = skewed(layout, column, row), skewed(layout, other, line)
    assert offset(layout, *here) == (column, row)
    around = hex_neighbours(layout, column, row)
    assert len(set(around)) == 6
    assert all(steps_between(here, skewed(layout, *cell)) == 1 for cell in around)
    assert all((column, row) in hex_neighbours(layout, *cell) for cell in around)
    way = crossed(here, there)
    assert (way[0], way[-1]) == ((here,), (there,))
    assert crossed(there, here) == way[::-1]
    cells = {cell for step in way for cell in step}
    assert all(
        any(steps_between(cell, each) <= 1 for each in after)
        for before, after in pairwise(way)
        for cell in before
    )
    assert len(cells) >= steps_between(here, there) + 1


def test_columns_are_shifted_as_their_layout_says() -> None:
    """Flat hexes with even columns half a hex down: 2,2 lies beside 1,2 and 1,3."""
    assert set(hex_neighbours(HexLayout(orientation="flat", offset="even"), 2, 2)) == {
        (2, 1),
        (2, 3),
        (1, 2),
        (3, 2),
        (1, 3),
        (3, 3),
    }
    assert set(hex_neighbours(HexLayout(orientation="flat", offset="odd"), 2, 2)) == {
        (2, 1),
        (2, 3),
        (1, 1),
        (3, 1),
        (1, 2),
        (3, 2),
    }


def test_a_line_along_a_side_crosses_both_hexes() -> None:
    assert crossed((0, 0), (1, 1)) == [((0, 0),), ((0, 1), (1, 0)), ((1, 1),)]
    assert crossed((0, 0), (3, 0)) == [((0, 0),), ((1, 0),), ((2, 0),), ((3, 0),)]
    assert crossed((0, 0), (0, 0)) == [((0, 0),)]
    assert crossed((0, 0), (2, 1)) == [((0, 0),), ((1, 0),), ((1, 1),), ((2, 1),)]


# --- kept values ----------------------------------------------------------------------------------


def kept_values(**reads: dict[Any, Any]) -> Kept:
    kept = Kept()
    for key, read in reads.items():
        kept.keep(key, key.upper(), read)
    return kept


def test_a_value_is_dropped_when_what_it_was_read_from_changes() -> None:
    def kept() -> Kept:
        return kept_values(
            anywhere={("standing", "tank"): None},
            hill={("standing", "tank"): {"hill"}},
            tanks={("group", "tank"): None},
            at={("at", "hill"): None},
            hit={("mark", "hit"): None},
            clock={("whole", "clock"): None},
            pieces={("whole", "pieces"): None},
            marks={("whole", "marks"): None},
            any={("whole", "anything"): None},
        )

    def dropped(change: Any) -> set[str]:
        found = kept()
        before = set(found.values)
        change(found)
        assert set(found.reads) >= set(found.values)
        return before - set(found.values)

    assert dropped(lambda kept: kept.moved("tank", "hill", "wood")) == {
        "anywhere",
        "hill",
        "tanks",
        "at",
        "pieces",
        "any",
    }
    assert dropped(lambda kept: kept.moved("tank", "wood", "hill")) == {
        "anywhere",
        "hill",
        "tanks",
        "at",
        "pieces",
        "any",
    }
    assert dropped(lambda kept: kept.moved("tank", "wood", "sea")) == {"anywhere", "tanks", "pieces", "any"}
    assert dropped(lambda kept: kept.moved("gun", "wood", "hill")) == {"at", "pieces", "any"}
    assert dropped(lambda kept: kept.changed("tank", "wood")) == {"tanks", "pieces", "any"}
    assert dropped(lambda kept: kept.changed("gun", "hill")) == {"at", "pieces", "any"}
    assert dropped(lambda kept: kept.marked("hit")) == {"hit", "marks", "any"}
    assert dropped(lambda kept: kept.marked("other")) == {"marks", "any"}
    assert dropped(lambda kept: kept.other("clock")) == {"clock", "any"}
    assert dropped(lambda kept: kept.other("tracks")) == {"any"}
    assert len(dropped(lambda kept: kept.forget())) == 9


def test_what_was_computed_from_a_dropped_value_goes_with_it() -> None:
    kept = kept_values(
        one={("mark", "hit"): None}, two={("value", "one"): None}, three={("value", "two"): None}
    )
    kept.dropped = []
    kept.marked("hit")
    assert kept.values == {}
    assert [(key, value) for key, value, _ in kept.dropped] == [
        ("one", "ONE"),
        ("two", "TWO"),
        ("three", "THREE"),
    ]
    kept.keep("late", 1, {("value", "gone"): None})
    assert kept.values == {}, "what it was computed from is no longer kept"
    all_at_once = kept_values(one={("mark", "hit"): None})
    all_at_once.dropped = []
    all_at_once.forget()
    assert [key for key, *_ in all_at_once.dropped] == ["one"]
    all_at_once.marked("hit")
    assert len(all_at_once.dropped) == 1


def test_values_of_later_stay_if_they_looked_at_no_piece() -> None:
    kept = kept_values(before={("at", "hill"): None})
    then = dict(kept.values)
    kept.keep("clock", 1, {("whole", "clock"): None})
    kept.keep("from_clock", 2, {("value", "clock"): None, ("whole", "tracks"): None})
    kept.keep("hill", 3, {("at", "hill"): None})
    kept.keep("both", 4, {("value", "hill"): None, ("whole", "clock"): None})
    kept.keep("nothing", 5, {})
    kept.back_to(then)
    assert set(kept.values) == {"before", "clock", "from_clock"}


# --- strikes and rulings --------------------------------------------------------------------------


def log(*events: Event) -> list[Event]:
    return [replace(event, number=nth) for nth, event in enumerate(events, start=1)]


def rolled(order: int, **more: Any) -> DieRolled:
    return DieRolled(die=6, face=1, purpose="x", procedure=order, **more)


def given_(order: int) -> OrderGiven:
    return OrderGiven(side="blue", order="move", procedure=order)


def test_an_undo_strikes_all_from_its_order_on_and_a_ruling_what_its_order_did_after() -> None:
    events = log(
        given_(1),
        rolled(1),
        rolled(1),
        given_(4),
        rolled(4),
        Noted(text="x"),
        Ruled(concerns=2, value=3, by="", because="x"),
        rolled(1, again=0),
        TakenBack(first=4, by="", because="x"),
    )
    strikes = Strikes(events)
    assert strikes.of == {6: [2], 8: [3, 4, 6, 7]}
    assert strikes.by == {2: 6, 3: 8, 4: 8, 6: 8, 7: 8}
    assert struck(events) == strikes.numbers() == {3: 7, 4: 9, 5: 9, 7: 9, 8: 9}
    assert [strikes.in_force(2, until) for until in (5, 6, 7)] == [True, True, False]
    assert strikes.in_force(0, 99)
    assert struck(events[:6]) == {}


def test_the_latest_ruling_in_force_holds_for_an_answer_told_again() -> None:
    look_up = LookedUp(table="t", keys={"roll": 3}, row=1, result={"loss": 1}, procedure=1, rule="toy 3")
    events = log(
        given_(1),
        rolled(1),
        look_up,
        look_up,
        Ruled(concerns=2, value=3, by="", because="x"),
        Ruled(concerns=2, value=4, by="", because="x"),
        look_up,
        look_up,
        Ruled(concerns=8, value={"loss": 2}, by="", because="x"),
        given_(10),
    )
    rulings = Rulings(events, Strikes(events))
    assert rulings.of_order == {1: [4, 5, 8]}
    die = rulings.answer(events[1])
    latest = rulings.on(die, lambda place: True)
    assert latest is not None
    assert latest.value == 4
    first = rulings.on(die, lambda place: place < 5)
    assert first is not None
    assert first.value == 3
    assert rulings.on(die, lambda place: False) is None
    assert rulings.answer(events[2]) == rulings.answer(events[6]) != rulings.answer(events[3])
    assert rulings.answer(events[3]) == rulings.answer(events[7])
    assert {number: ruled.number for number, ruled in ruled_answers(events, {3, 4}).items()} == {2: 6, 8: 9}
    assert ruled_answers(events[:4], ()) == {}
    assert (origin(rolled(1, again=7)), origin(events[1])) == (7, 2)
    assert concerned(events, events[4]) is events[1]  # type: ignore[arg-type]
    for concerns in (0, 5, 99):
        assert concerned(events, Ruled(number=5, concerns=concerns, value=1, by="", because="")) is None
