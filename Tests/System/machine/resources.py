"""What the service's process holds: descriptors and allocated memory."""

import collections
import os
import re
import time
from pathlib import Path

import service
from testing import shell
from testing.checks import wait_until

# KiB. malloc's own bookkeeping varies by some pages; a leak of 3 KiB in each repetition shows.
TOLERANCE = 256
# Exists where logind runs.
SEATS = "/run/systemd/seats"
# The file of a sleep inhibitor without its number, as `descriptors` names it.
INHIBITOR = "/run/systemd/inhibit/"
# The first line of a mapping in smaps; a file's path is last.
MAPPING = re.compile(r"^[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \d+ *(.*)$")


def descriptors(pid: int) -> collections.Counter[str]:
    """How many of each kind, without the numbers in their names, which change."""
    return collections.Counter(re.sub(r"\[\d+\]|\d+\.ref$", "", link) for link in shell.descriptors(pid).values())


def held(pid: int) -> collections.Counter[str]:
    """The descriptors of a service that has started: logind grants it the sleep inhibitor a moment later."""
    wait_until(lambda: descriptors(pid)[INHIBITOR] or not os.path.exists(SEATS))
    return descriptors(pid)


def allocated(pid: int) -> int:
    """KiB written to in the heap and other anonymous mappings. Pages of files come and go with the page cache."""
    total, counts = 0, False
    for line in Path(f"/proc/{pid}/smaps").read_text().splitlines():
        if mapping := MAPPING.match(line):
            counts = mapping[1] in ("", "[heap]")
        elif counts and line.startswith(("Private_Dirty:", "Swap:")):
            total += int(line.split()[1])
    return total


def processor_time(pid: int) -> float:
    """Seconds that the process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def settled(pid: int) -> int:
    """What is allocated once the service has returned memory: 0.15 s after the last of many clients has left, at most three times
    in a second. A slow machine needs longer, and the service has not returned it while it still works. Where fingers go on
    drawing it never rests: then the least of some seconds counts."""
    least, used, unchanged = allocated(pid), processor_time(pid), 0
    for _ in range(40):
        if unchanged == 3:
            break
        time.sleep(0.5)
        now, working = allocated(pid), processor_time(pid) - used > 0.02
        used = processor_time(pid)
        least, unchanged = (min(least, now), 0) if now < least or working else (least, unchanged + 1)
    return least


class Resources:
    """Taken before a fault; `leaks` compares with it afterwards."""

    def __init__(self) -> None:
        self.pid = service.process()
        self.descriptors = held(self.pid)
        self.allocated: int | None = None

    def begin_memory(self) -> None:
        """Memory must not grow from here on. The first repetitions fill buffers that later ones reuse."""
        self.pid = service.process()
        self.allocated = settled(self.pid)

    def leaks(self) -> list[str]:
        pid = service.process()
        # The service notices a moment later that the last client disconnected. A service that was restarted must hold
        # as many descriptors as the one before.
        wait_until(lambda: descriptors(pid) == self.descriptors)
        found = []
        if (now := descriptors(pid)) != self.descriptors:
            found.append(f"descriptors: {dict(now - self.descriptors)} more, {dict(self.descriptors - now)} fewer")
        if pid == self.pid and self.allocated is not None and (kib := settled(pid)) > self.allocated + TOLERANCE:
            found.append(f"{kib} KiB allocated, {self.allocated} KiB after the first repetitions")
        return found
