"""The rule system with orders of a case: any side may give them at any time."""

from dataclasses import fields, replace

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, OrderGroup, OrderKind
from adjudication.systems.nineveh import SYSTEM
from domain.table.state import State


def with_orders(*kinds: OrderKind) -> RuleSystem:
    """The system with these orders too; what their arguments say is up to the case."""
    added = [
        kind._replace(unlisted=tuple(field.name for field in fields(kind.form) if field.name != "side"))
        for kind in kinds
    ]

    def legal(state: State) -> LegalOrders:
        own = [OrderGroup(side, kind.name, {}) for side in state.sides for kind in added]
        return LegalOrders([*SYSTEM.legal(state).parts, *own])

    return replace(SYSTEM, orders={**SYSTEM.orders, **{kind.name: kind for kind in added}}, legal=legal)
