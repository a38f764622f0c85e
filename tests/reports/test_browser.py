"""The review in a browser: the timeline moves, links lead somewhere, paper shows all, nothing is fetched."""

import io
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader

from domain.events import DieRolled
from reports.document.blocks import Document, Paragraph, Section
from reports.document.html import html
from reports.review import render_aar
from reports.review.timeline import timeline
from tests.reports.browser import CHROMIUM, NONE_HERE, REQUIRED, Browser, Page
from tests.reports.games import HOSTILE, corrected, played
from tests.reports.test_timeline import added_up, moving, review_of

pytestmark = pytest.mark.skipif(CHROMIUM is None and os.environ.get(REQUIRED) != "1", reason=NONE_HERE)

SCREENS = Path(__file__).parent / "screens.json"
"""What pages look like from afar, in fields of grey. `python -m tests.reports.test_browser` draws them."""
FIELDS = 16
TOLERANCE = 9.0
"""How far fields may be from those on record, on average, of 255: other fonts are, another layout is not."""

SLIDER = "document.querySelector('.timeline input[type=range]')"
NOW = f"{SLIDER}.valueAsNumber"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("browser")) as found:
        yield found


@cache
def review_page() -> str:
    """The whole review of a whole game."""
    return render_aar(*played())


@cache
def timeline_page(viewer: str = "white") -> str:
    """The timeline of it alone."""
    section = timeline(review_of(played()[0], viewer))
    assert section is not None
    return html(Document("Ramadi", "Timeline", "", "OFFICIAL", (section,)))


@pytest.fixture(scope="module")
def review(browser: Browser) -> Iterator[Page]:
    """The review, open; a test leaves it as a reader would."""
    page = browser.open(review_page())
    yield page
    page.close()


@pytest.fixture
def alone(browser: Browser) -> Iterator[Page]:
    """The timeline alone, open at its last moment."""
    page = browser.open(timeline_page())
    yield page
    page.close()


def move(page: Page, number: int) -> None:
    """Move the slider to a moment, as a mouse does."""
    page.run(f"{SLIDER}.value = {number}; {SLIDER}.dispatchEvent(new Event('input'))")


def shown(page: Page) -> dict[str, Any]:
    """What a reader sees of the moment: the map in words, tracks, and the numbers of the log's lines."""
    found: dict[str, Any] = page.run(
        "({standing: [...document.querySelectorAll('.standing li')].map(e => e.textContent),"
        "tracks: [...document.querySelectorAll('.tracks tr')].map(e => +e.children[1].textContent),"
        "log: [...document.querySelectorAll('.log li')].map(e => +e.firstChild.textContent),"
        "held: [...document.querySelectorAll('[data-layer=held] [visibility=visible]')].length,"
        "arrows: [...document.querySelectorAll('[data-layer=arrows] > g > title')].map(e => e.textContent),"
        "titles: [...document.querySelectorAll('[data-layer=pieces] > g > title')].map(e => e.textContent)})"
    )
    return found


@pytest.mark.parametrize("viewer", ["white", "isf"])
def test_the_slider_moves_map_tracks_and_log(browser: Browser, viewer: str) -> None:
    page = browser.open(timeline_page(viewer))
    data = moving(viewer)
    assert page.run(f"{SLIDER}.max") == str(len(data["frames"]))
    for number, (frame, standing, tracks, control) in enumerate(added_up(data), start=1):
        if number % 13 and number < len(data["frames"]):
            continue
        move(page, number)
        now = shown(page)
        assert dict(line.split(": ", 1) for line in now["standing"]) == standing
        assert "; ".join(sorted(now["titles"])) == "; ".join(sorted(_titles(data, number)))
        assert now["tracks"] == list(tracks.values())
        assert now["held"] == len([side for side in control.values() if side])
        assert now["log"] == ([frame["n"]] if "n" in frame else []) + [line[0] for line in frame["l"]]
        assert now["arrows"] == [data["arrows"][arrow][4] for arrow in frame.get("a", ())]
    assert page.complaints == []
    page.close()


def _titles(data: dict[str, Any], number: int) -> list[str]:
    """The titles of all counters on the map at a moment."""
    stacks: dict[str, int] = {}
    for frame in data["frames"][:number]:
        stacks |= frame.get("m", {})
    return [data["words"][slot[6]] for stack in stacks.values() for slot in data["stacks"][stack]]


