"""Prints the functions of libraries and of Swift's runtime that the two resident programs call, gestured and then the service of
actions: symbol_order.py BINARIES FRAMES PROGRAMS"""

import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cost import callgrind
from daemon import Daemon, Devices, Tools
from testing import shell
from testing.client import Message
from testing.standin import SCREEN, StandIn

HEADER = """\
# The functions that gestured calls. The linker puts them next to each other, because a page fault maps 64 KB around it.
# Symbols that do not exist are ignored: a function that has another name since has another place, and nothing else changes.
# Written by make symbol-order."""
# After those of gestured, which has some of these, too, and does not call them.
MORE = "# Those that only gesturectl actions run calls."
RULES = "".join(f"""[[action]]
gesture = "{gesture}"
fingers = [3, 4]
{'app = "org.example.App*"' if number else ""}
run = ["true"]
continue = true
""" for number in range(10) for gesture in ("tap", "swipe left", "pinch in", "edge left"))


OPTIONS = "--demangle=no", "--compress-strings=no"


def called(tools: Tools) -> set[str]:
    """The functions called from the start of the daemon to the end of a drag."""
    with tempfile.NamedTemporaryFile() as profile:
        valgrind = callgrind(profile.name, *OPTIONS)
        with Devices() as devices, Daemon(tools, devices, under=valgrind) as daemon, daemon.client():
            daemon.drag(300, hz=50)
        return functions(profile.name)


def functions(profile: str) -> set[str]:
    lines = Path(profile).read_text().splitlines()
    return {re.sub(r"'\d+$", "", line[3:]) for line in lines if line.startswith("fn=")}


def serve(daemon: StandIn) -> None:
    """Accepts the subscriptions, and sends a gesture of each kind, for which programs run."""
    moved = {"fingers": 3, "translation": [-200, 1], "velocity": [-900, 0]}
    pinch = [{"phase": "active", "magnify": {"fingers": 3, "magnification": 0.5, "velocity": -2}},
             {"phase": "active", "rotate": {"fingers": 3, "rotation": 0, "velocity": 0}}]
    hands: list[Message] = [{"tap": {"fingers": 3, "count": 1}}, {"drag": moved}, {"phase": "active", "simultaneous": pinch}]
    phases = "began", "changed", "ended"
    daemon.accept(capabilities=["scope", "standard", "edges", "drag", "longPress"], devices=[SCREEN])
    while (request := daemon.subscribed(None))["gesture"].get("standard") != "touchscreen":
        if "drag" in request["gesture"]:
            daemon.write(daemon.gesture(request["id"], {"drag": {**moved, "edge": "left"}}, phases))
    for value in hands:
        daemon.write(daemon.gesture(request["id"], value, phases))
        time.sleep(1)
    daemon.client.connection.shutdown(socket.SHUT_WR)
    # Under valgrind the programs take seconds to start and to end.
    time.sleep(5)


def called_by_actions(gesturectl: str) -> set[str]:
    """From the start of the service to its end, with a file of rules and a daemon that sends gestures."""
    with tempfile.TemporaryDirectory() as folder, StandIn(f"{folder}/socket") as daemon:
        # valgrind does not read all of the debugging information.
        subprocess.run(["strip", "--strip-debug", "-o", f"{folder}/gesturectl", gesturectl], check=True)
        rules = shell.write(f"{folder}/actions.toml", RULES)
        service = shell.start(
            *callgrind(f"{folder}/profile", *OPTIONS, "--log-file=/dev/null"), f"{folder}/gesturectl", "actions", "run",
            "--socket", daemon.path, "--file", rules, env={"PATH": "/usr/bin:/bin", "HOME": folder})
        serve(daemon)
        service.send_signal(signal.SIGTERM)
        service.wait()
        return functions(f"{folder}/profile")


def defined(program: object) -> set[str]:
    output = subprocess.run(["nm", "--defined-only", str(program)], check=True, capture_output=True, text=True).stdout
    return {fields[2] for fields in map(str.split, output.splitlines()) if len(fields) == 3 and fields[1] in "tTwW"}


tools = Tools(*sys.argv[1:])
gesturectl = f"{sys.argv[1]}/gesturectl"
own = called(tools) & defined(tools.gestured)
print(HEADER, *sorted(own), MORE, *sorted(called_by_actions(gesturectl) & defined(gesturectl) - own), sep="\n")
