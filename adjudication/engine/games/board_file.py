"""The file of a board: read, checked for what does not fit together, and refused with its line."""

import re
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from domain.errors import BadData
from domain.events import BoardData, PieceData
from domain.table.fitting import faults_of

LONGEST = 300
"""Characters of what a board's data says that a refusal repeats at most."""

Path = tuple[str | int, ...]
"""Keys and numbers that lead through plain data to a place in it."""


def board_of(data: Any, file: Traversable) -> BoardData:
    """A board from the plain data of its file. Raises BadData with the line of the first fault."""
    try:
        board = msgspec.convert(data, BoardData)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadData(f"{_place(file, _path_in(str(error)))}: {error}.") from error
    faults = list(faults_of(board))
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise BadData(f"{_place(file, faults[0].path)}: {faults[0].message[:LONGEST]}{more}.")
    return board


def check_places(pieces: Sequence[tuple[str, PieceData]], spaces: Mapping[str, Any] | set[str]) -> None:
    """Raises BadData where a piece, given with its file, starts neither on a space nor aboard another."""
    at = {piece.id: piece.at for _, piece in pieces}
    for file, piece in pieces:
        if piece.id in spaces:
            raise BadData(f"{file}: piece {piece.id} has the id of a space.")
        if piece.at not in spaces and piece.at not in at:
            raise BadData(f"{file}: piece {piece.id} is at {piece.at!r}, not a space.")
        seen, place = {piece.id}, piece.at
        while place in at:
            if place in seen:
                raise BadData(f"{file}: piece {piece.id} is aboard {piece.at}, which is aboard it.")
            seen.add(place)
            place = at[place]


def _place(file: Traversable, path: Path) -> str:
    line = line_of(file.read_bytes(), path)
    return f"{file.name}, line {line}" if line else file.name


def _path_in(error: str) -> Path:
    """The place that the message of a failed conversion names: `... - at `$.spaces[3].column``."""
    found = re.search(r"at `\$([^`]*)`", error)
    parts = re.findall(r"\.([A-Za-z_]+)|\[(\d+)\]", found[1]) if found is not None else []
    return tuple(name or int(number) for name, number in parts)


def line_of(raw: bytes, path: Path) -> int:
    """The line of a YAML text on which the part begins to which a path leads, or the nearest part around it;
    0 where none can be told."""
    import yaml

    try:
        node: Any = yaml.compose(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return 0
    line = 0
    for part in (None, *path):
        if isinstance(part, int) and isinstance(node, yaml.SequenceNode) and part < len(node.value):
            node = node.value[part]
        elif isinstance(part, str) and isinstance(node, yaml.MappingNode):
            found = [(key, value) for key, value in node.value if key.value == part]
            if not found:
                break
            line, node = found[0][0].start_mark.line + 1, found[0][1]
            continue
        elif part is not None:
            break
        line = node.start_mark.line + 1 if node is not None else 0
    return line
