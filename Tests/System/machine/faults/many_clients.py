"""A thousand clients, and more clients than the service may have descriptors."""

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
    """Runs the service with these limits within `with`."""
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
    """Connections that send nothing, and the first line that each received."""

    def __init__(self, count):
        self.connections, self.lines, self.refused = [], {}, 0
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        # Root has no limit of connections.
        with identity("root"):
            for _ in range(count):
                self.connect()

    def connect(self):
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

    def listen(self, enough):
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
        return len(self.lines)

    @property
    def connected(self):
        return sum(line.startswith(b'{"type":"hello"') for line in self.lines.values())

    def disconnect(self, count=None):
        for connection in self.connections[:count]:
            self.lines.pop(connection.fileno(), None)
            connection.close()
        del self.connections[:count]


def whole_drag(client, screen):
    client.mark()
    draw(screen)
    client.last(DRAG, "drag")
    return unequal("another client's drag", client.phases(DRAG), [["began", "changed", "ended"]])


def thousand(times, screen, count=1000):
    with limits(4096, 4096):
        client = LocalSubscriber("member")
        client.ready()

        def once(_):
            crowd = Crowd(count)
            crowd.listen(count)
            errors = unequal("connected", crowd.connected, count) + whole_drag(client, screen)
            crowd.disconnect()
            return errors

        repeat(f"{count} connections come and go", times, once)
        client.close()


def busy(pid):
    """Seconds of processor time that the service has used."""
    with open(f"/proc/{pid}/stat") as line:
        fields = line.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def logged(since):
    log = shell.output("journalctl", "--unit=gestured.service", f"--since=@{int(since)}", "--output=cat", "--no-pager")
    return [line for line in log.splitlines() if "accept a client" in line]


def shown(client, device, awaited):
    """The device's last availability, and whether the reason is that descriptors are exhausted."""

    def last():
        return ([m["device"] for m in client.recent("deviceAdded") if m["device"]["id"] == device] or [{}])[-1]

    wait_until(lambda: last().get("availability") == awaited)
    return last().get("availability"), "Too many open files" in last().get("reason", "")


def exhausted(times, screen):
    with limits(4096, 128):
        client = LocalSubscriber("member")
        client.ready()
        share = []

        def once(_):
            since = time.time()
            crowd = Crowd(200)
            crowd.listen(200)
            pid = shell.daemon()
            before, began = busy(pid), time.monotonic()
            time.sleep(3)
            share.append((busy(pid) - before) / (time.monotonic() - began))
            errors = [] if 80 < crowd.connected < 128 else [f"{crowd.connected} clients connected with 128 descriptors"]
            errors += whole_drag(client, screen)
            lines = logged(since)
            errors += [] if len(lines) == 1 and "Too many open files" in lines[0] else [f"the journal has {lines}"]
            errors += [] if share[-1] < 0.1 else [f"it uses {share[-1]:.0%} of a processor"]
            plugged = touch.Touchscreen("Trial Late Touchscreen")
            errors += unequal("a device plugged in", shown(client, plugged.id, "unavailable"), ("unavailable", True))
            first = crowd.connected
            crowd.disconnect(first)
            crowd.listen(len(crowd.connections))
            errors += unequal("connected when descriptors were free", crowd.connected, len(crowd.connections))
            errors += unequal("the device when descriptors were free", shown(client, plugged.id, "open"), ("open", False))
            crowd.disconnect()
            plugged.remove()
            wait_until(lambda: client.recent("deviceRemoved")[1:])
            # The line is logged once in 30 s.
            time.sleep(31 if times > 1 else 0)
            return errors

        repeat("more connections than descriptors", times, once,
               lambda: f"waiting costs {max(share):.1%} of a processor")
        client.close()
    failures.reconnected("member").close()
