"""Mutants that cannot be noticed because they change nothing, each with the reason: `equivalent.yaml`."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from tests.mutate.mutants import Mutant

FILE = "tests/mutate/equivalent.yaml"


@dataclass(frozen=True)
class Equivalents:
    """The reasons, by path, source line, what is changed and into what."""

    reasons: dict[tuple[str, str, str, str], str]

    @classmethod
    def of(cls, root: Path) -> "Equivalents":
        """Those of the project at `root`."""
        path = root / FILE
        entries = (yaml.safe_load(path.read_text(encoding="utf-8")) or ()) if path.exists() else ()
        return cls(
            {(each["file"], each["line"], each["before"], each["after"]): each["why"] for each in entries}
        )

    def why(self, mutant: Mutant) -> str | None:
        """Why a mutant is equivalent, if it is listed."""
        return self.reasons.get(key(mutant))


def key(mutant: Mutant) -> tuple[str, str, str, str]:
    """What tells a mutant from others while lines move: no line number."""
    return mutant.path, mutant.text, " ".join(mutant.before.split()), " ".join(mutant.after.split())
