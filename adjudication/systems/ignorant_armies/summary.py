"""What came of an order in one line, read from the log alone: the event of the game-turn and what it does,
rolls with their outcome, reinforcements, victory points, fighting."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.summary import Part
from adjudication.systems.ignorant_armies.operations.attacks import GROUND_USES
from adjudication.systems.ignorant_armies.random_events.events import EVENT
from adjudication.systems.ignorant_armies.table.sides import (
    AVAILABLE,
    CHEMICALS,
    CHEMICALS_USED,
    CONTROL,
    DELIVERED,
    ENGINEERS,
    HELD,
    HUMAN_WAVES,
    INCOME,
    INDEX,
    INTERVENTION,
    IRAN,
    IRAQ,
    JOINT_ARAB_BOX,
    LOCKED,
    MISSILE_LIMIT,
    MORE_MISSILES,
    NAVAL_INTERVENTION,
    NO_ATTACKS,
    ONE_RP_MORE,
    RP_IRAQ,
    RP_JOINT_ARAB,
    SATELLITES,
    SCHEDULE,
    STRONGER,
    UPGRADED,
    WITHDRAWN,
)
from domain.events import (
    Chosen,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    Modified,
    OrderGiven,
    PieceMoved,
    Scored,
    VerdictReached,
)
from domain.table.state import State
from domain.texts import Text, code_of

R = citations("ignorant-armies", __file__)

WAR = "the war ends", "the war goes on"
OUTCOMES = {
    R["event.11"]: WAR,
    R["event.65"]: WAR,
    R["event.64"]: ("the Western navies leave", "the Western navies stay"),
    R["ja.intervention.roll"]: ("the forces arrive in the next Iraqi player-turn", "no intervention"),
    R["ja.withdrawal.roll"]: ("all Joint Arab forces leave", "they stay"),
}
"""Rule of a roll that succeeds on some faces -> what then happens, and what else."""
PLAIN = {
    R["event.22-24"],
    R["event.35"],
    R["event.45"],
    R["event.54"],
    R["event.63"],
    R["event.64"],
    R["event.65"],
    R["event.66"],
    R["ja.intervention.vp"],
}
"""What gives VPs in its own name."""
ONE_LINE = ("move", "build", "lose", "missile")
"""Orders of which little comes."""
INCOME_ALONE = "income"
"""Why Iraq receives RPs in every turn."""
COUP, TANKERS = "coup attempt", "Tanker War"
"""Names of sums."""

MARKS: Mapping[str, str | Callable[[str, Any], str]] = {
    CHEMICALS.name: lambda side, value: (
        f"{{}} may use them {'once' if GROUND_USES[side] == 1 else 'twice'} a game-turn on the ground and "
        "once a player-turn by missile"
    ),
    UPGRADED.name: "the headquarters of {} are upgraded",
    SATELLITES.name: "no fog of war for {} in its movement and combat phases",
    ENGINEERS.name: "attacks with Engineer divisions shift one column right",
    MISSILE_LIMIT.name: lambda side, value: f"{{}} may hold {value} missiles",
    MORE_MISSILES.name: "its next missile reinforcement is one larger",
    INCOME.name: lambda side, value: f"{{}} receives {value} RPs a turn from now on",
    ONE_RP_MORE.name: "{} receives 1 RP more this turn",
    STRONGER.name: "they have +1 attack and +1 defence this game-turn",
    HUMAN_WAVES.name: "human wave rolls count 1 more this game-turn",
    NO_ATTACKS.name: "{} may not attack this game-turn",
    NAVAL_INTERVENTION.name: "Western Naval Intervention begins",
    HELD.name: "Karbala and An Najaf are both Iranian",
    DELIVERED.name: lambda unit, value: f"{{}} receives {value[-1]}",
    CONTROL.name: lambda hex, value: f"{{}} is now {'Iranian' if value == IRAN else 'Iraqi'}",
    CHEMICALS_USED.name: "{} uses chemicals",
}
"""What a mark says as it is set, with a gap for what it is set on."""


def summary(given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]) -> list[Part]:
    """The parts of the summary of an order; none where the log says it in a line or two: moves, builds,
    losses, missiles, income alone."""
    if given.order in ONE_LINE:
        return []
    parts: list[Part] = []
    sums = _sums(events)
    telling = [event for event in events if not isinstance(event, Chosen) or _tells(event)]
    for key, group in groupby(telling, _kind):
        together = list(group)
        if key is not None:
            parts.append(_moved(key, together))
        else:
            parts += [part for event in together for part in _said(event, sums, events, state)]
    income = {
        event.number for event in events if isinstance(event, Scored) and code_of(event.why) == INCOME_ALONE
    }
    return parts if any(set(part.events) - income for part in parts) else []


def _tells(answer: Chosen) -> bool:
    """Whether an answer says something that nothing after it does: a judgement, or that nothing is brought
    forward."""
    return isinstance(answer.value, str) and bool(answer.because or answer.value == "none")


def _kind(event: Event) -> str | None:
    """What moves of pieces are told in one part: those that begin so."""
    if not isinstance(event, PieceMoved):
        return None
    if event.origin.startswith(SCHEDULE):
        return "brought forward" if event.rule == R["event.62"] else "reinforcements"
    if event.origin.startswith(LOCKED):
        return "may now be built" if event.to.startswith(AVAILABLE) else "reinforcements"
    arrives = event.origin == JOINT_ARAB_BOX and event.to != WITHDRAWN
    return "Joint Arab forces arrive" if arrives else None


def _moved(key: str, moves: Sequence[Event]) -> Part:
    """Pieces that came together, those that enter at hexes with their hexes."""
    came = [move for move in moves if isinstance(move, PieceMoved)]
    numbers = tuple(move.number for move in came)
    hexes = [hex for hex in dict.fromkeys(move.to for move in came) if came[0].origin == JOINT_ARAB_BOX]
    if not hexes:
        return Part("{}: {}", (key, [move.piece for move in came]), numbers)
    gaps = ", ".join("{} at {}" for _ in hexes)
    things = [thing for hex in hexes for thing in ([move.piece for move in came if move.to == hex], hex)]
    return Part(f"{{}}: {gaps}", (key, *things), numbers)


def _said(
    event: Event, sums: Mapping[str, list[Modified]], events: Sequence[Event], state: State
) -> Iterator[Part]:
    """What a single event says, if anything."""
    one = (event.number,)
    match event:
        case Marked(mark=mark, value=value) if mark == EVENT.name and value:
            yield from _random_event(event, events)
        case Marked(mark=mark, subject=subject, value=value) if value and mark in MARKS:
            said = MARKS[mark]
            text = said if isinstance(said, str) else said(subject, value)
            yield Part(text, (subject,) * text.count("{}"), one)
        case Marked(mark=mark, value="in effect") if mark == INTERVENTION.name:
            yield Part("Joint Arab intervention begins", (), one)
        case DieRolled(purpose=purpose, face=face, rule=rule) if rule in OUTCOMES:
            yield Part("{}: rolled {}, {}", (purpose, face, _outcome(event, events)), one)
        case DieRolled(purpose=purpose) if code_of(purpose) in sums:
            yield _sum(code_of(purpose), sums[code_of(purpose)], events, state)
        case Scored():
            yield from _scored(event)
        case Chosen(side=side, value="none"):
            yield Part("{} brings nothing forward", (side,), one)
        case Chosen(value=value):
            yield Part("{}", (str(value),), one)
        case LookedUp(table="tanker-war"):
            yield Part("{}", (str(event.result["result"]),), one)
        case VerdictReached(winner=winner):
            who = ("{} wins: {}", (winner,)) if winner else ("draw: {}", ())
            yield Part(who[0], (*who[1], event.reason), one)


def _random_event(event: Marked, events: Sequence[Event]) -> Iterator[Part]:
    """The event of the game-turn by its number and name, or why there is none."""
    result, name, void = event.value["result"], event.value["name"], event.value.get("void")
    if void:
        yield Part("no event ({}, {}: {})", (result, name, void), (event.number,), head=True)
        return
    yield Part("{}, {}", (result, name), (event.number,), head=True)
    later = events[events.index(event) + 1 :]
    if event.rule == R["event.53"]:
        yield Part("event 34 is void from now on", (), (event.number,))
    elif not any(each.rule == event.rule for each in later):
        yield Part("no further effect", (), (event.number,))


def _outcome(die: DieRolled, events: Sequence[Event]) -> str:
    """What such a roll brought about: where the white cell ruled on the die, not what it shows."""
    success, failure = OUTCOMES[die.rule]
    came = any(_comes_of(die.rule, event) for event in events)
    assert isinstance(die.purpose, Text)
    low, high = die.purpose.arguments["low"], die.purpose.arguments["high"]
    shown = low <= die.face <= (high or low)
    return f"{'' if came is shown else 'ruled otherwise: '}{success if came else failure}"


def _comes_of(rule: str, event: Event) -> bool:
    """Whether an event is what a roll by that rule brings about."""
    match event:
        case VerdictReached():
            return event.rule == rule
        case Marked(mark=mark, value=value):
            return (rule, mark, value) in (
                (R["event.64"], NAVAL_INTERVENTION.name, None),
                (R["ja.intervention.roll"], INTERVENTION.name, "coming"),
                (R["ja.withdrawal.roll"], INTERVENTION.name, "withdrawn"),
            )
        case _:
            return False


def _sums(events: Sequence[Event]) -> dict[str, list[Modified]]:
    """The sums of an order, each with what was added to it."""
    found: dict[str, list[Modified]] = {}
    for event in events:
        if isinstance(event, Modified):
            found.setdefault(code_of(event.sum), []).append(event)
    return found


def _sum(name: str, added: Sequence[Modified], events: Sequence[Event], state: State) -> Part:
    """A roll with what was added to it, and of a coup what it had to reach."""
    more = added[1:]
    labels = tuple(each.label for each in more)
    total = f"rolled {added[0].amount}{''.join(f', {{}} {each.amount:+d}' for each in more)}"
    total = f"{total}: {added[-1].total}" if more else total
    numbers = tuple(each.number for each in added)
    if name == TANKERS:
        return Part(total, labels, numbers)
    if name != COUP:
        return Part(f"{{}}: {total}", (added[0].sum, *labels), numbers)
    since = [each for each in events if isinstance(each, Scored) and each.track == INDEX]
    level = state.track(INDEX) - sum(each.change for each in since if each.number > added[0].number)
    over = added[-1].total - level
    result = "Saddam Hussein falls" if over <= 0 else "the coup fails" + " narrowly" * (over == 1)
    return Part(f"{total} against a victory level of {level}: {result}", labels, numbers)


def _scored(event: Scored) -> Iterator[Part]:
    """Victory points and replacement points; those that are spent on a build are not told."""
    one, change, now = (event.number,), event.change, event.value
    many = "" if abs(change) == 1 else "s"
    match event.track:
        case track if track == INDEX:
            why = () if event.rule in PLAIN else (event.why,)
            stands = f"now {abs(now)} for {{}}" if now else "now 0"
            sides = (IRAN if change > 0 else IRAQ, *((IRAN if now > 0 else IRAQ,) if now else ()))
            text = f"{'{}: ' * len(why)}{abs(change)} VP{many} to {{}}, victory index {stands}"
            yield Part(text, (*why, *sides), one)
        case track if track == RP_IRAQ:
            why = () if code_of(event.why) == INCOME_ALONE or event.rule == R["event.31"] else (event.why,)
            yield Part(f"{{}} receives {change} RP{many}{' ({})' * len(why)}, now {now}", (IRAQ, *why), one)
        case track if track == RP_JOINT_ARAB and change > 0:
            yield Part(f"{change} Joint Arab RP{many}, now {now}", (), one)
        case track if track == RP_JOINT_ARAB:
            yield Part(f"{-change} Joint Arab RP{many} lost, {now} left", (), one)
