"""Compositors with libinput and without a screen, as an ordinary user in the machine."""

import os
import re
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
        eventually(self.has_size, "the output has its size", lambda: self.output("wlr-randr"))

    def run(self, *words: object) -> int:
        return subprocess.run([*as_user("member"), *map(str, words)], env=self.environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode

    def output(self, *words: object) -> str:
        return shell.output(*as_user("member"), *words, env=self.environment)

    def has_size(self) -> bool:
        """The configuration sets it where the compositor's own file can."""
        return f"{MODE} px" in self.output("wlr-randr")

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
        # sway 1.7 sets no other size later.
        sizes = f"output HEADLESS-1 mode --custom {MODE}\noutput HEADLESS-2 mode --custom {MODE} position 3000 0"
        path = self.write("config", f"default_border none\nxwayland disable\n{sizes}\n{mapping}\n")
        self.options = ("--config", str(path))

    def message(self, *words: object) -> str:
        sockets = sorted(self.folder.glob("sway-ipc.*"))
        self.environment["SWAYSOCK"] = str(sockets[0]) if sockets else ""
        return self.output("swaymsg", *words)

    # wlr-randr of Debian 12 finds sway 1.7's output without a size, and cannot turn it.
    def has_size(self) -> bool:
        width, height = MODE.split("x")
        return re.search(rf'"width": {width},\s*"height": {height}\b', self.message("-t", "get_outputs", "-r")) is not None

    def turn(self, transform: str) -> None:
        # sway counts clockwise.
        self.message("output", "HEADLESS-1", "transform", {"90": "270", "270": "90"}.get(transform, transform))

    def scale(self, factor: int) -> None:
        self.message("output", "HEADLESS-1", "scale", factor)

    def add_output(self) -> None:
        identifier = "4660:22136:Second_Touchscreen"
        self.message("create_output")
        self.message("input", identifier, "map_to_output", "HEADLESS-2")


class Labwc(Compositor):
    name = "labwc"

    def configure(self) -> None:
        self.write("rc.xml", '<labwc_config><touch mapToOutput="HEADLESS-1"/></labwc_config>')
        self.options = ("--config-dir", str(self.folder))

    def has_size(self) -> bool:
        return self.run("wlr-randr", "--output", "HEADLESS-1", "--custom-mode", MODE) == 0


class Phoc(Compositor):
    """The compositor of Phosh, without the shell."""

    name = "phoc"

    def configure(self) -> None:
        # It turns the touches of touchscreens alone that it knows to be an output's.
        (self.folder / "glib-2.0/settings").mkdir(parents=True)
        self.write("glib-2.0/settings/keyfile", "[org/gnome/desktop/peripherals/touchscreens/1234:5678]\n"
                   "output=['headless', 'headless', '']\n")
        self.environment |= {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(self.folder)}
        path = self.write("phoc.ini", f"[core]\nxwayland = false\n[output:HEADLESS-1]\nmode = {MODE}\nscale = 1\n")
        self.options = ("--config", str(path))
