"""ISIS defenders (6.3), the execution of operations (6.4) and their results (6.5)."""

from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderGrid, OrderGroup
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire, apart, step
from adjudication.systems.ramadi.phases.planning import (
    OPERATION,
    Operation,
    expend,
    has_communications,
    operations,
    return_ground_asset,
    without,
)
from adjudication.systems.ramadi.table.board import objectives
from adjudication.systems.ramadi.table.counters import (
    ADVISORS,
    AIR_DEFENCE,
    ASSET_POOL,
    ATTACK,
    BRIDGING,
    BY_THE_PLAYER,
    CASUALTY_SIDE,
    CIVILIANS,
    DRONE,
    ELIMINATED,
    EMIR,
    IED_CLEARANCE,
    ISF,
    POOLS,
    SET_ASIDE,
    TRANSFER_BOX,
    combat,
    the_player,
)
from adjudication.systems.ramadi.table.ground import UNIT_ZONE
from adjudication.systems.ramadi.table.holding import enter, leave, settle
from adjudication.systems.ramadi.table.orders import Execute
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ramadi", __file__)
T = texts("ramadi")

OPERATIONS = "operations"
ADVANCED = Mark[int]("advanced")
"""Mark of a unit: the turn in which it last advanced (6.7a)."""
STEP_LOST = Mark[int]("lost")
"""Mark of a unit: the turn in which it lost its step (6.5g)."""

BOOBY_TRAP = 3  # 6.5b
EMIR_ON, EMIR_ON_WITH_DRONE = 4, 2  # 8.3c
CIVILIANS_ON = 3  # 8.3e
ABORT_ON = 4  # 8.3h


def draw_defenders(umpire: Umpire) -> None:
    """One face-down counter from each pool for every targeted hex."""
    for target in operations(umpire.state):
        for pool in POOLS.values():
            if umpire.state.at.get(pool):
                umpire.draw(pool, T("defence of a hex", hex=target), to=target, rule=R["6.3a"], audience=())


def execute(umpire: Umpire, order: Execute) -> None:
    """Reveal the defenders, compare strengths, apply the result, and clear the table."""
    state = umpire.state
    operation = operations(state)[order.target]
    asset = reveal_defenders(umpire, order.target)
    operation = recall_ground_asset(umpire, operation)
    air = fly_past_air_defence(umpire, operation, asset)
    attack = isf_strength(umpire, operation, air)
    defence = isis_strength(umpire, operation)
    advised, objective = has_advisors(state, operation), is_objective(state, order.target)
    winner, casualties = resolve(umpire, attack, defence, advised, objective)
    if winner == ISF and casualties == len(operation.force) and by_words_of_5_1(state):
        nobody_advances(umpire, operation, asset, air)
    elif winner == ISF:
        isf_wins(umpire, operation, casualties, asset, air)
    else:
        isis_wins(umpire, operation, casualties, asset, air)
    settle(umpire, rule=R["6.5f"], lost=R["5.2m"])
    clear_the_table(umpire, operation)


def list_operations(state: State) -> list[OrderGroup | OrderGrid]:
    """The planned operations in any order."""
    planned = list(operations(state))
    return [OrderGroup(ISF, "execute", {}, "target", planned)] if planned else []


EXECUTE = Legality(
    BY_THE_PLAYER,
    only("target", operations, "no-operation", R["6.4a"], "no operation is planned"),
    arguments={"target": lambda state: list(operations(state))},
    sides=the_player,
    phases=(OPERATIONS,),
    elsewhere=R["6.0"],
    quickly=list_operations,
)


@step
def reveal_defenders(umpire: Umpire, target: str) -> Piece | None:
    """Turn up the three counters; an Attack counter never defends and is replaced by another asset."""
    state = umpire.state
    for piece in defenders(state, target):
        umpire.reveal(piece.id, rule=R["6.3b"])
    asset = defender(state, target, "isis asset")
    if asset is not None and asset.kind_id == ATTACK:
        replace_attack_counter(umpire, asset, target)
        asset = defender(state, target, "isis asset")
    return asset


