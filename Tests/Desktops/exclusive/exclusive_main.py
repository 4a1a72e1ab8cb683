"""What a full-screen app receives next to exclusive rules, in the machine, as root: exclusive_main.py COMPOSITOR..."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from compositors import Compositor, Labwc, Sway
from testing import shell
from testing.checks import ensure, eventually, finish
from testing.daemon import Daemon
from testing.shell import as_user
from testing.uinput import Position, Touchscreen

PROGRAMS = Path("/opt/programs")
COUNT = int(os.environ.get("COUNT", "100"))
# The device's size in mm, as Touchscreen has it.
WIDTH, HEIGHT = 344, 194
# In from each edge of the panel, by 20 mm.
EDGES = {
    "right": ((WIDTH - 0.5, 90), (-1, 0)), "left": ((0.5, 90), (1, 0)),
    "top": ((150, 0.5), (0, 1)), "bottom": ((150, HEIGHT - 0.5), (0, -1)),
}
# The edge of the panel that is the right edge of the picture, by wl_output's transform.
RIGHT_EDGES = {"normal": "right", "90": "top", "180": "left", "270": "bottom"}


class App:
    """The window, and what it printed."""

    def __init__(self, compositor: Compositor, output: int = 0) -> None:
        self.log = Path(f"/run/window-{compositor.name}-{output}-{time.monotonic_ns()}.log")
        self.process = shell.start(
            *as_user("member"), sys.executable, "/opt/machine/touch_window.py", output, env=compositor.environment,
            stdout=self.log.open("w"), stderr=subprocess.STDOUT)
        eventually(lambda: self.count("shown"), "the window opens", self.text)

    def text(self) -> str:
        return shell.read(self.log)

    def count(self, word: str) -> int:
        return sum(line.split()[0] == word for line in self.text().splitlines() if line)

    def settled(self) -> tuple[int, int]:
        """How many touches began and ended, once no more come."""
        last = (-1, -1)
        while last != (last := (self.count("down"), self.count("up"))):
            time.sleep(1)
        return last


class Rules:
    """The service with a rule for the right edge, which counts its runs."""

    def __init__(self, compositor: Compositor, daemon: Daemon, text: str) -> None:
        self.runs, self.log = Path("/run/runs"), Path(f"/run/actions-{time.monotonic_ns()}.log")
        self.file = Path("/run/actions.toml")
        self.runs.unlink(missing_ok=True)
        self.write(text)
        self.daemon = daemon
        self.start(compositor)

    def write(self, text: str) -> None:
        new = shell.write(f"{self.file}.new", text)
        os.rename(new, self.file)

    def start(self, compositor: Compositor) -> None:
        # As root, who counts as active on every seat.
        self.process = shell.start(PROGRAMS / "gesturectl", "actions", "run", "--socket", self.daemon.socket, "--file", self.file,
                                   env=compositor.environment, stderr=self.log.open("a"))

    def count(self) -> int:
        return len(shell.read(self.runs))

    def text(self) -> str:
        return shell.read(self.log)


RULE = """
[[action]]
gesture = "edge right"
device = "touchscreen"
when = "reached"
run = "printf x >> /run/runs"
exclusive = true
"""


def swipe(screen: Touchscreen, start: Position, direction: Position, length: float = 20, steps: int = 12) -> None:
    """A finger that goes this far in mm."""
    screen.down([start])
    for step in range(1, steps + 1):
        time.sleep(0.008)
        part = length * step / steps
        screen.move([(start[0] + direction[0] * part, start[1] + direction[1] * part)])
    time.sleep(0.008)
    screen.up()


def swipes(screen: Touchscreen, edge: str, count: int, inside: float = 0) -> None:
    start, direction = EDGES[edge]
    for _ in range(count):
        swipe(screen, (start[0] + direction[0] * inside, start[1] + direction[1] * inside), direction)
        # A rule's program ends before it starts again.
        time.sleep(0.25)


def taken(sentence: str, screen: Touchscreen, edge: str, app: App, rules: Rules, count: int) -> None:
    """The rule runs each time, and the app receives nothing."""
    before, runs = app.settled(), rules.count()
    swipes(screen, edge, count)
    eventually(lambda: rules.count() >= runs + count, f"{sentence}: the rule runs", lambda: (rules.count() - runs, rules.text()))
    after = app.settled()
    ensure(f"{sentence}: the rule ran {rules.count() - runs} times, the app received {after[0] - before[0]} of {count} touches",
           rules.count() == runs + count and after == before, (before, after, app.text()[-500:], rules.text()))


def received(sentence: str, screen: Touchscreen, edge: str, app: App, count: int, inside: float = 5) -> None:
    """The app receives each touch whole."""
    before = app.settled()
    swipes(screen, edge, count, inside)
    after = app.settled()
    ensure(f"{sentence}: the app received {after[0] - before[0]} of {count} touches",
           after == (before[0] + count, before[1] + count), (before, after, app.text()[-500:]))


def focus_changes(follower: Path) -> list[str]:
    return shell.read(follower).splitlines()


def strips_of(rules: Rules) -> Any:
    return shell.descriptors(rules.process.pid)


def check(compositor: Compositor) -> None:
    screen = Touchscreen()
    compositor.start()
    daemon = Daemon(PROGRAMS / "gestured", f"/run/test-{compositor.name}", follows=True,
                    stderr=Path(f"/run/gestured-{compositor.name}.log").open("w")).listens()
    eventually(lambda: os.path.exists(daemon.focus_socket), "gestured takes reports")
    follower = Path(f"/run/focus-{compositor.name}.log")
    shell.start(PROGRAMS / "gesturectl", "focus", "--follow", "--json", "--socket", daemon.focus_socket,
                env=compositor.environment, stdout=follower.open("w"), stderr=subprocess.STDOUT)
    app = App(compositor)
    # What is not taken is counted by the app, first without a rule.
    eventually(lambda: swipes(screen, "right", 1) or app.settled()[0], f"{compositor.title}: touches reach the app", app.text)
    rules = Rules(compositor, daemon, RULE)
    eventually(lambda: "1 action" in rules.text(), "the service starts", rules.text)
    # The strip is there as soon as a swipe no longer reaches the app.
    def is_taken() -> bool:
        before = app.settled()
        swipes(screen, "right", 1)
        return app.settled() == before
    eventually(is_taken, f"{compositor.title}: the strip appears", lambda: (rules.text(), app.text()[-300:]))
    focus = focus_changes(follower)
    taken(f"{compositor.title}: from the edge", screen, "right", app, rules, COUNT)
    received(f"{compositor.title}: 5 mm inside", screen, "right", app, COUNT)
    received(f"{compositor.title}: from another edge", screen, "left", app, COUNT // 10, 0)
    ensure(f"{compositor.title}: the focus did not move", focus_changes(follower) == focus, focus_changes(follower))
    for transform in ("90", "180", "270", "normal"):
        compositor.turn(transform)
        edge = RIGHT_EDGES[transform]
        def devices() -> str:
            return shell.output(PROGRAMS / "gesturectl", "devices", "--json", "--socket", daemon.socket)
        eventually(lambda: f'"transform":"{transform}"' in devices(), f"gestured knows of {transform}",
                   lambda: (devices(), shell.read(follower), shell.run("wlr-randr", env=compositor.environment)))
        time.sleep(2)
        taken(f"{compositor.title}, turned to {transform}", screen, edge, app, rules, COUNT // 5)
        received(f"{compositor.title}, turned to {transform}: 5 mm inside", screen, edge, app, COUNT // 5)
    switches = shell.wakeups(rules.process.pid)
    time.sleep(10)
    ensure(f"{compositor.title}: an idle service does not wake up", shell.wakeups(rules.process.pid) == switches, switches)
    shell.stop(rules.process)
    received(f"{compositor.title}: after kill -9 of the service", screen, "right", app, COUNT // 10, 0)
    shell.stop(app.process)
    shell.stop(daemon.process)
    compositor.stop()
    screen.remove()


shell.run("useradd", "--create-home", "member")
NAMES = {"sway": Sway, "labwc": Labwc}
for name in sys.argv[1:]:
    check(NAMES[name]())
finish()
