"""The review in a browser: the timeline moves, links lead somewhere, paper shows all, nothing is fetched."""

import io
import json
import os
import re
from collections.abc import Iterable, Iterator
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
from tests.reports.test_timeline import added_up, moving, review_of, titles

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
    """The timeline alone, open at the first turn."""
    page = browser.open(timeline_page())
    yield page
    page.close()


def stops(data: dict[str, Any], every: bool = False) -> list[tuple[int, bool]]:
    """Where the slider stops: the frames, those of fights before the dice decided and after."""
    found = []
    for at, frame in enumerate(data["frames"]):
        if not frame.get("q") if every else frame.get("e"):
            found += [(at, True)] * ("f" in frame) + [(at, False)]
    return found


def move(page: Page, number: int) -> None:
    """Move the slider to a moment, as a mouse does."""
    page.run(f"{SLIDER}.value = {number}; {SLIDER}.dispatchEvent(new Event('input'))")


def soon(page: Page) -> int:
    """Where the slider stands once the page has followed its address."""
    return int(page.run(f"new Promise(done => setTimeout(() => done({NOW}), 50))"))


def shown(page: Page) -> dict[str, Any]:
    """What a reader sees of the moment: the map in words, tracks, and the numbers of the log's lines."""
    found: dict[str, Any] = page.run(
        "({standing: [...document.querySelectorAll('.standing li')].map(e => e.textContent),"
        "tracks: [...document.querySelectorAll('.tracks tr')].map(e => +e.children[1].textContent),"
        "log: [...document.querySelectorAll('.log li')].map(e => +e.firstChild.textContent),"
        "held: [...document.querySelectorAll('[data-layer=held] > :not([fill=none])')].length,"
        "arrows: [...document.querySelectorAll('[data-layer=arrows] > g > title')].map(e => e.textContent),"
        "titles: [...document.querySelectorAll('.timeline [data-layer] > g:not(.arrow) > title')]"
        ".map(e => e.textContent)})"
    )
    return found


def told(data: dict[str, Any], number: int) -> str:
    """What the title of an arrow says."""
    kind, _, _, _, who, origin, to, *_ = data["arrows"][number]
    named = data["words"][who] or ("" if kind == "pick" else "a hidden piece")
    place = data["places"]
    where = f"at {place[to]}" if origin == to else f"from {place[origin]} to {place[to]}"
    return f"{data['strokes'][kind][3]}: {named} {where}"


def each(words: Iterable[str]) -> list[str]:
    """The counters that are told of, one by one."""
    return sorted("; ".join(words).split("; "))


@pytest.mark.parametrize("viewer", ["white", "isf"])
def test_the_slider_moves_map_tracks_and_log(browser: Browser, viewer: str) -> None:
    page = browser.open(timeline_page(viewer))
    page.click("[data-every]")
    data = moving(viewer)
    every = stops(data, every=True)
    assert page.run(f"{SLIDER}.max") == str(len(every))
    moments = list(added_up(data))
    fights = 0
    for number, (at, before) in enumerate(every, start=1):
        if number % 13 and not (before and fights < 3):
            continue
        frame, standing, tracks, control = moments[at]
        move(page, number)
        now = shown(page)
        if before:
            fights += 1
            _, standing, tracks, control = moments[at - 1]
            beside = {
                data["places"][int(n)]: titles(data, stack) for n, stack in frame["f"].get("m", {}).items()
            }
            standing = {**standing, **{place: "; ".join(words) for place, words in beside.items()}}
            standing = {place: words for place, words in standing.items() if words}
        assert dict(line.split(": ", 1) for line in now["standing"]) == standing
        assert each(now["titles"]) == each(standing.values())
        assert sorted(now["tracks"]) == sorted(tracks.values())
        assert now["held"] == len([side for side in control.values() if side])
        lines = [] if before else [line[0] for line in frame["l"]]
        assert now["log"] == ([frame["n"]] if "n" in frame else [] if lines else [0]) + lines
        kinds = {"attack", "plan", "hit", "miss"} if before else set(data["strokes"])
        arrows = [arrow for arrow in frame.get("a", ()) if data["arrows"][arrow][0] in kinds]
        assert now["arrows"] == [told(data, arrow) for arrow in arrows]
        assert page.run("document.querySelector('.fight').textContent !== ''") == ("f" in frame)
    assert fights >= 3
    assert page.complaints == []
    page.close()


