"""When the machine's processors stood still: an emulated one does, where its host has something else to do."""

import os
import signal
import subprocess

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stalls")


class Stalls:
    """Watches for them; within `with`."""

    def __enter__(self):
        # A group of its own, one process for each processor. Nobody is woken to read what it says.
        self.process = subprocess.Popen([PROGRAM], stdout=subprocess.PIPE, start_new_session=True)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.spans, self.rest = [], b""
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def within(self, begin, end, processors):
        """Microseconds between two times in which one of these processors, or several, stood still."""
        self._read()
        total, done = 0, begin
        for began, ended in sorted(span for number, *span in self.spans if number in processors):
            total += max(min(ended, end) - max(began, done), 0)
            done = max(done, ended)
        return total

    def _read(self):
        while data := self.process.stdout.read(65536):
            *lines, self.rest = (self.rest + data).split(b"\n")
            self.spans += [tuple(map(int, line.split())) for line in lines]
