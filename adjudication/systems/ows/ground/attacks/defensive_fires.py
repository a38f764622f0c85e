"""Defensive fires (ground.3.E): the other side's artillery in the zone of action fires at fires and maneuver
units, and its supporting fires are allotted to the combats declared. The orders are those of `fire` and
`support`."""

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.attacks.battle import resolve_one
from adjudication.systems.ows.ground.fires import support
from adjudication.systems.ows.ground.fires.fire import resolve
from adjudication.systems.ows.ground.forces.acting import opposing_side

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """The defending side declares its fires."""


def end(umpire: Umpire) -> None:
    """All are declared, and adjudicated; they take effect before combat is resolved (ground.3.E)."""
    resolve(umpire, opposing_side(umpire.state))


def combat_supported(umpire: Umpire, order: support.Support) -> None:
    """The combat that supporting fires are allotted to, as if it were resolved now (ground.3.F)."""
    resolve_one(umpire, order.hex)


KINDS: tuple[OrderKind, ...] = tuple(kind._replace(leads_to=combat_supported) for kind in support.KINDS)
