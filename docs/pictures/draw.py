"""Draws gestures as the documents show them, from Examples/recordings: a tile for each, and a strip of tiles.

    draw.py GESTURECTL FOLDER

A tile has the fingers where they came down (rings), where they went (an arrow, and a dot every 50 ms, so that speed is spacing),
and how much of half a second they rested (an arc around the finger). The bars below are the times for which fingers are down.
"""

import json
import math
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

RECORDINGS = Path(__file__).parents[2] / "Examples/recordings"
# In the unit of the pictures, about a pixel.
WIDTH, HEIGHT, DRAWING = 200, 168, 112
GAP = 8
# Seconds that are as wide as a tile, and after which a finger has rested for a long press.
SPAN, PRESS = 1.7, 0.5
# Seconds between the dots of a path, and millimetres that fill a tile at least.
STEP, LEAST = 0.05, 18.0
COLUMNS = 4

STYLE = """.card{fill:#f3f5f7}.path,.ring,.arc,.head{fill:none;stroke:#0a6b4f;stroke-linecap:round;stroke-linejoin:round}
.path{stroke-width:2;opacity:.35}.ring{stroke-width:2}.arc,.head{stroke-width:4}.rest{fill:none;stroke:#0a6b4f;stroke-width:4;opacity:.2}
.dot,.tip,.down{fill:#0a6b4f}.time{fill:#57606a;opacity:.25}
text{font:600 20px system-ui,sans-serif;fill:#1b1f24;text-anchor:middle}
@media(prefers-color-scheme:dark){.card{fill:#1f242a}.path,.ring,.arc,.head,.rest{stroke:#5fd3a9}.dot,.tip,.down{fill:#5fd3a9}
.time{fill:#a3acb6}text{fill:#e6e9ed}}"""

Point = tuple[float, float]
# Millimetres between fingers that follow each other along one line, which a drawing shows below each other.
LANE = 9.0


@dataclass
class Finger:
    """A finger's positions in millimetres, with the seconds at which it was there."""

    samples: list[tuple[float, Point]] = field(default_factory=list)

    @property
    def start(self) -> Point:
        return self.samples[0][1]

    @property
    def end(self) -> Point:
        return self.samples[-1][1]

    @property
    def travel(self) -> float:
        return max(math.dist(self.start, position) for _, position in self.samples)

    def at(self, time: float) -> Point:
        """The position, between two samples by the time between them."""
        for (before, first), (after, second) in zip(self.samples, self.samples[1:]):
            if before <= time <= after and after > before:
                share = (time - before) / (after - before)
                return first[0] + (second[0] - first[0]) * share, first[1] + (second[1] - first[1]) * share
        return self.end


@dataclass
class Tile:
    """A file and its word; the touch sequences of a recording, from 1."""

    name: str
    word: str
    recording: str
    sequences: Sequence[int] = (1,)


TILES = [
    Tile("tap", "tap", "touchpad-tour"),
    Tile("double-tap", "double tap", "touchpad-tour", (2, 3)),
    Tile("long-press", "long press", "touchpad-tour", (4,)),
    Tile("two-finger-tap", "tap, 2 fingers", "touchpad-tour", (7,)),
    Tile("scroll", "drag, 2 fingers", "touchpad-tour", (8,)),
    Tile("three-finger-drag", "swipe, 3 fingers", "touchpad-tour", (11,)),
    Tile("pinch", "pinch", "touchpad-tour", (9,)),
    Tile("turn", "turn", "touchpad-tour", (10,)),
    Tile("flick", "flick", "flick"),
    Tile("slow-drag", "slow drag", "slow-drag"),
    Tile("short-press", "no long press", "short-press"),
]
STRIP = TILES[:8]


def touches(gesturectl: str, recording: str) -> list[list[Finger]]:
    """The fingers of each touch sequence."""
    words = [gesturectl, "recognise", "--json", "--contacts", "--units", "millimetres", str(RECORDINGS / f"{recording}.evemu")]
    found: list[list[Finger]] = []
    down: dict[int, Finger] = {}
    for line in subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines():
        message = json.loads(line)
        if message["type"] != "contacts":
            continue
        for contact in message["contacts"]:
            if contact["id"] not in down:
                if not down:
                    found.append([])
                down[contact["id"]] = Finger()
                found[-1].append(down[contact["id"]])
            column, row = contact["position"]
            down[contact["id"]].samples.append((message["time"] / 1e6, (column, row)))
            if contact["phase"] == "ended":
                del down[contact["id"]]
    return found


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def circle(kind: str, at: Point, radius: float) -> str:
    return f'<circle class="{kind}" cx="{number(at[0])}" cy="{number(at[1])}" r="{number(radius)}"/>'


def arc(at: Point, radius: float, share: float) -> str:
    """A part of a circle, clockwise from its top; the rest of it is pale."""
    if share >= 1:
        return circle("arc", at, radius)
    angle = 2 * math.pi * share
    x, y = at[0] + radius * math.sin(angle), at[1] - radius * math.cos(angle)
    start = f"M{number(at[0])} {number(at[1] - radius)}"
    turn = f"A{number(radius)} {number(radius)} 0 {int(share > 0.5)} 1 {number(x)} {number(y)}"
    return circle("rest", at, radius) + f'<path class="arc" d="{start}{turn}"/>'


