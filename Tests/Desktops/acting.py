"""gestured with recordings in place of a device, and gesturectl actions."""
import os
import subprocess

HEADER = """# EVEMU 1.3
N: gestured touchscreen
I: 0018 6765 7374 0100
P: 02 00 00 00 00 00 00 00
B: 00 0b 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 00 00 00 00 00 00 00
B: 01 00 04 00 00 00 00 00 00
B: 03 03 00 00 00 00 80 60 02
A: 00 0 6880 0 0 20
A: 01 0 3880 0 0 20
A: 2f 0 9 0 0 0
A: 35 0 6880 0 0 20
A: 36 0 3880 0 0 20
A: 39 0 65535 0 0 0
"""
POINT = 20 * 25.4 / 160  # the device's units in a point


def places(fingers, place):
    return place if isinstance(place, list) else [(place[0], place[1] + 90 * finger) for finger in range(fingers)]


def recording(path, strokes, pause=1.0, start_time=1.0):
    """Writes a recording of a touchscreen: a list of strokes (fingers, from, to, seconds), in points. From and to are the first
    finger's places, and the others are below it, or a list with the place of each. Seconds of `pause` follow each stroke.
    A fifth member False keeps the fingers down, and the next stroke goes on with them."""
    lines, time, contact, is_down = [], start_time, 0, False

    def event(kind, code, value):
        lines.append(f"E: {time:.6f} {kind:04x} {code:04x} {value:04d}")

    for fingers, start, end, seconds, *lifts in strokes:
        frames = max(2, round(seconds / 0.01))
        starts, ends = (places(fingers, place) for place in (start, end))
        for frame in range(frames + (lifts != [False])):
            # A finger that rests changes nothing, and the kernel reports nothing.
            if is_down and starts == ends and frame < frames:
                time += 0.01
                continue
            for finger in range(fingers):
                event(3, 0x2F, finger)
                if frame == 0 and not is_down:
                    event(3, 0x39, contact + finger)
                if frame < frames:
                    share = frame / (frames - 1)
                    for axis in (0, 1):
                        place = starts[finger][axis] + (ends[finger][axis] - starts[finger][axis]) * share
                        event(3, 0x35 + axis, round(place * POINT))
                else:
                    event(3, 0x39, -1)
            if (frame == 0 and not is_down) or frame == frames:
                event(1, 0x14A, 1 if frame == 0 else 0)
            event(0, 0, 0)
            time += 0.01
        is_down = lifts == [False]
        if not is_down:
            contact += fingers
            time += pause
    with open(path, "w") as file:
        file.write(HEADER + "\n".join(lines) + "\n")
    return path


class Gestures:
    """The daemon, which plays a recording for each client and then ends."""

    def __init__(self, daemon, folder, start):
        self.daemon, self.folder, self.start = daemon, folder, start
        self.socket = f"{folder}/gestured.sock"

    def perform(self, *strokes, pause=1.0):
        """Returns at once. The recording begins when the service has connected."""
        if os.path.exists(self.socket):
            os.unlink(self.socket)
        path = recording(f"{self.folder}/gesture.evemu", strokes, pause)
        os.chmod(path, 0o644)
        return self.start(self.daemon, "--socket", self.socket, "--play", path, "--config", "/dev/null")
