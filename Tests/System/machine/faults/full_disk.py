"""The file system is full or read-only: the socket's, and all of /run with the journal."""

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterator

import service
from drawing import drawn
from subscriber import expect_abrupt_end, subscribed
from testing import shell
from testing.checks import wait_until
from testing.uinput import TouchDevice

from faults.repeat import repeat, unless

FOLDER = "/tmp/full"
OPTIONS = [("rw", "No space left on device"), ("ro", "Read-only file system")]


@contextlib.contextmanager
def file_system(options: str) -> Iterator[None]:
    os.makedirs(FOLDER, exist_ok=True)
    shell.run("mount", "-t", "tmpfs", "-o", "size=4k,nr_inodes=1", "full", FOLDER)
    shell.run("mount", "-o", f"remount,{options}", FOLDER)
    try:
        yield
    finally:
        shell.run("umount", FOLDER)


def by_hand(times: int, screen: TouchDevice) -> None:
    """Starts a second daemon, which must not disturb the first."""
    def once(number: int) -> list[str]:
        options, words = OPTIONS[number % 2]
        with file_system(options):
            socket = f"{FOLDER}/gestured.sock"
            try:
                status, printed = shell.run("/usr/local/bin/gestured", "--socket", socket, timeout=20)
            except subprocess.TimeoutExpired:
                status, printed = 0, "it did not end"
        errors = unless(status != 0 and socket in printed and words in printed, f"{options}: {status}, {printed}")
        return errors + drawn(client, screen)

    with subscribed() as client:
        repeat("started by hand in a file system that is full or read-only", times, once)


@contextlib.contextmanager
def full_run() -> Iterator[None]:
    """/run without a free inode or page; journald keeps its volatile journal there."""
    before = os.statvfs("/run")
    ballast = "/run/ballast"
    with open(ballast, "w") as file:
        for size in (1 << 20, 4096):
            with contextlib.suppress(OSError):
                while os.write(file.fileno(), bytes(size)):
                    pass
    used = os.statvfs("/run")
    shell.run("mount", "-o", f"remount,nr_inodes={used.f_files - used.f_ffree}", "/run")
    try:
        yield
    finally:
        shell.run("mount", "-o", f"remount,nr_inodes={before.f_files}", "/run")
        os.remove(ballast)


@contextlib.contextmanager
def fixed_run() -> Iterator[None]:
    shell.run("mount", "-o", "remount,ro", "/run")
    try:
        yield
    finally:
        shell.run("mount", "-o", "remount,rw", "/run")


def run_full(times: int, screen: TouchDevice) -> None:
    def once(number: int) -> list[str]:
        """A drag reaches the client that was connected, and a new client can connect."""
        with full_run() if number % 2 == 0 else fixed_run(), subscribed() as late:
            return unless(late.ready(), "no client can connect") + drawn(client, screen)

    with subscribed() as client:
        repeat("/run is full with the journal in it, or read-only", times, once)


def killed_meanwhile(times: int, screen: TouchDevice) -> None:
    """A service that cannot start in a full file system starts as soon as there is space."""
    def once(_: int) -> list[str]:
        expect_abrupt_end()
        pid, restarts = service.process(), int(service.unit("NRestarts"))
        with full_run():
            os.kill(pid, signal.SIGKILL)
            # systemd tries again after a second.
            wait_until(lambda: int(service.unit("NRestarts")) > restarts + 1 or service.process() not in (0, pid))
        back = service.is_back(pid)
        with subscribed() as client:
            return drawn(client, screen) if back else [f"it is not back: {service.unit('ActiveState')}"]

    repeat("killed while /run is full", times, once)
