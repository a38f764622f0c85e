"""All 36 results of the event dice, each in a season in which it counts and told in one line; and each gate
with the reason for its "No Event"."""

from collections.abc import Callable

import pytest

from adjudication.systems.ignorant_armies.random_events.events import BY_RESULT
from adjudication.systems.ignorant_armies.table.sides import NAVAL_EVER, NAVAL_INTERVENTION
from domain.events import DieRolled
from domain.table.dice import ScriptedDice
from domain.texts import code_of
from reports.words.summaries import summaries
from tests.ignorant_armies.war import FIRST_TURN, War

SetUp = Callable[[War], object]

TAKERS = ["armour-iran-92", "infantry-iran-77"]
"""The units that receive TOW and HAWK missiles."""

CONGRESS = (
    "Iraqi Extraordinary Congress; Iraq receives 6 RPs a turn from now on; may now be built: Medina "
    "Republican Guard Division and 8th Special Forces Republican Guard Division"
)
ALI = "Chemical Ali; 1 VP to Iran, victory index now 1 for Iran"
SATELLITES = (
    "Western satellite intelligence for Iraq; no fog of war for Iraq in its movement and combat phases"
)
IRAQI_CHEMICALS = (
    "Iraq gets operational chemical weapons; Iraq may use them twice a game-turn on the ground and once "
    "a player-turn by missile"
)
CAPABILITIES = (
    "Improved Iranian operational capabilities; may now be built: Revolutionary Guard Marine Brigade 1 "
    "and Revolutionary Guard Marine Brigade 2"
)


def nothing(war: War) -> None:
    """The table as it is laid."""


def chemicals(*sides: str) -> SetUp:
    """These sides have chemical weapons."""
    return lambda war: [war.mark(side, "chemical weapons") for side in sides]


def index(value: int) -> SetUp:
    """The victory index stands there, and Baghdad has no guard."""
    return lambda war: war.track("index", value).put("guard-baghdad", "1611")


def navies(war: War) -> None:
    """Western Naval Intervention is in effect."""
    war.mark("game", NAVAL_INTERVENTION).mark("game", NAVAL_EVER)


def came(*results: int) -> SetUp:
    """These results came up before, from the first turn of 1984 on."""

    def roll(war: War) -> None:
        for turn, result in enumerate(results, FIRST_TURN[1984]):
            war.event(result, turn, answers=TAKERS if result == 34 else ())

    return roll


def told(war: War) -> str:
    """The summary of the event of this turn."""
    game = war.session.game
    return list(summaries(game, first=game.log[-1].number).values())[-1]


