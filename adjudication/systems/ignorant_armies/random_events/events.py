"""The random events (event.*): two dice read as tens and units, 36 results in 25 events. Each entry has
its gate, which gives the reason for "No Event", and its effect."""

from collections.abc import Callable
from typing import NamedTuple, NotRequired, TypedDict

import adjudication.systems.ignorant_armies.random_events.endings as endings
import adjudication.systems.ignorant_armies.random_events.releases as releases
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.replacements import grant
from adjudication.systems.ignorant_armies.table.index import points
from adjudication.systems.ignorant_armies.table.sides import (
    CHEMICALS,
    DELIVERED,
    ENGINEERS,
    EVENT_MARKERS,
    GROUND,
    HUMAN_WAVES,
    INCOME,
    IRAN,
    IRAQ,
    MISSILE_LIMIT,
    MORE_MISSILES,
    NAVAL_EVER,
    NAVAL_INTERVENTION,
    NO_ATTACKS,
    SATELLITES,
    STRONGER,
    UPGRADED,
    units,
    year,
)
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

CAME_UP = Mark[dict[str, int]]("came up")
"""Mark of the game: event -> how often it came up and was not void (event.no-event)."""


class Entry(NamedTuple):
    """An event. gate: why it is void now, or nothing. effect: what it does."""

    name: str
    rule: str
    results: tuple[int, ...]
    gate: Callable[[State], str]
    effect: Callable[[Umpire], None]


def came_up(state: State, rule: str) -> int:
    """How often an event has come up, counted over all its results (event.no-event)."""
    return state.mark("game", CAME_UP, {}).get(rule, 0)


def happened(state: State) -> dict[str, int]:
    """Each event by its name, with how often it has come up; for studies."""
    return {entry.name: came_up(state, entry.rule) for entry in ENTRIES}


def roll(umpire: Umpire) -> None:
    """Two dice, the first the tens, the second the units; test the gate, apply the effect (event.table)."""
    tens = umpire.roll(D6, T("random event, tens"), rule=R["event.table"])
    ones = umpire.roll(D6, T("random event, units"), rule=R["event.table"])
    result = 10 * tens + ones
    entry = BY_RESULT[result]
    void = entry.gate(umpire.state)
    turn = umpire.state.turn
    said = Happening(result=result, name=entry.name, turn=turn)
    if void:
        said["void"] = void
    umpire.mark("game", EVENT, said, rule=R["event.no-event"] if void else entry.rule)
    if void:
        return
    counted = dict(umpire.state.mark("game", CAME_UP, {}))
    counted[entry.rule] = counted.get(entry.rule, 0) + 1
    umpire.mark("game", CAME_UP, counted, rule=R["event.no-event"])
    entry.effect(umpire)


class Happening(TypedDict):
    """The event of a game-turn. void: the reason of a "No Event"."""

    result: int
    name: str
    turn: int
    void: NotRequired[str]


EVENT = Mark[Happening]("random event")
"""Mark of the game: the event of this game-turn."""


def always(state: State) -> str:
    """An event without a gate."""
    return ""


def once(rule: str) -> Callable[[State], str]:
    """An event that is void after it was triggered."""
    return lambda state: "it has already happened" if came_up(state, rule) else ""


def times(rule: str, number: int) -> Callable[[State], str]:
    """An event that has so many results, one after the other."""
    return lambda state: f"it has already come up {number} times" if came_up(state, rule) >= number else ""


def not_before(first: int) -> Callable[[State], str]:
    """An event of a year and later."""
    return lambda state: f"it cannot happen before {first}" if year(state) < first else ""


def both(*gates: Callable[[State], str]) -> Callable[[State], str]:
    """The first reason of several gates."""
    return lambda state: next((why for gate in gates if (why := gate(state))), "")


def from_turn_4(state: State) -> str:
    """UN Resolution 598 is void on the first three game-turns."""
    return "it cannot happen before game-turn 4" if state.turn < 4 else ""


