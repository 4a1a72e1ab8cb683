"""What a full-screen app of X11 receives next to exclusive rules, in the machine, as root: x11_main.py MANAGER..."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from exclusive_main import COUNT, PROGRAMS, RULE, App, Rules, check_idle, received, start_without_logind, swipe, swipes, taken
from testing import shell
from testing.checks import ensure, eventually, finish, passed
from testing.daemon import Daemon
from testing.uinput import Position, Touchscreen
from x11_manager import MIDDLE, STRIP, Manager, tap
from x11_screens import check_turns, check_two_screens

SWIPE = """
[[action]]
gesture = "swipe left"
fingers = 3
device = "touchscreen"
run = "printf x >> /run/runs"
exclusive = true
"""


def places(app: App, first: int) -> list[list[tuple[str, ...]]]:
    """The events of each touch from the app's line `first` on, without numbers and times. The server gives held
    touches one after the other."""
    touches: dict[str, list[tuple[str, ...]]] = {}
    for line in map(str.split, app.text().splitlines()[first:]):
        if line[0] in ("down", "motion", "up"):
            touches.setdefault(line[1], []).append((line[0], *line[2:4]))
    return list(touches.values())


def is_whole(sentence: str, app: App, act: Callable[[], None], expected: list[list[tuple[str, ...]]] | None
             ) -> list[list[tuple[str, ...]]]:
    """Does something; the app receives the same events as without a rule."""
    app.settled()
    first = len(app.text().splitlines())
    act()
    app.settled()
    found = places(app, first)
    if expected is not None:
        wrong = [pair for pair in zip(expected, found) if pair[0] != pair[1]]
        events = sum(map(len, found))
        ensure(f"{sentence}: the app received {len(found)} touches, {events} events, the same as without the rule",
               found == expected, (len(expected), len(found), wrong[:2]))
    return found


def taps(screen: Touchscreen, place: Position, count: int) -> None:
    for _ in range(count):
        tap(screen, place)


def slides(screen: Touchscreen, count: int) -> None:
    for _ in range(count):
        swipe(screen, STRIP, (0, 1))
        time.sleep(0.2)


def delays(app: App, screen: Touchscreen, place: Position, count: int) -> list[float]:
    """How long after the kernel's time the app learns of a finger that came down, in ms."""
    app.settled()
    first = len(app.text().splitlines())
    stamps = [tap(screen, place) for _ in range(count)]
    app.settled()
    arrived = [int(line.split()[4]) for line in app.text().splitlines()[first:] if line.startswith("down")]
    ensure(f"of {count} taps the app received {len(arrived)}", len(arrived) == count)
    return [(end - start) / 1000 for start, end in zip(stamps, arrived)]


def text_of(times: list[float]) -> str:
    ordered = sorted(times)
    return f"p50 {statistics.median(ordered):.1f} ms, p99 {ordered[-1 - len(ordered) // 100]:.1f} ms"


def multi_swipe(screen: Touchscreen, count: int, fingers: int) -> None:
    for _ in range(count):
        starts = [(200.0 + 20 * finger, 90.0) for finger in range(fingers)]
        screen.down(starts)
        for step in range(1, 16):
            time.sleep(0.008)
            screen.move([(x - 3 * step, y) for x, y in starts])
        time.sleep(0.008)
        screen.up(fingers)
        time.sleep(0.3)


