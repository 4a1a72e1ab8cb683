"""A finger that draws the same drag, once or repeatedly in the background."""

import threading
import time

STEPS = 20
# Points; the translation of each whole drag.
TRANSLATION = [STEPS * 3 / 0.15875, 0]


def draw(device, lift=True, start=(100, 90)):
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

    def __init__(self, device):
        self.device = device
        self.strokes = 0

    def __enter__(self):
        self.going = True
        self.thread = threading.Thread(target=self._draw, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.going = False
        self.thread.join()

    def _draw(self):
        while self.going:
            draw(self.device)
            self.strokes += 1
            time.sleep(0.05)


def whole(value):
    """True if the value is that of a whole drag, to one decimal."""
    went = value.get("translation", [0, 0])
    return max(abs(a - b) for a, b in zip(went, TRANSLATION)) < 0.1
