"""What users who do not receive, or have left, could take from those who receive. Real users against the installed service."""

import contextlib
import json
import os
import pwd
import re
import socket
import subprocess
import sys
import threading
import time

import shell
from drawing import draw, whole
from faults.attacks import HOSTILE, users
from faults.focus import OTHER, Sway, has_focus
from faults.many_clients import CONFIGURATION, restart
from faults.repeat import repeat, unequal
from report import check, row
from subscriber import DRAG, SOCKET, LocalSubscriber, user_lock, wait_until

FOCUS_SOCKET = "/run/gestured/focus.sock"
SEATS = "/run/systemd/seats"
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


def as_user(user):
    """Runs what follows as the user, in the same process."""
    return ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]


class PassedOn(LocalSubscriber):
    """A client whose connection a process of the user has made, and passed on to this one."""

    def _start(self, user):
        self.channel, end = socket.socketpair()
        self.process = subprocess.Popen(
            [*as_user(user), sys.executable, "-c", CONNECT, str(end.fileno()), SOCKET], pass_fds=[end.fileno()])
        end.close()
        self.connection = socket.socket(fileno=socket.recv_fds(self.channel, 1, 1)[1][0])
        self.stream = self.connection.makefile("rb")
        self._send("".join(request + "\n" for request in self._requests()).encode())

    def execute(self):
        """The process executes another program."""
        self.channel.sendall(b"e")

    def kill(self):
        """The process ends; the connection stays."""
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        self.channel.close()
        super().close()


class Source:
    """A focus source of a user."""

    def __init__(self, user):
        self.connection = socket.socket(socket.AF_UNIX)
        with user_lock:
            os.seteuid(pwd.getpwnam(user).pw_uid)
            try:
                self.connection.connect(FOCUS_SOCKET)
            finally:
                os.seteuid(0)
        self.lines = self.connection.makefile("rb")

    def report(self, **request):
        """Returns when the report was answered."""
        self.connection.sendall(json.dumps({**request, "id": 7}).encode() + b"\n")
        for line in self.lines:
            if json.loads(line).get("id") == 7:
                return

    def close(self):
        self.lines.close()
        self.connection.close()


