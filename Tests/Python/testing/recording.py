"""Recordings in evemu's format, of fingers on a touchscreen of 344 by 194 mm with 20 units a mm: written and read."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

# Units in a point.
POINT = 20 * 25.4 / 160
SLOT, X, Y, TRACKING, TOUCH = 0x2F, 0x35, 0x36, 0x39, 0x14A
# Type, code and value.
Event = tuple[int, int, int]
Position = tuple[float, float]
SYN_REPORT = (0, 0, 0)
# Fingers, from, to, seconds and, unless they lift, False.
Stroke = tuple[Any, ...]


class Writer:
    """The events of a recording, frame by frame."""

    def __init__(self, name: str = "gestured touchscreen") -> None:
        axes = [(0, 6880, 20), (1, 3880, 20), (SLOT, 9, 0), (X, 6880, 20), (Y, 3880, 20), (TRACKING, 65535, 0)]
        self.lines = ["# EVEMU 1.3", f"N: {name}", "I: 0018 6765 7374 0100", "P: 02 00 00 00 00 00 00 00",
                      "B: 00 0b 00 00 00 00 00 00 00",
                      *["B: 01 00 00 00 00 00 00 00 00"] * 5, "B: 01 00 04 00 00 00 00 00 00", "B: 03 03 00 00 00 00 80 60 02",
                      *(f"A: {code:02x} 0 {most} 0 0 {resolution}" for code, most, resolution in axes)]

    def frame(self, time: float, *events: Event) -> None:
        """In seconds."""
        self.lines += [f"E: {time:.6f} {kind:04x} {code:04x} {value:04d}" for kind, code, value in (*events, SYN_REPORT)]

    def save(self, path: object) -> str:
        """Readable for every user. Returns the path."""
        file = Path(str(path))
        file.write_text("\n".join(self.lines) + "\n")
        file.chmod(0o644)
        return str(file)


def finger_positions(fingers: int, first: Position | list[Position]) -> list[Position]:
    return first if isinstance(first, list) else [(first[0], first[1] + 90 * finger) for finger in range(fingers)]


def write_strokes(path: object, strokes: Iterable[Stroke], pause: float = 1.0, lead: float | None = None) -> str:
    """Strokes (fingers, from, to, seconds) in points. From and to are the first finger's positions, and the others are below
    it, or a list with the position of each. Seconds of `pause` follow each. A fifth member False keeps the fingers down, and
    the next stroke goes on with them. With `lead` the recording begins so many seconds before the first."""
    writer, contact, is_down = Writer(), 0, False
    if lead is not None:
        writer.frame(0, (1, TOUCH, 0))
    time = 1.0 if lead is None else lead
    for fingers, start, end, seconds, *lifts in strokes:
        frames = max(2, round(seconds / 0.01))
        starts, ends = (finger_positions(fingers, position) for position in (start, end))
        for frame in range(frames + (lifts != [False])):
            # A finger that rests changes nothing, and the kernel reports nothing.
            if is_down and starts == ends and frame < frames:
                time += 0.01
                continue
            events: list[Event] = []
            comes, share = frame == 0 and not is_down, frame / (frames - 1)
            for finger, (one, other) in enumerate(zip(starts, ends)):
                events += [(3, SLOT, finger)] + [(3, TRACKING, contact + finger)] * comes
                events += [(3, X + axis, round((one[axis] + (other[axis] - one[axis]) * share) * POINT)) for axis in (0, 1)
                           ] if frame < frames else [(3, TRACKING, -1)]
            writer.frame(time, *events, *[(1, TOUCH, int(frame == 0))] * (comes or frame == frames))
            time += 0.01
        is_down = lifts == [False]
        if not is_down:
            contact += fingers
            time += pause
    return writer.save(path)


def write_circles(path: object, seconds: int, fingers: int, rate: int, name: str) -> None:
    """Fingers that go in circles, and lift each second after nine tenths of it; so many frames a second."""
    writer, number, lift = Writer(name), 0, int(rate * 0.9)
    for frame in range(seconds * rate):
        phase = frame % rate
        if phase > rate * 0.9:
            continue
        events: list[Event] = []
        for finger in range(fingers):
            angle = 2 * math.pi * (frame / rate + finger / fingers)
            events += [(3, SLOT, finger)] + [(3, TRACKING, number % 65536)] * (phase == 0)
            x, y = 500 + 6000 * finger / fingers + 300 * math.cos(angle), 1900 + 900 * math.sin(angle)
            events += [(3, X, int(x)), (3, Y, int(y))]
            events += [(3, TRACKING, -1)] * (phase == lift)
            number += phase == 0
        writer.frame(1 + frame / rate, *events, *[(1, TOUCH, int(phase == 0))] * (phase in (0, lift)))
    writer.save(path)


@dataclass
class Contact:
    """When it came down, and its positions in mm at the time of each frame, as far as the device has a resolution."""

    start: float
    path: dict[float, Position] = field(default_factory=dict)


class Recording:
    """What is in a file: the lines that describe the device, and its frames, each with a time in µs and its events."""

    def __init__(self, path: Path) -> None:
        lines = path.read_text(errors="replace").splitlines()
        self.head = [line for line in lines if not line.startswith("E:")]
        # Minimum, maximum, fuzz, flat, resolution.
        axes = [line[2:].split() for line in self.head if line.startswith("A:")]
        self.axes = {int(code, 16): [*map(int, rest)] for code, *rest in axes}
        self.frames: list[tuple[int, list[Event]]] = []
        # The time of the first event; a file may begin with events of no frame.
        self.start = 0.0
        events: list[Event] = []
        fields = [line[2:].split("#")[0].split() for line in lines if line.startswith("E:")]
        if fields:
            self.start = float(fields[0][0])
        for time, kind, code, value in (each[:4] for each in fields):
            events.append((int(kind, 16), int(code, 16), int(value)))
            if events[-1][:2] == SYN_REPORT[:2]:
                seconds, _, fraction = time.partition(".")
                self.frames.append((int(seconds) * 1_000_000 + int(f"{fraction:0<6}"[:6]), events))
                events = []

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last."""
        return (self.frames[-1][0] - self.frames[0][0]) / 1e6

    def repeatable(self) -> Self:
        """Times from the first frame on, and a frame at the end that leaves nothing touched."""
        slot, down, pressed = 0, dict[int, bool](), dict[int, int]()
        for kind, code, value in (event for _, events in self.frames for event in events):
            if (kind, code) == (3, SLOT):
                slot = value
            elif (kind, code) == (3, TRACKING):
                down[slot] = value >= 0
            elif kind == 1:
                pressed[code] = value
        lifts = [event for slot in sorted(down) if down[slot] for event in [(3, SLOT, slot), (3, TRACKING, -1)]]
        lifts += [(1, code, 0) for code in sorted(pressed) if pressed[code]]
        first, last = self.frames[0][0], self.frames[-1][0]
        self.frames = [(time - first, events) for time, events in self.frames]
        self.frames += [(last - first + 100_000, [*lifts, SYN_REPORT])] * bool(lifts)
        return self

    def contacts(self) -> list[Contact]:
        """Of protocol B, in the order in which they came."""
        return list(self._contacts())

    def _contacts(self) -> Iterator[Contact]:
        down: dict[int, Contact] = {}
        position: dict[int, dict[int, float]] = {}
        resolution = {code: (axis[4:5] or [0])[0] or 1 for code, axis in self.axes.items()}
        slot = 0
        for micros, events in self.frames:
            for kind, code, value in events:
                if (kind, code) == (3, SLOT):
                    slot = value
                elif (kind, code) == (3, TRACKING):
                    down.pop(slot, None)
                    if value >= 0:
                        down[slot] = Contact(micros / 1e6)
                        yield down[slot]
                elif kind == 3 and code in (X, Y):
                    position.setdefault(slot, {})[code] = value / resolution.get(code, 1)
            for number, contact in down.items():
                place = position.get(number, {})
                contact.path[micros / 1e6] = (place.get(X, 0), place.get(Y, 0))
