"""Recordings: what is in them, and how much faster than real time one runs through the pipeline."""

import struct
import subprocess
import time
from pathlib import Path
from statistics import median


def duration(path):
    """Seconds from a recording's first event to its last."""
    times = [float(line.split()[1]) for line in Path(path).read_text().splitlines() if line.startswith("E:")]
    return times[-1] - times[0]


class Recording:
    """An evemu file: the device's description, and its frames as (µs since the first, the events but their time)."""

    EVENT = struct.Struct("=qqHHi")

    def __init__(self, path):
        self.description, self.frames = "", []
        events = []
        for line in Path(path).read_text().splitlines():
            if not line.startswith("E:"):
                self.description += f"{line}\n"
                continue
            time, kind, code, value = line.split()[1:5]
            events.append((int(kind, 16), int(code, 16), int(value)))
            if events[-1][:2] == (0, 0):
                self.frames.append((round(float(time) * 1_000_000), events))
                events = []
        start = self.frames[0][0]
        self.frames = [(time - start, events) for time, events in self.frames] + self._lift()

    def _lift(self, gap=100_000):
        """A frame that leaves nothing touched, so that the recording can be played again."""
        slot, down, pressed = 0, {}, {}
        for _, events in self.frames:
            for kind, code, value in events:
                if (kind, code) == (3, 0x2f):
                    slot = value
                elif (kind, code) == (3, 0x39):
                    down[slot] = value >= 0
                elif kind == 1:
                    pressed[code] = value
        events = [event for slot in sorted(down) if down[slot] for event in [(3, 0x2f, slot), (3, 0x39, -1)]]
        events += [(1, code, 0) for code in sorted(pressed) if pressed[code]]
        last = self.frames[-1][0] - self.frames[0][0]
        return [(last + gap, [*events, (0, 0, 0)])] if events else []

    @classmethod
    def packed(cls, events, microseconds):
        stamp = divmod(microseconds, 1_000_000)
        return b"".join(cls.EVENT.pack(*stamp, *event) for event in events)


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
