"""How much faster than real time a recording runs through the pipeline."""

import subprocess
import time
from pathlib import Path
from statistics import median


def duration(path):
    """Seconds from a recording's first event to its last."""
    times = [float(line.split()[1]) for line in Path(path).read_text().splitlines() if line.startswith("E:")]
    return times[-1] - times[0]


def speed(tools, path, times=5):
    """Real time over run time, of the whole run: reading the recording, recognising, printing."""
    return duration(path) / median(_run(tools, path) for _ in range(times))


def _run(tools, path):
    before = time.monotonic()
    subprocess.run([str(tools.gesturectl), "recognise", "--json", str(path)], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - before


def write_ten_fingers(header, path, frames=6000, hz=100):
    """Ten fingers that wander, for where the recordings are not at hand."""
    lines = [header.rstrip("\n")]
    for frame in range(frames):
        stamp = f"E: {1 + frame // hz}.{frame % hz * 1_000_000 // hz:06d}"
        for slot in range(10):
            lines.append(f"{stamp} 0003 002f {slot}")
            if frame == 0:
                lines.append(f"{stamp} 0003 0039 {slot + 1}")
            lines.append(f"{stamp} 0003 0035 {150 + 270 * slot + abs(frame * (slot + 1) % 240 - 120)}")
            lines.append(f"{stamp} 0003 0036 {400 + abs(frame * 3 * (slot + 1) % 1600 - 800)}")
        lines.append(f"{stamp} 0000 0000 0")
    Path(path).write_text("\n".join(lines) + "\n")
