"""Forks, what-ifs and turning points at the command line."""

from pathlib import Path

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import CounterDrawn, DieRolled, GameForked, GameOpened, OrderDone, OrderGiven, TrackData
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import read_log, write_log
from domain.texts import code_of
from tests.cli.conftest import Cell
from tests.toys.kit import Bare, areas, build, lay

# --- fork ------------------------------------------------------------------------------------------


def test_a_fork_is_the_current_game_and_both_logs_know(cell: Cell) -> None:
    before = cell.events("ramadi")
    at = next(e.number for e in reversed(before) if isinstance(e, OrderDone))
    told = cell.done("fork", "--at", str(at), "--name", "again", "--by", "Ann").out
    assert f"Game again goes on from event {at} of ramadi; it is now the current game." in told
    new, old = cell.events(), cell.events("ramadi")
    opened, forked = new[0], old[-1]
    assert isinstance(opened, GameOpened)
    assert isinstance(forked, GameForked)
    assert opened.forked_from is not None
    assert (opened.forked_from.name, opened.forked_from.event) == ("ramadi", at)
    assert (forked.game, forked.name, forked.at, forked.by) == (opened.game, "again", at, "Ann")
    assert new[1:at] == old[1:at]
    assert opened.commitment != old[0].commitment
    assert f"forked from “ramadi” at event {at}" in cell.done("log", "--as", "white").out
    told = cell.done("log", "--as", "white", "--game", "ramadi").out
    assert f"Game “again” forked from event {at}" in told
    assert "forked from “ramadi”" in cell.done("log").out


def test_both_are_clean_and_go_on_by_themselves(cell: Cell) -> None:
    at = len(cell.events("ramadi"))
    cell.done("fork", "--at", str(at))
    for game in ("ramadi", "ramadi-fork"):
        cell.done("order", "1", "--game", game)
        report = cell.done("audit", "--game", game, "--json").json
        assert (report["findings"], report["dice"]) == ([], "derived")
    rolls = [
        [e.face for e in cell.events(game)[at:] if isinstance(e, DieRolled)]
        for game in ("ramadi", "ramadi-fork")
    ]
    assert len(rolls[0]) >= 2
    assert len(rolls[1]) >= 2
    cell.done("close", "--yes")
    cell.done("export", "fork.jsonl")
    cell.done("export", "ramadi.jsonl", "--game", "ramadi")
    entries, of = read_log(cell.database.parent / "fork.jsonl")
    assert audit(entries, of).findings == []
    told = cell("audit", "fork.jsonl").out
    assert "The seal of ramadi is not at hand" in told
    cell.done("close", "--yes", "--game", "ramadi")
    cell.done("export", "ramadi.jsonl", "--force", "--game", "ramadi")
    told = cell.done("audit", "fork.jsonl", "--origin", "ramadi.jsonl").out
    assert "Dice: derived" in told
    assert "not known here" not in told


def test_a_forged_fork_is_found_from_the_files_alone(cell: Cell) -> None:
    cell.done("export", "ramadi.jsonl")
    cell.done("fork", "--at", "40")
    cell.done("export", "fork.jsonl")
    file = cell.database.parent / "fork.jsonl"
    entries, _ = read_log(file)
    events = [entry.event for entry in entries]
    events[20] = msgspec.structs.replace(events[20], time="1999-01-01T00:00:00Z")
    write_log(file, enter(entries[0].game, events, GENESIS))
    result = cell("audit", "fork.jsonl", "--origin", "ramadi.jsonl", "--json")
    assert result.code == 1
    assert {21, 40} <= {finding["event"] for finding in result.json["findings"]}


def test_a_fork_inside_an_order_is_adjudicated_on(cell: Cell) -> None:
    """With sealed dice at once; with dice on the table the question is asked."""
    cell.done("order", "1")
    order = max(e.number for e in cell.events() if isinstance(e, OrderGiven))
    told = cell.done("fork", "--at", str(order), "--json").json
    assert [view["event"] for view in told["events"]].count("die-rolled") >= 2
    assert all(question["kind"] == "choice" for question in told["pending"])
    assert cell.events()[-1].procedure == order
    assert cell.done("audit", "--json").json["findings"] == []
    cell.done("order", "1", "--game", "typed")
    told = cell.done("fork", "--at", str(len(cell.events("typed"))), "--game", "typed", "--json").json
    assert told["pending"][0]["kind"] == "die"
    cell.done("answer", "3")
    assert cell.done("audit", "--json").json["findings"] == []


