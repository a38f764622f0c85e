"""Secret orders: sealed, opened together, given in an order of precedence, audited."""

import hashlib
import json
from pathlib import Path

import pytest

from domain.events import OrderGiven, SecretOrderSealed, SecretOrdersOpened
from tests.cli.conftest import Cell
from tests.seminar.three import NAME

AMBER = ("march piece=amber-guard to=hill", "march piece=amber-spy to=hill")


@pytest.fixture
def game(empty: Cell) -> Cell:
    empty.done("new", NAME)
    return empty


def seal_all(cell: Cell) -> None:
    cell.done("submit", "--as", "amber", *AMBER)
    cell.done("submit", "--as", "blue", "march piece=blue-guard to=ford")
    cell.done("submit", "--as", "coral", "--none")


def test_everyone_sees_the_digest_and_only_the_side_what_it_covers(game: Cell) -> None:
    told = game.done("submit", "--as", "amber", *AMBER, "--json").json
    sealed = game.events()[-1]
    assert isinstance(sealed, SecretOrderSealed)
    orders = json.dumps(told["orders"], sort_keys=True, separators=(",", ":"))
    assert told["digest"] == hashlib.sha256(f"{told['salt']}\n{orders}".encode()).hexdigest() == sealed.digest
    for side in ("blue", "coral"):
        last = game.done("log", "--as", side, "--json").json[-1]
        assert last["fields"] == {"side": "amber", "digest": sealed.digest}
        assert "guard" not in json.dumps(last)
    own = game.done("log", "--as", "amber", "--json").json[-1]["fields"]
    assert own["orders"] == told["orders"]


def test_a_side_is_told_what_it_has_sealed_and_nobody_else_is(game: Cell) -> None:
    game.done("submit", "--as", "amber", *AMBER)
    assert "Amber: 2 sealed orders submitted, not opened yet." in game.done("status", "--as", "amber").out
    assert (
        "Amber: 2 sealed orders submitted, not opened yet."
        in game.done("status", "--as", "amber", "--json").out
    )
    assert "sealed" not in game.done("status", "--as", "blue").out
    game.done("submit", "--as", "amber", "--none")
    assert "Amber: no sealed orders submitted, not opened yet." in game.done("status", "--as", "amber").out


def test_they_are_opened_only_when_every_side_has_sealed(game: Cell) -> None:
    game.done("submit", "--as", "amber", *AMBER)
    assert "Not submitted yet: Blue, Coral" in game.refused("open-orders")
    assert "--because" in game.refused("open-orders", "--anyway")
    game.done("submit", "--as", "blue", "--none")
    assert "Not submitted yet: Coral" in game.refused("open-orders")
    game.done("open-orders", "--of", "amber", "--of", "blue")
    assert isinstance(game.events()[-1], SecretOrdersOpened)


def test_not_waiting_takes_a_reason_that_the_audit_tells(game: Cell) -> None:
    game.done("submit", "--as", "amber", *AMBER)
    game.done("open-orders", "--anyway", "--because", "Blue is at lunch")
    assert any(
        "opened without waiting. Reason: Blue is at lunch" in note
        for note in game.done("audit", "--json").json["notices"]
    )


def test_opened_orders_are_listed_in_their_order_and_given(game: Cell) -> None:
    seal_all(game)
    listed = game.done("open-orders", "--first", "blue", "--json").json["to_give"]
    assert [each["side"] for each in listed] == ["blue", "amber", "amber"]
    assert "Opened orders still to be given: 3" in game.done("status").out
    again = game.done("open-orders").out
    assert "   1  Amber: march piece=amber-guard to=hill" in again
    given = game.done("open-orders", "--give", "--first", "blue", "--json").json
    assert (given["to_give"], given["refused"]) == ([], "")
    orders = [event for event in game.events() if isinstance(event, OrderGiven) and event.order == "march"]
    assert [order.arguments["piece"] for order in orders] == ["blue-guard", "amber-guard", "amber-spy"]
    assert "There are no sealed orders to open" in game.refused("open-orders")


def test_an_opened_order_given_by_hand_is_left_no_more_until_it_is_taken_back(game: Cell) -> None:
    seal_all(game)
    game.done("open-orders")
    game.done("order", "march", "piece=amber-guard", "to=hill", "--side", "amber")
    assert len(game.done("open-orders", "--json").json["to_give"]) == 2
    game.done("undo", "--because", "Not yet", "--yes")
    assert len(game.done("open-orders", "--json").json["to_give"]) == 3


