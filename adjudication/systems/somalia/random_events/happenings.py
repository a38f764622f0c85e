"""What random events do (4.0): each effect of the table is a function of how much and of the event's
name."""

from collections.abc import Callable

import adjudication.systems.somalia.between_turns.desertion as desertion
import adjudication.systems.somalia.between_turns.intervention as intervention
import adjudication.systems.somalia.between_turns.rotation as rotation
import adjudication.systems.somalia.between_turns.supply as supply
import adjudication.systems.somalia.between_turns.terrorism as terrorism
import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.optional_rules.rivals as rivals
import adjudication.systems.somalia.optional_rules.talks as talks
import adjudication.systems.somalia.table.factions as factions
import adjudication.systems.somalia.table.famine as famine
import adjudication.systems.somalia.table.hits as hits
import adjudication.systems.somalia.table.recruits as recruits
import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import (
    BASE,
    DONE,
    GANG,
    HELICOPTER,
    LEADER,
    MILITARY,
    act,
    at,
    faction,
    kind_of,
    on_map,
)
from adjudication.systems.somalia.table.holding import TERROR
from adjudication.systems.somalia.table.points import gain_sp, gain_vp, lose_sp
from adjudication.systems.somalia.table.sides import COLOURS, UN, bandits
from adjudication.systems.somalia.table.zones import (
    AIRPORT,
    BANDIT_CUP,
    MILITIA_BOX,
    MOGADISHU,
    REMOVED,
    UN_CUP,
    US_CUP,
    tagged,
    zones,
)
from domain.table.dice import D6
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")
EVENT = R["4.0"]

Effect = Callable[[Umpire, int, Text], None]


# --- hunger and supplies -------------------------------------------------------------------------------


def begin_famine(umpire: Umpire, turns: int, why: Text) -> None:
    """A Famine of so many turns, this one among them; the longer one counts (8.8a)."""
    famine.begins(umpire, turns, rule=R["8.8a"])


def worsen_famine(umpire: Umpire, turns: int, why: Text) -> None:
    """The Famine lasts so many turns longer, or one begins."""
    umpire.score(famine.FAMINE, turns, why=why, rule=R["8.8a"])


def ease_famine(umpire: Umpire, turns: int, why: Text) -> None:
    """The Famine is over so many turns earlier."""
    umpire.score(famine.FAMINE, -turns, why=why, rule=R["8.8a"])


def feed_by_air(umpire: Umpire, number: int, why: Text) -> None:
    """The UN names Zones that are owed no Convoy this turn."""
    hungry = list(famine.owed(umpire.state))
    most = min(number, len(hungry))
    for zone in umpire.choose_some(
        UN, T("Zones that need no Convoy", why=why, number=most), hungry, most, most, rule=EVENT
    ):
        umpire.mark(zone, famine.FED, True, rule=EVENT)


def gain_supplies(umpire: Umpire, number: int, why: Text) -> None:
    """The UN gains Supply Points."""
    gain_sp(umpire, UN, number, why, rule=EVENT)


def lose_supplies(umpire: Umpire, number: int, why: Text) -> None:
    """The UN loses Supply Points, or Victory Points for those that it lacks (5.1d, 5.1e)."""
    lose_sp(umpire, number, why, rule=R["5.1d"])


def loot_supplies(umpire: Umpire, number: int, why: Text) -> None:
    """The UN loses Supply Points, and a Bandit player gains those that were there (5.1d, 5.1e)."""
    lost = lose_sp(umpire, number, why, rule=R["5.1d"])
    gain_sp(umpire, _a_bandit(umpire, why), lost, why, rule=EVENT)


def close_port(umpire: Umpire, turns: int, why: Text) -> None:
    """The income of the UN is halved for so many turns."""
    umpire.mark("game", supply.PORT_CLOSED, True, until=umpire.state.turn + turns, rule=EVENT)


def arm_bandits(umpire: Umpire, number: int, why: Text) -> None:
    """A Bandit player gains Supply Points."""
    gain_sp(umpire, _a_bandit(umpire, why), number, why, rule=EVENT)


# --- UN units ------------------------------------------------------------------------------------------


def send_home(umpire: Umpire, number: int, why: Text) -> None:
    """The UN sends units home that are not American; one unit may stay."""
    ids = [unit.id for unit in rotation.blue(umpire.state)]
    most = min(number, max(0, len(ids) - 1))
    home = umpire.choose_some(UN, T("units sent home", why=why, number=most), ids, most, most, rule=EVENT)
    rotation.put_back(umpire, home, UN_CUP, rule=EVENT)


