"""Which of KWin's own swipes kwinrc switches off, in the machine, as root: a kernel touchpad, libinput, and KWin on a screen."""

import os
import subprocess
import time
from pathlib import Path

from exclusive_main import PROGRAMS
from sessions import login, switch
from testing import shell
from testing.checks import TIMEOUT, ensure, eventually, finish, wait_until
from testing.daemon import Daemon
from testing.shell import as_user
from testing.uinput import Touchpad

TERMINAL, USER = 7, 1000
RUNTIME = Path(f"/run/user/{USER}")
LOG, RUNS = Path("/run/kwin.log"), Path("/run/runs")
DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
SWIPES = [(fingers, direction) for fingers in (3, 4, 5) for direction in DIRECTIONS]
# The buses have to run before KWin, which finds its screen through logind.
START = (f"export XDG_RUNTIME_DIR={RUNTIME} DBUS_SESSION_BUS_ADDRESS=unix:path={RUNTIME}/test-bus LIBGL_ALWAYS_SOFTWARE=1; "
         "dbus-daemon --session --fork --address=$DBUS_SESSION_BUS_ADDRESS; "
         f"exec kwin_wayland --drm --no-lockscreen --socket wayland-0 >> {LOG} 2>&1")
RULES = "".join(f"""
[[action]]
gesture = "swipe {direction}"
fingers = {fingers}
device = "touchpad"
run = "echo {fingers} {direction} >> /run/runs"
""" for fingers, direction in SWIPES)


class KWin:
    environment = {"PATH": os.environ["PATH"], "XDG_RUNTIME_DIR": str(RUNTIME),
                   "DBUS_SESSION_BUS_ADDRESS": f"unix:path={RUNTIME}/test-bus"}

    def __init__(self, settings: str) -> None:
        # What a swipe does is done when the fingers lift.
        shell.write("/home/member/.config/kdeglobals", "[KDE]\nAnimationDurationFactor=0\n")
        shell.write("/home/member/.config/kwinrc", settings)
        shell.run("chown", "-R", "member", "/home/member")
        shell.write(LOG, "", 0o666)
        switch(TERMINAL)
        login("member", TERMINAL, "sh", "-c", START)
        eventually(lambda: self.state()[0], "KWin starts", lambda: shell.read(LOG)[-3000:])

    def get(self, path: str, interface: str, name: str) -> str:
        bus = f"--address={self.environment['DBUS_SESSION_BUS_ADDRESS']}"
        return shell.output(*as_user("member"), "busctl", "--user", bus, "get-property", "org.kde.KWin", path, interface, name,
                            env=self.environment, stderr=subprocess.DEVNULL)

    def state(self) -> tuple[str, str]:
        """The desktop, and the effects that are shown, such as the overview."""
        return (self.get("/VirtualDesktopManager", "org.kde.KWin.VirtualDesktopManager", "current"),
                self.get("/Effects", "org.kde.kwin.Effects", "activeEffects"))

    def stop(self) -> None:
        shell.run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "trial-member.service")
        shell.run("systemctl", "stop", "trial-member.service")


def swipe(touchpad: Touchpad, fingers: int, direction: str) -> None:
    x, y = DIRECTIONS[direction]
    starts = [(22 + 15 * finger - 20 * x, 32 - 20 * y) for finger in range(fingers)]
    touchpad.down(starts)
    for step in range(1, 16):
        time.sleep(0.008)
        touchpad.move([(start[0] + 2.7 * step * x, start[1] + 2.7 * step * y) for start in starts])
    time.sleep(0.008)
    touchpad.up(fingers)


def check(touchpad: Touchpad, words: str, settings: str, taken: list[tuple[int, str]]) -> None:
    kwin = KWin(settings)
    answered = []
    for fingers, direction in SWIPES:
        before, runs = kwin.state(), shell.read(RUNS)
        swipe(touchpad, fingers, direction)
        eventually(lambda: shell.read(RUNS) == f"{runs}{fingers} {direction}\n", f"{fingers} {direction}: the rule runs",
                   lambda: shell.read(RUNS))
        # Without a graphics card the overview opens and closes slowly.
        if wait_until(lambda: kwin.state() != before, TIMEOUT if (fingers, direction) in taken else 3):
            answered.append((fingers, direction))
            # It opens before the fingers lift.
            time.sleep(3)
    ensure(f"{words}: KWin answers {', '.join(f'{fingers} {direction}' for fingers, direction in answered) or 'no swipe'}, "
           f"and the rule of each ran", answered == taken, (answered, shell.read(LOG)[-1000:]))
    kwin.stop()


if __name__ == "__main__":
    shell.run("useradd", "--create-home", "--uid", USER, "member")
    touchpad = Touchpad()
    daemon = Daemon(PROGRAMS / "gestured", "/run/test", stderr=Path("/run/gestured.log").open("w")).listens()
    file = shell.write("/run/actions.toml", RULES)
    shell.start(PROGRAMS / "gesturectl", "actions", "run", "--socket", daemon.socket, "--file", file,
                env={"PATH": os.environ["PATH"], "HOME": "/root"}, stderr=Path("/run/actions.log").open("w"))
    beside, no_overview = "[Desktops]\nNumber=2\nRows=1\n", "[Plugins]\noverviewEnabled=false\n"
    check(touchpad, "two desktops next to each other", beside,
          [(3, "left"), (3, "right"), *((4, direction) for direction in DIRECTIONS)])
    check(touchpad, "two desktops in two rows, no overview", beside.replace("Rows=1", "Rows=2") + no_overview,
          [(3, "up"), (3, "down")])
    check(touchpad, "one desktop, no overview", "[Desktops]\nNumber=1\n" + no_overview, [])
    finish()
