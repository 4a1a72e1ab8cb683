"""What a full-screen app receives next to exclusive rules, in the machine, as root: exclusive_main.py COMPOSITOR..."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

from compositors import Compositor, Labwc, Phoc, Sway
from testing import shell
from testing.checks import ensure, eventually, finish, passed
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


class Desktop(Protocol):
    name: str
    environment: dict[str, str]
    window: str


class App:
    """The window, and what it printed."""

    def __init__(self, desktop: Desktop, *words: object) -> None:
        self.log = Path(f"/run/window-{desktop.name}-{time.monotonic_ns()}.log")
        self.process = shell.start(
            *as_user("member"), sys.executable, f"/opt/machine/{desktop.window}", *words, env=desktop.environment,
            stdout=self.log.open("w"), stderr=subprocess.STDOUT)
        eventually(lambda: self.count("shown"), "the window opens", lambda: (self.text(), self.process.poll()))

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

    def __init__(self, desktop: Desktop, daemon: Daemon, text: str) -> None:
        self.runs, self.log = Path("/run/runs"), Path(f"/run/actions-{time.monotonic_ns()}.log")
        self.file = Path("/run/actions.toml")
        self.runs.unlink(missing_ok=True)
        self.write(text)
        self.daemon = daemon
        self.start(desktop)

    def write(self, text: str) -> None:
        new = shell.write(f"{self.file}.new", text)
        os.rename(new, self.file)

    def start(self, desktop: Desktop) -> None:
        # As root, who counts as active on every seat.
        self.process = shell.start(PROGRAMS / "gesturectl", "actions", "run", "--socket", self.daemon.socket, "--file", self.file,
                                   env=desktop.environment, stderr=self.log.open("a"))

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


def swipe(screen: Touchscreen, start: Position, direction: Position, length: float = 20, steps: int = 12,
          meanwhile: Callable[[], object] = lambda: None) -> None:
    """A finger that goes this far in mm. After three quarters of it, something else happens."""
    screen.down([start])
    for step in range(1, steps + 1):
        time.sleep(0.008)
        if step == steps * 3 // 4:
            meanwhile()
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


DEVICES = "".join(f'[[device]]\nname = "{name}*"\noutput = "HEADLESS-{number}"\n'
                  for number, name in enumerate(("Trial", "Second"), 1))


def start_without_logind(*words: object, **options: Any) -> shell.Process:
    """Root has no session here, and only the outputs of a user with one count. Without logind they are everyone's."""
    hide = 'mount -t tmpfs tmpfs /run/systemd && exec "$@"'
    return shell.start("unshare", "--mount", "sh", "-c", hide, "sh", *words, **options)


def strip_appears(screen: Touchscreen, app: App, rules: Rules) -> None:
    """It is there as soon as a swipe no longer reaches the app."""
    def is_taken() -> bool:
        before = app.settled()
        swipes(screen, "right", 1)
        return app.settled() == before
    eventually(is_taken, "the strip appears", lambda: (rules.text(), app.text()[-300:]))


