"""The way of a `cancelled`, from what caused it to the client, as the kernel saw it."""

import os
from dataclasses import dataclass

import shell
from stalls import Stalls
from subscriber import LocalSubscriber
from tracing import Trace

# Of these each that returns begins a turn of the loop.
WAITS = ["epoll_wait", "epoll_pwait", "epoll_pwait2"]
CALLS = [*WAITS, "read", "recvmsg", "sendmsg", "sendto", "recvfrom"]


def descriptors():
    """The daemon's, and what each is."""
    folder = f"/proc/{shell.daemon()}/fd"
    return {int(name): os.readlink(f"{folder}/{name}") for name in os.listdir(folder)}


def subscriber(user):
    """One of whom the daemon's end of the connection is known."""
    before = descriptors()
    client = LocalSubscriber(user)
    client.ready()
    client.end = next(iter(descriptors().keys() - before.keys()))
    return client


@dataclass
class Way:
    """Microseconds of CLOCK_MONOTONIC at which a cancel was on its way."""

    # The cause could be read; nothing earlier was left unread.
    told: int
    # The loop's turn begins.
    woke: int
    sent: int
    # The client has its bytes.
    arrived: int
    # How long of the time since it was told a processor that the daemon or the client ran on stood still.
    stood: int
    wrong: list

    @property
    def took(self):
        """From when the cause could be read, as far as the machine ran."""
        return self.arrived - self.told - self.stood


class Watch:
    """Follows the cancels to these clients; within `with`."""

    def __init__(self, clients):
        self.daemon = shell.daemon()
        self.trace = Trace([self.daemon, *(client.thread for client in clients)], CALLS)
        links = descriptors()
        self.devices = {number for number, link in links.items() if link.startswith("/dev/input/")}
        # A notification of the service manager's is sent through one that is opened for it.
        self.bus = {number for number, link in links.items() if link.startswith("socket:")}
        # logind's files tell by inotify, and it by the bus: nothing else is read by recvmsg(2) but udev.
        self.folders = {number for number, link in links.items() if link == "anon_inode:inotify"}

    def __enter__(self):
        self.trace.__enter__()
        self.stalls = Stalls().__enter__()
        return self

    def __exit__(self, *error):
        self.stalls.__exit__(*error)
        self.trace.__exit__(*error)

    def start(self, client):
        """All that was sent to the client must have come."""
        self.before = client.position
        self.trace.start()

    def way(self, client):
        """The last cancel's; nothing where there was none."""
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
        told = self._told(events, own, turn)
        processors = {event.processor for event in events
                      if told <= event.time <= arrived and event.thread in (self.daemon, client.thread)}
        stood = self.stalls.within(told, arrived, processors)
        return Way(told, own[turn].time, own[sent].time, arrived, stood, self._wrong(own[turn:sent]))

    @staticmethod
    def _sending(own, descriptor, bytes):
        """Where that many bytes were sent."""
        for at, event in enumerate(own):
            if event.what == "sendto" and event.number == descriptor:
                done = next(e for e in own[at:] if e.what == "sendto ->")
                bytes -= max(done.number, 0)
                if bytes <= 0:
                    return at
        return None

    def _told(self, events, own, turn):
        """When the daemon was woken for this turn; if it was awake, when it last looked before."""
        before = max((at for at in range(turn) if returns(own[at])), default=0)
        waits = [e.time for e in own[before:turn] if e.what in WAITS]
        woken = [e.time for e in events if e.what == "sched_waking" and e.number == self.daemon
                 and waits and waits[-1] <= e.time <= own[turn].time]
        return woken[0] if woken else own[before].time

    def _wrong(self, turn):
        """The cause is read in the turn that sends the cancel; no touch is read before that, and nothing waited for."""
        read = [e.number for e in turn if e.what == "read"]
        causes = self.folders & set(read) or [e for e in turn if e.what == "recvmsg"]
        seen = ", ".join(f"{event.what} {event.number}" for event in turn)
        wrong = [] if causes else [f"the cause was read in an earlier turn of the loop: {seen}"]
        wrong += [f"a device was read before the cancel was sent: {seen}"] * bool(self.devices & set(read))
        wrong += [f"the daemon waited before the cancel was sent: {seen}"] * any(e.what == "waits" for e in turn)
        asked = any(e.what == "sendmsg" and e.number in self.bus for e in turn)
        return wrong + [f"the bus was asked before the cancel was sent: {seen}"] * asked


def returns(event):
    return event.what in [f"{call} ->" for call in WAITS]
