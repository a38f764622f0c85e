"""The closed registry of events: other stored names are refused, and no name in a log is ever imported."""

from domain.events.additions import KINDS as ADDITIONS
from domain.events.base import Event
from domain.events.chance import KINDS as CHANCE
from domain.events.clock import KINDS as CLOCK
from domain.events.closing import KINDS as CLOSING
from domain.events.corrections import KINDS as CORRECTIONS
from domain.events.entropy import KINDS as ENTROPY
from domain.events.forks import KINDS as FORKS
from domain.events.house import KINDS as HOUSE
from domain.events.marks import KINDS as MARKS
from domain.events.opening import KINDS as OPENING
from domain.events.orders import KINDS as ORDERS
from domain.events.people import KINDS as PEOPLE
from domain.events.pieces import KINDS as PIECES
from domain.events.secret_orders import KINDS as SECRET_ORDERS
from domain.events.seen import EventKind, Seen

KINDS: tuple[EventKind, ...] = (
    *OPENING,
    *ORDERS,
    *CHANCE,
    *PIECES,
    *MARKS,
    *ADDITIONS,
    *CLOCK,
    *CLOSING,
    *CORRECTIONS,
    *HOUSE,
    *PEOPLE,
    *SECRET_ORDERS,
    *ENTROPY,
    *FORKS,
)

WIRE_NAMES: dict[str, type[Event]] = {kind.wire_name: kind.type for kind in KINDS}
NAMES_ON_WIRE: dict[type[Event], str] = {kind.type: kind.wire_name for kind in KINDS}
KIND_OF: dict[type[Event], EventKind] = {kind.type: kind for kind in KINDS}
SEEN: dict[type[Event], Seen] = {kind.type: kind.seen for kind in KINDS}
"""What sides see of each event."""
