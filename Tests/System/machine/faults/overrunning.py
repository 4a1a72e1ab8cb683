"""The kernel's buffer of events overruns, because the service is stopped and does not read."""

import contextlib
import os
import signal
import time
from collections.abc import Iterator

import service
from drawing import drawn, half_a_drag
from strokes import POINT_MM, tap
from subscriber import DRAG, TAP, TAPPED, Subscriber, subscribed
from testing.uinput import Position, TouchDevice

from faults.repeat import repeat, unequal, unless

# A frame here is three events: both x axes and SYN_REPORT. evdev buffers eight times the device's largest frame,
# rounded up to a power of two: 512 events for ten slots (evdev_compute_buffer_size, Linux 6.1).
FRAMES = 250


@contextlib.contextmanager
def stopped(pid: int) -> Iterator[None]:
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def scribble(screen: TouchDevice, number: int) -> list[Position]:
    """Sends more than the buffer holds. Returns where fingers are down at the end, which varies."""
    for frame in range(FRAMES):
        screen.move([(90 + frame % 50, 100)])
    last = (90 + (FRAMES - 1) % 50, 100)
    ends: list[list[Position]] = [[last], [], [(200, 60)], [(140, 100), (200, 60)]]
    down = ends[number % 4]
    if number % 4 in (1, 2):
        screen.up()
    if number % 4 in (2, 3):
        screen.down(down)
    return down


def overrun(times: int, screen: TouchDevice) -> None:
    def once(number: int) -> list[str]:
        if not half_a_drag(client, screen):
            return ["the drag has not begun"]
        with stopped(service.process()):
            down = scribble(screen, number)
        last = client.last(DRAG, "drag")
        errors = unequal("the drag", (last["phase"], last.get("reason")), ("cancelled", "resynchronised"))
        client.mark()
        if down:
            # A contact that is still down must not become a long press.
            time.sleep(0.7)
            for step in range(10):
                screen.move([(x - step, y) for x, y in down])
            screen.up(len(down))
        client.synchronise()
        errors += unequal("gestures of contacts that stayed down", client.recent(), [])
        return errors + next_gesture(client, screen)

    # Root receives positions as well.
    with subscribed("root") as client:
        repeat("the kernel's buffer overruns in mid-drag", times, once)


def next_gesture(client: Subscriber, screen: TouchDevice) -> list[str]:
    """A tap and a drag arrive as they were made."""
    client.mark()
    tap(screen)
    message = client.last(TAP, "tap")
    errors = unequal("the next tap", client.phases(TAP), TAPPED)
    location = message["value"].get("location", [0, 0])
    off = [value - millimetres / POINT_MM for value, millimetres in zip(location, (100, 90))]
    errors += unless(max(abs(value) for value in off) < 0.1, f"the next tap is off by {off}")
    errors += drawn(client, screen)
    return errors + unequal("its fingers", client.last(DRAG, "drag")["value"].get("fingers"), 1)
