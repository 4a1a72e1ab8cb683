"""Every fault, and how often it is repeated: all of them by `make faults`, some of them in every system test."""

import sys
import time
from collections.abc import Callable, Iterable

from faults import (
    attacks,
    clocks,
    disconnecting,
    focus,
    full_disk,
    killing,
    logins,
    many_clients,
    overrunning,
    panels,
    pens,
    session_changes,
    stopped_client,
    timing,
    trust,
    unplugging,
)
from panel import PANELS
from subscriber import subscribed
from testing.uinput import TouchDevice

Fault = tuple[str, Callable[[int, TouchDevice], None], int, int]

# Name, function, repetitions for `make faults`, and repetitions in every system test.
FAULTS: list[Fault] = [
    ("unplugging", lambda times, _: unplugging.each_phase(times), len(unplugging.PHASES), 5),
    ("storm", lambda times, _: unplugging.storm(times), 200, 10),
    ("overrun", overrunning.overrun, 20, 2),
    ("pens", lambda times, _: pens.approaches(times), pens.APPROACHES, 6),
    ("bad-pens", lambda times, _: pens.bad_pens(times), 10, 1),
    ("panels", lambda times, _: panels.play(times), len(PANELS), 1),
    ("lid", lambda times, _: pens.lid(times), 10, 2),
    ("killing", killing.kill, 10, 1),
    ("disconnecting", disconnecting.every_byte, disconnecting.EVERY, 20),
    ("clock", clocks.jumps, 10, 1),
    ("thousand", many_clients.thousand, 3, 0),
    ("exhausted", many_clients.exhausted, 2, 0),
    ("by-hand", full_disk.by_hand, 4, 2),
    ("full", full_disk.run_full, 4, 2),
    ("full-killed", full_disk.killed_meanwhile, 3, 0),
    ("stopped-client", stopped_client.stop, 4, 0),
]
# With logind: `member` and `guest` are logged in on the first two terminals.
SESSION_FAULTS: list[Fault] = [
    ("terminals", session_changes.terminals, 100, 5),
    ("locking", session_changes.locking, 10, 1),
    ("sleeping", session_changes.sleeping, 3, 1),
    ("other-seat", session_changes.other_seat, 3, 1),
    ("attacks", attacks.run, 1, 0),
    ("subordinate-users", trust.subordinate_users, 2500, 0),
    ("locks", trust.locks, 20, 5),
    ("processes", trust.processes, 5, 1),
    ("turned-outputs", trust.turned_outputs, 10, 2),
    ("places", trust.places, 5, 1),
    ("timing", timing.classify, 3, 0),
    # Then `member` logs out: until then the focus stays lost.
    ("focus", focus.following, 20, 2),
    ("logins", logins.again, 4, 2),
]


def managed() -> bool:
    """True if the daemon knows of sessions."""
    with subscribed() as client:
        return bool(client.hello.get("access", {}).get("session", "unmanaged") != "unmanaged")


def run(screen: TouchDevice, names: Iterable[str] = (), often: bool = True) -> None:
    """Every fault, or those named."""
    known = [name for name, *_ in FAULTS + SESSION_FAULTS]
    if unknown := set(names) - set(known):
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    for name, fault, many, few in FAULTS + (SESSION_FAULTS if managed() else []):
        times = many if often else few
        if times and (not names or name in names):
            began = time.monotonic()
            fault(times, screen)
            print(f"          in {time.monotonic() - began:.0f} s", flush=True)
