"""House rules, and options and tables that are changed in play."""

from typing import TYPE_CHECKING

import msgspec

from domain.events.base import Event, Value
from domain.events.data import KindData, TableData
from domain.events.kind import Audience, Changes, EventKind, Speaks, Undo, entry
from domain.events.seen import Seen

if TYPE_CHECKING:
    from domain.table.state import State


class HouseRuleAdopted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A house rule applies from now on; `replaces` is the rule that it replaces, if any."""

    id: str
    text: str
    by: str
    because: str
    replaces: str = ""


def _house_rule(state: "State", event: HouseRuleAdopted) -> None:
    state.cell.house_rules[event.id] = event


class OptionChanged(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """An option of the game is changed in play."""

    option: str
    value: Value
    by: str
    because: str


def _option(state: "State", event: OptionChanged) -> None:
    state.options = {**state.options, event.option: event.value}


class TableAdopted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A table replaces another from now on."""

    table: str
    data: TableData
    by: str
    because: str


def _table_adopted(state: "State", event: TableAdopted) -> None:
    state.lay_table(event.table, event.data, adopted=event.number)


class CountersAdopted(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell's own counters or cards replace others from now on: kinds with other content, and pieces
    (by id) that become another kind. The number of pieces stays the same."""

    kinds: dict[str, KindData]
    by: str
    because: str
    pieces: dict[str, str] = msgspec.field(default_factory=dict)
    provenance: str = "house"
    source: str = ""


def _counters_adopted(state: "State", event: CountersAdopted) -> None:
    state.adopt_kinds(event.kinds, event.pieces)


KINDS = (
    EventKind(
        "house-rule-adopted.1",
        HouseRuleAdopted,
        _house_rule,
        Seen(("id", "text", "by", "because", "replaces"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.WHITE_CELL, public=True, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
    EventKind(
        "option-changed.1",
        OptionChanged,
        _option,
        Seen(("option", "value", "by", "because"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.WHITE_CELL, public=True, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
    EventKind(
        "table-adopted.1",
        TableAdopted,
        _table_adopted,
        Seen(("table", "data", "by", "because")),
        changes=(Changes.TABLES,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.WHITE_CELL, public=True, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
    EventKind(
        "counters-adopted.1",
        CountersAdopted,
        _counters_adopted,
        Seen(("kinds", "by", "because", "provenance", "source"), white=("pieces",)),
        changes=(Changes.COUNTERS,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=entry(Speaks.WHITE_CELL, public=True, cites=False, after_close=False),
        rows=("rulings",),
        words=None,
    ),
)
