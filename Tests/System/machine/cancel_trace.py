"""Follows a `cancelled` from its cause to the client, as the kernel traced it."""

import os
from dataclasses import dataclass

import shell
from subscriber import LocalSubscriber
from tracing import Trace

# The return of one of these begins a turn of the loop.
WAITS = ["epoll_wait", "epoll_pwait", "epoll_pwait2"]
CALLS = [*WAITS, "read", "recvmsg", "sendmsg", "sendto", "recvfrom"]


def descriptors():
    """The daemon's descriptors and what each is."""
    folder = f"/proc/{shell.daemon()}/fd"
    return {int(name): os.readlink(f"{folder}/{name}") for name in os.listdir(folder)}


def subscriber(user):
    """A subscriber whose connection's descriptor in the daemon is known."""
    before = descriptors()
    client = LocalSubscriber(user)
    client.ready()
    client.end = next(iter(descriptors().keys() - before.keys()))
    return client


@dataclass
class CancelTiming:
    """Microseconds of CLOCK_MONOTONIC of the steps of one cancel."""

    # The cause could be read, and nothing earlier was left unread.
    readable: int
    # The loop's turn begins.
    woke: int
    sent: int
    # The client has its bytes.
    arrived: int
    errors: list


class CancelTrace:
    """Traces the cancels that are sent to these clients, within `with`."""

    def __init__(self, clients):
        self.daemon = shell.daemon()
        self.trace = Trace([self.daemon, *(client.thread for client in clients)], CALLS)
        links = descriptors()
        self.devices = {number for number, link in links.items() if link.startswith("/dev/input/")}
        # sd_notify(3) opens a socket of its own for each notification.
        self.bus = {number for number, link in links.items() if link.startswith("socket:")}
        # logind reports through its files by inotify, and through the bus. Only udev's messages are also recvmsg(2).
        self.folders = {number for number, link in links.items() if link == "anon_inode:inotify"}

    def __enter__(self):
        self.trace.__enter__()
        return self

    def __exit__(self, *error):
        self.trace.__exit__(*error)

    def start(self, client):
        client.settle()
        self.before = client.position
        self.trace.start()

    def timing(self, client):
        """The last cancel's timing; None if there was no cancel."""
        events = self.trace.stop()
        cancels = [m for m in client.recent() if m["phase"] == "cancelled" and m["reason"] != "failed"]
        if not cancels:
            return None
        own = [event for event in events if event.thread == self.daemon]
        sent = self._sending(own, client.end, cancels[-1]["position"] - self.before)
        if sent is None:
            return None
        turn = max(at for at in range(sent) if returns(own[at]))
        arrived = next(e.time for e in events
                       if e.thread == client.thread and e.what == "recvfrom ->" and e.time >= own[sent].time)
        readable = self._readable(events, own, turn)
        return CancelTiming(readable, own[turn].time, own[sent].time, arrived, self._errors(own[turn:sent]))

    @staticmethod
    def _sending(own, descriptor, bytes):
        """The index of the call that sent the last of that many bytes."""
        for at, event in enumerate(own):
            if event.what == "sendto" and event.number == descriptor:
                done = next(e for e in own[at:] if e.what == "sendto ->")
                bytes -= max(done.number, 0)
                if bytes <= 0:
                    return at
        return None

    def _readable(self, events, own, turn):
        """When the daemon was woken for this turn; if it was awake, when the turn before began."""
        before = max((at for at in range(turn) if returns(own[at])), default=0)
        waits = [e.time for e in own[before:turn] if e.what in WAITS]
        woken = [e.time for e in events if e.what == "sched_waking" and e.number == self.daemon
                 and waits and waits[-1] <= e.time <= own[turn].time]
        return woken[0] if woken else own[before].time

    def _errors(self, turn):
        """The turn that sends the cancel reads its cause, reads no touch before it is sent, and does not wait."""
        read = [e.number for e in turn if e.what == "read"]
        causes = self.folders & set(read) or [e for e in turn if e.what == "recvmsg"]
        seen = ", ".join(f"{event.what} {event.number}" for event in turn)
        errors = [] if causes else [f"the cause was read in an earlier turn of the loop: {seen}"]
        errors += [f"a device was read before the cancel was sent: {seen}"] * bool(self.devices & set(read))
        errors += [f"the daemon waited before the cancel was sent: {seen}"] * any(e.what == "waits" for e in turn)
        queried = any(e.what == "sendmsg" and e.number in self.bus for e in turn)
        return errors + [f"the bus was queried before the cancel was sent: {seen}"] * queried


def returns(event):
    return event.what in [f"{call} ->" for call in WAITS]
