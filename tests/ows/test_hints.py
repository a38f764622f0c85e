"""What is to be done in each phase, by whom, and what is still open."""

import re

import pytest

from adjudication.systems.ows import KINDS
from adjudication.systems.ows.command.assessment import theme
from adjudication.systems.ows.hints import TO_DO, hint, left
from adjudication.systems.ows.sequence import PHASES
from tests.ows.skies import FAR, HEX, fight, fly, skies
from tests.ows.test_information import influence, proving
from tests.table import Table


def at(phase: str, side: str = "") -> Table:
    return Table("ows", "proving-ground", dice="scripted").phase(phase, side=side)


def test_every_phase_has_a_hint_and_every_order_in_it_is_one() -> None:
    assert set(TO_DO) == set(PHASES)
    for text in TO_DO.values():
        for names in re.findall(r"\(([^)]*)\)", text):
            assert {name.strip() for name in names.split(",")} <= set(KINDS)


@pytest.mark.parametrize(
    ("phase", "side", "told"),
    [
        ("planning", "", ["1 decision card"]),
        ("theater isr", "", ["3 ISR pawns"]),
        ("long-range strikes", "blue", ["6 long-range strike actions"]),
        ("assessment", "", []),
    ],
)
def test_what_is_left_of_a_phase(phase: str, side: str, told: list[str]) -> None:
    assert left(at(phase, side).state, "blue") == told


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        ("naval movement", r"\d+ ships and submarines to sail"),
        ("air tasking", r"\d+ air missions at base"),
        ("special operations", r"\d+ teams? to place"),
    ],
)
def test_units_that_may_still_act_are_counted(phase: str, words: str) -> None:
    told = left(at(phase, "blue").state, "blue")[0]
    assert re.fullmatch(words, told)
    assert left(at(phase, "blue").state, "red") == []


def test_what_a_side_plans_is_counted_for_it_alone() -> None:
    table = proving()
    tokens = left(table.state, "blue")[0]
    influence(table, "disrupt-b", "type055-1")
    told = left(table.state, "blue")
    assert int(told[0].split()[0]) == int(tokens.split()[0]) - 1
    assert told[-1] == "1 planned"
    assert "planned" not in " ".join(left(table.state, "red"))
    table.order("proceed", side="blue")
    assert left(table.state, "blue") == []
    assert hint(table.state).startswith("Red: ")


@pytest.mark.parametrize("phase", ["strategic movement", "local strikes", "supporting fires"])
def test_where_no_map_has_any_sea_the_hint_names_no_orders_of_ships(phase: str) -> None:
    words = ("ship", "torpedo", "naval")
    on_land = hint(Table("ows", "river").phase(phase, side="red").state)
    assert not [word for word in words if word in on_land]
    assert [word for word in words if word in hint(Table("ows", "littoral").phase(phase, side="red").state)]


EXTRA = {
    "written_orders": ("planning", "order sheet of each side"),
    "mines": ("naval movement", "Mines are laid and swept"),
    "rear_area": ("strategic movement", "Set up the rear area"),
    "logistics": ("regeneration", "Refill support units"),
}
"""Option -> the phase whose hint says more, and what."""


@pytest.mark.parametrize("option", EXTRA)
@pytest.mark.parametrize("chosen", [True, False])
def test_a_hint_says_more_where_an_option_gives_more_to_do(option: str, chosen: bool) -> None:
    table = Table("ows", "proving-field", {option: chosen}, dice="scripted")
    where, words = EXTRA[option]
    told = [phase for phase in PHASES if words in hint(table.phase(phase, side="blue").state)]
    assert told == ([where] if chosen else [])


def test_a_hint_says_how_the_phase_ends() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    ends = {
        "ends the phase.": {phase for phase in PHASES if not phase.endswith("strikes")}
        - {"ground activation"},
        "passes; the phase ends when both sides pass in turn.": {"long-range strikes", "local strikes"},
        "activates the first that is left.": {"ground activation"},
    }
    for words, phases in ends.items():
        found = {phase for phase in PHASES if hint(table.phase(phase, side="blue").state).endswith(words)}
        assert found - {"strike plans"} == phases - {"strike plans"}
    assert hint(table.phase("planning", side="").state).endswith(
        "`next --side SIDE` says that a side is done."
    )


def test_a_hint_counts_the_hexes_where_air_combat_is_left() -> None:
    table = fly(fly(skies(), HEX, f18_1="cap", j16_1="cap"), FAR, f18_2="cap", j16_2="cap")
    assert hint(table.state).endswith("2 contested hexes left; `next` fights the next one.")
    fight(table, FAR, answers=[{}, {}])
    assert hint(table.state).endswith("1 contested hex left; `next` fights the next one.")
    fight(table, HEX, answers=[{}, {}])
    assert "contested" not in hint(table.state)


def test_the_question_for_the_discussion_belongs_to_the_assessment_alone() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    question = theme(1).question
    assert [phase for phase in PHASES if question in hint(table.phase(phase, side="").state)] == [
        "assessment"
    ]
