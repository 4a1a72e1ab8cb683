"""Opens reports in headless Chromium; see run.

    check.py FOLDER CHROMIUM [PICTURES]

Each page is opened at one width; every tenth, and the list, at all of them, light and dark, and by axe.
"""

import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = [390, 820, 1440]
TIMEOUT = 600_000
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}

folder = pathlib.Path(sys.argv[1])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
pages = sorted(folder.glob("*/*.html"))
chosen = [*sorted(folder.glob("*.html")), *pages[:: max(1, len(pages) // 30)]]
mistakes = []


def open_page(page, file, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(file.resolve().as_uri())
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > width:
        mistakes.append(f"{file.name} at {width}: {wide} pixels wide")


def check_access(page, file, scheme):
    for violation in Axe().run(page, options=RULES).response["violations"]:
        places = " | ".join(node["html"][:100] for node in violation["nodes"][:3])
        mistakes.append(f"{file.name}, {scheme}: {violation['id']}: {violation['help']}: {places}")


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"], timeout=TIMEOUT)
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: mistakes.append(f"{page.url}: {error}"))
        page.on("console", lambda message: mistakes.append(f"{page.url}: {message.text}") if message.type == "error" else None)
        for file in chosen:
            for width in WIDTHS:
                open_page(page, file, width)
                if pictures:
                    page.wait_for_timeout(150)
                    page.screenshot(path=pictures / f"{file.stem}-{width}-{scheme}.png")
            check_access(page, file, scheme)
        for file in pages if scheme == "light" else []:
            open_page(page, file, WIDTHS[0])
        page.close()
    browser.close()

for mistake in dict.fromkeys(mistakes):
    print(f"pages: {mistake}", file=sys.stderr)
if not mistakes:
    print(f"{len(pages)} reports are in order; {len(chosen)} of them at {', '.join(map(str, WIDTHS))} pixels, light and dark")
sys.exit(bool(mistakes))
