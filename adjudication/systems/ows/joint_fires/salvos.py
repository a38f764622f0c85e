"""Salvos and their markers (2.2.2.2, 9.5): what an order fires, read from its allotment."""

from collections.abc import Iterable, Mapping

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.joint_fires.modifiers import strike_shifts
from adjudication.systems.ows.table.counters import Weapon, weapons
from adjudication.systems.ows.table.ladder import Shift
from domain.table.state import Piece, State
from domain.texts import Text, as_argument

R = citations("ows", __file__)
T = texts("ows")


class Salvo(msgspec.Struct, frozen=True):
    """A salvo marker beside its target: what it is called there (`port-r/tomahawk/2`), what the rolls call it
    (`Tomahawk 2 on East port`), who fired what from which hex, and how its die is promoted and demoted so
    far."""

    marker: str
    text: Text
    side: str
    shooter: str
    weapon: Weapon
    launch: str
    target: str
    shifts: tuple[Shift, ...] = ()


def called(weapon: str, number: int, target: str) -> Text:
    """What the rolls call a salvo: the name of its weapon, and which of those at that target it is."""
    return T("salvo", weapon=as_argument(weapon), number=number, target=target)


def weapon_of(state: State, shooter: Piece, id: str) -> Weapon:
    """The weapon of that id that a unit can fire."""
    return next(weapon for weapon in weapons(state, shooter) if weapon.id == id)


def place_markers(state: State, allotted: Mapping[str, str]) -> list[Salvo]:
    """The markers of all salvos that are fired, each beside its target: item -> target."""
    counts: dict[tuple[str, str], int] = {}
    known: dict[tuple[str, str, str], tuple[Shift, ...]] = {}
    found = []
    for item, target in allotted.items():
        shooter_id, weapon_id, _ = item.rsplit("/", 2)
        shooter, struck = state.pieces[shooter_id], state.pieces[target]
        weapon = weapon_of(state, shooter, weapon_id)
        nth = counts[target, weapon_id] = counts.get((target, weapon_id), 0) + 1
        launch = state.where(shooter_id)
        shifts = known.get((shooter_id, weapon_id, target))
        if shifts is None:
            shifts = tuple(strike_shifts(state, shooter.side, launch, struck, weapon, shooter))
            known[shooter_id, weapon_id, target] = shifts
        found.append(
            Salvo(
                f"{target}/{weapon_id}/{nth}",
                called(weapon.name, nth, target),
                shooter.side,
                shooter_id,
                weapon,
                launch,
                target,
                shifts,
            )
        )
    return found


def fired_by(salvos: Iterable[Salvo]) -> dict[str, dict[str, int]]:
    """Shooter -> how many salvos of each of its weapons are fired."""
    found: dict[str, dict[str, int]] = {}
    for salvo in salvos:
        used = found.setdefault(salvo.shooter, {})
        used[salvo.weapon.id] = used.get(salvo.weapon.id, 0) + 1
    return found
