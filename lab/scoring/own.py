"""Labels of our own (labels.toml), scored by RULES.md's rules extended to gestures in a row."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from scorer import Event, words

Way = tuple[str, int, str | None]
Pairs = list[tuple[int, int]]

TERM = re.compile(r"(tap|drag|scroll|swipe|pinch|rotate|hold)(\d+)(?:-(up|down|left|right|in|out|cw|ccw))?")
# Degrees: less is no rotation. Seconds: RULES.md's shortest hold.
LEAST_ANGLE = 10
LEAST_HOLD = 0.5


@dataclass
class Expected:
    """One gesture, as (kind, fingers, direction) of each way to see it."""

    text: str
    ways: list[Way]
    required: bool

    @classmethod
    def parse(cls, text: str) -> list[Self]:
        term, _, count = text.rstrip("?").partition("×")
        found = [match.groups() for way in term.split("|") if (match := TERM.fullmatch(way))]
        if len(found) < len(term.split("|")):
            raise ValueError(f"labels.toml: {text}")
        ways = [(kind, int(fingers), direction) for kind, fingers, direction in found]
        return [cls(text, ways, not text.endswith("?"))] * int(count or 1)

    def matches(self, event: Event) -> bool:
        return any(is_like(event, *way) for way in self.ways)


def is_like(event: Event, kind: str, fingers: int, direction: str | None) -> bool:
    if event["fingers"] != fingers:
        return False
    if kind == "rotate" and event["kind"] in ("pinch", "rotate"):
        angle = event.get("angle", 0)
        return abs(angle) > LEAST_ANGLE and direction in (None, "cw" if angle > 0 else "ccw")
    if kind == "hold" and event["t_end"] - event["t_start"] < LEAST_HOLD:
        return False
    return event["kind"] == kind and direction in (None, event["direction"])


@dataclass
class OwnResult:
    file: str
    label: str
    events: list[Event]
    want: int
    got: int
    false: list[Event]

    @property
    def ok(self) -> bool:
        return self.got == self.want and not self.false


def align(expected: list[Expected], events: list[Event]) -> Pairs:
    """The pairs of a longest common subsequence: gestures in their order, each used once."""
    best: list[list[Pairs]] = [[[] for _ in range(len(events) + 1)] for _ in range(len(expected) + 1)]
    for i in reversed(range(len(expected))):
        for j in reversed(range(len(events))):
            choices = [best[i + 1][j], best[i][j + 1]]
            if expected[i].matches(events[j]):
                choices.append([(i, j), *best[i + 1][j + 1]])
            best[i][j] = max(choices, key=lambda pairs: sum(1 + expected[i].required for i, _ in pairs))
    return best[0][0]


def results(events: Path, load: Callable[[Path], list[Event]]) -> Iterator[OwnResult]:
    """Of every labelled recording that was run."""
    labels = tomllib.loads((Path(__file__).parent / "labels.toml").read_text())
    for kind, files in labels.items():
        for name, label in files.items():
            path = Path(events) / f"{kind}__{name}.jsonl"
            if path.exists():
                yield result(f"{kind}/{name}.evemu", label, load(path))


def result(file: str, label: str, events: list[Event]) -> OwnResult:
    expected = [gesture for term in label.split() for gesture in Expected.parse(term)]
    events = sorted(events, key=lambda event: float(event["t_start"]))
    pairs = align(expected, events)
    used = {j for _, j in pairs}
    false = [event for j, event in enumerate(events) if j not in used and event["kind"] != "hold"]
    required = [i for i, gesture in enumerate(expected) if gesture.required]
    got = sum(i in required for i, _ in pairs)
    return OwnResult(file, " ".join(label.split()), events, len(required), got, false)


def show(results: Iterable[OwnResult]) -> None:
    for result in results:
        mark = "yes" if result.ok else "NO "
        print(f"{mark} {result.got}/{result.want}, {len(result.false)} false  {result.file}")
        if not result.ok:
            print(f"    wanted {result.label or 'nothing'}, got {words(result.events)}")