def replace_attack_counter(umpire: Umpire, counter: Piece, target: str) -> None:
    """The first of a turn is set aside for the ISIS attack, any other goes back to the pool first.

    Whatever is drawn in its place goes back too while it is an Attack counter.
    """
    if umpire.state.at.get(SET_ASIDE):
        umpire.move(counter.id, ASSET_POOL, rule=R["6.3d"])
        umpire.hide(counter.id, rule=R["6.3d"])
    else:
        umpire.move(counter.id, SET_ASIDE, rule=R["6.3c"])
    umpire.draw_until(
        ASSET_POOL,
        T("replacement of the Attack counter"),
        lambda asset: asset.kind_id != ATTACK,
        to=target,
        rule=R["6.3c"],
        back=R["6.3d"],
        audience=(),
    )


def defenders(state: State, target: str) -> list[Piece]:
    """The ISIS counters in a targeted hex."""
    return [piece for piece in state.pieces_at(target) if piece.kind.group in POOLS]


def defender(state: State, target: str, group: str) -> Piece | None:
    """The defending counter of one group."""
    return next((piece for piece in defenders(state, target) if piece.kind.group == group), None)


def recall_ground_asset(umpire: Umpire, operation: Operation) -> Operation:
    """A force that has lost its line of communication to the asset's zone gets no support from it: the asset
    goes back to its box."""
    if not operation.ground or has_communications(umpire.state, operation):
        return operation
    return_ground_asset(umpire, operation, rule=R["6.2d"])
    return without(umpire, operation, rule=R["6.2d"])


def fly_past_air_defence(umpire: Umpire, operation: Operation, asset: Piece | None) -> Piece | None:
    """The air asset that takes part; air defence weapons may abort it."""
    if not operation.air:
        return None
    air = umpire.state.pieces[operation.air]
    if asset is None or asset.kind_id != AIR_DEFENCE:
        return air
    if not umpire.roll_at_least(ABORT_ON, D6, T("air defence", air=air.id), rule=R["8.3h"]):
        return air
    umpire.score("isis_vp", 1, rule=R["8.3h"], why=T("air attack aborted"))
    expend(umpire, air.id, rule=R["8.3h"])
    return None


def isf_strength(umpire: Umpire, operation: Operation, air: Piece | None) -> int:
    """Units, assets and terrain, before the die."""
    state = umpire.state
    strength = umpire.sum(T("ISF strength"))
    lead = state.pieces[operation.lead]
    strength.add(T("lead", unit=lead.id), combat(lead), rule=R["6.4b"])
    if operation.follow_up:
        follow_up = state.pieces[operation.follow_up]
        strength.add(T("follow-up", unit=follow_up.id), min(combat(follow_up), combat(lead)), rule=R["6.4b"])
    ground = state.pieces[operation.ground] if operation.ground else None
    if ground is not None:
        strength.add(T("support", asset=ground.id), combat(ground), rule=R["6.4c"])
    if air is not None:
        strength.add(T("support", asset=air.id), combat(air), rule=R["6.4c"])
    target = state.board.spaces[operation.target]
    terrain = umpire.look_up("terrain", terrain=target.terrain, rule=R["6.4d"])
    strength.add(T("terrain"), terrain.modifier, rule=R["6.4d"])
    return strength.total


def isis_strength(umpire: Umpire, operation: Operation) -> int:
    """IED state unless it is cleared, fighters and asset, before the die."""
    state = umpire.state
    strength = umpire.sum(T("ISIS strength"))
    defence = {piece.kind.group: piece for piece in reversed(defenders(state, operation.target))}
    ied = defence.get("ied")
    if ied is not None:
        strength.add(T("counter", kind=ied.kind_id), combat(ied), rule=R["6.4f"])
        cancelled_by = ied_cancelled_by(state, operation)
        if cancelled_by:
            rule = R["8.2c"] if cancelled_by.kind_id == BRIDGING else R["8.2e"]
            strength.add(T("cancelled", asset=cancelled_by.id), -combat(ied), rule=rule)
    for group in ("fighters", "isis asset"):
        counter = defence.get(group)
        if counter is not None:
            strength.add(T("counter", kind=counter.kind_id), combat(counter), rule=R["6.4f"])
    return strength.total


