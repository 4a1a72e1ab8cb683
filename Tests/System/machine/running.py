"""make run in a clone of an ordinary user's, once without and once with access to the machine's devices."""

import os
import re
import shutil
import signal
import subprocess
import threading

import shell
from installing import PROJECT
from report import check, equal
from subscriber import wait_until

CLONE = "/home/stranger/gestured"


def started():
    """packaging/run is what make run calls once both programs are built."""
    return subprocess.Popen(
        ["setpriv", "--reuid=stranger", "--regid=stranger", "--init-groups", "packaging/run", "binaries"],
        cwd=CLONE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )


def without_access(devices):
    shutil.copytree(PROJECT, CLONE)
    shell.run("chown", "-R", "stranger:stranger", CLONE)
    run = started()
    printed, _ = run.communicate()
    for device in devices:
        check(f"make run names {device.name}, which the user cannot open", device.node in printed, printed[:800])
    command = re.search(r"sudo (setfacl -m u:stranger:r .*)", printed)
    check("it says which command opens them", command, printed[:800])
    check("it plays a recording instead, and shows its gestures", "playing Examples" in printed and " drag " in printed,
          printed[-800:])
    equal("it ends with status 0", run.returncode, 0)
    return command[1].split() if command else ["true"]


def with_access(command, device):
    equal("the command that make run named works", shell.run(*command), (0, ""))
    run, lines = started(), []
    threading.Thread(target=lambda: lines.extend(run.stdout), daemon=True).start()
    # Fingers that touch before the monitor has subscribed start nothing, and nothing says when it has.
    ready = wait_until(lambda: any("touch a device" in line for line in lines))
    check("after it, make run uses the devices", ready, lines)
    shown = wait_until(lambda: tapped(device) and any(re.search(r"\btap\b", line) for line in lines))
    check("and shows a tap", shown, lines)
    os.killpg(run.pid, signal.SIGINT)
    equal("an interrupt ends it with status 0", run.wait(), 0)
    running = shell.output("pgrep", "--full", "binaries/gestured")
    equal("and its daemon with it", running, "")


def tapped(device):
    device.down([(100, 90)])
    device.up()
    return True
