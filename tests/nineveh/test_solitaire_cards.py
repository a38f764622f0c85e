"""The solitaire game (10.1, 10.3): its cards as data, and cards and events that work differently."""

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec
import pytest

from adjudication.systems.nineveh import hints
from adjudication.systems.nineveh.card_play import play
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards.sheets import Effect
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.solitaire import defence, sheets
from adjudication.systems.nineveh.table.blocks import DAESH, ISF, number
from adjudication.systems.nineveh.table.board import OLD_CITY, areas, of_terrain
from domain.errors import BadData
from domain.table.state import State
from domain.views.view import see
from tests.nineveh.alone import Suggested, act, before, cut_off, daesh_blocks, doing, field, placed
from tests.nineveh.test_victory import card
from tests.nineveh.words import words_of
from tests.table import Table

# --- cards as data ---------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 2.3e", "nineveh 10.2b", "nineveh 11.0w")
def test_there_are_twenty_different_cards_with_two_or_three_sets_of_actions() -> None:
    table, _ = before()
    cards = table.state.of_group(sheets.COUNCIL)
    assert len(cards) == 20
    assert len({each.kind.text for each in cards}) == 20
    for each in cards:
        assert 2 <= len(sheets.read(each).actions) <= 3


CARDS = [each.id for each in Table("nineveh", "solitaire").state.of_group(sheets.COUNCIL)]


@pytest.mark.rule("nineveh 10.2b")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("strong", [True, False])
def test_every_card_can_be_carried_out_and_does_something(card: str, strong: bool) -> None:
    table, _ = placed({"trust_suggestions": True}, seed=3)
    for unit, area in (("erd-1", "abar"), ("erd-2", "abar"), ("ad9-1", "mosul-jadida")):
        table.put(unit, area)
    if not strong:
        for block in ("leader-1", "arms-cache-1", "ied-factory-1", "media-centre"):
            table.put(block, "eliminated")
        cut_off(table)
    table.phase("support", turn=7, side=DAESH)
    told = 0
    for phase in ("support", "movement", "combat"):
        umpire = act(table, card.removeprefix("council-"), phase)
        told += len(umpire.fresh)
    assert told


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"actions": []}, "two or three"),
        ({"actions": [{"phase": "noon", "do": []}] * 2}, "noon"),
        ({"actions": [{"phase": "combat", "do": [{"dance": {}}]}] * 2}, "dance"),
        ({"actions": [{"phase": "combat", "do": [{"attack": {"areas": "all"}}]}] * 2}, "int"),
        (
            {"actions": [{"phase": "combat", "do": [{"produce": {"kind": "ied", "colour": "red"}}]}] * 2},
            "colour",
        ),
    ],
)
@pytest.mark.rule("nineveh 10.2b")
def test_a_card_that_says_nonsense_is_refused(data: dict[str, object], why: str) -> None:
    table, _ = before()
    card(table, "council-nonsense", DAESH, "council-deck", group=sheets.COUNCIL, **data)
    with pytest.raises(BadData, match=why):
        sheets.read(table.state.pieces["council-nonsense"])


@pytest.mark.rule("nineveh 10.0b")
def test_weakness_counts_worth_enemy_and_defenders() -> None:
    table = field()
    assert defence.weakest(table.state, ["hawi", "qulayat"]) == "qulayat"
    table.put("cts-1", "nablus")
    assert defence.weakest(table.state, ["najjar", "abar"]) == "abar"
    table.put("militia-1", "abar").put("militia-2", "abar").put("militia-3", "abar")
    assert defence.weakest(table.state, ["najjar", "abar"]) == "najjar"


# --- cards of the ISF that work differently (10.1) ---------------------------------------------------


@pytest.mark.rule("nineveh 10.1c", "nineveh 7.4b")
def test_humint_only_reveals_blocks() -> None:
    table = field().put("humint", "cards-isf").put("militia-1", "abar").put("rumour-1", "abar")
    table.phase("support", turn=2, side=ISF)
    table.order("use", side=ISF, card="humint", at="abar")
    assert table.state.pieces["militia-1"].known_to is None
    assert table.state.pieces["rumour-1"].place == "eliminated"
    assert isinstance(table.session.people, Suggested)
    assert not any("card" in words_of(question.text) for question in table.session.people.asked)