def ied_cancelled_by(state: State, operation: Operation) -> Piece | None:
    """The ground asset that makes the IED value 0: engineers at bridges, IED clearance elsewhere."""
    ground = state.pieces[operation.ground] if operation.ground else None
    return ground if ground is not None and ground.kind_id in (BRIDGING, IED_CLEARANCE) else None


def has_advisors(state: State, operation: Operation) -> bool:
    """Whether US advisors support the operation."""
    return bool(operation.ground) and state.pieces[operation.ground].kind_id == ADVISORS


def is_objective(state: State, hex: str) -> bool:
    """Whether a hex is one of the key objectives."""
    return hex in objectives(state.board)


@apart
def resolve(umpire: Umpire, attack: int, defence: int, advised: bool, objective: bool) -> tuple[str, int]:
    """Both dice, the difference looked up, casualties checked: who wins, and how many there are.

    Booby traps count only where a key objective is entered; two automatic casualties need no roll.
    """
    difference = roll_difference(umpire, attack, defence, advised)
    row = umpire.look_up("operations_results", difference=difference, rule=R["6.4g"])
    if row.automatic or row.casualty_on is None:
        return row.winner, row.automatic
    won = row.winner == ISF
    trap = BOOBY_TRAP if won and objective else 0
    return row.winner, int(is_casualty(umpire, row.casualty_on, trap, R["6.5a"] if won else R["6.5i"]))


@apart
def roll_difference(umpire: Umpire, attack: int, defence: int, advised: bool) -> int:
    """Each side's strength with its die, ISF less ISIS; with advisors the better of two ISF dice."""
    isf = umpire.sum(T("ISF strength"), attack)
    die = umpire.roll(D6, T("ISF attack"), rule=R["6.4e"])
    if advised:
        die = max(die, umpire.roll(D6, T("ISF attack, advisors' second die"), rule=R["8.2b"]))
    isf.add(T("die"), die, rule=R["6.4e"])
    isis = umpire.sum(T("ISIS strength"), defence)
    isis.add(T("die"), umpire.roll(D6, T("ISIS defence"), rule=R["6.4f"]), rule=R["6.4f"])
    return isf.total - isis.total


@apart
def is_casualty(umpire: Umpire, target_number: int, trap: int, rule: str) -> bool:
    """Roll for one casualty against the row's target number."""
    roll = umpire.sum(T("casualty roll"))
    roll.add(T("die"), umpire.roll(D6, T("ISF casualties"), rule=rule), rule=rule)
    roll.add(T("building bomb"), trap, rule=R["6.5b"])
    return roll.total >= target_number


def isf_wins(
    umpire: Umpire, operation: Operation, casualties: int, asset: Piece | None, air: Piece | None
) -> None:
    """The lead falls if there is a casualty; survivors advance; the Emir may be caught; points."""
    survivors = list(operation.force)
    if casualties:
        lose(umpire, survivors.pop(0), rule=R["6.5c"])
    advance(umpire, survivors, operation)
    check_special_effects(umpire, asset, air, emir=True, civilians=False)


def by_words_of_5_1(state: State) -> bool:
    """Whether an operation that clears nothing is a win for ISIS: there are two outcomes and no third."""
    return state.options.get("nobody_advances") == "defeat"


def nobody_advances(umpire: Umpire, operation: Operation, asset: Piece | None, air: Piece | None) -> None:
    """The whole force fell while it won: nobody enters the hex, so nothing is cleared, and the operation is
    defeated (5.1)."""
    for unit in operation.force:
        lose(umpire, unit, rule=R["6.5c"])
    check_special_effects(umpire, asset, air, emir=False, civilians=True)
    umpire.score("isis_vp", 1, rule=R["5.1d"], why=T("nobody is left to advance: operation defeated"))


