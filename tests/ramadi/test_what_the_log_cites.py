"""The rule by which the log says that a unit fell, and what the audit says of marks that are wrong."""

import pytest

from adjudication.systems.ramadi.table.holding import contradictions
from domain.errors import IllegalOrder
from domain.events import Event, Marked, Modified, PhaseEntered, PieceMoved, Scored
from domain.texts import code_of
from tests.ramadi.cases import MARKERS, advance_to, attack_counter, battlefield, clear, ready
from tests.ramadi.table import RamadiTable

SOUTH, GATE, BEHIND = "0810", "0809", "0808"


def fell(events: list[Event]) -> list[tuple[str, str]]:
    """The units that went to the transfer box, and by which rule."""
    return [(e.piece, e.rule) for e in events if isinstance(e, PieceMoved) and e.to == "transfer"]


@pytest.mark.rule("ramadi 6.5h", "ramadi 6.5i")
@pytest.mark.parametrize(
    ("dice", "lost"),
    [
        ([1, 6], [("militia-1", "ramadi 6.5h"), ("militia-2", "ramadi 6.5h")]),
        ([4, 1, 6], [("militia-1", "ramadi 6.5i")]),
    ],
    ids=["two automatic casualties", "one rolled"],
)
def test_units_fall_in_a_defeat_by_the_rule_of_their_casualty(
    dice: list[int], lost: list[tuple[str, str]]
) -> None:
    table = battlefield()
    ready(table, SOUTH, GATE, "militia-1", "militia-2", ied="ied-complex-1", fighters="f-militia-1")
    assert fell(table.order("execute", target=GATE, dice=dice)) == lost


@pytest.mark.rule("ramadi 5.2i", "ramadi 5.2g")
def test_a_wrong_mark_of_ground_is_named_with_what_is_true() -> None:
    table = battlefield()
    clear(table, GATE, BEHIND)
    table.put("cleared-9", "1108").mark("1108", "cut off", None)
    table.mark(GATE, "cut off")
    table.mark(BEHIND, "ground", "lost")
    table.mark("0807", "ground", "held")
    said = {(rule, why.partition(" ")[0]): why for rule, why in contradictions(table.state)}
    assert set(said) == {
        ("ramadi 5.2g", BEHIND),
        ("ramadi 5.2g", "0807"),
        ("ramadi 5.2i", GATE),
        ("ramadi 5.2i", "1108"),
    }
    assert "not held" in said["ramadi 5.2g", "0807"]
    assert "not held" not in said["ramadi 5.2g", BEHIND]
    assert "no line" in said["ramadi 5.2i", "1108"]
    assert "no line" not in said["ramadi 5.2i", GATE]


@pytest.mark.rule("ramadi 4.1c")
@pytest.mark.parametrize("asset", ["inf-1", "bomber-1", "nothing"])
def test_what_is_no_ground_asset_gets_no_box_at_set_up(asset: str) -> None:
    table = RamadiTable()
    table.put("tank-1", "reserve")
    with pytest.raises(IllegalOrder) as refused:
        table.order("assign", asset=asset, box="zone-west")
    assert (refused.value.code, refused.value.rule) == ("no-such-piece", "ramadi 4.1c")


@pytest.mark.rule("ramadi 6.2d")
def test_the_log_tells_that_an_operation_goes_in_without_its_ground_asset() -> None:
    table = battlefield()
    clear(table, GATE)
    ready(table, BEHIND, "0708", "cts-1", ground="tank-1")
    table.put("cleared-1", "markers")
    events = table.order("execute", target="0708", dice=[6, 1], answers=[False])
    told = [
        (e.value["ground"], e.rule)
        for e in events
        if isinstance(e, Marked) and e.mark == "operation" and e.value
    ]
    assert told == [(None, "ramadi 6.2d")]


@pytest.mark.rule("ramadi 5.2g")
@pytest.mark.parametrize("subject", [SOUTH, "militia-3"])
def test_only_the_contested_zone_has_ground_that_follows_from_the_position(subject: str) -> None:
    table = battlefield()
    change = {"subject": subject, "mark": "ground", "value": "a note"}
    table.session.by_hand("hand-change", change, "a case", "white cell")
    assert table.state.mark_named(subject, "ground") == "a note"


@pytest.mark.rule("ramadi 5.1a")
def test_a_turn_begins_by_the_rule_of_ten_turns() -> None:
    events = battlefield().phase("ground assets", 3).order("proceed", dice=[1])
    assert [(e.turn, e.phase, e.rule) for e in events if isinstance(e, PhaseEntered)] == [
        (4, "planning", "ramadi 5.1a")
    ]


