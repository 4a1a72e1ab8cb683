"""What every client may rely on, judged line by line for as long as it listens."""

import json

REASONS = {
    "deviceLost", "focusChanged", "sessionInactive", "locked", "suspended", "requested", "resynchronised", "palm",
    "failed", "outcompeted", "unsubscribed", "overrun", "shutdown", "disconnected",
}
TYPES = {
    "hello", "ok", "error", "deviceAdded", "deviceChanged", "deviceRemoved", "gesture", "explanation", "accessChanged",
}
# No gesture while the session is one of these.
SILENT = {"inactive", "locked", "suspended"}
PLACES = ("location", "startLocation", "predictedEndLocation")


class Grammar:
    """began changed* (ended | cancelled); what breaks it is a sentence in `wrong`."""

    def __init__(self):
        self.wrong = []
        self.lines = 0
        # By subscription and number: equal subscriptions of one client share the gestures' numbers.
        self.open = {}
        self.over = set()
        self.subscriptions = set()
        self.devices = None
        self.access = {}

    def hear(self, line):
        """Judges one line without its newline; returns the message, or nothing where it is none."""
        self.lines += 1
        try:
            message = json.loads(line, parse_constant=self._no_number)
        except ValueError as error:
            return self._complain(f"no JSON ({error})", line)
        if not isinstance(message, dict) or message.get("type") not in TYPES:
            return self._complain("no message", line)
        if (self.lines == 1) != (message["type"] == "hello") and message["type"] != "error":
            self._complain("hello is not the first line, and the first alone", line)
        getattr(self, "_" + message["type"], lambda message: None)(message)
        return message

    def end(self, excused=False, rest=b""):
        """The stream ended; `excused` where the daemon was given no time, or this client went away by itself."""
        if excused:
            return
        if rest:
            self._complain("the stream ends within a line", rest)
        for key in self.open:
            self._complain(f"the stream ends while gesture {key} is open", "")

    def _complain(self, what, line):
        # A broken daemon breaks this with every line; the first say enough.
        if len(self.wrong) < 20:
            self.wrong.append(f"{what}: {str(line)[:300]}" if line else what)

    @staticmethod
    def _no_number(constant):
        raise ValueError(f"{constant} is no number of JSON's")

    def _hello(self, message):
        self.devices = {device["id"] for device in message["devices"]}
        self.access = message.get("access", {})

    def _ok(self, message):
        if "subscription" in message:
            self.subscriptions.add(message["subscription"])

    def _deviceAdded(self, message):
        if message["device"]["id"] in self.devices:
            self._complain("a device is added twice", message)
        self.devices.add(message["device"]["id"])

    def _deviceChanged(self, message):
        if message["device"]["id"] not in self.devices:
            self._complain("a device changes that is not there", message)

    def _deviceRemoved(self, message):
        if message["device"] not in self.devices:
            self._complain("a device is removed that is not there", message)
        self.devices.discard(message["device"])
        for key, last in self.open.items():
            if last["device"] == message["device"]:
                self._complain(f"a device is removed while gesture {key} of it is open", message)

    def _accessChanged(self, message):
        self.access = message["access"]
        if self.access["session"] in SILENT and self.open:
            self._complain(f"the session ends with {list(self.open)} open", message)

    def _gesture(self, message):
        key = message["subscription"], message["gesture"]
        phase, before = message["phase"], self.open.get(key)
        if message["subscription"] not in self.subscriptions:
            self._complain("a gesture of no subscription", message)
        if key in self.over:
            return self._complain("a line after the gesture's end", message)
        if (phase == "began") != (before is None):
            self._complain("a gesture begins once, and first", message)
        if message["device"] not in self.devices:
            self._complain("a gesture of a device that is not there", message)
        if before and before["device"] != message["device"]:
            self._complain(f"a gesture moves from {before['device']} to another device", message)
        if before and message["time"] < before["time"]:
            self._complain(f"time runs back from {before['time']}", message)
        if self.access.get("session") in SILENT:
            self._complain(f"a gesture while the session is {self.access['session']}", message)
        if self.access.get("positions") == "withheld" and any(place in str(message) for place in PLACES):
            self._complain("places that are withheld", message)
        self._step(key, phase, message)

    def _step(self, key, phase, message):
        reason = message.get("reason")
        if (phase == "cancelled") != (reason is not None):
            self._complain("a cancel, and it alone, has a reason", message)
        elif reason is not None and reason not in REASONS:
            self._complain("a reason that nobody knows", message)
        if phase in ("began", "changed"):
            self.open[key] = message
        elif phase in ("ended", "cancelled"):
            self.open.pop(key, None)
            self.over.add(key)
        else:
            self._complain("a phase that nobody knows", message)
