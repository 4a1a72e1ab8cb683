"""What `gesturectl view` costs the daemon's other clients: the latency of a client's drags with it and without it, in turns."""

import subprocess
import time
from contextlib import contextmanager
from statistics import median

import cost
from daemon import Daemon, Devices, again

CONTACTS = '{"type":"subscribe","id":1,"contacts":true,"units":"millimetres","scope":"session"}'


@contextmanager
def no_view(daemon):
    yield


@contextmanager
def contacts(daemon):
    """Subscribes to contacts and reads nothing: the daemon writes its lines, and coalesces them."""
    with daemon.client(CONTACTS):
        time.sleep(0.2)
        yield


@contextmanager
def view(daemon):
    """gesturectl view, whose server throws away what it receives."""
    server = daemon.devices.path / "server"
    server.write_text("#!/bin/sh\necho ready >&2\nexec cat >/dev/null\n")
    server.chmod(0o755)
    viewing = subprocess.Popen([daemon.tools.gesturectl, "view", "--socket", daemon.socket, "--server", server],
                               stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        for line in viewing.stderr:
            if line == b"ready\n":
                break
        time.sleep(0.2)
        yield
        if viewing.poll() is not None:
            raise RuntimeError("gesturectl view has ended")
    finally:
        viewing.terminate()
        viewing.communicate()


def _round(tools, frames, hz, other):
    with Devices() as devices, Daemon(tools, devices) as daemon, other(daemon):
        return daemon.drag(frames, hz)


def measure(tools, rounds, frames, hz, log):
    """For each quantile, the medians without and with the view, and the median of the ratios of neighbouring rounds."""
    pairs = []
    for number in range(rounds):
        alone, viewed = (again(_round, tools, frames, hz, other) for other in (no_view, view))
        pairs.append((alone, viewed))
        log(f"round {number + 1}: p50 {alone['p50']:.1f} µs, with the view {viewed['p50']:.1f} µs; "
            f"p99 {alone['p99']:.1f} µs, with the view {viewed['p99']:.1f} µs")
    return {quantile: (median(alone[quantile] for alone, _ in pairs), median(viewed[quantile] for _, viewed in pairs),
                       median(viewed[quantile] / alone[quantile] for alone, viewed in pairs)) for quantile in ("p50", "p99")}


def instructions(tools, frames, other):
    """Of the daemon, a frame: two drags of different length, subtracted."""
    def drag(daemon, count):
        with other(daemon):
            daemon.drag(count, cost.SLOW_HZ)
    return (cost.collected(tools, lambda daemon: drag(daemon, 2 * frames))
            - cost.collected(tools, lambda daemon: drag(daemon, frames))) / frames
