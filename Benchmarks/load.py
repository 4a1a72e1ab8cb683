"""Many clients at once: their latency compared with a program that only writes to as many, and the cost of a stuck client."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from statistics import median

import cost
from daemon import DRAG, Daemon, Devices, Figures, Tools, again, cpu, finish_drag, start_crowd
from latency import Floor
from peer import packed
from testing.checks import wait_until
from testing.recording import SYN_REPORT, TRACKING, X, Y

CLIENTS = 99
# The drag program's frames before those that count.
LEAD = 200
EVERYTHING = [f'{{"type":"subscribe","id":1,"gesture":{{"{kind}":{{}}}}}}'
              for kind in ("drag", "tap", "longPress", "swipe", "magnify", "rotate")]


def own_drags(count: int) -> list[str]:
    """As many expressions, none of which shares its work with another."""
    return [f'{{"type":"subscribe","id":1,"gesture":{{"drag":{{"minimumDistance":{0.01 * number:g}}}}}}}'
            for number in range(count)]


def many_gestures(count: int) -> str:
    """As many subscriptions of one client, one of which receives drags."""
    taps = [f'{{"type":"subscribe","id":1,"gesture":{{"tap":{{"maximumDistance":{0.1 + 0.01 * number:g}}}}}}}'
            for number in range(count - 1)]
    return "\n".join([DRAG, *taps])


# MARK: - Clients that do not read


@contextmanager
def stuck(daemon: Daemon) -> Iterator[None]:
    """Subscribes to everything and reads nothing."""
    with daemon.client(*EVERYTHING) as client:
        yield
        _check_connected(client)


@contextmanager
def stuck_after(daemon: Daemon, touches: int) -> Iterator[None]:
    """Subscribes to drags and reads nothing, nor the beginnings and ends of earlier touches."""
    with daemon.client(*[DRAG] * 64) as client:
        time.sleep(0.2)
        _touch(daemon.devices.node, touches)
        client.sendall("".join(f'{{"type":"unsubscribe","id":1,"subscription":{number}}}\n'
                               for number in range(2, 65)).encode())
        time.sleep(0.2)
        yield
        _check_connected(client)


def stuck_full(daemon: Daemon) -> AbstractContextManager[None]:
    """Some 400 kB wait, and no newer line replaces any of them."""
    return stuck_after(daemon, 10)


@contextmanager
def one_byte_a_second(daemon: Daemon) -> Iterator[None]:
    over = threading.Event()

    def read() -> None:
        while not over.wait(1):
            client.recv(1)

    with daemon.client(*EVERYTHING) as client:
        reader = threading.Thread(target=read)
        reader.start()
        try:
            yield
        finally:
            over.set()
            reader.join()
        _check_connected(client)


READERS = {"stuck": stuck, "stuck with a full queue": stuck_full, "that reads 1 byte a second": one_byte_a_second}
# Room for what `stuck_full` has waiting.
ROOM = "[limits]\noutbox = 4194304\n"


def _check_connected(client: socket.socket) -> None:
    """A client that was cut costs the others nothing from then on."""
    client.setblocking(False)
    received = b""
    try:
        while chunk := client.recv(1 << 20):
            received += chunk
            time.sleep(0.001)
        raise RuntimeError(f"the daemon cut a client: {received[-200:]!r}")
    except BlockingIOError:
        pass


def _touch(node: Path, times: int) -> None:
    """Short touches, each of which is a drag."""
    device = os.open(node, os.O_WRONLY)
    for number in range(times):
        place = 500 + 200 * (number % 5)
        os.write(device, packed([(3, TRACKING, 100 + number), (3, X, place), (3, Y, place), SYN_REPORT]))
        time.sleep(0.05)
        os.write(device, packed([(3, TRACKING, -1), SYN_REPORT]))
        time.sleep(0.15)
    os.close(device)


# MARK: - Latency


def daemon_round(tools: Tools, frames: int, hz: int, requests: Sequence[str] = (DRAG,),
                 other_client: cost.Other = nullcontext) -> Figures:
    with Devices() as devices, Daemon(tools, devices, configuration=ROOM) as daemon, other_client(daemon):
        before = cpu(daemon.process)
        figures = daemon.crowd(frames, hz, CLIENTS, requests)
        return {**figures, "cpu": (cpu(daemon.process) - before) / (frames + LEAD)}


def floor_round(tools: Tools, frames: int, hz: int, length: int) -> Figures:
    with Devices() as devices, Floor(tools, devices, length, CLIENTS) as floor:
        before = cpu(floor.process)
        figures = finish_drag(start_crowd(tools, devices.node, floor.path, frames, hz, CLIENTS))
        return {**figures, "cpu": (cpu(floor.process) - before) / (frames + LEAD)}


def measure(tools: Tools, rounds: int, frames: int, hz: int, log: Callable[[str], None]) -> list[dict[str, Figures]]:
    """For each round: the latencies of the floor, of the daemon, and of the daemon with each kind of other client."""
    measured = []
    for number in range(rounds):
        shared = again(daemon_round, tools, frames, hz)
        taken = {
            "floor": again(floor_round, tools, frames, hz, int(shared["length"])), "shared": shared,
            "own": again(daemon_round, tools, frames, hz, own_drags(CLIENTS)),
            **{name: again(daemon_round, tools, frames, hz, (DRAG,), reader) for name, reader in READERS.items()}}
        measured.append(taken)
        log(f"round {number + 1}, p50 and p99 of every line: " + ", ".join(
            f"{name} {of['all_p50']:.0f} {of['all_p99']:.0f}" for name, of in taken.items()))
    return measured


def figure(measured: list[dict[str, Figures]], name: str, quantile: str) -> float:
    return median(taken[name][quantile] for taken in measured)


def ratios(measured: list[dict[str, Figures]], name: str, other: str, quantile: str) -> tuple[float, float, float]:
    """Of neighbouring rounds: the median, the least and the greatest."""
    all_of_them = sorted(taken[name][quantile] / taken[other][quantile] for taken in measured)
    return median(all_of_them), all_of_them[0], all_of_them[-1]


# MARK: - Counts


def instructions_per_subscriber(tools: Tools, frames: int) -> float:
    """Instructions per frame for one more subscriber to the same gesture."""
    return (_instructions(tools, frames, CLIENTS) - _instructions(tools, frames, 1)) / (CLIENTS - 1)


def instructions_with_stuck(tools: Tools, frames: int, touches: int) -> float:
    """Instructions per frame with one client that reads, and one that has not read the lines of earlier touches."""
    return _instructions(tools, frames, 1, partial(stuck_after, touches=touches))


def _instructions(tools: Tools, frames: int, clients: int, other_client: cost.Other = nullcontext) -> float:
    def drag(daemon: Daemon, count: int) -> None:
        with other_client(daemon):
            daemon.crowd(count, cost.SLOW_HZ, clients)
    return cost.per_frame(lambda count: cost.collected(tools, lambda daemon: drag(daemon, count), ROOM), frames)


def mallocs(tools: Tools, frames: int, hz: int = 1000) -> float:
    """Allocations a frame with that many clients and one that is stuck, in the middle of one drag."""
    with Devices() as devices, cost.Counted(tools, devices) as daemon, stuck(daemon):
        return cost.mallocs_of(daemon, daemon.start_crowd(2 * frames, hz, CLIENTS), LEAD, frames, hz)


def resident(tools: Tools, clients: int, request: str = DRAG, frames: int = 1000, hz: int = 250) -> float:
    """Megabytes in the middle of a drag, with that many clients."""
    with Devices() as devices, Daemon(tools, devices) as daemon:
        dragging = daemon.start_crowd(frames, hz, clients, [request])
        time.sleep((LEAD + frames / 2) / hz)
        status = daemon.status()
        finish_drag(dragging)
        return status["VmRSS"] / 1024


def connections(tools: Tools, count: int) -> list[dict[str, int]]:
    """Descriptors and kilobytes after that many clients connected and left, eight times. The heap may grow once, because
    its peak depends on how many requests waited at once. 100 bytes that each client left behind would be 700 kB. The
    daemon returns memory 0.15 s after the last of many clients has left: earlier, the peak would be measured.
    """
    limits = f"[limits]\nclients = {count + 10}\n"
    with Devices() as devices, Daemon(tools, devices, configuration=limits) as daemon:
        return [_connect_and_leave(daemon, count) for _ in range(8)]


def _connect_and_leave(daemon: Daemon, count: int) -> dict[str, int]:
    before = daemon.descriptors()
    clients = [daemon.client() for _ in range(count)]
    # The last one's answer: by then all of them are subscribed.
    while b'"type":"ok"' not in clients[-1].recv(1 << 16):
        pass
    connected = daemon.descriptors()
    for client in clients:
        client.close()
    wait_until(lambda: daemon.descriptors() == before, 10)
    time.sleep(1)
    status = daemon.status()
    return {"before": before, "connected": connected, "after": daemon.descriptors(), "resident": status["VmRSS"]}
