"""Tab completion. It never raises: a shell that asks gets what is known, or nothing.

Whoever asks comes through the door of the game as for a command: a player gets what their side knows,
somebody who is not in the roster nothing.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import typer

from domain.errors import Refused
from domain.text import hidden_in, value_said

_DATABASE = "whitecell.db"


_FOR_A_SIDE = ("order", "answer", "odds", "what-if")
"""Commands whose --side is the side for which somebody acts."""

ADDITIONS = ("side", "area", "box", "link", "track", "table", "kind", "piece")
"""What `add` adds."""


def games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games of the database."""
    return _matching(lambda: _desk(ctx).games, incomplete)


def systems(incomplete: str) -> list[str]:
    """The rule systems."""

    def all_names() -> list[str]:
        from adjudication.engine.games.systems import names

        return names()

    return _matching(all_names, incomplete)


def sides(ctx: typer.Context, incomplete: str) -> list[str]:
    """The sides of the game, and the white cell."""

    def known() -> list[str]:
        sides = _state(ctx).sides
        players = dict.fromkeys(side.player for side in sides.values() if side.player)
        return [*sides, *players, "white"]

    return _matching(known, incomplete)


def pieces(ctx: typer.Context, incomplete: str) -> list[str]:
    """The pieces that may be named."""
    return _matching(lambda: _pieces(ctx), incomplete)


def people(ctx: typer.Context, incomplete: str) -> list[str]:
    """The people of the roster."""
    return _matching(lambda: _state(ctx).cell.seats, incomplete)


def roles(ctx: typer.Context, incomplete: str) -> list[str]:
    """The roles of the scenario that nobody has yet."""

    def open_ones() -> list[str]:
        from adjudication.seminar.roster import vacant

        return [each.role for each in vacant(_state(ctx))]

    return _matching(open_ones, incomplete)


def form_names(incomplete: str) -> list[str]:
    """The forms that can be filled in."""

    def all_names() -> Iterable[str]:
        from adjudication.seminar.forms import forms

        return forms()

    return _matching(all_names, incomplete)


def injects(ctx: typer.Context, incomplete: str) -> list[str]:
    """The injects with which nothing has been done yet; a side is told of none."""

    def open_ones() -> list[str]:
        from adjudication.seminar.injects import waiting

        with _seat(ctx) as seat:
            return [] if seat.me.own else [inject.id for inject in waiting(seat.game.state)]

    return _matching(open_ones, incomplete)


def audience(ctx: typer.Context, incomplete: str) -> list[str]:
    """Who may be told: the sides, the white cell, everyone."""
    return _matching(lambda: [*_state(ctx).sides, "white", "all"], incomplete)


def places(ctx: typer.Context, incomplete: str) -> list[str]:
    """The spaces of the board: hexes, areas, boxes, cups."""

    def known() -> Iterable[str]:
        from domain.views.named import places_seen

        with _seat(ctx) as seat:
            state = seat.game.state
            if not seat.me.own:
                return dict.fromkeys([*state.board.spaces, *state.at])
            return [id for id, _ in places_seen(state, seat.me.own)]

    return _matching(known, incomplete)


def pieces_and_places(ctx: typer.Context, incomplete: str) -> list[str]:
    """The pieces that may be named, and the spaces of the board."""
    return [*pieces(ctx, incomplete), *places(ctx, incomplete)]


def additions(ctx: typer.Context, incomplete: str) -> list[str]:
    """What can be added to a game."""
    return _matching(lambda: ADDITIONS, incomplete)


def kinds(ctx: typer.Context, incomplete: str) -> list[str]:
    """The kinds of pieces that the game knows."""
    return _matching(lambda: _state(ctx).kinds, incomplete)


def tracks(ctx: typer.Context, incomplete: str) -> list[str]:
    """The tracks of the game."""

    def known() -> Iterable[str]:
        from domain.views.view import see

        with _seat(ctx) as seat:
            return list(see(seat.game.state, seat.me.eyes).tracks)

    return _matching(known, incomplete)


