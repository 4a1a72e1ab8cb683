"""A ring around a finger that rests on a window, closed when the finger has held long enough.

Debian: python3-gi-cairo"""
import math
from typing import Any

from gi.repository import GLib
from gestured import Event, LongPressValue

RADIUS = 50  # pixels, wider than a fingertip


class Ring:
    """Attach it to a LongPress. `left` is where the window begins on the screen, in pixels."""

    def __init__(self, window: Any) -> None:
        self.window, self.left = window, 0
        self.press: Event[LongPressValue] | None = None
        window.connect_after("draw", self.draw)

    def __call__(self, event: Event[LongPressValue]) -> None:
        self.press = None if event.is_over or event.value.completed else event
        self.window.queue_draw()

    def draw(self, _: object, picture: Any) -> None:
        if self.press is None or self.press.value.location is None or self.press.value.deadline is None:
            return
        location, deadline = self.press.value.location, self.press.value.deadline
        share = min((GLib.get_monotonic_time() - self.press.time) / (deadline - self.press.time), 1)
        picture.set_line_width(6)
        picture.arc(location.x - self.left, location.y, RADIUS, -math.pi / 2, (2 * share - 0.5) * math.pi)
        picture.stroke()
        self.window.queue_draw()
