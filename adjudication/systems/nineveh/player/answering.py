"""How a player answers questions: what the rules suggest, and, of blocks, those it can best spare when they
are to suffer, or those that need it most when they are to gain."""

from typing import TYPE_CHECKING, Any

from adjudication.engine.umpire import Question
from adjudication.systems.nineveh.player.judging import faces, far_from_mosque, far_from_old_city, worth
from adjudication.systems.nineveh.table.asking import FACE_DOWN
from adjudication.systems.nineveh.table.blocks import DAESH, IED, ISF, RUMOUR, SHIELDS, on_map
from domain.table.state import Piece, State
from domain.texts import Text, said_in

if TYPE_CHECKING:
    import random

GAINS = (
    "which unit regains a step?",
    "which unit recovers from disruption?",
    "which block makes an extra move?",
    "which block is it?",
)
"""Questions whose answer does the block good."""
FIRST = (RUMOUR, IED, SHIELDS)
"""What a side gives up before its units."""
INFORMANTS = Text("words of a card", {"words": {"typed": "what do the informants tell of?"}})
BLOCKS_THERE = "Blocks in an area"
MOST_LISTED = 40
"""Of more options any is taken."""


def answer(question: Question, state: State, chance: "random.Random") -> Any:
    """The answer of a player to whom a question is put."""
    if question.kind == "dice":
        return [1 + int(chance.random() * question.die) for _ in range(question.dice)]
    asked = _asked(question)
    if asked == INFORMANTS:
        return BLOCKS_THERE
    if asked.code == "area where a block moves":
        return _where_to(question, state)
    if question.because == FACE_DOWN:
        return True
    if question.suggested:
        return question.suggested[0]
    names = question.listed(MOST_LISTED) or []
    if names and all(_known(state, question.side, name) for name in names):
        return _block(question, state, names)
    return question.sample(chance)


def _asked(question: Question) -> Text:
    """What is asked, without the card that asks it."""
    said = question.text
    if isinstance(said, Text) and said.code in ("question of a card", "question"):
        said = said_in(said.arguments["question"]) or ""
    return said if isinstance(said, Text) else Text("")


def _known(state: State, side: str, name: Any) -> bool:
    """Whether a name is that of a block on the map; contacts are no names of blocks."""
    return isinstance(name, str) and name in state.pieces and on_map(state, state.pieces[name])


def _where_to(question: Question, state: State) -> Any:
    """The area nearest to the Grand Mosque for ISF, to the Old City for Daesh."""
    far = (far_from_mosque if question.side == ISF else far_from_old_city)(state.board)
    areas = [area for area in question.listed(MOST_LISTED) or [] if area is not None]
    return min(areas, key=lambda area: (far.get(area, len(far)), area))


def _block(question: Question, state: State, names: list[str]) -> str:
    """The own block that can best be spared, or needs it most; of the enemy's the one worth most."""
    blocks = [state.pieces[name] for name in names]
    if all(block.side == question.side for block in blocks) and _asked(question).code not in GAINS:
        return min(blocks, key=lambda block: (_loss(state, block), block.id)).id
    return max(blocks, key=lambda block: (_value(state, block), block.id)).id


def _value(state: State, block: Piece) -> int:
    return worth(state, block.side, block, block.place)


def _loss(state: State, block: Piece) -> tuple[int, int, int, int]:
    """What a step means to the owner of a block: first go Rumours and IEDs, then steps of units that have
    more (of ISF more than two, since the last counts double, 6.3c), outside the Old City before those inside,
    then the weakest."""
    if block.kind.group in FIRST:
        return 0, FIRST.index(block.kind.group), 0, 0
    last = block.steps == 1 or (block.side == ISF and block.steps == 2)
    inside = block.side == DAESH and far_from_old_city(state.board).get(block.place, 1) == 0
    return 1 + last, inside, faces(state, block.side, block, block.place), -block.steps
