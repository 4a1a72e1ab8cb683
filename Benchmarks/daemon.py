"""The daemon's own binary on fake devices, started and observed from outside."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

import testing.daemon
from testing import shell
from testing.checks import wait_until
from testing.client import connected

Measured = TypeVar("Measured")
Figures = dict[str, float]
HERE = Path(__file__).parent
# A press that becomes a drag, in a race with a tap of two fingers, and a tap that fails: every frame of the drag changes
# the tree, and repeats why the tap failed.
COMPOSITION = (
    '{"type":"subscribe","id":1,"gesture":{"simultaneous":[{"tap":{"maximumDistance":0.1}},{"race":[{"sequence":['
    '{"longPress":{"minimumDuration":0.01,"maximumDistance":10000}},{"drag":{"minimumDistance":0}}]},'
    '{"tap":{"fingers":2}}]}]}}')
DRAG = '{"type":"subscribe","id":1,"gesture":{"drag":{"minimumDistance":0}}}'


class Stalled(Exception):
    """The machine was busy elsewhere for so long that frames' messages were coalesced."""


class Tools:
    """What Benchmarks/run has built."""

    def __init__(self, binaries: str, frames: str, programs: str) -> None:
        self.frames = Path(frames) / "frames"
        self.gestured = Path(binaries) / "gestured"
        self.gesturectl = Path(binaries) / "gesturectl"
        self.programs = Path(programs)
        self.fake_evdev = self.programs / "fake-evdev.so"

    def program(self, name: str) -> str:
        return str(self.programs / name)


class Devices:
    """A directory of fake devices, in the form of Tests/Support/CFakeEvdevPreload/tree.h; by default one touchscreen."""

    def __init__(self, kind: str | None = "touchscreen", description: str = "", count: int = 1) -> None:
        self.directory = tempfile.TemporaryDirectory(prefix="gestured-bench-")
        self.path = Path(self.directory.name)
        self.nodes = [self.path / f"event{number}" for number in range(count)]
        self.node = self.nodes[0]
        self._held = [self._fifo(self.path / "uevents")]
        for node in self.nodes if kind else []:
            assert kind
            self._held.append(self._fifo(node))
            node.with_suffix(".evemu").write_text(description or (HERE / "touchscreen.evemu").read_text())
            # The only key is BTN_TOUCH: a device whose keys are not known is not opened.
            node.with_suffix(".udev").write_text(
                f"ID_INPUT=1\nID_INPUT_{kind.upper()}=1\nDEVPATH=/devices/{node.name}\ncapabilities/key=400 0 0 0 0 0\n")

    @staticmethod
    def _fifo(path: Path) -> int:
        os.mkfifo(path)
        # For both directions: it neither waits for the other end nor ends with it.
        return os.open(path, os.O_RDWR)

    def environment(self, tools: Tools, preload: Iterable[str] = ()) -> dict[str, str]:
        """Of a program that uses them."""
        return {**os.environ, "FAKE_EVDEV": str(self.path), "LD_PRELOAD": ":".join([str(tools.fake_evdev), *preload])}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for descriptor in self._held:
            os.close(descriptor)
        self.directory.cleanup()


