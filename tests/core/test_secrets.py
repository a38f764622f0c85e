"""What a side may see: of secret answers, hidden pieces, private marks and orders, and of nothing more."""

import itertools
import random
import re
from dataclasses import dataclass, replace
from typing import Any

import msgspec
import pytest

from adjudication.engine.choices import Blank
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import BadData
from domain.events import AnswersOpened, Chosen
from domain.table.mutators import apply
from domain.table.state import State
from domain.views.masks import identifies
from domain.views.view import UNKNOWN, WHITE, knows, see, see_log
from tests.core.games import VARIANTS, Variant, new_game, play_orders, random_people, seat, variant_id
from tests.toys.factions import Seize
from tests.toys.sealed_orders import SIDES

every_toy = pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)


@dataclass(frozen=True)
class Offer:
    sum: int


def shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def names(text: str, word: str) -> bool:
    """Whether a text has that id, kind or name as a word of its own."""
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def middle(variant: Variant, orders: int, seed: int = 1) -> Session:
    session = seat(new_game(variant), random_people(seed))
    session.begin()
    play_orders(session, orders, random.Random(seed))
    return session


def ever_known(session: Session, viewer: str) -> set[str]:
    """Ids of pieces that the viewer has known at any time of the game."""
    known: set[str] = set()
    state = State()
    for event in session.game.log:
        apply(state, event)
        known |= {id for id, piece in state.pieces.items() if identifies(state, viewer, piece)}
    return known


@every_toy
@pytest.mark.parametrize("orders", [0, 3, 7])
def test_no_view_names_what_its_viewer_does_not_know(variant: Variant, orders: int) -> None:
    session = middle(variant, orders)
    state = session.state
    for viewer in state.sides:
        table, log = shown(see(state, viewer)), see_log(session.game.log, viewer)
        text = shown([line for line in log if line.event != "counters-laid"])
        known = ever_known(session, viewer)
        kinds = {state.pieces[id].kind_id for id in known if id in state.pieces}
        for id, piece in state.pieces.items():
            if identifies(state, viewer, piece):
                assert names(table, id)
                continue
            own_words = {id, piece.name} if piece.name != piece.kind.name else {id}
            others = [p for p in state.pieces.values() if identifies(state, viewer, p)]
            if all(p.kind_id != piece.kind_id for p in others):
                own_words |= {piece.kind_id, piece.kind.name} - state.sides.keys()
            for word in own_words:
                assert not names(table, word), f"{viewer} sees {word} on the table"
            if id not in known:
                log_words = {id, piece.name} if piece.kind_id in kinds else {id, piece.name, piece.kind_id}
                for word in log_words - set(state.sides):
                    assert not names(text, word), f"{viewer} reads {word} in the log"


def test_the_toys_hide_something_from_each_side() -> None:
    """Else the test above shows nothing."""
    hiding = {}
    for variant in VARIANTS:
        state = middle(variant, 3).state
        for viewer in state.sides:
            hidden = [id for id, piece in state.pieces.items() if not identifies(state, viewer, piece)]
            hiding[variant_id(variant), viewer] = len(hidden)
    full = [name for name, count in hiding.items() if count]
    assert {name for name, _ in full} >= {"toy-blocks", "toy-cards", "toy-reaction", "toy-detection"}
    assert ("toy-cards", "red") in full
    assert ("toy-cards", "blue") in full


@every_toy
def test_the_white_cell_sees_every_piece_and_event(variant: Variant) -> None:
    session = middle(variant, 5)
    assert {piece.id for piece in see(session.state, WHITE).pieces} == set(session.state.pieces)
    lines = see_log(session.game.log, WHITE)
    assert [line.number for line in lines] == [event.number for event in session.game.log]


