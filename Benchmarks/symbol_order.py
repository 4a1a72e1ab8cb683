"""Prints the functions of Swift's library and runtime that gestured calls: symbol_order.py BINARIES FRAMES PROGRAMS"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from daemon import Daemon, Devices, Tools

HEADER = """\
# The functions of Swift's library and runtime that gestured calls. The linker puts them next to each other, because a
# page fault maps 64 KB around it. Symbols that do not exist are ignored. Written by make symbol-order."""
# The project's own functions: their names change.
OWN = re.compile(r"Gesture|Touch[A-Z]|Evdev|LinuxSupport|gestured|RealModule|^main$|_start")


def called(tools):
    """The functions called from the start of the daemon to the end of a drag."""
    with tempfile.NamedTemporaryFile() as profile:
        valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no",
                    f"--callgrind-out-file={profile.name}"]
        with Devices() as devices, Daemon(tools, devices, under=valgrind) as daemon, daemon.client():
            daemon.drag(300, hz=50)
        lines = Path(profile.name).read_text().splitlines()
    return {re.sub(r"'\d+$", "", line[3:]) for line in lines if line.startswith("fn=")}


def defined(program):
    output = subprocess.run(["nm", "--defined-only", program], check=True, capture_output=True, text=True).stdout
    return {fields[2] for fields in map(str.split, output.splitlines()) if len(fields) == 3 and fields[1] in "tTwW"}


tools = Tools(*sys.argv[1:])
print(HEADER, *sorted(name for name in called(tools) & defined(tools.gestured) if not OWN.search(name)), sep="\n")
