"""The system calls of threads, and when they are woken, as the kernel traces them (tracefs)."""

import os
import re
from dataclasses import dataclass
from typing import Self

from testing.checks import find

INSTANCE = "/sys/kernel/tracing/instances/trial"
LINE = re.compile(r"-(\d+) +\[\d+\] \S+ +(\d+)\.(\d{6}): (\w+)(.*)")
NUMBER = r"\w+: ([0-9a-f]+)"


@dataclass
class Event:
    # Microseconds of CLOCK_MONOTONIC.
    time: int
    thread: int
    # `read` is the entry of a system call and `read ->` its return. A thread that loses its processor `waits` for an
    # event or, if it could still run, is `displaced`. `sched_waking` wakes a thread.
    what: str
    # The first argument of a call, mostly a descriptor; its result, negative for an error; otherwise the thread concerned.
    number: int


class Trace:
    """Traces these system calls of these threads, and what wakes the threads, within `with`."""

    def __init__(self, threads: list[int], calls: list[str]) -> None:
        self.threads, self.calls = threads, calls

    def __enter__(self) -> Self:
        os.makedirs(INSTANCE)
        put("trace_clock", "mono")
        put("set_event_pid", " ".join(map(str, self.threads)))
        for event in ["sched/sched_waking", "sched/sched_switch", *self._ends()]:
            put(f"events/{event}/enable", "1")
        put("tracing_on", "0")
        return self

    def __exit__(self, *_: object) -> None:
        put("tracing_on", "0")
        os.rmdir(INSTANCE)

    def start(self) -> None:
        put("trace", "")
        put("tracing_on", "1")

    def stop(self) -> list[Event]:
        """The events since the start, in order."""
        put("tracing_on", "0")
        with open(f"{INSTANCE}/trace") as lines:
            return [event for line in lines if (event := read(line))]

    def _ends(self) -> list[str]:
        """The tracepoints of the calls that this kernel has."""
        names = [f"syscalls/sys_{end}_{call}" for call in self.calls for end in ("enter", "exit")]
        return [name for name in names if os.path.exists(f"{INSTANCE}/events/{name}")]


def put(name: str, text: str) -> None:
    with open(f"{INSTANCE}/{name}", "w") as file:
        file.write(text)


def read(line: str) -> Event | None:
    if not (match := LINE.search(line)):
        return None
    thread, seconds, part, what, rest = match.groups()
    what = what.removeprefix("sys_")
    if rest.startswith(" -> "):
        what, number = f"{what} ->", signed(int(rest[4:], 16))
    elif what == "sched_waking":
        number = int(find(r" pid=(\d+)", rest)[1])
    elif what == "sched_switch":
        # In state D the thread waits for a lock within the kernel, not for an event.
        what = "waits" if "prev_state=S" in rest else "displaced"
        number = int(find(r"prev_pid=(\d+)", rest)[1])
    else:
        number = int(find(NUMBER, rest)[1], 16)
    return Event(int(seconds) * 1_000_000 + int(part), int(thread), what, number)


def signed(number: int) -> int:
    return number - (1 << 64) if number >> 63 else number
