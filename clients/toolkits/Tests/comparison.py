"""Compares two lists of callbacks, as the examples print them."""

import itertools
import os
import pathlib
import select
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from typing import IO, Self

from testing.daemon import EXAMPLES


class Program:
    """A program whose output is read line by line."""

    def __init__(self, *command: object, environment: Mapping[str, str], errors: IO[bytes] | None = None) -> None:
        self.process = subprocess.Popen([str(word) for word in command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=errors, env=environment)
        assert self.process.stdin and self.process.stdout
        self.input, self.output = self.process.stdin, self.process.stdout
        self.unread = b""
        self.name = pathlib.Path(str(command[0])).name

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def write(self, lines: Sequence[str]) -> None:
        self.input.write(("\n".join(lines) + "\n").encode())
        self.input.flush()

    def drain(self, seconds: float) -> bytes:
        """Takes what the program prints until it has printed nothing for some seconds."""
        printed, self.unread = self.unread, b""
        while select.select([self.output], [], [], seconds)[0] and (received := os.read(self.output.fileno(), 65536)):
            printed += received
        return printed

    def read_until(self, is_last: Callable[[str], bool], seconds: float = 120) -> list[str]:
        """The lines up to the first for which is_last returns true."""
        lines: list[str] = []
        deadline = time.monotonic() + seconds
        while True:
            while b"\n" in self.unread:
                line, self.unread = self.unread.split(b"\n", 1)
                lines.append(line.decode())
                if is_last(lines[-1]):
                    return lines
            ready, _, _ = select.select([self.output], [], [], max(0, deadline - time.monotonic()))
            received = os.read(self.output.fileno(), 65536) if ready else b""
            if not received:
                raise SystemExit(f"{self.name}: no answer within {seconds} s, or has ended; its last lines: {lines[-5:]}")
            self.unread += received


def print_result(same: bool, text: str) -> bool:
    """Prints a line that Tests/stages counts."""
    print(f"{'same' if same else 'DIFFERENT':9} {text}", flush=True)
    return same


def recorded_lines(build: pathlib.Path, recording: object, mode: str = "events") -> list[str]:
    """What recorded-touches prints of a recording, or of an example by its name."""
    path = recording if isinstance(recording, pathlib.Path) else EXAMPLES / f"{recording}.evemu"
    return subprocess.run([build / "recorded-touches", mode, path], check=True, capture_output=True,
                          text=True).stdout.splitlines()


def report(title: str, source: str, expected: list[str], lines: list[str], tolerance: float = 3) -> bool:
    """Prints whether both are the same, and where they are not."""
    same = print_result(agrees(expected, lines, tolerance), f"{source:8} {len(lines):4} callbacks  {title}")
    if not same:
        for left, right in itertools.zip_longest(expected, lines, fillvalue=""):
            if not is_close(left, right, tolerance):
                print(f"    expected {left or 'nothing':45} found {right or 'nothing'}", flush=True)
    return same


def agrees(expected: list[str], lines: list[str], tolerance: float = 3) -> bool:
    """The same callbacks in the same order, and numbers that differ by no more than toolkits round."""
    return len(expected) == len(lines) and all(
        is_close(left, right, tolerance) for left, right in zip(expected, lines))


def is_close(expected: str, line: str, tolerance: float = 3) -> bool:
    """The same words, and numbers that differ by at most `tolerance`, or by 3 % where it is not 0."""
    words = expected.split(), line.split()
    if len(words[0]) != len(words[1]):
        return False
    for one, other in zip(*words):
        if one == other:
            continue
        try:
            # Toolkits round positions to 1/256 px and times to milliseconds; velocities are differences of both.
            if abs(float(one) - float(other)) > max(tolerance, abs(float(one)) * 0.03 if tolerance else 0):
                return False
        except ValueError:
            return False
    return True
