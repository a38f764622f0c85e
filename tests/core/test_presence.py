"""What a side does not know to be there: it shows neither on the table nor in the log, and the two agree."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.chances.odds import odds
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody, Umpire
from adjudication.engine.umpire.names import RuleCodeFault
from domain.errors import Refused
from domain.events import Event, OrderGiven, PieceData, PieceMoved, PresenceKnown, Scored
from domain.events.strikes import struck
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.table.dice import ScriptedDice
from domain.table.mutators import apply, rebuild
from domain.table.state import State
from domain.texts import Text
from domain.views.view import WHITE, see, see_log
from reports.maps.drawing import map_svg
from reports.review import render_aar
from tests.core.games import (
    VARIANTS,
    Variant,
    new_game,
    play_orders,
    play_to_end,
    random_people,
    seat,
    variant_id,
)
from tests.thinned import thinned
from tests.toys import minefield
from tests.worlds.eyes import asked, asked_and_ordered, derived, seat_at, shown, weighed

MINEFIELD: Variant = (minefield.NAME, {})


def text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def at_sea() -> Session:
    session = seat(new_game(MINEFIELD), random_people(1))
    session.begin()
    return session


def give(session: Session, name: str, **arguments: Any) -> tuple[Event, ...]:
    side = session.state.side
    return tuple(session.order(Order(side, name, arguments)).events)


def seen(session: Session, side: str) -> tuple[str, str]:
    """All that a side sees: the table and the log."""
    return text(see(session.state, side)), text(see_log(session.game.log, side))


# --- state and log agree -------------------------------------------------------------------------


def contradictions(log: list[Event], viewers: list[str]) -> list[str]:
    """Where a side's table changes and its log says nothing."""
    found = []
    for viewer in viewers:
        table, lines = "", ""
        for length in range(1, len(log) + 1):
            so_far = log[:length]
            state = rebuild(so_far, struck(so_far))
            now, told = text(see(state, viewer)), text(see_log(so_far, viewer))
            if now != table and told == lines:
                found.append(f"{viewer}: event {length}, {type(log[length - 1]).__name__}")
            table, lines = now, told
    return found


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_table_changes_only_by_what_the_log_tells(variant: Variant) -> None:
    session = seat(new_game(variant), random_people(3))
    session.begin()
    play_orders(session, 12, random.Random(3))
    log = list(session.game.log[:130])
    assert contradictions(log, [*session.state.sides]) == []


