"""Turns an output in the middle of drags, and checks what a client sees."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from testing import shell
from testing.checks import ensure, eventually, expect, fail, passed
from testing.client import Client
from testing.daemon import Daemon
from testing.display import NOBODY, Compositor
from testing.recording import Stroke, write_strokes

# A drag, and a swipe to the right on the panel. The surface is 2167 x 1222 points.
DRAG, SWIPE = (1, (600, 600), (1400, 600), 0.8), (1, (600, 600), (1200, 600), 0.1)
# The direction in which the user sees that swipe.
SEEN = {"normal": "right", "90": "down", "180": "left", "270": "up"}


def check_quiet(process: int) -> None:
    """The first second may still hold answers to reports."""
    def is_quiet() -> bool:
        before = shell.wakeups(process)
        time.sleep(1)
        return shell.wakeups(process) == before
    expect("no wakeup of the follower in a second in which nothing changes", is_quiet)


def check_turns(client: Client, device: str, turn: Callable[[str], object], count: int) -> tuple[int, str]:
    """Turns the output in `count` drags, whose recording also has a swipe after each.

    Returns the number of the subscription to swipes, and how the output is turned in the end."""
    drags, swipes = (client.subscribe({gesture: {}}, scope="session") for gesture in ("drag", "swipe"))
    transforms = ["90", "180", "270", "normal"] * count
    cancelled, late, delays, transform = 0, 0, list[float](), ""
    while cancelled < count:
        transform = transforms.pop(0)
        client.gesture("a drag", drags, "began")
        start = time.monotonic()
        turn(transform)
        end = client.gesture("the output turns", drags, "cancelled", "ended")
        if end["phase"] == "ended":
            # The drag was over before the desktop had turned the output.
            late += 1
            await_transform(client, device, transform)
            continue
        delays.append(time.monotonic() - start)
        if end["reason"] != "outputChanged":
            fail(f"turned to {transform}: cancelled {end['reason']}")
        check_swipe(client, swipes, transform, f"turned to {transform}")
        if client.output(device).get("transform") != transform:
            fail(f"turned to {transform}: {client.devices[device]}")
        cancelled += 1
    size = client.devices[device]["size"]
    ensure(f"{cancelled} rotations during a drag, each cancelled outputChanged, and the next swipe as the user sees it "
           f"({late} drags were over before; longest from the command to the line {max(delays) * 1000:.0f} ms)",
           (size[0] < size[1]) == (transform in ("90", "270")), f"turned to {transform}: the size is {size}")
    return swipes, transform


def await_transform(client: Client, device: str, transform: str) -> None:
    eventually(lambda: client.output(device).get("transform") == transform, f"{device} is turned to {transform}")


def check_swipe(client: Client, subscription: int, transform: str, when: str) -> None:
    swipe = client.gesture(f"a swipe, {when}", subscription, "began")["value"]["swipe"]
    if swipe["direction"] != SEEN[transform]:
        fail(f"{when}: a swipe {swipe['direction']}; the user sees {SEEN[transform]}")


class Session:
    """A compositor, gestured with recordings, a follower, and a client of the same user."""

    def __init__(self, compositor: Compositor, programs: list[str], recordings: Sequence[Sequence[Stroke]],
                 settings: str = "") -> None:
        """The programs are gestured and gesturectl."""
        self.compositor = compositor
        program, self.gesturectl = (compositor.program(each) for each in programs)
        folder = compositor.folder
        play = [write_strokes(f"{folder}/{number}.evemu", strokes, 0.3) for number, strokes in enumerate(recordings, 1)]
        self.daemon = Daemon(program, folder, play=play, settings=settings, follows=True, starts=compositor.start).listens()
        self.log = Path(folder, "follower.log")
        self.follower = self.follow()
        self.client = Client.connect(self.daemon.socket, NOBODY.get("user"))

    def follow(self) -> shell.Process:
        eventually(lambda: os.path.exists(self.daemon.focus_socket), "gestured takes reports")
        return self.compositor.start(self.gesturectl, "focus", "--follow", "--socket", self.daemon.focus_socket,
                                     stderr=self.log.open("a"))

    def await_output(self, device: str, name: str, rule: str, transform: str | None = None) -> None:
        def is_right(output: dict[str, Any]) -> bool:
            return ((output.get("name"), output.get("rule")) == (name, rule)
                    and transform in (None, output.get("transform")))
        eventually(lambda: is_right(self.client.output(device)), f"{device} belongs to {name} ({rule}, {transform})",
                   self.log.read_text)


def check_rotations(compositor: Compositor, programs: list[str], turn: Callable[[str], object], count: int = 20) -> None:
    """Turns the only output, HEADLESS-1, in the middle of drags. Afterwards nothing turns it: not another follower, and not
    the absence of one."""
    session = Session(compositor, programs, [[DRAG, SWIPE] * (3 * count)])
    client = session.client
    session.await_output("recording-1", "HEADLESS-1", "onlyOutput", "normal")
    check_quiet(session.follower.pid)
    swipes, transform = check_turns(client, "recording-1", turn, count)
    # Another follower takes over, and nothing is turned.
    follower = session.follow()
    eventually(lambda: session.follower.poll() is not None, "the first follower ends")
    session.await_output("recording-1", "HEADLESS-1", "onlyOutput", transform)
    shell.stop(follower)
    for _ in range(2):
        check_swipe(client, swipes, transform, "without a follower")
    passed("the last transform stays while another follower takes over, and without one")
