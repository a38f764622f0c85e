"""What the white cell does by hand: orders of no side, in every rule system, run through the umpire.

So audit, take-back and resuming treat them as any other order. Each has a reason, and follows a rule of the
system's register, a house rule (`house ID`), or the house (`house`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from adjudication.engine.by_hand import adding, matrix
from adjudication.engine.by_hand import kinds as acts
from adjudication.engine.by_hand.kinds import Hand, insist, listed
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import Order, OrderKind, as_data, read_arguments
from adjudication.engine.prose import names_in
from adjudication.engine.register import register
from adjudication.engine.umpire import Umpire, show_option
from adjudication.engine.umpire.audiences import who_sees_named
from domain.errors import BadData, IllegalOrder, NotFound
from domain.events import KindData, OrderGiven
from domain.table.state import State
from domain.texts import Said, strings_in

HOUSE = "house"
"""The rule of what no rule says."""

PREFIX = "hand-"
"""How the names of orders by hand begin; no rule system has such."""

LATE = f"{PREFIX}late-ruling"
GROUPS = (f"{PREFIX}together", LATE)
ADD_SIDE = f"{PREFIX}add-side"
"""Kinds that are made of other acts."""

MOST_ACTS = 100
LONGEST_TEXT = 4_000


def together(umpire: Umpire, act: acts.Together, hand: Hand) -> None:
    """Do several acts, one after the other."""
    insist(act.acts, f"Do from 1 to {MOST_ACTS} things together.")
    _do_all(umpire, act.acts, hand)


def late_ruling(umpire: Umpire, act: acts.LateRuling, hand: Hand) -> None:
    """Correct an outcome on which others have built: its effects are given, and nothing is rolled again."""
    insist(act.concerns > 0 and act.about, "A late ruling names the event that it corrects.")
    insist(act.value != act.was, "A late ruling changes the outcome.")
    _do_all(umpire, act.acts, hand)


def _do_all(umpire: Umpire, parts: Sequence[Mapping[str, Any]], hand: Hand) -> None:
    insist(len(parts) <= MOST_ACTS, f"Do from 1 to {MOST_ACTS} things together.")
    for each in parts:
        kind = KINDS.get(each["act"])
        if kind is None or kind.name in ALONE:
            raise BadData(f"{str(each['act'])[:60]!r} cannot be done together with others.")
        arguments = {name: value for name, value in each.items() if name != "act"}
        kind.procedure(umpire, _form(kind, arguments), hand)


# --- the kinds -----------------------------------------------------------------------------------


def _kind(name: str, form: type[Any], procedure: Callable[..., None], summary: str) -> OrderKind:
    return OrderKind(PREFIX + name, form, procedure, HOUSE, summary)


KINDS: Mapping[str, OrderKind] = {
    kind.name: kind
    for kind in (
        _kind("roll", acts.Roll, acts.roll, "roll dice"),
        _kind("look-up", acts.LookUp, acts.look_up, "enter a table"),
        _kind("draw", acts.Draw, acts.draw, "draw a piece"),
        _kind("move", acts.Move, acts.move, "move a piece"),
        _kind("place", acts.Place, acts.place, "bring in a new piece"),
        _kind("remove", acts.Remove, acts.remove, "take a piece out of the game"),
        _kind("change", acts.Change, acts.change, "change a piece, or mark something"),
        _kind("score", acts.Score, acts.score, "move a track's marker"),
        _kind("chance", acts.Chance, acts.chance, "rule by probability"),
        _kind("argue", matrix.Argument, matrix.argue, "hear a matrix argument"),
        *(_kind(*each) for each in adding.ACTS),
        _kind("together", acts.Together, together, "do several things at once"),
        _kind("late-ruling", acts.LateRuling, late_ruling, "rule late on an outcome"),
    )
}
"""Every kind of order by hand, in every rule system."""

_ADDING = frozenset(f"{PREFIX}{each[0]}" for each in adding.ACTS)

ALONE = (f"{PREFIX}chance", f"{PREFIX}argue", *GROUPS)
"""Kinds that are never part of a group."""

SAID = frozenset((f"{PREFIX}roll", f"{PREFIX}look-up", f"{PREFIX}chance", f"{PREFIX}argue"))
"""Kinds that change nothing on the table: a ruling may rest on them."""


def act(kind: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of an act from outside, checked against its form. Raises NotFound or BadData."""
    known = KINDS.get(kind)
    if known is None:
        raise NotFound(f"There is no manual change {kind[:60]!r}; there are: {listed(KINDS)}.")
    if any(len(text) > LONGEST_TEXT for text in strings_in(raw)):
        raise BadData(f"A text has at most {LONGEST_TEXT} characters.")
    told = _told(known.form, read_arguments(known, raw))
    for each in fields(known.form):  # a list that must be given may still be empty
        if each.default is MISSING and each.default_factory is MISSING:
            told.setdefault(each.name, [])
    return told


