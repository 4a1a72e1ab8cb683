"""How much faster than real time a recording runs through the pipeline."""

import subprocess
import time
from pathlib import Path
from statistics import median

from daemon import Tools
from testing.recording import SLOT, TRACKING, Recording, Writer, X, Y


def speed(tools: Tools, path: Path, times: int = 5) -> float:
    """Real time over run time, of the whole run: reading the recording, recognising, printing."""
    return Recording(path).duration / median(_run(tools, path) for _ in range(times))


def _run(tools: Tools, path: Path) -> float:
    before = time.monotonic()
    subprocess.run([str(tools.gesturectl), "recognise", "--json", str(path)], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - before


def write_ten_fingers(path: Path, frames: int = 6000, hz: int = 100) -> None:
    """Ten fingers that wander, for where the recordings are not at hand."""
    writer = Writer()
    for frame in range(frames):
        events = []
        for slot in range(10):
            events += [(3, SLOT, slot)] + [(3, TRACKING, slot + 1)] * (frame == 0)
            events += [(3, X, 150 + 270 * slot + abs(frame * (slot + 1) % 240 - 120)),
                       (3, Y, 400 + abs(frame * 3 * (slot + 1) % 1600 - 800))]
        writer.frame(1 + frame / hz, *events)
    writer.save(path)
