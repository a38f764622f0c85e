"""The timeline's frames and its data: each moment as its viewer knew it then, and small enough."""

import json
import math
import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.games.systems import load
from domain.events import DieRolled, Modified, OrderGiven, PieceMoved
from domain.events.people import MarkingSet
from domain.game.game import Game
from domain.game.replay import table_before
from domain.ledger.logfile import read_log
from domain.table.state import State
from domain.texts import code_of
from domain.views.view import WHITE, knows, see
from reports.document.blocks import Document, Figure, Grid, Interactive, Paragraph, Section
from reports.document.html import html
from reports.maps.fights import Fight
from reports.maps.frames import frames
from reports.maps.layout import sheet_of
from reports.maps.stops import MOST, shorten
from reports.review.review import Review
from reports.review.timeline import ROOM, timeline
from reports.story.control import held, lines_held
from reports.story.turns import story
from tests.core.games import VARIANTS, Variant, play_to_end, variant_id
from tests.record import FOLDER
from tests.reports.drawings import hidden_words, names_any
from tests.reports.games import corrected, entries_of, played
from tests.seminar import golden
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


def titles(data: dict[str, Any], stack: int) -> list[str]:
    """What each counter of a stack is told as."""
    return [data["words"][data["pieces"][slot[0]][2]] for slot in data["stacks"][stack]]


def figures_of(part: Interactive) -> list[Figure]:
    """The small maps that stand there without a script."""
    return [figure for block in part.still if isinstance(block, Grid) for figure in block.figures]


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
            data["places"][int(place)]: "; ".join(titles(data, number))
            for place, number in stacks.items()
            if data["stacks"][number]
        }
        yield frame, shown, dict(tracks), dict(control)


def test_every_frame_shows_the_table_as_it_was_after_its_last_line() -> None:
    game, _, _ = played()
    review = review_of(game)
    found = list(added_up(moving()))
    assert len(found) > 100
    told = frames(game, review.story, review.system())
    for (_, shown, tracks, control), frame in zip(found, told, strict=True):
        state = table_before(game.log, frame.event + 1)
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


def test_all_lines_of_the_log_but_derivations_stand_in_the_frames_once_and_in_order() -> None:
    game = corrected()
    review = review_of(game)
    data = part_of(timeline(review)).data["moving"]
    told = [line[0] for frame in data["frames"] for line in frame["l"]]
    assert told == sorted(set(told))
    left_out = [line for line in review.lines if line.number not in told and not line.quiet]
    derived = {"modified", "looked-up", "die-rolled", "piece-known", "order-given", "order-done"}
    steps = {line.number for f in frames(game, review.story, review.system()) if f.step for line in f.lines}
    entered = {"phase-entered"}
    assert {line.kind for line in left_out if line.number in steps} <= derived | entered
    said = {"piece-moved", "marked"}
    assert {line.kind for line in left_out} <= derived | entered | said, "an order says itself what it moved"
    fights = [frame for frame in data["frames"] if "f" in frame]
    dice = [line for line in left_out if line.kind == "die-rolled" and not line.struck_by]
    assert sum(len(frame["f"]["d"]) for frame in fights) == len(dice) > 0, "dice stand with their fight"
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
def test_views_that_are_kept_from_frame_to_frame_are_those_of_a_fresh_look(variant: Variant) -> None:
    _as_by_a_fresh_look(play_to_end(variant, seed=5, close=False).game)


def test_so_they_are_in_a_game_with_an_order_undone() -> None:
    _as_by_a_fresh_look(corrected())


def _as_by_a_fresh_look(game: Game) -> None:
    """Checks the view of every frame, for the white cell and each side."""
    for viewer in (WHITE, *game.state.sides):
        review = review_of(game, viewer)
        for frame in frames(game, review.story, review.system()):
            assert frame.view == see(frame.state, viewer)


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
            arrows = (data["arrows"][number][4] for number in told.get("a", ()))
            words = [*shown.values(), *(data["words"][who] for who in arrows)]
            keys = keys_in(data, told.get("m", {}))
            # What the order itself hid again was seen by those it names.
            words_hidden = hidden - {arrow.told for arrow in frame.arrows}
            text = " ".join(words)
            assert not names_any(text, {word for word in words_hidden if word in text}), told["h"]
            assert all(knows(viewer, state.pieces[key].known_to) for key in keys)
            if "f" in told:
                assert frame.fight is not None
                _no_more_of_a_fight(game, viewer, data, told["f"], frame.fight)
            checked += 1
    return checked


