"""What is to be done in each phase, by whom, and what is still open, in plain words."""

from adjudication.systems.ows.assessment import theme
from adjudication.systems.ows.settings import on
from adjudication.systems.ows.status import name_of_side
from adjudication.systems.ows.turns import acting
from domain.table.state import State

TO_DO = {
    "planning": (
        "Plan the turn: play decision cards (card), designate main effort and reserve (main-effort, reserve), "
        "write orders (guidance)."
    ),
    "strategic movement": (
        "Load ships in port (embark, offload), move units by air, rail and road (airlift, rail, road)."
    ),
    "naval movement": (
        "Move ships and submarines (sail, sail-group), set their modes (mode), decide who emits (emit, "
        "silence), land troops (land)."
    ),
    "air tasking": "Send air missions out (task), build strike packages (package).",
    "special operations": "Put SOF teams into hexes (insert), give them missions (sof-mission).",
    "information": "Place information tokens and cyber cards, unseen by the enemy (influence, cyber).",
    "theater isr": "Place the ISR pawns (survey).",
    "strike plans": "Review what was detected and settle targets (target).",
    "air combat": "Resolve air combat hex by hex (fight).",
    "long-range strikes": "Declare a long-range strike (strike), or pass.",
    "local strikes": "Declare a local strike (strike), a torpedo or ASW attack (torpedo, asw), or pass.",
    "regeneration": "Say which missions stay out (keep), resupply ships and units (resupply).",
    "assessment": "Discuss the turn.",
}


def hint(state: State) -> str:
    """Who acts, and what there is to do."""
    who = " and ".join(name_of_side(state, side) for side in acting(state))
    ends = "`next` ends the phase." if state.side else "`next` says that a side is done."
    what = TO_DO.get(state.phase, "")
    if state.phase == "planning" and on(state, "written_orders"):
        what = f"{what} This game requires an order sheet of each side."
    if state.phase == "naval movement" and on(state, "mines"):
        what = f"{what} Mines are laid and swept now (lay-mines, sweep)."
    if state.phase == "assessment":
        what = f"{what} {theme(state.turn).question}"
    return f"{who}: {what} {ends}"