def head(tail: Point, tip: Point) -> str:
    """The head of an arrow."""
    angle = math.atan2(tip[1] - tail[1], tip[0] - tail[0])
    sides = [(tip[0] - 12 * math.cos(angle + turn), tip[1] - 12 * math.sin(angle + turn)) for turn in (-0.55, 0.55)]
    points = "L".join(f"{number(x)} {number(y)}" for x, y in (sides[0], tip, sides[1]))
    return f'<path class="head" d="M{points}"/>'


def lanes(fingers: list[Finger]) -> list[Finger]:
    """The fingers; below each other if they move along one line, where their arrows would hide each other."""
    fingers = sorted(fingers, key=lambda finger: finger.start)
    near = any(math.dist(position, other.start) < 4 for finger in fingers for other in fingers if finger is not other
               for _, position in finger.samples)
    if not near:
        return fingers
    return [Finger([(time, (x, y + LANE * index)) for time, (x, y) in finger.samples]) for index, finger in enumerate(fingers)]


def drawing(all_fingers: Iterable[Finger]) -> str:
    """All fingers in the upper part of a tile."""
    fingers = lanes(list(all_fingers))
    columns = [x for finger in fingers for _, (x, _) in finger.samples]
    rows = [y for finger in fingers for _, (_, y) in finger.samples]
    room = WIDTH - 56, DRAWING - 44
    scale = min(room[0] / max(max(columns) - min(columns), LEAST), room[1] / max(max(rows) - min(rows), LEAST * 0.4))
    middle = (max(columns) + min(columns)) / 2, (max(rows) + min(rows)) / 2

    def placed(position: Point) -> Point:
        return WIDTH / 2 + (position[0] - middle[0]) * scale, DRAWING / 2 + (position[1] - middle[1]) * scale

    parts = []
    for finger in fingers:
        start, end = placed(finger.start), placed(finger.end)
        begin, over = finger.samples[0][0], finger.samples[-1][0]
        if finger.travel < 3:
            # It rested, or tapped.
            rested = (over - begin) / PRESS
            parts += [circle("tip", start, 7), arc(start, 15, rested) if rested > 0.4 else circle("ring", start, 12)]
            continue
        steps = [placed(finger.at(begin + step * STEP)) for step in range(int((over - begin) / STEP) + 1)]
        line = "L".join(f"{number(x)} {number(y)}" for x, y in [*steps, end])
        parts += [f'<path class="path" d="M{line}"/>', circle("ring", start, 9)]
        parts += [circle("dot", step, 2) for step in steps[1:] if math.dist(step, end) > 9]
        tail = next((step for step in reversed(steps) if math.dist(step, end) > 8), start)
        parts.append(head(tail, end))
    return "".join(parts)


def rhythm(touched: Sequence[Sequence[Finger]]) -> str:
    """A bar for each time for which a finger is down, from the first touch on."""
    first = min(finger.samples[0][0] for fingers in touched for finger in fingers)
    scale = (WIDTH - 32) / SPAN
    parts = [f'<rect class="time" x="16" y="{HEIGHT - 14}" width="{WIDTH - 32}" height="2" rx="1"/>']
    for fingers in touched:
        begin, over = min(each.samples[0][0] for each in fingers), max(each.samples[-1][0] for each in fingers)
        width = max((over - begin) * scale, 6)
        left = 16 + (begin - first) * scale
        parts.append(f'<rect class="down" x="{number(left)}" y="{HEIGHT - 17}" width="{number(width)}" height="8" rx="3"/>')
    return "".join(parts)


def card(tile: Tile, gesturectl: str) -> str:
    found = touches(gesturectl, tile.recording)
    touched = [found[index - 1] for index in tile.sequences]
    # Taps in a row are one place with a ring for each.
    fingers = [finger for each in touched for finger in each] if len(touched) == 1 else touched[0]
    again = [circle("ring", (WIDTH / 2, DRAWING / 2), 12 + 7 * index) for index in range(1, len(touched))]
    return "\n".join([
        f'<rect class="card" width="{WIDTH}" height="{HEIGHT}" rx="10"/>', drawing(fingers), *again,
        f'<text x="{WIDTH / 2:g}" y="{DRAWING + 26}">{tile.word}</text>', rhythm(touched)])


def picture(width: int, height: int, title: str, body: str) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{title}">\n'
            f"<title>{title}</title>\n<style>{STYLE}</style>\n{body}\n</svg>\n")


def main() -> None:
    gesturectl, folder = sys.argv[1], Path(sys.argv[2])
    cards = {tile.name: card(tile, gesturectl) for tile in TILES}
    for tile in TILES:
        (folder / f"{tile.name}.svg").write_text(picture(WIDTH, HEIGHT, f"Fingers on a surface: {tile.word}", cards[tile.name]))
    places = [(index % COLUMNS * (WIDTH + GAP), index // COLUMNS * (HEIGHT + GAP)) for index in range(len(STRIP))]
    placed = [f'<g transform="translate({x} {y})">{cards[tile.name]}</g>' for tile, (x, y) in zip(STRIP, places)]
    rows = math.ceil(len(STRIP) / COLUMNS)
    title = f"Gestures, with when fingers are down below each: {', '.join(tile.word.replace(', ', ' with ') for tile in STRIP)}"
    (folder / "gestures.svg").write_text(
        picture(COLUMNS * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP, title, "\n".join(placed)))


main()
