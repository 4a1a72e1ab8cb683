"""What users who do not receive, or have left, could take from those who receive. Real users against the installed service."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import service
import sessions
from drawing import draw, drawn
from resources import SEATS
from subscriber import DRAG, EXPRESSIONS, WHOLE_DRAG, Expressions, LocalSubscriber, subscribed
from testing import shell
from testing.checks import check, wait_until
from testing.client import SOCKET, Lines, Message, connected
from testing.shell import as_user
from testing.uinput import TouchDevice

from faults.attacks import HOSTILE, users
from faults.focus import OTHER, Sway, has_focus
from faults.repeat import repeat, row, unequal, unless

FOCUS_SOCKET = "/run/gestured/focus.sock"
# The first of mallory's subordinate users.
SUBORDINATE = 200_000
# The first of users without a name.
NAMELESS = 300_000
# KiB.
GROWTH = 1024
# Microseconds: a touch is handed over for 150 ms.
HAND_OVER = 100_000
CONNECT = """
import os, socket, sys
channel, connection = socket.socket(fileno=int(sys.argv[1])), socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[2])
socket.send_fds(channel, [b"."], [connection.fileno()])
if channel.recv(1) == b"e":
    os.execvp("sleep", ["sleep", "infinity"])
"""


class PassedOn(LocalSubscriber):
    """A client whose connection a process of the user has made, and passed on to this one."""

    def connect_as(self, user: str) -> socket.socket:
        self.channel, end = socket.socketpair()
        self.process = subprocess.Popen(
            [*as_user(user), sys.executable, "-c", CONNECT, str(end.fileno()), SOCKET], pass_fds=[end.fileno()])
        end.close()
        return socket.socket(fileno=socket.recv_fds(self.channel, 1, 1)[1][0])

    def execute(self) -> None:
        """The process executes another program."""
        self.channel.sendall(b"e")

    def kill(self) -> None:
        """The process ends; the connection stays."""
        shell.stop(self.process)

    def close(self) -> None:
        self.kill()
        self.channel.close()
        super().close()


def passed_on(user: str = "member", expressions: Expressions = EXPRESSIONS) -> PassedOn:
    client = PassedOn(user, expressions)
    client.ready()
    return client


class Source(Lines):
    """A focus source of a user."""

    def __init__(self, user: str) -> None:
        super().__init__(connected(user, FOCUS_SOCKET))

    def report(self, **request: object) -> None:
        """Returns when the report was answered."""
        self.send(**request, id=7)
        self.answer(7)


@contextlib.contextmanager
def repeating(user: str, reports: list[Message], interval: float) -> Iterator[None]:
    """A focus source of the user reports these in turn, again and again."""
    is_over = threading.Event()

    def go_on() -> None:
        number = 0
        while not is_over.wait(interval):
            source.report(**reports[number % len(reports)])
            number += 1

    with Source(user) as source:
        thread = threading.Thread(target=go_on, daemon=True)
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()


@contextlib.contextmanager
def without_logind() -> Iterator[None]:
    """The service where there is no logind: the members of the group `member` receive."""
    shell.run("systemctl", "mask", "--runtime", "--now", "systemd-logind.service")
    os.rename(SEATS, SEATS + ".away")
    try:
        with service.changed(lambda text: re.sub(r'^#group = "gestured-clients"', 'group = "member"', text, flags=re.M)):
            yield
    finally:
        os.rename(SEATS + ".away", SEATS)
        shell.run("systemctl", "unmask", "--runtime", "systemd-logind.service")
        shell.run("systemctl", "start", "systemd-logind.service")
        # Debian 13's logind does not know the sessions of before, whose processes it kept as descriptors.
        for terminal, user in enumerate(("member", "guest"), 1):
            sessions.logout(user, terminal)
            sessions.login(user, terminal)
        service.restart()


def subordinate_users(times: int, screen: TouchDevice) -> None:
    """Each of so many users, which newuidmap gives one user, reports outputs and leaves."""
    mallory = users()[0]

    def attack(count: int) -> tuple[bytes, int]:
        process = subprocess.Popen(
            [*as_user("mallory"), "unshare", "--user", "sh", "-c", f"read line; exec {HOSTILE} {FOCUS_SOCKET} U {count} 1"],
            stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: os.readlink(f"/proc/{process.pid}/ns/user") != os.readlink("/proc/self/ns/user"))
        for kind in ("uid", "gid"):
            Path(f"/proc/{process.pid}/{kind}_map").write_text(f"0 {mallory} 1\n1 {SUBORDINATE} {max(times, 64)}\n")
        return process.communicate(b"\n")[1], process.returncode

    def once(_: int) -> list[str]:
        # What the first few need is needed once.
        errors = unequal("the first users", attack(64), (b"", 0))
        pid = service.process()
        time.sleep(2)
        before = int(shell.status(pid)["VmRSS"])
        errors += unequal("the users", attack(times), (b"", 0))
        time.sleep(2)
        if service.process() != pid:
            return [*errors, "the service was killed"]
        grown = int(shell.status(pid)["VmRSS"]) - before
        return errors + unless(grown <= GROWTH, f"{grown} KiB more memory") + drawn(client, screen)

    with subscribed() as client:
        repeat(f"{times} subordinate users report outputs in turn", 1, once)


def turned_outputs(times: int, screen: TouchDevice) -> None:
    users()
    with without_logind(), passed_on() as client:
        session = client.hello["access"]["session"]
        check("without logind, a member of the group receives", session == "unmanaged", session)
        turns = [{"type": "outputs", "outputs": [
            {"name": "eDP-1", "x": 0, "y": 0, "width": 1000, "height": 800, "transform": transform}]}
            for transform in ("90", "normal")]
        with repeating("mallory", turns, 0.05):
            repeat("a user outside the group turns outputs, without logind", times, lambda _: drawn(client, screen))


def places(times: int, screen: TouchDevice) -> None:
    def once(_: int) -> list[str]:
        held = [Lines(connected(NAMELESS + number)) for number in range(40)]
        refused = sum(lines.next().get("code") == "tooManyClients" for lines in held)
        errors = unless(8 <= refused <= 9, f"{refused} of 40 users were refused")
        with PassedOn("member") as client:
            errors += unless(client.ready(), f"a member receives {client.messages}")
            errors += drawn(client, screen)
        for lines in held:
            lines.close()
        return errors

    with without_logind():
        repeat("32 users without a session are connected, without logind", times, once)


def locks(times: int, screen: TouchDevice) -> None:
    """`guest` has no active session. The touch that moves the focus is handed over, with and without their locks."""
    def is_handed_over() -> bool | None:
        """None if the focus moved too late, as on a busy machine."""
        source.report(type="focus", processes=[first.process.pid])
        has_focus(first, "focused")
        has_focus(second, "unfocused")
        second.mark()
        down = screen.down([(100, 90)])
        source.report(type="focus", processes=[second.process.pid])
        is_quick = time.monotonic_ns() // 1000 - down < HAND_OVER
        for step in range(1, 20):
            time.sleep(0.01)
            screen.move([(100 + 3 * step, 90)])
        screen.up()
        second.synchronise()
        return second.phases(DRAG) == WHOLE_DRAG if is_quick else None

    trials = max(times, 5)

    def handed_over() -> list[bool]:
        """For as many touches whose focus moved in time, of ten times as many at most."""
        results: list[bool] = []
        for _ in range(10 * trials):
            if (handed := is_handed_over()) is not None:
                results.append(handed)
            if len(results) == trials:
                break
        return results

    # A press would begin with the touch, and a touch of which the focused app has received a gesture is not handed over.
    drag = {DRAG: EXPRESSIONS[DRAG]}
    with passed_on(expressions=drag) as first, passed_on(expressions=drag) as second, Source("member") as source:
        before = handed_over()
        with repeating("guest", [{"type": "lock", "locked": True}, {"type": "lock", "locked": False}], 0.01):
            during = handed_over()
    found = f"{sum(during)} of {len(during)}; otherwise {sum(before)} of {len(before)}"
    row("an inactive user locks and unlocks while the focus moves", trials, f"handed over: {found}")
    check("a touch is handed over while an inactive user locks and unlocks",
          bool(before and during) and all(before + during), found)


def number_again(number: int) -> shell.Process | None:
    """A process of `member` with this number, which another had before; None if the kernel gives it to another process."""
    for _ in range(20):
        Path("/proc/sys/kernel/ns_last_pid").write_text(str(number - 1))
        process = shell.start(*as_user("member"), "sleep", "infinity")
        if process.pid == number:
            return process
        shell.stop(process)
    return None


def processes(times: int, screen: TouchDevice) -> None:
    """A connection is passed on; its process executes the focused app, or ends and the app gets its number."""
    sway = Sway()
    follower = shell.start(*as_user("member"), "env", sway.folder, "/usr/local/bin/gesturectl", "focus", "--follow",
                           "--wait")
    honest = subscribed()
    sway.focus(OTHER)
    check("the follower reports the focus", has_focus(honest, "unfocused"), honest.access)

    def spied(spy: PassedOn, app: int) -> list[str]:
        """The app's process has the focus; the spy does not."""
        sway.focus(os.getpid())
        errors = unless(has_focus(honest, "focused"), "an honest client does not get the focus")
        sway.focus(app)
        has_focus(honest, "unfocused")
        spy.mark()
        draw(screen)
        spy.synchronise()
        errors += unequal("the spy's focus", spy.access["focus"], "unfocused")
        return errors + unequal("what the spy receives", spy.recent(), [])

    def executes(_: int) -> list[str]:
        with passed_on() as spy:
            # The follower looks at a process when it learns of it.
            time.sleep(1)
            spy.execute()
            wait_until(lambda: shell.read(f"/proc/{spy.process.pid}/comm") == "sleep\n")
            return spied(spy, spy.process.pid)

    def ends(_: int) -> list[str]:
        with passed_on() as spy:
            time.sleep(1)
            spy.kill()
            app = number_again(spy.process.pid)
            if not app:
                return ["the kernel did not give a number again"]
            errors = spied(spy, app.pid)
            shell.stop(app)
            return errors

    repeat("a connection is passed on, and its process executes the focused app", times, executes)
    repeat("a connection is passed on, and the focused app gets its process's number", times, ends)
    shell.stop(follower)
    sway.close()
    honest.close()
