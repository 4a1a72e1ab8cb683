"""Runs a probe in the service's sandbox: what it can do, and what it cannot."""

import os
import re
import socket
import subprocess

import shell
import touch
from report import check, equal
from subscriber import wait_until

PROBE = "/opt/machine/probe"
INSTALLED = "/usr/local/bin/gestured-probe"
UNITS = "/run/systemd/system"
OUTPUT = "/var/tmp/probe"
SOCKET = "/run/gestured-probe.sock"

# What the service needs.
ALLOWED = [
    "read a touch node", "read a pen", "mask a pen's events", "read the configuration", "make a Unix socket", "make udev's kind of socket",
    "connect to the system bus", "be known to the system bus", "be answered by the system bus",
    "know the socket it was handed", "accept a client",
    "know who the client is", "know the client's true user", "write to its client", "write to a /tmp of its own",
]
# What must fail, and the accepted errors; Debian 12's is first.
REFUSED = {
    "write to a touch node": {"EPERM", "EACCES"},
    "read and write a touch node": {"EPERM", "EACCES"},
    "read a keyboard": {"EACCES", "EPERM"},
    "read a pen's node that is a keyboard": {"EACCES", "EPERM"},
    "read a lid's node that has a key": {"EACCES", "EPERM"},
    "write to a pen": {"EPERM", "EACCES"},
    "open /dev/uinput": {"EACCES", "EPERM"},
    "open /dev/mem": {"EACCES", "EPERM"},
    "open /dev/kmsg": {"EACCES", "EPERM"},
    "open /dev/tty0": {"EACCES", "EPERM"},
    "open /dev/tty1": {"EACCES", "EPERM"},
    "open /dev/port": {"EACCES", "EPERM"},
    "read /etc/shadow": {"EACCES"},
    "list /root": {"EACCES"},
    "find a home in /home": {"EACCES", "ENOENT"},
    "read a file in a home": {"EACCES", "ENOENT"},
    "read a file in /srv": {"EACCES", "ENOENT"},
    "write to /etc": {"EROFS", "EACCES"},
    "write to /usr": {"EROFS", "EACCES"},
    "write to /run": {"EROFS", "EACCES"},
    "write to /var/lib": {"EROFS", "EACCES"},
    "change a kernel setting": {"EACCES", "EROFS", "ENOENT"},
    "read a secret in another's /tmp": {"ENOENT"},
    "see process 1": {"ENOENT"},
    "see another user's process": {"ENOENT"},
    "trace another user's process": {"EPERM"},
    "signal another user's process": {"EPERM"},
    "read another process's memory": {"EPERM"},
    "start /bin/true": {"EACCES"},
    "start /bin/sh": {"EACCES"},
    "start gesturectl": {"EACCES"},
    "map memory that is writable and executable": {"EPERM"},
    "make written memory executable": {"EPERM"},
    "execute a file of memory": {"EPERM"},
    "execute a file in /tmp": {"EPERM"},
    "execute a file in /dev/shm": {"EPERM", "EACCES"},
    "make an IPv4 socket": {"EAFNOSUPPORT"},
    "make an IPv6 socket": {"EAFNOSUPPORT"},
    "make a packet socket": {"EAFNOSUPPORT"},
    "make a Bluetooth socket": {"EAFNOSUPPORT"},
    "make a vsock": {"EAFNOSUPPORT"},
    "become root": {"EPERM"},
    "change its groups": {"EPERM"},
    "mount a file system": {"EPERM"},
    "change its root": {"EPERM"},
    "make a user namespace": {"EPERM"},
    "make a mount namespace": {"EPERM"},
    "make a network namespace": {"EPERM"},
    "load a kernel module": {"EPERM"},
    "set the clock": {"EPERM"},
    "set the host's name": {"EPERM"},
    "restart the machine": {"EPERM"},
    "swap": {"EPERM"},
    "load a BPF program": {"EPERM"},
    "raise its priority in real time": {"EPERM"},
    "make a set-uid file": {"EPERM"},
    "make a device node": {"EPERM"},
}


def probe(nodes):
    """The result of each attempt, in the installed unit with another program.

    `nodes`: those of a touch device, a keyboard, a pen, a pen with keys, and a lid with a key.
    """
    shell.run("install", "-m", "755", PROBE, INSTALLED)
    with open(shell.unit("FragmentPath")) as lines:
        unit = lines.read()
    other = sleeper()
    arguments = f"{' '.join(nodes)} {other.pid}"
    started = f"ExecStart={INSTALLED} {arguments}\nStandardOutput=file:{OUTPUT}"
    unit = re.sub(r"^ExecStart=.*", started, unit, flags=re.M)
    unit = unit.replace("ExecPaths=/usr/local/bin/gestured ", f"ExecPaths={INSTALLED} ")
    # The probe sends no notifications and runs once.
    unit = re.sub(r"^(Type|Restart|WatchdogSec|ExecReload|Sockets|Requires|After)=.*\n", "", unit, flags=re.M)
    with open(f"{UNITS}/gestured-probe.service", "w") as file:
        file.write(unit)
    with open(f"{UNITS}/gestured-probe.socket", "w") as file:
        file.write(f"[Socket]\nListenStream={SOCKET}\n")
    shell.run("systemctl", "daemon-reload")
    equal("the probe's socket starts", shell.run("systemctl", "start", "gestured-probe.socket")[0], 0)
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(SOCKET)
    wait_until(lambda: shell.unit("SubState", "gestured-probe.service") in ("dead", "failed"))
    check("the probe ran to its end", shell.unit("Result", "gestured-probe.service") == "success",
          shell.output("systemctl", "status", "gestured-probe.service"))
    client.settimeout(120)
    equal("its client receives its line", client.recv(100), b"hello\n")
    client.close()
    other.kill()
    other.wait()
    with open(OUTPUT) as lines:
        return dict(line.rstrip("\n").split("\t") for line in lines)


def sleeper():
    """A process of another user, and secrets to find."""
    os.makedirs("/srv", exist_ok=True)
    for path in ("/home/member/secret", "/srv/secret", "/tmp/secret"):
        with open(path, "w") as file:
            file.write("secret\n")
        os.chmod(path, 0o644)
    os.chmod("/home/member", 0o755)
    return subprocess.Popen(["sleep", "600"], user="member")


def run(screen, keyboard):
    pens = [touch.Pen(), touch.Pen("Trial Pen Keyboard", keys=touch.KEYBOARD_KEYS)]
    lid = touch.Switches("Trial Lid Key", keys=["KEY_POWER"])
    outcome = probe([screen.node, keyboard.node, *(pen.node for pen in pens), lid.node])
    for pen in pens:
        pen.remove()
    for attempt in ALLOWED:
        equal(f"the sandbox allows to {attempt}", outcome.pop(attempt, "not tried"), "done")
    for attempt, errors in REFUSED.items():
        got = outcome.pop(attempt, "not tried")
        check(f"the sandbox does not allow to {attempt} ({got})", got in errors, got)
    equal("nothing else was tried", outcome, {})
    clean_up()


def clean_up():
    shell.run("systemctl", "stop", "gestured-probe.socket", "gestured-probe.service")
    for path in (f"{UNITS}/gestured-probe.service", f"{UNITS}/gestured-probe.socket", INSTALLED, OUTPUT,
                 "/home/member/secret", "/srv/secret", "/tmp/secret", SOCKET):
        if os.path.exists(path):
            os.remove(path)
    shell.run("systemctl", "daemon-reload")
