"""Clients of ordinary users, which keep and judge what they receive."""

import contextlib
import json
import os
import pwd
import socket
import subprocess
import sys
import threading
import time

from grammar import Grammar

SOCKET = "/run/gestured/gestured.sock"
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


def broken():
    """What broke the grammar for any client since this was last asked."""
    found = [wrong for client in Subscriber.all for wrong in client.grammar.wrong]
    for client in Subscriber.all:
        client.grammar.wrong = []
    Subscriber.all = [client for client in Subscriber.all if not client.ended]
    return found


def excuse():
    """The daemon is about to be given no time to end what is open."""
    for client in Subscriber.all:
        client.excused = True


class Subscriber:
    """Runs listen.py as `user`, subscribed to every expression; subscriptions are called by their request's id."""

    all = []

    def __init__(self, user, expressions=EXPRESSIONS):
        self.expressions = expressions
        self.messages = []
        # Bytes that have come, as far as the last line.
        self.position = 0
        self.since = 0
        self.ended = False
        self.excused = False
        self.grammar = Grammar()
        self._start(user)
        Subscriber.all.append(self)
        threading.Thread(target=self._read, daemon=True).start()

    def _start(self, user):
        self.process = subprocess.Popen(
            ["runuser", "-u", user, "--", sys.executable, "-B", LISTEN, *self._requests()],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self.stream = self.process.stdout

    def _requests(self):
        return [json.dumps({"type": "subscribe", "id": id, "gesture": g}) for id, g in self.expressions.items()]

    def _read(self):
        rest = b""
        self.thread = threading.get_native_id()
        with contextlib.suppress(ConnectionResetError):
            for line in self.stream:
                self.position += len(line)
                if not line.endswith(b"\n"):
                    rest = line
                elif message := self.grammar.hear(line[:-1].decode()):
                    # Of the kernel's clock, as the message's own time.
                    arrived = time.monotonic_ns() // 1000
                    self.messages.append({**message, "arrived": arrived, "position": self.position})
        self.grammar.end(self.excused, rest)
        self.ended = True

    def of_type(self, type):
        return [message for message in list(self.messages) if message["type"] == type]

    @property
    def hello(self):
        return next(iter(self.of_type("hello")), None)

    @property
    def placed(self):
        """Whether values have places."""
        return self.grammar.access.get("positions") != "withheld"

    def ready(self):
        """The answers to all requests, or nothing when they did not come."""
        return wait_until(lambda: len(self.of_type("ok")) == len(self.expressions))

    def forget(self):
        """Looks only at gestures from here on, once the daemon has had the time to finish those before."""
        time.sleep(1)
        self.mark()

    def mark(self):
        """Looks only at what comes from here on."""
        self.since = len(self.messages)

    def recent(self, type="gesture"):
        return [message for message in self.messages[self.since :] if message["type"] == type]

    def gestures(self, request):
        subscription = next(ok["subscription"] for ok in self.of_type("ok") if ok["id"] == request)
        return [message for message in self.recent() if message["subscription"] == subscription]

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
        self.excused = True
        self.process.terminate()
        self.process.wait()


# All threads of a process have the same user.
turn = threading.Lock()


@contextlib.contextmanager
def identity(user):
    """What is connected within is `user`'s, by SO_PEERCRED."""
    number = pwd.getpwnam(user).pw_uid
    with turn:
        os.seteuid(number)
        try:
            yield
        finally:
            os.seteuid(0)


def connected(user):
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with identity(user):
        connection.connect(SOCKET)
    return connection


class LocalSubscriber(Subscriber):
    """The same within this process: it starts in no time, and many are no load."""

    def _start(self, user):
        self.connection = connected(user)
        self.stream = self.connection.makefile("rb")
        self.connection.sendall("".join(request + "\n" for request in self._requests()).encode())

    def close(self):
        self.excused = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: self.ended)
        self.stream.close()
        self.connection.close()
