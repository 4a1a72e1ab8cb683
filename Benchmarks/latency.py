"""Event written into a device → message read by a client, in turns with a program that does only what it must."""

import subprocess
from statistics import median

from daemon import Daemon, Devices, again, finish_drag, start_drag


class Floor:
    """The floor program, writing lines of the daemon's length to that many clients."""

    def __init__(self, tools, devices, length, clients=1):
        self.path = str(devices.path / "floor.sock")
        self.process = subprocess.Popen(
            [tools.program("floor"), str(devices.node), self.path, str(length), str(clients)],
            stdout=subprocess.PIPE)
        self.process.stdout.readline()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def floor_round(tools, frames, hz, length):
    with Devices() as devices, Floor(tools, devices, length) as floor:
        return finish_drag(start_drag(tools, devices.node, floor.path, frames, hz))


def daemon_round(tools, frames, hz):
    with Devices() as devices, Daemon(tools, devices) as daemon:
        return daemon.drag(frames, hz)


def measure(tools, rounds, frames, hz, log):
    """Ratios are of neighbouring rounds, so that whatever else the machine does touches both alike."""
    pairs = []
    for number in range(rounds):
        daemon = again(daemon_round, tools, frames, hz)
        floor = again(floor_round, tools, frames, hz, int(daemon["length"]))
        pairs.append((daemon, floor))
        log(f"round {number + 1}: daemon p50 {daemon['p50']:.1f} p99 {daemon['p99']:.1f} µs, "
            f"floor p50 {floor['p50']:.1f} p99 {floor['p99']:.1f} µs")
    return {
        quantile: {
            "daemon": median(daemon[quantile] for daemon, _ in pairs),
            "floor": median(floor[quantile] for _, floor in pairs),
            "ratio": median(daemon[quantile] / floor[quantile] for daemon, floor in pairs),
        } for quantile in ("p50", "p99")
    }