@pytest.mark.rule("nineveh 10.1d")
def test_the_text_of_ew_sigint_is_ignored() -> None:
    table = (
        field().put("ew-sigint", "cards-isf").put("leader-1", "qulayat").phase("support", turn=2, side=DAESH)
    )
    assert not any(order.name == "use" for order in table.session.legal())


@pytest.mark.rule("nineveh 10.1e")
@pytest.mark.parametrize(("alone", "place"), [(True, "cards-isf"), (False, "used-cards")])
def test_snipers_are_not_lost_on_a_one(alone: bool, place: str) -> None:
    table = Table("nineveh", "solitaire" if alone else "campaign")
    table.put("militia-12", "maidan").put("isf-snipers", "cards-isf")
    table.put("militia-1", "abar").put("cts-1", "abar").phase("combat", turn=2, side=ISF)
    umpire, _ = doing(table, [1])
    play.use(umpire, play.Use(ISF, "isf-snipers", "abar"))
    assert umpire.state.pieces["isf-snipers"].place == place


# --- events (10.3) ---------------------------------------------------------------------------------


def carried_out(
    table: Table, *effects: Mapping[str, object], here: str = "", dice: Iterable[int] = ()
) -> State:
    """What effects of an event come to."""
    umpire, _ = doing(table, dice)
    read = msgspec.convert(effects, tuple[Effect, ...], str_keys=True)
    carry_out(umpire, read, Context(ISF, here, "nineveh 6.5b", ISF))
    return umpire.state


@pytest.mark.rule("nineveh 10.3f", "nineveh 5.21a")
@pytest.mark.parametrize(("alone", "moved", "disrupted"), [(True, False, None), (False, True, True)])
def test_an_event_that_would_overstack_has_no_effect(
    alone: bool, moved: bool, disrupted: bool | None
) -> None:
    table = Table("nineveh", "solitaire" if alone else "campaign", people=Suggested())
    table.track("time", 2).phase("combat", turn=2, side=ISF)
    crowd = iter(["militia-2", "militia-3", "militia-4", "militia-5", "militia-6", "militia-7", "militia-8"])
    table.put("militia-1", "bab-jadid")
    for area in table.state.board.neighbours["bab-jadid"]:
        if area in of_terrain(table.state.board, OLD_CITY):
            table.put(next(crowd), area).put(next(crowd), area)
        else:
            table.put("cts-1" if area == "sikak" else "cts-2", area)
    effect = {"retreat": {"of": {"side": "daesh", "is": ["unit"], "at": "here"}}}
    state = carried_out(table, effect, here="bab-jadid")
    assert (state.pieces["militia-1"].place != "bab-jadid") is moved
    assert state.mark_named("militia-1", "disrupted") == disrupted


@pytest.mark.rule("nineveh 10.3f", "nineveh 10.3b")
def test_an_event_places_nothing_in_a_full_area() -> None:
    table = field().put("militia-1", "maidan")
    effect = {"place": {"kind": "ashbal", "at": "here"}}
    assert number(carried_out(table, effect, here="maidan"), DAESH, "maidan") == 2
    assert number(carried_out(table, effect, here="qulayat"), DAESH, "qulayat") == 1


@pytest.mark.rule("nineveh 10.3a", "nineveh 10.0a")
@pytest.mark.parametrize("seed", [1, 4])
def test_the_player_reads_the_same_whatever_the_hidden_blocks_are(seed: int) -> None:
    table, _ = placed({"trust_suggestions": True}, seed=seed)
    for _ in range(4):
        table.order("proceed", side=ISF)
    told = what_the_player_reads(table)
    hidden = [piece for piece in daesh_blocks(table.state) if piece.known_to is not None]
    veteran = next(piece for piece in hidden if piece.kind_id == "veteran")
    for sort in ("rumour", "militia", "ied"):
        other = next(piece for piece in hidden if piece.kind_id == sort)
        here, there = table.state.pieces[veteran.id].place, table.state.pieces[other.id].place
        table.put(veteran.id, there).put(other.id, here)
        assert what_the_player_reads(table) == told


def what_the_player_reads(table: Table) -> tuple[object, ...]:
    """Hint, suggestions, areas of orders and blank blocks; contacts change as blocks are put elsewhere."""
    state = table.state
    view = Counter((piece.place, piece.back) for piece in see(state, ISF).pieces if not piece.known)
    orders = Counter((order.name, order.arguments.get("to")) for order in table.session.legal())
    weak = [defence.weakness(state, area) for area in areas(state.board)]
    return hints.hint(state), hints.left(state, ISF), view, orders, weak, defence.targets(state)
