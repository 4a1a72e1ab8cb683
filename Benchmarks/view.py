"""What `gesturectl view` costs the daemon's other clients: the latency of a client's drags with it and without it, in turns."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

import cost
from daemon import Daemon, Devices, Figures, Tools, again
from latency import compared

CONTACTS = '{"type":"subscribe","id":1,"contacts":true,"units":"millimetres","scope":"session"}'


@contextmanager
def contacts(daemon: Daemon) -> Iterator[None]:
    """Subscribes to contacts and reads nothing: the daemon writes its lines, and coalesces them."""
    with daemon.client(CONTACTS):
        time.sleep(0.2)
        yield


# What a browser does, without drawing.
READER = """
import http.client, sys
host, _, token = sys.argv[1].removeprefix("http://").strip().partition("/#")
connection = http.client.HTTPConnection(host)
connection.request("GET", "/lines", headers={"Authorization": "Bearer " + token})
response = connection.getresponse()
response.readline()
print("ready", flush=True)
while response.read1(65536):
    pass
"""


@contextmanager
def view(daemon: Daemon) -> Iterator[None]:
    """gesturectl view, with a reader of its lines that throws them away."""
    viewing = subprocess.Popen([daemon.tools.gesturectl, "view", "--socket", daemon.socket],
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    assert viewing.stdout
    reading = subprocess.Popen([sys.executable, "-c", READER, viewing.stdout.readline()], stdout=subprocess.PIPE)
    assert reading.stdout
    try:
        reading.stdout.readline()
        time.sleep(0.2)
        yield
        if viewing.poll() is not None:
            raise RuntimeError("gesturectl view has ended")
    finally:
        viewing.terminate()
        viewing.communicate()
        reading.communicate()


def _round(tools: Tools, frames: int, hz: int, other: cost.Other) -> Figures:
    with Devices() as devices, Daemon(tools, devices) as daemon, other(daemon):
        return daemon.drag(frames, hz)


def measure(tools: Tools, rounds: int, frames: int, hz: int, log: Callable[[str], None]) -> dict[str, tuple[float, float, float]]:
    """With the view and without."""
    pairs = []
    for number in range(rounds):
        alone, viewed = (again(_round, tools, frames, hz, other) for other in (nullcontext, view))
        pairs.append((viewed, alone))
        log(f"round {number + 1}: p50 {alone['p50']:.1f} µs, with the view {viewed['p50']:.1f} µs; "
            f"p99 {alone['p99']:.1f} µs, with the view {viewed['p99']:.1f} µs")
    return compared(pairs)
