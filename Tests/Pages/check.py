"""Opens reports in headless Chromium; see run.

    check.py FOLDER CHROMIUM [PICTURES]

Each page is opened light and dark, and by axe. At each width each touch sequence is selected: no label of its pictures covers
another or is cut off, and a window without room for two columns has the answer above the picture.
"""

import os
import re
import sys
from concurrent.futures import ProcessPoolExecutor
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

# How many touches moved the pointer.
POINTED = """() => [...document.querySelectorAll("#sequences .sequence strong")]
    .filter((headline) => headline.textContent === "moves the pointer").length"""

folder = Path(sys.argv[1])
pictures = Path(sys.argv[3]) if len(sys.argv) > 3 else None


def explained(file: Path) -> tuple[list[str], int]:
    """What `explain` says that each gesture of a page's recording became, and how many touches moved the pointer."""
    text = (folder / "explained" / file.stem.partition("-")[2].removesuffix(".evemu")).read_text()
    found = re.findall(r"^ +([a-z ]+): (?:recognised|cancelled): (.*?)(?: \(began at .*| at \d+ ms)$", text, re.M)
    return [f"{noun}: {became}" for noun, became in found], text.count("moves the pointer")


def check_drawings(page: Any, where: str) -> tuple[list[str], int]:
    """Selects each touch sequence as a reader does, and returns what is wrong with the labels drawn then, and their number."""
    mistakes: list[str] = []
    labels = 0
    buttons = page.locator("#sequences .sequence > button")
    count = buttons.count()
    for index in range(min(count, MOST)):
        buttons.nth(index).evaluate("button => button.click()")
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        labels += page.evaluate("document.getElementById('surface').labels.length")
        mistakes.extend(f"{where}, touch sequence {index + 1}: {mistake}" for mistake in page.evaluate(LABELS))
    if count and not page.evaluate(ARRANGEMENT):
        mistakes.append(f"{where}: the answer is not where the window has room for it")
    return mistakes, labels


def check(files: list[Path]) -> tuple[list[str], int]:
    """Looks at pages; returns what is wrong, and how many labels were drawn."""
    mistakes: list[str] = []
    labels = 0
    with browser.launched(sys.argv[2], "--disable-gpu-vsync", "--disable-frame-rate-limit") as chromium:
        for scheme in ("light", "dark"):
            page = chromium.new_page(color_scheme=scheme)
            browser.watch(page, mistakes)
            for file in files:
                mistakes += browser.open_page(page, file, browser.WIDTHS[0])
                if "Examples/recordings" in file.read_text() and file.parent != folder:
                    said = (page.evaluate(BECAME), page.evaluate(POINTED))
                    if said != explained(file):
                        mistakes.append(f"{file.name}: says {said}, and explain {explained(file)}")
                for width in browser.WIDTHS:
                    where = f"{file.name} at {width}, {scheme}"
                    if wide := browser.excess_width(page, width):
                        mistakes.append(f"{where}: {wide} pixels wide")
                    # Colours move no label.
                    if file.parent != folder and scheme == "light":
                        found, drawn = check_drawings(page, where)
                        mistakes += found
                        labels += drawn
                    if pictures:
                        page.screenshot(path=pictures / f"{file.stem}-{width}-{scheme}.png")
                mistakes += [f"{file.name}, {scheme}: {violation}" for violation in browser.violations(page)]
            page.close()
    return mistakes, labels


if __name__ == "__main__":
    pages = [*sorted(folder.glob("*.html")), *sorted(folder.glob("*/*.html"))]
    workers = os.cpu_count() or 1
    with ProcessPoolExecutor(workers) as executor:
        results = list(executor.map(check, [pages[worker::workers] for worker in range(workers)]))
    mistakes = [mistake for found, _ in results for mistake in found]
    labels = sum(drawn for _, drawn in results)
    if not labels:
        mistakes.append("no label was drawn")
    widths = ", ".join(map(str, browser.WIDTHS))
    browser.report("pages", mistakes, f"{len(pages)} pages are in order at {widths} pixels, light and dark, with {labels} "
                   "labels of which none covers another")
