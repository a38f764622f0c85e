"""The file of a scenario of one's own, looked for where it is likely to be."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from adjudication.engine.games.scenario import Scenario, load_scenario, scenario_names
from domain.errors import NotFound, Refused
from domain.events import GameOpened


def scenario_near(opened: GameOpened, folders: Iterable[Path]) -> Scenario | None:
    """The scenario that a game was started from, of a file in one of these folders.

    None where no file is the very one, or where the system has a scenario of that name.
    """
    with contextlib.suppress(NotFound):
        if opened.scenario in scenario_names(opened.system):
            return None
        for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
            with contextlib.suppress(Refused, OSError):
                if b"\nboard:" in path.read_bytes():
                    found = load_scenario(opened.system, str(path))
                    if found.digest == opened.scenario_digest:
                        return found
    return None
