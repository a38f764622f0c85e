"""What is laid on the table before play, and what the game commits itself to."""

from typing import Any

import msgspec

from domain.events import (
    BoardLaid,
    CountersLaid,
    GameOpened,
    OrderDone,
    RoleData,
    SealRevealed,
    TablesLaid,
    TracksLaid,
)
from domain.events.forks import Origin
from domain.game.opening import commitment, opening_of
from domain.table.dice import secret_from_seed
from tests.forgeries.kinds import (
    ENOUGH,
    REFUSED,
    Forged,
    altered,
    behind,
    chances_behind,
    changed,
    kind,
    of,
    put,
    without,
)
from tests.forgeries.logs import Log

LAID = (BoardLaid, CountersLaid, TablesLaid, TracksLaid)


def _commitment(log: Log, secret: str) -> str:
    """The commitment to another secret."""
    return commitment(secret, opening_of(log.events))


@kind(GameOpened)
def a_system_that_is_not_known(log: Log, event: GameOpened) -> Forged:
    """The system is another than the one that was committed to."""
    return changed(log, event, system=event.system.capitalize())


@kind(GameOpened)
def an_unknown_system_and_another_face(log: Log, event: GameOpened) -> Forged:
    """A die is changed, and no rule can be asked."""
    die = next(
        (e for e in log.events if getattr(e, "face", 0) and getattr(e, "source", "") == "sealed"), None
    )
    if die is None:
        return None
    other: Any = altered(die, face=1 if die.face > 1 else 2)  # type: ignore[attr-defined]
    return put(log, altered(event, system=event.system.capitalize()), other)


@kind(GameOpened)
def the_system_of_another_game(log: Log, event: GameOpened) -> Forged:
    """The game is said to be of other rules."""
    return changed(log, event, system="toy-losses" if event.system != "toy-losses" else "toy-cards")


@kind(GameOpened)
def another_option(log: Log, event: GameOpened) -> Forged:
    """The game was played with another option."""
    options = {name: not value for name, value in event.options.items() if isinstance(value, bool)}
    return changed(log, event, options={**event.options, **options})


@kind(GameOpened)
def an_option_that_is_none(log: Log, event: GameOpened) -> Forged:
    """The game was played with an option that it does not have."""
    return changed(log, event, options={**event.options, "easy_mode": True})


@kind(GameOpened)
def sealed_dice_said_to_be_typed(log: Log, event: GameOpened) -> Forged:
    """The dice were thrown on the table, it says."""
    return changed(log, event, dice="typed") if any(hasattr(e, "face") for e in log.events) else None


@kind(GameOpened)
def all_dice_said_to_be_typed(log: Log, event: GameOpened) -> Forged:
    """The dice were thrown on the table, and every die says so, with the faces that the forger likes."""
    if event.dice != "sealed":
        return None
    dice = [e for e in log.events if hasattr(e, "face") and hasattr(e, "chance")]
    if not dice:
        return None
    typed: list[Any] = [altered(e, source="typed") for e in dice]
    return put(log, altered(event, dice="typed"), *typed)


@kind(GameOpened)
def dice_of_a_script(log: Log, event: GameOpened) -> Forged:
    """The dice were a script's, it says."""
    return changed(log, event, dice="scripted")


@kind(GameOpened)
def another_commitment(log: Log, event: GameOpened) -> Forged:
    """The game commits itself to another secret."""
    return changed(log, event, commitment=_commitment(log, secret_from_seed(79)))


@kind(GameOpened)
def no_commitment(log: Log, event: GameOpened) -> Forged:
    """The game commits itself to nothing."""
    return changed(log, event, commitment="") if event.commitment else None


@kind(GameOpened)
def no_commitment_and_no_seal(log: Log, event: GameOpened) -> Forged:
    """The game commits itself to nothing, and nothing is revealed."""
    bare = put(log, altered(event, commitment=""))
    seals = of(log, SealRevealed)
    if not seals or event.dice != "sealed" or not any(hasattr(e, "chance") for e in log.events):
        return None
    return without(Log("", tuple(bare), log.secret), *seals)


@kind(GameOpened)
def another_secret_and_its_commitment(log: Log, event: GameOpened) -> Forged:
    """Commitment and secret are exchanged together; the dice are not theirs."""
    seals = of(log, SealRevealed)
    secret = secret_from_seed(80)
    if not seals or chances_behind(log, 0) < ENOUGH:
        return None
    return put(log, altered(event, commitment=_commitment(log, secret)), altered(seals[0], secret=secret))


