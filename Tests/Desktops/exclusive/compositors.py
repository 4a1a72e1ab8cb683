"""Compositors with libinput and without a screen, as an ordinary user in the machine."""

import os
import subprocess
from pathlib import Path

from testing import shell
from testing.checks import eventually
from testing.shell import as_user

# Four pixels a millimetre of the touchscreen, which is 344 mm by 194.
MODE = "1376x776"


class Compositor:
    name = ""
    # The test's app.
    window = "touch_window.py"
    options: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.folder = Path(f"/run/{self.name}")
        self.folder.mkdir(mode=0o700)
        self.log = Path(f"/run/{self.name}.log")
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": "/home/member", "XDG_RUNTIME_DIR": str(self.folder), "LIBSEAT_BACKEND": "seatd",
            "WLR_BACKENDS": "headless,libinput", "WLR_RENDERER": "pixman", "XDG_CURRENT_DESKTOP": self.name}
        self.title = self.name

    def write(self, name: str, text: str) -> Path:
        return Path(shell.write(self.folder / name, text))

    def start(self) -> None:
        self.configure()
        shell.run("chown", "-R", "member", self.folder)
        start_seatd()
        self.process = shell.start(*as_user("member"), self.name, *self.options, env=self.environment, stdout=self.log.open("w"),
                                   stderr=subprocess.STDOUT)
        display = eventually(lambda: sorted(self.folder.glob("wayland-?")), f"{self.name} starts",
                             lambda: shell.read(self.log))[0]
        self.environment["WAYLAND_DISPLAY"] = display.name
        self.title = shell.output(self.name, "--version").splitlines()[0].split(" (")[0]
        eventually(lambda: self.run("wlr-randr", "--output", "HEADLESS-1", "--custom-mode", MODE) == 0, "the output has its size")

    def run(self, *words: object) -> int:
        return subprocess.run([*as_user("member"), *map(str, words)], env=self.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode

    def configure(self) -> None:
        pass

    def turn(self, transform: str) -> None:
        """To a transform of wl_output."""
        eventually(lambda: self.run("wlr-randr", "--output", "HEADLESS-1", "--transform", transform) == 0, "the output turns")

    def stop(self) -> None:
        shell.stop(self.process)


def start_seatd() -> None:
    socket = Path("/run/seatd.sock")

    def is_open() -> bool:
        return socket.exists() and socket.owner() == "member"

    if not is_open():
        # Debian 13 starts one for a group.
        shell.run("systemctl", "stop", "seatd")
        socket.unlink(missing_ok=True)
        # There is no terminal that could be switched to.
        subprocess.Popen(["seatd", "-u", "member"], env=dict(os.environ, SEATD_VTBOUND="0"), stderr=subprocess.DEVNULL)
        eventually(is_open, "seatd starts")


class Sway(Compositor):
    name = "sway"

    def configure(self) -> None:
        mapping = "input 4660:22136:Trial_Touchscreen map_to_output HEADLESS-1"
        path = self.write("config", f"default_border none\nxwayland disable\n{mapping}\n")
        self.options = ("--config", str(path))

    def start(self) -> None:
        super().start()
        socket = eventually(lambda: sorted(self.folder.glob("sway-ipc.*")), "sway's IPC")[0]
        self.environment["SWAYSOCK"] = str(socket)

    def add_output(self) -> None:
        identifier = "4660:22136:Second_Touchscreen"
        self.run("swaymsg", "create_output")
        self.run("swaymsg", "output", "HEADLESS-2", "resolution", MODE, "position", "3000", "0")
        self.run("swaymsg", "input", identifier, "map_to_output", "HEADLESS-2")


class Labwc(Compositor):
    name = "labwc"

    def configure(self) -> None:
        self.write("rc.xml", '<labwc_config><touch mapToOutput="HEADLESS-1"/></labwc_config>')
        self.options = ("--config-dir", str(self.folder))
