"""More clients than anybody has, and more than the service may have descriptors."""

import contextlib
import os
import re
import resource
import select
import socket
import time

import failures
import shell
import touch
from drawing import draw
from faults.repeat import repeat, unequal
from subscriber import DRAG, SOCKET, LocalSubscriber, identity, wait_until

CONFIGURATION = "/etc/gestured/gestured.toml"
DROP_IN = "/run/systemd/system/gestured.service.d"


@contextlib.contextmanager
def limits(clients, descriptors):
    """The service with other limits, and again with its own."""
    with open(CONFIGURATION) as lines:
        before = lines.read()
    raised = re.sub(r"^#clients = .*", f"clients = {clients}", before, flags=re.M)
    with open(CONFIGURATION, "w") as lines:
        lines.write(raised)
    os.makedirs(DROP_IN, exist_ok=True)
    with open(f"{DROP_IN}/limits.conf", "w") as lines:
        lines.write(f"[Service]\nLimitNOFILE={descriptors}\n")
    restart()
    try:
        yield
    finally:
        with open(CONFIGURATION, "w") as lines:
            lines.write(before)
        os.remove(f"{DROP_IN}/limits.conf")
        os.rmdir(DROP_IN)
        restart()


def restart():
    shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "restart", "gestured.service")


class Crowd:
    """Connections that say nothing, and what came of each."""

    def __init__(self, count):
        self.connections, self.heard, self.refused = [], {}, 0
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        # Root's, which no limit of one user's holds for.
        with identity("root"):
            for _ in range(count):
                self.connect()

    def connect(self):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.setblocking(False)
        # As long as the service may take to make room in the backlog; once it has not, it is out of descriptors.
        end = time.monotonic() + (0 if self.refused else 10)
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

    def listen(self, seconds, enough):
        """Until so many have had a first line, or nobody has for some time."""
        waiting = select.poll()
        named = {connection.fileno(): connection for connection in self.connections}
        for number in named:
            if number not in self.heard:
                waiting.register(number, select.POLLIN)
        end = time.monotonic() + seconds
        while len(self.heard) < enough and time.monotonic() < end:
            for number, _ in waiting.poll(200):
                try:
                    self.heard[number] = named[number].recv(4096)
                except ConnectionResetError:
                    self.heard[number] = b""
                waiting.unregister(number)
        return len(self.heard)

    @property
    def greeted(self):
        return sum(line.startswith(b'{"type":"hello"') for line in self.heard.values())

    def leave(self, count=None):
        for connection in self.connections[:count]:
            self.heard.pop(connection.fileno(), None)
            connection.close()
        del self.connections[:count]


def whole_drag(client, screen):
    client.mark()
    draw(screen)
    client.last(DRAG, "drag")
    return unequal("a drag meanwhile", client.phases(DRAG), [["began", "changed", "ended"]])


def thousand(times, screen, count=1000):
    with limits(4096, 4096):
        old = LocalSubscriber("member")
        old.ready()

        def once(_):
            crowd = Crowd(count)
            crowd.listen(60, count)
            wrong = unequal("greeted", crowd.greeted, count) + whole_drag(old, screen)
            crowd.leave()
            return wrong

        repeat(f"{count} connections come and go", times, once)
        old.close()


def busy(pid):
    """Seconds of processor the service has used."""
    with open(f"/proc/{pid}/stat") as line:
        fields = line.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def complaints(since):
    log = shell.output("journalctl", "--unit=gestured.service", f"--since=@{int(since)}", "--output=cat", "--no-pager")
    return [line for line in log.splitlines() if "accept a client" in line]


def shown(client, device, awaited):
    """As what the client last heard of the device, and whether that is for want of descriptors."""

    def last():
        return ([m["device"] for m in client.recent("deviceAdded") if m["device"]["id"] == device] or [{}])[-1]

    wait_until(lambda: last().get("availability") == awaited)
    return last().get("availability"), "Too many open files" in last().get("reason", "")


def exhausted(times, screen):
    with limits(4096, 128):
        old = LocalSubscriber("member")
        old.ready()
        share = []

        def once(_):
            since = time.time()
            crowd = Crowd(200)
            crowd.listen(5, 200)
            pid = shell.daemon()
            before, began = busy(pid), time.monotonic()
            time.sleep(3)
            share.append((busy(pid) - before) / (time.monotonic() - began))
            wrong = [] if 80 < crowd.greeted < 128 else [f"{crowd.greeted} were greeted by 128 descriptors"]
            wrong += whole_drag(old, screen)
            lines = complaints(since)
            wrong += [] if len(lines) == 1 and "Too many open files" in lines[0] else [f"the journal has {lines}"]
            wrong += [] if share[-1] < 0.1 else [f"it spins: {share[-1]:.0%} of a processor"]
            plugged = touch.Touchscreen("Trial Late Touchscreen")
            wrong += unequal("a device plugged in", shown(old, plugged.id, "unavailable"), ("unavailable", True))
            first = crowd.greeted
            crowd.leave(first)
            crowd.listen(10, len(crowd.connections))
            wrong += unequal("greeted once there was room", crowd.greeted, len(crowd.connections))
            wrong += unequal("the device once there was room", shown(old, plugged.id, "open"), ("open", False))
            crowd.leave()
            plugged.remove()
            wait_until(lambda: old.recent("deviceRemoved")[1:])
            # The journal's line comes once in 30 s.
            time.sleep(31 if times > 1 else 0)
            return wrong

        repeat("more connections than descriptors", times, once,
               lambda: f"waiting costs {max(share):.1%} of a processor")
        old.close()
    failures.reconnected("member").close()
