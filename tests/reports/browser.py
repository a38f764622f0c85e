"""A browser for tests: headless Chromium, driven by Playwright.

A page is opened from text; it may ask for nothing but itself, and whatever it asks for or complains of is
kept. One browser serves all tests of a run.
"""

import os
import shutil
from importlib.resources import files
from pathlib import Path
from types import TracebackType
from typing import Any
from xml.sax.saxutils import escape

import matplotlib
from playwright.sync_api import sync_playwright

REQUIRED = "WHITECELL_REQUIRE_BROWSER"
"""Set to 1 where no test may be skipped for want of a browser, as in CI."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser of this machine, None when it has none."""

NONE_HERE = "no Chromium is installed: its tests are skipped (apt-get install chromium)"
"""Why a test is skipped on a machine without a browser."""

_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""

_ARGUMENTS = ("--disable-gpu", "--disable-quic", "--disable-dev-shm-usage", "--force-color-profile=srgb")


def only_shipped_fonts(folder: Path) -> Path:
    """Settings that let a program see no fonts but the DejaVu fonts that come with matplotlib.

    Pages are then laid out alike on every machine, whatever fonts it has.
    """
    fonts = folder / "fonts"
    fonts.mkdir()
    for font in Path(matplotlib.get_data_path(), "fonts", "ttf").glob("DejaVuSans*.ttf"):
        shutil.copy(font, fonts)
    settings = folder / "fonts.conf"
    settings.write_text(_FONTS.format(fonts=escape(str(fonts)), cache=escape(str(folder / "font-cache"))))
    return settings


class Browser:
    """Chromium without a window. Use it in a `with` block, which ends it."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None, f"{REQUIRED} is set, and no Chromium is installed"
        self._folder = folder
        self._pages = 0
        self._playwright = sync_playwright().start()
        self._browser = self._playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=_ARGUMENTS,
            chromium_sandbox=False,
            env={**os.environ, "FONTCONFIG_FILE": str(only_shipped_fonts(folder))},
        )

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._browser.close()
        self._playwright.stop()

    def open(self, text: str, at: str = "", **look: Any) -> "Page":
        """A page opened from its text in a tab of its own, at a place in it.

        look: as `Page.look` has it; `script`: whether scripts of the page run.
        """
        self._pages += 1
        file = self._folder / f"page{self._pages}.html"
        file.write_text(text, encoding="utf-8")
        script = look.pop("script", True)
        mobile = look.get("width", 1100) < 600
        context = self._browser.new_context(java_script_enabled=script, is_mobile=mobile)
        return Page(context.new_page(), file.as_uri() + at, **look)


class Page:
    """A page in the browser. asked: every address it asked for but its own; complaints: what the console
    says, errors, warnings, and whatever the page wrote there."""

    def __init__(self, page: Any, address: str, **look: Any) -> None:
        self.page = page
        self.asked: list[str] = []
        self.complaints: list[str] = []
        own = address.partition("#")[0]
        page.on("request", lambda sent: self.asked.append(sent.url) if sent.url != own else None)
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.look(**look)
        page.goto(address)

    def look(
        self,
        width: int = 1100,
        height: int = 900,
        *,
        dark: bool = False,
        paper: bool = False,
        still: bool = True,
    ) -> None:
        """How the page is looked at: how large, in the dark, on paper, and whether nothing is to glide."""
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(
            media="print" if paper else "null",
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if still else "no-preference",
        )

    def run(self, script: str) -> Any:
        """What an expression of JavaScript comes to, as plain data."""
        return self.page.evaluate(script)

    def press(self, key: str) -> None:
        """A key pressed and let go, wherever the focus is."""
        self.page.keyboard.press(key)

    def click(self, selector: str) -> None:
        """A click with the mouse on the middle of the first such element."""
        self.page.locator(selector).first.click()

    def faults(self) -> list[str]:
        """What axe-core finds of weight: each rule that is broken, with the places."""
        self.page.evaluate(files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8"))
        found = self.page.evaluate("() => axe.run({resultTypes: ['violations']})")
        weighty = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
        return [
            f"{each['id']}: {each['help']}: {[node['target'] for node in each['nodes'][:5]]}"
            for each in weighty
        ]

    def picture(self) -> bytes:
        """What is seen now, as a PNG."""
        made: bytes = self.page.screenshot()
        return made

    def paper(self) -> bytes:
        """The page printed, as a PDF."""
        made: bytes = self.page.pdf(print_background=True)
        return made

    def close(self) -> None:
        """Close its tab."""
        self.page.context.close()
