"""The games of We Are Coming, Nineveh! that the contract asks about, and what may never change in them."""

from collections.abc import Mapping

from adjudication.systems.nineveh.moving.movement import terrain_allows
from adjudication.systems.nineveh.table.blocks import limit, number
from adjudication.systems.nineveh.table.board import OLD_CITY, is_area, terrain
from adjudication.systems.nineveh.table.supply import daesh_in_supply
from domain.events import Event, OrderDone, PieceMoved, Value
from domain.table.state import State
from tests.contract.held import Held, Play
from tests.table import Table

RETREATS = ("nineveh 6.4d", "nineveh 6.4h")
OPTIONS: dict[str, Value] = {
    "more_events": True,
    "hasty_attack": True,
    "reshuffle_events": True,
    "old_city_clearance": True,
    "defenders_overstack": True,
    "overstack_last": True,
}
HARDER: dict[str, Value] = {"more_blocks": True, "second_card": True, "head_start": True}


class Books:
    """What moves to an area has room there, but for retreats, and stands in terrain that is open to it; the
    mark says whether Daesh is in supply."""

    def see(self, event: Event, state: State) -> None:
        if isinstance(event, PieceMoved):
            self.check_move(event, state)
        elif isinstance(event, OrderDone) and state.phase:
            assert state.mark_named("game", "supply") is daesh_in_supply(state)

    def check_move(self, event: PieceMoved, state: State) -> None:
        block = state.pieces[event.piece]
        if not is_area(state.board, event.to) or block.kind.group == "marker":
            return
        most = limit(state, block.side, event.to)
        if event.rule not in RETREATS and most is not None:
            assert number(state, block.side, event.to) <= most, f"{event.rule}: {event.piece} in {event.to}"
        if terrain(state.board, event.to) == OLD_CITY:
            assert terrain_allows(state, block, event.to), event.piece


def play(name: str, scenario: str = "", options: Mapping[str, Value] | None = None, turns: int = 3) -> Play:
    """A game with options, and how many turns of it are asked about: where it is one, briefly."""
    return Play(
        f"nineveh {name}".strip(),
        lambda seed: Table("nineveh", scenario, options, seed=seed).session,
        before_turn=turns + 1,
        brief=turns == 1,
        hides=turns > 1,
    )


HELD = Held(
    plays=(
        play(""),
        play("with options", options=OPTIONS),
        play("alone", "solitaire", HARDER, turns=2),
        play("alone as suggested", "solitaire", {"trust_suggestions": True}, turns=1),
        play("historical", "historical", turns=1),
        play("hasty attack", "hasty-attack", {"player_events": True}, turns=1),
    ),
    books=lambda state: Books(),
    shown=frozenset(("nineveh 5.0b", "nineveh 3.3b", "nineveh 3.3i", "nineveh 7.21b")),
    beyond_the_list={"use": "the side is asked for the area that a card is aimed at"},
)
