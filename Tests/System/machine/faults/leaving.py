"""The user goes away in mid-gesture: to another terminal, behind a lock, to sleep; or the device is another seat's."""

import os
import subprocess
import time

import sessions
import shell
import touch
from cancelling import Watch, subscriber
from drawing import draw
from faults.repeat import repeat, unequal
from promptness import Ways
from report import check, row
from subscriber import DRAG, TAP, LocalSubscriber, wait_until

RULE = "/run/udev/rules.d/99-trial-seat.rules"


def half_a_drag(client, screen):
    client.mark()
    draw(screen, lift=False)
    return bool(wait_until(lambda: client.phases(DRAG)[-1:] == [["began", "changed"]], 5))


def ends(client):
    """Why what was open ended, and when the last of it was heard."""
    wait_until(lambda: not client.grammar.open, 5)
    # The judge has a line before the list has it.
    time.sleep(0.05)
    cancels = [m for m in client.recent() if m["phase"] == "cancelled"]
    drags = {m["reason"] for m in cancels if m["reason"] != "failed"}
    return drags, max((m["arrived"] for m in cancels), default=0)


def tapped(screen):
    screen.down([(100, 90)])
    time.sleep(0.06)
    screen.up()
    time.sleep(0.25)


def moved_and_lifted(screen):
    """The finger that the drag left down goes on and leaves."""
    for step in range(10):
        time.sleep(0.01)
        screen.move([(160 + 4 * step, 90)])
    screen.up()
    time.sleep(0.2)


def terminals(times, screen):
    """`member` is on the first terminal and `guest` on the second."""
    clients = [subscriber("member"), subscriber("guest")]
    sessions.switch(1)

    def once(number):
        here, there = clients[number % 2], clients[1 - number % 2]
        there.mark()
        watch.start(here)
        if not half_a_drag(here, screen):
            screen.up()
            return ["the active user's drag has not begun"]
        asked, _ = sessions.switch(2 - number % 2)
        reasons, _ = ends(here)
        wrong = unequal("the reason", reasons, {"sessionInactive"}) + ways.complaints(here, asked)
        here.mark()
        moved_and_lifted(screen)
        wrong += unequal("what contacts still down started", here.recent() + there.recent(), [])
        tapped(screen)
        wrong += unequal("the other user's tap", there.phases(TAP), [["began", "ended"]])
        return wrong + unequal("what the user who left heard", here.recent(), [])

    with Watch(clients) as watch:
        ways = Ways(watch, times)
        repeat("another terminal in mid-drag, two users", times, once, lambda: str(ways))
    sessions.switch(1)
    for client in clients:
        client.close()


def locking(times, screen):
    client = subscriber("member")
    sessions.switch(1)
    login = sessions.Logind()

    def once(_):
        watch.start(client)
        if not half_a_drag(client, screen):
            screen.up()
            return ["the drag has not begun"]
        shell.run("loginctl", "lock-session", sessions.session(1))
        asked = login.locked_hint(1, True)
        reasons, _ = ends(client)
        hint = shell.output("loginctl", "show-session", sessions.session(1), "--property=LockedHint", "--value")
        wrong = unequal("logind's hint", hint, "yes") + unequal("the reason", reasons, {"locked"})
        wrong += ways.complaints(client, asked)
        client.mark()
        moved_and_lifted(screen)
        tapped(screen)
        wrong += unequal("what is heard behind the lock", client.recent(), [])
        shell.run("loginctl", "unlock-session", sessions.session(1))
        login.locked_hint(1, False)
        time.sleep(0.5)
        tapped(screen)
        return wrong + unequal("a tap after the lock", client.phases(TAP), [["began", "ended"]])

    with Watch([client]) as watch:
        ways = Ways(watch, times)
        repeat("the session is locked in mid-drag", times, once, lambda: str(ways))
    login.close()
    client.close()


def sleeping(times, screen):
    """As far as pm_test goes: every process is frozen for 5 s and thawed."""
    if not os.path.exists("/sys/power/pm_test"):
        return row("the machine sleeps in mid-drag", 0, "skipped: this kernel has no pm_test")
    client = subscriber("member")
    inhibitors = shell.output("systemd-inhibit", "--list", "--no-legend")
    check("sleep is held off until the cancels are out", "gestured" in inhibitors and "delay" in inhibitors, inhibitors)
    with open("/sys/power/pm_test", "w") as file:
        file.write("freezer")

    def once(_):
        watch.start(client)
        if not half_a_drag(client, screen):
            screen.up()
            return ["the drag has not begun"]
        asked, began = time.monotonic_ns() // 1000, time.time()
        sleep = subprocess.Popen(["systemctl", "suspend"])
        reasons, arrived = ends(client)
        wrong = unequal("the reason", reasons, {"suspended"}) + ways.complaints(client, asked)
        # The lift that nobody looks at, and a finger that is down when the machine wakes.
        screen.up()
        screen.down([(200, 60)])
        client.mark()
        sleep.wait()
        frozen = wait_until(lambda: freezes(began), 30)
        woke = wait_until(lambda: freezes(began, "PM: suspend exit"), 30)
        time.sleep(1)
        screen.up()
        wrong += [] if frozen and woke else ["the machine did not sleep"]
        wrong += [] if frozen and asked < arrived < frozen[0] else [f"the cancel at {arrived}, the freeze at {frozen}"]
        wrong += unequal("what contacts that were down started", client.recent(), [])
        time.sleep(0.2)
        client.mark()
        tapped(screen)
        return wrong + unequal("a tap after waking", client.phases(TAP), [["began", "ended"]])

    # systemctl's own start is in what is asked for.
    with Watch([client]) as watch:
        ways = Ways(watch, times)
        repeat("the machine sleeps in mid-drag", times, once, lambda: str(ways))
    with open("/sys/power/pm_test", "w") as file:
        file.write("none")
    client.close()


def freezes(since, words="Freezing user space processes"):
    """When the kernel said so, by CLOCK_MONOTONIC in microseconds."""
    log = shell.output("journalctl", "--dmesg", f"--since=@{int(since)}", "--output=short-monotonic", "--no-pager")
    return [int(float(line.split("]")[0].strip("[ ")) * 1e6) for line in log.splitlines() if words in line]


def other_seat(times, screen):
    """A touchscreen of a seat at which nobody sits: root hears it, and no user."""
    os.makedirs(os.path.dirname(RULE), exist_ok=True)
    with open(RULE, "w") as rule:
        rule.write('SUBSYSTEM=="input", ATTRS{name}=="Trial Far Touchscreen", ENV{ID_SEAT}="seat-trial", TAG+="seat"\n')
    shell.run("udevadm", "control", "--reload")
    user, root = LocalSubscriber("member"), LocalSubscriber("root")
    user.ready(), root.ready()

    def once(_):
        user.mark(), root.mark()
        far = touch.Touchscreen("Trial Far Touchscreen")
        added = wait_until(lambda: root.recent("deviceAdded"))
        wrong = unequal("its seat", added[0]["device"].get("seat") if added else None, "seat-trial")
        tapped(far)
        wrong += unequal("root's tap", root.phases(TAP), [["began", "ended"]])
        wrong += unequal("the user of seat0 hears", user.recent(), [])
        tapped(screen)
        wrong += unequal("the user's tap at seat0", user.phases(TAP), [["began", "ended"]])
        far.remove()
        wait_until(lambda: root.recent("deviceRemoved"))
        return wrong

    repeat("a touchscreen of another seat", times, once)
    os.remove(RULE)
    shell.run("udevadm", "control", "--reload")
    user.close(), root.close()
