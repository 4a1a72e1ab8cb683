"""Clients of ordinary users, which keep and check what they receive."""

import contextlib
import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Self

import testing
from grammar import Grammar
from testing.checks import wait_until
from testing.client import SOCKET, Client, Message, connected, encoded

TAP, LONG_PRESS, DRAG, TWO_FINGER_DRAG, TOUCHPAD = 1, 2, 3, 4, 5
Expressions = dict[int, Message]
EXPRESSIONS: Expressions = {
    TAP: {"tap": {}},
    LONG_PRESS: {"longPress": {}},
    DRAG: {"drag": {"fingers": [1], "minimumDistance": 10}},
    TWO_FINGER_DRAG: {"drag": {"fingers": [2], "minimumDistance": 10}},
    TOUCHPAD: {"standard": "touchpad"},
}
TAPPED, WHOLE_DRAG = [["began", "ended"]], [["began", "changed", "ended"]]


def grammar_errors() -> list[str]:
    """What broke the grammar for any client since the last call."""
    found = [error for client in Subscriber.all for error in client.grammar.errors]
    for client in Subscriber.all:
        client.grammar.errors = []
    Subscriber.all = [client for client in Subscriber.all if not client.is_over]
    return found


def expect_abrupt_end() -> None:
    """The daemon is about to be killed, without the time to end open gestures."""
    for client in Subscriber.all:
        client.may_end_abruptly = True


def is_end(message: Message) -> bool:
    return message["phase"] in ("ended", "cancelled")


class Subscriber(Client):
    """A process of the user, subscribed to every expression. A subscription is identified by its request's id."""

    all: list["Subscriber"] = []

    def __init__(self, user: str, expressions: Expressions = EXPRESSIONS) -> None:
        self.expressions = expressions
        # Bytes received, up to the end of the last line.
        self.bytes = 0
        self.since = 0
        self.may_end_abruptly = False
        self.grammar = Grammar()
        requests = [{"type": "subscribe", "id": id, "gesture": gesture} for id, gesture in expressions.items()]
        super().__init__(*self._start(user, requests))
        Subscriber.all.append(self)

    def _start(self, user: str, requests: list[Message]) -> tuple[IO[bytes], Callable[[bytes], object]]:
        """The stream of what it receives, and what sends to the daemon."""
        command = [sys.executable, "-B", "-m", "testing.client", SOCKET, *map(json.dumps, requests)]
        self.process = subprocess.Popen(["runuser", "-u", user, "--", *command], cwd=Path(testing.__file__).parents[1],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert self.process.stdout
        return self.process.stdout, self._send

    def _send(self, data: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _read(self) -> None:
        self.thread = threading.get_native_id()
        super()._read()

    def decode(self, line: bytes) -> Message | None:
        self.bytes += len(line)
        if not line.endswith(b"\n"):
            self.grammar.rest = line
        elif message := self.grammar.check(line[:-1].decode()):
            # CLOCK_MONOTONIC, as the message's own time.
            return {**message, "arrived": time.monotonic_ns() // 1000, "bytes": self.bytes}
        return None

    def finish(self) -> None:
        self.grammar.end(self.may_end_abruptly)

    def of_type(self, type: str) -> list[Message]:
        return [message for message in list(self.messages) if message["type"] == type]

    @property
    def hello(self) -> Message:
        return next(iter(self.of_type("hello")), {})

    @property
    def has_positions(self) -> bool:
        return self.access.get("positions") != "withheld"

    @property
    def whole_drag(self) -> list[list[str]]:
        """The phases of a drag of one finger on a touchscreen, whose path is withheld without positions."""
        return WHOLE_DRAG if self.has_positions else [["began", "ended"]]

    def ready(self) -> bool:
        """True when all requests are answered."""
        return wait_until(lambda: len(self.of_type("ok")) == len(self.expressions))

    def synchronise(self) -> None:
        """Returns when this client has received everything that follows from what the devices have sent.

        The daemon answers two requests: what was readable at the first has been handled at the second.
        """
        for _ in range(2):
            errors = len(self.of_type("error"))
            with contextlib.suppress(OSError):
                self.write(encoded({"type": "unsubscribe", "id": 99, "subscription": 999999}))
            wait_until(lambda: len(self.of_type("error")) > errors or self.is_over)

    def mark(self) -> None:
        """Ignores, from here on, what has come so far."""
        self.since = len(self.messages)

    def discard(self) -> None:
        """Waits for everything that is on its way, and ignores it."""
        self.synchronise()
        self.mark()

    def recent(self, type: str = "gesture") -> list[Message]:
        return [message for message in self.messages[self.since:] if message["type"] == type]

    def gestures(self, request: int) -> list[Message]:
        subscription = next(ok["subscription"] for ok in self.of_type("ok") if ok["id"] == request)
        return [message for message in self.recent() if message["subscription"] == subscription]

    def phases(self, request: int, with_reasons: bool = False) -> list[list[str]]:
        """The phases of each gesture in the order they began, runs of `changed` as one."""
        gestures: dict[int, list[str]] = {}
        for message in self.gestures(request):
            phase = " ".join(filter(None, [message["phase"], message.get("reason") if with_reasons else ""]))
            phases = gestures.setdefault(message["gesture"], [])
            if phases[-1:] != ["changed"] or phase != "changed":
                phases.append(phase)
        return list(gestures.values())

    def last(self, request: int, kind: str, since: int = 0) -> Message:
        """Waits for a message that ends a gesture after the kernel's time `since`; its value is unwrapped."""
        messages = wait_until(lambda: [g for g in self.gestures(request) if is_end(g) and g["time"] >= since])
        if not messages:
            return {"phase": "nothing", "value": {}}
        return {**messages[-1], "value": messages[-1].get("value", {}).get(kind, {})}

    def wait_end(self) -> bool:
        return wait_until(lambda: self.is_over)

    def close(self) -> None:
        self.may_end_abruptly = True
        self.process.terminate()
        self.process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class LocalSubscriber(Subscriber):
    """A subscriber within this process: it starts at once, and many of them are no load."""

    def _start(self, user: str, requests: list[Message]) -> tuple[IO[bytes], Callable[[bytes], object]]:
        self.connection = self.connect_as(user)
        self.connection.sendall(encoded(*requests))
        return self.connection.makefile("rb"), self.connection.sendall

    def connect_as(self, user: str) -> socket.socket:
        return connected(user)

    def close(self) -> None:
        self.may_end_abruptly = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)
        self.wait_end()
        self.stream.close()
        self.connection.close()


def subscribed(user: str = "member", expressions: Expressions = EXPRESSIONS) -> LocalSubscriber:
    """One whose requests are answered."""
    client = LocalSubscriber(user, expressions)
    client.ready()
    return client