def keys_in(data: dict[str, Any], changes: dict[str, int]) -> list[str]:
    """The pieces that the stacks of a frame name."""
    keys = [data["pieces"][slot[0]][0] for number in changes.values() for slot in data["stacks"][number]]
    return [key[1:] for key in keys if key[0] == "="]


def _no_more_of_a_fight(
    game: Game, viewer: str, data: dict[str, Any], told: dict[str, Any], fight: Fight
) -> None:
    """As the dice fell nobody is shown or named whom the viewer did not know at that very moment."""
    state = table_before(game.log, fight.event + 1)
    keys = keys_in(data, told.get("m", {}))
    assert all(knows(viewer, state.pieces[key].known_to) for key in keys if key in state.pieces)
    shown = [text for number in told.get("m", {}).values() for text in titles(data, number)]
    named = [data["words"][who[1]] for who in (*told["y"], *told["z"])]
    text = " ".join((*shown, *named))
    assert not names_any(text, {word for word in hidden_words(state, viewer) if word in text})
    for piece in (*fight.attackers, *fight.defenders):
        assert not piece.known or knows(viewer, state.pieces[piece.id].known_to)
        assert piece.known or not (piece.id or piece.name)


def test_a_fight_shows_defenders_face_up_strengths_dice_and_what_came_of_it() -> None:
    game, _, _ = played()
    review = review_of(game)
    found = [f for f in frames(game, review.story, review.system()) if f.fight is not None and f.step]
    executed = [f for f in found if isinstance(game.log[f.number - 1], OrderGiven) and "execute" in f.words]
    assert len(executed) > 5
    for frame in executed:
        fight, given = frame.fight, game.log[frame.number - 1]
        assert fight is not None
        assert isinstance(given, OrderGiven)
        assert fight.at == given.arguments["target"]
        assert fight.defenders
        assert all(piece.known and piece.side == "isis" for piece in fight.defenders)
        assert all(piece.side == "isf" for piece in fight.attackers)
        events = [game.log[line.number - 1] for line in frame.lines]
        rolls = [event for event in events if isinstance(event, DieRolled)]
        assert [die[:2] for die in fight.dice] == [(roll.face, roll.die) for roll in rolls]
        assert fight.event == rolls[0].number - 1
        sums = [event for event in events if isinstance(event, Modified)]
        for name, total in fight.strengths:
            bare = sum(
                event.amount for event in sums if code_of(event.sum) == name and code_of(event.label) != "die"
            )
            first = next(
                n
                for n, event in enumerate(sums)
                if code_of(event.sum) == name and code_of(event.label) == "die"
            )
            assert total == bare == sum(event.amount for event in sums[:first] if code_of(event.sum) == name)
    assert all(frame.fight is not None and len(frame.fight.strengths) == 2 for frame in executed)
    told = [frame for frame in moving()["frames"] if "f" in frame]
    assert [(frame["n"], frame["f"]["at"]) for frame in told] == [
        (frame.number, frame.fight.at) for frame in found if frame.fight is not None
    ]
    assert [frame["r"] for frame in told if "taken by ISF" in frame.get("r", "")]
    assert [frame["r"] for frame in told if "won · 1 casualty" in frame.get("r", "")]
    assert [frame["h"] for frame in told if re.fullmatch(r"\d/\d ISOF and .* to .*", frame["h"])]


def test_which_of_those_alike_defended_is_hidden_again() -> None:
    """A side is told the kind of a defender that was turned over and hidden again, not which one it was."""
    game, _, _ = played()
    told = json.dumps({name: value for name, value in moving("isf").items() if name != "frames"})
    seen = [f.fight for f in frames(game, story(game, "isf"), load("ramadi")) if f.fight is not None]
    defended = {piece.id for fight in seen for piece in fight.defenders if piece.side == "isis"}
    assert len(defended) > 10
    assert not names_any(told, {id for id in defended if not knows("isf", game.state.pieces[id].known_to)})


def test_what_defends_hidden_is_face_up_for_a_side_only_as_the_dice_fall() -> None:
    """The defenders that an attack turned over and hid again: seen in its frame, not before and not after."""
    data = moving("isf")
    found = 0
    for (told, shown, _, _), before in zip(list(added_up(data))[1:], added_up(data), strict=False):
        if "f" not in told or not told["f"]["z"]:
            continue
        named = {data["words"][who[1]] for who in told["f"]["z"]}
        changed = told["f"].get("m", {})
        place = next((data["places"][int(n)] for n in changed), "")
        there = " ".join(text for n in changed.values() for text in titles(data, n))
        if all(name in there for name in named) and not any(name in shown.get(place, "") for name in named):
            assert "hidden" in before[1].get(place, "")
            found += 1
    assert found > 5