def effects(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next word of an effect: what it begins with, or what may stand behind the words before it."""

    def words() -> Iterable[str]:
        with _seat(ctx) as seat:
            if seat.me.own:
                return []  # what the white cell changes names all that is on the table
            state = seat.game.state
        pieces, places = list(state.pieces), list(state.board.spaces)
        said = " ".join(ctx.params.get("effects") or ()).replace(";", ",").rpartition(",")[2].split()
        if not said:
            tracks = [f"{id}{sign}" for id in state.tracks for sign in "+-="]
            return ["remove", "place", "flip", "mark", "unmark", "draw", *tracks, *pieces]
        first, last = said[0], said[-1]
        if last == "to" and said[-2:-1] in (["known"], ["visible"]):
            return [*state.sides, "all", "white"]
        if last in ("to", "at"):
            return [*places, *pieces]
        if last == "side":
            return list(state.sides)
        if len(said) > 1:
            return ["as", "steps", "face", "id", "known", "visible"] if "at" in said else ["at", "to"]
        named: dict[str, Iterable[str]] = {
            "remove": pieces,
            "flip": pieces,
            "place": state.kinds,
            "mark": [*pieces, *places, *state.sides, "game"],
            "unmark": [*pieces, *places, *state.sides, "game"],
            "draw": places,
        }
        return named.get(first, ["to", "face", "steps", "side", "known", "visible"])

    return _matching(words, incomplete)


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """The options of the game."""
    return _matching(lambda: _state(ctx).options, incomplete)


def option_values(ctx: typer.Context, incomplete: str) -> list[str]:
    """The values that the option that was named takes."""

    def values() -> list[str]:
        state, name = _state(ctx), ctx.params["name"]
        return _said(state.options[name], state.opened.one_of.get(name, ()))

    return _matching(values, incomplete)


def scenario_options(ctx: typer.Context, incomplete: str) -> list[str]:
    """`key=value` of each option of the scenario that is to be started."""

    def pairs() -> list[str]:
        from adjudication.engine.games.scenario import load_scenario
        from adjudication.engine.games.systems import load

        # An option still without its value leaves the words before it unread.
        system = ctx.params["system"] or next((word for word in ctx.args if not word.startswith("-")), "")
        scenario = load_scenario(system, ctx.params.get("scenario") or load(system).default_scenario)
        return [
            f"{name}={value}"
            for name, default in scenario.options.items()
            for value in _said(default, scenario.one_of.get(name, ())) or [""]
        ]

    return _matching(pairs, incomplete)


def _said(default: Any, one_of: Iterable[Any]) -> list[str]:
    """The values of an option as they are typed; nothing where any number or text will do."""
    if isinstance(default, bool):
        return ["on", "off"]
    return [value_said(value) for value in one_of]


def house_rules(ctx: typer.Context, incomplete: str) -> list[str]:
    """The house rules of the game."""
    return _matching(lambda: _state(ctx).cell.house_rules, incomplete)


def citations(ctx: typer.Context, incomplete: str) -> list[str]:
    """What an act by hand can follow: the house, its rules, and those of the register."""

    def rules() -> Iterable[str]:
        from adjudication.engine.register import register

        with _seat(ctx) as seat:
            house = [f"house {id}" for id in seat.game.state.cell.house_rules]
            return ["house", *house, *register(seat.game.opened.system).rules]

    return _matching(rules, incomplete)


def methods(ctx: typer.Context, incomplete: str) -> list[str]:
    """The methods by which an argument is decided."""

    def known() -> Iterable[str]:
        from adjudication.engine.by_hand.matrix import methods as all_methods

        return all_methods(ctx.params.get("methods"))

    return _matching(known, incomplete)


def table_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the tables of the game."""
    return _matching(lambda: _state(ctx).tables, incomplete)


def table_keys(ctx: typer.Context, incomplete: str) -> list[str]:
    """The keys with which the table that was named is entered, those not said yet."""

    def keys() -> list[str]:
        said = {word.partition("=")[0] for word in ctx.params.get("keys") or ()}
        table = _state(ctx).tables[ctx.params["table"]]
        return [f"{key}=" for key in table.data.keys if key not in said]

    return _matching(keys, incomplete)


def topics(ctx: typer.Context, incomplete: str) -> list[str]:
    """The learning outcomes and research questions declared for the game, to the side named with --as."""

    def declared() -> Iterable[str]:
        from adjudication.engine.by_hand.noting import topics as known
        from reports.words.notes import topics_told
        from seats.dialogue.eyes import views_of

        with _seat(ctx) as seat:
            side = seat.me.own
            return topics_told(views_of(seat, side)) if side else list(known(seat.game))

    return _matching(declared, incomplete)


def order_kinds(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the orders that may be given now, by the side named with --as if there is one."""
    return _matching(lambda: dict.fromkeys(order.name for order in _legal(ctx)), incomplete)


def order_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next word of an order: its name, then `key=value` as the legal orders have it."""

    def words() -> Iterable[str]:
        said = list(ctx.params.get("words") or ())
        if not said:
            return dict.fromkeys(order.name for order in _legal(ctx))
        from adjudication.engine.choice_texts import as_text
        from adjudication.engine.orders import OpenOrder

        given = dict(word.split("=", 1) for word in said[1:] if "=" in word)
        found: dict[str, None] = {}
        for order in _legal(ctx):
            arguments = order.fixed() if isinstance(order, OpenOrder) else order.arguments
            texts = {key: as_text(value) for key, value in arguments.items()}
            if order.name == said[0] and all(texts.get(key) == value for key, value in given.items()):
                found.update((f"{key}={text}", None) for key, text in texts.items() if key not in given)
                if isinstance(order, OpenOrder):
                    typed = incomplete.removeprefix(f"{order.vary}=") if "=" in incomplete else ""
                    grown = _grown(order.choices, typed)
                    found.update((f"{order.vary}={text}", None) for text in grown)
        return found

    return _matching(words, incomplete)


def answers(ctx: typer.Context, incomplete: str) -> list[str]:
    """The answers to the question that is open, of the side named with --side when several are asked; of
    those that are too many to list the next piece."""

    def known() -> Iterable[str]:
        from adjudication.engine.choices import Choices, show_option
        from seats.dialogue.eyes import own_questions

        found: dict[str, None] = {}
        with _seat(ctx) as seat:
            side = seat.me.side or seat.me.own
            questions = seat.session_without_dice().pending()
            for question in own_questions(seat, side, questions) if side else questions:
                options = question.options
                if isinstance(options, Choices):
                    found.update(dict.fromkeys(_grown(options, incomplete)))
                else:
                    found.update(dict.fromkeys(map(show_option, options)))
        return found

    return _matching(known, incomplete)


def _grown(choices: Any, typed: str) -> Iterable[str]:
    """What is typed of an answer, with each piece that can be added next."""
    from adjudication.engine.choice_texts import as_text, read_pieces
    from adjudication.engine.choices import Allotment, Subset, show_option

    if not isinstance(choices, Subset | Allotment):
        return [f"{name}=" for name in getattr(choices, "may", {})]
    before = typed.rpartition(",")[0]
    answer = read_pieces(choices, before)
    head = f"{before}," if before else ""
    pieces = choices.additions(answer)
    if isinstance(choices, Subset):
        return [f"{head}{as_text(piece)}" for piece in pieces]
    return [f"{head}{show_option(piece[0])}:{show_option(piece[1])}" for piece in pieces]


def rule_words(ctx: typer.Context, incomplete: str) -> list[str]:
    """The next word of `rules`: what to do, a system, a rule's number."""

    def words() -> Iterable[str]:
        from adjudication.engine.register import register, registers

        said = list(ctx.params.get("words") or ())
        if not said:
            return ["list", "show", "coverage", "register", *registers()]
        if said[0] == "register":
            return []
        if said[-1] in ("list", "show", "coverage"):
            return registers()
        return register(said[-1]).rules if said[-1] in registers() and "coverage" not in said else []

    return _matching(words, incomplete)


def _matching(words: Callable[[], Iterable[str]], incomplete: str) -> list[str]:
    try:
        return [word for word in words() if word.startswith(incomplete) and not hidden_in(word)]
    except (Refused, OSError, LookupError, ValueError, TypeError, AttributeError):
        return []


def _seat(ctx: typer.Context) -> Any:
    from cli.seat.opening import open_seat

    database = ctx.params.get("database") or os.environ.get("WHITECELL_DB") or _DATABASE
    return open_seat(database, ctx.params.get("game"), _caller(ctx), quiet=True)


def _caller(ctx: typer.Context) -> Any:
    """Who types, as the command itself would let them in."""
    from seats.seat.seat import acts, looks

    by = str(ctx.params.get("by") or os.environ.get("WHITECELL_USER") or "")
    said = {name: ctx.params.get(each.name or "") for each in ctx.command.params for name in each.opts}
    side = said.get("--side") if ctx.command.name in _FOR_A_SIDE else None
    eyes = said.get("--as")
    return acts(by, side, eyes) if side else looks(by, eyes or None)


def _desk(ctx: typer.Context) -> Any:
    from cli.seat.opening import open_ledger

    database = ctx.params.get("database") or os.environ.get("WHITECELL_DB") or _DATABASE
    with open_ledger(database, quiet=True) as ledger:
        return ledger.desk()


def _state(ctx: typer.Context) -> Any:
    with _seat(ctx) as seat:
        return seat.game.state


def own_orders(ctx: typer.Context, incomplete: str) -> list[str]:
    """The names of the orders that the side named with --as may give now."""

    def names() -> Iterable[str]:
        with _seat(ctx) as seat:
            return dict.fromkeys(order.name for order in _legal(ctx)) if seat.me.own else []

    return _matching(names, incomplete)


def _pieces(ctx: typer.Context) -> list[str]:
    from domain.views.view import see

    with _seat(ctx) as seat:
        return [piece.id for piece in see(seat.game.state, seat.me.eyes).pieces if piece.known]


def _legal(ctx: typer.Context) -> list[Any]:
    """The legal orders; of the side that looks, or is named, its own alone, as it knows them."""
    with _seat(ctx) as seat:
        side = seat.me.own or seat.me.side
        if side:
            from seats.dialogue.eyes import orders_masked

            return orders_masked(seat, side)
        return list(seat.system.legal(seat.game.state))