LIVE: list[tuple[int, int, SetUp, list[int], list[str], str]] = [
    (11, 4, nothing, [2], [], "UN Resolution 598; ceasefire on 1: rolled 2, the war goes on"),
    *((result, 3, nothing, [], [], CONGRESS) for result in (12, 13, 14)),
    (
        15,
        3,
        nothing,
        [],
        [],
        "Popular Army divisions purged; they have +1 attack and +1 defence this game-turn",
    ),
    (16, 3, nothing, [], [], "Iran receives artillery; the headquarters of Iran are upgraded"),
    (
        *(21, 3, nothing, [], []),
        "Iranian political officers kept out of command; human wave rolls count 1 more this game-turn",
    ),
    *((result, 11, nothing, [], [], ALI) for result in (22, 23, 24)),
    (
        *(25, 3, nothing, [], []),
        "Arab support for Iran; Syria cuts the pipeline: 1 VP to Iran, victory index now 1 for Iran",
    ),
    (26, 3, nothing, [], [], "Iraq creates a naval division; may now be built: 1st Naval Division"),
    (31, 3, nothing, [], [], "Iraqi special call-up; Iraq receives 2 RPs, now 2"),
    (32, 3, nothing, [], [], "Iranian political infighting; Iran may not attack this game-turn"),
    (
        *(33, 3, nothing, [], []),
        "Iraqi Special Forces brigades; may now be built: 2nd Special Forces Brigade, 3rd Special Forces "
        "Brigade, 4th Special Forces Brigade, 5th Special Forces Brigade, 6th Special Forces Brigade and "
        "7th Special Forces Brigade",
    ),
    (
        *(34, 3, nothing, [], TAKERS),
        "USA delivers TOW and HAWK missiles; 92nd Armoured Division receives TOW missiles; 77th Infantry "
        "Division receives HAWK missiles",
    ),
    (
        *(35, 15, nothing, [], []),
        "USS Samuel B. Roberts strikes a mine; 1 VP to Iraq, victory index now 1 for Iraq",
    ),
    *((result, 15, nothing, [], [], SATELLITES) for result in (36, 41, 42, 43, 44)),
    (45, 3, navies, [], [], "Iran Air 655 shot down; 1 VP to Iraq, victory index now 1 for Iraq"),
    (
        *(46, 3, nothing, [], []),
        "Iran gets operational chemical weapons; Iran may use them once a game-turn on the ground and "
        "once a player-turn by missile",
    ),
    *((result, 3, nothing, [], [], IRAQI_CHEMICALS) for result in (51, 52)),
    (53, 3, nothing, [], [], "Iran-Contra affair; event 34 is void from now on"),
    (54, 3, nothing, [], [], "Israel bombs Tuwaitha; 1 VP to Iran, victory index now 1 for Iran"),
    *((result, 3, nothing, [], [], CAPABILITIES) for result in (55, 56, 61)),
    (
        *(62, 3, nothing, [], ["infantry-15"]),
        "Special Iraqi reinforcement; brought forward: 15th Infantry Division",
    ),
    (
        *(63, 3, nothing, [], []),
        "Shiite trouble in Iraq; 1 VP to Iran, victory index now 1 for Iran; Iraq may not attack this "
        "game-turn",
    ),
    (
        *(64, 15, navies, [5], []),
        "Iraqi missile hits a US warship; 1 VP to Iran, victory index now 1 for Iran; Western Naval "
        "Intervention ends on 5-6: rolled 5, the Western navies leave",
    ),
    (
        *(65, 3, chemicals("iraq", "iran"), [3], []),
        "Iranian commanders force Khomeini to accept a ceasefire; the war ends on 4-6: rolled 3, the war "
        "goes on",
    ),
    (
        *(66, 3, index(2), [3], []),
        "Coup attempt in Baghdad; rolled 3 against a victory level of 2: the coup fails narrowly; 1 VP "
        "to Iraq, victory index now 1 for Iran",
    ),
]

OTHERWISE: list[tuple[int, int, SetUp, list[int], list[str], str]] = [
    (
        *(11, 4, index(-3), [1], []),
        "UN Resolution 598; ceasefire on 1: rolled 1, the war ends; Iraq wins: ceasefire: UN Resolution "
        "598; the victory index stands at 3 in favour of Iraq",
    ),
    (
        *(13, 18, came(12), [], []),
        "Iraqi Extraordinary Congress; may now be built: Hammurabi Republican Guard Division, "
        "Nebuchadnezzar Republican Guard Division and Tawakalna Republican Guard Division",
    ),
    (16, 18, came(55, 56), [], [], "Iran receives artillery; no further effect"),
    (
        *(25, 19, came(25), [], []),
        "Arab support for Iran; Iran may hold 4 missiles; its next missile reinforcement is one larger",
    ),
    (46, 19, came(46), [], [], "Iran gets operational chemical weapons; no further effect"),
    (51, 19, came(52), [], [], "Iraq gets operational chemical weapons; no further effect"),
    (
        *(56, 19, came(55), [], []),
        "Improved Iranian operational capabilities; the headquarters of Iran are upgraded",
    ),
    (
        *(55, 19, came(61, 56), [], []),
        "Improved Iranian operational capabilities; may now be built: Revolutionary Guard Engineer "
        "Division 1 and Revolutionary Guard Engineer Division 2; attacks with Engineer divisions shift "
        "one column right",
    ),
    (62, 3, nothing, [], ["none"], "Special Iraqi reinforcement; Iraq brings nothing forward"),
    (62, 31, nothing, [], [], "Special Iraqi reinforcement; Iraq receives 1 RP more this turn"),
    (
        *(64, 15, nothing, [], []),
        "Iraqi missile hits a US warship; 1 VP to Iran, victory index now 1 for Iran",
    ),
    (
        *(65, 3, chemicals("iraq"), [], []),
        "Iranian commanders force Khomeini to accept a ceasefire; 2 VPs to Iraq, victory index now 2 for "
        "Iraq; Iraq wins: ceasefire: Khomeini accepts; the victory index stands at 2 in favour of Iraq",
    ),
    (
        *(65, 3, chemicals("iraq", "iran"), [4], []),
        "Iranian commanders force Khomeini to accept a ceasefire; the war ends on 4-6: rolled 4, the war "
        "ends; 1 VP to Iraq, victory index now 1 for Iraq; Iraq wins: ceasefire: Khomeini accepts; the "
        "victory index stands at 1 in favour of Iraq",
    ),
    (
        *(66, 3, index(2), [2], []),
        "Coup attempt in Baghdad; rolled 2 against a victory level of 2: Saddam Hussein falls; Iran "
        "wins: decisive victory: Saddam Hussein is overthrown in a coup",
    ),
    (
        *(66, 3, index(2), [4], []),
        "Coup attempt in Baghdad; rolled 4 against a victory level of 2: the coup fails",
    ),
]

