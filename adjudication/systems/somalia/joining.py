"""Orders that several chapters give under one name, each in phases of its own: the base game's Raid and that
of the later scenarios."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any

from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire


def joined(kinds: Iterable[OrderKind]) -> dict[str, OrderKind]:
    """The kinds by name; those of one name are one, whose procedure is that of the phase. Its form is the one
    with the most arguments, which has those of the others; its summary the second one, which fits all."""
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
    summary = same[1].summary
    return first._replace(form=form, procedure=_by_phase(same), legality=legality, summary=summary)


def _by_phase(same: Sequence[OrderKind]) -> Callable[[Umpire, Any], None]:
    by_phase = {phase: kind.procedure for kind in same for each in kind.legality for phase in each.phases}

    def procedure(umpire: Umpire, order: Any) -> None:
        by_phase[umpire.state.phase](umpire, order)

    return procedure
