"""Two hostile users run the attacks of Benchmarks/programs/hostile.c, each with all connections that a user may have."""

import contextlib
import pwd
import time
from collections.abc import Iterator
from pathlib import Path

import service
from drawing import drawn
from resources import allocated, descriptors, held
from subscriber import LONG_PRESS, Subscriber, subscribed
from testing import shell
from testing.checks import check, wait_until
from testing.client import SOCKET, Lines, Message, connected
from testing.uinput import TouchDevice

from faults.repeat import row

HOSTILE = Path(__file__).parents[1] / "hostile"
CONNECTIONS = 128
ATTACKS = {**{letter: letter for letter in "ABCDFGM"}, "all": "ABCDFGM"}
# KiB.
PEAK = 40 * 1024
RETURNED = 2 * 1024


def users() -> list[int]:
    """Real users without a session on the seat."""
    names = ("mallory", "trudy")
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in names:
        if name not in known:
            shell.run("useradd", name)
    return [pwd.getpwnam(name).pw_uid for name in names]


@contextlib.contextmanager
def attackers(letters: str) -> Iterator[None]:
    share = CONNECTIONS // len(letters)
    processes = [shell.start(HOSTILE, SOCKET, letter, share, user) for user in users() for letter in letters]
    try:
        yield
    finally:
        for process in processes:
            shell.stop(process)


def first_line(user: str | int) -> Message:
    with Lines(connected(user)) as lines:
        return lines.next()


def press(client: Subscriber, screen: TouchDevice) -> tuple[list[str], float]:
    """The press completes while the finger is held, not when the attack ends. Returns the milliseconds by which it was late."""
    client.mark()
    screen.down([(50, 50)])
    completed = wait_until(lambda: [m for m in client.gestures(LONG_PRESS) if m["value"]["longPress"]["completed"]])
    screen.up()
    if not completed:
        return ["a long press did not complete under the attack"], 0
    return [], (completed[0]["arrived"] - completed[0]["value"]["longPress"]["deadline"]) / 1000


def under_attack(name: str, screen: TouchDevice) -> tuple[list[str], str]:
    with subscribed() as client:
        pid = service.process()
        kept, before = held(pid), allocated(pid)
        with attackers(ATTACKS[name]):
            time.sleep(3)
            errors = [error for _ in range(5) for error in drawn(client, screen)]
            pressing, late = press(client, screen)
            errors += pressing
            for command in (["gesturectl", "reload"], ["systemctl", "reload", "gestured.service"]):
                if (done := shell.run(*command))[0] != 0:
                    errors.append(f"root's {' '.join(command)}: {done}")
            for user in ("guest", "member"):
                if (line := first_line(user)).get("type") != "hello":
                    errors.append(f"{user} receives {line}")
        peak = int(shell.status(pid)["VmHWM"])
        if service.process() != pid:
            return [*errors, "the service was killed"], ""
        if peak > PEAK:
            errors.append(f"the service used {peak} KiB")
        if not wait_until(lambda: descriptors(pid) == kept, 30):
            errors.append(f"after the attack, the descriptors {dict(descriptors(pid) - kept)} remain")
        # Memory is returned some seconds after the clients have left.
        if not wait_until(lambda: allocated(pid) <= before + RETURNED, 30):
            errors.append(f"{allocated(pid)} KiB are allocated after the attack, {before} before it")
    return errors, f"press {late:.0f} ms late, peak {peak // 1024} MB, {allocated(pid) - before:+d} KiB afterwards"


def run(times: int, screen: TouchDevice) -> None:
    for name in ATTACKS:
        found, notes = [], []
        for _ in range(times):
            # A peak is that of one attack.
            service.restart()
            errors, note = under_attack(name, screen)
            found += errors
            notes.append(note)
        check(f"attack {name} by two users, {times} times: other clients miss nothing", not found, "; ".join(found[:5]))
        row(f"attack {name}", times, "; ".join(["passed" if not found else f"{len(found)} errors", *notes]))
