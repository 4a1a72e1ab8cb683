"""Opens reports in headless Chromium; see run.

    check.py FOLDER CHROMIUM [PICTURES]

Each page is opened at one width; every tenth, and the list, at all of them, light and dark, and by axe.
"""

import sys
from pathlib import Path

from testing import browser

folder = Path(sys.argv[1])
pictures = Path(sys.argv[3]) if len(sys.argv) > 3 else None
pages = sorted(folder.glob("*/*.html"))
chosen = [*sorted(folder.glob("*.html")), *pages[:: max(1, len(pages) // 30)]]
mistakes: list[str] = []

with browser.launched(sys.argv[2]) as chromium:
    for scheme in ("light", "dark"):
        page = chromium.new_page(color_scheme=scheme)
        browser.watch(page, mistakes)
        for file in chosen:
            for width in browser.WIDTHS:
                mistakes += browser.open_page(page, file, width)
                if pictures:
                    page.wait_for_timeout(150)
                    page.screenshot(path=pictures / f"{file.stem}-{width}-{scheme}.png")
            mistakes += [f"{file.name}, {scheme}: {violation}" for violation in browser.violations(page)]
        for file in pages if scheme == "light" else []:
            mistakes += browser.open_page(page, file, browser.WIDTHS[0])
        page.close()

widths = ", ".join(map(str, browser.WIDTHS))
browser.report("pages", mistakes, f"{len(pages)} reports are in order; {len(chosen)} of them at {widths} pixels, light and dark")
