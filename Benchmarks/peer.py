"""What a recording costs the daemon and `libinput debug-events` in user space, each on the same fake device."""

import fcntl
import os
import shutil
import signal
import struct
import subprocess
import termios
import time
from pathlib import Path
from typing import Self

from cost import Counted, callgrind, counted
from daemon import Daemon, Devices, Tools
from testing import shell
from testing.checks import wait_until
from testing.client import Client, Message, connected
from testing.recording import Event, Recording

EVENT = struct.Struct("=qqHHi")
# Without the standard sets: what a pad's user does with several fingers.
GESTURES: list[Message] = [{"drag": {"fingers": [2, 3, 4, 5]}}, {"tap": {"fingers": 1}}, {"tap": {"fingers": 2}},
                           {"tap": {"fingers": 3}}]
# Between two plays: no tap of one is the first of a double tap in the next.
REST = 0.7


def packed(events: list[Event]) -> bytes:
    """With the time of now."""
    stamp = divmod(time.monotonic_ns() // 1000, 1_000_000)
    return b"".join(EVENT.pack(*stamp, *event) for event in events)


def description(recording: Recording) -> str:
    return "".join(f"{line}\n" for line in recording.head)


class Feed:
    """Plays a recording into a device in its own time, each frame when those before it have been read."""

    def __init__(self, node: Path, recording: Recording) -> None:
        self.recording = recording
        self.device = os.open(node, os.O_RDWR)

    def play(self, times: int) -> int:
        """Returns the number of frames."""
        for _ in range(times):
            late = time.monotonic()
            for at, events in self.recording.frames:
                time.sleep(max(0, late + at / 1e6 - time.monotonic()))
                late += self._await_reader()
                os.write(self.device, packed(events))
            time.sleep(REST)
            self._await_reader()
        return times * len(self.recording.frames)

    def _await_reader(self) -> float:
        """Under callgrind a reader may be slow: the seconds to be late by from now on."""
        before = time.monotonic()
        while struct.unpack("=i", fcntl.ioctl(self.device, termios.FIONREAD, bytes(4)))[0]:
            if time.monotonic() - before > 30:
                raise RuntimeError("no process reads the device")
            time.sleep(0.0005)
        return time.monotonic() - before

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.device)


class Subscriber(Client):
    """One client that reads every message about `gestures`, or about the standard set of the device's kind."""

    def __init__(self, path: str, kind: str, gestures: list[Message] | None = None) -> None:
        self.connection = connected(path=path)
        # Lines after the answers, which are counted and not read.
        self.lines = 0
        self.is_subscribed = False
        super().__init__(self.connection.makefile("rb"), self.connection.sendall)
        hello = self.next("hello", lambda message: message["type"] == "hello")
        if not gestures:
            gestures = [{"standard": kind}] if "standard" in hello["capabilities"] else GESTURES
        for gesture in gestures:
            self.subscribe(gesture)
        self.is_subscribed = True

    def decode(self, line: bytes) -> Message | None:
        self.lines += self.is_subscribed
        return None if self.is_subscribed else super().decode(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.shutdown(2)
        wait_until(lambda: self.is_over)
        self.connection.close()


def daemon_instructions(tools: Tools, kind: str, recording: Recording, plays: tuple[int, int],
                        gestures: list[Message] | None = None) -> tuple[float, float]:
    """A frame's, of two runs of so many plays each, subtracted, so that the start cancels out; and messages a frame."""
    (few, less), (many, more) = (_daemon(tools, kind, recording, times, gestures) for times in plays)
    frames = (plays[1] - plays[0]) * len(recording.frames)
    return (many - few) / frames, (more - less) / frames


def libinput_instructions(tools: Tools, kind: str, recording: Recording, plays: tuple[int, int]) -> float:
    few, many = (_libinput(tools, kind, recording, times) for times in plays)
    return (many - few) / ((plays[1] - plays[0]) * len(recording.frames))


def daemon_mallocs(tools: Tools, kind: str, recording: Recording, plays: int, gestures: list[Message] | None = None) -> float:
    """Allocations a frame, beginnings and endings of gestures included, once one play has grown the buffers."""
    with (Devices(kind, description(recording)) as devices, Feed(devices.node, recording) as feed,
          Counted(tools, devices) as daemon, Subscriber(daemon.socket, kind, gestures)):
        feed.play(1)
        before = daemon.mallocs()
        frames = feed.play(plays)
        return (daemon.mallocs() - before) / frames


def _daemon(tools: Tools, kind: str, recording: Recording, plays: int, gestures: list[Message] | None) -> tuple[int, int]:
    with Devices(kind, description(recording)) as devices, Feed(devices.node, recording) as feed:
        profile = devices.path / "callgrind.out"
        with (Daemon(tools, devices, under=callgrind(profile)) as daemon,
              Subscriber(daemon.socket, kind, gestures) as subscriber):
            feed.play(plays)
        _keep(profile, f"gestured-{kind}-{plays}")
        return counted(profile), subscriber.lines


def _libinput(tools: Tools, kind: str, recording: Recording, plays: int) -> int:
    with Devices(kind, description(recording)) as devices, Feed(devices.node, recording) as feed:
        profile = devices.path / "callgrind.out"
        command = [*callgrind(profile, "--trace-children=yes"), "libinput", "debug-events"]
        command += ["--enable-tap"] if kind == "touchpad" else []
        process = shell.start(*command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              env=devices.environment(tools))
        try:
            _await_opened(process, devices.node)
            feed.play(plays)
        finally:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        _keep(profile, f"libinput-{kind}-{plays}")
        if not profile.exists():
            raise RuntimeError(f"libinput debug-events: {errors.strip()}")
        return counted(profile)


def _keep(profile: Path, name: str) -> None:
    """BENCH_PROFILES names a folder for callgrind_annotate to look at."""
    folder = os.environ.get("BENCH_PROFILES")
    if folder and profile.exists():
        shutil.copyfile(profile, f"{folder}/callgrind.{name}")


def _await_opened(process: shell.Process, node: Path) -> None:
    def is_open() -> bool:
        return process.poll() is None and str(node) in shell.descriptors(process.pid).values()

    wait_until(lambda: is_open() or process.poll() is not None, 30)
    if not is_open():
        raise RuntimeError(f"libinput debug-events does not open {node}")
    time.sleep(1)
