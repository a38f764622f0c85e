"""The umpire: all that rule code may ask, and all that it may tell.

Rule code is plain functions `procedure(umpire, order)`. What is not a function of state and order is asked
of the umpire (`roll`, `draw`, `pick`, `shuffle`, `choose`, `judge`, `look_up`); what changes the table is
told to it (`move`, `change`, `score`, ...). Each becomes one event, applied at once.

A procedure that asks for an answer nobody has given yet is abandoned by `Pending`. When the answer is there
the procedure is run again from its start with `recorded` events: it must retrace them exactly, else
`Diverged` says where, and goes on live behind the last of them. Play, resuming and audit are this one class.

After a ruling, what the procedure asks as it asked before is answered as before (`recall`): told anew, with
the number of the event that recorded it first. Only what is new is rolled or asked.
"""

from adjudication.engine.questions import (
    WHITE_CELL,
    Answer,
    Nobody,
    Pending,
    People,
    Question,
    show_option,
)
from adjudication.engine.umpire.additions import Additions
from adjudication.engine.umpire.answering import Unthrown
from adjudication.engine.umpire.decisions import Decisions
from adjudication.engine.umpire.decks import Decks
from adjudication.engine.umpire.log import Diverged
from adjudication.engine.umpire.lookups import Lookups, Row, Sum
from adjudication.engine.umpire.names import RuleCodeFault
from adjudication.engine.umpire.parts import Parts, apart, step
from domain.table.dice import shuffled


class Umpire(Additions, Decks, Parts, Decisions, Lookups):
    """One procedure's umpire."""


__all__ = [
    "WHITE_CELL",
    "Answer",
    "Diverged",
    "Nobody",
    "Pending",
    "People",
    "Question",
    "Row",
    "RuleCodeFault",
    "Sum",
    "Umpire",
    "Unthrown",
    "apart",
    "show_option",
    "shuffled",
    "step",
]
