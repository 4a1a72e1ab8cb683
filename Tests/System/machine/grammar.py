"""Checks each line that a client receives against the protocol's guarantees."""

import json
from typing import Any, NoReturn

Message = dict[str, Any]
Key = tuple[int, int]
REASONS = {
    "deviceLost", "focusChanged", "sessionInactive", "locked", "suspended", "paused", "requested", "resynchronised", "palm",
    "penNear", "outputChanged", "failed", "outcompeted", "unsubscribed", "overrun", "shutdown", "disconnected",
}
TYPES = {
    "hello", "ok", "error", "deviceAdded", "deviceChanged", "deviceRemoved", "gesture", "explanation", "accessChanged",
}
# A client with one of these sessions receives no gestures.
NO_ACCESS = {"inactive", "locked", "suspended", "paused"}
POSITION_KEYS = ("location", "startLocation", "predictedEndLocation")


class Grammar:
    """began changed* (ended | cancelled). Each violation is a sentence in `errors`."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.lines = 0
        # By subscription and number: equal subscriptions of one client share the numbers of gestures.
        self.open: dict[Key, Message] = {}
        self.over: set[Key] = set()
        self.subscriptions: set[int] = set()
        self.devices: set[str] = set()
        self.access: Message = {}
        # The start of a line, at the end of the stream.
        self.rest = b""

    def check(self, line: str) -> Message | None:
        """Checks one line without its newline. Returns the message, or None if the line is not a message."""
        self.lines += 1
        try:
            message = json.loads(line, parse_constant=self._no_number)
        except ValueError as error:
            self._complain(f"not JSON ({error})", line)
            return None
        if not isinstance(message, dict) or message.get("type") not in TYPES:
            self._complain("not a message", line)
            return None
        if (self.lines == 1) != (message["type"] == "hello") and message["type"] != "error":
            self._complain("hello is not the first line, or not the only hello", line)
        getattr(self, "_" + message["type"], lambda message: None)(message)
        return message

    def end(self, may_end_abruptly: bool = False) -> None:
        """The stream ended. It may end abruptly if the daemon was killed or this client disconnected."""
        if may_end_abruptly:
            return
        if self.rest:
            self._complain("the stream ends within a line", self.rest)
        for key in self.open:
            self._complain(f"the stream ends while gesture {key} is open", "")

    def _complain(self, what: str, line: object) -> None:
        # A faulty daemon violates this with every line; the first ones are enough.
        if len(self.errors) < 20:
            self.errors.append(f"{what}: {str(line)[:300]}" if line else what)

    @staticmethod
    def _no_number(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is not a JSON number")

    def _hello(self, message: Message) -> None:
        self.devices = {device["id"] for device in message["devices"]}
        self.access = message.get("access", {})

    def _ok(self, message: Message) -> None:
        if "subscription" in message:
            self.subscriptions.add(message["subscription"])

    def _deviceAdded(self, message: Message) -> None:
        if message["device"]["id"] in self.devices:
            self._complain("a device is added twice", message)
        self.devices.add(message["device"]["id"])

    def _deviceChanged(self, message: Message) -> None:
        if message["device"]["id"] not in self.devices:
            self._complain("an unknown device changes", message)

    def _deviceRemoved(self, message: Message) -> None:
        if message["device"] not in self.devices:
            self._complain("an unknown device is removed", message)
        self.devices.discard(message["device"])
        for key, last in self.open.items():
            if last["device"] == message["device"]:
                self._complain(f"a device is removed while its gesture {key} is open", message)

    def _accessChanged(self, message: Message) -> None:
        self.access = message["access"]
        if self.access["session"] in NO_ACCESS and self.open:
            self._complain(f"the session ends while {list(self.open)} are open", message)

    def _gesture(self, message: Message) -> None:
        key = message["subscription"], message["gesture"]
        phase, before = message["phase"], self.open.get(key)
        if message["subscription"] not in self.subscriptions:
            self._complain("a gesture without a subscription", message)
        if key in self.over:
            self._complain("a line after the gesture's end", message)
            return
        if (phase == "began") != (before is None):
            self._complain("a gesture begins twice, or not with began", message)
        if message["device"] not in self.devices:
            self._complain("a gesture of an unknown device", message)
        if before and before["device"] != message["device"]:
            self._complain(f"a gesture moves from {before['device']} to another device", message)
        if before and message["time"] < before["time"]:
            self._complain(f"time decreases from {before['time']}", message)
        if self.access.get("session") in NO_ACCESS:
            self._complain(f"a gesture although the session is {self.access['session']}", message)
        if self.access.get("positions") == "withheld" and any(key in str(message) for key in POSITION_KEYS):
            self._complain("positions that are withheld", message)
        self._step(key, phase, message)

    def _step(self, key: Key, phase: str, message: Message) -> None:
        reason = message.get("reason")
        if (phase == "cancelled") != (reason is not None):
            self._complain("a cancel without a reason, or a reason without a cancel", message)
        elif reason is not None and reason not in REASONS:
            self._complain("an unknown reason", message)
        if phase in ("began", "changed"):
            self.open[key] = message
        elif phase in ("ended", "cancelled"):
            self.open.pop(key, None)
            self.over.add(key)
        else:
            self._complain("an unknown phase", message)
