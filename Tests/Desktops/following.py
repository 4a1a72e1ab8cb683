"""A command that follows the focus, and the programs of a desktop."""
import atexit
import json
import os
import queue
import subprocess
import sys
import threading
import time

# Seconds. It only bounds a failure.
TIMEOUT = float(os.environ.get("DESKTOPS_TIMEOUT", 60))


def fail(sentence):
    sys.exit(f"FAILED: {sentence}")


def require(test, *packages):
    """Skips the test if the packages are not installed and cannot be."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if subprocess.run([f"{folder}/../../packaging/require", *packages], stdout=subprocess.DEVNULL).returncode != 0:
        print(f"SKIPPED: {test}; these cannot be installed here: {' '.join(packages)}")
        sys.exit(0)


def start(*command, **options):
    """Starts a program. The end of the test kills it."""
    process = subprocess.Popen(command, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options})
    atexit.register(stop, process)
    return process


def stop(process):
    process.kill()
    process.wait()


def eventually(query, what):
    """Repeats a query until its answer is true, and returns the answer."""
    end = time.monotonic() + TIMEOUT
    while time.monotonic() < end:
        if answer := query():
            return answer
        time.sleep(0.02)
    fail(f"not within {TIMEOUT} s: {what}")


def x_server(width, height):
    """Starts a server without a screen. Returns an environment that leads to it and to no other desktop."""
    receiver, sender = os.pipe()
    start("Xvfb", "-displayfd", str(sender), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset",
          pass_fds=[sender])
    os.close(sender)
    display = os.read(receiver, 16).decode().strip() or fail("Xvfb did not start")
    others = ("WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK")
    return {**{name: value for name, value in os.environ.items() if name not in others}, "DISPLAY": f":{display}"}


class Follower:
    """The command under test. It prints a line after each change of the focus: {"focus":null}, or
    {"focus":{"process":…,"app":…,"window":{…}}} with what the desktop reports."""

    def __init__(self, command, environment):
        self.process = start(
            *command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.lines = queue.Queue()
        self.focus = None
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def expect(self, what, is_right):
        """Waits until the focus is right. Ignores reports before that."""
        end = time.monotonic() + TIMEOUT
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                fail(f"{what}: no report within {TIMEOUT} s; last report: {self.focus}")
            if line is None:
                fail(f"{what}: the command ended: {self.process.stderr.read().strip()}")
            self.focus = json.loads(line)["focus"]
            if is_right(self.focus):
                print(f"ok: {what}")
                return self.focus

    def complaint(self):
        """Returns the command's last error message, after it has ended."""
        lines = []
        reader = threading.Thread(target=lambda: lines.extend(self.process.stderr), daemon=True)
        reader.start()
        reader.join(TIMEOUT)
        stop(self.process)
        reader.join(TIMEOUT)
        return lines[-1].strip() if lines else ""


def expect_complaint(what, follower, *words):
    complaint = follower.complaint()
    if not all(word in complaint for word in words):
        fail(f"{what}: “{complaint}” does not contain {' and '.join(words)}")
    print(f"ok: {what}: {complaint}")
