"""Boards: spaces, which of them are adjacent, the distances between them, and the routes.

A board never changes; when a space joins in play, another board replaces it. All measures are whole numbers,
and spaces come in the order of the data.
"""

import heapq
from collections.abc import Callable, Container, Iterable, Mapping

import msgspec

from domain.events import BoardData, HexLayout, SpaceData
from domain.table.grid import crossed, hex_neighbours, offset, skewed, steps_between


class Board:
    """Spaces by id, and for each space those adjacent to it.

    neighbours: the spaces that can be entered from it. touching: all spaces that touch it, including those
    that are impassable or cut off.
    """

    def __init__(self, data: BoardData) -> None:
        self.data = data
        self.spaces: dict[str, SpaceData] = {s.id: s for s in (*data.spaces, *data.boxes)}
        self.borders: dict[tuple[str, str], str] = {}
        for border in data.borders:
            one, other = border.between
            self.borders[one, other] = self.borders[other, one] = border.terrain
        self.parts: dict[str, tuple[str, ...]] = {}
        for space in self.spaces.values():
            if space.lies_in:
                self.parts[space.lies_in] = (*self.parts.get(space.lies_in, ()), space.id)
        self._number = {space: number for number, space in enumerate(self.spaces)}
        self._cells: dict[str, tuple[int, int]] = {}
        self._grid: dict[tuple[str, int, int], str] = {}
        for space in data.spaces:
            layout = self.layout_of(space.map) if space.kind == "hex" else None
            if layout is not None:
                self._cells[space.id] = skewed(layout, space.column, space.row)
                self._grid[space.map, space.column, space.row] = space.id
        self.touching = self._touching(data)
        self.neighbours: dict[str, tuple[str, ...]] = self._beside(data)
        self._ranges: dict[str, dict[str, int]] = {}
        self._nears: dict[tuple[str, int], dict[str, int]] = {}

    def layout_of(self, chart: str) -> HexLayout | None:
        """The hex layout of a map; None for a map without hexes."""
        return self.data.layouts.get(chart, self.data.layout)

    def _touching(self, data: BoardData) -> dict[str, tuple[str, ...]]:
        """Grid neighbours of any terrain, and the pairs joined by data."""
        beside: dict[str, list[str]] = {space: [] for space in self.spaces}
        for (chart, column, row), space in self._grid.items():
            layout = self.layout_of(chart)
            assert layout is not None
            around = (self._grid.get((chart, *cell)) for cell in hex_neighbours(layout, column, row))
            beside[space] += [near for near in around if near is not None]
        for one, other in data.adjacency.join:
            if other not in beside[one]:
                beside[one].append(other)
                beside[other].append(one)
        return {space: tuple(sorted(others)) for space, others in beside.items()}

    def _beside(self, data: BoardData) -> dict[str, tuple[str, ...]]:
        """Passable grid neighbours without the pairs cut by data, and the pairs joined by data."""
        closed = {id for id in self._grid.values() if self.spaces[id].terrain in data.impassable}
        joined = {pair for one, other in data.adjacency.join for pair in ((one, other), (other, one))}
        apart = {pair for one, other in data.adjacency.cut for pair in ((one, other), (other, one))}
        return {
            space: tuple(
                other
                for other in others
                if (space, other) in joined
                or not (space in closed or other in closed or (space, other) in apart)
            )
            for space, others in self.touching.items()
        }

    def border(self, one: str, other: str) -> str:
        """The terrain along the side between two spaces, or empty."""
        return self.borders.get((one, other), "")

    # --- how far -----------------------------------------------------------------------------------

    def range(self, one: str, other: str) -> int | None:
        """The distance between two spaces, whatever lies between: in hexes on one grid, elsewhere in spaces
        that touch each other. None if nothing leads from one to the other.
        """
        if self._on_one_grid(one, other):
            return steps_between(self._cells[one], self._cells[other])
        return self._ranges_from(one).get(other)

    def within(self, space: str, reach: int) -> tuple[str, ...]:
        """Every space no further than `reach` from a space, including itself: nearest first, then in the
        order of the board. On a grid these are hexes of the same map."""
        return tuple(other for other, far in self._near(space, reach).items() if far <= reach)

    def ring(self, space: str, far: int) -> tuple[str, ...]:
        """Every space at exactly that distance from a space, in the order of the board."""
        return tuple(other for other, distance in self._near(space, far).items() if distance == far)

    def between(self, one: str, other: str) -> tuple[str, ...]:
        """Every space on a shortest route from one space to the other, of any terrain, without these two;
        nearest to the first space first."""
        far = self.range(one, other) or 0
        near, back = self._near(one, far), self._near(other, far)
        return tuple(
            space for space, steps in near.items() if 0 < steps < far and steps + back.get(space, far) == far
        )

    def _near(self, space: str, reach: int) -> dict[str, int]:
        """The distances of all spaces within reach, and perhaps of others; nearest first, then in the order
        of the board."""
        if space not in self._cells:
            return self._ranges_from(space)
        kept = self._nears.get((space, reach))
        if kept is not None:
            return kept
        chart, (q, r) = self.spaces[space].map, self._cells[space]
        layout = self.layout_of(chart)
        assert layout is not None
        found = {}
        for dq in range(-reach, reach + 1):
            for dr in range(max(-reach, -reach - dq), min(reach, reach - dq) + 1):
                other = self._grid.get((chart, *offset(layout, q + dq, r + dr)))
                if other is not None:
                    found[other] = max(abs(dq), abs(dr), abs(dq + dr))
        found = dict(sorted(found.items(), key=lambda item: (item[1], self._number[item[0]])))
        self._nears[space, reach] = found
        return found

    def _on_one_grid(self, one: str, other: str) -> bool:
        cells = self._cells
        return one in cells and other in cells and self.spaces[one].map == self.spaces[other].map

    def _ranges_from(self, space: str) -> dict[str, int]:
        """The distance of every space that can be reached over spaces that touch; nearest first, then in the
        order of the board."""
        found = self._ranges.get(space)
        if found is None:
            found = {space: 0}
            reached = [space]
            while reached:
                far = found[reached[0]] + 1
                reached = list(self._ordered(n for s in reached for n in self.touching[s] if n not in found))
                found.update(dict.fromkeys(reached, far))
            self._ranges[space] = found
        return found

    def _ordered(self, spaces: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(dict.fromkeys(spaces), key=self._number.__getitem__))

    # --- straight lines ----------------------------------------------------------------------------

    def crossed(self, one: str, other: str) -> tuple[tuple[str, ...], ...]:
        """What the straight line between the centres of two hexes of a map runs through, step by step,
        including both ends: a hex, or both hexes where the line runs along the side that they share.

        The line back crosses the same, in the opposite order. Where the map has no hex there is no step. For
        spaces that are not on one grid it is the spaces of a shortest route, the first in the board's order
        if there are several. Raises ValueError if nothing leads from one to the other.
        """
        if not self._on_one_grid(one, other):
            return tuple((space,) for space in self._shortest(one, other))
        chart = self.spaces[one].map
        layout = self.layout_of(chart)
        assert layout is not None
        steps = []
        for cells in crossed(self._cells[one], self._cells[other]):
            on_map = sorted(offset(layout, q, r) for q, r in cells)
            steps.append(tuple(self._grid[chart, *cell] for cell in on_map if (chart, *cell) in self._grid))
        return tuple(step for step in steps if step)

    def line(self, one: str, other: str) -> tuple[str, ...]:
        """The spaces that the straight line between two spaces runs through, including both ends.

        Where it runs along the side of two hexes, it takes the one in the lower column, or within a column
        the one in the lower row: the same from both ends. `crossed` gives both.
        """
        return tuple(step[0] for step in self.crossed(one, other))

    def in_sight(self, one: str, other: str, blocks: Callable[[str], bool], *, strict: bool = False) -> bool:
        """Whether nothing blocks the line of sight between two spaces; these two themselves never block it.

        Where the line runs along the side of two hexes, both must block it; strict: one is enough.
        """
        enough = any if strict else all
        return not any(enough(map(blocks, step)) for step in self.crossed(one, other)[1:-1])

    def _shortest(self, one: str, other: str) -> list[str]:
        far = self._ranges_from(other)
        if one not in far:
            raise ValueError(f"nothing leads from {one} to {other}")
        way = [one]
        while way[-1] != other:
            nearer = [space for space in self.touching[way[-1]] if far[space] < far[way[-1]]]
            way.append(min(nearer, key=self._number.__getitem__))
        return way

    # --- ways --------------------------------------------------------------------------------------

    def cheapest(
        self,
        start: str,
        cost: Callable[[str, str], int | None],
        allowance: int | None = None,
        *,
        stops: Callable[[str], bool] = lambda _: False,
        over: Mapping[str, Iterable[str]] | None = None,
    ) -> "Ways":
        """The cheapest routes from a space to every other space within the allowance.

        cost: the cost of going from one space into an adjacent one, None if that is impossible. allowance:
        the most that a route may cost, None for no limit. stops: spaces that can be entered but not left.
        over: the adjacent spaces, by default those that can be entered (`neighbours`); aircraft go over
        `touching`.

        Of routes with the same cost it takes the one through the fewest spaces; of these the one whose
        spaces, compared from the last back, come first in the order of the board. Raises ValueError for a
        negative cost.
        """
        beside = self.neighbours if over is None else over
        number = self._number
        found: dict[str, tuple[int, int]] = {start: (0, 0)}
        came_from: dict[str, str] = {}
        done: dict[str, int] = {}
        queue = [(0, 0, number[start], start)]
        while queue:
            spent, steps, _, space = heapq.heappop(queue)
            if space in done:
                continue
            done[space] = spent
            if space != start and stops(space):
                continue
            for other in beside[space]:
                if other in done:
                    continue
                price = cost(space, other)
                if price is None:
                    continue
                if price < 0:
                    raise ValueError(f"a way from {space} to {other} cannot cost {price}")
                whole = spent + price, steps + 1
                if allowance is not None and whole[0] > allowance:
                    continue
                best = found.get(other)
                if best is None or whole < best:
                    heapq.heappush(queue, (*whole, number[other], other))
                elif whole > best or number[came_from[other]] < number[space]:
                    continue
                found[other] = whole
                came_from[other] = space
        return Ways(start, done, came_from)

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
        """How many spaces one must enter to get from `origin` to `goal`; None if there is no route."""
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

    # --- several maps ------------------------------------------------------------------------------

    def on_map(self, space: str, chart: str) -> str | None:
        """The space of a map that a space is or lies in; None if it lies in none of that map."""
        here: str | None = space
        while here is not None and self.spaces[here].map != chart:
            here = self.spaces[here].lies_in or None
        return here

    def parts_of(self, space: str, chart: str | None = None) -> tuple[str, ...]:
        """The spaces that lie in a space, directly or in parts of it, in the order of the board; only those
        of one map if it is given."""
        found = list(self.parts.get(space, ()))
        for part in found:
            found += self.parts.get(part, ())
        return self._ordered(part for part in found if chart is None or self.spaces[part].map == chart)


