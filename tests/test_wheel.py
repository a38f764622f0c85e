"""The built wheel works in an empty environment, outside the checkout."""

import json
import os
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGES = ("domain", "adjudication", "cli", "reports", "scenarios", "seats")


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as a user would who has no setting of whitecell's or of Python's."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("WHITECELL", "PYTHON", "PERSISTENCE"))
    }
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the checkout without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    built = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=CHECKOUT)
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("whitecell-*.whl")
    return path


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs of a fresh environment that holds the wheel.

    The libraries are lent by the environment of the tests through a `.pth` file, which needs no
    network. Only plain folders pass that way: the editable checkout, itself a `.pth`, does not.
    """
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    python = programs / "python"
    pip = (sys.executable, "-m", "pip", "--python", python, "install", "--quiet")
    installed = run(*pip, "--no-deps", "--no-index", wheel, cwd=folder)
    assert installed.returncode == 0, installed.stderr

    where = run(python, "-c", "import site; print(site.getsitepackages()[0])", cwd=folder)
    lent = Path(where.stdout.strip()) / "lent-libraries.pth"
    lent.write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    return programs


def test_wheel_carries_every_module_and_data_file(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    wanted = {
        path.relative_to(CHECKOUT).as_posix()
        for package in PACKAGES
        for path in (CHECKOUT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert {f"{package}/__init__.py" for package in PACKAGES} <= wanted
    assert wanted - carried == set()


def test_wheel_tells_type_checkers_that_every_package_is_typed(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    assert {f"{package}/py.typed" for package in PACKAGES} <= carried


def test_wheel_is_what_the_environment_imports(environment: Path, tmp_path: Path) -> None:
    code = "import cli, domain, scenarios; print(cli.__file__, domain.__file__, scenarios.__file__)"
    asked = run(environment / "python", "-c", code, cwd=tmp_path)
    assert asked.returncode == 0, asked.stderr
    assert [Path(name).is_relative_to(environment.parent) for name in asked.stdout.split()] == [
        True,
        True,
        True,
    ]


def test_demo_runs_outside_the_checkout(environment: Path, tmp_path: Path) -> None:
    out = tmp_path / "review"
    demo = run(
        environment / "whitecell",
        *("demo", "ramadi", "--seed", "1", "--out", out, "--json"),
        cwd=tmp_path,
    )
    assert demo.returncode == 0, demo.stderr
    assert isinstance(json.loads(demo.stdout), dict)
    (page,) = out.glob("*.html")
    assert "Ramadi" in page.read_text(encoding="utf-8")
