"""What the tiny rule systems share: laying them on the table and refusing what their rules forbid."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.engine.games.scenario import Scenario, add_scenario
from adjudication.engine.games.systems import RuleSystem, add
from adjudication.engine.orders import LegalOrders, Order, OrderChoice, OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.errors import IllegalOrder
from domain.events import (
    Adjacency,
    BoardData,
    KindData,
    PieceData,
    SideData,
    SpaceData,
    TableData,
    TrackData,
    TurnData,
    Value,
)
from domain.table.state import State
from domain.texts import Text


@dataclass(frozen=True)
class Bare:
    """An order without arguments."""

    side: str = ""


def areas(names: str, joins: Iterable[tuple[str, str]] = (), boxes: str = "") -> BoardData:
    """A board of areas and boxes, named in one line each."""
    return BoardData(
        spaces=tuple(SpaceData(id=name, name=name.title(), kind="area") for name in names.split()),
        boxes=tuple(SpaceData(id=name, name=name.title(), kind="box") for name in boxes.split()),
        adjacency=Adjacency(join=tuple(joins)),
    )


def table(title: str, keys: str, *rows: Mapping[str, Any]) -> TableData:
    """A house table; a cell that is a list is a range."""
    ranges = ({name: tuple(c) if isinstance(c, list) else c for name, c in row.items()} for row in rows)
    return TableData(title=title, keys=tuple(keys.split()), rows=tuple(ranges))


def lay(
    system: str,
    title: str,
    *,
    sides: str,
    board: BoardData,
    kinds: Mapping[str, KindData],
    pieces: Sequence[PieceData],
    tables: Mapping[str, TableData] | None = None,
    tracks: Sequence[TrackData] = (),
    options: Mapping[str, Value] | None = None,
    one_of: Mapping[str, tuple[Value, ...]] | None = None,
    calendar: Sequence[TurnData] = (),
    players: Mapping[str, str] | None = None,
) -> Scenario:
    """The one scenario of a toy, known by the name `toy`."""
    return add_scenario(
        Scenario(
            "toy",
            title,
            system,
            tuple(
                SideData(id=side, name=side.title(), player=(players or {}).get(side, ""))
                for side in sides.split()
            ),
            dict(options or {}),
            board,
            dict(kinds),
            tuple(pieces),
            dict(tables or {}),
            tuple(tracks),
            {},
            "",
            "house",
            calendar=tuple(calendar),
            one_of=dict(one_of or {}),
        )
    )


def build(
    name: str,
    title: str,
    begin: Callable[[Umpire], None],
    orders: Iterable[OrderKind],
    legal: Callable[[State], Iterable[OrderGroup | OrderChoice]],
    **groups: Any,
) -> RuleSystem:
    """A toy as a rule system, known by its name; groups: what it has beside that, such as its `rules`."""

    def all_legal(state: State) -> LegalOrders:
        return LegalOrders(list(legal(state)))

    def proceed(state: State) -> Order | None:
        return next((order for order in all_legal(state) if order.name in ("pass", "next")), None)

    return add(
        RuleSystem(
            name,
            title,
            begin,
            {kind.name: kind for kind in orders},
            all_legal,
            proceed,
            lambda state: f"{state.side or 'anyone'} may order now",
            "toy",
            **groups,
        )
    )


def said(code: str, **arguments: Any) -> Text:
    """What a toy says of pieces: a code with their ids. No words stand beside it."""
    return Text(code, dict(sorted(arguments.items())))


def insist(condition: object, rule: str, message: str) -> None:
    """Raises IllegalOrder unless the condition holds."""
    if not condition:
        raise IllegalOrder("toy", rule, message)


def insist_turn(umpire: Umpire, side: str, rule: str) -> None:
    """Raises IllegalOrder when it is not that side's turn."""
    insist(umpire.state.side == side, rule, f"It is not the turn of {side}.")


def ours(state: State, side: str, place: str | None = None) -> list[str]:
    """Ids of a side's pieces that are on the board's spaces, or at one place."""
    spaces = {space.id for space in state.board.data.spaces} if place is None else {place}
    return [id for id, piece in state.pieces.items() if piece.side == side and piece.place in spaces]