@pytest.mark.rule("ramadi 6.1d", "ramadi 6.1b")
@pytest.mark.parametrize(("follow_up", "rule"), [("cts-2", "ramadi 6.1d"), (None, "ramadi 6.1b")])
def test_a_force_of_two_is_planned_by_the_rule_of_lead_and_follow_up(
    follow_up: str | None, rule: str
) -> None:
    table = battlefield()
    table.put("cts-1", SOUTH)
    table.put("cts-2", SOUTH)
    table.plan_turn()
    events = table.order("plan", target=GATE, lead="cts-1", follow_up=follow_up)
    assert [(e.subject, e.rule) for e in events if isinstance(e, Marked)] == [(GATE, rule)]


@pytest.mark.rule("ramadi 5.2e", "ramadi 6.5g")
def test_a_unit_that_fell_belongs_to_no_zone_until_it_comes_back() -> None:
    table = battlefield()
    clear(table, GATE)
    ready(table, GATE, BEHIND, "inf-1", ied="ied-complex-1", fighters="f-special-forces-1")
    table.mark("inf-1", "zone", "south")
    table.order("execute", target=BEHIND, dice=[1, 6])
    assert table.state.pieces["inf-1"].place == "transfer"
    assert table.state.mark_named("inf-1", "zone") is None


def marks(events: list[Event], mark: str) -> list[tuple[str, object, str]]:
    """Subject, value and rule of each mark of that name."""
    return [(e.subject, e.value, e.rule) for e in events if isinstance(e, Marked) and e.mark == mark]


@pytest.mark.rule("ramadi 5.2h", "ramadi 5.2n")
@pytest.mark.parametrize(("markers", "rule"), [(12, "ramadi 5.2h"), (0, "ramadi 5.2n")])
def test_a_hex_that_is_left_is_lost_by_choice_or_for_want_of_markers(markers: int, rule: str) -> None:
    table = battlefield()
    for marker in MARKERS[markers:]:
        table.put(marker, "0503")
    table.put("inf-1", GATE)
    table.phase("transfers", 4)
    events = table.order("transfer", unit="inf-1", answers=[False] if markers else [])
    assert marks(events, "ground") == [(GATE, "lost", rule)]


@pytest.mark.rule("ramadi 5.2s")
def test_points_that_follow_a_manual_change_cite_the_rule_of_the_tracks() -> None:
    table = battlefield()
    events = table.session.by_hand("hand-move", {"piece": "inf-1", "to": GATE}, "a case", "white cell").events
    scored = [(e.track, e.change, e.rule) for e in events if isinstance(e, Scored)]
    assert scored == [("isf_vp", 1, "ramadi 5.2b"), ("isf_urban", 1, "ramadi 5.2s")]


@pytest.mark.rule("ramadi 8.2c", "ramadi 8.2e")
@pytest.mark.parametrize(
    ("origin", "target", "ground", "rule"),
    [("0308", "0407", "bridging-1", "ramadi 8.2c"), (SOUTH, GATE, "ied-clearance-1", "ramadi 8.2e")],
)
def test_the_ied_value_is_cancelled_by_the_rule_of_the_asset(
    origin: str, target: str, ground: str, rule: str
) -> None:
    table = battlefield()
    ready(table, origin, target, "cts-1", ied="ied-complex-1", ground=ground)
    events = table.order("execute", target=target, dice=[6, 1])
    assert [(e.amount, e.rule) for e in events if isinstance(e, Modified) and e.amount == -3] == [(-3, rule)]


@pytest.mark.rule("ramadi 7.1c", "ramadi 6.6e")
@pytest.mark.parametrize(
    ("guarding", "rule"), [(True, "ramadi 7.1c"), (False, "ramadi 6.6e")], ids=["drone", "infantry"]
)
def test_what_is_attacked_defends_by_its_own_rule(guarding: bool, rule: str) -> None:
    table = battlefield(drones=True)
    if guarding:
        clear(table, GATE)
        table.put("drone-1", GATE)
    else:
        table.put("inf-1", GATE)
    attack_counter(table)
    events = table.order("proceed", dice=[1, 6])
    defence = [e for e in events if isinstance(e, Modified) and code_of(e.sum) == "ISF defence"]
    assert [(e.amount, e.rule) for e in defence] == [(2, rule), (6, "ramadi 6.6e")]


@pytest.mark.rule("ramadi 7.1b", "ramadi 7.1d")
def test_a_hex_counts_as_guarded_until_the_turn_ends() -> None:
    table = battlefield(drones=True)
    clear(table, GATE)
    table.put("cts-1", SOUTH)
    table.phase("assets", 3)
    table.order("guard", drone="drone-1", hex=GATE)
    assert table.state.mark_named(GATE, "guarded") == "drone-1"
    advance_to(table, 3, "transfers")
    assert table.state.mark_named(GATE, "guarded") == "drone-1"
    advance_to(table, 4, "planning")
    assert table.state.mark_named(GATE, "guarded") is None
    assert table.state.pieces["drone-1"].place == "air-expended"