@kind(GameOpened)
def seeded_dice_said_not_to_be(log: Log, event: GameOpened) -> Forged:
    """Whether the secret was made from a number is said otherwise."""
    return changed(log, event, seeded=not event.seeded)


@kind(GameOpened)
def other_rule_code(log: Log, event: GameOpened) -> Forged:
    """The game names other rule code than was committed to."""
    return changed(log, event, code_digest="0" * 64)


@kind(GameOpened)
def another_program(log: Log, event: GameOpened) -> Forged:
    """The game names another program than was committed to."""
    return changed(log, event, program="whitecell 99")


@kind(GameOpened, passes="evening")
def an_opening_committed_to_anew(log: Log, event: GameOpened) -> Forged:
    """Whoever holds the seal changes the opening, and commits the game to that: the name of the program."""
    if event.forked_from is not None:
        return None
    laid = [altered(event, program="whitecell 99"), *opening_of(log.events)[1:]]
    return put(log, altered(laid[0], commitment=commitment(log.secret, laid)))


@kind(GameOpened)
def an_opening_committed_to_anew_with_another_table(log: Log, event: GameOpened) -> Forged:
    """Whoever holds the seal lays a better table, and commits the game to that."""
    laid = of(log, TablesLaid)
    if event.forked_from is not None or not laid or not laid[0].tables:
        return None
    other = [_better(e) if isinstance(e, TablesLaid) else e for e in opening_of(log.events)]
    return put(log, altered(event, commitment=commitment(log.secret, other)), *other[1:])


@kind(GameOpened)
def another_register(log: Log, event: GameOpened) -> Forged:
    """The game names another register of rules than was committed to."""
    return changed(log, event, rules_digest="0" * 64)


@kind(GameOpened)
def another_scenario(log: Log, event: GameOpened) -> Forged:
    """The game names another scenario than was committed to."""
    return changed(log, event, scenario_digest="0" * 64)


@kind(GameOpened)
def another_scenario_and_its_tables(log: Log, event: GameOpened) -> Forged:
    """The game names another scenario and lays a better table, said to be the document's."""
    laid = of(log, TablesLaid)
    if not laid or not laid[0].tables:
        return None
    return put(log, altered(event, scenario_digest="0" * 64), _better(laid[0]))


def _better(laid: TablesLaid) -> TablesLaid:
    tables = {
        name: msgspec.structs.replace(
            data, rows=(*data.rows[:-1], {**data.rows[-1], list(data.rows[-1])[-1]: 9}), provenance="document"
        )
        for name, data in laid.tables.items()
    }
    return altered(laid, tables=tables)


@kind(GameOpened)
def another_title(log: Log, event: GameOpened) -> Forged:
    """The game is called otherwise than its scenario."""
    return changed(log, event, title="Another game")


@kind(GameOpened)
def another_name_of_the_game(log: Log, event: GameOpened) -> Forged:
    """The game bears another name than was committed to."""
    return changed(log, event, name="another evening")


@kind(GameOpened)
def the_id_of_another_game(log: Log, event: GameOpened) -> Forged:
    """The game bears the id of another than was committed to."""
    return changed(log, event, game="b" * 32)


@kind(GameOpened)
def sides_by_other_names(log: Log, event: GameOpened) -> Forged:
    """The sides are called otherwise."""
    first, *rest = event.sides
    return changed(log, event, sides=(msgspec.structs.replace(first, name="The good ones"), *rest))


@kind(GameOpened)
def a_side_the_rules_play(log: Log, event: GameOpened) -> Forged:
    """A side is played by the umpire."""
    first, *rest = event.sides
    return changed(log, event, sides=(msgspec.structs.replace(first, played_by="umpire"), *rest))


@kind(GameOpened)
def other_roles(log: Log, event: GameOpened) -> Forged:
    """Another role is wanted at the table."""
    return changed(log, event, roles=(*event.roles, RoleData("jester")))


@kind(GameOpened)
def other_timers(log: Log, event: GameOpened) -> Forged:
    """There was less time to plan."""
    return changed(log, event, timers={**event.timers, "planning": 1})


@kind(GameOpened, verdict=REFUSED)
def another_format(log: Log, event: GameOpened) -> Forged:
    """The log is said to be of an older format."""
    return changed(log, event, format=1)


