"""What a game is declared to be for: its purpose, research questions and learning outcomes."""

import re
from collections.abc import Mapping

from domain.errors import BadData
from domain.events import GameDeclared
from domain.events.people import Topic
from domain.table.state import State

LONGEST_TOPIC = 2_000
MOST_TOPICS = 200
_ID = re.compile(r"[\w.-]{1,40}")


def declaring(
    state: State,
    number: int,
    time: str,
    purpose: str,
    questions: Mapping[str, str],
    outcomes: Mapping[str, str],
    by: str,
    shared: bool = False,
    anew: bool = False,
) -> GameDeclared:
    """The event that declares it. What is not said stays as it was declared before, unless `anew`.

    shared: whether the sides may read it too. Raises BadData.
    """
    if not purpose.strip() and not questions and not outcomes:
        raise BadData("Say what the game is for: --purpose, --question ID=TEXT, --outcome ID=TEXT or --file.")
    before = None if anew else state.cell.declared
    asked = {topic.id: topic.text for topic in before.questions} if before is not None else {}
    learned = {topic.id: topic.text for topic in before.outcomes} if before is not None else {}
    asked.update(questions)
    learned.update(outcomes)
    check_topics(purpose, asked, learned)
    return GameDeclared(
        number=number,
        time=time,
        audience=None if shared else (),
        purpose=purpose.strip() or (before.purpose if before is not None else ""),
        questions=tuple(Topic(id, text.strip()) for id, text in asked.items()),
        outcomes=tuple(Topic(id, text.strip()) for id, text in learned.items()),
        by=by,
    )


def check_topics(purpose: str, questions: Mapping[str, str], outcomes: Mapping[str, str]) -> None:
    """Raises BadData for a purpose, questions or outcomes that cannot be declared."""
    twice = next((id for id in questions if id in outcomes), None)
    if twice is not None:
        raise BadData(f"{twice} is both a question and an outcome; give each an id of its own.")
    if len(questions) + len(outcomes) > MOST_TOPICS:
        raise BadData(f"At most {MOST_TOPICS} questions and outcomes can be declared.")
    for id, text in (*questions.items(), *outcomes.items()):
        if not _ID.fullmatch(id):
            raise BadData(f"An id has 1 to 40 letters, digits, dots and dashes, not {id[:40]!r}.")
        if not text.strip() or len(text) > LONGEST_TOPIC:
            raise BadData(f"{id}: a text of 1 to {LONGEST_TOPIC} characters is wanted.")
    if len(purpose) > LONGEST_TOPIC:
        raise BadData(f"A purpose has at most {LONGEST_TOPIC} characters.")