class Ways:
    """Where one can go from a space: the `costs` of every space that can be reached, cheapest first."""

    def __init__(self, start: str, costs: dict[str, int], came_from: dict[str, str]) -> None:
        self.start = start
        self.costs = costs
        self._came_from = came_from

    def path(self, to: str) -> tuple[str, ...]:
        """The spaces of the cheapest route to a space, from the start on; empty if there is none."""
        if to not in self.costs:
            return ()
        way = [to]
        while way[-1] != self.start:
            way.append(self._came_from[way[-1]])
        return tuple(reversed(way))


def with_space(board: BoardData, space: SpaceData, beside: tuple[str, ...], box: bool) -> BoardData:
    """A board with one more space or box."""
    if box:
        return msgspec.structs.replace(board, boxes=(*board.boxes, space))
    more = msgspec.structs.replace(board, spaces=(*board.spaces, space))
    return with_links(more, tuple((space.id, other) for other in beside))


def with_links(board: BoardData, pairs: tuple[tuple[str, str], ...]) -> BoardData:
    """A board on which these pairs of spaces are adjacent too."""
    if not pairs:
        return board
    apart = {frozenset(pair) for pair in pairs}
    adjacency = msgspec.structs.replace(
        board.adjacency,
        join=(*board.adjacency.join, *pairs),
        cut=tuple(pair for pair in board.adjacency.cut if frozenset(pair) not in apart),
    )
    return msgspec.structs.replace(board, adjacency=adjacency)
