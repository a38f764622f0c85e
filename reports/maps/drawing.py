"""The board as an SVG drawing: terrain, names, control, counters as the viewer sees them, arrows.

Layers from bottom to top: the ground, control, lines of communication, names, counters, arrows.
"""

from collections.abc import Container, Iterable, Mapping, Sequence

from adjudication.engine.games.systems import load
from adjudication.seminar.markings import marking_of
from domain.errors import NotFound
from domain.game.game import Game
from domain.table.state import State
from domain.views.view import WHITE, PieceView, StateView, see
from reports.figures.svg import attributes, tag, title, words
from reports.maps.arrows import Arrow, draw, samples
from reports.maps.arrows import told as arrows_told
from reports.maps.boxes import filled, frame, panels
from reports.maps.control import control as held_ground
from reports.maps.control import samples as held_samples
from reports.maps.ground import borders, ground, key, labels, legend, star_sample
from reports.maps.heading import HIGH as TITLED
from reports.maps.heading import heading as title_of
from reports.maps.layout import Sheet, Spot, detail, room, sheet_of
from reports.maps.overlays import in_force
from reports.maps.pieces import INK, LARGE_LETTERS, LETTERS, Counters, Slot, alike
from reports.maps.pieces import samples as counter_samples
from reports.story.control import held, lines_held
from reports.words.lasting import lasting
from reports.words.names import Names, one_line, spoken
from reports.words.phrases import phrases

_EDGE = 24
"""The extra height of a drawing at top and bottom for a handling marking."""
_WIDEST, _LEGIBLE = 1_400, 0.8
"""The greatest width of a map that is fitted to its page; a wider one keeps this part of its size and is
scrolled."""
_LEGIBLE_BESIDE = 0.7
"""The same for maps side by side: they fit the page of a review, and are scrolled on a phone."""
_WIDE = 1.1
"""The ratio of width to height from which a map may be wider than the text of its page."""
_FAR = 1.9
"""How much larger the legend of an overview is."""
_PAPER = "#fbfaf7"
_LONGEST = 1_900
LINE = ("line of communication", 9)
"""The name of a line of communication, and its width."""


def map_svg(
    state: State,
    viewer: str = WHITE,
    *,
    heading: str = "",
    prefix: str = "map",
    control: Mapping[str, str] | None = None,
    lines: Sequence[tuple[str, str, str]] = (),
    arrows: Sequence[Arrow] = (),
    inline: bool = False,
    boxes: bool = True,
    marking: str | None = None,
    crop: Iterable[str] = (),
    title_block: bool = False,
    overview: bool = False,
) -> str:
    """The board as one `svg` element, between the game's handling marking, if it has one, or another.

    heading: its accessible title. prefix: the start of all ids. control: space -> side, by default the sides
    whose known pieces are there. lines: of communication or supply, as side, space, and the next space
    towards the source. arrows: what was done. inline: for a page of HTML, which needs no namespace. boxes:
    whether boxes beside the map are drawn. crop: spaces to whose surroundings the drawing is limited, without
    legend and boxes, for a card; if they are on several maps, the map with most of them. title_block: whether
    game, turn, view, north and scale are above the map. overview: for a page that shows it at half size: few
    and large names, no designations, and a legend of control.
    """
    view = see(state, viewer)
    names = Names(state, viewer)
    counters = counters_for(state, names, prefix)
    counters.named = not overview
    standing = by_place(view, state)
    holders = held(state, viewer) if control is None else control
    cut = list(crop)
    whole_sheet = sheet_of(state)
    sheet, box = detail(whole_sheet, cut) if cut else (whole_sheet, None)
    at, everywhere, width, height = sheet.at, sheet.everywhere, sheet.width, sheet.height
    slots = [
        slot for spot in sheet.spots for slot in stacked(spot, standing.get(spot.space.id, ()), counters)
    ]
    frames = []
    if boxes and box is None:
        groups = {place: len(alike(pieces)) for place, pieces in standing.items() if place not in at}
        shown, height = panels(state, groups, width, height)
        for panel in shown:
            frames.append(frame(panel))
            slots += filled(panel, standing[panel.place], counters)
    seen = [each for each in arrows if box is None or {each.origin, each.to} & set(at)]
    layers = [
        ground(state, sheet, prefix, textures=not overview),
        held_ground(whole_sheet, holders, counters),
        *borders(state, sheet),
        draw_lines(lines, everywhere, counters),
        *frames,
        *(counters.draw(slot) for slot in slots),
        draw(seen, everywhere, counters, names),
        labels(state, sheet, overview=overview, marked=lasting(state, viewer)),
    ]
    heading = heading or f"{one_line(state.board.data.name) or 'Board'}, turn {state.turn_name()}"
    notes = provenance(state, standing)
    told = " ".join([in_words(state, viewer, holders, seen, within=at)[:_LONGEST], *notes])
    drawn, top = "", 0.0
    if overview and box is None:
        shown_ways = [line_sample(side, counters) for side in dict.fromkeys(side for side, *_ in lines)]
        entries = [*held_samples(sheet, holders, counters), *star_sample(state, sheet), *shown_ways]
        small, foot = key([*entries, *samples(seen)], width / _FAR, height / _FAR, notes[:1])
        drawn, height = tag("g", small, transform=f"scale({_FAR})"), foot * _FAR
    elif box is None:
        on_map = [piece for spot in sheet.spots for piece in standing.get(spot.space.id, ())]
        some = any(slot.many > 1 and slot.glyph >= 0 for slot in slots)
        more = counter_samples(on_map, counters, some)
        more += [line_sample(side, counters) for side in dict.fromkeys(side for side, *_ in lines)]
        more += samples(seen)
        drawn, height = legend(state, counters, width, height, more, holders=holders, notes=notes)
        if title_block:
            top = TITLED
            drawn += tag("g", title_of(state, viewer, sheet), transform=f"translate(0 {-TITLED:.0f})")
    return whole(
        prefix,
        (width, height + top) if box is None else box[2:],
        corner=(0.0, -top) if box is None else box[:2],
        least=least_width(sheet) if box is None else 0,
        heading=heading,
        told=told,
        marking=one_line(marking_of(state) if marking is None else marking),
        inside=tag("defs", counters.definitions()) + "".join(layers) + drawn,
        inline=inline,
        wide=box is None,
    )