def test_steps_are_fights_and_ends_of_turns() -> None:
    game, _, _ = played()
    told = list(frames(game, story(game), load("ramadi")))
    steps = [frame for frame in told if frame.step]
    assert len(steps) < len(told) / 4
    assert {frame.turn for frame in steps if frame.ends} == {turn.turn for turn in story(game).turns}
    for frame in told:
        lost = any(line.loss is not None and line.loss.amount > 0 for line in frame.lines)
        name = getattr(game.log[frame.number - 1], "order", "") if frame.number else ""
        assert frame.step == (
            frame.ends or lost or name == "execute" or (frame.step and "ttack" in frame.words)
        )


def test_steps_of_a_seminar_are_actions_rulings_and_what_people_changed() -> None:
    game, _ = golden.seminar()
    told = [frame for frame in frames(game, story(game), load("freeform")) if frame.step]
    said = " | ".join(frame.words for frame in told)
    for wanted in (
        "action “Our ships",
        "Ruling (Mara)",
        "Inject I2",
        "Tension -2",
        "Estimated chance (Mara)",
    ):
        assert wanted in said, wanted
    assert " move " not in said, "moves are no steps where people argue"
    assert "Message" not in said


@pytest.mark.parametrize("file", ["ows-tutorial-staff", "ignorant-armies-offensives"])
def test_the_steps_of_recorded_games_of_other_systems_tell_them(file: str) -> None:
    entries, _ = read_log(FOLDER / f"{file}.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    told = list(frames(game, story(game), load(game.opened.system)))
    steps = [frame for frame in told if frame.step]
    assert 3 < len(steps) < len(told) / 3
    struck = {loss.number for loss in story(game).losses()}
    assert struck
    assert struck <= {line.number for frame in steps for line in frame.lines}, "no loss is passed over"
    fights = [frame.fight for frame in steps if frame.fight is not None]
    assert any(fight.defenders for fight in fights) == file.startswith("ows")


def test_the_line_along_the_game_is_the_chance_of_winning_or_the_margin() -> None:
    told = moving()
    curve = told["curve"]
    assert curve["label"] == "Margin of ISF"
    for (_, _, tracks, _), value in zip(added_up(told), curve["values"], strict=True):
        assert value == tracks["isf_vp"] - tracks["isis_vp"]
    numbered = [frame["u"] for frame in told["frames"] if "u" in frame]
    assert numbered == sorted(numbered)
    assert numbered


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
    maps = figures_of(part_of(section))
    assert len(still) == 1
    captions = [figure.caption.split(".")[0] for figure in maps]
    assert captions == [f"Turn {turn}" for turn in sorted(turns) if f"Turn {turn}" in captions]
    assert len(captions) > 5, "only a turn in which nothing was done has no map"
    assert all(figure.text and "<svg" in figure.svg for figure in maps)
    assert any("Attacks: " in figure.text for figure in maps)
    assert any("taken by ISF" in figure.caption for figure in maps)
    assert any("Losses: " in figure.caption for figure in maps)
    boxes = [list(map(float, re.findall(r'viewBox="([^"]*)"', figure.svg)[0].split())) for figure in maps]
    assert len({tuple(box) for box in boxes}) > 5, "each is cut to where something was done"
    whole = sheet_of(played()[0].state)
    assert all(wide < whole.width * 0.7 and high < whole.height * 0.7 for _, _, wide, high in boxes)


def test_a_long_game_has_its_last_turns_drawn_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reports.review.timeline.ROOM", 100_000)
    still = part_of(timeline(review_of(played()[0]))).still
    assert isinstance(still[0], Paragraph)
    assert re.search("the last [1-5] of [0-9]+ turns", str(still[0].words))
    maps = figures_of(part_of(timeline(review_of(played()[0]))))
    assert maps[-1].caption.startswith("Turn ")
    assert 0 < sum(len(figure.svg) for figure in maps) < 100_000


def test_a_game_of_two_thousand_events_stays_small() -> None:
    entries, _ = read_log(FOLDER / "nineveh-random.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    assert len(game.log) > 2_000
    section = timeline(Review(game, entries, audit(entries), WHITE))
    assert section is not None
    page = html(Document("t", "k", "", "", (section,)))
    assert len(page.encode()) < 1_000_000, "there must be room for the rest of the review in 2 MB"


def test_the_timeline_of_a_whole_game_is_light() -> None:
    part = part_of(timeline(review_of(played()[0])))
    data = {name: value for name, value in part.data.items() if name != "how"}
    assert len(json.dumps(data, separators=(",", ":"))) < 300_000
    assert sum(len(figure.svg) for figure in figures_of(part)) < ROOM / 2


@pytest.mark.parametrize("name", ["strait", "ford"])
def test_a_freeform_board_of_areas_has_a_timeline(name: str) -> None:
    session = Table("freeform", name, seed=2).session
    session.order(next(order for order in session.legal() if order.name == "move"))
    for viewer in (WHITE, *session.state.sides):
        part = part_of(timeline(review_of(session.game, viewer)))
        assert [arrow[0] for arrow in part.data["moving"]["arrows"]] == ["move"]
        (figure,) = figures_of(part)
        assert figure.caption.startswith("Turn 1")


def test_every_map_bears_the_marking_of_the_game_as_it_is_now() -> None:
    """Also that of a turn before it was marked: maps are cut out and pasted."""
    session = freeform("strait")
    session.order(next(order for order in session.legal() if order.name == "move"))
    session.game.append(MarkingSet(number=len(session.game.log) + 1, marking="SECRET", by="Ann"))
    part = part_of(timeline(review_of(session.game)))
    drawn = [figure.svg for figure in figures_of(part)]
    assert drawn
    assert [svg.count(">SECRET<") for svg in drawn] == [2] * len(drawn)
    page = html(Document("t", "k", "", "", (Section("timeline", "Timeline", (part,)),)))
    watched = page[page.index('class="stage"') : page.index('class="told"')]
    assert watched.count(">SECRET<") == 2, "above and below the map, wherever it is looked at"


def test_a_game_without_a_board_has_no_timeline() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:1])
    assert timeline(review_of(game)) is None


