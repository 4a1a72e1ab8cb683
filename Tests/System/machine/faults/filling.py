"""No room, or no writing: where the socket goes, and in all of /run with the journal in it."""

import contextlib
import os
import signal
import subprocess

import shell
from faults.crowding import whole_drag
from faults.repeat import repeat
from subscriber import LocalSubscriber, excuse, wait_until

PLACE = "/tmp/full"
WAYS = [("rw", "No space left on device"), ("ro", "Read-only file system")]


@contextlib.contextmanager
def file_system(options):
    os.makedirs(PLACE, exist_ok=True)
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "full", PLACE)
    shell.run("mount", "-o", f"remount,{options}", PLACE)
    try:
        yield
    finally:
        shell.run("umount", PLACE)


def by_hand(times, screen):
    """A second daemon, which must not disturb the first."""
    client = LocalSubscriber("member")
    client.ready()

    def once(number):
        options, words = WAYS[number % 2]
        with file_system(options):
            socket = f"{PLACE}/gestured.sock"
            try:
                status, printed = shell.run("/usr/local/bin/gestured", "--socket", socket, timeout=20)
            except subprocess.TimeoutExpired:
                status, printed = 0, "it runs"
        wrong = [] if status != 0 and socket in printed and words in printed else [f"{options}: {status}, {printed}"]
        return wrong + whole_drag(client, screen)

    repeat("started by hand where there is no room, or no writing", times, once)
    client.close()


@contextlib.contextmanager
def full_run():
    """/run without an inode or a page to spare; journald keeps its volatile journal there."""
    room = os.statvfs("/run")
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
        shell.run("mount", "-o", f"remount,nr_inodes={room.f_files}", "/run")
        os.remove(ballast)


@contextlib.contextmanager
def fixed_run():
    shell.run("mount", "-o", "remount,ro", "/run")
    try:
        yield
    finally:
        shell.run("mount", "-o", "remount,rw", "/run")


def served(client, screen):
    """The client that was there, and one that comes."""
    late = LocalSubscriber("member")
    wrong = [] if late.ready() else ["nobody can connect"]
    wrong += whole_drag(client, screen)
    late.close()
    return wrong


def run_full(times, screen):
    client = LocalSubscriber("member")
    client.ready()

    def once(number):
        with full_run() if number % 2 == 0 else fixed_run():
            return served(client, screen)

    repeat("/run is full with the journal in it, or read-only", times, once)
    client.close()


def killed_meanwhile(times, screen):
    """What cannot start for want of room starts as soon as there is some."""

    def once(_):
        excuse()
        pid = shell.daemon()
        with full_run():
            os.kill(pid, signal.SIGKILL)
            # Long enough for some attempts, one a second.
            wait_until(lambda: shell.daemon() not in (0, pid), 5)
        back = wait_until(lambda: shell.daemon() not in (0, pid) and shell.unit("ActiveState") == "active", 30)
        client = LocalSubscriber("member")
        client.ready()
        wrong = whole_drag(client, screen) if back else [f"it is not back: {shell.unit('ActiveState')}"]
        client.close()
        return wrong

    repeat("killed while /run is full", times, once)
