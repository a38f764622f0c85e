"""What came of an order, in one line: rolls with what was added to them, forces that come and go, points."""

import pytest

from domain.table.dice import ScriptedDice
from reports.words.summaries import summaries
from tests.ignorant_armies.war import FIRST_TURN, War

PURGE = ". 15, Popular Army divisions purged; they have +1 attack and +1 defence this game-turn"
"""The event that a turn begins with which a case ends."""


def told(war: War) -> str:
    """What the last order came to; empty where nothing is said of it."""
    return next(iter(summaries(war.session.game, first=war.session.game.log[-1].number).values()), "")


def arrived() -> War:
    """The Joint Arab forces came on in turn 2."""
    war = War().mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(2, answers=["2435"])
    return war


def fighting() -> War:
    """An Iranian brigade beside an Iraqi division, in the Iranian combat phase."""
    return War().put("infantry-2", "2117").put("brigade-84", "2118").fights("iran")


# --- fighting ----------------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.46", "ignorant-armies event.21")
def test_an_attack_is_told_with_chemicals_its_human_wave_and_its_result() -> None:
    war = fighting().mark("iran", "chemical weapons").mark("game", "human waves +1")
    war.order(
        "attack",
        hex="2117",
        units=["brigade-84"],
        chemicals=True,
        human_wave=True,
        dice=[4],
        answers=["defender loses"],
    )
    assert told(war) == (
        "Iran uses chemicals; human wave: rolled 4, no political officers +1: 5; defender loses"
    )


@pytest.mark.rule("ignorant-armies event.21")
def test_a_human_wave_without_anything_added_is_its_die() -> None:
    war = fighting()
    war.order("attack", hex="2117", units=["brigade-84"], human_wave=True, dice=[4], answers=["no effect"])
    assert told(war) == "Human wave: rolled 4; no effect"


@pytest.mark.rule("ignorant-armies event.51-52")
def test_a_defence_with_chemicals_is_told() -> None:
    war = fighting().mark("iraq", "chemical weapons")
    war.order("attack", hex="2117", units=["brigade-84"], answers=[True, "both lose"])
    assert told(war) == "Iraq uses chemicals; both lose"


@pytest.mark.rule("ignorant-armies ja.tanker-war")
@pytest.mark.parametrize(
    ("stage", "die", "adjustment", "said"),
    [
        (None, 3, 0, "Rolled 3; a tanker is hit"),
        (
            None,
            4,
            2,
            "Rolled 4, adjustment of the base game +2: 6; tankers are hit; Western Naval Intervention begins",
        ),
        (
            *("in effect", 6, -1),
            "Rolled 6, adjustment of the base game -1, Joint Arab intervention -1: 4; a tanker is hit",
        ),
    ],
)
def test_a_tanker_war_roll_is_told_with_its_adjustments(
    stage: str | None, die: int, adjustment: int, said: str
) -> None:
    war = War().mark("game", "joint arab intervention", stage).fights("iran", FIRST_TURN[1988])
    war.order("tanker-war", dice=[die], adjustment=adjustment)
    assert told(war).startswith(said)


def test_of_moves_builds_losses_and_missiles_nothing_more_is_told() -> None:
    war = War().put("brigade-84", "2333").iran_moves()
    war.order("move", unit="brigade-84", to="2334")
    assert told(war) == ""
    war.put("infantry-2", "deadpile-iraq").track("rp-iraq", 9).iraq_moves()
    war.order("build", unit="infantry-2", to="1521")
    assert told(war) == ""
    war.fights("iraq").order("lose", side="iraq", unit="mech-1")
    assert told(war) == ""
    war.order("missile", missile="ssm-iraq-1", hex="2118", answers=["defender loses"])
    assert told(war) == ""


# --- towns, holy sites, Kuwait -----------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies holy.sword-of-allah")
@pytest.mark.parametrize("supplied", [True, False])
def test_the_holy_sites_are_told_when_they_are_taken_and_when_they_win(supplied: bool) -> None:
    war = War().put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    war.begin_iraqi_turn(2)
    assert told(war) == "Karbala and An Najaf are both Iranian; Iraq receives 4 RPs, now 4"
    war.fights("iraq").order("proceed", answers=[supplied])
    assert told(war) == ("Iran wins: super-decisive victory: the Sword of Allah" if supplied else "")


# --- points and RPs ----------------------------------------------------------------------------------