def resolution_598(umpire: Umpire) -> None:
    """Roll for a ceasefire that ends the game: 1 to 1983, 1-2 to 1986, 1-3 from 1987."""
    now = year(umpire.state)
    most = 1 if now <= 1983 else 2 if now <= 1986 else 3
    if umpire.roll(D6, T("ceasefire", low=1, high=most if most > 1 else None), rule=R["event.11"]) <= most:
        endings.ceasefire(umpire, T("UN Resolution 598"), rule=R["event.11"])


def extraordinary_congress(umpire: Umpire) -> None:
    """First six RPs a turn, and two divisions may be built; then all of the Republican Guard."""
    if came_up(umpire.state, R["event.12-14"]) == 1:
        umpire.mark(IRAQ, INCOME, 6, rule=R["event.12-14"])
        releases.release(umpire, IRAQ, releases.first_guard, rule=R["event.12-14"])
    else:
        releases.release(umpire, IRAQ, releases.all_guard, rule=R["event.12-14"])


def popular_army(umpire: Umpire) -> None:
    """Popular Army divisions are one stronger in attack and defence."""
    umpire.mark("game", STRONGER, True, rule=R["event.15"])


def upgrade_headquarters(umpire: Umpire, rule: str) -> None:
    """The IR headquarters turn to their upgraded side; a repeat adds nothing."""
    umpire.mark(IRAN, UPGRADED, True, rule=rule)


def artillery(umpire: Umpire) -> None:
    """Iran receives artillery."""
    upgrade_headquarters(umpire, R["event.16"])


def political_officers(umpire: Umpire) -> None:
    """Human wave rolls count one more."""
    umpire.mark("game", HUMAN_WAVES, True, rule=R["event.21"])


def chemical_ali(umpire: Umpire) -> None:
    """1 VP to Iran."""
    points(umpire, IRAN, 1, T("Chemical Ali"), rule=R["event.22-24"])


def arab_support(umpire: Umpire) -> None:
    """First Syria cuts the pipeline, then Libya sends missiles."""
    if came_up(umpire.state, R["event.25"]) == 1:
        points(umpire, IRAN, 1, T("Syria cuts the pipeline"), rule=R["event.25"])
    else:
        umpire.mark(IRAN, MISSILE_LIMIT, 4, rule=R["event.25"])
        umpire.mark(IRAN, MORE_MISSILES, True, rule=R["event.25"])


def naval_division(umpire: Umpire) -> None:
    """The 1st Naval Division may be built."""
    releases.release(umpire, IRAQ, releases.naval, rule=R["event.26"])


def special_callup(umpire: Umpire) -> None:
    """2 RPs to Iraq."""
    grant(umpire, 2, T("special call-up"), rule=R["event.31"])


def infighting(umpire: Umpire) -> None:
    """Iran makes no attack."""
    umpire.mark(IRAN, NO_ATTACKS, True, rule=R["event.32"])


def special_forces(umpire: Umpire) -> None:
    """Six brigades may be built, one a game-turn."""
    releases.release(umpire, IRAQ, releases.special_forces, rule=R["event.33"])


def no_deliveries(state: State) -> str:
    """Void once the Iran-Contra affair came first."""
    return "the Iran-Contra affair (53) came first" if came_up(state, R["event.53"]) else ""


def deliveries(umpire: Umpire) -> None:
    """TOW and HAWK missiles go onto Iranian units until the end of the next game-turn."""
    state = umpire.state
    takers = [unit.id for unit in units(state, IRAN) if unit.kind.group == GROUND]
    for marker in [piece.id for piece in state.pieces_at(EVENT_MARKERS)]:
        if not takers:
            return
        name = umpire.state.pieces[marker].name
        unit = umpire.choose(
            IRAN, T("unit that receives missiles", marker=marker), takers, rule=R["event.34"]
        )
        held = [*umpire.state.mark(unit, DELIVERED, []), name]
        umpire.mark(unit, DELIVERED, held, rule=R["event.34"])


