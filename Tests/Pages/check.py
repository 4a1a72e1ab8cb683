"""Opens reports in headless Chromium; see run.

    check.py FOLDER CHROMIUM [PICTURES]

Each page is opened at one width; every tenth, those of Examples, and the list at all of them, light and dark, and by axe. There
each touch sequence is selected: no label of its pictures covers another or is cut off, and a window without room for two columns
has the answer above the picture.
"""

import re
import sys
from pathlib import Path
from typing import Any

from testing import browser

# How many touch sequences of a page are looked at.
MOST = 12
# The labels of both drawings that leave them, or cover each other.
LABELS = """() => ["surface", "timeline"].flatMap((name) => {
    const canvas = document.getElementById(name);
    const { clientWidth: width, clientHeight: height } = canvas;
    const texts = (canvas.labels || []).filter(({ w, h }) => w && h);
    const outside = texts.filter(({ x, y, w, h }) => x < -1 || y < -1 || x + w > width + 1 || y + h > height + 1);
    const covered = texts.flatMap((a, i) => texts.slice(i + 1).filter((b) =>
        a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).map((b) => `${a.text} and ${b.text}`));
    return [...outside.map(({ text }) => `${name}: cut off: ${text}`), ...covered.map((both) => `${name}: overlap: ${both}`)];
})"""
# True if the answer, where it is shown, stands above the picture, and the list next to the picture where it is not.
ARRANGEMENT = """() => {
    const place = (id) => document.getElementById(id).getBoundingClientRect();
    const [answer, drawing, list] = ["answer", "drawing", "list"].map(place);
    return innerWidth < 900 ? answer.height > 0 && answer.bottom <= drawing.top && drawing.bottom <= list.top
        : answer.height === 0 && drawing.right <= list.left;
}"""

# What a page says that each gesture became.
BECAME = """() => [...document.querySelectorAll("#sequences .reasons > li > button")].filter((button) => button.reason?.value)
    .map((button) => button.firstChild.textContent.replaceAll("\\u00a0", " ").slice(2).split(", then cancelled")[0])"""

folder = Path(sys.argv[1])
pictures = Path(sys.argv[3]) if len(sys.argv) > 3 else None
pages = sorted(folder.glob("*/*.html"))
examples = [page for page in pages if "Examples/recordings" in page.read_text()]
chosen = list(dict.fromkeys([*sorted(folder.glob("*.html")), *pages[:: max(1, len(pages) // 30)], *examples]))
mistakes: list[str] = []
labels = 0


def explained(file: Path) -> list[str]:
    """What `explain` says that each gesture of a page's recording became."""
    text = (folder / "explained" / file.stem.partition("-")[2].removesuffix(".evemu")).read_text()
    found = re.findall(r"^ +([a-z ]+): (?:recognised|cancelled): (.*?)(?: \(began at .*| at \d+ ms)$", text, re.M)
    return [f"{noun}: {became}" for noun, became in found]


def check_drawings(page: Any, where: str) -> None:
    """Selects each touch sequence as a reader does, and looks at the labels that are drawn then."""
    global labels
    buttons = page.locator("#sequences .sequence > button")
    for index in range(min(buttons.count(), MOST)):
        buttons.nth(index).evaluate("button => button.click()")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        labels += page.evaluate("document.getElementById('surface').labels.length")
        mistakes.extend(f"{where}, touch sequence {index + 1}: {mistake}" for mistake in page.evaluate(LABELS))
    if buttons.count() and not page.evaluate(ARRANGEMENT):
        mistakes.append(f"{where}: the answer is not where the window has room for it")


with browser.launched(sys.argv[2]) as chromium:
    for scheme in ("light", "dark"):
        page = chromium.new_page(color_scheme=scheme)
        browser.watch(page, mistakes)
        for file in chosen:
            for width in browser.WIDTHS:
                mistakes += browser.open_page(page, file, width)
                if file in examples and page.evaluate(BECAME) != explained(file):
                    mistakes.append(f"{file.name}: says {page.evaluate(BECAME)}, and explain {explained(file)}")
                if file in pages:
                    check_drawings(page, f"{file.name} at {width}, {scheme}")
                if pictures:
                    page.wait_for_timeout(150)
                    page.screenshot(path=pictures / f"{file.stem}-{width}-{scheme}.png")
            mistakes += [f"{file.name}, {scheme}: {violation}" for violation in browser.violations(page)]
        for file in pages if scheme == "light" else []:
            mistakes += browser.open_page(page, file, browser.WIDTHS[0])
        page.close()

if not labels:
    mistakes.append("no label was drawn")
widths = ", ".join(map(str, browser.WIDTHS))
browser.report("pages", mistakes, f"{len(pages)} reports are in order; {len(chosen)} of them at {widths} pixels, light and dark, "
               f"with {labels} labels of which none covers another")
