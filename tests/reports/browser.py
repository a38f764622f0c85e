"""A browser for tests: headless Chromium driven over its DevTools pipe by the standard library alone.

A page is opened from text; it may ask for nothing but itself, and whatever it asks for or complains of is
kept. One browser serves all tests of a run.
"""

import base64
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any
from xml.sax.saxutils import escape

import matplotlib

REQUIRED = "WHITECELL_REQUIRE_BROWSER"
"""Set to 1 where no test may be skipped for want of a browser, as in CI."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""The browser of this machine, None when it has none."""

NONE_HERE = "no Chromium is installed: its tests are skipped (apt-get install chromium)"
"""Why a test is skipped on a machine without a browser."""

PATIENCE = 60.0
"""Seconds to wait for an answer of the browser."""

_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig><dir>{fonts}</dir><cachedir>{cache}</cachedir></fontconfig>
"""

_KEYS = {
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    "PageUp": 33,
    "PageDown": 34,
    "End": 35,
    "Home": 36,
    "Tab": 9,
    "Enter": 13,
    " ": 32,
}


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
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        # The pipe is at 3 and 4 in the browser; whatever stood there is set aside by the shell.
        command = f'exec "$0" "$@" 3<&{to_read} 4>&{to_write}'
        arguments = (
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            f"--user-data-dir={folder / 'profile'}",
            "--remote-debugging-pipe",
            "about:blank",
        )
        self._process = subprocess.Popen(
            ["bash", "-c", command, CHROMIUM, *arguments],
            env={**os.environ, "FONTCONFIG_FILE": str(only_shipped_fonts(folder))},
            pass_fds=(to_read, to_write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self._folder = folder
        self._pages = 0
        self._number = 0
        self._unread = b""
        self._events: list[dict[str, Any]] = []

    def __enter__(self) -> "Browser":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.call("Browser.close")
            self._process.wait(PATIENCE)
        except (OSError, AssertionError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        finally:
            os.close(self._write)
            os.close(self._read)

    def call(self, method: str, session: str = "", **given: Any) -> dict[str, Any]:
        """What the browser answers to a DevTools command. Fails when it answers with an error."""
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": given}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data) :]
        until = time.monotonic() + PATIENCE
        while True:
            answer = self._next(until)
            if answer.get("id") == number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                found: dict[str, Any] = answer["result"]
                return found
            self._events.append(answer)

    def wait_for(self, method: str, session: str) -> dict[str, Any]:
        """The next event of that name, which may have come already."""
        until = time.monotonic() + PATIENCE
        while True:
            for event in self._events:
                if event.get("method") == method and event.get("sessionId") == session:
                    self._events.remove(event)
                    found: dict[str, Any] = event["params"]
                    return found
            self._events.append(self._next(until))

    def events(self, method: str, session: str) -> list[dict[str, Any]]:
        """All events of that name so far."""
        found = [e for e in self._events if e.get("method") == method and e.get("sessionId") == session]
        return [event["params"] for event in found]

    def _next(self, until: float) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._read], [], [], max(0.0, until - time.monotonic()))
            assert ready, "the browser does not answer"
            read = os.read(self._read, 1 << 20)
            assert read, "the browser has ended"
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        return message

    def open(self, text: str, at: str = "", **look: Any) -> "Page":
        """A page opened from its text in a tab of its own, at a place in it. look: as `Page.look` has it."""
        self._pages += 1
        file = self._folder / f"page{self._pages}.html"
        file.write_text(text, encoding="utf-8")
        return Page(self, file.as_uri() + at, **look)


class Page:
    """A page in the browser. asked: every address it asked for, itself first."""

    def __init__(self, browser: Browser, address: str, **look: Any) -> None:
        self.browser = browser
        self.address = address
        self.target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        attached = browser.call("Target.attachToTarget", targetId=self.target, flatten=True)
        self.session: str = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.look(**look)
        self.call("Page.navigate", url=address)
        browser.wait_for("Page.loadEventFired", self.session)

    def call(self, method: str, **given: Any) -> dict[str, Any]:
        """A DevTools command to this page."""
        return self.browser.call(method, self.session, **given)

    def look(
        self,
        width: int = 1100,
        height: int = 900,
        *,
        dark: bool = False,
        paper: bool = False,
        script: bool = True,
        still: bool = True,
    ) -> None:
        """How the page is looked at: how large, in the dark, on paper, whether scripts run, and whether
        nothing is to glide."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.call(
            "Emulation.setEmulatedMedia",
            media="print" if paper else "",
            features=[
                {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"},
            ],
        )
        self.call("Emulation.setScriptExecutionDisabled", value=not script)

    def run(self, script: str) -> Any:
        """What an expression of JavaScript comes to, as plain data."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def press(self, key: str) -> None:
        """A key pressed and let go, wherever the focus is."""
        given: dict[str, Any] = {"key": key, "code": "Space" if key == " " else key}
        given["windowsVirtualKeyCode"] = _KEYS[key]
        text = {"Enter": "\r", " ": " "}.get(key, "")
        self.call("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **given)
        self.call("Input.dispatchKeyEvent", type="keyUp", **given)

    def click(self, selector: str) -> None:
        """A click with the mouse on the middle of the first such element."""
        x, y = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)});"
            "e.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e.getBoundingClientRect();"
            "return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    @property
    def complaints(self) -> list[str]:
        """What the console says: errors, warnings, and whatever the page wrote there."""
        events = self.browser.events
        told = [str(event["args"]) for event in events("Runtime.consoleAPICalled", self.session)]
        told += [str(event["exceptionDetails"]) for event in events("Runtime.exceptionThrown", self.session)]
        return told + [event["entry"]["text"] for event in events("Log.entryAdded", self.session)]

    @property
    def asked(self) -> list[str]:
        """Every address that was asked for, that of the page left out."""
        sent = [e["request"]["url"] for e in self.browser.events("Network.requestWillBeSent", self.session)]
        return [url for url in sent if url != self.address.partition("#")[0]]

    def picture(self) -> bytes:
        """What is seen now, as a PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def paper(self) -> bytes:
        """The page printed, as a PDF."""
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def close(self) -> None:
        """Close its tab."""
        self.browser.call("Target.closeTarget", targetId=self.target)