def test_a_closed_game_is_forked_and_stays_clean(cell: Cell) -> None:
    at = len(cell.events("closed")) - 10
    cell.done("fork", "--at", str(at), "--game", "closed")
    assert isinstance(cell.events("closed")[-1], GameForked)
    for game in ("closed", "closed-fork"):
        assert cell.done("audit", "--game", game, "--json").json["findings"] == []
    assert "is closed from event" in cell.refused("fork", "--at", str(at + 10), "--game", "closed")


def test_a_fork_can_be_exported_and_taken_in(cell: Cell) -> None:
    cell.done("fork", "--at", "30", "--name", "again")
    cell.done("export", "fork.jsonl")
    other = Cell(cell.database.parent / "other.db")
    other.done("import", "fork.jsonl", "--name", "theirs")
    report = other("audit", "--json").json
    assert report["findings"] == []
    assert any("Events 2 to 30 were carried over from ramadi" in notice for notice in report["notices"])


# --- what-if ---------------------------------------------------------------------------------------


def die_of(cell: Cell, game: str) -> DieRolled:
    return next(
        e for e in cell.events(game) if isinstance(e, DieRolled) and code_of(e.purpose) == "ISF attack"
    )


def test_a_what_if_compares_and_writes_nothing(cell: Cell) -> None:
    rolled = die_of(cell, "over")
    before = cell.everything()
    other = rolled.face % rolled.die + 1
    words = ("what-if", "--roll", f"{rolled.number}={other}", "--games", "8", "--game", "over")
    told = cell.done(*words, "--workers", "1").out
    assert f"over from event {rolled.number} (turn 1, operations" in told
    assert f"had it shown {other}" in told
    assert "won by Iraqi Security Forces" in told
    result = cell.done(*words, "--workers", "1", "--json").json
    assert cell.done(*words, "--workers", "2", "--json").json == result
    assert cell.done(*words, "--workers", "1", "--seed", "2", "--json").json != result
    assert (result["at"], result["games"], result["policy"]) == (rolled.number, 8, "sensible")
    assert (result["viewer"], result["altered"]) == ("isf", f"had it shown {other}")
    for column in ("as_it_was", "what_if"):
        chances = [chance["value"] for chance in result[column]["chances"].values()]
        assert sum(chances) + result[column]["draw"]["value"] == 1
        assert sum(result[column]["margins"]["isf"]["values"].values()) == 8
    assert cell.everything() == before


def test_a_what_if_with_the_die_that_fell_changes_nothing(cell: Cell) -> None:
    rolled = die_of(cell, "over")
    words = ("--roll", f"{rolled.number}={rolled.face}", "--games", "10", "--game", "over", "--json")
    result = cell.done("what-if", *words).json
    assert result["what_if"] == result["as_it_was"]
    assert {change["value"] for change in result["change"]["chances"].values()} == {0.0}
    assert {change["value"] for change in result["change"]["margins"].values()} == {0.0}


def test_an_event_beside_a_die_names_the_dice_of_its_order(cell: Cell) -> None:
    rolled = die_of(cell, "over")
    told = cell.refused("what-if", "--roll", f"{rolled.procedure}=3", "--game", "over")
    dice = [
        e.number for e in cell.events("over") if isinstance(e, DieRolled) and e.procedure == rolled.procedure
    ]
    assert told.endswith(f"in its order these are: {', '.join(map(str, dice))}.")


def test_a_decided_game_has_no_order_to_replace(cell: Cell) -> None:
    at = len(cell.events("over"))
    assert "The game is decided" in cell.refused(
        "what-if", "--at", str(at), "--order", "proceed", "--game", "over"
    )
    told = cell.done("what-if", "--at", str(at), "--games", "3", "--game", "over").out
    assert "100 %" in told
    assert " to +" not in told  # what is certain has no interval


def test_from_an_event_alone_there_is_one_column(cell: Cell) -> None:
    at = len(cell.events("ramadi"))
    told = cell.done("what-if", "--at", str(at), "--games", "5").out
    assert "from here" in told
    assert "change" not in told
    result = cell.done("what-if", "--at", str(at), "--games", "5", "--json", "--as", "white").json
    assert result["what_if"] is result["change"] is None
    assert result["viewer"] == "white"