def test_a_fight_is_watched_in_two_beats(alone: Page) -> None:
    data = moving()
    frames = data["frames"]
    steps = stops(data)
    number = next(n for n, (at, before) in enumerate(steps, 1) if before and "v" in frames[at]["f"])
    frame = frames[steps[number - 1][0]]
    strengths = f"{frame['f']['v'][0][1]} v {frame['f']['v'][1][1]}"
    defenders = [data["words"][who[1]] for who in frame["f"]["z"]]
    said = "document.querySelector('{}').textContent"
    move(alone, number)
    assert alone.run(said.format(".versus .v")) == strengths
    assert alone.run(said.format("[data-layer=arrows] .odds")) == strengths
    assert defenders
    assert all(name in alone.run(said.format(".versus")) for name in defenders)
    faces = alone.run("[...document.querySelectorAll('.dice b')].map(e => +e.textContent)")
    assert sorted(faces) == sorted(die[0] for die in frame["f"]["d"])
    assert alone.run(said.format(".came")) == ""
    assert alone.run("document.querySelectorAll('[data-layer=here] polygon').length") == 2
    alone.click("[data-go=after]")
    assert alone.run(said.format(".came")) == frame["r"]
    assert alone.run("document.querySelector('.odds')") is None
    assert frame["l"][-1][0] in shown(alone)["log"]


def test_there_and_back_is_the_same_picture(alone: Page) -> None:
    def drawn() -> str:
        return str(
            alone.run(
                "['held', 'front', 'here', 'ways', 'pieces', 'arrows'].map(n => "
                "[...document.querySelectorAll(`[data-layer=${n}] > *`)].map(e => e.outerHTML).sort())"
                ".flat().join('')"
            )
        )

    move(alone, 20)
    before = drawn()
    for name in ("last", "first"):
        alone.click(f"[data-go={name}]")
        assert drawn() != before
    move(alone, 20)
    assert drawn() == before
    assert before.count("<use") > 10


def test_it_opens_on_the_first_turn_in_steps(alone: Page) -> None:
    data = moving()
    steps = stops(data)
    assert alone.run(f"{SLIDER}.max") == str(len(steps))
    assert len(steps) < len(data["frames"]) / 3
    opened = alone.run(NOW)
    assert data["frames"][steps[opened - 1][0]]["t"] == 1
    assert all(data["frames"][at]["t"] < 1 for at, _ in steps[: opened - 1])
    ticks = alone.run(
        "[...document.querySelectorAll('.ticks span')].map(e => e.textContent).join(' ')"
    ).split()
    assert ticks == ["Turn", *map(str, range(1, 11))]
    marks = alone.run("[...document.querySelectorAll('.marks a')].map(e => [e.textContent, e.hash])")
    assert marks == [[str(f["u"]), f"#t={n}"] for n, f in enumerate(data["frames"], 1) if "u" in f]
    alone.click(".marks a:last-child")
    assert f"#t={steps[soon(alone) - 1][0] + 1}" == marks[-1][1]