def test_there_and_back_is_the_same_picture(alone: Page) -> None:
    def drawn() -> str:
        return str(
            alone.run(
                "['held', 'ways', 'pieces', 'arrows'].map(n => [...document.querySelectorAll("
                "`[data-layer=${n}] > *`)].map(e => e.outerHTML).sort().join('')).join('')"
            )
        )

    move(alone, 60)
    before = drawn()
    for name in ("last", "first"):
        alone.click(f"[data-go={name}]")
        assert drawn() != before
    move(alone, 60)
    assert drawn() == before
    assert before.count("<use") > 30


def test_keys_move_it_by_orders_and_turns(alone: Page) -> None:
    frames = moving()["frames"]
    alone.run(f"{SLIDER}.focus()")

    def pressed(key: str) -> int:
        alone.press(key)
        return int(alone.run(NOW))

    assert pressed("Home") == 1
    assert pressed("ArrowRight") == 2
    assert pressed("ArrowUp") == 3
    assert pressed("ArrowLeft") == 2
    assert pressed("ArrowDown") == 1
    assert pressed("ArrowLeft") == 1, "there is nothing before the first"
    ends = [n for n, frame in enumerate(frames, 1) if n == len(frames) or frames[n]["t"] != frame["t"]]
    assert [pressed("PageDown") for _ in ends] == ends
    assert [pressed("PageUp") for _ in ends[1:]] == list(reversed(ends[:-1]))
    assert pressed("End") == len(frames)
    said = alone.run(f"{SLIDER}.getAttribute('aria-valuetext')")
    assert said.startswith(f"Turn {frames[-1]['t']}, ")
    assert frames[-1]["h"] in said
    assert said.endswith(f"{len(frames)} of {len(frames)}")
    assert alone.run("location.hash") == f"#t={len(frames)}"