def test_another_order_is_read_as_it_stood_then(cell: Cell) -> None:
    executed = next(e for e in cell.events("over") if isinstance(e, OrderGiven) and e.order == "execute")
    cell.done("fork", "--at", str(executed.number - 1), "--name", "then", "--game", "over")
    legal = cell.done("orders", "--json").json
    assert len(legal) > 1
    other = next(each for each in legal if each["order"]["target"] != executed.arguments["target"])
    target = other["order"]["target"]
    results = [
        cell.done(
            "what-if", "--at", str(at), "--order", text, "--games", "5", "--game", "over", "--json"
        ).json
        for at, text in (
            (executed.number - 1, f"execute target={target}"),
            (executed.number, str(other["number"])),
            (executed.number + 2, f'{{"order": "execute", "target": "{target}"}}'),
        )
    ]
    assert results[0]["altered"] == f"execute target={target}"
    for result in results[1:]:
        assert {**result, "at": 0} == {**results[0], "at": 0}


# --- turning points --------------------------------------------------------------------------------

QUICK = ("turning-points", "--games", "4", "--game", "closed", "--workers", "1")


def test_turning_points_are_named_and_kept(cell: Cell) -> None:
    cache = cell.database.parent / "cache" / "whitecell" / "forecasts"
    before = cell.everything()
    first = cell.done(*QUICK, "--no-cache", "--json").json
    assert not cache.exists()
    assert cell.done(*QUICK, "--json").json == first
    files = {file: file.stat().st_mtime_ns for file in cache.rglob("*.json")}
    assert len(files) == len(first["forecast"]["points"])
    assert cell.done(*QUICK, "--json").json == first
    assert {file: file.stat().st_mtime_ns for file in cache.rglob("*.json")} == files
    assert cell.everything() == before
    assert len(first["turning_points"]) == 5
    moved = [point["moved"] for point in first["turning_points"]]
    assert moved == sorted(moved, reverse=True)
    told = cell.done(*QUICK, "--top", "1").out
    assert "Orders that changed the chances most:" in told
    assert f"event {first['turning_points'][0]['order']}: " in told
    assert " 2. " not in told


def test_a_spoilt_cache_is_played_anew(cell: Cell) -> None:
    first = cell.done(*QUICK, "--json").json
    files = sorted((cell.database.parent / "cache").rglob("*.json"))
    files[0].write_bytes(b"{")
    files[1].write_bytes(b'{"winners": 3}')
    files[2].unlink()
    assert cell.done(*QUICK, "--json").json == first
    assert files[0].read_bytes().startswith(b'{"winners":[')
    assert files[2].exists()


def test_where_no_cache_can_be_kept_it_goes_without(cell: Cell) -> None:
    first = cell.done(*QUICK, "--json").json
    for file in (cell.database.parent / "cache").rglob("*.json"):
        file.unlink()
    (cell.database.parent / "cache").rename(cell.database.parent / "old")
    (cell.database.parent / "cache").write_text("in the way")
    assert cell.done(*QUICK, "--json").json == first


