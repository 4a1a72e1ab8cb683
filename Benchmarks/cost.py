"""What one frame costs: two drags of different length, subtracted, so that beginning and ending cancel out."""

import re
import struct

from daemon import Daemon, Devices

# Under callgrind the daemon is some fifty times slower: at this rate it still takes each frame by itself.
SLOW_HZ = 200


def instructions(tools, frames):
    """User-space instructions a frame, as callgrind counts them."""
    return (_collected(tools, 2 * frames) - _collected(tools, frames)) / frames


def _collected(tools, frames):
    with Devices() as devices:
        profile = devices.path / "callgrind.out"
        with Daemon(tools, devices, under=["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"]) as daemon:
            daemon.drag(frames, SLOW_HZ)
        return int(re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def mallocs(tools, frames):
    """Allocations of any kind a frame, in steady state: buffers grow during a drag before those that count."""
    with Devices() as devices:
        counter = devices.path / "mallocs"
        with Daemon(tools, devices, preload=[tools.program("mallocs.so")],
                    environment={"MALLOC_COUNT": str(counter)}) as daemon:
            counts = []
            for length in (frames, frames, 2 * frames):
                daemon.drag(length)
                counts.append(struct.unpack("=Q", counter.read_bytes())[0])
            once, twice = counts[1] - counts[0], counts[2] - counts[1]
            return (twice - once) / frames
