"""Runs commands, and queries systemd for the service."""

import subprocess


def run(*command, **options):
    """Returns the status and everything printed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    return done.returncode, done.stdout.strip()


def output(*command):
    return run(*command)[1]


def unit(property, name="gestured.service"):
    return output("systemctl", "show", "--value", "--property", property, name)


def daemon():
    """The service's process, or 0."""
    return int(unit("MainPID"))


def status(pid):
    """/proc/PID/status as a dictionary."""
    with open(f"/proc/{pid}/status") as lines:
        return {name: value.strip() for name, value in (line.split(":", 1) for line in lines)}