def test_rules_that_were_mended_are_played_anew(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = cell.database.parent / "cache"
    first = cell.done(*QUICK, "--json").json
    before = len(list(cache.rglob("*.json")))
    monkeypatch.setattr("reports.studies.forecast_cache.code_digest", lambda system: "mended")
    assert cell.done(*QUICK, "--json").json == first
    assert len(list(cache.rglob("*.json"))) == 2 * before


def test_forecasts_are_for_the_white_cell(cell: Cell) -> None:
    """Their events, and the policies that play them on, know what a side may not."""
    for words in (("what-if", "--at", "140", "--games", "1"), QUICK[:-4]):
        told = cell.refused(*words, "--as", "isf", "--game", "over")
        assert "for the white cell" in told
        assert "--knowing isf" in told
        assert "no side 'nato'" in cell.refused(*words, "--knowing", "nato", "--game", "over")


def test_whose_knowledge_they_go_by_is_said(cell: Cell) -> None:
    for words in (("what-if", "--at", "140", "--games", "1"), ("turning-points", "--games", "1")):
        said = (*words, "--game", "over", "--workers", "1")
        usual, white = cell.done(*said).out, cell.done(*said, "--as", "white").out
        assert "what Iraqi Security Forces did not know is dealt anew" in usual
        assert cell.done(*said, "--knowing", "isf").out == usual
        assert "dealt anew" not in white
        assert cell.done(*said, "--knowing", "white").out == white


def test_forecasts_bear_the_marking(cell: Cell) -> None:
    cell.done("declare", "--marking", "OFFICIAL")
    for words in (("what-if", "--at", "140", "--games", "1"), ("turning-points", "--games", "1")):
        lines = cell.done(*words, "--workers", "1").out.splitlines()
        assert lines[0] == lines[-1] == "OFFICIAL"
        assert cell.done(*words, "--workers", "1", "--json").json["marking"] == "OFFICIAL"


EMBARGO = "toy-embargo"


def _season(umpire: Umpire, order: Bare) -> None:
    """The rules decide by a die; on the way the white cell judges, and a track of no side moves."""
    umpire.judge("Whom does the embargo hurt?", ["iran", "iraq"], rule=f"{EMBARGO} 1")
    umpire.score("escalation", 1, rule=f"{EMBARGO} 1")
    umpire.declare(
        "iran" if umpire.roll(6, "the war", rule=f"{EMBARGO} 1") > 3 else "iraq", "", rule=f"{EMBARGO} 1"
    )


lay(
    EMBARGO,
    "Embargo",
    sides="iran iraq",
    board=areas("map"),
    kinds={},
    pieces=[],
    tracks=[TrackData(id="escalation", name="Escalation", highest=9)],
)
build(
    EMBARGO,
    "Embargo",
    lambda umpire: umpire.enter_phase(1, "events", rule=f"{EMBARGO} 1"),
    [OrderKind("next", Bare, _season, f"{EMBARGO} 1", "Play the season.")],
    lambda state: [OrderGroup("", "next", {})],
)


REFUSED = (
    "Freeform has no chances of winning to estimate: the white cell judges how actions come out and which "
    "side achieved most, and a policy's picks in its place would mean nothing."
)


def test_where_people_judge_the_outcome_forecasts_are_refused(cell: Cell) -> None:
    cell.done("new", "freeform", "--name", "judged")
    cell.done("order", "proceed")
    assert cell.refused("what-if", "--at", "8", "--games", "2") == REFUSED
    assert cell.refused("turning-points", "--games", "2") == REFUSED
    assert cell.refused("aar", "--with-turning-points", "--out", "page.html") == REFUSED
    assert not Path("page.html").exists()


def test_the_review_of_a_judged_game_has_no_chances_and_says_why(cell: Cell) -> None:
    cell.done("new", "freeform", "--name", "judged")
    cell.done("roster", "Ada", "--role", "facilitator")
    cell.done("change", "verrin_standing+2", "--because", "The treaty holds")
    cell.done("aar", "--out", "page.html")
    page = Path("page.html").read_text()
    assert 'id="chances"' not in page
    assert "--with-turning-points" not in page
    assert "The white cell judges how actions come out" in page
    assert "so no chances of winning are computed" in page


def test_a_track_that_is_no_sides_score_is_named(cell: Cell) -> None:
    words = ("--workers", "1", "--json")
    cell.done("new", "toy-embargo", "--name", "crisis")
    for said in (("what-if", "--at", "8", "--games", "2"), ("turning-points", "--games", "2")):
        told = cell.done(*said, "--workers", "1").out
        assert "Margins count the sides' scores alone, without Escalation." in told
        assert cell.done(*said, *words).json["not_counted"] == ["escalation"]
        assert "scores alone" not in cell.done(*said, "--workers", "1", "--game", "closed").out


def test_chances_that_hang_on_judgements_say_so(cell: Cell) -> None:
    cell.done("new", "toy-embargo", "--name", "judged")
    for words in (("what-if", "--at", "8", "--games", "2"), ("turning-points", "--games", "2")):
        said = (*words, "--workers", "1")
        assert "Policy `random` picked the white cell's judgements" in cell.done(*said).out
        assert cell.done(*said, "--json").json["judged"] is True
        assert "would judge" not in cell.done(*said, "--game", "closed").out
        assert cell.done(*said, "--game", "closed", "--json").json["judged"] is False


def test_a_side_is_not_told_what_was_drawn_hidden(cell: Cell) -> None:
    words = ("turning-points", "--games", "1", "--game", "over", "--top", "100", "--json")
    hidden = {
        event.number
        for event in cell.events("over")
        if isinstance(event, CounterDrawn) and event.audience == ()
    }
    assert hidden
    rolls = {}
    for viewer in ("isf", "white"):
        points = cell.done(*words, "--knowing", viewer).json["forecast"]["points"]
        rolls[viewer] = {roll for point in points for roll in point["rolls"]}
    assert rolls["isf"].isdisjoint(hidden)
    assert rolls["white"] == rolls["isf"] | hidden
