"""What one frame costs the daemon in user space."""

import re
import struct
import subprocess
import tempfile
import time
from pathlib import Path

from daemon import DRAG, Daemon, Devices, finish_drag

# Under callgrind the daemon is some fifty times slower: at this rate it still takes each frame by itself.
SLOW_HZ = 100


def instructions(tools, frames):
    """As callgrind counts them: two drags of different length, subtracted, so that beginning and ending cancel out."""
    def drag(count):
        return collected(tools, lambda daemon: daemon.drag(count, SLOW_HZ))
    return (drag(2 * frames) - drag(frames)) / frames


def collected(tools, run, configuration=""):
    """Instructions of a daemon from its start to its end, with what `run` does to it."""
    with Devices() as devices:
        profile = devices.path / "callgrind.out"
        with Daemon(tools, devices, under=["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"],
                    configuration=configuration) as daemon:
            run(daemon)
        return int(re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def mallocs(tools, frames, hz=1000, request=DRAG):
    """Allocations of any kind a frame, in the middle of one drag: buffers have grown by then."""
    with Devices() as devices:
        counter = devices.path / "mallocs"
        with Daemon(tools, devices, preload=[tools.program("mallocs.so")],
                    environment={"MALLOC_COUNT": str(counter)}) as daemon:
            dragging = daemon.start_drag(2 * frames, hz, request)
            time.sleep(frames / 2 / hz)
            before = count(counter)
            time.sleep(frames / hz)
            after = count(counter)
            finish_drag(dragging)
            return (after - before) / frames


def local_mallocs(tools, kind, frames):
    """The same of a gesture in the app's own process: two drags of different length, subtracted."""
    return _mallocs(tools.local_frames, tools, kind, frames)


def local_instructions(tools, kind, frames):
    """Instructions a frame of a gesture in the app's own process: two drags of different length, subtracted."""
    return (_local_instructions(tools, kind, 2 * frames) - _local_instructions(tools, kind, frames)) / frames


def standard_instructions(tools, kind, frames):
    """Instructions a frame of one thing that a hand does, in the mean of both standard sets: two lengths, subtracted."""
    few, many = (_instructions(tools.standard_frames, kind, count) for count in (frames, 2 * frames))
    # The program feeds each frame to both.
    return (many - few) / (2 * frames)


def _local_instructions(tools, kind, frames):
    return _instructions(tools.local_frames, kind, frames)


def _instructions(program, kind, frames):
    with tempfile.TemporaryDirectory(prefix="gestured-bench-") as directory:
        profile = Path(directory) / "callgrind.out"
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", str(program), kind,
                        str(frames)], check=True, stderr=subprocess.DEVNULL)
        return int(re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def lifetimes(tools):
    """What stays of gestures that were attached and removed, or released in mid-gesture: objects, bytes, and the text."""
    text = subprocess.run([str(tools.local_frames), "lifetimes"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    alive, grown = re.search(r"(\d+) alive, ([+-]\d+) bytes", text).groups()
    return int(alive), int(grown), text


def standard_mallocs(tools, kind, frames):
    """The same of one thing that a hand does, over and over, in the standard sets."""
    return _mallocs(tools.standard_frames, tools, kind, frames)


def _mallocs(program, tools, kind, frames):
    return (_local_count(program, tools, kind, 2 * frames) - _local_count(program, tools, kind, frames)) / frames


def _local_count(program, tools, kind, frames):
    with tempfile.TemporaryDirectory(prefix="gestured-bench-") as directory:
        counter = Path(directory) / "mallocs"
        subprocess.run([str(program), kind, str(frames)], check=True,
                       env={"LD_PRELOAD": str(tools.program("mallocs.so")), "MALLOC_COUNT": str(counter)})
        return count(counter)


def count(counter):
    return struct.unpack("=Q", counter.read_bytes())[0]
