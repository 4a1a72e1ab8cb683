"""The file system is full or read-only: the socket's, and all of /run with the journal."""

import contextlib
import os
import signal
import subprocess

import shell
from faults.many_clients import whole_drag
from faults.repeat import repeat
from subscriber import LocalSubscriber, expect_abrupt_end, wait_until

FOLDER = "/tmp/full"
OPTIONS = [("rw", "No space left on device"), ("ro", "Read-only file system")]


@contextlib.contextmanager
def file_system(options):
    os.makedirs(FOLDER, exist_ok=True)
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "full", FOLDER)
    shell.run("mount", "-o", f"remount,{options}", FOLDER)
    try:
        yield
    finally:
        shell.run("umount", FOLDER)


def by_hand(times, screen):
    """Starts a second daemon, which must not disturb the first."""
    client = LocalSubscriber("member")
    client.ready()

    def once(number):
        options, words = OPTIONS[number % 2]
        with file_system(options):
            socket = f"{FOLDER}/gestured.sock"
            try:
                status, printed = shell.run("/usr/local/bin/gestured", "--socket", socket, timeout=20)
            except subprocess.TimeoutExpired:
                status, printed = 0, "it did not end"
        errors = [] if status != 0 and socket in printed and words in printed else [f"{options}: {status}, {printed}"]
        return errors + whole_drag(client, screen)

    repeat("started by hand in a file system that is full or read-only", times, once)
    client.close()


@contextlib.contextmanager
def full_run():
    """/run without a free inode or page; journald keeps its volatile journal there."""
    before = os.statvfs("/run")
    ballast = "/run/ballast"
    with open(ballast, "w") as file:
        with contextlib.suppress(OSError):
            while os.write(file.fileno(), bytes(1 << 20)):
                pass
        with contextlib.suppress(OSError):
            while os.write(file.fileno(), bytes(4096)):
                pass
    used = os.statvfs("/run")
    shell.run("mount", "-o", f"remount,nr_inodes={used.f_files - used.f_ffree}", "/run")
    try:
        yield
    finally:
        shell.run("mount", "-o", f"remount,nr_inodes={before.f_files}", "/run")
        os.remove(ballast)


@contextlib.contextmanager
def fixed_run():
    shell.run("mount", "-o", "remount,ro", "/run")
    try:
        yield
    finally:
        shell.run("mount", "-o", "remount,rw", "/run")


def served(client, screen):
    """A drag reaches the client that was connected, and a new client can connect."""
    late = LocalSubscriber("member")
    errors = [] if late.ready() else ["no client can connect"]
    errors += whole_drag(client, screen)
    late.close()
    return errors


def run_full(times, screen):
    client = LocalSubscriber("member")
    client.ready()

    def once(number):
        with full_run() if number % 2 == 0 else fixed_run():
            return served(client, screen)

    repeat("/run is full with the journal in it, or read-only", times, once)
    client.close()


def killed_meanwhile(times, screen):
    """A service that cannot start in a full file system starts as soon as there is space."""

    def once(_):
        expect_abrupt_end()
        pid, restarts = shell.daemon(), int(shell.unit("NRestarts"))
        with full_run():
            os.kill(pid, signal.SIGKILL)
            # systemd tries again after a second.
            wait_until(lambda: int(shell.unit("NRestarts")) > restarts + 1 or shell.daemon() not in (0, pid))
        back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active")
        client = LocalSubscriber("member")
        client.ready()
        errors = whole_drag(client, screen) if back else [f"it is not back: {shell.unit('ActiveState')}"]
        client.close()
        return errors

    repeat("killed while /run is full", times, once)
