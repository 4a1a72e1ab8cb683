"""What one frame costs the daemon in user space."""

import re
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from daemon import DRAG, Daemon, Devices, Tools, finish_drag
from testing.checks import find

# Under callgrind the daemon is some fifty times slower: at this rate it still takes each frame by itself.
SLOW_HZ = 100
Other = Callable[[Daemon], AbstractContextManager[object]]


def callgrind(profile: object, *options: str) -> list[str]:
    """The command that runs the one that follows."""
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", *options]


def counted(profile: Path) -> int:
    """The instructions in a profile."""
    return int(find(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def per_frame(measure: Callable[[int], float], frames: int) -> float:
    """Two runs of different length, subtracted, so that beginning and ending cancel out."""
    return (measure(2 * frames) - measure(frames)) / frames


def instructions(tools: Tools, frames: int, other: Other = nullcontext) -> float:
    """Of drags, next to something else."""
    def drag(daemon: Daemon, count: int) -> None:
        with other(daemon):
            daemon.drag(count, SLOW_HZ)
    return per_frame(lambda count: collected(tools, lambda daemon: drag(daemon, count)), frames)


def collected(tools: Tools, run: Callable[[Daemon], object], configuration: str = "") -> int:
    """Instructions of a daemon from its start to its end, with what `run` does to it."""
    with Devices() as devices:
        profile = devices.path / "callgrind.out"
        with Daemon(tools, devices, under=callgrind(profile), configuration=configuration) as daemon:
            run(daemon)
        return counted(profile)


class Counted(Daemon):
    """A daemon whose allocations are counted."""

    def __init__(self, tools: Tools, devices: Devices) -> None:
        self.counter = devices.path / "mallocs"
        super().__init__(tools, devices, preload=[tools.program("mallocs.so")], environment={"MALLOC_COUNT": str(self.counter)})

    def mallocs(self) -> int:
        """Of any kind, from the start on."""
        return count(self.counter)


def mallocs_of(daemon: Counted, dragging: subprocess.Popen[str], lead: float, frames: int, hz: int) -> float:
    """A frame, in the middle of one drag, after the lead: buffers have grown by then."""
    time.sleep((lead + frames / 2) / hz)
    before = daemon.mallocs()
    time.sleep(frames / hz)
    after = daemon.mallocs()
    finish_drag(dragging)
    return (after - before) / frames


def mallocs(tools: Tools, frames: int, hz: int = 1000, request: str = DRAG) -> float:
    with Devices() as devices, Counted(tools, devices) as daemon:
        return mallocs_of(daemon, daemon.start_drag(2 * frames, hz, request), 0, frames, hz)


def own_mallocs(tools: Tools, program: Path, kind: str, frames: int) -> float:
    """A frame of what a hand does over and over, in the program's own process: an app, or the standard sets."""
    def run(times: int) -> int:
        with tempfile.TemporaryDirectory(prefix="gestured-bench-") as directory:
            counter = Path(directory) / "mallocs"
            subprocess.run([program, kind, str(times)], check=True,
                           env={"LD_PRELOAD": tools.program("mallocs.so"), "MALLOC_COUNT": str(counter)})
            return count(counter)
    return per_frame(run, frames)


def own_instructions(program: Path, kind: str, frames: int, *gesture: str) -> float:
    """The same in instructions; of one gesture instead of the standard sets."""
    def run(times: int) -> int:
        with tempfile.TemporaryDirectory(prefix="gestured-bench-") as directory:
            profile = Path(directory) / "callgrind.out"
            subprocess.run([*callgrind(profile), program, kind, str(times), *gesture], check=True, stderr=subprocess.DEVNULL)
            return counted(profile)
    return per_frame(run, frames)


def lifetimes(tools: Tools) -> tuple[int, int, str]:
    """What stays of gestures that were attached and removed, or released in mid-gesture: objects, bytes, and the text."""
    text = subprocess.run([str(tools.frames), "lifetimes"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    alive, grown = find(r"(\d+) alive, ([+-]\d+) bytes", text).groups()
    return int(alive), int(grown), text


def count(counter: Path) -> int:
    number: int = struct.unpack("=Q", counter.read_bytes())[0]
    return number