@contextlib.contextmanager
def repeating(user, reports, interval):
    """A focus source of the user reports these in turn, again and again."""
    is_over = threading.Event()
    source = Source(user)

    def go_on():
        number = 0
        while not is_over.wait(interval):
            source.report(**reports[number % len(reports)])
            number += 1

    thread = threading.Thread(target=go_on, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        source.close()


@contextlib.contextmanager
def without_logind():
    """The service where there is no logind: the members of the group `member` receive."""
    with open(CONFIGURATION) as lines:
        before = lines.read()
    with open(CONFIGURATION, "w") as lines:
        lines.write(re.sub(r'^#group = "gestured-clients"', 'group = "member"', before, flags=re.M))
    shell.run("systemctl", "mask", "--runtime", "--now", "systemd-logind.service")
    os.rename(SEATS, SEATS + ".away")
    restart()
    try:
        yield
    finally:
        os.rename(SEATS + ".away", SEATS)
        shell.run("systemctl", "unmask", "--runtime", "systemd-logind.service")
        shell.run("systemctl", "start", "systemd-logind.service")
        with open(CONFIGURATION, "w") as lines:
            lines.write(before)
        restart()


def whole_drags(client, screen, count=3):
    errors = []
    for _ in range(count):
        client.mark()
        draw(screen)
        last = client.last(DRAG, "drag")
        if client.phases(DRAG) != [["began", "changed", "ended"]] or not whole(last["value"]):
            errors.append(f"a drag has the phases {client.phases(DRAG)} and ends with {last}")
    return errors


def subordinate_users(times, screen):
    """Each of so many users, which newuidmap gives one user, reports outputs and leaves."""
    client = LocalSubscriber("member")
    client.ready()
    mallory = users()[0]

    def attack(count):
        process = subprocess.Popen(
            [*as_user("mallory"), "unshare", "--user", "sh", "-c", f"read line; exec {HOSTILE} {FOCUS_SOCKET} U {count} 1"],
            stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_until(lambda: os.readlink(f"/proc/{process.pid}/ns/user") != os.readlink("/proc/self/ns/user"))
        for kind in ("uid", "gid"):
            with open(f"/proc/{process.pid}/{kind}_map", "w") as written:
                written.write(f"0 {mallory} 1\n1 {SUBORDINATE} {max(times, 64)}\n")
        return process.communicate(b"\n")[1], process.returncode

    def once(_):
        # What the first few need is needed once.
        errors = unequal("the first users", attack(64), (b"", 0))
        pid = shell.daemon()
        time.sleep(2)
        before = int(shell.status(pid)["VmRSS"].split()[0])
        errors += unequal("the users", attack(times), (b"", 0))
        time.sleep(2)
        if shell.daemon() != pid:
            return [*errors, "the service was killed"]
        grown = int(shell.status(pid)["VmRSS"].split()[0]) - before
        errors += [f"{grown} KiB more memory"] if grown > GROWTH else []
        return errors + whole_drags(client, screen, 1)

    repeat(f"{times} subordinate users report outputs in turn", 1, once)
    client.close()


def turned_outputs(times, screen):
    users()
    with without_logind():
        client = PassedOn("member")
        client.ready()
        session = client.hello["access"]["session"]
        check("without logind, a member of the group receives", session == "unmanaged", session)
        turns = [{"type": "outputs", "outputs": [
            {"name": "eDP-1", "x": 0, "y": 0, "width": 1000, "height": 800, "transform": transform}]}
            for transform in ("90", "normal")]
        with repeating("mallory", turns, 0.05):
            repeat("a user outside the group turns outputs, without logind", times,
                   lambda _: whole_drags(client, screen, 1))
        client.close()


def places(times, screen):
    def first_line(number):
        connection = socket.socket(socket.AF_UNIX)
        with user_lock:
            os.seteuid(number)
            try:
                connection.connect(SOCKET)
            finally:
                os.seteuid(0)
        with connection.makefile("rb") as stream:
            return connection, json.loads(stream.readline() or b"{}")

    def once(_):
        held = [first_line(NAMELESS + number) for number in range(40)]
        refused = sum(line.get("code") == "tooManyClients" for _, line in held)
        errors = [] if 8 <= refused <= 9 else [f"{refused} of 40 users were refused"]
        client = PassedOn("member")
        errors += [] if client.ready() else [f"a member receives {client.messages}"]
        errors += whole_drags(client, screen, 1)
        client.close()
        for connection, _ in held:
            connection.close()
        return errors

    with without_logind():
        repeat("32 users without a session are connected, without logind", times, once)


def locks(times, screen):
    """`guest` has no active session. The touch that moves the focus is handed over as often as without their locks."""
    first, second = PassedOn("member"), PassedOn("member")
    for client in (first, second):
        client.ready()
    source = Source("member")

    def is_handed_over():
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
        second.settle()
        return second.phases(DRAG) == [["began", "changed", "ended"]] if is_quick else None

    # On an emulated processor some touches are too old by then: of few, the shares would differ by chance.
    trials = max(times, 20)

    def share():
        handed = [handed for _ in range(trials) if (handed := is_handed_over()) is not None]
        return sum(handed) / max(len(handed), 1), f"{sum(handed)} of {len(handed)}"

    control, before = share()
    with repeating("guest", [{"type": "lock", "locked": True}, {"type": "lock", "locked": False}], 0.01):
        flipping, during = share()
    row("an inactive user locks and unlocks while the focus moves", trials, f"handed over: {during}; otherwise {before}")
    check("a touch is handed over while an inactive user locks and unlocks", control > 0 and flipping >= control - 0.4,
          f"{during}, otherwise {before}")
    source.close()
    for client in (first, second):
        client.close()


def number_again(number):
    """A process of `member` with this number, which another had before; None if the kernel gives it to another process."""
    for _ in range(20):
        with open("/proc/sys/kernel/ns_last_pid", "w") as last:
            last.write(str(number - 1))
        process = subprocess.Popen([*as_user("member"), "sleep", "infinity"])
        if process.pid == number:
            return process
        process.kill()
        process.wait()
    return None


def processes(times, screen):
    """A connection is passed on; its process executes the focused app, or ends and the app gets its number."""
    user = pwd.getpwnam("member").pw_uid
    path = f"/run/user/{user}/trial-sway"
    sway = Sway(path, user)
    follower = subprocess.Popen(
        [*as_user("member"), "env", f"XDG_RUNTIME_DIR=/run/user/{user}", f"SWAYSOCK={path}",
         "/usr/local/bin/gesturectl", "focus", "--follow"])
    honest = LocalSubscriber("member")
    honest.ready()
    sway.focus(OTHER)
    check("the follower reports the focus", has_focus(honest, "unfocused"), honest.grammar.access)

    def spied(spy, app):
        """The app's process has the focus; the spy does not."""
        sway.focus(os.getpid())
        errors = [] if has_focus(honest, "focused") else ["an honest client does not get the focus"]
        sway.focus(app)
        has_focus(honest, "unfocused")
        spy.mark()
        draw(screen)
        spy.settle()
        errors += unequal("the spy's focus", spy.grammar.access["focus"], "unfocused")
        return errors + unequal("what the spy receives", spy.recent(), [])

    def executes(_):
        spy = PassedOn("member")
        spy.ready()
        # The follower looks at a process when it learns of it.
        time.sleep(1)
        spy.execute()
        wait_until(lambda: open(f"/proc/{spy.process.pid}/comm").read() == "sleep\n")
        errors = spied(spy, spy.process.pid)
        spy.close()
        return errors

    def ends(_):
        spy = PassedOn("member")
        spy.ready()
        time.sleep(1)
        spy.kill()
        app = number_again(spy.process.pid)
        if not app:
            spy.close()
            return ["the kernel did not give a number again"]
        errors = spied(spy, app.pid)
        app.kill()
        app.wait()
        spy.close()
        return errors

    repeat("a connection is passed on, and its process executes the focused app", times, executes)
    repeat("a connection is passed on, and the focused app gets its process's number", times, ends)
    follower.kill()
    follower.wait()
    sway.close()
    honest.close()
