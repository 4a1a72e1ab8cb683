"""A program that prints what the client of a language delivers, and the stand-in for the daemon that it connects to."""

import atexit
import contextlib
import os
import queue
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

from testing.checks import ROOT, TIMEOUT, fail
from testing.client import Message
from testing.standin import StandIn

# A witness's line for standin.DRAG.
DRAG_TEXT = "drag fingers=2 location=310400000,200750000 startLocation=300000000,200000000 velocity=412500000,20125000"
CONNECTED = "state connecting -", "state connected -"
CLOSED = "state disconnected the daemon closed the connection"


def languages(binaries: str) -> dict[str, list[str]]:
    """The command of each witness."""
    # Debian's Python, for which there is a package; another one may be built without optimisation.
    interpreter = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    python = [interpreter, "-B", str(ROOT / "clients/tests/witness.py")]
    # C_CHECKER is such as `valgrind -q`, C_WITNESS and SWIFT_WITNESS another build.
    checker = os.environ.get("C_CHECKER", "").split()
    return {"C": [*checker, os.environ.get("C_WITNESS", str(ROOT / ".build/c/witness"))],
            "Python": [*python, "async"], "Python, synchronous": [*python, "sync"],
            "Swift": [os.environ.get("SWIFT_WITNESS", f"{binaries}/client-witness")]}


def contacts(count: int, **members: Any) -> Message:
    """A frame of so many contacts, the first of which has everything and the others only what each has."""
    first = {"id": 7, "phase": "moved", "position": [52.65, 32.425], "pressure": 48, "size": 6, "state": "held", "cause": "edge"}
    others = [{"id": 7 + number, "phase": "began", "position": [103.9, 40.1], "state": "finger"} for number in range(1, count)]
    return {"type": "contacts", "subscription": 1, "time": 2000, "device": "event5", "contacts": [first | members, *others]}


class Witness:
    """Its lines, in order."""

    def __init__(self, command: list[str], *arguments: str) -> None:
        self.is_c = command[-1].endswith("/witness")
        environment = os.environ | {"PYTHONPATH": str(ROOT / "clients/python/src")}
        self.process = subprocess.Popen([*command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        errors="replace", env=environment)
        # Swift's sequence of events is read after the changes of the state that follow them.
        self.lines: queue.Queue[str] = queue.Queue()
        self.states: queue.Queue[str] = queue.Queue() if "client-witness" in command[0] else self.lines
        self.seen: list[str] = []
        self.errors = ""
        atexit.register(self.kill)
        threading.Thread(target=self.read, daemon=True).start()
        threading.Thread(target=self.drain, daemon=True).start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            (self.states if line.startswith("state") else self.lines).put(line.rstrip("\n"))
        self.lines.put("")

    def drain(self) -> None:
        assert self.process.stderr
        self.errors = self.process.stderr.read()

    def next(self, pattern: str = "") -> str:
        """The next line, of the pattern's kind; empty at the end."""
        try:
            line = (self.states if pattern.startswith("state") else self.lines).get(timeout=TIMEOUT)
        except queue.Empty:
            line = f"nothing within {TIMEOUT} s"
        self.seen.append(line)
        return line

    def expect(self, *patterns: str) -> None:
        """The next lines match these patterns."""
        for pattern in patterns:
            line = self.next(pattern)
            if not re.fullmatch(pattern, line):
                self.misses(pattern)

    def until(self, pattern: str) -> list[str]:
        """The lines up to the first one that matches."""
        lines = []
        while True:
            line = self.next(pattern)
            lines.append(line)
            if re.fullmatch(pattern, line):
                return lines
            if not line or line.startswith("nothing within"):
                self.misses(pattern)

    def misses(self, pattern: str) -> NoReturn:
        fail(f"expected {pattern}\n" + "\n".join(self.seen[-12:]) + f"\n{self.errors}")

    def kill(self) -> None:
        """C's frees everything first, so that valgrind and sanitizers see what it leaves."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM if self.is_c else signal.SIGKILL)
        if self.process.wait(TIMEOUT) and self.is_c:
            fail(f"status {self.process.returncode} of {self.process.args!r}\n{self.errors}")


@contextlib.contextmanager
def pair(command: list[str], *arguments: str) -> Iterator[tuple[StandIn, Witness]]:
    """A stand-in and a witness that connects to it."""
    with tempfile.TemporaryDirectory() as folder, StandIn(f"{folder}/socket") as daemon:
        witness = Witness(command, daemon.path, *arguments)
        yield daemon, witness
        witness.kill()
