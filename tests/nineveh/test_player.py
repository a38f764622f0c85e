"""The computer player `sensible`: better than chance from either side, by what its side knows alone, with all
orders of the game."""

import random
from collections import Counter
from pathlib import Path

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders
from adjudication.engine.policies import Policy
from adjudication.systems.nineveh import KINDS, SYSTEM
from adjudication.systems.nineveh.cards.sheets import UNIT_CARD, read
from adjudication.systems.nineveh.cards.targets import CARDS
from adjudication.systems.nineveh.player.policy import SensiblePolicy
from adjudication.systems.nineveh.table.blocks import BLOCKS, DISRUPTED, ENEMY, HQ, PRODUCTION, on_map
from domain.events import PieceMoved
from domain.table.state import State
from tests.nineveh.cards import cards
from tests.nineveh.matches import SPECIAL, tally
from tests.nineveh.playing import SIDES, play, winner
from tests.table import Table
from tests.thinned import thinned


@pytest.mark.parametrize("side", thinned(SIDES, 2))
def test_it_beats_chance_from_either_side(side: str) -> None:
    """Two games; a hundred are measured by `python -m tests.nineveh.matches 100`."""
    for seed in (4, 5):
        players: dict[str, Policy] = {each: SYSTEM.policy("random") for each in SIDES}
        players[side] = SensiblePolicy()
        assert winner(play(seed, players)) == side


@pytest.mark.rule("nineveh 7.21a", "nineveh 7.21b", "nineveh 7.21c")
def test_it_uses_every_kind_of_order_and_special_order() -> None:
    """All but what needs an option. What it uses of the cards and events in a hundred games is in
    docs/nineveh-study.md."""
    both: dict[str, Policy] = {side: SensiblePolicy() for side in SIDES}
    seen: Counter[str] = Counter()
    for seed in (115, 116):
        table = play(seed, both)
        table.session.close(table.secret)
        assert audit(table.session.game.unsaved()).findings == []
        seen += tally(table)
    orders = {name.split()[2] for name in seen if name.startswith("order ")}
    assert orders >= set(KINDS) - {"write-event"}
    assert {name.removeprefix("special ") for name in seen if name.startswith("special ")} == {
        f"{side} {name}" for side in SIDES for name in SPECIAL.values()
    }


def exchanged(state: State, side: str, chance: random.Random) -> State:
    """The same table to a side's eye: the enemy's hidden blocks change places, and one of his cards that lie
    face down in play changes places with one that he has not bought."""
    other, enemy = state.copy(), ENEMY[side]
    hidden = [
        piece.id
        for piece in other.pieces.values()
        if piece.side == enemy
        and piece.known_to == (enemy,)
        and piece.kind.group in BLOCKS
        and on_map(other, piece)
        and not other.mark(piece.id, DISRUPTED)
    ]
    places = [other.pieces[id].place for id in hidden]
    chance.shuffle(places)
    wares = {
        box: [piece.id for piece in other.pieces_at(f"{box}-{enemy}") if piece.kind.group in CARDS]
        for box in ("cards", "offer")
    }
    down = [id for id in wares["cards"] if other.pieces[id].known_to == (enemy,)]
    if down and wares["offer"]:
        hidden += [down[0], wares["offer"][0]]
        places += [f"offer-{enemy}", f"cards-{enemy}"]
    for place in {*places, *(other.pieces[id].place for id in hidden)}:
        other.at[place] = [id for id in other.at[place] if id not in hidden]
    for id, place in zip(hidden, places, strict=True):
        other.pieces[id].place = place
        other.at[place].append(id)
    return other


@pytest.mark.rule("nineveh 2.1g", "nineveh 3.2b")
def test_its_orders_do_not_hang_on_what_is_hidden_from_its_side() -> None:
    table = Table("nineveh", seed=5)
    session, policy, chance = table.session, SensiblePolicy(), random.Random(5)
    session.people = PolicyPeople({}, policy, chance)
    moved = compared = 0
    while session.state.verdict is None and session.state.turn < 5:
        state, legal = session.state, session.legal()
        side = state.side or legal.parts[0].side
        own = LegalOrders([part for part in legal.parts if part.side == side])
        order = policy.order(state, own, random.Random(1))
        if state.turn:
            other = exchanged(state, side, chance)
            moved += any(piece.place != state.pieces[id].place for id, piece in other.pieces.items())
            listed = LegalOrders([part for part in SYSTEM.legal(other).parts if part.side == side])
            assert policy.order(other, listed, random.Random(1)) == order
            compared += 1
        session.order(order)
    assert compared > 60
    assert moved > 60


@pytest.mark.parametrize("card", [id for id, kind in cards().items() if kind.group == UNIT_CARD])
def test_unit_cards_say_the_hit_numbers_of_their_blocks(card: str) -> None:
    """The numbers are ours (blocks.yaml), and repeated in the text of the cards."""
    state, kind = Table("nineveh", seed=1).state, cards()[card]
    sheet = read(kind)
    for block in {*sheet.blocks, *(name for level in sheet.levels for name in level.blocks)}:
        values = state.kinds[block].data.get("values", ()) if block in state.kinds else ()
        if len(values) > 1:
            assert ", ".join(f"{number}+" for number in values) in kind.text


def test_the_study_tells_how_often_each_card_was_used() -> None:
    """A new card fails here until it has been bought and applied in games that the page counts."""
    page = (Path(__file__).parents[2] / "docs" / "nineveh-study.md").read_text(encoding="utf-8")
    bought = [kind.name for kind in cards().values() if kind.group in CARDS and not kind.data.get("core")]
    told: list[tuple[str, str, str]] = []
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6:
            told += [(cells[nth], cells[nth + 1], cells[nth + 2]) for nth in (0, 3) if cells[nth] in bought]
    assert sorted(name for name, _, _ in told) == sorted(bought)
    for name, games, times in told:
        assert int(games) > 0, name
        assert times == "-" or int(times) > 0, name


@pytest.mark.rule("nineveh 2.1f", "nineveh 3.3a")
def test_the_order_in_which_it_sets_daesh_up_does_not_tell_what_stands_where() -> None:
    """The strongest first would tell the enemy, who sees every block come, where they are."""
    table = Table("nineveh", seed=2)
    session, policy, chance = table.session, SensiblePolicy(), random.Random(2)
    session.people = PolicyPeople({}, policy, chance)
    while not session.state.turn:
        session.order(policy.order(session.state, session.legal(), chance))
    moved = [event for event in session.game.log if isinstance(event, PieceMoved)]
    came = [event.piece for event in moved if event.origin == "reserve-daesh"]
    pieces = session.state.pieces
    strong = [nth for nth, id in enumerate(came) if pieces[id].kind.group in (HQ, PRODUCTION)]
    assert len(came) > 30
    assert max(strong) > len(came) // 2