def isis_wins(
    umpire: Umpire, operation: Operation, casualties: int, asset: Piece | None, air: Piece | None
) -> None:
    """Two casualties take the whole force, one the lead; civilians may be hurt; a point for the defeat."""
    for unit in operation.force[:casualties]:
        lose(umpire, unit, rule=R["6.5h"] if casualties > 1 else R["6.5i"])
    check_special_effects(umpire, asset, air, emir=False, civilians=True)
    umpire.score("isis_vp", 1, rule=R["6.5k"], why=T("operation defeated"))


def lose(umpire: Umpire, unit: str, *, rule: str) -> None:
    """One ISF casualty: to the transfer box on its casualty side; both tracks follow."""
    umpire.move(unit, TRANSFER_BOX, rule=rule)
    umpire.mark(unit, UNIT_ZONE, None, rule=R["5.2e"])
    umpire.change(unit, face=CASUALTY_SIDE, rule=R["6.5c"])
    umpire.mark(unit, STEP_LOST, umpire.state.turn, rule=R["6.5g"])
    umpire.score("casualties", 1, rule=R["6.5m"], why=T("ISF casualty"))
    umpire.score("isis_vp", 1, rule=R["5.2r"], why=T("ISF casualty"))


def advance(umpire: Umpire, survivors: list[str], operation: Operation) -> None:
    """At least one survivor enters the hex, which is thereby cleared; nobody left, nobody enters."""
    if not survivors:
        return
    target, state = operation.target, umpire.state
    advancing = survivors
    if len(survivors) > 1:
        advancing = umpire.choose(
            ISF,
            T("units that advance", target=target),
            [survivors, *([unit] for unit in survivors)],
            rule=R["6.5d"],
        )
    for unit in advancing:
        enter(umpire, unit, target, rule=R["6.5d"])
        umpire.mark(unit, ADVANCED, state.turn, rule=R["6.7a"])
    leave(umpire, operation.origin)


def check_special_effects(
    umpire: Umpire, asset: Piece | None, air: Piece | None, *, emir: bool, civilians: bool
) -> None:
    """An Emir is caught when the ISF wins, civilians are hurt when ISIS does; by option always both."""
    if asset is None:
        return
    always = bool(umpire.state.options.get("check_special_effects_always"))
    if asset.kind_id == EMIR and (emir or always):
        needed = EMIR_ON_WITH_DRONE if air is not None and air.kind_id == DRONE else EMIR_ON
        if umpire.roll_at_least(needed, D6, T("hunt for the Emir"), rule=R["6.5e"]):
            umpire.score("isf_vp", 1, rule=R["5.2p"], why=T("Emir eliminated"))
            umpire.move(asset.id, ELIMINATED, rule=R["8.3c"])
    if asset.kind_id == CIVILIANS and (civilians or always):
        hurt = umpire.roll_at_least(CIVILIANS_ON, D6, T("civilians in the way"), rule=R["6.5j"])
        umpire.score("isis_vp", int(hurt), rule=R["8.3e"], why=T("civilian casualty"))


def clear_the_table(umpire: Umpire, operation: Operation) -> None:
    """ISIS counters go back to their pools, assets to their boxes; the operation is over."""
    state, target = umpire.state, operation.target
    for piece in defenders(state, target):
        umpire.move(piece.id, POOLS[piece.kind.group], rule=R["6.5l"])
        umpire.hide(piece.id, rule=R["6.5l"])
    if operation.ground:
        return_ground_asset(umpire, operation, rule=R["3.1b"])
    if operation.air and state.pieces[operation.air].place == target:
        expend(umpire, operation.air, rule=R["3.1c"])
    umpire.mark(target, OPERATION, None, rule=R["3.2a"])
