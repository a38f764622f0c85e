"""The tables of the read model and the meaning of every column. `docs/read-model.md` is made from it."""

from typing import NamedTuple

from domain.events.registry import KIND_OF
from domain.events.rows import AGAIN, BY, Column, Row

FORMAT = 3
"""The format of the tables; a read model of another format is refused, and built again from the logs."""


class Table(NamedTuple):
    """A table: the meaning of a row, its columns, its key, the columns for search, and the label of a row."""

    name: str
    about: str
    columns: tuple[Column, ...]
    key: tuple[str, ...] = ("event",)
    searched: tuple[str, ...] = ()
    label: str = ""

    @property
    def names(self) -> list[str]:
        """The names of its columns."""
        return [column.name for column in self.columns]


_GAME = Column("game", int, "The game, a key of `games`.", "games")
_HEAD = (
    Column("event", int, "The event that says so: ten million times the game, and its number.", "events"),
    _GAME,
    Column("number", int, "The number of the event in the log; for a side, the line of its own view."),
    Column("order_event", int, "The order whose adjudication it belongs to; none: to no order.", "orders"),
    Column("turn", int, "The turn in which it happened."),
    Column("phase", str, "The phase in which it happened."),
    Column("in_force", int, "1, or 0 once it was undone or replaced by a ruling."),
)
_SIDE = Column("side", str, "The side whose order it belongs to; empty for the white cell.")
_RULE = Column("rule", str, "The rule that it follows.")
_BECAUSE = Column("because", str, "The reason that was given.")


def _of_events(name: str, about: str, *columns: Column, searched: tuple[str, ...] = ()) -> Table:
    return Table(name, about, (*_HEAD, *columns), searched=searched)


