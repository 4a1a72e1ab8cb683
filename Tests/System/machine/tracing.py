"""What threads ask of the kernel, and when they are woken, by its own account (tracefs)."""

import os
import re
from dataclasses import dataclass

INSTANCE = "/sys/kernel/tracing/instances/trial"
LINE = re.compile(r"-(\d+) +\[(\d+)\] \S+ +(\d+)\.(\d{6}): (\w+)(.*)")
NUMBER = re.compile(r"\w+: ([0-9a-f]+)")


@dataclass
class Event:
    # Microseconds of CLOCK_MONOTONIC.
    time: int
    thread: int
    processor: int
    # Of a system call it is the name, as `read`, where it is entered, and `read ->` where it returns. A thread that gives
    # its processor to another `waits` for something or, still running, is `displaced`; it may be woken.
    what: str
    # A call's first argument, mostly a descriptor; what it returns, negative for an error; the thread meant otherwise.
    number: int


class Trace:
    """Of these threads and system calls, and of whatever wakes them; within `with`."""

    def __init__(self, threads, calls):
        self.threads, self.calls = threads, calls

    def __enter__(self):
        os.makedirs(INSTANCE)
        put("trace_clock", "mono")
        put("set_event_pid", " ".join(map(str, self.threads)))
        for event in ["sched/sched_waking", "sched/sched_switch", *self._ends()]:
            put(f"events/{event}/enable", "1")
        put("tracing_on", "0")
        return self

    def __exit__(self, *_):
        put("tracing_on", "0")
        os.rmdir(INSTANCE)

    def start(self):
        put("trace", "")
        put("tracing_on", "1")

    def stop(self):
        """What was traced since the start, in its order."""
        put("tracing_on", "0")
        with open(f"{INSTANCE}/trace") as lines:
            return [event for line in lines if (event := read(line))]

    def _ends(self):
        """Of a call that this kernel does not have there is nothing to see."""
        names = [f"syscalls/sys_{end}_{call}" for call in self.calls for end in ("enter", "exit")]
        return [name for name in names if os.path.exists(f"{INSTANCE}/events/{name}")]


def put(name, text):
    with open(f"{INSTANCE}/{name}", "w") as file:
        file.write(text)


def read(line):
    if not (match := LINE.search(line)):
        return None
    thread, processor, seconds, part, what, rest = match.groups()
    what = what.removeprefix("sys_")
    if rest.startswith(" -> "):
        what, number = f"{what} ->", signed(int(rest[4:], 16))
    elif what == "sched_waking":
        number = int(re.search(r" pid=(\d+)", rest)[1])
    elif what == "sched_switch":
        # A lock within the kernel (D) is held for a moment by another, and no wait of the thread's own.
        what = "waits" if "prev_state=S" in rest else "displaced"
        number = int(re.search(r"prev_pid=(\d+)", rest)[1])
    else:
        number = int(NUMBER.search(rest)[1], 16)
    return Event(int(seconds) * 1_000_000 + int(part), int(thread), int(processor), what, number)


def signed(number):
    return number - (1 << 64) if number >> 63 else number