def test_income_alone_is_not_told_and_beside_other_news_it_is() -> None:
    war = War()
    war.begin_iraqi_turn(2)
    assert told(war) == ""
    war = War()
    war.event(62, turn=FIRST_TURN[1988])
    war.begin_iraqi_turn(FIRST_TURN[1988])
    assert told(war) == (
        "Iraq receives 4 RPs, now 4; Iraq receives 1 RP (no reinforcement to bring forward), now 5"
    )


@pytest.mark.rule("ignorant-armies ja.rp.income", "ignorant-armies ja.rp.cap")
def test_joint_arab_rps_are_told_as_they_come_and_as_they_lapse() -> None:
    war = arrived()
    war.put("brigade-84", "1721").begin_iraqi_turn(3)
    assert told(war) == "Iraq receives 4 RPs, now 8; 1 Joint Arab RP, now 1"
    war.track("rp-joint-arab", 5).end_iranian_turn(3)
    assert told(war) == f"2 Joint Arab RPs lost, 3 left{PURGE}"
    war.track("rp-joint-arab", 4).end_iranian_turn(4)
    assert told(war) == f"1 Joint Arab RP lost, 3 left{PURGE}"


@pytest.mark.parametrize(
    ("index", "winner"),
    [
        (0, "Draw: the calendar is over; the victory index stands at 0"),
        (1, "Iran wins: the calendar is over; the victory index stands at 1 in favour of Iran"),
        (-2, "Iraq wins: the calendar is over; the victory index stands at 2 in favour of Iraq"),
    ],
)
def test_the_end_of_the_calendar_is_told_with_the_index(index: int, winner: str) -> None:
    war = War(game_turns=4).track("index", index)
    war.fights("iran", turn=3).order("proceed", dice=[1, 5])
    assert war.state.verdict is None
    war.fights("iran", turn=4).order("proceed")
    assert told(war) == winner


@pytest.mark.parametrize(
    ("before", "result", "said"),
    [
        (-3, 54, "1 VP to Iran, victory index now 2 for Iraq"),
        (-1, 54, "1 VP to Iran, victory index now 0"),
        (0, 54, "1 VP to Iran, victory index now 1 for Iran"),
        (2, 54, "1 VP to Iran, victory index now 3 for Iran"),
    ],
)
def test_a_point_is_told_with_where_the_index_then_stands(before: int, result: int, said: str) -> None:
    war = War().track("index", before)
    war.event(result, turn=3)
    assert told(war) == f"54, Israel bombs Tuwaitha; {said}"


# --- Joint Arab forces -------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies ja.intervention.roll")
@pytest.mark.parametrize(
    ("year", "die", "said"),
    [
        (1981, 4, "5-6: rolled 4, no intervention"),
        (1981, 5, "5-6: rolled 5, the forces arrive in the next Iraqi player-turn"),
        (1985, 5, "6: rolled 5, no intervention"),
        (1985, 6, "6: rolled 6, the forces arrive in the next Iraqi player-turn"),
    ],
)
def test_a_roll_for_intervention_is_told_with_what_it_needs_and_brings(
    year: int, die: int, said: str
) -> None:
    war = War().put("brigade-84", "1721")
    war.end_iranian_turn(FIRST_TURN[year], dice=[die])
    assert told(war) == f"Joint Arab intervention on {said}{PURGE}"


@pytest.mark.rule("ignorant-armies ja.withdrawal.roll", "ignorant-armies ja.withdrawal.rp")
@pytest.mark.parametrize(
    ("die", "saved", "said"),
    [
        (4, 3, "they stay"),
        (5, 0, "all Joint Arab forces leave; Iraq receives 1 RP (equipment left behind), now 1"),
        (
            *(6, 3),
            "all Joint Arab forces leave; 3 Joint Arab RPs lost, 0 left; Iraq receives 1 RP (equipment left "
            "behind), now 1",
        ),
    ],
)
def test_a_roll_for_withdrawal_is_told_with_what_it_costs(die: int, saved: int, said: str) -> None:
    war = arrived().track("rp-joint-arab", saved).track("rp-iraq", 0)
    war.end_iranian_turn(3, dice=[die])
    assert told(war) == f"Joint Arab withdrawal on 5-6: rolled {die}, {said}{PURGE}"


@pytest.mark.rule("ignorant-armies ja.withdrawal.effects")
def test_forces_that_leave_before_they_could_come_on_are_not_told_to_arrive() -> None:
    war = War().put("brigade-84", "1121").mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(2, answers=["2435"])
    assert war.state.pieces["jordan-mech"].place == "joint-arab", "its hex is Iranian"
    war.end_iranian_turn(3, dice=[6])
    assert war.state.pieces["jordan-mech"].place == "withdrawn"
    assert "arrive" not in told(war)


