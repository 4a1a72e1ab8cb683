#!/usr/bin/env python3
"""How many of the swipes and holds, and dials, that people mean run their rule.

    meant.py GESTURECTL [COUNT]

Nobody has published recordings of these gestures, so hands are made up, COUNT of each gesture, device and number of fingers: on
a phone, a tablet, a kiosk's touchscreen and a touchpad. No two are alike. People stop in many ways: at once, slower and slower,
beyond the point and back, or creeping on; and they tremble and press harder while they rest. Circles are uneven, elliptical and
drift, and begin with a straight piece. Each position has the sensor's noise. The rules stand beside those for other gestures.
Fails if a goal is missed."""

import concurrent.futures
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from testing.checks import Table
from testing.recording import SLOT, TRACKING, Event, Position, X, Y
from unmeant import ASKED

LEAST = 0.95
# Between the starts of two gestures, in seconds.
EACH = 6.0
# From the gesture's start, where a finger is, in mm from where it came down.
Way = Callable[[float], Position]
ANGLES = {"right": 0, "down": 90, "left": 180, "up": 270}


@dataclass(frozen=True)
class Device:
    """In mm, units a mm, and frames a second. `noise` is one deviation of a position, in mm."""

    name: str
    width: float
    height: float
    resolution: int
    rate: float
    noise: float
    fingers: tuple[int, ...]
    is_pad: bool = False

    def head(self) -> list[str]:
        size = round(self.width * self.resolution), round(self.height * self.resolution)
        axes = [(0, size[0]), (1, size[1]), (X, size[0]), (Y, size[1])]
        keys = ["00 00 00 00 00 00 00 00"] * 4 + ["00 00 00 01 00 00 00 00"] * self.is_pad
        keys += ["20 e5 00 00 00 00 00 00"] if self.is_pad else ["00 00 00 00 00 00 00 00", "00 04 00 00 00 00 00 00"]
        return ["# EVEMU 1.3", f"N: {self.name}", "I: 0018 6765 7374 0100", f"P: 0{1 if self.is_pad else 2} 00 00 00 00 00 00 00",
                "B: 00 0b 00 00 00 00 00 00 00", *(f"B: 01 {line}" for line in keys), "B: 03 03 00 00 00 00 80 60 02",
                *(f"A: {code:02x} 0 {most} 0 0 {self.resolution}" for code, most in axes),
                f"A: {SLOT:02x} 0 9 0 0 0", f"A: {TRACKING:02x} 0 65535 0 0 0"]


DEVICES = [Device("phone", 68, 147, 16, 120, 0.04, (1, 2)), Device("tablet", 220, 140, 12, 90, 0.06, (1, 2, 3, 4)),
           Device("kiosk", 598, 336, 8, 60, 0.15, (1, 2, 3, 5)), Device("touchpad", 105, 68, 31, 125, 0.03, (2, 3, 4), True)]


@dataclass
class Gesture:
    rule: str
    way: Way
    duration: float
    # How far it goes from where it starts, to keep it on the surface.
    reach: tuple[float, float, float, float]


def eased(share: float) -> float:
    """How far a hand has come that starts and stops smoothly (minimum jerk)."""
    share = min(max(share, 0), 1)
    return share ** 3 * (10 - 15 * share + 6 * share ** 2)


def swipe_hold(chance: random.Random, device: Device, _fingers: int) -> Gesture:
    direction = chance.choice(list(ANGLES))
    angle = math.radians(ANGLES[direction] + chance.gauss(0, 8))
    room = min(device.width if direction in ("left", "right") else device.height, 250) * 0.75
    length = chance.uniform(18, max(20, min(room, 120)))
    seconds = length / chance.uniform(90, 350) + 0.08
    stop = chance.choice(("at once", "slower and slower", "beyond and back", "creeping"))
    settling = {"at once": 0, "slower and slower": 0.2 * seconds, "beyond and back": 0.15, "creeping": 0.35}[stop]
    held, beyond = chance.uniform(0.7, 2), chance.uniform(1, 3)
    bow, tremble, pace = chance.gauss(0, 0.05) * length, abs(chance.gauss(0, 0.15)), chance.uniform(7, 11)
    drift, press = chance.gauss(0, 0.4), (chance.gauss(0, 0.4), abs(chance.gauss(0, 0.4)))
    phases = [chance.uniform(0, 2 * math.pi) for _ in range(2)]

    def along(time: float) -> float:
        share = time / seconds
        if stop == "slower and slower":
            return length * (1 - math.exp(-4.5 * max(share, 0) ** 1.5))
        way = length * eased(share)
        if stop == "beyond and back":
            way += beyond * math.exp(-((time - seconds) / 0.08) ** 2)
        if stop == "creeping":
            way = 0.88 * length * eased(share) + 0.12 * length * min(time / (seconds + 0.35), 1)
        return way

    def way(time: float) -> Position:
        share, rest = min(time / seconds, 1), max(time - seconds, 0)
        forth, aside = along(time) + drift * rest, bow * math.sin(math.pi * share)
        pressed = eased(rest / 0.3)
        shake = [tremble * math.sin(2 * math.pi * pace * time + phase) for phase in phases]
        return (forth * math.cos(angle) - aside * math.sin(angle) + shake[0] + press[0] * pressed,
                forth * math.sin(angle) + aside * math.cos(angle) + shake[1] + press[1] * pressed)

    return reached(f"swipe hold {direction}", way, seconds + settling + held)