def test_giving_stops_where_an_order_is_refused_or_asks(game: Cell) -> None:
    game.done("submit", "--as", "amber", "march piece=amber-guard to=hill", "march piece=blue-guard to=hill")
    game.done("submit", "--as", "blue", "scheme plot=bluebeard-coup")
    game.done("submit", "--as", "coral", "--none")
    game.done("open-orders")
    stopped = game("open-orders", "--give")
    assert stopped.code == 1  # one was given before it
    assert "march piece=blue-guard to=hill of amber: That is none of your pieces" in stopped.err
    assert "`whitecell open-orders --drop 1 --because REASON` leaves the refused order out." in stopped.out
    again = game("open-orders", "--give", "--json")
    assert (again.code, again.json["events"]) == (2, [])
    assert [each["order"]["order"] for each in again.json["to_give"]] == ["march", "scheme"]
    asked = game.done("open-orders", "--first", "blue", "--give", "--json").json
    assert [question["side"] for question in asked["pending"]] == ["blue"]
    assert len(asked["to_give"]) == 1


def test_an_order_that_is_refused_is_left_out_with_a_reason(game: Cell) -> None:
    game.done("submit", "--as", "amber", "march piece=blue-guard to=hill", "scheme plot=ambrosia-coup")
    game.done("submit", "--as", "blue", "march piece=blue-guard to=hill")
    game.done("submit", "--as", "coral", "--none")
    game.done("open-orders")
    assert "needs a reason" in game.refused("open-orders", "--drop", "1")
    assert "no opened order 4; 3 are left" in game.refused("open-orders", "--drop", "4", "--because", "x")
    assert "no opened order -1" in game.refused("open-orders", "--drop", "-1", "--because", "x")
    assert "Say one of" in game.refused("open-orders", "--drop", "1", "--give", "--because", "x")
    game.done("open-orders", "--first", "blue")
    game.done("open-orders", "--first", "blue", "--drop", "2", "--because", "The guard is Blue's")
    left = game.done("open-orders", "--json").json["to_give"]
    assert [(each["side"], each["order"]["order"]) for each in left] == [
        ("amber", "scheme"),
        ("blue", "march"),
    ]
    dropped = game.done("open-orders", "--drop", "1", "--because", "No coups today", "--json").json
    assert [each["order"]["order"] for each in dropped["to_give"]] == ["march"]
    game.done("open-orders", "--give")
    for side in ("amber", "blue", "coral"):  # what the white cell alone has read is told to no side
        told = game.done("log", "--as", side, "--json").out
        assert not any(word in told for word in ("No coups", "The guard is Blue's"))
        assert ("ambrosia" in told) == (side == "amber")
    audited = game.done("audit", "--json").json
    assert audited["findings"] == []
    assert any("was not given. Reason: No coups today" in notice for notice in audited["notices"])


def test_a_slip_of_the_pen_is_told_when_it_is_sealed(game: Cell) -> None:
    slips = ("march piece=amber-gaurd to=hill", "march piece=amber-guard to=mars", "scheme plot=anything")
    told = game.done("submit", "--as", "amber", *slips).out
    assert (
        "As things stand march takes no piece=amber-gaurd: `whitecell orders --as amber --kind march`" in told
    )
    assert "As things stand march takes no to=mars" in told
    assert told.count("As things stand") == 2  # what a side says in its own words is not doubted
    assert game.done("submit", "--as", "amber", *AMBER, "--json").json["doubts"] == []
    hidden, missing = (
        game.done("submit", "--as", "amber", f"march piece={piece} to=hill").out
        for piece in ("blue-spy", "blue-elf")
    )
    assert "takes no piece=blue-spy" in hidden
    assert "takes no piece=blue-elf" in missing


def test_the_white_cell_seals_nothing(game: Cell) -> None:
    assert "A side submits sealed orders, not the white cell" in game.refused(
        "submit", "--as", "white", "--none"
    )


