"""What the audit checks and tells of what people did, on events that no session writes."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.audits.disclosures import disclosures
from adjudication.audits.people import (
    _counted,
    _heard,
    _ruled_words,
    _shown,
    laid_out,
    notices,
    ruling_faults,
    tables_used,
)
from adjudication.audits.rulings import _words, effects, ruling_notices
from adjudication.audits.seminar import _faults, _notices, _settle, opened_orders
from adjudication.seminar.secret_orders import MOST_ORDERS
from domain.events import (
    BoardData,
    BoardLaid,
    CounterDrawn,
    CountersAdopted,
    CountersLaid,
    DieRolled,
    Disclosed,
    EntryCorrected,
    Event,
    GameForked,
    InjectData,
    InjectHandled,
    InjectsListed,
    KindData,
    LookedUp,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    OrderDone,
    OrderGiven,
    Picked,
    Ruled,
    SecretOrderDropped,
    SecretOrderSealed,
    SecretOrdersOpened,
    Shuffled,
    TableAdded,
    TableAdopted,
    TablesLaid,
    TakenBack,
)
from domain.events.secret_orders import Opened
from domain.events.strikes import Strikes
from domain.table.state import State
from tests.builders import TABLES
from tests.forgeries.few import BACK, ORDER, RULED, given, log, rolled, table

# --- sealed orders and injects --------------------------------------------------------------------


def listed() -> State:
    state = table()
    state.cell.injects = {"i1": InjectData("i1", "Rain.", audience=("blue",))}
    return state


@pytest.mark.parametrize(
    ("change", "handled", "message"),
    [
        ({}, None, ""),
        ({"audience": None}, None, "is not told to those it was listed for"),
        ({"text": "Snow."}, None, "is delivered with a different text than listed"),
        ({"how": "altered", "text": "Snow.", "because": "x"}, None, ""),
        ({"how": "altered", "text": "Snow."}, None, "is altered without a reason"),
        ({"how": "skipped", "because": "x", "audience": ()}, None, ""),
        ({"how": "skipped", "audience": ()}, None, "is skipped without a reason"),
        ({"how": "burnt", "because": "x"}, None, "cannot be burnt"),
        ({"inject": "i2"}, None, "Inject i2 was not listed."),
        ({}, "delivered", "had already been delivered"),
        ({}, "skipped", ""),
        ({"unplanned": True}, None, "is said to be unplanned, but was listed before"),
        ({"unplanned": True, "inject": "i2"}, None, ""),
        (
            {"unplanned": True, "inject": "i2", "text": " "},
            None,
            "is unplanned, but was not delivered with a text",
        ),
        ({"unplanned": True, "inject": "i2", "how": "altered"}, None, "was not delivered with a text"),
    ],
)
def test_an_inject_is_handled_as_it_was_listed(
    change: dict[str, Any], handled: str | None, message: str
) -> None:
    state = listed()
    if handled:
        state.cell.handled["i1"] = handled
    event = InjectHandled(inject="i1", how="delivered", text="Rain.", audience=("blue",))
    found = list(_faults(replace(event, **change), state))
    assert len(found) == bool(message), found
    assert all(message in each for each in found)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (InjectsListed(injects=(), audience=()), ""),
        (InjectsListed(injects=()), "The list of injects is for the white cell alone"),
        (InjectsListed(injects=(InjectData("i1", "x"),), audience=()), "Inject i1 is listed a second time."),
        (MarkingSet(number=9, marking="x", concerns=8), ""),
        (MarkingSet(number=9, marking="x", concerns=0), ""),
        (MarkingSet(number=9, marking="x", concerns=9), "It marks event 9, which had not happened."),
        (MarkingSet(number=9, marking="x", concerns=-1), "It marks event -1, which had not happened."),
        (MessageSent(form="f", fields={}, sender="", side="blue", to=("red",), audience=("blue", "red")), ""),
        (
            MessageSent(form="f", fields={}, sender="", side="blue", to=("red",)),
            "The message can be read by others",
        ),
        (SecretOrderDropped(side="blue", order={}, by="", because="x"), ""),
        (SecretOrderDropped(side="blue", order={}, by="", because=" "), "dropped without a reason"),
    ],
)
def test_what_happens_around_the_table_is_as_it_should_be(event: Event, message: str) -> None:
    found = list(_faults(event, listed()))
    assert len(found) == bool(message), found
    assert all(message in each for each in found)


def test_what_was_opened_is_what_was_sealed() -> None:
    state = table()
    order = {"order": "advance"}
    sealed = SecretOrderSealed(
        number=4, side="blue", digest="", salt="s", orders=(order,), audience=("blue",)
    )
    state.cell.sealed = {4: sealed}
    right = Opened("blue", "s", (order,))

    def found(opened: dict[str, Opened], **more: Any) -> list[str]:
        return list(_faults(SecretOrdersOpened(opened=opened, **more), state))

    assert found({"4": right}) == found({"4": right}, audience=("blue",)) == []
    assert found({"5": right}) == ["Event 5 did not seal orders, or they were opened before."]
    assert found({"4": replace(right, salt="t")}) == [
        "The opened orders of blue are not what it sealed in event 4."
    ]
    assert found({"4": right}, audience=("green",)) == [
        "Orders are opened for green, which is not a side of this game."
    ]
    forged = list(_faults(replace(sealed, side="green", audience=None), state))
    assert forged == [
        "The sealed orders of green do not match their digest.",
        "The sealed orders of green can be read by others.",
        "Orders are sealed by green, which is not a side of this game.",
    ]


@pytest.mark.parametrize(("number", "too_many"), [(MOST_ORDERS, False), (MOST_ORDERS + 1, True)])
def test_so_many_orders_are_sealed_at_once(number: int, too_many: bool) -> None:
    sealed = SecretOrderSealed(side="blue", digest="", salt="s", orders=({},) * number, audience=("blue",))
    assert (f"More than {MOST_ORDERS} orders are sealed at once." in _faults(sealed, table())) is too_many


def test_opened_orders_are_given_or_dropped_once() -> None:
    order, other = {"order": "advance", "to": "b1"}, {"order": "dig"}
    opened = SecretOrdersOpened(number=6, opened={"4": Opened("blue", "s", (order, other))})
    done = OrderGiven(number=7, side="blue", order="advance", arguments={"to": "b1"})
    drop = SecretOrderDropped(number=8, side="blue", order=other, by="", because="x")
    assert opened_orders([opened, done, drop], ()) == ([], [])
    findings, told = opened_orders([opened, done], ())
    assert (findings, len(told), told[0].startswith("Event 6: order ")) == ([], 1, True)
    assert len(opened_orders([opened, done, drop], {1})[1]) == 1, "the order was taken back"
    assert len(opened_orders([opened, drop, drop], ())[0]) == 1
    assert len(opened_orders([opened, replace(done, side="red")], ())[1]) == 2
    left: Any = [(6, "blue", order), (6, "blue", other)]
    assert not _settle(left, "red", order)
    assert _settle(left, "blue", order)
    assert left == [(6, "blue", other)]


def test_what_departs_from_the_plan_is_told() -> None:
    def told(event: Event, state: State | None = None) -> list[str]:
        return list(_notices(replace(event, number=9), state or listed()))

    unplanned = InjectHandled(inject="i2", how="delivered", text="Snow.", unplanned=True, by="Zoe")
    assert told(unplanned) == ["Event 9 (Zoe): inject i2 was unplanned: Snow."]
    assert told(InjectHandled(inject="i1", how="delivered", text="Rain.")) == []
    assert told(InjectHandled(inject="i1", how="skipped", because="late")) == [
        "Event 9: inject i1 was skipped. Reason: late"
    ]
    wrong = EntryCorrected(concerns=4, kind="note", because="a slip", text="x")
    assert told(wrong) == ["Event 9: note event 4 was corrected. Reason: a slip"]
    assert told(replace(wrong, kind="topic", topic="q1", withdrawn=True)) == [
        "Event 9: topic q1 was withdrawn. Reason: a slip"
    ]
    opened = SecretOrdersOpened(opened={"4": Opened("blue", "s", ())}, by="Zoe")
    assert told(replace(opened, because="no time")) == [
        "Event 9 (Zoe): sealed orders were opened without waiting. Reason: no time"
    ]
    assert told(replace(opened, audience=("blue",))) == []
    assert told(replace(opened, audience=("red",))) == [
        "Event 9 (Zoe): the sealed orders of blue were opened for red."
    ]


# --- disclosures ----------------------------------------------------------------------------------


COVERT = (given(procedure=6, covert=True, arguments={"to": "b1"}, audience=("blue",)),)
TOLD = Disclosed(concerns=6, side="blue", order={"order": "advance", "to": "b1"}, because="x", by="Zoe")


def disclosed(event: Disclosed, *before: Event) -> tuple[list[str], list[str]]:
    events = log(*(before or COVERT), event)
    findings, told = disclosures(events, Strikes(events))
    return [finding.message for finding in findings], told


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"text": "They moved."}, "It tells either the order or the white cell's own words; it has both"),
        ({"order": {}, "side": ""}, "It tells either the order or the white cell's own words; it has both"),
        ({"order": {"order": "dig"}}, "It tells another order than that of event 6."),
        ({"side": "red"}, "It tells another order than that of event 6."),
        ({"results": ({"about": "x", "value": 1},)}, "It tells another outcome than that of order 6."),
        ({"concerns": 5}, "Event 5 is no covert order, and did not seal orders."),
        ({"concerns": 7}, "Event 7 is no covert order, and did not seal orders."),
        ({"concerns": 0}, "Event 0 is no covert order, and did not seal orders."),
        ({"order": {}, "text": "They moved."}, "It tells a side or an outcome without the order."),
    ],
)
def test_what_is_told_of_a_covert_order_is_what_the_log_says(change: dict[str, Any], message: str) -> None:
    findings, told = disclosed(replace(TOLD, **change))
    assert any(message in each for each in findings), findings
    assert told == []


def test_what_was_told_rightly_is_a_notice() -> None:
    assert disclosed(TOLD) == (
        [],
        ["Event 7 (Zoe): covert order 6 of blue was revealed to everyone. Reason: x"],
    )
    words = replace(TOLD, order={}, side="", text="They moved.", by="", because="", audience=("red",))
    assert disclosed(words) == (
        [],
        ["Event 7: covert order 6 of blue was revealed to red in other words: They moved."],
    )
    assert disclosed(replace(words, audience=()))[1] == [
        "Event 7: covert order 6 of blue was revealed to nobody in other words: They moved."
    ]
    undone = (*COVERT, TakenBack(first=6, by="", because="x"))
    assert disclosed(replace(TOLD, concerns=6), *undone)[0] == [
        "It tells of order 6, which was not in force."
    ]


def test_what_is_told_of_sealed_orders_was_opened_and_sealed_by_that_side() -> None:
    order = {"order": "dig"}
    sealed = SecretOrderSealed(side="blue", digest="", salt="s", orders=(order,), audience=("blue",))
    opened = SecretOrdersOpened(opened={"6": Opened("blue", "s", (order,))}, audience=())
    told = replace(TOLD, order=order)
    assert disclosed(told, sealed, opened) == (
        [],
        ["Event 8 (Zoe): an order sealed in event 6 of blue was revealed to everyone. Reason: x"],
    )
    assert disclosed(told, sealed, Noted(text="x"))[0] == [
        "It tells of orders sealed in event 6, which were not opened."
    ]
    for change in ({"side": "red"}, {"order": {"order": "advance"}}):
        assert disclosed(replace(told, **change), sealed, opened)[0] == [
            "It tells an order that blue did not seal in event 6."
        ]
    assert disclosed(replace(told, results=({"about": "x", "value": 1},)), sealed, opened)[0] == [
        "It tells an outcome of an order that was not given."
    ]


# --- rulings and what people changed --------------------------------------------------------------


def test_what_a_ruling_added_and_dropped_is_told() -> None:
    order = (
        given(procedure=6),
        rolled(1, 3, procedure=6),
        rolled(2, 4, procedure=6),
        rolled(3, 5, procedure=6),
    )
    ruled = Ruled(concerns=7, value=1, by="", because="x")
    again = rolled(2, 4, procedure=6, again=8)
    new = Picked(purpose="who", options=("a", "b"), value="b", chance=4, procedure=6)
    done = OrderDone(procedure=6)
    (effect,) = effects(log(*order, ruled, again, new, done))
    assert ([e.number for e in effect.added], [e.number for e in effect.dropped], effect.open) == (
        [12],
        [9],
        False,
    )
    assert list(ruling_notices(log(*order, ruled, again, new, done))) == [
        "Event 10: the ruling added a pick for who: b (event 12) and dropped a D6 for x: 5 (event 9)."
    ]
    (open_,) = effects(log(*order, ruled, again))
    assert open_.open
    assert next(ruling_notices(log(*order, ruled, again))).startswith(
        "Event 10: the ruling so far dropped a D6"
    )
    (undone,) = effects(log(*order, ruled, again, TakenBack(first=6, by="", because="x")))
    assert not undone.open
    assert list(effects(log(*order))) == []
    assert list(effects(log(*order, replace(ruled, concerns=3)))) == []
    first, second = effects(
        log(*order, ruled, again, replace(ruled, concerns=7), replace(again, again=8), new, done)
    )
    assert [event.number for event in first.added] == []
    assert [event.number for event in second.added] == [14]


def test_chances_are_put_into_words() -> None:
    assert _words(rolled(1, 3)) == "a D6 for x: 3"
    assert _words(CounterDrawn(cup="cup", piece="r1", to="a1", purpose="x")) == "a draw from cup: r1"
    assert _words(Shuffled(place="cup", order=())) == "a shuffle of cup"


def told_of(*more: Event) -> list[str]:
    return list(notices(log(*more)))


def test_what_people_changed_is_told_with_who_and_why() -> None:
    rolled_3 = (*ORDER, OrderDone(procedure=8))
    assert told_of(*rolled_3, RULED) == ["Event 11 (Zoe): event 9 was ruled 4 (recorded: 3). Reason: x"]
    assert told_of(*rolled_3, replace(RULED, concerns=99)) == [
        "Event 11 (Zoe): event 99 was ruled 4. Reason: x"
    ]
    assert told_of(BACK)[0].startswith("Event 6 (Zoe): order 8 and everything after it was undone")
    assert told_of(GameForked(game="x", name="second", at=6)) == [
        "Event 6: the game second was forked from event 6."
    ]
    assert told_of(OptionChanged(option="duels", value=True, by="", because="x")) == [
        "Event 6: option duels was changed to on. Reason: x"
    ]
    house = replace(TABLES["results"], title="Softer", provenance="house")
    adopted = TableAdopted(table="results", data=house, by="", because="x")
    assert told_of(adopted, adopted) == [
        'Event 6: the table "Results" was replaced by a house table. Reason: x',
        'Event 7: the table "Softer" was replaced by a house table. Reason: x',
    ]
    added = TableAdded(table="new", data=replace(house, title="New"))
    assert told_of(added, replace(adopted, table="new"))[0].startswith(
        'Event 7: the table "New" was replaced'
    )
    assert told_of(Noted(text="x"), given(procedure=7)) == []


def test_ruled_cells_are_told_beside_those_recorded() -> None:
    row = LookedUp(number=1, table="t", keys={}, row=1, result={"loss": 1, "retreat": 2})
    ruled = Ruled(number=2, concerns=1, value={"loss": 3}, by="", because="x")
    assert _ruled_words(ruled, [row, ruled]) == "event 1 was ruled loss 3 (recorded: loss 1)"
    assert _ruled_words(replace(ruled, concerns=2), [row, ruled]) == "event 2 was ruled loss 3"
    assert _shown({"a": 1, "b": True}) == "a 1, b yes" or _shown({"a": 1}) == "a 1"


@pytest.mark.parametrize(
    ("kinds", "pieces", "told"),
    [
        (1, 0, "1 kind of counters (K0) was"),
        (2, 0, "2 kinds of counters (K0, K1) were"),
        (6, 0, "6 kinds of counters (K0, K1, K2, K3, K4, ...) were"),
        (5, 0, "5 kinds of counters (K0, K1, K2, K3, K4) were"),
        (0, 1, "the kind of 1 piece was"),
        (0, 3, "the kind of 3 pieces was"),
        (1, 2, "1 kind of counters (K0) and the kind of 2 pieces were"),
    ],
)
def test_counters_replaced_are_counted(kinds: int, pieces: int, told: str) -> None:
    event = CountersAdopted(
        kinds={f"k{n}": KindData(f"K{n}") for n in range(kinds)},
        pieces={f"p{n}": "k0" for n in range(pieces)},
        by="",
        because="x",
    )
    assert _counted(event) == told


def test_reconstructions_are_told() -> None:
    def laid(board: str = "document", kind: str = "document", counters: str = "document") -> list[str]:
        return list(
            laid_out(
                [
                    BoardLaid(board=BoardData(name="Field", provenance=board)),
                    CountersLaid(kinds={"a": KindData("A", provenance=kind)}, pieces=(), provenance=counters),
                ]
            )
        )

    assert laid() == []
    assert laid(board="reconstructed") == ['Map "Field" is a reconstruction, not the published one.']
    assert laid(kind="reconstructed", counters="reconstructed") == [
        "1 kind of counters and cards is a reconstruction, not the published one: other 1."
    ]
    assert laid(counters="reconstructed") == ["The counters are reconstructions, not the published ones."]


def test_tables_that_were_entered_are_told_where_they_are_not_the_published_ones() -> None:
    published = replace(
        TABLES["results"], provenance="document", row_provenance=("document", "house", "house")
    )
    house = replace(TABLES["results"], title="Own", provenance="house")

    def entered(row: int, table: str = "results") -> LookedUp:
        return LookedUp(table=table, keys={}, row=row, result={})

    laid_ = TablesLaid(tables={"results": published})
    assert list(tables_used([laid_, entered(1)])) == []
    assert list(tables_used([laid_, entered(3), entered(2), entered(2)])) == [
        'The table "Results" is the published one, but these rows are reconstructions: 2, 3.'
    ]
    assert list(tables_used([laid_, entered(0), entered(4), entered(1, "nowhere")])) == []
    adopted = TableAdopted(table="results", data=house, by="", because="x")
    assert list(tables_used([laid_, adopted, entered(1), entered(2)])) == [
        'The table "Own" is a house table, not the published one.'
    ]
    assert list(tables_used([laid_, adopted])) == []


def test_estimates_are_told() -> None:
    heard = given("hand-chance", "", arguments={"percent": 60, "estimates": {"Ann": 50, "Bob": 70}})
    assert _heard(heard) == "60 % used, estimates: Ann 50 %, Bob 70 %"
    assert _heard(given("hand-chance", "", arguments={"percent": 60})) == "60 % used"


def test_a_ruling_says_what_its_die_said() -> None:
    arguments = {"percent": 60, "concerns": 9, "yes": 5, "no": 2}
    asked = given("hand-chance", "", procedure=11, arguments=arguments)

    def found(face: int, value: int, decided_by: tuple[int, ...] = (11,), **more: Any) -> list[str]:
        chance = replace(asked, arguments={**arguments, **more})
        die = DieRolled(die=10, face=face, purpose="x", procedure=11)
        ruled = Ruled(concerns=9, value=value, by="", because="x", decided_by=decided_by)
        events = log(*ORDER, OrderDone(procedure=8), chance, die, ruled)
        return list(ruling_faults(events[-1], events, Strikes(events), len(events) - 1, [10]))  # type: ignore[arg-type]

    assert found(5, 5) == found(10, 5) == found(4, 2) == found(1, 2) == []
    assert found(5, 2) == ["The die of event 12 says 5, not 2."]
    assert found(4, 5) == ["The die of event 12 says 2, not 5."]
    assert found(4, 5, concerns=8) == []
    assert found(5, 5, decided_by=()) == [
        "It passes over event 11, which was rolled, looked up or argued since."
    ]
    assert found(5, 5, decided_by=(11, 12)) == [
        "It rests on event 12, which is not a roll, look-up or argument made since."
    ]
