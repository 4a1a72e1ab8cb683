"""Prints the functions of libraries and of Swift's runtime that the two resident programs call, gestured and then the service of
actions: symbol_order.py BINARIES FRAMES PROGRAMS"""

import json
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from daemon import Daemon, Devices, Tools

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


def called(tools):
    """The functions called from the start of the daemon to the end of a drag."""
    with tempfile.NamedTemporaryFile() as profile:
        valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no",
                    f"--callgrind-out-file={profile.name}"]
        with Devices() as devices, Daemon(tools, devices, under=valgrind) as daemon, daemon.client():
            daemon.drag(300, hz=50)
        return functions(profile.name)


def functions(profile):
    lines = Path(profile).read_text().splitlines()
    return {re.sub(r"'\d+$", "", line[3:]) for line in lines if line.startswith("fn=")}


def serve(client, lines):
    """Accepts the subscriptions, and sends a gesture of each kind, for which programs run."""
    device = {"id": "event1", "name": "Screen", "node": "/dev/input/event1", "kind": "touchscreen", "seat": "seat0",
              "size": [300, 200], "slots": 10, "availability": "open"}
    access = {"session": "active", "seats": ["seat0"], "focus": "unknown", "positions": "withheld"}
    moved = {"fingers": 3, "translation": [-200, 1], "velocity": [-900, 0]}
    pinch = [{"phase": "active", "magnify": {"fingers": 3, "magnification": 0.5, "velocity": -2}},
             {"phase": "active", "rotate": {"fingers": 3, "rotation": 0, "velocity": 0}}]
    hands = [{"tap": {"fingers": 3, "count": 1}}, {"drag": moved}, {"phase": "active", "simultaneous": pinch}]
    number = 0

    def send(**message):
        client.sendall((json.dumps(message) + "\n").encode())

    def perform(subscription, value):
        nonlocal number
        number += 1
        for phase in ("began", "changed", "ended"):
            send(type="gesture", subscription=subscription, gesture=number, phase=phase, time=time.monotonic_ns() // 1000,
                 device="event1", value=value)

    capabilities = ["scope", "standard", "edges", "drag", "longPress"]
    send(type="hello", protocol=1, server="gestured", capabilities=capabilities, devices=[device], access=access)
    standard = None
    while standard is None:
        request = json.loads(lines.readline())
        send(type="ok", id=request["id"], subscription=request["id"])
        if request["gesture"].get("standard") == "touchscreen":
            standard = request["id"]
        elif "drag" in request["gesture"]:
            perform(request["id"], {"drag": {**moved, "edge": "left"}})
    for value in hands:
        perform(standard, value)
        time.sleep(1)
    client.shutdown(socket.SHUT_WR)
    # Under valgrind the programs take seconds to start and to end.
    time.sleep(5)


def called_by_actions(gesturectl):
    """From the start of the service to its end, with a file of rules and a daemon that sends gestures."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as listener:
        # valgrind does not read all of the debugging information.
        subprocess.run(["strip", "--strip-debug", "-o", f"{folder}/gesturectl", gesturectl], check=True)
        Path(f"{folder}/actions.toml").write_text(RULES)
        Path(f"{folder}/actions.toml").chmod(0o644)
        listener.bind(f"{folder}/socket")
        listener.listen()
        listener.settimeout(120)
        service = subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no", "--log-file=/dev/null",
             f"--callgrind-out-file={folder}/profile", f"{folder}/gesturectl", "actions", "run", "--socket",
             f"{folder}/socket", "--file", f"{folder}/actions.toml"],
            env={"PATH": "/usr/bin:/bin", "HOME": folder})
        with listener.accept()[0] as client, client.makefile("rb") as lines:
            serve(client, lines)
            service.send_signal(signal.SIGTERM)
            service.wait()
        return functions(f"{folder}/profile")


def defined(program):
    output = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
    return {fields[2] for fields in map(str.split, output.splitlines()) if len(fields) == 3 and fields[1] in "tTwW"}


def shared(names, program):
    return names & defined(program)


tools = Tools(*sys.argv[1:])
gesturectl = f"{sys.argv[1]}/gesturectl"
own = shared(called(tools), tools.gestured)
print(HEADER, *sorted(own), MORE, *sorted(shared(called_by_actions(gesturectl), gesturectl) - own), sep="\n")
