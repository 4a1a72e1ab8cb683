"""Everything that may break, broken as often as asked for: all of it by `make faults`, some of it in every test."""

import sys
import time

from faults import clocks, crowding, disconnecting, filling, killing, leaving, looking, overrunning, sticking, unplugging
from subscriber import LocalSubscriber

# Name, what it does, how often for `make faults`, and how often in every test (0: not at all).
FAULTS = [
    ("unplugging", lambda times, _: unplugging.each_phase(times), len(unplugging.PHASES), 5),
    ("storm", lambda times, _: unplugging.storm(times), 200, 10),
    ("overrun", overrunning.overrun, 20, 2),
    ("killing", killing.kill, 10, 1),
    ("disconnecting", disconnecting.every_byte, disconnecting.EVERY, 20),
    ("clock", clocks.jumps, 10, 1),
    ("thousand", crowding.thousand, 3, 0),
    ("exhausted", crowding.exhausted, 2, 0),
    ("by-hand", filling.by_hand, 4, 2),
    ("full", filling.run_full, 4, 2),
    ("full-killed", filling.killed_meanwhile, 3, 0),
    ("sticking", sticking.stick, 4, 0),
]
# With logind: `member` and `guest` are logged in on the first two terminals.
LEAVING = [
    ("terminals", leaving.terminals, 100, 5),
    ("locking", leaving.locking, 10, 1),
    ("sleeping", leaving.sleeping, 3, 1),
    ("other-seat", leaving.other_seat, 3, 1),
    # Last: until `member` has logged out, whoever told of the focus is missed.
    ("focus", looking.following, 20, 2),
]


def managed():
    """Whether the daemon knows of sessions."""
    client = LocalSubscriber("member")
    client.ready()
    known = (client.hello or {}).get("access", {}).get("session", "unmanaged")
    client.close()
    return known != "unmanaged"


def run(screen, names=(), often=True):
    """Every fault, or those named."""
    known = [name for name, *_ in FAULTS + LEAVING]
    if unknown := set(names) - set(known):
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for name, fault, many, few in FAULTS + (LEAVING if managed() else []):
        times = many if often else few
        if times and (not names or name in names):
            began = time.monotonic()
            fault(times, screen)
            print(f"          in {time.monotonic() - began:.0f} s", flush=True)