def dial(chance: random.Random, device: Device, fingers: int) -> Gesture:
    # Several fingers turn the hand about the wrist, in larger circles.
    radius = chance.uniform(8 if fingers == 1 else 11, min(device.width, device.height) * 0.28)
    radius = min(radius, 45)
    ratio, tilt, start = chance.uniform(0.65, 1), chance.uniform(0, math.pi), chance.uniform(0, 2 * math.pi)
    sense = chance.choice((1, -1))
    turns, pace = chance.uniform(0.6, 2.5), chance.uniform(0.4, 1.2 if radius < 25 else 0.8)
    uneven, phase = chance.uniform(0, 0.35), chance.uniform(0, 2 * math.pi)
    drift = [chance.gauss(0, 0.1) * radius for _ in range(2)]
    shrink, lead = chance.gauss(0, 0.08), chance.choice((0, 0, chance.uniform(1, 5)))
    lead_time = lead / 60

    def circle(turn: float) -> Position:
        angle, size = start + sense * 2 * math.pi * turn, radius * (1 + shrink * turn)
        x, y = size * math.cos(angle - tilt), ratio * size * math.sin(angle - tilt)
        return (x * math.cos(tilt) - y * math.sin(tilt) + drift[0] * turn,
                x * math.sin(tilt) + y * math.cos(tilt) + drift[1] * turn)

    first, second = circle(0), circle(0.001)
    length = math.hypot(second[0] - first[0], second[1] - first[1])
    ahead = [(b - a) / length for a, b in zip(first, second)]

    def way(time: float) -> Position:
        if time < lead_time:
            return pair(axis * lead * eased(time / lead_time) for axis in ahead)
        at = (time - lead_time) * pace
        turn = at + uneven / (2 * math.pi) * (math.sin(2 * math.pi * at + phase) - math.sin(phase))
        place = circle(min(turn, turns) * eased(min(at / 0.15, 1)) if at < 0.15 else min(turn, turns))
        return pair(place[axis] - first[axis] + ahead[axis] * lead for axis in (0, 1))

    return reached(f"dial {'' if sense > 0 else 'counter'}clockwise", way, lead_time + turns / pace + chance.uniform(0.02, 0.2))


def pair(values: Iterable[float]) -> Position:
    x, y = values
    return x, y


def reached(rule: str, way: Way, duration: float) -> Gesture:
    places = [way(duration * step / 60) for step in range(61)]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return Gesture(rule, way, duration, (min(xs), min(ys), max(xs), max(ys)))


def hand(chance: random.Random, fingers: int) -> list[Position]:
    """Where fingertips are beside each other, about 20 mm apart, in an arc."""
    spread, tilt = chance.uniform(16, 22), chance.gauss(0, 0.25)
    found = []
    for finger in range(fingers):
        x, y = spread * finger, -abs(chance.gauss(4, 2)) * math.sin(math.pi * (finger + 0.5) / fingers)
        found.append((x * math.cos(tilt) - y * math.sin(tilt), x * math.sin(tilt) + y * math.cos(tilt)))
    return found