def test_orders_are_opened_for_the_white_cell_alone(game: Cell) -> None:
    seal_all(game)
    told = game.done("open-orders").out
    assert "Amber: march, piece Guard of amber, to Hill; march" in told
    for side in ("amber", "blue", "coral"):
        last = game.done("log", "--as", side, "--json").json[-1]
        assert last["fields"] == {"sides": ["amber", "blue", "coral"]}
    game.done("open-orders", "--give", "--first", "blue")
    assert "blue-guard" in game.done("log", "--as", "amber", "--json").out  # now that it was given
    assert game.done("audit", "--json").json["findings"] == []


def test_opened_orders_are_shown_to_sides_when_the_white_cell_says_so(game: Cell) -> None:
    seal_all(game)
    game.done("open-orders")
    game.done("open-orders", "2", "--to", "coral")
    assert (
        "reveals an order of Amber: march, piece (hidden), to Hill" in game.done("log", "--as", "coral").out
    )
    game.done("open-orders", "3", "--to", "all", "--text", "Troops are seen at the ford")
    assert "Troops are seen at the ford" in game.done("log", "--as", "amber").out
    assert "blue-guard" not in game.done("log", "--as", "amber", "--json").out
    game.done("open-orders", "--to", "blue")
    assert game.done("log", "--as", "blue").out.count("reveals an order of") == 3
    audited = game.done("audit", "--json").json
    assert audited["findings"] == []
    assert sum("was revealed to" in notice for notice in audited["notices"]) == 5


def test_orders_that_the_rules_keep_secret_are_opened_for_their_side_alone(game: Cell) -> None:
    game.done("submit", "--as", "amber", "scheme plot=ambrosia-coup")
    game.done("submit", "--as", "blue", "march piece=blue-guard to=ford")
    game.done("submit", "--as", "coral", "--none")
    game.done("open-orders", "--to", "all")
    for side, sees in (("amber", True), ("blue", False), ("coral", False)):
        told = game.done("log", "--as", side).out
        assert ("ambrosia" in told) == sees
        assert "Blue: march" in told
    assert game.done("audit", "--json").json["findings"] == []


def test_a_piece_that_others_do_not_know_is_masked_when_orders_are_opened(game: Cell) -> None:
    seal_all(game)
    game.done("open-orders", "--to", "all")
    opened = game.done("log", "--as", "blue", "--json").json[-1]["fields"]["opened"]
    assert [order["piece"] for order in opened["amber"]["orders"]] == ["amber-guard", "?"]


def test_sealing_again_takes_the_place_of_what_is_still_sealed(game: Cell) -> None:
    seal_all(game)
    game.done("submit", "--as", "amber", "march piece=amber-guard to=ford")
    listed = game.done("open-orders", "--json").json["to_give"]
    assert [each["order"].get("to") for each in listed if each["side"] == "amber"] == ["ford"]
    assert game.done("audit", "--json").json["findings"] == []


def test_orders_are_sealed_from_a_file_too(game: Cell) -> None:
    Path("orders.json").write_text('[{"order": "march", "piece": "blue-guard", "to": "hill"}]')
    assert len(game.done("submit", "--as", "blue", "--file", "orders.json", "--json").json["orders"]) == 1
    Path("orders.json").write_text('[{"order": "march", "piece": "blue-guard"}]')
    assert "required" in game.refused("submit", "--as", "blue", "--file", "orders.json")