_TABLES: tuple[Table | str, ...] = (
    Table(
        "games",
        "A game, as it stands at its last event.",
        (
            Column("game", int, "Its number in this read model."),
            Column("id", str, "Its id, the same in every database and log file."),
            Column("name", str, "What it is called where it was read from."),
            Column("system", str, "The rule system."),
            Column("scenario", str, "The scenario."),
            Column("title", str, "The scenario's title."),
            Column("dice", str, "How dice are made: sealed, typed or scripted."),
            Column("options", str, "The options in force, as JSON."),
            Column("program", str, "The version that opened it."),
            Column("rules_digest", str, "The digest of the register of rules."),
            Column("scenario_digest", str, "The digest of the scenario's files."),
            Column("forked_from", str, "The id of the game that it goes on from, if it is a fork."),
            Column("forked_at", int, "The event of that game from which it goes on."),
            Column("purpose", str, "What it is declared to be for."),
            Column("marking", str, "How it is to be handled."),
            Column("opened_at", str, "When it was opened, UTC."),
            Column("last_at", str, "When its last event was recorded, UTC."),
            Column("events", int, "How many events its log has."),
            Column("turn", int, "The turn that it stands in."),
            Column("winner", str, "The side that won; empty for a draw, none while undecided."),
            Column("verdict", str, "Why."),
            Column("scores", str, "The scores at the verdict, as JSON."),
            Column("closed", int, "1 when it is closed."),
            Column("head", str, "The digest of its last event: the head of the chain."),
        ),
        ("game",),
        label="name",
    ),
    Table(
        "sides",
        "A side of a game.",
        (
            _GAME,
            Column("side", str, "Its id."),
            Column("name", str, "Its name."),
            Column("played_by", str, "`player`, or `umpire` where the rules themselves play it."),
        ),
        ("game", "side"),
        label="name",
    ),
    Table(
        "events",
        "An event of the log: everything else in this database is drawn from these.",
        (
            Column("event", int, "Ten million times the game, and its number."),
            _GAME,
            Column("number", int, "Its number in the log; for a side, the line of its own view."),
            Column("time", str, "When it was recorded, UTC."),
            Column("kind", str, "What kind of event it is: `die-rolled`."),
            Column("order_event", int, "The order whose adjudication it belongs to.", "events"),
            Column("rule", str, "The rule that it follows."),
            Column("turn", int, "The turn in which it happened."),
            Column("phase", str, "The phase in which it happened."),
            Column("side", str, "The side whose phase it was; empty for all or none."),
            Column("by", str, "Who recorded it, where it says so."),
            Column("words", str, "The event as one sentence."),
            Column("fields", str, "Its own fields, as JSON."),
            Column("audience", str, "The sides that may know of it, as JSON; none: everyone."),
            Column("in_force", int, "1, or 0 once it was undone or replaced by a ruling."),
            Column("struck_by", int, "The event that struck it.", "events"),
            Column("digest", str, "Its digest in the chain."),
        ),
        label="words",
    ),
    Table(
        "topics",
        "A learning outcome or research question, as it was declared last.",
        (
            _GAME,
            Column("topic", str, "Its id."),
            Column("what", str, "`learning outcome` or `research question`."),
            Column("text", str, "Its text."),
            Column("event", int, "The event that declared it last.", "events"),
        ),
        ("game", "topic"),
        label="text",
    ),
    _of_events(
        "orders",
        "An order of a side, or what the white cell did by hand.",
        Column("side", str, "The side that gave it; empty for the white cell."),
        Column("name", str, "The kind of order."),
        Column("arguments", str, "What was ordered, as JSON."),
        _RULE,
        BY,
        _BECAUSE,
        Column("words", str, "The order as one sentence."),
    )._replace(label="words"),
    _of_events(
        "summaries",
        "What came of an order in one line, where its rule system says so.",
        _SIDE,
        Column("summary", str, "The line."),
        searched=("summary",),
    )._replace(label="summary"),
    "seats",
    "rolls",
    _of_events(
        "draws",
        "A counter drawn blindly, or one of several candidates taken at random.",
        _SIDE,
        _RULE,
        Column("kind", str, "`counter-drawn` or `picked`."),
        Column("cup", str, "The cup or deck that was drawn from."),
        Column("value", str, "What came of it: the piece drawn, or the candidate taken, as JSON."),
        Column("candidates", str, "All candidates, as JSON."),
        Column("purpose", str, "What it was for."),
        Column("source", str, "`sealed`, `typed` or `scripted`."),
        AGAIN,
    ),
    "modifiers",
    _of_events(
        "look_ups",
        "A table that was entered.",
        _SIDE,
        _RULE,
        Column("table_id", str, "The table."),
        Column("title", str, "Its title."),
        Column("provenance", str, "Where it comes from: `document`, `reconstructed` or `house`."),
        Column("row", int, "The row that was found, from 1."),
        Column("keys", str, "What it was entered with, as JSON."),
        Column("result", str, "What was read in that row, as JSON."),
    ),
    _of_events(
        "moves",
        "A piece that came to another place.",
        _SIDE,
        _RULE,
        Column("how", str, "`moved`, `drawn`, `placed` (new in the game) or `removed` (gone from it)."),
        Column("piece", str, "The piece; none when the viewer does not know it."),
        Column("name", str, "Its name, or what is seen of it."),
        Column("owner", str, "The side it belongs to."),
        Column("origin", str, "The place it left."),
        Column("place", str, "The place it came to."),
    ),
    _of_events(
        "losses",
        "What a side lost, as its rules count it: else a piece that became a casualty or left the game.",
        _SIDE,
        _RULE,
        Column("how", str, "`casualty`, `eliminated`, `removed`, or as the rules call it."),
        Column("piece", str, "The piece; none when the viewer does not know it."),
        Column("name", str, "Its name, or what is seen of it."),
        Column("owner", str, "The side that lost it."),
        Column("amount", int, "How many; less than 0 for what came back."),
    ),
    "score_changes",
    Table(
        "scores",
        "Where a track stood at the end of a turn, of what is in force.",
        (
            _GAME,
            Column("turn", int, "The turn."),
            Column("track", str, "The track."),
            Column("name", str, "Its name."),
            Column("side", str, "The side that it is kept for, if any."),
            Column("value", int, "Where it stood."),
            Column("change", int, "By how much it had moved since the end of the turn before."),
        ),
        ("game", "turn", "track"),
    ),
    Table(
        "phases",
        "The time spent in a phase of a turn by the clock on the wall. Empty in the read model of a side.",
        (
            _GAME,
            Column("turn", int, "The turn."),
            Column("phase", str, "The phase."),
            Column("side", str, "The side whose phase it was; empty for all or none."),
            Column("start", str, "When it was first entered, UTC."),
            Column("end", str, "When it was last left, UTC."),
            Column("seconds", int, "Seconds spent in it."),
            Column("waiting", int, "Seconds of those in which the rules waited for an answer."),
            Column("paused", int, "Seconds more in which the clock was paused."),
        ),
        ("game", "turn", "phase", "side"),
    ),
    _of_events(
        "rulings",
        "A ruling, an undo, a table or house rule adopted, an option changed.",
        Column(
            "kind",
            str,
            "`ruled`, `late-ruling`, `taken-back`, `table-adopted`, `counters-adopted`, `house-rule-adopted` "
            "or `option-changed`.",
        ),
        Column("concerns", int, "The event ruled on, or the first that was undone.", "events"),
        Column("subject", str, "The table, house rule or option."),
        Column("value", str, "The ruled value, the option's, or the house rule's text, as JSON."),
        BY,
        _BECAUSE,
        Column("agreed", str, "The sides that agreed to an undo, as JSON."),
        Column("overruled", str, "The sides that had not agreed though they had seen it, as JSON."),
        searched=("because",),
    ),
    _of_events(
        "conclusions",
        "What an argument, estimate or vote came to.",
        Column("subject", str, "What it was about."),
        Column("method", str, "How it was judged."),
        Column("result", str, "What it came to."),
        Column("narration", str, "How it was told."),
    ),
    Table(
        "arguments",
        "What somebody said for or against an action that was argued over.",
        (
            Column("event", int, "The order that it was heard in.", "orders"),
            Column("place", int, "Its place among the arguments, from 1."),
            _GAME,
            Column("action", str, "What was argued over."),
            Column("stance", str, "`for` or `against`."),
            Column("text", str, "The argument."),
            Column("who", str, "Whose it was."),
            Column("strength", str, "How strong it was held to be."),
            Column("in_force", int, "1, or 0 once it was undone or replaced by a ruling."),
        ),
        ("event", "place"),
        ("text",),
    ),
    _of_events(
        "insights",
        "What was noted: notes, observations, insights, decisions and questions.",
        Column("kind", str, "`note`, `observation`, `insight`, `decision` or `question`."),
        Column("text", str, "The text."),
        BY,
        Column("concerns", int, "The event that it is on.", "events"),
        Column("rating", int, "From 1 to 5; none when it was not rated."),
        Column("turns", str, "The turns that it is about, as JSON."),
        Column("sides", str, "The sides that it is about, as JSON."),
        searched=("text",),
    )._replace(label="text"),
    Table(
        "insight_topics",
        "A topic that something noted belongs to.",
        (
            Column("insight", int, "What was noted.", "insights"),
            Column("topic", str, "The topic's id, as in `topics`."),
            _GAME,
        ),
        ("insight", "topic"),
    ),
    Table(
        "insight_links",
        "An event that something noted rests on, besides the one that it is on.",
        (
            Column("insight", int, "What was noted.", "insights"),
            Column("event", int, "The event.", "events"),
            _GAME,
        ),
        ("insight", "event"),
    ),
    Table(
        "injects",
        "A line of the master events list, as it was listed last.",
        (
            _GAME,
            Column("inject", str, "Its id."),
            Column("event", int, "The event that listed it last.", "events"),
            Column("text", str, "What it says."),
            Column("due_turn", int, "The turn it is due in; 0 is any."),
            Column("due_phase", str, "The phase it is due in; empty is any."),
            Column("due_time", str, "The time it is due at, as it was written."),
            Column("audience", str, "The sides it is for, as JSON; none named: all."),
            Column("changes", str, "What is then changed by hand."),
        ),
        ("game", "inject"),
    ),
    _of_events(
        "injects_handled",
        "An inject that was delivered, altered or skipped.",
        Column("inject", str, "Its id; a side is not told."),
        Column("how", str, "`delivered`, `altered` or `skipped`."),
        Column("text", str, "What was told."),
        _BECAUSE,
        BY,
        Column("unplanned", int, "1 for an inject that was in no list; a side is not told."),
    ),
    _of_events(
        "corrections",
        "A note, message, inject or topic that was corrected or withdrawn; the original keeps its row.",
        Column("concerns", int, "The event of the original.", "events"),
        Column("kind", str, "`note`, `message`, `inject` or `topic`."),
        Column("topic", str, "The id of a topic; else empty."),
        Column("text", str, "The new text; empty for a message and for what was withdrawn."),
        Column("fields", str, "The new fields of a message, as JSON."),
        Column("withdrawn", int, "1 when it was withdrawn."),
        BY,
        _BECAUSE,
        searched=("text",),
    ),
    _of_events(
        "messages",
        "A message or structured order that was sent.",
        Column("form", str, "The form that was filled in."),
        Column("sender", str, "Who sent it."),
        Column("side", str, "On behalf of which side; empty for the white cell."),
        Column("to_sides", str, "To which sides, as JSON; none: the white cell alone."),
        Column("fields", str, "What was filled in, as JSON."),
    ),
    Table(
        "texts",
        "All that people wrote, to be searched at once: notes, reasons, messages, narrations, injects.",
        (
            Column("event", int, "The event that it is in.", "events"),
            Column(
                "what", str, "The kind of note, or `reason`, `message`, `narration`, `inject`, `correction`."
            ),
            _GAME,
            Column("number", int, "The number of the event; for a side, the line of its own view."),
            Column("by", str, "Who wrote it."),
            Column("text", str, "The text."),
        ),
        ("event", "what"),
        ("text",),
        label="text",
    ),
)
"""In the order of docs/read-model.md; a name is that of a table that a type of event declares."""

