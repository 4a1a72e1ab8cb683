"""Runs listen.py as an ordinary user and keeps what it received."""

import json
import os
import subprocess
import sys
import threading
import time

LISTEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "listen.py")

TAP, LONG_PRESS, DRAG, TWO_FINGER_DRAG, TOUCHPAD = 1, 2, 3, 4, 5
EXPRESSIONS = {
    TAP: {"tap": {}},
    LONG_PRESS: {"longPress": {}},
    DRAG: {"drag": {"fingers": [1], "minimumDistance": 10}},
    TWO_FINGER_DRAG: {"drag": {"fingers": [2], "minimumDistance": 10}},
    TOUCHPAD: {"standard": "touchpad"},
}


def wait_until(condition, seconds=15):
    deadline = time.monotonic() + seconds
    while not (result := condition()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return result


class Subscriber:
    """Subscribes to every expression above; subscription ids are mapped back to the request's id."""

    def __init__(self, user):
        requests = [
            json.dumps({"type": "subscribe", "id": id, "gesture": gesture}) for id, gesture in EXPRESSIONS.items()
        ]
        self.messages = []
        self.since = 0
        self.ended = False
        self.process = subprocess.Popen(
            ["runuser", "-u", user, "--", sys.executable, "-B", LISTEN, *requests],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.messages.append(json.loads(line))
        self.ended = True

    def of_type(self, type):
        return [message for message in list(self.messages) if message["type"] == type]

    @property
    def hello(self):
        return next(iter(self.of_type("hello")), None)

    def ready(self):
        """The answers to all requests, or nothing when they did not come."""
        return wait_until(lambda: len(self.of_type("ok")) == len(EXPRESSIONS))

    def forget(self):
        """Looks only at gestures from here on, once the daemon has had the time to finish those before."""
        time.sleep(1)
        self.since = len(self.messages)

    def gestures(self, request):
        subscription = next(ok["subscription"] for ok in self.of_type("ok") if ok["id"] == request)
        recent = self.messages[self.since :]
        return [m for m in recent if m["type"] == "gesture" and m["subscription"] == subscription]

    def phases(self, request):
        """The phases of each gesture in the order they began, runs of `changed` as one."""
        lives = {}
        for message in self.gestures(request):
            life = lives.setdefault(message["gesture"], [])
            if life[-1:] != ["changed"] or message["phase"] != "changed":
                life.append(message["phase"])
        return list(lives.values())

    def last(self, request, kind, since=0):
        """The message that ends a gesture after the kernel's time `since`, waited for; its value unwrapped."""

        def terminal():
            return [g for g in self.gestures(request) if g["phase"] in ("ended", "cancelled") and g["time"] >= since]

        messages = wait_until(terminal)
        if not messages:
            return {"phase": "nothing", "value": {}}
        return {**messages[-1], "value": messages[-1].get("value", {}).get(kind, {})}

    def wait_end(self, seconds=15):
        return wait_until(lambda: self.ended, seconds)

    def close(self):
        self.process.terminate()
        self.process.wait()
