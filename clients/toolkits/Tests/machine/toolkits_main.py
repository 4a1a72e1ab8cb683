"""The same fingers through sway and through the daemon, in the machine, as root: toolkits_main.py [TOOLKIT...]"""

import json
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from comparison import Program, is_close, report
from player import Frame, line, pair, play, recorded, stroke
from testing import shell
from testing.checks import wait_until
from testing.client import connected
from testing.daemon import Daemon
from testing.shell import as_user
from testing.uinput import TouchDevice, Touchpad, Touchscreen

PROGRAMS = pathlib.Path("/opt/programs")
RECORDINGS = pathlib.Path("/opt/recordings")
RUNTIME = pathlib.Path("/run/member")
DAEMON_LOG = pathlib.Path("/run/gestured.log")
# The touchscreen's size in points, so that a pixel is a point: 344 and 194 mm of 1/160 inch.
WIDTH, HEIGHT = 2167, 1222
SWAY = f"""
output HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}
default_border none
"""
GET_TREE, GET_INPUTS = 4, 100
# Seconds after which no finger of a tap may lift, for the daemon and the library.
LONGEST_TAP = 0.75
# Seconds in which even an emulated machine on a busy host answers.
SLOW = 300


def start_compositor() -> dict[str, str]:
    """Starts sway as an ordinary user; returns the environment of its clients."""
    shell.run("useradd", "--create-home", "member")
    RUNTIME.mkdir(mode=0o700)
    shell.run("chown", "member", str(RUNTIME))
    (RUNTIME / "config").write_text(SWAY)
    # There is no terminal that could be switched to.
    subprocess.Popen(["seatd", "-u", "member"], env=dict(os.environ, SEATD_VTBOUND="0"), stderr=subprocess.DEVNULL)
    wait_for(pathlib.Path("/run/seatd.sock"))
    environment = {
        "PATH": os.environ["PATH"], "HOME": "/home/member", "XDG_RUNTIME_DIR": str(RUNTIME),
        "LIBSEAT_BACKEND": "seatd", "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman",
    }
    with open("/run/sway.log", "w") as log:
        subprocess.Popen([*as_user("member"), "sway", "--config", str(RUNTIME / "config")], env=environment, stdout=log,
                         stderr=log)
    # sway names its displays after it has loaded its configuration.
    def found() -> list[pathlib.Path | None]:
        places = ((RUNTIME, "sway-ipc.*.sock"), (RUNTIME, "wayland-?"), (pathlib.Path("/tmp/.X11-unix"), "X*"))
        return [next(folder.glob(pattern), None) for folder, pattern in places]

    wait(lambda: None not in found(), lambda: f"sway has not started, {found()}:\n" + shell.read("/run/sway.log")[-3000:])
    control, display, x_display = [socket for socket in found() if socket]
    return {
        **environment, "SWAYSOCK": str(control), "WAYLAND_DISPLAY": display.name, "LD_LIBRARY_PATH": str(PROGRAMS),
        "GDK_BACKEND": "wayland",
        "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "SDL_VIDEODRIVER": "x11",
        "DISPLAY": f":{x_display.name[1:]}",
    }


def wait(condition: Callable[[], object], what: Callable[[], str]) -> None:
    if not wait_until(condition, SLOW, 0.1):
        raise SystemExit(what())


def wait_for(path: pathlib.Path) -> None:
    wait(path.exists, lambda: f"{path} has not appeared")


def query_sway(environment: dict[str, str], message: int) -> Any:
    """The answer to a message of i3's protocol without a text. swaymsg would give up after 3 s."""
    with connected(path=environment["SWAYSOCK"]) as connection:
        connection.sendall(b"i3-ipc" + struct.pack("=II", 0, message))
        stream = connection.makefile("rb")
        length, _ = struct.unpack("=6xII", stream.read(14))
        return json.loads(stream.read(length))


def window(environment: dict[str, str]) -> dict[str, int] | None:
    """The rectangle of the only window."""
    tree = query_sway(environment, GET_TREE)

    def windows(node: dict[str, Any]) -> list[dict[str, Any]]:
        own = [node] if node.get("pid") and node["type"] == "con" and node.get("visible") else []
        return own + [found for child in node["nodes"] for found in windows(child)]

    found = windows(tree)
    return found[0]["rect"] if found else None


