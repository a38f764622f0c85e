"""The read model says what the logs say, however often and in whatever steps it is refreshed."""

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from domain.errors import BadLog, NotFound, Refused
from domain.events import (
    DieRolled,
    Event,
    LookedUp,
    Modified,
    Noted,
    OrderGiven,
    PhaseEntered,
    PieceMoved,
    Scored,
)
from domain.game.chain import GENESIS, Entry, enter
from domain.game.game import Game
from domain.views.view import see_log
from reports.read_model.build import from_file
from reports.read_model.rows import GAME_SPAN
from reports.story.turns import story
from tests.reports.games import GAME, HOSTILE, corrected, entries_of, played
from tests.reports.read_models import (
    RECORDED,
    all_of,
    build,
    corrected_often,
    found,
    one,
    query,
    recorded,
)
from tests.words import spoken


@cache
def often() -> tuple[Entry, ...]:
    return tuple(corrected_often())


def test_it_holds_what_is_in_the_log(tmp_path: Path) -> None:
    game, entries, _ = played()
    (done,) = build(tmp_path / "a.db", entries)
    assert (done.events, done.new, done.anew) == (len(entries), len(entries), False)
    held = all_of(tmp_path / "a.db")
    counts: Counter[type[Event]] = Counter(type(event) for event in game.log)
    made_of: dict[str, type[Event]] = {
        "orders": OrderGiven,
        "rolls": DieRolled,
        "look_ups": LookedUp,
        "modifiers": Modified,
        "score_changes": Scored,
    }
    for table, kind in made_of.items():
        assert len(held[table]) == counts[kind] > 0
    assert len([move for move in held["moves"] if move["how"] == "moved"]) == counts[PieceMoved]
    assert [row["digest"] for row in held["events"]] == [entry.digest for entry in entries]
    (row,) = held["games"]
    assert game.state.verdict is not None
    assert (row["head"], row["winner"]) == (entries[-1].digest, game.state.verdict.winner)
    assert row["closed"] == 1
    roll = next(event for event in game.log if isinstance(event, DieRolled))
    (told,) = query(tmp_path / "a.db", "SELECT * FROM rolls WHERE number = ?", roll.number)
    given = game.event(roll.procedure)
    assert isinstance(given, OrderGiven)
    assert (told["die"], told["face"], told["purpose"]) == (
        roll.die,
        roll.face,
        spoken(roll.purpose, game.state),
    )
    assert (told["order_event"], told["side"]) == (GAME_SPAN + given.number, given.side)


@pytest.mark.parametrize("name", ["played", "often"])
def test_scores_losses_and_time_are_those_of_the_review(name: str, tmp_path: Path) -> None:
    entries = played()[1] if name == "played" else list(often())
    game = Game.from_entries(entries[0].game, entries)
    told = story(game)
    build(tmp_path / "a.db", entries)
    held = all_of(tmp_path / "a.db")
    scores: dict[int, dict[str, int]] = {}
    for row in held["scores"]:
        scores.setdefault(row["turn"], {})[row["track"]] = row["value"]
    assert scores == {turn.turn: turn.tracks for turn in told.turns if turn.tracks}
    losses = [
        (row["number"], row["turn"], row["piece"], row["how"]) for row in held["losses"] if row["in_force"]
    ]
    assert losses == [(loss.number, loss.turn, loss.piece, loss.how) for loss in told.losses()] != []
    assert sum(row["losses"] for row in held["losses_by_turn"]) == len(losses)
    assert sum(row["losses"] for row in held["losses_by_order"]) == len(losses)
    assert {row["turn"] for row in held["turn_times"]} >= set(scores) - {0}


@pytest.mark.parametrize("seed", range(3))
def test_refreshed_in_steps_it_is_as_if_built_at_once(seed: int, tmp_path: Path) -> None:
    entries = often()
    assert len({entry.wire_name for entry in entries} & {"taken-back.1", "ruled.2"}) == 2
    chance = random.Random(seed)
    cuts = sorted(chance.sample(range(6, len(entries)), 5))
    for cut in cuts:
        build(tmp_path / "steps.db", entries[:cut])
        (again,) = build(tmp_path / "steps.db", entries[:cut])
        assert again.new == 0
    build(tmp_path / "steps.db", entries)
    build(tmp_path / "once.db", entries)
    held = all_of(tmp_path / "steps.db")
    assert held == all_of(tmp_path / "once.db")
    assert any(not row["in_force"] for row in held["rolls"])
    assert query(tmp_path / "steps.db", "PRAGMA foreign_key_check") == []
    game = Game.from_entries(entries[0].game, entries)
    struck = {row["number"] for row in held["events"] if not row["in_force"]}
    assert struck == set(game.struck)


