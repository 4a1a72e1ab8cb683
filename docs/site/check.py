"""Opens the pages of the site in headless Chromium at three widths, light and dark, and checks that nothing is wider than the
window, that from 360 to 1440 pixels nothing is cut off or covered, that axe finds no violation of WCAG 2.2 AA, and that the
search finds a section without a server.

The pages of the Swift libraries come from one program: each must fit a phone, and axe looks at every twentieth.
"""

import re
import sys
from pathlib import Path
from typing import Any

from testing import browser
from testing.browser import WIDTHS

# Bytes of a page with its pictures, styles and scripts, without the index of the search.
LARGEST = 300_000
SEARCH_INDEX = "index.js"
# What is typed, and the page that has to be among the results.
SEARCHES = {
    "accessChanged": "protocol.html#accesschanged",
    "gestured-focus": "troubleshooting.html",
    "minimumDistance": "swift/gestures.",
}
# What people type who have a problem, and the page that must come first.
QUESTIONS = {"permission denied": "troubleshooting.html", "natural scrolling": "troubleshooting.html",
             "shell script": "actions.html"}
ALL_WIDTHS = range(360, 1441, 20)
# What is cut off in a page, or covered by a button, as a reader with a clipboard sees it.
CUT = """() => {
    const named = (what, element) => `${what}: ${element.textContent.trim().slice(0, 40)}`;
    const cut = [...document.querySelectorAll(".scroll, .code pre, .code .word")]
        .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth)
        .map((element) => named("cut off", element));
    const covered = [...document.querySelectorAll(".copy")].filter((button) => {
        button.hidden = false;
        const text = document.createRange();
        text.selectNodeContents(button.parentElement.querySelector("code"));
        const over = button.getBoundingClientRect();
        return [...text.getClientRects()].some((line) => line.right > over.left && line.left < over.right &&
            line.bottom > over.top && line.top < over.bottom);
    });
    return [...cut, ...covered.map((button) => named("covered by a button", button.parentElement))];
}"""
PICTURED = ["index.html", "protocol.html", "troubleshooting.html", "swift/index.html", "swift/gestures.draggesture.html"]

site = Path(sys.argv[1])
pictures = Path(sys.argv[3]) if len(sys.argv) > 3 else None
documents = sorted(site.glob("*.html"))
libraries = sorted(site.glob("swift/*.html"))
mistakes: list[str] = []


def check_search(page: Any, file: Path) -> None:
    """From any page; the links lead to pages that exist."""
    for text, target in SEARCHES.items():
        page.goto(file.resolve().as_uri())
        page.fill("#search", text)
        links = [link.evaluate("link => link.href") for link in page.query_selector_all("#results li a")]
        if not any(f"/{target}" in link for link in links):
            mistakes.append(f'{file.relative_to(site)}: the search for "{text}" does not find {target}')
        for link in links:
            if not Path(link.removeprefix("file://").partition("#")[0]).exists():
                mistakes.append(f'{file.relative_to(site)}: the search for "{text}" leads to {link}, which does not exist')


def check_questions(page: Any, file: Path) -> None:
    """Help and guides come before references and symbols."""
    for text, target in QUESTIONS.items():
        page.goto(file.resolve().as_uri())
        page.fill("#search", text)
        first = page.query_selector("#results li a")
        found = first.evaluate("link => link.href") if first else "nothing"
        if f"/{target}" not in found:
            mistakes.append(f'the search for "{text}" finds {found} first, not {target}')


def check_cut(page: Any, file: Path) -> None:
    """At every width, tables and lines of code that do not fit are broken, and no button covers code; only drawings scroll."""
    browser.open_page(page, file, ALL_WIDTHS[0])
    for width in ALL_WIDTHS:
        wide = browser.excess_width(page, width)
        found = page.evaluate(CUT) + ([f"the page is {wide} pixels wide"] if wide else [])
        mistakes.extend(f"{file.relative_to(site)} at {width}: {mistake}" for mistake in found)


def check_labels(file: Path) -> None:
    """On a narrow screen, each cell of a table begins with its column's heading."""
    wrong = [label for label in re.findall(r'<td data-label="([^"]*)"', file.read_text()) if label != label.strip()]
    if wrong:
        mistakes.append(f"{file.relative_to(site)}: {len(wrong)} cells have a label such as {wrong[0]!r}")


def check_size(file: Path) -> int:
    text = file.read_text()
    loaded = re.findall(r'<(?:img|script)[^>]* src="([^"]*)"', text) + re.findall(r'<link[^>]* href="([^"]*)"', text)
    files = {file, *((file.parent / link).resolve() for link in loaded)}
    size: int = sum(path.stat().st_size for path in files if path.name != SEARCH_INDEX)
    if size > LARGEST:
        mistakes.append(f"{file.relative_to(site)}: {size} bytes with what it loads, of at most {LARGEST}")
    return size


for file in documents:
    check_labels(file)
heaviest = max((check_size(file), file) for file in documents + libraries)

with browser.launched(sys.argv[2]) as chromium:
    for scheme in ("light", "dark"):
        page = chromium.new_page(color_scheme=scheme)
        browser.watch(page, mistakes, console=False)
        for width in WIDTHS:
            for file in documents + libraries[::20]:
                mistakes += browser.open_page(page, file, width)
                # A scheme has other colours, which are the same at each width.
                if scheme == "light" or width == WIDTHS[0]:
                    where = f"{file.relative_to(site)} at {width}, {scheme}"
                    mistakes += [f"{where}: {violation}" for violation in browser.violations(page)]
            for name in PICTURED if pictures else []:
                page.goto((site / name).resolve().as_uri())
                page.screenshot(path=f"{pictures}/{name.replace('/', '-')}-{width}-{scheme}.png")
        page.close()
    page = chromium.new_page()
    page.set_default_timeout(browser.TIMEOUT)
    for file in documents + libraries[::20]:
        check_cut(page, file)
    for file in libraries:
        mistakes += browser.open_page(page, file, WIDTHS[0])
    check_search(page, site / "index.html")
    check_questions(page, site / "index.html")
    check_search(page, site / "swift/index.html")

count, widths = len(documents) + len(libraries), ", ".join(map(str, WIDTHS))
browser.report("site", mistakes, f"{count} pages are in order at {widths} pixels, light and dark; the heaviest is "
               f"{heaviest[1].relative_to(site)}, {heaviest[0]} bytes with what it loads")