def provenance(state: State, standing: Mapping[str, Sequence[PieceView]]) -> list[str]:
    """Sentences that say which parts of a map are reconstructions, and which are drawn larger."""
    found = []
    if state.board.data.provenance == "reconstructed":
        found.append("This map is a reconstruction: the printed map was not available.")
    kinds = {piece.kind for pieces in standing.values() for piece in pieces if piece.known}
    if any(state.kinds[kind].provenance == "reconstructed" for kind in kinds if kind in state.kinds):
        found.append("Some of its counters are reconstructions.")
    enlarged = phrases(state.opened.system).enlarged if state.opened is not None else None
    if enlarged is not None and any(s.terrain == enlarged.terrain for s in state.board.data.spaces):
        found.append(
            f"Areas of terrain {spoken(enlarged.terrain)} are drawn larger than the rest of the map."
        )
    return found


def map_of(game: Game, viewer: str = WHITE, heading: str = "") -> str:
    """The board of a game now, with control and supply lines if its rule system gives them."""
    try:
        system = load(game.opened.system)
    except NotFound:
        system = None
    state = game.state
    control = held(state, viewer, system)
    sides = [id for id, side in state.sides.items() if side.played_by == "player"]
    arrows = in_force(see(state, viewer), phrases(game.opened.system).overlays, sides)
    lines = lines_held(state, system)
    return map_svg(
        state, viewer, heading=heading, control=control, lines=lines, arrows=arrows, title_block=True
    )


def whole(
    prefix: str,
    size: tuple[float, float],
    *,
    corner: tuple[float, float] = (0, 0),
    least: float = 0,
    heading: str,
    told: str,
    marking: str,
    inside: str,
    inline: bool = False,
    wide: bool = True,
) -> str:
    """A map's `svg` element around its content, between its marking. least: the least width at which it is
    readable, if it is not fitted to every page. corner: the upper left corner of what is shown. wide:
    whether it may be wider than the text of its page."""
    width, height = size
    left, top = corner
    edge = _EDGE if marking else 0
    root = {
        "viewBox": f"{left:.0f} {top - edge:.0f} {width:.0f} {height + 2 * edge:.0f}",
        "role": "img",
        "aria-labelledby": f"{prefix}-title {prefix}-desc",
        "font-family": "system-ui, 'DejaVu Sans', sans-serif",
        "fill": INK,
        "class": "map",
    }
    if wide and width > _WIDE * height:
        root["data-wide"] = "1"
    if least:
        root["style"] = f"min-width:{least:.0f}px"
    if not inline:
        root = {"xmlns": "http://www.w3.org/2000/svg", **root}
    return (
        f"<svg{''.join(attributes({name: value}) for name, value in root.items())}>"
        + title(heading).replace("<title", f'<title id="{prefix}-title"', 1)
        + title(told).replace("title", "desc").replace("<desc", f'<desc id="{prefix}-desc"', 1)
        + tag("rect", x=left, y=top - edge, width=width, height=height + 2 * edge, fill=_PAPER)
        + inside
        + (_marked(marking, left, top, width, height) if marking else "")
        + "</svg>"
    )


