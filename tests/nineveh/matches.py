"""How good the player is: games against chance from either side, and against itself, with what it uses.

python -m tests.nineveh.matches 100                 # as either side against chance, and against itself
python -m tests.nineveh.matches 100 player_events   # the same with that option
"""

import statistics
import sys
import time
from collections import Counter
from collections.abc import Mapping

from adjudication.engine.policies import Policy
from adjudication.systems.nineveh import KINDS, SYSTEM
from adjudication.systems.nineveh.card_play.player_events import OPTION
from adjudication.systems.nineveh.cards.sheets import EVENT, Card, card
from adjudication.systems.nineveh.cards.targets import CARDS
from adjudication.systems.nineveh.course.victory import RESULT
from adjudication.systems.nineveh.player.policy import SensiblePolicy
from domain.events import OrderGiven, PieceKnown, PieceMoved, Scored, Value
from domain.table.state import Piece
from tests.nineveh.playing import SIDES, play, winner
from tests.table import Table

METRICS = ("time", "casualties", "collateral", "points")
SPECIAL = {"nineveh 7.21a": "rally", "nineveh 7.21b": "maneuver", "nineveh 7.21c": "leadership"}


def tally(table: Table) -> Counter[str]:
    """How often a game saw each order, special order, operation of a production unit, card and event.

    order SIDE NAME, special SIDE NAME, produce OPERATION, bought CARD, played CARD (used, or turned up
    because it held), event CARD.
    """
    found: Counter[str] = Counter()
    state = table.state
    for event in table.session.game.log:
        match event:
            case OrderGiven(side=side, order=name, arguments=arguments) if side and name:
                found[f"order {side} {name}"] += 1
                if name == "produce":
                    found[f"produce {arguments['operation']}"] += 1
                elif name == "use":
                    found[f"played {arguments['card']}"] += 1
            case Scored(track=track, rule=rule) if track.startswith("orders-") and rule in SPECIAL:
                side = "daesh" if track == "orders-leader" else "isf"
                found[f"special {side} {SPECIAL[rule]}"] += 1
            case PieceKnown(piece=piece, sides=None) if is_standing(state.pieces[piece]):
                found[f"played {piece}"] += 1
            case PieceMoved(piece=piece, to="event-discard"):
                found[f"event {piece}"] += 1
            case PieceMoved(piece=piece, to="cards-isf" | "cards-daesh"):
                found[f"bought {piece}"] += 1
    return found


def is_standing(piece: Piece) -> bool:
    """Whether a piece is a card that is never used, but holds: it is turned up when it is first applied."""
    return piece.kind.group in CARDS and not is_core(piece) and card(piece).use == "standing"


def is_core(piece: Piece) -> bool:
    """Whether a card lies open from the start."""
    return bool(card(piece).core)


def brings_only_blocks(sheet: Card) -> bool:
    """Whether a card does nothing but bring blocks: having bought it is to have used it."""
    return not (sheet.effects or sheet.standing or sheet.operations)


def everything(table: Table) -> list[str]:
    """What a tally could hold of the orders, cards, operations and events of the two-player game."""
    pieces = table.state.pieces.values()
    cards = [piece for piece in pieces if piece.kind.group in CARDS and not is_core(piece)]
    written = table.state.options[OPTION]
    return [
        *(f"order {name}" for name in KINDS if name != "write-event" or written),
        *(f"special {side} {name}" for side in SIDES for name in SPECIAL.values()),
        *(f"produce {name}" for piece in cards for name in card(piece).operations),
        *(f"bought {piece.id}" for piece in cards),
        *(f"played {piece.id}" for piece in cards if not brings_only_blocks(card(piece))),
        *(
            f"event {piece.id}"
            for piece in pieces
            if piece.kind.group == EVENT and (written or not piece.side)
        ),
    ]


def never(table: Table, seen: Mapping[str, int]) -> list[str]:
    """What of all that came up in no game; an order, where neither side gave it."""
    given = {f"order {each.split()[2]}" for each in seen if each.startswith("order ")}
    return [each for each in everything(table) if each not in seen and each not in given]


def quarters(values: list[int]) -> list[float]:
    """The three quartiles."""
    return statistics.quantiles(values, n=4, method="inclusive")


def against_chance(seeds: range, options: Mapping[str, Value]) -> None:
    """Print how often it wins against random play."""
    for side in SIDES:
        players: dict[str, Policy] = {each: SYSTEM.policy("random") for each in SIDES}
        players[side] = SensiblePolicy()
        begun = time.monotonic()
        won = sum(winner(play(seed, players, options=options)) == side for seed in seeds)
        print(
            f"sensible as {side}: {won} of {len(seeds)} won against random ({time.monotonic() - begun:.0f} s)"
        )


def against_itself(seeds: range, options: Mapping[str, Value]) -> None:
    """Print what self-play comes to, and what is used in it."""
    both: dict[str, Policy] = {side: SensiblePolicy() for side in SIDES}
    wins: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    results: list[dict[str, int | str]] = []
    for seed in seeds:
        table = play(seed, both, options=options)
        wins[winner(table)] += 1
        seen += tally(table)
        results.append(table.state.marked(RESULT)["game"])
    print(f"sensible against itself: {dict(wins)}")
    for metric in METRICS:
        print(f"{metric}: quartiles {quarters([int(result[metric]) for result in results])}")
    for line in told(table, seen):
        print(line)
    print("never:", ", ".join(never(table, seen)) or "-")


def told(table: Table, seen: Mapping[str, int]) -> list[str]:
    """What was used, as a table of the cards and lists of the rest, in Markdown."""
    pieces = table.state.pieces
    lines = ["| card | games | times |", "|---|---|---|"]
    for name in everything(table):
        what, _, id = name.partition(" ")
        if what == "bought":
            lines.append(f"| {pieces[id].name} | {seen.get(name, 0)} | {seen.get(f'played {id}', '')} |")
    for what in ("order", "special", "produce", "event"):
        found = {name: count for name, count in seen.items() if name.startswith(f"{what} ")}
        lines.append(f"{what}: {', '.join(f'{name} {count}' for name, count in sorted(found.items()))}")
    return lines


if __name__ == "__main__":
    played, chosen = range(int(sys.argv[1])), dict.fromkeys(sys.argv[2:], True)
    against_chance(played, chosen)
    against_itself(played, chosen)
