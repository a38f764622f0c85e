"""The page of HTML: its contrast by WCAG, and a structure that keys and readers aloud can follow."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

import reports
from adjudication.audits.audit import audit
from reports.document.html import html
from reports.review import build_review
from tests.reports.games import corrected, entries_of
from tests.reports.test_aar import Page

STYLES = Path(reports.__file__).parent / "templates" / "document"
AA_TEXT, AA_GRAPHIC = 4.5, 3.0
NO_TEXT = {".timeline .bar i"}
"""What has a background and no words on it."""
IN_EVERY_PLACE = ("ink", "soft", "accent")
"""Colours of words that may stand on any background of a larger part."""
PARTS = ("paper", "panel")


def luminance(colour: str) -> float:
    """Relative luminance of `#rrggbb` or `#rgb`, as WCAG 2.2 defines it."""
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@cache
def styles() -> str:
    return "\n".join(path.read_text() for path in sorted(STYLES.glob("*.css")))


@cache
def palettes() -> dict[str, dict[str, str]]:
    """The colours by name, in the light, in the dark and on paper."""
    found = [
        dict(re.findall(r"--([\w-]+): (#\w+)", rule))
        for rule in re.findall(r":root \{(.*?)\}", styles(), re.S)
    ]
    light, dark, paper = found
    return {"light": light, "dark": {**light, **dark}, "print": {**light, **paper}}


def pairs() -> set[tuple[str, str]]:
    """Every colour of words with every background that it can stand on."""
    found = {(words, part) for words in IN_EVERY_PLACE for part in PARTS}
    for selector, rule in re.findall(r"([^{}]+)\{([^{}]*)\}", styles()):
        colour = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", rule)
        ground = re.search(r"(?<![\w-])background: var\(--([\w-]+)\)", rule)
        if colour and ground:
            found.add((colour[1], ground[1]))
        elif colour:
            found |= {(colour[1], part) for part in PARTS}
        elif ground and selector.strip() not in NO_TEXT:
            found |= {(words, ground[1]) for words in IN_EVERY_PLACE}
    return found


def test_the_measure_is_that_of_wcag() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("palette", ["light", "dark", "print"])
def test_all_words_can_be_read(palette: str) -> None:
    colours = palettes()[palette]
    assert {("warn", "warn-paper"), ("good", "good-paper"), ("soft", "panel")} < pairs()
    poor = {pair: contrast(colours[pair[0]], colours[pair[1]]) for pair in pairs()}
    assert {pair: ratio for pair, ratio in poor.items() if ratio < AA_TEXT} == {}
    assert contrast(colours["accent"], colours["paper"]) >= AA_GRAPHIC, "the ring around what has the focus"


def test_no_colour_is_set_but_by_its_name() -> None:
    rules = re.sub(r":root \{.*?\}", "", styles(), flags=re.S)
    assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*\})", rules) == []


@cache
def review() -> Page:
    game = corrected()
    entries = entries_of(game)
    return Page(html(build_review(game, entries, audit(entries))))


def test_headings_go_down_step_by_step() -> None:
    levels = [int(tag[1]) for tag, _ in review().elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert [pair for pair in pairwise(levels) if pair[1] - pair[0] > 1] == []


def test_what_is_seen_is_also_said() -> None:
    elements = review().elements
    assert ("html", {"lang": "en"}) in elements
    assert {given.get("scope") for tag, given in elements if tag == "th"} <= {"col", "row"}
    drawings = [given for tag, given in elements if tag == "svg"]
    assert drawings
    assert [
        given for given in drawings if given.get("role") != "img" and given.get("aria-hidden") != "true"
    ] == []
    ids = set(review().values("id"))
    named = [name for given in drawings for name in given.get("aria-labelledby", "").split()]
    assert named
    assert set(named) <= ids


def test_all_of_it_can_be_reached_by_keys() -> None:
    elements = review().elements
    assert [given for _, given in elements if int(given.get("tabindex", "0")) > 0] == []
    scrolled = [given for tag, given in elements if tag == "div" and given.get("class") == "wide"]
    assert scrolled
    assert all(given.get("tabindex") == "0" and given.get("aria-label") for given in scrolled)
    first = next(given for tag, given in elements if tag == "a")
    assert first == {"class": "skip", "href": "#content"}
    assert "content" in review().values("id")
    folded = [place for place, (tag, _) in enumerate(elements) if tag == "details"]
    assert {elements[place + 1][0] for place in folded} == {"summary"}
