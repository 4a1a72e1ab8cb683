"""A command that follows the focus."""

import subprocess
import threading
from collections.abc import Callable
from typing import Any

from testing import shell
from testing.checks import TIMEOUT, ensure, passed
from testing.client import Client

Focus = dict[str, Any] | None


def is_nowhere(focus: Focus) -> bool:
    return focus is None


def is_of(program: shell.Process, app: str, **window: float) -> Callable[[Focus], bool]:
    """Compares positions with a tolerance for borders of a few pixels."""
    def is_right(focus: Focus) -> bool:
        return (focus is not None and (focus.get("process"), focus.get("app")) == (program.pid, app)
                and all(abs(focus["window"][key] - window[key]) < 0.02 for key in window))
    return is_right


class Follower:
    """The command under test. It prints a line after each change of the focus: {"focus":null}, or
    {"focus":{"process":…,"app":…,"window":{…}}} with what the desktop reports."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.process = shell.start(*command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        self.reports = Client(self.process.stdout, lambda data: None)
        self.focus: Focus = None

    def expect(self, what: str, is_right: Callable[[Focus], bool]) -> None:
        """Waits until the focus is right. Reports before that are dropped."""
        self.focus = self.reports.next(what, lambda report: is_right(report["focus"]), TIMEOUT)["focus"]
        passed(what)

    def complains(self, what: str, *words: str) -> None:
        """The last error message has these words, after the command has ended."""
        lines: list[bytes] = []
        reader = threading.Thread(target=lambda: lines.extend(self.process.stderr or []), daemon=True)
        reader.start()
        reader.join(TIMEOUT)
        shell.stop(self.process)
        reader.join(TIMEOUT)
        complaint = lines[-1].decode().strip() if lines else ""
        ensure(f"{what}: {complaint}", all(word in complaint for word in words), f"without {' and '.join(words)}")
