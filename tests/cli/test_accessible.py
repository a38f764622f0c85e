"""No page that a command writes has a serious fault in the eyes of axe-core, on any screen or in the dark."""

import os
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import write_log
from tests.cli.conftest import Cell
from tests.reports.browser import CHROMIUM, NONE_HERE, REQUIRED, Browser
from tests.seminar.golden import seminar

pytestmark = pytest.mark.skipif(CHROMIUM is None and os.environ.get(REQUIRED) != "1", reason=NONE_HERE)

LOOKS: tuple[dict[str, Any], ...] = ({}, {"dark": True}, {"width": 390, "height": 844})


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


WRITTEN = {
    "review": ("aar", "--game", "over", "--with-turning-points", "--games", "1", "--out", "page.html"),
    "review-of-a-side": ("aar", "--game", "over", "--audience", "isf", "--out", "page.html"),
    "page-for-seniors": ("aar", "--game", "over", "--audience", "senior", "--out", "page.html"),
    "review-of-a-seminar": ("aar", "seminar.jsonl", "--out", "page.html"),
    "brief": ("brief", "isf", "--game", "over", "--out", "page.html"),
    "audit": ("audit", "--game", "over", "--report", "page.html"),
    "comparison": ("compare", "over", "ramadi", "--out", "page.html"),
}


ONCE = [(page, (look,)) for page, look in zip(WRITTEN, cycle(LOOKS), strict=False) if page != "review"]
"""Each page in one of the looks."""


@pytest.mark.parametrize(
    ("page", "looks"),
    [*ONCE, *(pytest.param(page, LOOKS, marks=pytest.mark.slow) for page in WRITTEN)],
    ids=lambda value: value if isinstance(value, str) else str(len(value)),
)
def test_a_page_has_no_serious_fault(
    page: str, looks: tuple[dict[str, Any], ...], cell: Cell, browser: Browser
) -> None:
    if "seminar.jsonl" in WRITTEN[page]:
        held, _ = seminar()
        write_log(Path("seminar.jsonl"), enter(held.id, held.log, GENESIS))
    cell.done(*WRITTEN[page])
    _faultless(browser, Path("page.html"), looks)


def test_the_page_of_a_study_has_no_serious_fault(empty: Cell, browser: Browser) -> None:
    varied = ("--vary", "option.drones=on,off")
    empty.done("study", "ramadi", "--games", "4", "--workers", "1", *varied, "--out", "study")
    _faultless(browser, Path("study", "report.html"), LOOKS[:1])


def _faultless(browser: Browser, path: Path, looks: tuple[dict[str, Any], ...]) -> None:
    for look in looks:
        page = browser.open(path.read_text(encoding="utf-8"), **look)
        assert page.faults() == [], look
        page.close()


def test_axe_finds_a_fault_where_there_is_one(browser: Browser) -> None:
    page = browser.open("<!doctype html><title>t</title><img src='data:,x'><button></button>")
    assert {fault.partition(":")[0] for fault in page.faults()} >= {"button-name", "image-alt"}
    page.close()
