"""The installed service: its unit, its process, its configuration."""

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from testing import shell
from testing.checks import wait_until

CONFIGURATION = Path("/etc/gestured/gestured.toml")
GROUP = "/sys/fs/cgroup/system.slice/gestured.service"
DROP_IN = "/run/systemd/system/gestured.service.d"


def unit(property: str, name: str = "gestured.service") -> str:
    return shell.output("systemctl", "show", "--value", "--property", property, name)


def process() -> int:
    """Its id; 0 if it does not run. Not from systemctl, which takes longer to start than most of what is waited for."""
    # It may end between two lines.
    with contextlib.suppress(OSError):
        for process in Path(f"{GROUP}/cgroup.procs").read_text().split():
            # Before it executes the program, systemd's process has the program's name in parentheses.
            if Path(f"/proc/{process}/comm").read_text().strip("()\n") == "gestured":
                return int(process)
    return 0


def restart(*units: str, rereads_units: bool = False) -> None:
    if rereads_units:
        shell.run("systemctl", "daemon-reload")
    shell.run("systemctl", "restart", *units or ["gestured.service"])


def is_back(former: int) -> bool:
    """True once another process serves."""
    return wait_until(lambda: process() not in (0, former) and unit("ActiveState") == "active")


def of_user(user: str, *words: str) -> tuple[int, str]:
    """systemctl in the systemd of a user."""
    folder = f"XDG_RUNTIME_DIR=/run/user/{shell.output('id', '--user', user)}"
    return shell.run("runuser", "-u", user, "--", "env", folder, "systemctl", "--user", *words)


def journal(*options: str) -> str:
    return shell.output("journalctl", "--no-pager", "--output=cat", *(options or ["--unit=gestured.service"]))


def open_nodes() -> set[str]:
    """The input nodes that it has open."""
    return {link for link in shell.descriptors(process()).values() if link.startswith("/dev/input/")}


@contextlib.contextmanager
def changed(change: Callable[[str], str] = str, drop_in: str = "") -> Iterator[None]:
    """Runs it with another configuration, and with settings of the unit."""
    before = CONFIGURATION.read_text()
    CONFIGURATION.write_text(change(before))
    if drop_in:
        shell.write(f"{DROP_IN}/trial.conf", f"[Service]\n{drop_in}\n")
    restart(rereads_units=bool(drop_in))
    try:
        yield
    finally:
        CONFIGURATION.write_text(before)
        shutil.rmtree(DROP_IN, ignore_errors=True)
        restart(rereads_units=bool(drop_in))


def remove(*paths: str) -> None:
    for path in paths:
        if os.path.exists(path):
            os.remove(path)
