"""Xorg without a screen. Its driver for tests makes the touches, so that no virtual machine is needed; a stand-in for the daemon
says what the fingers do."""

import atexit
import os
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from testing import shell
from testing.checks import eventually, fail, require
from testing.display import DESKTOP
from testing.standin import SCREEN, StandIn
from x11_window import Server

# In the driver's units, 0…65535 across the screen.
MIDDLE, STRIP = 30000.0, 65400.0
BEGAN, MOVED, ENDED = 18, 19, 20
NAME = b"touch\0"
RULE = """
[[action]]
gesture = "edge right"
device = "touchscreen"
run = "true"
exclusive = true
"""
DRAG = {"fingers": 1, "location": [800, 300], "startLocation": [960, 300], "translation": [-160, 0], "velocity": [-400, 0],
        "predictedEndLocation": [700, 300], "predictedEndTranslation": [-260, 0], "edge": "right"}
CONFIGURATION = """
Section "Device"
    Identifier "card"
    Driver "dummy"
    VideoRam 65536
EndSection
Section "Screen"
    Identifier "screen"
    Device "card"
    SubSection "Display"
        Virtual 2048 768
    EndSubSection
EndSection
Section "InputDevice"
    Identifier "touch"
    Driver "inputtest"
    Option "SocketPath" "{folder}/touch"
    Option "DeviceType" "Touch"
    Option "TouchCount" "10"
EndSection
Section "ServerLayout"
    Identifier "layout"
    Screen "screen"
    {inputs}
EndSection
Section "ServerFlags"
    Option "AutoAddDevices" "false"
EndSection
"""


def now() -> int:
    return time.monotonic_ns() // 1000


class Screen:
    """The server with its touchscreen and a full-screen app, by default without a window manager."""

    app: shell.Process
    manager: shell.Process

    def __init__(self, manager: str = "", has_touchscreen: bool = True) -> None:
        require("the test of exclusive rules on X11", "xserver-xorg-core", "xserver-xorg-video-dummy", "x11-utils",
                "x11-xserver-utils")
        self.folder = Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        self.start_server('InputDevice "touch"' if has_touchscreen else "")
        os.environ["DISPLAY"] = self.environment["DISPLAY"]
        self.log, self.errors = self.folder / "window", self.folder / "actions"
        if manager:
            self.start_manager(manager)
        self.start_app()
        if has_touchscreen:
            self.connect()

    def connect(self) -> None:
        """To the touchscreen."""
        self.socket = socket.socket(socket.AF_UNIX)
        eventually(lambda: (self.folder / "touch").exists(), "the server's touchscreen")
        self.socket.connect(str(self.folder / "touch"))
        self.socket.sendall(struct.pack("=IIHH", 12, 0, 1, 1))
        self.socket.recv(64)
        name_device(Server())

    def turn(self, *matrix: float) -> None:
        """The touchscreen's Coordinate Transformation Matrix, with which people turn it on X11."""
        server = Server()
        opcode, number = find_device(server)
        numbers = struct.pack("<9f", *matrix)
        set_property(server, opcode, number, "Coordinate Transformation Matrix", server.atom("FLOAT"), 32, numbers)

    def start_manager(self, name: str) -> None:
        options: list[object] = []
        if name == "i3":
            options = ["-c", shell.write(self.folder / "i3.conf", "default_border none\n")]
        log = self.folder / f"{name}.log"
        self.manager = shell.start(name, *options, env={**self.environment, "HOME": str(self.folder)}, stdout=log.open("w"),
                                   stderr=subprocess.STDOUT)
        eventually(lambda: "window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"), f"{name} starts",
                   lambda: shell.read(log))

    def stop(self) -> None:
        for process in (self.app, self.manager, self.server):
            shell.stop(process)

    def start_app(self) -> None:
        self.app = shell.start(sys.executable, Path(__file__).parent / "x11_window.py", env=self.environment,
                               stdout=self.log.open("w"))
        eventually(lambda: "shown" in shell.read(self.log), "the window opens")

    def restart_app(self) -> None:
        """Its window is as large as the outputs are."""
        shell.stop(self.app)
        self.start_app()

    def start_server(self, inputs: str) -> None:
        configuration = shell.write(self.folder / "xorg.conf", CONFIGURATION.format(folder=self.folder, inputs=inputs))
        receiver, sender = os.pipe()
        options = ["-ac", "-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts"]
        self.server = shell.start("/usr/lib/xorg/Xorg", "-displayfd", sender, "-config", configuration, "-logfile",
                                  self.folder / "log", *options, pass_fds=[sender],
                                  stderr=open(self.folder / "errors", "w"))
        os.close(sender)
        with os.fdopen(receiver) as stream:
            number = stream.readline().strip() or fail(f"Xorg did not start: {shell.read(self.folder / 'errors')}")
        self.environment = {**{name: value for name, value in os.environ.items() if name not in DESKTOP},
                            "DISPLAY": f":{number}", "XDG_RUNTIME_DIR": str(self.folder)}

    def touch(self, kind: int, x: float, finger: int = 1, y: float = 30000.0) -> None:
        # The first two of 64 axes, and none without acceleration.
        values = struct.pack("=I8s4x64d512x", 0, b"\3", x, y, *[0.0] * 62)
        self.socket.sendall(struct.pack("=IIII", 16 + len(values), 6, finger, kind) + values)

    def synchronise(self) -> None:
        """Until the server has handled every touch. This driver stamps a touch then, others with the kernel's time: otherwise
        what the daemon says of a touch could be earlier than the touch."""
        self.socket.sendall(struct.pack("=II", 8, 1))
        self.socket.recv(8, socket.MSG_WAITALL)

    def tap(self, x: float, pause: float = 0) -> None:
        self.touch(BEGAN, x)
        time.sleep(pause)
        self.touch(ENDED, x)

    def lines(self) -> list[list[str]]:
        """What the app has printed about touches."""
        return [line.split() for line in shell.read(self.log).splitlines() if not line.startswith("shown")]

    def received(self, first: int = 0) -> list[str]:
        """The words of the app's lines from there on, when no more come."""
        last = -1
        while last != (last := len(self.lines())):
            time.sleep(0.3)
        return [line[0] for line in self.lines()[first:]]

    def is_touched(self) -> bool:
        self.tap(MIDDLE)
        return "down" in self.received()

    def run(self, *words: object) -> str:
        return shell.output(*words, env=self.environment)


