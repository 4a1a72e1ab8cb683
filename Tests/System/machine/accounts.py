"""What the service's process holds."""

import os
import re

import shell
from subscriber import wait_until

# What malloc keeps for itself moves by some pages; a leak of 3 KiB a repetition shows.
SPREAD = 256


def descriptors(pid):
    """How many, by what they are; inodes and logind's inhibitors have numbers, which change."""
    held = {}
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            kind = re.sub(r"\[\d+\]|\d+\.ref$", "", os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            continue
        held[kind] = held.get(kind, 0) + 1
    return held


def memory(pid):
    """KiB that are this process's own, written to since it started."""
    with open(f"/proc/{pid}/smaps_rollup") as lines:
        return sum(int(line.split()[1]) for line in lines if line.startswith(("Private_Dirty:", "Swap:")))


class Account:
    """Taken before a fault; `complaints` tells what the service has kept after it."""

    def __init__(self):
        self.pid = shell.daemon()
        self.descriptors = descriptors(self.pid)
        self.memory = None

    def settled(self):
        """From here on memory may not grow: the first repetitions fill what is kept for the next."""
        if (pid := shell.daemon()) != self.pid:
            self.pid = pid
        self.memory = memory(self.pid)

    def complaints(self):
        """The service takes a moment to notice that the last client went."""
        pid = shell.daemon()
        # A service that was started again has only to hold as much as the one before.
        wait_until(lambda: descriptors(pid) == self.descriptors, 10)
        found = []
        if (now := descriptors(pid)) != self.descriptors:
            found.append(f"descriptors {now}, not {self.descriptors}")
        if pid == self.pid and self.memory is not None and memory(pid) > self.memory + SPREAD:
            found.append(f"memory {memory(pid)} KiB, {self.memory} KiB after the first repetitions")
        return found
