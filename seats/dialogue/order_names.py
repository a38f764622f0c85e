"""The names in an order at the keyboard: of pieces and places, as whoever gives it knows them."""

from collections.abc import Mapping, Sequence
from typing import get_origin, get_type_hints

from adjudication.engine.contacts import naming
from adjudication.engine.legality import elsewhere
from adjudication.engine.orders import OrderKind
from domain.errors import NotFound
from domain.events.seen import held
from domain.resolving import Ambiguous, Named, fold, resolve
from domain.views.named import pieces_seen, places_seen
from domain.views.view import WHITE
from seats.dialogue.listing import exactly, in_brackets, legal_orders
from seats.seat.seat import Seat


def by_name(
    seat: Seat, kind: OrderKind, texts: Mapping[str, str], sight: str, strict: bool = True
) -> dict[str, str]:
    """Arguments as they were typed, pieces and places by their ids.

    sight: the viewer whose names are read: what it cannot see has none. Which arguments are pieces or places
    the legal orders of that kind say; other words are compared with theirs alone, whatever their case.
    Raises NotFound, naming the argument.
    """
    from reports.words.names import Names, joined

    state, hints = seat.game.state, get_type_hints(kind.form)
    pieces, places = pieces_seen(state, sight), places_seen(state, sight)
    samples = samples_of(seat, kind.name, sight)

    def one(key: str, text: str, values: set[str]) -> str:
        if not values:
            return unlisted(key, text)
        known = [
            *(pieces if any(value in state.pieces for value in values) else ()),
            *(places if any(value in state.board.spaces for value in values) else ()),
        ]
        if not known and text in values:
            return text
        if not known:
            return next((value for value in values if fold(value) == fold(text)), text)
        try:
            return resolve(known, text, "piece" if known[0] in pieces else "space")
        except Ambiguous as refused:
            raise Ambiguous(f"{kind.name}: {key}: {refused.sentence}") from refused
        except NotFound as refused:
            if not strict or (sight != WHITE and known[0] in pieces):
                check_hidden(key, text)
                return text  # a piece it was given without a name; the rules say what becomes of it
            sentence = refused.sentence
            raise NotFound(f"{kind.name}: {key}: {sentence[0].lower()}{sentence[1:]}") from refused

    def unlisted(key: str, text: str) -> str:
        """What is named where no legal order says of what kind it is: the rules then say why not."""
        if text == "none" or key == kind.text:
            return text
        if key not in naming(kind.form):
            return exactly(pieces + places, text) or text
        found = if_known(pieces, text)
        if found == text:
            check_hidden(key, text)
        return found

    def check_hidden(key: str, text: str) -> None:
        """Tells the white cell, and nobody else, that a side does not know the piece that it is to name."""
        hidden = exactly(pieces_seen(state, WHITE), text) if seat.me.eyes == WHITE and sight != WHITE else ""
        known = hidden in (id for id, _ in pieces) or elsewhere(kind, state) is not None
        if strict and hidden and not known and key in naming(kind.form):
            names = Names(state)
            who = joined([names.side(side) for side in held(sight)])
            called = in_brackets(names, hidden)
            raise NotFound(f"{kind.name}: {key}: {who} does not know the piece {hidden}{called}.")

    def part(key: str, text: str) -> str:
        """One of several values, or a pair."""
        item, sign, target = text.partition(":")
        if not sign:
            return one(key, text, samples.get(key, set()))
        return f"{if_known(pieces + places, item)}:{if_known(pieces + places, target)}"

    found = {}
    for key, text in texts.items():
        if get_origin(hints.get(key)) in (tuple, list, dict) and text[:1] not in ("[", "{"):
            found[key] = ",".join(part(key, each.strip()) for each in text.split(","))
        else:
            found[key] = one(key, text, samples.get(key, set()))
    return found


def if_known(known: Sequence[Named], text: str) -> str:
    """The id that a text means, or the text. Raises NotFound where it may be several."""
    try:
        return resolve(known, text, "piece or space")
    except Ambiguous:
        raise
    except NotFound:
        return text


def samples_of(seat: Seat, name: str, sight: str) -> dict[str, set[str]]:
    """Values that the arguments of the orders of that name have which a viewer knows to be legal."""
    from seats.dialogue.eyes import orders_masked

    found: dict[str, set[str]] = {}
    for order in legal_orders(seat) if sight == WHITE else orders_masked(seat, sight):
        if order.name == name:
            for key, value in order.arguments.items():
                if isinstance(value, str):
                    found.setdefault(key, set()).add(value)
    return found
