"""What can be mutated, and which tests are to notice."""

from dataclasses import dataclass
from pathlib import Path

OF_DOMAIN = ("tests/odds/test_undo.py", "tests/reports/test_course.py", "tests/test_clock.py")
"""Tests of the journal and of time zones, beside those of what uses them."""
PACKAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "domain": ("domain", ("tests/domain", "tests/core", "tests/seminar", *OF_DOMAIN)),
    "engine": ("adjudication/engine", ("tests/core", "tests/seminar")),
    "audits": (
        "adjudication/audits",
        ("tests/core", "tests/forgeries", "tests/seminar", "tests/cli/test_paper.py"),
    ),
    "chances": ("adjudication/chances", ("tests/odds", "tests/core")),
}
OTHER_TESTS: dict[str, tuple[str, ...]] = {"freeform": ("tests/seminar",)}
"""Where the tests of a system are, if not in the folder of its name."""

NOT_RULES = ("**/player/*",)
"""Modules of a system that choose orders, and have no rule to break."""
LEFT_OUT = (
    "tests/*/test_golden.py",
    "tests/test_recorded_games.py",
)
"""Test files that do not count: they differ, or fail, by chance."""


@dataclass(frozen=True)
class Target:
    """A folder of code, and the folders or files of the tests that are to notice a change in it."""

    name: str
    code: str
    tests: tuple[str, ...]

    def sources(self, root: Path) -> list[str]:
        """The modules to mutate, as paths below `root`."""
        return [
            path.relative_to(root).as_posix()
            for path in sorted((root / self.code).rglob("*.py"))
            if not any(path.match(pattern) for pattern in NOT_RULES)
        ]

    def test_files(self, root: Path) -> list[str]:
        """The test files that count, as paths below `root`."""
        found = set[Path]()
        for name in self.tests:
            found.update([root / name] if name.endswith(".py") else (root / name).rglob("test_*.py"))
        names = sorted(path.relative_to(root).as_posix() for path in found)
        return [name for name in names if not any(Path(name).match(pattern) for pattern in LEFT_OUT)]


def target(name: str, root: Path, more: tuple[str, ...] = ()) -> Target:
    """The target of a name, with `more` folders or files of tests. Raises `LookupError`."""
    if name in PACKAGES:
        code, tests = PACKAGES[name]
    elif (root / "adjudication" / "systems" / name / "__init__.py").is_file():
        code, tests = f"adjudication/systems/{name}", OTHER_TESTS.get(name, (f"tests/{name}",))
    else:
        systems = sorted(path.parent.name for path in root.glob("adjudication/systems/*/__init__.py"))
        raise LookupError(f"{name} is no target; there are {', '.join([*systems, *PACKAGES])}.")
    return Target(name, code, (*tests, *more))
