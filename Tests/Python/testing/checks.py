"""Checks, each a sentence that is printed. Tests/stages counts the lines."""

import collections
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

ROOT = Path(__file__).resolve().parents[3]
# Seconds, which Tests/Desktops/whole/run sets. It only bounds a failure: a busy machine slows a test down many times.
TIMEOUT = float(os.environ.get("DESKTOPS_TIMEOUT", 300))
Answer = TypeVar("Answer")

counts: collections.Counter[bool] = collections.Counter()


def check(sentence: str, holds: object, detail: object = "") -> bool:
    """The test goes on in either case; `finish` ends it."""
    counts[bool(holds)] += 1
    print(f"  ok      {sentence}" if holds else f"  FAILED  {sentence}\n          got: {detail}", flush=True)
    return bool(holds)


def equal(sentence: str, actual: object, expected: object, printed: str = "") -> bool:
    """What was printed explains a failure."""
    return check(sentence, actual == expected, f"{actual!r}, not {expected!r}\n{printed}".rstrip())


def ensure(sentence: str, holds: object, detail: object = "") -> None:
    """A failure ends the test."""
    if not holds:
        fail(f"{sentence}: {detail}")
    passed(sentence)


def passed(sentence: str) -> None:
    counts[True] += 1
    print(f"ok: {sentence}", flush=True)


def fail(sentence: str) -> NoReturn:
    sys.exit(f"FAILED: {sentence}")


def finish() -> NoReturn:
    print(f"{counts[True]} passed, {counts[False]} failed")
    sys.exit(1 if counts[False] else 0)


def require(test: str, *packages: str) -> None:
    """Skips the test if these packages of Debian are not installed and cannot be."""
    if subprocess.run([ROOT / "packaging/require", *packages], stdout=subprocess.DEVNULL).returncode != 0:
        print(f"SKIPPED: {test}; these cannot be installed here: {' '.join(packages)}")
        sys.exit(0)


def wait_until(condition: Callable[[], Answer], seconds: float = TIMEOUT, pause: float = 0.05) -> Answer:
    """What the condition returns at last."""
    deadline = time.monotonic() + seconds
    while not (result := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return result


def eventually(query: Callable[[], Answer], what: str, detail: Callable[[], object] = str) -> Answer:
    """Repeats the query until its answer is true, and returns the answer."""
    return wait_until(query, pause=0.02) or fail(f"not within {TIMEOUT:.0f} s: {what} {detail()}".rstrip())


def expect(what: str, query: Callable[[], object], detail: Callable[[], object] = str) -> None:
    """The query's answer becomes true."""
    eventually(query, what, detail)
    passed(what)


def find(pattern: str, text: str, flags: int = 0) -> re.Match[str]:
    """The first match, which there must be."""
    return re.search(pattern, text, flags) or fail(f"nothing matches {pattern} in:\n{text[-3000:]}")


def show_columns(rows: Iterable[Sequence[str]]) -> None:
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows)]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


class Table:
    """Figures, each with its limit and whether it is met."""

    def __init__(self, title: str = "", figure: str = "measured") -> None:
        self.rows = [(title, figure, "limit", "met")]

    def add(self, name: str, figure: str, limit: str = "", met: bool | None = None) -> None:
        self.rows.append((name, figure, limit, {True: "yes", False: "NO", None: ""}[met]))

    @property
    def is_met(self) -> bool:
        return all(met != "NO" for *_, met in self.rows)

    def show(self) -> None:
        show_columns(self.rows)
