"""The phases of a turn: planning, discussion and assessment (1.1), or those that the scenario names (1.3)."""

from collections.abc import Sequence

from adjudication.engine.choices import as_data
from adjudication.engine.questions import asked_of
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import WHITE_CELL, Umpire
from domain.errors import IllegalOrder
from domain.events import AskData, PhaseData
from domain.events.seen import WHITE
from domain.table.state import State
from domain.texts import Text

R = citations("freeform", __file__)
T = texts("freeform")

PLANNING, DISCUSSION, ASSESSMENT = PHASES = ("planning", "discussion", "assessment")

MOVE, ACT, SUBMIT = "move", "act", "submit"

USUAL = (
    PhaseData(PLANNING, do={"": (MOVE,)}),
    PhaseData(DISCUSSION, do={"": (ACT,)}),
    PhaseData(ASSESSMENT),
)
"""The phases of a turn where the scenario names none (1.1)."""


def own_phases(state: State) -> bool:
    """Whether the scenario names its phases (1.3)."""
    return state.opened is not None and bool(state.opened.phases)


def sequence_rule(state: State) -> str:
    """The rule by which a phase follows another within a turn."""
    return R["1.3"] if own_phases(state) else R["1.1"]


def phases_of_turn(state: State, turn: int) -> list[PhaseData]:
    """The phases of a turn in their order (1.1, 1.3)."""
    named = state.opened.phases if state.opened is not None else ()
    return [phase for phase in named or USUAL if not phase.turns or turn in phase.turns]


def phase_now(state: State) -> PhaseData:
    """The phase that is now."""
    known = (*(state.opened.phases if state.opened is not None else ()), *USUAL)
    return next((phase for phase in known if phase.name == state.phase), PhaseData(state.phase))


def next_phase(state: State) -> PhaseData | None:
    """The phase of this turn that comes after the one that is now; None after the last."""
    phases = phases_of_turn(state, state.turn)
    names = [phase.name for phase in phases]
    later = names.index(state.phase) + 1 if state.phase in names else len(names)
    return phases[later] if later < len(phases) else None


def may(state: State, side: str, deed: str) -> bool:
    """Whether a side may do that in the phase that is now (2.1, 3.1, 1.4)."""
    return deed in phase_now(state).may(side)


def insist_may(state: State, side: str, deed: str) -> None:
    """Raises IllegalOrder where a side may not do that in the phase that is now."""
    if may(state, side, deed):
        return
    moves = deed == MOVE
    if own_phases(state):
        when = [phase.name for phase in phases_of_turn(state, state.turn) if deed in phase.may(side)]
        raise IllegalOrder("phase", R["1.4"], _elsewhere(state, side, moves, when))
    if state.phase == ASSESSMENT:
        raise IllegalOrder("phase", R["4.1"], T("no moves and no actions in the assessment phase"))
    if moves:
        why = T("pieces move in another phase", moves=PLANNING, phase=state.phase)
        raise IllegalOrder("phase", R["2.1"], why)
    why = T("actions are stated in another phase", acts=DISCUSSION, phase=state.phase)
    raise IllegalOrder("phase", R["3.1"], why)


def _elsewhere(state: State, side: str, moves: bool, phases: Sequence[str]) -> Text:
    """In which phases of the turn a side may do that."""
    who, now = side if side in state.sides else WHITE, state.phase
    if not phases:
        return (
            T("moves in no phase", side=who, phase=now)
            if moves
            else T("acts in no phase", side=who, phase=now)
        )
    if moves:
        return T("moves in other phases", side=who, phases=phases, phase=now)
    return T("acts in other phases", side=who, phases=phases, phase=now)


def ask_what_is_open(umpire: Umpire) -> None:
    """Put the questions of the phase that ends to those of whom it asks them (1.5)."""
    for ask in phase_now(umpire.state).asks:
        if not ask.form and not ask.note:
            _put(umpire, ask)


def _put(umpire: Umpire, ask: AskData) -> None:
    state = umpire.state
    sides = [side for side in asked_of(state, ask) if side != WHITE_CELL]
    if len(sides) > 1 and ask.answers:
        umpire.choose_together(ask.text, {side: as_data(ask.answers) for side in sides}, rule=R["1.5"])
    else:
        for side in sides:
            knowing = (side,) if ask.secret else None
            if ask.answers:
                umpire.choose(side, ask.text, as_data(ask.answers), rule=R["1.5"], audience=knowing)
            else:
                umpire.hear(side, ask.text, rule=R["1.5"], audience=knowing)
    if WHITE_CELL in ask.of:
        alone = () if ask.secret else None
        if ask.answers:
            umpire.judge(ask.text, as_data(ask.answers), rule=R["1.5"], audience=alone)
        else:
            umpire.hear(WHITE_CELL, ask.text, rule=R["1.5"], audience=alone)


def hint(state: State) -> str:
    """What may be done now."""
    if own_phases(state):
        return _hint_of_own(state, phase_now(state))
    turn = f"Turn {state.turn}, {state.phase}"
    match state.phase:
        case "planning":
            return f"{turn}: `whitecell orders` lists the sides' moves; {ENDS}"
        case "discussion":
            return (
                f"{turn}: `whitecell order act --side SIDE intent=...` records an action, `whitecell argue` "
                f"a matrix argument; {ENDS}"
            )
        case _:
            return f"{turn}: `whitecell note insight` records what was learned; {ENDS}"


ENDS = "`whitecell next` ends the phase."

_HOW = {
    MOVE: "move pieces (`whitecell orders`)",
    ACT: "state actions (`whitecell order act --side SIDE intent=...`)",
    SUBMIT: "submit sealed orders (`whitecell submit --as SIDE ORDER`)",
}


def _hint_of_own(state: State, phase: PhaseData) -> str:
    head = f"Turn {state.turn}, {phase.name}"
    about = f" {phase.about.strip()}" if phase.about.strip() else ""
    if about and about[-1] not in ".!?":
        about += "."
    doing = []
    for deed, how in _HOW.items():
        sides = [side for side in state.players() if deed in phase.may(side)]
        if sides:
            who = "All sides" if len(sides) == len(state.players()) else _names(state, sides)
            doing.append(f"{who} can {how}.")
    told = " ".join(doing) or "No side acts in this phase."
    return f"{head}:{about} {told} {ENDS}"


def _names(state: State, sides: Sequence[str]) -> str:
    names = [state.sides[side].name for side in sides]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
