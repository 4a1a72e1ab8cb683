"""Follows a `cancelled` from its cause to the client, as the kernel traced it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import service
from subscriber import LocalSubscriber, Subscriber
from testing import shell
from testing.checks import wait_until
from tracing import Event, Trace

# The return of one of these begins a turn of the loop.
WAITS = ["epoll_wait", "epoll_pwait", "epoll_pwait2"]
CALLS = [*WAITS, "read", "recvmsg", "sendmsg", "sendto", "recvfrom"]


class Traceable(LocalSubscriber):
    """A subscriber whose connection's descriptor in the daemon is known."""

    end = -1


def traceable(user: str) -> Traceable:
    before = sockets(service.process())
    client = Traceable(user)
    client.ready()
    # A notification's socket is gone at the next look; the descriptor of the client's process is not a socket.
    wait_until(lambda: len(sockets(service.process()).keys() - before.keys()) == 1)
    [end] = sockets(service.process()).keys() - before.keys()
    client.end = sockets(service.process())[end]
    return client


def sockets(pid: int) -> dict[str, int]:
    """The process's sockets and their descriptors: a descriptor's number is used again, the name of its socket is not."""
    return {link: number for number, link in shell.descriptors(pid).items() if link.startswith("socket:")}


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
    errors: list[str]


class CancelTrace:
    """Traces the cancels that are sent to these clients, within `with`. Each must be sent in the turn that reads its cause; times
    are only reported."""

    def __init__(self, clients: Sequence[Subscriber]) -> None:
        self.daemon = service.process()
        self.trace = Trace([self.daemon, *(client.thread for client in clients)], CALLS)
        links = shell.descriptors(self.daemon)
        self.devices = {number for number, link in links.items() if link.startswith("/dev/input/")}
        # sd_notify(3) opens a socket of its own for each notification.
        self.bus = {number for number, link in links.items() if link.startswith("socket:")}
        # logind reports through its files by inotify, and through the bus. Only udev's messages are also recvmsg(2).
        self.folders = {number for number, link in links.items() if link == "anon_inode:inotify"}
        self.requested: list[int] = []
        self.timings: list[CancelTiming] = []

    def __enter__(self) -> Self:
        self.trace.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self.trace.__exit__(*error)

    def start(self, client: Subscriber) -> None:
        client.synchronise()
        self.before = client.bytes
        self.trace.start()

    def errors(self, client: Traceable, requested: int) -> list[str]:
        """Those of the last cancel, whose cause was requested at that time."""
        timing = self._timing(client)
        if timing is None:
            return ["the trace has no cancel"]
        self.requested.append(requested)
        self.timings.append(timing)
        return timing.errors

    def summary(self) -> str:
        """The first stage is the work of logind and the bus."""
        stages = {
            "request to readable": [t.readable - requested for requested, t in zip(self.requested, self.timings)],
            "to the loop's turn": [t.woke - t.readable for t in self.timings],
            "to its write": [t.sent - t.woke for t in self.timings],
            "to the client": [t.arrived - t.sent for t in self.timings],
            "readable to client": [t.arrived - t.readable for t in self.timings],
        }
        return "; ".join(["ms at 50/90/99 %/maximum", *(f"{name} {spread(times)}" for name, times in stages.items() if times)])

    def _timing(self, client: Traceable) -> CancelTiming | None:
        """The last cancel's; None if there was no cancel."""
        events = self.trace.stop()
        cancels = [m for m in client.recent() if m["phase"] == "cancelled" and m["reason"] != "failed"]
        own = [event for event in events if event.thread == self.daemon]
        sent = self._sending(own, client.end, cancels[-1]["bytes"] - self.before) if cancels else None
        if sent is None:
            return None
        turn = max(at for at in range(sent) if returns(own[at]))
        arrived = next(e.time for e in events
                       if e.thread == client.thread and e.what == "recvfrom ->" and e.time >= own[sent].time)
        readable = self._readable(events, own, turn)
        return CancelTiming(readable, own[turn].time, own[sent].time, arrived, self._errors(own[turn:sent]))

    @staticmethod
    def _sending(own: list[Event], descriptor: int, bytes: int) -> int | None:
        """The index of the call that sent the last of that many bytes."""
        for at, event in enumerate(own):
            if event.what == "sendto" and event.number == descriptor:
                done = next(e for e in own[at:] if e.what == "sendto ->")
                bytes -= max(done.number, 0)
                if bytes <= 0:
                    return at
        return None

    def _readable(self, events: list[Event], own: list[Event], turn: int) -> int:
        """When the daemon was woken for this turn; if it was awake, when the turn before began."""
        before = max((at for at in range(turn) if returns(own[at])), default=0)
        waits = [e.time for e in own[before:turn] if e.what in WAITS]
        woken = [e.time for e in events if e.what == "sched_waking" and e.number == self.daemon
                 and waits and waits[-1] <= e.time <= own[turn].time]
        return woken[0] if woken else own[before].time

    def _errors(self, turn: list[Event]) -> list[str]:
        """The turn that sends the cancel reads its cause, reads no touch before it is sent, and does not wait."""
        read = {e.number for e in turn if e.what == "read"}
        causes = self.folders & read or [e for e in turn if e.what == "recvmsg"]
        faults = {
            "the cause was read in an earlier turn of the loop": not causes,
            "a device was read before the cancel was sent": self.devices & read,
            "the daemon waited before the cancel was sent": any(e.what == "waits" for e in turn),
            "the bus was queried before the cancel was sent": any(e.what == "sendmsg" and e.number in self.bus for e in turn),
        }
        seen = ", ".join(f"{event.what} {event.number}" for event in turn)
        return [f"{fault}: {seen}" for fault, is_true in faults.items() if is_true]


def spread(times: list[int]) -> str:
    places = [min(len(times) * share // 100, len(times) - 1) for share in (50, 90, 99, 100)]
    return "/".join(f"{sorted(times)[place] / 1000:.1f}" for place in places)


def returns(event: Event) -> bool:
    return event.what in [f"{call} ->" for call in WAITS]
