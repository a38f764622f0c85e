"""Notes, observations, insights, decisions and questions, kept as they are said: what a game was for."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.errors import BadData, NotFound
from domain.events import GameDeclared, Noted
from domain.events.people import Topic
from domain.game.game import Game
from domain.table.state import State

KINDS = ("note", "observation", "insight", "decision", "question")
"""What may be noted; all but the plain note are counted as what the game was for."""

LONGEST_NOTE = 10_000
"""Characters that one note may have."""

ASSESSMENT = "assessment"
"""A phase with this word in its name asks for insights."""


CALLED = {"question": "follow-up"}
"""What a kind of note is called where that is not its name in the log."""

_SPOKEN = {CALLED.get(kind, kind): kind for kind in KINDS} | {
    "obs": "observation",
    "ins": "insight",
    "fu": "question",
}


def kind_of_words(words: Sequence[str]) -> tuple[str | None, str | None]:
    """The kind and the text of what was typed: `insight The bridge decided it`; a kind alone, also in the
    plural, has no text, and asks for the notes of that kind. None where nothing was said of either."""
    if not words:
        return None, None
    first, *rest = words
    kind = _SPOKEN.get(first.removesuffix(":").lower() if first.endswith(":") else first)
    if kind is not None:
        return kind, " ".join(rest) if rest else None
    if not rest and first.endswith("s") and first[:-1] in _SPOKEN:
        return _SPOKEN[first[:-1]], None
    return None, " ".join(words)


def hashtags(text: str, state: State) -> tuple[str, tuple[str, ...]]:
    """A text without its words `#ID` that name declared topics, and those topics; other words stay."""
    known = {f"#{id}".casefold(): id for id in _topics(state.cell.declared)}
    words = text.split(" ")
    tags = dict.fromkeys(known[word.casefold()] for word in words if word.casefold() in known)
    return " ".join(word for word in words if word.casefold() not in known), tuple(tags)


def called(kind: str) -> str:
    """What a kind of note is called."""
    return CALLED.get(kind, kind)


def check_note(state: State, note: Noted) -> None:
    """Raises BadData or NotFound for a note that says nothing, or speaks of what is not there."""
    if not note.text.strip():
        raise BadData(f"{called(note.kind).capitalize()}: it needs a text.")
    if len(note.text) > LONGEST_NOTE:
        raise BadData(f"{called(note.kind).capitalize()}: it has at most {LONGEST_NOTE} characters.")
    for number in (note.concerns, *note.links):
        if number and not 1 <= number <= state.number:
            raise NotFound(f"There is no event {number}; the log has {state.number} events.")
    for turn in note.turns:
        if not 0 <= turn <= state.turn:
            raise NotFound(f"There was no turn {turn} yet; this is turn {state.turn}.")
    for side in (*note.sides, *(note.audience or ())):
        state.check_side(side)
    known = _topics(state.cell.declared)
    for tag in note.tags:
        if tag not in known:
            said = f"there are: {', '.join(known)}" if known else "`whitecell declare` declares them"
            raise NotFound(f"No learning outcome or research question is called {tag[:40]!r}; {said}.")
    if not 0 <= note.rating <= 5:
        raise BadData(f"A rating goes from 1 to 5, not {note.rating}.")


def topics(game: Game) -> dict[str, Topic]:
    """The research questions and learning outcomes declared for the game, by their ids."""
    return _topics(game.state.cell.declared)


def _topics(declared: GameDeclared | None) -> dict[str, Topic]:
    if declared is None:
        return {}
    return {topic.id: topic for topic in (*declared.questions, *declared.outcomes)}


def without_insight(game: Game) -> list[Topic]:
    """The declared topics on which nobody has noted an insight yet."""
    found: set[str] = set()
    for event in game.log:
        if isinstance(event, Noted) and event.kind == "insight" and not withdrawn(game.state, event.number):
            found.update(event.tags)
    return [topic for id, topic in topics(game).items() if id not in found]


class Evidence(NamedTuple):
    """What a declared topic has to show: insights, other notes, and events that they are on."""

    topic: Topic
    insights: int
    notes: int
    events: int


def evidence(game: Game) -> list[Evidence]:
    """What there is on each declared topic; notes that were withdrawn do not count."""
    noted = [
        event for event in game.log if isinstance(event, Noted) and not withdrawn(game.state, event.number)
    ]
    found = []
    for id, topic in topics(game).items():
        on = [note for note in noted if id in note.tags]
        insights = sum(note.kind == "insight" for note in on)
        events = {number for note in on for number in (note.concerns, *note.links) if number}
        found.append(Evidence(topic, insights, len(on) - insights, len(events)))
    return found


def withdrawn(state: State, number: int, topic: str = "") -> bool:
    """Whether a note, message or inject was withdrawn, or a topic of a declaration."""
    latest = state.cell.corrected.get((number, topic))
    return latest is not None and latest.withdrawn


def asks_for_insights(game: Game) -> bool:
    """Whether the white cell gathers what was learned now: in a phase of assessment or one that asks for
    insights, and, where topics are declared, once the game is decided or closed."""
    state = game.state
    phase = state.phase_now()
    asked = phase is not None and any(ask.note == "insight" for ask in phase.asks)
    decided = (state.verdict is not None or state.closed) and bool(topics(game))
    return decided or ((ASSESSMENT in state.phase.lower() or asked) and not state.closed)
