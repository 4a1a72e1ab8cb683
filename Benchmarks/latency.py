"""Event written into a device → message read by a client, in turns with a program that does only what it must."""

import subprocess
from collections.abc import Callable
from statistics import median
from typing import Self

from daemon import Daemon, Devices, Figures, Tools, again, finish_drag, start_drag


class Floor:
    """The floor program, writing lines of the daemon's length to that many clients."""

    def __init__(self, tools: Tools, devices: Devices, length: int, clients: int = 1) -> None:
        self.path = str(devices.path / "floor.sock")
        self.process = subprocess.Popen(
            [tools.program("floor"), str(devices.node), self.path, str(length), str(clients)], stdout=subprocess.PIPE)
        assert self.process.stdout
        self.process.stdout.readline()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()


def floor_round(tools: Tools, frames: int, hz: int, length: int) -> Figures:
    with Devices() as devices, Floor(tools, devices, length) as floor:
        return finish_drag(start_drag(tools, devices.node, floor.path, frames, hz))


def daemon_round(tools: Tools, frames: int, hz: int) -> Figures:
    with Devices() as devices, Daemon(tools, devices) as daemon:
        return daemon.drag(frames, hz)


def compared(pairs: list[tuple[Figures, Figures]]) -> dict[str, tuple[float, float, float]]:
    """For each quantile the medians of both, and of the ratios of neighbouring rounds, so that whatever else the machine does
    touches both alike."""
    return {quantile: (median(one[quantile] for one, _ in pairs), median(other[quantile] for _, other in pairs),
                       median(one[quantile] / other[quantile] for one, other in pairs)) for quantile in ("p50", "p99")}


def measure(tools: Tools, rounds: int, frames: int, hz: int, log: Callable[[str], None]) -> dict[str, tuple[float, float, float]]:
    """The daemon and the floor."""
    pairs = []
    for number in range(rounds):
        daemon = again(daemon_round, tools, frames, hz)
        floor = again(floor_round, tools, frames, hz, int(daemon["length"]))
        pairs.append((daemon, floor))
        log(f"round {number + 1}: daemon p50 {daemon['p50']:.1f} p99 {daemon['p99']:.1f} µs, "
            f"floor p50 {floor['p50']:.1f} p99 {floor['p99']:.1f} µs")
    return compared(pairs)