HAPPENED = "it has already happened"
ONCE = [(result, result) for result in (16, 21, 26, 33, 34, 35, 53, 54)]
VOID: list[tuple[int, int, SetUp, str]] = [
    *((11, turn, nothing, "it cannot happen before game-turn 4") for turn in (2, 3)),
    *((result, 19, came(12, 13), "it has already come up 2 times") for result in (12, 13, 14)),
    *((result, 19, came(first), HAPPENED) for first, result in ONCE),
    *((result, 9, nothing, "it cannot happen before 1983") for result in (22, 23, 24)),
    *((result, 19, came(24), HAPPENED) for result in (22, 23, 24)),
    (25, 19, came(25, 25), "it has already come up 2 times"),
    (34, 19, came(53), "the Iran-Contra affair (53) came first"),
    (53, 19, came(34), "TOW and HAWK missiles (34) came first"),
    *((result, 13, nothing, "it cannot happen before 1984") for result in (35, 36, 41, 42, 43, 44, 64)),
    *((result, 19, came(44), HAPPENED) for result in (36, 41, 42, 43, 44)),
    (45, 19, nothing, "Western Naval Intervention has never been in effect"),
    *((result, 19, came(55, 56, 61), "it has already come up 3 times") for result in (55, 56, 61)),
    (65, 3, nothing, "Iraq has no operational chemical weapons (51, 52)"),
    (65, 3, chemicals("iran"), "Iraq has no operational chemical weapons (51, 52)"),
    *((66, 3, index(level), "the victory level does not favour Iran") for level in (0, -2)),
]


def test_a_die_that_was_ruled_on_is_told_by_what_came_of_it() -> None:
    war = War()
    war.put("brigade-84", "1721").fights("iran", 2)
    events = war.order("proceed", dice=[1, 1, 5])
    assert told(war).startswith("Joint Arab intervention on 5-6: rolled 1, no intervention. 15, ")
    (die,) = [
        event
        for event in events
        if isinstance(event, DieRolled) and code_of(event.purpose) == "roll for intervention"
    ]
    war.session.dice = ScriptedDice([1, 5])
    war.session.rule(die.number, 6, "the die was cocked", "Mara")
    (line,) = [line for line in summaries(war.session.game).values() if line.startswith("Joint")]
    assert "rolled 1, ruled otherwise: the forces arrive in the next Iraqi player-turn. 15, " in line


def test_every_result_has_a_case() -> None:
    assert [case[0] for case in LIVE] == sorted(BY_RESULT)
    gated = [result for result in BY_RESULT if BY_RESULT[result].gate.__name__ != "always"]
    assert sorted({case[0] for case in VOID}) == sorted(gated)


@pytest.mark.rule("ignorant-armies event.table")
@pytest.mark.parametrize(("result", "turn", "set_up", "dice", "answers", "words"), [*LIVE, *OTHERWISE])
def test_what_a_result_does(
    result: int, turn: int, set_up: SetUp, dice: list[int], answers: list[str], words: str
) -> None:
    war = War(iraqi_income=1)
    set_up(war)
    war.event(result, turn, dice, answers)
    assert war.void() == ""
    assert told(war).endswith(f"{result}, {words}")


@pytest.mark.rule("ignorant-armies event.no-event")
@pytest.mark.parametrize(("result", "turn", "set_up", "why"), VOID)
def test_a_gate_gives_its_reason_and_nothing_happens(result: int, turn: int, set_up: SetUp, why: str) -> None:
    war = War()
    set_up(war)
    before = war.index, war.state.mark_named("game", "came up"), war.state.verdict
    war.event(result, turn)
    assert (war.index, war.state.mark_named("game", "came up"), war.state.verdict) == before
    assert told(war).endswith(f"o event ({result}, {BY_RESULT[result].name}: {why})")