def test_buttons_do_what_they_say(alone: Page) -> None:
    last = len(moving()["frames"])

    def clicked(name: str) -> int:
        alone.click(f"[data-go={name}]")
        return int(alone.run(NOW))

    assert alone.run(NOW) == last
    assert clicked("before") == last - 1
    assert clicked("last") == last
    assert alone.run("document.querySelector('[data-go=after]').disabled")
    assert alone.run("document.activeElement.type") == "range", "the focus is not lost with the button"
    assert clicked("first") == 1
    assert clicked("turn-after") > clicked("before") > 1
    alone.click("[data-go=play]")
    assert alone.run("document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "true"
    at = alone.run(NOW)
    moved = alone.run(
        f"new Promise(done => setTimeout(() => done({NOW}), 2200))",
    )
    assert at < moved <= at + 3
    assert clicked("play") >= moved
    assert alone.run("document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "false"


def test_the_whole_turn_shows_its_arrows_and_its_log(alone: Page) -> None:
    data = moving()
    alone.click("[data-go=first]")
    alone.click("[data-go=turn-after]")
    alone.click("[data-go=turn-after]")
    one = shown(alone)
    alone.click("[data-whole]")
    whole = shown(alone)
    turn = [frame for frame in data["frames"] if frame["t"] == 1]
    assert set(whole["log"]) == {
        n for f in turn for n in ([f["n"]] if "n" in f else []) + [x[0] for x in f["l"]]
    }
    assert set(whole["arrows"]) == {data["arrows"][arrow][4] for f in turn for arrow in f.get("a", ())}
    assert len(whole["arrows"]) > len(one["arrows"])
    assert whole["standing"] == one["standing"]


def test_a_place_in_the_address_is_a_moment(browser: Browser) -> None:
    page = browser.open(timeline_page(), "#t=42")
    assert page.run(NOW) == 42
    end = max(n for n, frame in enumerate(moving()["frames"], 1) if frame["t"] == 3)
    page.run("location.hash = '#map-turn-3'")
    assert page.run(f"new Promise(done => setTimeout(() => done({NOW}), 50))") == end
    page.run("location.hash = '#t=nonsense'")
    assert page.run(f"new Promise(done => setTimeout(() => done({NOW}), 50))") == end
    page.run("location.hash = '#t=999999'")
    assert page.run(f"new Promise(done => setTimeout(() => done({NOW}), 50))") == len(moving()["frames"])
    assert page.complaints == []
    page.close()


def test_an_order_leads_to_its_moment_and_a_line_to_its_order(review: Page) -> None:
    order = review.run(
        "(() => { const d = [...document.querySelectorAll('details[id^=e]')].at(20); d.open = true;"
        "return +d.id.slice(1); })()"
    )
    review.click(f"#e{order} .onmap")
    wanted = next(n for n, frame in enumerate(moving()["frames"], 1) if frame.get("n") == order)
    assert review.run(f"new Promise(done => setTimeout(() => done({NOW}), 50))") == wanted
    review.run(f"document.querySelector('#e{order}').open = false")
    review.click(".log li:last-child a")
    assert review.run(
        f"new Promise(done => setTimeout(() => done(document.querySelector('#e{order}').open), 50))"
    )


def test_an_adjudication_unfolds(review: Page) -> None:
    id = review.run("[...document.querySelectorAll('details[id^=e]')].find(d => !d.open).id")
    inside = f"document.querySelector('#{id} .inside').checkVisibility()"
    assert not review.run(inside)
    review.click(f"#{id} summary")
    assert review.run(inside)
    review.press(" ")
    assert not review.run(inside), "and folds again by the keyboard"


def test_every_link_leads_somewhere(review: Page) -> None:
    links = review.run("[...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    assert len(links) > 200
    ids = set(review.run("[...document.querySelectorAll('[id]')].map(e => e.id)"))
    moments = {f"#t={number}" for number in range(1, len(moving()["frames"]) + 1)}
    assert [link for link in links if link not in moments and not (link[:1] == "#" and link[1:] in ids)] == []
    assert moments & set(links)


def test_nothing_is_asked_for_and_nothing_complains(browser: Browser) -> None:
    for text in (review_page(), _hostile_page()):
        for look in ({}, {"dark": True}, {"width": 390, "height": 844}, {"script": False}):
            page = browser.open(text, **look)
            assert page.asked == []
            assert page.complaints == []
            page.close()


def test_a_page_that_asks_or_complains_is_found_out(browser: Browser) -> None:
    page = browser.open("<img src='file:///nowhere.png'><script>console.log('hm'); nothing()</script>")
    assert page.asked == ["file:///nowhere.png"]
    assert len(page.complaints) >= 2
    page.close()
    kept = browser.open(review_page().replace("</body>", "<script>document.title = 'mine'</script></body>"))
    assert kept.run("document.title") != "mine"
    assert "Content Security Policy" in str(kept.complaints)
    kept.close()


@cache
def _hostile_page() -> str:
    game = corrected()
    review = review_of(game)
    return render_aar(game, review.entries, review.audit)


def test_hostile_names_and_notes_stay_text(browser: Browser) -> None:
    page = browser.open(_hostile_page())
    assert page.run("document.querySelectorAll('script').length") == 2
    assert page.run("document.querySelectorAll('[onload], [onerror], [onclick]').length") == 0
    # A note is a moment of its own; at every moment the words stay words.
    last = page.run(f"+{SLIDER}.max")
    found = 0
    for number in range(1, last + 1):
        move(page, number)
        found += page.run("document.querySelector('.timeline .log').textContent.includes('<script>alert')")
        assert page.run("document.querySelectorAll('.timeline .log script, .moment script').length") == 0
    assert found >= 1
    assert HOSTILE.split("\n")[1] in page.run("document.body.textContent")
    assert page.complaints == []
    page.close()


def test_on_paper_all_is_there(browser: Browser) -> None:
    page = browser.open(_hostile_page(), paper=True)
    assert not page.run("document.querySelector('.timeline').checkVisibility()")
    folded = page.run(
        "[...document.querySelectorAll('details:not(.alternative):not([open]) > .inside')]"
        ".filter(e => !e.closest('.timeline')).map(e => e.checkVisibility())"
    )
    assert folded
    assert all(folded)
    assert page.run("[...document.querySelectorAll('.still svg')].every(e => e.checkVisibility())")
    # The words of a drawing are no text that we look for, and take long to read.
    page.run("document.querySelectorAll('svg').forEach(e => e.remove())")
    page.look()
    sheets = PdfReader(io.BytesIO(page.paper())).pages
    text = " ".join(" ".join(sheet.extract_text() for sheet in sheets).split())
    assert "Map, turn 1" in text
    game = corrected()
    assert review_of(game).entries[-1].digest in text
    # Numbers stand in a column of their own, and lines may be broken.
    rolled = [event.number for event in game.log if isinstance(event, DieRolled)]
    assert len(rolled) > 3
    assert [number for number in rolled if not re.search(rf"\b{number}\s*D6 for", text)] == []
    page.close()


def test_the_marking_stands_on_top_and_bottom_of_every_sheet(browser: Browser) -> None:
    text = tuple(Paragraph(f"Paragraph {number}") for number in range(120))
    page = browser.open(html(Document("Ramadi", "Review", "", "RESTRICTED", (Section("all", "All", text),))))
    sheets = PdfReader(io.BytesIO(page.paper())).pages
    assert len(sheets) > 2
    assert [sheet.extract_text().count("RESTRICTED") for sheet in sheets] == [2] * len(sheets)
    page.close()


def test_without_a_script_the_page_is_whole(browser: Browser) -> None:
    page = browser.open(review_page(), script=False)
    assert page.run("document.querySelector('.timeline').hidden")
    assert page.run("document.querySelectorAll('.still figure').length") == 11
    assert page.run("[...document.querySelectorAll('.still figure svg')].every(e => e.checkVisibility())")
    assert page.run("document.querySelectorAll('.onmap').length") == 0
    page.close()


@pytest.mark.parametrize("width", [320, 390, 768])
def test_nothing_is_wider_than_a_small_screen(browser: Browser, width: int) -> None:
    for script in (True, False):
        page = browser.open(review_page(), width=width, height=844, script=script)
        page.look(width=width, height=844)
        assert page.run("document.documentElement.scrollWidth") <= width
        beyond = page.run(
            "[...document.querySelectorAll('body *')].filter(e => { const b = e.getBoundingClientRect();"
            "return b.width && b.right > innerWidth + 1 && !e.closest('.wide, svg') && e.checkVisibility();"
            "}).map(e => e.outerHTML.slice(0, 80))"
        )
        assert beyond == []
        page.close()


def test_what_is_pressed_is_large_enough_for_a_finger(browser: Browser) -> None:
    page = browser.open(timeline_page(), width=390, height=844)
    sizes = page.run(
        "[...document.querySelectorAll('.timeline button')].map(e => e.getBoundingClientRect())"
        ".map(b => Math.min(b.width, b.height))"
    )
    assert len(sizes) == 7
    assert min(sizes) >= 24
    page.close()


def test_names_on_the_map_do_not_cover_each_other(alone: Page) -> None:
    covered = alone.run(
        """(() => {
          const boxes = [...document.querySelectorAll('.timeline svg > g[font-weight="600"] > text')]
            .map(e => [e.textContent, e.getBBox()]);
          const found = [];
          boxes.forEach(([one, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
            const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
            const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
            if (wide > 2 && high > 2) found.push(`${one} / ${other}`);
          }));
          return boxes.length > 50 ? found : ['no names'];
        })()"""
    )
    assert covered == []


# --- from afar -------------------------------------------------------------------------------------


def fields(picture: bytes) -> list[list[int]]:
    """A picture as a few fields of grey."""
    image = Image.open(io.BytesIO(picture)).convert("L").resize((FIELDS, FIELDS), Image.Resampling.BOX)
    grey = list(image.tobytes())
    return [grey[row * FIELDS : (row + 1) * FIELDS] for row in range(FIELDS)]


def apart(one: list[list[int]], other: list[list[int]]) -> float:
    """How far two pictures are apart, on average."""
    pairs = [(a, b) for line, with_ in zip(one, other, strict=True) for a, b in zip(line, with_, strict=True)]
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


def pictures(browser: Browser) -> dict[str, list[list[int]]]:
    """The timeline seen in several ways."""
    found = {}
    for name, at, look in (
        ("end of turn 1", "#map-turn-1", {}),
        ("in the dark", "#map-turn-1", {"dark": True}),
        ("on a phone", "#map-turn-1", {"width": 390, "height": 844}),
        ("on paper", "", {"paper": True}),
    ):
        page = browser.open(timeline_page(), at, **{"width": 1100, "height": 1700, **look})
        found[name] = fields(page.picture())
        page.close()
    return found


def test_it_looks_as_it_did(browser: Browser) -> None:
    on_record = json.loads(SCREENS.read_text(encoding="utf-8"))
    now = pictures(browser)
    assert now.keys() == on_record.keys()
    assert {
        name: apart(now[name], on_record[name])
        for name in now
        if apart(now[name], on_record[name]) > TOLERANCE
    } == {}
    others = [apart(now[one], on_record[other]) for one in now for other in now if one != other]
    assert min(others) > TOLERANCE, "the comparison tells these pages apart"


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder, Browser(Path(folder)) as found_browser:
        drawn = json.dumps(pictures(found_browser))
    SCREENS.write_text(drawn.replace("]], ", "]],\n").replace("], [", "],\n [") + "\n", encoding="utf-8")