def test_at_the_terminal_they_are_offered(game: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    seal_all(game)
    monkeypatch.setattr("cli.terminal.terminal.interactive", lambda: True)
    told = game.done("open-orders", said="n\n").out
    assert "These can be given now" in told
    assert sum(isinstance(event, OrderGiven) for event in game.events()) == 1
    game.done("open-orders", said="y\n")
    assert sum(isinstance(event, OrderGiven) for event in game.events()) == 4


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """A seminar in planning in which one side has sealed a move, and the others nothing."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    empty.done("submit", "--as", "aldmark", "move piece=ald-frigates to=selmhaven")
    empty.done("submit", "--as", "verrin", "--none")
    empty.done("submit", "--as", "council", "--none")
    return empty


@pytest.mark.parametrize("words", [("next",), ("order", "proceed")])
def test_a_phase_does_not_end_unasked_over_sealed_orders(strait: Cell, words: tuple[str, ...]) -> None:
    said = strait.refused(*words)
    assert "Sealed orders of Aldmark have not been opened" in said
    assert "--yes" in said
    strait.done(*words, "--yes")
    assert strait.done("status", "--json").json["phase"] == "discussion"


def test_a_phase_ends_at_once_when_nothing_is_sealed_or_all_is_open(strait: Cell) -> None:
    strait.done("open-orders", "--give")
    strait.done("next")
    assert strait.done("status", "--json").json["phase"] == "discussion"
    strait.done("submit", "--as", "aldmark", "--none")
    strait.done("next")
    assert strait.done("status", "--json").json["phase"] == "assessment"


def test_orders_that_cannot_be_given_are_not_shown_to_sides(strait: Cell) -> None:
    strait.done("next", "--yes")
    for words in (("open-orders", "--to", "all"), ("open-orders", "--give", "--to", "verrin")):
        said = strait.refused(*words)
        assert "None of the sealed orders can be given now: Pieces move in the planning phase" in said
        assert "--anyway --because REASON" in said
    assert not any(isinstance(event, SecretOrdersOpened) for event in strait.events())
    assert "selmhaven" not in strait.done("log", "--as", "verrin", "--last", "1", "--json").out
    strait.done("undo", "--because", "Too soon", "--yes")
    strait.done("open-orders", "--give")
    given = [event for event in strait.events() if isinstance(event, OrderGiven)]
    assert (given[-1].side, given[-1].order) == ("aldmark", "move")


def test_orders_opened_after_their_phase_are_late_and_shown_to_nobody(strait: Cell) -> None:
    strait.done("next", "--yes")
    told = strait.done("open-orders").out
    assert "Late (submitted in turn 1, planning): Pieces move in the planning phase" in told
    assert "Adjudicate a late order with `whitecell change`" in told
    assert "selmhaven" not in strait.done("log", "--as", "verrin", "--last", "2", "--json").out
    strait.done("open-orders", "--give")  # a late order is not given, and is not lost
    assert len(strait.done("open-orders", "--json").json["to_give"]) == 1
    strait.done("submit", "--as", "verrin", "act intent=Wait")
    strait.done("open-orders", "--of", "verrin", "--give")
    strait.done("answer", "fails", "--because", "x")
    left = strait.done("open-orders", "--json").json["to_give"]
    assert [each["side"] for each in left] == ["aldmark"]
    strait.done("open-orders", "--drop", "1", "--because", "The squadron was moved")
    assert strait.done("audit", "--json").json["findings"] == []


def test_sealed_orders_are_given_covertly_and_revealed_one_by_one(strait: Cell) -> None:
    strait.done("next", "--yes")
    for side, intent in (("aldmark", "Cut the cable"), ("verrin", "Board the tanker"), ("council", "Meet")):
        strait.done("submit", "--as", side, f"act intent='{intent}'")
    strait.done("open-orders")
    for _ in range(3):
        strait.done("open-orders", "1", "--give", "--only", "white")
        strait.done("answer", "succeeds", "--because", "x")
        strait.done("open-orders")
    for side in ("aldmark", "verrin", "council"):
        told = strait.done("log", "--as", side).out
        words = ("Cut the cable", "Board the tanker", "Meet", "succeeds")
        assert [word for word in words if word in told] == [
            {"aldmark": "Cut the cable", "verrin": "Board the tanker", "council": "Meet"}[side]
        ]
    covert = strait.done("open-orders", "--json").json["covert"]
    assert [each["known"] for each in covert] == [[], [], []]
    strait.done("open-orders", "--reveal", str(covert[0]["event"]), "--to", "aldmark")
    strait.done("open-orders", "--reveal", str(covert[0]["event"]), "--to", "all", "--text", "A cable is cut")
    assert "Outcome: succeeds" in strait.done("log", "--as", "aldmark").out
    assert strait.done("log", "--as", "council").out.count("reveals") == 1
    assert strait.done("audit", "--json").json["findings"] == []


def test_orders_that_cannot_be_given_are_opened_for_a_reason(strait: Cell) -> None:
    strait.done("next", "--yes")
    strait.done("open-orders", "--to", "all", "--anyway", "--because", "They are to be read out")
    assert any(isinstance(event, SecretOrdersOpened) for event in strait.events())


def test_orders_of_which_one_can_be_given_are_opened(strait: Cell) -> None:
    good, bad = "move piece=ald-frigates to=selmhaven", "move piece=ald-frigates to=nowhere"
    strait.done("submit", "--as", "aldmark", good, bad)
    result = strait("open-orders", "--give")
    assert result.code == 1
    assert f"Refused: {bad} of aldmark" in result.err
