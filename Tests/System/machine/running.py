"""make run in an ordinary user's clone, without and with access to the machine's devices."""

import os
import re
import shutil
import signal
import subprocess
import threading
from collections.abc import Sequence

from installing import PROJECT
from strokes import repeated
from testing import shell
from testing.checks import TIMEOUT, check, equal, wait_until
from testing.shell import as_user
from testing.uinput import TouchDevice

CLONE = "/home/stranger/gestured"


def started() -> shell.Process:
    """make run builds both programs and calls packaging/run."""
    return shell.start(*as_user("stranger"), "packaging/run", "binaries", cwd=CLONE, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, text=True, start_new_session=True)


def without_access(devices: Sequence[TouchDevice]) -> list[str]:
    shutil.copytree(PROJECT, CLONE)
    shell.run("chown", "-R", "stranger:stranger", CLONE)
    run = started()
    printed, _ = run.communicate()
    for device in devices:
        check(f"make run names {device.name}, which the user cannot open", device.node in printed, printed[:800])
    command = re.search(r"sudo (setfacl -m u:stranger:r .*)", printed)
    check("it prints the command that grants access", command, printed[:800])
    check("it plays a recording instead and shows its gestures", "playing Examples" in printed and " drag " in printed,
          printed[-800:])
    equal("it ends with status 0", run.returncode, 0)
    return command[1].split() if command else ["true"]


def with_access(command: list[str], device: TouchDevice) -> None:
    equal("the printed command works", shell.run(*command), (0, ""))
    run, lines = started(), list[str]()
    threading.Thread(target=lambda: lines.extend(run.stdout or []), daemon=True).start()
    # Contacts that are down before the monitor has subscribed start no gesture, so it is tapped until a tap shows.
    ready = wait_until(lambda: any("touch a device" in line for line in lines))
    check("then make run uses the devices", ready, lines)
    shown = repeated(lambda: tapped(device), lambda: any(re.search(r"\btap\b", line) for line in lines), TIMEOUT)
    check("it shows a tap", shown, lines)
    os.killpg(run.pid, signal.SIGINT)
    equal("an interrupt ends it with status 0", run.wait(), 0)
    running = shell.output("pgrep", "--full", "binaries/gestured")
    equal("its daemon ends, too", running, "")


def tapped(device: TouchDevice) -> None:
    device.down([(100, 90)])
    device.up()
