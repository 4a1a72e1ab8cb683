"""An X server in the machine, with a window manager."""

import os
import subprocess
import time
from pathlib import Path

from exclusive_main import WIDTH
from testing import shell
from testing.checks import ensure, eventually
from testing.uinput import Position, Touchscreen

MIDDLE = (170.0, 100.0)
STRIP = (WIDTH - 0.5, 90.0)
CONFIGURATION = """
Section "Device"
    Identifier "card"
    Driver "modesetting"
    Option "AccelMethod" "none"
EndSection
Section "Monitor"
    Identifier "Virtual-1"
    Modeline "1376x776" 85 1376 1448 1592 1824 776 777 780 801
    Option "PreferredMode" "1376x776"
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    DefaultDepth 24
EndSection
"""
# RandR's words, each with wl_output's transform, and the matrix with which desktops turn a touchscreen.
TURNS = {"left": ("90", "0 -1 1 1 0 0 0 0 1"), "inverted": ("180", "-1 0 1 0 -1 1 0 0 1"),
         "right": ("270", "0 1 0 -1 0 1 0 0 1"), "normal": ("normal", "1 0 0 0 1 0 0 0 1")}


class Manager:
    """An X server with libinput and the emulated machine's screen, and a window manager."""

    window = "x11_window.py"

    def __init__(self, name: str, number: int) -> None:
        self.name, self.display = name, f":{number}"
        self.folder = Path(f"/run/{name}")
        self.folder.mkdir(mode=0o700)
        self.log = Path(f"/run/{name}.log")
        self.environment = {"PATH": os.environ["PATH"], "HOME": "/root", "XDG_RUNTIME_DIR": str(self.folder),
                            "DISPLAY": self.display}
        self.title = name

    def start(self) -> None:
        eventually(lambda: Path("/dev/dri/card0").exists(), "the machine has a screen")
        configuration = shell.write(f"/run/{self.name}-xorg.conf", CONFIGURATION)
        log = Path(f"/run/{self.name}-xorg.log")
        options = ["-ac", "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "vt1"]
        self.server = shell.start("/usr/lib/xorg/Xorg", self.display, "-config", configuration, "-logfile", log, *options,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        eventually(lambda: Path(f"/tmp/.X11-unix/X{self.display[1:]}").exists(), "the X server starts", lambda: shell.read(log))
        ready = "xprop -root -format READY 8s -set READY yes"
        if self.name == "openbox":
            # Before its startup command it misses windows that open.
            options = ["--sm-disable", "--startup", ready]
        else:
            options = ["-c", shell.write(f"/run/{self.name}.conf", f"default_border none\nexec {ready}\n")]
        self.manager = shell.start(self.name, *options, env=self.environment, stdout=self.log.open("w"), stderr=subprocess.STDOUT)
        eventually(lambda: "yes" in shell.output("xprop", "-root", "READY", env=self.environment), f"{self.name} starts",
                   lambda: shell.read(self.log))
        self.title = shell.output(self.name, "--version").splitlines()[0].split(" (")[0]

    def turn(self, word: str) -> None:
        matrix = TURNS[word][1].split()
        for words in (["xrandr", "--output", "Virtual-1", "--rotate", word],
                      ["xinput", "set-prop", "Trial Touchscreen", "--type=float", "Coordinate Transformation Matrix", *matrix]):
            status, text = shell.run(*words, env=self.environment)
            ensure(f"{self.title}: {' '.join(words[:3])} turns to {word}", status == 0, text)

    def has(self, device: str) -> bool:
        """True if the server has opened this input device."""
        return device in shell.output("xinput", "list", "--name-only", env=self.environment).splitlines()

    def stop(self) -> None:
        shell.stop(self.manager)
        shell.stop(self.server)


def tap(screen: Touchscreen, place: Position) -> int:
    stamp = screen.down([place])
    time.sleep(0.06)
    screen.up()
    time.sleep(0.25)
    return stamp
