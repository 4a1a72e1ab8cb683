"""A client of gestured."""
from __future__ import annotations

import json
import os
import queue
import socket
import threading
import time
from typing import Any, Callable

from following import TIMEOUT, fail

Message = dict[str, Any]


class Client:
    """Receives messages. The daemon sees it as a program of `user`."""

    def __init__(self, path: str, user: int) -> None:
        self.connection = socket.socket(socket.AF_UNIX)
        # The kernel notes the effective user of the program that connects.
        before = os.geteuid()
        os.seteuid(user if before == 0 else before)
        self.connection.connect(path)
        os.seteuid(before)
        self.messages: queue.Queue[Message] = queue.Queue()
        self.devices: dict[str, Message] = {}
        self.requests = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        for line in self.connection.makefile("r"):
            message = json.loads(line)
            for device in message.get("devices", []) + [message.get("device")]:
                if isinstance(device, dict):
                    self.devices[device["id"]] = device
            self.messages.put(message)

    def send(self, **request: Any) -> int:
        self.requests += 1
        self.connection.sendall((json.dumps({**request, "id": self.requests}) + "\n").encode())
        return self.requests

    def subscribe(self, gesture: Message, **options: Any) -> int:
        """Returns the number of the subscription."""
        request = self.send(type="subscribe", gesture=gesture, **options)
        answer = self.next(f"the answer to {gesture}", lambda message: message.get("id") == request)
        return answer["subscription"] if answer["type"] == "ok" else fail(f"{gesture}: {answer}")

    def next(self, what: str, is_right: Callable[[Message], bool], seconds: float = 6 * TIMEOUT) -> Message:
        """The next message that is right. Ignores others before it."""
        end = time.monotonic() + seconds
        while True:
            try:
                message = self.messages.get(timeout=max(end - time.monotonic(), 0))
            except queue.Empty:
                fail(f"not within {seconds:.0f} s: {what}; devices: {list(self.devices.values())}")
            if is_right(message):
                return message

    def gesture(self, what: str, subscription: int, *phases: str) -> Message:
        """The next step of a gesture in one of these phases."""
        return self.next(what, lambda message: message.get("subscription") == subscription
                         and message["type"] == "gesture" and message["phase"] in phases)

    def output(self, device: str) -> Message:
        """The output of a device, as it was sent last."""
        return self.devices.get(device, {}).get("output") or {}