class Daemon(testing.daemon.Daemon):
    """gestured, serving; with `under` as the command that runs it, and further libraries to preload."""

    def __init__(self, tools: Tools, devices: Devices, under: Sequence[str] = (), preload: Iterable[str] = (),
                 environment: dict[str, str] | None = None, configuration: str = "", focus: bool = False) -> None:
        self.tools = tools
        self.devices = devices
        self.log = open(devices.path / "log", "w+")
        super().__init__(
            tools.gestured, devices.path, settings=configuration, follows=focus, starts=partial(shell.start, *under),
            stdin=subprocess.DEVNULL, stdout=None, stderr=self.log, env=devices.environment(tools, preload) | (environment or {}))
        self.listens()

    def listens(self) -> Self:
        """Returns when it accepts connections, under callgrind some seconds later."""
        def serves() -> bool:
            with socket.socket(socket.AF_UNIX) as probe:
                return probe.connect_ex(self.socket) == 0

        wait_until(lambda: serves() or self.process.poll() is not None, 30)
        if not serves():
            raise RuntimeError(f"gestured does not serve: {self.messages()}")
        return self

    def start_drag(self, frames: int, hz: int = 1000, request: str = DRAG) -> subprocess.Popen[str]:
        """One drag of that many frames; see `finish_drag`."""
        return start_drag(self.tools, self.devices.node, self.socket, frames, hz, request)

    def drag(self, frames: int, hz: int = 1000) -> Figures:
        """One drag of that many frames; what the drag program measured."""
        return finish_drag(self.start_drag(frames, hz))

    def start_crowd(self, frames: int, hz: int, clients: int, requests: Sequence[str] = (DRAG,)) -> subprocess.Popen[str]:
        """The same, read by that many clients that subscribe to the requests in turn."""
        return start_crowd(self.tools, self.devices.node, self.socket, frames, hz, clients, requests)

    def crowd(self, frames: int, hz: int, clients: int, requests: Sequence[str] = (DRAG,)) -> Figures:
        return finish_drag(self.start_crowd(frames, hz, clients, requests))

    def client(self, *requests: str) -> socket.socket:
        """A connection with a subscription, which reads nothing."""
        client = connected(path=self.socket)
        client.sendall("".join(f"{request}\n" for request in requests or [DRAG]).encode())
        return client

    def descriptors(self) -> int:
        return len(shell.descriptors(self.process.pid))

    def status(self) -> dict[str, int]:
        """The fields of /proc/PID/status that are numbers; sizes are kB."""
        return {name: int(value) for name, value in shell.status(self.process.pid).items() if value.isdigit()}

    def switches(self) -> int:
        status = self.status()
        return status["voluntary_ctxt_switches"] + status["nonvoluntary_ctxt_switches"]

    def messages(self) -> str:
        self.log.flush()
        return Path(self.log.name).read_text()

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)
        self.log.close()


def cpu(process: subprocess.Popen[bytes]) -> float:
    """Microseconds for which it has run."""
    return int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[0]) / 1000


def start_drag(tools: Tools, node: Path, path: str, frames: int, hz: int, *request: str) -> subprocess.Popen[str]:
    return measuring(tools.program("drag"), node, path, frames, hz, *request)


def start_crowd(tools: Tools, node: Path, path: str, frames: int, hz: int, clients: int,
                requests: Sequence[str] = ()) -> subprocess.Popen[str]:
    """One drag of that many frames, read by that many clients; see `finish_drag`."""
    return measuring(tools.program("crowd"), node, path, frames, hz, clients, *requests)


def measuring(*command: object) -> subprocess.Popen[str]:
    """A program that prints figures."""
    return subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def measured(process: subprocess.Popen[str]) -> Figures:
    output, errors = process.communicate()
    if process.returncode != 0:
        raise RuntimeError(f"{process.args!r}: {errors.strip()}")
    return {name: float(value) for name, value in (field.split("=") for field in output.split())}


def finish_drag(dragging: subprocess.Popen[str]) -> Figures:
    """The drag program's figures. Every frame must have been answered, or they are of something else."""
    figures = measured(dragging)
    if figures["messages"] != figures["frames"]:
        raise Stalled(f"{figures['messages']:.0f} messages came for {figures['frames']:.0f} frames")
    return figures


def again(measure: Callable[..., Measured], *arguments: object, times: int = 5) -> Measured:
    """Measures, and once more where the machine stalled."""
    for _ in range(times - 1):
        try:
            return measure(*arguments)
        except Stalled as stall:
            print(f"once more: {stall}", file=sys.stderr)
    return measure(*arguments)
