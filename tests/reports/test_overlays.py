"""What maps draw by the data of a rule system: air missions, detections, and strikes with their results."""

import json
from functools import cache
from typing import Any

import pytest

from adjudication.engine.games.systems import load, names
from adjudication.engine.losses import Loss
from domain.events.data import BoardData, SpaceData
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.table.board import Board
from domain.views.view import WHITE, PieceView, StateView
from reports.maps.arrows import Arrow, Kind, arrows_of, shape, together
from reports.maps.frames import Frame, frames
from reports.maps.layout import sheet_of
from reports.maps.overlays import in_force, strikes
from reports.review.timeline import timeline
from reports.story.turns import Line, story
from reports.words.phrases import Declared, Flight, Overlays, Seen, Shot, phrases
from tests.record import FOLDER
from tests.reports.test_timeline import figures_of, part_of, review_of

OVERLAYS = Overlays(
    flights=(Flight("mission", "home", "type", {"cap": "CAP"}),),
    seen=(Seen("radiates", emits=True), Seen("found")),
    strikes=(Shot("fire", by="battery", at="target"), Shot("salvo", pairs="salvos", answers=("x 4",))),
    combats=(Declared("assault", "attackers"),),
)


def table(*pieces: PieceView, marks: dict[str, dict[str, object]] | None = None) -> StateView:
    return StateView("white", 1, "", "", {}, pieces, marks or {}, None, "")


def piece(id: str, place: str, side: str = "blue", **more: str) -> PieceView:
    return PieceView(place, side, id=id, name=id.capitalize(), **more)  # type: ignore[arg-type]


def line(kind: str, fields: dict[str, Any], *, loss: Loss | None = None, rule: str = "") -> Line:
    return Line(1, kind, "", fields, rule, loss=loss)


def test_a_mission_is_drawn_from_its_base_and_says_what_it_flies() -> None:
    view = table(
        piece("base", "0101"),
        piece("jet", "0303"),
        piece("spare", "0101", aboard="base"),
        marks={
            "jet": {"home": "base", "mission": {"type": "cap"}},
            "spare": {"home": "base", "mission": {"type": "cap"}},
        },
    )
    assert in_force(view, OVERLAYS, ()) == (Arrow("flight", "0101", "0303", "blue", "Jet (CAP)", "CAP"),)


def test_a_declared_combat_has_an_arrow_from_each_attacker_to_its_target() -> None:
    """An attacker that the viewer does not know is no more than a hidden piece."""
    view = table(
        piece("tanks", "0303"),
        PieceView("0202", "blue", known=False, back="contact", contact="contact 2"),
        marks={"0404": {"assault": {"attackers": {"tanks": "0303", "contact 2": "0202"}, "river": False}}},
    )
    assert in_force(view, OVERLAYS, ()) == (
        Arrow("plan", "0303", "0404", "blue", "Tanks"),
        Arrow("plan", "0202", "0404", "blue", "contact 2"),
    )


def test_what_is_detected_is_seen_by_the_other_side_and_by_which_means() -> None:
    view = table(
        piece("ship", "0303"),
        piece("radar", "0404"),
        marks={"ship": {"found": True}, "radar": {"found": True, "radiates": True}},
    )
    ship, radar = in_force(view, OVERLAYS, ("blue", "red"), lambda piece, mark: f"{mark} by sonar")[::-1]
    assert ship == Arrow("seen", "0303", "0303", "red", "Ship (found by sonar)", row=2)
    assert radar == Arrow("emits", "0404", "0404", "red", "Radar (radiates by sonar)", row=3)
    third = in_force(view, OVERLAYS, ("blue", "red", "green"))
    assert {arrow.side for arrow in third} == {""}, "of three sides nobody knows which one sees it"


def test_a_strike_runs_from_each_shooter_to_its_target_with_what_it_cost() -> None:
    view = table(piece("ship", "0101"), piece("port", "0202", "red"), piece("fort", "0303", "red"))
    salvos = {"ship/missile/1": "port", "ship/missile/2": "port", "ship/gun/1": "fort"}
    lines = [
        line("order-given", {"order": "salvo", "side": "blue", "arguments": {"salvos": salvos}}),
        line("chosen", {"side": "red", "value": {"fort/gun/1": "ship"}}, rule="x 4"),
        line("chosen", {"side": "red", "value": {"fort/shield/1": "ship/missile/1"}}, rule="x 5"),
        line("piece-changed", {"piece": "port"}, loss=Loss("port", "red", "hit", 2)),
    ]
    assert strikes(lines, lines, view, view, OVERLAYS) == [
        Arrow("hit", "0101", "0202", "blue", "Ship at Port, 2 lost"),
        Arrow("miss", "0101", "0303", "blue", "Ship at Fort, no loss"),
        Arrow("miss", "0303", "0101", "red", "Fort at Ship, no loss"),
    ]


def test_a_shot_by_somebody_unknown_is_drawn_at_its_target_alone() -> None:
    view = table(piece("ship", "0101"), PieceView("0202", "red", "submarine", known=False, contact="c1"))
    order = {"order": "fire", "side": "red", "arguments": {"battery": "?", "target": "ship"}}
    (unknown,) = strikes([line("order-given", order)], [], view, view, OVERLAYS)
    assert (unknown.origin, unknown.to, unknown.told) == ("0101", "0101", "Ship, no loss")
    order = {"order": "fire", "side": "red", "arguments": {"battery": "c1", "target": "ship"}}
    (contact,) = strikes([line("order-given", order)], [], view, view, OVERLAYS)
    assert (contact.origin, contact.told) == ("0202", "c1 at Ship, no loss")


