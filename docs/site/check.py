"""Opens each page of the site in headless Chromium at three widths, light and dark, and checks that nothing is wider than the
window, that axe finds no violation of WCAG 2.2 AA, and that the search finds a section without a server.

    check.py SITE CHROMIUM [PICTURES]
"""

import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

WIDTHS = [360, 768, 1280]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]}

site = pathlib.Path(sys.argv[1])
pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
files = sorted(site.glob("*.html"))
mistakes = []

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[2], args=["--no-sandbox"])
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)
        page.on("pageerror", lambda error: mistakes.append(f"{page.url}: {error}"))
        for file in files:
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 900})
                page.goto(file.resolve().as_uri())
                wide = page.evaluate("document.documentElement.scrollWidth")
                if wide > width:
                    mistakes.append(f"{file.name} at {width}: {wide} pixels wide")
                for violation in Axe().run(page, options=RULES).response["violations"]:
                    places = " | ".join(node["html"][:100] for node in violation["nodes"][:3])
                    mistakes.append(f"{file.name} at {width}, {scheme}: {violation['id']}: {violation['help']}: {places}")
                if pictures and file.name in ("index.html", "protocol.html"):
                    page.screenshot(path=pictures / f"{file.stem}-{width}-{scheme}.png")
        page.goto((site / "index.html").resolve().as_uri())
        page.fill("#search", "palm pressure")
        link = page.query_selector("#results li a")
        if not link or ".html#" not in link.get_attribute("href"):
            mistakes.append('the search for "palm pressure" finds nothing')
    browser.close()

for mistake in dict.fromkeys(mistakes):
    print(f"site: {mistake}", file=sys.stderr)
if not mistakes:
    print(f"{len(files)} pages are in order at {', '.join(map(str, WIDTHS))} pixels, light and dark")
sys.exit(bool(mistakes))
