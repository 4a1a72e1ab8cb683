"""A command that follows the focus, and the programs of the desktop that it follows."""
import atexit
import json
import os
import queue
import subprocess
import sys
import threading
import time

PATIENCE = 10  # seconds


def fail(sentence):
    sys.exit(f"FAILED: {sentence}")


def require(test, *packages):
    """Ends the test, skipped, where the packages are neither there nor can be installed."""
    folder = os.path.dirname(os.path.abspath(__file__))
    if subprocess.run([f"{folder}/../../packaging/require", *packages], stdout=subprocess.DEVNULL).returncode != 0:
        print(f"SKIPPED: {test}; these cannot be installed here: {' '.join(packages)}")
        sys.exit(0)


def start(*command, **options):
    """Starts a program, which is killed at the end of the test."""
    process = subprocess.Popen(command, **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options})
    atexit.register(stop, process)
    return process


def stop(process):
    process.kill()
    process.wait()


def eventually(question, what):
    """The first answer that is true. Desktops are asked again until then."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if answer := question():
            return answer
        time.sleep(0.02)
    fail(f"not within {PATIENCE} s: {what}")


def x_server(width, height):
    """A server without a screen; the environment of those who are to find it, and no other desktop."""
    receiver, sender = os.pipe()
    start("Xvfb", "-displayfd", str(sender), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset",
          pass_fds=[sender])
    os.close(sender)
    display = os.read(receiver, 16).decode().strip() or fail("Xvfb did not start")
    others = ("WAYLAND_DISPLAY", "SWAYSOCK", "I3SOCK")
    return {**{name: value for name, value in os.environ.items() if name not in others}, "DISPLAY": f":{display}"}


class Follower:
    """The command under test. It prints a line for every change of the focus: {"focus":null}, or
    {"focus":{"process":…,"app":…,"window":{…}}} with what is known."""

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
        """Waits until the focus is what it should be, whatever comes in between."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                line = self.lines.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                fail(f"{what}: not told within {PATIENCE} s; last told: {self.focus}")
            if line is None:
                fail(f"{what}: the command ended: {self.process.stderr.read().strip()}")
            self.focus = json.loads(line)["focus"]
            if is_right(self.focus):
                print(f"ok: {what}")
                return self.focus

    def complaint(self):
        """What the command has said when it can follow no longer, beside what it followed and whom it told."""
        words = []
        reader = threading.Thread(target=lambda: words.extend(self.process.stderr), daemon=True)
        reader.start()
        reader.join(PATIENCE)
        stop(self.process)
        reader.join(PATIENCE)
        return words[-1].strip() if words else ""


def expect_complaint(what, follower, *words):
    complaint = follower.complaint()
    if not all(word in complaint for word in words):
        fail(f"{what}: “{complaint}” says nothing of {' and '.join(words)}")
    print(f"ok: {what}: {complaint}")
