"""What one frame costs the daemon in user space."""

import re
import struct
import time

from daemon import Daemon, Devices, finish_drag

# Under callgrind the daemon is some fifty times slower: at this rate it still takes each frame by itself.
SLOW_HZ = 100


def instructions(tools, frames):
    """As callgrind counts them: two drags of different length, subtracted, so that beginning and ending cancel out."""
    return (_collected(tools, 2 * frames) - _collected(tools, frames)) / frames


def _collected(tools, frames):
    with Devices() as devices:
        profile = devices.path / "callgrind.out"
        with Daemon(tools, devices, under=["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"]) as daemon:
            daemon.drag(frames, SLOW_HZ)
        return int(re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def mallocs(tools, frames, hz=1000):
    """Allocations of any kind a frame, in the middle of one drag: buffers have grown by then."""
    with Devices() as devices:
        counter = devices.path / "mallocs"
        with Daemon(tools, devices, preload=[tools.program("mallocs.so")],
                    environment={"MALLOC_COUNT": str(counter)}) as daemon:
            dragging = daemon.start_drag(2 * frames, hz)
            time.sleep(frames / 2 / hz)
            before = _count(counter)
            time.sleep(frames / hz)
            after = _count(counter)
            finish_drag(dragging)
            return (after - before) / frames


def _count(counter):
    return struct.unpack("=Q", counter.read_bytes())[0]
