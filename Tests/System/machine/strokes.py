"""Taps and drags on devices of uinput, and the velocity of a drag."""

import math
import time
from collections.abc import Callable

from testing.checks import Answer, wait_until
from testing.uinput import Position, TouchDevice

Samples = list[tuple[float, float]]

POINT_MM = 0.15875
# Microseconds; a tap may last 750 ms by default.
LONGEST_TAP = 600_000


class Stroke:
    """A straight drag with the kernel's times. Positions are those of the first finger, in mm."""

    def __init__(self) -> None:
        # The times are in microseconds.
        self.samples: list[tuple[int, Position]] = []

    def add(self, stamp: int | None, position: Position) -> None:
        """The kernel drops a frame that changes nothing, so it has no time."""
        if stamp is not None:
            self.samples.append((stamp, position))

    @property
    def translation(self) -> list[float]:
        """Points."""
        (_, start), (_, end) = self.samples[0], self.samples[-1]
        return [(b - a) / POINT_MM for a, b in zip(start, end)]

    @property
    def longest_pause(self) -> float:
        """Microseconds between two samples; infinite if there is only one."""
        times = [stamp for stamp, _ in self.samples]
        return max((after - before for before, after in zip(times, times[1:])), default=math.inf)

    def velocity(self, time: int) -> list[tuple[float, float]] | None:
        """The least and the greatest velocity along each axis, in points a second, at the sample of this time. Without a
        sample of this time it returns None.

        gestured's estimate is between the least-squares line and parabola through the last 100 ms, with squared errors
        weighted by e^(-age / time constant). It takes the finger for stopped after 40 ms without a sample, or, on a machine
        that sends them as slowly, after up to two of the last intervals. The first movement after the touch-down may be one.
        """
        limits: list[list[tuple[float, float]]] = []
        for intervals in (0, 2):
            since = self._since_rest(time, intervals)
            if not since or since[-1][0] != 0:
                return None
            constant = time_constant([age for age, _ in since])
            recent = [(age, position) for age, position in since if age >= -0.1]
            fits = [line_slope] if len(recent) == 2 else [line_slope, slope]
            axes = [[(age, position[axis]) for age, position in recent] for axis in (0, 1)]
            slopes = [[0.0] if len(recent) == 1 else [fit(samples, constant) / POINT_MM for fit in fits] for samples in axes]
            limits.append([(min(ends), max(ends)) for ends in slopes])
        return [(min(a[0], b[0]), max(a[1], b[1])) for a, b in zip(*limits)]

    def _since_rest(self, time: int, intervals: int) -> list[tuple[float, Position]]:
        """The samples until `time` since the finger last rested, with their ages in seconds (<= 0)."""
        samples = [(stamp, position) for stamp, position in self.samples if stamp <= time]
        gaps = [after[0] - before[0] for before, after in zip(samples, samples[1:])]
        start = 0
        for index, gap in enumerate(gaps):
            if gap > max(40_000, intervals * max(gaps[max(index - 3, 0):index], default=gap)):
                start = index + 1
        return [((stamp - time) / 1e6, position) for stamp, position in samples[start:]]


def time_constant(ages: list[float]) -> float:
    """That of gestured's estimator `weightedLSQ2` in seconds: it is longer where samples are rarer, as on a busy machine."""
    last = ages[-20:]
    return min(0.003 + 0.7 * (last[-1] - last[0]) / max(len(last) - 1, 1), 0.012)


def line_slope(samples: Samples, constant: float) -> float:
    """The slope of the weighted least-squares line. Ages are in seconds, <= 0."""
    weighted = [(math.exp(age / constant), age, value) for age, value in samples]
    total, first, second = [sum(weight * age**power for weight, age, _ in weighted) for power in range(3)]
    value, product = [sum(weight * age**power * value for weight, age, value in weighted) for power in range(2)]
    return (total * product - first * value) / (total * second - first * first)


def slope(samples: Samples, constant: float) -> float:
    """The parabola's derivative at age 0, by Cramer's rule on the normal equations. Ages are in seconds, <= 0."""
    # In units of the time constant the sums have one magnitude.
    weighted = [(math.exp(age / constant), age / constant, value) for age, value in samples]
    s = [sum(weight * age**power for weight, age, _ in weighted) for power in range(5)]
    v = [sum(weight * age**power * value for weight, age, value in weighted) for power in range(3)]

    def determinant(a: list[float], b: list[float], c: list[float]) -> float:
        return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]))

    return determinant(s[0:3], v, s[2:5]) / determinant(s[0:3], s[1:4], s[2:5]) / constant


def drag(device: TouchDevice, start: Position, velocity: Position, seconds: float, fingers: int = 1, lift: bool = True) -> Stroke:
    """Drags from `start` (mm) with `velocity` (mm/s), a frame every 10 ms, fingers 20 mm apart."""
    stroke = Stroke()
    began = time.monotonic()

    def frame(act: Callable[[list[Position]], int | None], elapsed: float) -> None:
        position = device.nearest([origin + speed * elapsed for origin, speed in zip(start, velocity)])
        stroke.add(act([(position[0] + 20 * finger, position[1]) for finger in range(fingers)]), position)

    frame(device.down, 0)
    while (elapsed := time.monotonic() - began) < seconds:
        time.sleep(0.01 - elapsed % 0.01)
        frame(device.move, time.monotonic() - began)
    if lift:
        device.up(fingers)
    return stroke


def tap(device: TouchDevice, at: Position = (100, 90)) -> tuple[int, int]:
    """Taps at a place (mm) until the kernel's times are a tap's: on a busy host the finger may lift late. Returns both times."""
    for _ in range(100):
        # A contact that returns at once could be the same one with a flickering id.
        time.sleep(0.2)
        down = device.down([at])
        time.sleep(0.06)
        lift = device.up()
        if lift - down < LONGEST_TAP:
            return down, lift
    raise SystemExit("the machine is too slow to tap: a finger lifted after over 600 ms in each of 100 taps")


def repeated(act: Callable[[], object], condition: Callable[[], Answer], seconds: float) -> Answer:
    """Acts again and again until the condition is met, because on a busy host a finger may pause. Returns what it returns."""
    def acted() -> Answer:
        act()
        return condition()
    return wait_until(acted, seconds)