def reinforce(umpire: Umpire, number: int, why: Text) -> None:
    """UN units are drawn and arrive at Bases."""
    rotation.arrive(umpire, rotation.draw(umpire, UN_CUP, number, why, rule=EVENT), rule=EVENT)


def rest(umpire: Umpire, number: int, why: Text) -> None:
    """UN units conduct no mission this turn; the UN picks them."""
    ids = [unit.id for unit in rotation.blue(umpire.state)]
    most = min(number, len(ids))
    question = T("units that rest", why=why, number=most)
    act(umpire, umpire.choose_some(UN, question, ids, most, most, rule=EVENT), rule=EVENT)


def ground(umpire: Umpire, amount: int, why: Text) -> None:
    """Helicopters conduct no mission this turn."""
    flying = [unit.id for unit in on_map(umpire.state, MILITARY) if kind_of(unit) == HELICOPTER]
    act(umpire, flying, rule=EVENT)


def hit(umpire: Umpire, number: int, why: Text) -> None:
    """UN units take hits, which count for the Bandit player with the most units in Mogadishu."""
    tally.hit(umpire, _strongest_in_mogadishu(umpire.state), number, rule=EVENT)


def _strongest_in_mogadishu(state: State) -> str:
    gangs = [gang for zone in tagged(state.board, MOGADISHU) for gang in at(state, zone, GANG)]
    return max(bandits(state), key=lambda side: sum(gang.side == side for gang in gangs))


def shoot_down(umpire: Umpire, number: int, why: Text) -> None:
    """With US units in Somalia one goes home, a helicopter first, and the UN loses Victory Points; else it is
    confined to base."""
    units = intervention.us_units(umpire.state)
    if not units:
        confine(umpire, number, why)
        return
    flying = [unit.id for unit in units if kind_of(unit) == HELICOPTER]
    ids = flying or [unit.id for unit in units]
    gone = umpire.choose(UN, T("US unit that goes home", why=why), ids, rule=EVENT)
    rotation.put_back(umpire, [gone], US_CUP, rule=EVENT)
    gain_vp(umpire, UN, -number, why, rule=EVENT)


def confine(umpire: Umpire, amount: int, why: Text) -> None:
    """The UN conducts no Flush and no Development this turn, as after a critical hit (6.3c)."""
    critical.by_bandits(umpire)


# --- Militia -------------------------------------------------------------------------------------------


def raise_militia(umpire: Umpire, number: int, why: Text) -> None:
    """The UN places Militia, each in a Zone with a UN unit or a Base."""
    for unit in [piece.id for piece in umpire.state.pieces_at(MILITIA_BOX)][:number]:
        state = umpire.state
        where = [zone for zone in zones(state.board) if at(state, zone, MILITARY, BASE)]
        if where:
            zone = umpire.choose(UN, T("Zone where Militia form", why=why), where, rule=EVENT)
            umpire.move(unit, zone, rule=EVENT)


def unpaid(umpire: Umpire, least: int, why: Text) -> None:
    """Each Militia unit deserts on that number or more (8.2e)."""
    desertion.muster(umpire, least)


# --- Bandits -------------------------------------------------------------------------------------------


def unite(umpire: Umpire, turns: int, why: Text) -> None:
    """Factions may share Zones for so many turns (8.41c)."""
    umpire.mark("game", factions.UNITY, True, until=umpire.state.turn + turns, rule=R["8.41c"])


def rally(umpire: Umpire, turns: int, why: Text) -> None:
    """No Terrorism for so many turns (8.5h)."""
    umpire.mark("game", terrorism.NATIONALISM, True, until=umpire.state.turn + turns, rule=R["8.5h"])


def enlist(umpire: Umpire, number: int, why: Text) -> None:
    """A Bandit player gets new units."""
    side = _a_bandit(umpire, why)
    for _ in range(number):
        unit = recruits.draw(umpire, side, rule=R["8.61c"])
        if unit is not None:
            recruits.place(umpire, side, unit, rule=R["8.61c"])


def disarm(umpire: Umpire, number: int, why: Text) -> None:
    """Bandit units taken at random hand in their weapons and return to the cup; nobody scores for them."""
    for _ in range(number):
        gangs = [gang.id for gang in on_map(umpire.state, GANG)]
        if gangs:
            gang = umpire.pick(gangs, T("unit of an event", why=why), rule=EVENT)
            _leave(umpire, gang)


def _leave(umpire: Umpire, gang: str) -> None:
    """A Bandit unit returns to the cup; of several players its own loses a point (11.22e)."""
    umpire.unmark(gang, DONE, hits.AMBUSHED, rule=EVENT)
    owner = umpire.state.pieces[gang].side
    umpire.move(gang, BANDIT_CUP, rule=EVENT)
    rivals.lost(umpire, owner)


