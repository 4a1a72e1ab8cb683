"""Turns an output in the middle of drags, and checks what a client sees."""
from __future__ import annotations

import time
from typing import Callable

from following import eventually, fail
from listening import Client

# A drag, and a swipe to the right on the panel. The surface is 2167 x 1222 points.
DRAG, SWIPE = (1, (600, 600), (1400, 600), 0.8), (1, (600, 600), (1200, 600), 0.1)
# The direction in which the user sees that swipe.
SEEN = {"normal": "right", "90": "down", "180": "left", "270": "up"}


def passed(sentence: str) -> None:
    print(f"ok: {sentence}", flush=True)


def wakeups(process: int) -> int:
    with open(f"/proc/{process}/status") as file:
        status = file.read().split()
    return int(status[status.index("voluntary_ctxt_switches:") + 1])


def check_quiet(process: int) -> None:
    """The first second may still hold answers to reports."""
    def is_quiet() -> bool:
        before = wakeups(process)
        time.sleep(1)
        return wakeups(process) == before
    eventually(is_quiet, "a second without a wakeup of the follower")
    passed("no wakeup of the follower while nothing changes")


def check_turns(client: Client, device: str, turn: Callable[[str], object], count: int) -> tuple[int, str]:
    """Turns the output in `count` drags, whose recording also has a swipe after each.

    Returns the number of the subscription to swipes, and how the output is turned in the end."""
    drags, swipes = (client.subscribe({gesture: {}}, scope="session") for gesture in ("drag", "swipe"))
    transforms = ["90", "180", "270", "normal"] * count
    cancelled, late, delays = 0, 0, []
    while cancelled < count:
        transform = transforms.pop(0)
        client.gesture("a drag", drags, "began")
        start = time.monotonic()
        turn(transform)
        end = client.gesture("the output turns", drags, "cancelled", "ended")
        if end["phase"] == "ended":
            # The drag was over before the desktop had turned the output.
            late += 1
            eventually(lambda: client.output(device).get("transform") == transform, f"{device} is turned to {transform}")
            continue
        delays.append(time.monotonic() - start)
        if end["reason"] != "outputChanged":
            fail(f"turned to {transform}: cancelled {end['reason']}")
        swipe = client.gesture("a swipe after that", swipes, "began")["value"]["swipe"]
        if swipe["direction"] != SEEN[transform]:
            fail(f"turned to {transform}: a swipe {swipe['direction']}; the user sees {SEEN[transform]}")
        if client.output(device).get("transform") != transform:
            fail(f"turned to {transform}: {client.devices[device]}")
        cancelled += 1
    size = client.devices[device]["size"]
    if (size[0] < size[1]) != (transform in ("90", "270")):
        fail(f"turned to {transform}: the size is {size}")
    passed(f"{cancelled} rotations during a drag, each cancelled outputChanged, and the next swipe as the user sees it "
           f"({late} drags were over before; longest from the command to the line {max(delays) * 1000:.0f} ms)")
    return swipes, transform
