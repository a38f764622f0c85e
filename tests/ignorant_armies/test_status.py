"""What a side is told that it has to heed, what may be done next, and what counts as a loss."""

from typing import Any

import pytest

from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order
from adjudication.systems.ignorant_armies.hints import hint, objections
from adjudication.systems.ignorant_armies.lasting import left
from adjudication.systems.ignorant_armies.losses import losses
from adjudication.systems.ignorant_armies.random_events.events import happened
from adjudication.systems.ignorant_armies.table.index import standing
from domain.events import Event
from domain.table.state import State
from tests.ignorant_armies.war import War

BOTH = ("iraq", "iran")
CHEMICALS = "chemicals left: {} on the ground this game-turn, {} by missile this player-turn"
BASRA = "Iran controls Basra"


def news(war: War, side: str) -> list[str]:
    """What a side has to heed beyond where it draws supply from."""
    return [line for line in left(war.state, side) if not line.startswith("supply from")]


@pytest.mark.parametrize(
    ("subject", "mark", "value", "sides", "said"),
    [
        ("game", "western naval intervention", True, BOTH, "Western Naval Intervention is in effect"),
        (
            "game",
            "popular army +1",
            True,
            BOTH,
            "Popular Army divisions: +1 attack, +1 defence this game-turn",
        ),
        *(
            (side, "no attacks", True, (side,), "no attacks this game-turn, except by Tanker War rolls")
            for side in BOTH
        ),
        ("iran", "chemical weapons", True, ("iran",), CHEMICALS.format(1, 1)),
        ("iraq", "chemical weapons", True, ("iraq",), CHEMICALS.format(2, 1)),
        (
            *("iraq", "satellite intelligence", True, ("iraq",)),
            "satellite intelligence: no fog of war in the Iraqi movement and combat phases",
        ),
        ("game", "human waves +1", True, ("iran",), "human wave rolls: +1 this game-turn"),
        ("iran", "headquarters upgraded", True, ("iran",), "IR headquarters are upgraded"),
        (
            *("iran", "engineer divisions", True, ("iran",)),
            "attacks with an Engineer division: one column right",
        ),
        ("iran", "missile limit", 4, ("iran",), "missiles: at most 4"),
        (
            *("brigade-84", "missiles delivered", ["TOW missiles"], ("iran",)),
            "84th Infantry Brigade holds TOW missiles",
        ),
    ],
)
def test_each_effect_is_told_to_who_has_to_heed_it(
    subject: str, mark: str, value: Any, sides: tuple[str, ...], said: str
) -> None:
    war = War()
    assert [news(war, side) for side in BOTH] == [[], []]
    war.mark(subject, mark, value)
    assert [news(war, side) for side in BOTH] == [[said] if side in sides else [] for side in BOTH]


@pytest.mark.rule("ignorant-armies event.46", "ignorant-armies event.51-52")
def test_chemicals_that_are_left_are_counted() -> None:
    war = War().mark("iraq", "chemical weapons").put("infantry-2", "2117").put("brigade-84", "2118")
    war.fights("iraq")
    war.order("missile", missile="ssm-iraq-1", hex="2118", chemicals=True, answers=["no effect"])
    assert news(war, "iraq") == [CHEMICALS.format(2, 0)]
    war.order("attack", hex="2118", units=["infantry-2"], chemicals=True, answers=["no effect"])
    assert news(war, "iraq") == [CHEMICALS.format(1, 0)]
    war.event(31, turn=3)
    assert news(war, "iraq") == [CHEMICALS.format(2, 1)]


@pytest.mark.rule("ignorant-armies ja.tanker-war")
@pytest.mark.parametrize("stage", ["coming", "in effect", "withdrawn"])
def test_iran_is_told_that_its_tanker_war_rolls_count_less(stage: str) -> None:
    war = War().mark("game", "joint arab intervention", stage)
    told = "Iranian Tanker War rolls: -1, after all else"
    assert told in left(war.state, "iran")
    assert told not in left(war.state, "iraq")


@pytest.mark.rule("ignorant-armies ja.intervention.conditions", "ignorant-armies ja.withdrawal.check")
@pytest.mark.parametrize("side", BOTH)
def test_the_conditions_of_intervention_are_told_with_what_they_do(side: str) -> None:
    war = War().put("mech-5", "1111").put("sf-1", "1111")
    assert news(war, side) == []
    war.mark("2431", "control", "iran")
    assert news(war, side) == [f"condition for Joint Arab intervention: {BASRA}"]
    war.mark("game", "joint arab intervention", "in effect")
    assert news(war, side)[:2] == [
        "Joint Arab intervention is in effect; its units may use I Corps, II Corps, III Corps",
        f"no Joint Arab withdrawal as long as {BASRA}",
    ]
    war.mark("2431", "control", "iraq")
    assert not [line for line in news(war, side) if "withdrawal" in line]


