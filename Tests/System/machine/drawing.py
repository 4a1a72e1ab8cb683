"""A finger that draws the same drag, once or repeatedly in the background."""

import threading
import time
from typing import Self

from subscriber import DRAG, Subscriber
from testing.checks import wait_until
from testing.client import Message
from testing.uinput import Position, TouchDevice

STEPS = 20
# Points; the length of each whole drag, and what remains of it without positions: 45 points, doubled as often as it fits.
LENGTH, ROUGH_LENGTH = STEPS * 3 / 0.15875, 360


def draw(device: TouchDevice, lift: bool = True, start: Position = (100, 90)) -> None:
    """The same drag (from mm) on any machine: a fixed number of frames, 10 ms apart or more."""
    x, y = start
    device.down([start])
    for step in range(1, STEPS + 1):
        time.sleep(0.01)
        device.move([(x + 3 * step, y)])
    if lift:
        device.up()


class Drawing:
    """Repeats the drag within `with`."""

    def __init__(self, device: TouchDevice) -> None:
        self.device = device
        self.strokes = 0

    def __enter__(self) -> Self:
        self.going = True
        self.thread = threading.Thread(target=self._draw, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.going = False
        self.thread.join()

    def _draw(self) -> None:
        while self.going:
            draw(self.device)
            self.strokes += 1
            time.sleep(0.05)


def half_a_drag(client: Subscriber, device: TouchDevice) -> bool:
    """Leaves the finger down. False if the drag does not begin."""
    client.discard()
    draw(device, lift=False)
    return bool(wait_until(lambda: client.gestures(DRAG)))


def whole(client: Subscriber, value: Message) -> bool:
    """True if the value that the client received is that of a whole drag, to one decimal."""
    went, expected = value.get("translation", [0, 0]), [LENGTH if client.has_positions else ROUGH_LENGTH, 0]
    return bool(max(abs(a - b) for a, b in zip(went, expected)) < 0.1)


def drawn(client: Subscriber, screen: TouchDevice) -> list[str]:
    """Draws a drag; returns what is wrong with what the client receives of it."""
    client.mark()
    draw(screen)
    last = client.last(DRAG, "drag")
    phases = client.phases(DRAG)
    is_whole = phases == client.whole_drag and whole(client, last["value"])
    return [] if is_whole else [f"another client's drag has the phases {phases} and ends with {last}"]
