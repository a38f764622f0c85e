"""Which orders a side may give now, as far as it knows: for its own list of them, and for its brief."""

from collections.abc import Iterator, Mapping

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.play.entropy import Ceremony
from adjudication.engine.umpire.audiences import table_of, who_sees_named
from domain.events.seen import held, knows
from domain.game.game import Game


def own_orders(system: RuleSystem, game: Game, side: str) -> Mapping[str, Iterator[Order]]:
    """The orders by kind, each kind listed when it is looked at; none before play is open. Pieces that the
    side does not know bear their ids in them."""
    if not Ceremony.of(game.log).open:
        return {}
    state = table_of(game, side)
    legal = system.legal_now(state)

    def of_kind(name: str) -> Iterator[Order]:
        for part in legal.of_kind(name):
            if part.side in held(side):
                for order in LegalOrders([part]):
                    if knows(side, who_sees_named(state, order.arguments)):
                        yield order

    return {name: of_kind(name) for name in legal.names()}