def write(path: Path, chance: random.Random, device: Device, fingers: int, gestures: list[Gesture]) -> None:
    lines, number, beat = device.head(), 0, 1 / device.rate
    for index, gesture in enumerate(gestures):
        begin = 1 + index * EACH
        tips = hand(chance, fingers)
        low = [gesture.reach[axis] + min(tip[axis] for tip in tips) for axis in (0, 1)]
        high = [gesture.reach[axis + 2] + max(tip[axis] for tip in tips) for axis in (0, 1)]
        origin = [chance.uniform(3 - low[axis], size - 3 - high[axis]) if size - 6 > high[axis] - low[axis]
                  else size / 2 - (low[axis] + high[axis]) / 2 for axis, size in ((0, device.width), (1, device.height))]
        comes = [0.0, *(chance.uniform(0, 0.05) for _ in tips[1:])]
        goes = [gesture.duration - chance.uniform(0, 0.04) for _ in tips]
        down: dict[int, tuple[int, int]] = {}
        for frame in range(math.ceil(gesture.duration / beat) + 2):
            # Devices are not on time, either.
            time = frame * beat + chance.uniform(0, 0.1) * beat
            events: list[Event] = []
            for finger, tip in enumerate(tips):
                if finger in down and time >= goes[finger]:
                    events += [(3, SLOT, finger), (3, TRACKING, -1)]
                    del down[finger]
                elif comes[finger] <= time < goes[finger]:
                    place = gesture.way(time)
                    units = pair(
                        round(min(max(origin[axis] + place[axis] + tip[axis] + chance.gauss(0, device.noise), 0), size)
                              * device.resolution) for axis, size in ((0, device.width), (1, device.height)))
                    placed = int(units[0]), int(units[1])
                    if down.get(finger) == placed:
                        continue
                    events += [(3, SLOT, finger)]
                    if finger not in down:
                        events += [(3, TRACKING, number % 65536)]
                        number += 1
                    events += [(3, X, placed[0]), (3, Y, placed[1])]
                    down[finger] = placed
            if not events:
                continue
            keys = [(1, 0x14A, int(bool(down)))]
            keys += [(1, code, int(len(down) == count)) for count, code in ((1, 0x145), (2, 0x14D), (3, 0x14E), (4, 0x14F))
                     if device.is_pad]
            lines += [f"E: {begin + time:.6f} {kind:04x} {code:04x} {value:04d}"
                      for kind, code, value in (*events, *keys, (0, 0, 0))]
    path.write_text("\n".join(lines) + "\n")


def rules() -> str:
    """Those for dials first: a circle also drags from its start to its end."""
    wanted = [*(f"swipe hold {direction}" for direction in ANGLES), "dial clockwise", "dial counterclockwise", *ASKED]
    return "".join(f'[[action]]\nname = "{gesture}"\ngesture = "{gesture}"\nfingers = {fingers}\nrun = ["true"]\n'
                   for gesture in wanted for fingers in range(2 if gesture.startswith("pinch") else 1, 6))


def main() -> int:
    gesturectl, count = sys.argv[1], int((*sys.argv, "100")[2])
    goals = Table("gestures that people mean", "run their rule")
    with tempfile.TemporaryDirectory() as temporary:
        file = Path(temporary, "rules.toml")
        file.write_text(rules())
        file.chmod(0o600)

        def score(device: Device, kind: str, fingers: int) -> tuple[int, Counter[str]]:
            chance = random.Random(f"{device.name} {kind} {fingers}")
            make = swipe_hold if kind == "swipe hold" else dial
            gestures = [make(chance, device, fingers) for _ in range(count)]
            path = Path(temporary, f"{device.name}-{kind}-{fingers}.evemu")
            write(path, chance, device, fingers, gestures)
            command = [gesturectl, "actions", "try", str(path), "--file", str(file), "--json"]
            answer = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
            ran: list[set[str]] = [set() for _ in gestures]
            for touch in map(json.loads, answer.splitlines()):
                ran[int(touch["start"] / 1e6 // EACH)] |= {each["rule"] for each in touch["runs"]}
            wrong = Counter[str]()
            for gesture, names in zip(gestures, ran):
                if gesture.rule not in names:
                    wrong[", ".join(sorted(names)) or "nothing"] += 1
            return count - wrong.total(), wrong

        tasks = [(device, kind, fingers) for kind in ("swipe hold", "dial") for device in DEVICES for fingers in device.fingers
                 if kind == "swipe hold" or fingers <= 2]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda task: score(*task), tasks))
    totals: dict[str, list[int]] = {}
    for (device, kind, fingers), (right, wrong) in zip(tasks, results):
        others = "".join(f"; {number} ran {names}" for names, number in wrong.most_common(3))
        goals.add(f"  {kind} of {fingers}, {device.name}", f"{right}/{count}{others}")
        totals.setdefault(f"{kind}, {device.name}", []).append(right)
    for name, found in totals.items():
        share = sum(found) / (count * len(found))
        goals.add(name, f"{sum(found)}/{count * len(found)} = {share:.1%}", f">= {LEAST:.0%}", share >= LEAST)
    goals.show()
    return 0 if goals.is_met else 1


if __name__ == "__main__":
    sys.exit(main())
