"""Logs users in on the machine's terminals, with sessions of logind."""

import contextlib
import ctypes
import fcntl
import os
import time

from testing import shell
from testing.checks import wait_until

VT_ACTIVATE, VT_WAITACTIVE = 0x5606, 0x5607
FOLDER = "/run/systemd/sessions"


def session(terminal: int) -> str | None:
    """The id of the session there, or None."""
    for name in os.listdir(FOLDER):
        if name.endswith(".ref"):
            continue
        # The file may be removed before it is read.
        with contextlib.suppress(FileNotFoundError), open(f"{FOLDER}/{name}") as lines:
            if f"VTNR={terminal}\n" in lines:
                return name
    return None


def login(user: str, terminal: int, *command: str) -> str | None:
    """Creates a session as a login there would, of a command or of one without a display; returns its id."""
    shell.run("systemd-run", f"--unit=trial-{user}", "--property=PAMName=login", f"--property=User={user}", "--collect",
              "--property=StandardInput=tty", f"--property=TTYPath=/dev/tty{terminal}", *command or ["sleep", "infinity"])
    return wait_until(lambda: session(terminal))


def logout(user: str, terminal: int) -> bool:
    shell.run("systemctl", "stop", f"trial-{user}.service")
    return wait_until(lambda: session(terminal) is None)


def switch(terminal: int) -> tuple[int, int]:
    """Returns the times before the request and when it was done, in microseconds of CLOCK_MONOTONIC."""
    console = os.open("/dev/tty0", os.O_RDWR | os.O_NOCTTY)
    before = time.monotonic_ns() // 1000
    fcntl.ioctl(console, VT_ACTIVATE, terminal)
    fcntl.ioctl(console, VT_WAITACTIVE, terminal)
    after = time.monotonic_ns() // 1000
    os.close(console)
    return before, after


class Logind:
    """A connection to the bus: starting a program takes longer than what is measured."""

    def __init__(self) -> None:
        self.library = ctypes.CDLL("libsystemd.so.0")
        self.bus = ctypes.c_void_p()
        done(self.library.sd_bus_open_system(ctypes.byref(self.bus)))

    def locked_hint(self, terminal: int, locked: bool) -> int:
        """Sets the hint as a desktop's locker does; loginctl only requests it. Returns the time of the request in µs."""
        path = f"/org/freedesktop/login1/session/{escaped(session(terminal) or '')}"
        name = "org.freedesktop.login1"
        words = [word.encode() for word in (name, path, f"{name}.Session", "SetLockedHint")]
        before = time.monotonic_ns() // 1000
        done(self.library.sd_bus_call_method(self.bus, *words, None, None, b"b", ctypes.c_int(locked)))
        return before

    def close(self) -> None:
        self.library.sd_bus_flush_close_unref(self.bus)


def done(code: int) -> None:
    if code < 0:
        raise OSError(-code, os.strerror(-code))


def escaped(name: str) -> str:
    """Escapes a name for a bus path; a leading digit is escaped, too."""
    return "".join(c if c.isalpha() or c.isdigit() and i else f"_{ord(c):02x}" for i, c in enumerate(name))
