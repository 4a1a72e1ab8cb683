"""A stand-in for the daemon: a test decides what it sends, also what no daemon sends."""

import json
import os
import socket
import time
from pathlib import Path
from typing import Any, Self

from testing.checks import TIMEOUT
from testing.client import Lines, Message, encoded

DEVICE = {"id": "event5", "name": "Touchpad", "node": "/dev/input/event5", "kind": "touchpad", "seat": "seat0",
          "size": [104, 69], "slots": 5, "availability": "open"}
SCREEN = {**DEVICE, "kind": "touchscreen", "name": "Screen", "size": [300, 200], "slots": 10}
DRAG = {"fingers": 2, "location": [310.4, 200.75], "startLocation": [300, 200], "translation": [10.4, 0.75],
        "velocity": [412.5, 20.125], "predictedEndLocation": [413.525, 205.781], "predictedEndTranslation": [113.525, 5.781]}
ACCESS = {"session": "active", "seats": ["seat0"], "focus": "unknown", "positions": "granted"}
CAPABILITIES = ["tap", "longPress", "drag", "swipe", "magnify", "rotate", "stroke", "simultaneous", "sequence", "exclusive",
                "race", "standard", "edges", "region", "units", "explain", "scope", "claim", "cancel", "move", "status",
                "contacts"]


class StandIn:
    """Listens at a path, and serves one client after the other."""

    def __init__(self, path: str) -> None:
        self.path = path
        Path(path).unlink(missing_ok=True)
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        os.chmod(path, 0o666)
        self.listener.listen()
        self.listener.settimeout(TIMEOUT)
        self.lines: Lines | None = None
        self.gestures = 0

    @property
    def client(self) -> Lines:
        assert self.lines, "no client is connected"
        return self.lines

    def accept(self, **hello: Any) -> None:
        """Accepts the next connection and greets it."""
        self.hang_up()
        connection = self.listener.accept()[0]
        connection.settimeout(TIMEOUT)
        self.lines = Lines(connection)
        self.send({"type": "hello", "protocol": 1, "server": "gestured 9", "capabilities": CAPABILITIES, "devices": [DEVICE],
                   "access": ACCESS, **hello})

    def write(self, data: bytes) -> None:
        self.client.connection.sendall(data)

    def send(self, message: Message) -> None:
        self.write(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")

    def request(self) -> Message:
        """The next request; empty if the client has closed."""
        return self.client.next()

    def subscribed(self, number: int | None = 1) -> Message:
        """Accepts a subscription, with the request's id if it has no number. Returns the request."""
        request = self.request()
        assert request["type"] == "subscribe", request
        self.send({"type": "ok", "id": request["id"], "subscription": number or request["id"]})
        return request

    def subscribed_to_standard(self) -> int:
        """Accepts subscriptions up to that of the touchscreen's standard set, and returns its number."""
        while (request := self.subscribed(None))["gesture"].get("standard") != "touchscreen":
            pass
        number: int = request["id"]
        return number

    def gesture(self, subscription: int, value: Message, phases: tuple[str, ...] = ("began", "ended")) -> bytes:
        """The lines of a gesture, now."""
        self.gestures += 1
        head = {"type": "gesture", "subscription": subscription, "gesture": self.gestures, "device": DEVICE["id"], "value": value}
        return encoded(*({**head, "phase": phase, "time": time.monotonic_ns() // 1000} for phase in phases))

    def drag(self, phase: str, gesture: int = 7, value: Message = DRAG, subscription: int = 1, **members: Any) -> None:
        """One step of a drag."""
        self.send({"type": "gesture", "subscription": subscription, "gesture": gesture, "phase": phase, "time": 1000,
                   "device": DEVICE["id"], "value": {"drag": value}, **members})

    def change_devices(self) -> None:
        """Serves a client: a drag begins, devices come, change and go, also one that was never there, and the daemon ends."""
        self.accept()
        self.subscribed()
        self.drag("began")
        self.send({"type": "deviceAdded", "device": DEVICE | {"id": "event9"}})
        self.send({"type": "deviceChanged", "device": DEVICE | {"id": "event9", "availability": "grabbed"}})
        self.send({"type": "deviceRemoved", "device": "event5"})
        self.send({"type": "deviceRemoved", "device": "event77"})
        self.hang_up()

    def hang_up(self) -> None:
        if self.lines:
            self.lines.close()
            self.lines = None

    def close(self) -> None:
        self.hang_up()
        self.listener.close()
        os.unlink(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