def _told(form: type[Any], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Such arguments as are not what they are by default, as plain data."""
    told = {}
    for each in fields(form):
        if each.name in arguments:
            value = _undressed(arguments[each.name])
            default = each.default_factory() if each.default_factory is not MISSING else each.default
            if value != as_data(default):
                told[each.name] = value
    return told


def _undressed(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return _told(type(value), {each.name: getattr(value, each.name) for each in fields(value)})
    if isinstance(value, list | tuple):
        return [_undressed(part) for part in value]
    return {key: _undressed(part) for key, part in value.items()} if isinstance(value, dict) else value


def adjudicate(system: RuleSystem, umpire: Umpire, given: OrderGiven) -> None:
    """Run an order by hand. Raises IllegalOrder for one of a side, without a reason or without a rule."""
    if given.side:
        raise IllegalOrder(
            "by-hand", HOUSE, f"{given.order} is the white cell's, not an order of {given.side}."
        )
    if not given.because.strip():
        raise IllegalOrder("by-hand", HOUSE, "A manual change needs a reason.")
    if given.rule != cited(system.name, given.rule, umpire.state):
        raise IllegalOrder("by-hand", HOUSE, f"{given.rule!r} is no rule to do it by.")
    kind = KINDS[given.order]
    if system.rules.fixed_sides and ADD_SIDE in _parts(given):
        message = f"{system.title} is played by the sides of its scenario; no side can be added."
        raise IllegalOrder("sides", HOUSE, message)
    # Everyone sees a public track move; why it moved is for those who know of the act.
    because = "" if given.audience is not None else given.because
    kind.procedure(umpire, _form(kind, given.arguments), Hand(given.rule, because, given.audience))
    if system.rules.settle is not None and kind.name not in SAID:
        system.rules.settle(umpire)


def _parts(given: OrderGiven) -> list[str]:
    """What kinds of acts an act is made of."""
    if given.order not in GROUPS:
        return [given.order]
    return [str(part.get("act")) for part in given.arguments.get("acts", ())]


def objections(
    system: RuleSystem, state: State, kind: str, arguments: Mapping[str, Any]
) -> list[tuple[str, Said]]:
    """What the rules of a system have against an act, or against parts of it, given the table before it: rule
    and why, each once. Nothing is to be had against what changes nothing."""
    if system.rules.objections is None or kind in SAID:
        return []
    parts = [(kind, arguments)]
    if kind in GROUPS:
        parts = [
            (str(part.get("act")), {name: value for name, value in part.items() if name != "act"})
            for part in arguments.get("acts", ())
        ]
    found: dict[tuple[str, Said], None] = {}
    for name, values in parts:
        found.update(
            dict.fromkeys(
                (rule, why) for rule, why in system.rules.objections(state, Order("", name, dict(values)))
            )
        )
    return list(found)


def contradictions(state: State, kind: str, arguments: Mapping[str, Any]) -> list[tuple[str, Said]]:
    """What the table has against the keys of a look-up, as objections of the house."""
    if kind != f"{PREFIX}look-up":
        return []
    return [(HOUSE, why) for why in acts.contradictions(state, _form(KINDS[kind], arguments))]


def _form(kind: OrderKind, arguments: Mapping[str, Any]) -> Any:
    try:
        return kind.form(**arguments)
    except TypeError as error:
        raise IllegalOrder("form", HOUSE, f"{kind.name} does not take that: {error}") from error


def cited(system: str, text: str, state: State) -> str:
    """The citation that a text means: `house`, a house rule (`house ID`, or its ID where the register has no
    such rule), or a rule of the register (`6.4e` or `ramadi 6.4e`). Raises NotFound."""
    text = text.strip()
    if text == HOUSE:
        return HOUSE
    if text in state.cell.house_rules and not _registered(system, text):
        text = f"{HOUSE} {text}"
    if text.startswith(f"{HOUSE} "):
        id = text.removeprefix(HOUSE).strip()
        if id not in state.cell.house_rules:
            raise NotFound(f"There is no house rule {id[:60]!r}; `whitecell house-rule` lists them.")
        instead = replaced_by(state, id)
        if instead:
            raise NotFound(f"House rule {id} holds no more; {instead} took its place.")
        return f"{HOUSE} {id}"
    try:
        known = register(system)
    except NotFound:
        raise NotFound(f"{system} has no register of rules; say `house`, not {text[:60]!r}.") from None
    return known.cite(known.rule(text).id)


def _registered(system: str, id: str) -> bool:
    try:
        return id in register(system).rules
    except NotFound:
        return False


_IN_SHORT: Mapping[str, str] = {
    "roll": "{purpose}",
    "look-up": "{table}",
    "draw": "{cup} for {purpose}",
    "move": "{piece} to {to}",
    "place": "{id} at {at}",
    "remove": "{piece}",
    "change": "{subject}",
    "score": "{track} {change:+d}",
    "chance": "{subject}",
    "argue": "{action}",
    "add-side": "{name}",
    "add-space": "{name}",
    "link": "{one} and {other}",
    "add-track": "{name}",
    "add-table": "{table}",
    "add-kind": "{name}",
}


def in_short(kind: str, arguments: Mapping[str, Any]) -> str:
    """What an act was about, by ids: `tension +1`; of several, each."""
    if kind in GROUPS:
        late = [f"event {arguments.get('concerns')}, {_said_short(arguments)}"] if kind == LATE else []
        done = [in_short(str(each.get("act")), each) for each in arguments.get("acts", ())]
        return "; ".join([*late, *done])
    try:
        return _IN_SHORT[kind.removeprefix(PREFIX)].format_map(arguments)
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        return "what cannot be read"  # a forged log may say anything


def _said_short(arguments: Mapping[str, Any]) -> str:
    """What a late ruling put in the place of what."""
    return f"{show_option(arguments.get('value'))} instead of {show_option(arguments.get('was'))}"


def replaced_by(state: State, id: str) -> str:
    """The house rule that took the place of one adopted before it; empty when that one still holds."""
    rules = state.cell.house_rules
    later = [rule.id for rule in rules.values() if rule.number > rules[id].number]
    return next((each for each in later if rules[each].replaces == f"{HOUSE} {id}"), "")


def pieces_named(kind: str, arguments: Mapping[str, Any]) -> list[str]:
    """The pieces that an act names."""
    if kind in GROUPS:
        return [id for each in arguments.get("acts", ()) for id in pieces_named(each["act"], each)]
    named = [arguments.get(name) for name in ("piece", "subject")]
    return [each for each in named if isinstance(each, str)]


def audience_of(
    state: State, kind: str, arguments: Mapping[str, Any], because: str = ""
) -> tuple[str, ...] | None:
    """Who may know of an act by default: everyone, or those who know every piece and mark that it names,
    and whom its words tell nothing of what is hidden from them."""
    parts = arguments.get("acts", ()) if kind in GROUPS else [{"act": kind, **arguments}]
    shown = {each["kind"] for each in parts if each["act"] == f"{PREFIX}place" and not each.get("hidden")}
    knowers: list[tuple[str, ...] | None] = [knows_named(state, words_in(arguments) | {because}, shown)]
    for id in pieces_named(kind, arguments):
        if id in state.pieces:
            knowers.append(state.who_knows(id))
    knowers.append(who_sees_named(state, arguments))
    for part in parts:
        if part["act"] in _ADDING:
            knowers.append(adding.knowing(part))
        if part["act"] == f"{PREFIX}place" and part.get("hidden"):
            knowers.append(tuple(part.get("known_to", ())))
        if part["act"] == f"{PREFIX}place" and part.get("seen_by") is not None:
            knowers.append(tuple(part["seen_by"]))
        if part["act"] == f"{PREFIX}change":
            if part.get("mark") is not None:
                knowers.append(_who_sees(state, part["subject"], part["mark"]))
            for sides in ("known", "visible"):
                if part.get(sides) is not None:
                    knowers.append(acts.known_sides(state, part[sides]))
    told = [sides for sides in knowers if sides is not None]
    if not told:
        return None
    return tuple(side for side in state.sides if all(side in sides for sides in told))


_IDS = frozenset(
    [
        "act",
        "at",
        "cup",
        "id",
        "keys",
        "kind",
        "known",
        "known_to",
        "method",
        "owner",
        "piece",
        "table",
        "to",
        "track",
    ]
)
"""Arguments that say what is meant and are no words of anybody."""


def words_in(arguments: Any) -> set[str]:
    """The words in an act's arguments."""
    if isinstance(arguments, Mapping):
        return {text for name, value in arguments.items() if name not in _IDS for text in words_in(value)}
    if isinstance(arguments, list | tuple):
        return {text for part in arguments for text in words_in(part)}
    return strings_in(arguments)


def knows_named(state: State, said: Collection[str], shown: Collection[str] = ()) -> tuple[str, ...] | None:
    """Who may read these words: everyone, or the sides that know each piece that they name, and a piece of
    each kind that they name, where it is in play hidden. shown: kinds of which one is just being shown.

    What nobody knows and lies in a box is in a cup, and what may be in a cup is no secret.
    """
    words = " ".join(said)
    found: dict[str, set[str]] = {}
    named: list[tuple[str, ...]] = []
    for piece in state.pieces.values():
        space = state.board.spaces.get(piece.place)
        in_cup = piece.known_to == () and (space is None or space.kind == "box")
        knowers = state.who_knows(piece.id)
        if knowers is None or in_cup:
            continue
        if piece.kind_id not in shown and _names_kind(words, piece.kind_id, piece.kind):
            found[piece.kind_id] = set()
        if names_in(words, {piece.id, piece.name} - {piece.kind.name}):
            named.append(knowers)
    for piece in state.pieces.values():
        if piece.kind_id in found:
            knowers = state.who_knows(piece.id)
            found[piece.kind_id].update(state.sides if knowers is None else knowers)
    knowing = [*found.values(), *named]
    if all(side in each for each in knowing for side in state.sides):
        return None
    return tuple(side for side in state.sides if all(side in each for each in knowing))


def _names_kind(words: str, id: str, kind: KindData) -> bool:
    """Whether words name a kind of piece by more than its back, which everyone sees."""
    names = {name.casefold() for name in (id, kind.name)} - {kind.back.casefold()}
    return bool(names_in(words, names, plural=True))


def _who_sees(state: State, subject: str, mark: str) -> tuple[str, ...] | None:
    return () if mark.startswith("_") else state.marks_for.get((subject, mark))


__all__ = [
    "ALONE",
    "GROUPS",
    "HOUSE",
    "KINDS",
    "LATE",
    "PREFIX",
    "SAID",
    "act",
    "adjudicate",
    "audience_of",
    "cited",
    "contradictions",
    "in_short",
    "objections",
    "pieces_named",
    "replaced_by",
    "strings_in",
    "words_in",
]
