"""What comes back (11.6.1, 11.7, 6.6.1.2): repaired infrastructure, and air missions and special operations
teams from the Regeneration Box."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import base_of, return_home
from adjudication.systems.ows.table.charts import cell, row_for
from adjudication.systems.ows.table.counters import FACILITY, GROUND, LOADED, MISSION, SOF, SPENT, sheet
from adjudication.systems.ows.table.ladder import target_of
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import REGENERATION, RETURNS, TURN_TRACK, holder, sides
from domain.table.dice import D6, D10
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

REPAIRED = ("port", "airfield", "rail", "railhead", "radar")
"""The types of facilities that are repaired by a roll (11.6.1a, seq.7.G)."""
REPAIR = "repair"
"""Chart: up to which number on the D6 a step is repaired, with engineers and without."""
CHART = "regeneration"
"""Chart: the chance in percent that a counter comes back, by its country and type; `damaged` for missions of
a damaged carrier."""
TEAM = "sof"
CHANCES = tuple(range(0, 101, 10))
"""The chances in percent that a D10 can show."""
EXAMPLE = 50
"""The chance of the first example of 11.7."""


# --- repair of infrastructure: 11.6.1 -------------------------------------------------------------


def repair(umpire: Umpire) -> None:
    """One D6 for each damaged port, airfield, railhead and radar: a 1 repairs a step, with engineers up to
    3."""
    state = umpire.state
    for facility in state.of_group(FACILITY):
        read = sheet(facility)
        if read.type not in REPAIRED or facility.steps >= read.steps:
            continue
        side = holder(state, facility.place) or facility.side
        engineers = has_engineers(state, side, facility.place)
        most = cell(row_for(state, REPAIR, engineers=engineers), "up_to", 3 if engineers else 1)
        rule = R["11.6.1b"] if engineers else R["11.6.1a"]
        what = T("repair", facility=facility.id, most=most)
        if umpire.roll(D6, what, rule=rule, audience=(side,)) <= most:
            umpire.change(facility.id, steps=facility.steps + 1, rule=rule)


def has_engineers(state: State, side: str, hex: str) -> bool:
    """Whether an Engineer unit of a side is present in a hex (11.6.1b)."""
    return any(
        unit.side == side and unit.kind.group == GROUND and sheet(unit).engineer
        for unit in state.pieces_at(hex)
    )


# --- regeneration: 11.7, 6.6.1.2 ------------------------------------------------------------------


def regenerate(umpire: Umpire) -> None:
    """Each counter in the Regeneration Boxes is rolled for; special operations teams come back by 6.6.1.2
    where the scenario gives them no chance of their own."""
    for side in sides(umpire.state):
        box = umpire.state.pieces_at(f"{REGENERATION}-{side}")
        missions = [piece for piece in box if piece.kind.group == MISSION]
        based = [piece for piece in missions if base_of(umpire.state, piece) is not None]
        judged = judged_chances(umpire, side, based)
        for mission in based:
            country, type = sheet(mission).country, sheet(mission).type
            unsaid = has_no_chance(umpire.state, mission)
            chance = judged[country] if unsaid else chance_of(umpire.state, mission, type)
            regenerate_mission(umpire, mission, chance)
        teams = [piece for piece in box if piece.kind.group == SOF]
        rolled = [team for team in teams if chance_of(umpire.state, team, TEAM)]
        for team in rolled:
            if comes_back(umpire, team, chance_of(umpire.state, team, TEAM)):
                wait(umpire, team.id, umpire.state.turn + 1, rule=R["11.7"])
        regenerate_teams(umpire, side, [team.id for team in teams if team not in rolled])


def regenerate_mission(umpire: Umpire, mission: Piece, chance: int) -> None:
    """An air mission that comes back stands at its base again, as good as new."""
    if not chance or not comes_back(umpire, mission, chance):
        return
    if mission.steps < sheet(mission).steps:
        umpire.change(mission.id, steps=sheet(mission).steps, rule=R["11.7"])
    umpire.unmark(mission.id, LOADED, SPENT, rule=R["11.7"])
    return_home(umpire, mission.id, R["11.7"])


def judged_chances(umpire: Umpire, side: str, missions: Sequence[Piece]) -> dict[str, int]:
    """The chances in percent, by country, of missions that the chart has no row for: each mission is rolled
    for, and where the scenario does not say the chance (11.7), the white cell does."""
    unsaid = [sheet(each).country for each in missions if has_no_chance(umpire.state, each)]
    return {
        country: umpire.judge(
            T("chance of regeneration", country=country),
            CHANCES,
            suggest=EXAMPLE,
            because=T("first example of regeneration"),
            rule=R["11.7"],
            audience=(side,),
        )
        for country in dict.fromkeys(unsaid)
    }


def has_no_chance(state: State, mission: Piece) -> bool:
    """Whether the chart has no row for an air mission, not even one with a chance of 0."""
    read = sheet(mission)
    return row_for(state, CHART, country=read.country, type=read.type) is None


def comes_back(umpire: Umpire, piece: Piece, chance: int) -> bool:
    """A D10 against a chance in percent: 50 % is 6 or more."""
    audience = (piece.side,) if piece.kind.group == SOF else None
    target = target_of(chance)
    what = T("regeneration", unit=piece.id, least=target)
    return umpire.roll_at_least(target, D10, what, rule=R["11.7"], audience=audience)


def chance_of(state: State, piece: Piece, type: str) -> int:
    """The chance in percent that the scenario gives a counter; 0 where it gives none."""
    row = row_for(state, CHART, country=sheet(piece).country, type=type)
    if type == TEAM and (row is None or row.get("type") != TEAM):
        return 0
    base = base_of(state, piece)
    if base is not None and base.steps < sheet(base).steps:
        return cell(row, "damaged", cell(row, "chance", 0))
    return cell(row, "chance", 0)


def regenerate_teams(umpire: Umpire, side: str, teams: list[str]) -> None:
    """1D4 says how many teams come back, the owner which, and another 1D4 each in how many turns."""
    if not teams:
        return
    state, audience = umpire.state, (side,)
    rule = R["6.6.1.2"]
    die = number(state, "sof_number_die")
    number_back = umpire.roll(die, T("number of teams that regenerate"), rule=rule, audience=audience)
    count = min(number_back, len(teams))
    back = umpire.choose_some(
        side, T("teams that regenerate"), teams, count, count, rule=rule, audience=audience
    )
    for team in back:
        purpose = T("turns until a team is back", team=team)
        turns = umpire.roll(number(state, "sof_turns_die"), purpose, rule=rule, audience=audience)
        wait(umpire, team, state.turn + turns, rule=rule)


def wait(umpire: Umpire, team: str, turn: int, *, rule: str) -> None:
    """A team waits on the turn track, unseen by the enemy, until the SOF phase of a turn."""
    piece = umpire.state.pieces[team]
    umpire.hide(team, known_to=(piece.side,), rule=rule)
    umpire.conceal(team, seen_by=(piece.side,), rule=rule)
    umpire.mark(team, RETURNS, turn, rule=rule)
    if piece.steps < sheet(piece).steps:
        umpire.change(team, steps=sheet(piece).steps, rule=rule)
    umpire.move(team, TURN_TRACK, rule=rule)