def feud(umpire: Umpire, number: int, why: Text) -> None:
    """Two factions taken at random lose units to each other; each player picks those it loses."""
    present = [colour for colour in COLOURS if _of(umpire.state, colour)]
    if len(present) < 2:
        return
    one = umpire.pick(present, T("first faction of an event", why=why), rule=EVENT)
    other = umpire.pick(
        [each for each in present if each != one], T("other faction of an event", why=why), rule=EVENT
    )
    for colour in (one, other):
        gangs = _of(umpire.state, colour)
        most = min(number, len(gangs))
        question = T("units lost in a feud", why=why, colour=colour, number=most)
        ids = [gang.id for gang in gangs]
        for gang in umpire.choose_some(gangs[0].side, question, ids, most, most, rule=EVENT):
            _leave(umpire, gang)


def _of(state: State, colour: str) -> list[Piece]:
    return [gang for gang in on_map(state, GANG) if faction(gang) == colour]


def stand_down(umpire: Umpire, amount: int, why: Text) -> None:
    """The units of a faction taken at random conduct no mission this turn."""
    present = [colour for colour in COLOURS if _of(umpire.state, colour)]
    if present:
        colour = umpire.pick(present, T("faction of an event", why=why), rule=EVENT)
        act(umpire, [gang.id for gang in _of(umpire.state, colour)], rule=EVENT)


def hunt(umpire: Umpire, least: int, why: Text) -> None:
    """On that number or more a Leader taken at random is caught; else the Bandits gain a Victory Point."""
    leaders = [leader.id for leader in on_map(umpire.state, LEADER)]
    caught = umpire.roll_at_least(least, D6, T("whether a Leader is caught", why=why), rule=EVENT)
    if not leaders:
        return
    leader = umpire.pick(leaders, T("Leader of an event", why=why), rule=EVENT)
    if caught:
        umpire.move(leader, REMOVED, rule=EVENT)
        tally.add(umpire, UN, tally.LEADERS, rule=EVENT)
    else:
        gain_vp(umpire, umpire.state.pieces[leader].side, 1, why, rule=EVENT)


def _a_bandit(umpire: Umpire, why: Text) -> str:
    """The Bandit player that an event is for: one of several at random."""
    return str(umpire.pick(list(bandits(umpire.state)), T("Bandit player of an event", why=why), rule=EVENT))


# --- the world looks on --------------------------------------------------------------------------------


def visit(umpire: Umpire, points: int, why: Text) -> None:
    """The UN gains Victory Points where no Bandit unit is at Mogadishu Airport and a unit of its own is;
    else it loses them."""
    safe = at(umpire.state, AIRPORT, MILITARY) and not at(umpire.state, AIRPORT, GANG)
    gain_vp(umpire, UN, points if safe else -points, why, rule=EVENT)


def report(umpire: Umpire, most: int, why: Text) -> None:
    """The UN loses a Victory Point for each terrorised Zone, up to so many; without any it gains one."""
    number = len(umpire.state.marked(TERROR))
    gain_vp(umpire, UN, -min(number, most) if number else 1, why, rule=EVENT)


def confer(umpire: Umpire, boxes: int, why: Text) -> None:
    """The Peace Talks marker moves towards the UN; without talks the UN and all Bandit players gain a Victory
    Point."""
    if talks.on(umpire.state):
        talks.advance(umpire, boxes, why, rule=EVENT)
        return
    for side in umpire.state.sides:
        gain_vp(umpire, side, 1, why, rule=EVENT)


EFFECTS: dict[str, Effect] = {
    "famine": begin_famine,
    "famine longer": worsen_famine,
    "famine shorter": ease_famine,
    "airlift": feed_by_air,
    "supplies": gain_supplies,
    "supplies lost": lose_supplies,
    "supplies looted": loot_supplies,
    "port closed": close_port,
    "Bandit supplies": arm_bandits,
    "contingent home": send_home,
    "contingent": reinforce,
    "units rest": rest,
    "helicopters grounded": ground,
    "hits": hit,
    "shot down": shoot_down,
    "confined": confine,
    "militia": raise_militia,
    "militia unpaid": unpaid,
    "Bandit Unity": unite,
    "Somali Nationalism": rally,
    "Bandit recruits": enlist,
    "disarmament": disarm,
    "feud": feud,
    "truce of a faction": stand_down,
    "manhunt": hunt,
    "visit": visit,
    "press": report,
    "conference": confer,
}
"""What the column `effect` of the table says -> what is done."""
