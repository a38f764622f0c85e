"""Rules that cards add while they are in play, or for a while: modifiers, what they allow and forbid, and
dice that may be rolled again. Rule code asks here, never for a card by its name."""

from typing import Any, Literal, NamedTuple, TypedDict

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Sum, Umpire
from adjudication.systems.nineveh.cards.sheets import Blocks, Rule, card, rules_of
from adjudication.systems.nineveh.cards.targets import Context, areas_of, fits, holds, in_play, who
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("nineveh", __file__)
T = texts("nineveh")


class ForAWhile(TypedDict):
    """A rule that holds for a while, in some areas or (None) everywhere."""

    rule: dict[str, Any]
    side: str
    card: str
    areas: list[str] | None


RULES = {
    "combat": Mark[list[ForAWhile]]("rules until combat ends"),
    "phase": Mark[list[ForAWhile]]("rules until phase ends"),
    "turn end": Mark[list[ForAWhile]]("rules until turn ends"),
}
"""Marks of the game, or of a block: rules that hold for a while, as data; public."""
NEXT = {
    "preparation": "deployment",
    "deployment": "support",
    "support": "movement",
    "movement": "combat",
    "combat": "support",
}
"""The phase that comes after each."""
ROLLED_AGAIN = Mark[int]("rolled again")
"""Mark of a card: how many dice it has let be rolled again this turn, or in this combat."""


class Held(NamedTuple):
    """A rule that holds now. side: that has it. card: it comes from, by its id. label: as modifiers say it.
    areas: where alone it holds, None for everywhere. unit: the only block that it is about, empty for any."""

    rule: Rule
    side: str
    card: str
    label: Text
    areas: tuple[str, ...] | None
    unit: str


class Modifier(NamedTuple):
    """A modifier of a die. card: where it comes from."""

    label: Text
    by: int
    card: str


class Reroll(NamedTuple):
    """A die that a side may roll again, or have rolled again."""

    label: Text
    side: str
    card: str
    per: str


@derived
def held(state: State) -> list[Held]:
    """All rules that cards add now: those of ISF cards, of Daesh cards, those for a while."""
    alone = bool(state.options["solitaire"])
    found = [
        Held(rule, side, piece.id, T("card", card=piece.id), None, "")
        for side in (ISF, DAESH)
        for piece in in_play(state, side)
        for rule in rules_of(card(piece), alone)
    ]
    for mark in RULES.values():
        for subject, said in state.marked(mark).items():
            found += [_for_a_while(each, "" if subject == "game" else subject) for each in said]
    return found


@derived
def about(state: State, verb: str, word: str) -> list[Held]:
    """Those of them that modify, allow, forbid or let roll again one thing."""
    return [each for each in held(state) if getattr(each.rule, verb) == word]


def _for_a_while(said: ForAWhile, unit: str) -> Held:
    areas = said["areas"]
    rule = msgspec.convert(said["rule"], Rule)
    label = T("card", card=said["card"]) if said["card"] else T("some card")
    return Held(rule, said["side"], said["card"], label, None if areas is None else tuple(areas), unit)


def applies(state: State, held: Held, unit: Piece | None, area: str, side: str = "") -> bool:
    """Whether a rule is about a block in an area, or, without a block, about what a side does there."""
    context = Context(held.side, area, R["6.2c"], card=held.card)
    rule = held.rule
    if held.areas is not None and area not in held.areas:
        return False
    if rule.at and area not in areas_of(state, rule.at, context):
        return False
    if unit is None:
        about = "own" if rule.of is None else rule.of.side
        if held.unit or (about != "any" and who(about, context) != side):
            return False
    elif held.unit:
        if unit.id != held.unit:
            return False
    elif not fits(state, unit, rule.of or Blocks(side="own"), context):
        return False
    return holds(state, rule.if_, context)


def modifiers(state: State, roll: str, unit: Piece | None, area: str, side: str = "") -> list[Modifier]:
    """What cards add to a die: of a block in an area, or, without a block, of what a side does there."""
    return [
        Modifier(each.label, each.rule.by, each.card)
        for each in about(state, "modify", roll)
        if applies(state, each, unit, area, side)
    ]


