"""Touchscreens: is a magnification found in every recording whose fingers part or close up by a tenth?

The distance of two fingers is measured in the recording's events, apart from the program: from the first to the last frame in
which both are down.
"""

import itertools
import json
import math
from pathlib import Path

from testing.checks import Table
from testing.recording import Recording

# What an app subscribes to that asks for magnifications alone, with SwiftUI's minimum.
GESTURE = '{"magnify":{"minimumScaleDelta":0.01}}'
LEAST = 0.1
# Seconds that two contacts are down together; ghosts come and go in less.
TOGETHER = 0.03
SIMULTANEOUS = 0.1
# Eleven fingers, of which at most ten are a gesture: docs/RECOGNITION.md.
EXCEPT = {"flatfrog-25b5-0002-0"}

def parting(path: Path) -> tuple[float, float]:
    """The largest change of two contacts' distance, as a share, and that of two that came at different times."""
    most = late = 0.0
    for a, b in itertools.combinations(Recording(path).contacts(), 2):
        times = [time for time in a.path if time in b.path]
        if len(times) < 3 or times[-1] - times[0] < TOGETHER:
            continue
        first, last = (math.dist(a.path[time], b.path[time]) for time in (times[0], times[-1]))
        change = abs(last / first - 1) if first > 0 else 0.0
        most = max(most, change)
        if abs(a.start - b.start) > SIMULTANEOUS:
            late = max(late, change)
    return most, late


def report(goals: Table, folders: list[str], events: Path) -> None:
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
        goals.add("touchscreens whose fingers part: magnified by a tenth",
                  figure + ("; not " + ", ".join(missing) if missing else ""),
                  f"all but {len(EXCEPT)}", not missing)