def test_a_game_that_has_only_been_opened_has_one_frame() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:5])
    part = part_of(timeline(review_of(game)))
    assert len(part.data["moving"]["frames"]) == 1


def told_of(weights: list[float]) -> list[dict[str, int]]:
    return [{"n": n, "e": 2 if each == math.inf else 1} for n, each in enumerate(weights)]


def test_the_slider_of_a_long_game_stops_where_most_was_decided() -> None:
    short = [math.inf, *[0.0] * 30, 2.0]
    frames_ = told_of(short)
    assert not shorten(frames_, short, 40)
    assert all("e" in told for told in frames_)
    assert shorten(frames_, short, 60), "too many with two stops a fight"
    assert all("e" in told for told in frames_)
    long = [math.inf] * 12 + [0.0, 1.0, 3.0] * 50
    frames_ = told_of(long)
    assert shorten(frames_, long, 0)
    stops = [long[told["n"]] for told in frames_ if "e" in told]
    assert len(stops) == 62
    assert set(stops) == {math.inf, 3.0}
    ends = [math.inf] * (MOST + 5) + [1.0]
    frames_ = told_of(ends)
    assert shorten(frames_, ends, 0)
    assert sum("e" in told for told in frames_) == MOST + 5, "ends of turns are always stops"


def test_a_whole_game_of_nineveh_is_walked_in_eighty_stops() -> None:
    table = Table("nineveh", seed=1000)
    play_out(table.session, load("nineveh").policy("random"), random.Random(1000))
    part = part_of(timeline(review_of(table.session.game)))
    data = part.data["moving"]
    stops = [told for told in data["frames"] if "e" in told]
    assert len(data["frames"]) > 300
    assert 40 < len(stops) <= MOST
    assert data["once"]
    assert "fights that cost or took most" in part.data["how"]
    assert len({told["t"] for told in stops if told["e"] == 2}) == len({told["t"] for told in data["frames"]})


LAID = State()
"""In place of the table of a frame, which goes on changing."""


@pytest.mark.parametrize("viewer", [WHITE, "isf"])
def test_the_frames_of_some_orders_are_those_among_all(viewer: str) -> None:
    """The opening of a review asks for some; what each begins with is the table before it all the same."""
    review = review_of(played()[0], viewer)
    every = [frame._replace(state=LAID) for frame in frames(review.game, review.story, review.system())]
    drawn = {frame.number for frame in every if frame.number and frame.arrows}
    wanted = set(sorted(drawn)[::3])
    some = frames(review.game, review.story, review.system(), wanted)
    found = [frame._replace(state=LAID) for frame in some if frame.number in wanted]
    assert len(found) > 10
    assert found == [frame for frame in every if frame.number in wanted]
