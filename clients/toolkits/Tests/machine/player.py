"""Plays frames on devices of uinput, at the times of a script or a recording."""

import contextlib
import dataclasses
import math
import os
import pathlib
import re
import struct
import time
from collections.abc import Callable, Iterator

import libevdev
import touch

EVENT = struct.Struct("llHHi")
SYN_REPORT = (0, 0, 0)
Position = tuple[float, float]


@dataclasses.dataclass
class Frame:
    """The events of one SYN_REPORT."""
    # In seconds from the first frame.
    time: float
    # Type, code and value.
    events: list[tuple[int, int, int]]


class Touchpad(touch.TouchDevice):
    """The touchpad of Examples/recordings."""
    slots = 5

    def __init__(self) -> None:
        keys = ["BTN_LEFT", "BTN_TOUCH", *(f"BTN_TOOL_{name}" for name in TOOLS)]
        super().__init__("gestured touchpad", 105, 65, 40, [libevdev.INPUT_PROP_POINTER], keys)


class Touchscreen(touch.TouchDevice):
    """The touchscreen of Examples/recordings."""

    def __init__(self) -> None:
        super().__init__("gestured touchscreen", 344, 194, 20, [libevdev.INPUT_PROP_DIRECT], ["BTN_TOUCH"])


TOOLS = ["FINGER", "DOUBLETAP", "TRIPLETAP", "QUADTAP", "QUINTTAP"]
RATE = 0.008


def play(device: touch.TouchDevice, frames: list[Frame]) -> float:
    """Returns the seconds from the first frame to the last, by the kernel's times.

    The time between two frames is the script's or longer: if a slow machine caught up, frames would follow each other within
    a millisecond, which is the resolution of a toolkit's times, and velocities would mean nothing.
    """
    stamps: list[float] = []
    for previous, frame in zip([frames[0], *frames], frames):
        time.sleep(frame.time - previous.time)
        data = b"".join(EVENT.pack(0, 0, *event) for event in [*frame.events, SYN_REPORT])
        os.write(device.maker.fileno(), data)
        stamps += kernel_times(device)
    return stamps[-1] - stamps[0]


def kernel_times(device: touch.TouchDevice) -> list[float]:
    """The times of the device's events since the last call, in seconds. The kernel drops a frame that changes nothing."""
    stamps = []
    with contextlib.suppress(BlockingIOError):
        while data := os.read(device.reader, EVENT.size * 64):
            stamps += [seconds + micros / 1e6 for seconds, micros, *_ in EVENT.iter_unpack(data)]
    return stamps


def recorded(path: pathlib.Path) -> list[Frame]:
    """The frames of an evemu file."""
    frames: list[Frame] = []
    # A recording begins in slot 0, and the device is in the slot of its last event.
    events = [(libevdev.EV_ABS.value, libevdev.EV_ABS.ABS_MT_SLOT.value, 0)]
    for seconds, kind, code, value in re.findall(r"^E: (\d+\.\d+) (\w+) (\w+) (-?\d+)", path.read_text(), re.M):
        event = (int(kind, 16), int(code, 16), int(value))
        if event[:2] == SYN_REPORT[:2]:
            frames.append(Frame(float(seconds), events))
            events = []
        else:
            events.append(event)
    start = frames[0].time
    return [dataclasses.replace(frame, time=frame.time - start) for frame in frames]


def stroke(device: touch.TouchDevice, fingers: int, seconds: float, place: Callable[[int, float], Position],
           rest: float = 0) -> list[Frame]:
    """Fingers that move for some seconds, rest, and lift.

    `place` returns the position of a finger in mm at a fraction of the way.
    """
    return list(_stroke(device, fingers, seconds, place, rest))


def _stroke(device: touch.TouchDevice, fingers: int, seconds: float, place: Callable[[int, float], Position],
            rest: float) -> Iterator[Frame]:
    def codes(name: str) -> tuple[int, int]:
        code = libevdev.evbit(name)
        return code.type.value, code.value

    def touching(value: int) -> list[tuple[int, int, int]]:
        keys = [(*codes("BTN_TOUCH"), value)]
        if isinstance(device, Touchpad):
            keys.append((*codes(f"BTN_TOOL_{TOOLS[fingers - 1]}"), value))
        return keys

    def frame(at: float, fraction: float, is_down: bool) -> Frame:
        events: list[tuple[int, int, int]] = []
        for finger in range(fingers):
            x, y = device.units(place(finger, fraction))
            events.append((*codes("ABS_MT_SLOT"), finger))
            if is_down:
                device.tracking += 1
                events.append((*codes("ABS_MT_TRACKING_ID"), device.tracking))
            events += [(*codes("ABS_MT_POSITION_X"), x), (*codes("ABS_MT_POSITION_Y"), y)]
            if finger == 0:
                events += [(*codes("ABS_X"), x), (*codes("ABS_Y"), y)]
        return Frame(at, events + (touching(1) if is_down else []))

    yield frame(0, 0, True)
    steps = max(1, round(seconds / RATE))
    for step in range(1, steps + 1):
        if place(0, step / steps) != place(0, (step - 1) / steps):
            yield frame(step * RATE, step / steps, False)
    lift = [event for finger in range(fingers)
            for event in ((*codes("ABS_MT_SLOT"), finger), (*codes("ABS_MT_TRACKING_ID"), -1))]
    yield Frame(seconds + RATE + rest, lift + touching(0))


def line(start: Position, end: Position, apart: Position = (18, 0)) -> Callable[[int, float], Position]:
    """Fingers that move along parallel lines."""
    def place(finger: int, fraction: float) -> Position:
        return (start[0] + finger * apart[0] + fraction * (end[0] - start[0]),
                start[1] + finger * apart[1] + fraction * (end[1] - start[1]))
    return place


def pair(centre: Position, radii: Position, degrees: float = 0) -> Callable[[int, float], Position]:
    """Two fingers whose distance from their centre changes, and that turn clockwise."""
    def place(finger: int, fraction: float) -> Position:
        radius = radii[0] + fraction * (radii[1] - radii[0])
        angle = math.pi * finger + math.radians(degrees) * fraction
        return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
    return place
