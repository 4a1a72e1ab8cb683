"""Runs programs, and reads what the kernel shows of processes."""

import atexit
import os
import subprocess
from pathlib import Path
from typing import Any

Process = subprocess.Popen[Any]
Options = dict[str, Any]


def run(*command: object, **options: Any) -> tuple[int, str]:
    """The status and everything printed."""
    defaults: Options = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    done = subprocess.run([str(word) for word in command], **{**defaults, **options})
    return done.returncode, done.stdout.strip()


def output(*command: object, **options: Any) -> str:
    return run(*command, **options)[1]


def start(*command: object, **options: Any) -> Process:
    """Starts a program. The end of the test kills it."""
    defaults: Options = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([str(word) for word in command], **{**defaults, **options})
    atexit.register(stop, process)
    return process


def stop(process: Process) -> None:
    process.kill()
    process.wait()


def as_user(user: str) -> list[str]:
    """Runs the command that follows as the user, in the same process."""
    return ["setpriv", "--reuid", user, "--regid", user, "--init-groups"]


def status(pid: int) -> dict[str, str]:
    """/proc/PID/status; sizes are kB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {name: value.strip().removesuffix(" kB") for name, value in (line.split(":", 1) for line in lines)}


def wakeups(pid: int) -> int:
    return int(status(pid)["voluntary_ctxt_switches"])


def descriptors(pid: int) -> dict[int, str]:
    """What each descriptor leads to."""
    found = {}
    for path in Path(f"/proc/{pid}/fd").iterdir():
        try:
            found[int(path.name)] = os.readlink(path)
        except FileNotFoundError:
            continue
    return found


def read(path: object) -> str:
    """A file's text; nothing if there is no file."""
    try:
        return Path(str(path)).read_text(errors="replace")
    except FileNotFoundError:
        return ""


def write(path: object, text: str, mode: int = 0o644) -> str:
    """Makes the folders above the file as well. Returns the path."""
    file = Path(str(path))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    file.chmod(mode)
    return str(file)