@kind(GameOpened, verdict=REFUSED)
def a_format_of_next_year(log: Log, event: GameOpened) -> Forged:
    """The log is said to be of a format that is not known yet."""
    return changed(log, event, format=99)


@kind(GameOpened)
def a_fork_of_a_game_that_nobody_has(log: Log, event: GameOpened) -> Forged:
    """The game is said to go on from another, whose dice were others."""
    origin = Origin(game="c" * 32, name="other", event=7, digest="0" * 64, opening="{}")
    return changed(log, event, forked_from=origin) if event.forked_from is None else None


@kind(GameOpened)
def a_fork_from_another_event(log: Log, event: GameOpened) -> Forged:
    """The fork goes on from an earlier event."""
    origin = event.forked_from
    if origin is None:
        return None
    return changed(log, event, forked_from=msgspec.structs.replace(origin, event=origin.event - 1))


@kind(GameOpened)
def a_fork_said_to_be_a_game_of_its_own(log: Log, event: GameOpened) -> Forged:
    """A fork hides that it is one."""
    return changed(log, event, forked_from=None) if event.forked_from is not None else None


@kind(GameOpened)
def an_opening_of_an_order(log: Log, event: GameOpened) -> Forged:
    """The opening belongs to an order."""
    return changed(log, event, procedure=6)


@kind(GameOpened)
def opened_twice(log: Log, event: GameOpened) -> Forged:
    """The game is opened a second time."""
    return behind(log, 1, event)


@kind(*LAID)
def something_not_laid(log: Log, event: Any) -> Forged:
    """The board, the counters, the tables or the tracks are missing."""
    return without(log, event)


@kind(*LAID)
def something_laid_twice(log: Log, event: Any) -> Forged:
    """The board, the counters, the tables or the tracks come twice."""
    return behind(log, event.number, event)


@kind(*LAID)
def something_laid_for_few_eyes(log: Log, event: Any) -> Forged:
    """What is laid is known to nobody."""
    return changed(log, event, audience=())


@kind(OrderDone)
def something_laid_in_play(log: Log, event: OrderDone) -> Forged:
    """The tracks are laid again in the middle of play."""
    laid = of(log, TracksLaid)
    return behind(log, event.number, *laid) if laid else None


@kind(BoardLaid)
def another_board(log: Log, event: BoardLaid) -> Forged:
    """A space lies in other terrain."""
    if not event.board.spaces:
        return None
    first, *rest = event.board.spaces
    spaces = (msgspec.structs.replace(first, terrain="swamp"), *rest)
    return changed(log, event, board=msgspec.structs.replace(event.board, spaces=spaces))


@kind(BoardLaid)
def a_board_said_to_be_the_documents(log: Log, event: BoardLaid) -> Forged:
    """The board is said to come from elsewhere."""
    other = "document" if event.board.provenance != "document" else "house"
    return changed(log, event, board=msgspec.structs.replace(event.board, provenance=other))


@kind(CountersLaid)
def a_counter_elsewhere(log: Log, event: CountersLaid) -> Forged:
    """A counter starts in another place."""
    if not event.pieces:
        return None
    first, *rest = event.pieces
    other = next((piece.at for piece in rest if piece.at != first.at), "nowhere")
    return changed(log, event, pieces=(msgspec.structs.replace(first, at=other), *rest))


@kind(CountersLaid)
def a_counter_left_out(log: Log, event: CountersLaid) -> Forged:
    """A counter is missing."""
    return changed(log, event, pieces=event.pieces[:-1])


@kind(CountersLaid)
def another_strength(log: Log, event: CountersLaid) -> Forged:
    """The numbers of a kind of counter are others."""
    if not event.kinds:
        return None
    name, first = next(iter(event.kinds.items()))
    return changed(
        log, event, kinds={**event.kinds, name: msgspec.structs.replace(first, values={"attack": 9})}
    )


@kind(TablesLaid)
def a_better_table(log: Log, event: TablesLaid) -> Forged:
    """A table has another row, and is said to be the document's."""
    return changed(log, event, tables=_better(event).tables)


@kind(TracksLaid)
def a_head_start(log: Log, event: TracksLaid) -> Forged:
    """A track's marker starts one higher."""
    if not event.tracks:
        return None
    first, *rest = event.tracks
    track = msgspec.structs.replace(first, value=first.value + 1, highest=first.highest + 1)
    return changed(log, event, tracks=(track, *rest))