def inputs(screen: Touchscreen) -> dict[str, Callable[[], None]]:
    """What no edge rule takes."""
    return {
        "swipes 5 mm inside": lambda: swipes(screen, "right", COUNT // 5, 5),
        "taps in the strip": lambda: taps(screen, STRIP, COUNT // 5),
        "along the edge": lambda: slides(screen, COUNT // 5),
        "two fingers": lambda: multi_swipe(screen, COUNT // 10, 2),
    }


def check_edges(manager: Manager, screen: Touchscreen, daemon: Daemon, app: App, rules: Rules,
                alone: dict[str, list[list[tuple[str, ...]]]], focus: Callable[[], list[str]]) -> None:
    before = focus()
    taken(f"{manager.title}: from the edge", screen, "right", app, rules, COUNT)
    received(f"{manager.title}: 5 mm inside", screen, "right", app, COUNT)
    received(f"{manager.title}: from another edge", screen, "left", app, COUNT // 5, 0)
    for name, act in inputs(screen).items():
        is_whole(f"{manager.title}: {name}", app, act, alone[name])
    ensure(f"{manager.title}: the focus did not move", focus() == before, focus())


def check_delays(manager: Manager, screen: Touchscreen, app: App, alone: list[float], words: str, place: Position) -> None:
    now = delays(app, screen, place, COUNT)
    added = [a - statistics.median(alone) for a in now]
    passed(f"{manager.title}: {words}: added delay {text_of(added)} (alone {text_of(alone)})")


def check_swipes(manager: Manager, screen: Touchscreen, app: App, rules: Rules, alone: dict[str, list[list[tuple[str, ...]]]],
                 delay: list[float]) -> None:
    replace(rules, SWIPE)
    before, runs = app.settled(), rules.count()
    multi_swipe(screen, COUNT // 5, 3)
    eventually(lambda: rules.count() >= runs + COUNT // 5, "three fingers: the rule runs",
               lambda: (rules.count() - runs, rules.text()))
    after = app.settled()
    ensure(f"{manager.title}: of {COUNT // 5} swipes of three fingers the app received {after[0] - before[0]} touches",
           after == before, (before, after, app.text()[-500:]))
    for name, act in inputs(screen).items():
        is_whole(f"{manager.title}, next to a rule of three fingers: {name}", app, act, alone[name])
    check_delays(manager, screen, app, delay, "taps next to a rule of three fingers", MIDDLE)


def replace(rules: Rules, text: str) -> None:
    before = rules.text().count(" in /run/actions.toml")
    rules.write(text)
    eventually(lambda: rules.text().count(" in /run/actions.toml") > before, "the rules are read", rules.text)


def check_quick(manager: Manager, screen: Touchscreen, app: App, rules: Rules) -> None:
    """Taps as quick as a finger's, in the strip and outside."""
    before = app.settled()
    for number in range(COUNT):
        screen.down([STRIP if number % 2 else MIDDLE])
        time.sleep(0.06)
        screen.up()
        time.sleep(0.06)
    after = app.settled()
    ensure(f"{manager.title}: of {COUNT} taps of 60 ms, 60 ms apart, the app received {after[0] - before[0]}, "
           f"{after[1] - before[1]} whole", after == (before[0] + COUNT, before[1] + COUNT), rules.text())


def check_owners(manager: Manager, screen: Touchscreen, daemon: Daemon, app: App, rules: Rules) -> None:
    """A second service, and the end of the first, also with a finger on the strip."""
    log = Path(f"/run/second-{manager.name}.log")
    second = shell.start(PROGRAMS / "gesturectl", "actions", "run", "--socket", daemon.socket, "--file", rules.file,
                         env=manager.environment, stderr=log.open("w"))
    eventually(lambda: "another program holds all touches" in shell.read(log), "a second service says that it holds nothing",
               lambda: shell.read(log))
    passed(f"{manager.title}: {shell.read(log).splitlines()[-1]}")
    shell.stop(second)
    taken(f"{manager.title}: after the second service", screen, "right", app, rules, COUNT // 10)
    before = app.count("down")
    screen.down([STRIP])
    time.sleep(0.3)
    held = app.count("down") - before
    shell.stop(rules.process)
    eventually(lambda: app.count("down") == before + 1, "after kill -9 the finger on the strip is the app's", app.text)
    screen.up()
    ensure(f"{manager.title}: a finger rests on the strip, the app received {held}; after kill -9 of the service 1", held == 0)
    received(f"{manager.title}: after kill -9 of the service", screen, "right", app, COUNT // 10, 0)


def check_clicks(manager: Manager, screen: Touchscreen, rules: Rules) -> None:
    """An app that knows no touches."""
    app = App(manager, "pointer")
    count = COUNT // 10
    taps(screen, STRIP, count)
    eventually(lambda: (app.count("press"), app.count("release")) == (count, count), "taps in the strip are clicks", app.text)
    runs = rules.count()
    swipes(screen, "right", count)
    eventually(lambda: rules.count() == runs + count, "the rule runs", rules.text)
    app.settled()
    clicks = app.count("press"), app.count("release")
    ensure(f"{manager.title}: an app without touches: {clicks[0]} of {count} taps in the strip are clicks, no swipe is one",
           clicks == (count, count), (clicks, app.text()))
    shell.stop(app.process)


def check_shield(manager: Manager, screen: Touchscreen, app: App) -> None:
    """Of each two taps, the first wakes and the second is the app's."""
    woken = kept = 0
    for _ in range(COUNT // 2):
        log = Path("/run/shield.log")
        shield = shell.start(PROGRAMS / "gesturectl", "shield", env=manager.environment, stderr=log.open("a"))
        eventually(lambda: f" {shield.pid} " in shell.read("/proc/locks"), "the shield is up",
                   lambda: (shield.poll(), shell.read(log)))
        time.sleep(0.5)
        before = app.count("down")
        tap(screen, MIDDLE)
        eventually(lambda: shield.poll() is not None, "the shield ends", lambda: shell.read(log))
        kept += app.count("down") - before
        tap(screen, MIDDLE)
        eventually(lambda: app.count("down") > before, "the next tap reaches the app", app.text)
        woken += app.count("down") - before
    ensure(f"{manager.title}: of {COUNT // 2} waking taps the app received {kept}, of those that followed {woken}",
           (kept, woken) == (0, COUNT // 2), shell.read("/run/shield.log"))


def check(name: str, number: int) -> None:
    manager = Manager(name, number)
    screen = Touchscreen()
    manager.start()
    daemon = Daemon(PROGRAMS / "gestured", f"/run/test-{name}", follows=True, settings="", starts=start_without_logind,
                    stderr=Path(f"/run/gestured-{name}.log").open("w")).listens()
    follower = Path(f"/run/focus-{name}.log")
    eventually(lambda: os.path.exists(daemon.focus_socket), "gestured takes reports")
    shell.start(PROGRAMS / "gesturectl", "focus", "--follow", "--json", "--socket", daemon.focus_socket, env=manager.environment,
                stdout=follower.open("w"), stderr=subprocess.STDOUT)
    app = App(manager)

    def is_received() -> bool:
        swipes(screen, "right", 1)
        return app.settled()[0] > 0
    eventually(is_received, f"{manager.title}: touches reach the app",
               lambda: (app.text(), shell.read(f"/run/{name}-xorg.log")[-2000:]))
    alone = {name: is_whole(name, app, act, None) for name, act in inputs(screen).items()}
    times = {place: delays(app, screen, place, COUNT) for place in (MIDDLE, STRIP)}
    rules = Rules(manager, daemon, RULE)
    eventually(lambda: "1 action" in rules.text(), "the service starts", rules.text)
    first = rules.count()

    def has_run() -> bool:
        swipes(screen, "right", 1)
        return rules.count() > first
    eventually(has_run, "the rule runs", rules.text)
    check_edges(manager, screen, daemon, app, rules, alone, lambda: shell.read(follower).splitlines())
    check_turns(manager, screen, daemon, app, rules)
    check_two_screens(manager, screen, app, rules)
    check_delays(manager, screen, app, times[MIDDLE], "taps outside the strip", MIDDLE)
    check_delays(manager, screen, app, times[STRIP], "taps in the strip, until they have lifted after 60 ms", STRIP)
    check_swipes(manager, screen, app, rules, alone, times[MIDDLE])
    replace(rules, RULE)
    check_shield(manager, screen, app)
    check_clicks(manager, screen, rules)
    check_idle(manager.title, rules)
    check_quick(manager, screen, app, rules)
    check_owners(manager, screen, daemon, app, rules)
    shell.stop(app.process)
    shell.stop(daemon.process)
    manager.stop()
    screen.remove()


if __name__ == "__main__":
    shell.run("useradd", "--create-home", "member")
    for number, name in enumerate(sys.argv[1:]):
        check(name, number)
    finish()
