"""Counters and cards read from a file of the facilitator's own."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from adjudication.engine.data_file import read_yaml
from domain.errors import BadData, NotFound
from domain.events import KindData
from domain.table.state import State


class Counters(NamedTuple):
    """Counters read from a file: kinds, pieces with their kinds, and where they come from."""

    kinds: dict[str, KindData]
    pieces: dict[str, str]
    provenance: str
    source: str


def read_counters(path: Path, state: State) -> Counters:
    """The counters in a YAML file; what a kind does not say is as it was. Raises NotFound or BadData."""
    if not path.is_file():
        raise NotFound(f"There is no file {path}.")
    if path.suffix not in (".yaml", ".yml"):
        raise BadData(f"{path.name} is not a YAML file.")
    data, _ = read_yaml(path)
    if not isinstance(data, dict) or not (data.get("kinds") or data.get("pieces")):
        raise BadData(f"{path.name} has no `kinds` and no `pieces`.")
    for key in data:
        if key not in ("provenance", "source", "kinds", "pieces"):
            raise BadData(f"{path.name}: unknown key {str(key)[:60]!r}.")
    provenance = str(data.get("provenance", "house"))
    kinds = {}
    try:
        pieces = msgspec.convert(data.get("pieces") or {}, dict[str, str])
        for id, kind in msgspec.convert(data.get("kinds") or {}, dict[str, dict[str, Any]]).items():
            known = [each.name for each in msgspec.structs.fields(KindData)]
            odd = [name for name in kind if name not in known]
            if odd:
                raise BadData(f"{path.name}: kind {id} has no {odd[0]!r}; it may have {', '.join(known)}.")
            before = {} if id not in state.kinds else msgspec.to_builtins(state.kinds[id])
            kinds[id] = msgspec.convert({**before, "provenance": provenance, **kind}, KindData)
    except msgspec.ValidationError as error:
        raise BadData(f"{path.name}: {error}.") from error
    return Counters(kinds, pieces, provenance, str(data.get("source") or path.name))
