"""Touchscreens: is a magnification found in every recording whose fingers part or close up by a tenth?

The distance of two fingers is measured in the recording's events, apart from the program: from the first to the last frame in
which both are down.
"""

import itertools
import json
import math
from pathlib import Path

# What an app subscribes to that asks for magnifications alone, with SwiftUI's minimum.
GESTURE = '{"magnify":{"minimumScaleDelta":0.01}}'
LEAST = 0.1
# Seconds that two contacts are down together; ghosts come and go in less.
TOGETHER = 0.03
SIMULTANEOUS = 0.1
# Eleven fingers, of which at most ten are a gesture: docs/RECOGNITION.md.
EXCEPT = {"flatfrog-25b5-0002-0"}

SLOT, X, Y, ID = 0x2F, 0x35, 0x36, 0x39


class Contact:
    def __init__(self, start):
        self.start = start
        self.path = {}


def contacts(path):
    """Of protocol B, in millimetres where the device has a resolution."""
    resolution, down, every, position, slot = {}, {}, [], {}, 0
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["A:"] and len(words) > 6:
            resolution[int(words[1], 16)] = int(words[6]) or 1
        if words[:1] != ["E:"]:
            continue
        time, kind, code, value = float(words[1]), int(words[2], 16), int(words[3], 16), int(words[4])
        if kind == 0 and code == 0:
            for number, contact in down.items():
                x, y = position.get(number, {}).get(X, 0), position.get(number, {}).get(Y, 0)
                contact.path[time] = (x / resolution.get(X, 1), y / resolution.get(Y, 1))
        elif kind == 3 and code == SLOT:
            slot = value
        elif kind == 3 and code == ID:
            down.pop(slot, None)
            if value >= 0:
                down[slot] = Contact(time)
                every.append(down[slot])
        elif kind == 3 and code in (X, Y):
            position.setdefault(slot, {})[code] = value
    return every


def parting(path):
    """The largest change of two contacts' distance, as a share, and that of two that came at different times."""
    most = late = 0.0
    for a, b in itertools.combinations(contacts(path), 2):
        times = [time for time in a.path if time in b.path]
        if len(times) < 3 or times[-1] - times[0] < TOGETHER:
            continue
        first, last = (math.dist(a.path[time], b.path[time]) for time in (times[0], times[-1]))
        change = abs(last / first - 1) if first > 0 else 0.0
        most = max(most, change)
        if abs(a.start - b.start) > SIMULTANEOUS:
            late = max(late, change)
    return most, late


def report(goals, folders, events):
    """events: the folder with what an app receives."""
    print("\ntouchscreens: the largest change of two fingers' distance, of two that came apart, and the magnification")
    parts, missing = [], []
    for path in sorted(path for folder in folders for path in Path(folder, "touchscreen").glob("*.evemu")):
        most, late = parting(path)
        lines = (events / f"touchscreen__{path.stem}.jsonl").read_text().splitlines()
        scale = max((abs(event["scale"] - 1) for event in map(json.loads, lines) if "scale" in event), default=0.0)
        if most >= LEAST or scale >= LEAST:
            print(f"  {path.stem:50} {most:7.0%} {late:7.0%} {scale:7.0%}")
        if most >= LEAST:
            parts.append(path.stem)
            if scale < LEAST and path.stem not in EXCEPT:
                missing.append(path.stem)
    if parts:
        figure = f"{len(parts) - len(missing) - len(EXCEPT & set(parts))} of {len(parts)}"
        goals.add("touchscreens whose fingers part: magnified by a tenth", figure + ("; not " + ", ".join(missing) if missing else ""),
                  f"all but {len(EXCEPT)}", not missing)