class Service:
    """The service with one rule for the right edge, and what the daemon says to it."""

    def __init__(self, screen: Screen, program: str) -> None:
        self.screen, self.program, self.errors = screen, program, screen.errors
        self.file = screen.folder / "actions.toml"
        self.daemon = StandIn(f"{screen.folder}/gestured.sock")
        self.write(RULE)
        self.process = self.start("actions")
        self.daemon.accept(devices=[SCREEN])
        self.request = self.daemon.subscribed()

    def start(self, log: str) -> shell.Process:
        return shell.start(self.program, "actions", "run", "--socket", self.daemon.path, "--file", self.file,
                           env=self.screen.environment, stderr=(self.screen.folder / log).open("w"))

    def write(self, text: str) -> None:
        os.rename(shell.write(f"{self.file}.new", text), self.file)

    def text(self) -> str:
        return shell.read(self.errors)

    def explain(self, start: int) -> None:
        """The finger that came down at this time makes no gesture of the rule."""
        time = now()
        self.daemon.send({
            "type": "explanation", "subscription": 1, "time": time, "device": "event5", "recogniser": "drag",
            "elapsed": time - start, "fingers": 1, "outcome": "lost", "reason": "failed", "failure": "did not move",
            "failureReason": {"didNotMove": {}}, "sentence": "drag: did not move"})

    def begin(self, x: float = STRIP) -> tuple[int, int]:
        """A touch; the number of the app's lines before it, and its time."""
        first, start = len(self.screen.received()), now()
        self.screen.touch(BEGAN, x)
        self.screen.synchronise()
        return first, start

    def is_held(self, x: float = STRIP) -> bool:
        """True if a touch reaches the app after the daemon has explained it, and not before."""
        first, start = self.begin(x)
        held = not self.screen.received(first)
        self.explain(start)
        self.screen.touch(ENDED, x)
        return self.screen.received(first) == ["down", "up"] and held


class Stopped:
    """A process that does nothing meanwhile."""

    def __init__(self, process: shell.Process) -> None:
        self.process = process

    def __enter__(self) -> None:
        self.process.send_signal(signal.SIGSTOP)
        eventually(lambda: shell.status(self.process.pid)["State"].startswith("T"), "the process stops")

    def __exit__(self, *_: object) -> None:
        self.process.send_signal(signal.SIGCONT)


def find_device(server: Server) -> tuple[int, int]:
    """XInput's opcode, and the touchscreen's number."""
    extension = b"XInputExtension"
    server.send(98, 0, struct.pack("<Hxx", len(extension)) + extension)
    opcode = server.answer()[9]
    server.send(opcode, 47, struct.pack("<HH", 2, 2))
    server.answer()
    server.send(opcode, 48, struct.pack("<Hxx", 0))
    devices = server.answer()
    at = 32
    for _ in range(struct.unpack_from("<H", devices, 8)[0]):
        number, _, _, classes, length = struct.unpack_from("<HHHHH", devices, at)
        at += 12
        if devices[at:at + length] + b"\0" == NAME:
            return opcode, int(number)
        at += (length + 3) // 4 * 4
        for _ in range(classes):
            at += 4 * int(struct.unpack_from("<H", devices, at + 2)[0])
    fail("the server has no touchscreen")


def set_property(server: Server, opcode: int, device: int, name: str, kind: int, bits: int, value: bytes) -> None:
    head = struct.pack("<HBBIII", device, 0, bits, server.atom(name), kind, len(value) * 8 // bits)
    server.send(opcode, 57, head + value)
    server.atom("done")


def name_device(server: Server) -> None:
    """The driver has no node of the kernel, by which gestured knows a device."""
    opcode, number = find_device(server)
    set_property(server, opcode, number, "Device Node", 31, 8, b"/dev/input/event5\0")
