"""What joins a game in play: who learns of it, what the rules make of it, undo, audit, views, files."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from adjudication.engine.by_hand.placing import placed
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from domain.errors import BadData, NotFound, Refused
from domain.events import BoardData, OrderGiven, SideAdded, SpaceData, TrackAdded
from domain.table.journal import Journal
from domain.table.mutators import apply, rebuild
from domain.table.state import State
from domain.views.view import see, see_log
from tests.cli.conftest import Cell
from tests.core.games import SECRET, findings
from tests.seminar.games import act, freeform, go_on, of_kind

SHOAL: dict[str, Any] = {"id": "shoal", "name": "Grey Shoal", "beside": ["narrows", "ocean"]}


def add(session: Session, what: str, only: tuple[str, ...] | None = None, **arguments: Any) -> None:
    session.by_hand(f"hand-{what}", arguments, "It was agreed", "Ada", audience=only)


def league(session: Session) -> None:
    """A side joins, with a ship at a shoal of its own."""
    add(session, "add-side", id="league", name="Neutral League")
    outline = ((120, 70), (130, 70), (130, 80), (120, 80))
    add(session, "add-space", **SHOAL, outline=outline, column=5, row=4)
    add(session, "add-kind", id="ship", name="Cable ship", owner="league", group="naval")
    add(session, "place", id="cable-ship", kind="ship", at="shoal", name="Cable ship")


def test_a_side_that_joins_plays_as_the_others_do() -> None:
    session = freeform()
    league(session)
    assert session.state.players()[-1] == "league"
    moves = [order for order in session.legal() if order.side == "league"]
    assert {order.arguments["to"] for order in moves} == {"narrows", "ocean"}
    session.order(Order("league", "move", {"piece": "cable-ship", "to": "ocean"}))
    assert session.state.pieces["cable-ship"].place == "ocean"
    go_on(session)
    act(session, "league", "Offer to mediate")
    session.decide("succeeds", "Ada", "Both accept")
    assert findings(session.game.log, SECRET).findings == []


def test_undo_takes_off_what_was_added_and_what_rests_on_it() -> None:
    session = freeform()
    before = session.state.copy()
    league(session)
    first = next(each.number for each in session.game.log if isinstance(each, SideAdded)) - 1
    session.take_back(first, "They declined", "Ada")
    state = session.state
    assert (list(state.sides), sorted(state.pieces)) == (list(before.sides), sorted(before.pieces))
    assert (state.board.neighbours, state.kinds) == (before.board.neighbours, before.kinds)
    assert findings(session.game.log, SECRET).findings == []


def test_a_secret_track_shows_to_none_but_those_who_know_of_it() -> None:
    session, plain = freeform(), freeform()
    add(
        session,
        "add-track",
        id="leverage",
        name="Leverage",
        value=2,
        lowest=0,
        highest=5,
        known_to=["verrin"],
    )
    [given] = [each for each in session.game.log if isinstance(each, OrderGiven) and each.order != "begin"]
    [added] = of_kind(session.game.log, TrackAdded)
    assert given.audience == added.audience == ("verrin",)
    for side in ("aldmark", "council"):
        assert see_log(session.game.log, side) == see_log(plain.game.log, side)
        assert see(session.state, side) == see(plain.state, side)
    assert see(session.state, "verrin").tracks["leverage"] == 2
    told = next(each for each in see_log(session.game.log, "verrin") if each.event == "track-added")
    assert told.fields["track"].known_to == ("verrin",)
    add(session, "score", track="leverage", change=1)
    assert "leverage" not in str(see_log(session.game.log, "aldmark")).lower()
    assert findings(session.game.log, SECRET).findings == []


def test_a_box_may_be_secret_and_an_area_may_not() -> None:
    session = freeform()
    add(session, "add-space", id="vault", name="Vault", kind="box", box=True, seen_by=["council"])
    assert "vault" not in str(see_log(session.game.log, "verrin")).lower()
    assert "vault" in str(see_log(session.game.log, "council")).lower()
    with pytest.raises(BadData, match="An area of the map is seen by everyone"):
        add(session, "add-space", **SHOAL, seen_by=["council"])


@pytest.mark.parametrize(
    ("what", "arguments", "says"),
    [
        ("add-side", {"id": "verrin", "name": "V"}, "verrin is the name of something else already"),
        ("add-side", {"id": "all", "name": "All"}, "all is the name of something else already"),
        ("add-side", {"id": "Big One", "name": "B"}, "An id has 1 to 60 small letters"),
        ("add-side", {"id": "b", "name": " "}, "A name is one line of 1 to 100"),
        ("add-side", {"id": "b", "name": "B", "player": "Zoe"}, "No side is held by a player 'Zoe'"),
        ("add-space", {"id": "a", "name": "A", "beside": ["mars"]}, "There is no area 'mars'"),
        ("add-space", {"id": "a", "name": "A", "beside": ["talks"]}, "There is no area 'talks'"),
        ("add-space", {"id": "a", "name": "A"}, "A does not fit on the map"),
        ("add-space", {"id": "a", "name": "A", "box": True, "beside": ["ocean"]}, "beside no area"),
        ("link", {"one": "narrows", "other": "narrows"}, "does not lie beside itself"),
        ("link", {"one": "narrows", "other": "aldport"}, "are neighbours already"),
        ("add-track", {"id": "t", "name": "T", "value": 9, "lowest": 0, "highest": 5}, "cannot start at 9"),
        ("add-track", {"id": "t", "name": "T", "value": 0, "lowest": 5, "highest": 0}, "below its upper end"),
        ("add-table", {"table": "escalation", "title": "E", "keys": ["a"], "rows": [{"a": 1}]}, "--adopt"),
        ("add-table", {"table": "t", "title": "T", "keys": ["a"], "rows": [{"b": 1}]}, "column a is missing"),
        ("add-table", {"table": "t", "title": "T", "keys": ["a"], "rows": []}, "has no rows"),
        ("add-kind", {"id": "frigates", "name": "F"}, "There is a kind of piece frigates already"),
        ("add-kind", {"id": "f", "name": "F", "owner": "mars"}, "There is no side 'mars'"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_recorded(
    what: str, arguments: dict[str, Any], says: str
) -> None:
    session = freeform()
    log = list(session.game.log)
    with pytest.raises((BadData, NotFound)) as refused:
        add(session, what, **arguments)
    assert says in refused.value.sentence
    assert session.game.log == log


def test_what_everyone_sees_cannot_be_kept_from_anyone() -> None:
    with pytest.raises(Refused, match="A new side is known to everyone; leave --only out"):
        add(freeform(), "add-side", ("verrin",), id="league", name="League")


def test_a_journal_puts_the_table_back() -> None:
    session = freeform()
    league(session)
    add(session, "link", one="aldport", other="ocean")
    add(session, "add-track", id="t", name="T", value=0, lowest=0, highest=5, known_to=[])
    add(session, "add-table", table="t", title="T", keys=["die"], rows=[{"die": [1, 6], "told": "calm"}])
    opened = [event for event in session.game.log if event.number < 9]
    state = rebuild(opened)
    before = snapshot(state)
    journal = Journal(state)
    for event in session.game.log[len(opened) :]:
        journal.apply(event)
    assert snapshot(state) == snapshot(session.state) != before
    journal.back_to(0)
    assert snapshot(state) == before


def snapshot(state: State) -> Any:
    return (
        list(state.sides),
        state.board.data,
        {id: (track.value, track.known_to) for id, track in state.tracks.items()},
        list(state.tables),
        sorted(state.kinds),
        sorted(state.pieces),
        state.unseen,
        state.unseen_places,
    )


def test_a_log_with_additions_is_read_again_to_the_same_table() -> None:
    session = freeform()
    league(session)
    state = State()
    for event in session.game.log:
        apply(state, event)
    assert snapshot(state) == snapshot(session.state)


def test_a_forged_addition_is_found() -> None:
    import msgspec

    session = freeform()
    add(session, "add-track", id="t", name="T", value=0, lowest=0, highest=5)
    log = [
        msgspec.structs.replace(each, track=msgspec.structs.replace(each.track, value=3))
        if isinstance(each, TrackAdded)
        else each
        for each in session.game.log
    ]
    assert "Replaying order" in findings(log, SECRET).findings[0].message


# --- where it is drawn ---------------------------------------------------------------------------


def test_an_area_is_drawn_clear_of_the_map_and_of_areas_added_before() -> None:
    session = freeform()
    for number in range(4):
        where = placed(session.state, ["narrows"])
        add(session, "add-space", id=f"new-{number}", name=f"New {number}", beside=["narrows"], **where)
    spaces = session.state.board.data.spaces
    boxes = {space.id: _box(space) for space in spaces}
    for number in range(4):
        left, top, right, bottom = boxes.pop(f"new-{number}")
        for other in boxes.values():
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    assert len({(space.column, space.row) for space in spaces}) == len(spaces)


def _box(space: SpaceData) -> tuple[int, int, int, int]:
    xs, ys = [x for x, _ in space.outline], [y for _, y in space.outline]
    return min(xs), min(ys), max(xs), max(ys)


def test_on_hexes_it_is_the_nearest_free_hex_and_elsewhere_a_free_cell() -> None:
    state = freeform("ford").state
    assert placed(state, ["ford"]) == {"map": "", "column": 2, "row": 2}
    assert placed(state, ["ford"], (5, 7)) == {"map": "", "column": 5, "row": 7}
    from domain.events import HexLayout

    hexes = tuple(SpaceData(f"h{c}{r}", column=c, row=r) for c in (1, 2, 3) for r in (1, 2, 3))
    state.lay_board(BoardData(layout=HexLayout(), spaces=hexes[:-1]))
    where = placed(state, ["h22"])
    assert (where["kind"], where["column"], where["row"]) == ("hex", 3, 3)


# --- the command ---------------------------------------------------------------------------------


def test_the_command_adds_each_thing(cell: Cell, tmp_path: Path) -> None:
    cell("new", "freeform", "--name", "s", "--seed", "3")
    weather = tmp_path / "weather.csv"
    weather.write_text("die,weather\n1..3,calm\n4..6,storm\n", encoding="utf-8")
    for words in (
        ("side", "Neutral League"),
        ("area", "Grey Shoal", "--beside", "Narrows", "--terrain", "sea"),
        ("box", "Back channel", "--only", "verrin"),
        ("link", "aldport", "Kallo Naval Base"),
        ("track", "Bandwidth", "--value", "80", "--ends", "0,100"),
        ("kind", "Cable ship", "--side", "neutral", "--group", "naval"),
        ("piece", "Concord", "--kind", "cable-ship", "--at", "grey", "--only", "neutral-league"),
        ("piece", "Beacon", "--at", "grey-shoal", "--side", "council"),
        ("table", str(weather), "--keys", "die"),
    ):
        done = cell("add", *words, "--because", "It was agreed")
        assert done.code == 0, done.err
    status = cell("status", "--as", "verrin").out
    assert "Bandwidth 80" in status
    assert "Concord" not in cell("pieces", "--as", "verrin").out
    assert "Concord" in cell("pieces", "--as", "neutral-league").out
    assert "storm" in cell("look-up", "weather", "die=5", "--because", "Rain").out
    assert "Grey Shoal" in cell("map").out
    assert cell("audit").code == 0
    league = cell("brief", "neutral-league", "--out", str(tmp_path / "league.html"))
    assert league.code == 0, league.err
    assert "Grey Shoal" in (tmp_path / "league.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("moon", "x"), "There is no 'moon' to add; there are: side, area, box"),
        (("side", "Two", "Words"), "a name of several words stands in quotes"),
        (("side", "王"), "Say under which id it is known: --id ID."),
        (("side", "A", "--ends", "0,5"), "`add side` has no --ends; its options: --player."),
        (("track", "T", "--ends", "low"), "--ends LOWEST,HIGHEST, not 'low'"),
        (("link", "aldport"), "A link is between two areas"),
        (("piece", "P"), "Say where the piece is: --at PLACE."),
        (("piece", "P", "--at", "ocean", "--only", "verrin"), "A new kind of piece is known to everyone."),
        (("table", "none.csv"), "There is no file none.csv."),
    ],
)
def test_nonsense_is_refused_and_the_log_untouched(cell: Cell, words: tuple[str, ...], says: str) -> None:
    cell("new", "freeform", "--name", "s", "--seed", "3")
    before = cell("log", "--json").out
    done = cell("add", *words, "--because", "x")
    assert (done.code, cell("log", "--json").out) == (2, before)
    assert says in done.err


def test_a_side_that_joined_is_everywhere_and_can_be_undone(empty: Cell, tmp_path: Path) -> None:
    empty.done("new", "freeform", "--name", "s", "--seed", "3")
    empty.done("add", "side", "Neutral League", "--because", "It asks to take part")
    empty.done("add", "piece", "Cable ship", "--side", "league", "--at", "ocean", "--because", "Chartered")
    empty.done("roster", "Ida", "--role", "Envoy", "--side", "neutral-league")
    empty.done("submit", "--as", "neutral-league", "move", "piece=cable-ship", "to=outer-banks")
    for viewer in ((), ("--as", "neutral-league")):
        model = tmp_path / f"{len(viewer)}.db"
        empty.done("read-model", str(model), *viewer)
        with sqlite3.connect(model) as database:
            sides = [side for (side,) in database.execute("SELECT side FROM sides")]
        assert set(sides) == {"aldmark", "verrin", "council", "neutral-league"}
    empty.done("fork", "--name", "t", "--at", "15")
    assert "Neutral League" in empty.done("roster", "--game", "s").out
    assert "Audit passed" in empty.done("audit", "--game", "t").out
    empty.done("undo", "9", "--because", "They declined", "--overrule", "--yes", "--game", "s")
    for words in (
        ("roster",),
        ("open-orders", "--anyway", "--because", "x"),
        ("status",),
        ("log", "--as", "verrin"),
        ("audit",),
    ):
        empty.done(*words, "--game", "s")
