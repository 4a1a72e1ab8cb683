"""A stand-in for the daemon that sends what no daemon sends: words of a later version, half lines, bytes that are no text."""
from __future__ import annotations

import json
import os
import socket
from typing import Any

CAPABILITIES = ["tap", "longPress", "drag", "swipe", "magnify", "rotate", "stroke", "simultaneous", "sequence", "exclusive",
                "race", "standard", "edges", "region", "units", "explain", "scope", "claim", "cancel", "move", "status", "contacts"]
DEVICE = {"id": "event5", "name": "Touchpad", "node": "/dev/input/event5", "kind": "touchpad", "seat": "seat0",
          "size": [104, 69], "slots": 5, "availability": "open"}
ACCESS = {"session": "active", "seats": ["seat0"], "focus": "unknown", "positions": "granted"}
DRAG = {"fingers": 2, "location": [310.4, 200.75], "startLocation": [300, 200], "translation": [10.4, 0.75],
        "velocity": [412.5, 20.125], "predictedEndLocation": [413.525, 205.781], "predictedEndTranslation": [113.525, 5.781]}
# A witness's line for it.
DRAG_TEXT = "drag fingers=2 location=310400000,200750000 startLocation=300000000,200000000 velocity=412500000,20125000"
TAP = {"fingers": 1, "count": 1, "location": [1, 2]}
# Seconds. It only bounds a failure.
TIMEOUT = 60


def contacts(count: int, **members: Any) -> dict[str, Any]:
    """A frame of so many contacts, the first of which has everything and the others only what each has."""
    first = {"id": 7, "phase": "moved", "position": [52.65, 32.425], "pressure": 48, "size": 6, "state": "held", "cause": "edge"}
    others = [{"id": 7 + number, "phase": "began", "position": [103.9, 40.1], "state": "finger"} for number in range(1, count)]
    return {"type": "contacts", "subscription": 1, "time": 2000, "device": "event5", "contacts": [first | members, *others]}


class StandIn:
    """Listens at a path. A test says what it sends, and what it waits for."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(path)
        self.listener.listen()
        self.listener.settimeout(TIMEOUT)
        self.client: socket.socket | None = None

    def accept(self, **hello: Any) -> None:
        """Accepts the next connection and greets it."""
        self.hang_up()
        self.client, _ = self.listener.accept()
        self.client.settimeout(TIMEOUT)
        self.reader = self.client.makefile("rb")
        self.send({"type": "hello", "protocol": 1, "server": "gestured 9", "capabilities": CAPABILITIES, "devices": [DEVICE],
                   "access": ACCESS} | hello)

    def write(self, data: bytes) -> None:
        assert self.client
        self.client.sendall(data)

    def send(self, message: dict[str, Any]) -> None:
        self.write(json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")

    def request(self) -> Any:
        """The next request; None if the client has closed."""
        line = self.reader.readline()
        return json.loads(line) if line else None

    def subscribed(self, number: int = 1) -> Any:
        """Accepts a subscription. Returns the request."""
        request = self.request()
        assert request["type"] == "subscribe", request
        self.send({"type": "ok", "id": request["id"], "subscription": number})
        return request

    def drag(self, phase: str, gesture: int = 7, value: Any = DRAG, subscription: int = 1, **members: Any) -> None:
        self.send({"type": "gesture", "subscription": subscription, "gesture": gesture, "phase": phase, "time": 1000,
                   "device": "event5", "value": {"drag": value}} | members)

    def hang_up(self) -> None:
        if self.client:
            self.client.close()
            self.reader.close()
            self.client = None

    def close(self) -> None:
        self.hang_up()
        self.listener.close()
        os.unlink(self.path)
