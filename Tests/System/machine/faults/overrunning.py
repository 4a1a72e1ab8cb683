"""The kernel's own buffer overruns, because the service does not read: it is stopped meanwhile."""

import contextlib
import os
import signal
import time

import shell
from drawing import draw, whole
from faults.repeat import repeat, unequal
from strokes import POINT_MM
from subscriber import DRAG, TAP, LocalSubscriber, wait_until

# A frame here is three events: both kinds of x, and its end. evdev keeps eight times what the device's widest frame
# takes, rounded up to a power of two: 512 for ten slots (evdev_compute_buffer_size, Linux 6.1).
FRAMES = 250


@contextlib.contextmanager
def stopped(pid):
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def scribble(screen, number):
    """More than the buffer holds; each time the fingers are others in the end."""
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
    # Root's, which is told places as well.
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
        wrong = unequal("the drag", (last["phase"], last.get("reason")), ("cancelled", "resynchronised"))
        # Long enough for a long press of what is still down.
        client.mark()
        time.sleep(0.7 if number % 4 else 0.2)
        screen.move([(120, 90), (210, 60)][:down]) if down else None
        screen.up(down) if down else None
        time.sleep(0.2)
        wrong += unequal("what contacts that stayed down started", client.recent(), [])
        return wrong + next_gesture(client, screen)

    repeat("the kernel's buffer overruns in mid-drag", times, once)
    client.close()


def next_gesture(client, screen):
    """A tap and a drag are seen as they are."""
    client.mark()
    screen.down([(100, 90)])
    time.sleep(0.05)
    screen.up()
    message = client.last(TAP, "tap")
    wrong = unequal("the next tap", client.phases(TAP), [["began", "ended"]])
    place = message["value"].get("location", [0, 0])
    off = [value - millimetres / POINT_MM for value, millimetres in zip(place, (100, 90))]
    wrong += [] if max(map(abs, off)) < 0.1 else [f"the next tap is off by {off}"]
    client.mark()
    draw(screen)
    message = client.last(DRAG, "drag")
    wrong += unequal("the next drag", client.phases(DRAG), [["began", "changed", "ended"]])
    wrong += unequal("its fingers", message["value"].get("fingers"), 1)
    return wrong + ([] if whole(message["value"]) else [f"the next drag went {message['value']}"])
