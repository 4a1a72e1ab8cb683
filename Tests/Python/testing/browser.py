"""Pages in headless Chromium: their width, their accessibility, and their errors. Needs what Tests/Pages/run installs."""

import contextlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = [390, 820, 1440]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"], "resultTypes": ["violations"]}
# Milliseconds. Playwright's own is 30 s, which a large page may take on a busy machine.
TIMEOUT = 600_000


@contextlib.contextmanager
def launched(chromium: str, *arguments: str) -> Iterator[Any]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", *arguments], timeout=TIMEOUT)
        yield browser
        browser.close()


def watch(page: Any, errors: list[str], console: bool = True) -> None:
    """Adds what goes wrong in the page's scripts."""
    page.set_default_timeout(TIMEOUT)
    page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
    if console:
        page.on("console", lambda message: errors.append(f"{page.url}: {message.text}") if message.type == "error" else None)


def excess_width(page: Any, width: int) -> int:
    """The width of the page where it does not fit; 0 where it does."""
    page.set_viewport_size({"width": width, "height": 900})
    wide: int = page.evaluate("document.documentElement.scrollWidth")
    return wide if wide > width else 0


def open_page(page: Any, file: Path, width: int) -> list[str]:
    """Opens a file; returns what is wrong with its width."""
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(file.resolve().as_uri())
    wide = excess_width(page, width)
    return [f"{file.parent.name}/{file.name} at {width}: {wide} pixels wide"] if wide else []


def report(name: str, mistakes: list[str], right: str) -> NoReturn:
    for mistake in dict.fromkeys(mistakes):
        print(f"{name}: {mistake}", file=sys.stderr)
    if not mistakes:
        print(right)
    sys.exit(bool(mistakes))


def violations(page: Any) -> list[str]:
    """What axe finds, with the first places."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{each['id']}: {each['help']}: {' | '.join(node['html'][:100] for node in each['nodes'][:3])}" for each in found]
