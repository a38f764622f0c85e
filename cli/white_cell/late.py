"""Late rulings at the command line: previewed, then recorded with their effects as one act."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cli.terminal.terminal import confirm, reason, say, show_json
from cli.white_cell.giving import tell
from domain.errors import BadData

if TYPE_CHECKING:
    from domain.events import Event
    from seats.acting.by_hand import Said
    from seats.seat.seat import Seat


def rule_late(
    seat: "Seat",
    event: "Event",
    value: str,
    effects: Sequence[str],
    said: "Said",
    confirmed: bool,
    as_json: bool,
) -> None:
    """Check all that was typed, show what the late ruling does, ask, and record it. Raises Refused."""
    from reports.words.rulings import late_lines
    from seats.acting.ruling import late_ruling, not_recorded

    ruling = late_ruling(seat, event, value, effects, said.only, said.by)
    because = reason(said.because, as_json)
    if not because.strip():
        raise BadData("A late ruling needs a reason: --because REASON.")
    preview = ruling.preview()
    if not as_json:
        say(*late_lines(ruling.late, seat.game.state))
    elif not confirmed:
        show_json(not_recorded(preview))
    confirm("Record this late ruling?", confirmed)
    tell(ruling.record(because, said.by, preview), said.by, as_json, (), said.only)
