"""A side's brief: the hand-out of what it may know, as one page of HTML or a PDF, and of nothing else.

Everything in it comes from the side's own view of table and log, gathered as plain data first; the two
templates only set it out. What people typed stays text in both: HTML is escaped, and Typst is given it as
data beside the template, never as markup.
"""

import msgspec
from markupsafe import Markup

from adjudication.seminar.markings import page_marking
from domain.events.seen import held
from domain.game.game import Game
from domain.table.state import State
from domain.views.view import EventView, PieceView, see, see_log
from reports.document.templating import templates
from reports.maps.drawing import map_of
from reports.story.background import background
from reports.words.events import in_words_for
from reports.words.messages import field_texts, heading
from reports.words.names import Names, capital, one_line, spoken

FORMATS = ("html", "pdf")


class Letter(msgspec.Struct, frozen=True):
    """A message as it stands in a brief: its heading, then each field with its lines."""

    heading: str
    fields: list[tuple[str, list[str]]]
    marking: str = ""


class Delivered(msgspec.Struct, frozen=True):
    """An inject as the side was told it, or a note that was shared with it."""

    text: str
    marking: str = ""


class Place(msgspec.Struct, frozen=True):
    """What stands at a place, a line each."""

    name: str
    pieces: list[str]


class Brief(msgspec.Struct, frozen=True):
    """All that a brief says. marking: empty when the game has none."""

    title: str
    game: str
    side: str
    when: str
    marking: str
    situation: list[str]
    purpose: str
    people: list[str]
    tracks: list[str]
    own: list[Place]
    others: list[Place]
    messages: list[Letter]
    injects: list[Delivered]
    notes: list[Delivered]
    sealed: list[str]
    map: str
    verdict: str = ""


def gather(game: Game, side: str) -> Brief:
    """What the side may be handed now."""
    state, opened = game.state, game.opened
    names = Names(state, side)
    table = see(state, side)
    views = [view for view in see_log(game.log, side) if not view.struck]
    letters = [view for view in views if view.event == "message-sent"]
    told = [view for view in views if view.event == "inject-handled"]
    notes = [view for view in views if view.event == "noted"]
    declared = state.cell.declared
    shared = declared is not None and declared.audience is None
    phase = f", {capital(spoken(table.phase))}" if table.phase else ""
    verdict = ""
    if table.verdict is not None:
        winner = f"{capital(names.side(table.verdict))} wins" if table.verdict else "A draw"
        verdict = f"{winner}: {one_line(table.reason)}"
    return Brief(
        title=one_line(opened.title),
        game=one_line(opened.name),
        side=capital(names.side(side)),
        when=f"Turn {names.turn(table.turn)}{phase}"
        if table.turn
        else capital(spoken(table.phase)) or "Before play",
        marking=one_line(page_marking(state, [view.marking for view in (*letters, *told, *notes)])),
        situation=[part for text in background(game, side) for part in text.paragraphs],
        purpose=one_line(declared.purpose) if declared is not None and shared else "",
        people=[
            _person(seat.name, seat.role, seat.cell)
            for seat in state.cell.seats.values()
            if seat.side in held(side)
        ],
        tracks=[f"{capital(names.track(id))}: {value}" for id, value in table.tracks.items()],
        own=_places([piece for piece in table.pieces if piece.side in held(side)], names, side),
        others=_places([piece for piece in table.pieces if piece.side not in held(side)], names, side),
        messages=[_letter(view, heading(view, state, side)) for view in letters],
        injects=[Delivered(one_line(view.fields["text"]), one_line(view.marking)) for view in told],
        notes=[Delivered(_without_numbers(view, state, side), one_line(view.marking)) for view in notes],
        sealed=_sealed(game, side, names),
        map=_map(game, side),
        verdict=verdict,
    )


def _without_numbers(view: EventView, state: State, side: str) -> str:
    """A note in words; the lines that it is on are numbers in a log, and a brief has none."""
    fields = {name: value for name, value in view.fields.items() if name not in ("concerns", "links")}
    return in_words_for(msgspec.structs.replace(view, fields=fields), state, side)


def _letter(view: EventView, heading: str) -> Letter:
    fields = field_texts(view.fields["form"], view.fields["fields"])
    return Letter(heading, fields, one_line(view.marking))


def _person(name: str, role: str, cell: str) -> str:
    facts = ", ".join(one_line(fact) for fact in (role, cell) if fact)
    return f"{one_line(name)}: {facts}" if facts else one_line(name)


def _places(pieces: list[PieceView], names: Names, side: str) -> list[Place]:
    found: dict[str, list[str]] = {}
    hidden: dict[tuple[str, str], int] = {}
    for piece in pieces:
        lines = found.setdefault(piece.place, [])
        if piece.known:
            lines.append(_piece(piece, names, side))
        else:
            owner = f" of {names.side(piece.side)}" if piece.side and piece.side != side else ""
            what = f"{one_line(piece.back) or 'hidden piece'}{owner}"
            hidden[piece.place, what] = hidden.get((piece.place, what), 0) + 1
    for (place, what), count in hidden.items():
        found[place].append(f"{count} not known: {what}")
    return [Place(capital(names.space(place)) or "Nowhere", lines) for place, lines in found.items()]


def _piece(piece: PieceView, names: Names, side: str) -> str:
    owner = f" ({names.side(piece.side)})" if piece.side and piece.side != side else ""
    facts = [one_line(piece.face), f"{piece.steps} steps" if piece.steps else ""]
    facts += [
        f"{spoken(name)} {value}" for name, value in piece.values.items() if value not in (None, "", False)
    ]
    facts.append(f"aboard {names.piece(piece.aboard)}" if piece.aboard else "")
    told = ", ".join(fact for fact in facts if fact)
    return f"{one_line(piece.name)}{owner}{f': {told}' if told else ''}"


def _sealed(game: Game, side: str, names: Names) -> list[str]:
    """The side's orders that are still sealed, in words."""
    orders = [
        order for each in game.state.cell.sealed.values() if each.side in held(side) for order in each.orders
    ]
    return [
        ", ".join([spoken(one_line(order.get("order", ""))), *_arguments(order, names)]) for order in orders
    ]


def _arguments(order: dict[str, object], names: Names) -> list[str]:
    return [f"{spoken(name)} {names.thing(value)}" for name, value in order.items() if name != "order"]


def _map(game: Game, side: str) -> str:
    if not game.state.board.data.spaces:
        return ""
    return map_of(game, side, f"The map, turn {game.state.turn_name()}")


def brief_html(brief: Brief) -> str:
    """The brief as one page of HTML that needs nothing but itself."""
    return templates().get_template("brief.html.j2").render(brief=brief, map=Markup(brief.map))


def brief_pdf(brief: Brief) -> bytes:
    """The brief as a PDF. Raises Refused when it cannot be set."""
    from importlib.resources import files

    from reports.document.pdf import compiled

    template = files("reports").joinpath("templates", "brief.typ").read_bytes()
    (made,) = compiled(template, {"brief": msgspec.json.encode(brief, enc_hook=str).decode()})
    return made


__all__ = ["FORMATS", "Brief", "brief_html", "brief_pdf", "gather"]