def test_what_lies_over_each_other_is_drawn_once_and_names_all() -> None:
    one = Arrow("flight", "a", "b", "blue", "Jet (CAP)", "CAP")
    other = one._replace(told="Tanker (tanker)", label="tanker")
    (drawn,) = together([one, other, one])
    assert (drawn.told, drawn.label) == ("Jet (CAP) and Tanker (tanker)", "CAP, tanker")


def test_flights_to_one_space_bear_one_label_of_each_side() -> None:
    one = Arrow("flight", "a", "c", "blue", "Jet", "CAP")
    other = Arrow("flight", "b", "c", "blue", "Patrol", "ASW")
    enemy = Arrow("flight", "d", "c", "red", "Fighter", "CAP")
    assert [(arrow.label, arrow.row) for arrow in together([one, other, enemy])] == [
        ("CAP, ASW", 0),
        ("", 0),
        ("CAP", 1),
    ]


def test_strikes_and_flights_within_one_space_are_drawn_too() -> None:
    spots = sheet_of(recorded()[0].state).at
    kinds: tuple[Kind, ...] = ("flight", "hit", "miss", "seen", "emits")
    for kind in kinds:
        drawn = shape(Arrow(kind, "0706", "0706"), spots)
        assert drawn is not None
        assert drawn.shaft + drawn.head, kind


def test_only_orders_that_are_attacks_are_drawn_as_attacks() -> None:
    view = table(piece("team", "0101"), piece("fort", "0202", "red"))
    spaces = tuple(SpaceData(id) for id in ("0101", "0202"))
    given = line("order-given", {"order": "raid", "arguments": {"unit": "team", "hex": "0202"}})
    board = Board(BoardData(spaces=spaces))
    assert [arrow.kind for arrow in arrows_of([given], view, board)] == ["plan"]
    assert [arrow.kind for arrow in arrows_of([given], view, board, attacks=("raid",))] == ["plan"]
    assert arrows_of([given], view, board, attacks=("assault",)) == ()


# --- a whole game --------------------------------------------------------------------------------


@cache
def recorded(viewer: str = WHITE) -> tuple[Game, tuple[Frame, ...]]:
    entries, _ = read_log(FOLDER / "ows-tutorial-staff.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    found = []
    for frame in frames(game, story(game, viewer), load("ows")):
        found.append(frame._replace(state=frame.state.copy()))
    return game, tuple(found)


def arrows_of_kind(viewer: str, *kinds: str) -> set[Arrow]:
    frames = recorded(viewer)[1]
    return {arrow for frame in frames for arrow in (*frame.overlays, *frame.arrows) if arrow.kind in kinds}


def test_a_game_shows_missions_detections_and_strikes() -> None:
    flights, eyes, fire = (
        arrows_of_kind(WHITE, "flight"),
        arrows_of_kind(WHITE, "seen", "emits"),
        arrows_of_kind(WHITE, "hit", "miss"),
    )
    assert any(arrow.label == "CAP" and arrow.origin != arrow.to for arrow in flights)
    assert {arrow.side for arrow in eyes} == {"blue", "red"}
    assert {arrow.kind for arrow in fire} == {"hit", "miss"}
    assert any(arrow.origin != arrow.to for arrow in fire)
    missions = {id for id, each in recorded()[0].state.pieces.items() if each.kind.group == "air mission"}
    moved = {recorded()[0].state.pieces[id].name for id in missions}
    assert not [arrow for arrow in arrows_of_kind(WHITE, "move") if arrow.told in moved]


@pytest.mark.parametrize("side", ["blue", "red"])
def test_no_overlay_of_a_side_names_what_the_side_does_not_know(side: str) -> None:
    game, shown = recorded(side)
    known = 0
    for frame in shown:
        identified = {piece.name for piece in frame.view.pieces if piece.known}
        hidden = {piece.name for piece in game.state.pieces.values()} - identified
        for arrow in frame.overlays:
            assert not any(arrow.told.startswith(name) for name in hidden), (frame.number, arrow)
            known += 1
    assert known
    others = [arrow for arrow in arrows_of_kind(side, "flight") if arrow.side != side]
    assert not others, "what an enemy mission flies is its owner's knowledge"


def test_the_review_draws_a_map_of_the_fight_of_each_turn_that_has_one() -> None:
    game = recorded()[0]
    part = part_of(timeline(review_of(game)))
    captions = [figure.caption for figure in figures_of(part)]
    assert captions[0] == "Turn 1 (10 June): missions, detections and strikes"
    assert captions[1].startswith("Turn 1 (10 June).")
    data = json.loads(json.dumps(part.data["moving"]))
    over = [frame["o"] for frame in data["frames"] if "o" in frame]
    assert over
    assert over[-1] != over[0]
    kinds = {data["arrows"][number][0] for numbers in over for number in numbers}
    assert kinds == {"flight", "seen", "emits"}
    labels = {arrow[7] for arrow in data["arrows"] if len(arrow) > 7}
    assert "CAP" in labels


@pytest.mark.parametrize("name", names())
def test_overlays_name_orders_and_arguments_that_exist(name: str) -> None:
    assert set(phrases(name).overlays.attacks or ()) <= set(load(name).orders)
    for shot in phrases(name).overlays.strikes:
        form = load(name).orders[shot.order].form.__annotations__
        assert {part for part in (shot.by, shot.at, shot.pairs) if part} <= set(form)
