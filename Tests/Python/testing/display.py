"""Desktops without a screen: X servers, and wlroots compositors in a folder of their own, as a user without rights."""

import atexit
import contextlib
import glob
import json
import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from testing import shell
from testing.checks import eventually, fail

# sway does not run as root.
NOBODY: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
DESKTOP = ("DISPLAY", "WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK")


def x_server(width: int, height: int, *options: object, program: str = "Xvfb",
             **environment: str) -> tuple[shell.Process, dict[str, str]]:
    """A server of X11, and an environment that leads to it and to no other desktop."""
    without = {name: value for name, value in os.environ.items() if name not in DESKTOP} | environment
    receiver, sender = os.pipe()
    size = ["-screen", f"{width}x{height}"] if program == "Xephyr" else ["-screen", "0", f"{width}x{height}x24"]
    words = ["-displayfd", sender, *size, "-nolisten", "tcp", "-noreset", *options]
    server = shell.start(program, *words, env=without, pass_fds=[sender])
    os.close(sender)
    with os.fdopen(receiver) as stream:
        number = stream.readline().strip() or fail(f"{program} did not start")
    return server, {**without, "DISPLAY": f":{number}"}


def start_openbox(environment: dict[str, str]) -> shell.Process:
    """Before its startup command, openbox misses windows that open."""
    manager = shell.start("openbox", "--sm-disable", "--startup", "xprop -root -format READY 8s -set READY yes", env=environment)
    eventually(lambda: "yes" in shell.output("xprop", "-root", "READY", env=environment), "openbox starts")
    return manager


@contextlib.contextmanager
def framebuffer(width: int, height: int, **environment: str) -> Iterator[tuple[Path, dict[str, str]]]:
    """An X server, the file with its picture, and the environment of its clients."""
    with tempfile.TemporaryDirectory() as folder:
        server, environment = x_server(width, height, "-fbdir", folder, **environment)
        try:
            yield Path(folder, "Xvfb_screen0"), environment
        finally:
            shell.stop(server)


def pixels(screen: Path, width: int, height: int) -> bytes:
    """The top left of a display, three bytes a pixel, from its memory: an image in X's format xwd."""
    data = screen.read_bytes()
    header = struct.unpack(">25I", data[:100])
    size, bits, stride, colours = header[0], header[11], header[12], header[19]
    assert bits == 32, f"the display has {bits} bits a pixel, not 32"
    found = bytearray(3 * width * height)
    for y in range(height):
        start = size + 12 * colours + y * stride
        for channel in range(3):
            row = data[start + 2 - channel:start + 4 * width:4]
            found[3 * width * y + channel:3 * width * (y + 1):3] = row
    return bytes(found)


class Compositor:
    """The compositor and programs that it shows. All of them belong to its user."""

    name = ""

    def __init__(self, config: str, *options: str, **environment: str) -> None:
        """An option names the file of the configuration as `{config}`, or its folder as `{folder}`."""
        self.folder = tempfile.mkdtemp()
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": self.folder, "XDG_RUNTIME_DIR": self.folder, "WLR_BACKENDS": "headless",
            "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1", "XDG_CURRENT_DESKTOP": self.name, **environment}
        path = self.write("config", config)
        if NOBODY:
            shutil.chown(self.folder, "nobody", "nogroup")
        os.chmod(self.folder, 0o755)
        self.process = self.start(self.name, *(option.format(config=path, folder=self.folder) for option in options))
        self.display = eventually(lambda: glob.glob(f"{self.folder}/wayland-?"), f"{self.name} starts")[0]
        self.environment["WAYLAND_DISPLAY"] = os.path.basename(self.display)

    def start(self, *words: object, **options: Any) -> shell.Process:
        return shell.start(*words, env=self.environment, cwd="/", **{**options, **NOBODY})

    def run(self, *words: object) -> subprocess.CompletedProcess[str]:
        command = [str(word) for word in words]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, **NOBODY)

    def program(self, path: object) -> str:
        """A copy that the user can run: the build folder may not be accessible."""
        # Not copied by this process: a program that another thread starts meanwhile would inherit the open file, which could
        # then not be executed (ETXTBSY).
        shell.run("cp", path, self.folder)
        return f"{self.folder}/{os.path.basename(str(path))}"

    def write(self, name: str, text: str, mode: int = 0o644) -> str:
        """A file of the user: gesturectl refuses actions of others."""
        path = shell.write(f"{self.folder}/{name}", text, mode)
        if NOBODY:
            shutil.chown(path, "nobody", "nogroup")
        return path

    def is_open(self, app: str) -> bool:
        """True if there is a window of this app."""
        raise NotImplementedError

    def open_terminal(self, app: str, *command: object) -> shell.Process:
        terminal = self.start("foot", "--app-id", app, *command)
        eventually(lambda: self.is_open(app), f"the terminal {app} opens")
        return terminal


class Sway(Compositor):
    """sway with an output of this size."""

    name = "sway"

    def __init__(self, config: str = "", size: str = "1000x800", **environment: str) -> None:
        text = f"output HEADLESS-1 resolution {size}\nxwayland disable\n{config}"
        super().__init__(text, "--config", "{config}", **environment)
        self.environment["SWAYSOCK"] = eventually(lambda: glob.glob(f"{self.folder}/sway-ipc.*"), "sway's IPC")[0]

    def message(self, *words: str) -> str:
        return self.run("swaymsg", *words).stdout

    def query(self, kind: str) -> Any:
        return json.loads(self.message("-t", kind, "-r") or "[]")

    def workspace(self) -> str | None:
        """The one with the focus."""
        return next((entry["name"] for entry in self.query("get_workspaces") if entry["focused"]), None)

    def is_open(self, app: str) -> bool:
        return f'"{app}"' in self.message("-t", "get_tree")


class Labwc(Compositor):
    """labwc as it is without a configuration of its own."""

    name = "labwc"

    def __init__(self) -> None:
        # No rc.xml is in the folder.
        super().__init__("", "--config-dir", "{folder}")

    def is_open(self, app: str, *states: str) -> bool:
        """wlrctl 0.2 finds windows by no other state than active."""
        return self.run("wlrctl", "toplevel", "find", f"app_id:{app}", *states).returncode == 0

    def is_active(self, app: str) -> bool:
        return self.is_open(app, "state:active")


def start_i3(folder: str, environment: dict[str, str], config: str = "") -> shell.Process:
    """With a configuration, i3 does not ask its first question, which would need a keyboard."""
    environment["I3SOCK"] = f"{folder}/i3.sock"
    path = shell.write(f"{folder}/config", f"# i3 config file (v4)\nipc-socket {folder}/i3.sock\n{config}\n")
    i3 = shell.start("i3", "--config", path, env=environment)
    eventually(lambda: os.path.exists(environment["I3SOCK"]), "i3 starts")
    return i3
