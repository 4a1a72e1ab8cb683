"""Turns an output in the middle of drags, and checks what a client sees."""
from __future__ import annotations

import os
import pwd
import subprocess
import time
from typing import Any, Callable

from acting import recording
from following import eventually, fail
from headless import Compositor
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


class Session:
    """A compositor, gestured with recordings, a follower, and a client of the same user."""

    def __init__(self, compositor: Compositor, programs: list[str], recordings: list[list[Any]], settings: str = "") -> None:
        """The programs are gestured and gesturectl."""
        self.compositor = compositor
        daemon, self.gesturectl = (compositor.program(program) for program in programs)
        folder = compositor.folder
        socket, self.focus_socket = f"{folder}/gestured.sock", f"{folder}/focus.sock"
        play = []
        for number, strokes in enumerate(recordings, 1):
            path = recording(f"{folder}/{number}.evemu", strokes, pause=0.3)
            os.chmod(path, 0o644)
            play += ["--play", path]
        compositor.start(daemon, "--socket", socket, "--focus-socket", self.focus_socket, *play,
                         "--config", compositor.write("gestured.toml", settings))
        eventually(lambda: os.path.exists(self.focus_socket) and os.path.exists(socket), "gestured starts")
        self.follower = self.follow()
        self.client = Client(socket, pwd.getpwnam("nobody").pw_uid)

    def follow(self) -> subprocess.Popen[Any]:
        return self.compositor.start(self.gesturectl, "focus", "--follow", "--socket", self.focus_socket,
                                     stderr=open(f"{self.compositor.folder}/follower.log", "a"))

    def log(self) -> str:
        with open(f"{self.compositor.folder}/follower.log") as file:
            return file.read()

    def await_output(self, device: str, name: str, rule: str, transform: str | None = None) -> None:
        eventually(lambda: (self.client.output(device).get("name"), self.client.output(device).get("rule")) == (name, rule)
                   and transform in (None, self.client.output(device).get("transform")),
                   f"{device} belongs to {name} ({rule}, {transform}); follower: {self.log()}")


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
    follower.kill()
    follower.wait()
    for _ in range(2):
        swipe = client.gesture("a swipe without a follower", swipes, "began")["value"]["swipe"]
        if swipe["direction"] != SEEN[transform]:
            fail(f"without a follower: a swipe {swipe['direction']}; the user sees {SEEN[transform]}")
    passed("the last transform stays while another follower takes over, and without one")
