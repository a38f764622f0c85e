"""Boards: spaces, what lies beside what, and the ways between them. A board never changes in play."""

from collections.abc import Callable, Container, Iterable

from domain.events import BoardData, HexLayout, SpaceData

_FLAT_STEPS = {
    False: ((0, -1), (0, 1), (-1, -1), (1, -1), (-1, 0), (1, 0)),
    True: ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""Flat-topped neighbours as (column, row) steps, by whether the column is shoved down half a hex."""


def hex_neighbours(layout: HexLayout, column: int, row: int) -> tuple[tuple[int, int], ...]:
    """The (column, row) of the six hexes around one; columns and rows count from 1."""
    pointy = layout.orientation == "pointy"
    line = row if pointy else column
    shoved = (line % 2 == 0) == (layout.offset == "even")
    steps = _FLAT_STEPS[shoved]
    if pointy:
        return tuple((column + down, row + across) for across, down in steps)
    return tuple((column + across, row + down) for across, down in steps)


class Board:
    """Spaces by id, and for each the spaces beside it that can be entered from it."""

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.spaces: dict[str, SpaceData] = {s.id: s for s in (*data.spaces, *data.boxes)}
        self.borders: dict[tuple[str, str], str] = {}
        for border in data.borders:
            one, other = border.between
            self.borders[one, other] = self.borders[other, one] = border.terrain
        self.neighbours: dict[str, tuple[str, ...]] = self._beside(data)

    def _beside(self, data: BoardData) -> dict[str, tuple[str, ...]]:
        """Grid neighbours, both passable, less the pairs cut, and the pairs joined by data."""
        beside: dict[str, list[str]] = {space: [] for space in self.spaces}
        impassable = set(data.impassable)
        if data.layout is not None:
            at = {(s.map, s.column, s.row): s for s in data.spaces if s.kind == "hex"}
            for (chart, column, row), space in at.items():
                if space.terrain in impassable:
                    continue
                for step in hex_neighbours(data.layout, column, row):
                    near = at.get((chart, *step))
                    if near is not None and near.terrain not in impassable:
                        beside[space.id].append(near.id)
        for one, other in data.adjacency.cut:
            beside[one] = [space for space in beside[one] if space != other]
            beside[other] = [space for space in beside[other] if space != one]
        for one, other in data.adjacency.join:
            if other not in beside[one]:
                beside[one].append(other)
                beside[other].append(one)
        return {space: tuple(sorted(others)) for space, others in beside.items()}

    def border(self, one: str, other: str) -> str:
        """The terrain along the side between two spaces, or empty."""
        return self.borders.get((one, other), "")

    def reachable(self, starts: Iterable[str], through: Container[str]) -> dict[str, None]:
        """Every space joined to `starts` by an unbroken chain of spaces in `through`, in order of
        discovery, `starts` first."""
        found = dict.fromkeys(starts)
        queue = list(found)
        neighbours = self.neighbours
        for space in queue:
            for other in neighbours[space]:
                if other not in found and other in through:
                    found[other] = None
                    queue.append(other)
        return found

    def distance(
        self, origin: str, goal: str, may_enter: Callable[[str], bool] = lambda _: True
    ) -> int | None:
        """How many spaces one must enter to get from `origin` to `goal`; None when there is no way."""
        distances = {origin: 0}
        queue = [origin]
        for space in queue:
            if space == goal:
                return distances[space]
            for other in self.neighbours[space]:
                if other not in distances and may_enter(other):
                    distances[other] = distances[space] + 1
                    queue.append(other)
        return None