def check_rules(compositor: Compositor, screen: Touchscreen, app: App, rules: Rules) -> None:
    """Another file of rules takes effect, and rules have their strips in their apps alone."""
    def replaced(sentence: str, text: str, is_taken: bool) -> None:
        before = rules.text().count(" in /run/actions.toml")
        rules.write(text)
        eventually(lambda: rules.text().count(" in /run/actions.toml") > before, "the rules are read", rules.text)
        time.sleep(1)
        count = max(COUNT // 10, 2)
        if is_taken:
            taken(f"{compositor.title}: {sentence}", screen, "right", app, rules, count)
        else:
            received(f"{compositor.title}: {sentence}", screen, "right", app, count, 0)
    replaced("a rule for another app", RULE + 'app = "org.example.Other"\n', False)
    replaced("a rule for this app", RULE + 'app = "org.example.touches"\n', True)
    replaced("a rule except in this app", RULE + 'except = ["gimp", "org.example.Touches"]\n', False)
    replaced("a rule that is not exclusive", RULE.replace("exclusive = true", ""), False)
    before = memory(rules)
    edges = ["edge left", "edge right", "edge top", "edge bottom", "corner top-left", "corner top-right", "corner bottom-left",
             "corner bottom-right"]
    replaced("eight strips", "".join(RULE.replace("edge right", edge) for edge in edges), True)
    ensure(f"eight strips need {memory(rules) - before} kB more of private memory", memory(rules) - before <= 1024)
    replaced("the first rule again", RULE, True)


def memory(rules: Rules) -> int:
    return int(shell.status(rules.process.pid)["RssAnon"])


def is_asleep(process: shell.Process) -> bool:
    """It has handled all that it received."""
    before = shell.wakeups(process.pid)
    time.sleep(0.7)
    return "S" in shell.status(process.pid)["State"] and shell.wakeups(process.pid) == before


def check_shield(compositor: Compositor, screen: Touchscreen, app: App) -> None:
    """Of each two taps, the first wakes and the second is the app's."""
    woken, kept = 0, 0
    for _ in range(COUNT // 2):
        shield = shell.start(PROGRAMS / "gesturectl", "shield", env=compositor.environment,
                             stderr=Path("/run/shield.log").open("a"))
        mark = compositor.folder / "gestured-shield"
        eventually(lambda: mark.exists() and f" {shield.pid} " in shell.read("/proc/locks"), "the shield is up", shield.poll)
        eventually(lambda: is_asleep(shield), "the shield is shown")
        before = app.count("down")
        tap(screen)
        eventually(lambda: shield.poll() is not None, "the shield ends", lambda: shell.read("/run/shield.log"))
        kept += app.count("down") - before
        tap(screen)
        eventually(lambda: app.count("down") - before > 0, "the next tap reaches the app", app.text)
        woken += app.count("down") - before
    ensure(f"{compositor.title}: of {COUNT // 2} waking taps the app received {kept}, of those that followed {woken}",
           (kept, woken) == (0, COUNT // 2), shell.read("/run/shield.log"))
    shield = shell.start(PROGRAMS / "gesturectl", "shield", env=compositor.environment)
    time.sleep(2)
    shell.run(PROGRAMS / "gesturectl", "shield", "--end", env=compositor.environment)
    eventually(lambda: shield.poll() is not None, "shield --end ends it")
    settled = app.settled()
    tap(screen)
    ensure(f"{compositor.title}: after shield --end the first tap is the app's", app.settled()[0] == settled[0] + 1, app.text())


def check_idle(title: str, rules: Rules) -> None:
    """Once it has handled what has just ended, such as a window and a device, it sleeps."""
    def wakeups(seconds: float) -> list[float]:
        """When it woke up, in seconds from now."""
        began, count = time.monotonic(), shell.wakeups(rules.process.pid)
        times = []
        while (elapsed := time.monotonic() - began) < seconds:
            time.sleep(0.1)
            if count != (count := shell.wakeups(rules.process.pid)):
                times.append(round(elapsed, 1))
        return times
    busy: list[float] = []

    def is_idle() -> bool:
        times = wakeups(2)
        busy.extend(times)
        return not times
    eventually(is_idle, f"{title}: the service has nothing more to do", lambda: busy)
    passed(f"{title}: for what had just ended, the service woke up {len(busy)} times")
    times = wakeups(10)
    ensure(f"{title}: in 10 s the idle service wakes up {len(times)} times", not times, (times, rules.text()[-500:]))


def tap(screen: Touchscreen) -> None:
    screen.down([(170, 100)])
    time.sleep(0.06)
    screen.up()


def check_scale(compositor: Sway, screen: Touchscreen, app: App, rules: Rules) -> None:
    """The output's scale changes while a finger is down."""
    for factor in (2, 1):
        before, (start, direction) = app.settled(), EDGES["right"]
        screen.down([start])
        for step in range(1, 25):
            if step == 12:
                compositor.scale(factor)
                time.sleep(1)
            time.sleep(0.008)
            screen.move([(start[0] + direction[0] * step, start[1])])
        screen.up()
        after = app.settled()
        ensure(f"{compositor.title}: the scale becomes {factor} while a finger from the edge is down: the app received "
               f"{after[0] - before[0]} touches", after == before, (before, after, app.text()[-500:]))
        taken(f"{compositor.title}, scale {factor}", screen, "right", app, rules, max(COUNT // 10, 2))
        received(f"{compositor.title}, scale {factor}: 5 mm inside", screen, "right", app, max(COUNT // 10, 2))


def check_second_output(compositor: Sway, screen: Touchscreen, app: App, rules: Rules) -> None:
    """Each touchscreen has its strip on its own output."""
    other = Touchscreen("Second Touchscreen")
    compositor.add_output()
    time.sleep(3)
    second = App(compositor, 1)
    before = app.settled()
    strip_appears(other, second, rules)
    taken(f"{compositor.title}: on the second output", other, "right", second, rules, COUNT // 5)
    received(f"{compositor.title}: on the second output, 5 mm inside", other, "right", second, COUNT // 5)
    after = app.settled()
    ensure(f"{compositor.title}: the app on the first output received none of it", after == before, (before, after))
    taken(f"{compositor.title}: on the first of two outputs", screen, "right", app, rules, COUNT // 5)
    shell.stop(second.process)
    other.remove()


def check(compositor: Compositor) -> None:
    screen = Touchscreen()
    compositor.start()
    daemon = Daemon(PROGRAMS / "gestured", f"/run/test-{compositor.name}", follows=True, settings=DEVICES,
                    starts=start_without_logind, stderr=Path(f"/run/gestured-{compositor.name}.log").open("w")).listens()
    eventually(lambda: os.path.exists(daemon.focus_socket), "gestured takes reports")
    follower = Path(f"/run/focus-{compositor.name}.log")
    shell.start(PROGRAMS / "gesturectl", "focus", "--follow", "--json", "--socket", daemon.focus_socket,
                env=compositor.environment, stdout=follower.open("w"), stderr=subprocess.STDOUT)
    app = App(compositor)
    # What is not taken is counted by the app, first without a rule.
    def is_received() -> bool:
        swipes(screen, "right", 1)
        return app.settled()[0] > 0
    eventually(is_received, f"{compositor.title}: touches reach the app", app.text)
    rules = Rules(compositor, daemon, RULE)
    eventually(lambda: "1 action" in rules.text(), "the service starts", rules.text)
    strip_appears(screen, app, rules)
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
    check_rules(compositor, screen, app, rules)
    check_shield(compositor, screen, app)
    if isinstance(compositor, Sway):
        check_scale(compositor, screen, app, rules)
        check_second_output(compositor, screen, app, rules)
    check_idle(compositor.title, rules)
    shell.stop(rules.process)
    received(f"{compositor.title}: after kill -9 of the service", screen, "right", app, COUNT // 10, 0)
    shell.stop(app.process)
    shell.stop(daemon.process)
    compositor.stop()
    screen.remove()


NAMES = {"sway": Sway, "labwc": Labwc, "phoc": Phoc}

if __name__ == "__main__":
    shell.run("useradd", "--create-home", "member")
    for name in sys.argv[1:]:
        check(NAMES[name]())
    finish()
