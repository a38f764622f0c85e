"""Kill chains: for each target of a strike who detected it, who fired, who intercepted, the hits and what
came of them, read from the log alone."""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.combat_summary import combat_parts
from adjudication.systems.ows.infrastructure import STOCKS_LOST
from adjudication.systems.ows.salvos import AGAINST, HITS_ON, INTERCEPTS, RED, name_of
from adjudication.systems.ows.status import ATTRITION, DETECTED, EMITTING, REGENERATION, SUPPRESSED
from domain.events import (
    Chosen,
    DieRolled,
    Event,
    Marked,
    Modified,
    OrderGiven,
    PieceChanged,
    PieceMoved,
)
from domain.table.state import Piece, State

ALWAYS = "always"
LOST = (f"{ATTRITION}-", f"{REGENERATION}-")


class KillChain(msgspec.Struct, frozen=True):
    """What a strike came to at one target. detected: the rule by which it was detected, `emitting`, or
    `always` for an installation. fired: salvos by `shooter/weapon`. shields,
    fighters: what was rolled against, by its name, and how many salvos it stopped. result: in words."""

    target: str
    name: str
    detected: str
    fired: dict[str, int]
    fighters: dict[str, int]
    shields: dict[str, int]
    hits: int
    result: str

    def line(self) -> str:
        """The chain in a line of the log."""
        fired = ", ".join(f"{count} {source}" for source, count in self.fired.items())
        stopped = {**self.fighters, **self.shields}
        met = ", ".join(f"{by} ({_stopped(number)})" for by, number in stopped.items())
        parts = (
            _how(self.detected),
            f"fired: {fired}" if fired else "",
            f"intercepted by {met}" if met else "not intercepted",
            "1 hit" if self.hits == 1 else f"{self.hits} hits",
            self.result,
        )
        return f"{self.name}: {'; '.join(part for part in parts if part)}."


def _how(detected: str) -> str:
    if detected in (ALWAYS, EMITTING):
        return "emitting" if detected == EMITTING else "an installation, always detected"
    return f"detected ({detected})"


def _stopped(number: int) -> str:
    return f"{number} stopped" if number else "none stopped"


def kill_chains(events: Sequence[Event], order: int, pieces: Mapping[str, Piece]) -> list[KillChain]:
    """The kill chains of one strike, by its number, in the order in which its targets were declared.

    events: the log, or what a reader may know of it; what came before the order says how its targets were
    detected. pieces: for their names.
    """
    of_order = [event for event in events if event.procedure == order or event.number == order]
    fired = _fired(of_order)
    before = [event for event in events if event.number < order]
    return [_chain(target, by, of_order, before, pieces) for target, by in fired.items() if target in pieces]


def _fired(events: Iterable[Event]) -> dict[str, dict[str, int]]:
    """Target -> `shooter/weapon` -> salvos, those that fired back too."""
    found: dict[str, dict[str, int]] = {}
    for event in events:
        allotted: object = {}
        if isinstance(event, OrderGiven):
            allotted = event.arguments.get("salvos")
        elif isinstance(event, Chosen) and isinstance(event.value, dict) and "fire back" in event.question:
            allotted = event.value
        if isinstance(allotted, dict):
            for item, target in allotted.items():
                by = found.setdefault(target, {})
                source = item.rsplit("/", 1)[0]
                by[source] = by.get(source, 0) + 1
    return found


def _chain(
    target: str,
    fired: dict[str, int],
    events: Sequence[Event],
    before: Sequence[Event],
    pieces: Mapping[str, Piece],
) -> KillChain:
    name = name_of(pieces[target])
    fighters, shields = _met(events, name)
    sums = [event for event in events if isinstance(event, Modified) and event.sum == f"{HITS_ON} {name}"]
    stocks = f"{STOCKS_LOST} {pieces[target].name}"
    dice = [event for event in events if isinstance(event, DieRolled) and event.purpose == stocks]
    return KillChain(
        target,
        name,
        _detected(target, before, events),
        fired,
        fighters,
        shields,
        sum(event.amount for event in sums) + len(dice),
        _result(target, events),
    )


