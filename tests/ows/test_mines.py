"""Mine warfare (6.4.5): numbered cases."""

from typing import Any

import pytest

from adjudication.systems.ows.sea.mines import LAID, fields, spot_all
from adjudication.systems.ows.sea.naval import to_sail
from adjudication.systems.ows.table.status import CLEARED, SUPPRESSED, SWEPT
from domain.errors import IllegalOrder
from domain.events import DieRolled
from domain.table.state import State
from domain.views.view import see, see_log
from tests.ows.umpires import told
from tests.table import Table

HEX = "0605"
"""Red's second minefield lies there, unknown to Blue."""


def at_sea(side: str = "blue", **options: Any) -> Table:
    """The proving ground in naval movement, without Blue's submarine in the minefield."""
    return (
        Table("ows", options=options, dice="scripted").phase("naval movement", side=side).put("ssn-1", "0407")
    )


def place(state: State, piece: str) -> str:
    return state.pieces[piece].place


def seen_by_blue(state: State, hex: str = HEX) -> list[str]:
    return [piece.id for piece in see(state, "blue").pieces if piece.place == hex]


@pytest.mark.rule("ows 6.4.5")
def test_without_the_option_there_is_no_mine_warfare() -> None:
    table = at_sea("red", mines=False)
    assert {order.name for order in table.session.legal()}.isdisjoint({"lay-mines", "sweep"})
    with pytest.raises(IllegalOrder, match=r"without mines.*ows 6\.4\.5"):
        table.order("lay-mines", ship="layer-1", mines="mines-1")


@pytest.mark.rule("ows 6.4.5")
def test_mines_do_not_close_a_hex() -> None:
    table = at_sea()
    assert HEX in to_sail(table.state, "ddg-1")
    table.order("sail", ship="ddg-1", to="0705", by=["0505", HEX, "0705"], dice=[4])
    assert place(table.state, "ddg-1") == "0705"


@pytest.mark.rule("ows 6.4.5.1")
def test_a_minelayer_lays_mines_in_secret() -> None:
    table = at_sea("red")
    before = len(see_log(table.session.game.log, "blue"))
    table.order("lay-mines", ship="layer-1", mines="mines-1")
    assert place(table.state, "mines-1") == "0803"
    assert len(see_log(table.session.game.log, "blue")) == before
    assert seen_by_blue(table.state, "0803") == [
        id for id in seen_by_blue(table.state, "0803") if "mine" not in id
    ]
    assert SWEPT in CLEARED
    with pytest.raises(IllegalOrder, match="cannot lay mines now"):
        table.order("lay-mines", ship="layer-1", mines="mines-1")


@pytest.mark.rule("ows 6.4.5.1")
def test_only_a_minelayer_lays_mines() -> None:
    table = at_sea("red")
    with pytest.raises(IllegalOrder, match="name a minelayer of yours at sea"):
        table.order("lay-mines", ship="type055-1", mines="mines-1")
    with pytest.raises(IllegalOrder, match="no minefield that you may still lay"):
        table.order("lay-mines", ship="layer-1", mines="mines-2")


def laid_now() -> Table:
    """Red has just laid a field where a Blue aircraft with a sensor flies."""
    table = at_sea("red").put("layer-1", "0604")
    table.order("lay-mines", ship="layer-1", mines="mines-1")
    return table.put("e3-1", "0604")


@pytest.mark.rule("ows 6.4.5.1a")
@pytest.mark.parametrize(("die", "found"), [(6, False), (7, True)])
def test_an_asset_in_the_hex_may_detect_the_laying(die: int, found: bool) -> None:
    table = laid_now()
    before = len(see_log(table.session.game.log, "blue"))
    events = told(table, lambda umpire: spot_all(umpire, {}), dice=[die])
    assert [event.die for event in events if isinstance(event, DieRolled)] == [12]
    assert ("mines-1" in seen_by_blue(table.state, "0604")) is found
    lines = [line.event for line in see_log(table.session.game.log, "blue")][before:]
    assert "die-rolled" not in lines  # a roll that fails would say that mines are there
    assert ("presence-known" in lines) is found


@pytest.mark.rule("ows 6.4.5.1a")
def test_a_pawn_rolls_the_theater_die_and_only_in_the_turn_of_the_laying() -> None:
    table = laid_now().put("e3-1", "sq-e3")
    events = told(table, lambda umpire: spot_all(umpire, {"blue": ["0604"]}), dice=[1])
    assert [event.die for event in events if isinstance(event, DieRolled)] == [10]
    told(table, lambda umpire: spot_all(umpire, {"blue": ["0604"]}), dice=[9])
    assert "mines-1" in seen_by_blue(table.state, "0604")
    table = laid_now()
    assert table.state.marked(LAID)["mines-1"]["turn"] == 1
    table.phase("naval movement", turn=2)
    told(table, lambda umpire: spot_all(umpire, {"blue": ["0604"]}))
    assert "mines-1" not in seen_by_blue(table.state, "0604")


