"""Runs a probe in the service's sandbox: what it can do, and what it cannot."""

import os
import re
import subprocess

import service
from testing import shell
from testing.checks import check, equal, wait_until
from testing.client import connected
from testing.uinput import KEYBOARD_KEYS, Keyboard, Pen, Switches, TouchDevice

PROBE = "/opt/machine/probe"
INSTALLED = "/usr/local/bin/gestured-probe"
UNITS = "/run/systemd/system"
OUTPUT = "/var/tmp/probe"
SOCKET = "/run/gestured-probe.sock"
SECRETS = ("/home/member/secret", "/srv/secret", "/tmp/secret")

# What the service needs.
ALLOWED = [
    "read a touch node", "read a pen", "mask a pen's events", "read the configuration", "make a Unix socket",
    "make udev's kind of socket", "connect to the system bus", "be known to the system bus", "be answered by the system bus",
    "know the socket it was handed", "accept a client", "know who the client is", "know the client's true user",
    "write to its client", "write to a /tmp of its own",
]
# What must fail, by the accepted errors; Debian 12's is first.
REFUSED = {
    "EPERM EACCES": [
        "write to a touch node", "read and write a touch node", "write to a pen", "execute a file in /dev/shm",
        # EACCES from Linux 6.3, where systemd leaves it to the kernel (PR_SET_MDWE).
        "map memory that is writable and executable", "make written memory executable",
    ],
    "EACCES EPERM": [
        "read a keyboard", "read a pen's node that is a keyboard", "read a lid's node that has a key", "open /dev/uinput",
        "open /dev/mem", "open /dev/kmsg", "open /dev/tty0", "open /dev/tty1", "open /dev/port",
    ],
    "EACCES": [
        "read /etc/shadow", "list /root", "start /bin/true", "start /bin/sh", "start gesturectl",
    ],
    "EACCES ENOENT": [
        "find a home in /home", "read a file in a home", "read a file in /srv",
    ],
    "EROFS EACCES": [
        "write to /etc", "write to /usr", "write to /run", "write to /run/lock", "write to /var/lib",
    ],
    "EACCES EROFS ENOENT": [
        "change a kernel setting",
    ],
    "ENOENT": [
        "find a mount in which it can write and execute", "read a secret in another's /tmp", "see process 1",
        "see another user's process",
    ],
    "EPERM": [
        "trace another user's process", "signal another user's process", "read another process's memory",
        "execute a file of memory", "execute a file in /tmp", "become root", "change its groups", "mount a file system",
        "change its root",
        "make a user namespace", "make a mount namespace", "make a network namespace", "load a kernel module",
        "set the clock", "set the host's name", "restart the machine", "swap", "load a BPF program",
        "raise its priority in real time", "make a set-uid file", "make a device node",
    ],
    "EAFNOSUPPORT": [
        "make an IPv4 socket", "make an IPv6 socket", "make a packet socket", "make a Bluetooth socket", "make a vsock",
    ],
}


def probe(nodes: list[str]) -> dict[str, str]:
    """The result of each attempt, in the installed unit with another program.

    `nodes`: those of a touch device, a keyboard, a pen, a pen with keys, and a lid with a key.
    """
    shell.run("install", "-m", "755", PROBE, INSTALLED)
    unit = shell.read(service.unit("FragmentPath"))
    other = sleeper()
    arguments = f"{' '.join(nodes)} {other.pid}"
    started = f"ExecStart={INSTALLED} {arguments}\nStandardOutput=file:{OUTPUT}"
    unit = re.sub(r"^ExecStart=.*", started, unit, flags=re.M)
    unit = unit.replace("ExecPaths=/usr/local/bin/gestured ", f"ExecPaths={INSTALLED} ")
    # The probe sends no notifications and runs once.
    unit = re.sub(r"^(Type|Restart|WatchdogSec|ExecReload|Sockets|Requires|After)=.*\n", "", unit, flags=re.M)
    shell.write(f"{UNITS}/gestured-probe.service", unit)
    shell.write(f"{UNITS}/gestured-probe.socket", f"[Socket]\nListenStream={SOCKET}\n")
    shell.run("systemctl", "daemon-reload")
    equal("the probe's socket starts", shell.run("systemctl", "start", "gestured-probe.socket")[0], 0)
    client = connected(path=SOCKET)
    wait_until(lambda: service.unit("SubState", "gestured-probe.service") in ("dead", "failed"))
    check("the probe ran to its end", service.unit("Result", "gestured-probe.service") == "success",
          shell.output("systemctl", "status", "gestured-probe.service"))
    client.settimeout(120)
    equal("its client receives its line", client.recv(100), b"hello\n")
    client.close()
    shell.stop(other)
    return dict(line.split("\t") for line in shell.read(OUTPUT).splitlines())


def sleeper() -> shell.Process:
    """A process of another user, and secrets to find."""
    for path in SECRETS:
        shell.write(path, "secret\n")
    os.chmod("/home/member", 0o755)
    return subprocess.Popen(["sleep", "600"], user="member")


def run(screen: TouchDevice, keyboard: Keyboard) -> None:
    pens = [Pen(), Pen("Trial Pen Keyboard", keys=KEYBOARD_KEYS)]
    lid = Switches("Trial Lid Key", keys=["KEY_POWER"])
    outcome = probe([screen.node, keyboard.node, *(pen.node for pen in pens), lid.node])
    for pen in pens:
        pen.remove()
    for attempt in ALLOWED:
        equal(f"the sandbox allows to {attempt}", outcome.pop(attempt, "not tried"), "done")
    for errors, attempts in REFUSED.items():
        for attempt in attempts:
            got = outcome.pop(attempt, "not tried")
            check(f"the sandbox does not allow to {attempt} ({got})", got in errors.split(), got)
    equal("nothing else was tried", outcome, {})
    clean_up()


def clean_up() -> None:
    shell.run("systemctl", "stop", "gestured-probe.socket", "gestured-probe.service")
    service.remove(f"{UNITS}/gestured-probe.service", f"{UNITS}/gestured-probe.socket", INSTALLED, OUTPUT, *SECRETS, SOCKET)
    shell.run("systemctl", "daemon-reload")