READ_MODEL = Table(
    "read_model",
    "What this database is: one row.",
    (
        Column("format", int, "The format of its tables."),
        Column("viewer", str, "Whose view it holds: `white` is all, else a side."),
    ),
    ("format",),
)

DESCRIBED = Table(
    "described",
    "What every table, view and column of this database says.",
    (
        Column("table_name", str, "The table or view."),
        Column("column_name", str, "The column; empty for the table or view itself."),
        Column("about", str, "What it says."),
    ),
    ("table_name", "column_name"),
)


def tables() -> tuple[Table, ...]:
    """The tables of games. Those that types of events declare, and that have no place above, come last."""
    rows = [row for kind in KIND_OF.values() for row in kind.rows if isinstance(row, Row)]
    declared = {row.table: _of_row(row) for row in rows}
    placed = [declared.pop(each) if isinstance(each, str) else each for each in _TABLES]
    return *placed, *declared.values()


def _of_row(row: Row) -> Table:
    of_order = (_SIDE, _RULE) if row.of_order else ()
    columns = (*_HEAD, *of_order, *(cell.column for cell in row.cells))
    return Table(row.table, row.about, columns, label=row.label)


def all_tables() -> tuple[Table, ...]:
    """The tables of games, and those that say what the database is."""
    return READ_MODEL, *tables(), DESCRIBED