@pytest.mark.rule("ignorant-armies ja.option")
def test_without_the_option_nothing_is_told_of_intervention() -> None:
    war = War(joint_arab=False).put("brigade-84", "1721").mark("2431", "control", "iran")
    assert [news(war, side) for side in BOTH] == [[], []]


# --- what may be done next ---------------------------------------------------------------------------


def test_the_hint_names_the_event_or_why_there_is_none() -> None:
    war = War()
    assert hint(war.state).startswith("No event: Chemical Ali, since it cannot happen before 1983. ")
    war.event(54)
    assert hint(war.state).startswith("Event: Israel bombs Tuwaitha. ")
    assert "first player-turn" in hint(war.state)


@pytest.mark.parametrize("side", BOTH)
def test_the_hint_names_the_orders_of_the_phase(side: str) -> None:
    war = War()
    name = war.state.sides[side].name
    fighting = hint(war.fights(side).state)
    assert fighting.startswith(f"{name} attacks (attack, missile, tanker-war)")
    moving = hint((war.iraq_moves() if side == "iraq" else war.iran_moves()).state)
    assert moving.startswith(f"{name} moves (move) and brings units on (build)")


# --- acts by hand ------------------------------------------------------------------------------------


@pytest.mark.rule("ignorant-armies kuwait.islands")
@pytest.mark.parametrize(
    ("kind", "arguments", "objects"),
    [
        ("hand-move", {"piece": "brigade-84", "to": "2634"}, True),
        ("hand-place", {"piece": "brigade-84", "to": "2634"}, True),
        ("hand-move", {"piece": "brigade-84", "to": "2020"}, False),
        ("hand-move", {"piece": "brigade-84", "to": "deadpile-iran"}, False),
        ("hand-move", {"piece": "brigade-84", "to": "nowhere"}, False),
        ("hand-move", {"piece": "nobody", "to": "2634"}, False),
        ("hand-change", {"piece": "brigade-84", "to": "2634"}, False),
    ],
)
def test_the_supplement_objects_to_what_is_put_where_it_may_not_go(
    kind: str, arguments: dict[str, Any], objects: bool
) -> None:
    found = objections(War().state, Order("", kind, arguments))
    assert [rule for rule, _ in found] == ["ignorant-armies kuwait.islands"] * objects


# --- losses ------------------------------------------------------------------------------------------


def lost(*events: Event, before: State) -> list[Loss]:
    """The losses of these events, as studies count them."""
    return [loss for event in events if (loss := losses(event, before)) is not None]


@pytest.mark.parametrize(
    ("unit", "steps", "counted"),
    [
        ("armour-3", 1, [Loss("armour-3", "iraq", "step loss", 1)]),
        ("armour-iran-81", 2, [Loss("armour-iran-81", "iran", "step loss", 2)]),
        ("infantry-2", 2, [Loss("infantry-2", "iraq", "eliminated", 2)]),
        ("hq-iran-west", 1, [Loss("hq-iran-west", "iran", "eliminated", 1)]),
    ],
)
def test_steps_are_losses_and_of_a_unit_that_goes_all_it_had(
    unit: str, steps: int, counted: list[Loss]
) -> None:
    war = War().fights("iraq")
    before = war.state.copy()
    side = before.pieces[unit].side
    assert lost(*war.order("lose", side=side, unit=unit, steps=steps), before=before) == counted


def test_what_is_no_loss() -> None:
    war = War().put("infantry-2", "deadpile-iraq").change("infantry-2", steps=1).fights("iraq")
    before = war.state.copy()
    missile = war.order("missile", missile="ssm-iraq-1", hex="2118", answers=["no effect"])
    assert lost(*missile, before=before) == []
    war.change("infantry-8", steps=1).track("rp-iraq", 9).iraq_moves()
    for unit, to in (("infantry-2", "1521"), ("infantry-8", war.state.pieces["infantry-8"].place)):
        before = war.state.copy()
        assert lost(*war.order("build", unit=unit, to=to), before=before) == []
    before, log = war.state.copy(), len(war.session.game.log)
    war.change("infantry-14", steps=1).change("armour-3", steps=3)
    war.change("infantry-11", face="").put("infantry-11", "1521")
    assert lost(*war.session.game.log[log:], before=before) == []


@pytest.mark.parametrize(("index", "iran"), [(3, 3), (-2, -2)])
def test_the_index_says_how_far_iran_is_ahead(index: int, iran: int) -> None:
    assert standing(War().track("index", index).state) == {"iran": iran}


def test_events_are_counted_by_their_names() -> None:
    war = War()
    for turn, result in enumerate((31, 31, 54, 54), 2):
        war.event(result, turn)
    counts = happened(war.state)
    assert {name: count for name, count in counts.items() if count} == {
        "Iraqi special call-up": 2,
        "Israel bombs Tuwaitha": 1,
    }
    assert len(counts) == 25
