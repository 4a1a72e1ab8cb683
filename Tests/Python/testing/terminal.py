"""A program on a terminal of its own, on which a test types."""

import os
import pty
import re
import select
import time
from collections.abc import Mapping

from testing.checks import TIMEOUT, fail

# What moves the cursor, colours or names the terminal.
CONTROLS = re.compile(r"\x1b(\[[0-9;?<>=]*[A-Za-z]|\][^\x07]*\x07|[()][A-Z0-9]|[=>])|\r")


class Terminal:
    def __init__(self, command: list[str], environment: Mapping[str, str] | None = None, folder: object = ".") -> None:
        self.text = ""
        self.process, self.descriptor = pty.fork()
        if self.process == 0:
            os.chdir(str(folder))
            os.execvpe(command[0], command, os.environ if environment is None else environment)

    def read(self, seconds: float = 0.1) -> bool:
        """Reads what is printed in that time; False at the end."""
        if not select.select([self.descriptor], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.descriptor, 65536)
        except OSError:
            data = b""
        self.text = CONTROLS.sub("", self.text + data.decode(errors="replace"))
        return bool(data)

    def wait_for(self, pattern: str) -> re.Match[str] | None:
        """The match in what was printed; None at the end, or after the timeout."""
        end = time.monotonic() + TIMEOUT
        while not (found := re.search(pattern, self.text)) and time.monotonic() < end and self.read():
            pass
        return found or re.search(pattern, self.text)

    def expect(self, words: str) -> None:
        if not self.wait_for(re.escape(words)):
            fail(f"the terminal does not show “{words}”: {self.text}")

    def type(self, text: str) -> None:
        os.write(self.descriptor, text.encode())

    def status(self) -> int:
        """The exit status, when everything is printed."""
        while self.read():
            pass
        status = os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
        os.close(self.descriptor)
        return status