@pytest.mark.parametrize("name", ["toy-blocks", "toy-cards", "toy-reaction", "toy-detection"])
def test_hidden_pieces_are_alike_to_whoever_does_not_know_them(name: str) -> None:
    """Two hidden pieces with one back may change places, and steps, and no view but their own tells."""
    session = middle((name, {}), 1)
    changed = 0
    for viewer in session.state.sides:
        for one, other in itertools.combinations(session.state.pieces, 2):
            state = session.state.copy()
            a, b = state.pieces[one], state.pieces[other]
            if knows(viewer, a.known_to) or knows(viewer, b.known_to) or a.kind.back != b.kind.back:
                continue
            before = shown(see(state, viewer))
            places, a.place, b.place = state.at, b.place, a.place
            state.at = {p: [{one: other, other: one}.get(i, i) for i in ids] for p, ids in places.items()}
            a.steps, b.steps = b.steps + 1, a.steps + 2
            assert shown(see(state, viewer)) == before
            assert shown(see(state, WHITE)) != shown(see(session.state, WHITE))
            changed += 1
    assert changed > 0


def test_an_order_shows_others_that_a_block_moved_not_which() -> None:
    session = seat(new_game(("toy-blocks", {})), random_people(1))
    session.begin()
    order = next(o for o in session.legal() if o.arguments == {"block": "grn-1", "to": "bridge"})
    session.order(order)
    log = {viewer: see_log(session.game.log, viewer) for viewer in ("green", "black")}
    given = {
        viewer: next(v for v in lines if v.fields.get("order") == "move") for viewer, lines in log.items()
    }
    assert given["green"].fields["arguments"] == {"block": "grn-1", "to": "bridge"}
    assert given["black"].fields["arguments"] == {"block": UNKNOWN, "to": "bridge"}
    moved = {viewer: next(v for v in lines if v.event == "piece-moved") for viewer, lines in log.items()}
    assert moved["green"].fields["piece"] == "grn-1"
    assert moved["black"].fields == {"origin": "gate", "to": "bridge", "back": "green block"}


def test_a_secret_order_and_its_mark_are_seen_by_its_side_alone() -> None:
    session = seat(new_game(("toy-sealed", {})), random_people(1))
    session.begin()
    quiet = len(see_log(session.game.log, "south"))
    order = next(o for o in session.legal() if o.side == "north" and o.arguments["strength"] == 2)
    session.order(order)
    assert len(see_log(session.game.log, "south")) == quiet
    assert len(see_log(session.game.log, "north")) == quiet + 3
    assert see(session.state, "north").marks == {"north": {"reserve": 2}}
    assert see(session.state, "south").marks == {}
    assert see(session.state, WHITE).marks == {"north": {"reserve": 2}}


def test_magazines_are_seen_by_their_owner_alone() -> None:
    session = middle(("toy-magazines", {}), 4)
    for viewer, enemy in (("blue", "red"), ("red", "blue")):
        marks = see(session.state, viewer).marks
        assert {f"dd-{viewer}-1", f"dd-{viewer}-2"} <= marks.keys()
        assert not any(enemy in subject for subject in marks)
        for line in see_log(session.game.log, viewer):
            assert not (line.event == "marked" and f"dd-{enemy}" in line.fields["subject"])


def waiting_for_plans() -> Session:
    session = seat(new_game(("toy-sealed", {})))
    session.begin()
    for side in SIDES:
        session.order(next(o for o in session.legal() if o.side == side))
    session.order(session.legal()[0])
    assert [question.side for question in session.pending()] == list(SIDES)
    return session


