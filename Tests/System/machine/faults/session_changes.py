"""The session ends or pauses in mid-gesture: another terminal, a lock, sleep; and a device of another seat."""

import os
import time
from pathlib import Path

import sessions
from cancel_trace import CancelTrace, traceable
from drawing import half_a_drag
from strokes import tap
from subscriber import TAP, TAPPED, Subscriber, subscribed
from testing import shell
from testing.checks import check, wait_until
from testing.uinput import TouchDevice, Touchscreen

from faults.repeat import repeat, row, unequal, unless

RULE = "/run/udev/rules.d/99-trial-seat.rules"
PM_TEST = Path("/sys/power/pm_test")


def cancel_reasons(client: Subscriber) -> set[str]:
    """The reasons with which open gestures were cancelled, once none is open."""
    wait_until(lambda: not client.grammar.open)
    client.synchronise()
    return {m["reason"] for m in client.recent() if m["phase"] == "cancelled" and m["reason"] != "failed"}


def has_session(client: Subscriber, state: str) -> bool:
    return wait_until(lambda: client.access.get("session") == state)


def tapped(client: Subscriber, device: TouchDevice) -> list[list[str]]:
    """Taps the device; returns the phases of the taps that the client receives."""
    tap(device)
    wait_until(lambda: client.phases(TAP))
    client.synchronise()
    return client.phases(TAP)


def move_and_lift(screen: TouchDevice) -> None:
    """The finger that the drag left down moves on and lifts."""
    for step in range(10):
        time.sleep(0.01)
        screen.move([(160 + 4 * step, 90)])
    screen.up()


def terminals(times: int, screen: TouchDevice) -> None:
    """`member` is on the first terminal and `guest` on the second."""
    clients = [traceable("member"), traceable("guest")]
    sessions.switch(1)

    def once(number: int) -> list[str]:
        here, there = clients[number % 2], clients[1 - number % 2]
        has_session(here, "active")
        there.discard()
        trace.start(here)
        if not half_a_drag(here, screen):
            screen.up()
            return ["the active user's drag has not begun"]
        requested, _ = sessions.switch(2 - number % 2)
        errors = unequal("the reason", cancel_reasons(here), {"sessionInactive"}) + trace.errors(here, requested)
        here.mark()
        move_and_lift(screen)
        has_session(there, "active")
        there.synchronise()
        here.synchronise()
        errors += unequal("gestures of contacts that stayed down", here.recent() + there.recent(), [])
        errors += unequal("the other user's tap", tapped(there, screen), TAPPED)
        here.synchronise()
        return errors + unequal("gestures for the inactive user", here.recent(), [])

    with CancelTrace(clients) as trace:
        repeat("another terminal in mid-drag, two users", times, once, trace.summary)
    sessions.switch(1)
    for client in clients:
        client.close()


def locking(times: int, screen: TouchDevice) -> None:
    client = traceable("member")
    sessions.switch(1)
    login = sessions.Logind()

    def once(_: int) -> list[str]:
        trace.start(client)
        if not half_a_drag(client, screen):
            screen.up()
            return ["the drag has not begun"]
        shell.run("loginctl", "lock-session", sessions.session(1))
        requested = login.locked_hint(1, True)
        reasons = cancel_reasons(client)
        hint = shell.output("loginctl", "show-session", sessions.session(1), "--property=LockedHint", "--value")
        errors = unequal("logind's hint", hint, "yes") + unequal("the reason", reasons, {"locked"})
        errors += trace.errors(client, requested)
        client.mark()
        move_and_lift(screen)
        tap(screen)
        client.synchronise()
        errors += unequal("gestures behind the lock", client.recent(), [])
        shell.run("loginctl", "unlock-session", sessions.session(1))
        login.locked_hint(1, False)
        has_session(client, "active")
        return errors + unequal("a tap after the lock", tapped(client, screen), TAPPED)

    with CancelTrace([client]) as trace:
        repeat("the session is locked in mid-drag", times, once, trace.summary)
    login.close()
    client.close()


def sleeping(times: int, screen: TouchDevice) -> None:
    """Sleeps as far as pm_test goes: every process is frozen for 5 s and thawed."""
    if not PM_TEST.exists():
        row("the machine sleeps in mid-drag", 0, "skipped: this kernel has no pm_test")
        return
    client = traceable("member")
    inhibitors = shell.output("systemd-inhibit", "--list", "--no-legend")
    check("the service delays sleep until the cancels are sent", "gestured" in inhibitors and "delay" in inhibitors,
          inhibitors)
    PM_TEST.write_text("freezer")

    def once(_: int) -> list[str]:
        has_session(client, "active")
        trace.start(client)
        if not half_a_drag(client, screen):
            screen.up()
            return ["the drag has not begun"]
        requested, began = time.monotonic_ns() // 1000, time.time()
        sleep = shell.start("systemctl", "suspend")
        wait_until(lambda: not client.grammar.open)
        # The lift is not seen; another finger is down when the machine wakes.
        screen.up()
        screen.down([(200, 60)])
        sleep.wait()
        frozen = wait_until(lambda: kernel_log(began, "Freezing user space processes"))
        woke = wait_until(lambda: kernel_log(began, "PM: suspend exit"))
        errors = unless(frozen and woke, "the machine did not sleep")
        errors += unequal("the reason", cancel_reasons(client), {"suspended"}) + trace.errors(client, requested)
        sent = trace.timings[-1].sent if trace.timings else 0
        errors += unless(frozen and requested < sent < frozen[0], f"cancelled at {sent}, frozen at {frozen}")
        has_session(client, "active")
        screen.up()
        client.synchronise()
        begun = [m for m in client.recent() if m["phase"] == "began" and m["time"] > requested]
        errors += unequal("gestures of contacts that were down", begun, [])
        client.mark()
        return errors + unequal("a tap after waking", tapped(client, screen), TAPPED)

    # The time that systemctl needs to start is part of the first stage.
    with CancelTrace([client]) as trace:
        repeat("the machine sleeps in mid-drag", times, once, trace.summary)
    PM_TEST.write_text("none")
    client.close()


def kernel_log(since: float, words: str) -> list[int]:
    """When the kernel logged the words, in microseconds of CLOCK_MONOTONIC."""
    log = shell.output("journalctl", "--dmesg", f"--since=@{int(since)}", "--output=short-monotonic", "--no-pager")
    return [int(float(line.split("]")[0].strip("[ ")) * 1e6) for line in log.splitlines() if words in line]


def other_seat(times: int, screen: TouchDevice) -> None:
    """A touchscreen of a seat without a session: root receives its gestures, and no user does."""
    shell.write(RULE, 'SUBSYSTEM=="input", ATTRS{name}=="Trial Far Touchscreen", ENV{ID_SEAT}="seat-trial", TAG+="seat"\n')
    shell.run("udevadm", "control", "--reload")

    def once(_: int) -> list[str]:
        user.discard()
        root.discard()
        far = Touchscreen("Trial Far Touchscreen")
        added = wait_until(lambda: root.recent("deviceAdded"))
        errors = unequal("its seat", added[0]["device"].get("seat") if added else None, "seat-trial")
        errors += unequal("root's tap", tapped(root, far), TAPPED)
        user.synchronise()
        errors += unequal("gestures for the user of seat0", user.recent(), [])
        errors += unequal("the user's tap at seat0", tapped(user, screen), TAPPED)
        far.remove()
        wait_until(lambda: root.recent("deviceRemoved"))
        return errors

    with subscribed() as user, subscribed("root") as root:
        repeat("a touchscreen of another seat", times, once)
    os.remove(RULE)
    shell.run("udevadm", "control", "--reload")
