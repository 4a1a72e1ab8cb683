"""A program that prints what the client of a language delivers."""
from __future__ import annotations

import atexit
import os
import pathlib
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from standin import TIMEOUT

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def fail(sentence: str) -> None:
    sys.exit(f"FAILED: {sentence}")


def languages(binaries: str) -> dict[str, list[str]]:
    """The command of each witness."""
    # Debian's Python, for which there is a package; another one may be built without optimisation.
    interpreter = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
    python = [interpreter, "-B", str(HERE / "witness.py")]
    # C_CHECKER is such as `valgrind -q`, C_WITNESS and SWIFT_WITNESS another build.
    checker = os.environ.get("C_CHECKER", "").split()
    return {"C": [*checker, os.environ.get("C_WITNESS", str(ROOT / ".build/c/witness"))],
            "Python": [*python, "async"], "Python, synchronous": [*python, "sync"], "Swift": [os.environ.get("SWIFT_WITNESS", f"{binaries}/client-witness")]}


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
                sys.exit(f"FAILED: expected {pattern}\n" + "\n".join(self.seen[-12:]) + "\n" + getattr(self, "errors", ""))

    def until(self, pattern: str) -> list[str]:
        """The lines up to the first one that matches."""
        lines = []
        while True:
            line = self.next(pattern)
            lines.append(line)
            if re.fullmatch(pattern, line):
                return lines
            if not line or line.startswith("nothing within"):
                sys.exit(f"FAILED: expected {pattern}\n" + "\n".join(self.seen[-12:]) + "\n" + getattr(self, "errors", ""))

    def kill(self) -> None:
        """C's frees everything first, so that valgrind and sanitizers see what it leaves."""
        if self.process.poll() is None:
            self.process.terminate() if self.is_c else self.process.kill()
        if self.process.wait(TIMEOUT) and self.is_c:
            sys.exit(f"FAILED: status {self.process.returncode} of {self.process.args!r}\n{getattr(self, 'errors', '')}")


def eventually(query: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + TIMEOUT
    while not query():
        if time.monotonic() > end:
            fail(f"not within {TIMEOUT} s: {what}")
        time.sleep(0.01)
