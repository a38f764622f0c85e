"""The timeline's frames and its data: each moment as its viewer knew it then, and small enough."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.systems import load
from domain.events import PieceMoved
from domain.events.people import MarkingSet
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.views.view import WHITE, knows
from reports.document.blocks import Document, Figure, Interactive, Paragraph, Section, anchors
from reports.document.html import html
from reports.maps.frames import frames
from reports.review.review import Review
from reports.review.timeline import ANCHOR, ROOM, timeline
from reports.story.control import held, lines_held
from reports.story.replay import table_before
from reports.story.turns import story
from tests.core.games import VARIANTS, Variant, play_to_end, variant_id
from tests.record import FOLDER
from tests.reports.games import corrected, entries_of, played
from tests.reports.test_maps import hidden_words, names_any
from tests.seminar.games import freeform
from tests.table import Table


def review_of(game: Game, viewer: str = WHITE) -> Review:
    entries = entries_of(game)
    return Review(game, entries, audit(entries), viewer)


def part_of(section: Section | None) -> Interactive:
    assert section is not None
    (part,) = section.blocks
    assert isinstance(part, Interactive)
    return part


@cache
def moving(viewer: str = WHITE) -> dict[str, Any]:
    """The data of a whole game's timeline, as the script reads it."""
    data: dict[str, Any] = json.loads(
        json.dumps(part_of(timeline(review_of(played()[0], viewer))).data["moving"])
    )
    return data


def added_up(
    data: dict[str, Any],
) -> Iterator[tuple[dict[str, Any], dict[str, str], dict[str, int], dict[str, str]]]:
    """Each frame with what its map shows: all words by place, tracks, and holders."""
    stacks: dict[str, int] = {}
    tracks: dict[str, int] = {}
    control: dict[str, str] = {}
    for frame in data["frames"]:
        stacks |= frame.get("m", {})
        tracks |= frame.get("k", {})
        control |= frame.get("c", {})
        shown = {
            data["places"][int(place)]: "; ".join(data["words"][slot[6]] for slot in data["stacks"][number])
            for place, number in stacks.items()
            if data["stacks"][number]
        }
        yield frame, shown, dict(tracks), dict(control)


def test_every_frame_shows_the_table_as_it_was_after_its_last_line() -> None:
    game, _, _ = played()
    review = review_of(game)
    found = list(added_up(moving()))
    assert len(found) > 100
    for frame, shown, tracks, control in found:
        last = frame["l"][-1][0] if frame["l"] else frame["n"]
        # The line that ends an order has no words, and follows at once.
        state = table_before(game.log, last + 1)
        assert tracks == {id: track.value for id, track in state.tracks.items()}
        spots = {space.id for space in state.board.data.spaces}
        holders = {
            space: side for space, side in held(state, WHITE, review.system()).items() if space in spots
        }
        assert {space: side for space, side in control.items() if side} == holders
        for piece in state.pieces.values():
            assert piece.name in shown[review.names.space(piece.place)]
        standing = {review.names.space(piece.place) for piece in state.pieces.values()}
        assert standing == shown.keys()


def test_all_lines_of_the_log_stand_in_the_frames_once_and_in_order() -> None:
    game = corrected()
    data = part_of(timeline(review_of(game))).data["moving"]
    told = [line[0] for frame in data["frames"] for line in frame["l"]]
    around = ("OrderGiven", "OrderDone")
    assert told == [event.number for event in game.log if type(event).__name__ not in around]
    struck = {line[0] for frame in data["frames"] for line in frame["l"] if len(line) > 2 and line[2]}
    assert struck == set(game.struck) & set(told)
    assert struck
    assert [frame for frame in data["frames"] if frame.get("x")], "a struck order is a frame, and says so"


def test_a_frame_of_what_was_taken_back_shows_it_and_the_next_one_has_it_back() -> None:
    game = corrected()
    found = list(frames(game, story(game), load("ramadi")))
    back = next(index for index, f in enumerate(found) if any(line.kind == "taken-back" for line in f.lines))
    assert found[back - 1].struck or found[back - 2].struck
    places = [{p.id: p.place for p in frame.view.pieces} for frame in found]
    before = max(i for i in range(back) if not found[i].struck and places[i] == places[back])
    assert before < back - 1
    assert places[back - 1] != places[back]


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_side_s_frame_names_nothing_that_it_did_not_know_then(variant: Variant) -> None:
    game = play_to_end(variant, seed=4, close=False).game
    _never_more_than_known(game)


def test_nor_does_one_of_ramadi() -> None:
    game, _, _ = played()
    assert _never_more_than_known(game) > 100


def _never_more_than_known(game: Game) -> int:
    """Checks every frame of every side against the table at that very moment; how many were checked."""
    checked = 0
    for viewer in game.state.sides:
        review = review_of(game, viewer)
        section = timeline(review)
        if section is None:
            continue
        data = part_of(section).data["moving"]
        found = list(added_up(data))
        for frame, (told, shown, _, _) in zip(
            frames(game, review.story, review.system()), found, strict=True
        ):
            state = frame.state
            hidden = hidden_words(state, viewer)
            words = [*shown.values(), *(data["arrows"][number][4] for number in told.get("a", ()))]
            keys = [
                slot[0]
                for number in told.get("m", {}).values()
                for slot in data["stacks"][number]
                if slot[0][0] == "="
            ]
            # What the order itself hid again was seen by those it names.
            words_hidden = hidden - {arrow.told for arrow in frame.arrows}
            text = " ".join(words)
            assert not names_any(text, {word for word in words_hidden if word in text}), told["h"]
            assert all(knows(viewer, state.pieces[key[1:]].known_to) for key in keys)
            checked += 1
    return checked