def test_keys_move_it_by_steps_and_turns(alone: Page) -> None:
    frames = moving()["frames"]
    steps = stops(moving())
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
    turns = [frames[at]["t"] for at, _ in steps]
    ends = [n for n, turn in enumerate(turns, 1) if n == len(turns) or turns[n] != turn]
    assert [pressed("PageDown") for _ in ends[1:]] == ends[1:]
    assert [pressed("PageUp") for _ in ends[1:]] == list(reversed(ends[:-1]))
    assert pressed("End") == len(steps)
    said = alone.run(f"{SLIDER}.getAttribute('aria-valuetext')")
    assert said.startswith(f"Turn {turns[-1]} · ")
    assert f"End of turn {turns[-1]}" in said
    assert said.endswith(f"{len(steps)} of {len(steps)}")
    assert alone.run("location.hash") == f"#t={steps[-1][0] + 1}"


def test_buttons_do_what_they_say(alone: Page) -> None:
    last = len(stops(moving()))

    def clicked(name: str) -> int:
        alone.click(f"[data-go={name}]")
        return int(alone.run(NOW))

    assert clicked("last") == last
    assert alone.run("document.querySelector('[data-go=after]').disabled")
    assert alone.run("document.activeElement.type") == "range", "the focus is not lost with the button"
    assert clicked("before") == last - 1
    assert clicked("first") == 1
    assert clicked("after") == 2
    assert clicked("turn-after") > clicked("before") > 1
    alone.click("[data-go=play]")
    assert alone.run("document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "true"
    at = alone.run(NOW)
    moved = alone.run(f"new Promise(done => setTimeout(() => done({NOW}), 3600))")
    assert at < moved <= at + 3
    assert clicked("play") >= moved
    assert alone.run("document.querySelector('[data-go=play]').getAttribute('aria-pressed')") == "false"


def test_the_end_of_a_turn_shows_all_that_was_done_in_it(alone: Page) -> None:
    data = moving()
    turn = [frame for frame in data["frames"] if frame["t"] == 1]
    places = enumerate(stops(data), 1)
    move(
        alone, next(n for n, (at, _) in places if data["frames"][at] in turn and data["frames"][at]["e"] == 2)
    )
    kinds = {"move", "attack", "loss", "hit", "miss"}
    wanted = {told(data, n) for f in turn for n in f.get("a", ()) if data["arrows"][n][0] in kinds}
    assert set(shown(alone)["arrows"]) == wanted
    assert len(wanted) > 3
    assert "End of turn 1" in alone.run("document.querySelector('.moment').textContent")


def test_the_map_is_zoomed_and_moved_by_buttons_and_keys(alone: Page) -> None:
    def part() -> list[float]:
        box = alone.run("document.querySelector('.view svg.map').getAttribute('viewBox')")
        return [float(number) for number in box.split()]

    whole = part()
    alone.click("[data-zoom='+']")
    nearer = part()
    assert nearer[2] < whole[2]
    alone.run("document.querySelector('.view').focus()")
    alone.press("+")
    before = part()
    assert before[2] < nearer[2] * 0.8
    alone.press("ArrowRight")
    assert part()[0] > before[0]
    for _ in range(3):
        alone.press("-")
    assert part() == whole
    alone.press("+")
    alone.click("[data-zoom='0']")
    assert part() == whole
    alone.click("[data-follow]")
    steps = stops(moving())
    fight = next(n for n, (at, before_it) in enumerate(steps, 1) if before_it)
    move(alone, fight)
    x, y, wide, high = part()
    assert wide < whole[2] * 0.8, "the camera goes to the action"
    left, top, across, down = moving()["frames"][steps[fight - 1][0]]["z"]
    assert x <= left + across / 2 <= x + wide
    assert y <= top + down / 2 <= y + high
    move(alone, len(steps))
    assert part() == whole, "the end of a turn shows all of it"


def test_map_and_log_fit_the_window(browser: Browser) -> None:
    for width, height, parts in (
        (1400, 900, (".controls", ".view", ".moment", ".log", ".strip")),
        (390, 844, (".controls", ".moment", ".view")),
    ):
        page = browser.open(timeline_page(), width=width, height=height)
        page.run("document.querySelector('.timeline').scrollIntoView()")
        for part in parts:
            box = page.run(
                f"(e => [e.top, e.bottom])(document.querySelector('{part}').getBoundingClientRect())"
            )
            assert -1 <= box[0] < box[1] <= height + 1, (width, part)
        assert page.run("document.querySelector('.view').clientHeight") > height / 2
        assert page.run("document.querySelector('[data-follow]').checked") == (width < 600)
        page.close()


def test_a_place_in_the_address_is_a_moment(browser: Browser) -> None:
    data = moving()
    frames = data["frames"]
    fought = next(n for n, frame in enumerate(frames, 1) if "f" in frame and frame["t"] == 2)
    page = browser.open(timeline_page(), f"#t={fought}")
    assert stops(data)[page.run(NOW) - 1] == (fought - 1, True)
    ends = [n for n, (at, _) in enumerate(stops(data), 1) if frames[at]["t"] == 3]
    page.run("location.hash = '#map-turn-3'")
    assert soon(page) == ends[-1]
    page.run("location.hash = '#t=nonsense'")
    assert soon(page) == ends[-1]
    between = next(n for n, f in enumerate(frames, 1) if "e" not in f and "q" not in f and f["t"] == 2)
    page.run(f"location.hash = '#t={between}'")
    at = soon(page)
    assert page.run("document.querySelector('[data-every]').checked"), "an order between two steps is shown"
    assert stops(data, every=True)[at - 1][0] == between - 1
    page.run("location.hash = '#t=999999'")
    assert soon(page) == len(stops(data, every=True))
    assert page.complaints == []
    page.close()


def test_an_order_leads_to_its_moment_and_a_line_to_its_order(review: Page) -> None:
    order = review.run(
        "(() => { const d = [...document.querySelectorAll('details[id^=e]')].at(20); d.open = true;"
        "return +d.id.slice(1); })()"
    )
    review.run(f"for (let e = document.querySelector('#e{order}'); e; e = e.parentElement) e.open = true")
    review.click(f"#e{order} .onmap")
    wanted = next(n for n, frame in enumerate(moving()["frames"], 1) if frame.get("n") == order)
    soon(review)
    assert review.run("location.hash") == f"#t={wanted}"
    review.run(f"document.querySelector('#e{order}').open = false")
    review.click(f".log a[href='#e{order}']")
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
    looks: tuple[dict[str, Any], ...] = ({}, {"dark": True}, {"width": 390, "height": 844}, {"script": False})
    for nth, look in enumerate(looks):
        page = browser.open((review_page(), _hostile_page())[nth % 2], **look)
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
    page.click("[data-every]")
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
    annex = "document.querySelectorAll('.annex > details')"
    assert not page.run(f"[...{annex}].some(e => e.checkVisibility())"), (
        "an annex that nobody opened is left out"
    )
    page.run(f"{annex}.forEach(e => e.open = true)")
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
    assert "Map and timeline" in text
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
    assert page.run("document.querySelectorAll('.still figure').length") > 5
    assert page.run("[...document.querySelectorAll('.still figure svg')].every(e => e.checkVisibility())")
    assert page.run("document.querySelectorAll('.onmap').length") == 0
    page.close()


@pytest.mark.parametrize(
    ("width", "script"),
    [
        *((320, True), (390, False), (768, True)),
        *(pytest.param(*each, marks=pytest.mark.slow) for each in ((320, False), (390, True), (768, False))),
    ],
)
def test_nothing_is_wider_than_a_small_screen(browser: Browser, width: int, script: bool) -> None:
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
    assert len(sizes) == 10
    assert min(sizes) >= 24
    page.close()


def test_names_on_the_map_do_not_cover_each_other(alone: Page) -> None:
    covered = alone.run(
        """(() => {
          const names = '.timeline .view g[pointer-events=none] > g[font-weight] > text';
          const boxes = [...document.querySelectorAll(names)]
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
