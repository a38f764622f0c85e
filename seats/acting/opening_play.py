"""Words of the sides for the dice, promised and then given; and the opening of play."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.play.entropy import Ceremony
from adjudication.engine.session import Outcome
from domain.errors import BadData, Refused
from domain.events.entropy import EntropyPromised
from seats.acting.acted import Acted
from seats.dialogue.answers import Prepared
from seats.seat.seat import Seat


def open_play(seat: Seat, faces: Sequence[int] = (), by: str = "") -> Acted:
    """Open play. faces: of physical dice. Raises Refused while promised words are outstanding."""

    def act() -> Outcome:
        people = Prepared(faces, by)
        session = seat.session(people)
        with session.at_once():
            outcome = session.begin()
            people.check_used(seat.game.opened.dice)
        return outcome

    outcome = seat.deciding_again(act, lambda: None)
    return Acted(seat, outcome.events, outcome.questions)


def side_of_words(seat: Seat, named: str) -> str:
    """The side whose words are meant. Raises NotFound, or BadData for the white cell."""
    found = seat.side(named)
    if not found:
        raise BadData(
            "The words are a side's, not the white cell's: --side SIDE; "
            f"there are: {', '.join(seat.game.state.sides)}."
        )
    return found


def check_promise(seat: Seat, side: str) -> None:
    """Raises Refused where a side may promise no words now."""
    fault = Ceremony.of(seat.game.log).fault(EntropyPromised(number=0, side=side, digest="0" * 64))
    if fault:
        raise Refused(fault)


def promise(seat: Seat, side: str, digest: str, by: str = "") -> dict[str, str]:
    """Promise a side's words for the dice, by their digest. Raises BadData or Refused."""
    seat.deciding_again(lambda: seat.session_without_dice().promise(side, digest, by), lambda: None)
    return {"side": side, "digest": digest}


def give_words(seat: Seat, side: str, text: str, by: str = "") -> dict[str, str]:
    """Give the words that a side promised. Raises BadData or Refused."""
    seat.deciding_again(lambda: seat.session().stir(side, text, by), lambda: None)
    return {"side": side, "text": text}


def waive(seat: Seat, side: str, because: str, by: str = "") -> dict[str, str]:
    """Go on without the words of a side. Raises BadData without a reason, or Refused."""
    seat.deciding_again(lambda: seat.session_without_dice().waive(side, because, by), lambda: None)
    return {"side": side, "because": because}


def words_promised(seat: Seat) -> dict[str, Any]:
    """Where the words of each side stand."""
    ceremony = Ceremony.of(seat.game.log)
    return {
        "promised": ceremony.promised,
        "given": ceremony.given,
        "waived": {side: event.because for side, event in ceremony.waived.items()},
        "outstanding": ceremony.outstanding,
        "open": not ceremony.over,
        "begun": ceremony.begun,
    }