def add(umpire: Umpire, total: Sum, found: list[Modifier], *, rule: str) -> None:
    """Add modifiers to a sum, each on its line; face-down cards among them are turned up."""
    for label, by, source in found:
        turn_up(umpire, source)
        total.add(label, by, rule=rule)


def allowing(state: State, what: str, unit: Piece, area: str = "") -> Held | None:
    """The rule that allows something to a block, where it is or in an area; None where none does."""
    area = area or unit.place
    for each in about(state, "allow", what):
        if applies(state, each, unit, area):
            return each
    return None


def allows(state: State, what: str, unit: Piece, area: str = "") -> bool:
    """Whether a card allows something to a block."""
    return allowing(state, what, unit, area) is not None


def forbidding(state: State, what: str, unit: Piece, area: str = "") -> Held | None:
    """The rule that forbids something to a block, where it is or in an area; None where none does."""
    area = area or unit.place
    for each in about(state, "forbid", what):
        if applies(state, each, unit, area):
            return each
    return None


def forbids(state: State, what: str, unit: Piece, area: str = "") -> bool:
    """Whether a card forbids something to a block."""
    return forbidding(state, what, unit, area) is not None


def use(umpire: Umpire, what: str, unit: Piece, area: str = "") -> None:
    """Something is done that a card allows, or may allow, or is left undone since one forbids it: the card is
    turned up."""
    state = umpire.state
    found = allowing(state, what, unit, area) or forbidding(state, what, unit, area)
    if found is not None:
        turn_up(umpire, found.card)


def rerolls(state: State, roll: str, unit: Piece, area: str) -> list[Reroll]:
    """The cards that let a die of a block be rolled again, each with the side that may want it."""
    return [
        Reroll(each.label, each.side, each.card, each.rule.per)
        for each in about(state, "reroll", roll)
        if state.mark(each.card, ROLLED_AGAIN, 0) < each.rule.count and applies(state, each, unit, area)
    ]


def spend(umpire: Umpire, reroll: Reroll) -> None:
    """A card has let a die be rolled again: it is turned up, and one die fewer is left to it."""
    turn_up(umpire, reroll.card)
    state = umpire.state
    spent = state.mark(reroll.card, ROLLED_AGAIN, 0) + 1
    if reroll.per == "turn":
        umpire.mark(reroll.card, ROLLED_AGAIN, spent, rule=R["2.4"], until=state.turn + 1)
    else:
        umpire.mark(reroll.card, ROLLED_AGAIN, spent, rule=R["2.4"], until=NEXT[state.phase])


def is_face_down(state: State, source: str) -> bool:
    """Whether a card is one that the enemy has not seen (3.2b)."""
    return source in state.pieces and state.pieces[source].known_to is not None


def needs_face_down(state: State, what: str, unit: Piece, area: str = "") -> bool:
    """Whether a block may do something by a face-down card alone, which would be turned up for it."""
    found = allowing(state, what, unit, area)
    return found is not None and is_face_down(state, found.card)


def turn_up(umpire: Umpire, source: str) -> None:
    """A face-down card is shown when it is first applied (3.2b)."""
    if source in umpire.state.pieces:
        umpire.reveal(source, rule=R["3.2b"])


def hold(
    umpire: Umpire,
    rule: Rule,
    until: Literal["combat", "phase", "turn end"],
    context: Context,
    areas: list[str] | None = None,
    unit: str = "",
) -> None:
    """A rule holds for a while: everywhere, in some areas, or for one block alone."""
    state = umpire.state
    said = ForAWhile(rule=msgspec.to_builtins(rule), side=context.side, card=context.card, areas=areas)
    mark, subject = RULES[until], unit or "game"
    lapses: int | str = state.turn + 1 if until == "turn end" else NEXT[state.phase]
    umpire.mark(subject, mark, [*state.mark(subject, mark, []), said], rule=context.rule, until=lapses)


def combat_ends(umpire: Umpire) -> None:
    """What held for one combat is over."""
    state = umpire.state
    for subject in list(state.marked(RULES["combat"])):
        umpire.mark(subject, RULES["combat"], None, rule=R["6.2c"])
    for source in list(state.marked(ROLLED_AGAIN)):
        if any(each.card == source and each.rule.per == "combat" for each in held(state) if each.rule.reroll):
            umpire.mark(source, ROLLED_AGAIN, None, rule=R["2.4"])