def is_end(text: str) -> bool:
    return text == "end"


class Comparison:
    """Plays fingers and compares what an app and the daemon's client print."""

    def __init__(self, daemon: Program, screen: Touchscreen, pad: Touchpad) -> None:
        self.daemon, self.screen, self.pad = daemon, screen, pad
        # The daemon takes five contacts that come down together for ghost touches if they lift within 45 ms.
        self.end = stroke(screen, 5, 0.15, lambda finger, _: (100 + 16 * finger, 150))
        self.failures = self.count = 0

    def play(self, device: TouchDevice, frames: list[Frame], app: Program) -> tuple[list[str], list[str]]:
        """The callbacks of the daemon's client and of the app, up to the tap of five fingers that ends them."""
        play(device, frames)
        # What waits for another tap is decided, and the fingers of the tap are not another gesture's.
        time.sleep(1)
        self.tap_end()
        expected = self.daemon.read_until(is_end, SLOW)
        return expected, self.lines(app)

    def lines(self, app: Program) -> list[str]:
        """What the app has printed up to the end.

        SDL has the times at which the app received the events: on a busy machine it may take five fingers for more than one tap.
        Then they tap again, and all that follows the first end is left out.
        """
        printed = app.drain(3)
        deadline = time.monotonic() + SLOW
        while "end" not in printed.decode().splitlines():
            if time.monotonic() > deadline:
                raise SystemExit(f"no end within {SLOW} s, but {printed.decode()[-300:]!r}")
            further = app.drain(10)
            printed += further
            if not further:
                self.tap_end()
        self.daemon.drain(1)
        lines = printed.decode().splitlines()
        return lines[:lines.index("end") + 1]

    def tap_end(self) -> None:
        """Taps with five fingers, again if the machine was so slow that the fingers lifted too late for a tap."""
        while play(self.screen, self.end) > LONGEST_TAP:
            time.sleep(1)

    def same_callbacks(self, title: str, name: str, frames: list[Frame], app: Program) -> None:
        """A finger that rests is reported 40 ms later, when its next event may be on its way: the repetition is left out."""
        # On a busy machine the kernel's buffer may overrun before the daemon reads it; then the fingers do it again.
        for _ in range(5):
            expected, found = self.play(self.screen, frames, app)
            if "drag cancelled resynchronised" not in expected:
                break
        if name == "SDL":
            expected, found = ends(expected), ends(found)
        expected, found = without_repetitions(expected, found)
        found = with_close_velocities(expected, found)
        self.count_result(report(title, name, expected, found) and expected != ["end"])

    def same_direction(self, title: str, name: str, frames: list[Frame], app: Program) -> None:
        expected, found = (directions(lines) for lines in self.play(self.pad, frames, app))
        self.count_result(bool(expected) and report(title, name, expected, found))

    def count_result(self, same: bool) -> None:
        self.count += 1
        self.failures += not same


def without_repetitions(expected: list[str], found: list[str]) -> tuple[list[str], list[str]]:
    """Both without the drags that repeat the one before, where the other does not have them.

    Both are unchanged if no repetitions explain their difference.
    """
    # The places in both up to which they agree, and from which places.
    before: dict[tuple[int, int], tuple[int, int]] = {(0, 0): (0, 0)}
    places = [(0, 0)]
    for left, right in places:
        steps = []
        if left < len(expected) and right < len(found) and is_close(expected[left], near(expected[left], found[right])):
            steps.append((left + 1, right + 1))
        if is_repetition(expected, left):
            steps.append((left + 1, right))
        if is_repetition(found, right):
            steps.append((left, right + 1))
        for step in steps:
            if step not in before:
                before[step] = (left, right)
                places.append(step)
    place = (len(expected), len(found))
    if place not in before:
        return expected, found
    kept = []
    while place != (0, 0):
        last = before[place]
        if last[0] < place[0] and last[1] < place[1]:
            kept.append(last)
        place = last
    return [expected[left] for left, _ in reversed(kept)], [found[right] for _, right in reversed(kept)]


