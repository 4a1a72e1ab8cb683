"""The same fingers through sway and through the daemon, in the machine, as root."""

import json
import os
import pathlib
import re
import socket
import struct
import subprocess
import sys
import time
from typing import Any

import shell
from comparison import Program, is_close, report
from player import Frame, Touchpad, Touchscreen, line, pair, play, recorded, stroke

PROGRAMS = pathlib.Path("/opt/programs")
RECORDINGS = pathlib.Path("/opt/recordings")
RUNTIME = pathlib.Path("/run/member")
SOCKET = pathlib.Path("/run/test/gestured.sock")
# The touchscreen's size in points, so that a pixel is a point: 344 and 194 mm of 1/160 inch.
WIDTH, HEIGHT = 2167, 1222
SWAY = f"""
output HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}
default_border none
xwayland disable
"""
GET_TREE, GET_INPUTS = 4, 100
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
        subprocess.Popen(as_member("sway", "--config", str(RUNTIME / "config")), env=environment, stdout=log, stderr=log)
    # sway names its display after it has loaded its configuration.
    deadline = time.monotonic() + SLOW
    while not (sockets := list(RUNTIME.glob("sway-ipc.*.sock"))) or not (displays := list(RUNTIME.glob("wayland-?"))):
        if time.monotonic() > deadline:
            raise SystemExit("sway has not started:\n" + pathlib.Path("/run/sway.log").read_text()[-3000:])
        time.sleep(0.2)
    return {
        "PATH": os.environ["PATH"], "HOME": "/home/member", "XDG_RUNTIME_DIR": str(RUNTIME), "SWAYSOCK": str(sockets[0]),
        "WAYLAND_DISPLAY": displays[0].name, "LD_LIBRARY_PATH": str(PROGRAMS), "GDK_BACKEND": "wayland",
        "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "SDL_VIDEODRIVER": "wayland",
    }


def as_member(*command: str) -> list[str]:
    return ["setpriv", "--reuid=member", "--regid=member", "--init-groups", *command]


def wait_for(path: pathlib.Path) -> None:
    deadline = time.monotonic() + SLOW
    while not path.exists():
        if time.monotonic() > deadline:
            raise SystemExit(f"{path} has not appeared")
        time.sleep(0.1)


def ask_sway(environment: dict[str, str], message: int) -> Any:
    """The answer to a message of i3's protocol without a text. swaymsg would give up after 3 s."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(environment["SWAYSOCK"])
        connection.sendall(b"i3-ipc" + struct.pack("=II", 0, message))
        stream = connection.makefile("rb")
        length, _ = struct.unpack("=6xII", stream.read(14))
        return json.loads(stream.read(length))


def window(environment: dict[str, str]) -> dict[str, int] | None:
    """The rectangle of the only window."""
    tree = ask_sway(environment, GET_TREE)

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
        self.end = stroke(screen, 5, 0.04, lambda finger, _: (100 + 16 * finger, 150))
        self.failures = self.count = 0

    def play(self, device: Touchscreen | Touchpad, frames: list[Frame], app: Program) -> tuple[list[str], list[str]]:
        """The callbacks of the daemon's client and of the app, up to the tap of five fingers that ends them."""
        play(device, frames)
        # What waits for another tap is decided, and the fingers of the tap are not another gesture's.
        time.sleep(1)
        play(self.screen, self.end)
        return self.daemon.read_until(is_end, SLOW), app.read_until(is_end, SLOW)

    def same_callbacks(self, title: str, name: str, frames: list[Frame], app: Program) -> None:
        """A finger that rests is reported 40 ms later, when its next event may be on its way: the repetition is left out."""
        expected, found = (without_repetitions(lines) for lines in self.play(self.screen, frames, app))
        # SDL 2 has the times at which it received the events, so that only the signs of velocities agree.
        if name == "SDL":
            expected, found = signs(expected), signs(found)
        self.judge(report(title, name, expected, found))

    def same_direction(self, title: str, name: str, frames: list[Frame], app: Program) -> None:
        expected, found = (directions(lines) for lines in self.play(self.pad, frames, app))
        self.judge(bool(expected) and report(title, name, expected, found))

    def judge(self, same: bool) -> None:
        self.count += 1
        self.failures += not same


def without_repetitions(lines: list[str]) -> list[str]:
    return [text for index, text in enumerate(lines) if index == 0 or not text.startswith("drag ")
            or not is_close(lines[index - 1], text) or lines[index - 1] != text]


def signs(lines: list[str]) -> list[str]:
    def sign(text: str) -> str:
        words = text.split()
        if "velocity" not in words:
            return text
        place = words.index("velocity") + 1
        speeds = [float(word) for word in words[place:]]
        largest = max(range(len(speeds)), key=lambda axis: abs(speeds[axis]))
        return " ".join(words[:place]) + (f" {'xy'[largest]}{'+' if speeds[largest] > 0 else '-'}"
                                          if abs(speeds[largest]) > 100 else " slow")
    return [sign(text) for text in lines]


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
    with Program(*as_member(str(PROGRAMS / f"{name.lower()}-gestures"), untimed), environment=environment) as app:
        deadline = time.monotonic() + SLOW
        while (place := window(environment)) is None or (place["width"], place["height"]) != (WIDTH, HEIGHT):
            if time.monotonic() > deadline:
                raise SystemExit(f"{name}: no window of {WIDTH} × {HEIGHT}, but {place}")
            time.sleep(0.5)
        # The toolkit may still be drawing the window: repeated until it reports a touch.
        ready = False
        while not ready:
            late = play(comparison.screen, comparison.end)
            try:
                app.read_until(is_end, 5)
                ready = True
            except SystemExit as failure:
                if time.monotonic() > deadline:
                    raise
                print(f"{name} is not ready: {failure}; the last frame was {late * 1000:.0f} ms late", flush=True)
                print(f"the daemon's client meanwhile: {comparison.daemon.drain(1)!r}", flush=True)
        comparison.daemon.drain(3)
        app.drain(3)
        for title, frames in touchscreen_scripts(comparison.screen).items():
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


def main() -> None:
    screen, pad = Touchscreen(), Touchpad()
    environment = start_compositor()
    print("devices of sway: " + ", ".join(sorted(device["type"] for device in ask_sway(environment, GET_INPUTS))), flush=True)
    SOCKET.parent.mkdir()
    configuration = SOCKET.parent / "gestured.toml"
    configuration.write_text("")
    own = dict(os.environ, LD_LIBRARY_PATH=str(PROGRAMS))
    with open("/run/gestured.log", "w") as log:
        subprocess.Popen([PROGRAMS / "gestured", "--config", configuration, "--socket", SOCKET], env=own, stderr=log)
    wait_for(SOCKET)
    with Program(PROGRAMS / "daemon-gestures", SOCKET, environment=own) as daemon:
        comparison = Comparison(daemon, screen, pad)
        for name in ("Wayland", "GTK", "SDL"):
            compare(name, comparison, environment)
    print(f"{comparison.count - comparison.failures} passed, {comparison.failures} failed")
    sys.exit(1 if comparison.failures else 0)


main()
