"""The orders of The Battle for Ramadi; all are the ISF player's, ISIS is played by the rules (1.0)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Deploy:
    """Put a ground unit on the map: at set-up (4.1), or from the transfer box (6.7)."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Assign:
    """Put a ground asset into a zone box or the transfer box: at set-up (4.1), or between turns (6.7)."""

    asset: str
    box: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Plan an operation (6.1): one or two units of one hex against an adjacent contested hex."""

    lead: str
    target: str
    follow_up: str | None = None


@dataclass(frozen=True, slots=True)
class Support:
    """Allocate a ground or an air asset to a planned operation (6.2)."""

    asset: str
    target: str


@dataclass(frozen=True, slots=True)
class Guard:
    """Let a drone guard a cleared hex instead (optional rule 7.1)."""

    drone: str
    hex: str


@dataclass(frozen=True, slots=True)
class Execute:
    """Execute a planned operation (6.4)."""

    target: str


@dataclass(frozen=True, slots=True)
class Move:
    """Move a ground unit on the map between turns (6.7)."""

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Take a ground unit off the map into the transfer box (6.7)."""

    unit: str


@dataclass(frozen=True, slots=True)
class Proceed:
    """Be done with this phase and go on to the next."""
