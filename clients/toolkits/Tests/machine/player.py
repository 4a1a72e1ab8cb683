"""Plays frames on devices of uinput, at the times of a script or a recording."""

import math
import os
import pathlib
import time
from collections.abc import Callable, Iterator

import libevdev
from testing.recording import SLOT, SYN_REPORT, Event, Position, Recording
from testing.uinput import EVENT, TouchDevice, Touchpad

# Seconds from the first frame, and the events up to SYN_REPORT.
Frame = tuple[float, list[Event]]
RATE = 0.008


def play(device: TouchDevice, frames: list[Frame]) -> float:
    """Returns the seconds from the first frame to the last, by the kernel's times.

    The time between two frames is the script's or longer: if a slow machine caught up, frames would follow each other within
    a millisecond, which is the resolution of a toolkit's times, and velocities would mean nothing.
    """
    stamps: list[int] = []
    for (before, _), (at, events) in zip([frames[0], *frames], frames):
        time.sleep(at - before)
        data = b"".join(EVENT.pack(0, 0, *event) for event in [*events, SYN_REPORT])
        os.write(device.maker.fileno(), data)
        # The kernel drops a frame that changes nothing.
        stamps += device.kernel_times()
    return (stamps[-1] - stamps[0]) / 1e6


def recorded(path: pathlib.Path) -> list[Frame]:
    """The frames of an evemu file."""
    frames = Recording(path).frames
    # A recording begins in slot 0, and the device is in the slot of its last event.
    frames[0][1].insert(0, (libevdev.EV_ABS.value, SLOT, 0))
    return [((time - frames[0][0]) / 1e6, events[:-1]) for time, events in frames]


def stroke(device: TouchDevice, fingers: int, seconds: float, position: Callable[[int, float], Position],
           rest: float = 0) -> list[Frame]:
    """Fingers that move for some seconds, rest, and lift.

    `position` returns the position of a finger in mm at a fraction of the stroke.
    """
    return list(_stroke(device, fingers, seconds, position, rest))


def _stroke(device: TouchDevice, fingers: int, seconds: float, position: Callable[[int, float], Position],
            rest: float) -> Iterator[Frame]:
    def codes(name: str) -> tuple[int, int]:
        code = libevdev.evbit(name)
        return code.type.value, code.value

    def touching(value: int) -> list[Event]:
        keys = [(*codes("BTN_TOUCH"), value)]
        if isinstance(device, Touchpad):
            keys.append((*codes(device.tools[fingers - 1]), value))
        return keys

    def frame(at: float, fraction: float, is_down: bool) -> Frame:
        events: list[Event] = []
        for finger in range(fingers):
            x, y = device.units(position(finger, fraction))
            events.append((*codes("ABS_MT_SLOT"), finger))
            if is_down:
                device.tracking += 1
                events.append((*codes("ABS_MT_TRACKING_ID"), device.tracking))
            events += [(*codes("ABS_MT_POSITION_X"), x), (*codes("ABS_MT_POSITION_Y"), y)]
            if finger == 0:
                events += [(*codes("ABS_X"), x), (*codes("ABS_Y"), y)]
        return at, events + (touching(1) if is_down else [])

    yield frame(0, 0, True)
    steps = max(1, round(seconds / RATE))
    for step in range(1, steps + 1):
        if position(0, step / steps) != position(0, (step - 1) / steps):
            yield frame(step * RATE, step / steps, False)
    lift = [event for finger in range(fingers)
            for event in ((*codes("ABS_MT_SLOT"), finger), (*codes("ABS_MT_TRACKING_ID"), -1))]
    yield seconds + RATE + rest, lift + touching(0)


def line(start: Position, end: Position, apart: Position = (18, 0)) -> Callable[[int, float], Position]:
    """Fingers that move along parallel lines."""
    def position(finger: int, fraction: float) -> Position:
        return (start[0] + finger * apart[0] + fraction * (end[0] - start[0]),
                start[1] + finger * apart[1] + fraction * (end[1] - start[1]))
    return position


def pair(centre: Position, radii: Position, degrees: float = 0) -> Callable[[int, float], Position]:
    """Two fingers whose distance from their centre changes, and that turn clockwise."""
    def position(finger: int, fraction: float) -> Position:
        radius = radii[0] + fraction * (radii[1] - radii[0])
        angle = math.pi * finger + math.radians(degrees) * fraction
        return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)
    return position
