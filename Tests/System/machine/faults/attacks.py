"""Two hostile users run the attacks of Benchmarks/programs/hostile.c, each with all connections that a user may have."""

import contextlib
import json
import os
import pwd
import subprocess
import time

import shell
from drawing import draw
from report import check, row
from resources import allocated
from subscriber import DRAG, LONG_PRESS, LocalSubscriber, connected, wait_until

HOSTILE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "hostile")
SOCKET = "/run/gestured/gestured.sock"
CONNECTIONS = 128
ATTACKS = {**{letter: letter for letter in "ABCDFG"}, "all": "ABCDFG"}
# KiB.
PEAK = 40 * 1024
RETURNED = 2 * 1024


def users():
    """Real users without a session on the seat."""
    names = ("mallory", "trudy")
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in names:
        if name not in known:
            shell.run("useradd", name)
    return [pwd.getpwnam(name).pw_uid for name in names]


@contextlib.contextmanager
def attackers(letters):
    processes = [
        subprocess.Popen([HOSTILE, SOCKET, letter, str(CONNECTIONS // len(letters)), str(user)])
        for user in users() for letter in letters
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def first_line(user):
    connection = connected(user)
    with connection, connection.makefile("rb") as stream:
        return json.loads(stream.readline() or b"{}")


def drags(client, screen, count=5):
    errors = []
    for _ in range(count):
        client.mark()
        draw(screen)
        client.last(DRAG, "drag")
        phases = client.phases(DRAG)
        if phases != [["began", "changed", "ended"]]:
            errors.append(f"a drag has the phases {phases}, {[m.get('reason') for m in client.gestures(DRAG)]}")
    return errors


def press(client, screen):
    """The press completes while the finger is held, not when the attack ends."""
    client.mark()
    screen.down([(50, 50)])
    completed = wait_until(lambda: [m for m in client.gestures(LONG_PRESS) if m["value"]["longPress"]["completed"]])
    screen.up()
    if not completed:
        return ["a long press did not complete under the attack"], 0
    message = completed[0]
    return [], (message["arrived"] - message["value"]["longPress"]["deadline"]) / 1000


def under_attack(name, screen):
    client = LocalSubscriber("member")
    client.ready()
    pid = shell.daemon()
    before = allocated(pid)
    with attackers(ATTACKS[name]):
        time.sleep(3)
        errors = drags(client, screen)
        pressing, late = press(client, screen)
        errors += pressing
        for command in (["gesturectl", "reload"], ["systemctl", "reload", "gestured.service"]):
            if (done := shell.run(*command))[0] != 0:
                errors.append(f"root's {' '.join(command)}: {done}")
        for user in ("guest", "member"):
            if (line := first_line(user)).get("type") != "hello":
                errors.append(f"{user} receives {line}")
    peak = int(shell.status(pid)["VmHWM"].split()[0])
    if shell.daemon() != pid:
        return [*errors, "the service was killed"], ""
    if peak > PEAK:
        errors.append(f"the service used {peak} KiB")
    # Memory is returned some seconds after the clients have left.
    if not wait_until(lambda: allocated(pid) <= before + RETURNED, 30):
        errors.append(f"{allocated(pid)} KiB are allocated after the attack, {before} before it")
    client.close()
    return errors, f"press {late:.0f} ms late, peak {peak // 1024} MB, {allocated(pid) - before:+d} KiB afterwards"


def run(times, screen):
    for name in ATTACKS:
        found, notes = [], []
        for _ in range(times):
            # A peak is that of one attack.
            shell.run("systemctl", "restart", "gestured.service")
            errors, note = under_attack(name, screen)
            found += errors
            notes.append(note)
        check(f"attack {name} by two users, {times} times: other clients miss nothing", not found, "; ".join(found[:5]))
        row(f"attack {name}", times, "; ".join(["passed" if not found else f"{len(found)} errors", *notes]))
