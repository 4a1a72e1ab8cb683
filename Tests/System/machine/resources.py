"""What the service's process holds: descriptors and allocated memory."""

import os
import re

import shell
from subscriber import wait_until

# KiB. malloc's own bookkeeping varies by some pages; a leak of 3 KiB in each repetition shows.
TOLERANCE = 256
# The first line of a mapping in smaps; a file's path is last.
MAPPING = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$")


def descriptors(pid):
    """How many of each kind, without the numbers in their names, which change."""
    held = {}
    for name in os.listdir(f"/proc/{pid}/fd"):
        try:
            kind = re.sub(r"\[\d+\]|\d+\.ref$", "", os.readlink(f"/proc/{pid}/fd/{name}"))
        except FileNotFoundError:
            continue
        held[kind] = held.get(kind, 0) + 1
    return held


def allocated(pid):
    """KiB written to in the heap and other anonymous mappings. Pages of files come and go with the page cache."""
    total, counts = 0, False
    with open(f"/proc/{pid}/smaps") as lines:
        for line in lines:
            if mapping := MAPPING.match(line):
                counts = mapping[1] in ("", "[heap]")
            elif counts and line.startswith(("Private_Dirty:", "Swap:")):
                total += int(line.split()[1])
    return total


class Resources:
    """Taken before a fault; `leaks` compares with it afterwards."""

    def __init__(self):
        self.pid = shell.daemon()
        self.descriptors = descriptors(self.pid)
        self.allocated = None

    def begin_memory(self):
        """Memory must not grow from here on. The first repetitions fill buffers that later ones reuse."""
        self.pid = shell.daemon()
        self.allocated = allocated(self.pid)

    def leaks(self):
        pid = shell.daemon()
        # The service notices a moment later that the last client disconnected. A service that was restarted must hold
        # as many descriptors as the one before.
        wait_until(lambda: descriptors(pid) == self.descriptors)
        found = []
        if (now := descriptors(pid)) != self.descriptors:
            found.append(f"descriptors {now}, not {self.descriptors}")
        if pid == self.pid and self.allocated is not None and (now := allocated(pid)) > self.allocated + TOLERANCE:
            found.append(f"{now} KiB allocated, {self.allocated} KiB after the first repetitions")
        return found