@pytest.mark.rule("ows 6.4.5.2", "ows 6.4.5.2b")
@pytest.mark.parametrize(("die", "steps"), [(4, 2), (5, 1), (8, 1)])
def test_a_ship_that_enters_is_attacked_at_once_against_its_red_shield(die: int, steps: int) -> None:
    table = at_sea()
    assert seen_by_blue(table.state) == []
    events = table.order("sail", ship="ddg-1", to=HEX, dice=[die])
    rolls = [event for event in events if isinstance(event, DieRolled)]
    assert [(roll.die, roll.rule) for roll in rolls] == [(8, "ows 6.4.5.2b")]
    assert table.state.pieces["ddg-1"].steps == steps
    assert bool(table.state.mark("ddg-1", SUPPRESSED)) is (steps < 2)
    assert "mines-2" in seen_by_blue(table.state)


@pytest.mark.rule("ows 6.4.5.2b", "ows 2.1.1.3")
def test_a_mine_scores_critical_hits_and_attacks_submarines_too() -> None:
    table = at_sea()
    table.order("sail", ship="lsd-1", to="0405")
    table.put("lsd-1", "0505").mark("lsd-1", "sailed", None)
    table.order("sail", ship="lsd-1", to=HEX, dice=[8])  # twice its shield of 4
    assert place(table.state, "lsd-1") == "attrition-blue"
    table = at_sea()
    table.order("sail", ship="ssn-1", to=HEX, dice=[6])
    assert place(table.state, "ssn-1") == "attrition-blue"


@pytest.mark.rule("ows 6.4.5.2b")
def test_a_field_is_not_used_up_and_its_own_side_passes_it() -> None:
    table = at_sea()
    table.order("sail", ship="ddg-1", to=HEX, dice=[1])
    table.order("sail", ship="ddg-2", to=HEX, dice=[5])
    assert fields(table.state, "blue", HEX) == ("mines-2",)
    table.phase("naval movement", side="red").put("ddg-1", "0404").put("ddg-2", "0404")
    table.order("sail", ship="type055-2", to=HEX)


@pytest.mark.rule("ows 6.4.5.2a", "ows 6.4.5.2")
def test_the_rest_of_a_formation_turns_back_or_takes_attacks_of_its_own() -> None:
    table = at_sea()
    table.order(
        "sail-group",
        at="0404",
        to=HEX,
        by=["0505", HEX],
        answers=["ddg-2", False, True, False],
        dice=[5, 1],
    )
    state = table.state
    assert [place(state, ship) for ship in ("ddg-2", "ddg-1", "cvn-1", "lha-1")] == [HEX, "0505", HEX, "0505"]
    assert [state.pieces[ship].steps for ship in ("ddg-2", "ddg-1", "cvn-1")] == [1, 2, 4]
    assert "0506" in to_sail(state, "ddg-1")  # who turned back may go another way


@pytest.mark.rule("ows 6.4.5.3")
@pytest.mark.parametrize(("die", "cleared"), [(5, False), (6, True)])
def test_a_sweeper_clears_mines_with_the_chance_of_the_scenario(die: int, cleared: bool) -> None:
    table = at_sea().put("mcm-1", "0505")
    table.order("sweep", ship="mcm-1", hex=HEX, dice=[die])
    assert (place(table.state, "mines-2") == "attrition-red") is cleared
    with pytest.raises(IllegalOrder, match="has not laid or swept this turn"):
        table.order("sweep", ship="mcm-1", hex=HEX)


@pytest.mark.rule("ows 6.4.5.3")
def test_a_sweep_of_clean_water_looks_the_same_as_one_that_fails() -> None:
    said = []
    for hex, die in ((HEX, 5), ("0506", 5)):
        table = at_sea().put("mcm-1", "0505")
        before = len(see_log(table.session.game.log, "blue"))
        table.order("sweep", ship="mcm-1", hex=hex, dice=[die])
        said.append([line.event for line in see_log(table.session.game.log, "blue")][before:])
    assert said[0] == said[1]
    with pytest.raises(IllegalOrder, match="neither the hex of USS Juliett nor a sea hex beside it"):
        at_sea().order("sweep", ship="mcm-1", hex=HEX)


@pytest.mark.rule("ows 6.4.5.3")
def test_without_a_chance_in_the_scenario_the_white_cell_judges_it() -> None:
    table = at_sea().put("mcm-1", "0505")
    rows = ({"what": "laying", "value": 7}, {"what": "sweeping", "value": 0})
    table.adopt("mine-warfare", rows)
    table.order("sweep", ship="mcm-1", hex=HEX, answers=[80], dice=[3])
    assert place(table.state, "mines-2") == "attrition-red"
    (asked,) = table.people.asked
    assert (asked.kind, asked.suggested) == ("judgement", (50,))