def mined(umpire: Umpire) -> None:
    """1 VP to Iraq."""
    points(umpire, IRAQ, 1, T("USS Samuel B. Roberts strikes a mine"), rule=R["event.35"])


def satellites(umpire: Umpire) -> None:
    """No more fog of war in the Iraqi movement and combat phases."""
    umpire.mark(IRAQ, SATELLITES, True, rule=R["event.36-44"])


def navies_came(state: State) -> str:
    """Void until Western Naval Intervention has been in effect."""
    return "" if state.mark("game", NAVAL_EVER) else "Western Naval Intervention has never been in effect"


def airliner(umpire: Umpire) -> None:
    """1 VP to Iraq."""
    points(umpire, IRAQ, 1, T("Iran Air 655 is shot down"), rule=R["event.45"])


def iranian_chemicals(umpire: Umpire) -> None:
    """Iran may use chemicals."""
    chemicals(umpire, IRAN, R["event.46"])


def iraqi_chemicals(umpire: Umpire) -> None:
    """Iraq may use chemicals."""
    chemicals(umpire, IRAQ, R["event.51-52"])


def chemicals(umpire: Umpire, side: str, rule: str) -> None:
    """A side has an operational chemical capacity from now on; a repeat adds nothing."""
    umpire.mark(side, CHEMICALS, True, rule=rule)


def contra_gate(state: State) -> str:
    """Void after event 34, or after itself."""
    if came_up(state, R["event.34"]):
        return "TOW and HAWK missiles (34) came first"
    return once(R["event.53"])(state)


def contra(umpire: Umpire) -> None:
    """Nothing but that event 34 is void from now on."""


def tuwaitha(umpire: Umpire) -> None:
    """1 VP to Iran."""
    points(umpire, IRAN, 1, T("Israel bombs Tuwaitha"), rule=R["event.54"])


def capabilities(umpire: Umpire) -> None:
    """Marines, then upgraded headquarters, then engineers."""
    match came_up(umpire.state, R["event.55-61"]):
        case 1:
            releases.release(umpire, IRAN, releases.marines, rule=R["event.55-61"])
        case 2:
            upgrade_headquarters(umpire, R["event.55-61"])
        case _:
            releases.release(umpire, IRAN, releases.engineer_divisions, rule=R["event.55-61"])
            umpire.mark(IRAN, ENGINEERS, True, rule=R["event.55-61"])


def special_reinforcement(umpire: Umpire) -> None:
    """A unit or marker of the next calendar year arrives now; where there is none, 1 RP more."""
    releases.ahead_of_time(umpire)


def trouble(umpire: Umpire) -> None:
    """1 VP to Iran, and Iraq makes no attack."""
    points(umpire, IRAN, 1, T("Shiite trouble in Iraq"), rule=R["event.63"])
    umpire.mark(IRAQ, NO_ATTACKS, True, rule=R["event.63"])


def warship(umpire: Umpire) -> None:
    """1 VP to Iran; the Western navies leave on 5 or 6."""
    points(umpire, IRAN, 1, T("an Iraqi missile hits a US warship"), rule=R["event.64"])
    if (
        umpire.state.mark("game", NAVAL_INTERVENTION)
        and umpire.roll(D6, T("navies leave", low=5, high=6), rule=R["event.64"]) >= 5
    ):
        umpire.mark("game", NAVAL_INTERVENTION, None, rule=R["event.64"])


def commanders_gate(state: State) -> str:
    """Void unless Iraq has chemical weapons."""
    return "" if state.mark(IRAQ, CHEMICALS) else "Iraq has no operational chemical weapons (51, 52)"