def is_repetition(lines: list[str], place: int) -> bool:
    """True for a drag that is less than two points from the one before."""
    if not 0 < place < len(lines):
        return False
    one, other = (re.findall(r"^drag (-?\d+) (-?\d+)$", text) for text in lines[place - 1:place + 1])
    return bool(one and other) and all(abs(int(a) - int(b)) < 2 for a, b in zip(one[0], other[0]))


def with_close_velocities(expected: list[str], found: list[str]) -> list[str]:
    """What was found, with the expected velocities where the found ones are near.

    Wayland's times are whole milliseconds. Between two frames 8 ms apart that is an eighth of the speed, and a velocity is that
    of the last few frames.
    """
    return [found_text if place >= len(expected) else near(expected[place], found_text)
            for place, found_text in enumerate(found)]


def near(expected: str, found: str) -> str:
    before, separator, velocity = expected.partition(" velocity ")
    start, _, other = found.partition(" velocity ")
    if not separator or not other:
        return found
    one, two = ([float(word) for word in text.split()] for text in (velocity, other))
    return f"{start}{separator}{velocity}" if math.dist(one, two) <= max(20, math.hypot(*one) / 8) else found


def ends(lines: list[str]) -> list[str]:
    """How gestures end, without velocities.

    SDL 2 has the times at which the app received the events, and all movements that it receives together are one.
    """
    kinds = r"(drag|magnify|rotate) ended|tap|pressed|end"
    return [text.partition(" velocity")[0] for text in lines if re.match(kinds, text)]


def directions(lines: list[str]) -> list[str]:
    """How gestures end: their kind and direction."""
    found = []
    for text in lines:
        if swipe := re.match(r"drag ended (\S+) (\S+)", text):
            x, y = float(swipe[1]), float(swipe[2])
            found.append("drag " + (("right" if x > 0 else "left") if abs(x) > abs(y) else ("down" if y > 0 else "up")))
        elif pinch := re.match(r"magnify ended (\S+)", text):
            found.append("magnify " + ("larger" if float(pinch[1]) > 1 else "smaller"))
        elif turn := re.match(r"rotate ended (\S+)", text):
            found.append("rotate " + ("clockwise" if float(turn[1]) > 0 else "counterclockwise"))
    return sorted(found)


def touchscreen_scripts(screen: Touchscreen) -> dict[str, list[Frame]]:
    scripts = {
        "a tap": stroke(screen, 1, 0.06, lambda *_: (100, 60)),
        "a press of a second": stroke(screen, 1, 1, lambda *_: (100, 60)),
        "a drag to the right": stroke(screen, 1, 0.5, line((50, 60), (150, 70))),
        "a drag that rests before the lift": stroke(screen, 1, 0.5, line((150, 60), (90, 120)), rest=0.4),
        "a flick upwards": stroke(screen, 1, 0.15, line((170, 120), (180, 50))),
        "a drag of three fingers": stroke(screen, 3, 0.5, line((50, 60), (150, 90))),
        "fingers that spread": stroke(screen, 2, 0.5, pair((170, 90), (15, 45))),
        "fingers that close": stroke(screen, 2, 0.5, pair((170, 90), (45, 20))),
        "fingers that turn by 60°": stroke(screen, 2, 0.5, pair((170, 90), (30, 30), 60)),
    }
    # Their devices are this one; a recording that ends with a finger down would leave it there.
    for name in ("flick", "hold", "short-press", "slow-drag", "touchscreen-tour"):
        scripts[f"{name}.evemu"] = recorded(RECORDINGS / f"{name}.evemu")
    return scripts


def touchpad_scripts(pad: Touchpad) -> dict[str, list[Frame]]:
    return {
        "three fingers to the right": stroke(pad, 3, 0.4, line((20, 30), (55, 30), (15, 0))),
        "three fingers to the left": stroke(pad, 3, 0.4, line((60, 30), (25, 30), (15, 0))),
        "three fingers upwards": stroke(pad, 3, 0.4, line((30, 50), (30, 20), (15, 0))),
        "three fingers downwards": stroke(pad, 3, 0.4, line((30, 15), (30, 45), (15, 0))),
        "two fingers that spread": stroke(pad, 2, 0.5, pair((52, 32), (10, 25))),
        "two fingers that close": stroke(pad, 2, 0.5, pair((52, 32), (26, 10))),
    }


