"""The kernel's buffer of events overruns, because the service is stopped and does not read."""

import contextlib
import os
import signal
import time

import shell
from drawing import draw, whole
from faults.repeat import repeat, unequal
from strokes import POINT_MM, tap
from subscriber import DRAG, TAP, LocalSubscriber, wait_until

# A frame here is three events: both x axes and SYN_REPORT. evdev buffers eight times the device's largest frame,
# rounded up to a power of two: 512 events for ten slots (evdev_compute_buffer_size, Linux 6.1).
FRAMES = 250


@contextlib.contextmanager
def stopped(pid):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def scribble(screen, number):
    """Sends more than the buffer holds. Returns how many fingers are down at the end, which varies."""
    for frame in range(FRAMES):
        screen.move([(90 + frame % 50, 100)])
    change = number % 4
    if change == 1:
        screen.up()
    elif change == 2:
        screen.up()
        screen.down([(200, 60)])
    elif change == 3:
        screen.down([(140, 100), (200, 60)])
    return [1, 0, 1, 2][change]


def overrun(times, screen):
    # Root receives positions as well.
    client = LocalSubscriber("root")
    client.ready()

    def once(number):
        client.mark()
        draw(screen, lift=False)
        if not wait_until(lambda: client.gestures(DRAG)):
            return ["the drag has not begun"]
        with stopped(shell.daemon()):
            down = scribble(screen, number)
        last = client.last(DRAG, "drag")
        errors = unequal("the drag", (last["phase"], last.get("reason")), ("cancelled", "resynchronised"))
        client.mark()
        # A contact that is still down must not become a long press.
        time.sleep(0.7 if down else 0)
        screen.move([(120, 90), (210, 60)][:down]) if down else None
        screen.up(down) if down else None
        client.settle()
        errors += unequal("gestures of contacts that stayed down", client.recent(), [])
        return errors + next_gesture(client, screen)

    repeat("the kernel's buffer overruns in mid-drag", times, once)
    client.close()


def next_gesture(client, screen):
    """A tap and a drag arrive as they were made."""
    client.mark()
    tap(screen)
    message = client.last(TAP, "tap")
    errors = unequal("the next tap", client.phases(TAP), [["began", "ended"]])
    location = message["value"].get("location", [0, 0])
    off = [value - millimetres / POINT_MM for value, millimetres in zip(location, (100, 90))]
    errors += [] if max(abs(value) for value in off) < 0.1 else [f"the next tap is off by {off}"]
    client.mark()
    draw(screen)
    message = client.last(DRAG, "drag")
    errors += unequal("the next drag", client.phases(DRAG), [["began", "changed", "ended"]])
    errors += unequal("its fingers", message["value"].get("fingers"), 1)
    return errors + ([] if whole(message["value"]) else [f"the next drag went {message['value']}"])