@pytest.mark.parametrize("first", SIDES)
def test_simultaneous_answers_come_in_any_order_and_stay_sealed(first: str) -> None:
    second = next(side for side in SIDES if side != first)
    session = waiting_for_plans()
    session.decide(["assault", "ford"], side=first)
    session.note("Coffee.", audience=None)
    assert [question.side for question in session.pending()] == [second]
    assert "assault" in shown(see_log(session.game.log, first)[-2].fields)
    for text in (shown(see_log(session.game.log, second)), shown(see(session.state, second))):
        laid = text.replace(shown(session.game.log[3].tables), "")  # type: ignore[attr-defined]
        assert "assault" not in laid
        assert "ford" not in laid.replace(shown(session.state.board.data), "")
    session.decide(["dig-in", "hill"], side=second)
    opened = next(event for event in session.game.log if isinstance(event, AnswersOpened))
    assert opened.answers == {first: ["assault", "ford"], second: ["dig-in", "hill"]}
    assert list(opened.answers) == list(SIDES)
    assert session.state.pieces[f"force-{first}"].place == "ford"
    for viewer in SIDES:
        assert "dig-in" in shown(
            [v.fields for v in see_log(session.game.log, viewer) if v.event == "answers-opened"]
        )


def test_with_several_asked_the_answer_must_say_whose_it_is() -> None:
    session = waiting_for_plans()
    before = list(session.game.log)
    with pytest.raises(BadData, match=r"Several sides are asked \(north, south\)"):
        session.decide(["assault", "ford"])
    assert session.game.log == before
    session.decide(["assault", "ford"], side="south")
    with pytest.raises(Exception, match="Nothing is asked of south"):
        session.decide(["feint", "ford"], side="south")


def test_a_ruling_on_a_secret_answer_stays_as_secret() -> None:
    session = waiting_for_plans()
    session.decide(["assault", "ford"], side="north")
    chosen = session.game.log[-1]
    assert isinstance(chosen, Chosen)
    session.rule(chosen.number, ["feint", "hill"], "The slip said feint.")
    assert '"feint"' in shown([v.fields for v in see_log(session.game.log, "north") if v.event == "ruled"])
    assert not [v for v in see_log(session.game.log, "south") if v.event in ("ruled", "chosen")]
    session.decide(["dig-in", "hill"], side="south")
    opened = next(event for event in session.game.log if isinstance(event, AnswersOpened))
    assert opened.answers["north"] == ["feint", "hill"]


def test_no_view_of_a_side_counts_what_it_did_not_see() -> None:
    """Lines are numbered by the side's own view; chances and numbers of events are not in it."""
    session = middle(("toy-cards", {}), 5)
    session.note("Look at this.", concerns=len(session.game.log), audience=None)
    for viewer in session.state.sides:
        lines = see_log(session.game.log, viewer)
        assert [line.line for line in lines] == list(range(1, len(lines) + 1))
        assert not any(line.number or "chance" in line.fields for line in lines)
        assert lines[-1].fields["concerns"] == lines[-1].line - 1


@pytest.mark.parametrize("ask", ["choose_together", "plans"])
def test_answers_are_opened_for_those_whom_the_rules_name_and_those_who_gave_them(ask: str) -> None:
    def bargain(umpire: Umpire, order: Seize) -> None:
        """Two factions make each other an offer, of which only the United Nations learn."""
        sides = ("aidid", "morgan")
        if ask == "plans":
            umpire.plans(
                {side: Blank(Offer, {"sum": (7, 8)}) for side in sides},
                "Your offer",
                rule="toy-factions 3",
                audience=("un-force",),
            )
        else:
            umpire.choose_together(
                "Your offer", dict.fromkeys(sides, (7, 8)), rule="toy-factions 3", audience=("un-force",)
            )

    session = seat(new_game(("toy-factions", {})))
    session.begin()
    kind = session.system.orders["seize"]
    session.system = replace(session.system, orders={"seize": kind._replace(procedure=bargain)})
    session.order(session.legal()[0])
    for side, offer in (("aidid", 7), ("morgan", 8)):
        session.decide({"sum": offer} if ask == "plans" else offer, side=side)
    told = {
        side: [view.event for view in see_log(session.game.log, side) if view.event == "answers-opened"]
        for side in session.state.sides
    }
    assert {side for side, opened in told.items() if opened} == {"aidid", "morgan", "un-force"}
