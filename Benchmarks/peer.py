"""What a recording costs the daemon and `libinput debug-events` in user space, each on the same fake device."""

import fcntl
import json
import os
import re
import signal
import socket
import struct
import subprocess
import termios
import threading
import time
from pathlib import Path

from cost import count
from daemon import Daemon, Devices
from recording import Recording

# Without the standard sets: what a pad's user does with several fingers.
GESTURES = [{"drag": {"fingers": [2, 3, 4, 5]}}, {"tap": {"fingers": 1}}, {"tap": {"fingers": 2}}, {"tap": {"fingers": 3}}]
# Between two plays: no tap of one is the first of a double tap in the next.
REST = 0.7


class Feed:
    """Plays a recording into a device in its own time, each frame when those before it have been read."""

    def __init__(self, node, recording):
        self.recording = recording
        self.device = os.open(node, os.O_RDWR)

    def play(self, times):
        for _ in range(times):
            late = time.monotonic()
            for at, events in self.recording.frames:
                time.sleep(max(0, late + at / 1e6 - time.monotonic()))
                late += self._await_reader()
                os.write(self.device, Recording.packed(events, time.monotonic_ns() // 1000))
            time.sleep(REST)
            self._await_reader()
        return times * len(self.recording.frames)

    def _await_reader(self):
        """Under callgrind a reader may be slow: the seconds to be late by from now on."""
        before = time.monotonic()
        while struct.unpack("=i", fcntl.ioctl(self.device, termios.FIONREAD, bytes(4)))[0]:
            if time.monotonic() - before > 30:
                raise RuntimeError("no process reads the device")
            time.sleep(0.0005)
        return time.monotonic() - before

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.device)


class Subscriber:
    """One client that reads everything there is to say about `gestures`, or about the standard set of the device's kind."""

    def __init__(self, path, kind, gestures=None):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.lines = self.socket.makefile("r")
        hello = json.loads(self.lines.readline())
        if not gestures:
            gestures = [{"standard": kind}] if "standard" in hello["capabilities"] else GESTURES
        self.gestures = gestures
        for number, gesture in enumerate(gestures, 1):
            self._subscribe(number, gesture)
        self.messages = 0
        self.reader = threading.Thread(target=self._read)
        self.reader.start()

    def _subscribe(self, number, gesture):
        request = {"type": "subscribe", "id": number, "gesture": gesture}
        self.socket.sendall(json.dumps(request).encode() + b"\n")
        for line in self.lines:
            answer = json.loads(line)
            if answer["type"] == "error":
                raise RuntimeError(f"{json.dumps(gesture)}: {answer['message']}")
            if answer["type"] == "ok":
                return
        raise RuntimeError("gestured hung up")

    def _read(self):
        for _ in self.lines:
            self.messages += 1

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.reader.join()
        self.socket.close()


def daemon_instructions(tools, kind, recording, plays, gestures=None):
    """A frame's, of two runs of so many plays each, subtracted, so that the start cancels out; and messages a frame."""
    (few, less), (many, more) = (_daemon(tools, kind, recording, times, gestures) for times in plays)
    frames = (plays[1] - plays[0]) * len(recording.frames)
    return (many - few) / frames, (more - less) / frames


def libinput_instructions(tools, kind, recording, plays):
    few, many = (_libinput(tools, kind, recording, times) for times in plays)
    return (many - few) / ((plays[1] - plays[0]) * len(recording.frames))


def daemon_mallocs(tools, kind, recording, plays, gestures=None):
    """Allocations a frame, beginnings and endings of gestures included, once one play has grown the buffers."""
    with Devices(kind, recording.description) as devices, Feed(devices.node, recording) as feed:
        counter = devices.path / "mallocs"
        with Daemon(tools, devices, preload=[tools.program("mallocs.so")],
                    environment={"MALLOC_COUNT": str(counter)}) as daemon:
            with Subscriber(daemon.socket, kind, gestures):
                feed.play(1)
                before = count(counter)
                frames = feed.play(plays)
                return (count(counter) - before) / frames


def _daemon(tools, kind, recording, plays, gestures):
    with Devices(kind, recording.description) as devices, Feed(devices.node, recording) as feed:
        profile = devices.path / "callgrind.out"
        with Daemon(tools, devices, under=_callgrind(profile)) as daemon:
            with Subscriber(daemon.socket, kind, gestures) as subscriber:
                feed.play(plays)
        _keep(profile, f"gestured-{kind}-{plays}")
        return _collected(profile), subscriber.messages


def _libinput(tools, kind, recording, plays):
    with Devices(kind, recording.description) as devices, Feed(devices.node, recording) as feed:
        profile = devices.path / "callgrind.out"
        command = [*_callgrind(profile), "--trace-children=yes", "libinput", "debug-events"]
        command += ["--enable-tap"] if kind == "touchpad" else []
        environment = {**os.environ, "FAKE_EVDEV": str(devices.path), "LD_PRELOAD": str(tools.fake_evdev)}
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, env=environment)
        try:
            _await_opened(process, devices.node)
            feed.play(plays)
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        _keep(profile, f"libinput-{kind}-{plays}")
        if not profile.exists():
            raise RuntimeError(f"libinput debug-events: {errors.strip()}")
        return _collected(profile)


def _callgrind(profile):
    return ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}"]


def _collected(profile):
    return int(re.search(r"^(?:summary|totals): (\d+)", profile.read_text(), re.MULTILINE)[1])


def _keep(profile, name):
    """BENCH_PROFILES names a folder for callgrind_annotate to look at."""
    folder = os.environ.get("BENCH_PROFILES")
    if folder and profile.exists():
        (Path(folder) / f"callgrind.{name}").write_bytes(profile.read_bytes())


def _await_opened(process, node):
    descriptors = Path(f"/proc/{process.pid}/fd")
    for _ in range(600):
        if process.poll() is not None:
            break
        if any(os.readlink(entry) == str(node) for entry in descriptors.iterdir() if entry.is_symlink()):
            time.sleep(1)
            return
        time.sleep(0.05)
    raise RuntimeError(f"libinput debug-events does not open {node}")
