"""The after-action review: one HTML file that needs nothing but itself.

It is a list of sections, each with a template of its own in `templates/aar` and a function that gathers
what the template shows. A new section is one more of each, and one more line in `SECTIONS`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from adjudication.audit import AuditReport
from adjudication.markings import page_marking
from adjudication.systems import RuleSystem, load
from domain.chain import Entry
from domain.errors import NotFound, Refused
from domain.events import GameOpened, TableData
from domain.game import Game
from domain.view import WHITE, see_log
from reports import aar_seminar
from reports.audit_text import dice_words, verdict
from reports.chart import line_chart
from reports.clock import hour
from reports.control import held
from reports.map_svg import map_svg
from reports.names import Names, capital, one_line, spoken
from reports.rulebook import readings, rule_text
from reports.seminar_words import lasting
from reports.turns import Line, Loss, Story, story

UNTOLD = ("order-given", "order-done")
"""Kinds of events that have no line of their own: the order stands above its lines."""
_CORRECTIONS = frozenset(("taken-back", "entropy-given"))


class Review:
    """What every section of a review may look at."""

    def __init__(self, game: Game, entries: Sequence[Entry], audit: AuditReport, viewer: str = WHITE) -> None:
        self.game = game
        self.entries = entries
        self.audit = audit
        self.viewer = viewer
        self.state = game.state
        self.opened: GameOpened = game.opened
        self.names = Names(game.state, viewer)
        self.story: Story = story(game, viewer)
        self.lines: list[Line] = [
            *self.story.set_up,
            *(line for told in self.story.orders() for line in told.lines),
        ]

    @property
    def anchors(self) -> set[int]:
        """The numbers of the events that stand on the page, and can be linked to."""
        told = self.story.orders()
        return {order.number for order in told} | {
            line.number for order in told for line in order.lines if line.kind not in UNTOLD
        }

    @cached_property
    def markings(self) -> dict[int, str]:
        """The handling markings of single events, by the numbers that stand on the page."""
        if not any(self.state.cell.markings.values()):
            return {}
        views = see_log(self.game.log, self.viewer)
        return {view.number or view.line: one_line(view.marking) for view in views if view.marking}

    @property
    def marking(self) -> str:
        """The handling marking on top and bottom of the page."""
        return one_line(page_marking(self.state, self.markings.values()))

    @property
    def white(self) -> bool:
        """Whether it is for the white cell, who may know all."""
        return self.viewer == WHITE

    def system(self) -> RuleSystem | None:
        """The rule system, where it is at hand."""
        try:
            return load(self.opened.system)
        except NotFound:
            return None


class Section(NamedTuple):
    """A section: its template's name, which is its anchor too, its heading, and what it shows (None: it is
    left out)."""

    name: str
    heading: str
    build: Callable[[Review], dict[str, Any] | None]


def write_aar(
    game: Game, entries: Sequence[Entry], audit_report: AuditReport, path: Path, viewer: str = WHITE
) -> None:
    """Write the review of a game to a file, whole or not at all. Raises Refused when it cannot."""
    page = render_aar(game, entries, audit_report, viewer)
    part = path.with_name(path.name + ".part")
    try:
        part.write_text(page, encoding="utf-8")
        part.replace(path)
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from error


def render_aar(game: Game, entries: Sequence[Entry], audit_report: AuditReport, viewer: str = WHITE) -> str:
    """The review of a game as one page of HTML, as the viewer may read it."""
    review = Review(game, entries, audit_report, viewer)
    shown = []
    for section in SECTIONS:
        data = section.build(review)
        if data is not None:
            template = _templates().get_template(f"aar/{section.name}.html.j2")
            body = template.render(review=review, names=review.names, **data)
            shown.append({"name": section.name, "heading": section.heading, "body": Markup(body)})
    page = _templates().get_template("aar.html.j2")
    return page.render(review=review, opened=review.opened, sections=shown)


@cache
def _templates() -> Environment:
    """The templates; whatever goes into them is escaped unless it is drawn here."""
    environment = Environment(
        loader=PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(spoken=spoken, capital=capital, one_line=one_line, hour=hour, lasting=lasting)
    return environment


# --- the sections ----------------------------------------------------------------------------------


def _verdict(review: Review) -> dict[str, Any]:
    reached = review.state.verdict
    scores = {} if reached is None else {review.names.thing(side): n for side, n in reached.scores.items()}
    return {
        "verdict": reached,
        "winner": review.names.side(reached.winner) if reached is not None else "",
        "rule": rule_text(review.opened.system, reached.rule) if reached is not None else None,
        "scores": scores,
        "orders": sum(not told.struck_by and not told.continued for told in review.story.orders()),
        "audit": verdict(review.audit),
        "findings": len(review.audit.findings),
        "rebuilt": len([table for table in review.state.tables.values() if _made_up(table.data)]),
    }


def _score(review: Review) -> dict[str, Any] | None:
    turns = [turn for turn in review.story.turns if turn.tracks]
    tracks = [track for track in review.state.tracks if any(track in turn.tracks for turn in turns)]
    if not turns or not tracks:
        return None
    columns = {track: [turn.tracks.get(track, 0) for turn in turns] for track in tracks}
    numbers = [turn.turn for turn in turns]
    moving = {review.names.track(track): line for track, line in columns.items() if len(set(line)) > 1}
    chart = line_chart(numbers, moving, "Tracks by turn") if moving and len(turns) > 1 else ""
    rows = [
        [
            (line[index], line[index] - (line[index - 1] if index else line[index]))
            for line in columns.values()
        ]
        for index in range(len(turns))
    ]
    return {
        "tracks": [review.names.track(track) for track in tracks],
        "rows": list(zip(numbers, rows, strict=True)),
        "chart": Markup(chart),
    }


def _orders(review: Review) -> dict[str, Any]:
    system = review.opened.system
    return {
        "turns": review.story.turns,
        "rule": lambda citation: rule_text(system, citation),
        "untold": UNTOLD,
    }


def _casualties(review: Review) -> dict[str, Any]:
    by_side: dict[str, list[Loss]] = {}
    for loss in review.story.losses():
        by_side.setdefault(loss.side, []).append(loss)
    return {"sides": [(review.names.side(side) or "no side", losses) for side, losses in by_side.items()]}


def _final_map(review: Review) -> dict[str, Any] | None:
    if not review.state.board.data.spaces:
        return None
    control = held(review.state, review.viewer, review.system())
    drawn = map_svg(review.state, review.viewer, control=control, heading="The final map", inline=True)
    return {"map": Markup(drawn), "turn": review.state.turn}


def _corrections(review: Review) -> dict[str, Any]:
    return {
        "corrections": [line for line in review.lines if line.kind in _CORRECTIONS],
        "struck": sum(bool(line.struck_by) for line in review.lines),
    }


def _made_up(table: TableData) -> bool:
    return table.provenance != "document"


def _tables(review: Review) -> dict[str, Any]:
    used = Counter(line.fields["table"] for line in review.lines if line.kind == "looked-up")
    tables = sorted(review.state.tables.items(), key=lambda item: not _made_up(item[1].data))
    board = review.state.board.data
    kinds = [kind for kind in review.state.kinds.values() if kind.provenance != "document"]
    return {
        "tables": [(name, table.data, used[name], _columns(table.data)) for name, table in tables],
        "board": board if board.spaces else None,
        "kinds": [one_line(kind.name) for kind in kinds],
        "made_up": _made_up,
    }


def _columns(table: TableData) -> list[str]:
    """The columns of a table, those it is entered by first."""
    return [*table.keys, *(name for name in (table.rows[0] if table.rows else ()) if name not in table.keys)]


def _readings(review: Review) -> dict[str, Any] | None:
    taken = readings(review.opened.system)
    options = {name: review.names.thing(value) for name, value in review.state.options.items()}
    if not taken and not options:
        return None
    return {"readings": taken, "options": options}


def _rules(review: Review) -> dict[str, Any] | None:
    cited = Counter(line.rule for line in review.lines if line.rule)
    found = [(rule_text(review.opened.system, rule), count) for rule, count in sorted(cited.items())]
    return {"rules": found} if found else None


def _audit(review: Review) -> dict[str, Any]:
    return {
        "audit": review.audit,
        "said": verdict(review.audit),
        "dice": dice_words(review.audit),
        "head": review.entries[-1].digest if review.entries else review.game.head,
        "opened": review.opened,
        "anchors": review.anchors,
    }


SECTIONS: tuple[Section, ...] = (
    Section("verdict", "Verdict", _verdict),
    Section("score", "Score by turn", _score),
    Section("map", "The final map", _final_map),
    Section("orders", "What happened, and why", _orders),
    Section("casualties", "Casualties", _casualties),
    Section("insights", "What was learned", aar_seminar.insights),
    Section("rulings", "Rulings and house rules", aar_seminar.rulings),
    Section("corrections", "Take-backs", _corrections),
    Section("messages", "Messages and injects", aar_seminar.messages),
    Section("clock", "Where the time went", aar_seminar.time_spent),
    Section("tables", "Tables, and where they come from", _tables),
    Section("readings", "Readings taken and options", _readings),
    Section("rules", "Rules cited", _rules),
    Section("audit", "Audit", _audit),
)