@pytest.mark.parametrize("name", thinned(["games/freeform-strait-random", "games/ramadi-corrected"], 2))
def test_tables_of_recorded_games_change_only_by_what_their_logs_tell(name: str) -> None:
    entries, _ = read_log(Path(__file__).parents[1] / f"{name}.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    assert contradictions(list(game.log[:330]), [*game.state.sides]) == []


def test_a_change_kept_out_of_the_log_is_found() -> None:
    """Else the test above shows nothing."""
    session = at_sea()
    give(session, "pass")
    give(session, "sail", ship="ddg", to="strait")
    log = [
        msgspec.structs.replace(event, audience=("red",)) if isinstance(event, PieceMoved) else event
        for event in session.game.log
    ]
    moved = next(event.number for event in log if isinstance(event, PieceMoved))
    assert contradictions(log, ["red", "blue"]) == [f"blue: event {moved}, PieceMoved"]


# --- the toy -------------------------------------------------------------------------------------


def test_what_starts_unseen_is_in_no_output_of_the_other_side() -> None:
    session = at_sea()
    table, log = seen(session, "blue")
    for word in ("mine-1", "Kilo", '"boat"', "pool", "magazine", "Mines left", '"mines"'):
        assert word not in table, word
        assert word not in log.replace(text(minefield.SCENARIO.kinds), ""), word
    table, log = seen(session, "red")
    for word in ("mine-1", "Kilo", "pool", '"mines":3'):
        assert word in table, word
    assert "magazine" in log
    assert "Mines left" in log
    assert "seen_by" not in log
    assert "known_to" not in log


def test_a_mine_is_laid_and_a_boat_sails_without_a_trace() -> None:
    session = at_sea()
    before = seen(session, "blue")
    laid = give(session, "lay", place="gulf")
    assert seen(session, "blue") == before
    assert {event.audience for event in laid} == {("red",)}
    assert '"mines":2' in seen(session, "red")[0]
    sailed = give(session, "sail", ship="boat", to="gulf")
    assert [type(event).__name__ for event in sailed if event.audience is None] == ["PhaseEntered"]
    given = next(event for event in session.game.log if getattr(event, "order", "") == "sail")
    assert given.audience == ("red",)
    told = see_log(session.game.log, "blue")
    assert [line.event for line in told][-1] == "phase-entered"
    assert "boat" not in text([line.fields for line in told[-3:]])


def test_a_strike_shows_the_boat_and_a_pass_hides_it_again() -> None:
    session = at_sea()
    give(session, "sail", ship="boat", to="coast")
    give(session, "sweep", place="gulf")
    give(session, "strike", ship="ddg")
    assert "Kilo" in seen(session, "blue")[0]
    assert '"mines":3' in seen(session, "blue")[0]
    shown = [line for line in see_log(session.game.log, "blue") if line.event == "presence-known"]
    assert shown[-1].fields == {"piece": "boat", "at": "coast", "sides": None}
    if session.state.side == "blue":
        give(session, "pass")
    give(session, "pass")
    table, _ = seen(session, "blue")
    assert "Kilo" not in table
    assert '"mines"' not in table
    lost = [line for line in see_log(session.game.log, "blue") if line.event == "presence-known"]
    assert lost[-1].fields == {"piece": "boat", "at": "coast", "sides": ()}
    gone = [line for line in see_log(session.game.log, "blue") if line.event == "track-known"]
    assert [line.fields["sides"] for line in gone] == [None, []]


def test_every_use_carries_what_is_unseen() -> None:
    """Play, resume and audit; odds; undo is held by `tests/odds/test_undo.py`."""
    session = play_to_end(MINEFIELD, seed=5)
    log = session.game.log
    assert any(isinstance(event, PresenceKnown) for event in log)
    report = audit(list(enter(session.game.id, log, GENESIS)), len(log))
    assert report.findings == []


def test_odds_for_a_side_do_not_hang_on_what_it_does_not_see() -> None:
    order = Order("blue", "sail", {"ship": "ddg", "to": "strait"})
    told = []
    for mined in (False, True):
        session = at_sea()
        if mined:
            give(session, "lay", place="strait")
        give(session, "pass")
        system = session.system
        told.append(text(msgspec.to_builtins(repr(odds(system, session.state, [order], "blue").outcomes))))
        white = odds(system, session.state, [order], WHITE)
        assert ("sunk" in repr(white.outcomes)) == mined
    assert told[0] == told[1]
    assert "sunk" not in told[0]


def test_no_output_of_a_side_names_what_it_never_saw() -> None:
    words = ("mine-1", "mine-2", "mine-3", "Kilo", "magazine", "pool", "Mines left")
    looked = 0
    for seed in range(1, 6):
        session = at_sea()
        play_orders(session, 4, random.Random(seed))
        kept = seat_at(list(session.game.log))
        told = {**shown(kept, "blue"), **asked_and_ordered(kept, "blue", asked(kept) or ())}
        told.update(derived(kept, "blue", 3))
        told.update(weighed(kept, "blue"))
        told["svg"] = map_svg(session.state, "blue")
        told["page"] = render_aar(
            session.game, enter("", session.game.log, GENESIS), audit([], 0), viewer="blue"
        )
        for word in words:
            shown_once = word in told["log in words"] or word in told["table"]
            for name, output in told.items():
                assert shown_once or word not in output, (seed, name, word)
                looked += not shown_once
    assert looked > 200


def test_a_side_is_not_asked_about_what_it_does_not_see() -> None:
    umpire = umpire_on(at_sea())
    with pytest.raises(RuleCodeFault, match="asks blue about what that side does not know to be there"):
        umpire.choose("blue", "Which target?", ["boat", "ffg"], rule="")


# --- audiences -----------------------------------------------------------------------------------


def umpire_on(session: Session) -> Umpire:
    return Umpire(session.state.copy(), 0, ScriptedDice([2] * 9), Nobody())


@pytest.mark.parametrize(
    "rule_code",
    [
        lambda umpire: umpire.move("ddg", "gulf", rule="", audience=("blue",)),
        lambda umpire: umpire.move("boat", "gulf", rule="", audience=("red", "blue")),
        lambda umpire: umpire.move("boat", "gulf", rule="", audience=()),
        lambda umpire: umpire.change("ddg", steps=1, rule="", audience=()),
        lambda umpire: umpire.remove("ffg", rule="", audience=("red",)),
        lambda umpire: umpire.score("mines", -1, rule="", audience=("blue",)),
        lambda umpire: umpire.place(PieceData("m9", "mine", "gulf"), rule="", audience=("red",)),
    ],
)
def test_to_tell_others_than_see_it_is_an_error_of_the_rule_code(rule_code: Callable[[Umpire], Any]) -> None:
    umpire = umpire_on(at_sea())
    with pytest.raises(RuleCodeFault, match=r"which the table shows to .* leave the audience out"):
        rule_code(umpire)
    assert umpire.fresh == []


def test_the_audience_of_a_change_follows_from_what_it_touches() -> None:
    umpire = umpire_on(at_sea())
    umpire.move("boat", "gulf", rule="")
    umpire.move("ddg", "gulf", rule="")
    umpire.score("mines", -1, rule="")
    umpire.conceal("ddg", seen_by=("blue",), rule="")
    umpire.change("ddg", steps=2, rule="")
    umpire.expose("mine-1", to=("blue", "red"), rule="")  # it lies in a place that Blue does not know
    umpire.roll(6, Text("torpedo", {"target": "ddg"}), rule="")
    umpire.roll(6, "torpedo at ddg", rule="")
    umpire.roll(6, "torpedo", rule="")
    umpire.pick(["boat", "ffg"], "who goes first", rule="")
    told = [("red",), None, ("red",), None, ("blue",), ("red",), ("blue",), None, None, ("red",)]
    assert [event.audience for event in umpire.fresh] == told


def test_what_is_said_in_a_secret_order_stays_with_those_who_know_of_the_order() -> None:
    state = at_sea().state.copy()
    given = OrderGiven(number=50, procedure=50, side="red", order="lay", audience=("red",))
    apply(state, given)
    umpire = Umpire(state, 50, ScriptedDice([3]), Nobody())
    umpire.roll(6, "depth", rule="")
    umpire.conclude("depth", "dice", "3", rule="")
    umpire.sum("depth").add("tide", 1, rule="")
    umpire.move("ffg", "gulf", rule="")
    assert [event.audience for event in umpire.fresh] == [("red",), ("red",), ("red",), None]


# --- by hand -------------------------------------------------------------------------------------


def test_a_change_by_hand_cannot_be_kept_from_those_who_see_it() -> None:
    session = at_sea()
    before = list(session.game.log)
    with pytest.raises(Refused, match=r"Blue can see ddg.*change ddg visible to"):
        session.by_hand("hand-move", {"piece": "ddg", "to": "gulf"}, "a test", audience=("red",))
    assert session.game.log == before
    unseen = seen(session, "blue")
    session.by_hand("hand-move", {"piece": "boat", "to": "gulf"}, "a test", audience=("red",))
    assert seen(session, "blue") == unseen
    session.by_hand("hand-score", {"track": "mines", "change": -1}, "a test")
    scored = next(event for event in reversed(session.game.log) if isinstance(event, Scored))
    assert scored.audience == ("red",)
    assert seen(session, "blue") == unseen


def test_presence_is_changed_by_hand() -> None:
    session = at_sea()
    session.by_hand("hand-change", {"subject": "ddg", "visible": "blue"}, "a test")
    assert "ddg" not in seen(session, "red")[0]
    assert "ddg" in seen(session, "blue")[0]
    session.by_hand("hand-change", {"subject": "mines", "visible": "all"}, "a test")
    assert '"mines":3' in seen(session, "blue")[0]
    session.by_hand(
        "hand-place", {"id": "spy", "kind": "frigate", "at": "gulf", "seen_by": ["blue"]}, "a test"
    )
    assert "spy" not in "".join(seen(session, "red"))
    assert "spy" in seen(session, "blue")[0]
    log = session.game.log
    assert audit(list(enter(session.game.id, log, GENESIS)), len(log)).findings == []


def test_who_knows_is_kept_when_a_state_is_copied() -> None:
    state = at_sea().state
    other = state.copy()
    other.conceal("ddg", ())
    other.conceal_track("mines", None)
    assert (state.pieces["ddg"].seen_by, state.tracks["mines"].known_to) == (None, ("red",))
    assert other.unseen
    assert not State().unseen
