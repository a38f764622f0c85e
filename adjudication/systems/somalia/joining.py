"""Orders that several chapters give under one name, each in phases of its own: the base game's Raid and that
of the later scenarios."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire


def joined(kinds: Iterable[OrderKind]) -> dict[str, OrderKind]:
    """The kinds by name; those of one name are one, whose procedure and summary are those of the phase. Its
    form is the one with the most arguments, which has those of the others."""
    found: dict[str, list[OrderKind]] = {}
    for kind in kinds:
        found.setdefault(kind.name, []).append(kind)
    return {name: _one(same) for name, same in found.items()}


def _one(same: Sequence[OrderKind]) -> OrderKind:
    first = same[0]
    if len(same) == 1:
        return first
    form = max((kind.form for kind in same), key=lambda form: len(fields(form)))
    legality = tuple(each for kind in same for each in kind.legality)
    by_phase = {phase: kind for kind in same for each in kind.legality for phase in each.phases}
    told = {phase: (kind.summary, kind.rule) for phase, kind in by_phase.items()}
    return first._replace(form=form, procedure=_in(by_phase), legality=legality, told=told)


def _in(by_phase: Mapping[str, OrderKind]) -> Callable[[Umpire, Any], None]:
    def procedure(umpire: Umpire, order: Any) -> None:
        by_phase[umpire.state.phase].procedure(umpire, order)

    return procedure
