"""A thousand clients, and more clients than the service may have descriptors."""

import re
import resource
import select
import socket
import time
from contextlib import AbstractContextManager

import failures
import service
from drawing import drawn
from resources import processor_time
from subscriber import Subscriber, subscribed
from testing.checks import wait_until
from testing.client import SOCKET, identity
from testing.uinput import TouchDevice, Touchscreen

from faults.repeat import repeat, unequal, unless


def limits(clients: int, descriptors: int) -> AbstractContextManager[None]:
    """Runs the service with these limits."""
    return service.changed(lambda text: re.sub(r"^#clients = .*", f"clients = {clients}", text, flags=re.M),
                           f"LimitNOFILE={descriptors}")


class Crowd:
    """Connections that send nothing, and the first line that each received."""

    def __init__(self, count: int) -> None:
        self.connections: list[socket.socket] = []
        self.lines: dict[int, bytes] = {}
        self.refused = 0
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        # Root has no limit of connections.
        with identity("root"):
            for _ in range(count):
                self.connect()

    def connect(self) -> None:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.setblocking(False)
        # The service needs time to empty the backlog. If it does not, it is out of descriptors.
        end = time.monotonic() + (0 if self.refused else 20)
        while True:
            try:
                connection.connect(SOCKET)
                self.connections.append(connection)
                return
            except BlockingIOError:
                if time.monotonic() >= end:
                    break
                time.sleep(0.02)
        self.refused += 1
        connection.close()

    def listen(self, enough: int) -> None:
        """Until so many have received a first line, or no other has for 10 s."""
        waiting = select.poll()
        named = {connection.fileno(): connection for connection in self.connections}
        for number in named:
            if number not in self.lines:
                waiting.register(number, select.POLLIN)
        while len(self.lines) < enough and (readable := waiting.poll(10_000)):
            for number, _ in readable:
                try:
                    self.lines[number] = named[number].recv(4096)
                except ConnectionResetError:
                    self.lines[number] = b""
                waiting.unregister(number)

    @property
    def connected(self) -> int:
        return sum(line.startswith(b'{"type":"hello"') for line in self.lines.values())

    def disconnect(self, count: int | None = None) -> None:
        for connection in self.connections[:count]:
            self.lines.pop(connection.fileno(), None)
            connection.close()
        del self.connections[:count]


def thousand(times: int, screen: TouchDevice, count: int = 1000) -> None:
    def once(_: int) -> list[str]:
        crowd = Crowd(count)
        crowd.listen(count)
        errors = unequal("connected", crowd.connected, count) + drawn(client, screen)
        crowd.disconnect()
        return errors

    with limits(4096, 4096), subscribed() as client:
        repeat(f"{count} connections come and go", times, once)


def shown(client: Subscriber, device: str, awaited: str) -> tuple[str | None, bool]:
    """The device's last availability, and whether the reason is that descriptors are exhausted."""
    def last() -> dict[str, str]:
        found: list[dict[str, str]] = [m["device"] for m in client.recent("deviceAdded") if m["device"]["id"] == device]
        return found[-1] if found else {}

    wait_until(lambda: last().get("availability") == awaited)
    return last().get("availability"), "Too many open files" in last().get("reason", "")


def exhausted(times: int, screen: TouchDevice) -> None:
    share: list[float] = []

    def once(_: int) -> list[str]:
        since = time.time()
        crowd = Crowd(200)
        crowd.listen(200)
        pid = service.process()
        before, began = processor_time(pid), time.monotonic()
        time.sleep(3)
        share.append((processor_time(pid) - before) / (time.monotonic() - began))
        errors = unless(80 < crowd.connected < 128, f"{crowd.connected} clients connected with 128 descriptors")
        errors += drawn(client, screen)
        log = service.journal("--unit=gestured.service", f"--since=@{int(since)}")
        lines = [line for line in log.splitlines() if "accept a client" in line]
        # Logged once in 30 s.
        most = 1 + (time.time() - since) // 30
        errors += unless(1 <= len(lines) <= most and "Too many open files" in lines[0], f"the journal has {lines}")
        errors += unless(share[-1] < 0.1, f"it uses {share[-1]:.0%} of a processor")
        plugged = Touchscreen("Trial Late Touchscreen")
        errors += unequal("a device plugged in", shown(client, plugged.id, "unavailable"), ("unavailable", True))
        crowd.disconnect(crowd.connected)
        crowd.listen(len(crowd.connections))
        errors += unequal("connected when descriptors were free", crowd.connected, len(crowd.connections))
        errors += unequal("the device when descriptors were free", shown(client, plugged.id, "open"), ("open", False))
        crowd.disconnect()
        plugged.remove()
        wait_until(lambda: client.recent("deviceRemoved")[1:])
        # The line is logged once in 30 s.
        time.sleep(31 if times > 1 else 0)
        return errors

    with limits(4096, 128), subscribed() as client:
        repeat("more connections than descriptors", times, once, lambda: f"waiting costs {max(share):.1%} of a processor")
    failures.reconnected("member").close()
