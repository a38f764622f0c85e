"""Late rulings at the command line: previewed, then recorded with their effects as one act."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.terminal.terminal import confirm, reason, say, show_json
from cli.white_cell.giving import Said, acts_of, only_sides, tell
from domain.errors import BadData

if TYPE_CHECKING:
    from cli.seat.seat import Seat
    from domain.events import Event


def rule_late(
    seat: "Seat",
    event: "Event",
    value: str,
    effects: Sequence[str],
    said: Said,
    confirmed: bool,
    as_json: bool,
) -> None:
    """Check all that was typed, show what the late ruling does, ask, and record it. Raises Refused."""
    from adjudication.seminar.late import prepare, record
    from reports.words.rulings import late_data, late_lines

    if not value:
        raise BadData(f"Say what is ruled in the place of event {event.number}: --value VALUE.")
    session = seat.session_without_dice()
    late = prepare(session, event, value, acts_of(seat, effects))
    audience = only_sides(seat, said.only)
    with session.on_trial():
        record(session, late, "tried", said.by, audience)
    because = reason(said.because, as_json)
    if not because.strip():
        raise BadData("A late ruling needs a reason: --because REASON.")
    preview = late_data(late, seat.game.state)
    if not as_json:
        say(*late_lines(late, seat.game.state))
    elif not confirmed:
        show_json({"preview": preview, "recorded": False})
    confirm("Record this late ruling?", confirmed)
    outcome = record(session, late, because, said.by, audience)
    tell(seat, outcome, said.by, as_json, (), {"preview": preview}, said.only)
