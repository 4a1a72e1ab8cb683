"""X11's exclusive rules with a picture that turns, and with two touchscreens."""

import time
from collections.abc import Callable

from exclusive_main import COUNT, EDGES, PROGRAMS, RIGHT_EDGES, App, Rules, received, swipe, taken
from testing import shell
from testing.checks import ensure, eventually
from testing.daemon import Daemon
from testing.uinput import Touchscreen
from x11_manager import MIDDLE, STRIP, TURNS, Manager, tap


def check_turns(manager: Manager, screen: Touchscreen, daemon: Daemon, app: App, rules: Rules) -> None:
    """The picture turns, and with it the touchscreen, also while a finger is down."""
    def devices() -> str:
        return shell.output(PROGRAMS / "gesturectl", "devices", "--json", "--socket", daemon.socket)

    def turn(word: str) -> str:
        """Returns the edge of the panel that is then the picture's right one."""
        manager.turn(word)
        transform = TURNS[word][0]
        eventually(lambda: f'"transform":"{transform}"' in devices(), f"gestured knows of {word}", devices)
        return RIGHT_EDGES[transform]
    for word in TURNS:
        edge = turn(word)
        count = COUNT if word == "left" else COUNT // 5
        taken(f"{manager.title}, turned {word}", screen, edge, app, rules, count)
        received(f"{manager.title}, turned {word}: 5 mm inside", screen, edge, app, count)
    before = app.settled()
    screen.down([STRIP])
    time.sleep(0.2)
    edge = turn("left")
    eventually(lambda: app.count("down") == before[0] + 1, "a finger on the strip is the app's when the picture turns", app.text)
    screen.up()
    eventually(lambda: app.count("up") == before[1] + 1, "and ends there", app.text)
    taken(f"{manager.title}: turned left while a finger rested on the strip", screen, edge, app, rules, max(COUNT // 10, 2))
    start, direction = EDGES[edge]
    before = app.settled()
    swipe(screen, start, direction, meanwhile=lambda: turn("normal"))
    after = app.settled()
    ensure(f"{manager.title}: of a finger from the edge that moves while the picture turns the app received "
           f"{after[0] - before[0]} touches", after == before, (before, after, app.text()[-500:]))
    taken(f"{manager.title}: turned back", screen, "right", app, rules, max(COUNT // 10, 2))


def check_two_screens(manager: Manager, screen: Touchscreen, app: App, rules: Rules) -> None:
    """Fingers on two touchscreens at once."""
    other, count = Touchscreen("Second Touchscreen"), max(COUNT // 5, 2)
    eventually(lambda: manager.has("Second Touchscreen"), f"{manager.title} finds the second touchscreen")

    def during_swipes(act: Callable[[], object]) -> int:
        """Does something while a finger that has come from the edge is down. Returns how many touches the app received."""
        before, runs = app.settled(), rules.count()
        for _ in range(count):
            swipe(screen, STRIP, (-1, 0), meanwhile=act)
            time.sleep(0.25)
        eventually(lambda: rules.count() >= runs + count, "the rule runs", lambda: (rules.count() - runs, rules.text()))
        after = app.settled()
        ensure("all touches end", after[0] - before[0] == after[1] - before[1], (before, after))
        return after[0] - before[0]
    runs = rules.count()
    swiped = during_swipes(lambda: swipe(other, STRIP, (-1, 0)))
    eventually(lambda: rules.count() >= runs + 2 * count, "the rule runs on both", lambda: (rules.count() - runs, rules.text()))
    ensure(f"{manager.title}: of {count} swipes from the edge on each of two touchscreens at once the app received {swiped}",
           swiped == 0, rules.text())
    tapped = during_swipes(lambda: tap(other, MIDDLE))
    ensure(f"{manager.title}: of {count} taps on one during a swipe on the other it received {tapped}", tapped == count,
           rules.text())
    other.remove()
