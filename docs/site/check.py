"""Opens the pages of the site in headless Chromium at three widths, light and dark, and checks that nothing is wider than the
window, that axe finds no violation of WCAG 2.2 AA, and that the search finds a section without a server.

    check.py SITE CHROMIUM [PICTURES]

The pages of the Swift libraries come from one program: each must fit a phone, and axe looks at every twentieth.
"""

import pathlib
import re
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = [390, 820, 1440]
# Bytes of a page with its pictures, styles and scripts, without the index of the search.
LARGEST = 300_000
SEARCH_INDEX = "index.js"
# Milliseconds. Playwright's own is 30 s, which a page with all definitions may take on a busy machine.
TIMEOUT = 600_000
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}
# What is typed, and the page that has to be among the results.
SEARCHES = {
    "accessChanged": "protocol.html#accesschanged",
    "gestured-focus": "troubleshooting.html",
    "minimumDistance": "swift/gestures.",
}
# What people type who have a problem, and the page that must come first.
QUESTIONS = {"permission denied": "troubleshooting.html", "natural scrolling": "troubleshooting.html", "shell script": "actions.html"}
PICTURED = ["index.html", "protocol.html", "troubleshooting.html", "swift/index.html", "swift/gestures.draggesture.html"]

site = pathlib.Path(sys.argv[1])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
documents = sorted(site.glob("*.html"))
libraries = sorted(site.glob("swift/*.html"))
mistakes = []


def check_width(page, file, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(file.resolve().as_uri())
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        mistakes.append(f"{file.relative_to(site)} at {width}: {wide} pixels wide")


def check_access(page, file, width, scheme):
    for violation in Axe().run(page, options=RULES).response["violations"]:
        places = " | ".join(node["html"][:100] for node in violation["nodes"][:3])
        where = f"{file.relative_to(site)} at {width}, {scheme}"
        mistakes.append(f"{where}: {violation['id']}: {violation['help']}: {places}")


def check_search(page, file):
    """From any page; the links lead to pages that exist."""
    for text, target in SEARCHES.items():
        page.goto(file.resolve().as_uri())
        page.fill("#search", text)
        links = [link.evaluate("link => link.href") for link in page.query_selector_all("#results li a")]
        if not any(f"/{target}" in link for link in links):
            mistakes.append(f'{file.relative_to(site)}: the search for "{text}" does not find {target}')
        for link in links:
            if not pathlib.Path(link.removeprefix("file://").partition("#")[0]).exists():
                mistakes.append(f'{file.relative_to(site)}: the search for "{text}" leads to {link}, which does not exist')


def check_questions(page, file):
    """Help and guides come before references and symbols."""
    for text, target in QUESTIONS.items():
        page.goto(file.resolve().as_uri())
        page.fill("#search", text)
        first = page.query_selector("#results li a")
        found = first.evaluate("link => link.href") if first else "nothing"
        if f"/{target}" not in found:
            mistakes.append(f'the search for "{text}" finds {found} first, not {target}')


def check_code(page, file):
    """A line that does not fit is broken; only drawings scroll."""
    cut = page.evaluate("[...document.querySelectorAll('.code pre')].filter(pre => pre.scrollWidth > pre.clientWidth).length")
    if cut:
        mistakes.append(f"{file.relative_to(site)}: {cut} blocks of code are cut")


def check_size(file):
    text = file.read_text()
    loaded = re.findall(r'<(?:img|script)[^>]* src="([^"]*)"', text) + re.findall(r'<link[^>]* href="([^"]*)"', text)
    files = {file, *((file.parent / link).resolve() for link in loaded)}
    size = sum(path.stat().st_size for path in files if path.name != SEARCH_INDEX)
    if size > LARGEST:
        mistakes.append(f"{file.relative_to(site)}: {size} bytes with what it loads, of at most {LARGEST}")
    return size


heaviest = max((check_size(file), file) for file in documents + libraries)

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"], timeout=TIMEOUT)
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: mistakes.append(f"{page.url}: {error}"))
        for width in WIDTHS:
            for file in documents + libraries[::20]:
                check_width(page, file, width)
                check_code(page, file)
                # A scheme has other colours, which are the same at each width.
                if scheme == "light" or width == WIDTHS[0]:
                    check_access(page, file, width, scheme)
            for name in PICTURED if pictures else []:
                page.goto((site / name).resolve().as_uri())
                page.screenshot(path=pictures / f"{name.replace('/', '-')}-{width}-{scheme}.png")
        page.close()
    page = browser.new_page()
    page.set_default_timeout(TIMEOUT)
    for file in libraries:
        check_width(page, file, WIDTHS[0])
    check_search(page, site / "index.html")
    check_questions(page, site / "index.html")
    check_search(page, site / "swift/index.html")
    browser.close()

for mistake in dict.fromkeys(mistakes):
    print(f"site: {mistake}", file=sys.stderr)
if not mistakes:
    count = len(documents) + len(libraries)
    print(f"{count} pages are in order at {', '.join(map(str, WIDTHS))} pixels, light and dark;"
          f" the heaviest is {heaviest[1].relative_to(site)}, {heaviest[0]} bytes with what it loads")
sys.exit(bool(mistakes))