def test_a_side_counts_its_own_lines_and_never_the_events() -> None:
    game, _, _ = played()
    data = moving("isf")
    numbers = [line[0] for frame in data["frames"] for line in frame["l"]]
    orders = [frame["n"] for frame in data["frames"] if "n" in frame]
    lines = {line.number for line in review_of(game, "isf").lines}
    assert set(numbers) | set(orders) <= lines
    assert max(numbers) <= len(lines) <= len(game.log)


def test_moves_attacks_plans_and_losses_of_an_order_are_arrows() -> None:
    game, _, _ = played()
    spots = {space.id for space in game.state.board.data.spaces}
    found = [frame for frame in frames(game, story(game), load("ramadi")) if frame.number]
    for frame in found:
        told = game.log[frame.number - 1]
        kinds = {arrow.kind for arrow in frame.arrows}
        order = getattr(told, "order", "")
        if order == "plan":
            target = told.arguments["target"]  # type: ignore[attr-defined]
            assert {(arrow.kind, arrow.to) for arrow in frame.arrows} == {("plan", target)}
        elif order == "execute" and any(line.kind == "die-rolled" for line in frame.lines):
            assert "attack" in kinds
        events = [game.log[line.number - 1] for line in frame.lines]
        moves = {(e.origin, e.to) for e in events if isinstance(e, PieceMoved) and {e.origin, e.to} <= spots}
        assert {(arrow.origin, arrow.to) for arrow in frame.arrows if arrow.kind == "move"} == moves
        lost = [line for line in frame.lines if line.fields.get("face") == "casualty"]
        assert ("loss" in kinds) >= bool(lost)
    drawn = {arrow.kind for frame in found for arrow in frame.arrows}
    assert {"move", "attack", "plan", "arrive", "leave", "loss"} <= drawn


def test_lines_of_communication_join_held_hexes_to_a_deployment_zone() -> None:
    game, _, _ = played()
    system = load("ramadi")
    longest = 0
    for frame in frames(game, story(game), system):
        assert frame.ways == tuple(lines_held(frame.state, system))
        beside = frame.state.board.neighbours
        nearer = {one: other for _, one, other in frame.ways}
        assert len(nearer) == len(frame.ways)
        for one, other in nearer.items():
            assert other in beside[one]
            assert frame.control[one] == frame.control[other] == "isf"
            end = one
            for _ in nearer:
                end = nearer.get(end, end)
            assert frame.state.board.spaces[end].terrain == "deployment"
        longest = max(longest, len(nearer))
    assert longest > 2


def test_without_a_script_there_is_a_map_a_turn_with_its_words() -> None:
    section = timeline(review_of(played()[0]))
    still = part_of(section).still
    turns = {turn.turn for turn in story(played()[0]).turns}
    assert [block.anchor for block in still if isinstance(block, Section)] == [
        f"{ANCHOR}{turn}" for turn in sorted(turns)
    ]
    maps = [block.blocks[0] for block in still if isinstance(block, Section)]
    assert all(isinstance(figure, Figure) and figure.text and "<svg" in figure.svg for figure in maps)
    assert any("Attacks: " in figure.text for figure in maps if isinstance(figure, Figure))
    assert section is not None
    document = Document("t", "k", "", "", (section,))
    assert {f"{ANCHOR}{turn}" for turn in turns} <= anchors(document)


def test_a_long_game_has_its_last_turns_drawn_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.review.timeline.ROOM", 200_000)
    still = part_of(timeline(review_of(played()[0]))).still
    assert isinstance(still[0], Paragraph)
    assert "of 11" in str(still[0].words)
    assert isinstance(still[-1], Section)
    assert still[-1].anchor == f"{ANCHOR}10"
    assert (
        sum(len(b.blocks[0].svg) for b in still if isinstance(b, Section) and isinstance(b.blocks[0], Figure))
        < ROOM
    )


def test_a_game_of_two_thousand_events_stays_small() -> None:
    entries, _ = read_log(FOLDER / "ramadi-random-all-options.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    assert len(game.log) > 2_000
    section = timeline(Review(game, entries, audit(entries), WHITE))
    assert section is not None
    page = html(Document("t", "k", "", "", (section,)))
    assert len(page.encode()) < 1_900_000, "there must be room for the rest of the review in 3 MB"


@pytest.mark.parametrize("name", ["strait", "ford"])
def test_a_freeform_board_of_areas_has_a_timeline(name: str) -> None:
    session = Table("freeform", name, seed=2).session
    session.order(next(order for order in session.legal() if order.name == "move"))
    for viewer in (WHITE, *session.state.sides):
        part = part_of(timeline(review_of(session.game, viewer)))
        assert [arrow[0] for arrow in part.data["moving"]["arrows"]] == ["move"]
        assert len(part.still) == 2, "before the first turn, and in it"


def test_every_map_bears_the_marking_of_the_game_as_it_is_now() -> None:
    """Also that of a turn before it was marked: maps are cut out and pasted."""
    session = freeform("strait")
    session.order(next(order for order in session.legal() if order.name == "move"))
    session.game.append(MarkingSet(number=len(session.game.log) + 1, marking="SECRET", by="Ann"))
    part = part_of(timeline(review_of(session.game)))
    figures = [block.blocks[0] for block in part.still if isinstance(block, Section)]
    drawn = [part.data["svg"], *(figure.svg for figure in figures if isinstance(figure, Figure))]
    assert [svg.count(">SECRET<") for svg in drawn] == [2, 2, 2]


def test_a_game_without_a_board_has_no_timeline() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:1])
    assert timeline(review_of(game)) is None


def test_a_game_that_has_only_been_opened_has_one_frame() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:5])
    part = part_of(timeline(review_of(game)))
    assert len(part.data["moving"]["frames"]) == 1