def _marked(marking: str, left: float, top: float, width: float, height: float) -> str:
    """The handling marking above and below a drawing, on paper that covers what extends beyond a detail."""
    return "".join(
        tag("rect", x=left, y=edge, width=width, height=_EDGE, fill=_PAPER)
        + words(marking, left + width / 2, edge + 16, 14, font_weight="bold")
        for edge in (top - _EDGE, top + height)
    )


def least_width(sheet: Sheet) -> float:
    """The least width of a drawing before it is scrolled; 0 for one that is fitted to every page."""
    if sheet.width > _WIDEST:
        return sheet.width * _LEGIBLE
    return sheet.width * _LEGIBLE_BESIDE if sheet.side_by_side else 0


def counters_for(state: State, names: Names, prefix: str) -> Counters:
    """The drawer of counters for a table."""
    said = phrases(names.system)
    return Counters(
        prefix,
        {id: names.side(id) for id in state.sides},
        {id: kind.name for id, kind in state.kinds.items()},
        said.designation,
        LETTERS if said.enlarged is None else LARGE_LETTERS,
    )


def by_place(view: StateView, state: State) -> dict[str, list[PieceView]]:
    """The pieces at each place that has any; what they carry is described with them. For a deck or cup
    only the backs, for a discard as many of the card on top."""
    standing: dict[str, list[PieceView]] = {}
    for piece in view.pieces:
        if not piece.aboard:
            standing.setdefault(piece.place, []).append(piece)
    for place, pieces in standing.items():
        space = state.board.spaces.get(place)
        if space is not None and space.kind in ("deck", "cup"):
            standing[place] = [PieceView(place, each.side, each.back, known=False) for each in pieces]
        elif space is not None and space.kind == "discard":
            top = state.at.get(place, [""])[-1]
            shown = next((each for each in pieces if each.id == top), pieces[-1])
            standing[place] = [shown] * len(pieces)
    return standing


def stacked(spot: Spot, pieces: Sequence[PieceView], counters: Counters) -> list[Slot]:
    """The pieces in a space as a readable stack."""
    return counters.stack(pieces, spot.x, spot.y + 2, *room(spot)) if pieces else []


def draw_lines(lines: Sequence[tuple[str, str, str]], at: Mapping[str, Spot], counters: Counters) -> str:
    """Lines of communication, each in the colour of its side."""
    by_side: dict[str, list[str]] = {}
    for side, one, other in lines:
        if one in at and other in at:
            by_side.setdefault(side, []).append(tag("path", d=way(at[one], at[other])))
    return "".join(
        tag(
            "g",
            title(f"{LINE[0]} of {counters.names.get(side, side)}"),
            tag("g", *ways, stroke="#ffffff", stroke_width=LINE[1] + 3),
            tag("g", *ways, stroke=counters.colour(side), stroke_width=LINE[1]),
            opacity="0.45",
            fill="none",
            stroke_linecap="round",
        )
        for side, ways in by_side.items()
    )


def way(one: Spot, other: Spot) -> str:
    """The path between the centres of two spaces."""
    return f"M{one.x:.0f} {one.y:.0f}L{other.x:.0f} {other.y:.0f}"


def line_sample(side: str, counters: Counters) -> tuple[str, str]:
    """A side's line of communication for a legend."""
    line = {"stroke": counters.colour(side), "stroke_width": LINE[1], "opacity": "0.45"}
    return tag(
        "path", d="M3 7h16", **line, stroke_linecap="round"
    ), f"{LINE[0]}, {counters.names.get(side, side)}"


def in_words(
    state: State,
    viewer: str,
    holders: Mapping[str, str],
    arrows: Sequence[Arrow] = (),
    *,
    boxes: bool = False,
    within: Container[str] | None = None,
) -> str:
    """A map in words, for those who do not see it: what was done, and the contents of spaces. boxes: also
    the boxes beside it. within: the spaces that are shown, if not all are."""
    names = Names(state, viewer)
    counters = counters_for(state, names, "")
    standing = by_place(see(state, viewer), state)
    on_map = [
        space.id
        for space in state.board.data.spaces
        if space.id in standing and (within is None or space.id in within)
    ]
    beside = [place for place in standing if place not in on_map] if boxes else []
    told = []
    for place in (*on_map, *beside):
        holder = holders.get(place)
        held_by = f", held by {names.side(holder)}" if holder else ""
        told.append(f"{names.space(place)}{held_by}: {counters.all_told(standing[place])}")
    said = ". ".join(told) or "No pieces on the map"
    return f"{arrows_told(arrows, names)} {said}".strip()
