"""Clients of ordinary users, which keep and check what they receive."""

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


def wait_until(condition, seconds=120):
    """What the condition returns. `seconds` only bounds a failure: a busy host slows the machine down many times."""
    deadline = time.monotonic() + seconds
    while not (result := condition()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return result


def grammar_errors():
    """What broke the grammar for any client since the last call."""
    found = [error for client in Subscriber.all for error in client.grammar.errors]
    for client in Subscriber.all:
        client.grammar.errors = []
    Subscriber.all = [client for client in Subscriber.all if not client.ended]
    return found


def expect_abrupt_end():
    """The daemon is about to be killed, without the time to end open gestures."""
    for client in Subscriber.all:
        client.may_end_abruptly = True


class Subscriber:
    """Runs listen.py as `user`, subscribed to every expression. A subscription is identified by its request's id."""

    all = []

    def __init__(self, user, expressions=EXPRESSIONS):
        self.expressions = expressions
        self.messages = []
        # Bytes received, up to the end of the last line.
        self.position = 0
        self.since = 0
        self.ended = False
        self.may_end_abruptly = False
        # The daemon's descriptor of this connection, where a trace needs it.
        self.end = None
        self.grammar = Grammar()
        self._start(user)
        Subscriber.all.append(self)
        threading.Thread(target=self._read, daemon=True).start()

    def _start(self, user):
        self.process = subprocess.Popen(
            ["runuser", "-u", user, "--", sys.executable, "-B", LISTEN, *self._requests()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        self.stream = self.process.stdout

    def _requests(self):
        return [json.dumps({"type": "subscribe", "id": id, "gesture": g}) for id, g in self.expressions.items()]

    def _send(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _read(self):
        rest = b""
        self.thread = threading.get_native_id()
        with contextlib.suppress(ConnectionResetError):
            for line in self.stream:
                self.position += len(line)
                if not line.endswith(b"\n"):
                    rest = line
                elif message := self.grammar.check(line[:-1].decode()):
                    # CLOCK_MONOTONIC, as the message's own time.
                    arrived = time.monotonic_ns() // 1000
                    self.messages.append({**message, "arrived": arrived, "position": self.position})
        self.grammar.end(self.may_end_abruptly, rest)
        self.ended = True

    def of_type(self, type):
        return [message for message in list(self.messages) if message["type"] == type]

    @property
    def hello(self):
        return next(iter(self.of_type("hello")), None)

    @property
    def has_positions(self):
        return self.grammar.access.get("positions") != "withheld"

    def ready(self):
        """True when all requests are answered."""
        return wait_until(lambda: len(self.of_type("ok")) == len(self.expressions))

    def settle(self):
        """Returns when this client has received everything that follows from what the devices have sent.

        The daemon answers two requests: what was readable at the first has been handled at the second.
        """
        for _ in range(2):
            errors = len(self.of_type("error"))
            with contextlib.suppress(OSError):
                self._send(b'{"type":"unsubscribe","id":99,"subscription":999999}\n')
            wait_until(lambda: len(self.of_type("error")) > errors or self.ended)

    def mark(self):
        """Ignores, from here on, what has come so far."""
        self.since = len(self.messages)

    def discard(self):
        """Waits for everything that is on its way, and ignores it."""
        self.settle()
        self.mark()

    def recent(self, type="gesture"):
        return [message for message in self.messages[self.since :] if message["type"] == type]

    def gestures(self, request):
        subscription = next(ok["subscription"] for ok in self.of_type("ok") if ok["id"] == request)
        return [message for message in self.recent() if message["subscription"] == subscription]

    def phases(self, request):
        """The phases of each gesture in the order they began, runs of `changed` as one."""
        gestures = {}
        for message in self.gestures(request):
            phases = gestures.setdefault(message["gesture"], [])
            if phases[-1:] != ["changed"] or message["phase"] != "changed":
                phases.append(message["phase"])
        return list(gestures.values())

    def last(self, request, kind, since=0):
        """Waits for a message that ends a gesture after the kernel's time `since`; its value is unwrapped."""

        def terminal():
            return [g for g in self.gestures(request) if g["phase"] in ("ended", "cancelled") and g["time"] >= since]

        messages = wait_until(terminal)
        if not messages:
            return {"phase": "nothing", "value": {}}
        return {**messages[-1], "value": messages[-1].get("value", {}).get(kind, {})}

    def wait_end(self):
        return wait_until(lambda: self.ended)

    def close(self):
        self.may_end_abruptly = True
        self.process.terminate()
        self.process.wait()


# All threads of a process have the same user.
user_lock = threading.Lock()


@contextlib.contextmanager
def identity(user):
    """Connections made within belong to `user`, by SO_PEERCRED."""
    number = pwd.getpwnam(user).pw_uid
    with user_lock:
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
    """A subscriber within this process: it starts at once, and many of them are no load."""

    def _start(self, user):
        self.connection = connected(user)
        self.stream = self.connection.makefile("rb")
        self._send("".join(request + "\n" for request in self._requests()).encode())

    def _send(self, data):
        self.connection.sendall(data)

    def close(self):
        self.may_end_abruptly = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        wait_until(lambda: self.ended)
        self.stream.close()
        self.connection.close()