def commanders(umpire: Umpire) -> None:
    """The war ends; where both sides have chemicals it goes on on 1-3."""
    if not umpire.state.mark(IRAN, CHEMICALS):
        points(umpire, IRAQ, 2, T("Khomeini accepts a ceasefire"), rule=R["event.65"])
        endings.ceasefire(umpire, T("Khomeini accepts"), rule=R["event.65"])
    elif umpire.roll(D6, T("war ends", low=4, high=6), rule=R["event.65"]) >= 4:
        points(umpire, IRAQ, 1, T("Khomeini accepts a ceasefire"), rule=R["event.65"])
        endings.ceasefire(umpire, T("Khomeini accepts"), rule=R["event.65"])


ENTRIES = (
    Entry("UN Resolution 598", R["event.11"], (11,), from_turn_4, resolution_598),
    Entry(
        "Iraqi Extraordinary Congress",
        R["event.12-14"],
        (12, 13, 14),
        times(R["event.12-14"], 2),
        extraordinary_congress,
    ),
    Entry("Popular Army divisions purged", R["event.15"], (15,), always, popular_army),
    Entry("Iran receives artillery", R["event.16"], (16,), once(R["event.16"]), artillery),
    Entry(
        "Iranian political officers kept out of command",
        R["event.21"],
        (21,),
        once(R["event.21"]),
        political_officers,
    ),
    Entry(
        "Chemical Ali",
        R["event.22-24"],
        (22, 23, 24),
        both(not_before(1983), once(R["event.22-24"])),
        chemical_ali,
    ),
    Entry("Arab support for Iran", R["event.25"], (25,), times(R["event.25"], 2), arab_support),
    Entry("Iraq creates a naval division", R["event.26"], (26,), once(R["event.26"]), naval_division),
    Entry("Iraqi special call-up", R["event.31"], (31,), always, special_callup),
    Entry("Iranian political infighting", R["event.32"], (32,), always, infighting),
    Entry("Iraqi Special Forces brigades", R["event.33"], (33,), once(R["event.33"]), special_forces),
    Entry(
        "USA delivers TOW and HAWK missiles",
        R["event.34"],
        (34,),
        both(no_deliveries, once(R["event.34"])),
        deliveries,
    ),
    Entry(
        "USS Samuel B. Roberts strikes a mine",
        R["event.35"],
        (35,),
        both(not_before(1984), once(R["event.35"])),
        mined,
    ),
    Entry(
        "Western satellite intelligence for Iraq",
        R["event.36-44"],
        (36, 41, 42, 43, 44),
        both(not_before(1984), once(R["event.36-44"])),
        satellites,
    ),
    Entry("Iran Air 655 shot down", R["event.45"], (45,), both(navies_came, once(R["event.45"])), airliner),
    Entry("Iran gets operational chemical weapons", R["event.46"], (46,), always, iranian_chemicals),
    Entry("Iraq gets operational chemical weapons", R["event.51-52"], (51, 52), always, iraqi_chemicals),
    Entry("Iran-Contra affair", R["event.53"], (53,), contra_gate, contra),
    Entry("Israel bombs Tuwaitha", R["event.54"], (54,), once(R["event.54"]), tuwaitha),
    Entry(
        "Improved Iranian operational capabilities",
        R["event.55-61"],
        (55, 56, 61),
        times(R["event.55-61"], 3),
        capabilities,
    ),
    Entry("Special Iraqi reinforcement", R["event.62"], (62,), always, special_reinforcement),
    Entry("Shiite trouble in Iraq", R["event.63"], (63,), always, trouble),
    Entry("Iraqi missile hits a US warship", R["event.64"], (64,), not_before(1984), warship),
    Entry(
        "Iranian commanders force Khomeini to accept a ceasefire",
        R["event.65"],
        (65,),
        commanders_gate,
        commanders,
    ),
    Entry("Coup attempt in Baghdad", R["event.66"], (66,), endings.no_coup, endings.coup),
)
BY_RESULT = {result: entry for entry in ENTRIES for result in entry.results}