def test_the_index_for_search_is_the_same_however_it_was_built(tmp_path: Path) -> None:
    entries = often()
    for cut in (300, 500, len(entries)):
        build(tmp_path / "steps.db", entries[:cut])
    build(tmp_path / "once.db", entries)
    for words in ("slip", "cocked", "after"):
        hits = found(tmp_path / "once.db", "texts", words)
        assert hits == found(tmp_path / "steps.db", "texts", words) != []


def test_a_log_that_is_another_one_now_is_read_anew(tmp_path: Path) -> None:
    entries = often()
    other = corrected().log[:250]
    build(tmp_path / "a.db", entries)
    replaced = entries_of(Game.from_events(entries[0].game, other))
    assert len(replaced) < len(entries)
    build(tmp_path / "b.db", replaced)
    (done,) = build(tmp_path / "b.db", entries)
    assert done.anew
    assert all_of(tmp_path / "a.db") == all_of(tmp_path / "b.db")


def test_an_older_export_takes_nothing_away(tmp_path: Path) -> None:
    entries = often()
    build(tmp_path / "a.db", entries)
    before = all_of(tmp_path / "a.db")
    (done,) = build(tmp_path / "a.db", entries[:200])
    assert (done.new, done.anew) == (0, False)
    assert all_of(tmp_path / "a.db") == before


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDED.glob("*.jsonl")))
def test_every_recorded_game_can_be_read(name: str, tmp_path: Path) -> None:
    entries = recorded(name)
    build(tmp_path / "a.db", entries[: len(entries) // 2])
    build(tmp_path / "a.db", entries)
    assert one(tmp_path / "a.db", "SELECT count(*) FROM events") == len(entries)
    assert query(tmp_path / "a.db", "PRAGMA foreign_key_check") == []


def test_a_broken_log_is_refused_and_leaves_what_is_there(tmp_path: Path) -> None:
    entries = list(often())
    build(tmp_path / "a.db", entries[:100])
    before = all_of(tmp_path / "a.db")
    broken = [*entries[:120], *entries[121:]]
    with pytest.raises(BadLog, match="broken at event 122"):
        build(tmp_path / "a.db", broken)
    with pytest.raises(BadLog, match="should have 300 events"):
        from_file(entries[:200], 300)
    assert all_of(tmp_path / "a.db") == before


def test_what_is_no_read_model_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("no database\n" * 300)
    with pytest.raises(Refused, match="cannot be used"):
        build(tmp_path / "text.db", often())
    assert (tmp_path / "text.db").read_text().startswith("no database")
    build(tmp_path / "old.db", often())
    query_write(tmp_path / "old.db", "UPDATE read_model SET format = 99")
    with pytest.raises(Refused, match="another format"):
        build(tmp_path / "old.db", often())
    query_write(tmp_path / "other.db", "CREATE TABLE theirs (a)")
    with pytest.raises(Refused, match="something else"):
        build(tmp_path / "other.db", often())


def query_write(path: Path, sql: str) -> None:
    import sqlite3

    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()


HUGE = 10**30


def forged(*events: Event) -> list[Entry]:
    """A log that goes on with events nobody could have recorded; their chain is whole."""
    log = corrected().log
    return enter(GAME, [*log, *(replace(e, number=len(log) + n) for n, e in enumerate(events, 1))], GENESIS)


def test_numbers_too_large_for_a_database_and_events_that_are_not_there_do_no_harm(tmp_path: Path) -> None:
    entries = forged(
        DieRolled(number=0, die=6, face=HUGE, purpose="p", chance=HUGE, procedure=HUGE),
        Noted(
            number=0,
            text="a\0b'); DROP TABLE games;--",
            concerns=HUGE,
            links=(HUGE, -5, 1, 1),
            tags=("t", "t"),
        ),
        PhaseEntered(number=0, turn=HUGE, phase="p"),
    )
    for viewer in ("white", "isf"):
        path = tmp_path / f"{viewer}.db"
        build(path, entries, viewer=viewer)
        held = all_of(path)
        assert held["rolls"][-1]["face"] == held["games"][0]["turn"] == 2**63 - 1
        assert held["rolls"][-1]["order_event"] is None or viewer == "isf"
        assert held["insights"][-1]["text"] == "a\0b'); DROP TABLE games;--"
        assert held["insights"][-1]["concerns"] is None
        assert len(held["insight_links"]) == 1
        assert len(held["insight_topics"]) == (viewer == "white"), "a side is not told of undeclared topics"
        assert query(path, "PRAGMA foreign_key_check") == []


def test_an_event_that_cannot_be_told_is_refused_in_a_sentence(tmp_path: Path) -> None:
    build(tmp_path / "a.db", entries_of(corrected()))
    before = all_of(tmp_path / "a.db")
    argued = OrderGiven(number=0, side="", order="hand-argue", arguments={"arguments": [1]}, because="x")
    with pytest.raises(BadLog, match="could not have been recorded"):
        build(tmp_path / "a.db", forged(argued))
    assert all_of(tmp_path / "a.db") == before


# --- what people wrote -----------------------------------------------------------------------------


def test_hostile_text_is_kept_as_text_and_found(tmp_path: Path) -> None:
    entries = entries_of(corrected())
    build(tmp_path / "a.db", entries)
    held = all_of(tmp_path / "a.db")
    (note,) = held["insights"]
    assert note["text"] == note["by"] == HOSTILE
    assert [row["kind"] for row in held["rulings"]] == ["ruled", "taken-back"]
    assert all(HOSTILE in row["because"] for row in held["rulings"])
    assert found(tmp_path / "a.db", "texts", "cocked") == [held["rulings"][0]["event"]]
    assert found(tmp_path / "a.db", "insights", "script") == [note["event"]]


# --- what a side may know --------------------------------------------------------------------------


def test_a_side_has_only_its_view(tmp_path: Path) -> None:
    entries = list(often())
    game = Game.from_entries(entries[0].game, entries)
    for side in ("isf", "isis"):
        path = tmp_path / f"{side}.db"
        build(path, entries[:400], viewer=side)
        build(path, entries, viewer=side)
        build(tmp_path / f"{side}-once.db", entries, viewer=side)
        held = all_of(path)
        assert held == all_of(tmp_path / f"{side}-once.db")
        views = see_log(game.log, side)
        assert [row["kind"] for row in held["events"]] == [view.event for view in views]
        assert [json.loads(row["fields"]) for row in held["events"]] == [
            json.loads(json.dumps(view.fields, default=_plain)) for view in views
        ]
        assert [row["number"] for row in held["events"]] == list(range(1, len(views) + 1))
        (row,) = held["games"]
        assert (row["events"], row["head"], row["forked_at"]) == (len(views), None, None)
        assert held["insights"] == held["phases"] == []
        assert all(row["digest"] is None and row["struck_by"] is None for row in held["events"])
        assert any(not row["in_force"] for row in held["events"])
        assert query(path, "PRAGMA foreign_key_check") == []


def _plain(value: object) -> object:
    import msgspec

    return msgspec.to_builtins(value)


def test_no_text_anywhere_names_what_a_side_does_not_know(tmp_path: Path) -> None:
    _, entries, _ = played()
    half = entries[: len(entries) // 2]
    game = Game.from_entries(half[0].game, half)
    hidden = [p for p in game.state.pieces.values() if p.known_to is not None and "isf" not in p.known_to]
    never_seen = [p for p in hidden if f'"{p.id}"' not in json.dumps(_views(game), default=_plain)]
    assert never_seen
    build(tmp_path / "isf.db", half, viewer="isf")
    cells = [
        str(cell) for rows in all_of(tmp_path / "isf.db").values() for row in rows for cell in row.values()
    ]
    for piece in never_seen:
        assert not [cell for cell in cells if piece.id in cell.replace('"', " ").split()]
    white = tmp_path / "white.db"
    build(white, half)
    everything = str(all_of(white))
    assert all(piece.id in everything for piece in never_seen), "the white cell sees what the side does not"


def _views(game: Game) -> list[object]:
    return [view.fields for view in see_log(game.log, "isf")]


def test_a_read_model_is_of_one_viewer(tmp_path: Path) -> None:
    build(tmp_path / "a.db", often(), viewer="isf")
    before = all_of(tmp_path / "a.db")
    with pytest.raises(Refused, match="is the read model of isf"):
        build(tmp_path / "a.db", often())
    with pytest.raises(NotFound, match="no side 'nato'"):
        build(tmp_path / "b.db", often(), viewer="nato")
    assert not (tmp_path / "b.db").exists()
    assert all_of(tmp_path / "a.db") == before
