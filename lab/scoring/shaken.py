#!/usr/bin/env python3
"""Scores taps and presses of real fingers that tremble, with and without a profile for unsteady hands.

    shaken.py GESTURECTL FOLDER

Each touch of the recordings of taps of one finger is shaken by a tremor of 4 to 8 Hz and 1 to 6 mm from peak to peak, with an
overtone of half its strength at 1.5 times the frequency, in both directions; and for a press held 0.8 s longer. Fails if a
goal is missed."""

import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from testing.checks import Table
from testing.recording import SLOT, TRACKING, Position, Recording, X, Y

LEAST, STEADY_LEAST = 0.95, 0.97
# Seconds: what a press lasts longer, and between the frames of a finger that trembles.
HELD, FRAME = 0.8, 0.008
PROFILE = "[accessibility]\nstillness = 9\n"


class Tremor:
    def __init__(self, chance: random.Random, frequency: float, millimetres: float) -> None:
        self.frequency, self.millimetres = frequency, millimetres
        self.phases = [chance.uniform(0, 2 * math.pi) for _ in range(4)]

    def offset(self, time: float) -> Position:
        def wave(first: int) -> float:
            base, overtone = self.phases[first:first + 2]
            turn = 2 * math.pi * self.frequency * time
            return (math.sin(turn + base) + 0.5 * math.sin(1.5 * turn + overtone)) / 3 * self.millimetres

        return wave(0), wave(2)


def touches(recording: Recording) -> list[tuple[float, float, Position]]:
    """When each touch begins and ends, and where it begins, in device units; those that overlap are left out."""
    found: list[list[Any]] = []
    down: dict[int, list[Any]] = {}
    place: dict[int, list[float]] = {}
    slot = 0
    for micros, events in recording.frames:
        time, began = micros / 1e6, []
        for kind, code, value in events:
            if (kind, code) == (3, SLOT):
                slot = value
            elif (kind, code) == (3, TRACKING):
                if slot in down:
                    down.pop(slot)[1] = time
                if value >= 0:
                    down[slot] = [time, time, (0.0, 0.0)]
                    found.append(down[slot])
                    began.append(slot)
            elif kind == 3 and code in (X, Y):
                place.setdefault(slot, [0.0, 0.0])[code == Y] = value
        for each in began:
            if each in down:
                x, y = place.get(each, [0.0, 0.0])
                down[each][2] = (x, y)
    ends = [end for _, end, _ in found]
    return [(start, end, at) for index, (start, end, at) in enumerate(found)
            if end - start < 0.5 and all(other <= start for other in ends[:index])
            and (index + 1 == len(found) or found[index + 1][0] >= end)]


def shaken(recording: Recording, tremor: Tremor, is_press: bool, path: Path) -> int:
    """Writes a recording in which each touch is a second after the last. Returns how many there are."""
    scale = [recording.axes[code][4] for code in (X, Y)]
    limits = [recording.axes[code][:2] for code in (X, Y)]
    lines, clock, found = list(recording.head), 1.0, touches(recording)
    for number, (start, end, at) in enumerate(found):
        duration = end - start + (HELD if is_press else 0)
        time = 0.0
        while True:
            events = [(3, SLOT, 0)]
            if time >= duration:
                events.append((3, TRACKING, -1))
            else:
                events += [(3, TRACKING, number)] if time == 0 else []
                offset = tremor.offset(clock + time)
                events += [(3, code, round(min(max(at[axis] + offset[axis] * scale[axis], limits[axis][0]), limits[axis][1])))
                           for axis, code in ((0, X), (1, Y))]
            events += [(1, 0x14A, int(time == 0))] if time == 0 or time >= duration else []
            lines += [f"E: {clock + time:.6f} {kind:04x} {code:04x} {value:04d}" for kind, code, value in (*events, (0, 0, 0))]
            if time >= duration:
                break
            time = min(time + FRAME, max(duration, FRAME))
        clock += duration + 1
    path.write_text("\n".join(lines) + "\n")
    return len(found)


def main() -> int:
    gesturectl, folder = sys.argv[1:3]
    labels = Path(folder, "LABELS.jsonl")
    if not labels.exists():
        print(f"skipped: no recordings of touchscreens next to the repository ({folder})")
        return 0
    chosen = [label for label in map(json.loads, labels.read_text().splitlines())
              if label["performed"] and label["meant"] == "tap" and label["fingers"] == 1]
    goals = Table("touches that tremble, by their own recordings", "figure")
    with tempfile.TemporaryDirectory() as temporary:
        profile, plain = Path(temporary, "profile.toml"), Path(temporary, "plain.toml")
        profile.write_text(PROFILE)
        plain.write_text("")

        def right(recording: Path, configuration: Path, wanted: str) -> int:
            command = [gesturectl, "recognise", str(recording), "--config", str(configuration), "--json"]
            lines = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
            ended = [message["value"] for message in map(json.loads, lines) if message.get("phase") == "ended"]
            return sum(wanted in value and value[wanted]["fingers"] == 1 for value in ended)

        def score(label: dict[str, Any]) -> Counter[str]:
            chance = random.Random(label["id"])
            recording, counts = Recording(Path(folder, label["file"])), Counter[str]()
            for name, is_press, millimetres in (("taps", False, chance.uniform(1, 6)), ("presses", True, chance.uniform(1, 6)),
                                                ("steady taps", False, 0), ("steady presses", True, 0)):
                path = Path(temporary, f"{label['id']}-{name}.evemu")
                wanted = "longPress" if is_press else "tap"
                counts[name] += shaken(recording, Tremor(chance, chance.uniform(4, 8), millimetres), is_press, path)
                counts[f"{name}, with the profile"] += right(path, profile, wanted)
                counts[f"{name}, without it"] += right(path, plain, wanted)
            return counts

        with ThreadPoolExecutor() as pool:
            counts = sum(pool.map(score, chosen), Counter[str]())
    for name in ("taps", "presses", "steady taps", "steady presses"):
        for way, least in (("with the profile", LEAST), ("without it", STEADY_LEAST if name.startswith("steady") else None)):
            got = counts[f"{name}, {way}"]
            goals.add(f"{name}, {way}", f"{got}/{counts[name]} = {got / counts[name]:.1%}", f">= {least:.0%}" if least else "",
                      got >= least * counts[name] if least else None)
    goals.show()
    return 0 if goals.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
