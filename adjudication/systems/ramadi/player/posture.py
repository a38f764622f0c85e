"""Where units are wanted between turns: pairs where they can attack, the rest on the links of the chain.

A posture speaks of combat factors, not of units, and does not depend on where the units that may still move
stand; so it stays the same while they take it up.
"""

from typing import NamedTuple

from adjudication.systems.ramadi.player.appraisal import Appraisal, Support, strength_of
from adjudication.systems.ramadi.table.ground import STACKING_LIMIT, network_of
from domain.table.derived import derived

Zones = tuple[str, ...]
"""The zones that a unit belongs to or is linked with: it may move over all that is linked to them."""

USUAL_SUPPORT = (Support(6), Support(4), Support(1))
"""What assets add, more or less, to the first operation of a turn, to the second, and so on."""
WORTH_A_POST = 120
"""What has to be at stake for a unit to be posted; a marker in a lesser hex draws ISIS attacks to itself."""


class Posture(NamedTuple):
    """wanted: hex -> combat factors of the units wanted there. vacant: how many hexes of worth are left to
    markers for want of a unit."""

    wanted: dict[str, tuple[int, ...]]
    vacant: int


@derived
def posture(
    ground: Appraisal, free: tuple[tuple[Zones, int], ...], fixed: tuple[tuple[str, int], ...]
) -> Posture:
    """The best use of units that may go anywhere in their zones (`free`: zones and factor, strongest
    first) beside those that stay where they are (`fixed`: hex and factor)."""
    return _Staff(ground, free, fixed).plan()


class _Staff:
    """Fills posts one by one."""

    def __init__(
        self,
        ground: Appraisal,
        free: tuple[tuple[Zones, int], ...],
        fixed: tuple[tuple[str, int], ...],
    ) -> None:
        self.ground = ground
        self.linked = network_of(ground.board, ground.held).linked
        self.free: dict[Zones, list[int]] = {}
        for zones, factor in free:
            self.free.setdefault(zones, []).append(factor)
        self.there: dict[str, list[int]] = {}
        for hex, factor in fixed:
            self.there.setdefault(hex, []).append(factor)
        self.stacks = [
            (hex, factors, targets) for hex, factors in self.there.items() if (targets := ground.targets(hex))
        ]
        self.wanted: dict[str, list[int]] = {}
        self.targets: dict[str, None] = {}

    def plan(self) -> Posture:
        for support in USUAL_SUPPORT:
            if not self.place_attackers(support):
                break
        vacant = self.garrison()
        wanted = {hex: tuple(factors) for hex, factors in self.wanted.items()}
        return Posture(wanted, vacant)

    def place_attackers(self, support: Support) -> bool:
        """Find the attack that promises most, and place the units for it."""
        best = 0
        found: tuple[str, str, Zones, int] | None = None
        for hex, factors, targets in self.stacks:  # with those who stay, or beside them
            if hex in self.wanted:
                continue
            for zones in ((),) if len(factors) == STACKING_LIMIT else tuple(self.free):
                joining = self.free[zones][:1] if zones else []
                if zones and hex not in self.linked[zones]:
                    continue
                lead, follow_up = sorted((*factors, *joining), reverse=True)[:2]
                worths = self.ground.worths(lead, strength_of(lead, follow_up), support)
                for target in targets:
                    if worths[target] > best and target not in self.targets:
                        best, found = worths[target], (hex, target, zones, len(joining))
        for zones, free in self.free.items():
            lead, follow_up = free[0], free[1] if len(free) > 1 else 0
            worths = self.ground.worths(lead, strength_of(lead, follow_up), support)
            for alike in self.ground.frontier(zones):
                target, origin = self.first_open(alike)
                if origin and worths[target] > best:
                    best, found = worths[target], (origin, target, zones, min(STACKING_LIMIT, len(free)))
        if found is None:
            return False
        hex, target, zones, needed = found
        self.targets[target] = None
        self.wanted[hex] = [self.take(zones, 0) for _ in range(needed)]
        return True

    def first_open(self, alike: list[tuple[str, list[str]]]) -> tuple[str, str]:
        """The first target that is not spoken for, and a hex to attack it from that nobody stands in."""
        for target, origins in alike:
            if target not in self.targets:
                for hex in origins:
                    if hex not in self.there and hex not in self.wanted:
                        return target, hex
        return "", ""

    def take(self, zones: Zones, index: int) -> int:
        factor = self.free[zones].pop(index)
        if not self.free[zones]:
            del self.free[zones]
        return factor

    def garrison(self) -> int:
        """The strongest of the rest where most is at stake; how many such hexes stay without a unit."""
        stakes = self.ground.at_stake
        posts = [
            hex
            for hex, stake in stakes.items()
            if stake >= WORTH_A_POST and hex not in self.there and hex not in self.wanted
        ]
        vacant = 0
        for hex in sorted(posts, key=lambda hex: (-stakes[hex], hex)):
            able = [zones for zones in self.free if hex in self.linked[zones]]
            if able:
                strongest = max(able, key=lambda zones: self.free[zones][0])
                self.wanted[hex] = [self.take(strongest, 0)]
            else:
                vacant += 1
        return vacant