@pytest.mark.rule("ignorant-armies ja.intervention.arrival", "ignorant-armies ja.entry-hexes")
def test_the_forces_that_arrive_are_told_with_their_hexes() -> None:
    war = War().mark("game", "joint arab intervention", "coming")
    war.begin_iraqi_turn(2, answers=["1435"])
    assert told(war) == (
        "Joint Arab intervention begins; 1 VP to Iraq, victory index now 1 for Iraq; Joint Arab forces "
        "arrive: Jordanian Armoured Division and Jordanian Mechanized Division at Ramadi road (1121), "
        "Peninsula Shield Division at Salman road (1435), Saudi National Guard Brigade, Kuwaiti Armoured "
        "Brigade and Kuwaiti Motorized Infantry Brigade at Kuwait road (2435), Joint Arab Air Forces at "
        "Iraqi Air Force markers; Iraq receives 4 RPs, now 4"
    )


# --- reinforcements ----------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.25")
def test_reinforcements_of_a_year_and_libyas_missile_are_told() -> None:
    war = War().mark("iran", "one missile more").mark("iran", "missile limit", 4)
    war.event(31, turn=FIRST_TURN[1985])
    assert told(war) == (
        "Reinforcements: 23rd Infantry Division and Iranian missiles 1; reinforcements: Libya Scud and 5th "
        "Nasr Division. 31, Iraqi special call-up; Iraq receives 2 RPs, now 2"
    )


# --- coups -------------------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies event.66", "ignorant-armies ja.coup-modifier")
@pytest.mark.parametrize(
    ("level", "die", "came"),
    [
        (6, 1, "Saddam Hussein falls; Iran wins: "),
        (4, 1, "Saddam Hussein falls; Iran wins: "),
        (3, 1, "the coup fails narrowly; 1 VP to Iraq, victory index now 2 for Iran"),
        (3, 2, "the coup fails"),
    ],
)
def test_a_coup_is_told_with_its_sum_and_the_level_that_it_had_to_reach(
    level: int, die: int, came: str
) -> None:
    war = arrived().track("index", level)
    war.event(66, turn=3, dice=[die])
    total = f"rolled {die}, Republican Guard division in Baghdad +1, Joint Arab intervention +2: {die + 3}"
    start = f"66, Coup attempt in Baghdad; {total} against a victory level of {level}: "
    told_, said = told(war), f"{start}{came}"
    assert told_[-len(said) :] == said if "Iran wins" not in came else said in told_


@pytest.mark.rule("ignorant-armies event.64")
@pytest.mark.parametrize(("die", "came"), [(4, "the Western navies stay"), (6, "the Western navies leave")])
def test_whether_the_navies_leave_is_told(die: int, came: str) -> None:
    war = War().mark("game", "western naval intervention")
    war.event(64, turn=FIRST_TURN[1987] + 1, dice=[die])
    assert told(war).endswith(f"; Western Naval Intervention ends on 5-6: rolled {die}, {came}")


@pytest.mark.rule("ignorant-armies event.11")
@pytest.mark.parametrize(
    ("year", "die", "said"),
    [
        (1983, 2, "ceasefire on 1: rolled 2, the war goes on"),
        (1984, 3, "ceasefire on 1-2: rolled 3, the war goes on"),
        (1987, 4, "ceasefire on 1-3: rolled 4, the war goes on"),
    ],
)
def test_a_ceasefire_roll_is_told_with_what_it_needs(year: int, die: int, said: str) -> None:
    war = War()
    war.event(11, turn=FIRST_TURN[year] + 1, dice=[die])
    assert told(war) == f"11, UN Resolution 598; {said}"


@pytest.mark.parametrize(
    ("face", "came"),
    [(1, "the war ends; "), (5, "ruled otherwise: the war goes on")],
)
def test_a_die_is_told_by_what_came_of_it(face: int, came: str) -> None:
    war = War()
    events = war.event(11, turn=4, dice=[1])
    die = [event for event in events if type(event).__name__ == "DieRolled"][-1]
    war.session.dice = ScriptedDice([])
    if face != 1:
        war.session.rule(die.number, face, "the die was cocked", "Mara")
    (line,) = [line for line in summaries(war.session.game).values() if "598" in line]
    assert f"rolled 1, {came}" in line
