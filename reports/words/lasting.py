"""Marks that map and status show while they last, as far as a viewer may know them."""

from domain.table.state import State
from domain.views.view import see
from reports.words.names import Names, capital
from reports.words.phrases import phrased, phrases


def lasting(state: State, viewer: str) -> dict[str, list[str]]:
    """Things with such marks -> their words: `jawhar` -> `Terror marker`."""
    names = Names(state, viewer)
    words = phrases(names.system).marks
    found: dict[str, list[str]] = {}
    for subject, marks in see(state, viewer).marks.items():
        for mark, value in marks.items():
            said = words.get(mark)
            if said is not None and said.stands and (subject, mark) not in state.lapses:
                found.setdefault(subject, []).append(phrased(said.stands, {"value": value}, names.thing))
    return found


def lasting_words(state: State, viewer: str) -> list[str]:
    """`Terror marker (Jawhar, Kismayu)`: each mark once, those of the game first, the others by name."""
    names = Names(state, viewer)
    told = lasting(state, viewer)
    subjects = sorted(told, key=lambda subject: (subject != "game", names.thing(subject)))
    by_mark: dict[str, list[str]] = {}
    for subject in subjects:
        for said in told[subject]:
            by_mark.setdefault(said, []).extend([] if subject == "game" else [names.thing(subject)])
    return [f"{capital(said)} ({', '.join(who)})" if who else capital(said) for said, who in by_mark.items()]
