"""Supply Points of the UN (5.1): what the Logistics Phase brings."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.between_turns.intervention import in_effect
from adjudication.systems.somalia.table.points import gain_sp
from adjudication.systems.somalia.table.sides import UN
from domain.table.dice import D6
from domain.table.marks import Mark

R = citations("somalia", __file__)
T = texts("somalia")

PORT_CLOSED = Mark[bool]("port closed")
"""Mark of the game: a random event halves the income of this turn."""


def income(umpire: Umpire) -> None:
    """Two dice of Supply Points, three during US Intervention (5.1b, 8.7f)."""
    state = umpire.state
    supplies = umpire.sum(T("UN income"))
    dice, rule = (3, R["8.7f"]) if in_effect(state) else (2, R["5.1b"])
    supplies.add(
        T("income dice", dice=dice), sum(umpire.rolls(dice, D6, T("UN income"), rule=rule)), rule=rule
    )
    if state.mark("game", PORT_CLOSED):
        supplies.add(T("port closed: half"), -(supplies.total // 2), rule=R["4.0"])
    gain_sp(umpire, UN, supplies.total, T("income"), rule=rule)