def compare(name: str, comparison: Comparison, environment: dict[str, str]) -> None:
    """Compares one toolkit's example."""
    # Of an emulated machine: an app's timer may fire before an event reaches it that is earlier than the deadline.
    untimed = "--untimed" if name == "SDL" else "--recorded"
    command = [*as_user("member"), PROGRAMS / f"{name.lower()}-gestures", untimed]
    log = pathlib.Path(f"/run/{name}.log")
    with log.open("wb") as errors, Program(*command, environment=dict(environment, WAYLAND_DEBUG="1"), errors=errors) as app:
        try:
            compare_app(name, app, comparison, environment)
        except SystemExit:
            print(f"the last touches that {name} received, and what it printed besides:")
            print("\n".join([text for text in log.read_text().splitlines() if is_of_interest(text)][-40:]))
            print("the daemon's log:\n" + "\n".join(DAEMON_LOG.read_text().splitlines()[-20:]), flush=True)
            raise


def is_of_interest(text: str) -> bool:
    """True for an event of wl_touch, and for a line that is not libwayland's."""
    return re.search(r"\bwl_touch[@#]", text) is not None or not text.startswith("[")


def compare_app(name: str, app: Program, comparison: Comparison, environment: dict[str, str]) -> None:
    def is_shown() -> bool:
        place = window(environment)
        return place is not None and (place["width"], place["height"]) == (WIDTH, HEIGHT)

    wait(is_shown, lambda: f"{name}: no window of {WIDTH} × {HEIGHT}, but {window(environment)}")
    wait_for_touches(name, app, comparison)
    scripts = touchscreen_scripts(comparison.screen)
    if name == "SDL":
        # Fingers that move together arrive one after the other, at times of their own: which of its many short gestures are
        # recognised is a matter of the machine's speed. `make toolkits` compares it at recorded times.
        del scripts["touchscreen-tour.evemu"]
    for title, frames in scripts.items():
        comparison.same_callbacks(title, name, frames, app)
    if name == "SDL":
        return
    # The pointer enters the window.
    for end in ((60, 40), (50, 30)):
        play(comparison.pad, stroke(comparison.pad, 1, 0.3, line((50, 30), end)))
        time.sleep(0.5)
    comparison.daemon.drain(3)
    app.drain(3)
    for title, frames in touchpad_scripts(comparison.pad).items():
        comparison.same_direction(title, name, frames, app)


def wait_for_touches(name: str, app: Program, comparison: Comparison) -> None:
    """Returns when the app reports touches: the toolkit may still be drawing the window.

    One finger taps: sway 1.7 moves the pointer with the first finger on a window that does not receive touches so far, until
    the last finger that came down lifts. With several fingers it never stops, and sends neither lifts nor frames any more.
    """
    tap = stroke(comparison.screen, 1, 0.1, lambda *_: (100, 150))
    deadline = time.monotonic() + SLOW
    while not app.drain(5):
        if time.monotonic() > deadline:
            raise SystemExit(f"{name} has not reported a touch within {SLOW} s")
        play(comparison.screen, tap)
    comparison.play(comparison.screen, tap, app)


def main() -> None:
    # Those of Examples/recordings.
    screen, pad = Touchscreen("gestured touchscreen"), Touchpad("gestured touchpad", 40)
    environment = start_compositor()
    print("devices of sway: " + ", ".join(sorted(device["type"] for device in query_sway(environment, GET_INPUTS))), flush=True)
    own = dict(os.environ, LD_LIBRARY_PATH=str(PROGRAMS))
    served = Daemon(PROGRAMS / "gestured", "/run/test", env=own, stderr=DAEMON_LOG.open("w"))
    wait_for(pathlib.Path(served.socket))
    with Program(PROGRAMS / "daemon-gestures", served.socket, environment=own) as daemon:
        comparison = Comparison(daemon, screen, pad)
        for name in sys.argv[1:] or ("Wayland", "GTK", "SDL"):
            compare(name, comparison, environment)
    print(f"{comparison.count - comparison.failures} passed, {comparison.failures} failed")
    sys.exit(1 if comparison.failures else 0)


main()