def _met(events: Sequence[Event], name: str) -> tuple[dict[str, int], dict[str, int]]:
    """The fighters and the shields that salvos at a target met: by name, how many each stopped."""
    fighters: dict[str, int] = {}
    shields: dict[str, int] = {}
    rolls = [event.purpose for event in events if isinstance(event, DieRolled)]
    for at, purpose in enumerate(rolls):
        fighter, intercepts, salvo = purpose.partition(f" {INTERCEPTS} ")
        if intercepts and salvo.endswith(f" on {name}"):
            later = any(roll.startswith(f"{salvo} {AGAINST} ") for roll in rolls[at:])
            fighters[fighter] = fighters.get(fighter, 0) + (not later)
            continue
        salvo, against, shield = purpose.partition(f" {AGAINST} ")
        if against and shield != RED and salvo.endswith(f" on {name}"):
            later = any(roll.startswith(f"{salvo} {AGAINST} ") for roll in rolls[at + 1 :])
            shields[shield] = shields.get(shield, 0) + (not later)
    return fighters, shields


def _detected(target: str, before: Sequence[Event], events: Sequence[Event]) -> str:
    """How a target was detected: by the rule that marked it last."""
    for event in (*reversed(before), *events):
        if isinstance(event, Marked) and event.subject == target and event.value is not None:
            if event.mark == DETECTED:
                return event.rule
            if event.mark == EMITTING:
                return EMITTING
    return ALWAYS


def _result(target: str, events: Sequence[Event]) -> str:
    """What became of a target: destroyed, steps lost, suppressed, stocks lost; or nothing."""
    found = []
    for event in events:
        if isinstance(event, PieceMoved) and event.piece == target and event.to.startswith(LOST):
            return "destroyed"
        if isinstance(event, PieceChanged) and event.piece == target and event.steps is not None:
            found.append(f"{event.steps} step{'' if event.steps == 1 else 's'} left")
        elif isinstance(event, Marked) and event.subject == target:
            if event.mark == SUPPRESSED and event.value:
                found.append("suppressed")
            elif event.rule.endswith("9.9.7d"):
                found.append("stocks destroyed")
    return ", ".join(found) or "no effect"


def summary(given: OrderGiven, events: Sequence[Event], state: State) -> list[Part]:
    """What came of a strike, target by target, or of ground combats, one by one; each reader is told as much
    of it as it may know."""
    if given.order != "strike":
        return combat_parts(events)
    units = {name: id for id, piece in state.pieces.items() for name in (id, name_of(piece))}
    parts: list[Part] = []
    of_order = [given, *events]
    unseen = {
        id: tuple(each.number for each in events if isinstance(each, Chosen) and each.side == piece.side)
        for id, piece in state.pieces.items()
        if piece.known_to is not None
    }
    for target, fired in _fired(of_order).items():
        if target in state.pieces:
            parts += _parts(_chain(target, fired, of_order, (), state.pieces), units, unseen)
    return parts


def _parts(chain: KillChain, units: Mapping[str, str], unseen: Mapping[str, tuple[int, ...]]) -> list[Part]:
    """A chain as the parts of a summary. Who fired and who intercepted stand apart, for those who know: of a
    unit that lies face down whoever may know its side's decisions."""
    salvos = sum(chain.fired.values())
    parts = [Part("{}: {}", (chain.target, f"{salvos} salvo{'' if salvos == 1 else 's'}"))]
    shooters = dict.fromkeys(source.split("/")[0] for source in chain.fired)
    parts += [Part("fired by {}", (shooter,)) for shooter in shooters]
    for met, stopped in {**chain.fighters, **chain.shields}.items():
        by = units.get(met.rpartition(" of ")[2] if met in chain.shields else met, "")
        if by and stopped:
            parts.append(Part("{} stopped {}", (by, stopped), unseen.get(by, ())))
    counted = "1 hit" if chain.hits == 1 else f"{chain.hits or 'no'} hits"
    parts.append(Part("{}", (f"{counted}, {chain.result}" if chain.hits else counted,)))
    return parts
